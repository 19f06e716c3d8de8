//! The public tree: which seat decides at each node, with how many rows, and how rows map from node to node.
//!
//! Nodes are stored in post-order, children before parents, so a subtree is contiguous: each thread can own a part of
//! the tables, and a walk stays in its part.

use std::ops::Range;

use super::map::Map;

/// The values of the ends of a game.
pub trait Endings: Sync {
    /// Computes the value of every row of the learner at this ending: the sum over the other seat's rows of its reach,
    /// times the ways of chance that give both rows, times the learner's payoff.
    fn values(&self, ending: u32, learner: usize, reach: &[f32], out: &mut [f32]);

    /// Computes the value of every choice of a learner whose action ends the game, action by action: the first action
    /// has the ending `first`, the others the endings that follow. Faster where endings share work.
    fn last_choice(&self, first: u32, learner: usize, reach: &[f32], choices: &mut [f32], rows: usize) {
        for (ending, values) in (first..).zip(choices.chunks_exact_mut(rows)) {
            self.values(ending, learner, reach, values);
        }
    }

    /// Computes the value of every row of the learner if the other seat's action ends the game: the sum over the
    /// endings from `first` on, one per action. `choices` is the other seat's reach; `room` is as long as `out` or
    /// longer.
    fn last_answer(&self, first: u32, learner: usize, choices: &[f32], rows: usize, out: &mut [f32], room: &mut [f32]) {
        out.fill(0.0);
        let values = &mut room[..out.len()];
        for (ending, reach) in (first..).zip(choices.chunks_exact(rows)) {
            self.values(ending, learner, reach, values);
            out.iter_mut().zip(values.iter()).for_each(|(sum, value)| *sum += value);
        }
    }
}

/// Adjacent rows that have the same number of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of rows.
    pub rows: u32,
    /// The number of actions of each row.
    pub actions: u32,
}

/// The order of a node's choices: by block, action and row, so the same action of adjacent rows is contiguous.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    blocks: Vec<Block>,
    choices: usize,
    rows: usize,
}

impl Layout {
    /// Creates a layout of these blocks, in this order.
    pub fn new(blocks: Vec<Block>) -> Layout {
        let choices = blocks.iter().map(|block| (block.rows * block.actions) as usize).sum();
        let rows = blocks.iter().map(|block| block.rows as usize).sum();
        Layout { blocks, choices, rows }
    }

    /// The blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The number of choices: rows times actions.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// The event at a node.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A seat decides.
    Decision {
        /// The seat.
        seat: u8,
        /// The number of its layout.
        layout: u32,
        /// The number of its orbits, if some choices are symmetric.
        orbits: Option<u32>,
    },
    /// A seat decides, and every action ends the game; its rows do not change.
    Last {
        /// The seat.
        seat: u8,
        /// The number of its layout, which is one block.
        layout: u32,
        /// The number of its orbits, if some choices are symmetric.
        orbits: Option<u32>,
        /// The ending of its first action; the next endings belong to the others.
        ending: u32,
    },
    /// A seat draws a card that only it sees: rows of the node lead to rows of the only child.
    Draw {
        /// The seat.
        seat: u8,
        /// The number of its leads.
        leads: u32,
    },
    /// An open chance event; its probability is part of the endings.
    Chance,
    /// The game ends.
    End {
        /// The number of the ending.
        ending: u32,
    },
}

/// The numbers of both seats' maps from a child to its parent; that of the deciding seat leads to its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(pub [u32; 2]);

/// A child with its views: the first is its own, any others are of children that differ only in the names of cards.
#[derive(Clone, Debug)]
pub struct Child {
    /// The number of its node.
    pub node: u32,
    views: Range<u32>,
}

/// A public state of the game.
#[derive(Clone, Debug)]
pub struct Node {
    /// The event here.
    pub step: Step,
    /// The number of rows of each seat.
    pub rows: [u32; 2],
    children: Range<u32>,
    /// The number of the first node of the subtree.
    begin: u32,
    /// The buffer length that a walk from here needs.
    pub(super) room: u32,
    /// The first table entry of the node's choices.
    pub(super) entry: usize,
    /// The table entries of the whole subtree.
    pub(super) entries: Range<usize>,
}

