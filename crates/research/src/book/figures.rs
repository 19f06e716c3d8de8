//! Means and shares with error bars, over deals.
//!
//! Decisions of one game are correlated, so deals are counted. A share is a ratio of sums, with the standard error of a
//! ratio, from the deviation of each deal.

use std::collections::BTreeMap;

use cardsharp_stats::Mean;

/// Returns the ratio of sums over deals, each given as a sum and a count; none if there is nothing to count.
pub fn ratio(deals: impl IntoIterator<Item = (f64, f64)>) -> Option<Mean> {
    let deals: Vec<(f64, f64)> = deals.into_iter().filter(|&(_, count)| count > 0.0).collect();
    let (sum, count) = deals.iter().fold((0.0, 0.0), |(sums, counts), (sum, count)| (sums + sum, counts + count));
    if count == 0.0 {
        return None;
    }
    let mean = sum / count;
    let off: f64 = deals.iter().map(|(sum, count)| (sum - mean * count).powi(2)).sum();
    let number = deals.len() as f64;
    let error = if number < 2.0 { f64::INFINITY } else { (off * number / (number - 1.0)).sqrt() / count };
    Some(Mean { mean, error, deals: deals.len() })
}

/// Sums by key and deal.
#[derive(Clone, Debug)]
pub struct Tally<K> {
    cells: BTreeMap<K, BTreeMap<usize, (f64, f64)>>,
}

impl<K: Ord> Default for Tally<K> {
    fn default() -> Tally<K> {
        Tally { cells: BTreeMap::new() }
    }
}

impl<K: Ord + Clone> Tally<K> {
    /// Adds a value of a deal under this key.
    pub fn note(&mut self, deal: usize, key: K, value: f64) {
        let (sum, count) = self.cells.entry(key).or_default().entry(deal).or_default();
        *sum += value;
        *count += 1.0;
    }

    /// Adds 1 if `is_so` and otherwise 0.
    pub fn note_if(&mut self, deal: usize, key: K, is_so: bool) {
        self.note(deal, key, f64::from(u8::from(is_so)));
    }

    /// The mean under a key; none without values.
    pub fn mean(&self, key: &K) -> Option<Mean> {
        ratio(self.cells.get(key)?.values().copied())
    }

    /// The number of values under a key.
    pub fn count(&self, key: &K) -> usize {
        self.cells.get(key).map_or(0, |deals| deals.values().map(|(_, count)| *count as usize).sum())
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.cells.keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_sum_over_the_count_and_its_error_that_of_the_deals() {
        // 3 of 4, 0 of 1, 1 of 1: 4/6. The deviations are 1/3, −2/3, 1/3 of a case; the squares add up to 2/3.
        let share = ratio([(3.0, 4.0), (0.0, 1.0), (1.0, 1.0)]).unwrap();
        assert!((share.mean - 4.0 / 6.0).abs() < 1e-12);
        assert!((share.error - (2.0_f64 / 3.0 * 3.0 / 2.0).sqrt() / 6.0).abs() < 1e-12);
        assert_eq!(ratio([(0.0, 0.0)]), None);
        assert!(ratio([(1.0, 2.0)]).unwrap().error.is_infinite());
    }

    #[test]
    fn with_one_value_a_deal_a_ratio_is_a_plain_mean() {
        let values = [1.0, -1.0, 0.0, 1.0, 1.0];
        let (plain, ratio) = (Mean::of(&values), ratio(values.map(|value| (value, 1.0))).unwrap());
        assert!((plain.mean - ratio.mean).abs() < 1e-12 && (plain.error - ratio.error).abs() < 1e-12);
    }

    #[test]
    fn a_tally_keeps_keys_and_deals_apart() {
        let mut tally = Tally::default();
        for (deal, key, is_so) in [(0, "a", true), (0, "a", false), (1, "a", true), (1, "b", false)] {
            tally.note_if(deal, key, is_so);
        }
        assert_eq!(tally.count(&"a"), 3);
        assert_eq!(tally.mean(&"a"), ratio([(1.0, 2.0), (1.0, 1.0)]));
        assert_eq!(tally.mean(&"b").unwrap().mean, 0.0);
        assert_eq!(tally.mean(&"c"), None);
    }
}
