//! `appraise`: plays as `learned` does, and says what its actions bring.
//!
//! The network says how often it would do what, but not what it costs to do otherwise. So its choice
//! and the actions it likes best beside it are carried out in the same worlds with the same luck. The
//! worlds are of its range: the other seat holds what it would have come here with, playing as the
//! network does. Both go on so until the player is to decide for the second time. What the network
//! expects there is what the action was worth in that world. Asking it in the other seat's turn would
//! be quicker and wrong: that seat does not know what the player has hidden.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation, State};
use cardsharp_rules::{Observation as _, Rng, Seat, Seed, State as _, Turn, draw};

use super::glance::Glance;
use super::learned::{Learned, Other};
use super::ranges::{LEARNED, Ranges};
use crate::player::only_action;
use crate::{Considered, Player, Valued};

/// Of so many rows the network is asked at each decision of the past; the likeliest come first.
pub(super) const ASKED: usize = 300;
/// The player decides so often before the network is asked what to expect. Straight after an action
/// that it seldom chooses the network has seldom been: in 60 first turns it thought too well of such
/// actions by 0.024, and by 0.008 a decision later.
pub(super) const FAR: usize = 1;
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
        Appraise { worlds, ranges: Ranges { glance: Glance::new(), most_asked: ASKED } }
    }

    /// What each of these actions brings in each of the worlds, from 0 to 1.
    fn worths(&self, view: &Observation, actions: &[Action], rng: &mut Rng) -> Vec<Vec<f64>> {
        let theirs = self.ranges.of(view.table(), view.seat().other().index());
        worths(view, actions, &theirs.worlds(view, LEARNED, self.worlds, rng), FAR, rng)
    }
}

/// What each of these actions brings in each of these worlds, from 0 to 1: the player decides so often after it, and then
/// the network says what to expect.
pub(super) fn worths(
    view: &Observation,
    actions: &[Action],
    worlds: &[State],
    far: usize,
    rng: &mut Rng,
) -> Vec<Vec<f64>> {
    let luck = Seed(rng.next_u64());
    let mut branches = Vec::with_capacity(worlds.len() * actions.len());
    for (number, world) in worlds.iter().enumerate() {
        for &action in actions {
            let mut branch = Branch { state: *world, rng: Rng::new(luck.stream(number as u64)), decisions: 0 };
            branch.play(action);
            branches.push(branch);
        }
    }
    play_on(&mut branches, view.seat(), far);
    let worths = worths_now(&branches, view.seat());
    worths.chunks(actions.len()).map(<[f64]>::to_vec).collect()
}

/// A world in which one of the actions was carried out.
struct Branch {
    state: State,
    /// The same for all actions in a world.
    rng: Rng,
    /// How many the player has made since.
    decisions: usize,
}

impl Branch {
    /// Plays an action, and what there is to do then in any case.
    fn play(&mut self, action: Action) {
        self.state.play_unchecked(action);
        while let Turn::Of(seat) = self.state.turn() {
            let Some(only) = only_action::<Hanamikoji>(&self.state.observe(seat)) else { break };
            self.state.play_unchecked(only);
        }
    }

    /// Who is to decide, unless it is time to ask what to expect.
    fn goes_on(&self, me: Seat, far: usize) -> Option<Seat> {
        match self.state.turn() {
            Turn::Of(seat) if seat != me || self.decisions < far => Some(seat),
            _ => None,
        }
    }
}

/// Both seats play as the network does, until the player has decided often enough.
fn play_on(branches: &mut [Branch], me: Seat, far: usize) {
    loop {
        let (mut waiting, mut views) = (Vec::new(), Vec::new());
        for branch in branches.iter_mut() {
            if let Some(seat) = branch.goes_on(me, far) {
                views.push(branch.state.observe(seat));
                branch.decisions += usize::from(seat == me);
                waiting.push(branch);
            }
        }
        if waiting.is_empty() {
            return;
        }
        for (branch, Judged { legal, likely, .. }) in waiting.into_iter().zip(judged(&views)) {
            let action = legal[draw(&likely, &mut branch.rng)];
            branch.play(action);
        }
    }
}

/// What the seat gets, where a game is over, and what the network expects for it, where it is its turn.
fn worths_now(branches: &[Branch], me: Seat) -> Vec<f64> {
    let views: Vec<Observation> = branches
        .iter()
        .filter(|branch| branch.state.returns().is_none())
        .map(|branch| branch.state.observe(me))
        .collect();
    let mut expected = judged(&views).into_iter().map(|judged| judged.expected);
    let worth = |branch: &Branch| match branch.state.returns() {
        Some(returns) => f64::from(returns[me]),
        None => f64::from(expected.next().expect("one for every game that goes on")),
    };
    // From −1…1 to 0…1.
    branches.iter().map(worth).map(|result| 0.5 + result / 2.0).collect()
}

fn legal_of(view: &Observation) -> Vec<Action> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    legal
}

/// What the network makes of a view.
pub(super) struct Judged {
    pub(super) legal: Vec<Action>,
    /// How likely it takes each of them.
    pub(super) likely: Vec<f32>,
    /// What it expects, from −1 to 1.
    pub(super) expected: f32,
}

pub(super) fn judged(views: &[Observation]) -> Vec<Judged> {
    let legal: Vec<Vec<Action>> = views.iter().map(legal_of).collect();
    let asked: Vec<(Observation, &[Action])> =
        views.iter().zip(&legal).map(|(view, legal)| (*view, legal.as_slice())).collect();
    let answers = Learned::FIRM.judge(&asked, Other::Anybody);
    legal.into_iter().zip(answers).map(|(legal, (likely, expected))| Judged { legal, likely, expected }).collect()
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
        let Judged { legal, likely, .. } = judged(&[*view]).swap_remove(0);
        legal[draw(&likely, rng)]
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Action> {
        let Judged { legal, likely, expected } = judged(&[*view]).swap_remove(0);
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
    use cardsharp_rules::Game as _;

    use super::super::positions::{last_answers, later, worth_of_last_answer};
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
            let learned = StylePlayer(Box::new(Learned::FIRM));
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
                let worth = worth_of_last_answer(&view, &theirs, action);
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
