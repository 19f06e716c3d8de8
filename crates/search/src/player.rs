//! Who decides.

use std::sync::Arc;

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Rng, Style};

use crate::{Model, Pimc, Search, SeenGame, Thoughtful, pimc, search};

/// An action and what it seems worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued<A> {
    /// The action.
    pub action: A,
    /// Its mean value, from 0 to 1.
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
    /// What is left of it when actions are compared: those of two together (the root of the sum of their
    /// squares) are the standard error of their difference. Smaller where all met the same luck.
    pub paired_error: f64,
    /// How often it was tried.
    pub visits: u32,
}

impl<A> Valued<A> {
    /// From the sum of the values found in so many tries, and the sum of their squares.
    ///
    /// A few equal values have no spread of their own, and are no proof: the spread counts as if one more
    /// try had been off by a half.
    pub(crate) fn from_sums(action: A, visits: u32, total: f64, squares: f64) -> Valued<A> {
        let tries = f64::from(visits.max(1));
        let value = total / tries;
        let variance = (squares / tries - value * value).max(0.0) + 0.25 / tries;
        Valued::independent(action, value, (variance / tries).sqrt(), visits)
    }

    /// One whose error has nothing in common with those of the others.
    pub(crate) fn independent(action: A, value: f64, error: f64, visits: u32) -> Valued<A> {
        Valued { action, value, error, paired_error: error, visits }
    }
}

/// What a player thinks of its actions.
#[derive(Clone, Debug, PartialEq)]
pub enum Considered<A> {
    /// What each seems worth; the first is the choice.
    Values(Vec<Valued<A>>),
    /// How likely it is to choose each, the likeliest first: a style has no values.
    Weights(Vec<(A, f64)>),
    /// Only what it would do.
    Choice(A),
}

/// Decides for a seat, knowing what the seat has seen and nothing else.
///
/// A decision depends on the observation and the random numbers alone, so a player needs no
/// memory between turns: what happened is in the observation. Between the games of a match it may
/// be replaced by one that remembers ([`Player::remembering`]).
pub trait Player<G: Game>: Send + Sync {
    /// What to do. Only asked when it is the seat's turn.
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G>;

    /// What it thinks of its actions, with the same random numbers and to the same choice. Only
    /// asked when it is the seat's turn.
    fn consider(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Considered<ActionOf<G>> {
        Considered::Choice(self.choose(view, rng))
    }

    /// Who plays the next game of a match in its place, from what it has seen of the one that is over: the same player
    /// with another opinion of the others. None for those who remember nothing and go on as they are.
    fn remembering(&self, _seen: &SeenGame<G>) -> Option<Box<dyn Player<G>>> {
        None
    }
}

/// A player that several hold.
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

/// A house player at the table.
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

/// A player that searches; without models it trusts nobody and knows nothing.
pub struct Searcher<G: Thoughtful> {
    /// The game.
    pub game: G,
    /// How others may play.
    pub models: Vec<Model<G>>,
    /// How to search.
    pub how: Search,
}

impl<G: Thoughtful> Player<G> for Searcher<G> {
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        only_action::<G>(view).unwrap_or_else(|| search(&self.game, view, &self.models, &self.how, rng)[0].action)
    }

    fn consider(&self, view: &ObservationOf<G>, rng: &mut Rng) -> Considered<ActionOf<G>> {
        Considered::Values(search(&self.game, view, &self.models, &self.how, rng))
    }
}

/// A player that tries every action in the same worlds.
pub struct PimcPlayer<G: Thoughtful> {
    /// The game.
    pub game: G,
    /// How others may play.
    pub models: Vec<Model<G>>,
    /// How to search.
    pub how: Pimc,
    /// Whether a pass is left to the default style.
    pub passes_by_style: bool,
}

impl<G: Thoughtful> Player<G> for PimcPlayer<G> {
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

/// Returns the only legal action, where there is no choice.
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
        // Half of them lost: the usual error, and hardly more.
        let mixed = Valued::from_sums((), 100, 50.0, 50.0);
        assert!(mixed.error > 0.05 && mixed.error < 0.051, "{mixed:?}");
    }
}
