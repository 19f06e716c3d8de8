//! The binary `cardsharp`: what is typed becomes a job, a job becomes text.

mod args;
mod commands;
mod dialogue;
mod output;
mod progress;
mod screen;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, BenchWhat, Command};

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

fn main() -> ExitCode {
    // Reports are text, written at once; a reader that has gone away (`| head`) is no failure.
    let result = run(Args::parse().command.unwrap_or_else(|| Command::Serve(args::Serve::default())));
    let text = match &result {
        Ok(text) => text.as_str(),
        Err(error) => error.downcast_ref::<Unfit>().map_or("", |Unfit(text)| text),
    };
    // What failed to be told before must not pass for this report's failure.
    if !text.is_empty() && std::io::stdout().lock().write_all(text.as_bytes()).is_err() {
        return ExitCode::SUCCESS;
    }
    match result {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) if error.is::<Unfit>() => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cardsharp: {error:#}");
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

fn run(command: Command) -> anyhow::Result<String> {
    match command {
        Command::Serve(serve) => commands::serve::run(&serve),
        Command::Games(games) => Ok(commands::games::run(&games)),
        Command::Rules(rules) => Ok(commands::rules::run(&rules)),
        Command::Protocol(protocol) => Ok(commands::protocol::run(&protocol)),
        Command::Deal(deal) => commands::deal::run(&deal),
        Command::Perft(perft) => commands::perft::run(&perft),
        Command::Play(play) => commands::play::run(&play),
        Command::Replay(replay) => commands::replay::run(&replay),
        Command::Analyse(analyse) => commands::analyse::run(&analyse),
        Command::Annotate(annotate) => commands::annotate::run(&annotate),
        Command::Match(contest) => commands::contest::run(&contest),
        Command::Exploit(exploit) => commands::exploit::run(&exploit),
        Command::Referee(referee) => commands::referee::run(&referee),
        Command::Tournament(tournament) => commands::tournament::run(&tournament),
        Command::Report(report) => commands::report::run(&report),
        Command::Bot(bot) => commands::bot::run(&bot),
        Command::Check(check) => commands::check::run(&check),
        Command::Doctor(doctor) => Ok(commands::doctor::run(&doctor)),
        Command::Study(study) => commands::study::run(&study),
        Command::Book(book) => commands::book::run(&book),
        Command::LaunchPrograms => cardsharp_sandbox::serve(),
        Command::Bench(bench) => match bench.what {
            BenchWhat::Playouts(playouts) => Ok(commands::bench::playouts(&playouts)),
            BenchWhat::Beliefs(beliefs) => commands::beliefs::run(&beliefs),
            BenchWhat::Oracle(oracle) => commands::oracle::run(&oracle),
            BenchWhat::Tournament(tournament) => commands::tournament::bench::run(&tournament),
            BenchWhat::Referee(referee) => commands::bench_referee::run(&referee),
        },
    }
}
