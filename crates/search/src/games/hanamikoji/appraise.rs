//! `appraise`: plays as `learned` does, and estimates the value of each action.
//!
//! The network gives a probability for each action, but no cost of the alternatives. So its choice and its next most
//! likely actions are played out in the same worlds with the same random numbers. The worlds come from the other seat's
//! range if it plays as the network does. Both seats then play by the network until the player's second decision, and
//! the network's expectation there is the action's value in that world. Evaluating on the other seat's turn would be
//! faster but wrong: that seat does not know the player's hidden cards.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation};
use cardsharp_rules::{Observation as _, Rng, draw};

use super::learned::Other;
use super::lookahead::{FAR, Judged, judge_views, worths};
use super::ranges::{EQUALS, Ranges};
use crate::{Considered, Player, Valued};

/// The maximum number of rows that the network judges at each past decision, likeliest first.
pub(super) const ASKED: usize = 300;
/// The approximate error of the network's expectations at that point.
pub(super) const OFF: f64 = 0.01;
/// The number of actions appraised besides the choice.
const OTHERS: usize = 5;

pub(super) struct Appraise {
    worlds: usize,
    ranges: Ranges,
}

impl Appraise {
    pub(super) fn new(worlds: usize) -> Appraise {
        Appraise { worlds, ranges: Ranges { most_asked: ASKED, priors: EQUALS } }
    }

    /// Returns the value of each action in each world, from 0 to 1.
    fn worths(&self, view: &Observation, actions: &[Action], rng: &mut Rng) -> Vec<Vec<f64>> {
        let theirs = self.ranges.of(view.table(), view.seat().other().index());
        worths(view, actions, &theirs.worlds(view, &EQUALS, self.worlds, rng), FAR, rng)
    }
}

/// Averages the values over the worlds. The paired errors exclude the part that all actions share in a world, so the
/// errors of two actions combine to the error of their difference (Morey 2008). All errors include the network's own.
pub(super) fn mean_values(actions: &[Action], worths: &[Vec<f64>]) -> Vec<Valued<Action>> {
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
        let Judged { legal, likely, .. } = judge_views(&[(*view, Other::Equal)]).swap_remove(0);
        legal[draw(&likely, rng)]
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Action> {
        let Judged { legal, likely, expected } = judge_views(&[(*view, Other::Equal)]).swap_remove(0);
        let choice = draw(&likely, rng);
        let mut order: Vec<usize> = (0..legal.len()).filter(|&number| number != choice).collect();
        order.sort_by(|&a, &b| likely[b].total_cmp(&likely[a]));
        order.insert(0, choice);
        let liked: Vec<Action> = order.iter().take(1 + OTHERS).map(|&number| legal[number]).collect();
        let mut values = mean_values(&liked, &self.worths(view, &liked, rng));
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

    fn shuffled_start(seed: u64) -> State {
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
            for (value, &action) in mean_values(&legal, &worths).iter().zip(&legal) {
                let worth = worth_of_last_answer(&view, &theirs, LEARNED, action);
                assert!((value.value - worth).abs() < 0.06, "{action}: {} and not {worth}", value.value);
                checked += 1;
            }
        }
        assert!(checked > 10, "{checked}");
    }

    #[test]
    fn errors_of_two_are_that_of_their_difference() {
        let actions = legal_of(&shuffled_start(1).observe(Seat::FIRST));
        // The worlds differ much; the actions differ by 0.1 ± 0.1 in each.
        let worths = [[0.9, 0.7], [0.2, 0.2], [0.5, 0.4], [0.8, 0.7]].map(Vec::from);
        let values = mean_values(&actions[..2], &worths);
        let differences = [0.2, 0.0, 0.1, 0.1_f64];
        let variance = differences.iter().map(|difference| (difference - 0.1).powi(2)).sum::<f64>() / 3.0;
        assert!((values[0].value - values[1].value - 0.1).abs() < 1e-9);
        let error = (variance / 4.0 + 2.0 * OFF.powi(2)).sqrt();
        assert!((values[0].paired_error.hypot(values[1].paired_error) - error).abs() < 1e-9);
    }
}
