//! How everybody did over a number of games.

use std::fmt::Write;

use cardsharp_referee::table::{GameOfSeries, Tally, tally};
use cardsharp_referee::{Hosted, Protocol};
use cardsharp_rules::{Game, Seed, Verdict};
use serde_json::{Value, json};

use crate::args::Referee;

/// Two tables: what was reached, and what went wrong and how long it took.
pub(super) fn table<G: Game>(names: &[String], games: &[GameOfSeries<G>]) -> String {
    let (tallies, played) = (tally(games), games.len() as f64);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{}: {} game{}\n\n", G::TITLE, games.len(), if games.len() == 1 { "" } else { "s" });
    let title = G::SCORING.title;
    write!(text, "{:<width$}", "player").expect("writing to a string");
    for place in 1..=G::SEATS {
        write!(text, "  {place:>4}.").expect("writing to a string");
    }
    writeln!(text, "  {:>8}  {:>7}  {title:>9}  {:>6}", "points", "a game", "a game").expect("writing to a string");
    for (name, tally) in names.iter().zip(&tallies) {
        write!(text, "{name:<width$}").expect("writing to a string");
        for count in &tally.places {
            write!(text, "  {count:>5}").expect("writing to a string");
        }
        let returns = G::SCORING.counted(tally.returns);
        let (points, mean) = (tally.points, returns as f64 / played);
        writeln!(text, "  {points:>8.1}  {:>7.3}  {returns:>9}  {mean:>6.2}", points / played)
            .expect("writing to a string");
    }
    writeln!(text, "\n{:<width$}  {:<24}  faults", "player", "decisions, ms: mean/p99/max")
        .expect("writing to a string");
    for (name, tally) in names.iter().zip(&tallies) {
        let times = tally.times;
        let [mean, p99, max] = [times.mean, times.p99, times.max].map(|time| time.as_secs_f64() * 1e3);
        let times = format!("{mean:.2} / {p99:.2} / {max:.2}");
        writeln!(text, "{name:<width$}  {times:<27}  {}", faults_in_words(tally)).expect("writing to a string");
    }
    text
}

fn faults_in_words(tally: &Tally) -> String {
    let counted = Verdict::all().zip(&tally.faults).filter(|&(_, &count)| count > 0);
    let words: Vec<String> = counted.map(|(verdict, count)| format!("{verdict} {count}")).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// The same as JSON. Times differ from run to run and are left out unless asked for, so that the
/// same seed gives the same bytes.
pub(super) fn as_json<G: Hosted>(
    names: &[String],
    games: &[GameOfSeries<G>],
    protocol: Protocol,
    seed: Seed,
    args: &Referee,
) -> String {
    let players: Vec<Value> = names.iter().zip(tally(games)).map(|(name, tally)| player(name, &tally, args)).collect();
    let results: Vec<Value> = games
        .iter()
        .map(|game| {
            let record = &game.played.record;
            json!({
                "seed": record.seed().map(|seed| seed.0), "names": record.names(),
                "result": record.result().map(|result| result.as_slice().to_vec()),
                "faults": record.faults().as_slice(),
            })
        })
        .collect();
    let report = json!({
        "game": G::NAME, "seed": seed.0, "protocol": protocol.to_string(), "players": players, "games": results,
    });
    format!("{report:#}\n")
}

fn player(name: &str, tally: &Tally, args: &Referee) -> Value {
    let faults: serde_json::Map<String, Value> = Verdict::all()
        .zip(&tally.faults)
        .filter(|&(_, &count)| count > 0)
        .map(|(verdict, count)| (verdict.to_string(), json!(count)))
        .collect();
    let mut player = json!({
        "name": name, "places": tally.places, "points": tally.points, "returns": tally.returns, "faults": faults,
    });
    if args.print_summary {
        let times = tally.times;
        let [mean, p99, max] = [times.mean, times.p99, times.max].map(|time| time.as_secs_f64() * 1e3);
        player["decision_ms"] = json!({ "mean": mean, "p99": p99, "max": max });
    }
    player
}
