//! `appraise`: plays as `learned` does, and says what its actions bring.
//!
//! The network says how often it would do what, but not what it costs to do otherwise. So its choice
//! and the actions it likes best beside it are carried out in the same worlds with the same luck. The
//! worlds are of its range: the other seat holds what it would have come here with, playing as the
//! network does. Both go on so until the player is to decide for the second time. What the network
//! expects there is what the action was worth in that world. Asking it in the other seat's turn would
//! be quicker and wrong: that seat does not know what the player has hidden.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation};
use cardsharp_rules::{Observation as _, Rng, draw};

use super::learned::Other;
use super::lookahead::{FAR, Judged, judged, worths};
use super::ranges::{EQUALS, Ranges};
use crate::{Considered, Player, Valued};

/// Of so many rows the network is asked at each decision of the past; the likeliest come first.
pub(super) const ASKED: usize = 300;
/// How far the network's expectations are off after that, about.
pub(super) const OFF: f64 = 0.01;
/// So many actions are appraised beside the choice.
const OTHERS: usize = 5;

/// Chooses by the network, and appraises.
pub(super) struct Appraise {
    worlds: usize,
    ranges: Ranges,
}

impl Appraise {
    /// In so many worlds.
    pub(super) fn new(worlds: usize) -> Appraise {
        Appraise { worlds, ranges: Ranges { most_asked: ASKED, priors: EQUALS } }
    }

    /// What each of these actions brings in each of the worlds, from 0 to 1.
    fn worths(&self, view: &Observation, actions: &[Action], rng: &mut Rng) -> Vec<Vec<f64>> {
        let theirs = self.ranges.of(view.table(), view.seat().other().index());
        worths(view, actions, &theirs.worlds(view, &EQUALS, self.worlds, rng), FAR, rng)
    }
}

/// The means over worlds. The paired errors leave out what all actions have in common in a world, so that
/// those of two actions together are that of their difference (Morey 2008). All errors take in how far
/// the network is off.
pub(super) fn valued(actions: &[Action], worths: &[Vec<f64>]) -> Vec<Valued<Action>> {
    let count = actions.len() as f64;
    let common: Vec<f64> = worths.iter().map(|worths| worths.iter().sum::<f64>() / count).collect();
    let correction = count / (count - 1.0).max(1.0);
    let of = |number: usize| {
        let own: Vec<f64> = worths.iter().map(|worths| worths[number]).collect();
        let apart: Vec<f64> = own.iter().zip(&common).map(|(own, common)| own - common).collect();
        let (value, error) = mean_and_error(&own);
        let (_, apart_error) = mean_and_error(&apart);
        let paired_error = (correction.sqrt() * apart_error).hypot(OFF);
        Valued { action: actions[number], value, error: error.hypot(OFF), paired_error, visits: worths.len() as u32 }
    };
    (0..actions.len()).map(of).collect()
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}

impl Player<Hanamikoji> for Appraise {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Action {
        let Judged { legal, likely, .. } = judged(&[(*view, Other::Equal)]).swap_remove(0);
        legal[draw(&likely, rng)]
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Action> {
        let Judged { legal, likely, expected } = judged(&[(*view, Other::Equal)]).swap_remove(0);
        let choice = draw(&likely, rng);
        let mut order: Vec<usize> = (0..legal.len()).filter(|&number| number != choice).collect();
        order.sort_by(|&a, &b| likely[b].total_cmp(&likely[a]));
        order.insert(0, choice);
        let liked: Vec<Action> = order.iter().take(1 + OTHERS).map(|&number| legal[number]).collect();
        let mut values = valued(&liked, &self.worths(view, &liked, rng));
        values[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
        let untried = |&number: &usize| {
            let value = 0.5 + f64::from(expected) / 2.0;
            Valued::independent(legal[number], value, 0.5, 0)
        };
        values.extend(order.iter().skip(1 + OTHERS).map(untried));
        Considered::Values(values)
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::hanamikoji::State;
    use cardsharp_rules::{Game as _, Seat, Seed, State as _, Turn};

    use super::super::learned::Learned;
    use super::super::lookahead::legal_of;
    use super::super::positions::{last_answers, later, worth_of_last_answer};
    use super::super::ranges::LEARNED;
    use super::*;
    use crate::StylePlayer;

    fn dealt(seed: u64) -> State {
        Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid")
    }

    #[test]
    fn it_appraises_what_it_chooses_and_chooses_as_learned_does() {
        let appraise = Appraise::new(4);
        for seed in 0..6 {
            let state = later(seed, seed as usize);
            let Turn::Of(seat) = state.turn() else { panic!("the game goes on") };
            let view = state.observe(seat);
            let learned = StylePlayer(Box::new(Learned::AT_TABLE));
            let [chosen, likewise] =
                [appraise.choose(&view, &mut Rng::new(Seed(seed))), learned.choose(&view, &mut Rng::new(Seed(seed)))];
            let Considered::Values(values) = appraise.consider(&view, &mut Rng::new(Seed(seed))) else {
                panic!("it has values")
            };
            assert_eq!([values[0].action, likewise], [chosen; 2]);
            let mut actions: Vec<Action> = values.iter().map(|valued| valued.action).collect();
            let mut legal = legal_of(&view);
            actions.sort_unstable();
            legal.sort_unstable();
            assert_eq!(actions, legal);
        }
    }

    #[test]
    fn at_the_end_the_worth_is_what_the_game_brings() {
        let mut checked = 0;
        for view in last_answers() {
            let appraise = Appraise::new(2_000);
            let theirs = appraise.ranges.of(view.table(), view.seat().other().index());
            let legal = legal_of(&view);
            let worths = appraise.worths(&view, &legal, &mut Rng::new(Seed(1)));
            for (value, &action) in valued(&legal, &worths).iter().zip(&legal) {
                let worth = worth_of_last_answer(&view, &theirs, LEARNED, action);
                assert!((value.value - worth).abs() < 0.06, "{action}: {} and not {worth}", value.value);
                checked += 1;
            }
        }
        assert!(checked > 10, "{checked}");
    }

    #[test]
    fn errors_of_two_are_that_of_their_difference() {
        let actions = legal_of(&dealt(1).observe(Seat::FIRST));
        // The worlds differ much, the actions by 0.1 ± 0.1 in each.
        let worths = [[0.9, 0.7], [0.2, 0.2], [0.5, 0.4], [0.8, 0.7]].map(Vec::from);
        let values = valued(&actions[..2], &worths);
        let differences = [0.2, 0.0, 0.1, 0.1_f64];
        let variance = differences.iter().map(|difference| (difference - 0.1).powi(2)).sum::<f64>() / 3.0;
        assert!((values[0].value - values[1].value - 0.1).abs() < 1e-9);
        let error = (variance / 4.0 + 2.0 * OFF.powi(2)).sqrt();
        assert!((values[0].paired_error.hypot(values[1].paired_error) - error).abs() < 1e-9);
    }
}
