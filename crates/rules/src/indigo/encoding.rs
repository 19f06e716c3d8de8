//! Observations and actions as numbers, version 1.
//!
//! | places | meaning |
//! |---|---|
//! | 52 each | own hand · the pile · its top card · captured by this seat · by the other · unseen |
//! | 52 | top cards of this deal that the other seat did not capture |
//! | 52 | cards the other seat has played in this deal |
//! | 4 | the deal, from the first |
//! | 7 | the number of cards in the other hand |
//! | 3 | the last to capture: this seat, the other, none |
//! | 2 | points so far, in twentieths: own, the other's |
//! | 1 | whether the seat leads the deals |
//!
//! Cards are numbered by suit (♠ ♥ ♦ ♣), then rank from the ace; an action is its card.

use super::Observation;
use super::rules::{Card, HAND, PLAYS, Play, SEATS};
use crate::{Card as _, CardSet, Features, Observation as _, Seat, Turn};

const CARDS: usize = 52;

pub(super) const VERSION: u32 = 1;
pub(super) const FEATURES: usize = 8 * CARDS + 4 + 7 + 3 + 2 + 1;
/// The points of both seats.
pub(super) const NUMBERS: &[usize] = &[430, 431];
pub(super) const ACTIONS: usize = CARDS;

pub(super) fn describe(view: &Observation, features: &mut impl Features) {
    let (me, them, table) = (view.seat(), view.seat().other(), view.table());
    let (missed, theirs) = their_plays(view);
    let top = table.top().into_iter().collect();
    let captured = table.captured();
    for set in [view.hand(), table.pile(), top, captured[me], captured[them], view.unseen(), missed, theirs] {
        features.hot(CARDS, set.iter().map(|card| usize::from(card.index())));
    }
    features.hot(4, [table.deal_number()]);
    features.hot(7, [table.hand_size(them)]);
    features.hot(3, [table.last_capturer().map_or(2, |seat| usize::from(seat == them))]);
    features.number(table.points(me) as f32 / 20.0);
    features.number(table.points(them) as f32 / 20.0);
    features.flag(me == Seat::FIRST);
}

pub(super) fn action_index(action: Play) -> usize {
    usize::from(action.0.index())
}

pub(super) fn action_at(index: usize) -> Option<Play> {
    (index < CARDS).then(|| Play(Card::from_index(index as u8)))
}

/// The top cards that the other seat did not capture in this deal, and the cards it played.
fn their_plays(view: &Observation) -> (CardSet<Card>, CardSet<Card>) {
    let plays = view.table().plays();
    let deal_start = plays.len().min(PLAYS - 1) / (SEATS * HAND) * SEATS * HAND;
    let mut table = super::Table::new(*view.table().initial());
    let (mut missed, mut theirs) = (CardSet::EMPTY, CardSet::EMPTY);
    for (number, &card) in plays.iter().enumerate() {
        let Turn::Of(seat) = table.turn() else { unreachable!("a play belongs to a turn") };
        if number >= deal_start && seat != view.seat() {
            theirs.insert(card);
            if let Some(top) = table.top().filter(|_| !table.capturing().contains(card)) {
                missed.insert(top);
            }
        }
        table.play(seat, card);
    }
    (missed, theirs)
}
