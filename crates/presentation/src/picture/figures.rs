//! Scores and counts.

use std::fmt;

use serde::Serialize;

use crate::Message;

/// A unit of counting, in singular and plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun(pub &'static str, pub &'static str);

/// Points.
pub const POINTS: Noun = Noun("point", "points");
/// Cards.
pub const CARDS: Noun = Noun("card", "cards");
/// Types of cards.
pub const TYPES: Noun = Noun("type", "types");

/// A number with its unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Count {
    /// The number; none if the label says it all.
    pub number: Option<i64>,
    /// The unit, to follow the number: "penalty points".
    pub label: Message,
}

impl Count {
    /// Creates a count with the noun in singular or plural.
    pub fn of(number: impl Into<i64>, Noun(one, many): Noun) -> Count {
        let number = number.into();
        Count { number: Some(number), label: Message::constant(if number == 1 { one } else { many }) }
    }

    /// Creates a count without a number.
    pub fn words(label: Message) -> Count {
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

/// An action that a seat may take once per game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Mark {
    /// Its name.
    pub label: Message,
    /// Its key.
    pub key: String,
    /// Whether the seat has taken it.
    pub used: bool,
}

/// The cards on both sides of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Shares {
    /// The far side.
    pub theirs: Share,
    /// The near side.
    pub yours: Share,
}

/// The cards on one side of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Share {
    /// The number of cards.
    pub cards: usize,
    /// Whether it is more than on the other side.
    pub leads: bool,
}

impl Shares {
    /// Compares the numbers of cards on both sides.
    pub fn new(theirs: usize, yours: usize) -> Shares {
        Shares {
            theirs: Share { cards: theirs, leads: theirs > yours },
            yours: Share { cards: yours, leads: yours > theirs },
        }
    }
}
