//! A walk shared among threads.
//!
//! The upper part of the tree, the trunk, is walked twice by one thread: first only to see with
//! what reach it comes to the branches, then, when threads have walked the branches, to bring their
//! values up. Every branch has its own piece of the tables and its own result, and sums are taken
//! in the trunk's order, so the outcome does not depend on who did what when.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::threads;

use super::tree::{Endings, Tree};
use super::walk::{Endless, Frontier, Part, Purpose, Walk};

/// The branches of a tree: subtrees of a fraction of it, in order.
#[derive(Clone, Debug)]
pub(super) struct Branches(Vec<u32>);

/// A branch has at most this part of the tree's choices.
const PARTS: usize = 64;
/// Trees smaller than this are walked by one thread: starting others takes longer.
const WORTH_SHARING: usize = 50_000;

impl Branches {
    pub(super) fn of(tree: &Tree) -> Branches {
        let mut branches = Vec::new();
        if tree.choices() >= WORTH_SHARING {
            gather(tree, tree.root(), tree.choices() / PARTS, &mut branches);
        }
        Branches(branches)
    }

    pub(super) fn are_many(&self) -> bool {
        self.0.len() > 1
    }
}

fn gather(tree: &Tree, number: u32, most: usize, branches: &mut Vec<u32>) {
    let node = &tree.nodes()[number as usize];
    if node.entries.len() <= most || tree.children(node).is_empty() {
        branches.push(number);
        return;
    }
    for child in tree.children(node) {
        gather(tree, child.node, most, branches);
    }
}

/// What came to a branch, and what came of it.
struct Errand<'a> {
    node: u32,
    reach: Vec<f32>,
    values: Vec<f32>,
    part: Part<'a>,
}

/// The first walk of the trunk: notes what comes to every branch.
struct Going {
    reaches: Vec<(u32, Vec<f32>)>,
    branches: Vec<u32>,
}

impl Frontier for Going {
    fn meet(&mut self, node: u32, reach: &[f32], out: &mut [f32]) -> bool {
        let stops = self.branches.binary_search(&node).is_ok();
        if stops {
            self.reaches.push((node, reach.to_vec()));
            out.fill(0.0);
        }
        stops
    }
}

/// The second: brings up what came of them.
struct Coming(HashMap<u32, Vec<f32>>);

impl Frontier for Coming {
    fn meet(&mut self, node: u32, _reach: &[f32], out: &mut [f32]) -> bool {
        let known = self.0.get(&node);
        if let Some(values) = known {
            out.copy_from_slice(values);
        }
        known.is_some()
    }
}

/// Walks the whole tree with so many threads.
pub(super) fn walk<E: Endings>(
    walk: &Walk<'_, E>,
    branches: &Branches,
    threads: usize,
    reach: &[f32],
    (regrets, average): (&mut [f32], &mut [f32]),
) -> Vec<f32> {
    let tree = walk.tree;
    let root = tree.root();
    let node = &tree.nodes()[root as usize];
    let mut values = vec![0.0; node.rows[walk.learner] as usize];
    let mut room = vec![0.0; room(tree)];
    if threads == 1 || !branches.are_many() {
        let mut part = Part { regrets, average, first: 0 };
        walk.from(root, reach, &mut values, &mut part, &mut Endless, &mut room);
        return values;
    }
    let mut going = Going { reaches: Vec::new(), branches: branches.0.clone() };
    let look = match walk.purpose {
        Purpose::Learn(_) => Purpose::Look,
        purpose => purpose,
    };
    let first = Walk { purpose: look, ..*walk };
    let mut part = Part { regrets: &mut *regrets, average: &mut *average, first: 0 };
    first.from(root, reach, &mut values, &mut part, &mut going, &mut room);
    let results = run_errands(walk, going.reaches, threads, (&mut *regrets, &mut *average));
    let mut part = Part { regrets, average, first: 0 };
    walk.from(root, reach, &mut values, &mut part, &mut Coming(results), &mut room);
    values
}

/// What one walk needs at most.
pub(super) fn room(tree: &Tree) -> usize {
    let node = &tree.nodes()[tree.root() as usize];
    (node.room + node.rows[0] + node.rows[1]) as usize
}

fn run_errands<E: Endings>(
    walk: &Walk<'_, E>,
    reaches: Vec<(u32, Vec<f32>)>,
    threads: usize,
    (mut regrets, mut average): (&mut [f32], &mut [f32]),
) -> HashMap<u32, Vec<f32>> {
    let mut errands = Vec::with_capacity(reaches.len());
    let mut behind = 0;
    for (number, reach) in reaches {
        let node = &walk.tree.nodes()[number as usize];
        let (first, end) = (node.entries.start, node.entries.end);
        let (mine, rest) = std::mem::take(&mut regrets)[first - behind..].split_at_mut(end - first);
        let (my_average, average_rest) = std::mem::take(&mut average)[first - behind..].split_at_mut(end - first);
        (regrets, average, behind) = (rest, average_rest, end);
        let values = vec![0.0; node.rows[walk.learner] as usize];
        let part = Part { regrets: mine, average: my_average, first };
        errands.push(Errand { node: number, reach, values, part });
    }
    let waiting = Mutex::new(errands);
    let done = Mutex::new(HashMap::new());
    let next = || waiting.lock().expect("no walk panics").pop();
    let work = || {
        let mut room = vec![0.0; room(walk.tree)];
        while let Some(mut errand) = next() {
            let Errand { node, reach, values, part } = &mut errand;
            walk.from(*node, reach, values, part, &mut Endless, &mut room);
            done.lock().expect("no walk panics").insert(errand.node, errand.values);
        }
    };
    std::thread::scope(|scope| {
        // This thread works too, so that it is done even where no other can be started.
        let _others = (1..threads).map_while(|_| threads::start_scoped(scope, work).ok()).count();
        work();
    });
    done.into_inner().expect("no walk panics")
}
