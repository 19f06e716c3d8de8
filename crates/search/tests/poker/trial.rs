//! Compares the search with the exact values at one point of a game.

use cardsharp_rules::{Game, Rng, Seed, State as _, Style, Turn};
use cardsharp_search::{Belief, Budget, Clock, Model, Objective, SURPRISE, Search, Valued, search};

use super::best_response::{Guess, action_values, condition, guesses};
use super::rules::{Move, Poker, Stakes, View};

/// All views of the seat to move after these moves.
pub fn views<S: Stakes>(moves: &[Move]) -> Vec<View<S>> {
    let game = Poker::<S>::default();
    let mut views = Vec::new();
    for deal in Poker::<S>::deals() {
        let mut state = game.start(&deal).expect("an enumerated deal is valid");
        for &action in moves {
            state.play(action).expect("the moves are legal");
        }
        let Turn::Of(seat) = state.turn() else { panic!("the game is over") };
        let view = state.observe(seat);
        if !views.contains(&view) {
            views.push(view);
        }
    }
    views
}

/// Search settings with this many simulated games and worlds, playing for chips.
pub fn nodes(nodes: u64) -> Search {
    Search { budget: Budget::Nodes(nodes), worlds: nodes as usize, objective: Objective::Score, exploration: 1.0 }
}

/// The possible guesses at this view, by enumeration, with the belief's [`SURPRISE`].
pub fn possible<S: Stakes>(view: &View<S>, models: &[Model<Poker<S>>]) -> Vec<Guess<Poker<S>>> {
    let (game, opponents) = (Poker::<S>::default(), opponents(models));
    condition(guesses(&game, &Poker::<S>::deals(), &opponents), view.moves(), view, &opponents, SURPRISE)
}

pub fn belief<S: Stakes>(
    view: &View<S>,
    models: &[Model<Poker<S>>],
    worlds: usize,
) -> Belief<<Poker<S> as Game>::State> {
    Belief::new(view, models, worlds, &Clock::start(Budget::Nodes(1)), &mut Rng::new(Seed(11)))
}

fn opponents<S: Stakes>(models: &[Model<Poker<S>>]) -> Vec<(&dyn Style<Poker<S>>, f64)> {
    models.iter().map(|model| (model.style.as_ref(), model.prior)).collect()
}

/// The chosen action's value by the search and in truth, in chips.
pub struct Trial {
    /// The search's value of its choice.
    pub claimed: f64,
    /// The exact value of its choice.
    pub actual: f64,
    /// The exact value of the best choice.
    pub best: f64,
}

/// Searches against these models and computes the exact values.
pub fn trial<S: Stakes>(view: &View<S>, models: &[Model<Poker<S>>], how: &Search) -> Trial {
    let found = &search(&Poker::<S>::default(), view, models, how, &mut Rng::new(Seed(7)))[0];
    let possible = possible(view, models);
    let weight: f64 = possible.iter().map(|guess| guess.weight).sum();
    let exact = action_values(view, &possible, &opponents(models));
    let chosen = exact.iter().find(|(action, _)| *action == found.action).expect("a legal action is chosen");
    let best = exact.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
    Trial { claimed: in_chips::<S>(found), actual: chosen.1 / weight, best: best / weight }
}

fn in_chips<S: Stakes>(found: &Valued<Move>) -> f64 {
    let (worst, best) = S::RANGE;
    f64::from(worst) + found.value * f64::from(best - worst)
}

/// Checks that the search finds the best response up to `tolerance` and a value at most `smoothing` too low, in chips.
pub fn check<S: Stakes>(view: &View<S>, models: &[Model<Poker<S>>], how: &Search, smoothing: f64, tolerance: f64) {
    let Trial { claimed, actual, best } = trial(view, models, how);
    let name = models[0].style.name();
    assert!(best - actual < tolerance, "{name}, {view}: chose {actual:.3}, best {best:.3}");
    assert!(claimed < best + tolerance, "{name}, {view}: says {claimed:.3}, truth {best:.3}");
    assert!(claimed > best - smoothing, "{name}, {view}: says {claimed:.3}, truth {best:.3}");
}
