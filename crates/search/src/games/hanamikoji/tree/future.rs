//! The cards a seat is known to show later: situations that cannot show them need not be followed.

use cardsharp_rules::hanamikoji::{Cards, Shown, Table};

/// The offers a seat makes, past and to come.
pub struct Future {
    /// The cards of each turn's offer; none where the seat hides or burns.
    pub offers: Vec<Cards>,
}

impl Future {
    /// Reads the offers of a seat from a table.
    pub fn of(table: &Table, seat: usize) -> Future {
        let offer = |shown: &Shown| match shown {
            Shown::Offer { offer, .. } => offer.cards(),
            Shown::Secret | Shown::Burn => Cards::EMPTY,
        };
        Future { offers: table.shown().iter().skip(seat).step_by(2).map(offer).collect() }
    }

    /// All cards it ever shows.
    pub fn cards(&self) -> Cards {
        self.offers.iter().fold(Cards::EMPTY, |cards, &offer| cards + offer)
    }

    /// Whether a hand can show what is to come after so many turns and draws of its own: what it
    /// lacks it must yet draw.
    pub fn allows(&self, hand: Cards, acted: usize, drawn: usize) -> bool {
        let mut shown = Cards::EMPTY;
        (acted..self.offers.len()).all(|turn| {
            shown = shown + self.offers[turn];
            let lacks: usize = shown.types().map(|card| shown.count(card).saturating_sub(hand.count(card))).sum();
            lacks <= turn + 1 - drawn
        })
    }
}
