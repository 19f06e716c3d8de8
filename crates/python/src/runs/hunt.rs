//! Measures the exploitability of a player.

use cardsharp_research::exploit::{ExploitRun, Exploiter, Target, exploiters_named};
use cardsharp_rules::{Seed, with_game};
use pyo3::prelude::*;

use super::{count, threads};
use crate::error::{unknown_player, wrong};
use crate::game::GameLike;
use crate::interrupt::{Interruptible, Stop, interruptible};
use crate::plain::plain;
use crate::playable::Playable;
use crate::player_like::PlayerLike;

/// Measures a lower bound of the exploitability of a player. The exploiters are the built-in ones (all, or those named
/// in ``by``) and the players in ``also``.
///
/// Returns the report of ``cardsharp exploit --json``. A Python player's answer in a position is its only action there.
///
/// >>> hunted = cardsharp.exploit("hanamikoji", "random", deals=4, nodes=50, seed=1)
/// >>> hunted["at_least"]["won"]["mean"] > 0
/// True
#[pyfunction]
#[pyo3(signature = (game, player, *, also = Vec::new(), by = Vec::new(), deals = 40, nodes = None, seed = 1, threads = None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub(crate) fn exploit<'py>(
    py: Python<'py>,
    game: GameLike<'_>,
    player: PlayerLike,
    also: Vec<PlayerLike>,
    by: Vec<String>,
    deals: u64,
    nodes: Option<u64>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.game()?;
    let deals = count("deals", deals, 2, 1_000_000)?;
    let nodes = nodes.map(|nodes| count("nodes", nodes, 1, 10_000_000)).transpose()?;
    let everybody: Vec<PlayerLike> = also.iter().chain([&player]).cloned().collect();
    let threads = self::threads(threads, &everybody)?;
    let hunt = |deals, threads| (deals, nodes, seed, threads);
    with_game!(AnyGame, &*game, game => run_exploit(py, game, &player, (&also, &by), hunt(deals, threads)))
}

fn run_exploit<'py, G: Playable>(
    py: Python<'py>,
    game: &G,
    player: &PlayerLike,
    (also, by): (&[PlayerLike], &[String]),
    (deals, nodes, seed, threads): (u64, Option<u64>, u64, usize),
) -> PyResult<Bound<'py, PyAny>> {
    let stop = Stop::default();
    let target = match player {
        PlayerLike::House(spec) => Target::named(game, spec),
        PlayerLike::Python(_) => player.create_player(game, &stop).map(Target::thinking),
    };
    let target = target.map_err(unknown_player)?;
    let volunteer = |sitter: &PlayerLike| {
        sitter.create_player(game, &stop).map(|player| Exploiter::volunteer(sitter.name(), player))
    };
    let volunteers: Vec<Exploiter<G>> = also.iter().map(volunteer).collect::<Result<_, _>>().map_err(unknown_player)?;
    let (game, name, stopped) = (game.clone(), player.name(), stop.clone());
    let (effort, mut all) = exploiters_named(&game, &target, nodes, by).map_err(wrong)?;
    let report = interruptible(py, &stop, move || {
        all.extend(volunteers);
        let guarded = |one: Exploiter<G>| Exploiter {
            player: Box::new(Interruptible { player: one.player, stop: stopped.clone() }),
            ..one
        };
        let all: Vec<Exploiter<G>> = all.into_iter().map(guarded).collect();
        let run = ExploitRun { game: &game, target: &target, program: None, effort, seed: Seed(seed), deals, threads };
        let result = run.run(&all, &|_| ()).expect("only programs can stop a game, and none plays here");
        run.to_json(&name, &all, &result)
    })?;
    plain(py, &report)
}
