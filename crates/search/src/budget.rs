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
    /// When games were paid for the first time that were asked for in one, and how many had been paid for by then.
    begun: Option<(Duration, u64)>,
}

/// So much of the time may go into thoughts that have no end of their own.
const NEARLY_ALL: f64 = 0.85;
/// What a game is thought to cost before any was paid for, where many are asked for in one: rather too much, for who has
/// little time would sooner not look than be late.
const GUESS: Duration = Duration::from_micros(60);

impl Clock {
    /// Starts now.
    pub fn start(budget: Budget) -> Clock {
        Clock { budget, start: Instant::now(), spent: 0, begun: None }
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

    /// Says whether there is budget for so many more at once, and counts them if there is: of time, whether they will be
    /// done in it if they take as long as those before.
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

    /// The part of the time that is spent, from 0 to 1 and beyond; 0 where only nodes count.
    pub fn time_used(&self) -> f64 {
        match self.budget {
            Budget::Nodes(_) => 0.0,
            Budget::Time(time) => self.start.elapsed().as_secs_f64() / time.as_secs_f64(),
        }
    }

    /// Whether so much of the time is spent that what is left is for the answer; never where only nodes count.
    pub fn runs_out(&self) -> bool {
        self.time_used() >= NEARLY_ALL
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

    #[test]
    fn many_games_at_once_are_not_begun_that_will_not_be_done_in_time() {
        let mut clock = Clock::start(Budget::Time(Duration::ZERO));
        assert!(!clock.affords(1), "there is a guess for the first");
        let mut clock = Clock::start(Budget::Time(Duration::from_hours(1)));
        assert!(clock.affords(10));
        // As if those ten had taken half an hour: one more than as many would not be done in time.
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
