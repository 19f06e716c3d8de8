//! The limits of the server.

use std::time::Duration;

use cardsharp_presentation::message;
use cardsharp_search::Spec;

use crate::http::{Code, Result};

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at a time; fewer if the system allows fewer open files.
    pub connections: usize,
    /// Connections at a time per address; never more than half of all.
    pub connections_per_address: usize,
    /// A connection is closed if it sends no complete request head within this time.
    pub header: Duration,
    /// The body of a request must arrive within this time.
    pub sending: Duration,
    /// Stored tables, played or not.
    pub tables: usize,
    /// Stored tables per address.
    pub tables_per_address: usize,
    /// Listeners without a seat at one table.
    pub watchers_per_table: usize,
    /// Listeners without a seat in all.
    pub watchers: usize,
    /// Bytes of a request.
    pub body: usize,
    /// Events of an uploaded record. A game has about a hundred.
    pub events: usize,
    /// Bytes of a property file that sets up a table. A full one has about a thousand.
    pub properties: usize,
    /// The longest wait per turn that a property file may set, for each of its two delays.
    pub waiting: Duration,
    /// Bytes of an uploaded program.
    pub program: usize,
    /// Stored programs.
    pub programs: usize,
    /// Processor time of a program for a decision. The limit of wall-clock time is four times as long.
    pub asking: Duration,
    /// The longest time a bot may think about a decision.
    pub thinking: Duration,
    /// The most nodes a bot may search for a decision.
    pub nodes: u64,
    /// The most worlds a bot may sample.
    pub worlds: u64,
    /// Long jobs that run or wait; beyond, the server is busy.
    pub thoughts: usize,
    /// Long jobs that run or wait per address.
    pub thoughts_per_address: usize,
    /// The time a person may be away before others may let a bot play for them.
    pub away: Duration,
    /// Phrases and requests that a seat may send within ten seconds.
    pub remarks: usize,
    /// Reviews at a time.
    pub reviews: usize,
    /// Reviews at a time per address.
    pub reviews_per_address: usize,
    /// Counted answers to puzzles per day and address.
    pub answers_per_address: u64,
    /// Counted games of a day's deal per address.
    pub daily_per_address: u64,
    /// A table leaves memory after this time without use; it stays in the database.
    pub idle: Duration,
    /// A table is deleted after this time without use.
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
    /// Refuses a bot that would think longer than the limits allow.
    pub(crate) fn check(&self, spec: &Spec) -> Result {
        let most = [("ms", self.thinking.as_millis() as u64), ("nodes", self.nodes), ("worlds", self.worlds)];
        for (key, value) in &spec.settings {
            let limit = most.iter().find(|(limited, _)| limited == key);
            if let (Some((_, most)), Ok(asked)) = (limit, value.parse::<u64>())
                && asked > *most
            {
                let words = message!(
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
