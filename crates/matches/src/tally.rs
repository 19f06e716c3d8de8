//! How the players of a match did.

use std::time::Duration;

use cardsharp_programs::PlayedGame;
use cardsharp_rules::{BySeat, Game, Rotation, Seat, outcome};
use cardsharp_stats::{DealScores, DecisionTimes};

use crate::FaultCount;

/// How a player did.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// How often each place was taken, ties counted at the better place.
    pub places: Vec<u64>,
    /// Tournament points, ties shared.
    pub points: f64,
    /// What the game gave, faults included.
    pub returns: i64,
    /// What went wrong.
    pub faults: FaultCount,
    /// How long decisions took by the clock on the wall.
    pub times: DecisionTimes,
}

/// The scores of these games deal by deal, as statistics count them; the last deal may lack rotations.
pub fn deal_scores<G: Game>(games: &[PlayedGame<G>]) -> Vec<DealScores> {
    let scores = |games: &[PlayedGame<G>]| {
        let mut scores = DealScores { returns: Vec::new(), times: vec![Vec::new(); G::SEATS] };
        for PlayedGame { rotation, record, times, .. } in games {
            let seat_of = |player: Seat| Rotation::new(*rotation, G::SEATS).seat_of(player);
            let returns = record.result().expect("a played game is over");
            scores.returns.push(BySeat::from_fn(G::SEATS, |player| returns[seat_of(player)]));
            for player in Seat::all(G::SEATS) {
                scores.times[player.index()].extend(&times[seat_of(player).index()]);
            }
        }
        scores
    };
    games.chunk_by(|one, other| one.deal == other.deal).map(scores).collect()
}

/// How each player did.
pub fn tally<G: Game>(games: &[PlayedGame<G>]) -> Vec<Tally> {
    Seat::all(G::SEATS).map(|player| tally_of(games, player)).collect()
}

fn tally_of<G: Game>(games: &[PlayedGame<G>], player: Seat) -> Tally {
    let (mut places, mut points, mut returns) = (vec![0; G::SEATS], 0.0, 0);
    let mut all_times: Vec<Duration> = Vec::new();
    for PlayedGame { rotation, record, times, .. } in games {
        let seat = Rotation::new(*rotation, G::SEATS).seat_of(player);
        let result = record.result().expect("a played game is over");
        places[usize::from(outcome::places(&result)[seat]) - 1] += 1;
        points += f64::from(outcome::tournament_halves(&result)[seat]) / 2.0;
        returns += i64::from(result[seat]);
        all_times.extend(&times[seat.index()]);
    }
    Tally { places, points, returns, faults: FaultCount::of(games, player), times: DecisionTimes::of(all_times) }
}
