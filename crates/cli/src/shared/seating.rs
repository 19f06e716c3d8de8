//! Players, names and speed of a game at the terminal.

use std::str::FromStr;
use std::time::Duration;

use cardsharp_programs::split_protocol;
use cardsharp_rules::words;
use cardsharp_search::{Spec, SpecError};
use cardsharp_session::{FILE, PROGRAM};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seats(pub(crate) Vec<Spec>);

impl FromStr for Seats {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Seats, SpecError> {
        let mut specs: Vec<String> = Vec::new();
        for part in text.split(',') {
            // The settings of a spec contain commas too: `champion:nodes=20,worlds=10`.
            let is_setting = part.find('=').is_some_and(|equals| !part[..equals].contains(':'));
            match specs.last_mut().filter(|_| is_setting) {
                Some(spec) => spec.extend([",", part]),
                None => specs.push(part.trim().to_owned()),
            }
        }
        specs.iter().map(|text| sitter(text)).collect::<Result<_, _>>().map(Seats)
    }
}

/// Parses a player, or a program: a path with a slash, after its protocol if it has one.
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

/// The speed of house players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    Slow,
    Normal,
    Fast,
    Instant,
}

words!(Speed, "speed", Slow: "slow", Normal: "normal", Fast: "fast", Instant: "instant");

impl Speed {
    /// Returns the pause after each action, so that people see it.
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
