//! A posterior over the other seat's hand and opponent model, given its plays.
//!
//! The idea is that of [`crate::Belief`]. In Indigo all cards of past deals were played in the open, so they inform
//! only about the opponent and are judged once. Only the present hand is unknown; late in a deal all its possibilities
//! are listed.

use cardsharp_rules::indigo::{Card, Observation, Table};
use cardsharp_rules::{CardSet, Observation as _, Rng, draw};

use super::opponents::{HAND, OPPONENTS, Opponent, OpponentWeights};
use super::position::{Cards, Position};
use crate::Clock;

/// A possible hand of the other seat.
#[derive(Clone, Copy, Debug)]
pub struct Hypothesis {
    /// The hand.
    pub hand: Cards,
    /// The joint probability of each opponent and this hand, up to a common factor.
    pub opponents: [f32; OPPONENTS.len()],
}

/// A posterior over hands and opponents.
#[derive(Clone, Debug)]
pub struct Posterior {
    hypotheses: Vec<Hypothesis>,
    cumulated: Vec<f64>,
}

/// The prior probability of each opponent.
pub const PRIORS: OpponentWeights = [0.03, 0.25, 0.25, 0.47];

/// The probability that a seat's choice follows no opponent model.
const SURPRISE: f32 = 0.04;

/// The maximum share of a time budget for the posterior.
const SHARE: f64 = 0.25;

/// A past choice of the other seat: the position, without the cards it may still hold, and the card.
struct Past {
    position: Position,
    card: Card,
}

impl Posterior {
    /// Judges this many hands, or all possible ones if there are fewer; fewer if the clock runs out. `priors` are the
    /// opponents' probabilities before the game.
    pub fn new(view: &Observation, priors: OpponentWeights, hands: usize, clock: &Clock, rng: &mut Rng) -> Posterior {
        let (prior, now) = so_far(view, priors);
        let size = view.table().hand_size(view.seat().other());
        let mut posterior = Posterior { hypotheses: Vec::with_capacity(hands), cumulated: Vec::with_capacity(hands) };
        let unseen: Vec<Card> = view.unseen().iter().collect();
        if ways(unseen.len(), size) <= hands as u64 {
            for choice in choices(unseen.len(), size) {
                let hand = CardSet::<Card>::from_bits(choice).iter();
                // The chosen numbers are indices into `unseen`.
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

    /// A posterior with one known hand, for an oracle.
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

    /// Draws a hand and an opponent by their weights.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> (Cards, Opponent) {
        let place = rng.unit() * self.cumulated.last().expect("there is a hypothesis");
        let index = self.cumulated.partition_point(|&sum| sum <= place).min(self.hypotheses.len() - 1);
        let hypothesis = &self.hypotheses[index];
        (hypothesis.hand, OPPONENTS[draw(&hypothesis.opponents, rng)])
    }

    /// The probability of each opponent.
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

/// Multiplies the weights by the likelihood of this choice, if the other seat still holds `hand` as well.
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

/// Returns the probability of each opponent after the past deals, and the other seat's choices in this deal.
fn so_far(view: &Observation, mut opponents: OpponentWeights) -> (OpponentWeights, Vec<Past>) {
    let (before, now) = past(view);
    for past in &before {
        judge(past, CardSet::EMPTY, &mut opponents);
        normalise(&mut opponents);
    }
    (opponents, now)
}

/// Returns each opponent's likelihood in a finished game, in which all cards were played openly, up to a factor.
pub(super) fn likelihoods(view: &Observation) -> OpponentWeights {
    let (before, last) = past(view);
    let mut opponents = [1.0; OPPONENTS.len()];
    for past in before.iter().chain(&last) {
        judge(past, CardSet::EMPTY, &mut opponents);
        normalise(&mut opponents);
    }
    opponents
}

/// Returns the other seat's choices in past deals, whose hands are known, and in this one.
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

fn ways(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, chosen| ways * (n as u64 - chosen) / (chosen + 1))
}

/// All sets of `k` of `n`, as bits, in ascending order (Gosper's hack).
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
