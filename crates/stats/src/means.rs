//! Means with error bars, over deals, or over matches if players remember games, which are then not independent.

use std::collections::BTreeMap;
use std::time::Duration;

use cardsharp_rules::{BySeat, Seat, outcome};

/// The results of the games of one deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DealScores {
    /// The returns by *player*, one per game.
    pub returns: Vec<BySeat<i32>>,
    /// Each player's thinking times, decision by decision.
    pub times: Vec<Vec<Duration>>,
}

/// A mean over deals or matches, with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; infinite for fewer than two.
    pub error: f64,
    /// The number of deals or matches.
    pub deals: usize,
}

/// Student's two-sided 95 % quantiles for 1 to 30 degrees of freedom: 1.96 promises too much for a handful of deals.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// The fewest deals that can show a difference: a few equal deals have no spread.
const ENOUGH: usize = 5;

impl Mean {
    /// The mean of these values and its standard error.
    pub fn of(values: &[f64]) -> Mean {
        let deals = values.len();
        let mean = values.iter().sum::<f64>() / deals as f64;
        if deals < 2 {
            return Mean { mean, error: f64::INFINITY, deals };
        }
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (deals - 1) as f64;
        Mean { mean, error: (variance / deals as f64).sqrt(), deals }
    }

    /// Half the width of the 95 % interval.
    pub fn margin(&self) -> f64 {
        let freedom = self.deals.saturating_sub(1);
        // Beyond the table the first term of the expansion in 1/freedom is exact to a thousandth.
        let quantile = STUDENT.get(freedom.wrapping_sub(1)).copied().unwrap_or(1.96 + 2.4 / freedom as f64);
        quantile * self.error
    }

    /// The 95 % interval.
    pub fn interval(&self) -> (f64, f64) {
        (self.mean - self.margin(), self.mean + self.margin())
    }

    /// Whether the mean differs significantly from zero.
    pub fn is_certain(&self) -> bool {
        self.deals >= ENOUGH && self.mean.abs() > self.margin()
    }
}

/// A player's thinking times per decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecisionTimes {
    /// The mean.
    pub mean: Duration,
    /// The 99th percentile.
    pub p99: Duration,
    /// The maximum.
    pub max: Duration,
}

/// The results of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Tournament points per game: one for every seat behind, ties shared.
    pub points: Mean,
    /// The share of wins, shared wins counted in part.
    pub wins: Mean,
    /// The game's own returns: negative penalties, the score, or won and lost.
    pub returns: Mean,
    /// Tournament points and returns of all games.
    pub total: (f64, i64),
    /// The number of times each place was taken; a tie counts as the better place.
    pub places: Vec<u64>,
    /// The thinking times.
    pub times: DecisionTimes,
}

/// The comparison of two players, deal by deal or match by match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The first player.
    pub player: usize,
    /// The second player.
    pub against: usize,
    /// Tournament points of the first minus those of the second, per game.
    pub difference: Mean,
}

fn points(returns: &BySeat<i32>, player: Seat) -> f64 {
    f64::from(outcome::tournament_halves(returns)[player]) / 2.0
}

/// Tournament points of a player minus the mean of the others', in a game.
pub fn lead(returns: &BySeat<i32>, player: Seat) -> f64 {
    let (points, seats) = (points(returns, player), returns.seats());
    points - ((0..seats).sum::<usize>() as f64 - points) / (seats - 1) as f64
}

/// Returns a number for every match of `match_length` deals: the mean over its games.
fn per_match(deals: &[DealScores], match_length: u64, value: impl Fn(&BySeat<i32>) -> f64) -> Vec<f64> {
    deals.chunks(match_length as usize).map(|deals| mean_of_games(deals, &value)).collect()
}

fn mean_of_games(deals: &[DealScores], value: impl Fn(&BySeat<i32>) -> f64) -> f64 {
    let games = deals.iter().map(|deal| deal.returns.len()).sum::<usize>();
    deals.iter().flat_map(|deal| &deal.returns).map(value).sum::<f64>() / games as f64
}

/// The [`lead`] of the first player, the mean over the games of these deals.
pub fn first_against_the_rest(deals: &[DealScores]) -> f64 {
    mean_of_games(deals, |returns| lead(returns, Seat::FIRST))
}

/// The players of the match; none if nothing was played.
fn players(deals: &[DealScores]) -> impl Iterator<Item = Seat> + use<> {
    Seat::all(deals.first().map_or(0, |deal| deal.times.len()))
}

