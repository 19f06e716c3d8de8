//! `cardsharp ladder`: between which of our players a program stands.

mod page;
mod words;

use cardsharp_coach::{Account, Coach, Watched};
use cardsharp_matches::ladder::{Climb, Ladder as Rungs, Rated};
use cardsharp_matches::{Match, Participant, Ranked};
use cardsharp_presentation::Present;
use cardsharp_programs::{BotOptions, Stop};
use cardsharp_research::unlisted;
use cardsharp_rules::{Seat, Seed, with_game};
use cardsharp_search::threads::map_in_order;
use cardsharp_search::{Memory, Spec};
use cardsharp_stats::{Decision, Mean, lead};
use serde_json::{Value, json};
use std::path::PathBuf;

use crate::shared::{
    Chosen, HostingArgs, Kept, Output, Progress, Run, Staged, Usage, Version, Versions, bots, count, failed,
    judge_settings, names, participant, refuse_late,
};

/// Find out between which of our players a program stands
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp ladder indigo bot.py
  cardsharp ladder intensity player.c --threads 2 --html player.html
  cardsharp ladder hanamikoji greedy --json
  cardsharp ladder indigo --measure --deals 4000

The rungs are players of ours from the gentlest to the champion. Two neighbours are told apart by what they lead by at a
table of quick players (benchmarks/ladder.md); whether the program is like the lower or like the upper is one sequential
test, wrong in one of a thousand cases, and no more deals are played than the tests need. Every deal is played in every
seat. Ratings are on Elo's scale, the lowest rung at 0, with intervals of 95 %; what the next rung would have done better
in the games that were played is priced by the champion, as `cardsharp coach` does.

A decision may take 5 seconds unless --decision says otherwise. Of programs the rating is kept by content, and --html
draws the curve over all versions.")]
pub(crate) struct Ladder {
    #[command(flatten)]
    chosen: Chosen,
    /// A C file, an executable, a script, or a player such as greedy
    #[arg(value_name = "PROGRAM", required_unless_present = "measure", conflicts_with = "measure")]
    program: Option<String>,
    #[arg(long, help = "Measure the steps of the ladder anew, over --deals deals each")]
    measure: bool,
    /// The largest number of deals of a test
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = count(16, 1_000_000, "a test that has not decided by then says so"))]
    deals: u64,
    /// The player that judges the choices of the next rung; only the champion can
    #[arg(long, value_name = "PLAYER", default_value = "champion:nodes=400,worlds=200")]
    player: Spec,
    /// Write the report as a page without other files, with the ratings of all versions
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    run: Run,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    kept: Kept,
    #[command(flatten)]
    hosting: HostingArgs,
}

/// The number of games that are compared with the next rung.
const LOOKED_AT: usize = 24;

pub(crate) fn run(args: &Ladder) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => run_game(game, args))
}

