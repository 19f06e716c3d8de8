//! `cardsharp coach`: what a program's choices cost, by kinds of mistakes.

mod drawing;
mod page;
mod words;

use cardsharp_coach::{self, Account, Reviewed, Watched, account_json};
use cardsharp_matches::{Match, Participant, Schedule};
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, Told, because};
use cardsharp_programs::{Agent, BotOptions, Hosted, OnFault, referee_on};
use cardsharp_rules::{Record, Seat, Seed, Style, with_game};
use cardsharp_search::{Player, Search, Spec, StylePlayer};
use cardsharp_stats::Mean;
use cardsharp_table::play_on;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::shared::{
    Chosen, HostingArgs, KEPT, Kept, Output, Progress, Run, Staged, Unfit, Usage, Version, Versions, bots, count,
    failed, judge_settings, names, participant, read_all, refuse_late,
};

/// Say what a program's choices cost, by kinds of mistakes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp coach indigo bot.py
  cardsharp coach intensity player.c --against careful --games 100 --threads 2 --html player.html
  cardsharp coach hanamikoji greedy --against champion:nodes=200 --json
  cardsharp coach indigo --me Zoë --records friday.record saturday.record

The program plays games, each another deal, at every seat in turn, and the champion looks at every decision in which
there was a choice. Prices are tournament points a game (3, 2, 1, 0 by place among four; 1 for a win among two), ± one
standard error over games. A first look finds what would have been better, a second one with luck of its own says by how
much; so prices are not too high on average, and what a kind is said to cost may be less than nothing by chance. From
mistakes of the dearest kinds games are really played on, the same cards and luck with either choice, by the same others
and the strongest quick player of ours at the program's seat.

A PROGRAM is a C file, an executable, a script or a player of ours. A decision may take 5 seconds unless --decision says
otherwise. Of programs it is kept by content what was found, so that the next version is compared with the last.
--me looks at games that somebody has played already; a file may hold several.")]
pub(crate) struct Coach {
    #[command(flatten)]
    chosen: Chosen,
    /// A C file, an executable, a script, or a player such as greedy
    #[arg(value_name = "PROGRAM", required_unless_present = "me", conflicts_with = "me")]
    program: Option<String>,
    #[arg(long, value_name = "NAME", requires = "records", help = "Look at the games of this person")]
    me: Option<String>,
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "me", help = "Records of games that were played")]
    records: Vec<PathBuf>,
    /// The players at the other seats, clockwise; one for all, or one for each [default: the strongest quick player]
    #[arg(long, value_name = "PLAYER", num_args = 1.., conflicts_with = "me")]
    against: Vec<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = count(2, 100_000, KEPT))]
    games: u64,
    /// The player that judges the choices; only the champion can, with any budget
    #[arg(long, value_name = "PLAYER", default_value = "champion:nodes=400,worlds=200")]
    player: Spec,
    /// How many positions of each of the five costliest kinds of mistakes are played on
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = count(0, 100_000, "each of them is played on"))]
    checks: u64,
    #[arg(long, value_name = "FILE", help = "Write a page that needs nothing but itself, with positions drawn")]
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

/// The largest number of positions shown.
const SHOWN: usize = 10;
/// The number of kinds of mistakes that are played on, and of repetitions with different luck.
const CHECKED: usize = 5;
const LUCKS: u64 = 2;

pub(crate) fn run(args: &Coach) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => run_game(game, args))
}

struct Coached<'a, G: Present> {
    args: &'a Coach,
    /// The name of the pupil, and the names of the other players.
    pupil: String,
    others: String,
    games: Vec<Watched<G>>,
    account: Account<G>,
    /// The most instructive mistakes, each with the reason for the better choice.
    examples: Vec<(Reviewed<G>, String)>,
    /// The comparison with the last version, if there is one.
    since: Option<String>,
}

fn run_game<G: Hosted + Present>(game: &G, args: &Coach) -> anyhow::Result<String> {
    let how = judge_settings::<G>(&args.player)?;
    if let Some(path) = &args.html {
        // Fails now rather than after minutes of play.
        drop(Staged::new(path, "")?);
    }
    let coached = match &args.me {
        Some(name) => coach_person(game, args, how, name)?,
        None => coach_program(game, args, how)?,
    };
    if let Some(path) = &args.html {
        Staged::new(path, &page::page(&coached))?.put_in_place()?;
    }
    Ok(if args.output.json { format!("{:#}\n", as_json(&coached)) } else { words::text(&coached) })
}

fn coach<'a, G: Present>(game: &'a G, args: &Coach, how: Search) -> cardsharp_coach::Coach<'a, G> {
    let threads = args.run.threads.count;
    cardsharp_coach::Coach { game, how, rival: None, seed: Seed(args.run.seed).stream(LOOKS), threads }
}

/// The random stream of the coach; the games use the seed itself.
const LOOKS: u64 = 7;

