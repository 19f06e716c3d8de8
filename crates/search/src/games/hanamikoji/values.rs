//! Values of actions for display, assuming strong play on both sides.
//!
//! The champion responds to its model of the other seat and returns probabilities; these are no measure of another
//! player's choices. So values assume strong play by both seats: from the solution of the rest of the game where it can
//! be found in time, else from `appraise`. Both assume that the other seat's range is that of the network.

use cardsharp_rules::hanamikoji::{Action, Observation};
use cardsharp_rules::{Observation as _, Rng};

use super::appraise::{ASKED, OFF, mean_values};
use super::learned::Other;
use super::lookahead::{FAR, Judged, judge_views, worths};
use super::ranges::{EQUALS, LEARNED, Range, Ranges};
use super::resolve::{FEWEST_ROUNDS, MOST_ROUNDS, choices, most_choices};
use super::tree::{Public, Situation, Subgame, Variant};
use crate::equilibrium::Rule;
use crate::{Budget, Clock, Search, Valued};

/// The number of actions to appraise, the network's likeliest: as many as a table shows.
const APPRAISED: usize = 12;
/// The number of worlds in a batch; with a time budget at least two batches are played.
const BATCH: usize = 25;
/// The number of worlds per node of the budget.
const WORLDS_A_NODE: f64 = 0.1;

/// Values every action; actions that were not appraised have no visits.
pub(super) fn values(view: &Observation, also: Option<Action>, how: &Search, rng: &mut Rng) -> Vec<Valued<Action>> {
    let clock = Clock::start(how.budget);
    let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
    let theirs = ranges.of(view.table(), view.seat().other().index());
    solve_values(view, &ranges, &theirs, how.budget, &clock)
        .unwrap_or_else(|| appraise_values(view, also, &theirs, how, &clock, rng))
}

/// Values only these actions, in this order: by the solution if found in time, else by games to the end. The network's
/// expectation is too mild in positions it has seldom seen, and an action that a user asks about may lead there.
pub(super) fn compare(view: &Observation, actions: &[Action], how: &Search, rng: &mut Rng) -> Vec<Valued<Action>> {
    let clock = Clock::start(how.budget);
    let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
    let theirs = ranges.of(view.table(), view.seat().other().index());
    if let Some(all) = solve_values(view, &ranges, &theirs, how.budget, &clock) {
        let of = |action: &Action| all.iter().find(|valued| valued.action == *action).copied();
        return actions.iter().filter_map(of).collect();
    }
    let worlds = match how.budget {
        Budget::Nodes(nodes) => (nodes as usize / 4).clamp(2, how.worlds.max(2)),
        Budget::Time(_) => how.worlds.max(2),
    };
    let worlds = theirs.worlds(view, &EQUALS, worlds, rng);
    mean_values(actions, &worths(view, actions, &worlds, usize::MAX, rng))
}

/// Values the actions by the solution of the rest of the game; none if it is not found in time.
fn solve_values(
    view: &Observation,
    ranges: &Ranges,
    theirs: &Range,
    budget: Budget,
    clock: &Clock,
) -> Option<Vec<Valued<Action>>> {
    let (public, most) = (Public::of(view.table()), most_choices(budget));
    if choices(&public) > most {
        return None;
    }
    let me = view.seat().index();
    let mine = ranges.of(view.table(), me);
    let weigh = |seat: usize, row: &Situation| {
        let rows = if seat == me { &mine.rows } else { &theirs.rows };
        rows.get(row).map_or(0.0, |opponents| opponents[LEARNED])
    };
    let game = Subgame::after(Variant::FULL, &public, weigh, 2 * most as usize).ok()??;
    let mut solver = game.solver(Rule::Discounted, 1);
    while solver.rounds() < MOST_ROUNDS && !clock.runs_out() {
        solver.round();
    }
    if solver.rounds() < FEWEST_ROUNDS {
        return None;
    }
    // Half the gap is the possible error of the game's value, on the scale from −1 to 1.
    let error = (solver.gap().total() / 2.0).max(0.0).hypot(OFF);
    let worths = game.worths(&mut solver, &Situation::of(view.own()));
    let value = |(action, worth): (Action, f64)| {
        Valued::independent(action, (0.5 + worth / 2.0).clamp(0.0, 1.0), error, solver.rounds())
    };
    let values: Vec<Valued<Action>> = worths.into_iter().map(value).collect();
    Some(values).filter(|values| !values.is_empty())
}

