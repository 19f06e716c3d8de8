//! Observations and actions as numbers, version 1.
//!
//! | places | meaning |
//! |---|---|
//! | 52 each | own hand · the public cards · unseen · own discards |
//! | 52 | cards that make a 13 with one public card |
//! | 3 × 4 × 52 | the others' discards: by seat from the left, then by round |
//! | 4 | the round, from the first |
//! | 4 | the own seat, which is the place in each round |
//! | 2 | the option `sums`: face, flexible |
//!
//! Cards are numbered by suit (♠ ♥ ♦ ♣), then rank from the ace; an action is its card. The hands shown at
//! the end are left out, because no decision follows.

use super::rules::{Card, Discard, ROUNDS, SEATS};
use super::score::makes_thirteen;
use super::{Observation, Sums};
use crate::{Card as _, CardSet, Features, Observation as _};

const CARDS: usize = 52;

pub(super) const VERSION: u32 = 1;
pub(super) const FEATURES: usize = 5 * CARDS + (SEATS - 1) * ROUNDS * CARDS + ROUNDS + SEATS + 2;
pub(super) const NUMBERS: &[usize] = &[];
pub(super) const ACTIONS: usize = CARDS;

pub(super) fn describe(view: &Observation, features: &mut impl Features) {
    let (me, table) = (view.seat(), view.table());
    let public = table.public();
    let partners =
        Card::DECK.iter().filter(|&card| public.iter().any(|&open| makes_thirteen(table.sums(), card, open)));
    let sets: [CardSet<Card>; 5] = [
        view.hand().set(),
        public.into_iter().collect(),
        view.unseen(),
        table.discards_of(me).collect(),
        partners.collect(),
    ];
    for set in sets {
        features.hot(CARDS, set.iter().map(|card| usize::from(card.index())));
    }
    for step in 1..SEATS {
        let mut discards = table.discards_of(me.plus(step, SEATS));
        for _ in 0..ROUNDS {
            features.hot(CARDS, discards.next().map(|card| usize::from(card.index())));
        }
    }
    features.hot(ROUNDS, [table.round()]);
    features.hot(SEATS, [me.index()]);
    features.hot(2, [usize::from(table.sums() == Sums::Flexible)]);
}

pub(super) fn action_index(action: Discard) -> usize {
    usize::from(action.0.index())
}

pub(super) fn action_at(index: usize) -> Option<Discard> {
    (index < CARDS).then(|| Discard(Card::from_index(index as u8)))
}
