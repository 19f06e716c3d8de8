//! What is printed on a card; how it is drawn is the business of whoever draws it.

use serde::Serialize;

use crate::Said;

/// What is printed on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Face {
    /// The card's own name, the same wherever it is drawn: `10H`, `47`.
    pub code: String,
    /// Rank and suit, at most three cells: `10♥`, `47`.
    pub label: String,
    /// What else is good to know, at most five cells: `2 pts`.
    pub note: Said,
    /// What is said after its name to those who do not see it, if anything: `1 point`.
    pub spoken: Said,
    /// Its colour.
    pub ink: Ink,
}

/// The colours cards are printed in; which means what is the game's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "colours need no explanation")]
pub enum Ink {
    Plain,
    Red,
    Green,
    Blue,
    Yellow,
    Magenta,
    Cyan,
    LightBlue,
    Purple,
    Orange,
    Pink,
    Alarm,
}
