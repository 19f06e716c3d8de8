//! `cardsharp bench`: measurements of this machine.

mod beliefs;
mod oracle;
mod playouts;
mod referee;
mod tournament;
mod values;

use clap::Subcommand;

/// Measure the speed and the judgement of players on this machine
#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Playouts(playouts::Playouts),
    Beliefs(beliefs::Beliefs),
    Oracle(oracle::Oracle),
    Values(values::BenchValues),
    Referee(referee::BenchReferee),
    Tournament(tournament::BenchTournament),
}

pub(crate) fn run(args: &Bench) -> anyhow::Result<String> {
    match &args.what {
        What::Playouts(args) => playouts::run(args),
        What::Beliefs(args) => beliefs::run(args),
        What::Oracle(args) => oracle::run(args),
        What::Values(args) => values::run(args),
        What::Referee(args) => referee::run(args),
        What::Tournament(args) => tournament::run(args),
    }
}

fn too_many(threads: usize) -> String {
    format!("{threads} threads cannot be started; take fewer with --threads")
}
