//! What is asked for.

use serde::Deserialize;
use utoipa::ToSchema;

/// A table to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTable {
    /// As `GET /api/games` names it.
    pub(crate) game: String,
    /// Who shall sit where; one for every seat.
    pub(crate) seats: Vec<Seating>,
    /// The seat the asker takes; none to watch.
    #[serde(default)]
    pub(crate) take: Option<usize>,
    /// What the asker is called.
    #[serde(default)]
    pub(crate) name: Option<String>,
    /// Names the deal; chance, unless told.
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    /// Whether advice may be asked for, where only one person plays.
    #[serde(default)]
    pub(crate) kibitzer: bool,
    /// Whether anybody may find the table.
    #[serde(default)]
    pub(crate) listed: bool,
}

/// A table of Lucky Thirteen as a property file sets it up.
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
    pub(crate) name: Option<String>,
}

/// An action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The version of the view that the action answers.
    pub(crate) version: u64,
    /// As the pieces and choices name it: `play 47`.
    pub(crate) action: String,
}

/// Pieces, in the order they were chosen.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chosen {
    pub(crate) chosen: Vec<usize>,
}
