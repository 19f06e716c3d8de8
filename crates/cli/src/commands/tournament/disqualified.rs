//! Those who wanted to take part but are not fit: their files do not compile or cannot be started.

use std::fmt::Write;

use cardsharp_archive::Stored;
use serde_json::{Value, json};

use crate::output::visible;

/// A program that stays out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Disqualified {
    /// The whole path of its file.
    pub(crate) source: String,
    /// What its compiler or the system says.
    pub(crate) reason: String,
}

/// A compiler may say megabytes about a file that wants it to; the first lines tell what is wrong.
const MOST_LETTERS: usize = 2000;

impl Disqualified {
    pub(super) fn new(source: impl Into<String>, reason: &str) -> Disqualified {
        let mut letters = reason.chars();
        let mut kept: String = letters.by_ref().take(MOST_LETTERS).collect();
        if letters.next().is_some() {
            kept.push('…');
        }
        Disqualified { source: source.into(), reason: kept }
    }

    /// Why, in a text that can be shown to people.
    pub(crate) fn reason(&self) -> String {
        visible(&self.reason).into_owned()
    }

    /// The file, in a line that can be shown to people.
    pub(crate) fn source(&self) -> String {
        visible(&self.source).replace('\n', " ")
    }

    pub(crate) fn as_json(&self) -> Value {
        json!({ "source": self.source, "reason": self.reason })
    }
}

/// Those who stay out of a stored tournament. They are among its terms, which are JSON.
pub(crate) fn disqualified(stored: &Stored) -> Vec<Disqualified> {
    let read = || {
        let terms: Value = serde_json::from_str(&stored.tournament.terms).ok()?;
        let each = |one: &Value| Some(Disqualified::new(one["source"].as_str()?, one["reason"].as_str()?));
        terms["disqualified"].as_array()?.iter().map(each).collect::<Option<Vec<_>>>()
    };
    read().unwrap_or_default()
}

/// A paragraph for people; nothing where everybody is fit.
pub(crate) fn in_words(disqualified: &[Disqualified]) -> String {
    if disqualified.is_empty() {
        return String::new();
    }
    let mut text = "\nDisqualified\n".to_owned();
    for one in disqualified {
        writeln!(text, "  {}", one.source()).expect("writing to a string");
        for line in one.reason().lines() {
            writeln!(text, "    {line}").expect("writing to a string");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_stranger_makes_a_compiler_say_is_cut_short_and_obeyed_by_no_terminal() {
        let one = Disqualified::new("/a\x1b[2J\nb.c", &format!("error: \x1b]0;owned\x07\n{}", "x".repeat(1 << 20)));
        assert_eq!(one.reason.chars().count(), MOST_LETTERS + 1);
        let text = in_words(std::slice::from_ref(&one));
        assert!(text.starts_with("\nDisqualified\n  /a\\u001b[2J b.c\n    error: \\u001b]0;owned\\u0007\n    xxx"));
        assert!(text.ends_with("x…\n") && !text.contains(['\x1b', '\x07']), "{text}");
        assert_eq!(in_words(&[]), "");
    }
}
