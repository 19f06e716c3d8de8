//! Many deals between the same players, every deal in every rotation of the seats.
//!
//! Several deals, one after another, may be a match, from game to game of which players remember each other if they
//! can ([`Player::remembering`]). A match is then played as often as there are seats, each time begun with everybody
//! one seat further on and by players who remember nothing; after every game of it all move on by a seat. So every deal
//! comes in every rotation as ever, and nobody has seen the cards of a game before: a playing of a match has each deal
//! once. Matches have nothing to do with one another and are played in any order.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::Duration;

use cardsharp_rules::{BySeat, Game, Record, Rotation, Seat, Seed, State};
use cardsharp_search::{Player, SeenGame, threads};

use crate::table::{OnFault, Outsider, Refereed, Seated, Stop, referee_game};

/// Somebody who plays, and what to call them.
pub struct Entrant<G: Game> {
    /// The name in reports and records.
    pub name: String,
    /// Who decides.
    pub who: Contestant<G>,
}

/// Who decides for an entrant.
pub enum Contestant<G: Game> {
    /// A player of ours.
    Player(Box<dyn Player<G>>),
    /// A program, which takes a seat anew in every game.
    Program(Box<dyn Seatable<G>>),
}

/// Somebody who can be seated at one table after another, and at several at a time.
pub trait Seatable<G: Game>: Send + Sync {
    /// Takes a seat at a new table.
    fn sit_down(&self) -> Box<dyn Outsider<G> + '_>;
}

impl<G: Game> Entrant<G> {
    /// A player of ours.
    pub fn player(name: impl Into<String>, player: Box<dyn Player<G>>) -> Entrant<G> {
        Entrant { name: name.into(), who: Contestant::Player(player) }
    }

    /// Whether it is a program, which may fail.
    pub fn is_program(&self) -> bool {
        matches!(self.who, Contestant::Program(_))
    }
}

/// A match of one deal: every deal stands alone.
pub const ALONE: u64 = 1;

/// Everybody in a playing of a match, as they are after the games that were played.
struct Lineup<'a, G: Game> {
    entrants: &'a [Entrant<G>],
    /// Those who play in an entrant's place because they remember.
    remembering: Vec<Option<Box<dyn Player<G>>>>,
}

impl<G: Game> Lineup<'_, G> {
    fn new(entrants: &[Entrant<G>]) -> Lineup<'_, G> {
        Lineup { entrants, remembering: entrants.iter().map(|_| None).collect() }
    }

    fn sit_down(&self, number: usize) -> Seated<'_, G> {
        match (&self.remembering[number], &self.entrants[number].who) {
            (Some(player), _) | (None, Contestant::Player(player)) => Seated::Player(player.as_ref()),
            (None, Contestant::Program(program)) => Seated::Outsider(program.sit_down()),
        }
    }

    /// Has everybody remember what they saw of a game that is over, each from its own seat.
    fn remember(&mut self, record: &Record<G>, rotation: Rotation, moving: Rotation) {
        for (player, (entrant, remembering)) in Seat::all(G::SEATS).zip(self.entrants.iter().zip(&mut self.remembering))
        {
            let Contestant::Player(first) = &entrant.who else { continue };
            let view = record.state().observe(rotation.seat_of(player));
            let player = remembering.as_ref().unwrap_or(first);
            if let Some(next) = player.remembering(&SeenGame { view, moving }) {
                *remembering = Some(next);
            }
        }
    }
}

/// Players and programs who meet over many deals.
pub struct Contest<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// Who plays, as many as the game has seats.
    pub entrants: Vec<Entrant<G>>,
    /// Names the deals and the players' own random numbers.
    pub seed: Seed,
    /// How many deals; each is played once per seat of the table.
    pub deals: u64,
    /// How many of them make a match, from game to game of which players may remember; the last one may be shorter.
    pub match_length: u64,
    /// How many tables play at a time.
    pub threads: usize,
}

