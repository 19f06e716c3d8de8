//! Lucky Thirteen: each unseen card is in one of three other hands or in the pile.

use cardsharp_rules::lucky_thirteen::{Card, Hand, LuckyThirteen, Observation, State, best_way};
use cardsharp_rules::{CardSet, Game, Observation as _, Seat, State as _, Turn};

use crate::whereabouts::{locate_single, single};
use crate::{Cell, Figure, HidingPlace, Kind, Unit};

fn others(me: Seat) -> impl Iterator<Item = Seat> {
    Seat::all(LuckyThirteen::SEATS).filter(move |&seat| seat != me)
}

pub(super) fn unseen(view: &Observation) -> Vec<Kind> {
    single(view.unseen(), Card::code, Cell::from)
}

pub(super) fn hiding_places(view: &Observation) -> Vec<HidingPlace> {
    let size = |seat: Seat| match view.turn() {
        // At the end all hands are shown.
        Turn::Over => 0,
        Turn::Of(turn) => 2 + usize::from(turn == seat),
    };
    let hand = |seat: Seat| HidingPlace::hand(seat, size(seat));
    let mut places: Vec<HidingPlace> = others(view.seat()).map(hand).collect();
    let held: usize = places.iter().map(|place| place.size).sum();
    places.push(HidingPlace::common("pile", "in the pile", view.unseen().len() - held));
    places
}

pub(super) fn locate(view: &Observation, state: &State, counts: &mut Vec<u8>) {
    let mut hands = [CardSet::EMPTY; LuckyThirteen::SEATS - 1];
    for (hand, seat) in hands.iter_mut().zip(others(view.seat())) {
        *hand = state.hands()[seat].set();
    }
    locate_single(view.unseen(), &hands, counts);
}

pub(super) const FIGURES: &[Figure] = &[
    Figure { name: "a 13", words: "chance to end with a 13", unit: Unit::Chance, good: true },
    Figure { name: "their 13", words: "chance that another seat ends with a 13", unit: Unit::Chance, good: false },
    Figure { name: "score", words: "expected score", unit: Unit::Amount, good: true },
];

pub(super) fn figures(_before: &State, end: &State, me: Seat, figures: &mut [f64]) {
    let table = end.table();
    let has_13 = |hand: Hand| {
        let hand = hand.set();
        best_way(table.sums(), [hand.nth(0), hand.nth(1)], table.public()).is_some()
    };
    let returns = end.returns().expect("a game played to its end has returns");
    figures[0] = f64::from(u8::from(has_13(end.hands()[me])));
    figures[1] = f64::from(u8::from(others(me).any(|seat| has_13(end.hands()[seat]))));
    figures[2] = f64::from(returns[me]);
}
