//! What is asked for.

use serde::Deserialize;
use utoipa::ToSchema;

use super::Whole;
use crate::proceedings::TimeControl;
use crate::series::Series;

/// A table to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// As `GET /api/games` names it.
    pub(crate) game: String,
    /// Who shall sit where; one for every seat, but none at a guided game.
    #[serde(default)]
    pub(crate) seats: Vec<Seating>,
    /// The seat the asker takes; none to watch.
    #[serde(default)]
    pub(crate) take: Option<Whole>,
    /// What the asker is called.
    #[serde(default)]
    #[schema(max_length = 24)]
    pub(crate) name: Option<String>,
    /// Names the deal; chance, unless told. Whoever chooses it knows all cards, so it may be told only where
    /// at most one seat is for a person.
    #[serde(default)]
    pub(crate) seed: Option<Whole>,
    /// Whether advice may be asked for, where only one person plays.
    #[serde(default)]
    pub(crate) kibitzer: bool,
    /// Whether anybody may find the table.
    #[serde(default)]
    pub(crate) listed: bool,
    /// How long everybody has; as long as they like, unless told.
    #[serde(default)]
    pub(crate) clock: Option<TimeControl>,
    /// How long a match is; one game after another, unless told.
    #[serde(default)]
    pub(crate) series: Option<Series>,
    /// A first game in which the asker is taught the rules: who sits where and how the cards lie is then the
    /// guide's business.
    #[serde(default)]
    pub(crate) guided: bool,
}

/// A table as a property file sets it up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetUp {
    /// The file, in Java's syntax: `players.0=Human`, `shared.initialcards=8H,9H`, … At most 16 KiB.
    #[schema(max_length = 16_384)]
    pub(crate) properties: String,
    /// What the asker is called.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// Whether advice may be asked for, where only one person plays.
    #[serde(default)]
    pub(crate) kibitzer: bool,
    /// Whether anybody may find the table.
    #[serde(default)]
    pub(crate) listed: bool,
}

/// Who shall sit on a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Seating {
    /// A person; free until somebody takes it.
    Person {
        /// What they are called, if they are who asks.
        #[serde(default)]
        #[schema(max_length = 24)]
        name: Option<String>,
    },
    /// A player of ours.
    Player {
        /// Such as `champion:ms=500`.
        spec: String,
    },
    /// A program that was handed over; only where the house allows it.
    Program {
        /// As `POST /api/programs` called it.
        program: String,
    },
}

/// Somebody who sits down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sit {
    #[serde(default)]
    #[schema(max_length = 24)]
    pub(crate) name: Option<String>,
}

/// An action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The version of the view that the action answers.
    pub(crate) version: Whole,
    /// As the pieces and choices name it: `play 47`.
    pub(crate) action: String,
}

/// Pieces, in the order they were chosen.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chosen {
    pub(crate) chosen: Vec<Whole>,
}

/// Another game of the same people.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnotherGame {
    /// Begins a new match of this length; unless told, the one that is going on goes on.
    #[serde(default)]
    pub(crate) series: Option<Series>,
    /// Begins to count games anew, even if no match is wished for.
    #[serde(default)]
    pub(crate) anew: bool,
}

/// An answer to what somebody at the table has asked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    /// The number of the question.
    pub(crate) question: Whole,
    /// Whether one agrees. Whoever asked may only say no: then the question is withdrawn.
    pub(crate) agrees: bool,
}

/// A friendly phrase.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Say {
    /// Which of the phrases, from 0 to 7.
    #[schema(value_type = u64, maximum = 7)]
    pub(crate) phrase: Whole,
}

/// Nothing but that it is meant: a form of somebody else's page cannot send it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}
