//! Indigo: each unseen card is in the other hand or still to be dealt.

use cardsharp_rules::indigo::{Card, Observation, State};
use cardsharp_rules::{Observation as _, Seat, State as _};

use crate::whereabouts::{locate_single, single};
use crate::{Cell, Figure, HidingPlace, Kind, Unit};

pub(super) fn unseen(view: &Observation) -> Vec<Kind> {
    single(view.unseen(), |card| card.to_string(), Cell::from)
}

pub(super) fn hiding_places(view: &Observation) -> Vec<HidingPlace> {
    let them = view.seat().other();
    let hand = view.table().hand_size(them);
    vec![HidingPlace::hand(them, hand), HidingPlace::common("to come", "still to be dealt", view.unseen().len() - hand)]
}

pub(super) fn locate(view: &Observation, state: &State, counts: &mut Vec<u8>) {
    locate_single(view.unseen(), &[state.hands()[view.seat().other()]], counts);
}

pub(super) const FIGURES: &[Figure] = &[
    Figure { name: "captures", words: "chance to capture with it", unit: Unit::Chance, good: true },
    Figure { name: "captured", words: "chance that the other seat captures next", unit: Unit::Chance, good: false },
    Figure { name: "points", words: "expected points", unit: Unit::Amount, good: true },
];

pub(super) fn figures(before: &State, end: &State, me: Seat, figures: &mut [f64]) {
    let returns = end.returns().expect("a game played to its end has returns");
    let plays = &end.table().plays()[before.table().plays().len()..];
    let mine = before.table().capturing().contains(plays[0]);
    // After a capture the table is empty, so the next card cannot capture.
    let theirs = !mine && plays.get(1).is_some_and(|&next| matches(next, plays[0]));
    figures[0] = f64::from(u8::from(mine));
    figures[1] = f64::from(u8::from(theirs));
    figures[2] = f64::from(returns[me]);
}

fn matches(card: Card, top: Card) -> bool {
    card.suit() == top.suit() || card.rank() == top.rank()
}
