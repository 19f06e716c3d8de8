//! The ladders of house players, as measured (`benchmarks/ladder.md`).

use cardsharp_programs::Hosted;
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;

use crate::ladder::{Ladder, Rung, Step};

/// A game with a ladder of house players.
pub trait Ranked: Hosted {
    /// The house players from the easiest to the champion; empty if they were not measured.
    const LADDER: Ladder = Ladder { rungs: &[], steps: &[] };
}

impl Ranked for Hanamikoji {
    const LADDER: Ladder = Ladder {
        rungs: &[
            Rung { name: "gentle", habit: "does anything the rules allow", spec: "random" },
            Rung { name: "fair", habit: "leads where it can", spec: "greedy" },
            Rung { name: "good", habit: "follows the rules of thumb of the book", spec: "thumb" },
            Rung { name: "champion", habit: "a network, then the rest solved", spec: "champion:nodes=200" },
        ],
        steps: &[
            Step { table: "greedy", lower: -0.885, upper: 0.0, spread: 0.30 },
            Step { table: "greedy", lower: 0.0, upper: 0.178, spread: 0.54 },
            Step { table: "greedy", lower: 0.178, upper: 0.444, spread: 0.54 },
        ],
    };
}

impl Ranked for Indigo {
    const LADDER: Ladder = Ladder {
        rungs: &[
            Rung { name: "gentle", habit: "plays anything", spec: "random" },
            Rung { name: "fair", habit: "captures when it can", spec: "classic" },
            Rung { name: "good", habit: "throws what is hard to match", spec: "greedy" },
            Rung { name: "strong", habit: "the same, and without a fault in the last deal", spec: "greedy-exact" },
            Rung { name: "champion", habit: "judges the other hand and searches", spec: "champion:nodes=300" },
        ],
        steps: &[
            Step { table: "classic", lower: -0.963, upper: 0.0, spread: 0.19 },
            Step { table: "classic", lower: 0.0, upper: 0.324, spread: 0.58 },
            Step { table: "greedy", lower: 0.0, upper: 0.114, spread: 0.32 },
            Step { table: "greedy", lower: 0.114, upper: 0.427, spread: 0.54 },
        ],
    };
}

impl Ranked for Intensity {
    const LADDER: Ladder = Ladder {
        rungs: &[
            Rung { name: "gentle", habit: "plays anything the rules allow", spec: "random" },
            Rung { name: "fair", habit: "ducks and gets rid of danger", spec: "careful" },
            Rung { name: "good", habit: "a network that learnt the game", spec: "learned" },
            Rung { name: "champion", habit: "judges the others and searches", spec: "champion:nodes=200,worlds=50" },
        ],
        steps: &[
            Step { table: "careful", lower: -1.531, upper: 0.0, spread: 0.45 },
            Step { table: "careful", lower: 0.0, upper: 0.236, spread: 0.51 },
            Step { table: "careful", lower: 0.236, upper: 0.390, spread: 0.51 },
        ],
    };
}

impl Ranked for LuckyThirteen {
    const LADDER: Ladder = Ladder {
        rungs: &[
            Rung { name: "gentle", habit: "discards anything", spec: "random" },
            Rung { name: "fair", habit: "keeps the most valuable cards", spec: "basic" },
            Rung { name: "good", habit: "keeps the best 13 it has", spec: "keep13" },
            Rung {
                name: "champion",
                habit: "judges the others and plays its hand exactly",
                spec: "champion:nodes=50,objective=place",
            },
        ],
        steps: &[
            Step { table: "basic", lower: -0.33, upper: 0.0, spread: 0.67 },
            Step { table: "basic", lower: 0.0, upper: 1.04, spread: 0.60 },
            Step { table: "keep13", lower: 0.0, upper: 0.101, spread: 0.35 },
        ],
    };
}

macro_rules! rank {
    ($($game:ty),*) => { $(impl Ranked for $game {})* };
}
cardsharp_rules::teaching_games!(rank);
