//! Games of a round, on several tables at a time.

use std::sync::atomic::{AtomicUsize, Ordering};

use cardsharp_matches::Participant;
use cardsharp_programs::{Hosted, OnFault, PlayedGame, Stop, referee_game};
use cardsharp_rules::{Rotation, Seat};

use crate::buffer::Buffers;
use crate::queues::Queues;
use crate::{Plan, Slot};

/// Everybody who takes part, house players at the end, and how games are played.
pub struct Field<'a, G: Hosted> {
    /// The game.
    pub game: &'a G,
    /// What was announced.
    pub plan: Plan,
    /// Who plays.
    pub participants: &'a [Participant<G>],
    /// Their names, in the same order.
    pub names: &'a [String],
    /// How many tables play at a time.
    pub threads: usize,
}

/// A game that is to be played: which, and who sits where in the first game of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture<'a> {
    /// Which game.
    pub slot: Slot,
    /// Its number in the tournament.
    pub number: u64,
    /// The table's members.
    pub table: &'a [usize],
}

impl Fixture<'_> {
    /// Who sits where in this game.
    pub fn seating(&self) -> impl Iterator<Item = usize> {
        let (seats, moved) = (self.table.len(), self.slot.rotation as usize);
        let rotation = Rotation::new(moved, seats.max(1));
        Seat::all(seats).map(move |seat| self.table[rotation.first_seat_of(seat).index()])
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
    /// Plays the games. `gather` is called where a game was played, and what it makes of games is
    /// handed to `visit` here, as many together as have come in meanwhile. `visit` is also called with
    /// nothing now and then where somebody watches the boards.
    ///
    /// # Errors
    /// If `visit` fails, or programs cannot be run; the games that come after are not played.
    pub fn play<T: Default + Send, E: From<Stop>>(
        &self,
        fixtures: &[Fixture<'_>],
        watched: Option<&Boards>,
        gather: &(dyn Fn(&mut T, &Fixture<'_>, &PlayedGame<G>) + Sync),
        visit: &mut dyn FnMut(Vec<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let threads = self.threads.clamp(1, fixtures.len().max(1));
        let (queues, buffers) = (Queues::new(fixtures.len(), threads), Buffers::new(threads));
        std::thread::scope(|scope| {
            // All sit down first: who is not started leaves, and the others play its games.
            let tables: Vec<_> = (0..threads).map(|number| (number, buffers.seat(number))).collect();
            let mut is_first = true;
            for (number, table) in tables {
                let queues = &queues;
                let board = watched.and_then(|boards| boards.0.get(number));
                let work = move || {
                    while let Some(place) = queues.next(number) {
                        if let Some(board) = board {
                            board.store(place, Ordering::Relaxed);
                        }
                        let fixture = &fixtures[place];
                        match self.play_one(fixture) {
                            Ok(played) if table.put(|gathered| gather(gathered, fixture, &played)) => (),
                            Ok(_) => break,
                            Err(stop) => {
                                table.stop(stop);
                                break;
                            }
                        }
                    }
                    if let Some(board) = board {
                        board.store(IDLE, Ordering::Relaxed);
                    }
                };
                match cardsharp_search::threads::start_scoped(scope, work) {
                    Ok(_) => is_first = false,
                    Err(error) if is_first => return Err(Stop::Thread(error).into()),
                    Err(_) => break,
                }
            }
            let result = buffers.empty(watched.is_some(), visit);
            buffers.close();
            result
        })
    }

    /// Plays a game.
    ///
    /// # Errors
    /// If programs cannot be run.
    pub fn play_one(&self, fixture: &Fixture<'_>) -> Result<PlayedGame<G>, Stop> {
        let names = fixture.seating().map(|entrant| self.names[entrant].clone()).collect();
        let mut agents: Vec<_> = fixture.seating().map(|entrant| self.participants[entrant].agent()).collect();
        let seed = self.plan.seed_of(fixture.slot);
        referee_game(self.game, seed, names, &mut agents, OnFault::GoOn, &mut ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_moves_on_by_a_seat_with_every_rotation() {
        let seating = |rotation| {
            let slot = Slot { round: 0, table: 0, deal: 0, rotation };
            Fixture { slot, number: rotation, table: &[7, 5, 8] }.seating().collect::<Vec<_>>()
        };
        assert_eq!([0, 1, 2, 3].map(seating), [[7, 5, 8], [8, 7, 5], [5, 8, 7], [7, 5, 8]]);
    }
}
