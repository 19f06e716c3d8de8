//! What the house bears.

use std::time::Duration;

use cardsharp_search::Spec;

use crate::refusal::{Code, Refusal};

/// What the house bears.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Tables that are kept, played or not.
    pub tables: usize,
    /// Listeners at one table.
    pub watchers_per_table: usize,
    /// Listeners in all.
    pub watchers: usize,
    /// Bytes of a request.
    pub body: usize,
    /// Bytes of a program that is handed in.
    pub program: usize,
    /// Programs that are kept.
    pub programs: usize,
    /// Processor time a program may take for a decision; by the clock on the wall it has four times as long.
    pub asking: Duration,
    /// The longest a player of ours may think about a decision.
    pub thinking: Duration,
    /// The most nodes a player of ours may search for a decision.
    pub nodes: u64,
    /// The most worlds a player of ours may imagine.
    pub worlds: u64,
    /// Questions that may wait for a thinker: beyond, the house is busy.
    pub questions: usize,
    /// A table leaves the memory when nobody has done anything for so long; it stays in the database.
    pub idle: Duration,
    /// A table is deleted when nobody has done anything for so long.
    pub keep: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            tables: 10_000,
            watchers_per_table: 64,
            watchers: 2_000,
            body: 64 * 1024,
            program: 256 * 1024,
            programs: 1_000,
            asking: Duration::from_secs(1),
            thinking: Duration::from_secs(5),
            nodes: 100_000,
            worlds: 2_000,
            questions: 64,
            idle: Duration::from_mins(30),
            keep: Duration::from_hours(30 * 24),
        }
    }
}

impl Limits {
    /// Refuses a player that would think longer than the house bears.
    pub(crate) fn check(&self, spec: &Spec) -> Result<(), Refusal> {
        let most = [("ms", self.thinking.as_millis() as u64), ("nodes", self.nodes), ("worlds", self.worlds)];
        for (key, value) in &spec.settings {
            let limit = most.iter().find(|(limited, _)| limited == key);
            if let (Some((_, most)), Ok(asked)) = (limit, value.parse::<u64>())
                && asked > *most
            {
                let words = format!("{spec}: {key}={asked} is more than this house bears; at most {key}={most}.");
                return Err(Refusal::new(Code::NotAllowed, words));
            }
        }
        Ok(())
    }
}
