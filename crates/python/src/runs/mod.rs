//! Games, matches, tournaments, exploits and analyses, run from Python.

mod contest;
mod hunt;
mod rounds;
mod thought;

pub(crate) use contest::{play, play_match};
pub(crate) use hunt::exploit;
pub(crate) use rounds::tournament;
pub(crate) use thought::{analyse, beliefs, replay};

use cardsharp_matches::Participant;
use cardsharp_rules::Game;
use pyo3::PyResult;

use crate::error::{unknown_player, wrong};
use crate::interrupt::Stop;
use crate::playable::Playable;
use crate::player_like::PlayerLike;

/// The number of parallel tables with a batched player: they mostly wait.
const BATCH: usize = 64;

/// Returns the number of parallel tables: as given, else one per core, or enough for a batch.
pub(crate) fn threads(said: Option<usize>, sitters: &[PlayerLike]) -> PyResult<usize> {
    match said {
        Some(threads @ 1..=1024) => Ok(threads),
        Some(threads) => Err(wrong(format!("threads={threads}: expected a number from 1 to 1024"))),
        None if sitters.iter().any(PlayerLike::is_batched) => Ok(BATCH),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

fn count(name: &str, number: u64, least: u64, most: u64) -> PyResult<u64> {
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(wrong(format!("{name}={number}: expected a number from {least} to {most}")))
}

fn participants<G: Playable>(game: &G, players: &[PlayerLike], stop: &Stop) -> PyResult<Vec<Participant<G>>> {
    check_seats::<G>(players)?;
    let seated = |sitter: &PlayerLike| {
        let player = sitter.create_player(game, stop).map_err(unknown_player)?;
        Ok(Participant::House(player, sitter.spec()))
    };
    players.iter().map(seated).collect()
}

fn check_seats<G: Game>(players: &[PlayerLike]) -> PyResult<()> {
    if players.len() == G::SEATS {
        return Ok(());
    }
    Err(wrong(format!("{} has {} seats, but {} players are named", G::NAME, G::SEATS, players.len())))
}
