//! Games of a round, on several tables at a time.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::tray::Tray;
use super::{Plan, Slot};
use crate::table::{Launch, OnFault, Refereed, Stop, Terms, referee_game};
use crate::{Guest, Hosted};

/// Everybody who takes part, house players at the end, and how games are played.
pub struct Field<'a, G: Hosted> {
    /// The game.
    pub game: &'a G,
    /// What was announced.
    pub plan: Plan,
    /// Who plays.
    pub guests: &'a [Guest<G>],
    /// What they are called, in the same order.
    pub names: &'a [String],
    /// What programs may use.
    pub terms: Terms,
    /// How many tables play at a time.
    pub threads: usize,
}

/// A game that is to be played: which, and who sits where in the first game of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture<'a> {
    /// Which game.
    pub slot: Slot,
    /// The table's members.
    pub table: &'a [usize],
}

impl Fixture<'_> {
    /// Who sits where in this game.
    pub fn seating(&self) -> Vec<usize> {
        let mut seating = self.table.to_vec();
        seating.rotate_right(self.slot.rotation as usize);
        seating
    }
}

/// Which game each table that plays at a time is at, for those who watch.
#[derive(Debug)]
pub struct Boards(Vec<AtomicUsize>);

/// Nobody plays there.
const IDLE: usize = usize::MAX;

impl Boards {
    /// So many tables, nobody at them.
    pub fn new(threads: usize) -> Boards {
        Boards((0..threads.max(1)).map(|_| AtomicUsize::new(IDLE)).collect())
    }

    /// The places of the games being played among the fixtures of the round.
    pub fn playing(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|board| board.load(Ordering::Relaxed)).filter(|&place| place != IDLE)
    }
}

impl<G: Hosted> Field<'_, G> {
    /// Plays the games. `finish` is called where the game was played, and what it makes of games
    /// is handed to `visit` here, as many together as have come in meanwhile. `visit` is also called
    /// with nothing now and then where somebody watches the boards.
    ///
    /// # Errors
    /// If `visit` fails, or programs cannot be run; the games that come after are not played.
    pub fn play<T: Send, E: From<Stop>>(
        &self,
        fixtures: &[Fixture<'_>],
        launch: &(dyn Fn() -> Launch + Sync),
        watched: Option<&Boards>,
        finish: &(dyn Fn(&Fixture<'_>, Refereed<G>) -> T + Sync),
        visit: &mut dyn FnMut(Vec<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let threads = self.threads.clamp(1, fixtures.len().max(1));
        let (next, tray) = (AtomicUsize::new(0), Tray::new(threads));
        std::thread::scope(|scope| {
            for number in 0..threads {
                let (next, tray) = (&next, &tray);
                let board = watched.and_then(|boards| boards.0.get(number));
                scope.spawn(move || {
                    let _leaves = tray.seat();
                    // A helper process for every table that plays at a time, not for every game.
                    let launch = launch();
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(fixture) = fixtures.get(place) else { break };
                        if let Some(board) = board {
                            board.store(place, Ordering::Relaxed);
                        }
                        let over = self.play_one(fixture, &launch).map(|played| finish(fixture, played));
                        if !tray.put(over) {
                            break;
                        }
                    }
                    if let Some(board) = board {
                        board.store(IDLE, Ordering::Relaxed);
                    }
                });
            }
            let result = tray.empty(watched.is_some(), visit);
            tray.close();
            result
        })
    }

    fn play_one(&self, fixture: &Fixture<'_>, launch: &Launch) -> Result<Refereed<G>, Stop> {
        let seating = fixture.seating();
        let names = seating.iter().map(|&entrant| self.names[entrant].clone()).collect();
        let mut seats: Vec<_> =
            seating.iter().map(|&entrant| self.guests[entrant].sit_down(launch, self.terms)).collect();
        let seeds = self.plan.seeds(fixture.slot);
        referee_game(self.game, seeds, names, &mut seats, OnFault::GoOn, &mut ())
    }
}
