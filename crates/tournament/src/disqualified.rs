//! Those who wanted to take part but are not fit: their files do not compile or cannot be started.

use cardsharp_archive::Stored;
use serde_json::{Value, json};

/// A program that stays out, and why. Both texts are a stranger's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disqualified {
    /// The whole path of its file.
    pub source: String,
    /// What its compiler or the system says.
    pub reason: String,
}

/// A compiler may say megabytes about a file that wants it to; the first lines tell what is wrong.
const MOST_LETTERS: usize = 2000;

impl Disqualified {
    /// This file stays out, for this reason or the beginning of it.
    pub fn new(source: impl Into<String>, reason: &str) -> Disqualified {
        let mut letters = reason.chars();
        let mut kept: String = letters.by_ref().take(MOST_LETTERS).collect();
        if letters.next().is_some() {
            kept.push('…');
        }
        Disqualified { source: source.into(), reason: kept }
    }

    /// Those who stay out of a stored tournament. They are among its terms, which are JSON.
    pub fn of(stored: &Stored) -> Vec<Disqualified> {
        let read = || {
            let terms: Value = serde_json::from_str(&stored.tournament.terms).ok()?;
            let each = |one: &Value| Some(Disqualified::new(one["source"].as_str()?, one["reason"].as_str()?));
            terms["disqualified"].as_array()?.iter().map(each).collect::<Option<Vec<_>>>()
        };
        read().unwrap_or_default()
    }

    /// File and reason as JSON.
    pub fn as_json(&self) -> Value {
        json!({ "source": self.source, "reason": self.reason })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_stranger_makes_a_compiler_say_is_cut_short() {
        let one = Disqualified::new("a.c", &"x".repeat(1 << 20));
        assert_eq!(one.reason.chars().count(), MOST_LETTERS + 1);
        assert!(one.reason.ends_with("x…"));
    }
}
