//! The results of a number of games.

use cardsharp_matches::{ALONE, FaultCount, Participant, deal_scores, faults_json, interval_json};
use cardsharp_programs::{Hosted, PlayedGame, Protocol, fault_rule};
use cardsharp_rules::{Game, Seat, Seed};
use cardsharp_stats::{Standing, compare, comparison_in_words, margin_text, standings};
use serde_json::{Value, json};
use std::time::Duration;

use super::Referee;

/// Returns tables of results, of faults and times, then the comparison of the players and the cost of faults.
pub(super) fn table<G: Game>(names: &[String], games: &[PlayedGame<G>]) -> String {
    let (deals, played) = (deal_scores(games), games.len() as f64);
    let standings = standings(&deals, ALONE);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{}: {} game{}\n\n", G::TITLE, games.len(), if games.len() == 1 { "" } else { "s" });
    let title = G::SCORING.title;
    append!(text, "{:<width$}", "player");
    for place in 1..=G::SEATS {
        append!(text, "  {place:>4}.");
    }
    append_line!(text, "  {:>8}  {:>15}  {title:>9}  {:>6}", "points", "a game", "a game");
    for (name, standing) in names.iter().zip(&standings) {
        append!(text, "{name:<width$}");
        for count in &standing.places {
            append!(text, "  {count:>5}");
        }
        let (points, returns) = (standing.total.0, G::SCORING.counted(standing.total.1));
        let mean = returns as f64 / played;
        let a_game = format!("{:.3} ± {}", points / played, margin_text(standing.points.margin(), 3));
        append_line!(text, "  {points:>8.1}  {a_game:>15}  {returns:>9}  {mean:>6.2}");
    }
    append_line!(text, "\n{:<width$}  {:<24}  faults", "player", "decisions, ms: mean/p99/max");
    for (number, (name, standing)) in names.iter().zip(&standings).enumerate() {
        let times = standing.times;
        let [mean, p99, max] = [times.mean, times.p99, times.max].map(|time| time.as_secs_f64() * 1e3);
        let times = format!("{mean:.2} / {p99:.2} / {max:.2}");
        let faults = FaultCount::of(games, Seat::new(number)).in_words();
        append_line!(text, "{name:<width$}  {times:<27}  {faults}");
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

/// Returns the summary as JSON. Times are left out by default, so that the same seed gives the same bytes.
pub(super) fn as_json<G: Hosted>(
    names: &[String],
    participants: &[Participant<G>],
    games: &[PlayedGame<G>],
    seed: Seed,
    args: &Referee,
) -> String {
    let standings = standings(&deal_scores(games), ALONE);
    let mut players: Vec<Value> = names
        .iter()
        .zip(standings.iter().zip(Seat::all(G::SEATS)))
        .map(|(name, (standing, seat))| player(name, &FaultCount::of(games, seat), standing, args))
        .collect();
    let mut protocols = Vec::new();
    for (participant, player) in participants.iter().zip(&mut players) {
        if let Some(bot) = participant.bot() {
            player["protocol"] = json!(bot.protocol.to_string());
            protocols.push(bot.protocol);
        }
    }
    let first = protocols.first().copied().unwrap_or(Protocol::usual::<G>());
    let is_one = protocols.iter().all(|&protocol| protocol == first);
    let protocol = if is_one { first.to_string() } else { "mixed".to_owned() };
    let results: Vec<Value> = games
        .iter()
        .map(|game| {
            let record = &game.record;
            let mut told = json!({
                "seed": record.seed().map(|seed| seed.0), "names": record.names(),
                "result": record.result().map(|result| result.as_slice().to_vec()),
                "faults": record.faults().as_slice(), "lost_by_faults": record.lost().as_slice(),
                "each_fault": faults_json(record),
            });
            if with_times(args) {
                let in_ms = |time: &Duration| time.as_secs_f64() * 1e3;
                let seats = game.times.iter().map(|seat| seat.iter().map(in_ms).collect::<Vec<f64>>());
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

/// Whether to include times, which differ from run to run.
fn with_times(args: &Referee) -> bool {
    args.times || args.print_summary
}

fn player(name: &str, faults: &FaultCount, standing: &Standing, args: &Referee) -> Value {
    let mut player = json!({
        "name": name, "places": standing.places, "points": standing.total.0, "returns": standing.total.1,
        "points_a_game": interval_json(&standing.points),
    });
    faults.tell(&mut player);
    if with_times(args) {
        let times = standing.times;
        let [mean, p99, max] = [times.mean, times.p99, times.max].map(|time| time.as_secs_f64() * 1e3);
        player["decision_ms"] = json!({ "mean": mean, "p99": p99, "max": max });
    }
    player
}
