//! What actions are worth, as people are shown it: for strong play on both sides.
//!
//! The champion answers the player it takes the other seat for, and says how often it does what. That is
//! no measure for somebody else's hand. So values come from where both seats play well: where the rest of
//! the game can be solved in time, from its solution, and before that from `appraise`. Both take the other
//! seat to have come with what the network would have come with.

use cardsharp_rules::hanamikoji::{Action, Observation};
use cardsharp_rules::{Observation as _, Rng};

use super::appraise::{ASKED, OFF, valued};
use super::learned::Other;
use super::lookahead::{FAR, Judged, judged, worths};
use super::ranges::{EQUALS, LEARNED, Range, Ranges};
use super::resolve::{FEWEST_ROUNDS, MOST_ROUNDS, choices, most_choices};
use super::tree::{Public, Situation, Subgame, Variant};
use crate::equilibrium::Rule;
use crate::{Budget, Clock, Search, Valued};

/// So many actions are appraised, those that the network likes best: as many as a table shows.
const APPRAISED: usize = 12;
/// So many worlds are looked at together while there is time, and at least twice.
const BATCH: usize = 25;
/// How many worlds a counted game pays for.
const WORLDS_A_NODE: f64 = 0.1;

/// Every action; those that were not appraised have no visits.
pub(super) fn values(view: &Observation, also: Option<Action>, how: &Search, rng: &mut Rng) -> Vec<Valued<Action>> {
    let clock = Clock::start(how.budget);
    let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
    let theirs = ranges.of(view.table(), view.seat().other().index());
    solved(view, &ranges, &theirs, how.budget, &clock)
        .unwrap_or_else(|| appraised(view, also, &theirs, how, &clock, rng))
}

/// Just these actions, in their order: by the solution where it is found in time, else by games to the end. What the
/// network expects is too mild where it has hardly ever been, and a choice that somebody asks about may lead there.
pub(super) fn compared(view: &Observation, actions: &[Action], how: &Search, rng: &mut Rng) -> Vec<Valued<Action>> {
    let clock = Clock::start(how.budget);
    let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
    let theirs = ranges.of(view.table(), view.seat().other().index());
    if let Some(all) = solved(view, &ranges, &theirs, how.budget, &clock) {
        let of = |action: &Action| all.iter().find(|valued| valued.action == *action).copied();
        return actions.iter().filter_map(of).collect();
    }
    let worlds = match how.budget {
        Budget::Nodes(nodes) => (nodes as usize / 4).clamp(2, how.worlds.max(2)),
        Budget::Time(_) => how.worlds.max(2),
    };
    let worlds = theirs.worlds(view, &EQUALS, worlds, rng);
    valued(actions, &worths(view, actions, &worlds, usize::MAX, rng))
}

/// By the solution of the rest of the game, if it is found in time.
fn solved(
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
    // Half of it is how far the value of the game may be off, on the scale from −1 to 1.
    let error = (solver.gap().total() / 2.0).max(0.0).hypot(OFF);
    let worths = game.worths(&mut solver, &Situation::of(view.own()));
    let value = |(action, worth): (Action, f64)| {
        Valued::independent(action, (0.5 + worth / 2.0).clamp(0.0, 1.0), error, solver.rounds())
    };
    let values: Vec<Valued<Action>> = worths.into_iter().map(value).collect();
    Some(values).filter(|values| !values.is_empty())
}

/// By what the network's play brings in worlds it may have come to.
fn appraised(
    view: &Observation,
    also: Option<Action>,
    theirs: &Range,
    how: &Search,
    clock: &Clock,
    rng: &mut Rng,
) -> Vec<Valued<Action>> {
    let Judged { legal, likely, expected } = judged(&[(*view, Other::Equal)]).swap_remove(0);
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
    let mut values = valued(&liked, &found);
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

    fn counted(nodes: u64) -> Search {
        Search { budget: Budget::Nodes(nodes), worlds: 1_000, objective: Objective::Score, exploration: 1.0 }
    }

    fn of(values: &[Valued<Action>], text: &str) -> Valued<Action> {
        let action: Action = text.parse().unwrap();
        *values.iter().find(|valued| valued.action == action).unwrap()
    }

    /// Where all play on at a glance this Gift seemed worth 69.5 of a hundred, and the best of all.
    #[test]
    fn what_only_greedy_falls_for_is_no_better_than_other_actions() {
        let deal = "removed E; hands ABCCDF / ABDEGG; pile GDEFFFGG".parse().unwrap();
        let view = Hanamikoji.start(&deal).unwrap().observe(Seat::FIRST);
        let values = values(&view, None, &counted(2_000), &mut Rng::new(Seed(1)));
        let (secret, gift) = (of(&values, "secret D"), of(&values, "gift ABC"));
        assert!(gift.value < 0.42 && gift.value < secret.value + 2.0 * gift.error, "{secret:?} {gift:?}");
        assert!(secret.error > OFF && secret.error < 0.05, "{secret:?}");
        assert!(secret.paired_error < secret.error, "{secret:?}");
        assert_eq!(values.iter().filter(|valued| valued.visits > 0).count(), APPRAISED);
        // What somebody did is looked at, whatever the network thinks of it.
        let unloved = values.last().unwrap().action;
        let with = super::values(&view, Some(unloved), &counted(20), &mut Rng::new(Seed(1)));
        assert!(with.iter().any(|valued| valued.action == unloved && valued.visits > 0));
    }

    #[test]
    fn a_solved_value_is_the_sum_over_all_that_may_lie_hidden() {
        let mut checked = 0;
        for view in last_answers() {
            let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
            let theirs = ranges.of(view.table(), view.seat().other().index());
            let budget = Budget::Nodes(1_000);
            let values = solved(&view, &ranges, &theirs, budget, &Clock::start(budget)).expect("a small tree");
            for valued in values {
                let worth = worth_of_last_answer(&view, &theirs, LEARNED, valued.action);
                assert!((valued.value - worth).abs() < 1e-3, "{valued:?} and not {worth}");
                checked += 1;
            }
        }
        assert!(checked > 10, "{checked}");
    }

    /// Earlier, where both still decide: games by the network find what the solution says, about.
    #[test]
    fn solved_and_appraised_values_tell_of_the_same_games() {
        let (mut off, mut checked) = (0.0, 0.0);
        for seed in 0..12 {
            let state = later(seed, 9);
            let Turn::Of(me) = state.turn() else { continue };
            let view = state.observe(me);
            let ranges = Ranges { most_asked: ASKED, priors: EQUALS };
            let theirs = ranges.of(view.table(), me.other().index());
            let how = counted(1_000);
            let Some(solved) = solved(&view, &ranges, &theirs, how.budget, &Clock::start(how.budget)) else { continue };
            let clock = Clock::start(how.budget);
            let appraised = appraised(&view, None, &theirs, &how, &clock, &mut Rng::new(Seed(3)));
            let best = |values: &[Valued<Action>]| values.iter().map(|valued| valued.value).fold(0.0, f64::max);
            off += best(&solved) - best(&appraised);
            checked += 1.0;
        }
        assert!(checked >= 5.0, "{checked}");
        assert!((off / checked).abs() < 0.1, "{}", off / checked);
    }
}
