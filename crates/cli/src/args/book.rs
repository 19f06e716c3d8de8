//! Studies and books.

use std::path::PathBuf;

use cardsharp_research::Part;
use cardsharp_rules::AnyGame;
use cardsharp_search::Spec;

use super::shared::{MOST, Run, count};

/// Let a strong player work and write down what it does, for a book
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp study indigo --deals 200 --threads 2 --out games.csv
  cardsharp study hanamikoji --part hands --player champion:nodes=400 --deals 40 --out hands.csv
  cardsharp study hanamikoji --part openings --player learned --deals 40 --out openings.csv

With a budget in nodes a study is the same on any number of threads. Rows are kept in FILE.partial as
they come; stopped, the same command goes on where it stood. The stored studies of the house are in
crates/research/data, each with the command that made it in its head.")]
pub(crate) struct Study {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(
        long,
        value_name = "PART",
        default_value = "games",
        help = "games, matches, and for Hanamikoji hands or openings"
    )]
    pub(crate) part: Part,
    #[arg(long, value_name = "SPEC", help = "The strong player; the champion with some thousand nodes unless told")]
    pub(crate) player: Option<Spec>,
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count(2, MOST, "a book reads a study whole"), help = "How many deals; of every hand or match")]
    pub(crate) deals: u64,
    #[command(flatten)]
    pub(crate) run: Run,
    #[arg(long, value_name = "FILE", help = "Where the rows go")]
    pub(crate) out: PathBuf,
}

/// Write the book of a game: what its strong player does, and what a person can learn from it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp book hanamikoji --html hanamikoji.html
  cardsharp book indigo --games games.csv --html mine.html --markdown mine.md")]
pub(crate) struct Book {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(long, value_name = "FILE", help = "Write a page that needs nothing but itself")]
    pub(crate) html: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "Write the same as Markdown, with figures for the pictures")]
    pub(crate) markdown: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part games instead of the stored one")]
    pub(crate) games: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part hands instead of the stored one")]
    pub(crate) hands: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part matches instead of the stored one")]
    pub(crate) matches: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "A study of part openings instead of the stored one")]
    pub(crate) openings: Option<PathBuf>,
}
