//! Programs that cannot take part: they do not compile or cannot be started.

use cardsharp_archive::Stored;
use serde_json::{Value, json};

/// A program that cannot take part. Both texts come from strangers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disqualified {
    /// The absolute path of its file.
    pub source: String,
    /// The error of the compiler or the system.
    pub reason: String,
}

/// The most letters of a reason: a file can make its compiler write megabytes.
const MOST_LETTERS: usize = 2000;

impl Disqualified {
    /// Creates an entry with the reason cut to its first letters.
    pub fn new(source: impl Into<String>, reason: &str) -> Disqualified {
        let mut letters = reason.chars();
        let mut kept: String = letters.by_ref().take(MOST_LETTERS).collect();
        if letters.next().is_some() {
            kept.push('…');
        }
        Disqualified { source: source.into(), reason: kept }
    }

    /// Returns the disqualified programs of a stored tournament, from the JSON of its terms.
    pub fn of(stored: &Stored) -> Vec<Disqualified> {
        let read = || {
            let terms: Value = serde_json::from_str(&stored.tournament.terms).ok()?;
            let each = |one: &Value| Some(Disqualified::new(one["source"].as_str()?, one["reason"].as_str()?));
            terms["disqualified"].as_array()?.iter().map(each).collect::<Option<Vec<_>>>()
        };
        read().unwrap_or_default()
    }

    /// Returns file and reason as JSON.
    pub fn as_json(&self) -> Value {
        json!({ "source": self.source, "reason": self.reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_compiler_message_is_cut_short() {
        let one = Disqualified::new("a.c", &"x".repeat(1 << 20));
        assert_eq!(one.reason.chars().count(), MOST_LETTERS + 1);
        assert!(one.reason.ends_with("x…"));
    }
}
