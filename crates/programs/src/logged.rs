//! Logs the messages to and from a program, one file for each game.
//!
//! Every decision is a line of JSON, so that a program cannot control a terminal or forge a line. The file name
//! contains the game's seed and the seat, so a record leads to it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use cardsharp_rules::{ActionOf, FaultKind, Game, ObservationOf, Record, Rng, Seat, Seed};
use serde_json::{Value, json};

use crate::{Agent, Failure, Reply, Start, Stop};

pub(crate) struct Logged<'a, G: Game> {
    program: Box<dyn Agent<G> + 'a>,
    folder: &'a Path,
    seat: Option<Seat>,
    text: String,
}

/// Returns the log file of a seat in the game of this seed. Stopped games have no seed.
fn file(folder: &Path, seed: Option<Seed>, seat: Seat) -> PathBuf {
    let game = seed.map_or_else(|| "stopped".to_owned(), |seed| seed.0.to_string());
    folder.join(format!("{game}-seat-{seat}.jsonl"))
}

/// Reads the logged decisions of a seat in a game; empty if there is no log.
pub fn read_log(folder: &Path, seed: Seed, seat: Seat) -> Vec<Value> {
    let text = std::fs::canonicalize(file(folder, Some(seed), seat))
        .and_then(|path| cardsharp_sandbox::read_plain(&path, MOST as u64))
        .unwrap_or_default();
    String::from_utf8_lossy(&text).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

const MOST: usize = 16 << 20;

impl<'a, G: Game> Logged<'a, G> {
    pub(crate) fn new(program: Box<dyn Agent<G> + 'a>, folder: &'a Path) -> Logged<'a, G> {
        Logged { program, folder, seat: None, text: String::new() }
    }

    fn note(&mut self, what: &Value) {
        if self.text.len() < MOST {
            writeln!(self.text, "{what}").expect("writing to a string");
        }
    }

    /// Writes the log. Failing to write does not stop a game; the folder was checked before.
    fn keep(&mut self, seed: Option<Seed>) {
        if let Some(seat) = self.seat.take() {
            let _lost = std::fs::write(file(self.folder, seed, seat), std::mem::take(&mut self.text));
        }
    }
}

impl<G: Game> Agent<G> for Logged<'_, G> {
    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Stop> {
        self.seat = Some(start.seat);
        self.text.clear();
        self.program.begin(start)
    }

    fn choose(&mut self, view: &ObservationOf<G>, rng: &mut Rng) -> Result<Reply<ActionOf<G>>, Stop> {
        let reply = self.program.choose(view, rng)?;
        let fault = reply.answer.as_ref().err().map(|failure| {
            json!({ "verdict": failure.verdict.to_string(), "answer": failure.answer, "remark": reply.exchange.remark })
        });
        self.note(&json!({
            "input": reply.exchange.input, "output": reply.exchange.output, "errors": reply.exchange.errors,
            "action": reply.answer.as_ref().ok().map(ToString::to_string), "fault": fault,
            "cpu_ms": reply.usage.cpu.as_secs_f64() * 1e3, "wall_ms": reply.usage.wall.as_secs_f64() * 1e3,
            "memory": reply.usage.memory,
        }));
        Ok(reply)
    }

    fn corrected(&mut self, failure: &Failure, kind: FaultKind, chosen: ActionOf<G>) {
        self.program.corrected(failure, kind, chosen);
    }

    fn end(&mut self, record: &Record<G>) {
        self.program.end(record);
        self.keep(record.deal_seed());
    }
}

impl<G: Game> Drop for Logged<'_, G> {
    fn drop(&mut self) {
        self.keep(None);
    }
}
