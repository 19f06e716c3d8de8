//! A hand that keeps its cards in the order in which they came; `basic` and the log need that.

use super::rules::{Card, PRIVATE};
use crate::{CardSet, Rng};

/// Up to three cards, the one longest in hand first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    cards: [Option<Card>; PRIVATE + 1],
}

impl Hand {
    /// A hand as dealt. Neither card is older, so they lie as in the log: ♠ ♥ ♦ ♣, then A, K, Q, … 2.
    pub fn dealt(mut pair: [Card; PRIVATE]) -> Hand {
        pair.sort_by_key(|card| (card.suit(), (14 - card.rank()) % 13));
        Hand { cards: [Some(pair[0]), Some(pair[1]), None] }
    }

    /// The cards, the one longest in hand first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        self.cards.into_iter().flatten()
    }

    /// The cards without their order.
    #[inline]
    pub fn set(self) -> CardSet<Card> {
        self.iter().collect()
    }

    #[inline]
    pub(super) fn draw(&mut self, card: Card) {
        debug_assert!(self.cards[PRIVATE].is_none(), "one card is drawn at a time");
        self.cards[PRIVATE] = Some(card);
    }

    /// Removes a card; the others keep their order.
    #[inline]
    pub(super) fn discard(&mut self, card: Card) {
        let [first, second, third] = self.cards;
        self.cards = match Some(card) {
            gone if gone == first => [second, third, None],
            gone if gone == second => [first, third, None],
            _ => [first, second, None],
        };
    }

    /// Draws one of the three cards held in a turn, each equally likely.
    #[inline]
    pub(super) fn random(self, rng: &mut Rng) -> Card {
        let place = rng.below(self.cards.len() as u32) as usize;
        self.cards[place].expect("three cards are held in a turn")
    }
}
