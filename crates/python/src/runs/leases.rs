//! A match in parts, that may be played anywhere: ranges of deals, and the report when all are there.

use std::ops::ControlFlow;

use cardsharp_referee::{Contest, DealResult, contest_json, in_order};
use cardsharp_rules::{BySeat, Seed, with_game};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::contest::columns;
use super::{entrants, threads};
use crate::error::wrong;
use crate::game::GameLike;
use crate::heed::{Stop, heed};
use crate::plain::plain;
use crate::playable::Playable;
use crate::sitter::Sitter;

/// Plays so many deals of a match from this one on, and says what every player got: by deal, rotation and player, one
/// number after another. The parts of a match are the same wherever and in whatever order they are played.
///
/// >>> whole = cardsharp.play_deals("indigo", ["greedy", "random"], first=0, count=3, seed=1)
/// >>> last = cardsharp.play_deals("indigo", ["greedy", "random"], first=2, count=1, seed=1)
/// >>> (whole[8:] == last).all().item()
/// True
#[pyfunction]
#[pyo3(signature = (game, players, *, first, count, seed = 1, threads = None))]
pub(crate) fn play_deals<'py>(
    py: Python<'py>,
    game: GameLike<'_>,
    players: Vec<Sitter>,
    first: u64,
    count: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let game = game.game()?;
    let range = (super::count("first", first, 0, u64::MAX >> 1)?, super::count("count", count, 1, 1_000_000)?);
    let threads = self::threads(threads, &players)?;
    let got = with_game!(AnyGame, &*game, game => lease(py, game, &players, range, seed, threads))?;
    Ok(got.into_pyarray(py))
}

fn lease<G: Playable>(
    py: Python<'_>,
    game: &G,
    players: &[Sitter],
    (first, deals): (u64, u64),
    seed: u64,
    threads: usize,
) -> PyResult<Vec<i32>> {
    let stop = Stop::default();
    let entrants = entrants(game, players, &stop)?;
    let (game, stopped) = (game.clone(), stop.clone());
    heed(py, &stop, move || {
        let contest = Contest { game: &game, entrants, seed: Seed(seed), deals, threads };
        let mut got = Vec::new();
        let play = |deal| {
            let played = contest.play_deal(first + deal);
            played.expect("only programs can stop a game, and none plays here").returns
        };
        in_order(deals, threads, play, &mut |returns: Vec<BySeat<i32>>| {
            got.extend(returns.iter().flat_map(|returns| returns.as_slice().to_vec()));
            if stopped.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        got
    })
}

/// The report of a match from what every player got, as ``play_deals`` says it: what ``match`` says but for times, and
/// under ``text`` the words of ``cardsharp match --json``.
#[pyfunction]
#[pyo3(signature = (game, names, returns, *, seed = 1))]
pub(crate) fn match_report<'py>(
    py: Python<'py>,
    game: GameLike<'_>,
    names: Vec<String>,
    returns: PyReadonlyArray1<'_, i32>,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.game()?;
    let returns = returns.as_slice().map_err(wrong)?;
    with_game!(AnyGame, &*game, game => report(py, game, &names, returns, seed))
}

fn report<'py, G: Playable>(
    py: Python<'py>,
    _: &G,
    names: &[String],
    returns: &[i32],
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let games = G::SEATS * G::SEATS;
    if names.len() != G::SEATS || returns.is_empty() || !returns.len().is_multiple_of(games) {
        let (found, named) = (returns.len(), names.len());
        return Err(wrong(format!("{found} numbers for {named} players: expected {games} for every deal")));
    }
    let result = |(deal, returns): (usize, &[i32])| DealResult::<G> {
        deal: deal as u64,
        games: Vec::new(),
        returns: returns.chunks(G::SEATS).map(|game| game.iter().copied().collect::<BySeat<i32>>()).collect(),
        times: vec![Vec::new(); G::SEATS],
    };
    let results: Vec<DealResult<G>> = returns.chunks(games).enumerate().map(result).collect();
    let told: Vec<&str> = names.iter().map(String::as_str).collect();
    let json = contest_json(seed, &told, &results, None, false);
    let dict = plain(py, &json)?.cast_into::<PyDict>()?;
    dict.set_item("columns", columns(py, names, &results)?)?;
    dict.set_item("text", format!("{json:#}\n"))?;
    Ok(dict.into_any())
}
