//! Errors about input from people and programs. Each error names the offender.

use std::error::Error;
use std::fmt;

/// A text that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    what: &'static str,
    text: String,
    expected: String,
}

impl ParseError {
    /// `text` is not a `what`; `expected` describes a valid one.
    pub fn new(what: &'static str, text: &str, expected: impl Into<String>) -> ParseError {
        // Keeps the message short if the text is a whole file.
        const LONGEST: usize = 60;
        let mut shown: String = text.chars().take(LONGEST).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        ParseError { what, text: shown, expected: expected.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let article = if self.what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        write!(f, "{:?} is not {article} {}: expected {}", self.text, self.what, self.expected)
    }
}

impl Error for ParseError {}

/// The reason why a claimed deal is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidDeal {
    /// A place holds too many or too few cards.
    WrongCount {
        /// The place, in the game's terms.
        place: String,
        /// The number of cards that belong there.
        expected: usize,
        /// The number of cards found.
        found: usize,
    },
    /// A card occurs more often than in the deck.
    TooMany(String),
}

impl fmt::Display for InvalidDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidDeal::WrongCount { place, expected, found } => {
                write!(f, "{place} has {found} cards instead of {expected}")
            }
            InvalidDeal::TooMany(card) => write!(f, "{card} is dealt more often than the deck has it"),
        }
    }
}

impl Error for InvalidDeal {}

/// An action that the rules forbid here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalAction<A>(pub A);

impl<A: fmt::Display> fmt::Display for IllegalAction<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not allowed here", self.0)
    }
}

impl<A: fmt::Display + fmt::Debug> Error for IllegalAction<A> {}
