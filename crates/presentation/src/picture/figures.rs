//! How seats stand, in figures.

use std::fmt;

use serde::Serialize;

use crate::Said;

/// What is counted: one of it, and several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun(pub &'static str, pub &'static str);

/// Points.
pub const POINTS: Noun = Noun("point", "points");
/// Cards.
pub const CARDS: Noun = Noun("card", "cards");
/// Types of cards.
pub const TYPES: Noun = Noun("type", "types");

/// A number and what it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Count {
    /// How many; none where words say it all.
    pub number: Option<i64>,
    /// Of what, as it stands after the number: "penalty points".
    pub label: Said,
}

impl Count {
    /// One of something, or several.
    pub fn of(number: impl Into<i64>, Noun(one, many): Noun) -> Count {
        let number = number.into();
        Count { number: Some(number), label: Said::constant(if number == 1 { one } else { many }) }
    }

    /// What no number tells.
    pub fn words(label: Said) -> Count {
        Count { number: None, label }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number} ")?;
        }
        write!(f, "{}", self.label)
    }
}

/// Something a seat may do once in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Mark {
    /// What it is called.
    pub label: Said,
    /// The key that stands for it.
    pub key: String,
    /// Whether it has been done.
    pub used: bool,
}

/// What lies on both sides of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Shares {
    /// On the other side.
    pub theirs: Share,
    /// On one's own.
    pub yours: Share,
}

/// What lies on a side of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Share {
    /// How many cards.
    pub cards: usize,
    /// Whether that is more than on the other side.
    pub leads: bool,
}

impl Shares {
    /// So many cards on both sides.
    pub fn new(theirs: usize, yours: usize) -> Shares {
        Shares {
            theirs: Share { cards: theirs, leads: theirs > yours },
            yours: Share { cards: yours, leads: yours > theirs },
        }
    }
}
