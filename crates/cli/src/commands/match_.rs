//! `cardsharp match`: players meet over many deals.

use std::fmt::Write;
use std::fs::File;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cardsharp_matches::{self as matches, ALONE, FaultCount, Participant, deal_scores, match_json};
use cardsharp_programs::{Hosted, PlayedGame, fault_rule};
use cardsharp_rules::{Game, Seat, with_game};
use cardsharp_search::Memory;
use cardsharp_stats::{
    DealScores, Mean, Sprt, Standing, compare, comparison_in_words, first_against_the_rest, margin_text, standings,
    test_in_words,
};

use crate::distributed::{self, MatchSetup, Workforce};
use crate::shared::{
    Bout, Chosen, HostingArgs, KEPT, MOST, Output, Progress, Usage, bots, count, failed, participants, seed_among,
};

/// Let players meet over many deals, every deal in every seating
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp match indigo champion classic --deals 500
  cardsharp match intensity champion:nodes=2000 careful careful careful --deals 1000 --json
  cardsharp match indigo champion:nodes=500 champion:nodes=400 --deals 20000 --sprt 0,0.05
  cardsharp match hanamikoji champion:nodes=1000,safety=trusting greedy --deals 200
  cardsharp match indigo bot.py classic --deals 200 --decision 1
  cardsharp match intensity player.c json:bot.py careful careful --records games.record
  cardsharp match indigo champion:nodes=500,memory=match classic --deals 200 --match-length 10

With --match-length N, N deals, one after another, are a match, and a champion that is told
memory=match remembers from game to game how each of the others plays. It begins a match without
memories, and a match is played once in each seating, so nobody has seen the cards of a game
before. Intervals count matches then, because the games of one hang together.

Programs may play too, as at `cardsharp referee`: a C file, an executable, or a script. A seed that
a program knows or can guess gives every hand away, so where programs play it is drawn by chance
unless one is typed; it is printed last, and --seed with it plays the same again.")]
pub(crate) struct Match {
    #[command(flatten)]
    chosen: Chosen,
    #[arg(value_name = "PLAYER", required = true, help = "NAME, NAME:key=value,…, or a program; one for each seat")]
    players: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count(1, MOST, KEPT), help = "How many deals")]
    deals: u64,
    /// The number of deals that make a match, within which memory=match remembers
    #[arg(long = "match-length", value_name = "N", default_value_t = 1, value_parser = count(1, MOST, KEPT))]
    length: u64,
    #[command(flatten)]
    run: Bout,
    /// Stop as soon as the deals decide whether the first player leads the others by A or by B points a game
    #[arg(long, value_name = "A,B", value_parser = hypotheses)]
    sprt: Option<(f64, f64)>,
    #[arg(long, value_name = "FILE", help = "Write the records of all games to this file, deal by deal")]
    records: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[arg(long, help = "Put decision times into the JSON too; they differ from run to run")]
    times: bool,
    #[command(flatten)]
    hosting: HostingArgs,
}

/// Parses two differences, the smaller first.
fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match numbers {
        Some((a, b)) if f64::is_finite(a) && f64::is_finite(b) && a < b => Ok((a, b)),
        _ => Err("expected two numbers, the smaller first, such as 0,0.05".to_owned()),
    }
}

pub(crate) fn run(args: &Match, workforce: Workforce<'_>) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => run_game(game, args, workforce))
}

fn run_game<G: Hosted>(game: &G, args: &Match, workforce: Workforce<'_>) -> anyhow::Result<String> {
    check_whole_matches(args)?;
    let players = find_players(game, args)?;
    let to_send = match workforce {
        Workforce::Here => Vec::new(),
        Workforce::Elsewhere(_) => distributed::with_files(&players)?,
    };
    let names = players.iter().map(Participant::own_name).collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let programs: Vec<usize> = (0..players.len()).filter(|&player| players[player].bot().is_some()).collect();
    let seed = seed_among(!programs.is_empty(), args.run.seed)?;
    let (match_length, threads) = (args.length, args.run.threads.count);
    let among = matches::Match::new(game, players.iter().collect(), names, seed, args.deals);
    let among = matches::Match { match_length, threads, ..among };
    // Fails now rather than after hours of play.
    let mut file =
        args.records.as_deref().map(|path| File::create(path).with_context(|| unwritable(path))).transpose()?;
    let mut sprt = args.sprt.map(|(smaller, larger)| Sprt::new(smaller, larger));
    let progress = Progress::new("deals", args.deals).by(workforce);
    let (mut games, mut results, mut written) = (Vec::new(), Vec::new(), Ok(()));
    let mut visit = |deal: Vec<PlayedGame<G>>| {
        // A deal's games are written before the next deal is counted.
        if let (Some(file), Some(path)) = (&mut file, &args.records) {
            written =
                file.write_all(as_records(&deal, results.is_empty()).as_bytes()).with_context(|| unwritable(path));
        }
        results.extend(deal_scores(&deal));
        // Only faults are counted from the games, and only programs make them.
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
        Workforce::Elsewhere(workers) => {
            let (options, hosting) = (&args.chosen.options.given, args.hosting.of_tournament::<G>()?);
            let setup = MatchSetup { players: to_send, options, hosting, deals: args.deals };
            distributed::play_match(workers, &among, setup, &mut visit)?;
        }
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

fn faults_report<G: Game>(names: &[&str], faults: &[(usize, FaultCount)]) -> String {
    let mut text = String::new();
    for (player, count) in faults {
        append_line!(text, "Faults of {} (player {player}): {}.", names[*player], count.in_words());
    }
    if text.is_empty() { text } else { format!("\n{text}{}\n", fault_rule::<G>()) }
}

/// Refuses an incomplete last match: it would count as much as a whole one.
fn check_whole_matches(args: &Match) -> Result<(), Usage> {
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

fn find_players<G: Hosted>(game: &G, args: &Match) -> anyhow::Result<Vec<Participant<G>>> {
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

/// Returns the records of a deal, as [`cardsharp_rules::AnyRecord::parse_many`] reads them.
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
        append_line!(text, "{matches} matches of {match_length} deals; intervals count matches");
    }
    text.push('\n');
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let standings = standings(results, match_length);
    let line = |text: &mut String, name: &str, rest: String| {
        append_line!(text, "{name:<width$}  {rest}");
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
        append_line!(text, "{}", comparison_in_words(names, &comparison));
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
