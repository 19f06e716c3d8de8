//! What the server bears.

use std::time::Duration;

use cardsharp_presentation::said;
use cardsharp_search::Spec;

use crate::http::{Code, Result};

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at a time; fewer where the system lets us open fewer files.
    pub connections: usize,
    /// Connections at a time from one address; never more than half of all.
    pub connections_per_address: usize,
    /// A connection on which no whole request begins within this time is closed.
    pub header: Duration,
    /// The body of a request must have come within this time.
    pub sending: Duration,
    /// Tables that are kept, played or not.
    pub tables: usize,
    /// Tables that are kept of those who ask from one address.
    pub tables_per_address: usize,
    /// Listeners without a seat at one table.
    pub watchers_per_table: usize,
    /// Listeners without a seat in all.
    pub watchers: usize,
    /// Bytes of a request.
    pub body: usize,
    /// Events of a record that is sent: a game has about a hundred.
    pub events: usize,
    /// Bytes of a property file that sets up a table: a full one has about a thousand.
    pub properties: usize,
    /// The longest a property file may let people wait for each turn, for each of its two reasons.
    pub waiting: Duration,
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
    /// Long thoughts that may be due: beyond, the server is busy.
    pub thoughts: usize,
    /// Long thoughts that may be due for those who ask from one address.
    pub thoughts_per_address: usize,
    /// Whoever is to act may be away for so long before others may let a player of ours play for them.
    pub away: Duration,
    /// Phrases and questions to the others that a seat may send within ten seconds.
    pub remarks: usize,
    /// Reviews that go on at a time.
    pub reviews: usize,
    /// Reviews that go on at a time for those who ask from one address.
    pub reviews_per_address: usize,
    /// Answers to puzzles within a day that count, of those who ask from one address.
    pub answers_per_address: u64,
    /// Games of a day's deal that count, of those who ask from one address.
    pub daily_per_address: u64,
    /// A table leaves the memory when nobody has done anything for so long; it stays in the database.
    pub idle: Duration,
    /// A table is deleted when nobody has done anything for so long.
    pub keep: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 4_096,
            connections_per_address: 256,
            header: Duration::from_secs(15),
            sending: Duration::from_secs(30),
            tables: 10_000,
            tables_per_address: 1_000,
            watchers_per_table: 64,
            watchers: 2_000,
            body: 64 * 1024,
            events: 1_000,
            properties: 16 * 1024,
            waiting: Duration::from_secs(10),
            program: 256 * 1024,
            programs: 1_000,
            asking: Duration::from_secs(1),
            thinking: Duration::from_secs(5),
            nodes: 100_000,
            worlds: 2_000,
            thoughts: 256,
            thoughts_per_address: 16,
            away: Duration::from_mins(1),
            remarks: 4,
            reviews: 64,
            reviews_per_address: 8,
            answers_per_address: 400,
            daily_per_address: 60,
            idle: Duration::from_mins(30),
            keep: Duration::from_hours(30 * 24),
        }
    }
}

impl Limits {
    /// Refuses a player that would think longer than the limits allow.
    pub(crate) fn check(&self, spec: &Spec) -> Result {
        let most = [("ms", self.thinking.as_millis() as u64), ("nodes", self.nodes), ("worlds", self.worlds)];
        for (key, value) in &spec.settings {
            let limit = most.iter().find(|(limited, _)| limited == key);
            if let (Some((_, most)), Ok(asked)) = (limit, value.parse::<u64>())
                && asked > *most
            {
                let words = said!(
                    "{spec}: {key}={asked} is more than this house bears; at most {key}={most}.",
                    spec = spec.to_string(),
                    key,
                    asked = value,
                    most = most.to_string()
                );
                return Err(Code::NotAllowed.because(words));
            }
        }
        Ok(())
    }
}
