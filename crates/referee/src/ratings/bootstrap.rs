//! Intervals by bootstrap: deals drawn again with replacement, and everything fitted again.
//!
//! Deals are drawn, not games: the games of a deal share its luck.

use cardsharp_rules::{Rng, Seed};

use super::Finish;
use super::fit::{Choice, PRIOR, choices, elo, fit};

/// A strength on Elo's scale and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The likeliest.
    pub points: f64,
    /// Where the interval begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
}

/// So many samples: the ends of an interval are then known to about a tenth of its width.
const SAMPLES: usize = 200;
/// A hundredth of an Elo point is close enough for the end of an interval.
const ROUGHLY: f64 = 1e-4;

/// Everybody's rating, from games grouped by deal.
pub fn rate(entrants: usize, deals: &[Vec<Finish>], seed: Seed) -> Vec<Rating> {
    let deals: Vec<Vec<Choice>> = deals.iter().map(|games| games.iter().flat_map(choices).collect()).collect();
    let once: Vec<(f64, &[Choice])> = deals.iter().map(|choices| (1.0, &choices[..])).collect();
    let likeliest = fit(&once, PRIOR, 1e-8, vec![1.0; entrants]);
    let mut samples = vec![Vec::with_capacity(SAMPLES); entrants];
    for number in 0..SAMPLES {
        let mut rng = Rng::new(seed.stream(number as u64));
        let mut times = vec![0.0; deals.len()];
        for _ in 0..deals.len() {
            times[rng.below(deals.len() as u32) as usize] += 1.0;
        }
        let drawn = times.iter().zip(&deals).filter(|&(&times, _)| times > 0.0);
        let drawn: Vec<(f64, &[Choice])> = drawn.map(|(&times, choices)| (times, &choices[..])).collect();
        for (samples, points) in samples.iter_mut().zip(elo(&fit(&drawn, PRIOR, ROUGHLY, likeliest.clone()))) {
            samples.push(points);
        }
    }
    let with_interval = |(points, mut samples): (f64, Vec<f64>)| {
        samples.sort_by(f64::total_cmp);
        let at = |part: f64| samples[((SAMPLES - 1) as f64 * part).round() as usize];
        // The likeliest is never outside, though a sample of a few deals may lie to one side of it.
        Rating { points, low: at(0.025).min(points), high: at(0.975).max(points) }
    };
    elo(&likeliest).into_iter().zip(samples).map(with_interval).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deals of one game each between two, of whom the first has odds of so many to one.
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
}
