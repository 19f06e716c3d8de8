//! Where tables put down games that are over, and one takes them up: many together, none for long.
//!
//! Every table has a buffer of its own, in which games gather in whatever form they are wanted; the lock
//! of a buffer is next to never waited for. A channel would wake its reader for every game, which costs
//! as much as a tenth of a random player's game. Here the reader is woken once, lets games gather for a
//! moment, and takes what is in all buffers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use cardsharp_programs::Stop;

/// So many games may wait in a buffer; whoever brings more waits.
const ROOM: usize = 8192;
/// So long games gather before they are taken up.
const MOMENT: Duration = Duration::from_millis(20);
/// So often somebody who watches is called although nothing has come.
const GLANCE: Duration = Duration::from_millis(100);

pub(super) struct Buffers<T> {
    by_table: Vec<Buffer<T>>,
    /// What the one who takes up has to know.
    news: Mutex<News>,
    /// There is news.
    came: Condvar,
    /// Nobody takes up anything any more.
    is_closed: AtomicBool,
}

struct Buffer<T> {
    lying: Mutex<Lying<T>>,
    /// There is room again.
    room: Condvar,
}

#[derive(Default)]
struct Lying<T> {
    gathered: T,
    games: usize,
}

struct News {
    /// Something may wait in a buffer.
    has_come: bool,
    is_full: bool,
    stop: Option<Stop>,
    /// How many tables still bring games.
    tables: usize,
}

impl News {
    /// Whether there is nothing to wait for.
    fn is_urgent(&self) -> bool {
        self.tables == 0 || self.stop.is_some() || self.is_full
    }
}

/// A table; dropped, even by a panic, it brings no more.
pub(super) struct Writer<'a, T> {
    buffers: &'a Buffers<T>,
    number: usize,
}

impl<T> Drop for Writer<'_, T> {
    fn drop(&mut self) {
        self.buffers.tell(|news| news.tables -= 1);
    }
}

impl<T: Default> Writer<'_, T> {
    /// Puts down a game; whether more are wanted.
    pub(super) fn put(&self, gather: impl FnOnce(&mut T)) -> bool {
        let Buffers { by_table, is_closed, .. } = self.buffers;
        let buffer = &by_table[self.number];
        let mut lying = buffer.lock();
        while lying.games >= ROOM && !is_closed.load(Ordering::Relaxed) {
            lying = buffer.room.wait(lying).expect("nothing under the lock panics");
        }
        gather(&mut lying.gathered);
        lying.games += 1;
        let games = lying.games;
        drop(lying);
        // Who waits is woken by the first game, and again only if there is no time left to gather.
        if games == 1 || games >= ROOM {
            self.buffers.tell(|news| {
                news.has_come = true;
                news.is_full |= games >= ROOM;
            });
        }
        !is_closed.load(Ordering::Relaxed)
    }

    /// Says why there are no more games.
    pub(super) fn stop(&self, stop: Stop) {
        self.buffers.tell(|news| {
            news.stop.get_or_insert(stop);
        });
    }
}

impl<T> Buffer<T> {
    fn lock(&self) -> MutexGuard<'_, Lying<T>> {
        self.lying.lock().expect("nothing under the lock panics")
    }
}

impl<T> Buffers<T> {
    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().expect("nothing under the lock panics")
    }

    fn tell(&self, change: impl FnOnce(&mut News)) {
        change(&mut self.news());
        self.came.notify_one();
    }
}

impl<T: Default> Buffers<T> {
    /// Empty buffers for so many tables.
    pub(super) fn new(tables: usize) -> Buffers<T> {
        let buffer = || Buffer { lying: Mutex::new(Lying::default()), room: Condvar::new() };
        let news = News { has_come: false, is_full: false, stop: None, tables };
        Buffers {
            by_table: (0..tables).map(|_| buffer()).collect(),
            news: Mutex::new(news),
            came: Condvar::new(),
            is_closed: AtomicBool::new(false),
        }
    }

    /// One of the tables begins.
    pub(super) fn seat(&self, number: usize) -> Writer<'_, T> {
        Writer { buffers: self, number }
    }

    /// Takes up games until all tables have gone or something fails.
    pub(super) fn empty<E: From<Stop>>(
        &self,
        is_watched: bool,
        visit: &mut dyn FnMut(Vec<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let mut news = self.news();
            while !news.has_come && !news.is_urgent() {
                if is_watched {
                    let (after, waited) = self.came.wait_timeout(news, GLANCE).expect("nothing under the lock panics");
                    news = after;
                    if waited.timed_out() && !news.has_come {
                        drop(news);
                        visit(Vec::new())?;
                        news = self.news();
                    }
                } else {
                    news = self.came.wait(news).expect("nothing under the lock panics");
                }
            }
            let gathered = self.came.wait_timeout_while(news, MOMENT, |news| !news.is_urgent());
            let (mut news, _) = gathered.expect("nothing under the lock panics");
            // Whatever comes from here on is news again, or is taken up now.
            (news.has_come, news.is_full) = (false, false);
            let (stop, tables) = (news.stop.take(), news.tables);
            drop(news);
            // What was played is kept, whatever happened at another table.
            visit(self.take())?;
            if let Some(stop) = stop {
                return Err(stop.into());
            }
            if tables == 0 {
                return Ok(());
            }
        }
    }

    /// What is in all buffers.
    fn take(&self) -> Vec<T> {
        let mut all = Vec::new();
        for buffer in &self.by_table {
            let mut lying = buffer.lock();
            if lying.games > 0 {
                let Lying { gathered, games } = std::mem::take(&mut *lying);
                drop(lying);
                if games >= ROOM {
                    buffer.room.notify_one();
                }
                all.push(gathered);
            }
        }
        all
    }

    /// Nobody takes up anything any more.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        for buffer in &self.by_table {
            // Who has looked before waits by now, or waits no more.
            drop(buffer.lock());
            buffer.room.notify_one();
        }
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
        let buffers = Buffers::<Vec<u32>>::new(4);
        let mut all = Vec::new();
        let result = std::thread::scope(|scope| {
            for table in 0..4 {
                let buffers = &buffers;
                scope.spawn(move || {
                    let seat = buffers.seat(table as usize);
                    for game in 0..games {
                        if stops && table == 2 && game == 100 {
                            return seat.stop(Stop::Left("gone".to_owned()));
                        }
                        if !seat.put(|gathered| gathered.push(table * games + game)) {
                            return;
                        }
                    }
                });
            }
            let result = buffers.empty(false, &mut |over| {
                all.extend(over.concat());
                if all.len() >= enough { Err(End::Enough) } else { Ok(()) }
            });
            buffers.close();
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
        assert!((1..=4 * ROOM).contains(&all.len()), "{}", all.len());
    }

    #[test]
    fn who_watches_is_called_though_nothing_comes() {
        let buffers = Buffers::<()>::new(1);
        let result = std::thread::scope(|scope| {
            // A table that plays for ever, until a glance was had.
            let (glanced, wait) = std::sync::mpsc::channel();
            let buffers = &buffers;
            scope.spawn(move || {
                let _leaves = buffers.seat(0);
                wait.recv().unwrap();
            });
            buffers.empty::<End>(true, &mut |over| {
                assert!(over.is_empty());
                // The table may have gone already.
                let _gone = glanced.send(());
                Ok(())
            })
        });
        assert_eq!(result, Ok(()));
    }
}
