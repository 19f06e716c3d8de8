//! Names of programs.

use std::collections::{HashMap, HashSet};

/// The name of a program that gives none.
pub const NAMELESS: &str = "The Unknown Player";

const LONGEST: usize = 32;

/// Returns a name for reports: the letters, digits, spaces, `'`, `_` and `-` (at most 32) of the first line with any.
pub fn clean_name(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let clean = |line: &str| {
        let kept: String = line.chars().filter(|&letter| is_kept(letter)).collect();
        // Records cannot hold blanks at the ends or in a row.
        let words = kept.split_whitespace().collect::<Vec<_>>().join(" ");
        words.chars().take(LONGEST).collect::<String>().trim_end().to_owned()
    };
    text.lines().map(clean).find(|name| !name.is_empty()).unwrap_or_else(|| NAMELESS.to_owned())
}

fn is_kept(letter: char) -> bool {
    letter.is_alphanumeric() || letter.is_whitespace() || matches!(letter, '\'' | '_' | '-')
}

/// Adds a suffix to repeated names: `Lulu`, `Lulu-2`, `Lulu-3`.
pub fn distinct_names(names: impl IntoIterator<Item = String>) -> Vec<String> {
    // The least suffix that may be free, by name: thousands of programs may share a name.
    let (mut distinct, mut taken, mut next) = (Vec::new(), HashSet::new(), HashMap::<String, u64>::new());
    for name in names {
        let number = next.entry(name.clone()).or_insert(1);
        let free = loop {
            let candidate = if *number == 1 { name.clone() } else { format!("{name}-{number}") };
            *number += 1;
            if taken.insert(candidate.clone()) {
                break candidate;
            }
        };
        distinct.push(free);
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_characters_are_left_out() {
        assert_eq!(clean_name(b"Dennis Ritchie\n"), "Dennis Ritchie");
        assert_eq!(clean_name(b"  O'Neill_the-1st  "), "O'Neill_the-1st");
        assert_eq!(clean_name(b"<b>\x1b[31mRed</b>!\n"), "b31mRedb");
        assert_eq!(clean_name(b"\n\nLate\n"), "Late");
        assert_eq!(clean_name("Zoë 牛".as_bytes()), "Zoë 牛");
        assert_eq!(clean_name(&[b'x'; 100]).len(), 32);
        assert_eq!(clean_name(b""), NAMELESS);
        assert_eq!(clean_name(b"!!!\n\xff\n"), NAMELESS);
    }

    #[test]
    fn a_clash_gets_a_suffix() {
        let names = ["Lulu", "Lulu", "Lulu-2", "Lulu"].map(str::to_owned);
        assert_eq!(distinct_names(names), ["Lulu", "Lulu-2", "Lulu-2-2", "Lulu-3"]);
        // A tournament file may name 20,000 programs; trying every suffix for each would take hours.
        let many = distinct_names(vec!["Lulu".to_owned(); 20_000]);
        assert_eq!(many.last().map(String::as_str), Some("Lulu-20000"));
    }
}
