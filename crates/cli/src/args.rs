//! The command line as typed.

use cardsharp_rules::AnyGame;
use clap::{Parser, Subcommand};

/// Plays, referees, rates and explains card games with hidden cards.
#[derive(Debug, Parser)]
#[command(name = "cardsharp", version, arg_required_else_help = true, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Deal(Deal),
    Perft(Perft),
}

/// Print the deal that a seed names
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp deal indigo --seed 7")]
pub(crate) struct Deal {
    #[command(flatten)]
    pub(crate) table: Table,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

/// Count the sequences of actions from the start of a deal
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp perft indigo --seed 7 --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) table: Table,
    #[arg(long, value_name = "D", help = "How many actions deep")]
    pub(crate) depth: u32,
    #[arg(long, value_name = "P", default_value_t = 0, help = "Play so many random actions first")]
    pub(crate) plies: u32,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

/// A game, its options and a seed.
#[derive(Debug, clap::Args)]
pub(crate) struct Table {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(long = "option", value_name = "KEY=VALUE", help = "An option of the game, such as sums=flexible")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 1, help = "The seed that names the deal")]
    pub(crate) seed: u64,
}
