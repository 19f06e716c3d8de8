//! Comparisons and tests in a sentence.

use crate::{Comparison, Decision, Sprt};

/// Describes the state of a sequential test.
pub fn test_in_words(name: &str, sprt: &Sprt, deals: usize) -> String {
    let ((smaller, larger), ratio) = (sprt.hypotheses(), sprt.log_ratio());
    let evidence = format!("log-likelihood ratio {ratio:+.2}, bounds ±{:.2}", Sprt::bound());
    let lead = format!("{name} (player 0) leads the others by");
    match sprt.decision() {
        Some(Decision::Larger) => {
            format!("Decided after {deals} deals: {lead} {larger} points a game rather than {smaller} ({evidence}).")
        }
        Some(Decision::Smaller) => {
            format!("Decided after {deals} deals: {lead} {smaller} points a game rather than {larger} ({evidence}).")
        }
        None => format!("Not decided after {deals} deals whether {lead} {smaller} or {larger} points ({evidence})."),
    }
}

/// Formats a margin; one deal has no spread and so no margin yet.
pub fn margin_text(margin: f64, digits: usize) -> String {
    if margin.is_finite() { format!("{margin:.digits$}") } else { "?".to_owned() }
}

/// States which player is stronger, if the difference is significant.
pub fn comparison_in_words(names: &[&str], comparison: &Comparison) -> String {
    let (a, b) = (names[comparison.player], names[comparison.against]);
    let (mean, margin) = (comparison.difference.mean, margin_text(comparison.difference.margin(), 3));
    let label = |name: &str, player: usize| format!("{name} (player {player})");
    let (a, b) = (label(a, comparison.player), label(b, comparison.against));
    if !comparison.difference.is_certain() {
        return format!("Between {a} and {b} it cannot be told yet: {mean:+.3} ± {margin} points a game.");
    }
    let (stronger, weaker) = if mean > 0.0 { (a, b) } else { (b, a) };
    format!("{stronger} is stronger than {weaker} by {:.3} ± {margin} points a game.", mean.abs())
}
