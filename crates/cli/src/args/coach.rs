//! Being coached, and climbing.

use std::path::PathBuf;
use std::time::Duration;

use cardsharp_programs::Terms;
use cardsharp_search::Spec;

use super::Hosting;
use super::shared::{Chosen, KEPT, Output, Run, count};

/// So long a program may think about a decision here unless told otherwise: many games are played.
const DECISION: Duration = Duration::from_secs(5);

/// Where what was found is kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Kept {
    #[arg(
        long,
        value_name = "FILE",
        help = "Keep what is found of every version of a program here [default: versions.json in our state folder]"
    )]
    pub(crate) versions: Option<PathBuf>,
}

/// Say what a program's choices cost, by kinds of mistakes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp coach indigo bot.py
  cardsharp coach intensity player.c --against careful --games 100 --threads 2 --html player.html
  cardsharp coach hanamikoji greedy --against champion:nodes=200 --json
  cardsharp coach indigo --me Zoë --records friday.record saturday.record

The program plays games, each another deal, at every seat in turn, and the champion looks at every decision in which
there was a choice. Prices are tournament points a game (3, 2, 1, 0 by place among four; 1 for a win among two), ± one
standard error over games. A first look finds what would have been better, a second one with luck of its own says by how
much; so prices are not too high on average, and what a kind is said to cost may be less than nothing by chance. From
mistakes of the dearest kinds games are really played on, the same cards and luck with either choice, by the same others
and the strongest quick player of ours at the program's seat.

A PROGRAM is a C file, an executable, a script or a player of ours. A decision may take 5 seconds unless --decision says
otherwise. Of programs it is kept by content what was found, so that the next version is compared with the last.
--me looks at games that somebody has played already; a file may hold several.")]
pub(crate) struct Coach {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(
        value_name = "PROGRAM",
        required_unless_present = "me",
        conflicts_with = "me",
        help = "A C file, an executable, a script, or a player such as greedy"
    )]
    pub(crate) program: Option<String>,
    #[arg(long, value_name = "NAME", requires = "records", help = "Look at the games of whoever is called so")]
    pub(crate) me: Option<String>,
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "me", help = "Records of games that were played")]
    pub(crate) records: Vec<PathBuf>,
    #[arg(
        long,
        value_name = "PLAYER",
        num_args = 1..,
        conflicts_with = "me",
        help = "Who sits at the other seats, clockwise; one for all of them, or one for each [default: the strongest quick player]"
    )]
    pub(crate) against: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = count(2, 100_000, KEPT), help = "How many games")]
    pub(crate) games: u64,
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "champion:nodes=400,worlds=200",
        help = "With whose eyes; only the champion has them, but with any budget"
    )]
    pub(crate) player: Spec,
    #[arg(
        long,
        value_name = "N",
        default_value_t = 50,
        value_parser = count(0, 100_000, "each of them is played on"),
        help = "From how many positions of each of the five dearest kinds games are played on"
    )]
    pub(crate) checks: u64,
    #[arg(long, value_name = "FILE", help = "Write a page that needs nothing but itself, with positions drawn")]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: Run,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// Find out between which of our players a program stands
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp ladder indigo bot.py
  cardsharp ladder intensity player.c --threads 2 --html player.html
  cardsharp ladder hanamikoji greedy --json
  cardsharp ladder indigo --measure --deals 4000

The rungs are players of ours from the gentlest to the champion. Two neighbours are told apart by what they lead by at a
table of quick players (benchmarks/ladder.md); whether the program is like the lower or like the upper is one sequential
test, wrong in one of a thousand cases, and no more deals are played than the tests need. Every deal is played in every
seat. Ratings are on Elo's scale, the lowest rung at 0, with intervals of 95 %; what the next rung would have done better
in the games that were played is priced by the champion, as `cardsharp coach` does.

A decision may take 5 seconds unless --decision says otherwise. Of programs the rating is kept by content, and --html
draws the curve over all versions.")]
pub(crate) struct Ladder {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(
        value_name = "PROGRAM",
        required_unless_present = "measure",
        conflicts_with = "measure",
        help = "A C file, an executable, a script, or a player such as greedy"
    )]
    pub(crate) program: Option<String>,
    #[arg(long, help = "Measure the steps of the ladder anew, over --deals deals each")]
    pub(crate) measure: bool,
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4000,
        value_parser = count(16, 1_000_000, "a test that has not decided by then says so"),
        help = "How many deals a test may take at most"
    )]
    pub(crate) deals: u64,
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "champion:nodes=400,worlds=200",
        help = "With whose eyes the choices of the next rung are priced; only the champion has them"
    )]
    pub(crate) player: Spec,
    #[arg(
        long,
        value_name = "FILE",
        help = "Write a page that needs nothing but itself, with the curve over versions"
    )]
    pub(crate) html: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: Run,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

impl Hosting {
    /// What a program may use where it plays many games.
    pub(crate) fn terms_of_many(&self) -> Terms {
        Terms { decision: self.decision.unwrap_or(DECISION), ..self.terms() }
    }
}
