//! Seating programs.

use std::path::PathBuf;
use std::time::Duration;

use cardsharp_programs::{Protocol, Terms};
use cardsharp_search::Spec;

use super::shared::{Chosen, KEPT, MOST, Output, Threads, count};
use crate::Usage;

/// Seat programs, players and yourself at a table and keep the score
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp referee intensity player.c                    against Lulu, Morgan and Amy
  cardsharp referee intensity player.c -s 7 --strict      stop at the first fault and show it
  cardsharp referee intensity a.c b.c c.c d.c --games 100 --print-summary --threads 2
  cardsharp referee intensity player.c --unit-tests
  cardsharp referee intensity -i champion
  cardsharp referee indigo bot.py champion:ms=50 --bank 10

A PROGRAM is a C file, which is compiled (by CC, if that is set); an executable; a script that begins
with #!; a folder with a main.c, a main.py or a bot.toml, as `cardsharp new` makes one; or a player of
ours, as `cardsharp games` lists them. A file that is called like a player is meant by a path with a
slash: ./random. Seats that are left over, and every `random`, are random players
named Lulu, Morgan, Amy and Rat.

Seats: the programs sit from seat 0 on in the order they are named, then you (-i), then the
players that fill up. With --games every deal is played in every rotation of the seats before the
next is dealt: game 0 is that of the seed as seated, then everybody moves on by one seat.

Without -s every run deals other cards: the seed is 64 random bits of the system, and no program
and no seat learns it before the end. It is printed last, and -s with that number deals the same
again. A seed that a program knows or can guess gives every hand away, so type one only to look at
a game again. The same seed gives the same game, as long as the programs answer the same to the
same; of our players those that think by the clock (ms) do not.

An answer that is illegal, late or missing is a fault, and the referee chooses at random among what
is legal. In Intensity it costs 5 points at every decision, and after three time-outs in a game a
program is no longer asked. In the other games a third fault, or a program that died, loses the
game: it places last, and the referee plays its turns on.

Programs of both protocols may sit at one table of Intensity: one that says its name when it is
asked in the original way is asked so, else one that says hello in lines of JSON. json:bot.py,
once:bot.py and original:player.c say it; --protocol says it for all the others.")]
#[allow(clippy::struct_excessive_bools, reason = "these are the switches of a command line")]
pub(crate) struct Referee {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(
        value_name = "PROGRAM",
        help = "A C file, a folder, an executable, a script, or a player such as champion:ms=200"
    )]
    pub(crate) programs: Vec<String>,
    #[arg(short, long, help = "Take a seat yourself; Intensity only")]
    pub(crate) interactive: bool,
    #[arg(
        short,
        long,
        value_name = "S",
        help = "Names the deal and everybody's luck [default: random, and printed at the end]"
    )]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count(1, MOST, KEPT), help = "How many games")]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[arg(short, long, help = "Tell only how it ends")]
    pub(crate) quiet: bool,
    #[arg(long, help = "Print a table of places, points, faults and times at the end")]
    pub(crate) print_summary: bool,
    #[arg(long, help = "Put decision times into the JSON too; they differ from run to run")]
    pub(crate) times: bool,
    #[arg(long, help = "Stop at the first fault and show input, output and reason; status 1")]
    pub(crate) strict: bool,
    #[arg(long, conflicts_with_all = ["interactive", "games"], help = "Run the program's own unit tests instead (mode 3); Intensity only")]
    pub(crate) unit_tests: bool,
    #[arg(long, value_name = "FILE", help = "Write the records of all games to this file")]
    pub(crate) record: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// How programs are spoken to and held.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Hosting {
    #[arg(
        long,
        value_name = "original|json|once",
        help = "How programs are spoken to that do not have it before their name (json:bot.py): Intensity's original way, lines of JSON, or a line of JSON and a new process per decision [default: at Intensity what they understand, else json]"
    )]
    pub(crate) protocol: Option<Protocol>,
    #[arg(long, value_name = "SECONDS", value_parser = duration, help = "Processor time for a decision; four times as much by the clock on the wall [default: 30]")]
    pub(crate) decision: Option<Duration>,
    #[arg(long, value_name = "SECONDS", value_parser = duration, help = "Processor time for all decisions of a game together")]
    pub(crate) bank: Option<Duration>,
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30), help = "Memory that a program may use, or ask for if it is made of C [default: 256]")]
    pub(crate) memory: Option<u64>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), help = "Processes of a program [default: 1]")]
    pub(crate) processes: Option<u32>,
    #[arg(
        long,
        help = "Run programs with limits but without a sandbox: they can do whatever you can; see `cardsharp doctor`"
    )]
    pub(crate) unsafe_no_sandbox: bool,
    #[arg(long, help = "Show what the compiler warns of, not only how often")]
    pub(crate) warnings: bool,
    #[arg(
        long,
        value_name = "DIR",
        help = "Keep what every program is told and says in every game, its standard error too; `replay --logs DIR` shows it"
    )]
    pub(crate) logs: Option<PathBuf>,
}

