//! One game between players of ours, from the deal to the record.

use std::time::{Duration, Instant};

use cardsharp_rules::{Game, Record, Seed};
use cardsharp_search::Player;
use cardsharp_table::{Sitter, Table, Who};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// What happened.
    pub record: Record<G>,
    /// How long each seat thought, decision by decision.
    pub times: Vec<Vec<Duration>>,
}

/// Plays the game that a seed names, its deal and everybody's luck: `players` by seat.
///
/// # Panics
/// If a player of the house answers with something illegal, which is a defect of ours.
pub fn play_game<G: Game>(game: &G, seed: Seed, players: &[&dyn Player<G>], names: Vec<String>) -> Played<G> {
    play_on(Record::from_seed(game.clone(), seed, names), players)
}

/// Plays a game on from where its record ends: `players` by seat, everybody's luck from the record's seed.
///
/// # Panics
/// If a player of the house answers with something illegal, which is a defect of ours.
pub fn play_on<G: Game>(record: Record<G>, players: &[&dyn Player<G>]) -> Played<G> {
    let sitters: Vec<_> = players.iter().map(|&player| Sitter::player(player)).collect();
    let mut times = vec![Vec::new(); G::SEATS];
    let record = Table::new(record, sitters).play_out(|_, who, question, rng| {
        let Who::Player(player) = who else { unreachable!("only players of ours sit here") };
        let start = Instant::now();
        let action = player.choose(&question.view, rng);
        times[question.seat.index()].push(start.elapsed());
        action
    });
    Played { record, times }
}
