//! What a teacher says at a guided game.

use cardsharp_presentation::lesson;
use cardsharp_rules::Seat;
use serde::Serialize;
use utoipa::ToSchema;

use super::Words;

/// Something a teacher says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Taught {
    /// After how many events of the record it was said.
    step: usize,
    /// What it is about; of each topic there is one rule or task in a game.
    topic: &'static str,
    kind: TaughtKind,
    /// What it points at.
    at: Vec<Spot>,
    #[schema(value_type = String)]
    words: Words,
}

/// How it is meant: to be read (`rule`), to be done (`task`), said in passing (`news`), or why the game ended as it
/// did (`end`).
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TaughtKind {
    Rule,
    Task,
    News,
    End,
}

/// Something on the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Spot {
    /// A card by its code, in the hand if it is there.
    Card(String),
    /// A type to be won, by its code.
    Type(String),
    /// A button by its key.
    Button(String),
    /// The plate of a seat.
    Plate(usize),
    /// What lies before a seat.
    Laid(usize),
    /// A part of the table.
    Part(Part),
}

/// A part of the table: what one can choose from, or what lies in the middle.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Part {
    Hand,
    Middle,
}

impl Taught {
    pub(crate) fn new(step: usize, speech: lesson::Speech) -> Taught {
        let lesson::Speech { topic, kind, at, words } = speech;
        let kind = match kind {
            lesson::Kind::Rule => TaughtKind::Rule,
            lesson::Kind::Task => TaughtKind::Task,
            lesson::Kind::News => TaughtKind::News,
            lesson::Kind::End => TaughtKind::End,
        };
        Taught { step, topic, kind, at: at.into_iter().map(Spot::from).collect(), words: words.into() }
    }
}

impl From<lesson::Spot> for Spot {
    fn from(spot: lesson::Spot) -> Spot {
        match spot {
            lesson::Spot::Card(code) => Spot::Card(code),
            lesson::Spot::Type(code) => Spot::Type(code),
            lesson::Spot::Button(key) => Spot::Button(key),
            lesson::Spot::Plate(seat) => Spot::Plate(Seat::index(seat)),
            lesson::Spot::Laid(seat) => Spot::Laid(Seat::index(seat)),
            lesson::Spot::Part(lesson::Part::Hand) => Spot::Part(Part::Hand),
            lesson::Spot::Part(lesson::Part::Middle) => Spot::Part(Part::Middle),
        }
    }
}
