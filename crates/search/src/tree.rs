//! Tree search against modelled opponents.
//!
//! One simulation draws a world and a model for every other seat from the belief. The other seats follow their models;
//! the own seat chooses by the results so far. The tree has a node for every observation of a searching seat, so no
//! decision can depend on a card that the seat cannot see. With models the result is the best response to the belief.
//! Without models every seat searches for itself: this is multiple-observer information-set Monte-Carlo tree search
//! (Cowling, Powley and Whitehouse). It differs from the papers in one point: priors from the game's own styles lead
//! the first visits (as in PUCT), because a pass or an offer has a hundred choices.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use cardsharp_rules::{ActionOf, BySeat, Observation, ObservationOf, Rng, Seat, State, Style, Turn, draw};

use crate::keys::ByKey;
use crate::node::Node;
use crate::{Belief, Budget, Clock, Model, Objective, Searchable, Valued};

/// The search settings.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// The thinking budget.
    pub budget: Budget,
    /// The number of worlds in the belief.
    pub worlds: usize,
    /// The objective.
    pub objective: Objective,
    /// The weight of the exploration term (PUCT).
    pub exploration: f32,
}

/// Returns the value of every legal action, the most visited first.
///
/// At least one game is simulated, even without time; it begins with the action that the priors favour.
///
/// # Panics
/// If it is not this seat's turn.
pub fn search<G: Searchable>(
    game: &G,
    view: &ObservationOf<G>,
    models: &[Model<G>],
    how: &Search,
    rng: &mut Rng,
) -> Vec<Valued<ActionOf<G>>> {
    let mut clock = Clock::start(how.budget);
    let belief = Belief::new(view, models, how.worlds, &clock, rng);
    search_in(game, view, &belief, models, how, &mut clock, rng)
}

/// Like [`search`], with a given belief and the rest of its clock.
pub fn search_in<G: Searchable>(
    game: &G,
    view: &ObservationOf<G>,
    belief: &Belief<G::State>,
    models: &[Model<G>],
    how: &Search,
    clock: &mut Clock,
    rng: &mut Rng,
) -> Vec<Valued<ActionOf<G>>> {
    let mut tree = Tree::new(game, view.seat(), models, how);
    while clock.tick() || tree.nodes.is_empty() {
        let world = belief.draw(rng);
        let models = BySeat::from_fn(G::SEATS, |seat| {
            // The own seat and seats without a model search for themselves.
            let modelled = seat != tree.me && !models.is_empty();
            modelled.then(|| draw(&world.models[seat][..models.len()], rng)).filter(|&model| !models[model].adapts)
        });
        tree.simulate(&world.state, &models, rng);
    }
    tree.nodes[0].valued()
}

struct Tree<'a, G: Searchable> {
    game: &'a G,
    me: Seat,
    models: &'a [Model<G>],
    how: &'a Search,
    default_style: Box<dyn Style<G>>,
    nodes: Vec<Node<ActionOf<G>>>,
    index: ByKey<u32>,
    legal: Vec<ActionOf<G>>,
    weights: Vec<f32>,
    path: Vec<(usize, usize, Seat)>,
}

impl<'a, G: Searchable> Tree<'a, G> {
    fn new(game: &'a G, me: Seat, models: &'a [Model<G>], how: &'a Search) -> Tree<'a, G> {
        Tree {
            game,
            me,
            models,
            how,
            default_style: game.default_style(),
            nodes: Vec::new(),
            index: ByKey::default(),
            legal: Vec::new(),
            weights: Vec::new(),
            path: Vec::new(),
        }
    }

    /// Plays one game in this world; seats without a model search.
    fn simulate(&mut self, root: &G::State, models: &BySeat<Option<usize>>, rng: &mut Rng) {
        let mut state = root.clone();
        self.path.clear();
        let mut inside = true;
        let mut estimate = None;
        while let Turn::Of(seat) = state.turn() {
            let view = state.observe(seat);
            let action = if models[seat].is_some() || !inside {
                self.follow(&view, models[seat], rng)
            } else {
                let (node, new) = self.node(&view);
                inside = !new;
                let (edge, action) = self.nodes[node].select(self.how.exploration);
                self.path.push((node, edge, seat));
                action
            };
            state.play_unchecked(action);
            // Estimates are for the game's own objective only.
            if self.how.objective == G::OBJECTIVE {
                estimate = self.game.estimate(root, &state, self.me);
                if estimate.is_some() {
                    break;
                }
            }
        }
        self.back_up(&state, estimate);
    }

    fn back_up(&mut self, state: &G::State, estimate: Option<f32>) {
        let worth = |seat: Seat| match (estimate, state.returns()) {
            (_, Some(returns)) => self.how.objective.value(&returns, seat, G::RANGE),
            // An estimate is the own seat's; the other seats share the rest.
            (Some(mine), None) if seat == self.me => mine,
            (Some(mine), None) => (1.0 - mine) / (G::SEATS - 1) as f32,
            (None, None) => unreachable!("a simulation ends with the game or an estimate"),
        };
        let values = BySeat::from_fn(G::SEATS, worth);
        for &(node, edge, seat) in &self.path {
            self.nodes[node].learn(edge, f64::from(values[seat]));
        }
    }

    /// Returns the node of this observation, and whether it is new.
    fn node(&mut self, view: &ObservationOf<G>) -> (usize, bool) {
        let key = BuildHasherDefault::<DefaultHasher>::default().hash_one(view);
        if let Some(&node) = self.index.get(&key) {
            return (node as usize, false);
        }
        self.legal.clear();
        view.legal_actions(&mut self.legal);
        let open = if self.nodes.is_empty() {
            self.game.adviser().weigh(view, &self.legal, &mut self.weights);
            G::UNIFORM_SHARE
        } else {
            self.default_style.weigh(view, &self.legal, &mut self.weights);
            0.5
        };
        // The prior mixes the style's probabilities with a uniform share.
        let even = open / self.legal.len() as f32;
        let prior = |(&action, &weight): (&ActionOf<G>, &f32)| (action, (1.0 - open) * weight + even);
        let node = self.nodes.len();
        self.nodes.push(Node::new(self.legal.iter().zip(&self.weights).map(prior)));
        self.index.insert(key, node as u32);
        (node, true)
    }

    /// Draws an action of the model, or of the default style if there is none.
    fn follow(&mut self, view: &ObservationOf<G>, model: Option<usize>, rng: &mut Rng) -> ActionOf<G> {
        self.legal.clear();
        view.legal_actions(&mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let style = model.map_or(self.default_style.as_ref(), |model| self.models[model].style.as_ref());
        style.weigh(view, &self.legal, &mut self.weights);
        self.legal[draw(&self.weights, rng)]
    }
}
