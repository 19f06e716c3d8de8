//! The chance to win before the hands of a deal are picked up, from the open cards.
//!
//! There is a small net for every later deal, fitted backwards from solved last deals (see `data/indigo.md`). It gives
//! the first seat's chance; the second seat has the rest.

use cardsharp_rules::indigo::{Card, POINT_CARDS};
use cardsharp_rules::{Card as _, Seat};

use super::position::{Position, matching};

/// The number of inputs of a net.
pub const INPUTS: usize = 9;
/// The number of hidden units of a net.
pub const HIDDEN: usize = 12;
/// The number of coefficients of a net: every hidden unit's inputs and bias, then the output's.
pub const COEFFICIENTS: usize = HIDDEN * (INPUTS + 1) + HIDDEN + 1;

/// The coefficients of one net.
pub type Net = [f32; COEFFICIENTS];

/// The first seat's chance to win as deal number `deal` (1 to 3, counted from 0) begins.
pub fn first_wins(position: &Position, deal: usize) -> f32 {
    evaluate(&super::fitted::VALUES[deal - 1], &inputs(position))
}

/// A seat's chance to win as deal number `deal` begins.
#[inline]
pub fn wins(position: &Position, deal: usize, seat: Seat) -> f32 {
    let first = first_wins(position, deal);
    if seat == Seat::FIRST { first } else { 1.0 - first }
}

/// Returns the net's inputs for a position.
pub fn inputs(position: &Position) -> [f32; INPUTS] {
    let unseen = Card::DECK - position.seen();
    let [first, second] = position.points();
    let cards = position.captured.map(|cards| cards.len() as f32);
    let last = position.last_capturer.map_or(0.0, |seat| 1.0 - 2.0 * seat.index() as f32);
    let pile_points = (position.pile & POINT_CARDS).len() as f32;
    let pile_cards = position.pile.len() as f32;
    let share = position.top.map_or(0.0, |top| (unseen & matching(top)).len() as f32 / unseen.len().max(1) as f32);
    [
        (first - second) as f32 / 5.0,
        (cards[0] - cards[1]) / 10.0,
        (first + second) as f32 / 10.0 - 1.0,
        last,
        pile_points / 3.0,
        pile_cards / 5.0,
        share * 3.0,
        share * pile_points,
        last * pile_cards / 5.0,
    ]
}

/// The net's output, from 0 to 1.
#[inline]
pub fn evaluate(net: &Net, inputs: &[f32; INPUTS]) -> f32 {
    1.0 / (1.0 + (-logit(net, inputs, &mut [0.0; HIDDEN])).exp())
}

/// The net's output before the sigmoid; also fills in the hidden units.
#[inline]
pub fn logit(net: &Net, inputs: &[f32; INPUTS], hidden: &mut [f32; HIDDEN]) -> f32 {
    let (rows, output) = net.split_at(HIDDEN * (INPUTS + 1));
    let mut sum = output[HIDDEN];
    for (unit, row) in rows.chunks_exact(INPUTS + 1).enumerate() {
        let mut excitement = row[INPUTS];
        for (input, coefficient) in inputs.iter().zip(row) {
            excitement += input * coefficient;
        }
        // x / (1 + |x|): shaped like tanh, at the cost of a division.
        hidden[unit] = excitement / (1.0 + excitement.abs());
        sum += hidden[unit] * output[unit];
    }
    sum
}
