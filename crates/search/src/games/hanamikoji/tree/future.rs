//! The cards that a seat is known to show later. Situations that cannot show them are dropped.

use cardsharp_rules::hanamikoji::{Cards, Shown, Table};

/// The offers of a seat, past and to come.
pub struct Future {
    /// The cards of each turn's offer; empty where the seat hides or burns.
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

    /// All cards that the seat ever shows.
    pub fn cards(&self) -> Cards {
        self.offers.iter().fold(Cards::EMPTY, |cards, &offer| cards + offer)
    }

    /// Returns whether a hand, with the draws to come, can make the coming offers after this many turns and draws.
    pub fn allows(&self, hand: Cards, acted: usize, drawn: usize) -> bool {
        let mut shown = Cards::EMPTY;
        (acted..self.offers.len()).all(|turn| {
            shown = shown + self.offers[turn];
            let lacks: usize = shown.types().map(|card| shown.count(card).saturating_sub(hand.count(card))).sum();
            lacks <= turn + 1 - drawn
        })
    }
}
