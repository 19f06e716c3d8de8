//! A ladder of house players, and the place of a program on it.
//!
//! Two neighbouring rungs were measured at a table of the same quick players, where the upper leads by more than the
//! lower. A sequential test ([`Sprt`]) between the two figures decides which of the two rungs a newcomer resembles;
//! bisection finds the tests that are needed. Deals at the same table count for several tests.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use cardsharp_search::threads::in_order;
use cardsharp_stats::{Decision, Mean, Sprt};

/// A rung: a house player with a budget of nodes, the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Its name.
    pub name: &'static str,
    /// How it plays, shown after the name.
    pub habit: &'static str,
    /// Its spec.
    pub spec: &'static str,
}

/// The step from a rung to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The player at all other seats of the table; it is on a rung too.
    pub table: &'static str,
    /// The measured lead of the lower rung over the mean of the others, in tournament points per game.
    pub lower: f64,
    /// The same for the upper rung.
    pub upper: f64,
    /// The larger standard deviation of a deal, over all seats.
    pub spread: f64,
}

/// The house players of a game from the easiest to the strongest, and the steps between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ladder {
    /// The rungs, the lowest first.
    pub rungs: &'static [Rung],
    /// The steps, one fewer than rungs.
    pub steps: &'static [Step],
}

/// The rate of wrong decisions of a test.
pub const ERROR_RATE: f64 = 0.001;

/// A rating with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// On Elo's scale; the lowest rung is 0.
    pub points: f64,
    /// Its standard error.
    pub error: f64,
}

impl Rated {
    /// The 95 % interval.
    pub fn interval(&self) -> (f64, f64) {
        (self.points - 1.96 * self.error, self.points + 1.96 * self.error)
    }
}

/// Converts the share of games in which a player is ahead of another to Elo points.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// Converts a seat's lead over the mean of the others to the share of games in which it is ahead of each.
fn share(lead: f64, seats: usize) -> f64 {
    0.5 + lead / seats as f64
}

impl Ladder {
    /// Returns the rating of every rung in a game with this number of seats. At a table of equal players, the chance to
    /// be ahead of each follows Bradley and Terry's model, and the chances of two players give their distance.
    pub fn ratings(&self, seats: usize) -> Vec<f64> {
        let mut rating = 0.0;
        let climbed = self.steps.iter().map(|step| {
            rating += elo(share(step.upper, seats)) - elo(share(step.lower, seats));
            rating
        });
        std::iter::once(0.0).chain(climbed).take(self.rungs.len()).collect()
    }
}

/// A newcomer that is placed on the ladder.
#[derive(Clone, Debug)]
pub struct Climb {
    ladder: Ladder,
    seats: usize,
    /// The range of possible rungs.
    low: usize,
    high: usize,
    /// Its leads in the deals at each table.
    leads: BTreeMap<&'static str, Vec<f64>>,
    /// The steps that were tested, with their tests.
    pub tested: Vec<(usize, Sprt)>,
}

impl Climb {
    /// A newcomer without any results.
    ///
    /// # Panics
    /// If there is no rung, or not a step between any two.
    pub fn new(ladder: Ladder, seats: usize) -> Climb {
        assert_eq!(ladder.rungs.len(), ladder.steps.len() + 1, "a step between any two rungs");
        let high = ladder.rungs.len() - 1;
        Climb { ladder, seats, low: 0, high, leads: BTreeMap::new(), tested: Vec::new() }
    }

    /// The step to test next; `None` if the rung is decided.
    fn next(&self) -> Option<usize> {
        (self.low < self.high).then_some(usize::midpoint(self.low, self.high))
    }