/// Analyses the games, plays on from mistakes, and explains the most instructive ones.
fn looked_at<'a, G: Present>(
    game: &G,
    args: &'a Coach,
    how: Search,
    (pupil, others): (String, String),
    games: Vec<Watched<G>>,
    finish: cardsharp_coach::Finish<'_, G>,
) -> anyhow::Result<Coached<'a, G>> {
    let coach = coach(game, args, how);
    let progress = Progress::new("games looked at", games.len() as u64);
    let mut account = coach.review(&games, &|done| progress.show(done));
    progress.end();
    if account.decisions == 0 {
        return Err(Unfit(nothing_to_say(&pupil, &account)).into());
    }
    let progress = Progress::new("positions played on", (CHECKED * args.checks as usize) as u64);
    coach.play_on(&mut account, &games, (CHECKED, args.checks as usize, LUCKS), finish, &|done| progress.show(done));
    progress.end();
    let analyst = Analyst::new(game, &args.player, args.run.seed)?;
    let examples = account.instructive(SHOWN).into_iter().map(|mistake| (mistake.clone(), why(&analyst, mistake)));
    let examples = examples.collect();
    Ok(Coached { args, pupil, others, games, account, examples, since: None })
}

fn nothing_to_say<G: Present>(pupil: &str, account: &Account<G>) -> String {
    if account.faults == 0 {
        return format!("{pupil} had no choice in {} games: there is nothing to say.\n", account.games);
    }
    format!(
        "None of {pupil}'s answers could stand: {} faults in {} games. `cardsharp check` says what is wrong.\n",
        account.faults, account.games
    )
}

/// Explains the better choice by its figures; empty if they explain nothing.
fn why<G: Present>(analyst: &Analyst<G>, mistake: &Reviewed<G>) -> String {
    let thought = analyst.think(&mistake.view, Some(mistake.done));
    let find = |action| thought.choices.iter().find(|choice| choice.action == action);
    let reason = find(mistake.better).zip(find(mistake.done));
    let reason = reason.map(|(better, done)| because::<G>(better, done, Told::Worse).to_string());
    let reason = reason.filter(|reason| reason.starts_with(':')).unwrap_or_default();
    reason.trim_start_matches([':', ' ']).replace('\u{a0}', " ")
}

fn coach_program<'a, G: Hosted + Present>(game: &G, args: &'a Coach, how: Search) -> anyhow::Result<Coached<'a, G>> {
    let typed = args.program.as_ref().expect("a program is named unless somebody's games are");
    let options = BotOptions { terms: args.hosting.terms_of_many(), ..bots::<G>(&args.hosting)? };
    let pupil = participant(game, typed, &options)?;
    let against = against(game, &args.against)?;
    let others: Vec<Participant<G>> =
        against.iter().map(|text| participant(game, text, &options)).collect::<Result<_, _>>()?;
    let players: Vec<&Participant<G>> =
        std::iter::once(&pupil).chain(others.iter().cycle().take(G::SEATS - 1)).collect();
    let names = names(&players)?;
    let versions = Versions::of(&pupil, &args.kept, game)?;
    // Each game has a new deal, and moves the pupil by one seat.
    let seed = Seed(args.run.seed);
    let company = Match {
        schedule: Schedule::OneRotation,
        games: args.games,
        threads: args.run.threads.count,
        ..Match::new(game, players.clone(), names.clone(), seed, args.games)
    };
    let games = play(&company)?;
    let sound = StylePlayer(strongest_quick(game));
    let finish = |record: Record<G>, seat: Seat| {
        let mut agents: Vec<Box<dyn Agent<G> + '_>> = vec![Box::new(&sound as &dyn Player<G>)];
        agents.extend(players[1..].iter().map(|player| player.agent()));
        agents.rotate_right(seat.index());
        referee_on(record, &mut agents, OnFault::GoOn, &mut ()).ok()?.record.result()
    };
    let shown = (names[0].clone(), against.join(", "));
    let mut coached = looked_at(game, args, how, shown, games, &finish)?;
    if let Some(mut versions) = versions {
        let found = version_json(&coached);
        coached.since = versions.last("coach").and_then(|last| since(&last, &found));
        versions.keep("coach", found)?;
    }
    Ok(coached)
}

/// Returns the strongest house player that decides without search.
fn strongest_quick<G: Present>(game: &G) -> Box<dyn Style<G>> {
    game.styles().pop().expect("every game has a house player")
}

/// Returns the other players: the named ones, or the strongest quick player.
fn against<G: Present>(game: &G, named: &[String]) -> Result<Vec<String>, Usage> {
    if named.is_empty() {
        return Ok(vec![strongest_quick(game).name().to_owned()]);
    }
    if named.len() > 1 && named.len() != G::SEATS - 1 {
        let reason = format!(
            "--against: {} has {} other seats: name one player for all of them, or {}",
            G::TITLE,
            G::SEATS - 1,
            G::SEATS - 1
        );
        return Err(Usage(reason));
    }
    Ok(named.to_vec())
}

