//! The random numbers of all decisions, from the seed of a game.

use cardsharp_rules::{Rng, Seed};

const DECISIONS: u64 = 0;
const REFEREE: u64 = 1;

/// The random numbers of a game, separate for every decision, so that a resumed game continues as it would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Luck {
    decisions: Seed,
    referee: Seed,
}

impl Luck {
    /// The random numbers of the game with this seed.
    pub fn of(game: Seed) -> Luck {
        Luck { decisions: game.stream(DECISIONS), referee: game.stream(REFEREE) }
    }

    /// The random numbers of the decision after `actions` actions.
    #[inline]
    pub fn decision(self, actions: u64) -> Rng {
        Rng::new(self.decisions.stream(actions))
    }

    /// The referee's random numbers after `actions` actions.
    pub fn referee(self, actions: u64) -> Rng {
        Rng::new(self.referee.stream(actions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every record names its random numbers by a seed, so these values must never change.
    #[test]
    fn the_luck_of_a_seed_is_frozen() {
        let luck = Luck::of(Seed(7));
        let first = |mut rng: Rng| rng.next_u64();
        let drawn = [luck.decision(0), luck.decision(1), luck.decision(47), luck.referee(0), luck.referee(1)];
        assert_eq!(drawn.map(first), FROZEN);
    }

    const FROZEN: [u64; 5] = [
        3_416_867_403_228_381_593,
        13_941_251_197_860_182_580,
        4_812_468_652_151_531_000,
        8_288_508_703_529_851_361,
        1_822_681_363_317_525_382,
    ];

    #[test]
    fn no_two_draw_the_same() {
        let luck = Luck::of(Seed(7));
        let mut drawn: Vec<u64> =
            (0..100).flat_map(|ply| [luck.decision(ply).next_u64(), luck.referee(ply).next_u64()]).collect();
        drawn.push(Rng::new(Seed(7)).next_u64());
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 201);
    }
}
