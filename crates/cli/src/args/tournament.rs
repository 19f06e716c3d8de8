//! Tournaments.

use std::path::PathBuf;

use cardsharp_tournament::Format;

use super::Hosting;
use super::shared::{Options, Output, Threads};

/// Let any number of programs and players meet round by round, and keep every game
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help("Print the final standings as JSON, and nothing before")))]
#[command(after_help = "\
Examples:
  cardsharp tournament intensity students/ --rounds 20 --threads 2
  cardsharp tournament indigo champion:nodes=500 classic greedy bot.py --rounds 5 --deals 10
  cardsharp tournament indigo new.py old.py classic --format gauntlet --deals 100
  cardsharp tournament friday.toml --db friday.db
  cardsharp tournament --resume --db friday.db

An ENTRANT is a C file, an executable, a script, a player such as champion:nodes=500, or a folder. One
with a main.c, a main.py or a bot.toml is a program itself; any other stands for all C files,
executables and such folders in it. A game gives 3, 2, 1 and 0 tournament points
by place (1 and 0 at two seats), ties shared.

Formats:
  swiss        every entrant plays at one table a round, with others of similar points; among those
               a point apart or less (√n points where a table plays n games a round) it meets whom
               it has met least; house players (Lulu, Morgan, Amy) fill the table of the fewest points
  round-robin  a round is every table that can be formed
  gauntlet     a round is every table with the first entrant

A file that does not compile or cannot be started is disqualified: the reports say why, and the
others play. After three time-outs in a game a program is no longer asked in it.

Unless --seed is typed, the seed is 64 random bits of the system and is told at the end: it names every
deal, so nobody who plays should know it before. With it the same tournament can be played again.

A table plays one game a round; with --deals N it plays N deals, each in every rotation of the
seats. Every game is in the database as soon as it is over. Whatever stops a tournament, --resume
goes on with it and comes to the same table, as long as everybody answers the same to the same.

A file in TOML may say all of it; what is typed beside it counts more:
  game = \"intensity\"
  entrants = [\"students\", \"careful\", \"champion:nodes=200\"]    # paths as seen from the file
  format = \"swiss\"
  rounds = 20
  deals = 1
  seed = 7
  options = []")]
pub(crate) struct Tournament {
    #[arg(value_name = "GAME | FILE.toml", required_unless_present = "resume", help = "See `cardsharp games`")]
    pub(crate) game: Option<String>,
    #[arg(value_name = "ENTRANT", help = "A program, a folder of programs, or a player such as champion:nodes=500")]
    pub(crate) entrants: Vec<String>,
    #[arg(long, value_name = "swiss|round-robin|gauntlet", help = "Who meets whom [default: swiss]")]
    pub(crate) format: Option<Format>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), help = "How many rounds [default: 10, or 1 where everybody meets in a round]")]
    pub(crate) rounds: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000), help = "How many deals a table plays in a round, each in every rotation of the seats [default: a single game]")]
    pub(crate) deals: Option<u64>,
    #[command(flatten)]
    pub(crate) options: Options,
    #[arg(
        long,
        value_name = "S",
        help = "Names all deals and everybody's luck [default: random, and printed at the end]"
    )]
    pub(crate) seed: Option<u64>,
    #[arg(
        long,
        value_name = "FILE",
        default_value = "tournament.db",
        help = "The records database; it is made, or the tournament is added to it"
    )]
    pub(crate) db: PathBuf,
    #[arg(long, help = "Go on with the last tournament of the database that is not at its end")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}
