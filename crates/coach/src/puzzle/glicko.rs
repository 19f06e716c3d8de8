//! Ratings of puzzles and solvers: Glicko (Mark Glickman, 1999), updated after every answer.
//!
//! A solved puzzle lost to its solver. The more uncertain rating moves more.

use serde::{Deserialize, Serialize};

/// A rating with its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = ToldRating))]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// The smallest deviation, so that every rating can still change.
pub const LEAST_DEVIATION: f64 = 45.0;
/// The largest deviation.
pub const MOST_DEVIATION: f64 = 350.0;

impl Rating {
    /// The rating of a new solver.
    pub const NEW: Rating = Rating { rating: 1_500.0, deviation: MOST_DEVIATION };

    /// Clamps a rating from an untrusted source to the valid range.
    #[must_use]
    pub fn within_reason(self) -> Rating {
        let sane = |number: f64, least: f64, most: f64, otherwise: f64| {
            if number.is_finite() { number.clamp(least, most) } else { otherwise }
        };
        Rating {
            rating: sane(self.rating, 100.0, 3_500.0, Rating::NEW.rating),
            deviation: sane(self.deviation, LEAST_DEVIATION, MOST_DEVIATION, MOST_DEVIATION),
        }
    }

    /// Returns the expected score against `other`.
    pub fn expects(self, other: Rating) -> f64 {
        let off = g(self.deviation.hypot(other.deviation));
        1.0 / (1.0 + 10f64.powf(-off * (self.rating - other.rating) / 400.0))
    }

    /// Returns the rating after a result against `other`, `score` from 0 to 1.
    #[must_use]
    pub fn after(self, other: Rating, score: f64) -> Rating {
        let off = g(other.deviation);
        let expected = 1.0 / (1.0 + 10f64.powf(-off * (self.rating - other.rating) / 400.0));
        let information = Q * Q * off * off * expected * (1.0 - expected);
        let variance = 1.0 / (1.0 / (self.deviation * self.deviation) + information);
        Rating {
            rating: self.rating + Q * variance * off * (score - expected),
            deviation: variance.sqrt().max(LEAST_DEVIATION),
        }
    }
}

const Q: f64 = std::f64::consts::LN_10 / 400.0;

/// Glickman's g: the weight of a result against an opponent with this deviation.
fn g(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * (Q * deviation / std::f64::consts::PI).powi(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in Glickman's paper: g and E of three opponents.
    #[test]
    fn the_example_of_the_paper() {
        for (deviation, expected) in [(30.0, 0.9955), (100.0, 0.9531), (300.0, 0.7242)] {
            assert!((g(deviation) - expected).abs() < 1e-4, "{deviation}");
        }
        let me = Rating { rating: 1_500.0, deviation: 200.0 };
        // One win against 1400 ± 30, computed by hand with the paper's formulas.
        let after = me.after(Rating { rating: 1_400.0, deviation: 30.0 }, 1.0);
        assert!((after.rating - 1_563.4).abs() < 0.5 && (after.deviation - 175.2).abs() < 0.5, "{after:?}");
    }

    #[test]
    fn a_large_deviation_moves_more_and_invalid_input_changes_nothing() {
        let (new, old) = (Rating::NEW, Rating { rating: 1_500.0, deviation: 50.0 });
        assert!(new.after(old, 1.0).rating - 1_500.0 > 3.0 * (old.after(new, 1.0).rating - 1_500.0));
        let wild = Rating { rating: f64::NAN, deviation: f64::INFINITY }.within_reason();
        assert_eq!(wild, Rating::NEW);
        assert_eq!(Rating { rating: 1e9, deviation: -3.0 }.within_reason().rating, 3_500.0);
        assert!((new.expects(old) - 0.5).abs() < 1e-9);
    }
}
