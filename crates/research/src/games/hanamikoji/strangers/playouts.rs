//! Plays random games from uniformly drawn worlds, as a first simple program would.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation, Offer, State};
use cardsharp_rules::{Observation as _, Rng, Sampler as _, Seed, State as _, Style, even_among_best};

/// The number of worlds for all actions together, and its bounds for one action.
const WORLDS: usize = 8_000;
const BOUNDS: (usize, usize) = (80, 300);

/// Rates every action by the mean of random games after it, with the answer to an offer that is worst on average.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RandomPlayouts;

impl Style<Hanamikoji> for RandomPlayouts {
    fn name(&self) -> &'static str {
        "stranger-playouts"
    }

    fn summary(&self) -> &'static str {
        "plays random games in sampled worlds, and expects the worst answer to its offers"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let mut rng = Rng::new(luck(view));
        let (sampler, count) = (view.sampler(), (WORLDS / legal.len()).clamp(BOUNDS.0, BOUNDS.1));
        let worlds: Vec<State> = (0..count).map(|_| sampler.sample(&mut rng)).collect();
        let luck = Seed(rng.next_u64());
        even_among_best(legal, weights, |action| {
            let offer = match action {
                Action::Gift(cards) => Offer::Gift(cards),
                Action::Compete(pairs) => Offer::Competition(pairs),
                _ => return mean(view, &worlds, &[action], luck),
            };
            let answers = offer.choices().map(|taken| mean(view, &worlds, &[action, Action::Take(taken)], luck));
            answers.fold(f32::INFINITY, f32::min)
        });
    }
}

/// The mean result of games that begin with these actions; every action uses the same random numbers.
fn mean(view: &Observation, worlds: &[State], actions: &[Action], luck: Seed) -> f32 {
    let mut rng = Rng::new(luck);
    let games = worlds.iter().map(|&world| {
        let mut state = world;
        for &action in actions {
            state.play_unchecked(action);
        }
        state.play_out(&mut rng)[view.seat()] as f32
    });
    games.sum::<f32>() / worlds.len() as f32
}

/// A seed that depends only on the view.
fn luck(view: &Observation) -> Seed {
    let mut seed = Seed(view.table().shown().len() as u64);
    for cards in [view.hand(), view.unseen(), view.table().placed()[view.seat()]] {
        seed = cards.iter().fold(seed.stream(7), |seed, card| seed.stream(card.index() as u64));
    }
    seed
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Turn, random_position};

    use super::*;
    use crate::testing::choices;

    #[test]
    fn what_always_wins_is_found_by_playing_on() {
        let mut found = 0;
        for seed in 0..300 {
            let state = random_position(&Hanamikoji, Seed(seed), 11);
            let (Turn::Of(seat), Some(offer)) = (state.turn(), state.table().offer()) else { continue };
            let (view, mut rng) = (state.observe(seat), Rng::new(Seed(seed)));
            let worlds: Vec<State> = (0..50).map(|_| view.sample_state(&mut rng)).collect();
            let always = |taken: &Action, result: f32| mean(&view, &worlds, &[*taken], Seed(1)) == result;
            let answers: Vec<Action> = offer.choices().map(Action::Take).collect();
            let Some(wins) = answers.iter().find(|&taken| always(taken, 1.0)) else { continue };
            if answers.iter().all(|taken| taken == wins || always(taken, -1.0)) {
                assert_eq!(choices(&RandomPlayouts, &view), [wins.to_string()]);
                found += usize::from(answers.len() > 1);
            }
        }
        assert!(found > 0);
    }
}
