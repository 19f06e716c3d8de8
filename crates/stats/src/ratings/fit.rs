//! Maximum likelihood by Hunter's MM algorithm: every step raises the likelihood.
//!
//! D. R. Hunter, MM algorithms for generalized Bradley–Terry models, Annals of Statistics 32 (2004).

/// The wins, and the losses, that each player has against strength 1.
pub(super) const PRIOR: f64 = 0.5;

/// A choice of the model: the next player among those left, with a weight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice {
    /// The players left; the first is chosen.
    pub(super) left: Vec<usize>,
    pub(super) weight: f64,
}

/// The choices that a game with these places consists of; ties count as all their orders.
pub(super) fn choices(places: &[u8]) -> Vec<Choice> {
    let mut orders = vec![(Vec::<usize>::new(), 1.0)];
    for _ in places {
        let mut longer = Vec::new();
        for (order, weight) in &orders {
            let left: Vec<usize> = (0..places.len()).filter(|seat| !order.contains(seat)).collect();
            let best = left.iter().map(|&seat| places[seat]).min().expect("somebody is left");
            let next: Vec<usize> = left.into_iter().filter(|&seat| places[seat] == best).collect();
            for &seat in &next {
                let order: Vec<usize> = order.iter().copied().chain([seat]).collect();
                longer.push((order, weight / next.len() as f64));
            }
        }
        orders = longer;
    }
    let mut choices = Vec::new();
    for (order, weight) in orders {
        // The last player of a table is no choice.
        for first in 0..places.len().saturating_sub(1) {
            choices.push(Choice { left: order[first..].to_vec(), weight });
        }
    }
    choices
}

/// The sufficient statistics of some games: the likelihood depends on nothing else. A million games between eight
/// players are a few hundred numbers.
#[derive(Clone, Debug)]
pub(super) struct Totals<'a> {
    /// The number of times each player was chosen.
    pub(super) wins: &'a [f64],
    pub(super) sets: &'a [Vec<usize>],
    /// The number of choices from each set.
    pub(super) times: &'a [f64],
}

/// Returns the likeliest strengths, from a first guess; the last step changed their logarithms by under `tolerance`.
pub(super) fn fit(totals: &Totals<'_>, prior: f64, tolerance: f64, mut strengths: Vec<f64>) -> Vec<f64> {
    for _ in 0..MOST_STEPS {
        let mut chances: Vec<f64> = strengths.iter().map(|strength| 2.0 * prior / (strength + 1.0)).collect();
        for (set, &times) in totals.sets.iter().zip(totals.times).filter(|&(_, &times)| times > 0.0) {
            let sum: f64 = set.iter().map(|&entrant| strengths[entrant]).sum();
            for &entrant in set {
                chances[entrant] += times / sum;
            }
        }
        let mut change = 0.0_f64;
        for ((strength, wins), chance) in strengths.iter_mut().zip(totals.wins).zip(&chances) {
            let wins = prior + wins;
            if *chance > 0.0 && wins > 0.0 {
                let next = wins / chance;
                change = change.max((next / *strength).ln().abs());
                *strength = next;
            }
        }
        if change < tolerance {
            break;
        }
    }
    strengths
}

/// The most steps; usually there are some dozens, and they are cheap.
const MOST_STEPS: u32 = 10_000;

