//! A match played by distributed workers.

use std::ffi::OsString;

use cardsharp::{TakeUp, Workers, lease, report_on};

use crate::common::{Scratch, printed};

/// Workers that run the pieces in reverse order, each on its own.
struct Backwards;

impl Workers for Backwards {
    fn work(&self, task: &[u8], stage: &[u8], pieces: u64, take_up: TakeUp<'_>) -> Result<(), String> {
        let work = |piece| lease(task, stage, piece..piece + 1);
        let mut done = (0..pieces).rev().map(work).collect::<Result<Vec<_>, String>>()?;
        assert_eq!(done.len(), 2, "a match is a piece");
        while let Some(bytes) = done.pop() {
            if take_up(&bytes).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn nodes(&self) -> usize {
        1
    }
}

#[test]
fn distributed_matches_with_memory_are_the_same() {
    let scratch = Scratch::new("match-elsewhere");
    let (here, there) = (scratch.path("here.record"), scratch.path("there.record"));
    let words = "match lucky-thirteen champion:nodes=30,memory=match basic keep13 random --deals 6 --match-length 3 \
                 --seed 1 --json --records";
    let told = printed(&format!("{words} {here}"));
    let words = format!("cardsharp {words} {there}");
    let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
    assert_eq!(report_on(words, &Backwards).unwrap(), told);
    assert_eq!(std::fs::read_to_string(there).unwrap(), std::fs::read_to_string(here).unwrap());
}
