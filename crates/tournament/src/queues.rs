//! Which table plays which game: every table has a queue, and one that is through with its own takes
//! half of the largest.
//!
//! So a table plays games that follow one another, which are kept together, and still nobody sits idle
//! while slow players have many games left.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

/// The places of all games that are to be played, a queue for each table.
pub(super) struct Queues(Vec<Mutex<Range<usize>>>);

impl Queues {
    /// So many games for so many tables.
    pub(super) fn new(games: usize, tables: usize) -> Queues {
        // The first tables have the one more that is left over.
        let (each, more) = (games / tables, games % tables);
        let start = |table: usize| each * table + table.min(more);
        Queues((0..tables).map(|table| Mutex::new(start(table)..start(table + 1))).collect())
    }

    fn queue(&self, table: usize) -> MutexGuard<'_, Range<usize>> {
        self.0[table].lock().expect("nothing under the lock panics")
    }

    /// The game that a table plays next; none if all are taken.
    pub(super) fn next(&self, table: usize) -> Option<usize> {
        let own = self.queue(table).next();
        own.or_else(|| {
            let mut half = self.half_of_the_largest()?;
            let next = half.next();
            *self.queue(table) = half;
            next
        })
    }

    /// The end of the largest queue, which its table would come to last.
    fn half_of_the_largest(&self) -> Option<Range<usize>> {
        loop {
            let largest = (0..self.0.len()).max_by_key(|&table| self.queue(table).len())?;
            let mut queue = self.queue(largest);
            let middle = queue.start + queue.len() / 2;
            let half = middle..queue.end;
            queue.end = middle;
            drop(queue);
            if !half.is_empty() {
                return Some(half);
            }
            // It was played meanwhile; or there is nothing anywhere.
            if (0..self.0.len()).all(|table| self.queue(table).is_empty()) {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_played_once_however_slow_a_table_is() {
        for (games, tables) in [(0, 1), (1, 3), (10, 3), (50_000, 4)] {
            let queues = Queues::new(games, tables);
            let mut played: Vec<usize> = std::thread::scope(|scope| {
                let queues = &queues;
                // The first table does not come to play at all.
                let tables = (1..tables.max(2)).map(|table| {
                    let table = table % tables;
                    scope.spawn(move || std::iter::from_fn(|| queues.next(table)).collect::<Vec<_>>())
                });
                tables.collect::<Vec<_>>().into_iter().flat_map(|table| table.join().unwrap()).collect()
            });
            played.sort_unstable();
            assert_eq!(played, (0..games).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_table_plays_games_that_follow_one_another() {
        let queues = Queues::new(10, 2);
        let next = |table| queues.next(table).unwrap();
        assert_eq!([next(0), next(0), next(1), next(0)], [0, 1, 5, 2]);
        assert_eq!([next(0), next(0)], [3, 4]);
        // Half of 6, 7, 8, 9.
        assert_eq!([next(0), next(1), next(0), next(1)], [8, 6, 9, 7]);
        assert_eq!((queues.next(0), queues.next(1)), (None, None));
    }
}
