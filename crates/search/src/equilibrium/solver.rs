//! The solver: learns to play a tree by self-play.

use super::gadget::Gadget;
use super::matching::{Rule, in_proportion};
use super::tree::{Endings, Step, Tree};
use super::walk::{Endless, Part, Purpose, Walk};
use super::work::{self, Branches};

/// The distance of average strategies from an equilibrium.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The value of each seat's best response to the other's average strategy. The value of the game to seat 0 lies
    /// between minus the second and the first.
    pub responses: [f64; 2],
}

impl Gap {
    /// The sum of both seats' gains by a best response: 0 in an equilibrium.
    pub fn total(&self) -> f64 {
        self.responses[0] + self.responses[1]
    }

    /// The exploitability of a player of both seats: the average win of a best response that plays each seat once.
    pub fn exploitability(&self) -> f64 {
        self.total() / 2.0
    }

    /// The middle of the possible values of the game to seat 0.
    pub fn value(&self) -> f64 {
        (self.responses[0] - self.responses[1]) / 2.0
    }
}

/// A tree with the strategies learnt for it so far.
pub struct Solver<'a, E> {
    pub(super) tree: &'a Tree,
    pub(super) endings: &'a E,
    pub(super) rule: Rule,
    /// The reach of both seats at the root.
    pub(super) reach: [Vec<f32>; 2],
    pub(super) regrets: Vec<f32>,
    pub(super) average: Vec<f32>,
    branches: Branches,
    threads: usize,
    rounds: u32,
}

impl<'a, E: Endings> Solver<'a, E> {
    /// Starts with uniform strategies. The caller scales the reach of both seats at the root so that the products over
    /// all compatible pairs of rows add up to 1.
    ///
    /// # Panics
    /// If a reach and the root differ in their number of rows.
    pub fn new(tree: &'a Tree, endings: &'a E, rule: Rule, reach: [Vec<f32>; 2], threads: usize) -> Solver<'a, E> {
        let rows = tree.nodes()[tree.root() as usize].rows;
        assert_eq!(reach.each_ref().map(Vec::len), rows.map(|rows| rows as usize), "a reach for every row");
        let (regrets, average) = (vec![0.0; tree.choices()], vec![0.0; tree.choices()]);
        let branches = Branches::of(tree);
        Solver { tree, endings, rule, reach, regrets, average, branches, threads: threads.max(1), rounds: 0 }
    }

    /// Runs one round: both seats learn once.
    pub fn round(&mut self) {
        self.rounds += 1;
        let round = self.rule.round(self.rounds);
        for learner in 0..2 {
            self.walk(learner, Purpose::Learn(round));
        }
    }

    /// Runs one round in which the rows of the gadget's seat may decline.
    pub fn round_with(&mut self, gadget: &mut Gadget) {
        self.rounds += 1;
        let round = self.rule.round(self.rounds);
        self.reach[gadget.seat] = gadget.arriving();
        self.walk(1 - gadget.seat, Purpose::Learn(round));
        gadget.learn(&self.walk(gadget.seat, Purpose::Learn(round)));
    }

    /// The number of rounds so far.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    fn walk(&mut self, learner: usize, purpose: Purpose) -> Vec<f32> {
        let walk = Walk { tree: self.tree, endings: self.endings, learner, purpose };
        let tables = (self.regrets.as_mut_slice(), self.average.as_mut_slice());
        work::walk(&walk, &self.branches, self.threads, &self.reach[1 - learner], tables)
    }

    /// Returns each row's root value for a best response to the other's average strategy, times the other's reach.
    pub fn best_response(&mut self, seat: usize) -> Vec<f32> {
        self.walk(seat, Purpose::Respond)
    }

    /// Returns the value of each choice at the root, times the other's reach, if the deciding seat then plays a best
    /// response to the other's average strategy. The order is that of the node's layout; empty where no seat decides.
    pub fn choices_at_root(&mut self) -> Vec<f32> {
        let node = &self.tree.nodes()[self.tree.root() as usize];
        let (Step::Decision { seat, layout, .. } | Step::Last { seat, layout, .. }) = &node.step else {
            return Vec::new();
        };
        let (learner, layout) = (usize::from(*seat), self.tree.layout(*layout));
        let mut worth = vec![0.0; layout.choices()];
        let walk = Walk { tree: self.tree, endings: self.endings, learner, purpose: Purpose::Respond };
        let reach = &self.reach[1 - learner];
        if let Step::Last { ending, .. } = node.step {
            self.endings.last_choice(ending, learner, reach, &mut worth, layout.rows());
        } else {
            let mut part = Part { regrets: &mut self.regrets, average: &mut self.average, first: 0 };
            let mut room = vec![0.0; work::room(self.tree)];
            walk.children(node, reach, &mut worth, &mut part, &mut Endless, &mut room);
        }
        worth
    }

    /// Computes the gap of the average strategies, exact up to rounding. This takes about as long as a round.
    pub fn gap(&mut self) -> Gap {
        let responses = [0, 1].map(|seat| {
            let values = self.best_response(seat);
            values.iter().zip(&self.reach[seat]).map(|(&value, &reach)| f64::from(value) * f64::from(reach)).sum()
        });
        Gap { responses }
    }

    /// Learns until the gap is at most `gap` or `rounds` are over, and returns the gap.
    ///
    /// The gap is computed whenever the rounds have grown by a quarter; `watch` receives it and returns false to stop.
    pub fn solve(&mut self, gap: f64, rounds: u32, mut watch: impl FnMut(u32, Gap) -> bool) -> Gap {
        let mut next_look = 8;
        loop {
            self.round();
            if self.rounds >= next_look || self.rounds >= rounds {
                next_look = self.rounds + (self.rounds / 4).max(4);
                let found = self.gap();
                if !watch(self.rounds, found) || found.total() <= gap || self.rounds >= rounds {
                    return found;
                }
            }
        }
    }

    /// Replaces the average strategy at a node: each row takes its choices in proportion to these weights, in the order
    /// of the node's layout. For [`Solver::gap`] and for re-solving from some turn on; further rounds add to it.
    ///
    /// # Panics
    /// If the node has another number of choices.
    pub fn follow(&mut self, node: u32, weights: &[f32]) {
        let node = &self.tree.nodes()[node as usize];
        let choices = match node.step {
            Step::Decision { layout, .. } | Step::Last { layout, .. } => self.tree.layout(layout).choices(),
            Step::Draw { .. } | Step::Chance | Step::End { .. } => 0,
        };
        assert_eq!(weights.len(), choices, "a weight for every choice");
        self.average[node.entry..node.entry + choices].copy_from_slice(weights);
    }

    /// Returns the average strategy's probability of each choice of a node, in layout order; empty if no seat decides.
    pub fn strategy(&self, node: u32) -> Vec<f32> {
        let node = &self.tree.nodes()[node as usize];
        let (Step::Decision { layout, .. } | Step::Last { layout, .. }) = node.step else { return Vec::new() };
        let layout = self.tree.layout(layout);
        let mut likely = vec![0.0; layout.choices()];
        let mut sums = vec![0.0; layout.rows()];
        in_proportion(layout, &self.average[node.entry..node.entry + layout.choices()], &mut likely, &mut sums);
        likely
    }
}
