//! One step of lookahead with the network: values of the actions, and a better mixture of them.
//!
//! An action is played in worlds from the other seat's range. Both seats play on, the player as the network and the
//! other seat as its opponent in that world, until the player has decided once more. The network's expectation there is
//! the action's value. The network's mixture is then tilted by the values: one step of mirror descent, as in training,
//! but for this decision only and with far less noise. Always playing the best action would win no more against the
//! network and would reveal what a mixture hides.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation, State};
use cardsharp_rules::{Observation as _, Rng, Seat, Seed, State as _, Style as _, Turn, draw};

use super::learned::{Learned, Other};
use super::ranges::{EQUALS, GREEDY, LEARNED, Range, World};
use super::simple::Simple;
use crate::Clock;
use crate::player::only_action;

/// The number of the player's decisions before the network evaluates. The network has seldom seen positions right after
/// actions that it seldom chooses: in 60 first turns it overrated these by 0.024, and by 0.008 a decision later.
pub(super) const FAR: usize = 1;
/// The number of actions to look at, the network's likeliest.
const ACTIONS: usize = 8;
/// Actions below this probability are not looked at.
const SELDOM: f32 = 0.003;
/// The number of worlds in a batch, and the minimum.
pub(super) const BATCH: usize = 16;
/// More worlds than this show no benefit.
const MOST_WORLDS: usize = 400;
/// The step size: how strongly the values, from 0 to 1, tilt the mixture.
const STEP: f64 = 40.0;

/// Returns the mixture after one step from the network's own, in worlds where the opponent plays as the network. If the
/// budget does not suffice, returns the network's own mixture.
pub(super) fn step(
    view: &Observation,
    legal: &[Action],
    theirs: &Range,
    most_worlds: usize,
    clock: &mut Clock,
    rng: &mut Rng,
) -> Vec<(Action, f32)> {
    let mut play = network_mixture(view, legal, LEARNED);
    let looked_at = play.iter().take(ACTIONS).take_while(|(_, likely)| *likely > SELDOM).count();
    if looked_at < 2 {
        return play;
    }
    let actions: Vec<Action> = play[..looked_at].iter().map(|(action, _)| *action).collect();
    let (mut sums, mut worlds) = (vec![0.0; looked_at], 0);
    while worlds < most_worlds.min(MOST_WORLDS) && clock.affords(BATCH * looked_at) {
        let batch = theirs.worlds(view, &EQUALS, BATCH, rng);
        for worths in worths(view, &actions, &batch, FAR, rng) {
            sums.iter_mut().zip(worths).for_each(|(sum, worth)| *sum += worth);
        }
        worlds += BATCH;
    }
    if worlds > 0 {
        let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for ((_, likely), sum) in play.iter_mut().zip(&sums) {
            *likely *= (STEP * (sum - best) / worlds as f64).exp() as f32;
        }
        // Actions that were not valued are dropped.
        play.truncate(looked_at);
        let sum: f32 = play.iter().map(|(_, likely)| likely).sum();
        for (_, likely) in &mut play {
            *likely /= sum;
        }
    }
    play
}

/// Returns the network's probabilities of the legal actions, likeliest first, given this opponent.
pub(super) fn network_mixture(view: &Observation, legal: &[Action], sits: usize) -> Vec<(Action, f32)> {
    let (likely, _) = Learned::AT_TABLE.judge(&[(*view, legal)], |_| other(sits)).swap_remove(0);
    let mut play: Vec<(Action, f32)> = legal.iter().copied().zip(likely).collect();
    play.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    play
}

fn other(opponent: usize) -> Other {
    match opponent {
        LEARNED => Other::Equal,
        GREEDY => Other::Greedy,
        _ => Other::Simple,
    }
}

/// Returns each action's value in each world, from 0 to 1: the network's expectation after `far` more own decisions.
pub(super) fn worths(
    view: &Observation,
    actions: &[Action],
    worlds: &[World],
    far: usize,
    rng: &mut Rng,
) -> Vec<Vec<f64>> {
    let luck = Seed(rng.next_u64());
    let mut branches = Vec::with_capacity(worlds.len() * actions.len());
    for (number, world) in worlds.iter().enumerate() {
        for &action in actions {
            let rng = Rng::new(luck.stream(number as u64));
            let mut branch = Branch { state: world.state, opponent: world.opponent, rng, decisions: 0 };
            branch.play(action);
            branches.push(branch);
        }
    }
    play_on(&mut branches, view.seat(), far);
    let worths = worths_now(&branches, view.seat());
    worths.chunks(actions.len()).map(<[f64]>::to_vec).collect()
}

struct Branch {
    state: State,
    opponent: usize,
    /// The same random numbers for all actions in a world.
    rng: Rng,
    /// The number of the player's decisions since.
    decisions: usize,
}

impl Branch {
    /// Plays an action and any forced ones after it.
    fn play(&mut self, action: Action) {
        self.state.play_unchecked(action);
        while let Turn::Of(seat) = self.state.turn() {
            let Some(only) = only_action::<Hanamikoji>(&self.state.observe(seat)) else { break };
            self.state.play_unchecked(only);
        }
    }