/// Converts strengths to Elo's scale, with mean 0.
pub(super) fn elo(strengths: &[f64]) -> Vec<f64> {
    let points: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = points.iter().sum::<f64>() / points.len().max(1) as f64;
    points.iter().map(|points| points - mean).collect()
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Rng, Seed};

    use super::*;
    use crate::ratings::{Evidence, Finish};

    /// The maximum-likelihood strengths of games with these weights.
    fn fitted(entrants: usize, games: &[(f64, Finish)], prior: f64, tolerance: f64) -> Vec<f64> {
        let mut evidence = Evidence::new(entrants);
        for (_, game) in games {
            evidence.add(std::slice::from_ref(game));
        }
        let times: Vec<f64> = games.iter().map(|(times, _)| *times).collect();
        let (wins, sets) = evidence.totals(&times);
        fit(&Totals { wins: &wins, sets: evidence.sets(), times: &sets }, prior, tolerance, vec![1.0; entrants])
    }

    fn finish(entrants: &[usize], places: &[u8]) -> Finish {
        Finish { entrants: entrants.to_vec(), places: places.to_vec() }
    }

    #[test]
    fn a_tie_is_every_order_in_equal_parts() {
        let found = choices(&[1, 1]);
        let half = |left: [usize; 2]| Choice { left: left.to_vec(), weight: 0.5 };
        assert_eq!(found, [half([0, 1]), half([1, 0])]);
        let found = choices(&[2, 1, 2]);
        assert!(found.iter().filter(|choice| choice.left[0] == 1).all(|choice| choice.left.len() == 3));
        assert_eq!(found.iter().map(|choice| choice.weight).sum::<f64>(), 2.0);
    }

    /// The American League of 1987, wins of the row over the column: the example of Agresti's
    /// Categorical Data Analysis and of R's package `BradleyTerry2`, whose figures these are.
    #[test]
    fn the_figures_are_those_of_r() {
        // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
        const WINS: [[u32; 7]; 7] = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        const ABILITY: [f64; 7] = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        let mut all = Vec::new();
        for (winner, row) in WINS.iter().enumerate() {
            for (loser, &wins) in row.iter().enumerate() {
                if winner != loser {
                    all.push((f64::from(wins), finish(&[winner, loser], &[1, 2])));
                }
            }
        }
        let strengths = fitted(7, &all, 0.0, 1e-10);
        for (team, ability) in ABILITY.iter().enumerate() {
            let found = (strengths[team] / strengths[6]).ln();
            assert!((found - ability).abs() < 2e-4, "team {team}: {found} is not {ability}");
        }
    }

    /// Orders of four among six, drawn once at random, with the result of `ilsr_rankings` of the Python package choix
    /// 0.4.1 (L. Maystre) with `alpha=0`: Plackett and Luce's model by another algorithm.
    #[test]
    fn the_figures_are_those_of_choix() {
        #[rustfmt::skip]
        const ORDERS: [[usize; 4]; 24] = [
            [4, 0, 1, 3], [2, 0, 4, 5], [0, 3, 5, 4], [1, 0, 4, 3], [1, 0, 2, 5], [3, 0, 2, 1], [0, 1, 2, 4], [0, 4, 1, 5],
            [5, 1, 4, 2], [2, 5, 4, 1], [3, 0, 2, 1], [1, 0, 4, 3], [0, 2, 3, 4], [1, 0, 2, 4], [1, 2, 3, 4], [0, 3, 4, 5],
            [1, 2, 3, 5], [0, 1, 2, 4], [1, 0, 2, 4], [0, 3, 4, 2], [1, 0, 2, 5], [3, 0, 2, 5], [4, 2, 3, 1], [3, 1, 5, 4],
        ];
        const LOGS: [f64; 6] =
            [1.343_676_885, 0.475_235_584, 0.083_397_944, 0.115_300_803, -0.729_492_621, -1.288_118_595];
        let all: Vec<(f64, Finish)> = ORDERS.iter().map(|order| (1.0, finish(order, &[1, 2, 3, 4]))).collect();
        let logs: Vec<f64> = fitted(6, &all, 0.0, 1e-13).iter().map(|strength| strength.ln()).collect();
        let mean = logs.iter().sum::<f64>() / 6.0;
        for (entrant, (log, expected)) in logs.iter().zip(LOGS).enumerate() {
            assert!((log - mean - expected).abs() < 1e-7, "entrant {entrant}: {} is not {expected}", log - mean);
        }
    }

    /// The log-likelihood by definition: the chance of a result is the mean, in logarithms, over all orders that agree.
    fn log_likelihood(logs: &[f64], games: &[Finish]) -> f64 {
        fn orders(left: &[usize]) -> Vec<Vec<usize>> {
            if left.is_empty() {
                return vec![Vec::new()];
            }
            let with_first = |&first: &usize| {
                let rest: Vec<usize> = left.iter().copied().filter(|&seat| seat != first).collect();
                orders(&rest).into_iter().map(move |rest| [vec![first], rest].concat()).collect::<Vec<_>>()
            };
            left.iter().flat_map(with_first).collect()
        }
        let chance = |order: &[usize], finish: &Finish| {
            let strength = |&seat: &usize| logs[finish.entrants[seat]].exp();
            (0..order.len())
                .map(|first| (strength(&order[first]) / order[first..].iter().map(strength).sum::<f64>()).ln())
                .sum::<f64>()
        };
        let of_game = |finish: &Finish| {
            let seats: Vec<usize> = (0..finish.places.len()).collect();
            let agree =
                |order: &Vec<usize>| order.windows(2).all(|pair| finish.places[pair[0]] <= finish.places[pair[1]]);
            let orders: Vec<Vec<usize>> = orders(&seats).into_iter().filter(agree).collect();
            orders.iter().map(|order| chance(order, finish)).sum::<f64>() / orders.len() as f64
        };
        let prior = |log: &f64| PRIOR * (log - 2.0 * (log.exp() + 1.0).ln());
        games.iter().map(of_game).sum::<f64>() + logs.iter().map(prior).sum::<f64>()
    }

    #[test]
    fn no_step_in_any_direction_is_likelier() {
        let mut rng = Rng::new(Seed(4));
        let games: Vec<Finish> = (0..40)
            .map(|_| {
                let mut entrants: Vec<usize> = (0..6).collect();
                rng.shuffle(&mut entrants);
                entrants.truncate(4);
                // Low numbers are stronger, and ties are common.
                let places = entrants.iter().map(|&entrant| entrant as u8 / 2 + rng.below(3) as u8).collect();
                Finish { entrants, places }
            })
            .collect();
        let once: Vec<(f64, Finish)> = games.iter().map(|game| (1.0, game.clone())).collect();
        let found = fitted(6, &once, PRIOR, 1e-12);
        // The same maximum, by brute force with ever smaller steps from another start.
        let mut logs = vec![0.5; 6];
        let mut size = 1.0;
        while size > 1e-6 {
            let before = log_likelihood(&logs, &games);
            for entrant in 0..6 {
                for step in [-size, size] {
                    let mut other = logs.clone();
                    other[entrant] += step;
                    if log_likelihood(&other, &games) > log_likelihood(&logs, &games) {
                        logs = other;
                    }
                }
            }
            if log_likelihood(&logs, &games) <= before {
                size /= 2.0;
            }
        }
        for (strength, log) in found.iter().zip(&logs) {
            assert!((strength.ln() - log).abs() < 1e-4, "{found:?} is not {logs:?}");
        }
        assert!(found[0] > found[5]);
    }

    #[test]
    fn who_always_wins_is_strong_but_finite() {
        let points = elo(&fitted(2, &[(10.0, finish(&[0, 1], &[1, 2]))], PRIOR, 1e-9));
        assert!(points[0] > 200.0 && points[0] < 1000.0 && (points[0] + points[1]).abs() < 1e-6, "{points:?}");
        assert_eq!(elo(&fitted(3, &[], PRIOR, 1e-9)), [0.0; 3]);
    }
}
