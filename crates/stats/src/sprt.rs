//! A sequential test: deals are played until the evidence decides.
//!
//! This is Wald's sequential probability ratio test between two hypotheses about the mean difference of a deal, as
//! chess match runners use it. The spread is unknown and estimated from the deals so far (the generalised test). With a
//! few dozen deals and rotated seats the means are normal enough; a test checks the error rates by simulation.

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is the smaller one, or less.
    Smaller,
    /// The difference is the larger one, or more.
    Larger,
}

/// A test between two mean differences a deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    smaller: f64,
    larger: f64,
    deals: u64,
    sum: f64,
    squares: f64,
    bound: f64,
    least_variance: f64,
}

/// The probability of each kind of wrong decision.
pub const ERROR_RATE: f64 = 0.05;
/// The fewest deals that decide: the spread of a handful says little.
const LEAST_DEALS: u64 = 16;

impl Sprt {
    /// Tests whether the difference is `smaller` or `larger`.
    ///
    /// # Panics
    /// If `smaller` is not less than `larger`.
    pub fn new(smaller: f64, larger: f64) -> Sprt {
        assert!(smaller < larger, "the smaller difference comes first");
        Sprt { smaller, larger, deals: 0, sum: 0.0, squares: 0.0, bound: Sprt::bound(), least_variance: 1e-6 }
    }

    /// The same test with this rate of wrong decisions of either kind.
    ///
    /// # Panics
    /// If that is not between 0 and a half.
    #[must_use]
    pub fn with_error_rate(self, rate: f64) -> Sprt {
        assert!(rate > 0.0 && rate < 0.5, "a rate of errors");
        Sprt { bound: ((1.0 - rate) / rate).ln(), ..self }
    }

    /// The same test for deals with at least this standard deviation, because a few deals may be equal by chance.
    #[must_use]
    pub fn with_least_spread(self, deviation: f64) -> Sprt {
        Sprt { least_variance: deviation * deviation, ..self }
    }

    /// Adds the difference of a deal.
    pub fn add(&mut self, difference: f64) {
        self.deals += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// The log-likelihood ratio of the larger difference to the smaller.
    pub fn log_ratio(&self) -> f64 {
        if self.deals < 2 {
            return 0.0;
        }
        let deals = self.deals as f64;
        let mean = self.sum / deals;
        // Equal deals have no spread; a small one is assumed.
        let variance = (self.squares / deals - mean * mean).max(self.least_variance);
        deals * (self.larger - self.smaller) * (mean - f64::midpoint(self.smaller, self.larger)) / variance
    }

    /// The number of deals so far.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The log-likelihood ratio beyond which the usual test has decided.
    pub fn bound() -> f64 {
        ((1.0 - ERROR_RATE) / ERROR_RATE).ln()
    }

    /// The decision, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        let ratio = self.log_ratio();
        match () {
            () if self.deals < LEAST_DEALS => None,
            () if ratio >= self.bound => Some(Decision::Larger),
            () if ratio <= -self.bound => Some(Decision::Smaller),
            () => None,
        }
    }

    /// The two differences.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.smaller, self.larger)
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Rng, Seed};

    use super::*;

    /// Draws a difference as deals show them: one of a few multiples of an eighth, with this mean.
    fn difference(mean: f64, rng: &mut Rng) -> f64 {
        let coins = (0..8).map(|_| if rng.unit() < 0.5 + mean / 4.0 { 0.25 } else { -0.25 });
        coins.sum()
    }

    fn decide(mean: f64, rng: &mut Rng) -> (Decision, u64) {
        let mut sprt = Sprt::new(0.0, 0.2);
        loop {
            sprt.add(difference(mean, rng));
            if let Some(decision) = sprt.decision() {
                return (decision, sprt.deals);
            }
        }
    }

    #[test]
    fn wrong_decisions_are_as_rare_as_promised() {
        let mut rng = Rng::new(Seed(1));
        let runs = 4_000;
        for (mean, wrong) in [(0.0, Decision::Larger), (0.2, Decision::Smaller)] {
            let errors = (0..runs).filter(|_| decide(mean, &mut rng).0 == wrong).count();
            let rate = errors as f64 / f64::from(runs);
            // Three standard errors of a binomial with the promised rate.
            assert!(rate < ERROR_RATE + 0.011, "mean {mean}: {rate}");
            assert!(rate > 0.02, "mean {mean}: {rate}, it plays on for longer than it need");
        }
    }

    #[test]
    fn plain_evidence_is_decided_sooner_than_a_close_call() {
        let mut rng = Rng::new(Seed(2));
        let mut deals = |mean: f64| (0..300).map(|_| decide(mean, &mut rng).1).sum::<u64>() / 300;
        let (close, plain) = (deals(0.1), deals(0.5));
        assert!(2 * plain < close, "{plain} and {close} deals");
    }

    #[test]
    fn nothing_is_decided_by_a_handful_of_deals() {
        let mut sprt = Sprt::new(0.0, 0.1);
        for _ in 1..LEAST_DEALS {
            sprt.add(1.0);
            assert_eq!(sprt.decision(), None);
        }
        sprt.add(1.0);
        assert_eq!(sprt.decision(), Some(Decision::Larger));
    }
}
