//! The chairs of a table, before and after the deal.

use std::time::Duration;

use cardsharp_presentation::{Message, message};
use cardsharp_programs::original::distinct_names;
use cardsharp_rules::{AnyGame, is_name};
use cardsharp_search::{HUMAN, Spec};
use cardsharp_session::PROGRAM;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{About, is_quick};
use crate::http::{Code, Result};
use crate::threads::Length;

/// The kind of a player at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SitterKind {
    Person,
    Player,
    Program,
    Free,
}

/// The player at a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Sitter {
    pub(crate) seat: usize,
    pub(crate) name: String,
    pub(crate) kind: SitterKind,
    /// The strength of a bot in a word, or the kind of a program.
    pub(crate) strength: Message,
    /// The same in plain words.
    pub(crate) words: Message,
    /// Whether a client listens on this seat.
    pub(crate) present: bool,
    /// For how many milliseconds a person has been away; `null` while present.
    pub(crate) away: Option<u64>,
    /// Whether a bot plays for this person.
    pub(crate) stand_in: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    /// A person's chair; `None` while it is free.
    Person(Option<Holder>),
    /// A bot, by its spec.
    Player(String),
    Program {
        /// Its id.
        program: String,
        /// Its own name.
        name: String,
        file: String,
    },
}

/// A person who holds a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Holder {
    pub(crate) name: String,
    /// The hash of the token.
    pub(crate) token: String,
    /// The bot that plays for a person who is away or has resigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) stand_in: Option<StandIn>,
}

impl Holder {
    pub(crate) fn new(name: String, token: String) -> Holder {
        Holder { name, token, stand_in: None }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StandIn {
    pub(crate) spec: String,
}

/// The names of the bots, by seat.
const COMPUTERS: [&str; 4] = ["Ada", "Blaise", "Sofia", "Carl"];
/// Longer names do not fit on a table.
const LONGEST_NAME: usize = 24;

impl Chair {
    pub(crate) fn is_free(&self) -> bool {
        matches!(self, Chair::Person(None))
    }

    pub(crate) fn holder(&self) -> Option<&Holder> {
        match self {
            Chair::Person(holder) => holder.as_ref(),
            Chair::Player(_) | Chair::Program { .. } => None,
        }
    }

    pub(crate) fn stand_in(&self) -> Option<&StandIn> {
        self.holder()?.stand_in.as_ref()
    }

    /// Returns a person's chair, played by a bot; `None` if it is no person's.
    pub(crate) fn played_by(&self, spec: &str) -> Option<Chair> {
        let stand_in = Some(StandIn { spec: spec.to_owned() });
        Some(Chair::Person(Some(Holder { stand_in, ..self.holder()?.clone() })))
    }

    /// Returns a person's chair, played by that person; `None` if it is no person's.
    pub(crate) fn played_by_holder(&self) -> Option<Chair> {
        Some(Chair::Person(Some(Holder { stand_in: None, ..self.holder()?.clone() })))
    }

    pub(crate) fn spec(&self) -> Spec {
        let named = |name: &str| Spec { name: name.to_owned(), settings: Vec::new() };
        match self {
            Chair::Person(Some(Holder { stand_in: Some(StandIn { spec }), .. })) | Chair::Player(spec) => {
                spec.parse().unwrap_or_else(|_| named(spec))
            }
            Chair::Person(_) => named(HUMAN),
            Chair::Program { .. } => named(PROGRAM),
        }
    }

    /// Returns how long a bot on this chair thinks. Programs are judged by their past answers.
    pub(crate) fn length(&self, game: &AnyGame) -> Length {
        if is_quick(game, &self.spec()) { Length::Quick } else { Length::Long }
    }
}

pub(crate) fn people(chairs: &[Chair]) -> usize {
    chairs.iter().filter(|chair| matches!(chair, Chair::Person(_))).count()
}

pub(crate) fn names(chairs: &[Chair]) -> Vec<String> {
    distinct_names(chairs.iter().enumerate().map(|(seat, chair)| match chair {
        Chair::Person(Some(holder)) => holder.name.clone(),
        Chair::Person(None) => "Free seat".to_owned(),
        Chair::Player(_) => COMPUTERS[seat].to_owned(),
        Chair::Program { name, .. } => name.clone(),
    }))
}

pub(crate) fn sitters(chairs: &[Chair], about: &About, away: &[Option<Duration>]) -> Vec<Sitter> {
    let sitter = |(seat, (chair, name)): (usize, (&Chair, String))| {
        let nothing = || (Message::default(), Message::default());
        let (kind, (strength, words), is_here) = match chair {
            Chair::Person(None) => (SitterKind::Free, nothing(), false),
            Chair::Person(Some(_)) => (SitterKind::Person, nothing(), away[seat].is_none()),
            Chair::Player(spec) => (SitterKind::Player, in_words(spec, about), true),
            Chair::Program { file, .. } => {
                (SitterKind::Program, (message!("a program"), message!("a program: {file}", file)), true)
            }
        };
        let away = away[seat].filter(|_| kind == SitterKind::Person).map(|away| away.as_millis() as u64);
        let stand_in = chair.stand_in().is_some();
        Sitter { seat, name, kind, strength, words, present: is_here, away, stand_in }
    };
    chairs.iter().zip(names(chairs)).enumerate().map(sitter).collect()
}

/// Returns the strength of a bot, in a word and in several.
fn in_words(spec: &str, about: &About) -> (Message, Message) {
    if let Some(known) = about.strengths.iter().find(|known| known.spec == spec) {
        return (Message::constant(known.name), known.words());
    }
    let name = spec.parse().map_or_else(|_| spec.to_owned(), |spec: Spec| spec.name);
    (Message::verbatim(name), Message::verbatim(spec))
}

/// Whether a character changes the direction of the text beside it or ends a line. In a name it would change the
/// server's messages around the name. Older records may have such names, so the rules accept them.
fn is_formatting(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Checks a person's name; returns a default name if none is given.
pub(crate) fn name(asked: Option<&str>, seat: usize) -> Result<String> {
    let name = asked.map(str::trim).filter(|name| !name.is_empty());
    let Some(name) = name else { return Ok(format!("Guest {}", seat + 1)) };
    // Joiners and variation selectors are invisible on their own.
    let is_seen = name.contains(|letter| !matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'));
    if name.contains(is_formatting) || !is_seen {
        return Err(Code::BadRequest.because(message!("This is not a name: it has characters that cannot be seen.")));
    }
    if !is_name(name) || name.chars().count() > LONGEST_NAME {
        let words =
            message!("“{name}” is not a name: expected one line of at most {most} letters.", name, most = LONGEST_NAME);
        return Err(Code::BadRequest.because(words));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_visible() {
        for good in ["Ann", "Jörg", "ژاله", "אבי", "👩‍🚀 Zoë", &"x".repeat(24), &"🂡".repeat(24), " trimmed "]
        {
            assert_eq!(name(Some(good), 0).unwrap(), good.trim());
        }
        for formatting in
            "\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}\u{feff}\u{7}\u{9f}".chars()
        {
            let refused = name(Some(&format!("An{formatting}n")), 0).unwrap_err();
            assert!(refused.words().to_string().contains("not a name"), "{formatting:?}");
        }
        name(Some(&"x".repeat(25)), 0).unwrap_err();
        assert_eq!(name(None, 1).unwrap(), "Guest 2");
    }
}
