//! The log of a game in the format of the course's own program:
//!
//! ```text
//! Round1:P0-1H-3H,P1-1D-2D,P2-1C-2C,P3-1S-2S,Score:0,0,0,0,
//! …
//! EndGame:100,0,0,0,
//! Winners:0
//! ```
//!
//! A hand is written as it stands after the discard, oldest card first.

use super::rules::{Card, LuckyThirteen, SEATS};
use crate::outcome::places;
use crate::{BySeat, Record, Seat, State as _, Turn};

/// Writes the log of a recorded game: its complete rounds and, once it is over, the result.
pub fn log(record: &Record<LuckyThirteen>) -> String {
    let (mut state, mut turns) = (record.start(), Vec::new());
    for action in record.actions() {
        let Turn::Of(seat) = state.turn() else { unreachable!("a record holds no action after the end") };
        state.play_unchecked(action);
        let kept: Vec<String> = state.hands()[seat].iter().map(Card::code).collect();
        turns.push(format!("P{seat}-{},", kept.join("-")));
    }
    // The original's running score changes only at the end.
    let round = |(number, turns): (usize, &[String])| format!("Round{}:{}Score:0,0,0,0,", number + 1, turns.concat());
    let mut lines: Vec<String> = turns.chunks_exact(SEATS).enumerate().map(round).collect();
    if let Some(result) = record.result() {
        let scores: Vec<String> = result.as_slice().iter().map(ToString::to_string).collect();
        let winners: Vec<String> = winners(&result).iter().map(ToString::to_string).collect();
        lines.push(format!("EndGame:{},", scores.join(",")));
        lines.push(format!("Winners:{}", winners.join(", ")));
    }
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The seats with the highest score.
pub fn winners(scores: &BySeat<i32>) -> Vec<Seat> {
    places(scores).iter().filter(|(_, place)| **place == 1).map(|(seat, _)| seat).collect()
}
