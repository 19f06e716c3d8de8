//! Those who are not fit to take part, as people are told of them: what strangers wrote is made visible.

use std::fmt::Write;

use cardsharp_tournament::Disqualified;

use crate::output::visible;

/// Why, in a text that can be shown to people.
pub(crate) fn reason(one: &Disqualified) -> String {
    visible(&one.reason).into_owned()
}

/// The file, in a line that can be shown to people.
pub(crate) fn source(one: &Disqualified) -> String {
    visible(&one.source).replace('\n', " ")
}

/// A paragraph for people; nothing where everybody is fit.
pub(crate) fn in_words(disqualified: &[Disqualified]) -> String {
    if disqualified.is_empty() {
        return String::new();
    }
    let mut text = "\nDisqualified\n".to_owned();
    for one in disqualified {
        writeln!(text, "  {}", source(one)).expect("writing to a string");
        for line in reason(one).lines() {
            writeln!(text, "    {line}").expect("writing to a string");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_stranger_makes_a_compiler_say_is_obeyed_by_no_terminal() {
        let one = Disqualified::new("/a\x1b[2J\nb.c", &format!("error: \x1b]0;owned\x07\n{}", "x".repeat(1 << 20)));
        let text = in_words(std::slice::from_ref(&one));
        assert!(text.starts_with("\nDisqualified\n  /a\\u001b[2J b.c\n    error: \\u001b]0;owned\\u0007\n    xxx"));
        assert!(text.ends_with("x…\n") && !text.contains(['\x1b', '\x07']), "{text}");
        assert_eq!(in_words(&[]), "");
    }
}