/// A public tree. Its root is the last node.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    children: Vec<Child>,
    views: Vec<View>,
    maps: Vec<Map>,
    layouts: Vec<Layout>,
    leads: Vec<Vec<(u32, u32)>>,
    orbits: Vec<Vec<(u32, u32)>>,
    entries: usize,
}

impl Tree {
    /// Adds a map and returns its number, for views.
    pub fn add_map(&mut self, map: Map) -> u32 {
        self.maps.push(map);
        self.maps.len() as u32 - 1
    }

    /// Adds a layout and returns its number, for decisions.
    pub fn add_layout(&mut self, layout: Layout) -> u32 {
        self.layouts.push(layout);
        self.layouts.len() as u32 - 1
    }

    /// Adds the leads of a draw, pairs of a row here and a row of the child, and returns their number.
    pub fn add_leads(&mut self, leads: Vec<(u32, u32)>) -> u32 {
        self.leads.push(leads);
        self.leads.len() as u32 - 1
    }

    /// Adds the symmetric choices of a node, pairs of a choice and the one it copies, and returns their number.
    pub fn add_orbits(&mut self, orbits: Vec<(u32, u32)>) -> u32 {
        self.orbits.push(orbits);
        self.orbits.len() as u32 - 1
    }

    /// Adds a node whose children are already added, and returns its number.
    ///
    /// # Panics
    /// If the children are not the roots of the last subtrees added, in their order.
    pub fn add(&mut self, step: Step, rows: [u32; 2], children: &[(u32, Vec<View>)]) -> u32 {
        let number = self.nodes.len() as u32;
        let (mut begin, mut first_entry) = (number, self.entries);
        for (child, _) in children.iter().rev() {
            assert_eq!(child + 1, begin, "children come in order, just before their parent");
            let node = &self.nodes[*child as usize];
            (begin, first_entry) = (node.begin, node.entries.start);
        }
        let room = self.room(step, rows, children);
        let first_child = self.children.len() as u32;
        for (node, views) in children {
            let first_view = self.views.len() as u32;
            self.views.extend_from_slice(views);
            self.children.push(Child { node: *node, views: first_view..self.views.len() as u32 });
        }
        let entry = self.entries;
        self.entries += self.choices_of(step);
        let entries = first_entry..self.entries;
        let children = first_child..self.children.len() as u32;
        self.nodes.push(Node { step, rows, children, begin, room, entry, entries });
        number
    }

    fn choices_of(&self, step: Step) -> usize {
        match step {
            Step::Decision { layout, .. } | Step::Last { layout, .. } => self.layout(layout).choices(),
            Step::Draw { .. } | Step::Chance | Step::End { .. } => 0,
        }
    }

    /// Returns the buffer length of a walk: the choices, then the larger of a child's vectors and the learning buffers.
    fn room(&self, step: Step, rows: [u32; 2], children: &[(u32, Vec<View>)]) -> u32 {
        let choices = self.choices_of(step) as u32;
        let concluding = choices + rows[0] + rows[1];
        let below = |(child, _): &(u32, Vec<View>)| {
            let node = &self.nodes[*child as usize];
            node.rows[0] + node.rows[1] + node.room
        };
        choices + children.iter().map(below).max().unwrap_or(0).max(concluding)
    }

    /// All nodes, children first.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The children of a node.
    pub fn children(&self, node: &Node) -> &[Child] {
        &self.children[node.children.start as usize..node.children.end as usize]
    }

    /// The views of a child.
    pub fn views(&self, child: &Child) -> &[View] {
        &self.views[child.views.start as usize..child.views.end as usize]
    }

    /// A map by its number.
    pub fn map(&self, number: u32) -> &Map {
        &self.maps[number as usize]
    }

    /// A layout by its number.
    pub fn layout(&self, number: u32) -> &Layout {
        &self.layouts[number as usize]
    }

    /// The leads of a draw, by their number.
    pub fn leads(&self, number: u32) -> &[(u32, u32)] {
        &self.leads[number as usize]
    }

    /// The symmetric choices, by number; empty for `None`.
    pub fn orbits(&self, number: Option<u32>) -> &[(u32, u32)] {
        number.map_or(&[], |number| &self.orbits[number as usize])
    }

    /// The number of the root.
    ///
    /// # Panics
    /// If the tree is empty.
    pub fn root(&self) -> u32 {
        self.nodes.len() as u32 - 1
    }

    /// The number of choices in the tree: information sets times actions.
    pub fn choices(&self) -> usize {
        self.entries
    }
}
