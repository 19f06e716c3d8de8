//! Where the unseen cards may be: each kind of card, each hidden place, and how likely it is there.
//!
//! A belief is worlds with weights. What a person wants to know is "who has the buffalo?", so here
//! worlds become a table of kinds × places. Few worlds may explain what the others did; they must
//! not claim to be certain, so the table is drawn towards what the rules alone allow, the more the
//! fewer evenly weighted worlds the belief is worth.

use cardsharp_rules::{Card, CardSet, ObservationOf};

use crate::{Belief, Thoughtful};

/// Unseen cards that are all the same to the seat that has not seen them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// As the game writes the card.
    pub name: String,
    /// How many of them are unseen; more than one only where cards have twins.
    pub count: usize,
}

/// Where unseen cards may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// A short name, to stand over a column.
    pub name: String,
    /// The name in a sentence: "the 47 is …".
    pub phrase: String,
    /// How many cards are there.
    pub size: usize,
}

impl Place {
    /// A place with its name, its words and its size.
    pub fn new(name: impl Into<String>, phrase: impl Into<String>, size: usize) -> Place {
        Place { name: name.into(), phrase: phrase.into(), size }
    }
}

/// A game that can say where its hidden cards are.
pub trait Whereabouts: Thoughtful {
    /// The cards this seat has not seen, in their order.
    fn unseen(view: &ObservationOf<Self>) -> Vec<Kind>;

    /// Where they may be; the sizes add up to the number of unseen cards.
    fn places(view: &ObservationOf<Self>) -> Vec<Place>;

    /// How many cards of each kind are in each place, were this the truth: a row for every kind
    /// of [`Whereabouts::unseen`], a column for every one of [`Whereabouts::places`].
    fn locate(view: &ObservationOf<Self>, state: &Self::State, counts: &mut Vec<u8>);
}

/// The kinds of a deck without twins.
pub(crate) fn single<C: Card>(unseen: CardSet<C>, name: impl Fn(C) -> String) -> Vec<Kind> {
    unseen.iter().map(|card| Kind { name: name(card), count: 1 }).collect()
}

/// The counts of a deck without twins; what is in no other place is in the last.
pub(crate) fn locate_single<C: Card>(unseen: CardSet<C>, places: &[CardSet<C>], counts: &mut Vec<u8>) {
    counts.clear();
    for card in unseen {
        let mut elsewhere = true;
        for place in places {
            counts.push(u8::from(place.contains(card)));
            elsewhere &= !place.contains(card);
        }
        counts.push(u8::from(elsewhere));
    }
}

/// So many evenly weighted worlds are believed as much as the rules alone.
///
/// Measured with `bench beliefs`: see `benchmarks/beliefs.md`.
const DOUBT: f64 = 5.0;

/// How likely each kind of unseen card is in each place.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdings {
    /// The unseen cards.
    pub kinds: Vec<Kind>,
    /// Where they may be.
    pub places: Vec<Place>,
    /// How many evenly weighted worlds this was learnt from.
    pub effective_size: f64,
    chances: Vec<f64>,
    uniform: Vec<f64>,
}

/// What is striking about a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fact {
    /// The number of the kind.
    pub kind: usize,
    /// The number of the place.
    pub place: usize,
    /// How likely one such card is there.
    pub chance: f64,
    /// How likely it would be if nobody's choices told anything.
    pub uniform: f64,
}

impl Holdings {
    /// What a belief says about this observation.
    pub fn of<G: Whereabouts>(view: &ObservationOf<G>, belief: &Belief<G::State>) -> Holdings {
        let (kinds, places) = (G::unseen(view), G::places(view));
        let total: usize = kinds.iter().map(|kind| kind.count).sum();
        let shares = places.iter().map(|place| place.size as f64 / total.max(1) as f64);
        // One world in which all cards are alike keeps what was never drawn from being impossible.
        let mut uniform: Vec<f64> = shares.collect::<Vec<_>>().repeat(kinds.len());
        let mut weighted = vec![0.0; uniform.len()];
        let mut counts = Vec::new();
        for world in belief.worlds() {
            G::locate(view, &world.state, &mut counts);
            for (cell, &count) in counts.iter().enumerate() {
                let part = f64::from(count) / kinds[cell / places.len()].count as f64;
                uniform[cell] += part;
                weighted[cell] += world.weight * part;
            }
        }
        let worlds = belief.worlds().len() as f64 + 1.0;
        let effective_size = belief.effective_size();
        let trust = effective_size / (effective_size + DOUBT);
        for (rough, even) in weighted.iter_mut().zip(&mut uniform) {
            *even /= worlds;
            *rough = trust * *rough + (1.0 - trust) * *even;
        }
        Holdings { kinds, places, effective_size, chances: weighted, uniform }
    }

    /// How likely one card of this kind is in this place.
    pub fn chance(&self, kind: usize, place: usize) -> f64 {
        self.chances[kind * self.places.len() + place]
    }

    /// How likely it would be if nobody's choices told anything.
    pub fn uniform(&self, kind: usize, place: usize) -> f64 {
        self.uniform[kind * self.places.len() + place]
    }

    /// Whether there is anything to wonder about.
    pub fn is_certain(&self) -> bool {
        self.places.iter().filter(|place| place.size > 0).count() < 2
    }

    /// What the others' choices have told, the most striking first.
    pub fn facts(&self) -> Vec<Fact> {
        let cells = (0..self.kinds.len()).flat_map(|kind| (0..self.places.len()).map(move |place| (kind, place)));
        let mut facts: Vec<Fact> = cells
            .map(|(kind, place)| Fact {
                kind,
                place,
                chance: self.chance(kind, place),
                uniform: self.uniform(kind, place),
            })
            .collect();
        facts.sort_by(|a, b| b.gain().total_cmp(&a.gain()));
        facts
    }

    /// How surprised one is to learn the truth, in nats a card: with the belief, and without it.
    pub fn log_loss(&self, truth: &[u8]) -> (f64, f64) {
        let (mut believed, mut uniform, mut cards) = (0.0, 0.0, 0.0);
        for (cell, &count) in truth.iter().enumerate().filter(|(_, count)| **count > 0) {
            believed -= f64::from(count) * self.chances[cell].ln();
            uniform -= f64::from(count) * self.uniform[cell].ln();
            cards += f64::from(count);
        }
        (believed / cards, uniform / cards)
    }
}

impl Fact {
    /// How far the belief is from the rules alone: what this adds to their relative entropy.
    fn gain(&self) -> f64 {
        if self.chance <= 0.0 { self.uniform } else { self.chance * (self.chance / self.uniform).ln() }
    }
}
