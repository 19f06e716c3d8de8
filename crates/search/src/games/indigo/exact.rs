//! The exact solution of the last deal, a small game of full information.
//!
//! The points add up to 23, so the seat with the lead wins, and maximising the lead wins first and counts points
//! second. Alpha-beta with captures first needs about 15,000 nodes.

use cardsharp_rules::Seat;
use cardsharp_rules::indigo::Card;

use super::position::{Cards, Position};

/// More than any lead.
const INFINITE: i32 = 24;

/// Returns the lead of the first seat under perfect play. The deal must be the last.
pub fn solve(position: &Position) -> i32 {
    let sign = sign(position.turn);
    sign * search(position, -INFINITE, INFINITE, &mut 0)
}

/// Returns whether the first seat wins under perfect play. Cheaper than the exact lead.
pub fn first_wins(position: &Position) -> bool {
    sign(position.turn) * search(position, -1, 1, &mut 0) > 0
}

/// Returns the best card of the seat whose turn it is, the lowest of equals, and the lead after it.
///
/// # Panics
/// If the deal is over.
pub fn best_card(position: &Position) -> (Card, i32) {
    let mut best = (None, -INFINITE);
    for card in ordered(position) {
        let mut next = *position;
        next.play(card);
        let lead = -search(&next, -INFINITE, -best.1, &mut 0);
        if lead > best.1 {
            best = (Some(card), lead);
        }
    }
    (best.0.expect("a deal in play has a card to play"), best.1)
}

/// Returns the number of nodes that a solution visits.
pub fn nodes(position: &Position) -> u64 {
    let mut nodes = 0;
    search(position, -INFINITE, INFINITE, &mut nodes);
    nodes
}

const fn sign(seat: Seat) -> i32 {
    if seat.index() == 0 { 1 } else { -1 }
}

/// Returns the hand with captures first: they cause most cutoffs.
fn ordered(position: &Position) -> impl Iterator<Item = Card> + use<> {
    let hand = position.hand();
    let captures: Cards = hand & position.capturing();
    captures.iter().chain((hand - captures).iter())
}

/// Returns the lead of the seat whose turn it is, within the window.
fn search(position: &Position, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if position.is_over() {
        return sign(position.turn) * position.final_lead();
    }
    let mut best = -INFINITE;
    for card in ordered(position) {
        let mut next = *position;
        next.play(card);
        let lead = -search(&next, -beta, -alpha, nodes);
        if lead > best {
            best = lead;
            alpha = alpha.max(lead);
            if alpha >= beta {
                break;
            }
        }
    }
    best
}
