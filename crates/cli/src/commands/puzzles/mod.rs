//! `cardsharp puzzles`: solving them, making more, and looking at them once more.

mod check;
mod make;
mod solve;

use std::path::Path;
use std::sync::Arc;

use cardsharp_coach::puzzle::{PuzzleFile, shipped};
use cardsharp_presentation::Tabled;
use cardsharp_rules::with_game;

use crate::Usage;
use crate::args::Puzzles;
use crate::input::{COLLECTION, read_text};

pub(crate) fn run(args: &Puzzles) -> anyhow::Result<String> {
    with_game!(AnyGame, &args.game, game => run_game(game, args))
}

fn run_game<G: Tabled>(game: &G, args: &Puzzles) -> anyhow::Result<String> {
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

/// The puzzles of a file.
fn read<G: Tabled>(path: &Path) -> Result<PuzzleFile<G>, Usage> {
    let text = read_text(path, COLLECTION)?;
    PuzzleFile::parse(&text).map_err(|wrong| Usage(format!("{}: {wrong}", path.display())))
}
