//! Where tables put down games that are over, and one takes them up: many together, none for long.
//!
//! A channel would wake its reader for every game, which costs as much as a tenth of a random
//! player's game. Here the reader is woken once, lets games gather for a moment, and takes them all.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use crate::table::Stop;

/// So many games may lie on the tray; whoever brings more waits.
const ROOM: usize = 8192;
/// So long games gather before they are taken up.
const MOMENT: Duration = Duration::from_millis(20);
/// So often somebody who watches is called although nothing has come.
const GLANCE: Duration = Duration::from_millis(100);

pub(super) struct Tray<T> {
    lying: Mutex<Lying<T>>,
    /// Something lies there, or the last table has gone.
    came: Condvar,
    /// There is room again.
    room: Condvar,
}

struct Lying<T> {
    over: Vec<T>,
    stop: Option<Stop>,
    /// How many tables still bring games.
    tables: usize,
    is_closed: bool,
}

impl<T> Lying<T> {
    /// Whether there is nothing to wait for.
    fn is_urgent(&self) -> bool {
        self.tables == 0 || self.stop.is_some() || self.over.len() >= ROOM
    }
}

/// A table; dropped, even by a panic, it brings no more.
pub(super) struct Table<'a, T>(&'a Tray<T>);

impl<T> Drop for Table<'_, T> {
    fn drop(&mut self) {
        self.0.lock().tables -= 1;
        self.0.came.notify_one();
    }
}

impl<T> Tray<T> {
    /// An empty tray for so many tables.
    pub(super) fn new(tables: usize) -> Tray<T> {
        let lying = Lying { over: Vec::new(), stop: None, tables, is_closed: false };
        Tray { lying: Mutex::new(lying), came: Condvar::new(), room: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Lying<T>> {
        self.lying.lock().expect("nothing under the lock panics")
    }

    /// One of the tables begins.
    pub(super) fn seat(&self) -> Table<'_, T> {
        Table(self)
    }

    /// Puts down a game, or why there is none; whether more are wanted.
    pub(super) fn put(&self, over: Result<T, Stop>) -> bool {
        let mut lying = self.lock();
        while lying.over.len() >= ROOM && !lying.is_closed {
            lying = self.room.wait(lying).expect("nothing under the lock panics");
        }
        match over {
            Ok(over) => lying.over.push(over),
            Err(stop) => {
                lying.stop.get_or_insert(stop);
            }
        }
        let goes_on = !lying.is_closed && lying.stop.is_none();
        // Who waits is woken by the first game, and again only if there is no time left to gather.
        let wakes = lying.over.len() == 1 || lying.is_urgent();
        drop(lying);
        if wakes {
            self.came.notify_one();
        }
        goes_on
    }

    /// Takes up games until all tables have gone or something fails.
    pub(super) fn empty<E: From<Stop>>(
        &self,
        is_watched: bool,
        visit: &mut dyn FnMut(Vec<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let mut lying = self.lock();
            while lying.over.is_empty() && !lying.is_urgent() {
                if is_watched {
                    let (after, waited) = self.came.wait_timeout(lying, GLANCE).expect("nothing under the lock panics");
                    lying = after;
                    if waited.timed_out() && lying.over.is_empty() {
                        drop(lying);
                        visit(Vec::new())?;
                        lying = self.lock();
                    }
                } else {
                    lying = self.came.wait(lying).expect("nothing under the lock panics");
                }
            }
            let gathered = self.came.wait_timeout_while(lying, MOMENT, |lying| !lying.is_urgent());
            let (mut lying, _) = gathered.expect("nothing under the lock panics");
            // As much room again as was needed this time, so that it need not grow under the lock.
            let room = Vec::with_capacity(lying.over.len());
            let over = std::mem::replace(&mut lying.over, room);
            let (stop, tables) = (lying.stop.take(), lying.tables);
            drop(lying);
            if over.len() >= ROOM {
                self.room.notify_all();
            }
            // What was played is kept, whatever happened at another table.
            visit(over)?;
            if let Some(stop) = stop {
                return Err(stop.into());
            }
            if tables == 0 {
                return Ok(());
            }
        }
    }

    /// Nobody takes up anything any more.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.room.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why a test ended.
    #[derive(Debug, PartialEq)]
    enum End {
        Stopped(String),
        Enough,
    }

    impl From<Stop> for End {
        fn from(stop: Stop) -> End {
            End::Stopped(stop.to_string())
        }
    }

    /// Four tables of so many games each, of which one may stop after its hundredth.
    fn gathered(games: u32, stops: bool, enough: usize) -> (Vec<u32>, Result<(), End>) {
        let tray = Tray::new(4);
        let mut all = Vec::new();
        let result = std::thread::scope(|scope| {
            for table in 0..4 {
                let tray = &tray;
                scope.spawn(move || {
                    let _leaves = tray.seat();
                    for game in 0..games {
                        let fails = stops && table == 2 && game == 100;
                        let over = if fails { Err(Stop::Left("gone".to_owned())) } else { Ok(table * games + game) };
                        if !tray.put(over) {
                            return;
                        }
                    }
                });
            }
            let result = tray.empty(false, &mut |over| {
                all.extend(over);
                if all.len() >= enough { Err(End::Enough) } else { Ok(()) }
            });
            tray.close();
            result
        });
        all.sort_unstable();
        (all, result)
    }

    #[test]
    fn every_game_is_taken_up_once() {
        // More than there is room for at a time.
        assert_eq!(gathered(10_000, false, usize::MAX), ((0..40_000).collect(), Ok(())));
        assert_eq!(gathered(0, false, usize::MAX), (Vec::new(), Ok(())));
    }

    #[test]
    fn a_stop_and_a_failure_end_it_and_what_was_played_is_taken_up() {
        let (all, result) = gathered(10_000, true, usize::MAX);
        assert_eq!(result, Err(End::Stopped("gone".to_owned())));
        assert_eq!(all.iter().filter(|game| (20_000..30_000).contains(*game)).count(), 100);
        let (all, result) = gathered(10_000, false, 1);
        assert_eq!(result, Err(End::Enough));
        assert!((1..=ROOM).contains(&all.len()), "{}", all.len());
    }

    #[test]
    fn who_watches_is_called_though_nothing_comes() {
        let tray = Tray::<()>::new(1);
        let result = std::thread::scope(|scope| {
            // A table that plays for ever, until a glance was had.
            let (glanced, wait) = std::sync::mpsc::channel();
            let tray = &tray;
            scope.spawn(move || {
                let _leaves = tray.seat();
                wait.recv().unwrap();
            });
            tray.empty::<End>(true, &mut |over| {
                assert!(over.is_empty());
                // The table may have gone already.
                let _gone = glanced.send(());
                Ok(())
            })
        });
        assert_eq!(result, Ok(()));
    }
}
