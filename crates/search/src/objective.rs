//! Objectives of a player.

use cardsharp_rules::{BySeat, Seat, outcome};

/// The objective of a player; every value lies between 0 (worst) and 1 (best).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Objective {
    /// The final place, as tournament points.
    Place,
    /// The share of the win.
    Win,
    /// The score itself, regardless of the other seats.
    Score,
    /// A weighted mean: this share of place, the rest score.
    Mix(f32),
}

impl Objective {
    /// Returns the value of an outcome for a seat, where scores lie between `worst` and `best`.
    pub fn value(self, returns: &BySeat<i32>, seat: Seat, (worst, best): (i32, i32)) -> f32 {
        let score = || (returns[seat] - worst) as f32 / (best - worst) as f32;
        let place = || outcome::tournament_halves(returns)[seat] as f32 / (2 * (returns.seats() - 1)) as f32;
        match self {
            Objective::Place => place(),
            Objective::Win => outcome::win_shares(returns)[seat] as f32,
            Objective::Score => score(),
            Objective::Mix(part) => part * place() + (1.0 - part) * score(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_objective_values_the_same_outcome_in_its_own_way() {
        let returns = [0, -7, -7, -3].into_iter().collect();
        let value = |objective: Objective, seat| objective.value(&returns, Seat::new(seat), (-17, 0));
        assert_eq!(value(Objective::Place, 0), 1.0);
        assert_eq!(value(Objective::Place, 1), 0.5 / 3.0);
        assert_eq!(value(Objective::Win, 0), 1.0);
        assert_eq!(value(Objective::Win, 3), 0.0);
        assert_eq!(value(Objective::Score, 1), 10.0 / 17.0);
        assert_eq!(value(Objective::Mix(0.5), 1), 0.5 * (0.5 / 3.0) + 0.5 * (10.0 / 17.0));
    }
}
