//! What the network expects of every action: a look one decision ahead.
//!
//! Worlds are drawn from the range of the other seat, every action is done in the same worlds, and the
//! network says what whoever decides next may expect. A mixed strategy needs no values, but people who
//! ask what another action would have cost do.

use cardsharp_rules::hanamikoji::{Action, Observation, State};
use cardsharp_rules::{Observation as _, Rng, Sampler as _, Seat, State as _, Turn, draw};

use super::learned::{Learned, Other};
use super::ranges::{MINDS, Rows, total};
use crate::Valued;
use crate::equilibrium::hanamikoji::{Situation, joint};

/// So many positions are looked at, shared among the actions, but at least in so many worlds.
const POSITIONS: usize = 6_000;
const FEWEST_WORLDS: usize = 24;

/// The worth of every legal action, from 0 to 1, if the other seat came here with one of these rows,
/// in at most so many worlds.
pub(super) fn expect(view: &Observation, theirs: &Rows, most: usize, rng: &mut Rng) -> Vec<Valued<Action>> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let worlds = worlds(view, theirs, total, most.min((POSITIONS / legal.len()).max(FEWEST_WORLDS)), rng);
    let me = view.seat();
    let mut valued = Vec::with_capacity(legal.len());
    for action in legal {
        let after = |world: &State| {
            let mut state = *world;
            state.play_unchecked(action);
            state
        };
        let values = expected(&worlds.iter().map(after).collect::<Vec<_>>(), me);
        let (sum, squares) = values.iter().fold((0.0, 0.0), |(sum, squares), v| (sum + v, squares + v * v));
        valued.push(Valued::from_sums(action, values.len() as u32, sum, squares));
    }
    valued
}

/// What this seat may expect in each position, from 0 to 1.
fn expected(states: &[State], me: Seat) -> Vec<f64> {
    let mut open = Vec::new();
    for state in states {
        if let Turn::Of(seat) = state.turn() {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            open.push((seat, state.observe(seat), legal));
        }
    }
    let views: Vec<(Observation, &[Action])> = open.iter().map(|(_, view, legal)| (*view, legal.as_slice())).collect();
    let mut answers = Learned::FIRM.judge(&views, Other::Anybody).into_iter().zip(&open);
    let value = |state: &State| {
        let returns = match state.returns() {
            Some(returns) => f64::from(returns[me]),
            None => answers.next().map_or(0.0, |((_, expected), (seat, ..))| {
                let expected = f64::from(expected).clamp(-1.0, 1.0);
                if *seat == me { expected } else { -expected }
            }),
        };
        f64::midpoint(returns, 1.0)
    };
    states.iter().map(value).collect()
}

/// Worlds drawn from a range of which every row counts this much.
pub(super) fn worlds(
    view: &Observation,
    theirs: &Rows,
    counts: impl Fn(&[f32; MINDS]) -> f32,
    count: usize,
    rng: &mut Rng,
) -> Vec<State> {
    let unseen = view.unseen();
    let rows: Vec<(&Situation, &[f32; MINDS])> =
        theirs.iter().filter(|(row, _)| unseen.includes(row.cards())).collect();
    let weights: Vec<f32> =
        rows.iter().map(|(row, minds)| counts(minds) * joint::of_deal(unseen - row.cards())).collect();
    let sampler = view.sampler();
    let lay = |rng: &mut Rng| {
        // Nobody was thought to come here: then anything goes.
        let Some((row, _)) = rows.get(draw(&weights, rng)) else { return sampler.sample(rng) };
        sampler.lay(row.hand, row.secret.types().next(), row.burned, rng)
    };
    (0..count).map(|_| lay(rng)).collect()
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::Game as _;
    use cardsharp_rules::Seed;
    use cardsharp_rules::hanamikoji::{Cards, Hanamikoji};

    use super::super::glance::Glance;
    use super::super::ranges::Ranges;
    use super::*;

    /// In the last turn the next position is the last, and the values are plain counting.
    #[test]
    fn before_the_end_a_value_is_the_mean_of_the_returns() {
        let ranges = Ranges { glance: Glance::new(), most_asked: 20 };
        let mut checked = 0;
        for seed in 0..40 {
            let mut rng = Rng::new(Seed(seed));
            let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a deal");
            while let Turn::Of(seat) = state.turn() {
                let view = state.observe(seat);
                let mut legal = Vec::new();
                view.legal_actions(&mut legal);
                let ends = |&action: &Action| {
                    let mut after = state;
                    after.play_unchecked(action);
                    after.turn() == Turn::Over
                };
                if legal.len() > 1 && legal.iter().all(ends) {
                    let theirs = ranges.of(view.table(), seat.other().index(), Cards::EMPTY);
                    let valued = expect(&view, &theirs.rows, 100, &mut rng.clone());
                    let worlds = worlds(&view, &theirs.rows, total, 100, &mut rng.clone());
                    for valued in valued {
                        let returns = worlds.iter().map(|world| {
                            let mut after = *world;
                            after.play_unchecked(valued.action);
                            f64::from(after.returns().expect("it is over")[seat])
                        });
                        let mean = returns.sum::<f64>() / worlds.len() as f64;
                        assert!((2.0 * valued.value - 1.0 - mean).abs() < 1e-9);
                        checked += 1;
                    }
                }
                state.play_unchecked(state.random_action(&mut rng));
            }
        }
        assert!(checked > 10);
    }
}