    /// Plays until the rung of the newcomer is decided, or the deals of a test run out. `play` returns its lead in a
    /// deal at a table, over all seats; `visit` receives every deal in order, the same on any number of threads.
    ///
    /// # Errors
    /// Those of `play`; no game follows an error.
    pub fn climb<T: Send, E: Send>(
        &mut self,
        (most, threads): (u64, usize),
        play: impl Fn(&'static str, u64) -> Result<(f64, T), E> + Sync,
        visit: &mut dyn FnMut(&'static str, T),
    ) -> Result<(), E> {
        while let Some(number) = self.next() {
            let step = self.ladder.steps[number];
            let leads = self.leads.entry(step.table).or_default();
            let mut sprt = Sprt::new(step.lower, step.upper).with_error_rate(ERROR_RATE).with_least_spread(step.spread);
            // Deals of other tests at this table count in their order, until the test is decided.
            for &lead in leads.iter() {
                if sprt.decision().is_none() {
                    sprt.add(lead);
                }
            }
            let (known, mut failed) = (leads.len() as u64, None);
            if sprt.decision().is_none() {
                let deal = |number: u64| play(step.table, known + number);
                in_order(most.saturating_sub(known), threads, deal, &mut |played| match played {
                    Ok((lead, rest)) => {
                        leads.push(lead);
                        sprt.add(lead);
                        visit(step.table, rest);
                        if sprt.decision().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    }
                    Err(error) => {
                        failed = Some(error);
                        ControlFlow::Break(())
                    }
                });
            }
            if let Some(error) = failed {
                return Err(error);
            }
            self.tested.push((number, sprt));
            match sprt.decision() {
                Some(Decision::Larger) => self.low = number + 1,
                Some(Decision::Smaller) => self.high = number,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// The lowest and the highest possible rung; equal once the rung is decided.
    pub fn rungs(&self) -> (usize, usize) {
        (self.low, self.high)
    }

    /// The number of deals played.
    pub fn deals(&self) -> u64 {
        self.leads.values().map(|leads| leads.len() as u64).sum()
    }

    /// The rating from its leads at the tables beside its rung, weighted by their errors; `None` without games.
    pub fn rating(&self) -> Option<Rated> {
        let ratings = self.ladder.ratings(self.seats);
        let beside = |number: usize| (self.low.saturating_sub(1)..=self.high).contains(&number);
        // The step's spread is the least error: a few equal deals are not certain.
        let mut tables: BTreeMap<&'static str, f64> = BTreeMap::new();
        for (number, _) in self.tested.iter().filter(|(number, _)| beside(*number)) {
            let Step { table, spread, .. } = self.ladder.steps[*number];
            let widest = tables.entry(table).or_insert(spread);
            *widest = widest.max(spread);
        }
        let (mut sum, mut weights) = (0.0, 0.0);
        for (table, spread) in tables {
            let leads = Mean::of(&self.leads[table]);
            let place = self.ladder.rungs.iter().position(|rung| rung.spec == table).expect("tables are on the ladder");
            let error = leads.error.max(spread / (leads.deals as f64).sqrt());
            let Rated { points, error } = rated(ratings[place], &Mean { error, ..leads }, self.seats);
            sum += points / error.powi(2);
            weights += error.powi(-2);
        }
        (weights > 0.0).then(|| Rated { points: sum / weights, error: weights.sqrt().recip() })
    }
}

fn rated(table: f64, lead: &Mean, seats: usize) -> Rated {
    // A player that wins all of a few games might lose the next, and a few equal deals have no spread.
    let games = lead.deals as f64 * seats as f64;
    let least = 0.5 / (games + 1.0);
    let share_of = share(lead.mean, seats).clamp(least, 1.0 - least);
    let spread = (lead.error / seats as f64).max(least);
    let spread = if spread.is_finite() { spread } else { 0.5 };
    Rated {
        points: table + elo(share_of),
        error: 400.0 / std::f64::consts::LN_10 * spread / (share_of * (1.0 - share_of)),
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Rng, Seed};

    use super::*;

    const RUNG: Rung = Rung { name: "", habit: "", spec: "a" };
    const LADDER: Ladder = Ladder {
        rungs: &[RUNG, Rung { spec: "b", ..RUNG }, Rung { spec: "c", ..RUNG }, Rung { spec: "d", ..RUNG }],
        steps: &[
            Step { table: "a", lower: 0.0, upper: 0.4, spread: 0.5 },
            Step { table: "b", lower: 0.0, upper: 0.3, spread: 0.5 },
            Step { table: "b", lower: 0.3, upper: 0.6, spread: 0.5 },
        ],
    };

    /// Draws the lead of a player on a rung at a table, in a game of two seats with a deviation of a half.
    fn deal(rung: usize, table: &str, deal: u64, run: u64) -> f64 {
        let at_a = [0.0, 0.4, 0.6, 0.8];
        let at_b = [-0.4, 0.0, 0.3, 0.6];
        let mut rng = Rng::new(Seed(run).stream(deal));
        let noise: f64 = (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        if table == "a" { at_a[rung] + 0.5 * noise } else { at_b[rung] + 0.5 * noise }
    }

    fn climb(rung: usize, run: u64, threads: usize) -> Climb {
        let mut climb = Climb::new(LADDER, 2);
        climb
            .climb(
                (10_000, threads),
                |table, number| Ok::<_, ()>((deal(rung, table, number, run), ())),
                &mut |_, ()| {},
            )
            .unwrap();
        climb
    }

    #[test]
    fn everybody_is_put_on_their_rung_with_no_more_deals_than_the_tests_need() {
        for rung in 0..4 {
            for run in 0..50 {
                let climb = climb(rung, run, 1);
                assert_eq!(climb.rungs(), (rung, rung), "run {run}");
                let at_a: u64 = climb.tested.iter().filter(|(step, _)| *step == 0).map(|(_, sprt)| sprt.deals()).sum();
                let at_b = climb.tested.iter().filter(|(step, _)| *step > 0).map(|(_, sprt)| sprt.deals()).max();
                assert_eq!(climb.deals(), at_a + at_b.unwrap_or(0), "what two tests share is played once");
            }
        }
        assert_eq!(climb(2, 7, 1).deals(), climb(2, 7, 4).deals(), "on any number of threads");
    }

    #[test]
    fn ratings_follow_from_the_leads() {
        let ratings = LADDER.ratings(2);
        // Shares of 70 and 65 % against an equal, and the step from 65 to 80 %.
        for (rating, expected) in ratings.iter().zip([0.0, 147.2, 254.7, 388.0]) {
            assert!((rating - expected).abs() < 0.1, "{ratings:?}");
        }
        let (mut off, mut widths) = (0.0, 0.0);
        for run in 0..40 {
            let rating = climb(2, run, 1).rating().unwrap();
            off += (rating.points - ratings[2]) / rating.error / 40.0;
            widths += rating.error / 40.0;
        }
        // Stopping early exaggerates a little.
        assert!(off.abs() < 0.8 && widths < 60.0, "off by {off} errors of {widths}");
    }

    #[test]
    fn who_stands_half_way_is_somewhere_near_and_deals_that_run_out_decide_nothing() {
        let mut climb = Climb::new(LADDER, 2);
        climb.climb((20, 1), |_, _| Ok::<_, ()>((0.15, ())), &mut |_, ()| {}).unwrap();
        assert_eq!((climb.rungs(), climb.deals()), ((0, 3), 20));
        let stopped = climb.climb((30, 1), |_, _| Err::<(f64, ()), _>("no more"), &mut |_, ()| {});
        assert_eq!(stopped, Err("no more"));
    }

    #[test]
    fn who_always_wins_has_a_rating_all_the_same() {
        let best = rated(100.0, &Mean::of(&[1.0; 16]), 2);
        assert!(best.points.is_finite() && best.points > 500.0 && best.error > 50.0, "{best:?}");
        let once = rated(0.0, &Mean::of(&[0.0]), 2);
        assert!(once.points == 0.0 && once.error.is_finite(), "{once:?}");
    }
}
