//! Re-solving: a coarse solution of the whole game, then finer ones from a chosen turn on. This models a player that
//! cannot solve the whole game in advance.
//!
//! The average strategy so far is the blueprint. At every node where play reaches the chosen turn, the subgame is
//! solved again with both seats' reach under the blueprint, and the solution replaces the blueprint there. The tables
//! then hold the whole player, and [`Solver::gap`] computes its exact exploitability.

use super::gadget::Gadget;
use super::matching::{in_proportion, reach_choices};
use super::solver::Solver;
use super::tree::{Endings, Step};
use super::walk::{Endless, Part, Purpose, Walk};

/// The assumption of a re-solved subgame about the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The other seat has its reach under the blueprint. With another reach it may win more than against the blueprint.
    Range,
    /// Half of every row enters as under `Range`; the other half may decline as under `Nothing`.
    Half,
    /// Every row of the other seat may enter the subgame or take its best-response value against the blueprint, so no
    /// row gains (a gadget; Burch, Johanson and Bowling 2014).
    Nothing,
}

/// A node and the reach of both seats there.
type Arrival = (u32, [Vec<f32>; 2]);

/// The part of the gadget's reach that is spread evenly over all rows.
const EVEN_SHARE: f32 = 0.1;

impl<E: Endings> Solver<'_, E> {
    /// Re-solves the subgame below every draw of this turn (counted from 0), and returns the number of subgames.
    pub fn resolve_from(&mut self, turn: usize, rounds: u32, trust: Trust) -> usize {
        let mut arrivals = Vec::new();
        self.descend(self.tree.root(), self.reach.clone(), turn, &mut arrivals);
        for (node, reach) in &arrivals {
            // Without reach under the blueprint there is no range to solve for, so the blueprint stays.
            if reach.iter().all(|reach| reach.iter().any(|&part| part > 0.0)) {
                match trust {
                    Trust::Range => self.solve_again(*node, reach, rounds),
                    Trust::Half => self.solve_safely(*node, reach, rounds, 0.5),
                    Trust::Nothing => self.solve_safely(*node, reach, rounds, 0.0),
                }
            }
        }
        arrivals.len()
    }

    /// Collects the nodes of the turn with the reach of both seats there.
    fn descend(&self, number: u32, reach: [Vec<f32>; 2], turn: usize, arrivals: &mut Vec<Arrival>) {
        let node = &self.tree.nodes()[number as usize];
        match node.step {
            Step::Draw { .. } if turn == 0 => arrivals.push((number, reach)),
            Step::Draw { seat, leads } => {
                let child = self.tree.children(node)[0].node;
                let rows = self.tree.nodes()[child as usize].rows;
                let mut next = reach;
                let mut drawn = vec![0.0; rows[usize::from(seat)] as usize];
                for &(row, there) in self.tree.leads(leads) {
                    drawn[there as usize] += next[usize::from(seat)][row as usize];
                }
                next[usize::from(seat)] = drawn;
                self.descend(child, next, turn - 1, arrivals);
            }
            Step::Decision { seat, layout, .. } => {
                let layout = self.tree.layout(layout);
                let mut choices = vec![0.0; layout.choices()];
                let gathered = &self.average[node.entry..node.entry + layout.choices()];
                in_proportion(layout, gathered, &mut choices, &mut vec![0.0; layout.rows()]);
                reach_choices(layout, &reach[usize::from(seat)], &mut choices);
                let mut parents = reach;
                parents[usize::from(seat)] = choices;
                self.descend_children(number, &parents, turn, arrivals);
            }
            Step::Chance => self.descend_children(number, &reach, turn, arrivals),
            Step::Last { .. } | Step::End { .. } => {}
        }
    }

    fn descend_children(&self, number: u32, parents: &[Vec<f32>; 2], turn: usize, arrivals: &mut Vec<Arrival>) {
        for child in self.tree.children(&self.tree.nodes()[number as usize]) {
            let view = self.tree.views(child)[0].0;
            let rows = self.tree.nodes()[child.node as usize].rows;
            let next = [0, 1].map(|seat| {
                let mut next = vec![0.0; rows[seat] as usize];
                self.tree.map(view[seat]).fetch(&parents[seat], &mut next);
                next
            });
            self.descend(child.node, next, turn, arrivals);
        }
    }

    /// Walks once from a node, with the reach of the seat that does not learn.
    fn walk_below(&mut self, node: u32, learner: usize, reach: &[f32], purpose: Purpose) -> Vec<f32> {
        let walk = Walk { tree: self.tree, endings: self.endings, learner, purpose };
        let here = &self.tree.nodes()[node as usize];
        let mut values = vec![0.0; here.rows[learner] as usize];
        let mut room = vec![0.0; (here.room + here.rows[0] + here.rows[1]) as usize];
        let mut part = Part { regrets: &mut self.regrets, average: &mut self.average, first: 0 };
        walk.from(node, reach, &mut values, &mut part, &mut Endless, &mut room);
        values
    }

    fn forget_below(&mut self, node: u32) {
        let entries = self.tree.nodes()[node as usize].entries.clone();
        self.regrets[entries.clone()].fill(0.0);
        self.average[entries].fill(0.0);
    }

    fn solve_again(&mut self, node: u32, reach: &[Vec<f32>; 2], rounds: u32) {
        self.forget_below(node);
        for number in 1..=rounds {
            let round = self.rule.round(number);
            for learner in 0..2 {
                self.walk_below(node, learner, &reach[1 - learner], Purpose::Learn(round));
            }
        }
    }

    /// Solves once for each seat against a gadget with this `forced` part, and keeps each seat's half.
    fn solve_safely(&mut self, node: u32, reach: &[Vec<f32>; 2], rounds: u32, forced: f32) {
        let entries = self.tree.nodes()[node as usize].entries.clone();
        let blueprint = self.average[entries.clone()].to_vec();
        let halves = [0, 1].map(|seat| {
            self.average[entries.clone()].copy_from_slice(&blueprint);
            self.solve_for(seat, node, reach, rounds, forced);
            self.average[entries.clone()].to_vec()
        });
        self.keep_halves(node, entries.start, &halves);
    }

    /// Solves for one seat so that no row of the other gets more than its best response to the blueprint.
    fn solve_for(&mut self, seat: usize, node: u32, reach: &[Vec<f32>; 2], rounds: u32, forced: f32) {
        let other = 1 - seat;
        let granted = self.walk_below(node, other, &reach[seat], Purpose::Respond);
        self.forget_below(node);
        let rows = reach[other].len();
        let even = EVEN_SHARE * reach[other].iter().sum::<f32>() / rows as f32;
        let come: Vec<f32> = reach[other].iter().map(|part| (1.0 - EVEN_SHARE) * part + even).collect();
        let mut gadget = Gadget::new(other, come, granted.into_iter().map(Some).collect(), forced);
        for number in 1..=rounds {
            let round = self.rule.round(number);
            self.walk_below(node, seat, &gadget.arriving(), Purpose::Learn(round));
            gadget.learn(&self.walk_below(node, other, &reach[seat], Purpose::Learn(round)));
        }
    }

    /// Combines the two solutions: each seat's decisions come from its own.
    fn keep_halves(&mut self, number: u32, first: usize, halves: &[Vec<f32>; 2]) {
        let node = &self.tree.nodes()[number as usize];
        if let Step::Decision { seat, layout, .. } | Step::Last { seat, layout, .. } = node.step {
            let entries = node.entry..node.entry + self.tree.layout(layout).choices();
            let half = &halves[usize::from(seat)][entries.start - first..entries.end - first];
            self.average[entries].copy_from_slice(half);
        }
        for child in self.tree.children(node) {
            self.keep_halves(child.node, first, halves);
        }
    }
}