/// Values the actions by playouts of the network in sampled worlds.
fn appraise_values(
    view: &Observation,
    also: Option<Action>,
    theirs: &Range,
    how: &Search,
    clock: &Clock,
    rng: &mut Rng,
) -> Vec<Valued<Action>> {
    let Judged { legal, likely, expected } = judge_views(&[(*view, Other::Equal)]).swap_remove(0);
    let mut order: Vec<usize> = (0..legal.len()).collect();
    order.sort_by(|&a, &b| likely[b].total_cmp(&likely[a]));
    let (mut liked, mut rest): (Vec<Action>, Vec<Action>) = (Vec::new(), Vec::new());
    for (place, &number) in order.iter().enumerate() {
        let is_tried = place < APPRAISED || also == Some(legal[number]);
        if is_tried { &mut liked } else { &mut rest }.push(legal[number]);
    }
    let (fewest, most) = match how.budget {
        Budget::Nodes(nodes) => {
            let worlds = ((nodes as f64 * WORLDS_A_NODE) as usize).clamp(2, how.worlds.max(2));
            (worlds, worlds)
        }
        Budget::Time(_) => (2 * BATCH, how.worlds.max(2 * BATCH)),
    };
    let mut found = Vec::with_capacity(most);
    while found.len() < fewest || found.len() < most && clock.time_used() < 1.0 {
        let worlds = theirs.worlds(view, &EQUALS, BATCH.min(most - found.len()), rng);
        found.extend(worths(view, &liked, &worlds, FAR, rng));
    }
    let mut values = mean_values(&liked, &found);
    let untried = |action| Valued::independent(action, 0.5 + f64::from(expected) / 2.0, 0.5, 0);
    values.extend(rest.into_iter().map(untried));
    values
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::hanamikoji::Hanamikoji;
    use cardsharp_rules::{Game as _, Seat, Seed, State as _, Turn};

    use super::super::positions::{last_answers, later, worth_of_last_answer};
    use super::*;
    use crate::Objective;

    fn by_nodes(nodes: u64) -> Search {
        Search { budget: Budget::Nodes(nodes), worlds: 1_000, objective: Objective::Score, exploration: 1.0 }
    }

    fn of(values: &[Valued<Action>], text: &str) -> Valued<Action> {
        let action: Action = text.parse().unwrap();
        *values.iter().find(|valued| valued.action == action).unwrap()
    }

    /// With greedy playouts this Gift seemed the best action, at 69.5 of a hundred.
    #[test]
    fn what_only_greedy_falls_for_is_no_better_than_other_actions() {
        let deal = "removed E; hands ABCCDF / ABDEGG; pile GDEFFFGG".parse().unwrap();
        let view = Hanamikoji.start(&deal).unwrap().observe(Seat::FIRST);
        let values = values(&view, None, &by_nodes(2_000), &mut Rng::new(Seed(1)));
        let (secret, gift) = (of(&values, "secret D"), of(&values, "gift ABC"));
        assert!(gift.value < 0.42 && gift.value < secret.value + 2.0 * gift.error, "{secret:?} {gift:?}");
        assert!(secret.error > OFF && secret.error < 0.05, "{secret:?}");
        assert!(secret.paired_error < secret.error, "{secret:?}");
        assert_eq!(values.iter().filter(|valued| valued.visits > 0).count(), APPRAISED);
        // The action a player chose is appraised, however unlikely for the network.
        let unloved = values.last().unwrap().action;
        let with = super::values(&view, Some(unloved), &by_nodes(20), &mut Rng::new(Seed(1)));
        assert!(with.iter().any(|valued| valued.action == unloved && valued.visits > 0));
    }

    #[test]
    fn a_solved_value_is_the_sum_over_all_that_may_lie_hidden() {
        let mut checked = 0;
        for view in last_answers() {
            let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
            let theirs = ranges.of(view.table(), view.seat().other().index());
            let budget = Budget::Nodes(1_000);
            let values = solve_values(&view, &ranges, &theirs, budget, &Clock::start(budget)).expect("a small tree");
            for valued in values {
                let worth = worth_of_last_answer(&view, &theirs, LEARNED, valued.action);
                assert!((valued.value - worth).abs() < 1e-3, "{valued:?} and not {worth}");
                checked += 1;
            }
        }
        assert!(checked > 10, "{checked}");
    }

    /// With decisions left for both seats, playouts by the network agree approximately with the solution.
    #[test]
    fn solved_and_appraised_values_tell_of_the_same_games() {
        let (mut off, mut checked) = (0.0, 0.0);
        for seed in 0..12 {
            let state = later(seed, 9);
            let Turn::Of(me) = state.turn() else { continue };
            let view = state.observe(me);
            let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
            let theirs = ranges.of(view.table(), me.other().index());
            let how = by_nodes(1_000);
            let Some(solved) = solve_values(&view, &ranges, &theirs, how.budget, &Clock::start(how.budget)) else {
                continue;
            };
            let clock = Clock::start(how.budget);
            let appraised = appraise_values(&view, None, &theirs, &how, &clock, &mut Rng::new(Seed(3)));
            let best = |values: &[Valued<Action>]| values.iter().map(|valued| valued.value).fold(0.0, f64::max);
            off += best(&solved) - best(&appraised);
            checked += 1.0;
        }
        assert!(checked >= 5.0, "{checked}");
        assert!((off / checked).abs() < 0.1, "{}", off / checked);
    }
}
