//! Measuring.

use cardsharp_rules::AnyGame;
use cardsharp_search::Spec;
use clap::Subcommand;

use super::Hosting;
use super::shared::{Chosen, KEPT, MOST, Output, Run, Threads, count};

/// Measure how fast the house is on this machine, and how well it judges
#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    pub(crate) what: BenchWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchWhat {
    Playouts(Playouts),
    Beliefs(Beliefs),
    Oracle(Oracle),
    Values(BenchValues),
    Referee(BenchReferee),
    Tournament(BenchTournament),
}

/// Measure how well the others' choices tell where their cards are
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp bench beliefs indigo\n  cardsharp bench beliefs intensity --others sparring-coin,sparring-hunter\n  cardsharp bench beliefs lucky-thirteen --games 50 --worlds 200 --threads 2 --json"
)]
pub(crate) struct Beliefs {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = count(2, MOST, KEPT), help = "How many games against each")]
    pub(crate) games: u64,
    #[arg(
        long,
        value_name = "STYLE,…",
        value_delimiter = ',',
        help = "Who sits at every other seat, players without settings; each house player by rule if not told"
    )]
    pub(crate) others: Vec<String>,
    #[arg(long, value_name = "W", default_value_t = 300, value_parser = worlds, help = "How many worlds a belief holds")]
    pub(crate) worlds: usize,
    #[command(flatten)]
    pub(crate) run: Run,
    #[command(flatten)]
    pub(crate) output: Output,
}

fn worlds(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(worlds) if (1..=1_000_000).contains(&worlds) => Ok(worlds),
        _ => Err("expected a number of worlds from 1 to 1000000".to_owned()),
    }
}

/// Measure how much a player loses by not seeing hidden cards, on the same deals
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  cardsharp bench oracle lucky-thirteen --option sums=face --opponents basic --player champion:nodes=400 --deals 500"
)]
pub(crate) struct Oracle {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "champion",
        help = "Who is measured, as NAME or NAME:key=value,…"
    )]
    pub(crate) player: Spec,
    #[arg(long, value_name = "STYLE", help = "Who sits at every other seat: a house player without settings")]
    pub(crate) opponents: String,
    #[arg(long, value_name = "NAME", help = "What the Oracle sees; all that is hidden unless told otherwise")]
    pub(crate) sees: Option<String>,
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count(1, MOST, KEPT), help = "How many deals, each from every seat")]
    pub(crate) deals: u64,
    #[command(flatten)]
    pub(crate) run: Run,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Measure how right the values are that people are shown, by playing games to the end
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp bench values indigo
  cardsharp bench values hanamikoji --player learned --positions 400 --games 4 --threads 2 --json

In each position, of a game of the player with itself, two rows are taken of what `analyse`, hints,
`annotate` and the kibitzer would show: the first, and by chance one of the others. Both are played
to the end in the cards as they really lay, by the player at every seat and with the same luck.")]
pub(crate) struct BenchValues {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(long, value_name = "PLAYER", default_value = "champion:nodes=4000", help = "Who is asked for values")]
    pub(crate) asked: Spec,
    #[arg(long, value_name = "PLAYER", default_value = "champion:nodes=200", help = "Who plays at every seat")]
    pub(crate) player: Spec,
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..), help = "How many positions, each of another deal")]
    pub(crate) positions: u64,
    #[arg(long, value_name = "M", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1_000_000), help = "How often each row is played to the end")]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) run: Run,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Play random games from dealt positions and count them
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp bench playouts\n  cardsharp bench playouts intensity --seconds 5 --threads 2 --json"
)]
pub(crate) struct Playouts {
    #[arg(value_name = "GAME", help = "Only this game")]
    pub(crate) game: Option<AnyGame>,
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = seconds, help = "How long each game is measured")]
    pub(crate) seconds: f64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) output: Output,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_owned()),
    }
}

/// Measure what the sandbox costs, and what a second table brings, with a program for Intensity
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp bench referee examples/intensity.c --rounds 30")]
pub(crate) struct BenchReferee {
    #[arg(value_name = "PROGRAM", help = "A C file or an executable that speaks the original protocol")]
    pub(crate) program: String,
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000), help = "How many rounds; medians are shown")]
    pub(crate) rounds: u64,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// Measure what keeping games costs, how long pairing takes and how soon a large database answers
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp bench tournament intensity --games 20000 --kept 1000000")]
pub(crate) struct BenchTournament {
    #[arg(value_name = "GAME", default_value = "intensity", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(32..=10_000_000), help = "About how many games of random players")]
    pub(crate) games: u64,
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(1..=100_000),
        help = "How often that is measured, with and without the database in turn"
    )]
    pub(crate) rounds: u32,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=100_000_000), help = "Also fill a database with so many games and ask it")]
    pub(crate) kept: u64,
}
