//! The number of ways in which chance gives both seats their rows.
//!
//! Each seat has been dealt a hand and has drawn cards one by one. Of type *t* the deck has `D` cards, and the seats
//! hold `a` and `b` of them, from the deal or from draws. With identical cards told apart, the number of ways is the
//! product over the types of `D! / (D − a − b)!`, divided for each seat by the product of `d!`, where `d` cards of a
//! type were in its first hand, whose order has no meaning. Each divisor belongs to one seat and is part of its reach
//! at the start, so a draw needs no factor at all. The rest depends on what both seats hold together. At the end of a
//! game, with one card left over, it is the same for all compatible pairs, so endings need only compatibility.
//!
//! Before the end, a pair of rows counts for all the ways the rest may be drawn: of `L` cards left with counts `l`, the
//! product of `1 / l!`, times `L!`. That is a product over the types, so the sum over all rows of the other seat is
//! computed one type at a time, over a table of the counts of each type. The number of steps is that of the count
//! vectors times the types of the deck, not that of the pairs of rows.

use cardsharp_rules::hanamikoji::{Cards, Geisha};

use super::space::Space;

/// Returns, for every row of `mine`, the sum over `theirs` of the reach times the ways to draw the remaining cards.
pub fn weigh(mine: &Space, theirs: &Space, reach: &[f32]) -> Vec<f64> {
    let unseen = mine.shape().unseen;
    let mut table = vec![0.0; cells(unseen)];
    for (row, &reach) in theirs.situations().zip(reach) {
        table[cell(unseen, row.cards())] += f64::from(reach);
    }
    let mut step = 1;
    for card in Geisha::ALL {
        let counts = unseen.count(card) + 1;
        let mut next = vec![0.0; table.len()];
        for (place, sum) in next.iter_mut().enumerate() {
            let mine = place / step % counts;
            let lowest = place - mine * step;
            let ways = |theirs: usize| table[lowest + theirs * step] / FACTORIALS[counts - 1 - mine - theirs];
            *sum = (0..counts - mine).map(ways).sum();
        }
        (table, step) = (next, step * counts);
    }
    let held = |space: &Space| space.shape().hand + space.shape().secret + space.shape().burned;
    let orders = (1..=unseen.len() - held(mine) - held(theirs)).map(|count| count as f64).product::<f64>();
    mine.situations().map(|row| table[cell(unseen, row.cards())] * orders).collect()
}

const FACTORIALS: [f64; 6] = [1.0, 1.0, 2.0, 6.0, 24.0, 120.0];

/// Returns the reach of a first hand: 1 divided by the factorials of its counts.
pub fn of_deal(hand: Cards) -> f32 {
    Geisha::ALL.into_iter().map(|card| 1.0 / FACTORIALS[hand.count(card)]).product::<f64>() as f32
}

fn cells(unseen: Cards) -> usize {
    Geisha::ALL.into_iter().map(|card| unseen.count(card) + 1).product()
}

fn cell(unseen: Cards, cards: Cards) -> usize {
    let mut step = 1;
    let mut cell = 0;
    for card in Geisha::ALL {
        cell += cards.count(card) * step;
        step *= unseen.count(card) + 1;
    }
    cell
}

/// Scales both reaches so that the ways of all pairs add up to 1. Returns whether any two rows are compatible.
pub fn normalise(spaces: [&Space; 2], reach: &mut [Vec<f32>; 2]) -> bool {
    for reach in reach.iter_mut() {
        let sum: f32 = reach.iter().sum();
        if sum <= 0.0 {
            return false;
        }
        for part in reach {
            *part /= sum;
        }
    }
    let weights = weigh(spaces[0], spaces[1], &reach[1]);
    let total: f64 = weights.iter().zip(&reach[0]).map(|(weight, &reach)| weight * f64::from(reach)).sum();
    for part in &mut reach[1] {
        *part = (f64::from(*part) / total) as f32;
    }
    total > 0.0
}
