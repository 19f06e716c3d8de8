//! One game, from the deal to the record.

use std::time::{Duration, Instant};

use cardsharp_rules::{Game, Record, Rng, Seat, Seed, State, Turn};
use cardsharp_search::Player;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// What happened.
    pub record: Record<G>,
    /// How long each seat thought, decision by decision.
    pub times: Vec<Vec<Duration>>,
}

/// Plays a game: `players` by seat, the cards from `deal_seed`, the players' own random numbers
/// from `play_seed`.
///
/// # Panics
/// If a player of the house answers with something illegal, which is a defect of ours.
pub fn play_game<G: Game>(
    game: &G,
    deal_seed: Seed,
    play_seed: Seed,
    players: &[&dyn Player<G>],
    names: Vec<String>,
) -> Played<G> {
    play_on(Record::from_seed(game.clone(), deal_seed, names), play_seed, players)
}

/// Plays a game on from where its record ends: `players` by seat, with random numbers from `play_seed`.
///
/// # Panics
/// If a player of the house answers with something illegal, which is a defect of ours.
pub fn play_on<G: Game>(mut record: Record<G>, play_seed: Seed, players: &[&dyn Player<G>]) -> Played<G> {
    let mut times = vec![Vec::new(); G::SEATS];
    let mut ply = 0;
    while let Turn::Of(seat) = record.state().turn() {
        // Every decision has random numbers of its own, so that one player's thinking can never
        // change another's luck.
        let mut rng = Rng::new(play_seed.stream(ply));
        let view = record.state().observe(seat);
        let start = Instant::now();
        let action = players[seat.index()].choose(&view, &mut rng);
        times[seat.index()].push(start.elapsed());
        record.play(action).unwrap_or_else(|error| panic!("{} in {view}: {error}", record_name(&record, seat)));
        ply += 1;
    }
    Played { record, times }
}

fn record_name<G: Game>(record: &Record<G>, seat: Seat) -> String {
    record.names()[seat.index()].clone()
}
