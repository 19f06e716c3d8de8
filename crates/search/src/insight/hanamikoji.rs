//! Hanamikoji: cards of a type are the same card, and there are five places to hide one.

use cardsharp_rules::hanamikoji::{Cards, Geisha, Hanamikoji, Kind as Used, Observation, State};
use cardsharp_rules::{Observation as _, Seat};

use crate::{Figure, Kind, Place, Prospects, Unit, Whereabouts};

fn types(cards: Cards) -> impl Iterator<Item = Geisha> {
    Geisha::ALL.into_iter().filter(move |&card| cards.contains(card))
}

impl Whereabouts for Hanamikoji {
    fn unseen(view: &Observation) -> Vec<Kind> {
        let unseen = view.unseen();
        types(unseen).map(|card| Kind { name: card.to_string(), count: unseen.count(card), cell: None }).collect()
    }

    fn places(view: &Observation) -> Vec<Place> {
        let (table, them) = (view.table(), view.seat().other());
        let hand = table.hand_size(them);
        // At the end the secrets are shown.
        let hidden = table.has_used(them, Used::Secret) && table.secrets()[them].is_none();
        let burned = if table.has_used(them, Used::Burn) { 2 } else { 0 };
        let known = hand + usize::from(hidden) + burned + 1;
        vec![
            Place::hand(them, hand),
            Place::of(them, "secret", "the secret of", usize::from(hidden)),
            Place::of(them, "burned", "burned by", burned),
            Place::common("removed", "the removed card", 1),
            Place::common("pile", "in the pile", view.unseen().len() - known),
        ]
    }

    fn locate(view: &Observation, state: &State, counts: &mut Vec<u8>) {
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
}

impl Prospects for Hanamikoji {
    const FIGURES: &'static [Figure] = &[
        Figure { name: "points", words: "expected points", unit: Unit::Amount, good: true },
        Figure { name: "types", words: "expected types won", unit: Unit::Amount, good: true },
        Figure { name: "theirs", words: "expected points of the other seat", unit: Unit::Amount, good: false },
    ];

    fn figures(_before: &State, end: &State, me: Seat, figures: &mut [f64]) {
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
}
