//! `cardsharp match`: players meet over many deals.

use std::fmt::Write;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context;
use cardsharp_referee::{Comparison, Contest, DealResult, Entrant, Mean, Standing, compare, standings};
use cardsharp_rules::{Game, Seed, with_game};
use cardsharp_search::{Spec, Thoughtful, seat_player};
use serde_json::{Value, json};

use crate::Usage;
use crate::args::Match;
use crate::progress::Progress;

pub(crate) fn run(args: &Match) -> anyhow::Result<String> {
    let game = super::with_options(args.game.clone(), &args.options)?;
    with_game!(AnyGame, &game, game => run_game(game, args))
}

fn run_game<G: Thoughtful>(game: &G, args: &Match) -> anyhow::Result<String> {
    let contest = Contest {
        game,
        entrants: seat_all(game, &args.players)?,
        seed: Seed(args.seed),
        deals: args.deals,
        threads: args.threads,
    };
    // A file that cannot be written is better known before hours of play than after.
    let file = args.records.as_deref().map(|path| File::create(path).with_context(|| unwritable(path))).transpose()?;
    let progress = Progress::new("deals", args.deals);
    let results = contest.run(&|done| progress.show(done));
    progress.end();
    if let (Some(mut file), Some(path)) = (file, &args.records) {
        file.write_all(as_records(&results).as_bytes()).with_context(|| unwritable(path))?;
    }
    let names: Vec<&str> = contest.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    Ok(if args.json { as_json::<G>(&names, &results, args) } else { report::<G>(&names, &results) })
}

/// The players that these specs name, as many as the game has seats.
pub(crate) fn seat_all<G: Thoughtful>(game: &G, specs: &[Spec]) -> Result<Vec<Entrant<G>>, Usage> {
    if specs.len() != G::SEATS {
        let (seats, found) = (G::SEATS, specs.len());
        return Err(Usage(format!("{} has {seats} seats, but {found} players are named", G::NAME)));
    }
    let seat = |spec: &Spec| {
        let player = seat_player(game, spec).map_err(|error| Usage(error.to_string()))?;
        Ok(Entrant { name: spec.to_string(), player })
    };
    specs.iter().map(seat).collect()
}

fn unwritable(path: &Path) -> String {
    format!("the records cannot be written to {}", path.display())
}

/// All games, one after another, as [`cardsharp_rules::AnyRecord::parse_many`] reads them.
fn as_records<G: Game>(results: &[DealResult<G>]) -> String {
    let records: Vec<String> = results.iter().flat_map(|result| &result.games).map(ToString::to_string).collect();
    records.join("\n")
}

fn report<G: Game>(names: &[&str], results: &[DealResult<G>]) -> String {
    let games = results.len() * G::SEATS;
    let mut text = format!("{}: {} deals, each in {} seatings, {games} games\n\n", G::TITLE, results.len(), G::SEATS);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(
        text,
        "{:<width$}  {:>15}  {:>15}  {:>16}  {:<20}  decisions mean / p99 / max ms",
        "player", "points a game", "wins %", "returns", "places"
    )
    .expect("writing to a string");
    for (name, standing) in names.iter().zip(standings(results)) {
        writeln!(text, "{name:<width$}  {}", standing_line(&standing)).expect("writing to a string");
    }
    text.push('\n');
    for comparison in compare(results) {
        writeln!(text, "{}", in_words(names, &comparison)).expect("writing to a string");
    }
    text
}

fn standing_line(standing: &Standing) -> String {
    let plus_minus = |mean: Mean, scale: f64, digits: usize| {
        format!("{:.digits$} ± {:.digits$}", mean.mean * scale, mean.margin() * scale)
    };
    let places: Vec<String> = standing.places.iter().map(ToString::to_string).collect();
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    format!(
        "{:>15}  {:>15}  {:>16}  {:<20}  {:.2} / {:.2} / {:.2}",
        plus_minus(standing.points, 1.0, 3),
        plus_minus(standing.wins, 100.0, 1),
        plus_minus(standing.returns, 1.0, 2),
        places.join(" "),
        ms(standing.times.mean),
        ms(standing.times.p99),
        ms(standing.times.max),
    )
}

/// Who is stronger, as far as it can be told.
fn in_words(names: &[&str], comparison: &Comparison) -> String {
    let (a, b) = (names[comparison.player], names[comparison.against]);
    let (mean, margin) = (comparison.difference.mean, comparison.difference.margin());
    let label = |name: &str, player: usize| format!("{name} (player {player})");
    let (a, b) = (label(a, comparison.player), label(b, comparison.against));
    if !comparison.difference.is_certain() {
        return format!("Between {a} and {b} it cannot be told yet: {mean:+.3} ± {margin:.3} points a game.");
    }
    let (stronger, weaker) = if mean > 0.0 { (a, b) } else { (b, a) };
    format!("{stronger} is stronger than {weaker} by {:.3} ± {margin:.3} points a game.", mean.abs())
}

fn as_json<G: Game>(names: &[&str], results: &[DealResult<G>], args: &Match) -> String {
    let mean = |mean: &Mean| json!({ "mean": mean.mean, "standard_error": mean.error, "interval": mean.interval() });
    let players: Vec<Value> = names
        .iter()
        .zip(standings(results))
        .map(|(name, standing)| {
            let mut player = json!({
                "name": name, "points": mean(&standing.points), "wins": mean(&standing.wins),
                "returns": mean(&standing.returns), "places": standing.places,
            });
            // Times differ from run to run, and the same seed should give the same bytes.
            if args.times {
                player["decision_ms"] = json!({
                    "mean": standing.times.mean.as_secs_f64() * 1e3,
                    "p99": standing.times.p99.as_secs_f64() * 1e3,
                    "max": standing.times.max.as_secs_f64() * 1e3,
                });
            }
            player
        })
        .collect();
    let comparisons: Vec<Value> = compare(results)
        .iter()
        .map(|comparison| {
            json!({
                "player": comparison.player, "against": comparison.against,
                "points": mean(&comparison.difference), "words": in_words(names, comparison),
            })
        })
        .collect();
    let report = json!({
        "game": G::NAME, "seed": args.seed, "deals": args.deals, "games": results.len() * G::SEATS,
        "players": players, "comparisons": comparisons,
    });
    format!("{report:#}\n")
}
