//! The command line as typed.

use std::path::PathBuf;

use cardsharp_rules::lucky_thirteen::Sums;
use cardsharp_rules::{AnyGame, Seat};
use cardsharp_search::Spec;
use clap::{Parser, Subcommand};

/// Plays, referees, rates and explains card games with hidden cards.
#[derive(Debug, Parser)]
#[command(
    name = "cardsharp",
    version,
    arg_required_else_help = true,
    max_term_width = 100,
    after_help = "Examples:\n  cardsharp games\n  cardsharp rules intensity\n  cardsharp match indigo champion classic --deals 20 --threads 2"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(Games),
    Rules(Rules),
    Deal(Deal),
    Perft(Perft),
    Play(Play),
    Replay(Replay),
    Analyse(Box<Analyse>),
    Annotate(Annotate),
    Match(Match),
    Bench(Bench),
}

/// Show a recorded game step by step, as a seat saw it or with all cards open
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  cardsharp replay game.record\n  cardsharp replay game.record --seat 1 --at 12")]
pub(crate) struct Replay {
    #[arg(value_name = "FILE", help = "A record")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "S", help = "Show only what this seat saw")]
    pub(crate) seat: Option<Seat>,
    #[arg(long, value_name = "N", help = "Show only the position after so many steps")]
    pub(crate) at: Option<usize>,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

/// Say what to do in a position, why, and where the hidden cards may be
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("position").required(true).args(["record", "deal", "view"])),
    after_help = "\
Examples:
  cardsharp analyse indigo --record game.record --at 12
  cardsharp analyse indigo --record game.record --at 12 --seat 1 --json
  cardsharp analyse lucky-thirteen --deal \"$(cardsharp deal lucky-thirteen --seed 7)\"
  cardsharp analyse indigo --deal \"$(cardsharp deal indigo --seed 7)\" --actions \"play 4♠; play K♥\"

Only what the seat could know is used. Value is what the player makes of an action, in
hundredths; the other figures are from games in which all play on at a glance."
)]
pub(crate) struct Analyse {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(long, value_name = "FILE", requires = "at", help = "A position of a recorded game …")]
    pub(crate) record: Option<PathBuf>,
    #[arg(long, value_name = "STEP", requires = "record", help = "… after so many steps, as `replay` counts them")]
    pub(crate) at: Option<usize>,
    #[arg(long, value_name = "N", default_value_t = 1, help = "Which record, where the file holds several")]
    pub(crate) number: usize,
    #[arg(long, value_name = "DEAL", help = "A position from a deal …")]
    pub(crate) deal: Option<String>,
    #[arg(
        long,
        value_name = "ACTIONS",
        requires = "deal",
        default_value = "",
        help = "… after these actions, with ; between"
    )]
    pub(crate) actions: String,
    #[arg(long, value_name = "VIEW", help = "A position as a seat sees it, as `replay --json` prints it")]
    pub(crate) view: Option<String>,
    #[arg(long = "option", value_name = "KEY=VALUE", help = "An option of the game, such as sums=flexible")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "S", help = "Through whose eyes; whose turn it is, unless told")]
    pub(crate) seat: Option<Seat>,
    #[arg(long, value_name = "PLAYER", default_value = "champion:ms=700", help = "Who is asked")]
    pub(crate) player: Spec,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    pub(crate) seed: u64,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

/// Write a recorded game with comments at its turning points, as Markdown
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp annotate game.record\n  cardsharp annotate games.record --number 2 --player champion:nodes=4000 --out game.md"
)]
pub(crate) struct Annotate {
    #[arg(value_name = "FILE", help = "A record")]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "N", default_value_t = 1, help = "Which record, where the file holds several")]
    pub(crate) number: usize,
    #[arg(long, value_name = "PLAYER", default_value = "champion:ms=300", help = "Who is asked at every decision")]
    pub(crate) player: Spec,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the analyst's luck")]
    pub(crate) seed: u64,
    #[arg(long, value_name = "FILE", help = "Write to this file instead")]
    pub(crate) out: Option<PathBuf>,
}

