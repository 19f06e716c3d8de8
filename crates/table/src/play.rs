//! Games between house players, from the deal to the record.

use cardsharp_rules::{Game, Record, Seed};
use cardsharp_search::Player;

use crate::{Controller, Table};

/// Plays the game of this seed; `players` by seat. Panics if a player chooses an illegal action, which is a defect.
pub fn play_game<G: Game>(game: &G, seed: Seed, players: &[&dyn Player<G>], names: Vec<String>) -> Record<G> {
    play_on(Record::from_seed(game.clone(), seed, names), players)
}

/// Continues a game from the end of its record, with the random numbers of the record's seed; `players` by seat. Panics
/// if a player chooses an illegal action, which is a defect of the player.
pub fn play_on<G: Game>(record: Record<G>, players: &[&dyn Player<G>]) -> Record<G> {
    let controllers: Vec<_> = players.iter().map(|&player| Controller::Player(player)).collect();
    Table::new(record, controllers).play_out(|_, controller, question, rng| match controller {
        Controller::Player(player) => player.choose(&question.view, rng),
        Controller::Program | Controller::Person => unreachable!("every seat has a player"),
    })
}
