//! Where the unseen cards may be: each kind of card, each hidden place, and how likely it is there.
//!
//! A belief is worlds with weights. What a person wants to know is "who has the buffalo?", so here
//! worlds become a table of kinds × places. Few worlds may explain what the others did; they must
//! not claim to be certain, so the table is drawn towards what the rules alone allow, the more the
//! fewer evenly weighted worlds the belief is worth.

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{Card, CardSet, Observation, ObservationOf, Seat, State};

use crate::{Belief, Thoughtful};

/// Unseen cards that are all the same to the seat that has not seen them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// As the game writes the card.
    pub name: String,
    /// How many of them are unseen; more than one only where cards have twins.
    pub count: usize,
    /// Where it stands in a table of suits and ranks, if the deck has them.
    pub cell: Option<Cell>,
}

/// Where a card stands in a table of suits and ranks, counted from 0.
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

/// Where unseen cards may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HidingPlace {
    /// Whose cards lie there, if they are somebody's.
    pub seat: Option<Seat>,
    /// A short name, to stand over a column; none for a hand, which is called after its seat.
    label: Option<&'static str>,
    /// The place in a sentence, up to the seat if it has one: "the 47 is in the hand of …".
    phrase: &'static str,
    /// How many cards are there.
    pub size: usize,
}

impl HidingPlace {
    /// The hand of a seat.
    pub fn hand(seat: Seat, size: usize) -> HidingPlace {
        HidingPlace { seat: Some(seat), label: None, phrase: "in the hand of", size }
    }

    /// Another place of a seat: its name, and the words before the seat.
    pub fn of(seat: Seat, label: &'static str, phrase: &'static str, size: usize) -> HidingPlace {
        HidingPlace { seat: Some(seat), label: Some(label), phrase, size }
    }

    /// A place that is nobody's: its name and its words.
    pub fn common(label: &'static str, phrase: &'static str, size: usize) -> HidingPlace {
        HidingPlace { seat: None, label: Some(label), phrase, size }
    }

    /// Whose hand it is, if it is one.
    pub fn hand_of(&self) -> Option<Seat> {
        self.seat.filter(|_| self.label.is_none())
    }

    /// A short name, to stand over a column; seats have these names.
    pub fn name(&self, called: impl Fn(Seat) -> String) -> String {
        match (self.label, self.seat) {
            (Some(label), _) => label.to_owned(),
            (None, Some(seat)) => called(seat),
            (None, None) => self.phrase.to_owned(),
        }
    }

    /// The place in a sentence, "the 47 is …"; seats have these names.
    pub fn in_words(&self, called: impl Fn(Seat) -> String) -> String {
        let phrase = self.phrase;
        self.seat.map_or_else(|| phrase.to_owned(), |seat| format!("{phrase} {}", called(seat)))
    }
}

/// What a seat is called where nobody has a name: "seat 2".
pub fn by_number(seat: Seat) -> String {
    format!("seat {seat}")
}

/// The kinds of a deck without twins.
pub(crate) fn single<C: Card>(unseen: CardSet<C>, name: impl Fn(C) -> String, cell: impl Fn(C) -> Cell) -> Vec<Kind> {
    unseen.iter().map(|card| Kind { name: name(card), count: 1, cell: Some(cell(card)) }).collect()
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

/// So many evenly weighted worlds that speak of a card, for each other seat, are believed as much
/// as the rules alone: measured, see `benchmarks/beliefs.md`.
const PRIOR_WORLDS: f64 = 8.0;

/// How much of a chance is what the rules alone say, where worlds are drawn from the posterior:
/// the models are never quite right. Measured, see `benchmarks/beliefs.md`.
const SMOOTHING: f64 = 0.15;

/// How likely each kind of unseen card is in each place.
#[derive(Clone, Debug, PartialEq)]
pub struct Holdings {
    /// The unseen cards.
    pub kinds: Vec<Kind>,
    /// Where they may be.
    pub places: Vec<HidingPlace>,
    /// How many evenly weighted worlds this was learnt from.
    pub effective_size: f64,
    chances: Vec<f64>,
    uniform: Vec<f64>,
}

/// How much each world counts if only this seat's choices are heard.
fn weights_by<S: State>(belief: &Belief<S>, seat: Seat) -> Vec<f64> {
    let evidence = || belief.worlds().iter().map(|world| world.evidence[seat]);
    let best = evidence().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = evidence().map(|log| (log - best).exp()).sum();
    evidence().map(|log| (log - best).exp() / sum).collect()
}

/// What evenly drawn worlds say, cell by cell.
///
/// Few worlds may explain everybody's choices at once, but many explain each seat's. So every
/// seat's choices are heard apart, and what they say about a card is multiplied, as if they told
/// independently of each other where it is.
fn heard_apart<G: Thoughtful>(
    view: &ObservationOf<G>,
    belief: &Belief<G::State>,
    worlds: &[Vec<f64>],
    uniform: &[f64],
) -> Vec<f64> {
    // What several seats tell is not as independent as it is taken to be.
    let doubt = PRIOR_WORLDS * (G::SEATS - 1) as f64;
    let mut chances = uniform.to_vec();
    for seat in Seat::all(G::SEATS).filter(|&seat| seat != view.seat()) {
        let weights = weights_by(belief, seat);
        let size = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        for (cell, chance) in chances.iter_mut().enumerate().filter(|(cell, _)| uniform[*cell] > 0.0) {
            // What counts is how many worlds speak of the card being there, or not there.
            let speaking = size * uniform[cell].min(1.0 - uniform[cell]);
            let trust = speaking / (speaking + doubt);
            let heard: f64 = weights.iter().zip(worlds).map(|(weight, world)| weight * world[cell]).sum();
            *chance *= 1.0 - trust + trust * heard / uniform[cell];
        }
    }
    chances
}

/// What worlds say that were drawn from the posterior, cell by cell: how often the card is there,
/// with some room for being wrong about everybody.
fn heard_together(worlds: &[Vec<f64>], uniform: &[f64]) -> Vec<f64> {
    let often = |cell: usize| worlds.iter().map(|world| world[cell]).sum::<f64>() / worlds.len() as f64;
    uniform.iter().enumerate().map(|(cell, even)| SMOOTHING * even + (1.0 - SMOOTHING) * often(cell)).collect()
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
    pub fn of<G: Thoughtful>(view: &ObservationOf<G>, belief: &Belief<G::State>) -> Holdings {
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
        // One world in which all cards are alike keeps what was never drawn from being impossible.
        let mut uniform: Vec<f64> = room.collect::<Vec<_>>().repeat(kinds.len());
        let drawn = even.as_ref().unwrap_or(&worlds);
        for (cell, chance) in uniform.iter_mut().enumerate() {
            let sum: f64 = drawn.iter().map(|world| world[cell]).sum();
            *chance = (*chance + sum) / (drawn.len() as f64 + 1.0);
        }
        let chances = match even {
            None => heard_apart::<G>(view, belief, &worlds, &uniform),
            Some(_) => heard_together(&worlds, &uniform),
        };
        let mut holdings = Holdings { kinds, places, effective_size: belief.effective_size(), chances, uniform };
        holdings.balance();
        holdings
    }

    /// Scales rows and columns in turn until every card is somewhere and every place full.
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
    /// How far the belief is from the rules alone: what this adds to the relative entropy.
    fn gain(&self) -> f64 {
        if self.chance <= 0.0 { self.uniform } else { self.chance * (self.chance / self.uniform).ln() }
    }
}
