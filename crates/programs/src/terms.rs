//! The limits of programs.

use std::time::Duration;

use cardsharp_sandbox::Limits;
use cardsharp_table::Aftermath;

use crate::Program;

/// The limits of a program in a game. Time is its own processor time; wall time may be four times as long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// For one decision.
    pub decision: Duration,
    /// For all decisions of a game together; unlimited if unset.
    pub bank: Option<Duration>,
    /// Bytes of memory that a program may allocate; for programs not made from C, see [`Terms::for_program`].
    pub memory: u64,
    /// Bytes of writable memory that it may allocate.
    pub data: u64,
    /// Bytes of memory that it may use.
    pub resident: u64,
    /// Bytes of a file in its scratch folder, if it has one.
    pub file: u64,
    /// Processes and threads.
    pub processes: u32,
}

impl Default for Terms {
    /// The limits of Intensity's original referee: 30 seconds a decision.
    fn default() -> Terms {
        let limits = Limits::default();
        let Limits { memory, data, resident, file, processes, .. } = limits;
        Terms { decision: limits.cpu, bank: None, memory, data, resident, file, processes }
    }
}

const WALL_PER_CPU: u32 = 4;
/// The allocation limit as a multiple of the memory in use; Java starts with a sixty-fourth of the machine's memory.
const ASKED_PER_USED: u64 = 8;
const ASKED_AT_LEAST: u64 = 4 << 30;

impl Terms {
    /// Returns the limits of a decision with this time.
    pub fn limits(&self, time: Duration) -> Limits {
        let Terms { memory, data, resident, file, processes, .. } = *self;
        Limits { cpu: time, wall: time * WALL_PER_CPU, memory, data, resident, file, processes, ..Limits::default() }
    }

    /// Returns the terms for this program. A program made from C is limited by the memory that it allocates, a hard
    /// limit. Node.js, Java and Go allocate many times what they use, so all others are limited by what they use.
    #[must_use]
    pub fn for_program(self, program: &Program) -> Terms {
        if program.source.is_some() || self.memory == u64::MAX {
            return self;
        }
        let data = self.memory.saturating_mul(ASKED_PER_USED).max(ASKED_AT_LEAST);
        Terms { memory: u64::MAX, data, resident: self.resident.min(self.memory), ..self }
    }
}

/// The remaining time of a program in a game.
#[derive(Clone, Copy, Debug)]
pub struct Bank {
    terms: Terms,
    spent: Duration,
    has_refused: bool,
}

impl Bank {
    /// Creates a full bank.
    pub fn new(terms: Terms) -> Bank {
        Bank { terms, spent: Duration::ZERO, has_refused: false }
    }

    /// Returns the limits of the next decision; none if the bank is empty.
    pub fn next(&self) -> Option<Limits> {
        let left = self.left().unwrap_or(Duration::MAX);
        (!left.is_zero()).then(|| self.terms.limits(self.terms.decision.min(left)))
    }

    /// Returns the remaining time; none without a bank.
    pub fn left(&self) -> Option<Duration> {
        self.terms.bank.map(|bank| bank.saturating_sub(self.spent))
    }

    /// Returns the consequence of an empty bank, the first time and later.
    pub(crate) fn refuse(&mut self) -> Aftermath {
        if std::mem::replace(&mut self.has_refused, true) { Aftermath::WasGone } else { Aftermath::Gone }
    }

    /// Subtracts the time of a decision.
    pub fn pay(&mut self, time: Duration) {
        self.spent += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_runs_dry() {
        let seconds = Duration::from_secs;
        let mut bank = Bank::new(Terms { decision: seconds(5), bank: Some(seconds(8)), ..Terms::default() });
        let next = |bank: &Bank| bank.next().map(|limits| (limits.cpu, limits.wall));
        assert_eq!(next(&bank), Some((seconds(5), seconds(20))));
        bank.pay(seconds(5));
        assert_eq!(next(&bank), Some((seconds(3), seconds(12))));
        bank.pay(seconds(4));
        assert_eq!((next(&bank), bank.left()), (None, Some(Duration::ZERO)));
        assert_eq!(next(&Bank::new(Terms::default())), Some((seconds(30), seconds(120))));
    }
}
