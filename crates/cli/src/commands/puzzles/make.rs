//! Making puzzles. Each is written to the file before the next search.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use cardsharp_coach::puzzle::{Effort, Maker, Puzzle, PuzzleFile, PuzzleHead};
use cardsharp_presentation::Present;
use cardsharp_rules::Seed;
use serde_json::json;

use super::Puzzles;
use crate::shared::{COLLECTION, Progress, Usage, read_text, shell_word};

pub(super) fn make<G: Present>(game: &G, args: &Puzzles, wanted: u64, out: &Path) -> anyhow::Result<String> {
    let head = PuzzleHead { seed: args.run.seed, nodes: args.nodes };
    let (mut file, before) = open::<G>(out, &head)?;
    let done = before.puzzles.len() as u64;
    // The puzzles of a game are written together, so the last game is complete.
    let from = before.puzzles.last().map_or(0, |puzzle| puzzle.source + 1);
    let (mut made, mut trouble, start) = (done, None, Instant::now());
    let progress = Progress::new("puzzles", wanted);
    let maker =
        Maker { game, seed: Seed(args.run.seed), effort: Effort::of(args.nodes), threads: args.run.threads.count };
    if made < wanted {
        maker.make(from, &mut |_, puzzles: Vec<Puzzle<G>>| {
            for puzzle in puzzles.into_iter().take((wanted - made) as usize) {
                match file.write_all(puzzle.line().as_bytes()).and_then(|()| file.flush()) {
                    Ok(()) => made += 1,
                    Err(error) => trouble = Some(error),
                }
            }
            progress.show(made);
            let is_late = args.stop_after.is_some_and(|limit| start.elapsed().as_secs() >= limit);
            if made >= wanted || trouble.is_some() || is_late {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }
    progress.end();
    let place = shell_word(&out.display().to_string());
    if let Some(error) = trouble {
        return Err(error).with_context(|| format!("{place} cannot be written"));
    }
    if args.output.json {
        return Ok(format!(
            "{:#}\n",
            json!({ "game": G::NAME, "file": out.display().to_string(), "puzzles": made, "before": done })
        ));
    }
    let taken_up = if done > 0 { format!(", {done} of them from before") } else { String::new() };
    Ok(format!("{}: {made} puzzles{taken_up} in {place}\n", G::TITLE))
}

/// Opens or creates the file, and returns its puzzles.
fn open<G: Present>(path: &Path, head: &PuzzleHead) -> anyhow::Result<(File, PuzzleFile<G>)> {
    let unusable = |words: String| Usage(format!("--out {}: {words}", path.display()));
    let text = if path.exists() { read_text(path, COLLECTION)? } else { String::new() };
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    let mut file = options.open(path).map_err(|error| unusable(format!("cannot be written: {error}")))?;
    if text.is_empty() {
        file.write_all(head.text::<G>().as_bytes()).map_err(|error| unusable(format!("cannot be written: {error}")))?;
        return Ok((file, PuzzleFile { head: *head, puzzles: Vec::new(), whole: 0 }));
    }
    let found = PuzzleFile::<G>::parse(&text).map_err(|wrong| unusable(wrong.to_string()))?;
    if found.head != *head {
        let words = format!("these puzzles were made with --seed {} --nodes {}", found.head.seed, found.head.nodes);
        return Err(unusable(words).into());
    }
    // Removes an incomplete last line.
    file.set_len(found.whole as u64)?;
    file.seek(SeekFrom::End(0))?;
    Ok((file, found))
}
