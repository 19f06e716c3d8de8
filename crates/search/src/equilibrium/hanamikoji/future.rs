//! What a seat is known to show later: whoever cannot show it need not be followed.

use cardsharp_rules::hanamikoji::{Cards, Shown, Table};

/// What a seat shows in each of its turns, past and to come; nothing where it hides or burns.
pub(crate) struct Future {
    pub(crate) offers: Vec<Cards>,
}

impl Future {
    /// Of a seat at this table.
    pub(crate) fn of(table: &Table, seat: usize) -> Future {
        let offer = |shown: &Shown| match shown {
            Shown::Offer { offer, .. } => offer.cards(),
            Shown::Secret | Shown::Burn => Cards::EMPTY,
        };
        Future { offers: table.shown().iter().skip(seat).step_by(2).map(offer).collect() }
    }

    /// All cards it ever shows.
    pub(crate) fn cards(&self) -> Cards {
        self.offers.iter().fold(Cards::EMPTY, |cards, &offer| cards + offer)
    }

    /// Whether a hand can show what is to come after so many turns and draws of its own: what it
    /// lacks it must yet draw.
    pub(crate) fn allows(&self, hand: Cards, acted: usize, drawn: usize) -> bool {
        let mut shown = Cards::EMPTY;
        (acted..self.offers.len()).all(|turn| {
            shown = shown + self.offers[turn];
            let lacks: usize = shown.types().map(|card| shown.count(card).saturating_sub(hand.count(card))).sum();
            lacks <= turn + 1 - drawn
        })
    }
}
