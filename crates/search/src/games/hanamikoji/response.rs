//! The best response to simple players, found by lookahead.
//!
//! The network's own play, given such an opponent, is nearly the best already. So every action is valued by playouts in
//! worlds from the other seat's range, with the player's decisions by the network and the opponent's by its rule. A few
//! hundred worlds leave an error as large as most differences, so the network's probability counts as much as the
//! error. Sequential halving (Karnin, Koren and Somekh 2013) spends most worlds on the best actions.
//!
//! The result is one action, not a mixture: a player by rule does not learn from repetition.

use cardsharp_rules::Rng;
use cardsharp_rules::hanamikoji::{Action, Observation};

use super::lookahead::{self, BATCH};
use super::ranges::{ByOpponent, Range};
use crate::Clock;

/// Early in the game: the number of actions to look at, the network's likeliest above `SELDOM`.
const ACTIONS: usize = 8;
const SELDOM: f32 = 0.003;
/// After this many turns few actions are left and the network may overlook one, so up to `LATE_ACTIONS` are tried.
const LATE: usize = 4;
const LATE_ACTIONS: usize = 24;
/// More decisions than any seat has left: late playouts go to the end of the game.
const TO_THE_END: usize = 8;
const UNLIKELY: f32 = 0.001;
/// The weight of the mean value times the root of the number of worlds, against the log of the network's probability.
const CERTAINTY: f64 = 4.0;

/// Returns the best action against these opponents; if the budget is too small, the network's favourite against `sits`.
pub(super) fn best(
    view: &Observation,
    legal: &[Action],
    theirs: &Range,
    opponents: &ByOpponent,
    sits: usize,
    (most_worlds, clock): (usize, &mut Clock),
    rng: &mut Rng,
) -> Action {
    let mut liked = lookahead::network_mixture(view, legal, sits);
    let (looked_at, far) = if view.table().shown().len() < LATE {
        (liked.iter().take(ACTIONS).take_while(|(_, likely)| *likely > SELDOM).count().max(1), lookahead::FAR)
    } else {
        (LATE_ACTIONS, TO_THE_END)
    };
    liked.truncate(looked_at);
    let mut left: Vec<Candidate> = liked
        .into_iter()
        .map(|(action, likely)| Candidate { action, liking: f64::from(likely.max(UNLIKELY)).ln(), sum: 0.0 })
        .collect();
    let stages = left.len().next_power_of_two().trailing_zeros();
    let (begun, mut worlds) = (clock.used(), 0);
    for stage in 1..=stages {
        let share = begun + (1.0 - begun) * f64::from(stage) / f64::from(stages);
        while clock.used() < share && worlds < most_worlds && clock.affords(BATCH * left.len()) {
            let actions: Vec<Action> = left.iter().map(|candidate| candidate.action).collect();
            let batch = theirs.worlds(view, opponents, BATCH, rng);
            for worths in lookahead::worths(view, &actions, &batch, far, rng) {
                left.iter_mut().zip(worths).for_each(|(candidate, worth)| candidate.sum += worth);
            }
            worlds += BATCH;
        }
        left.sort_by(|a, b| b.score(worlds).total_cmp(&a.score(worlds)));
        left.truncate(left.len().div_ceil(2));
    }
    left[0].action
}

struct Candidate {
    action: Action,
    liking: f64,
    sum: f64,
}

impl Candidate {
    fn score(&self, worlds: usize) -> f64 {
        if worlds == 0 {
            return self.liking;
        }
        let worlds = worlds as f64;
        self.liking + CERTAINTY * worlds.sqrt() * self.sum / worlds
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Observation as _, Seed, State as _, Turn};

    use super::super::positions::{last_answers, later, worth_of_last_answer};
    use super::super::ranges::{GREEDY, Ranges, THINKER};
    use super::*;
    use crate::Budget;

    fn sure(sits: usize) -> ByOpponent {
        std::array::from_fn(|opponent| f32::from(u8::from(opponent == sits)))
    }

    fn answer(view: &Observation, theirs: &Range, sits: usize, nodes: u64) -> Action {
        let (legal, mut clock) = (lookahead::legal_of(view), Clock::start(Budget::Nodes(nodes)));
        best(view, &legal, theirs, &sure(sits), sits, (1_000, &mut clock), &mut Rng::new(Seed(1)))
    }

    fn range(view: &Observation, sits: usize) -> Range {
        Ranges { most_asked: 0, priors: sure(sits) }.of(view.table(), view.seat().other().index())
    }

    /// The value of an answer that ends the game is a sum over everything that a simple opponent may have hidden.
    #[test]
    fn the_best_last_answer_is_found() {
        let mut checked = 0;
        for (view, sits) in last_answers().flat_map(|view| [GREEDY, THINKER].map(|sits| (view, sits))) {
            let theirs = range(&view, sits);
            let worth = |action: Action| worth_of_last_answer(&view, &theirs, sits, action);
            let most = lookahead::legal_of(&view).into_iter().map(worth).fold(0.0, f64::max);
            let found = worth(answer(&view, &theirs, sits, 1_000));
            assert!(found > most - 0.05, "{view}: {found} of {most}");
            checked += 1;
        }
        assert!(checked > 20, "{checked}");
    }

    /// Where the response differs from the network, it is better in new worlds too. One node changes nothing.
    #[test]
    fn a_look_betters_what_the_network_likes() {
        let (mut changed, mut gained) = (0, 0.0);
        for seed in 0..20 {
            let state = later(seed, 6);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let (theirs, favourite) =
                (range(&view, GREEDY), lookahead::network_mixture(&view, &lookahead::legal_of(&view), GREEDY)[0].0);
            assert_eq!(answer(&view, &theirs, GREEDY, 1), favourite);
            let found = answer(&view, &theirs, GREEDY, 3_000);
            if found != favourite {
                let mut rng = Rng::new(Seed(seed));
                let worlds = theirs.worlds(&view, &sure(GREEDY), 400, &mut rng);
                let worths = lookahead::worths(&view, &[found, favourite], &worlds, TO_THE_END, &mut rng);
                gained += worths.iter().map(|worths| worths[0] - worths[1]).sum::<f64>() / 400.0;
                changed += 1;
            }
        }
        assert!(changed > 2 && gained > 0.02, "{gained} in {changed}");
    }
}
