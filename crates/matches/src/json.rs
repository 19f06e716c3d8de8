//! Results as JSON.

use cardsharp_rules::Game;
use cardsharp_stats::{DealScores, Decision, Mean, Sprt, compare, comparison_in_words, standings, test_in_words};
use serde_json::{Value, json};

/// The result of matches of `match_length` deals. Decision times are left out by default: they differ from run to run,
/// and the same seed should give the same bytes.
pub fn match_json<G: Game>(
    seed: u64,
    names: &[&str],
    results: &[DealScores],
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
