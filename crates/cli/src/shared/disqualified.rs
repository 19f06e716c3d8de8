//! Disqualified entrants as text, with the control characters of untrusted text escaped.

use cardsharp_tournament::Disqualified;

use super::output::visible;

pub(crate) fn reason(one: &Disqualified) -> String {
    visible(&one.reason).into_owned()
}

/// Returns the file in one line.
pub(crate) fn source(one: &Disqualified) -> String {
    visible(&one.source).replace('\n', " ")
}

/// Returns a paragraph; empty if there are none.
pub(crate) fn in_words(disqualified: &[Disqualified]) -> String {
    if disqualified.is_empty() {
        return String::new();
    }
    let mut text = "\nDisqualified\n".to_owned();
    for one in disqualified {
        append_line!(text, "  {}", source(one));
        for line in reason(one).lines() {
            append_line!(text, "    {line}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_in_reasons_are_escaped() {
        let one = Disqualified::new("/a\x1b[2J\nb.c", &format!("error: \x1b]0;owned\x07\n{}", "x".repeat(1 << 20)));
        let text = in_words(std::slice::from_ref(&one));
        assert!(text.starts_with("\nDisqualified\n  /a\\u001b[2J b.c\n    error: \\u001b]0;owned\\u0007\n    xxx"));
        assert!(text.ends_with("x…\n") && !text.contains(['\x1b', '\x07']), "{text}");
        assert_eq!(in_words(&[]), "");
    }
}
