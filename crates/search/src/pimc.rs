//! Flat perfect-information Monte-Carlo: every action is tried in the same sampled worlds, with rollouts by the default
//! style. It is simple and quick, and the yardstick for the stronger searches.

use cardsharp_rules::{ActionOf, Observation, ObservationOf, Rng, Seed, State, Style, Turn};

use crate::{Belief, Budget, Clock, Model, Objective, Searchable, Valued};

/// The search settings.
#[derive(Clone, Copy, Debug)]
pub struct Pimc {
    /// The number of worlds in which every action is tried, unless time runs out.
    pub worlds: usize,
    /// The time limit, if any.
    pub budget: Option<Budget>,
    /// The objective.
    pub objective: Objective,
}

/// After each round of this many worlds the worse half is dropped: a pass has 120 choices, most of them bad.
const ROUND: usize = 32;
/// The number of actions that are never dropped.
const FEW: usize = 12;

/// Tries every legal action in the same worlds and returns the best first.
pub fn pimc<G: Searchable>(
    game: &G,
    view: &ObservationOf<G>,
    models: &[Model<G>],
    how: &Pimc,
    rng: &mut Rng,
) -> Vec<Valued<ActionOf<G>>> {
    let mut clock = Clock::start(how.budget.unwrap_or(Budget::Nodes(u64::MAX)));
    let belief = Belief::new(view, models, how.worlds, &clock, rng);
    let style = game.default_style();
    let mut actions = Vec::new();
    view.legal_actions(&mut actions);
    let mut tried: Vec<Tried<ActionOf<G>>> = actions.into_iter().map(Tried::new).collect();
    let mut left = tried.len();
    for round in 1..=how.worlds {
        let world = belief.draw(rng);
        let luck = rng.next_u64();
        for tried in &mut tried[..left] {
            // Every action gets the same luck, so that only the action makes a difference.
            let value = play_on(game, style.as_ref(), &world.state, tried.action, how.objective, Seed(luck));
            tried.add(value);
        }
        if !clock.tick() {
            break;
        }
        if left > FEW && round % ROUND == 0 {
            tried[..left].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            left = (left / 2).max(FEW);
        }
    }
    let mut valued: Vec<Valued<ActionOf<G>>> = tried.iter().map(Tried::valued).collect();
    valued[..left].sort_by(|a, b| b.value.total_cmp(&a.value));
    valued
}

/// Returns the value of an action in one world, by a rollout.
fn play_on<G: Searchable>(
    game: &G,
    style: &dyn Style<G>,
    world: &G::State,
    action: ActionOf<G>,
    objective: Objective,
    luck: Seed,
) -> f64 {
    let Turn::Of(me) = world.turn() else { unreachable!("it is someone's turn") };
    let mut rng = Rng::new(luck);
    let mut state = world.clone();
    state.play_unchecked(action);
    while let Turn::Of(seat) = state.turn() {
        // Estimates are for the game's own objective only.
        let estimate = (objective == G::OBJECTIVE).then(|| game.estimate(world, &state, me)).flatten();
        if let Some(estimate) = estimate {
            return f64::from(estimate);
        }
        let next = style.choose(&state.observe(seat), &mut rng);
        state.play_unchecked(next);
    }
    let returns = state.returns().expect("a game that is over has returns");
    f64::from(objective.value(&returns, me, G::RANGE))
}

struct Tried<A> {
    action: A,
    visits: u32,
    total: f64,
    squares: f64,
}

impl<A: Copy> Tried<A> {
    fn new(action: A) -> Tried<A> {
        Tried { action, visits: 0, total: 0.0, squares: 0.0 }
    }

    fn add(&mut self, value: f64) {
        self.visits += 1;
        self.total += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    fn valued(&self) -> Valued<A> {
        Valued::from_sums(self.action, self.visits, self.total, self.squares)
    }
}
