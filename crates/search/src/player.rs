//! Players: they decide for a seat.

use std::sync::Arc;

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Rng, Style};

use crate::{Model, Pimc, Search, Searchable, SeenGame, pimc, search};

/// An action with its estimated value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued<A> {
    /// The action.
    pub action: A,
    /// Its mean value, from 0 to 1.
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
    /// The error for comparing actions: the root of the sum of two squares is the standard error of their difference.
    /// It is smaller than `error` where all actions met the same luck.
    pub paired_error: f64,
    /// The number of times it was tried.
    pub visits: u32,
}

impl<A> Valued<A> {
    /// Builds the estimate from the sum and the sum of squares of the values of `visits` tries.
    ///
    /// A few equal values have no spread but prove little, so the variance counts one more try that is off by a half.
    pub(crate) fn from_sums(action: A, visits: u32, total: f64, squares: f64) -> Valued<A> {
        let tries = f64::from(visits.max(1));
        let value = total / tries;
        let variance = (squares / tries - value * value).max(0.0) + 0.25 / tries;
        Valued::independent(action, value, (variance / tries).sqrt(), visits)
    }

    /// An estimate whose error is independent of the other actions' errors.
    pub(crate) fn independent(action: A, value: f64, error: f64, visits: u32) -> Valued<A> {
        Valued { action, value, error, paired_error: error, visits }
    }
}

/// A player's opinion of its actions.
#[derive(Clone, Debug, PartialEq)]
pub enum Considered<A> {
    /// The value of each action; the first is the choice.
    Values(Vec<Valued<A>>),
    /// The probability of each action, the likeliest first: a style has no values.
    Weights(Vec<(A, f64)>),
    /// Only the choice.
    Choice(A),
}

/// Decides for a seat, from what the seat has seen and nothing else.
///
/// A decision depends on the observation and the random numbers alone. The observation contains the past, so a player
/// needs no memory between turns. Between the games of a match it may be replaced ([`Player::remembering`]).
pub trait Player<G: Game>: Send + Sync {
    /// Chooses an action. It must be the seat's turn.
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G>;

    /// Returns its opinion of the actions. The same random numbers give the same choice as [`Player::choose`].
    fn consider(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Considered<ActionOf<G>> {
        Considered::Choice(self.choose(view, rng))
    }

    /// Returns the player that replaces it in the next game of a match: the same player with another opinion of the
    /// others, from what it saw of the finished game. `None` if it remembers nothing and continues unchanged.
    fn remembering(&self, _seen: &SeenGame<G>) -> Option<Box<dyn Player<G>>> {
        None
    }
}

/// A shared player.
impl<G: Game, P: Player<G> + ?Sized> Player<G> for Arc<P> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        (**self).choose(view, rng)
    }

    fn consider(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Considered<ActionOf<G>> {
        (**self).consider(view, rng)
    }

    fn remembering(&self, seen: &SeenGame<G>) -> Option<Box<dyn Player<G>>> {
        (**self).remembering(seen)
    }
}

/// A player that follows a style.
pub struct StylePlayer<G: Game>(pub Box<dyn Style<G>>);

impl<G: Game> Player<G> for StylePlayer<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        self.0.choose(view, rng)
    }

    fn consider(&self, view: &ObservationOf<G>, _rng: &mut Rng) -> Considered<ActionOf<G>> {
        let (mut legal, mut weights) = (Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        self.0.weigh(view, &legal, &mut weights);
        let mut weighed: Vec<(ActionOf<G>, f64)> = legal.into_iter().zip(weights.into_iter().map(f64::from)).collect();
        weighed.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        Considered::Weights(weighed)
    }
}

/// A player that searches; without models it assumes nothing about the other seats.
pub struct Searcher<G: Searchable> {
    /// The game.
    pub game: G,
    /// The models of the other seats.
    pub models: Vec<Model<G>>,
    /// The search settings.
    pub how: Search,
}

impl<G: Searchable> Player<G> for Searcher<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        only_action::<G>(view).unwrap_or_else(|| search(&self.game, view, &self.models, &self.how, rng)[0].action)
    }

    fn consider(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Considered<ActionOf<G>> {
        Considered::Values(search(&self.game, view, &self.models, &self.how, rng))
    }
}

/// A player that tries every action in the same worlds.
pub struct PimcPlayer<G: Searchable> {
    /// The game.
    pub game: G,
    /// The models of the other seats.
    pub models: Vec<Model<G>>,
    /// The search settings.
    pub how: Pimc,
    /// Whether the default style chooses a pass.
    pub passes_by_style: bool,
}

impl<G: Searchable> Player<G> for PimcPlayer<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        if self.passes_by_style && legal.first().is_some_and(|&action| G::is_pass(action)) {
            return self.game.default_style().choose(view, rng);
        }
        only_action::<G>(view).unwrap_or_else(|| pimc(&self.game, view, &self.models, &self.how, rng)[0].action)
    }

    fn consider(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Considered<ActionOf<G>> {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        if self.passes_by_style && legal.first().is_some_and(|&action| G::is_pass(action)) {
            return StylePlayer(self.game.default_style()).consider(view, rng);
        }
        Considered::Values(pimc(&self.game, view, &self.models, &self.how, rng))
    }
}

/// Returns the only legal action, if there is just one.
pub fn only_action<G: Game>(view: &ObservationOf<G>) -> Option<ActionOf<G>> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    if let [only] = legal[..] { Some(only) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_equal_tries_prove_little() {
        let once = Valued::from_sums((), 1, 1.0, 1.0);
        assert_eq!((once.value, once.error), (1.0, 0.5));
        let often = Valued::from_sums((), 100, 100.0, 100.0);
        assert_eq!(often.error, 0.005);
        // Half of them lost: the error is the usual one, or hardly more.
        let mixed = Valued::from_sums((), 100, 50.0, 50.0);
        assert!(mixed.error > 0.05 && mixed.error < 0.051, "{mixed:?}");
    }
}