/// What a deal brought.
#[derive(Clone, Debug)]
pub struct DealResult<G: Game> {
    /// The number of the deal.
    pub deal: u64,
    /// The games, one per rotation: in rotation r, player p sits at seat p + r.
    pub games: Vec<Record<G>>,
    /// The returns by *player*, one per rotation.
    pub returns: Vec<BySeat<i32>>,
    /// How long each player thought, decision by decision.
    pub times: Vec<Vec<Duration>>,
}

/// Told after every deal how many are done.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

impl<G: Game> Contest<'_, G> {
    /// Plays all deals. The same seed gives the same games on any number of threads, as long as programs
    /// answer the same to the same.
    ///
    /// # Errors
    /// If programs cannot be run.
    ///
    /// # Panics
    /// If there are not as many players as seats.
    pub fn run(&self, progress: Progress<'_>) -> Result<Vec<DealResult<G>>, Stop> {
        let mut results = Vec::new();
        self.run_until(&mut |result| {
            results.push(result);
            progress(results.len() as u64);
            ControlFlow::Continue(())
        })?;
        Ok(results)
    }

    /// Plays deal after deal and hands each over as soon as all before it are done, in their order,
    /// until all are played or `visit` has seen enough.
    ///
    /// # Errors
    /// If programs cannot be run; the deals after that are not played.
    ///
    /// # Panics
    /// If there are not as many players as seats.
    pub fn run_until(&self, visit: &mut dyn FnMut(DealResult<G>) -> ControlFlow<()>) -> Result<(), Stop> {
        assert_eq!(self.entrants.len(), G::SEATS, "a player for every seat");
        let mut stopped = Ok(());
        in_order(self.matches(), self.threads, |number| self.play_match(number), &mut |played: Result<
            Vec<_>,
            Stop,
        >| {
            match played {
                Ok(results) => results.into_iter().try_for_each(&mut *visit),
                Err(stop) => {
                    stopped = Err(stop);
                    ControlFlow::Break(())
                }
            }
        });
        stopped
    }

    /// How many matches there are.
    pub fn matches(&self) -> u64 {
        self.deals.div_ceil(self.match_length)
    }

    /// Plays the match with this number, and says what each of its deals brought.
    ///
    /// # Errors
    /// If programs cannot be run, which never happens where only players of ours play.
    ///
    /// # Panics
    /// If there are not as many players as seats, or a player of ours answers with something illegal, which is a
    /// defect of ours.
    pub fn play_match(&self, number: u64) -> Result<Vec<DealResult<G>>, Stop> {
        let first = number * self.match_length;
        let end = self.deals.min(first + self.match_length);
        // By the rotation in which they play the deal.
        let mut lineups: Vec<Lineup<'_, G>> = (0..G::SEATS).map(|_| Lineup::new(&self.entrants)).collect();
        let mut results = Vec::new();
        for deal in first..end {
            let result = self.play_deal_among(deal, &lineups)?;
            if deal + 1 < end {
                for (rotation, (lineup, record)) in lineups.iter_mut().zip(&result.games).enumerate() {
                    lineup.remember(record, Rotation::new(rotation, G::SEATS), Rotation::new(1, G::SEATS));
                }
                lineups.rotate_right(1);
            }
            results.push(result);
        }
        Ok(results)
    }

    /// Plays the deal with this number, which stands alone.
    ///
    /// # Errors
    /// If programs cannot be run, which never happens where only players of ours play.
    ///
    /// # Panics
    /// As [`Contest::play_match`].
    pub fn play_deal(&self, deal: u64) -> Result<DealResult<G>, Stop> {
        let lineups: Vec<Lineup<'_, G>> = (0..G::SEATS).map(|_| Lineup::new(&self.entrants)).collect();
        self.play_deal_among(deal, &lineups)
    }

    /// Plays a deal in every rotation, each among its own.
    fn play_deal_among(&self, deal: u64, lineups: &[Lineup<'_, G>]) -> Result<DealResult<G>, Stop> {
        let seed = self.seed.game(deal);
        let mut result = DealResult { deal, games: Vec::new(), returns: Vec::new(), times: vec![Vec::new(); G::SEATS] };
        for (rotation, lineup) in lineups.iter().enumerate() {
            // The player at a seat, and the seat of a player.
            let player_at = |seat: Seat| Rotation::new(rotation, G::SEATS).first_seat_of(seat).index();
            let seat_of = |player: Seat| Rotation::new(rotation, G::SEATS).seat_of(player);
            let mut seats: Vec<Seated<'_, G>> =
                Seat::all(G::SEATS).map(|seat| lineup.sit_down(player_at(seat))).collect();
            let names = Seat::all(G::SEATS).map(|seat| self.entrants[player_at(seat)].name.clone()).collect();
            let Refereed { record, usage } = referee_game(self.game, seed, names, &mut seats, OnFault::GoOn, &mut ())?;
            let returns = record.result().expect("a played game is over");
            result.returns.push(BySeat::from_fn(G::SEATS, |player| returns[seat_of(player)]));
            for (seat, usage) in Seat::all(G::SEATS).zip(usage) {
                result.times[player_at(seat)].extend(usage.iter().map(|usage| usage.wall));
            }
            result.games.push(record);
        }
        Ok(result)
    }
}

