//! The command line `cardsharp`: what is typed becomes a job, a job becomes text.
//!
//! A library, so that the Python package has the same commands as the binary, and hands the long ones to a cluster.

mod args;
mod commands;
mod dialogue;
mod elsewhere;
mod input;
mod output;
mod progress;
mod screen;
mod versions;

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;

use args::{Args, BenchWhat, Command};
pub use commands::referee::launch_by;
pub use elsewhere::{TakeUp, Workers, lease};
use elsewhere::{Workforce, only_here};
use output::{complain, say};

/// Something the person can put right: exit status 2. Anything else that fails is 1.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

impl From<cardsharp_search::SpecError> for Usage {
    fn from(error: cardsharp_search::SpecError) -> Usage {
        Usage(error.to_string())
    }
}

/// A report that is complete but not good: it is printed all the same, and the exit status is 1.
#[derive(Debug)]
pub(crate) struct Unfit(pub(crate) String);

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

/// Does what these words ask for, the name of the program first; gives the exit status.
pub fn command(words: impl IntoIterator<Item = OsString>) -> u8 {
    obey(words, Workforce::Here)
}

/// The same for a long run that others work on: a match, a tournament, a study or an exploit.
pub fn command_elsewhere(words: impl IntoIterator<Item = OsString>, workers: &dyn Workers) -> u8 {
    obey(words, Workforce::Elsewhere(workers))
}

/// What these words ask others for, as text instead of on standard output.
///
/// # Errors
/// What is wrong, as it would be told.
pub fn report_elsewhere(words: impl IntoIterator<Item = OsString>, workers: &dyn Workers) -> Result<String, String> {
    let args = Args::try_parse_from(words).map_err(|told| told.render().to_string())?;
    let command = args.command.ok_or_else(|| only_here().to_string())?;
    run(command, Workforce::Elsewhere(workers)).map_err(|error| format!("{error:#}"))
}

fn obey(words: impl IntoIterator<Item = OsString>, workforce: Workforce<'_>) -> u8 {
    let status = match Args::try_parse_from(words) {
        Ok(args) => carry_out(args.command.unwrap_or_else(|| Command::Serve(args::Serve::default())), workforce),
        Err(told) => {
            // What is wrong, or the help that was asked for.
            output::note(told.print().and_then(|()| std::io::stdout().flush()));
            told.exit_code() as u8
        }
    };
    if status == 0 && output::is_lost() { 1 } else { status }
}

/// Does what was asked for and says what came of it; gives the exit status.
fn carry_out(command: Command, workforce: Workforce<'_>) -> u8 {
    if let Err(error) = bear_limits_of_files() {
        complain(format_args!("cardsharp: signals cannot be heard: {error}"));
    }
    match run(command, workforce) {
        Ok(text) => {
            say(text);
            0
        }
        Err(error) => match error.downcast::<Unfit>() {
            Ok(Unfit(text)) => {
                say(text);
                1
            }
            Err(error) => {
                complain(format_args!("cardsharp: {error:#}"));
                if error.is::<Usage>() { 2 } else { 1 }
            }
        },
    }
}

/// Beyond `ulimit -f` a signal would end us in the middle of a file; heard, it leaves an error that can be
/// told. Programs that we start know nothing of this.
fn bear_limits_of_files() -> std::io::Result<()> {
    let limit = nix::sys::signal::Signal::SIGXFSZ as i32;
    signal_hook::flag::register(limit, Arc::new(AtomicBool::new(false))).map(drop)
}

fn run(command: Command, workforce: Workforce<'_>) -> anyhow::Result<String> {
    match command {
        Command::Match(contest) => commands::contest::run(&contest, workforce),
        Command::Exploit(exploit) => commands::exploit::run(&exploit, workforce),
        Command::Tournament(tournament) => commands::tournament::run(&tournament, workforce),
        Command::Study(study) => commands::study::run(&study, workforce),
        other => match workforce {
            Workforce::Here => run_here(other),
            Workforce::Elsewhere(_) => Err(only_here().into()),
        },
    }
}

fn run_here(command: Command) -> anyhow::Result<String> {
    match command {
        Command::Serve(serve) => commands::serve::run(&serve),
        Command::Games(games) => Ok(commands::games::run(&games)),
        Command::Rules(rules) => Ok(commands::rules::run(&rules)),
        Command::Protocol(protocol) => Ok(commands::protocol::run(&protocol)),
        Command::New(new) => commands::new::run(&new),
        Command::Deal(deal) => commands::deal::run(&deal),
        Command::Perft(perft) => commands::perft::run(&perft),
        Command::Play(play) => commands::play::run(&play),
        Command::Puzzles(puzzles) => commands::puzzles::run(&puzzles),
        Command::Replay(replay) => commands::replay::run(&replay),
        Command::Analyse(analyse) => commands::analyse::run(&analyse),
        Command::Annotate(annotate) => commands::annotate::run(&annotate),
        Command::Ask(ask) => commands::ask::run(&ask),
        Command::Referee(referee) => commands::referee::run(&referee),
        Command::Report(report) => commands::report::run(&report),
        Command::Bot(bot) => commands::bot::run(&bot),
        Command::Check(check) => commands::check::run(&check),
        Command::Coach(coach) => commands::coach::run(&coach),
        Command::Ladder(ladder) => commands::ladder::run(&ladder),
        Command::Doctor(doctor) => Ok(commands::doctor::run(&doctor)),
        Command::Book(book) => commands::book::run(&book),
        Command::Completions(completions) => commands::completions::run(&completions),
        Command::Man(man) => commands::man::run(&man),
        Command::Match(_) | Command::Exploit(_) | Command::Tournament(_) | Command::Study(_) => {
            unreachable!("these are run wherever they are to be")
        }
        Command::LaunchPrograms => cardsharp_sandbox::serve(),
        Command::Bench(bench) => match bench.what {
            BenchWhat::Playouts(playouts) => commands::bench::playouts(&playouts),
            BenchWhat::Beliefs(beliefs) => commands::beliefs::run(&beliefs),
            BenchWhat::Oracle(oracle) => commands::oracle::run(&oracle),
            BenchWhat::Values(values) => commands::values::run(&values),
            BenchWhat::Tournament(tournament) => commands::tournament::bench::run(&tournament),
            BenchWhat::Referee(referee) => commands::bench_referee::run(&referee),
        },
    }
}
