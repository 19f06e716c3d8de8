//! Who sits where, before and after the cards are dealt.

use cardsharp_referee::original::distinct_names;
use cardsharp_rules::{AnyGame, is_name};
use cardsharp_search::{HUMAN, Spec};
use cardsharp_sitting::{PROGRAM, Said, said};
use serde::{Deserialize, Serialize};

use crate::any_sitting::{About, is_quick};
use crate::refusal::{Code, Refusal};
use crate::thinkers::Length;
use crate::wire::{Sitter, SitterKind};

/// A place at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    /// For a person; none while it is free.
    Person(Option<Holder>),
    /// A player of ours, by its spec.
    Player(String),
    /// A program that was handed in.
    Program {
        /// How it is called here.
        program: String,
        /// What it calls itself.
        name: String,
        /// Its file.
        file: String,
    },
}

/// Somebody who holds a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Holder {
    pub(crate) name: String,
    /// What is kept of the secret.
    pub(crate) token: String,
}

/// What the computer's players are called, seat by seat.
const COMPUTERS: [&str; 4] = ["Ada", "Blaise", "Sofia", "Carl"];
/// A name longer than this does not fit a table.
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

    /// Who sits here, as a sitting names them.
    pub(crate) fn spec(&self) -> Spec {
        let named = |name: &str| Spec { name: name.to_owned(), settings: Vec::new() };
        match self {
            Chair::Person(_) => named(HUMAN),
            Chair::Program { .. } => named(PROGRAM),
            Chair::Player(spec) => spec.parse().unwrap_or_else(|_| named(spec)),
        }
    }

    /// How long a player of ours who sits here thinks; programs are judged by what they did before.
    pub(crate) fn length(&self, game: &AnyGame) -> Length {
        if is_quick(game, &self.spec()) { Length::Quick } else { Length::Long }
    }
}

/// How many seats are for people, free or taken.
pub(crate) fn people(chairs: &[Chair]) -> usize {
    chairs.iter().filter(|chair| matches!(chair, Chair::Person(_))).count()
}

/// What everybody is called, no two the same.
pub(crate) fn names(chairs: &[Chair]) -> Vec<String> {
    distinct_names(chairs.iter().enumerate().map(|(seat, chair)| match chair {
        Chair::Person(Some(holder)) => holder.name.clone(),
        Chair::Person(None) => "Free seat".to_owned(),
        Chair::Player(_) => COMPUTERS[seat].to_owned(),
        Chair::Program { name, .. } => name.clone(),
    }))
}

/// Who sits where, as everybody may know it.
pub(crate) fn sitters(chairs: &[Chair], about: &About, present: &[bool]) -> Vec<Sitter> {
    let sitter = |(seat, (chair, name)): (usize, (&Chair, String))| {
        let nothing = || (Said::default(), Said::default());
        let (kind, (strength, words), is_here) = match chair {
            Chair::Person(None) => (SitterKind::Free, nothing(), false),
            Chair::Person(Some(_)) => (SitterKind::Person, nothing(), present[seat]),
            Chair::Player(spec) => (SitterKind::Player, in_words(spec, about), true),
            Chair::Program { file, .. } => {
                (SitterKind::Program, (said!("a program"), said!("a program: {file}", file)), true)
            }
        };
        Sitter { seat, name, kind, strength: strength.into(), words: words.into(), present: is_here }
    };
    chairs.iter().zip(names(chairs)).enumerate().map(sitter).collect()
}

/// How strong a player is, in a word and in several.
fn in_words(spec: &str, about: &About) -> (Said, Said) {
    if let Some(known) = about.strengths.iter().find(|known| known.spec == spec) {
        return (Said::constant(known.name), known.words());
    }
    let name = spec.parse().map_or_else(|_| spec.to_owned(), |spec: Spec| spec.name);
    (Said::verbatim(name), Said::verbatim(spec))
}

/// A name as it will be read by others, or one that the house gives.
///
/// # Errors
/// If it is too long or not one line.
pub(crate) fn name(asked: Option<&str>, seat: usize) -> Result<String, Refusal> {
    let name = asked.map(str::trim).filter(|name| !name.is_empty());
    let Some(name) = name else { return Ok(format!("Guest {}", seat + 1)) };
    if !is_name(name) || name.chars().count() > LONGEST_NAME {
        let words =
            said!("“{name}” is not a name: expected one line of at most {most} letters.", name, most = LONGEST_NAME);
        return Err(Refusal::new(Code::BadRequest, words));
    }
    Ok(name.to_owned())
}
