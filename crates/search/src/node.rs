//! What a tree search has learnt at one decision.

use crate::Valued;

/// An action and what came of it.
#[derive(Clone, Debug)]
struct Edge<A> {
    action: A,
    prior: f32,
    visits: u32,
    // Sums of very many small values: in 32 bits they would stop growing.
    total: f64,
    squares: f64,
}

/// A decision: its actions, and what came of each.
#[derive(Clone, Debug)]
pub(crate) struct Node<A> {
    visits: u32,
    total: f64,
    edges: Vec<Edge<A>>,
}

impl<A: Copy> Node<A> {
    /// These actions, none of them tried yet, with how much each is to be tried at first.
    pub(crate) fn new(actions: impl IntoIterator<Item = (A, f32)>) -> Node<A> {
        let edge = |(action, prior)| Edge { action, prior, visits: 0, total: 0.0, squares: 0.0 };
        Node { visits: 0, total: 0.0, edges: actions.into_iter().map(edge).collect() }
    }

    /// Whether nothing was tried yet.
    pub(crate) fn is_new(&self) -> bool {
        self.visits == 0
    }

    /// The number of the action to try next (PUCT), and the action.
    pub(crate) fn select(&self, exploration: f32) -> (usize, A) {
        // An untried action is thought to be worth what the node is.
        let mean = if self.visits == 0 { 0.5 } else { (self.total / f64::from(self.visits)) as f32 };
        let scale = exploration * (self.visits as f32).max(1.0).sqrt();
        let mut best = (0, f32::NEG_INFINITY);
        for (index, edge) in self.edges.iter().enumerate() {
            let value = if edge.visits == 0 { mean } else { (edge.total / f64::from(edge.visits)) as f32 };
            let score = value + scale * edge.prior / (1.0 + edge.visits as f32);
            if score > best.1 {
                best = (index, score);
            }
        }
        (best.0, self.edges[best.0].action)
    }

    /// Learns what came of an action.
    pub(crate) fn learn(&mut self, edge: usize, value: f64) {
        self.visits += 1;
        self.total += value;
        let edge = &mut self.edges[edge];
        edge.visits += 1;
        edge.total += value;
        edge.squares += value * value;
    }

    /// Every action with what it seems worth, the most tried first.
    pub(crate) fn valued(&self) -> Vec<Valued<A>> {
        let valued = |edge: &Edge<A>| Valued::from_sums(edge.action, edge.visits, edge.total, edge.squares);
        let mut valued: Vec<Valued<A>> = self.edges.iter().map(valued).collect();
        valued.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        valued
    }
}
