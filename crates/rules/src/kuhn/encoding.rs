//! Observations and actions as numbers, version 1.
//!
//! | places | meaning |
//! |---|---|
//! | 3 | own card: jack, queen, king |
//! | 3 × 2 | the moves so far: pass, bet |
//! | 1 | whether the seat moves first |
//!
//! Actions: pass is 0, bet is 1. The card shown at the end is left out, because no decision follows.

use super::Observation;
use super::rules::{DECK, Move};
use crate::{Features, Observation as _, Seat};

pub(super) const VERSION: u32 = 1;
pub(super) const FEATURES: usize = 3 + 3 * 2 + 1;
pub(super) const NUMBERS: &[usize] = &[];
pub(super) const ACTIONS: usize = 2;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as in every game")]
pub(super) fn describe(view: &Observation, features: &mut impl Features) {
    features.hot(3, DECK.iter().position(|&card| card == view.card()));
    let mut moves = view.table().moves();
    for _ in 0..3 {
        features.hot(2, moves.next().map(action_index));
    }
    features.flag(view.seat() == Seat::FIRST);
}

pub(super) fn action_index(action: Move) -> usize {
    action as usize
}

pub(super) fn action_at(index: usize) -> Option<Move> {
    [Move::Pass, Move::Bet].get(index).copied()
}