/// Returns each player's results in matches of `match_length` deals.
pub fn standings(deals: &[DealScores], match_length: u64) -> Vec<Standing> {
    let mean = |value: &dyn Fn(&BySeat<i32>) -> f64| Mean::of(&per_match(deals, match_length, value));
    players(deals)
        .map(|player| {
            let (mut places, mut total) = (vec![0; players(deals).count()], (0.0, 0));
            for returns in deals.iter().flat_map(|deal| &deal.returns) {
                places[usize::from(outcome::places(returns)[player]) - 1] += 1;
                total = (total.0 + points(returns, player), total.1 + i64::from(returns[player]));
            }
            Standing {
                points: mean(&|returns| points(returns, player)),
                wins: mean(&|returns| outcome::win_shares(returns)[player]),
                returns: mean(&|returns| f64::from(returns[player])),
                total,
                places,
                times: DecisionTimes::of(deals.iter().flat_map(|deal| &deal.times[player.index()]).copied().collect()),
            }
        })
        .collect()
}

impl DecisionTimes {
    /// The figures of these times, in any order.
    pub fn of(mut times: Vec<Duration>) -> DecisionTimes {
        if times.is_empty() {
            return DecisionTimes::default();
        }
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / times.len() as u32;
        DecisionTimes { mean, p99: times[(times.len() * 99).div_ceil(100) - 1], max: times[times.len() - 1] }
    }

    /// The figures of times in microseconds, each with its count.
    pub fn counted(counts: &BTreeMap<u32, u64>) -> DecisionTimes {
        let count: u64 = counts.values().sum();
        let Some((&max, _)) = counts.last_key_value() else { return DecisionTimes::default() };
        let nanos: u128 = counts.iter().map(|(&time, &count)| u128::from(time) * u128::from(count) * 1000).sum();
        let mut before = 0;
        let p99 = counts.iter().find(|&(_, count_of_time)| {
            before += count_of_time;
            before >= (count * 99).div_ceil(100)
        });
        let micros = |time: u32| Duration::from_micros(time.into());
        let mean = Duration::from_nanos((nanos / u128::from(count)) as u64);
        DecisionTimes { mean, p99: p99.map_or(Duration::ZERO, |(&time, _)| micros(time)), max: micros(max) }
    }
}

/// Compares every player with every later one, paired by match of `match_length` deals.
pub fn compare(deals: &[DealScores], match_length: u64) -> Vec<Comparison> {
    let pairs = players(deals).flat_map(|a| players(deals).filter(move |b| a < *b).map(move |b| (a, b)));
    pairs
        .map(|(a, b)| {
            let difference = per_match(deals, match_length, |returns| points(returns, a) - points(returns, b));
            Comparison { player: a.index(), against: b.index(), difference: Mean::of(&difference) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_are_counted_have_the_same_figures() {
        for length in [0, 1, 2, 99, 100, 101, 1000_u32] {
            let times = || (0..length).map(|number| number.wrapping_mul(2_654_435_761) % 37 * 1001);
            let mut counts = BTreeMap::new();
            times().for_each(|time| *counts.entry(time).or_default() += 1);
            let one_by_one = times().map(|time| Duration::from_micros(time.into())).collect();
            assert_eq!(DecisionTimes::counted(&counts), DecisionTimes::of(one_by_one), "{length}");
        }
    }

    #[test]
    fn the_standard_error_is_that_of_a_mean() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(mean.mean, 2.5);
        // The sample variance is 5/3, a quarter of it 5/12.
        assert!((mean.error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!(Mean::of(&[1.0]).error.is_infinite());
    }

    #[test]
    fn few_deals_have_wide_margins_and_decide_nothing() {
        let two = Mean::of(&[0.9, 1.1]);
        assert!((two.margin() - 12.706 * 0.1).abs() < 1e-9);
        assert!(!Mean::of(&[1.0; 4]).is_certain());
        assert!(Mean::of(&[1.0; 5]).is_certain());
        assert!(!Mean::of(&[1.0, -1.0, 1.0, -1.0, 1.0, 0.0]).is_certain());
        // At 31 degrees of freedom the quantile is 2.040.
        let many = Mean { mean: 0.0, error: 1.0, deals: 32 };
        assert!((many.margin() - 2.040).abs() < 0.003);
    }
}