/// Calls `play` for every deal on so many threads, and returns the results in the order of the deals.
pub fn for_every_deal<T: Send>(
    deals: u64,
    threads: usize,
    progress: Progress<'_>,
    play: impl Fn(u64) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::new();
    in_order(deals, threads, play, &mut |result| {
        results.push(result);
        progress(results.len() as u64);
        ControlFlow::Continue(())
    });
    results
}

/// Works deals out on so many threads, and hands what `play` says of each to `visit` in their order,
/// until all are done or `visit` has seen enough. Where so many threads cannot be started it is fewer.
pub fn in_order<T: Send>(
    deals: u64,
    threads: usize,
    play: impl Fn(u64) -> T + Sync,
    visit: &mut dyn FnMut(T) -> ControlFlow<()>,
) {
    // Results wait here, few at a time, so that everything else is compiled once and not for every `T`.
    let waiting: Mutex<Vec<(u64, T)>> = Mutex::new(Vec::new());
    let lock = || waiting.lock().expect("nothing panics while it holds the results");
    let work = |deal| {
        let result = play(deal);
        lock().push((deal, result));
    };
    number_in_order(deals, threads, &work, &mut |deal| {
        let mut waiting = lock();
        let place = waiting.iter().position(|(number, _)| *number == deal).expect("it was worked out before");
        let (_, result) = waiting.swap_remove(place);
        drop(waiting);
        visit(result)
    });
}

/// The same for the bare numbers of the deals.
fn number_in_order(
    deals: u64,
    threads: usize,
    work: &(dyn Fn(u64) + Sync),
    visit: &mut dyn FnMut(u64) -> ControlFlow<()>,
) {
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let (sender, worked_out) = mpsc::channel();
    std::thread::scope(|scope| {
        let start = |_| {
            let (sender, next, enough) = (sender.clone(), &next, &enough);
            let work = move || {
                while !enough.load(Ordering::Relaxed) {
                    let deal = next.fetch_add(1, Ordering::Relaxed);
                    if deal >= deals {
                        return;
                    }
                    work(deal);
                    // Nobody listens any more once enough was seen.
                    if sender.send(deal).is_err() {
                        return;
                    }
                }
            };
            threads::start_scoped(scope, work).ok()
        };
        let started = (0..threads.max(1)).map_while(start).count();
        drop(sender);
        if started == 0 {
            // Then whoever asked works alone.
            let _enough = (0..deals).try_for_each(|deal| {
                work(deal);
                visit(deal)
            });
            return;
        }
        let mut early = BTreeSet::new();
        let mut expected = 0;
        for deal in &worked_out {
            early.insert(deal);
            while early.remove(&expected) {
                if visit(expected).is_break() {
                    enough.store(true, Ordering::Relaxed);
                    drop(worked_out);
                    return;
                }
                expected += 1;
            }
        }
    });
}
