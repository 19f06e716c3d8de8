//! `cardsharp protocol`: the two protocols for programs.

use cardsharp_programs::{lines, original};

/// Print how a program of yours is asked and answers
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp protocol original      Intensity as its course had it: a process for every decision\n  cardsharp protocol lines         all four games, in lines of JSON"
)]
pub(crate) struct Protocol {
    #[arg(value_name = "original|lines", value_enum, default_value = "lines", help = "Which of the two")]
    which: Described,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Described {
    Original,
    Lines,
}

pub(crate) fn run(args: &Protocol) -> String {
    match args.which {
        Described::Original => original::PROTOCOL,
        Described::Lines => lines::PROTOCOL,
    }
    .to_owned()
}
