//! The public tree: who decides where, with how many rows, and how rows go from node to node.
//!
//! Nodes are kept in post-order, children before parents, so that everything below a node lies in
//! one piece: threads can be given parts of the tables, and a walk never leaves its part.

use std::ops::Range;

use super::map::Map;

/// What ends of games are worth.
pub trait Endings: Sync {
    /// For every row of the learner at this ending, the sum over the other seat's rows of its
    /// reach, times the ways of chance that give both rows, times what the learner gets.
    fn values(&self, ending: u32, learner: usize, reach: &[f32], out: &mut [f32]);

    /// The same for every choice of a learner whose action ends the game: action by action, the
    /// first with this ending, the others with those that follow. Quicker where endings share work.
    fn last_choice(&self, first: u32, learner: usize, reach: &[f32], choices: &mut [f32], rows: usize) {
        for (ending, values) in (first..).zip(choices.chunks_exact_mut(rows)) {
            self.values(ending, learner, reach, values);
        }
    }

    /// The same for a learner whom the other seat's last action, with this reach of its choices,
    /// leaves at one of these endings; the sum of them. `room` has at least as many places as `out`.
    fn last_answer(&self, first: u32, learner: usize, choices: &[f32], rows: usize, out: &mut [f32], room: &mut [f32]) {
        out.fill(0.0);
        let values = &mut room[..out.len()];
        for (ending, reach) in (first..).zip(choices.chunks_exact(rows)) {
            self.values(ending, learner, reach, values);
            out.iter_mut().zip(values.iter()).for_each(|(sum, value)| *sum += value);
        }
    }
}

/// Rows side by side that have the same number of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// How many rows.
    pub rows: u32,
    /// How many actions each has.
    pub actions: u32,
}

/// The choices of a node: block by block, in it action by action, and in that row by row, so that
/// the same action of neighbouring rows lies side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    blocks: Vec<Block>,
    choices: usize,
    rows: usize,
}

impl Layout {
    /// These blocks in their order.
    pub fn new(blocks: Vec<Block>) -> Layout {
        let choices = blocks.iter().map(|block| (block.rows * block.actions) as usize).sum();
        let rows = blocks.iter().map(|block| block.rows as usize).sum();
        Layout { blocks, choices, rows }
    }

    /// The blocks.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// How many choices there are, rows times actions.
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// What happens at a node.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A seat decides.
    Decision {
        /// Which.
        seat: u8,
        /// The number of its layout.
        layout: u32,
        /// The number of its orbits, if choices are mirror images of each other.
        orbits: Option<u32>,
    },
    /// A seat decides, and whatever it does ends the game; its rows stay as they are.
    Last {
        /// Which.
        seat: u8,
        /// The number of its layout, which is one block.
        layout: u32,
        /// The number of its orbits, if choices are mirror images of each other.
        orbits: Option<u32>,
        /// The ending of its first action; the others follow.
        ending: u32,
    },
    /// A seat draws a card nobody else sees: rows of the node lead to rows of the only child.
    Draw {
        /// Which.
        seat: u8,
        /// The number of its leads.
        leads: u32,
    },
    /// Something open happens by chance; how likely it is, endings say.
    Chance,
    /// The game ends.
    End {
        /// Its number among the endings.
        ending: u32,
    },
}

/// How the rows of both seats at a child lie in the parent; for the seat that decides, among its
/// choices. Numbers of maps, for seat 0 and seat 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(pub [u32; 2]);

/// A child with the views of it. More than one: the child stands for others that differ from it
/// only in the names of cards, and the first view is its own.
#[derive(Clone, Debug)]
pub struct Child {
    /// Its number.
    pub node: u32,
    views: Range<u32>,
}

/// A point of the game as both seats see it.
#[derive(Clone, Debug)]
pub struct Node {
    /// What happens.
    pub step: Step,
    /// How many rows each seat has.
    pub rows: [u32; 2],
    children: Range<u32>,
    /// The number of the first node of the subtree.
    begin: u32,
    /// How much room a walk from here needs.
    pub(super) room: u32,
    /// Where the choices of the node begin in the tables.
    pub(super) entry: usize,
    /// Where the part of the tables of the node and all below begins and ends.
    pub(super) entries: Range<usize>,
}

/// A public tree; its root is the last node.
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
    /// Adds a map that views may name.
    pub fn add_map(&mut self, map: Map) -> u32 {
        self.maps.push(map);
        self.maps.len() as u32 - 1
    }

    /// Adds a layout that decisions may name.
    pub fn add_layout(&mut self, layout: Layout) -> u32 {
        self.layouts.push(layout);
        self.layouts.len() as u32 - 1
    }

    /// Adds what a draw leads to: pairs of a row here and a row there.
    pub fn add_leads(&mut self, leads: Vec<(u32, u32)>) -> u32 {
        self.leads.push(leads);
        self.leads.len() as u32 - 1
    }

    /// Adds which choices of a node are mirror images: pairs of a choice and the one it follows.
    pub fn add_orbits(&mut self, orbits: Vec<(u32, u32)>) -> u32 {
        self.orbits.push(orbits);
        self.orbits.len() as u32 - 1
    }

    /// Adds a node whose children are there, and says its number.
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

    /// A walk keeps a value for every choice, and beside it first the vectors it hands to a child,
    /// then what it needs to learn.
    fn room(&self, step: Step, rows: [u32; 2], children: &[(u32, Vec<View>)]) -> u32 {
        let choices = self.choices_of(step) as u32;
        let concluding = choices + rows[0] + rows[1];
        let below = |(child, _): &(u32, Vec<View>)| {
            let node = &self.nodes[*child as usize];
            node.rows[0] + node.rows[1] + node.room
        };
        choices + children.iter().map(below).max().unwrap_or(0).max(concluding)
    }

    /// The nodes, children first.
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

    /// What a draw leads to, by its number.
    pub fn leads(&self, number: u32) -> &[(u32, u32)] {
        &self.leads[number as usize]
    }

    /// Which choices follow which, by number; none follow any without one.
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

    /// How many choices there are in all: information sets times actions.
    pub fn choices(&self) -> usize {
        self.entries
    }
}
