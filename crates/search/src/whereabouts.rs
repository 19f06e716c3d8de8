//! Where the unseen cards may be: the probability of each kind of card in each hidden place.
//!
//! A belief is a set of weighted worlds. A person asks "who has the buffalo?", so here worlds become a table of kinds ×
//! places. If few worlds explain the other seats' choices, the table must not claim to be certain. So it is drawn
//! towards the probabilities by the rules alone, the more the smaller the belief's effective size.

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{Card, CardSet, Observation, ObservationOf, Seat, State};

use crate::{Belief, Searchable};

/// Unseen cards that are indistinguishable to the seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The game's notation of the card.
    pub name: String,
    /// The number of unseen ones; more than 1 only for cards with twins.
    pub count: usize,
    /// Its position in a table of suits and ranks, if the deck has them.
    pub cell: Option<Cell>,
}

/// A position in a table of suits and ranks, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its row.
    pub suit: u8,
    /// Its column.
    pub rank: u8,
}

impl From<FrenchCard> for Cell {
    fn from(card: FrenchCard) -> Cell {
        Cell { suit: card.suit() as u8, rank: card.rank() - 1 }
    }
}

/// A place where unseen cards may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HidingPlace {
    /// The owner, if the place belongs to a seat.
    pub seat: Option<Seat>,
    /// A short name, used as a column title; `None` for a hand, which has the seat's name.
    label: Option<&'static str>,
    /// The place in a sentence, up to the seat if there is one: "the 47 is in the hand of …".
    phrase: &'static str,
    /// The number of cards there.
    pub size: usize,
}

impl HidingPlace {
    /// The hand of a seat.
    pub fn hand(seat: Seat, size: usize) -> HidingPlace {
        HidingPlace { seat: Some(seat), label: None, phrase: "in the hand of", size }
    }

    /// Another place of a seat: its name, and the words before the seat's name.
    pub fn of(seat: Seat, label: &'static str, phrase: &'static str, size: usize) -> HidingPlace {
        HidingPlace { seat: Some(seat), label: Some(label), phrase, size }
    }

    /// A place without an owner: its name and its words.
    pub fn common(label: &'static str, phrase: &'static str, size: usize) -> HidingPlace {
        HidingPlace { seat: None, label: Some(label), phrase, size }
    }

    /// The owner, if the place is a hand.
    pub fn hand_of(&self) -> Option<Seat> {
        self.seat.filter(|_| self.label.is_none())
    }

    /// A short name, used as a column title; `called` names the seats.
    pub fn name(&self, called: impl Fn(Seat) -> String) -> String {
        match (self.label, self.seat) {
            (Some(label), _) => label.to_owned(),
            (None, Some(seat)) => called(seat),
            (None, None) => self.phrase.to_owned(),
        }
    }

    /// The place in a sentence, "the 47 is …"; `called` names the seats.
    pub fn in_words(&self, called: impl Fn(Seat) -> String) -> String {
        let phrase = self.phrase;
        self.seat.map_or_else(|| phrase.to_owned(), |seat| format!("{phrase} {}", called(seat)))
    }
}

/// The name of a seat without a player's name: "seat 2".
pub fn by_number(seat: Seat) -> String {
    format!("seat {seat}")
}

pub(crate) fn single<C: Card>(unseen: CardSet<C>, name: impl Fn(C) -> String, cell: impl Fn(C) -> Cell) -> Vec<Kind> {
    unseen.iter().map(|card| Kind { name: name(card), count: 1, cell: Some(cell(card)) }).collect()
}

/// The counts of a deck without twins; a card in none of `places` is in the last one.
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

/// The number of even worlds, per other seat, that count as much as the rules alone (`benchmarks/beliefs.md`).
const PRIOR_WORLDS: f64 = 8.0;

/// The weight of the rules alone if worlds are posterior samples, as models are inexact (`benchmarks/beliefs.md`).
const SMOOTHING: f64 = 0.15;

/// The probability of each kind of unseen card in each place.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdings {
    /// The unseen cards.
    pub kinds: Vec<Kind>,
    /// The places where they may be.
    pub places: Vec<HidingPlace>,
    /// The effective size of the belief.
    pub effective_size: f64,
    chances: Vec<f64>,
    uniform: Vec<f64>,
}

/// Returns the weights of the worlds by this seat's choices alone.
fn weights_by<S: State>(belief: &Belief<S>, seat: Seat) -> Vec<f64> {
    let evidence = || belief.worlds().iter().map(|world| world.evidence[seat]);
    let best = evidence().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = evidence().map(|log| (log - best).exp()).sum();
    evidence().map(|log| (log - best).exp() / sum).collect()
}

