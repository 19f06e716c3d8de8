//! The printed face of a card, independent of how it is drawn.

use serde::Serialize;

use crate::Message;

/// The face of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Face {
    /// The card's code, the same everywhere: `10H`, `47`.
    pub code: String,
    /// Rank and suit, at most three cells: `10♥`, `47`.
    pub label: String,
    /// A short note of at most five cells: `2 pts`.
    pub note: Message,
    /// Spoken after its name for people who cannot see it; may be empty: `1 point`.
    pub spoken: Message,
    /// The colour.
    pub ink: Ink,
}

/// The colours of cards; each game gives them its own meaning.
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
