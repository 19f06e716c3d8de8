//! Single games, and matches of many deals between the same players.

use std::ops::ControlFlow;

use cardsharp_matches::{ALONE, Match, deal_scores, match_json};
use cardsharp_rules::{BySeat, Seat, Seed, outcome, with_game};
use cardsharp_stats::DealScores;
use cardsharp_table::play_game;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::{check_seats, count, participants, threads};
use crate::columns::Columns;
use crate::error::unknown_player;
use crate::game::GameLike;
use crate::interrupt::{Stop, interruptible};
use crate::plain::plain;
use crate::playable::Playable;
use crate::player_like::PlayerLike;
use crate::record::Record;

/// Plays one game; ``seed`` determines the deal and the random choices of all players. Players are listed by seat.
///
/// >>> record = cardsharp.play("intensity", ["careful", "random", "random", "random"], seed=7)
/// >>> record.names
/// ['careful', 'random', 'random', 'random']
#[pyfunction]
#[pyo3(signature = (game, players, *, seed = 1))]
pub(crate) fn play(py: Python<'_>, game: GameLike<'_>, players: Vec<PlayerLike>, seed: u64) -> PyResult<Record> {
    fn once<G: Playable>(py: Python<'_>, game: &G, players: Vec<PlayerLike>, seed: u64) -> PyResult<Record> {
        check_seats::<G>(&players)?;
        let (stop, game) = (Stop::default(), game.clone());
        let names = players.iter().map(PlayerLike::name).collect();
        let seated = players.iter().map(|sitter| sitter.create_player(&game, &stop)).collect::<Result<Vec<_>, _>>();
        let seated = seated.map_err(unknown_player)?;
        let played = interruptible(py, &stop, move || {
            let players: Vec<_> = seated.iter().map(AsRef::as_ref).collect();
            play_game(&game, Seed(seed), &players, names)
        });
        Ok(Record::new(G::any_record(played?)))
    }
    let game = game.game()?;
    with_game!(AnyGame, &*game, game => once(py, game, players, seed))
}

/// Plays a match: many deals, each in every seating.
///
/// Returns the report of ``cardsharp match --json``, with the results of every player in every game in ``columns``. The
/// same seed gives the same report on any number of threads. With ``records`` it includes the records of all games.
///
/// >>> result = cardsharp.match("indigo", ["greedy", "random"], deals=20, seed=1)
/// >>> result["players"][0]["points"]["mean"] > 0.5
/// True
/// >>> sorted(result["columns"])
/// ['deal', 'name', 'place', 'player', 'points', 'returns', 'rotation', 'seat']
#[pyfunction]
#[pyo3(name = "match", signature = (game, players, *, deals = 100, seed = 1, threads = None, records = false))]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: GameLike<'_>,
    players: Vec<PlayerLike>,
    deals: u64,
    seed: u64,
    threads: Option<usize>,
    records: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.game()?;
    let run = Run { deals: count("deals", deals, 1, 1_000_000)?, seed, threads: self::threads(threads, &players)? };
    with_game!(AnyGame, &*game, game => run_match(py, game, players, &run, records))
}

struct Run {
    deals: u64,
    seed: u64,
    threads: usize,
}

fn run_match<'py, G: Playable>(
    py: Python<'py>,
    game: &G,
    players: Vec<PlayerLike>,
    run: &Run,
    records: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let stop = Stop::default();
    let names: Vec<String> = players.iter().map(PlayerLike::name).collect();
    let seated = participants(game, &players, &stop)?;
    let (game, &Run { deals, seed, threads }, stopped, called) = (game.clone(), run, stop.clone(), names.clone());
    let (report, scores, kept) = interruptible(py, &stop, move || {
        let among = Match::new(&game, seated.iter().collect(), called, Seed(seed), deals);
        let among = Match { threads, ..among };
        let (mut scores, mut kept) = (Vec::new(), Vec::new());
        let played = among.run(&mut |deal| {
            scores.extend(deal_scores(&deal));
            kept.extend(deal.into_iter().filter(|_| records).map(|game| game.record));
            if stopped.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        played.expect("only programs can stop a game, and none plays here");
        let names: Vec<&str> = among.names.iter().map(String::as_str).collect();
        (match_json::<G>(seed, &names, &scores, ALONE, None, true), scores, kept)
    })?;
    let dict = plain(py, &report)?.cast_into::<PyDict>()?;
    dict.set_item("columns", columns(py, &names, &scores)?)?;
    if records {
        let records = kept.into_iter().map(|record| Record::new(G::any_record(record)));
        dict.set_item("records", records.collect::<Vec<Record>>())?;
    }
    Ok(dict.into_any())
}

/// Returns the result of every player in every game.
pub(super) fn columns<'py>(py: Python<'py>, names: &[String], deals: &[DealScores]) -> PyResult<Bound<'py, PyDict>> {
    let rows: Vec<Row> = deals.iter().enumerate().flat_map(rows).collect();
    let whole = |of: fn(&Row) -> i64| rows.iter().map(of).collect::<Vec<i64>>();
    let columns = Columns::new(py)
        .whole("deal", whole(|row| row.deal))?
        .whole("rotation", whole(|row| row.rotation))?
        .whole("player", whole(|row| row.player))?
        .texts("name", rows.iter().map(|row| names[row.player as usize].as_str()))?
        .whole("seat", whole(|row| row.seat))?
        .whole("returns", whole(|row| row.returns))?
        .whole("place", whole(|row| row.place))?
        .numbers("points", rows.iter().map(|row| row.points).collect())?;
    Ok(columns.done())
}

struct Row {
    deal: i64,
    rotation: i64,
    player: i64,
    seat: i64,
    returns: i64,
    place: i64,
    points: f64,
}

fn rows((deal, scores): (usize, &DealScores)) -> Vec<Row> {
    let of_game = |(rotation, returns): (usize, &BySeat<i32>)| {
        let (places, halves) = (outcome::places(returns), outcome::tournament_halves(returns));
        let row = |player: Seat| Row {
            deal: deal as i64,
            rotation: rotation as i64,
            player: player.index() as i64,
            seat: player.plus(rotation, returns.seats()).index() as i64,
            returns: returns[player].into(),
            place: places[player].into(),
            points: f64::from(halves[player]) / 2.0,
        };
        Seat::all(returns.seats()).map(row).collect::<Vec<Row>>()
    };
    scores.returns.iter().enumerate().flat_map(of_game).collect()
}