/// Returns the probability of each cell from evenly drawn worlds.
///
/// Few worlds may explain all seats' choices at once, but many explain each seat's. So each seat's choices are judged
/// separately, and their factors are multiplied as if they were independent.
fn chances_by_seat<G: Searchable>(
    view: &ObservationOf<G>,
    belief: &Belief<G::State>,
    worlds: &[Vec<f64>],
    uniform: &[f64],
) -> Vec<f64> {
    // The evidence of several seats is less independent than assumed.
    let doubt = PRIOR_WORLDS * (G::SEATS - 1) as f64;
    let mut chances = uniform.to_vec();
    for seat in Seat::all(G::SEATS).filter(|&seat| seat != view.seat()) {
        let weights = weights_by(belief, seat);
        let size = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        for (cell, chance) in chances.iter_mut().enumerate().filter(|(cell, _)| uniform[*cell] > 0.0) {
            // The number of worlds that have the card there, or not there, whichever is smaller.
            let speaking = size * uniform[cell].min(1.0 - uniform[cell]);
            let trust = speaking / (speaking + doubt);
            let frequency: f64 = weights.iter().zip(worlds).map(|(weight, world)| weight * world[cell]).sum();
            *chance *= 1.0 - trust + trust * frequency / uniform[cell];
        }
    }
    chances
}

/// Returns the probability of each cell from posterior samples, smoothed because the models may be wrong.
fn chances_from_samples(worlds: &[Vec<f64>], uniform: &[f64]) -> Vec<f64> {
    let often = |cell: usize| worlds.iter().map(|world| world[cell]).sum::<f64>() / worlds.len() as f64;
    uniform.iter().enumerate().map(|(cell, even)| SMOOTHING * even + (1.0 - SMOOTHING) * often(cell)).collect()
}

/// A cell of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fact {
    /// The index of the kind.
    pub kind: usize,
    /// The index of the place.
    pub place: usize,
    /// The probability that one such card is there.
    pub chance: f64,
    /// The probability by the rules alone.
    pub uniform: f64,
}

impl Holdings {
    /// Computes the table of a belief about this observation.
    pub fn of<G: Searchable>(view: &ObservationOf<G>, belief: &Belief<G::State>) -> Holdings {
        let (kinds, places) = (G::unseen(view), G::hiding_places(view));
        let mut counts = Vec::new();
        let mut shares = |state: &G::State| {
            G::locate(view, state, &mut counts);
            let part = |(cell, &count): (usize, &u8)| f64::from(count) / kinds[cell / places.len()].count as f64;
            counts.iter().enumerate().map(part).collect::<Vec<f64>>()
        };
        let worlds: Vec<Vec<f64>> = belief.worlds().iter().map(|world| shares(&world.state)).collect();
        let even: Option<Vec<Vec<f64>>> = belief.drawn_evenly().map(|even| even.iter().map(shares).collect());
        let total: usize = kinds.iter().map(|kind| kind.count).sum();
        let room = places.iter().map(|place| place.size as f64 / total.max(1) as f64);
        // One extra world with equal cards keeps cells that were never drawn from being impossible.
        let mut uniform: Vec<f64> = room.collect::<Vec<_>>().repeat(kinds.len());
        let drawn = even.as_ref().unwrap_or(&worlds);
        for (cell, chance) in uniform.iter_mut().enumerate() {
            let sum: f64 = drawn.iter().map(|world| world[cell]).sum();
            *chance = (*chance + sum) / (drawn.len() as f64 + 1.0);
        }
        let chances = match even {
            None => chances_by_seat::<G>(view, belief, &worlds, &uniform),
            Some(_) => chances_from_samples(&worlds, &uniform),
        };
        let mut holdings = Holdings { kinds, places, effective_size: belief.effective_size(), chances, uniform };
        holdings.balance();
        holdings
    }

    /// Scales rows and columns in turn until every row sums to 1 and every place is full.
    fn balance(&mut self) {
        const ROUNDS: usize = 60;
        let columns = self.places.len();
        for _ in 0..ROUNDS {
            for (place, HidingPlace { size, .. }) in self.places.iter().enumerate() {
                let rows = self.chances.chunks(columns).zip(&self.kinds);
                let sum: f64 = rows.map(|(row, kind)| row[place] * kind.count as f64).sum();
                let scale = if sum > 0.0 { *size as f64 / sum } else { 1.0 };
                for cell in self.chances.iter_mut().skip(place).step_by(columns) {
                    *cell *= scale;
                }
            }
            for row in self.chances.chunks_mut(columns) {
                let sum: f64 = row.iter().sum();
                for cell in row {
                    *cell /= sum;
                }
            }
        }
    }

    /// The probability that one card of this kind is in this place.
    pub fn chance(&self, kind: usize, place: usize) -> f64 {
        self.chances[kind * self.places.len() + place]
    }

    /// The probability by the rules alone.
    pub fn uniform(&self, kind: usize, place: usize) -> f64 {
        self.uniform[kind * self.places.len() + place]
    }

    /// Returns whether at most one place holds cards.
    pub fn is_certain(&self) -> bool {
        self.places.iter().filter(|place| place.size > 0).count() < 2
    }

    /// All cells, those that the other seats' choices changed most first.
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

    /// The mean log loss of the true counts, in nats per card: with the belief, and by the rules alone.
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
    /// The cell's part of the relative entropy between the belief and the rules alone.
    fn gain(&self) -> f64 {
        if self.chance <= 0.0 { self.uniform } else { self.chance * (self.chance / self.uniform).ln() }
    }
}
