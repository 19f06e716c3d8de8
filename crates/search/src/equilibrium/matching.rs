//! Regret matching, one block of rows at a time.

use super::tree::Layout;

/// How regrets and averages are weighted over the rounds. `benchmarks/equilibrium.md` compares the rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Negative regrets are reset to 0, and later strategies weigh more in the average (CFR+, Tammelin 2014).
    Plus,
    /// Round t has weight t (linear CFR, Brown and Sandholm 2019).
    Linear,
    /// Old regrets are discounted, negative ones faster, and later rounds dominate the average (DCFR, same paper).
    Discounted,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    pub(super) keep_good: f32,
    pub(super) keep_bad: f32,
    pub(super) least: f32,
    pub(super) counts: f32,
}

impl Rule {
    /// Returns the factors of a round; the first is number 1.
    pub(super) fn round(self, number: u32) -> Round {
        let t = number as f32;
        match self {
            Rule::Plus => Round { keep_good: 1.0, keep_bad: 1.0, least: 0.0, counts: t * t },
            Rule::Linear => {
                let keep = (t - 1.0) / t;
                Round { keep_good: keep, keep_bad: keep, least: f32::NEG_INFINITY, counts: t }
            }
            Rule::Discounted => {
                let aged = (t - 1.0).powf(1.5);
                let keep_good = aged / (aged + 1.0);
                Round { keep_good, keep_bad: 0.5, least: f32::NEG_INFINITY, counts: t * t }
            }
        }
    }
}

/// Computes each choice's probability, in proportion to its positive part of `gathered`; uniform where no part is
/// positive. `sums` has room for every row.
pub(super) fn in_proportion(layout: &Layout, gathered: &[f32], likely: &mut [f32], sums: &mut [f32]) {
    let mut start = 0;
    for block in layout.blocks() {
        let (rows, actions) = (block.rows as usize, block.actions as usize);
        let end = start + rows * actions;
        let (gathered, likely) = (&gathered[start..end], &mut likely[start..end]);
        start = end;
        if actions == 1 {
            likely.fill(1.0);
            continue;
        }
        let sums = &mut sums[..rows];
        sums.fill(0.0);
        for (gathered, likely) in gathered.chunks_exact(rows).zip(likely.chunks_exact_mut(rows)) {
            for ((&value, part), sum) in gathered.iter().zip(likely).zip(sums.iter_mut()) {
                *part = value.max(0.0);
                *sum += *part;
            }
        }
        let even = 1.0 / actions as f32;
        for likely in likely.chunks_exact_mut(rows) {
            for (part, &sum) in likely.iter_mut().zip(sums.iter()) {
                *part = if sum > 0.0 { *part / sum } else { even };
            }
        }
    }
}

/// Computes the value of every row: the mean of its choices' values, weighted by probability.
pub(super) fn expect(layout: &Layout, likely: &[f32], worth: &[f32], out: &mut [f32]) {
    let (mut start, mut row) = (0, 0);
    for block in layout.blocks() {
        let (rows, actions) = (block.rows as usize, block.actions as usize);
        let end = start + rows * actions;
        let out = &mut out[row..row + rows];
        out.fill(0.0);
        for (likely, worth) in likely[start..end].chunks_exact(rows).zip(worth[start..end].chunks_exact(rows)) {
            for ((part, worth), sum) in likely.iter().zip(worth).zip(out.iter_mut()) {
                *sum += part * worth;
            }
        }
        (start, row) = (end, row + rows);
    }
}

/// Computes the value of every row if it takes its best choice.
pub(super) fn best(layout: &Layout, worth: &[f32], out: &mut [f32]) {
    let (mut start, mut row) = (0, 0);
    for block in layout.blocks() {
        let (rows, actions) = (block.rows as usize, block.actions as usize);
        let end = start + rows * actions;
        let out = &mut out[row..row + rows];
        out.fill(f32::NEG_INFINITY);
        for worth in worth[start..end].chunks_exact(rows) {
            for (worth, most) in worth.iter().zip(out.iter_mut()) {
                *most = most.max(*worth);
            }
        }
        (start, row) = (end, row + rows);
    }
}

/// Adds to every choice's regret its advantage over the value of its row.
pub(super) fn learn(layout: &Layout, round: Round, worth: &[f32], values: &[f32], regrets: &mut [f32]) {
    let (mut start, mut row) = (0, 0);
    for block in layout.blocks() {
        let (rows, actions) = (block.rows as usize, block.actions as usize);
        let end = start + rows * actions;
        let values = &values[row..row + rows];
        if actions > 1 {
            for (worth, regrets) in worth[start..end].chunks_exact(rows).zip(regrets[start..end].chunks_exact_mut(rows))
            {
                for ((worth, value), regret) in worth.iter().zip(values).zip(regrets) {
                    let keep = if *regret > 0.0 { round.keep_good } else { round.keep_bad };
                    *regret = (*regret * keep + (worth - value)).max(round.least);
                }
            }
        }
        (start, row) = (end, row + rows);
    }
}

/// Multiplies the probability of every choice by the reach of its row.
pub(super) fn reach_choices(layout: &Layout, reach: &[f32], likely: &mut [f32]) {
    let (mut start, mut row) = (0, 0);
    for block in layout.blocks() {
        let (rows, actions) = (block.rows as usize, block.actions as usize);
        let end = start + rows * actions;
        let reach = &reach[row..row + rows];
        for likely in likely[start..end].chunks_exact_mut(rows) {
            likely.iter_mut().zip(reach).for_each(|(part, reach)| *part *= reach);
        }
        (start, row) = (end, row + rows);
    }
}
