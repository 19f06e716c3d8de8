//! The command line as typed.

mod analysis;
mod bench;
mod book;
mod coach;
mod exploit;
mod install;
mod new;
mod play;
mod puzzles;
mod referee;
mod report;
mod serve;
mod shared;
mod tournament;

use std::path::PathBuf;

use cardsharp_rules::AnyGame;
use clap::{Parser, Subcommand};

pub(crate) use shared::Chosen;
use shared::{Bout, KEPT, MOST, Output, count};

pub(crate) use analysis::{Analyse, Annotate, Ask, Position, Replay, USUAL};
pub(crate) use bench::{Beliefs, Bench, BenchReferee, BenchTournament, BenchValues, BenchWhat, Oracle, Playouts};
pub(crate) use book::{Book, Study};
pub(crate) use coach::{Coach, Kept, Ladder};
pub(crate) use exploit::Exploit;
pub(crate) use install::{Completions, Man};
pub(crate) use new::{Language, New};
pub(crate) use play::{Names, Play, Seats, Speed};
pub(crate) use puzzles::Puzzles;
pub(crate) use referee::{Bot, Check, Doctor, Hosting, Referee, Warnings};
pub(crate) use report::Report;
pub(crate) use serve::Serve;
pub(crate) use shared::with_options;
pub(crate) use tournament::Tournament;

/// Plays, referees, rates and explains card games with hidden cards.
#[derive(Debug, Parser)]
#[command(
    name = "cardsharp",
    version,
    max_term_width = 100,
    after_help = "Without a command the house opens: see `cardsharp serve --help`.\n\nExamples:\n  cardsharp games\n  cardsharp rules intensity\n  cardsharp match indigo champion classic --deals 20 --threads 2"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Serve(Serve),
    Games(Games),
    Rules(Rules),
    Protocol(Protocol),
    New(New),
    Deal(Deal),
    Perft(Perft),
    Play(Box<Play>),
    Puzzles(Box<Puzzles>),
    Replay(Replay),
    Analyse(Box<Analyse>),
    Annotate(Annotate),
    Ask(Box<Ask>),
    Match(Box<Match>),
    Exploit(Box<Exploit>),
    Referee(Box<Referee>),
    Tournament(Box<Tournament>),
    Report(Report),
    Bot(Bot),
    Check(Check),
    Coach(Box<Coach>),
    Ladder(Box<Ladder>),
    Doctor(Doctor),
    Study(Study),
    Book(Book),
    Bench(Bench),
    Completions(Completions),
    Man(Man),
    /// Start the programs of a table; `referee` and `check` run this by themselves
    #[command(name = "launch-programs", hide = true)]
    LaunchPrograms,
}

/// Let players meet over many deals, every deal in every seating
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp match indigo champion classic --deals 500
  cardsharp match intensity champion:nodes=2000 careful careful careful --deals 1000 --json
  cardsharp match indigo champion:nodes=500 champion:nodes=400 --deals 20000 --sprt 0,0.05
  cardsharp match hanamikoji champion:nodes=1000,safety=trusting greedy --deals 200
  cardsharp match indigo bot.py classic --deals 200 --decision 1
  cardsharp match intensity player.c json:bot.py careful careful --records games.record
  cardsharp match indigo champion:nodes=500,memory=match classic --deals 200 --match-length 10

With --match-length N, N deals, one after another, are a match, and a champion that is told
memory=match remembers from game to game how each of the others plays. It begins a match without
memories, and a match is played once in each seating, so nobody has seen the cards of a game
before. Intervals count matches then, because the games of one hang together.

Programs may play too, as at `cardsharp referee`: a C file, an executable, or a script. A seed that
a program knows or can guess gives every hand away, so where programs play it is drawn by chance
unless one is typed; it is printed last, and --seed with it plays the same again.")]
pub(crate) struct Match {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(value_name = "PLAYER", required = true, help = "NAME, NAME:key=value,…, or a program; one for each seat")]
    pub(crate) players: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count(1, MOST, KEPT), help = "How many deals")]
    pub(crate) deals: u64,
    #[arg(
        long = "match-length",
        value_name = "N",
        default_value_t = 1,
        value_parser = count(1, MOST, KEPT),
        help = "How many deals make a match, from game to game of which memory=match remembers"
    )]
    pub(crate) length: u64,
    #[command(flatten)]
    pub(crate) run: Bout,
    #[arg(
        long,
        value_name = "A,B",
        value_parser = hypotheses,
        help = "Stop as soon as the deals decide whether the first player leads the others by A or by B points a game"
    )]
    pub(crate) sprt: Option<(f64, f64)>,
    #[arg(long, value_name = "FILE", help = "Write the records of all games to this file, deal by deal")]
    pub(crate) records: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[arg(long, help = "Put decision times into the JSON too; they differ from run to run")]
    pub(crate) times: bool,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// List the games, their seats, options and players
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp games --json")]
pub(crate) struct Games {
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Print the rules of a game
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp rules hanamikoji")]
pub(crate) struct Rules {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
}

/// Print how a program of yours is asked and answers
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp protocol original      Intensity as its course had it: a process for every decision\n  cardsharp protocol lines         all four games, in lines of JSON"
)]
pub(crate) struct Protocol {
    #[arg(value_name = "original|lines", value_enum, default_value = "lines", help = "Which of the two")]
    pub(crate) which: Described,
}

/// A protocol that is written down.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Described {
    Original,
    Lines,
}

/// Two differences, the smaller first.
fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match numbers {
        Some((a, b)) if f64::is_finite(a) && f64::is_finite(b) && a < b => Ok((a, b)),
        _ => Err("expected two numbers, the smaller first, such as 0,0.05".to_owned()),
    }
}

/// Print the deal that a seed names
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp deal indigo --seed 7")]
pub(crate) struct Deal {
    #[command(flatten)]
    pub(crate) table: SeededGame,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Count the sequences of actions from the start of a deal
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp perft indigo --seed 7 --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) table: SeededGame,
    #[arg(long, value_name = "D", help = "How many actions deep")]
    pub(crate) depth: u32,
    #[arg(long, value_name = "P", default_value_t = 0, help = "Play so many random actions first")]
    pub(crate) plies: u32,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// A game, its options and a seed.
#[derive(Debug, clap::Args)]
pub(crate) struct SeededGame {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(long, value_name = "N", default_value_t = 1, help = "The seed that names the deal")]
    pub(crate) seed: u64,
}
