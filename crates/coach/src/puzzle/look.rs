//! Long looks at a decision: what every action costs against the best, and how sure that is.
//!
//! One search has an error that it does not know of: its belief about the hidden cards is a sample too. So a decision
//! is looked at several times, each time with a belief and luck of its own, and the error is that of the mean over the
//! looks, or what the searches say of themselves if that is more.

use cardsharp_rules::{ActionOf, ObservationOf, Rng, Seed};
use cardsharp_search::{Belief, Budget, Clock, Objective, Search, outlook};

use super::make::Effort;
use cardsharp_presentation::Tabled;

/// An action and what was found of it. Values are tournament points as a part of the most there are: of two seats the
/// chance to win, of four 1 for the first place and 0 for the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth<A> {
    /// What is done.
    pub action: A,
    /// What it is worth.
    pub value: f64,
    /// How much less than the best.
    pub cost: f64,
    /// The standard error of that.
    pub error: f64,
    /// The game's figures where all play on at a glance, if they were asked for.
    pub figures: Vec<f64>,
    /// Which of the figures tell it from the best most clearly, by their numbers.
    pub telling: Vec<usize>,
}

/// Less than this is no mistake: three games in a hundred between two, a tenth of a place among four.
pub(super) const NEAR: f64 = 0.03;
/// From here on it is one beyond doubt: eight games in a hundred, a quarter of a place among four.
pub(super) const CLEAR: f64 = 0.08;
/// And by so many standard errors.
pub(super) const SURE: f64 = 5.0;

impl<A> Worth<A> {
    /// As good as the best, as far as can be told.
    pub fn is_accepted(&self) -> bool {
        self.cost < NEAR || self.cost < 2.0 * self.error
    }

    /// Worse than the best beyond doubt.
    pub fn is_mistake(&self) -> bool {
        self.cost >= CLEAR && self.cost >= SURE * self.error
    }
}

/// How hard the champion looks, for the place.
pub(super) fn search<G: Tabled>(nodes: u64) -> Search {
    Search { budget: Budget::Nodes(nodes), worlds: G::WORLDS, objective: Objective::Place, exploration: 1.0 }
}

/// What these actions are worth after so many looks, the best first; none if one of them could not be judged.
pub(super) fn worths<G: Tabled>(
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
        // A champion may add a crumb to tell wins apart.
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

/// Adds the figures by which people judge an action; says whether games at a glance do not contradict.
pub(super) fn explain<G: Tabled>(
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
