//! One walk through the tree: the reach of one seat goes down, the values of the other seat's rows come up.

use super::matching::{Round, best, expect, in_proportion, learn, reach_choices};
use super::tree::{Endings, Layout, Node, Step, Tree};

#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// The learner's regrets and the other seat's average strategy are updated.
    Learn(Round),
    /// Both seats play their current strategies, and nothing changes.
    Look,
    /// The learner plays a best response to the other seat's average strategy.
    Respond,
}

pub(super) struct Part<'a> {
    pub(super) regrets: &'a mut [f32],
    pub(super) average: &'a mut [f32],
    /// The index of its first entry in the whole tables.
    pub(super) first: usize,
}

/// The nodes where a walk stops because another walk covers the subtree.
pub(super) trait Frontier {
    /// Returns whether the walk stops at this node, and if so fills in the learner's values.
    fn meet(&mut self, node: u32, reach: &[f32], out: &mut [f32]) -> bool;
}

pub(super) struct Endless;

impl Frontier for Endless {
    #[inline]
    fn meet(&mut self, _node: u32, _reach: &[f32], _out: &mut [f32]) -> bool {
        false
    }
}

pub(super) struct Walk<'a, E> {
    pub(super) tree: &'a Tree,
    pub(super) endings: &'a E,
    pub(super) learner: usize,
    pub(super) purpose: Purpose,
}

impl<E: Endings> Walk<'_, E> {
    /// Walks from this node with the other seat's reach, and computes the value of every row of the learner.
    pub(super) fn from(
        &self,
        number: u32,
        reach: &[f32],
        out: &mut [f32],
        part: &mut Part<'_>,
        frontier: &mut impl Frontier,
        room: &mut [f32],
    ) {
        // Without reach there is nothing to learn, and every value is 0.
        if reach.iter().all(|&reach| reach == 0.0) {
            out.fill(0.0);
            return;
        }
        if frontier.meet(number, reach, out) {
            return;
        }
        let node = &self.tree.nodes()[number as usize];
        match &node.step {
            Step::End { ending } => self.endings.values(*ending, self.learner, reach, out),
            Step::Draw { seat, leads } => {
                let next = self.tree.children(node)[0].node;
                let (child, leads) = (&self.tree.nodes()[next as usize], self.tree.leads(*leads));
                let other = 1 - self.learner;
                let (there, room) = room.split_at_mut(child.rows[other] as usize);
                let (values, room) = room.split_at_mut(child.rows[self.learner] as usize);
                if usize::from(*seat) == self.learner {
                    there.copy_from_slice(reach);
                    self.from(next, there, values, part, frontier, room);
                    out.fill(0.0);
                    for &(here, there) in leads {
                        out[here as usize] += values[there as usize];
                    }
                } else {
                    there.fill(0.0);
                    for &(row, next) in leads {
                        there[next as usize] += reach[row as usize];
                    }
                    self.from(next, there, values, part, frontier, room);
                    out.copy_from_slice(values);
                }
            }
            Step::Chance => {
                out.fill(0.0);
                self.children(node, reach, out, part, frontier, room);
            }
            Step::Decision { seat, layout, orbits } => {
                let layout = self.tree.layout(*layout);
                let here = node.entry - part.first..node.entry - part.first + layout.choices();
                let (choices, room) = room.split_at_mut(layout.choices());
                if usize::from(*seat) == self.learner {
                    choices.fill(0.0);
                    self.children(node, reach, choices, part, frontier, room);
                    self.conclude((layout, self.tree.orbits(*orbits)), choices, out, &mut part.regrets[here], room);
                } else {
                    self.weigh_others(layout, reach, choices, part, here, room);
                    out.fill(0.0);
                    self.children(node, choices, out, part, frontier, room);
                }
            }
            Step::Last { seat, layout, orbits, ending } => {
                let layout = self.tree.layout(*layout);
                let here = node.entry - part.first..node.entry - part.first + layout.choices();
                let (choices, room) = room.split_at_mut(layout.choices());
                if usize::from(*seat) == self.learner {
                    self.endings.last_choice(*ending, self.learner, reach, choices, layout.rows());
                    self.conclude((layout, self.tree.orbits(*orbits)), choices, out, &mut part.regrets[here], room);
                } else {
                    self.weigh_others(layout, reach, choices, part, here, room);
                    self.endings.last_answer(*ending, self.learner, choices, layout.rows(), out, room);
                }
            }
        }
    }

    /// Adds up the values of all children: by the learner's choices if it decides here, else by its rows.
    pub(super) fn children(
        &self,
        node: &Node,
        reach: &[f32],
        out: &mut [f32],
        part: &mut Part<'_>,
        frontier: &mut impl Frontier,
        room: &mut [f32],
    ) {
        let (me, other) = (self.learner, 1 - self.learner);
        for child in self.tree.children(node) {
            let rows = self.tree.nodes()[child.node as usize].rows;
            let (there, room) = room.split_at_mut(rows[other] as usize);
            let (values, room) = room.split_at_mut(rows[me] as usize);
            let views = self.tree.views(child);
            self.tree.map(views[0].0[other]).fetch(reach, there);
            self.from(child.node, there, values, part, frontier, room);
            for view in views {
                self.tree.map(view.0[me]).add(values, out);
            }
        }
    }

    /// Computes the values of the learner's rows from those of its choices, and updates its regrets.
    fn conclude(
        &self,
        (layout, orbits): (&Layout, &[(u32, u32)]),
        worth: &[f32],
        out: &mut [f32],
        regrets: &mut [f32],
        room: &mut [f32],
    ) {
        if let Purpose::Respond = self.purpose {
            return best(layout, worth, out);
        }
        let (likely, sums) = room.split_at_mut(layout.choices());
        in_proportion(layout, regrets, likely, sums);
        expect(layout, likely, worth, out);
        if let Purpose::Learn(round) = self.purpose {
            learn(layout, round, worth, out, regrets);
            for &(choice, first) in orbits {
                regrets[choice as usize] = regrets[first as usize];
            }
        }
    }

    /// Computes the other seat's reach of every choice, and updates its average strategy.
    fn weigh_others(
        &self,
        layout: &Layout,
        reach: &[f32],
        choices: &mut [f32],
        part: &mut Part<'_>,
        here: std::ops::Range<usize>,
        room: &mut [f32],
    ) {
        let gathered = match self.purpose {
            Purpose::Respond => &part.average[here.clone()],
            Purpose::Learn(_) | Purpose::Look => &part.regrets[here.clone()],
        };
        in_proportion(layout, gathered, choices, room);
        reach_choices(layout, reach, choices);
        if let Purpose::Learn(round) = self.purpose {
            let average = part.average[here].iter_mut().zip(choices.iter());
            average.for_each(|(sum, choice)| *sum += round.counts * choice);
        }
    }
}
