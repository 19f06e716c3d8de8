//! Matches: the same on any number of threads, and fair to every player.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use cardsharp_matches::{Match, Participant, Schedule, Seeds};
use cardsharp_programs::{Hosted, PlayedGame};
use cardsharp_rules::indigo::{Indigo, Play};
use cardsharp_rules::{
    ActionOf, AnyGame, Game, Observation, ObservationOf, Record, Rng, Rotation, Seat, Seed, State, with_game,
};
use cardsharp_search::{CHAMPION, Memory, Player, SeenGame, Spec, roster};

/// The champion with few nodes, which may remember a match, and random players.
fn players<G: Hosted>(game: &G, memory: &str) -> Vec<Participant<G>> {
    let seated = |player: Seat| {
        let text =
            if player == Seat::FIRST { format!("champion:nodes=15,worlds=5{memory}") } else { "random".to_owned() };
        Participant::house(game, text.parse().unwrap(), Memory::Match, |_| Vec::new()).unwrap()
    };
    Seat::all(G::SEATS).map(seated).collect()
}

fn among<'a, G: Hosted>(game: &'a G, players: &'a [Participant<G>], threads: usize) -> Match<'a, G> {
    let names = Seat::all(G::SEATS).map(|player| format!("player {player}")).collect();
    Match { threads, ..Match::new(game, players.iter().collect(), names, Seed(3), 7) }
}

fn deals<G: Hosted>(played: &Match<'_, G>) -> Vec<Vec<PlayedGame<G>>> {
    let mut deals = Vec::new();
    let visit = &mut |deal| {
        deals.push(deal);
        ControlFlow::Continue(())
    };
    played.run(visit).unwrap();
    deals
}

/// The parts of a match that do not depend on the clock.
fn games<G: Game>(deals: &[Vec<PlayedGame<G>>]) -> Vec<(u64, usize, &Record<G>)> {
    deals.iter().flatten().map(|game| (game.deal, game.rotation, &game.record)).collect()
}

