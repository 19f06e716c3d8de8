//! `cardsharp puzzles`: solving, making and checking puzzles.

mod check;
mod make;
mod solve;

use cardsharp_rules::AnyGame;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cardsharp_coach::puzzle::{PuzzleFile, shipped};
use cardsharp_presentation::Present;
use cardsharp_rules::with_game;

use crate::shared::{COLLECTION, Output, Run, Usage, count, number_of, read_text};

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
    game: AnyGame,
    #[arg(value_name = "NUMBER", conflicts_with_all = ["make", "check"], help = "The puzzle to be solved, from 1")]
    number: Option<usize>,
    /// An action as the game writes it, a card, or the number of a choice
    #[arg(long, value_name = "ANSWER", requires = "number")]
    answer: Option<String>,
    /// Make N puzzles
    #[arg(long, value_name = "N", requires = "out", conflicts_with = "check", value_parser = count(1, 100_000, "a file of puzzles is read whole"))]
    make: Option<u64>,
    /// The nodes of each thorough search
    #[arg(long, value_name = "N", requires = "make", default_value_t = 4_000, value_parser = count(10, 1_000_000, "a look takes minutes then"))]
    nodes: u64,
    #[arg(long, value_name = "FILE", requires = "make", help = "Where they are appended")]
    out: Option<PathBuf>,
    /// Stop making puzzles after this time
    #[arg(long, value_name = "SECONDS", requires = "make", value_parser = number_of("seconds", 1..=1_000_000_u64))]
    stop_after: Option<u64>,
    #[arg(long, value_name = "FILE", help = "Look at all puzzles of a file once more")]
    check: Option<PathBuf>,
    /// Use the puzzles of this file instead of the built-in ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["make", "check"])]
    from: Option<PathBuf>,
    #[command(flatten)]
    run: Run,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Puzzles) -> anyhow::Result<String> {
    with_game!(AnyGame, &args.game, game => run_game(game, args))
}

fn run_game<G: Present>(game: &G, args: &Puzzles) -> anyhow::Result<String> {
    if let (Some(wanted), Some(out)) = (args.make, &args.out) {
        return make::make(game, args, wanted, out);
    }
    if let Some(path) = &args.check {
        return check::check(game, args, path);
    }
    let file = match &args.from {
        Some(path) => Arc::new(read::<G>(path)?),
        None => shipped::<G>(),
    };
    match args.number {
        Some(number) => solve::solve(&file, number, args),
        None => Ok(solve::list(&file, args)),
    }
}

fn read<G: Present>(path: &Path) -> Result<PuzzleFile<G>, Usage> {
    let text = read_text(path, COLLECTION)?;
    PuzzleFile::parse(&text).map_err(|wrong| Usage(format!("{}: {wrong}", path.display())))
}
