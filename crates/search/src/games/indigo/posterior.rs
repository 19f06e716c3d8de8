//! What the other seat may hold and how it may think, judged by what it did.
//!
//! The same idea as [`crate::Belief`], made for Indigo: hands of past deals were all played in
//! the open, so they tell about the opponent alone and are judged once; only the present hand is in
//! doubt, and late in a deal there are so few that all of them can be listed.

use cardsharp_rules::indigo::{Card, Observation, Table};
use cardsharp_rules::{CardSet, Observation as _, Rng, draw};

use super::opponents::{HAND, OPPONENTS, Opponent, OpponentWeights};
use super::position::{Cards, Position};
use crate::Clock;

/// A hand the other seat may hold.
#[derive(Clone, Copy, Debug)]
pub struct Hypothesis {
    /// The hand.
    pub hand: Cards,
    /// How likely each opponent is together with this hand, up to a common factor.
    pub opponents: [f32; OPPONENTS.len()],
}

/// A posterior over hands and opponents.
#[derive(Clone, Debug)]
pub struct Posterior {
    hypotheses: Vec<Hypothesis>,
    cumulated: Vec<f64>,
}

/// How likely each opponent is before anything was seen.
pub const PRIORS: OpponentWeights = [0.03, 0.25, 0.25, 0.47];

/// How often a seat does what none of our opponent models would.
const SURPRISE: f32 = 0.04;

/// The part of a time budget that goes into the posterior at most.
const SHARE: f64 = 0.25;

/// A past choice of the other seat: where it stood, less what it may still hold, and what it did.
struct Past {
    position: Position,
    card: Card,
}

impl Posterior {
    /// Judges so many hands, or all there are if those are fewer; fewer if the clock runs out. Opponents are so likely
    /// before anything was seen.
    pub fn new(view: &Observation, priors: OpponentWeights, hands: usize, clock: &Clock, rng: &mut Rng) -> Posterior {
        let (prior, now) = so_far(view, priors);
        let size = view.table().hand_size(view.seat().other());
        let mut posterior = Posterior { hypotheses: Vec::with_capacity(hands), cumulated: Vec::with_capacity(hands) };
        let unseen: Vec<Card> = view.unseen().iter().collect();
        if ways(unseen.len(), size) <= hands as u64 {
            for choice in choices(unseen.len(), size) {
                let hand = CardSet::<Card>::from_bits(choice).iter();
                // The numbers of the chosen are places among the unseen.
                let hand = hand.map(|place| unseen[usize::from(cardsharp_rules::Card::index(place))]).collect();
                posterior.add(hand, &now, prior);
            }
        } else {
            let mut cards = unseen;
            while posterior.hypotheses.len() < hands && (posterior.hypotheses.is_empty() || clock.time_used() < SHARE) {
                for place in 0..size {
                    let other = place + rng.below((cards.len() - place) as u32) as usize;
                    cards.swap(place, other);
                }
                posterior.add(cards[..size].iter().copied().collect(), &now, prior);
            }
        }
        posterior
    }

    /// One hand, known for sure: what an oracle hypotheses.
    pub fn certain(view: &Observation, hand: Cards) -> Posterior {
        let (prior, now) = so_far(view, PRIORS);
        let mut posterior = Posterior { hypotheses: Vec::new(), cumulated: Vec::new() };
        posterior.add(hand, &now, prior);
        posterior
    }

    fn add(&mut self, hand: Cards, now: &[Past], mut opponents: OpponentWeights) {
        for past in now {
            judge(past, hand, &mut opponents);
        }
        let weight: f64 = opponents.iter().sum();
        let total = self.cumulated.last().copied().unwrap_or(0.0);
        self.cumulated.push(total + weight);
        self.hypotheses.push(Hypothesis { hand, opponents: opponents.map(|opponent| (opponent / weight) as f32) });
    }

