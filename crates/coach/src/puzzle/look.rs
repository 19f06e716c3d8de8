//! Long searches of one decision: the cost of every action against the best, with its error.
//!
//! The error that one search reports is too small, because its belief about the hidden cards is a sample too. A
//! decision is therefore searched several times with separate beliefs and random numbers. The error is that of the mean
//! over the searches, or the one they report if that is larger.

use cardsharp_rules::{ActionOf, ObservationOf, Rng, Seed};
use cardsharp_search::{Belief, Budget, Clock, Objective, Search, outlook};

use super::make::Effort;
use cardsharp_presentation::Present;

/// The value of an action. Values are tournament points divided by the maximum: with two seats the chance to win, with
/// four seats 1 for the first place and 0 for the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth<A> {
    /// The action.
    pub action: A,
    /// The value.
    pub value: f64,
    /// The value of the best action minus this one's.
    pub cost: f64,
    /// The standard error of the cost.
    pub error: f64,
    /// The game's figures from quick playouts, if they were computed.
    pub figures: Vec<f64>,
    /// Indices of the figures that differ most clearly from the best action's.
    pub telling: Vec<usize>,
}

/// A smaller cost is no mistake: 3 games in 100 between two, a tenth of a place among four.
pub(super) const NEAR: f64 = 0.03;
/// A cost from here on is a clear mistake: 8 games in 100, a quarter of a place among four,
pub(super) const CLEAR: f64 = 0.08;
/// if it is also this many standard errors.
pub(super) const SURE: f64 = 5.0;

impl<A> Worth<A> {
    /// Returns true if no difference from the best action is measurable.
    pub fn is_accepted(&self) -> bool {
        self.cost < NEAR || self.cost < 2.0 * self.error
    }

    /// Returns true if the action is clearly worse than the best one.
    pub fn is_mistake(&self) -> bool {
        self.cost >= CLEAR && self.cost >= SURE * self.error
    }
}

/// Returns the champion's search settings for the place objective.
pub(super) fn search<G: Present>(nodes: u64) -> Search {
    Search { budget: Budget::Nodes(nodes), worlds: G::WORLDS, objective: Objective::Place, exploration: 1.0 }
}

/// Searches these actions `looks` times. Returns their values, best first, or `None` if an action got no visits.
pub(super) fn worths<G: Present>(
    game: &G,
    view: &ObservationOf<G>,
    actions: &[ActionOf<G>],
    (looks, nodes): (u64, u64),
    luck: Seed,
) -> Option<Vec<Worth<ActionOf<G>>>> {
    let how = search::<G>(nodes);
    let mut found: Vec<Vec<(f64, f64)>> = Vec::new();
    for look in 0..looks {
        let valued = game.compare(view, actions, &how, &mut Rng::new(luck.stream(look)));
        if valued.len() < actions.len() || valued.iter().any(|valued| valued.visits == 0) {
            return None;
        }
        // Champions may exceed 1 slightly, to prefer higher wins.
        found.push(valued.iter().map(|valued| (valued.value.clamp(0.0, 1.0), valued.paired_error)).collect());
    }
    let count = looks as f64;
    let mean = |number: usize| found.iter().map(|look| look[number].0).sum::<f64>() / count;
    let best = (0..actions.len()).max_by(|&a, &b| mean(a).total_cmp(&mean(b)))?;
    let worth = |number: usize| {
        let costs: Vec<f64> = found.iter().map(|look| look[best].0 - look[number].0).collect();
        let cost = costs.iter().sum::<f64>() / count;
        let spread = costs.iter().map(|own| (own - cost).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let said = found.iter().map(|look| look[best].1.powi(2) + look[number].1.powi(2)).sum::<f64>() / count;
        let error = if number == best { 0.0 } else { (spread.max(said) / count).sqrt() };
        let (figures, telling) = (Vec::new(), Vec::new());
        Worth { action: actions[number], value: mean(number), cost, error, figures, telling }
    };
    let mut worths: Vec<Worth<ActionOf<G>>> = (0..actions.len()).map(worth).collect();
    worths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    Some(worths)
}

/// Adds the figures from quick playouts. Returns false if the playouts contradict the values.
pub(super) fn explain<G: Present>(
    game: &G,
    view: &ObservationOf<G>,
    worths: &mut [Worth<ActionOf<G>>],
    effort: &Effort,
    luck: Seed,
) -> bool {
    let mut rng = Rng::new(luck);
    let (models, clock) = (game.models(), Clock::start(Budget::Nodes(u64::MAX)));
    let belief = Belief::new(view, &models, G::WORLDS.min(1_000), &clock, &mut rng);
    let actions: Vec<ActionOf<G>> = worths.iter().map(|worth| worth.action).collect();
    let looked = outlook(game, &belief, &models, &actions, Objective::Place, (effort.games, &clock), &mut rng);
    let (best, mut agrees) = (&looked[0], true);
    for (worth, other) in worths.iter_mut().zip(&looked) {
        let (lead, error) = best.lead(other);
        agrees &= worth.is_accepted() || lead > -2.0 * error;
        worth.figures.clone_from(&other.figures);
        let games = other.games().max(1) as f64;
        let mut telling: Vec<(f64, usize)> = Vec::new();
        for (place, figure) in G::FIGURES.iter().enumerate() {
            let (good, poor) = (best.figures[place], other.figures[place]);
            let worse = if figure.good { good - poor } else { poor - good };
            let error = best.spreads[place].hypot(other.spreads[place]) / games.sqrt();
            if worse > 0.0 && worse > 3.0 * error {
                telling.push((worse / error.max(1e-9), place));
            }
        }
        telling.sort_by(|a, b| b.0.total_cmp(&a.0));
        worth.telling = telling.into_iter().take(2).map(|(_, place)| place).collect();
    }
    agrees
}