/// Let players meet over many deals, every deal in every seating
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp match indigo champion classic --deals 500\n  cardsharp match intensity champion:nodes=2000 careful careful careful --deals 1000 --json"
)]
pub(crate) struct Match {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(value_name = "PLAYER", required = true, help = "NAME or NAME:key=value,…, one for each seat")]
    pub(crate) players: Vec<Spec>,
    #[arg(long = "option", value_name = "KEY=VALUE", help = "An option of the game, such as sums=flexible")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), help = "How many deals")]
    pub(crate) deals: u64,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the deals and the players' luck")]
    pub(crate) seed: u64,
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads, help = "How many tables play at a time")]
    pub(crate) threads: usize,
    #[arg(long, value_name = "FILE", help = "Write the records of all games to this file")]
    pub(crate) records: Option<PathBuf>,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
    #[arg(long, help = "Put decision times into the JSON too; they differ from run to run")]
    pub(crate) times: bool,
}

/// List the games, their seats, options and players
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp games --json")]
pub(crate) struct Games {
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

/// Print the rules of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp rules hanamikoji")]
pub(crate) struct Rules {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
}

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
}

/// Measure how well the others' choices tell where their cards are
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp bench beliefs indigo\n  cardsharp bench beliefs lucky-thirteen --games 50 --worlds 200 --threads 2 --json"
)]
pub(crate) struct Beliefs {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(long = "option", value_name = "KEY=VALUE", help = "An option of the game, such as sums=flexible")]
    pub(crate) options: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..), help = "How many games against each house player")]
    pub(crate) games: u64,
    #[arg(long, value_name = "W", default_value_t = 300, value_parser = worlds, help = "How many worlds a belief holds")]
    pub(crate) worlds: usize,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the deals and everybody's luck")]
    pub(crate) seed: u64,
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads, help = "How many games are played at a time")]
    pub(crate) threads: usize,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
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
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[arg(long = "option", value_name = "KEY=VALUE", help = "An option of the game, such as sums=flexible")]
    pub(crate) options: Vec<String>,
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
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), help = "How many deals, each from every seat")]
    pub(crate) deals: u64,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the deals and everyone's luck")]
    pub(crate) seed: u64,
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads, help = "How many deals are played at a time")]
    pub(crate) threads: usize,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
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
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = threads, help = "How many threads play")]
    pub(crate) threads: usize,
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds from 0.01 to 3600".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(threads) if (1..=1024).contains(&threads) => Ok(threads),
        _ => Err("expected a number of threads from 1 to 1024".to_owned()),
    }
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

/// Play a Lucky Thirteen game that a property file sets up, and print its log
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  cardsharp play lucky-thirteen --properties table.properties --sums flexible

A property file (Java syntax; every key may be left out):
  players.0=clever                  human, random, basic, keep13 or clever; seats are 0 to 3
  players.0.initialcards=1C,2C      1C is the ace of clubs, 11D the jack of diamonds
  players.0.cardsPlayed=3C-2C       forced turns, draw-discard; then the player decides
  shared.initialcards=8H,9H         the public cards
  seed=7                            deals whatever is not given
  isAuto, thinkingTime, delayTime   are checked and change nothing here")]
pub(crate) struct Play {
    #[arg(value_name = "GAME", help = "lucky-thirteen, the game that has property files")]
    pub(crate) game: AnyGame,
    #[arg(long, value_name = "FILE", help = "The property file")]
    pub(crate) properties: PathBuf,
    #[arg(long, value_name = "face|flexible", default_value = "face", help = "What may add up to 13")]
    pub(crate) sums: Sums,
    #[arg(long, value_name = "N", help = "The seed, instead of the file's; 1 if neither names one")]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "FILE", help = "Write the log to this file as well")]
    pub(crate) log: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "Write the record of the game to this file")]
    pub(crate) record: Option<PathBuf>,
    #[arg(long, help = "Print JSON instead of the log")]
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
