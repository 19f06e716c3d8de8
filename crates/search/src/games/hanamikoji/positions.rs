//! Positions of known value, for tests.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation, State};
use cardsharp_rules::{Game as _, Observation as _, Rng, Seed, State as _, Turn};

use super::learned::Learned;
use super::ranges::Range;
use super::tree::joint;
use crate::{Player as _, StylePlayer};

/// Returns a position after this many decisions of the network in self-play, or the end of that game.
pub(super) fn later(seed: u64, decisions: usize) -> State {
    let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid");
    let (learned, mut rng) = (StylePlayer(Box::new(Learned::AT_TABLE)), Rng::new(Seed(seed)));
    for _ in 0..decisions {
        let Turn::Of(seat) = state.turn() else { break };
        state.play_unchecked(learned.choose(&state.observe(seat), &mut rng));
    }
    state
}

/// Views of seats whose answer to an offer ends the game.
pub(super) fn last_answers() -> impl Iterator<Item = Observation> {
    let views = (0..40).map(|seed| later(seed, 11)).filter_map(|state| match state.turn() {
        Turn::Of(seat) => Some(state.observe(seat)),
        Turn::Over => None,
    });
    views.filter(|view| view.table().shown().len() == 8 && view.table().offer().is_some())
}

/// Returns the value of a last answer: a sum over all that this opponent may have hidden.
pub(super) fn worth_of_last_answer(view: &Observation, theirs: &Range, opponent: usize, action: Action) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for (row, opponents) in theirs.rows.iter().filter(|(row, _)| view.unseen().includes(row.cards())) {
        let secret = row.secret.types().next();
        let mut world = view.sampler().lay(row.hand, secret, row.burned, &mut Rng::new(Seed(2)));
        world.play_unchecked(action);
        let returns = world.returns().expect("the last answer ends the game");
        let weight = f64::from(opponents[opponent] * joint::of_deal(view.unseen() - row.cards()));
        sum += weight * f64::from(returns[view.seat()] + 1) / 2.0;
        all += weight;
    }
    sum / all
}
