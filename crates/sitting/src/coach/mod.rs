//! A coach: what somebody's choices cost, by kinds of mistakes in the game's own words.
//!
//! Every decision is looked at twice with the champion's eyes. The first look finds what would have been better; the
//! second, with luck of its own, says by how much. The better of two noisy figures always seems better than it is,
//! so a price that was also the reason for choosing would be too high; this one may be too low as easily, and the
//! mean over many is right. What it is worth in games really played on is asked in a third way ([`Coach::play_on`]).
//!
//! Prices are tournament points: what a match and a tournament count.

mod account;
mod json;
mod played;

use cardsharp_rules::{ActionOf, Event, Game, ObservationOf, Record, Rng, Seat, Seed};
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_search::{Objective, Player, Search, Valued, house_values};

use crate::Tabled;
use crate::look_back::{Decision, decisions};

pub use account::{Account, Kind, Situation};
pub use json::account_json;
pub use played::{Finish, PlayedOn};

/// A game that somebody played at this seat.
#[derive(Clone, Debug)]
pub struct Watched<G: Game> {
    /// The game.
    pub record: Record<G>,
    /// Where the pupil sat.
    pub seat: Seat,
}

impl<G: Tabled> Watched<G> {
    /// The decisions in which the pupil had a choice.
    pub fn choices(&self) -> Vec<Decision<G>> {
        let events = self.record.events();
        // What the referee chose after a fault is nobody's choice.
        let is_own =
            |step: usize| step < 2 || !matches!(&events[step - 2], Event::Fault(fault) if fault.seat == self.seat);
        let own = decisions(&self.record, &[self.seat]).into_iter().filter(|decision| is_own(decision.step));
        own.collect()
    }
}

/// Who looks at games, and how.
pub struct Coach<'a, G: Tabled> {
    /// The game.
    pub game: &'a G,
    /// How hard the champion looks; what it plays for is always the place.
    pub how: Search,
    /// Whose choices are the measure; where nobody is named, the best there is by the champion's values.
    pub rival: Option<&'a dyn Player<G>>,
    /// Names the luck of all looks.
    pub seed: Seed,
    /// How many games are looked at at a time.
    pub threads: usize,
}

/// A decision that was looked at.
#[derive(Clone, Debug)]
pub struct Reviewed<G: Game> {
    /// Which of the games, from 0.
    pub game: usize,
    /// Which step of its record, from 1.
    pub step: usize,
    /// What the pupil saw.
    pub view: ObservationOf<G>,
    /// What it did.
    pub done: ActionOf<G>,
    /// What was better; the same where nothing was.
    pub better: ActionOf<G>,
    /// By how much, in tournament points: less than nothing where the second look disagrees with the first.
    pub price: f64,
    /// The standard error of that.
    pub error: f64,
}

impl<G: Tabled> Reviewed<G> {
    /// Whether something better was found.
    pub fn is_mistake(&self) -> bool {
        self.done != self.better
    }
}

/// Tournament points that are between the best place and the worst.
pub fn most_points<G: Game>() -> f64 {
    (G::SEATS - 1) as f64
}

impl<G: Tabled> Coach<'_, G> {
    /// Looks at every decision in which the pupil had a choice. The same seed gives the same figures on any number
    /// of threads, if nodes are counted.
    pub fn review(&self, games: &[Watched<G>], progress: Progress<'_>) -> Account<G> {
        let look = |number: u64| self.review_game(number as usize, &games[number as usize]);
        let reviewed = map_in_order(games.len() as u64, self.threads, progress, look);
        Account::new(games, reviewed.into_iter().flatten().collect())
    }

    fn review_game(&self, number: usize, watched: &Watched<G>) -> Vec<Reviewed<G>> {
        watched.choices().into_iter().map(|decision| self.look_at(number, decision)).collect()
    }

    /// Looks at one decision of the game with this number.
    pub fn look_at(&self, number: usize, decision: Decision<G>) -> Reviewed<G> {
        let luck = self.seed.stream(number as u64).stream(decision.step as u64);
        let (better, price, error) = self.look(&decision.view, decision.action, luck);
        let (step, view, done) = (decision.step, decision.view, decision.action);
        Reviewed { game: number, step, view, done, better, price, error }
    }

    /// What would have been better, by how much, and the error of that.
    fn look(&self, view: &ObservationOf<G>, done: ActionOf<G>, luck: Seed) -> (ActionOf<G>, f64, f64) {
        let how = Search { objective: Objective::Place, ..self.how };
        let mut rng = Rng::new(luck.stream(0));
        let better = match self.rival {
            Some(rival) => rival.choose(view, &mut rng),
            None => better(&house_values(self.game, view, Some(done), &how, &mut rng), done),
        };
        if better == done {
            return (done, 0.0, 0.0);
        }
        let compared = self.game.compare(view, &[better, done], &how, &mut Rng::new(luck.stream(1)));
        if compared.iter().any(|valued| valued.visits == 0) {
            return (done, 0.0, 0.0);
        }
        // A champion may add a crumb to tell wins apart.
        let worth = |number: usize| compared[number].value.clamp(0.0, 1.0);
        let price = worth(0) - worth(1);
        let error = compared[0].paired_error.hypot(compared[1].paired_error);
        (better, most_points::<G>() * price, most_points::<G>() * error)
    }
}

/// What seems better than what was done, even if it is worth less than it seems by its error.
fn better<A: Copy + PartialEq>(values: &[Valued<A>], done: A) -> A {
    let tried = values.iter().filter(|valued| valued.visits > 0);
    let sure = |valued: &Valued<A>| valued.value - valued.paired_error;
    let Some(best) = tried.max_by(|a, b| sure(a).total_cmp(&sure(b))) else { return done };
    let own = values.iter().find(|valued| valued.action == done && valued.visits > 0);
    if own.is_some_and(|own| own.value >= sure(best)) { done } else { best.action }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valued(action: char, value: f64, error: f64, visits: u32) -> Valued<char> {
        Valued { action, value, error, paired_error: error, visits }
    }

    #[test]
    fn only_what_is_better_beyond_its_error_is_better() {
        let values = [valued('a', 0.6, 0.05, 90), valued('b', 0.58, 0.01, 80), valued('c', 0.9, 0.5, 1)];
        assert_eq!(better(&values, 'b'), 'b', "it is the surest");
        assert_eq!(better(&values, 'a'), 'a', "and a is not worse than that");
        assert_eq!(better(&[valued('a', 0.2, 0.05, 9), values[1]], 'a'), 'b');
        assert_eq!(better(&[valued('a', 0.2, 0.05, 0), values[1]], 'a'), 'b', "what was never tried may be bad");
        assert_eq!(better(&[], 'a'), 'a');
    }
}
