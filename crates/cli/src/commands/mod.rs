//! The commands. Each file has a command's arguments, its help and its `run`, and imports no other command.

mod analyse;
mod annotate;
mod ask;
mod bench;
mod book;
mod bot;
mod check;
mod coach;
mod completions;
mod deal;
mod doctor;
mod exploit;
mod games;
mod ladder;
mod man;
mod match_;
mod new;
mod perft;
mod play;
mod protocol;
mod puzzles;
mod referee;
mod replay;
mod report;
mod rules;
mod serve;
mod study;
mod tournament;

use std::ffi::OsString;

use clap::builder::Styles;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::distributed::Workforce;
use crate::shared::Usage;

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
    Serve(serve::Serve),
    Games(games::Games),
    Rules(rules::Rules),
    Protocol(protocol::Protocol),
    New(new::New),
    Deal(deal::Deal),
    Perft(perft::Perft),
    Play(Box<play::Play>),
    Puzzles(Box<puzzles::Puzzles>),
    Replay(replay::Replay),
    Analyse(Box<analyse::Analyse>),
    Annotate(annotate::Annotate),
    Ask(Box<ask::Ask>),
    Match(Box<match_::Match>),
    Exploit(Box<exploit::Exploit>),
    Referee(Box<referee::Referee>),
    Tournament(Box<tournament::Tournament>),
    Report(report::Report),
    Bot(bot::Bot),
    Check(check::Check),
    Coach(Box<coach::Coach>),
    Ladder(Box<ladder::Ladder>),
    Doctor(doctor::Doctor),
    Study(study::Study),
    Book(book::Book),
    Bench(bench::Bench),
    Completions(completions::Completions),
    Man(man::Man),
    /// Start the programs of a table; `referee` and `check` run this by themselves
    #[command(name = "launch-programs", hide = true)]
    LaunchPrograms,
}

impl Default for Command {
    fn default() -> Command {
        Command::Serve(serve::Serve::default())
    }
}

/// The commands as `cardsharp --help` groups them.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["serve", "play", "games", "rules", "puzzles"]),
    ("Write a bot", &["new", "protocol", "check", "ask", "coach", "ladder", "bot"]),
    ("Run an event", &["match", "referee", "tournament", "report"]),
    ("Study", &["replay", "annotate", "analyse", "exploit", "study", "book", "deal", "perft"]),
    ("Machine", &["doctor", "bench", "completions", "man", "help"]),
];

impl Command {
    pub(crate) fn run(self, workforce: Workforce<'_>) -> anyhow::Result<String> {
        if matches!(workforce, Workforce::Elsewhere(_)) && !self.can_be_distributed() {
            return Err(only_here().into());
        }
        match self {
            Command::Serve(args) => serve::run(&args),
            Command::Games(args) => Ok(games::run(&args)),
            Command::Rules(args) => Ok(rules::run(&args)),
            Command::Protocol(args) => Ok(protocol::run(&args)),
            Command::New(args) => new::run(&args),
            Command::Deal(args) => deal::run(&args),
            Command::Perft(args) => perft::run(&args),
            Command::Play(args) => play::run(&args),
            Command::Puzzles(args) => puzzles::run(&args),
            Command::Replay(args) => replay::run(&args),
            Command::Analyse(args) => analyse::run(&args),
            Command::Annotate(args) => annotate::run(&args),
            Command::Ask(args) => ask::run(&args),
            Command::Match(args) => match_::run(&args, workforce),
            Command::Exploit(args) => exploit::run(&args, workforce),
            Command::Referee(args) => referee::run(&args),
            Command::Tournament(args) => tournament::run(&args, workforce),
            Command::Report(args) => report::run(&args),
            Command::Bot(args) => bot::run(&args),
            Command::Check(args) => check::run(&args),
            Command::Coach(args) => coach::run(&args),
            Command::Ladder(args) => ladder::run(&args),
            Command::Doctor(args) => Ok(doctor::run(&args)),
            Command::Study(args) => study::run(&args, workforce),
            Command::Book(args) => book::run(&args),
            Command::Bench(args) => bench::run(&args),
            Command::Completions(args) => completions::run(&args),
            Command::Man(args) => man::run(&args),
            Command::LaunchPrograms => cardsharp_sandbox::serve(),
        }
    }

    fn can_be_distributed(&self) -> bool {
        matches!(self, Command::Match(_) | Command::Exploit(_) | Command::Tournament(_) | Command::Study(_))
    }
}

/// The error for a command that a cluster cannot run.
pub(crate) fn only_here() -> Usage {
    Usage("only match, tournament, study and exploit are run elsewhere; `cardsharp` does the rest here".to_owned())
}

pub(crate) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Args, clap::Error> {
    let command = Args::command();
    let template = help_template(&command);
    let mut matches = command.help_template(template).try_get_matches_from(args)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut Args::command()))
}

/// Returns clap's help template with the commands in groups, which clap does not support.
fn help_template(commands: &clap::Command) -> String {
    let styles = Styles::default();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut groups = String::new();
    for (title, names) in GROUPS {
        append!(groups, "{header}{title}:{header:#}\n");
        for name in names {
            // clap adds the command `help` later.
            let about = commands.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map_or("Print this message or the help of a command".to_owned(), ToString::to_string);
            append_line!(groups, "  {literal}{name}{literal:#}{:1$}{about}", "", 13 - name.len());
        }
        groups.push('\n');
    }
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{header}Options:{header:#}\n{{options}}{{after-help}}"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_fits_on_a_line() {
        let all = Args::command();
        let mut groups = BTreeMap::from([("help", 0)]);
        for command in all.get_subcommands().filter(|command| !command.is_hide_set()) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(!about.is_empty() && about.chars().count() <= 65, "{about}");
            groups.insert(command.get_name(), 0);
        }
        for name in GROUPS.iter().flat_map(|(_, names)| *names) {
            *groups.get_mut(name).unwrap_or_else(|| panic!("{name} is no command")) += 1;
        }
        let wrong: Vec<_> = groups.iter().filter(|(_, groups)| **groups != 1).collect();
        assert!(wrong.is_empty(), "not in exactly one group: {wrong:?}");
    }
}
