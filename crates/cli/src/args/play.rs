//! Sitting down oneself.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use cardsharp_programs::split_protocol;
use cardsharp_rules::lucky_thirteen::Sums;
use cardsharp_rules::{AnyGame, words};
use cardsharp_search::{Spec, SpecError};
use cardsharp_session::{FILE, PROGRAM};

use super::Hosting;
use super::shared::Output;

/// Play a game at the terminal, with people and players of ours on any seat
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help("Print the result as JSON instead of telling the game; not where people play")))]
#[command(after_help = "\
Examples:
  cardsharp play indigo --plain                            the course's dialogue, against classic
  cardsharp play intensity --seats human,champion,careful,random --names Ada
  cardsharp play hanamikoji --seats champion:ms=500,human --seed 7
  cardsharp play hanamikoji --seats human,./bot.py         against a program of yours
  cardsharp play hanamikoji --seats human,champion:safety=careful    or trusting, balanced, 0 to 1
  cardsharp play hanamikoji --resume                       go on where you stopped
  cardsharp play lucky-thirteen --properties table.properties --sums flexible --log table.log

A seat is `human`, a player as `cardsharp games` lists them, or a program, which is meant by a path with a
slash (./bot.py, json:./bot.py) and asked in the sandbox, afresh for every decision; see `cardsharp referee`.
The game is saved after every action.
Line by line, `exit` leaves the game, `hint` shows the best actions and `?` the rules in short; Indigo
keeps the dialogue of its course, which knows `exit` alone, and asks who plays first.

A property file (Java syntax; every key may be left out):
  players.0=Clever                  Human, Random, Basic or Clever in any case, or any player; seats are 0 to 3
  players.0.initialcards=1C,2C      1C is the ace of clubs, 11D the jack of diamonds
  players.0.cardsPlayed=3C-2C       forced turns, draw-discard; then the player decides
  shared.initialcards=8H,9H         the public cards
  seed=7                            deals whatever is not given
  thinkingTime=2000                 a player takes at least so many milliseconds for its turn …
  delayTime=600                     … and so many pass after every turn, where people watch
  isAuto=true                       no people, and nothing waits
`--speed` goes before the file's times. The same file sets up a table on the page: `cardsharp serve`.")]
pub(crate) struct Play {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: Option<AnyGame>,
    #[arg(
        long,
        value_name = "N",
        help = "The seed that names the deal; chance, unless told (a property file without people: its own, or 1)"
    )]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "SPEC,…", help = "Who sits where, from seat 0: human, champion:ms=200, …")]
    pub(crate) seats: Option<Seats>,
    #[arg(long, value_name = "NAME,…", help = "What they are called: a name for every seat, or for every person")]
    pub(crate) names: Option<Names>,
    #[arg(long, value_name = "slow|normal|fast|instant", help = "How long to pause after what a player of ours does")]
    pub(crate) speed: Option<Speed>,
    #[arg(long, help = "Line by line; by itself where the output is no terminal")]
    pub(crate) plain: bool,
    #[arg(long, value_name = "FILE", help = "Save the game here, not in ~/.local/state/cardsharp")]
    pub(crate) save: Option<PathBuf>,
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        conflicts_with_all = ["seed", "seats", "names", "properties", "sums"],
        help = "Go on with the saved game, or with this one"
    )]
    #[allow(clippy::option_option, reason = "not at all, without a file, and with one")]
    pub(crate) resume: Option<Option<PathBuf>>,
    #[arg(long, value_name = "FILE", help = "Write the record of the game to this file")]
    pub(crate) record: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with = "seats", help = "A property file; Lucky Thirteen only")]
    pub(crate) properties: Option<PathBuf>,
    #[arg(long, value_name = "face|flexible", help = "What may add up to 13 (face, unless told); Lucky Thirteen only")]
    pub(crate) sums: Option<Sums>,
    #[arg(long, value_name = "FILE", help = "Write the log of the game to this file; Lucky Thirteen only")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) hosting: Hosting,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seats(pub(crate) Vec<Spec>);

impl FromStr for Seats {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Seats, SpecError> {
        let mut specs: Vec<String> = Vec::new();
        for part in text.split(',') {
            // The settings of a spec have commas between them too: `champion:nodes=20,worlds=10`.
            let is_setting = part.find('=').is_some_and(|equals| !part[..equals].contains(':'));
            match specs.last_mut().filter(|_| is_setting) {
                Some(spec) => spec.extend([",", part]),
                None => specs.push(part.trim().to_owned()),
            }
        }
        specs.iter().map(|text| sitter(text)).collect::<Result<_, _>>().map(Seats)
    }
}

/// Whoever a text names: a path with a slash is a program, which may have its protocol before it.
fn sitter(text: &str) -> Result<Spec, SpecError> {
    match text.parse() {
        Ok(Spec { name, .. }) if name.contains('/') => Ok(program(text)),
        Err(_) if split_protocol(text).1.contains('/') => Ok(program(text)),
        parsed => parsed,
    }
}

fn program(text: &str) -> Spec {
    Spec { name: PROGRAM.to_owned(), settings: vec![(FILE.to_owned(), text.to_owned())] }
}

/// What they are called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Names, String> {
        let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
        if let Some(name) = names.iter().find(|name| !cardsharp_rules::is_name(name)) {
            return Err(format!("{name:?} is not a name: expected some letters, with commas between names"));
        }
        for (place, name) in names.iter().enumerate() {
            if names[..place].contains(name) {
                return Err(format!("{name:?} is there twice"));
            }
        }
        Ok(Names(names))
    }
}

/// How fast the players of ours play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    Slow,
    Normal,
    Fast,
    Instant,
}

words!(Speed, "speed", Slow: "slow", Normal: "normal", Fast: "fast", Instant: "instant");

impl Speed {
    /// How long people are given to see what was done.
    pub(crate) fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Slow => 1500,
            Speed::Normal => 700,
            Speed::Fast => 250,
            Speed::Instant => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_part_seats_and_settings() {
        let seats = |text: &str| {
            let Seats(specs) = text.parse().unwrap();
            specs.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            seats("human,champion:nodes=20,worlds=10, random"),
            ["human", "champion:nodes=20,worlds=10", "random"]
        );
        assert_eq!(
            seats("human,./bot.py,json:bots/b.py"),
            ["human", "program:file=./bot.py", "program:file=json:bots/b.py"]
        );
        assert!("human,,random".parse::<Seats>().is_err());
        assert!("worlds=10".parse::<Seats>().is_ok_and(|Seats(specs)| specs[0].name == "worlds=10"));
    }

    #[test]
    fn names_fit_on_a_line_and_differ() {
        assert!("Ada, Lulu".parse::<Names>().is_ok_and(|Names(names)| names == ["Ada", "Lulu"]));
        assert!("Ada,".parse::<Names>().unwrap_err().contains("is not a name"));
        assert!("Ada,Ada".parse::<Names>().unwrap_err().contains("twice"));
    }
}
