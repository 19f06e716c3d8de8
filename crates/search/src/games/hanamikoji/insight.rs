//! Hanamikoji: cards of a type are identical, and there are five places to hide one.

use cardsharp_rules::hanamikoji::{Cards, Geisha, Kind as Used, Observation, State};
use cardsharp_rules::{Observation as _, Seat};

use crate::{Figure, HidingPlace, Kind, Unit};

fn types(cards: Cards) -> impl Iterator<Item = Geisha> {
    Geisha::ALL.into_iter().filter(move |&card| cards.contains(card))
}

pub(super) fn unseen(view: &Observation) -> Vec<Kind> {
    let unseen = view.unseen();
    types(unseen).map(|card| Kind { name: card.to_string(), count: unseen.count(card), cell: None }).collect()
}

pub(super) fn hiding_places(view: &Observation) -> Vec<HidingPlace> {
    let (table, them) = (view.table(), view.seat().other());
    let hand = table.hand_size(them);
    // At the end the secrets are shown.
    let hidden = table.has_used(them, Used::Secret) && table.secrets()[them].is_none();
    let burned = if table.has_used(them, Used::Burn) { 2 } else { 0 };
    let known = hand + usize::from(hidden) + burned + 1;
    vec![
        HidingPlace::hand(them, hand),
        HidingPlace::of(them, "secret", "the secret of", usize::from(hidden)),
        HidingPlace::of(them, "burned", "burned by", burned),
        HidingPlace::common("removed", "the removed card", 1),
        HidingPlace::common("pile", "in the pile", view.unseen().len() - known),
    ]
}

pub(super) fn locate(view: &Observation, state: &State, counts: &mut Vec<u8>) {
    let them = view.seat().other();
    let (unseen, theirs) = (view.unseen(), &state.own()[them]);
    let shown = view.table().secrets()[them].is_some();
    let secret = theirs.secret().filter(|_| !shown).map_or(Cards::EMPTY, Cards::from);
    let places = [theirs.hand(), secret, theirs.burned(), Cards::from(state.removed())];
    counts.clear();
    for card in types(unseen) {
        let here = places.map(|place| place.count(card));
        counts.extend(here.map(|count| count as u8));
        counts.push((unseen.count(card) - here.iter().sum::<usize>()) as u8);
    }
}

pub(super) const FIGURES: &[Figure] = &[
    Figure { name: "points", words: "expected points", unit: Unit::Amount, good: true },
    Figure { name: "types", words: "expected types won", unit: Unit::Amount, good: true },
    Figure { name: "theirs", words: "expected points of the other seat", unit: Unit::Amount, good: false },
];

pub(super) fn figures(_before: &State, end: &State, me: Seat, figures: &mut [f64]) {
    let placed = end.table().placed();
    let owned = |seat: Seat| {
        let more = move |card: &Geisha| placed[seat].count(*card) > placed[seat.other()].count(*card);
        Geisha::ALL.into_iter().filter(more)
    };
    let points = |seat: Seat| owned(seat).map(Geisha::value).sum::<usize>() as f64;
    figures[0] = points(me);
    figures[1] = owned(me).count() as f64;
    figures[2] = points(me.other());
}