fn run_game<G: Ranked + Present>(game: &G, args: &Ladder) -> anyhow::Result<String> {
    if G::LADDER.rungs.is_empty() {
        return Err(Usage(format!("{} has no ladder: nobody has measured its players", G::TITLE)).into());
    }
    if let Some((given, usual)) =
        game.options().iter().zip(G::default().options()).find(|(given, usual)| given.value != usual.value)
    {
        let reason =
            format!("{}={}: the ladder was measured with {}={}", given.key, given.value, usual.key, usual.value);
        return Err(Usage(reason).into());
    }
    let how = judge_settings::<G>(&args.player)?;
    if args.measure {
        return measure(game, args);
    }
    if let Some(path) = &args.html {
        drop(Staged::new(path, "")?);
    }
    let typed = args.program.as_ref().expect("a program is named unless the ladder is measured");
    let options = BotOptions { terms: args.hosting.terms_of_many(), ..bots::<G>(&args.hosting)? };
    let pupil = participant(game, typed, &options)?;
    let versions = Versions::of(&pupil, &args.kept, game)?;
    let tables: Vec<_> = G::LADDER.steps.iter().map(|step| (step.table, house(game, step.table))).collect();
    let companies = tables.iter().map(|(table, other)| Ok((*table, company(game, [&pupil, other], args)?)));
    let companies = companies.collect::<anyhow::Result<Vec<_>>>()?;
    let called = companies[0].1.names[0].clone();
    let (mut climb, mut games) = (Climb::new(G::LADDER, G::SEATS), Vec::new());
    let progress = Progress::new("deals at most", args.deals * u64::from(G::LADDER.steps.len().ilog2() + 1));
    let mut deals = 0;
    let play = |table: &'static str, deal: u64| {
        let company = &companies.iter().find(|(name, _)| *name == table).expect("every table has its players").1;
        play_deal(company, deal)
    };
    let played = climb.climb((args.deals, args.run.threads.count), play, &mut |_, deal: Vec<Watched<G>>| {
        // The last games are those against the nearest rungs.
        games.extend(deal);
        let surplus = games.len().saturating_sub(LOOKED_AT);
        games.drain(..surplus);
        deals += 1;
        progress.show(deals);
    });
    progress.end();
    played.map_err(failed)?;
    let next = next_rung(game, args, how, &climb, &games)?;
    let mut found = Found { args, called, climb, next, before: Vec::new() };
    if let Some(mut versions) = versions {
        versions.keep("ladder", version_json(&found))?;
        found.before = versions.all("ladder");
    }
    if let Some(path) = &args.html {
        Staged::new(path, &page::page::<G>(&found))?.put_in_place()?;
    }
    Ok(if args.output.json { format!("{:#}\n", as_json::<G>(&found)) } else { words::text::<G>(&found) })
}

struct Found<'a, G: Present> {
    args: &'a Ladder,
    /// The name of the pupil.
    called: String,
    climb: Climb,
    /// The choices of the next rung, compared with the pupil's.
    next: Option<Account<G>>,
    /// All versions of the program with this one, in the order in which they were first seen.
    before: Vec<Version>,
}

/// Returns the player of a rung.
fn house<G: Ranked>(game: &G, spec: &str) -> Participant<G> {
    let spec = spec.parse().expect("a ladder names players");
    Participant::house(game, spec, Memory::Game, unlisted).expect("a ladder names players")
}

/// Seats a pupil among players of the table.
fn company<'a, G: Ranked>(
    game: &'a G,
    [pupil, other]: [&'a Participant<G>; 2],
    args: &Ladder,
) -> anyhow::Result<Match<'a, G>> {
    let mut players = vec![other; G::SEATS];
    players[0] = pupil;
    let names = names(&players)?;
    Ok(Match::new(game, players, names, Seed(args.run.seed), args.deals))
}

/// Plays a deal from every seat; returns the pupil's mean lead and the games.
fn play_deal<G: Ranked>(company: &Match<'_, G>, deal: u64) -> Result<(f64, Vec<Watched<G>>), Stop> {
    let games = company.play_match(deal)?.into_iter();
    let games: Vec<Watched<G>> =
        games.map(|game| Watched { seat: Seat::new(game.rotation), record: game.record }).collect();
    games.iter().try_for_each(|game| refuse_late(game, &company.names[0]))?;
    let leads = games.iter().map(|game| lead(&game.record.result().expect("a played game is over"), game.seat));
    Ok((leads.sum::<f64>() / G::SEATS as f64, games))
}