/// How a compiler's warnings are told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warnings {
    Counted,
    Shown,
}

impl Hosting {
    /// The folder for logs, made and tried: an error is better known before hours of play than after.
    pub(crate) fn log_folder(&self) -> Result<Option<PathBuf>, Usage> {
        let Some(folder) = &self.logs else { return Ok(None) };
        let wrong = |error: std::io::Error| Usage(format!("--logs {}: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(wrong)?;
        let trial = folder.join(".trial");
        std::fs::write(&trial, "").and_then(|()| std::fs::remove_file(&trial)).map_err(wrong)?;
        Ok(Some(folder.clone()))
    }

    /// How a compiler's warnings are told of.
    pub(crate) fn shown_warnings(&self) -> Warnings {
        if self.warnings { Warnings::Shown } else { Warnings::Counted }
    }

    /// What a program may use.
    pub(crate) fn terms(&self) -> Terms {
        let decision = self.decision.unwrap_or(Duration::from_secs(30));
        let (memory, processes) = (self.memory.unwrap_or(256) << 20, self.processes.unwrap_or(1));
        Terms { decision, bank: self.bank, memory, processes, ..Terms::default() }
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a number of seconds from 0.001 to 86400".to_owned()),
    }
}

/// Be a program at somebody's table: answer what is asked on standard input
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  echo 0 | cardsharp bot intensity
  cardsharp bot intensity champion:ms=500 < request.txt
  cardsharp bot hanamikoji champion:nodes=2000

Two protocols are understood and told apart by the first character: lines of JSON for every game,
until the input ends (crates/programs/protocol.md), and Intensity's original one, a single request
in modes 0 to 3. The answer to a position is the same every time if the player counts nodes.")]
pub(crate) struct Bot {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(value_name = "PLAYER", default_value = "champion", help = "NAME, NAME:key=value,… or net:FILE")]
    pub(crate) player: Spec,
    #[arg(long, value_name = "NAME", help = "What to be called; `cardsharp PLAYER` unless told")]
    pub(crate) name: Option<String>,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the player's luck")]
    pub(crate) seed: u64,
}

/// Try a program in a few hundred situations and say what is wrong with it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp check intensity player.c
  cardsharp check indigo bot.py --json

Rare situations are among them: nothing but calves in hand, leading before and after calves are
broken, the buffalo led, the last card, first to play. A C file is also built with the address and
undefined-behaviour sanitizers and played. The exit status is 1 if something is wrong.")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(
        value_name = "PROGRAM",
        help = "A C file, a folder with a main.c, main.py or bot.toml, an executable, or a script"
    )]
    pub(crate) program: String,
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the situations")]
    pub(crate) seed: u64,
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000), help = "About how many situations")]
    pub(crate) situations: u64,
    #[arg(long, value_name = "SECONDS", value_parser = duration, default_value = "300", help = "How long the whole check may take; then it ends with what was tried until then")]
    pub(crate) limit: Duration,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// Say what this machine offers to contain programs of strangers
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp doctor --json")]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) output: Output,
}