fn play<G: Hosted>(company: &Match<'_, G>) -> anyhow::Result<Vec<Watched<G>>> {
    let progress = Progress::new("games", company.games);
    let (mut games, mut late) = (Vec::new(), Ok(()));
    let played = company.run(&mut |deal| {
        for game in deal {
            let watched = Watched { seat: Seat::new(game.rotation), record: game.record };
            late = refuse_late(&watched, &company.names[0]);
            games.push(watched);
        }
        progress.show(games.len() as u64);
        if late.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.end();
    played.and(late).map_err(failed)?;
    Ok(games)
}

/// Reviews a person's own games. The strongest quick player plays on at every seat.
fn coach_person<'a, G: Hosted + Present>(
    game: &G,
    args: &'a Coach,
    how: Search,
    name: &str,
) -> anyhow::Result<Coached<'a, G>> {
    let mut games = Vec::new();
    let mut others: Vec<String> = Vec::new();
    for path in &args.records {
        let found = own_games(game, path, name)?;
        for Watched { record, seat } in &found {
            let seats = record.names().iter().enumerate().filter(|(place, _)| *place != seat.index());
            others.extend(seats.map(|(_, name)| name.clone()));
        }
        games.extend(found);
    }
    others.sort_unstable();
    others.dedup();
    let sound = StylePlayer(strongest_quick(game));
    let finish = |record: Record<G>, _: Seat| {
        let players: Vec<&dyn Player<G>> = vec![&sound; G::SEATS];
        play_on(record, &players).result()
    };
    looked_at(game, args, how, (name.to_owned(), others.join(", ")), games, &finish)
}

fn own_games<G: Present>(game: &G, path: &Path, name: &str) -> Result<Vec<Watched<G>>, Usage> {
    let mut found = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for record in read_all(path)? {
        let record: Box<dyn std::any::Any> = with_game!(AnyRecord, record, record => record as Box<dyn std::any::Any>);
        let Ok(record) = record.downcast::<Record<G>>() else { continue };
        // Under other options a mistake has another price.
        if record
            .game()
            .options()
            .iter()
            .map(|option| &option.value)
            .ne(game.options().iter().map(|option| &option.value))
        {
            continue;
        }
        names.extend(record.names().iter().cloned());
        let places = record.names().iter().enumerate().filter(|(_, seated)| *seated == name);
        let seats: Vec<Seat> = places.map(|(place, _)| Seat::new(place)).collect();
        found.extend(seats.into_iter().map(|seat| Watched { record: (*record).clone(), seat }));
    }
    if found.is_empty() {
        names.sort_unstable();
        names.dedup();
        let there = if names.is_empty() {
            "it holds none of any".to_owned()
        } else {
            format!("there are {}", names.join(", "))
        };
        let reason = format!("{}: no game of {} by {name:?}; {there}", path.display(), G::TITLE);
        return Err(Usage(reason));
    }
    Ok(found)
}

fn version_json<G: Present>(coached: &Coached<'_, G>) -> Value {
    let (args, account) = (coached.args, &coached.account);
    json!({
        "seed": args.run.seed, "games": account.games, "against": coached.others, "player": args.player.to_string(),
        "points": account.points.mean, "price": account.price.mean, "standard_error": account.price.error,
        "by_game": account.by_game,
    })
}

/// Compares a version with the last one, game by game if both played the same deals.
fn since(last: &Version, now: &Value) -> Option<String> {
    let then = &last.found;
    let same = ["seed", "games", "against", "player"].iter().all(|key| then[key] == now[key]);
    let numbers =
        |found: &Value| -> Option<Vec<f64>> { found["by_game"].as_array()?.iter().map(Value::as_f64).collect() };
    let (difference, error) = if same {
        let pairs = numbers(now)?.into_iter().zip(numbers(then)?);
        let mean = Mean::of(&pairs.map(|(now, then)| now - then).collect::<Vec<f64>>());
        (mean.mean, mean.error)
    } else {
        let figure = |found: &Value, key: &str| found[key].as_f64();
        let error = figure(now, "standard_error")?.hypot(figure(then, "standard_error")?);
        (figure(now, "price")? - figure(then, "price")?, error)
    };
    let verdict = match () {
        () if difference > 2.0 * error => "it got worse",
        () if difference < -2.0 * error => "it got better",
        () => "no change that can be told from chance",
    };
    let manner = if same { "on the same deals" } else { "on other terms" };
    Some(format!(
        "Since its last version ({}): {verdict}. Its mistakes cost {difference:+.3} ± {error:.3} points a game, {manner}.",
        last.hash
    ))
}

fn as_json<G: Present>(coached: &Coached<'_, G>) -> Value {
    let examples: Vec<&Reviewed<G>> = coached.examples.iter().map(|(mistake, _)| mistake).collect();
    let mut report = account_json(&coached.account, &examples);
    for (example, (mistake, why)) in
        report["instructive"].as_array_mut().expect("a list").iter_mut().zip(&coached.examples)
    {
        example["why"] = json!(why);
        example["seed"] = json!(coached.games[mistake.game].record.seed().map(|seed| seed.0));
    }
    report["game"] = json!(G::NAME);
    report["pupil"] = json!(coached.pupil);
    report["against"] = json!(coached.others);
    report["player"] = json!(coached.args.player.to_string());
    report["seed"] = json!(coached.args.run.seed);
    report["since"] = json!(coached.since);
    report
}