    /// Plays a simple opponent's decisions and returns the next view for the network; none at `far` or the end.
    fn next_view(&mut self, me: Seat, far: usize) -> Option<Observation> {
        while let Turn::Of(seat) = self.state.turn() {
            if seat == me {
                let goes_on = self.decisions < far;
                self.decisions += 1;
                return goes_on.then(|| self.state.observe(me));
            }
            let view = self.state.observe(seat);
            if self.opponent == LEARNED {
                return Some(view);
            }
            let action = Simple(self.opponent).choose(&view, &mut self.rng);
            self.play(action);
        }
        None
    }
}

/// Plays all branches on until the player has decided often enough.
fn play_on(branches: &mut [Branch], me: Seat, far: usize) {
    loop {
        let (mut waiting, mut views) = (Vec::new(), Vec::new());
        for branch in branches.iter_mut().filter(|branch| branch.decisions <= far) {
            if let Some(view) = branch.next_view(me, far) {
                views.push((view, other(branch.opponent)));
                waiting.push(branch);
            }
        }
        if waiting.is_empty() {
            return;
        }
        for (branch, Judged { legal, likely, .. }) in waiting.into_iter().zip(judge_views(&views)) {
            let action = legal[draw(&likely, &mut branch.rng)];
            branch.play(action);
        }
    }
}

/// Returns the seat's result where a game is over, and the network's expectation elsewhere.
fn worths_now(branches: &[Branch], me: Seat) -> Vec<f64> {
    let views: Vec<(Observation, Other)> = branches
        .iter()
        .filter(|branch| branch.state.returns().is_none())
        .map(|branch| (branch.state.observe(me), other(branch.opponent)))
        .collect();
    let mut expected = judge_views(&views).into_iter().map(|judged| judged.expected);
    let worth = |branch: &Branch| match branch.state.returns() {
        Some(returns) => f64::from(returns[me]),
        None => f64::from(expected.next().expect("one for every game that goes on")),
    };
    // From −1…1 to 0…1.
    branches.iter().map(worth).map(|result| 0.5 + result / 2.0).collect()
}

pub(super) fn legal_of(view: &Observation) -> Vec<Action> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    legal
}

pub(super) struct Judged {
    pub(super) legal: Vec<Action>,
    pub(super) likely: Vec<f32>,
    /// The expected result, from −1 to 1.
    pub(super) expected: f32,
}

/// Judges views with the network, given the other seat in each.
pub(super) fn judge_views(views: &[(Observation, Other)]) -> Vec<Judged> {
    let legal: Vec<Vec<Action>> = views.iter().map(|(view, _)| legal_of(view)).collect();
    let asked: Vec<(Observation, &[Action])> =
        views.iter().zip(&legal).map(|((view, _), legal)| (*view, legal.as_slice())).collect();
    let answers = Learned::AT_TABLE.judge(&asked, |number| views[number].1);
    legal.into_iter().zip(answers).map(|(legal, (likely, expected))| Judged { legal, likely, expected }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::positions::{last_answers, worth_of_last_answer};
    use super::super::ranges::Ranges;
    use super::*;
    use crate::Budget;

    /// Where the value of an answer is known, the step makes the better one likelier. Without a budget nothing changes.
    #[test]
    fn a_step_leads_to_what_is_worth_more() {
        let (mut gained, mut checked) = (0.0, 0);
        for view in last_answers() {
            let ranges = Ranges { most_asked: 300, priors: EQUALS };
            let theirs = ranges.of(view.table(), view.seat().other().index());
            let legal = legal_of(&view);
            let expects = |nodes: u64| -> f64 {
                let mut clock = Clock::start(Budget::Nodes(nodes));
                let play = step(&view, &legal, &theirs, MOST_WORLDS, &mut clock, &mut Rng::new(Seed(1)));
                let sum: f32 = play.iter().map(|(_, likely)| likely).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{play:?}");
                let worth = |&(action, likely): &(Action, f32)| {
                    f64::from(likely) * worth_of_last_answer(&view, &theirs, LEARNED, action)
                };
                play.iter().map(worth).sum()
            };
            let by_network: f64 = {
                let Judged { legal, likely, .. } = judge_views(&[(view, Other::Equal)]).swap_remove(0);
                let worths = legal.iter().map(|&action| worth_of_last_answer(&view, &theirs, LEARNED, action));
                worths.zip(likely).map(|(worth, likely)| worth * f64::from(likely)).sum()
            };
            assert!((expects(1) - by_network).abs() < 1e-3, "a game pays for no look");
            let bettered = expects(2_000);
            assert!(bettered > by_network - 0.01, "{view}: {bettered} after {by_network}");
            gained += bettered - by_network;
            checked += 1;
        }
        assert!(checked > 5 && gained > 0.0, "{gained} in {checked}");
    }
}
