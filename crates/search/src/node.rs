//! Statistics of a tree search at one decision.

use crate::Valued;

#[derive(Clone, Debug)]
struct Edge<A> {
    action: A,
    prior: f32,
    visits: u32,
    // These are 64-bit because a 32-bit sum of very many small values stops growing.
    total: f64,
    squares: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Node<A> {
    visits: u32,
    total: f64,
    edges: Vec<Edge<A>>,
}

impl<A: Copy> Node<A> {
    pub(crate) fn new(actions: impl IntoIterator<Item = (A, f32)>) -> Node<A> {
        let edge = |(action, prior)| Edge { action, prior, visits: 0, total: 0.0, squares: 0.0 };
        Node { visits: 0, total: 0.0, edges: actions.into_iter().map(edge).collect() }
    }

    pub(crate) fn is_new(&self) -> bool {
        self.visits == 0
    }

    /// Returns the index of the action to try next (PUCT), and the action.
    pub(crate) fn select(&self, exploration: f32) -> (usize, A) {
        // An untried action gets the mean of the node.
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

    pub(crate) fn learn(&mut self, edge: usize, value: f64) {
        self.visits += 1;
        self.total += value;
        let edge = &mut self.edges[edge];
        edge.visits += 1;
        edge.total += value;
        edge.squares += value * value;
    }

    /// Returns the value of every action, the most visited first.
    pub(crate) fn valued(&self) -> Vec<Valued<A>> {
        let valued = |edge: &Edge<A>| Valued::from_sums(edge.action, edge.visits, edge.total, edge.squares);
        let mut valued: Vec<Valued<A>> = self.edges.iter().map(valued).collect();
        valued.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        valued
    }
}
