//! Many games between the same guests, and how everybody did.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cardsharp_rules::{BySeat, Game, Rotation, Seat, Seed, outcome};

use super::{Launch, OnFault, Refereed, Seated, Stop, referee_game};
use crate::contest::{Progress, for_every_deal};
use crate::statistics::DecisionTimes;
use crate::{DealResult, FaultCount};

/// Guests who meet several times. Every deal is played in every rotation of the seats before the
/// next one is dealt, so a whole number of rounds is fair to everybody.
pub struct Series<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// Who plays, in the seats of the first game.
    pub names: &'a [String],
    /// Names the deals: the first is this seed's, the next that of the number after it.
    pub seed: Seed,
    /// How many games.
    pub games: u64,
    /// How many tables play at a time.
    pub threads: usize,
    /// What becomes of a game in which someone errs.
    pub on_fault: OnFault,
}

/// Makes everybody sit down at a new table, in the order of the names.
pub type SitDown<'a, G> = &'a (dyn Fn(&Launch) -> Vec<Seated<'a, G>> + Sync);

/// A game of a series.
#[derive(Clone, Debug)]
pub struct GameOfSeries<G: Game> {
    /// How far the guests have moved on from the seats of the first game.
    pub rotation: usize,
    /// The game.
    pub played: Refereed<G>,
}

/// What came of a series.
pub type SeriesResult<G> = Result<Vec<GameOfSeries<G>>, Stop>;

impl<G: Game> Series<'_, G> {
    /// The seed of a game, and how far the guests have moved on.
    pub fn seed_of(&self, number: u64) -> (Seed, usize) {
        let seats = G::SEATS as u64;
        (Seed(self.seed.0.wrapping_add(number / seats)), (number % seats) as usize)
    }

    /// Plays all games. The same seed gives the same games on any number of threads, as long as
    /// everybody answers the same to the same.
    ///
    /// # Errors
    /// If a game was stopped; those after it are not played.
    pub fn run(&self, launch: &Launch, sit_down: SitDown<'_, G>, progress: Progress<'_>) -> SeriesResult<G> {
        let stopped = AtomicBool::new(false);
        let games = for_every_deal(self.games, self.threads, progress, |number| {
            if stopped.load(Ordering::Relaxed) {
                return None;
            }
            let played = self.play(number, sit_down(launch));
            stopped.fetch_or(played.is_err(), Ordering::Relaxed);
            Some(played)
        });
        games.into_iter().flatten().collect()
    }

    fn play(&self, number: u64, mut seats: Vec<Seated<'_, G>>) -> Result<GameOfSeries<G>, Stop> {
        let (seed, rotation) = self.seed_of(number);
        let mut names = self.names.to_vec();
        Rotation::new(rotation, G::SEATS).apply(&mut names);
        Rotation::new(rotation, G::SEATS).apply(&mut seats);
        let played = referee_game(self.game, seed, names, &mut seats, self.on_fault, &mut ())?;
        Ok(GameOfSeries { rotation, played })
    }
}

/// How a guest did over a series.
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

/// The same games deal by deal, as statistics count them; the last deal may not be played in every rotation.
pub fn by_deal<G: Game>(games: &[GameOfSeries<G>]) -> Vec<DealResult<G>> {
    let deals = games.chunks(G::SEATS).enumerate();
    deals
        .map(|(deal, games)| {
            let mut result = DealResult {
                deal: deal as u64,
                games: Vec::new(),
                returns: Vec::new(),
                times: vec![Vec::new(); G::SEATS],
            };
            for GameOfSeries { rotation, played } in games {
                let seat_of = |guest: Seat| Rotation::new(*rotation, G::SEATS).seat_of(guest);
                let returns = played.record.result().expect("a played game is over");
                result.returns.push(BySeat::from_fn(G::SEATS, |guest| returns[seat_of(guest)]));
                for guest in Seat::all(G::SEATS) {
                    let usage = &played.usage[seat_of(guest).index()];
                    result.times[guest.index()].extend(usage.iter().map(|usage| usage.wall));
                }
            }
            result
        })
        .collect()
}

/// How everybody did, in the order of the names.
pub fn tally<G: Game>(games: &[GameOfSeries<G>]) -> Vec<Tally> {
    Seat::all(G::SEATS).map(|guest| tally_of(games, guest)).collect()
}

fn tally_of<G: Game>(games: &[GameOfSeries<G>], guest: Seat) -> Tally {
    let mut tally = Tally {
        places: vec![0; G::SEATS],
        points: 0.0,
        returns: 0,
        faults: FaultCount::default(),
        times: DecisionTimes::default(),
    };
    let mut times: Vec<Duration> = Vec::new();
    for game in games {
        let seat = Rotation::new(game.rotation, G::SEATS).seat_of(guest);
        let record = &game.played.record;
        let result = record.result().expect("a played game is over");
        tally.places[usize::from(outcome::places(&result)[seat]) - 1] += 1;
        tally.points += f64::from(outcome::tournament_halves(&result)[seat]) / 2.0;
        tally.returns += i64::from(result[seat]);
        tally.faults.add(record, seat);
        times.extend(game.played.usage[seat.index()].iter().map(|usage| usage.wall));
    }
    tally.times = DecisionTimes::of(times);
    tally
}
