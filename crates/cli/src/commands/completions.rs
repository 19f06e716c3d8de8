//! `cardsharp completions`: what a shell needs to complete our command line.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Write;

use anyhow::Context;
use cardsharp_rules::{AnyGame, with_game};
use cardsharp_search::roster;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::{Generator, Shell};

use crate::args::{Args, Completions};

pub(crate) fn run(args: &Completions) -> anyhow::Result<String> {
    let mut command = suggesting(shown(&Args::command()));
    command.set_bin_name(command.get_name().to_owned());
    command.build();
    let mut script = Vec::new();
    args.shell.try_generate(&command, &mut script).context("the completions cannot be written")?;
    let mut script = String::from_utf8(script).context("the completions are no text")?;
    if args.shell == Shell::Fish {
        add_positionals(&command, "", &mut script);
    }
    Ok(script)
}

/// The generator for fish leaves out what is typed without an option: games and players.
fn add_positionals(command: &Command, condition: &str, script: &mut String) {
    let values = |arg: &Arg| arg.get_possible_values().into_iter().map(|value| value.get_name().to_owned());
    let words: Vec<String> = command.get_positionals().flat_map(values).collect();
    if !words.is_empty() {
        writeln!(script, "complete -c cardsharp -n \"{condition}\" -a \"{}\"", words.join(" "))
            .expect("writing to a string");
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        let name = inner.get_name();
        let condition = match condition {
            "" => format!("__fish_cardsharp_using_subcommand {name}"),
            above => format!("{above}; and __fish_seen_subcommand_from {name}"),
        };
        add_positionals(inner, &condition, script);
    }
}

/// Without the commands that are not for people: the generators know no hidden ones.
fn shown(command: &Command) -> Command {
    let subcommands: Vec<Command> = command.get_subcommands().filter(|inner| !inner.is_hide_set()).cloned().collect();
    Command::new("cardsharp").version(env!("CARGO_PKG_VERSION")).subcommands(subcommands)
}

/// With what the types of the arguments do not tell the generators, by the names that people see in the help.
fn suggesting(command: Command) -> Command {
    command.mut_args(with_suggestions).mut_subcommands(suggesting)
}

fn with_suggestions(arg: Arg) -> Arg {
    let name = arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string).unwrap_or_default();
    let words: Vec<String> = match name.as_str() {
        "GAME" | "GAME | FILE.toml" => AnyGame::all().iter().map(|game| game.name().to_owned()).collect(),
        "PLAYER" => players(),
        "PROGRAM" | "ENTRANT" => return arg.value_hint(ValueHint::AnyPath),
        // Such as slow|fast.
        name if name.contains('|') => name.split('|').map(str::to_owned).collect(),
        _ => return arg,
    };
    arg.value_parser(Suggested(words))
}

/// Everybody who sits down to some game. A script cannot know which game was typed before.
fn players() -> Vec<String> {
    let mut names = BTreeSet::new();
    for game in AnyGame::all() {
        let own: Vec<&str> = with_game!(AnyGame, &game, game => roster(game).iter().map(|offer| offer.name).collect());
        names.extend(own.into_iter().map(str::to_owned));
    }
    names.into_iter().collect()
}

/// Words that may be typed among others: `champion` for `champion:ms=200`.
#[derive(Clone)]
struct Suggested(Vec<String>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        Ok(value.to_string_lossy().into_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned().map(PossibleValue::new)))
    }
}
