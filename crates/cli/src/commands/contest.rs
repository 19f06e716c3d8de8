//! `cardsharp match`: players meet over many deals.

use std::fmt::Write;
use std::fs::File;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use cardsharp_referee::{
    Contest, DealResult, Entrant, Mean, Sprt, Standing, compare, comparison_in_words, contest_json,
    first_against_the_rest, margin_text, seat_named, standings, test_in_words,
};
use cardsharp_rules::{Game, Seed, with_game};
use cardsharp_search::{Spec, Thoughtful};

use crate::Usage;
use crate::args::Match;
use crate::elsewhere::{self, Workforce};
use crate::progress::Progress;

pub(crate) fn run(args: &Match, workforce: Workforce<'_>) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => run_game(game, args, workforce))
}

fn run_game<G: Thoughtful>(game: &G, args: &Match, workforce: Workforce<'_>) -> anyhow::Result<String> {
    let contest = Contest {
        game,
        entrants: seat_all(game, &args.players)?,
        seed: Seed(args.run.seed),
        deals: args.deals,
        threads: args.run.threads.count,
    };
    // A file that cannot be written is better known before hours of play than after.
    let mut file =
        args.records.as_deref().map(|path| File::create(path).with_context(|| unwritable(path))).transpose()?;
    let mut sprt = args.sprt.map(|(smaller, larger)| Sprt::new(smaller, larger));
    let progress = Progress::new("deals", args.deals).by(workforce);
    let (mut results, mut written) = (Vec::new(), Ok(()));
    let mut visit = |result: DealResult<G>| {
        // What was played is in the file before the next deal is looked at.
        if let (Some(file), Some(path)) = (&mut file, &args.records) {
            written =
                file.write_all(as_records(&result, results.is_empty()).as_bytes()).with_context(|| unwritable(path));
        }
        let decided = sprt.as_mut().is_some_and(|sprt| {
            sprt.add(first_against_the_rest(&result));
            sprt.decision().is_some()
        });
        results.push(result);
        progress.show(results.len() as u64);
        if decided || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match workforce {
        Workforce::Here => contest.run_until(&mut visit),
        Workforce::Elsewhere(workers) => elsewhere::played(workers, game, args, &mut visit)?,
    }
    progress.end();
    written?;
    let names: Vec<&str> = contest.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    let verdict = sprt.map(|sprt| test_in_words(names[0], &sprt, results.len()));
    Ok(if args.output.json {
        format!("{:#}\n", contest_json(args.run.seed, &names, &results, sprt.as_ref(), args.times))
    } else {
        report::<G>(&names, &results) + &verdict.map_or_else(String::new, |words| format!("\n{words}\n"))
    })
}

/// The players that these specs name, as many as the game has seats.
pub(crate) fn seat_all<G: Thoughtful>(game: &G, specs: &[Spec]) -> Result<Vec<Entrant<G>>, Usage> {
    if specs.len() != G::SEATS {
        let (seats, found) = (G::SEATS, specs.len());
        return Err(Usage(format!("{} has {seats} seats, but {found} players are named", G::NAME)));
    }
    let seat = |spec: &Spec| {
        let player = seat_named(game, spec).map_err(|error| Usage(error.to_string()))?;
        Ok(Entrant { name: spec.to_string(), player })
    };
    specs.iter().map(seat).collect()
}

fn unwritable(path: &Path) -> String {
    format!("the records cannot be written to {}", path.display())
}

/// The games of a deal, one after another, as [`cardsharp_rules::AnyRecord::parse_many`] reads them.
fn as_records<G: Game>(result: &DealResult<G>, is_first: bool) -> String {
    let records: Vec<String> = result.games.iter().map(ToString::to_string).collect();
    let before = if is_first { "" } else { "\n" };
    before.to_owned() + &records.join("\n")
}

fn report<G: Game>(names: &[&str], results: &[DealResult<G>]) -> String {
    let games = results.len() * G::SEATS;
    let mut text = format!("{}: {} deals, each in {} seatings, {games} games\n\n", G::TITLE, results.len(), G::SEATS);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let standings = standings(results);
    let line = |text: &mut String, name: &str, rest: String| {
        writeln!(text, "{name:<width$}  {rest}").expect("writing to a string");
    };
    let head = format!("{:>15}  {:>14}  {:>14}", "points a game", "wins %", "returns");
    line(&mut text, "player", head);
    for (name, standing) in names.iter().zip(&standings) {
        line(&mut text, name, means(standing));
    }
    text.push('\n');
    line(&mut text, "player", format!("{:<24}  decisions, ms: mean / p99 / max", "places from the first"));
    for (name, standing) in names.iter().zip(&standings) {
        line(&mut text, name, places_and_times(standing));
    }
    text.push('\n');
    for comparison in compare(results) {
        writeln!(text, "{}", comparison_in_words(names, &comparison)).expect("writing to a string");
    }
    text
}

fn means(standing: &Standing) -> String {
    let plus_minus = |mean: Mean, scale: f64, digits: usize| {
        format!("{:.digits$} ± {}", mean.mean * scale, margin_text(mean.margin() * scale, digits))
    };
    let points = plus_minus(standing.points, 1.0, 3);
    let (wins, returns) = (plus_minus(standing.wins, 100.0, 1), plus_minus(standing.returns, 1.0, 2));
    format!("{points:>15}  {wins:>14}  {returns:>14}")
}

fn places_and_times(standing: &Standing) -> String {
    let ms = |time: std::time::Duration| time.as_secs_f64() * 1e3;
    let times = standing.times;
    let places = cardsharp_rules::join(&standing.places);
    format!("{places:<24}  {:.2} / {:.2} / {:.2}", ms(times.mean), ms(times.p99), ms(times.max))
}
