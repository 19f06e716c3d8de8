//! Intervals by bootstrap: deals are drawn with replacement, and strengths fitted again.
//!
//! Deals are drawn, not games: the games of a deal share its luck.

use cardsharp_rules::{Rng, Seed};

use super::Evidence;
use super::fit::{PRIOR, Totals, elo, fit};

/// A strength on Elo's scale and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The maximum-likelihood value.
    pub points: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The number of samples: it gives the ends of an interval to about a tenth of its width.
const SAMPLES: usize = 200;
/// A hundredth of an Elo point is close enough for the end of an interval.
const ROUGHLY: f64 = 1e-4;

impl Evidence {
    /// Returns the rating of each entrant.
    pub fn rate(&self, seed: Seed) -> Vec<Rating> {
        let likeliest = self.likeliest(&vec![1.0; self.deals()], 1e-8, vec![1.0; self.entrants()]);
        let mut samples = vec![Vec::with_capacity(SAMPLES); self.entrants()];
        for number in 0..SAMPLES {
            let times = draw(self.deals(), seed.stream(number as u64));
            let points = elo(&self.likeliest(&times, ROUGHLY, likeliest.clone()));
            for (samples, points) in samples.iter_mut().zip(points) {
                samples.push(points);
            }
        }
        elo(&likeliest).into_iter().zip(samples).map(with_interval).collect()
    }

    fn likeliest(&self, times: &[f64], tolerance: f64, start: Vec<f64>) -> Vec<f64> {
        let (wins, times) = self.totals(times);
        fit(&Totals { wins: &wins, sets: self.sets(), times: &times }, PRIOR, tolerance, start)
    }
}

/// Draws as many deals as there are, and returns how often each was drawn.
fn draw(deals: usize, seed: Seed) -> Vec<f64> {
    let mut rng = Rng::new(seed);
    let mut times = vec![0.0; deals];
    for _ in 0..deals {
        times[rng.below(deals as u32) as usize] += 1.0;
    }
    times
}

fn with_interval((points, mut samples): (f64, Vec<f64>)) -> Rating {
    samples.sort_by(f64::total_cmp);
    let at = |part: f64| samples[((SAMPLES - 1) as f64 * part).round() as usize];
    // The interval holds the likeliest value, though samples of a few deals may lie to one side of it.
    Rating { points, low: at(0.025).min(points), high: at(0.975).max(points) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::Finish;
    use crate::ratings::fit::choices;

    fn rate(entrants: usize, deals: &[Vec<Finish>], seed: Seed) -> Vec<Rating> {
        let mut evidence = Evidence::new(entrants);
        for games in deals {
            evidence.add(games);
        }
        evidence.rate(seed)
    }

    /// Deals of one game each between two players; the first has these odds to one.
    fn deals(count: usize, odds: f64, seed: u64) -> Vec<Vec<Finish>> {
        let mut rng = Rng::new(Seed(seed));
        let mut game = || {
            let won = rng.unit() < odds / (odds + 1.0);
            vec![Finish { entrants: vec![0, 1], places: if won { vec![1, 2] } else { vec![2, 1] } }]
        };
        (0..count).map(|_| game()).collect()
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        // Odds of three to one are 191 points apart, so 95 from the mean.
        let truth = 200.0 * 3.0_f64.log10();
        let holds = |seed: u64| {
            let rating = rate(2, &deals(150, 3.0, seed), Seed(seed))[0];
            rating.low <= truth && truth <= rating.high
        };
        let held = (0..200).filter(|&seed| holds(seed)).count();
        assert!((180..=199).contains(&held), "{held} of 200");
    }

    #[test]
    fn games_of_one_deal_are_not_independent_evidence() {
        let single = deals(60, 2.0, 1);
        let fourfold: Vec<Vec<Finish>> = single.iter().map(|games| vec![games[0].clone(); 4]).collect();
        let width = |deals: &[Vec<Finish>]| {
            let rating = rate(2, deals, Seed(1))[0];
            rating.high - rating.low
        };
        assert!((width(&fourfold) / width(&single) - 1.0).abs() < 0.2);
        assert_eq!(rate(2, &single, Seed(1)), rate(2, &single, Seed(1)));
    }

    /// A slow and obvious version, which counts every game of every drawn deal, gives the same.
    #[test]
    fn counting_before_fitting_changes_nothing() {
        let mut rng = Rng::new(Seed(9));
        let mut game = |table: &[usize]| {
            let places = table.iter().map(|&entrant| 1 + entrant as u8 / 2 + rng.below(3) as u8).collect();
            Finish { entrants: table.to_vec(), places }
        };
        let mut deals = Vec::new();
        for number in 0..30 {
            let table = [[0, 1, 2, 3], [3, 2, 5, 4], [4, 0, 5, 1]][number % 3];
            deals.push((0..4).map(|_| game(&table)).collect::<Vec<_>>());
        }
        let one_by_one = |times: &[f64], tolerance: f64, start: Vec<f64>| {
            let (mut wins, mut sets, mut counts) = (vec![0.0; 6], Vec::new(), Vec::new());
            for (game, &times) in
                deals.iter().zip(times).flat_map(|(games, times)| games.iter().map(move |game| (game, times)))
            {
                for choice in choices(&game.places) {
                    let left: Vec<usize> = choice.left.iter().map(|&seat| game.entrants[seat]).collect();
                    wins[left[0]] += times * choice.weight;
                    sets.push(left);
                    counts.push(times * choice.weight);
                }
            }
            fit(&Totals { wins: &wins, sets: &sets, times: &counts }, PRIOR, tolerance, start)
        };
        let likeliest = one_by_one(&[1.0; 30], 1e-8, vec![1.0; 6]);
        let mut samples = vec![Vec::new(); 6];
        for number in 0..SAMPLES {
            let times = draw(30, Seed(2).stream(number as u64));
            for (samples, points) in samples.iter_mut().zip(elo(&one_by_one(&times, ROUGHLY, likeliest.clone()))) {
                samples.push(points);
            }
        }
        let expected = elo(&likeliest).into_iter().zip(samples).map(with_interval);
        for (found, expected) in rate(6, &deals, Seed(2)).iter().zip(expected) {
            let pairs = [(found.points, expected.points), (found.low, expected.low), (found.high, expected.high)];
            assert!(pairs.iter().all(|(found, expected)| (found - expected).abs() < 1e-6), "{found:?} {expected:?}");
            assert!(found.low < found.high);
        }
    }
}
