//! One guest among others, at any seat: whoever is coached or measured, and those it plays against.

use cardsharp_rules::{BySeat, Event, Record, Seat, Seed, Verdict, outcome};
use cardsharp_search::Player;

use crate::table::{Launch, MOST_TIMEOUTS, OnFault, Refereed, Seated, Stop, Terms, referee_game, referee_on};
use crate::{Guest, Hosted};

/// A guest and its company.
pub struct Company<'a, G: Hosted> {
    /// The game.
    pub game: &'a G,
    /// Who it is about.
    pub pupil: &'a Guest<G>,
    /// The others, clockwise from its left.
    pub others: Vec<&'a Guest<G>>,
    /// What they are called, the pupil first.
    pub names: Vec<String>,
    /// How programs are started.
    pub launch: &'a Launch,
    /// What programs may use.
    pub terms: Terms,
}

impl<G: Hosted> Company<'_, G> {
    /// Plays the game of a seed, the pupil at this seat.
    ///
    /// # Errors
    /// If programs cannot be run, or the pupil has let its time run out so often that it is no longer asked: there is
    /// nothing to be learnt from it then, and much time to be lost.
    pub fn play(&self, seed: Seed, seat: Seat) -> Result<Refereed<G>, Stop> {
        let mut seats = self.seated(seat, self.pupil.sit_down(self.launch, self.terms));
        let names = in_seats(&self.names, seat);
        let played = referee_game(self.game, seed, names, &mut seats, OnFault::GoOn, &mut ())?;
        let is_late = |event: &&Event<_>| matches!(event, Event::Fault(fault) if fault.seat == seat && fault.verdict == Verdict::Timeout);
        if played.record.events().iter().filter(is_late).count() < MOST_TIMEOUTS as usize {
            return Ok(played);
        }
        let reason = format!(
            "{} let its time run out, and is no longer asked in that game: `cardsharp check` says more, and --decision \
             gives it more time",
            self.names[0]
        );
        Err(Stop::Left(reason))
    }

    /// Plays a game on to its end among the same others, with this player at the pupil's seat.
    ///
    /// # Errors
    /// If programs cannot be run.
    pub fn finish(&self, record: Record<G>, seat: Seat, player: &dyn Player<G>) -> Result<Refereed<G>, Stop> {
        referee_on(record, &mut self.seated(seat, Seated::Player(player)), OnFault::GoOn, &mut ())
    }

    fn seated<'s>(&'s self, seat: Seat, first: Seated<'s, G>) -> Vec<Seated<'s, G>> {
        let others = self.others.iter().map(|other| other.sit_down(self.launch, self.terms));
        let mut seats: Vec<Seated<'_, G>> = std::iter::once(first).chain(others).collect();
        seats.rotate_right(seat.index());
        seats
    }
}

/// Names of those who sit clockwise from a seat, in the order of the seats.
fn in_seats(names: &[String], seat: Seat) -> Vec<String> {
    let mut names = names.to_vec();
    names.rotate_right(seat.index());
    names
}

/// Tournament points of a seat minus the mean of the others'.
pub fn lead(result: &BySeat<i32>, seat: Seat) -> f64 {
    let others = (result.seats() - 1) as f64;
    let points = f64::from(outcome::tournament_halves(result)[seat]) / 2.0;
    points - ((0..result.seats()).sum::<usize>() as f64 - points) / others
}
