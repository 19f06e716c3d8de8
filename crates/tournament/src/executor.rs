//! Plays the games of a round on several threads and hands them to one writer.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use cardsharp_archive::GameRow;
use cardsharp_programs::{Hosted, Stop};

use crate::{Boards, Field, Fixture, Interrupted, game_row};

/// Receives finished games in batches. The batch is empty if no game has ended for a while.
pub type TakeUp<'a> = &'a mut dyn FnMut(Vec<GameRow>) -> Result<(), Interrupted>;

/// The unplayed games of a round.
#[derive(Clone, Copy)]
pub struct Round<'a> {
    /// The number of the round, from 0.
    pub number: u64,
    /// The entrants of every table, in the seats of its first game.
    pub tables: &'a [Vec<usize>],
    /// The games, in the order of their numbers.
    pub open: &'a [Fixture<'a>],
}

/// Plays the games of a round, on this machine or on others.
pub trait Executor {
    /// Returns the number of games played at a time on this machine.
    fn tables(&self) -> usize {
        1
    }

    /// Plays the games, passes them on, and notes on the boards, if any, which are being played.
    ///
    /// # Errors
    /// If a game cannot be played, and the errors of [`TakeUp`].
    fn play(&self, round: Round<'_>, watched: Option<&Boards>, take_up: TakeUp<'_>) -> Result<(), Interrupted>;
}

/// The most games that wait for the writer.
const ROOM: usize = 1 << 14;
/// How long games are collected before they are written: one transaction per game would cost more than the game.
const MOMENT: Duration = Duration::from_millis(20);
/// How often the writer is called while no game ends.
const GLANCE: Duration = Duration::from_millis(100);

impl<G: Hosted> Executor for Field<'_, G> {
    fn tables(&self) -> usize {
        self.threads
    }

    fn play(&self, round: Round<'_>, watched: Option<&Boards>, take_up: TakeUp<'_>) -> Result<(), Interrupted> {
        let fixtures = round.open;
        let threads = self.threads.clamp(1, fixtures.len().max(1));
        let (next, writer) = (AtomicUsize::new(0), thread::current());
        let (sender, games) = sync_channel(ROOM);
        thread::scope(|scope| {
            for number in 0..threads {
                let (sender, next, writer) = (sender.clone(), &next, &writer);
                let work = move || {
                    let note = |place| watched.map_or((), |boards| boards.note(number, place));
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        let Some(fixture) = fixtures.get(place) else { break };
                        note(Some(place));
                        let played = self.play_one(fixture);
                        let is_over = played.is_err();
                        if sender.send(played.map(|played| game_row(fixture, &played))).is_err() || is_over {
                            break;
                        }
                    }
                    note(None);
                    drop(sender);
                    writer.unpark();
                };
                match cardsharp_search::threads::start_scoped(scope, work) {
                    Ok(_) => (),
                    Err(error) if number == 0 => return Err(Stop::Thread(error).into()),
                    // The other threads play its games.
                    Err(_) => break,
                }
            }
            drop(sender);
            hand_over(games, take_up)
        })
    }
}

/// Passes games to the writer until all threads have ended or one fails. If the writer fails, the threads end too.
#[expect(clippy::needless_pass_by_value, reason = "dropping the receiver closes the channel")]
fn hand_over(games: Receiver<Result<GameRow, Stop>>, take_up: TakeUp<'_>) -> Result<(), Interrupted> {
    loop {
        let first = match games.recv_timeout(GLANCE) {
            Ok(first) => first,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                take_up(Vec::new())?;
                continue;
            }
        };
        // A thread that ends wakes this one.
        thread::park_timeout(MOMENT);
        let (mut played, mut stop) = (Vec::new(), None);
        for game in std::iter::once(first).chain(games.try_iter()) {
            match game {
                Ok(game) => played.push(game),
                Err(error) => stop = stop.or(Some(error)),
            }
        }
        // Rows are added fastest in the order of their numbers.
        played.sort_unstable_by_key(|game| game.number);
        take_up(played)?;
        if let Some(stop) = stop {
            return Err(stop.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> GameRow {
        GameRow {
            number,
            round: 0,
            table: 0,
            deal: 0,
            rotation: 0,
            record: Vec::new(),
            seats: Vec::new(),
            times: Vec::new(),
        }
    }

    /// Runs four threads with `each` games. One may stop after its hundredth; the writer fails from `most` games on.
    fn collect_games(each: u64, stops: bool, most: usize) -> (Vec<u64>, Result<(), Interrupted>) {
        let (sender, games) = sync_channel(100);
        let mut all = Vec::new();
        let result = thread::scope(|scope| {
            for thread in 0..4 {
                let sender = sender.clone();
                scope.spawn(move || {
                    for number in 0..each {
                        let is_stop = stops && thread == 2 && number == 100;
                        let game =
                            if is_stop { Err(Stop::Left("gone".to_owned())) } else { Ok(game(thread * each + number)) };
                        if sender.send(game).is_err() || is_stop {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            hand_over(games, &mut |played| {
                all.extend(played.iter().map(|game| game.number));
                if all.len() >= most { Err(Interrupted::Enough) } else { Ok(()) }
            })
        });
        all.sort_unstable();
        (all, result)
    }

    #[test]
    fn every_game_is_handed_over_once() {
        let (all, result) = collect_games(1_000, false, usize::MAX);
        assert!(result.is_ok() && all == (0..4_000).collect::<Vec<_>>());
        let (all, result) = collect_games(0, false, usize::MAX);
        assert!(result.is_ok() && all.is_empty());
    }

    #[test]
    fn a_stop_and_a_failed_writer_end_it_and_games_played_before_are_handed_over() {
        let (all, result) = collect_games(1_000, true, usize::MAX);
        assert!(matches!(result, Err(Interrupted::Stop(stop)) if stop.to_string().contains("gone")));
        assert_eq!(all.iter().filter(|game| (2_000..3_000).contains(*game)).count(), 100);
        let (all, result) = collect_games(1_000, false, 1);
        assert!(matches!(result, Err(Interrupted::Enough)) && !all.is_empty());
    }

    #[test]
    fn the_writer_is_called_although_no_game_ends() {
        let (sender, games) = sync_channel(1);
        let mut sender = Some(sender);
        let result = hand_over(games, &mut |played| {
            assert!(played.is_empty());
            sender = None;
            Ok(())
        });
        assert!(result.is_ok() && sender.is_none());
    }
}
