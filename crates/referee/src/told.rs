//! What came of games, told as JSON and in a sentence: for the command line, and for whoever calls us from elsewhere.

use cardsharp_rules::Game;
use serde_json::{Value, json};

use crate::{Comparison, DealResult, Decision, Mean, Sprt, compare, standings};

/// What came of a contest in matches of so many deals, by which its intervals count. Decision times are told only where they are asked for: they differ from run to run, and
/// the same seed should give the same bytes.
pub fn contest_json<G: Game>(
    seed: u64,
    names: &[&str],
    results: &[DealResult<G>],
    match_length: u64,
    sprt: Option<&Sprt>,
    with_times: bool,
) -> Value {
    let players: Vec<Value> = names
        .iter()
        .zip(standings(results, match_length))
        .map(|(name, standing)| {
            let mut player = json!({
                "name": name, "points": interval_json(&standing.points), "wins": interval_json(&standing.wins),
                "returns": interval_json(&standing.returns), "places": standing.places,
            });
            if with_times {
                player["decision_ms"] = json!({
                    "mean": standing.times.mean.as_secs_f64() * 1e3,
                    "p99": standing.times.p99.as_secs_f64() * 1e3,
                    "max": standing.times.max.as_secs_f64() * 1e3,
                });
            }
            player
        })
        .collect();
    let comparisons: Vec<Value> = compare(results, match_length)
        .iter()
        .map(|comparison| {
            json!({
                "player": comparison.player, "against": comparison.against,
                "points": interval_json(&comparison.difference), "words": comparison_in_words(names, comparison),
            })
        })
        .collect();
    let mut report = json!({
        "game": G::NAME, "seed": seed, "deals": results.len(), "match_length": match_length, "games": results.len() * G::SEATS,
        "players": players, "comparisons": comparisons,
    });
    if let Some(sprt) = sprt {
        report["sprt"] = json!({
            "hypotheses": sprt.hypotheses(), "log_ratio": sprt.log_ratio(), "bound": Sprt::bound(),
            "decision": sprt.decision().map(|decision| match decision {
                Decision::Smaller => "smaller",
                Decision::Larger => "larger",
            }),
            "words": test_in_words(names[0], sprt, results.len()),
        });
    }
    report
}

/// A mean with its standard error and 95 % interval.
pub fn interval_json(mean: &Mean) -> Value {
    json!({ "mean": mean.mean, "standard_error": mean.error, "interval": mean.interval() })
}

/// What the sequential test has come to.
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

/// A margin, unless there is none yet: one deal has no spread.
pub fn margin_text(margin: f64, digits: usize) -> String {
    if margin.is_finite() { format!("{margin:.digits$}") } else { "?".to_owned() }
}

/// Who is stronger, as far as it can be told.
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
