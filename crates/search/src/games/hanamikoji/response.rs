//! The best answer to players by simple rules, as far as a look ahead finds it.
//!
//! What the network does when it is told of such a player is nearly the best already. So every action is judged by how
//! games go on from it, one's own decisions as the network's, theirs as the rule has them, in worlds that they may have
//! come to; and because a few hundred worlds leave an error as large as most differences, the network's own liking counts
//! for as much as the error. Sequential halving (Karnin, Koren and Somekh 2013) spends most worlds on the best actions.
//!
//! Nothing is mixed: whoever follows a rule does not learn from what is always done.

use cardsharp_rules::Rng;
use cardsharp_rules::hanamikoji::{Action, Observation};

use super::lookahead::{self, BATCH};
use super::ranges::{ByOpponent, Range};
use crate::Clock;

/// So many actions are looked at while the game is long, those that the network likes best and not too seldom does.
const ACTIONS: usize = 8;
const SELDOM: f32 = 0.003;
/// After so many turns there are few actions left, and the network may overlook one of them: so many are looked at.
const LATE: usize = 4;
const LATE_ACTIONS: usize = 24;
/// And then games are played to the end, as they are nearly over: nobody decides more often.
const TO_THE_END: usize = 8;
/// What the network never does is as likely as this to begin with.
const UNLIKELY: f32 = 0.001;
/// How much a ten times larger liking counts is this part of the error of a mean over the worlds, about.
const CERTAINTY: f64 = 4.0;

/// The action that does best against these opponents, where the network is told that this one of them sits there; the
/// network's own favourite where the budget does not suffice for a look.
pub(super) fn best(
    view: &Observation,
    legal: &[Action],
    theirs: &Range,
    opponents: &ByOpponent,
    sits: usize,
    (most_worlds, clock): (usize, &mut Clock),
    rng: &mut Rng,
) -> Action {
    let mut liked = lookahead::liked(view, legal, sits);
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

/// An action that may turn out best.
struct Candidate {
    action: Action,
    /// The logarithm of how likely the network takes it.
    liking: f64,
    /// What it was worth in all worlds together.
    sum: f64,
}

impl Candidate {
    /// How good it seems after so many worlds.
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

    /// One opponent and no other.
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

    /// The worth of an answer that ends the game can be summed up over everything that a simple opponent may have hidden.
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

    /// What is done otherwise than the network would is worth more in worlds that were not looked at; a budget of one
    /// game pays for no look.
    #[test]
    fn a_look_betters_what_the_network_likes() {
        let (mut changed, mut gained) = (0, 0.0);
        for seed in 0..20 {
            let state = later(seed, 6);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let (theirs, favourite) =
                (range(&view, GREEDY), lookahead::liked(&view, &lookahead::legal_of(&view), GREEDY)[0].0);
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
