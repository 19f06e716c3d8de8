//! The house players: random, and an equilibrium.

use super::Observation;
use super::rules::{JACK, KING, Kuhn, Move};
use crate::{Random, Style};

pub(super) fn styles() -> Vec<Box<dyn Style<Kuhn>>> {
    vec![Box::new(Random), Box::new(Equilibrium)]
}

/// One of Kuhn's equilibria: the first seat bluffs with one jack in six, so it bets every second king. It loses an
/// eighteenth of a chip per game, and no strategy of the second seat gains more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equilibrium;

impl Equilibrium {
    /// The probability that it bets or calls.
    pub fn bets(view: &Observation) -> f32 {
        use Move::{Bet, Pass};
        let moves: Vec<Move> = view.table().moves().collect();
        match (view.card(), moves.as_slice()) {
            (KING, []) => 1.0 / 2.0,
            (KING, _) => 1.0,
            (JACK, []) => 1.0 / 6.0,
            (JACK, [Pass]) => 1.0 / 3.0,
            (JACK, _) => 0.0,
            // The queen beats only bluffs: it never bets, and calls just often enough that bluffing gains nothing.
            (_, [Bet]) => 1.0 / 3.0,
            (_, [Pass, Bet]) => 1.0 / 2.0,
            _ => 0.0,
        }
    }
}

impl Style<Kuhn> for Equilibrium {
    fn name(&self) -> &'static str {
        "equilibrium"
    }

    fn summary(&self) -> &'static str {
        "mixes bets and bluffs so that nobody can take advantage of it"
    }

    fn weigh(&self, view: &Observation, legal: &[Move], weights: &mut Vec<f32>) {
        let bets = Equilibrium::bets(view);
        weights.clear();
        weights.extend(legal.iter().map(|&action| if action == Move::Bet { bets } else { 1.0 - bets }));
    }
}
