//! How seats stand, in figures.

use std::fmt;

/// A number and what it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many; none where words say it all.
    pub number: Option<i64>,
    /// Of what, as it stands after the number: "penalty points".
    pub label: String,
}

impl Count {
    /// One of something, or several.
    pub fn of(number: impl Into<i64>, noun: &str) -> Count {
        let number = number.into();
        let label = if number == 1 { noun.to_owned() } else { format!("{noun}s") };
        Count { number: Some(number), label }
    }

    /// The same with a word behind it: "cards captured".
    #[must_use]
    pub fn and(mut self, word: &str) -> Count {
        self.label = format!("{} {word}", self.label);
        self
    }

    /// What no number tells.
    pub fn words(label: String) -> Count {
        Count { number: None, label }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number} ")?;
        }
        f.write_str(&self.label)
    }
}

/// Something a seat may do once in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it is called.
    pub label: String,
    /// The key that stands for it.
    pub key: String,
    /// Whether it has been done.
    pub used: bool,
}

/// What lies on both sides of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// On the other side.
    pub theirs: Share,
    /// On one's own.
    pub yours: Share,
}

/// What lies on a side of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
