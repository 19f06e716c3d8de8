//! One step of looking ahead with the network: what actions bring, and a better mixture of them.
//!
//! An action is carried out in worlds the other seat may have come to, and both play on, the player as the network does and
//! the other seat as whoever it is in that world, until the player has decided once more. What the network expects there is
//! what the action was worth. Then the network's own mixture is tilted by what its actions were found to be worth: a step of
//! mirror descent, as its learner takes them, but for this one decision and with worths of far less noise. Always doing what
//! seems best would win no more from the network itself and give away what mixing hides.

use cardsharp_rules::hanamikoji::{Action, Hanamikoji, Observation, State};
use cardsharp_rules::{Observation as _, Rng, Seat, Seed, State as _, Style as _, Turn, draw};

use super::learned::{Learned, Other};
use super::ranges::{EQUALS, GREEDY, LEARNED, Range, World};
use super::simple::Simple;
use crate::Clock;
use crate::player::only_action;

/// The player decides so often before the network is asked what to expect. Straight after an action
/// that it seldom chooses the network has seldom been: in 60 first turns it thought too well of such
/// actions by 0.024, and by 0.008 a decision later.
pub(super) const FAR: usize = 1;
/// So many actions are looked at, those that the network likes best.
const ACTIONS: usize = 8;
/// What it does less often than this is not looked at.
const SELDOM: f32 = 0.003;
/// So many worlds are looked at together, and at least.
pub(super) const BATCH: usize = 16;
/// More worlds than this bring nothing that shows.
const MOST_WORLDS: usize = 400;
/// How strongly what actions are worth, from 0 to 1, tilts the mixture.
const STEP: f64 = 40.0;

/// How a seat would mix its actions after a step from the network's own mixture, in worlds of its equals; just the
/// network's where the budget does not suffice for a look.
pub(super) fn step(
    view: &Observation,
    legal: &[Action],
    theirs: &Range,
    most_worlds: usize,
    clock: &mut Clock,
    rng: &mut Rng,
) -> Vec<(Action, f32)> {
    let mut play = liked(view, legal, LEARNED);
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
        // What was not looked at has no part in what was found out.
        play.truncate(looked_at);
        let sum: f32 = play.iter().map(|(_, likely)| likely).sum();
        for (_, likely) in &mut play {
            *likely /= sum;
        }
    }
    play
}

/// How likely the network takes each of its legal actions, the likeliest first, when it is told that this opponent sits there.
pub(super) fn liked(view: &Observation, legal: &[Action], sits: usize) -> Vec<(Action, f32)> {
    let (likely, _) = Learned::AT_TABLE.judge(&[(*view, legal)], |_| other(sits)).swap_remove(0);
    let mut play: Vec<(Action, f32)> = legal.iter().copied().zip(likely).collect();
    play.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    play
}

/// What the network is told of an opponent.
fn other(opponent: usize) -> Other {
    match opponent {
        LEARNED => Other::Equal,
        GREEDY => Other::Greedy,
        _ => Other::Simple,
    }
}

/// What each of these actions brings in each of these worlds, from 0 to 1: the player decides so often after it, and then
/// the network says what to expect.
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

/// A world in which one of the actions was carried out.
struct Branch {
    state: State,
    /// Who sits opposite.
    opponent: usize,
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

    /// What the network is to be asked about next, unless it is time to ask what to expect; a simple opponent has
    /// decided by then.
    fn goes_on(&mut self, me: Seat, far: usize) -> Option<Observation> {
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

/// All play on until the player has decided often enough.
fn play_on(branches: &mut [Branch], me: Seat, far: usize) {
    loop {
        let (mut waiting, mut views) = (Vec::new(), Vec::new());
        for branch in branches.iter_mut().filter(|branch| branch.decisions <= far) {
            if let Some(view) = branch.goes_on(me, far) {
                views.push((view, other(branch.opponent)));
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
    let views: Vec<(Observation, Other)> = branches
        .iter()
        .filter(|branch| branch.state.returns().is_none())
        .map(|branch| (branch.state.observe(me), other(branch.opponent)))
        .collect();
    let mut expected = judged(&views).into_iter().map(|judged| judged.expected);
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

/// What the network makes of a view.
pub(super) struct Judged {
    pub(super) legal: Vec<Action>,
    /// How likely it takes each of them.
    pub(super) likely: Vec<f32>,
    /// What it expects, from −1 to 1.
    pub(super) expected: f32,
}

/// What the network makes of views of a game with such others.
pub(super) fn judged(views: &[(Observation, Other)]) -> Vec<Judged> {
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

    /// Where the worth of an answer is known, the better one becomes likelier, and without a budget nothing changes.
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
                let Judged { legal, likely, .. } = judged(&[(view, Other::Equal)]).swap_remove(0);
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
