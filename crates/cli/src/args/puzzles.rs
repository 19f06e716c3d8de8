//! Puzzles: solving, making and checking them.

use std::path::PathBuf;
use std::time::Duration;

use cardsharp_rules::AnyGame;

use super::shared::{Output, Run, count};

/// Solve puzzles, or make more of them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp puzzles indigo                    what there is
  cardsharp puzzles indigo 17                 show number 17; what you type is the answer
  cardsharp puzzles indigo 17 --answer 10H    answer it, and hear why
  cardsharp puzzles hanamikoji --make 200 --seed 1 --threads 2 --out hanamikoji.txt
  cardsharp puzzles hanamikoji --check hanamikoji.txt

A puzzle is a position out of a game of champions. Either one choice is better beyond doubt (by 8 points of a hundred
and by 5 standard errors, over several long looks with luck of their own), or what the others did tells which card
somebody holds. Choices that cannot be told from the best are right too.

--make appends to FILE and goes on where it was interrupted: the same seed makes the same puzzles on any machine and any
number of threads. --check replays every game, and looks at every answer once more with luck of its own.")]
pub(crate) struct Puzzles {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(value_name = "NUMBER", conflicts_with_all = ["make", "check"], help = "The puzzle to be solved, from 1")]
    pub(crate) number: Option<usize>,
    #[arg(
        long,
        value_name = "ANSWER",
        requires = "number",
        help = "An action as the game writes it, a card, or the number of a choice"
    )]
    pub(crate) answer: Option<String>,
    #[arg(
        long,
        value_name = "N",
        requires = "out",
        conflicts_with = "check",
        value_parser = count(1, 100_000, "a file of puzzles is read whole"),
        help = "Make so many puzzles"
    )]
    pub(crate) make: Option<u64>,
    #[arg(
        long,
        value_name = "N",
        requires = "make",
        default_value_t = 4_000,
        value_parser = count(10, 1_000_000, "a look takes minutes then"),
        help = "Nodes of each long look"
    )]
    pub(crate) nodes: u64,
    #[arg(long, value_name = "FILE", requires = "make", help = "Where they are appended")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long, value_name = "SECONDS", requires = "make", value_parser = seconds, help = "Stop making after so long, with what there is")]
    pub(crate) stop_after: Option<Duration>,
    #[arg(long, value_name = "FILE", help = "Look at all puzzles of a file once more")]
    pub(crate) check: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["make", "check"], help = "Puzzles of this file instead of those of the house")]
    pub(crate) from: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) run: Run,
    #[command(flatten)]
    pub(crate) output: Output,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<u64>() {
        Ok(seconds) if (1..=1_000_000).contains(&seconds) => Ok(Duration::from_secs(seconds)),
        _ => Err("expected a number of seconds from 1 to 1000000".to_owned()),
    }
}
