//! Search against opponents one has an opinion about.
//!
//! One simulation draws a world and a style for every other seat from the belief, and plays on:
//! the others as their style would, oneself by what has worked so far. The tree has a node for
//! every observation of one's own, so no decision can depend on a card one cannot see. With
//! enough simulations this is the best response to the belief: information-set Monte-Carlo tree
//! search in which the others' moves come from models instead of from the same tree.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use cardsharp_rules::{ActionOf, BySeat, Observation, ObservationOf, Rng, Seat, State, Style, Turn, draw};

use crate::{Belief, Budget, Clock, Objective, Thoughtful};

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// What a decision may cost.
    pub budget: Budget,
    /// How many worlds the belief holds.
    pub worlds: usize,
    /// What is played for.
    pub objective: Objective,
    /// How curious the search is about actions it has tried seldom.
    pub curiosity: f32,
}

/// An action and what it seems worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued<A> {
    /// The action.
    pub action: A,
    /// Its mean value, from 0 to 1.
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
    /// How often it was tried.
    pub visits: u32,
}

struct Edge<A> {
    action: A,
    prior: f32,
    visits: u32,
    total: f32,
    squares: f32,
}

struct Node<A> {
    visits: u32,
    edges: Vec<Edge<A>>,
}

impl<A: Copy> Node<A> {
    fn select(&self, curiosity: f32) -> usize {
        let mean = {
            let (total, visits) = self.edges.iter().fold((0.0, 0), |(t, v), edge| (t + edge.total, v + edge.visits));
            if visits == 0 { 0.5 } else { total / visits as f32 }
        };
        let scale = curiosity * (self.visits as f32).max(1.0).sqrt();
        let score = |edge: &Edge<A>| {
            let value = if edge.visits == 0 { mean } else { edge.total / edge.visits as f32 };
            value + scale * edge.prior / (1.0 + edge.visits as f32)
        };
        let mut best = (0, f32::NEG_INFINITY);
        for (index, edge) in self.edges.iter().enumerate() {
            let score = score(edge);
            if score > best.1 {
                best = (index, score);
            }
        }
        best.0
    }
}

/// Thinks about this observation and values every legal action, the best first.
pub fn search<G: Thoughtful>(
    game: &G,
    view: &ObservationOf<G>,
    how: &Search,
    rng: &mut Rng,
) -> Vec<Valued<ActionOf<G>>> {
    let mut clock = Clock::start(how.budget);
    let belief = Belief::new(game, view, how.worlds, rng);
    let models = game.models();
    let mut tree = Tree {
        me: view.seat(),
        how,
        models: models.iter().map(|(model, _)| model.as_ref()).collect(),
        own: game.default_style(),
        nodes: Vec::new(),
        index: HashMap::default(),
        legal: Vec::new(),
        weights: Vec::new(),
    };
    while clock.tick() {
        let world = belief.draw(rng);
        let styles: BySeat<usize> =
            BySeat::from_fn(G::SEATS, |seat| draw(&world.styles[seat][..tree.models.len()], rng));
        tree.simulate(world.state.clone(), &styles, rng);
    }
    let root = &tree.nodes[0];
    let mut valued: Vec<Valued<ActionOf<G>>> = root.edges.iter().map(as_valued).collect();
    valued.sort_by(|a, b| (b.visits, b.value).partial_cmp(&(a.visits, a.value)).expect("values are numbers"));
    valued
}

fn as_valued<A: Copy>(edge: &Edge<A>) -> Valued<A> {
    let visits = f64::from(edge.visits.max(1));
    let value = f64::from(edge.total) / visits;
    let variance = (f64::from(edge.squares) / visits - value * value).max(0.0);
    Valued { action: edge.action, value, error: (variance / visits).sqrt(), visits: edge.visits }
}

struct Tree<'a, G: Thoughtful> {
    me: Seat,
    how: &'a Search,
    models: Vec<&'a dyn Style<G>>,
    own: Box<dyn Style<G>>,
    nodes: Vec<Node<ActionOf<G>>>,
    index: HashMap<u64, u32, BuildHasherDefault<DefaultHasher>>,
    legal: Vec<ActionOf<G>>,
    weights: Vec<f32>,
}

impl<G: Thoughtful> Tree<'_, G> {
    fn simulate(&mut self, mut state: G::State, styles: &BySeat<usize>, rng: &mut Rng) {
        let mut path: Vec<(usize, usize)> = Vec::with_capacity(16);
        let mut inside = true;
        while let Turn::Of(seat) = state.turn() {
            let view = state.observe(seat);
            let action = if seat != self.me {
                self.follow(&view, Some(styles[seat]), rng)
            } else if inside {
                let (node, new) = self.node(&view);
                inside = !new;
                let edge = self.nodes[node].select(self.how.curiosity);
                path.push((node, edge));
                self.nodes[node].edges[edge].action
            } else {
                self.follow(&view, None, rng)
            };
            state.play_unchecked(action);
        }
        let returns = state.returns().expect("a game that is over has returns");
        let value = self.how.objective.value(&returns, self.me, G::RANGE);
        for (node, edge) in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.edges[edge].visits += 1;
            node.edges[edge].total += value;
            node.edges[edge].squares += value * value;
        }
    }

    /// The node of this observation, and whether it is new.
    fn node(&mut self, view: &ObservationOf<G>) -> (usize, bool) {
        let key = self.index.hasher().hash_one(view);
        if let Some(&node) = self.index.get(&key) {
            return (node as usize, false);
        }
        self.legal.clear();
        view.legal_actions(&mut self.legal);
        self.own.weigh(view, &self.legal, &mut self.weights);
        // Half the prior is what the house would do at a glance, half an open mind.
        let even = 0.5 / self.legal.len() as f32;
        let edges = self
            .legal
            .iter()
            .zip(&self.weights)
            .map(|(&action, &weight)| Edge { action, prior: 0.5 * weight + even, visits: 0, total: 0.0, squares: 0.0 })
            .collect();
        let node = self.nodes.len();
        self.nodes.push(Node { visits: 0, edges });
        self.index.insert(key, node as u32);
        (node, true)
    }

    /// What a style would do: a model's, or one's own.
    fn follow(&mut self, view: &ObservationOf<G>, model: Option<usize>, rng: &mut Rng) -> ActionOf<G> {
        self.legal.clear();
        view.legal_actions(&mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let style = model.map_or(self.own.as_ref(), |model| self.models[model]);
        style.weigh(view, &self.legal, &mut self.weights);
        self.legal[draw(&self.weights, rng)]
    }
}