#[test]
fn the_same_match_is_the_same_on_any_number_of_threads() {
    fn check<G: Hosted>(game: &G) {
        let players = players(game, "");
        let alone = deals(&among(game, &players, 1));
        assert_eq!(alone.len(), 7);
        for threads in [2, 3, 16] {
            let shared = deals(&among(game, &players, threads));
            assert_eq!(games(&alone), games(&shared), "{} on {threads} threads", G::NAME);
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}

#[test]
fn every_player_has_every_seat_of_every_deal_once() {
    fn check<G: Hosted>(game: &G) {
        let results = deals(&among(game, &players(game, ""), 2));
        for (number, games) in results.iter().enumerate() {
            assert_eq!(games.len(), G::SEATS);
            assert!(games.iter().all(|game| game.deal == number as u64));
            assert!(games.iter().all(|game| game.record.deal() == games[0].record.deal()), "the cards stay");
            let scores = &cardsharp_matches::deal_scores(games)[0];
            for player in Seat::all(G::SEATS) {
                let name = format!("player {player}");
                let seat_in = |record: &Record<G>| record.names().iter().position(|known| *known == name).unwrap();
                let mut seats: Vec<usize> = games.iter().map(|game| seat_in(&game.record)).collect();
                for ((game, returns), &seat) in games.iter().zip(&scores.returns).zip(&seats) {
                    assert_eq!(
                        returns[player],
                        game.record.result().unwrap()[Seat::new(seat)],
                        "returns are by player"
                    );
                }
                seats.sort_unstable();
                assert_eq!(seats, (0..G::SEATS).collect::<Vec<_>>());
            }
            let decisions: usize = games.iter().map(|game| game.record.actions().count()).sum();
            assert_eq!(scores.times.iter().map(Vec::len).sum::<usize>(), decisions, "every decision is timed");
        }
        let fresh = |games: &Vec<PlayedGame<G>>| games[0].record.seed() != results[0][0].record.seed();
        assert!(results[1..].iter().all(fresh), "every deal has a seed of its own");
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}

#[test]
fn deals_may_be_counted_lack_rotations_or_be_played_once() {
    let players = players(&Indigo, "");
    let counted = deals(&Match { games: 5, seeds: Seeds::Counted(Seed(9)), ..among(&Indigo, &players, 2) });
    let seeds: Vec<_> = counted.iter().flatten().map(|game| game.record.seed().unwrap().0).collect();
    assert_eq!((counted.len(), seeds), (3, vec![9, 9, 10, 10, 11]));
    let once = deals(&Match { games: 3, schedule: Schedule::OneRotation, ..among(&Indigo, &players, 2) });
    let whole = deals(&among(&Indigo, &players, 1));
    let expected = [&whole[0][0], &whole[1][1], &whole[2][0]].map(|game| &game.record);
    assert_eq!(once.iter().flatten().map(|game| &game.record).collect::<Vec<_>>(), expected);
}

/// Three matches of three deals each; the first player remembers if the champion can.
fn match_play<'a, G: Hosted>(game: &'a G, players: &'a [Participant<G>], threads: usize) -> Match<'a, G> {
    Match { match_length: 3, games: 9 * G::SEATS as u64, ..among(game, players, threads) }
}

#[test]
fn matches_are_the_same_on_any_number_of_threads_and_each_by_itself() {
    fn check<G: Hosted>(game: &G) -> bool {
        if !roster(game).iter().any(|offer| offer.name == CHAMPION && offer.settings.contains(&"memory")) {
            return false;
        }
        let players = players(game, ",memory=match");
        let contest = match_play(game, &players, 1);
        let alone = deals(&contest);
        let shared = deals(&match_play(game, &players, 2));
        assert!(games(&alone) == games(&shared), "{} on 2 threads", G::NAME);
        let last = contest.play_match(2).unwrap();
        assert!(games(&[last]) == games(&alone[6..]), "{}: a match depends on its number alone", G::NAME);
        for (deal, result) in alone.iter().enumerate() {
            let seat = |game: &PlayedGame<G>| game.record.names().iter().position(|name| name == "player 0").unwrap();
            let seats: Vec<usize> = result.iter().map(seat).collect();
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

/// The view of a decision, and the remembered views at that time.
type Look = (ObservationOf<Indigo>, Vec<ObservationOf<Indigo>>);

/// Remembers every view that it gets of earlier games, and records them at each decision.
struct Diarist {
    pages: Vec<(ObservationOf<Indigo>, Rotation)>,
    read: Arc<Mutex<Vec<Look>>>,
}

impl Player<Indigo> for Diarist {
    fn choose(&self, view: &ObservationOf<Indigo>, _rng: &mut Rng) -> ActionOf<Indigo> {
        // After an odd number of moves by one seat, the player sits in the other seat.
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
    let spec = |name: &str| -> Spec { name.parse().unwrap() };
    let players = [Participant::House(Box::new(diarist), spec("diarist")), Participant::filler(&Indigo)];
    let names = vec!["diarist".to_owned(), "random".to_owned()];
    let among = Match::new(&Indigo, players.iter().collect(), names, Seed(5), 6);
    let results = deals(&Match { match_length: 3, ..among });
    let mut looks = 0;
    for (view, pages) in read.lock().unwrap().iter() {
        // Finds the game of this decision, and the earlier views that its player must remember.
        let is_of = |record: &Record<Indigo>| {
            let seat = Seat::new(record.names().iter().position(|name| name == "diarist").unwrap());
            (seat == view.seat() && record.state().observe(seat).table().initial() == view.table().initial())
                .then_some(seat)
        };
        let found = results.iter().enumerate().find_map(|(deal, result)| {
            result.iter().position(|game| is_of(&game.record).is_some()).map(|rotation| (deal, rotation))
        });
        let (deal, rotation) = found.expect("it was played");
        let first = deal - deal % 3;
        let expected: Vec<ObservationOf<Indigo>> = (first..deal)
            .map(|earlier| {
                let rotation = (rotation + 2 * 3 - (deal - earlier)) % 2;
                results[earlier][rotation].record.state().observe(Seat::new(rotation))
            })
            .collect();
        assert!(*pages == expected, "deal {deal}, rotation {rotation}");
        looks += 1;
    }
    assert_eq!(looks, 6 * 2 * 24, "every decision was looked at");
}

#[test]
fn without_memory_a_match_is_the_same_games() {
    let players = players(&Indigo, "");
    let apart = deals(&among(&Indigo, &players, 1));
    let together = deals(&Match { match_length: 7, ..among(&Indigo, &players, 1) });
    assert!(games(&apart) == games(&together));
}
