//! A walk shared among threads.
//!
//! One thread walks the upper part of the tree, the trunk, twice: first to compute the reach at every branch, and,
//! after the threads have walked the branches, to combine their values. Every branch has its own part of the tables and
//! its own result, and sums are taken in the trunk's order, so the result does not depend on scheduling.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::threads;

use super::tree::{Endings, Tree};
use super::walk::{Endless, Frontier, Part, Purpose, Walk};

/// The roots of a tree's branches, in order.
#[derive(Clone, Debug)]
pub(super) struct Branches(Vec<u32>);

/// A branch has at most one `PARTS`-th of the tree's choices.
const PARTS: usize = 64;
/// One thread walks trees with fewer choices: starting others takes longer.
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

struct Task<'a> {
    node: u32,
    reach: Vec<f32>,
    values: Vec<f32>,
    part: Part<'a>,
}

/// The first walk of the trunk: records the reach at every branch.
struct Descent {
    reaches: Vec<(u32, Vec<f32>)>,
    branches: Vec<u32>,
}

impl Frontier for Descent {
    fn meet(&mut self, node: u32, reach: &[f32], out: &mut [f32]) -> bool {
        let stops = self.branches.binary_search(&node).is_ok();
        if stops {
            self.reaches.push((node, reach.to_vec()));
            out.fill(0.0);
        }
        stops
    }
}

/// The second walk of the trunk: reads the values of the branches.
struct Ascent(HashMap<u32, Vec<f32>>);

impl Frontier for Ascent {
    fn meet(&mut self, node: u32, _reach: &[f32], out: &mut [f32]) -> bool {
        let known = self.0.get(&node);
        if let Some(values) = known {
            out.copy_from_slice(values);
        }
        known.is_some()
    }
}

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
    let mut descent = Descent { reaches: Vec::new(), branches: branches.0.clone() };
    let look = match walk.purpose {
        Purpose::Learn(_) => Purpose::Look,
        purpose => purpose,
    };
    let first = Walk { purpose: look, ..*walk };
    let mut part = Part { regrets: &mut *regrets, average: &mut *average, first: 0 };
    first.from(root, reach, &mut values, &mut part, &mut descent, &mut room);
    let results = run_tasks(walk, descent.reaches, threads, (&mut *regrets, &mut *average));
    let mut part = Part { regrets, average, first: 0 };
    walk.from(root, reach, &mut values, &mut part, &mut Ascent(results), &mut room);
    values
}

pub(super) fn room(tree: &Tree) -> usize {
    let node = &tree.nodes()[tree.root() as usize];
    (node.room + node.rows[0] + node.rows[1]) as usize
}

fn run_tasks<E: Endings>(
    walk: &Walk<'_, E>,
    reaches: Vec<(u32, Vec<f32>)>,
    threads: usize,
    (mut regrets, mut average): (&mut [f32], &mut [f32]),
) -> HashMap<u32, Vec<f32>> {
    let mut tasks = Vec::with_capacity(reaches.len());
    let mut behind = 0;
    for (number, reach) in reaches {
        let node = &walk.tree.nodes()[number as usize];
        let (first, end) = (node.entries.start, node.entries.end);
        let (mine, rest) = std::mem::take(&mut regrets)[first - behind..].split_at_mut(end - first);
        let (my_average, average_rest) = std::mem::take(&mut average)[first - behind..].split_at_mut(end - first);
        (regrets, average, behind) = (rest, average_rest, end);
        let values = vec![0.0; node.rows[walk.learner] as usize];
        let part = Part { regrets: mine, average: my_average, first };
        tasks.push(Task { node: number, reach, values, part });
    }
    let waiting = Mutex::new(tasks);
    let done = Mutex::new(HashMap::new());
    let next = || waiting.lock().expect("no walk panics").pop();
    let work = || {
        let mut room = vec![0.0; room(walk.tree)];
        while let Some(mut task) = next() {
            let Task { node, reach, values, part } = &mut task;
            walk.from(*node, reach, values, part, &mut Endless, &mut room);
            done.lock().expect("no walk panics").insert(task.node, task.values);
        }
    };
    std::thread::scope(|scope| {
        // This thread works too, so the walk finishes even if no other can start.
        let _others = (1..threads).map_while(|_| threads::start_scoped(scope, work).ok()).count();
        work();
    });
    done.into_inner().expect("no walk panics")
}
