//! Intensity: each unseen card is in one of three other hands. Until all have passed, passed cards count as unpassed.

use cardsharp_rules::intensity::{BUFFALO, Card, Intensity, Observation, State, Table};
use cardsharp_rules::{CardSet, Game, Observation as _, Seat, State as _};

use crate::whereabouts::single;
use crate::{Cell, Figure, HidingPlace, Kind, Unit};

const SEATS: usize = Intensity::SEATS;

fn others(me: Seat) -> impl Iterator<Item = Seat> {
    Seat::all(SEATS).filter(move |&seat| seat != me)
}

pub(super) fn unseen(view: &Observation) -> Vec<Kind> {
    let cell = |card: Card| Cell { suit: card.suit().digit() - 1, rank: card.number() % 10 };
    single(view.unseen(), |card| card.to_string(), cell)
}

pub(super) fn hiding_places(view: &Observation) -> Vec<HidingPlace> {
    let table = view.table();
    let size = |seat: Seat| if table.all_passed() { table.hand_size(seat) } else { table.hand_size(Seat::new(3)) };
    let hand = |seat: Seat| HidingPlace::hand(seat, size(seat));
    others(view.seat()).map(hand).collect()
}

pub(super) fn locate(view: &Observation, state: &State, counts: &mut Vec<u8>) {
    counts.clear();
    let held = |seat: Seat| -> CardSet<Card> {
        if state.table().all_passed() { state.hands()[seat] } else { state.hands()[seat] | state.passes()[seat] }
    };
    for card in view.unseen() {
        counts.extend(others(view.seat()).map(|seat| u8::from(held(seat).contains(card))));
    }
}

pub(super) const FIGURES: &[Figure] = &[
    Figure { name: "penalties", words: "expected penalty points", unit: Unit::Amount, good: false },
    Figure { name: "buffalo", words: "risk of taking the buffalo", unit: Unit::Chance, good: false },
    Figure { name: "round", words: "chance of taking this round", unit: Unit::Chance, good: false },
];

pub(super) fn figures(before: &State, end: &State, me: Seat, figures: &mut [f64]) {
    let returns = end.returns().expect("a game played to its end has returns");
    let taken = taken_rounds(end.table());
    let took = |round: usize| taken[round] == me;
    let buffalo = end.table().plays().iter().position(|&card| card == BUFFALO);
    figures[0] = f64::from(-returns[me]);
    figures[1] = f64::from(u8::from(buffalo.is_some_and(|place| took(place / SEATS))));
    figures[2] = f64::from(u8::from(took(before.table().rounds())));
}

fn taken_rounds(table: &Table) -> Vec<Seat> {
    let mut leaders = Vec::with_capacity(table.rounds() + 1);
    let mut place = 0;
    table.replay(|before, _, _| {
        if place % SEATS == 0 {
            leaders.push(before.leader());
        }
        place += 1;
    });
    // The seat that takes a round leads the next.
    leaders.push(table.leader());
    leaders.split_off(1)
}
