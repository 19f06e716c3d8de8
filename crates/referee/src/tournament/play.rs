//! Games of a round, on several tables at a time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

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

/// Games come in whatever order they end; this many may wait to be looked at.
const WAITING: usize = 4096;

impl<G: Hosted> Field<'_, G> {
    /// Plays the games. `finish` is called where the game was played, and what it makes of games
    /// is handed to `visit` here, as many together as have come in meanwhile.
    ///
    /// # Errors
    /// If `visit` fails, or programs cannot be run; the games that come after are not played.
    pub fn play<T: Send, E: From<Stop>>(
        &self,
        fixtures: &[Fixture<'_>],
        launch: &(dyn Fn() -> Launch + Sync),
        finish: &(dyn Fn(&Fixture<'_>, Refereed<G>) -> T + Sync),
        visit: &mut dyn FnMut(Vec<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, played) = mpsc::sync_channel(WAITING);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, fixtures.len().max(1)) {
                let (sender, next, enough) = (sender.clone(), &next, &enough);
                scope.spawn(move || {
                    // A helper process for every table that plays at a time, not for every game.
                    let launch = launch();
                    while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if enough.load(Ordering::Relaxed) {
                            return;
                        }
                        let over = self.play_one(fixture, &launch).map(|played| finish(fixture, played));
                        // Nobody listens any more once something has failed.
                        if sender.send(over).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let result = gather(&played, visit);
            enough.store(true, Ordering::Relaxed);
            drop(played);
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

fn gather<T, E: From<Stop>>(
    played: &mpsc::Receiver<Result<T, Stop>>,
    visit: &mut dyn FnMut(Vec<T>) -> Result<(), E>,
) -> Result<(), E> {
    while let Ok(first) = played.recv() {
        let all = std::iter::once(first).chain(played.try_iter().take(WAITING));
        let mut good = Vec::new();
        let mut bad = None;
        for over in all {
            match over {
                Ok(over) => good.push(over),
                Err(stop) => bad = bad.or(Some(stop)),
            }
        }
        // What was played is kept, whatever happened at another table.
        visit(good)?;
        if let Some(stop) = bad {
            return Err(stop.into());
        }
    }
    Ok(())
}
