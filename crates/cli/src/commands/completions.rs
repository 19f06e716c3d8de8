//! `cardsharp completions`: scripts that complete commands, games and options in a shell.

use anyhow::Context;
use cardsharp_rules::{AnyGame, with_game};
use cardsharp_search::roster;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::{Generator, Shell};
use std::collections::BTreeSet;
use std::ffi::OsStr;

use super::Args;

/// Print what a shell needs to complete commands, games and options
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, each for good; a new shell completes:
  cardsharp completions bash > ~/.local/share/bash-completion/completions/cardsharp
  cardsharp completions zsh > ~/.zfunc/_cardsharp
  cardsharp completions fish > ~/.config/fish/completions/cardsharp.fish

The folders must be there: `mkdir -p` makes them. zsh looks where its `fpath` says: put
`fpath=(~/.zfunc $fpath)` before `autoload -Uz compinit && compinit` into ~/.zshrc. For the bash that
is running: `source <(cardsharp completions bash)`.")]
pub(crate) struct Completions {
    #[arg(value_name = "SHELL", help = "ToMove completions")]
    shell: Shell,
}

pub(crate) fn run(args: &Completions) -> anyhow::Result<String> {
    let mut command = suggest(without_hidden(&Args::command()));
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

/// Adds games and players, which the generator for fish leaves out.
fn add_positionals(command: &Command, condition: &str, script: &mut String) {
    let values = |arg: &Arg| arg.get_possible_values().into_iter().map(|value| value.get_name().to_owned());
    let words: Vec<String> = command.get_positionals().flat_map(values).collect();
    if !words.is_empty() {
        append_line!(script, "complete -c cardsharp -n \"{condition}\" -a \"{}\"", words.join(" "));
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

/// Removes hidden commands; the generators would include them.
fn without_hidden(command: &Command) -> Command {
    let subcommands: Vec<Command> = command.get_subcommands().filter(|inner| !inner.is_hide_set()).cloned().collect();
    Command::new("cardsharp").version(env!("CARGO_PKG_VERSION")).subcommands(subcommands)
}

/// Adds suggestions by the value names of the help.
fn suggest(command: Command) -> Command {
    command.mut_args(with_suggestions).mut_subcommands(suggest)
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

/// Returns the players of all games: a script does not know which game was typed.
fn players() -> Vec<String> {
    let mut names = BTreeSet::new();
    for game in AnyGame::all() {
        let own: Vec<&str> = with_game!(AnyGame, &game, game => roster(game).iter().map(|offer| offer.name).collect());
        names.extend(own.into_iter().map(str::to_owned));
    }
    names.into_iter().collect()
}

/// Suggestions that allow other words: `champion`, but also `champion:ms=200`.
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
