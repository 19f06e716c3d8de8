//! A [`Style`]: a way to play, given as the probability of each legal action.
//!
//! House players are styles, which serve three purposes: a player samples from them, a belief asks how likely an
//! opponent's past choices were, and a search samples from them to play on.

use crate::{ActionOf, Game, Observation, ObservationOf, Rng};

/// A way to play that depends only on the seat's view.
pub trait Style<G: Game>: Send + Sync {
    /// The name as typed.
    fn name(&self) -> &'static str;

    /// Its description in one line.
    fn summary(&self) -> &'static str;

    /// Fills `weights` with the probability of each legal action, in their order. The sum is 1.
    fn weigh(&self, view: &ObservationOf<G>, legal: &[ActionOf<G>], weights: &mut Vec<f32>);

    /// Weighs many views with their legal actions. Overridden for speed; must equal the answers of [`Style::weigh`].
    fn weigh_all(&self, views: &[(ObservationOf<G>, &[ActionOf<G>])]) -> Vec<Vec<f32>> {
        let weigh = |(view, legal): &(ObservationOf<G>, &[ActionOf<G>])| {
            let mut weights = Vec::new();
            self.weigh(view, legal, &mut weights);
            weights
        };
        views.iter().map(weigh).collect()
    }

    /// Chooses an action. Final. Panics if it is not this seat's turn.
    fn choose(&self, view: &ObservationOf<G>, rng: &mut Rng) -> ActionOf<G> {
        // Most positions have no more actions, and growing a list costs more than filling it.
        const USUAL: usize = 16;
        let (mut legal, mut weights) = (Vec::with_capacity(USUAL), Vec::with_capacity(USUAL));
        view.legal_actions(&mut legal);
        self.weigh(view, &legal, &mut weights);
        legal[draw(&weights, rng)]
    }
}

/// Draws an index by weight. Panics if no weight is positive.
pub fn draw(weights: &[f32], rng: &mut Rng) -> usize {
    let mut left = rng.unit() as f32 * weights.iter().sum::<f32>();
    for (index, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return index;
        }
    }
    // Rounding can leave a small remainder, which goes to the last action with a positive weight.
    weights.iter().rposition(|&weight| weight > 0.0).expect("some legal action is chosen")
}

/// Weighs all legal actions that `best` accepts equally, and the others 0.
pub fn even_among<A: Copy>(legal: &[A], weights: &mut Vec<f32>, best: impl Fn(A) -> bool) {
    weights.clear();
    weights.extend(legal.iter().map(|&action| if best(action) { 1.0 } else { 0.0 }));
    let count: f32 = weights.iter().sum();
    debug_assert!(count > 0.0, "a style must choose something");
    for weight in weights {
        *weight /= count;
    }
}

/// Spreads the choice evenly over the legal actions of the highest worth.
pub fn even_among_best<A: Copy>(legal: &[A], weights: &mut Vec<f32>, worth: impl Fn(A) -> f32) {
    weights.clear();
    weights.extend(legal.iter().map(|&action| worth(action)));
    let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    // Sums in another order differ in their last digits; that must not decide between equals.
    let count = weights.iter().filter(|&&worth| worth > best - 1e-4).count();
    for weight in weights {
        *weight = if *weight > best - 1e-4 { 1.0 / count as f32 } else { 0.0 };
    }
}

/// Weighs each legal action by e to the power of its worth.
pub fn softmax<A: Copy>(legal: &[A], weights: &mut Vec<f32>, worth: impl Fn(A) -> f32) {
    weights.clear();
    weights.extend(legal.iter().map(|&action| worth(action)));
    let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for weight in weights.iter_mut() {
        *weight = (*weight - best).exp();
    }
    let sum: f32 = weights.iter().sum();
    for weight in weights {
        *weight /= sum;
    }
}

/// Mixes in a uniform choice with this share.
pub fn blur(weights: &mut [f32], share: f32) {
    let even = share / weights.len() as f32;
    for weight in weights {
        *weight = (1.0 - share) * *weight + even;
    }
}

/// Chooses each legal action with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Style<G> for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn summary(&self) -> &'static str {
        "any legal action, each equally likely"
    }

    fn weigh(&self, _view: &ObservationOf<G>, legal: &[ActionOf<G>], weights: &mut Vec<f32>) {
        even_among(legal, weights, |_| true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    #[test]
    fn draws_follow_the_weights() {
        let mut rng = Rng::new(Seed(3));
        let mut seen = [0_u32; 3];
        for _ in 0..10_000 {
            seen[draw(&[0.25, 0.0, 0.75], &mut rng)] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!(seen[0].abs_diff(2_500) < 217, "{seen:?}");
    }
}