/// Compares the pupil's choices with those of the next rung in the same positions.
fn next_rung<G: Ranked + Present>(
    game: &G,
    args: &Ladder,
    how: cardsharp_search::Search,
    climb: &Climb,
    games: &[Watched<G>],
) -> Result<Option<Account<G>>, Usage> {
    let (_, rung) = climb.rungs();
    let Some(next) = G::LADDER.rungs.get(rung + 1).filter(|_| !games.is_empty()) else { return Ok(None) };
    let spec: Spec = next.spec.parse().expect("a ladder names players");
    let rival = cardsharp_search::seat_player(game, &spec)?;
    let seed = Seed(args.run.seed).stream(7);
    let coach = Coach { game, how, rival: Some(rival.as_ref()), seed, threads: args.run.threads.count };
    let progress = Progress::new("games looked at", games.len() as u64);
    let account = coach.review(games, &|done| progress.show(done));
    progress.end();
    Ok(Some(account))
}

/// Measures both neighbours of every step at its table.
fn measure<G: Ranked>(game: &G, args: &Ladder) -> anyhow::Result<String> {
    let Rungs { rungs, steps } = G::LADDER;
    let mut rows = Vec::new();
    let progress = Progress::new("players measured", 2 * steps.len() as u64);
    for (number, step) in steps.iter().enumerate() {
        let table = house(game, step.table);
        for (rung, kept) in [(&rungs[number], step.lower), (&rungs[number + 1], step.upper)] {
            let pupil = house(game, rung.spec);
            let company = company(game, [&pupil, &table], args)?;
            let deal = |number: u64| play_deal(&company, number).map(|(lead, _)| lead);
            let leads = map_in_order(args.deals, args.run.threads.count, &|_| (), deal);
            let leads: Vec<f64> = leads.into_iter().flatten().collect();
            rows.push((rung.spec, step.table, Mean::of(&leads), kept));
            progress.show(rows.len() as u64);
        }
    }
    progress.end();
    Ok(if args.output.json { words::leads_json::<G>(&rows, args) } else { words::leads_text::<G>(&rows, args) })
}

fn version_json<G: Present + Ranked>(found: &Found<'_, G>) -> Value {
    let (low, high) = found.climb.rungs();
    let rated = found.climb.rating();
    json!({
        "rungs": [G::LADDER.rungs[low].name, G::LADDER.rungs[high].name], "deals": found.climb.deals(),
        "rating": rated.map(|rated| rated.points), "standard_error": rated.map(|rated| rated.error),
        "seed": found.args.run.seed,
    })
}

fn rated(version: &Version) -> Option<Rated> {
    let figure = |key: &str| version.found[key].as_f64();
    Some(Rated { points: figure("rating")?, error: figure("standard_error")? })
}

fn as_json<G: Present + Ranked>(found: &Found<'_, G>) -> Value {
    let (low, high) = found.climb.rungs();
    let Rungs { rungs, steps } = G::LADDER;
    let all: Vec<Value> = rungs
        .iter()
        .zip(G::LADDER.ratings(G::SEATS))
        .map(|(rung, rating)| json!({ "name": rung.name, "player": rung.spec, "rating": rating }))
        .collect();
    let tests: Vec<Value> = found
        .climb
        .tested
        .iter()
        .map(|(step, sprt)| {
            let is_upper = sprt.decision().map(|decision| decision == Decision::Larger);
            json!({
                "between": [rungs[*step].name, rungs[*step + 1].name], "table": steps[*step].table,
                "deals": sprt.deals(), "is_upper": is_upper,
            })
        })
        .collect();
    let versions: Vec<Value> =
        found.before.iter().map(|version| json!({ "hash": version.hash, "found": version.found })).collect();
    let rating = found.climb.rating();
    json!({
        "game": G::NAME, "program": found.called, "seed": found.args.run.seed, "rungs": all,
        "stands": { "from": rungs[low].name, "to": rungs[high].name, "is_certain": low == high },
        "rating": rating.map(|rated| json!({
            "points": rated.points, "standard_error": rated.error, "interval": rated.interval(),
        })),
        "deals": found.climb.deals(), "games": found.climb.deals() * G::SEATS as u64, "tests": tests,
        "next": found.next.as_ref().map(|account| cardsharp_coach::account_json(account, &[])),
        "versions": versions,
    })
}