    /// A hand and an opponent, drawn by their weight.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> (Cards, Opponent) {
        let place = rng.unit() * self.cumulated.last().expect("there is a hypothesis");
        let index = self.cumulated.partition_point(|&sum| sum <= place).min(self.hypotheses.len() - 1);
        let hypothesis = &self.hypotheses[index];
        (hypothesis.hand, OPPONENTS[draw(&hypothesis.opponents, rng)])
    }

    /// How likely each opponent is.
    pub fn opponents(&self) -> OpponentWeights {
        let mut sum = [0.0; OPPONENTS.len()];
        let mut before = 0.0;
        for (hypothesis, &until) in self.hypotheses.iter().zip(&self.cumulated) {
            for (sum, &opponent) in sum.iter_mut().zip(&hypothesis.opponents) {
                *sum += (until - before) * f64::from(opponent);
            }
            before = until;
        }
        normalise(&mut sum);
        sum
    }
}

/// Multiplies in how likely this choice was, if the other seat still holds `hand` besides.
fn judge(past: &Past, hand: Cards, opponents: &mut OpponentWeights) {
    let mut position = past.position;
    let seat = position.turn.index();
    position.hands[seat] = position.hands[seat] | hand;
    let size = position.hand().len();
    if size < 2 {
        return;
    }
    let place = position.hand().iter().position(|card| card == past.card).expect("what was played was held");
    for (weight, opponent) in opponents.iter_mut().zip(OPPONENTS) {
        let chance = opponent.weigh(&position)[place];
        *weight *= f64::from(SURPRISE / size as f32 + (1.0 - SURPRISE) * chance);
    }
}

fn normalise(opponents: &mut OpponentWeights) {
    let sum: f64 = opponents.iter().sum();
    for opponent in opponents {
        *opponent /= sum;
    }
}

/// How likely each opponent is after the past deals, and the other seat's choices in this one.
fn so_far(view: &Observation, mut opponents: OpponentWeights) -> (OpponentWeights, Vec<Past>) {
    let (before, now) = past(view);
    for past in &before {
        judge(past, CardSet::EMPTY, &mut opponents);
        normalise(&mut opponents);
    }
    (opponents, now)
}

/// How likely each opponent was to do what the other seat did in a game that is over, in which all cards were played in
/// the open, up to a factor.
pub(super) fn likelihoods(view: &Observation) -> OpponentWeights {
    let (before, last) = past(view);
    let mut opponents = [1.0; OPPONENTS.len()];
    for past in before.iter().chain(&last) {
        judge(past, CardSet::EMPTY, &mut opponents);
        normalise(&mut opponents);
    }
    opponents
}

/// The other seat's choices in past deals, whose hands are known, and in this one.
fn past(view: &Observation) -> (Vec<Past>, Vec<Past>) {
    let table: &Table = view.table();
    let mut position = Position::start(table.initial());
    let (mut before, mut now) = (Vec::new(), Vec::new());
    for (number, plays) in table.plays().chunks(2 * HAND).enumerate() {
        position.hands = [0, 1].map(|seat| plays.iter().copied().skip(seat).step_by(2).collect());
        position.lacks = [CardSet::EMPTY; 2];
        for &card in plays {
            if position.turn != view.seat() {
                let past = if number < table.deal_number() { &mut before } else { &mut now };
                past.push(Past { position, card });
            }
            position.play(card);
        }
    }
    (before, now)
}

/// How many ways there are to choose `k` of `n`.
fn ways(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, chosen| ways * (n as u64 - chosen) / (chosen + 1))
}

/// Every set of `k` of `n`, as bits, in ascending order (Gosper's step).
fn choices(n: usize, k: usize) -> impl Iterator<Item = u64> {
    let first = (1_u64 << k) - 1;
    let next = |&set: &u64| {
        let low = set & set.wrapping_neg();
        let carried = set + low;
        (low != 0).then(|| carried | ((set ^ carried) / low) >> 2)
    };
    std::iter::successors(Some(first), next).take_while(move |&set| set < 1 << n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_listed_once() {
        for (n, k) in [(6, 1), (7, 3), (12, 6), (5, 5), (6, 0)] {
            let mut all: Vec<u64> = choices(n, k).collect();
            assert_eq!(all.len() as u64, ways(n, k), "{k} of {n}");
            all.dedup();
            assert_eq!(all.len() as u64, ways(n, k), "{k} of {n}");
            assert!(all.iter().all(|set| set.count_ones() as usize == k && set >> n == 0));
        }
    }
}
