//! The last deal against an imperfect opponent.
//!
//! Both hands are known; only the opponent's policy is not. A won position is won against every opponent, so the win is
//! kept by exact play. A lost position is lost only against perfect play: every line carries the probability that each
//! opponent follows it, and the player picks the card after which the mistakes weigh most (expectimax over a Bayesian
//! mixture). A wrong belief about the opponent therefore never costs a win.

use cardsharp_rules::Seat;
use cardsharp_rules::indigo::{Card, Play};

use super::exact;
use super::opponents::{Chances, HAND, OPPONENTS, OpponentWeights};
use super::position::Position;
use crate::keys::ByKey;
use crate::{Clock, Valued};

/// Opponents below this probability are ignored.
const UNLIKELY: f32 = 2e-3;
/// The utility of a point, where a win is 1.
const POINT: f32 = 0.001;
/// With at most this many cards in hand the clock is not read.
const SHORT: usize = 3;

type Weights = [f32; OPPONENTS.len()];

/// Values every card of the seat whose turn it is, best first. The deal must be the last.
///
/// The value is the card's probability of winning, plus a little for the points.
pub fn responses(position: &Position, opponents: &OpponentWeights, clock: &Clock) -> Vec<Valued<Play>> {
    let weights = opponents.map(|opponent| opponent as f32);
    let mut response = Response { me: position.turn, known: ByKey::default(), clock };
    let value = |card: Card| {
        let mut next = *position;
        next.play(card);
        let value = f64::from(response.worth(&next, &weights));
        (response.is_won(&next), Valued::independent(Play(card), value, 0.0, 1))
    };
    let mut valued: Vec<(bool, Valued<Play>)> = position.hand().iter().map(value).collect();
    // Certain wins come first: the belief may be wrong, and points do not win.
    valued.sort_by(|(a_won, a), (b_won, b)| b_won.cmp(a_won).then(b.value.total_cmp(&a.value)));
    valued.into_iter().map(|(_, valued)| valued).collect()
}

struct Response<'a> {
    me: Seat,
    clock: &'a Clock,
    /// The values of positions with one opponent left, by position and opponent.
    known: ByKey<f32>,
}

impl Response<'_> {
    /// Returns the value of a position, times its probability.
    fn worth(&mut self, position: &Position, weights: &Weights) -> f32 {
        let likely: f32 = weights.iter().sum();
        if position.is_over() {
            return likely * self.utility(position.final_lead());
        }
        // Short lines take less time than reading the clock.
        let late = position.hand().len() > SHORT && self.clock.time_used() > 1.0;
        if late || self.is_won(position) {
            return likely * self.utility(exact::solve(position));
        }
        let likeliest = (0..OPPONENTS.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b]));
        let opponent = likeliest.expect("there are opponents");
        if (0..OPPONENTS.len()).any(|other| other != opponent && weights[other] >= UNLIKELY) {
            return self.follow(position, weights);
        }
        // With one opponent left nothing more can be inferred, and the way to the position does not matter.
        let key = position.key() ^ opponent as u64;
        if let Some(worth) = self.known.get(&key) {
            return likely * worth;
        }
        let mut sure = [0.0; OPPONENTS.len()];
        sure[opponent] = 1.0;
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
        let chances: [Chances; OPPONENTS.len()] =
            std::array::from_fn(
                |index| {
                    if weights[index] < UNLIKELY { [0.0; HAND] } else { OPPONENTS[index].weigh(position) }
                },
            );
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

    fn is_won(&self, position: &Position) -> bool {
        let first = if position.is_over() { position.final_lead() > 0 } else { exact::first_wins(position) };
        first == (self.me == Seat::FIRST)
    }

    /// Returns the utility of a final lead of the first seat.
    fn utility(&self, lead: i32) -> f32 {
        let lead = if self.me == Seat::FIRST { lead } else { -lead };
        f32::from(u8::from(lead > 0)) + POINT * lead as f32
    }
}
