//! How long a player may think.

use std::time::{Duration, Instant};

/// What a decision may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many simulated games: the same decision on any machine.
    Nodes(u64),
    /// So much time: as good a decision as this machine can make of it.
    Time(Duration),
}

/// A budget being spent.
#[derive(Debug)]
pub struct Clock {
    budget: Budget,
    start: Instant,
    spent: u64,
}

impl Clock {
    /// Starts now.
    pub fn start(budget: Budget) -> Clock {
        Clock { budget, start: Instant::now(), spent: 0 }
    }

    /// Says whether there is budget for one more simulated game, and counts it if there is.
    ///
    /// For the first there always is: on a busy machine the time may be up before any thinking
    /// began, and a decision has to come of it all the same.
    pub fn tick(&mut self) -> bool {
        let affordable = match self.budget {
            Budget::Nodes(nodes) => self.spent < nodes,
            Budget::Time(time) => self.spent == 0 || self.start.elapsed() < time,
        };
        self.spent += u64::from(affordable);
        affordable
    }

    /// Says whether there is budget for so many more, and counts them if there is; of time a little is left over, because
    /// so many games take some of it.
    pub fn affords(&mut self, games: usize) -> bool {
        let affordable = match self.budget {
            Budget::Nodes(nodes) => self.spent + games as u64 <= nodes,
            Budget::Time(_) => self.time_used() < 0.85,
        };
        self.spent += if affordable { games as u64 } else { 0 };
        affordable
    }

    /// The part of the time that is spent, from 0 to 1 and beyond; 0 where only nodes count.
    pub fn time_used(&self) -> f64 {
        match self.budget {
            Budget::Nodes(_) => 0.0,
            Budget::Time(time) => self.start.elapsed().as_secs_f64() / time.as_secs_f64(),
        }
    }

    /// The part of the budget that is spent, whether time or games count.
    pub fn used(&self) -> f64 {
        match self.budget {
            Budget::Nodes(nodes) => self.spent as f64 / nodes as f64,
            Budget::Time(_) => self.time_used(),
        }
    }

    /// How many games the budget has paid for.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_without_time_there_is_one_simulation() {
        let mut clock = Clock::start(Budget::Time(Duration::ZERO));
        assert!(clock.tick());
        assert!(!clock.tick());
    }
}
