//! `cardsharp match`: players meet over many deals.

use std::fmt::Write;
use std::fs::File;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use cardsharp_matches::{self as matches, ALONE, FaultCount, Participant, deal_scores, match_json};
use cardsharp_programs::{Hosted, PlayedGame, fault_rule};
use cardsharp_rules::{Game, Seat, with_game};
use cardsharp_search::Memory;
use cardsharp_stats::{
    DealScores, Mean, Sprt, Standing, compare, comparison_in_words, first_against_the_rest, margin_text, standings,
    test_in_words,
};

use super::referee::{bots, failed, participants};
use crate::Usage;
use crate::args::Match;
use crate::elsewhere::{self, Workforce};
use crate::progress::Progress;

pub(crate) fn run(args: &Match, workforce: Workforce<'_>) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => run_game(game, args, workforce))
}

fn run_game<G: Hosted>(game: &G, args: &Match, workforce: Workforce<'_>) -> anyhow::Result<String> {
    refuse_part_of_a_match(args)?;
    let players = seated(game, args)?;
    let travelling = match workforce {
        Workforce::Here => Vec::new(),
        Workforce::Elsewhere(_) => elsewhere::travelling(&players)?,
    };
    let names = players.iter().map(Participant::own_name).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let programs: Vec<usize> = (0..players.len()).filter(|&player| players[player].bot().is_some()).collect();
    let seed = super::seed_among(!programs.is_empty(), args.run.seed)?;
    let (match_length, threads) = (args.length, args.run.threads.count);
    let among = matches::Match::new(game, players.iter().collect(), names, seed, args.deals);
    let among = matches::Match { match_length, threads, ..among };
    // A file that cannot be written is better known before hours of play than after.
    let mut file =
        args.records.as_deref().map(|path| File::create(path).with_context(|| unwritable(path))).transpose()?;
    let mut sprt = args.sprt.map(|(smaller, larger)| Sprt::new(smaller, larger));
    let progress = Progress::new("deals", args.deals).by(workforce);
    let (mut games, mut results, mut written) = (Vec::new(), Vec::new(), Ok(()));
    let mut visit = |deal: Vec<PlayedGame<G>>| {
        // The games are in the file before the next deal is looked at.
        if let (Some(file), Some(path)) = (&mut file, &args.records) {
            written =
                file.write_all(as_records(&deal, results.is_empty()).as_bytes()).with_context(|| unwritable(path));
        }
        results.extend(deal_scores(&deal));
        // Only the faults of programs are counted from the games.
        if !programs.is_empty() {
            games.extend(deal);
        }
        let length = match_length as usize;
        let decided = results.len().is_multiple_of(length)
            && sprt.as_mut().is_some_and(|sprt| {
                sprt.add(first_against_the_rest(&results[results.len() - length..]));
                sprt.decision().is_some()
            });
        progress.show(results.len() as u64);
        if decided || written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match workforce {
        Workforce::Here => among.run(&mut visit).map_err(failed)?,
        Workforce::Elsewhere(workers) => elsewhere::played(workers, &among, travelling, args, &mut visit)?,
    }
    progress.end();
    written?;
    let names: Vec<&str> = among.names.iter().map(String::as_str).collect();
    let verdict = sprt.map(|sprt| test_in_words(names[0], &sprt, results.len()));
    let faults = programs.iter().map(|&player| (player, FaultCount::of(&games, Seat::new(player))));
    let faults: Vec<(usize, FaultCount)> = faults.collect();
    if args.output.json {
        let mut told = match_json::<G>(seed.0, &names, &results, match_length, sprt.as_ref(), args.times);
        for (player, count) in &faults {
            count.tell(&mut told["players"][player]);
            told["fault_rule"] = fault_rule::<G>().into();
        }
        return Ok(format!("{told:#}\n"));
    }
    let mut text = report::<G>(&names, &results, match_length) + &faults_report::<G>(&names, &faults);
    if let Some(words) = verdict {
        write!(text, "\n{words}\n")?;
    }
    if !faults.is_empty() {
        write!(text, "\nSeed: {}\n", seed.0)?;
    }
    Ok(text)
}

/// What went wrong with the programs, and what that costs.
fn faults_report<G: Game>(names: &[&str], faults: &[(usize, FaultCount)]) -> String {
    let mut text = String::new();
    for (player, count) in faults {
        writeln!(text, "Faults of {} (player {player}): {}.", names[*player], count.in_words())
            .expect("writing to a string");
    }
    if text.is_empty() { text } else { format!("\n{text}{}\n", fault_rule::<G>()) }
}

/// A match that breaks off would count as much as a whole one.
fn refuse_part_of_a_match(args: &Match) -> Result<(), Usage> {
    let (deals, length) = (args.deals, args.length);
    if deals.is_multiple_of(length) {
        return Ok(());
    }
    let (fewer, more) = (deals / length * length, deals.div_ceil(length) * length);
    let would_be = if fewer == 0 { more.to_string() } else { format!("{fewer} or {more}") };
    Err(Usage(format!(
        "--deals {deals} is no whole number of matches of --match-length {length}: --deals {would_be} is"
    )))
}

/// Finds the players, as many as the game has seats.
fn seated<G: Hosted>(game: &G, args: &Match) -> anyhow::Result<Vec<Participant<G>>> {
    if args.players.len() != G::SEATS {
        let (seats, found) = (G::SEATS, args.players.len());
        return Err(Usage(format!("{} has {seats} seats, but {found} players are named", G::NAME)).into());
    }
    let memory = if args.length == ALONE { Memory::Game } else { Memory::Match };
    let options = bots::<G>(&args.hosting)?;
    Ok(participants(game, &args.players, &options, memory, args.hosting.shown_warnings())?)
}

fn unwritable(path: &Path) -> String {
    format!("the records cannot be written to {}", path.display())
}

/// The games of a deal, one after another, as [`cardsharp_rules::AnyRecord::parse_many`] reads them.
fn as_records<G: Game>(deal: &[PlayedGame<G>], is_first: bool) -> String {
    let records: Vec<String> = deal.iter().map(|game| game.record.to_string()).collect();
    let before = if is_first { "" } else { "\n" };
    before.to_owned() + &records.join("\n")
}

fn report<G: Game>(names: &[&str], results: &[DealScores], match_length: u64) -> String {
    let (deals, games) = (results.len(), results.len() * G::SEATS);
    let mut text = format!("{}: {deals} deals, each in {} seatings, {games} games\n", G::TITLE, G::SEATS);
    if match_length != ALONE {
        let matches = deals.div_ceil(match_length as usize);
        writeln!(text, "{matches} matches of {match_length} deals; intervals count matches")
            .expect("writing to a string");
    }
    text.push('\n');
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let standings = standings(results, match_length);
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
    for comparison in compare(results, match_length) {
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
