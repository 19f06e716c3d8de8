//! How everybody did over a number of games.

use cardsharp_referee::table::{GameOfSeries, Tally, by_deal, fault_rule, tally};
use cardsharp_referee::{
    ALONE, Guest, Hosted, Protocol, Standing, compare, comparison_in_words, faults_json, interval_json, margin_text,
    standings,
};
use cardsharp_rules::{Game, Seed};
use cardsharp_sandbox::Usage;
use serde_json::{Value, json};

use super::Referee;

/// Two tables, what was reached and what went wrong and how long it took; then who is stronger, and what faults cost.
pub(super) fn table<G: Game>(names: &[String], games: &[GameOfSeries<G>]) -> String {
    let (tallies, deals, played) = (tally(games), by_deal(games), games.len() as f64);
    let standings = standings(&deals, ALONE);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{}: {} game{}\n\n", G::TITLE, games.len(), if games.len() == 1 { "" } else { "s" });
    let title = G::SCORING.title;
    append!(text, "{:<width$}", "player");
    for place in 1..=G::SEATS {
        append!(text, "  {place:>4}.");
    }
    append_line!(text, "  {:>8}  {:>15}  {title:>9}  {:>6}", "points", "a game", "a game");
    for (name, (tally, standing)) in names.iter().zip(tallies.iter().zip(&standings)) {
        append!(text, "{name:<width$}");
        for count in &tally.places {
            append!(text, "  {count:>5}");
        }
        let returns = G::SCORING.counted(tally.returns);
        let (points, mean) = (tally.points, returns as f64 / played);
        let a_game = format!("{:.3} ± {}", points / played, margin_text(standing.points.margin(), 3));
        append_line!(text, "  {points:>8.1}  {a_game:>15}  {returns:>9}  {mean:>6.2}");
    }
    append_line!(text, "\n{:<width$}  {:<24}  faults", "player", "decisions, ms: mean/p99/max");
    for (name, tally) in names.iter().zip(&tallies) {
        let times = tally.times;
        let [mean, p99, max] = [times.mean, times.p99, times.max].map(|time| time.as_secs_f64() * 1e3);
        let times = format!("{mean:.2} / {p99:.2} / {max:.2}");
        append_line!(text, "{name:<width$}  {times:<27}  {}", tally.faults.in_words());
    }
    text.push('\n');
    if deals.len() > 1 {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for comparison in compare(&deals, ALONE) {
            append_line!(text, "{}", comparison_in_words(&names, &comparison));
        }
    }
    text + &fault_rule::<G>() + "\n"
}

/// The same as JSON. Times differ from run to run and are left out unless asked for, so that the
/// same seed gives the same bytes.
pub(super) fn as_json<G: Hosted>(
    names: &[String],
    guests: &[Guest<G>],
    games: &[GameOfSeries<G>],
    seed: Seed,
    args: &Referee,
) -> String {
    let standings = standings(&by_deal(games), ALONE);
    let mut players: Vec<Value> = names
        .iter()
        .zip(tally(games).iter().zip(&standings))
        .map(|(name, (tally, standing))| player(name, tally, standing, args))
        .collect();
    let mut protocols = Vec::new();
    for (guest, player) in guests.iter().zip(&mut players) {
        if let Guest::Program(_, protocol) = guest {
            player["protocol"] = json!(protocol.to_string());
            protocols.push(*protocol);
        }
    }
    let first = protocols.first().copied().unwrap_or(Protocol::usual::<G>());
    let is_one = protocols.iter().all(|&protocol| protocol == first);
    let protocol = if is_one { first.to_string() } else { "mixed".to_owned() };
    let results: Vec<Value> = games
        .iter()
        .map(|game| {
            let record = &game.played.record;
            let mut told = json!({
                "seed": record.seed().map(|seed| seed.0), "names": record.names(),
                "result": record.result().map(|result| result.as_slice().to_vec()),
                "faults": record.faults().as_slice(), "lost_by_faults": record.lost().as_slice(),
                "each_fault": faults_json(record),
            });
            if with_times(args) {
                let in_ms = |usage: &Usage| usage.wall.as_secs_f64() * 1e3;
                let seats = game.played.usage.iter().map(|seat| seat.iter().map(in_ms).collect::<Vec<f64>>());
                told["times_ms"] = json!(seats.collect::<Vec<_>>());
            }
            told
        })
        .collect();
    let report = json!({
        "game": G::NAME, "seed": seed.0, "protocol": protocol, "players": players, "games": results,
        "fault_rule": fault_rule::<G>(),
    });
    format!("{report:#}\n")
}

/// Times differ from run to run, so they are told where they are asked for.
fn with_times(args: &Referee) -> bool {
    args.times || args.print_summary
}

fn player(name: &str, tally: &Tally, standing: &Standing, args: &Referee) -> Value {
    let mut player = json!({
        "name": name, "places": tally.places, "points": tally.points, "returns": tally.returns,
        "points_a_game": interval_json(&standing.points),
    });
    tally.faults.tell(&mut player);
    if with_times(args) {
        let times = tally.times;
        let [mean, p99, max] = [times.mean, times.p99, times.max].map(|time| time.as_secs_f64() * 1e3);
        player["decision_ms"] = json!({ "mean": mean, "p99": p99, "max": max });
    }
    player
}
