//! The coach: what a player's decisions cost, by kinds of mistakes in the game's words.
//!
//! Every decision is searched twice by the champion. The first search finds a better action; the second, with other
//! random numbers, measures the difference. The maximum of noisy values is biased upwards, so a price taken from the
//! search that chose the action would be too high. The second price can be too low or too high, and its mean is right.
//! [`Coach::play_on`] measures the price a third way, in games played to the end.
//!
//! Prices are tournament points, as a match and a tournament count them.

use cardsharp_rules::{ActionOf, Event, Game, ObservationOf, Record, Rng, Seat, Seed};
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_search::{Objective, Player, Search, Valued, house_values};

use crate::Account;
use crate::decisions::{Decision, decisions};
use cardsharp_presentation::Present;

/// A game of the pupil.
#[derive(Clone, Debug)]
pub struct Watched<G: Game> {
    /// The game.
    pub record: Record<G>,
    /// The pupil's seat.
    pub seat: Seat,
}

impl<G: Present> Watched<G> {
    /// Returns the pupil's decisions with more than one legal action.
    pub fn choices(&self) -> Vec<Decision<G>> {
        let events = self.record.events();
        // The referee chooses after a fault; that is not a decision of the pupil.
        let is_own =
            |step: usize| step < 2 || !matches!(&events[step - 2], Event::Fault(fault) if fault.seat == self.seat);
        let own = decisions(&self.record, &[self.seat]).into_iter().filter(|decision| is_own(decision.step));
        own.collect()
    }
}

/// Reviews games.
pub struct Coach<'a, G: Present> {
    /// The game.
    pub game: &'a G,
    /// The champion's search settings; the objective is always the place.
    pub how: Search,
    /// The player whose choices count as better; without one, the best by the champion's values.
    pub rival: Option<&'a dyn Player<G>>,
    /// The seed of all searches.
    pub seed: Seed,
    /// The number of worker threads.
    pub threads: usize,
}

/// A reviewed decision.
#[derive(Clone, Debug)]
pub struct Reviewed<G: Game> {
    /// The index of the game.
    pub game: usize,
    /// The step in its record, from 1.
    pub step: usize,
    /// The pupil's view.
    pub view: ObservationOf<G>,
    /// The pupil's action.
    pub done: ActionOf<G>,
    /// The better action; the pupil's own if none was better.
    pub better: ActionOf<G>,
    /// The difference in tournament points; negative where the second search contradicts the first.
    pub price: f64,
    /// The standard error of the price.
    pub error: f64,
}

impl<G: Present> Reviewed<G> {
    /// Returns true if a better action was found.
    pub fn is_mistake(&self) -> bool {
        self.done != self.better
    }
}

/// Returns the tournament points between the best place and the last.
pub fn most_points<G: Game>() -> f64 {
    (G::SEATS - 1) as f64
}

impl<G: Present> Coach<'_, G> {
    /// Reviews all decisions of the pupil. A budget in nodes gives the same figures on any number of threads.
    pub fn review(&self, games: &[Watched<G>], progress: Progress<'_>) -> Account<G> {
        let look = |number: u64| self.review_game(number as usize, &games[number as usize]);
        let reviewed = map_in_order(games.len() as u64, self.threads, progress, look);
        Account::new(games, reviewed.into_iter().flatten().collect())
    }

    fn review_game(&self, number: usize, watched: &Watched<G>) -> Vec<Reviewed<G>> {
        watched.choices().into_iter().map(|decision| self.look_at(number, decision)).collect()
    }

    /// Reviews one decision of the game with this index.
    pub fn look_at(&self, number: usize, decision: Decision<G>) -> Reviewed<G> {
        let luck = self.seed.stream(number as u64).stream(decision.step as u64);
        let (better, price, error) = self.look(&decision.view, decision.action, luck);
        let (step, view, done) = (decision.step, decision.view, decision.action);
        Reviewed { game: number, step, view, done, better, price, error }
    }

    /// Returns the better action, its price and the price's standard error.
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
        // Champions may exceed 1 slightly, to prefer higher wins.
        let worth = |number: usize| compared[number].value.clamp(0.0, 1.0);
        let price = worth(0) - worth(1);
        let error = compared[0].paired_error.hypot(compared[1].paired_error);
        (better, most_points::<G>() * price, most_points::<G>() * error)
    }
}

/// Returns the action with the highest value less one standard error, or `done` if its value is at least that.
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
    fn a_better_action_must_exceed_its_error() {
        let values = [valued('a', 0.6, 0.05, 90), valued('b', 0.58, 0.01, 80), valued('c', 0.9, 0.5, 1)];
        assert_eq!(better(&values, 'b'), 'b', "it is the surest");
        assert_eq!(better(&values, 'a'), 'a', "and a is not worse than that");
        assert_eq!(better(&[valued('a', 0.2, 0.05, 9), values[1]], 'a'), 'b');
        assert_eq!(better(&[valued('a', 0.2, 0.05, 0), values[1]], 'a'), 'b', "what was never tried may be bad");
        assert_eq!(better(&[], 'a'), 'a');
    }
}
