//! The best answer in the last deal to someone who need not be perfect.
//!
//! Both hands are known, only the other mind is not: every line carries how likely each mind
//! would have followed it, so the answer learns from what the other seat will do (expectimax over
//! a Bayesian mixture). Whoever thinks plays the last deal exactly, and so may anyone else.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use cardsharp_rules::Seat;
use cardsharp_rules::indigo::Card;

use super::exact;
use super::minds::{Chances, HAND, MINDS, Mind, MindWeights};
use super::position::{Mixed, Position};

/// How many of the house players' likes turn exact when nothing is hidden any more.
const CONVERTS: f32 = 0.3;
/// Minds and lines less likely than this are not worth following.
const UNLIKELY: f32 = 2e-3;
/// What a point is worth beside the win.
const POINT: f32 = 0.001;

/// How likely each mind is, a [`Mind::Thinker`] being exact now.
type Weights = [f32; MINDS.len()];

/// The card of the seat whose turn it is that wins most often; the deal must be the last.
///
/// # Panics
/// If the deal is over.
pub fn best_response(position: &Position, minds: &MindWeights) -> (Card, f32) {
    let mut weights = minds.map(|mind| mind as f32);
    for (weight, mind) in minds.iter().zip(MINDS) {
        if mind != Mind::Thinker {
            weights[Mind::Thinker as usize] += CONVERTS * *weight as f32;
            weights[mind as usize] *= 1.0 - CONVERTS;
        }
    }
    let mut response = Response { me: position.turn, known: HashMap::default() };
    let mut best = None;
    for card in position.hand() {
        let mut next = *position;
        next.play(card);
        let worth = response.worth(&next, &weights);
        if best.is_none_or(|(_, most)| worth > most) {
            best = Some((card, worth));
        }
    }
    best.expect("a deal in play has a card to play")
}

struct Response {
    me: Seat,
    /// The worth of positions where one mind is left, by position and mind.
    known: HashMap<u64, f32, BuildHasherDefault<Mixed>>,
}

impl Response {
    /// The worth of a position, times how likely it comes about.
    fn worth(&mut self, position: &Position, weights: &Weights) -> f32 {
        let likely: f32 = weights.iter().sum();
        let mut left = (0..MINDS.len()).filter(|&index| weights[index] >= UNLIKELY * likely);
        let (mind, more) = (left.next().expect("some mind is the likeliest"), left.next());
        if position.is_over() {
            return likely * self.utility(position.final_lead());
        }
        if more.is_some() {
            return self.follow(position, weights);
        }
        if MINDS[mind] == Mind::Thinker {
            // Both exact: the solution is the answer.
            return likely * self.utility(exact::solve(position));
        }
        // With one mind left nothing more is to be learnt, and the way here does not matter.
        let key = position.key() ^ mind as u64;
        if let Some(worth) = self.known.get(&key) {
            return likely * worth;
        }
        let mut sure = [0.0; MINDS.len()];
        sure[mind] = 1.0;
        let worth = self.follow(position, &sure);
        self.known.insert(key, worth);
        likely * worth
    }

    fn follow(&mut self, position: &Position, weights: &Weights) -> f32 {
        if position.turn == self.me {
            let mut best = f32::NEG_INFINITY;
            for card in position.hand() {
                let mut next = *position;
                next.play(card);
                best = best.max(self.worth(&next, weights));
            }
            return best;
        }
        let chances: [Chances; MINDS.len()] = std::array::from_fn(|index| match MINDS[index] {
            _ if weights[index] < UNLIKELY => [0.0; HAND],
            Mind::Thinker => exact_chances(position),
            mind => mind.weigh(position),
        });
        let mut sum = 0.0;
        for (place, card) in position.hand().iter().enumerate() {
            let mut then = *weights;
            for (weight, chances) in then.iter_mut().zip(&chances) {
                *weight *= chances[place];
            }
            if then.iter().sum::<f32>() > 0.0 {
                let mut next = *position;
                next.play(card);
                sum += self.worth(&next, &then);
            }
        }
        sum
    }

    /// What a final lead of the first seat is worth.
    fn utility(&self, lead: i32) -> f32 {
        let lead = if self.me == Seat::FIRST { lead } else { -lead };
        f32::from(u8::from(lead > 0)) + POINT * lead as f32
    }
}

/// What someone exact may play: any of the best.
fn exact_chances(position: &Position) -> Chances {
    let mut chances = [0.0; HAND];
    let best = exact::best_places(position);
    let even = 1.0 / best.count_ones() as f32;
    for (place, chance) in chances.iter_mut().enumerate() {
        if best >> place & 1 == 1 {
            *chance = even;
        }
    }
    chances
}
