//! Contests: the same on any number of threads, and fair to every player.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use cardsharp_referee::{ALONE, Contest, DealResult, Entrant};
use cardsharp_rules::indigo::{Indigo, Play};
use cardsharp_rules::{
    ActionOf, AnyGame, Game, Observation, ObservationOf, Record, Rng, Rotation, Seat, Seed, State, with_game,
};
use cardsharp_search::{CHAMPION, Player, SeenGame, Spec, Thoughtful, roster, seat_for_match, seat_player};

/// A contest between a player who thinks and others at random, told apart by a number.
fn contest<G: Thoughtful>(game: &G, threads: usize) -> Contest<'_, G> {
    let entrant = |player: Seat| {
        let text = if player == Seat::FIRST { "champion:nodes=15,worlds=5" } else { "random" };
        let spec: Spec = text.parse().unwrap();
        Entrant::player(format!("player {player}"), seat_player(game, &spec).unwrap())
    };
    let entrants = Seat::all(G::SEATS).map(entrant).collect();
    Contest { game, entrants, seed: Seed(3), deals: 7, match_length: ALONE, threads }
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

/// A contest in matches of three deals with somebody who remembers, where the champion can.
fn match_play<G: Thoughtful>(game: &G, threads: usize) -> Option<Contest<'_, G>> {
    let remembers = roster(game).iter().any(|offer| offer.name == CHAMPION && offer.settings.contains(&"memory"));
    let entrant = |player: Seat| {
        let text = if player == Seat::FIRST { "champion:nodes=15,worlds=5,memory=match" } else { "random" };
        Entrant::player(format!("player {player}"), seat_for_match(game, &text.parse().unwrap()).unwrap())
    };
    remembers.then(|| Contest {
        game,
        entrants: Seat::all(G::SEATS).map(entrant).collect(),
        seed: Seed(3),
        deals: 9,
        match_length: 3,
        threads,
    })
}

#[test]
fn matches_are_the_same_on_any_number_of_threads_and_each_by_itself() {
    fn check<G: Thoughtful>(game: &G) -> bool {
        let Some(contest) = match_play(game, 1) else { return false };
        let alone = contest.run(&|_| {}).unwrap();
        let shared = match_play(game, 2).unwrap().run(&|_| {}).unwrap();
        assert!(games(&alone) == games(&shared), "{} on 2 threads", G::NAME);
        let last = contest.play_match(2).unwrap();
        assert!(games(&last) == games(&alone[6..]), "{}: a match depends on its number alone", G::NAME);
        for (deal, result) in alone.iter().enumerate() {
            let seat = |record: &Record<G>| record.names().iter().position(|name| name == "player 0").unwrap();
            let seats: Vec<usize> = result.games.iter().map(seat).collect();
            assert_eq!(seats, (0..G::SEATS).collect::<Vec<_>>(), "deal {deal} is in every rotation");
        }
        true
    }
    let mut checked = 0;
    for game in AnyGame::all() {
        checked += usize::from(with_game!(AnyGame, &game, game => check(game)));
    }
    assert_eq!(checked, 4, "all games of the house");
}

/// What a decision was made on, and what the diary had by then.
type Look = (ObservationOf<Indigo>, Vec<ObservationOf<Indigo>>);

/// Somebody who keeps a diary of what it is shown of a match, and notes at every decision what is in it.
struct Diarist {
    pages: Vec<(ObservationOf<Indigo>, Rotation)>,
    read: Arc<Mutex<Vec<Look>>>,
}

impl Player<Indigo> for Diarist {
    fn choose(&self, view: &ObservationOf<Indigo>, _rng: &mut Rng) -> ActionOf<Indigo> {
        // Whoever moves on by a seat sits in the other's place each time.
        for (page, (seen, moving)) in self.pages.iter().enumerate() {
            assert_eq!(*moving, Rotation::new(1, 2));
            assert_eq!(seen.seat() == view.seat(), (self.pages.len() - page).is_multiple_of(2), "seats go round");
        }
        let pages = self.pages.iter().map(|(seen, _)| *seen).collect();
        self.read.lock().unwrap().push((*view, pages));
        let mut legal: Vec<Play> = Vec::new();
        view.legal_actions(&mut legal);
        legal[0]
    }

    fn remembering(&self, seen: &SeenGame<Indigo>) -> Option<Box<dyn Player<Indigo>>> {
        let mut pages = self.pages.clone();
        pages.push((seen.view, seen.moving));
        Some(Box::new(Diarist { pages, read: Arc::clone(&self.read) }))
    }
}

#[test]
fn what_is_remembered_is_ones_own_view_of_the_earlier_deals_of_the_match() {
    let read = Arc::default();
    let diarist = Diarist { pages: Vec::new(), read: Arc::clone(&read) };
    let entrants = vec![
        Entrant::player("diarist", Box::new(diarist)),
        Entrant::player("random", seat_player(&Indigo, &"random".parse().unwrap()).unwrap()),
    ];
    let contest = Contest { game: &Indigo, entrants, seed: Seed(5), deals: 6, match_length: 3, threads: 1 };
    let results = contest.run(&|_| {}).unwrap();
    let mut looks = 0;
    for (view, pages) in read.lock().unwrap().iter() {
        // Which game this is, and what its player has seen in those before it.
        let is_of = |record: &Record<Indigo>| {
            let seat = Seat::new(record.names().iter().position(|name| name == "diarist").unwrap());
            (seat == view.seat() && record.state().observe(seat).table().initial() == view.table().initial())
                .then_some(seat)
        };
        let found = results.iter().enumerate().find_map(|(deal, result)| {
            result.games.iter().position(|record| is_of(record).is_some()).map(|rotation| (deal, rotation))
        });
        let (deal, rotation) = found.expect("it was played");
        let first = deal - deal % 3;
        let expected: Vec<ObservationOf<Indigo>> = (first..deal)
            .map(|earlier| {
                let rotation = (rotation + 2 * 3 - (deal - earlier)) % 2;
                results[earlier].games[rotation].state().observe(Seat::new(rotation))
            })
            .collect();
        assert!(*pages == expected, "deal {deal}, rotation {rotation}");
        looks += 1;
    }
    assert_eq!(looks, 6 * 2 * 24, "every decision was looked at");
}

#[test]
fn without_memory_a_match_is_the_same_games() {
    let apart = contest(&Indigo, 1).run(&|_| {}).unwrap();
    let together = Contest { match_length: 7, ..contest(&Indigo, 1) }.run(&|_| {}).unwrap();
    assert!(games(&apart) == games(&together));
}
