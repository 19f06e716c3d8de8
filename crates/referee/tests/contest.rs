//! Contests: the same on any number of threads, and fair to every player.

use std::sync::atomic::{AtomicU64, Ordering};

use cardsharp_referee::{Contest, DealResult, Entrant};
use cardsharp_rules::{AnyGame, Game, Record, Seat, Seed, with_game};
use cardsharp_search::{Spec, Thoughtful, seat_player};

/// A contest between a player who thinks and others at random, told apart by a number.
fn contest<G: Thoughtful>(game: &G, threads: usize) -> Contest<'_, G> {
    let entrant = |player: Seat| {
        let text = if player == Seat::FIRST { "champion:nodes=15,worlds=5" } else { "random" };
        let spec: Spec = text.parse().unwrap();
        Entrant::player(format!("player {player}"), seat_player(game, &spec).unwrap())
    };
    Contest { game, entrants: Seat::all(G::SEATS).map(entrant).collect(), seed: Seed(3), deals: 7, threads }
}

/// What does not depend on the clock.
fn games<G: Game>(results: &[DealResult<G>]) -> Vec<(u64, &[Record<G>])> {
    results.iter().map(|result| (result.deal, &result.games[..])).collect()
}

#[test]
fn the_same_contest_is_the_same_on_any_number_of_threads() {
    fn check<G: Thoughtful>(game: &G) {
        let alone = contest(game, 1).run(&|_| {}).unwrap();
        assert_eq!(alone.len(), 7);
        for threads in [2, 3, 16] {
            let told = AtomicU64::new(0);
            let shared = contest(game, threads).run(&|_| _ = told.fetch_add(1, Ordering::Relaxed)).unwrap();
            assert_eq!(games(&alone), games(&shared), "{} on {threads} threads", G::NAME);
            assert_eq!(told.into_inner(), 7, "progress is told once a deal");
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}

#[test]
fn every_player_has_every_seat_of_every_deal_once() {
    fn check<G: Thoughtful>(game: &G) {
        let results = contest(game, 2).run(&|_| {}).unwrap();
        for DealResult { games, returns, times, .. } in &results {
            assert_eq!((games.len(), returns.len(), times.len()), (G::SEATS, G::SEATS, G::SEATS));
            assert!(games.iter().all(|record| record.deal() == games[0].deal()), "the cards stay");
            for player in Seat::all(G::SEATS) {
                let name = format!("player {player}");
                let seat_in = |record: &Record<G>| record.names().iter().position(|known| *known == name).unwrap();
                let mut seats: Vec<usize> = games.iter().map(seat_in).collect();
                for ((record, returns), &seat) in games.iter().zip(returns).zip(&seats) {
                    assert_eq!(returns[player], record.result().unwrap()[Seat::new(seat)], "returns are by player");
                }
                seats.sort_unstable();
                assert_eq!(seats, (0..G::SEATS).collect::<Vec<_>>());
            }
            let decisions: usize = games.iter().map(|record| record.actions().count()).sum();
            assert_eq!(times.iter().map(Vec::len).sum::<usize>(), decisions, "every decision is timed");
        }
        let fresh = |result: &DealResult<G>| result.games[0].seed() != results[0].games[0].seed();
        assert!(results[1..].iter().all(fresh), "every deal has a seed of its own");
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}
