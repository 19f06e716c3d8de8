//! The thinking budget of a decision.

use std::time::{Duration, Instant};

/// The cost limit of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of simulated games: the decision is the same on any machine.
    Nodes(u64),
    /// A time limit: the quality depends on the machine.
    Time(Duration),
}

/// A running budget.
#[derive(Debug)]
pub struct Clock {
    budget: Budget,
    start: Instant,
    spent: u64,
    /// At the first batch: the time, and the number of games taken before it.
    begun: Option<(Duration, u64)>,
}

/// The share of the time that a search without an end of its own may use.
const NEARLY_ALL: f64 = 0.85;
/// The assumed cost of a game before the first batch. It is high because no batch is better than a late answer.
const GUESS: Duration = Duration::from_micros(60);

impl Clock {
    /// Starts the clock.
    pub fn start(budget: Budget) -> Clock {
        Clock { budget, start: Instant::now(), spent: 0, begun: None }
    }

    /// Takes one simulated game from the budget. Returns false if none is left.
    ///
    /// A time budget always allows the first game: on a busy machine the time may be up before the search begins, but
    /// it must still return a decision.
    pub fn tick(&mut self) -> bool {
        let affordable = match self.budget {
            Budget::Nodes(nodes) => self.spent < nodes,
            Budget::Time(time) => self.spent == 0 || self.start.elapsed() < time,
        };
        self.spent += u64::from(affordable);
        affordable
    }

    /// Takes `games` simulated games from the budget at once. Returns false, and takes none, if too few are left. A
    /// time budget allows them if they would finish in time at the speed since the first batch.
    pub fn affords(&mut self, games: usize) -> bool {
        let now = self.start.elapsed();
        let affordable = match self.budget {
            Budget::Nodes(nodes) => self.spent + games as u64 <= nodes,
            Budget::Time(time) => {
                let each = self.begun.map_or(GUESS.as_secs_f64(), |(begun, spent)| {
                    now.saturating_sub(begun).as_secs_f64() / (self.spent - spent).max(1) as f64
                });
                now.as_secs_f64() + each * games as f64 <= time.as_secs_f64()
            }
        };
        if affordable {
            self.begun.get_or_insert((now, self.spent));
            self.spent += games as u64;
        }
        affordable
    }

    /// The share of the time that is spent, which may exceed 1; 0 for a node budget.
    pub fn time_used(&self) -> f64 {
        match self.budget {
            Budget::Nodes(_) => 0.0,
            Budget::Time(time) => self.start.elapsed().as_secs_f64() / time.as_secs_f64(),
        }
    }

    /// Returns whether the rest of the time is needed for the answer; never true for a node budget.
    pub fn runs_out(&self) -> bool {
        self.time_used() >= NEARLY_ALL
    }

    /// The share of the budget that is spent, in time or in games.
    pub fn used(&self) -> f64 {
        match self.budget {
            Budget::Nodes(nodes) => self.spent as f64 / nodes as f64,
            Budget::Time(_) => self.time_used(),
        }
    }

    /// The number of games taken so far.
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

    #[test]
    fn many_games_at_once_are_not_begun_that_will_not_be_done_in_time() {
        let mut clock = Clock::start(Budget::Time(Duration::ZERO));
        assert!(!clock.affords(1), "there is a guess for the first");
        let mut clock = Clock::start(Budget::Time(Duration::from_hours(1)));
        assert!(clock.affords(10));
        // As if those ten had taken half an hour: eleven more would not finish in time.
        clock.start -= Duration::from_secs(1_799);
        assert!(!clock.affords(11) && clock.affords(10));
        assert_eq!(clock.spent(), 20);
    }

    #[test]
    fn counted_games_are_paid_for_whatever_they_take() {
        let mut clock = Clock::start(Budget::Nodes(30));
        assert!(clock.affords(20));
        clock.start -= Duration::from_secs(1_000);
        assert!(!clock.affords(11) && clock.affords(10) && !clock.affords(1));
    }
}
