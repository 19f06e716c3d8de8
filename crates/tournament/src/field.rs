//! The games of a tournament: which entrants play them and how.

use std::sync::atomic::{AtomicUsize, Ordering};

use cardsharp_matches::Participant;
use cardsharp_programs::{Hosted, OnFault, PlayedGame, Stop, referee_game};
use cardsharp_rules::{Rotation, Seat};

use crate::{Plan, Slot};

/// The participants of a tournament and how their games are played.
pub struct Field<'a, G: Hosted> {
    /// The game.
    pub game: &'a G,
    /// The plan as announced.
    pub plan: Plan,
    /// The participants, house players last.
    pub participants: &'a [Participant<G>],
    /// Their names, in the same order.
    pub names: &'a [String],
    /// The number of games played at a time.
    pub threads: usize,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture<'a> {
    /// The place of the game in the plan.
    pub slot: Slot,
    /// Its number in the tournament.
    pub number: u64,
    /// The entrants of the table, in the seats of its first game.
    pub table: &'a [usize],
}

impl Fixture<'_> {
    /// Returns the entrants of this game, seat by seat.
    pub fn seating(&self) -> impl Iterator<Item = usize> {
        let (seats, moved) = (self.table.len(), self.slot.rotation as usize);
        let rotation = Rotation::new(moved, seats.max(1));
        Seat::all(seats).map(move |seat| self.table[rotation.first_seat_of(seat).index()])
    }
}

/// The game that each thread plays, for an audience.
#[derive(Debug)]
pub struct Boards(Vec<AtomicUsize>);

const IDLE: usize = usize::MAX;

impl Boards {
    /// Creates boards for this many threads, all idle.
    pub fn new(threads: usize) -> Boards {
        Boards((0..threads.max(1)).map(|_| AtomicUsize::new(IDLE)).collect())
    }

    /// Notes which game a thread plays, as an index into the fixtures of the round.
    pub(crate) fn note(&self, thread: usize, place: Option<usize>) {
        if let Some(board) = self.0.get(thread) {
            board.store(place.unwrap_or(IDLE), Ordering::Relaxed);
        }
    }

    /// Returns the games being played, as indices into the fixtures of the round.
    pub fn playing(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|board| board.load(Ordering::Relaxed)).filter(|&place| place != IDLE)
    }
}

impl<G: Hosted> Field<'_, G> {
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
