//! Statistics against numbers worked out by hand.

use std::time::Duration;

use cardsharp_stats::{DealScores, Mean, compare, first_against_the_rest, standings};

/// Three deals of two games each, with the scores of players 0 and 1.
fn results() -> Vec<DealScores> {
    let scores = [[[10, 13], [20, 3]], [[5, 18], [5, 18]], [[11, 11], [12, 11]]];
    let times = [[vec![1, 2], vec![]], [vec![3], vec![]], [vec![10], vec![]]];
    scores
        .into_iter()
        .zip(times)
        .map(|(scores, times)| DealScores {
            returns: scores.into_iter().map(|scores| scores.into_iter().collect()).collect(),
            times: times.map(|times| times.into_iter().map(Duration::from_millis).collect()).into(),
        })
        .collect()
}

fn check(found: Mean, mean: f64, error: f64) {
    assert!((found.mean - mean).abs() < 1e-12 && (found.error - error).abs() < 1e-12, "{found:?} not {mean} ± {error}");
}

#[test]
fn standings_are_means_over_deals_not_games() {
    let [first, second] = standings(&results(), 1).try_into().unwrap();
    // Points deal by deal: 1/2, 0 and 3/4, a tie being half a point; their variance is 7/48.
    check(first.points, 5.0 / 12.0, (7.0_f64 / 144.0).sqrt());
    check(second.points, 7.0 / 12.0, (7.0_f64 / 144.0).sqrt());
    check(first.wins, 5.0 / 12.0, (7.0_f64 / 144.0).sqrt());
    // Scores deal by deal: 15, 5 and 11½; their variance is 25¾.
    check(first.returns, 10.5, (25.75_f64 / 3.0).sqrt());
    // Both are first in the tie.
    assert_eq!((first.places, second.places), (vec![3, 3], vec![4, 2]));
}

#[test]
fn a_comparison_is_paired_by_deal() {
    let [comparison] = compare(&results(), 1).try_into().unwrap();
    assert_eq!((comparison.player, comparison.against), (0, 1));
    // The differences are 0, -1 and 1/2: their mean is -1/6, their variance 7/12.
    check(comparison.difference, -1.0 / 6.0, 7.0_f64.sqrt() / 6.0);
    let (low, high) = comparison.difference.interval();
    assert!((high - low - 2.0 * 4.303 * 7.0_f64.sqrt() / 6.0).abs() < 1e-12);
}

#[test]
fn times_are_of_decisions_not_deals() {
    let [first, second] = standings(&results(), 1).try_into().unwrap();
    assert_eq!(first.times.mean, Duration::from_millis(4));
    assert_eq!(first.times.max, Duration::from_millis(10));
    // None of four decisions may be left out.
    assert_eq!(first.times.p99, Duration::from_millis(10));
    assert_eq!(second.times.max, Duration::ZERO, "who never decided took no time");

    let mut hundred = results();
    hundred[0].times[1] = (1..=100).map(Duration::from_millis).collect();
    assert_eq!(standings(&hundred, 1)[1].times.p99, Duration::from_millis(99));
}

#[test]
fn games_of_a_match_are_one_figure() {
    let mut results = results();
    results.extend(self::results().into_iter().take(1));
    let [first, _] = standings(&results, 2).try_into().unwrap();
    // Points match by match: 1/4 and 5/8; their variance is 9/128.
    check(first.points, 7.0 / 16.0, (9.0_f64 / 256.0).sqrt());
    assert_eq!((first.points.deals, first.places), (2, vec![4, 4]), "places are counted by games");
    let [comparison] = compare(&results, 2).try_into().unwrap();
    check(comparison.difference, -1.0 / 8.0, (9.0_f64 / 64.0).sqrt());
    assert_eq!(first_against_the_rest(&results[..2]), -0.5);
}
