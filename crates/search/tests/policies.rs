//! Arbitrary policies in a solver's tables: a best response must win the same from the tables as from the policy.

mod cut_down;

use std::cell::RefCell;
use std::collections::HashMap;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Kind, Offer, Shown};
use cardsharp_search::equilibrium::{Gap, Rule, Solver, Step};
use cardsharp_search::hanamikoji::tree::showdown::Showdown;
use cardsharp_search::hanamikoji::tree::{Decision, Network, Row, Situation, Subgame, Variant};
use cut_down::{Rules, World, best_response, cards, to_cards};

const POINTS: usize = 5;
const TYPES: usize = 2;

fn rules() -> Rules {
    Rules { deck: cards("AABBGGGGG"), kinds: vec![Kind::Secret, Kind::Gift], points: POINTS, types: TYPES }
}

fn variant() -> Variant {
    Variant::new(rules().deck, &rules().kinds, POINTS, TYPES).expect("the deck fits the actions")
}

/// Fills every decision from a policy and returns the gap of the tables.
fn gap(game: &Subgame, policy: impl Fn(&Decision, &[Row]) -> Vec<Vec<f32>> + Sync) -> Gap {
    let mut solver = game.solver(Rule::Discounted, 1);
    for (node, weights) in game.ask(&game.decisions(&[]), 2, policy) {
        solver.follow(node, &weights);
    }
    solver.gap()
}

/// Actions that look like this; hidden cards are arbitrary.
fn actions(shown: &[Shown]) -> Vec<Action> {
    let acts = |shown: &Shown| match *shown {
        Shown::Secret => vec![Action::Secret(Geisha::A)],
        Shown::Burn => vec![Action::Burn(Cards::EMPTY)],
        Shown::Offer { offer, taken } => {
            let offered = match offer {
                Offer::Gift(cards) => Action::Gift(cards),
                Offer::Competition(pairs) => Action::Compete(pairs),
            };
            let takes = (!taken.is_empty()).then_some(Action::Take(taken));
            [offered].into_iter().chain(takes).collect()
        }
    };
    shown.iter().flat_map(acts).collect()
}

/// The strategy of a solved game, found by what was seen and done, not by node numbers.
fn as_solved(game: &Subgame, solver: &Solver<'_, Showdown>, decision: &Decision, rows: &[Row]) -> Vec<Vec<f32>> {
    let after = |place, action| game.after_action(&place, action).expect("it goes on");
    let place = actions(&decision.shown).into_iter().fold(game.root(), after);
    let play = |(situation, actions): &Row| {
        let likely: HashMap<Action, f32> = game.play(solver, &place, situation).into_iter().collect();
        actions.iter().map(|action| likely[action]).collect()
    };
    rows.iter().map(play).collect()
}

#[test]
fn every_decision_is_asked_about_once() {
    for game in [Subgame::whole(variant(), usize::MAX), Subgame::whole_unmerged(variant(), usize::MAX)] {
        let game = game.expect("no limit");
        let mut found: Vec<u32> = game.decisions(&[]).iter().map(|decision| decision.place.node()).collect();
        found.sort_unstable();
        let decides = |number: &u32| {
            matches!(game.tree().nodes()[*number as usize].step, Step::Decision { .. } | Step::Last { .. })
        };
        let expected: Vec<u32> = (0..game.tree().nodes().len() as u32).filter(decides).collect();
        assert_eq!(found, expected);
    }
}

/// A coarse solution keeps its gap when it is written into other tables: in a tree of the same form, and in one where
/// mirror images have separate nodes.
#[test]
fn a_known_strategy_has_the_gap_it_had() {
    let merged = Subgame::whole(variant(), usize::MAX).expect("no limit");
    let unmerged = Subgame::whole_unmerged(variant(), usize::MAX).expect("no limit");
    assert!(unmerged.tree().choices() > merged.tree().choices(), "A and B are alike");
    let mut solver = merged.solver(Rule::Discounted, 1);
    let mut gaps = Vec::new();
    for _ in 0..2 {
        (0..3).for_each(|_| solver.round());
        let expected = solver.gap();
        for game in [&merged, &unmerged] {
            let found = gap(game, |decision, rows| as_solved(&merged, &solver, decision, rows));
            for seat in 0..2 {
                let (found, expected) = (found.responses[seat], expected.responses[seat]);
                assert!((found - expected).abs() < 1e-5, "seat {seat}: {found}, not {expected}");
            }
        }
        gaps.push(expected.total());
    }
    assert!(gaps[0] - gaps[1] > 0.01, "the strategies differ, or nothing is proved: {gaps:?}");
}

/// The network of the whole game knows nothing of the cut-down one and treats A and B differently. The gap must still
/// match a best response that asks the network world by world.
#[test]
fn a_slow_best_response_wins_as_much_from_a_network() {
    let network = Network::read(include_bytes!("../data/hanamikoji.net")).expect("a stored network");
    let (rules, variant) = (rules(), variant());
    let softly = |likings: Vec<f32>| likings.iter().map(|liking| (liking / 0.5).exp()).collect();
    let ask = |shown: &[Shown], rows: &[Row]| -> Vec<Vec<f32>> {
        network.likings(&variant, shown, rows).into_iter().map(softly).collect()
    };
    let found = |game: Subgame| gap(&game, |decision, rows| ask(&decision.shown, rows));
    let gap = found(Subgame::whole_unmerged(variant, usize::MAX).expect("no limit"));
    let known: RefCell<HashMap<_, Vec<f64>>> = RefCell::default();
    let play = |(game, _, past): &World, legal: &[Action]| {
        let actor = game.actor();
        let situation = Situation {
            hand: to_cards(&game.hands[actor]),
            secret: game.secrets[actor].map_or(Cards::EMPTY, Cards::from),
            burned: to_cards(&game.burned[actor]),
        };
        let shown = shown_actions(past);
        let answer = || {
            let weights = ask(&shown, &[(situation, legal.to_vec())]).swap_remove(0);
            let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            weights.iter().map(|&weight| f64::from(weight) / sum).collect()
        };
        known.borrow_mut().entry((actions(&shown), situation)).or_insert_with(answer).clone()
    };
    for seat in 0..2 {
        let slow = best_response(&rules, rules.games(), seat, &play);
        assert!((slow - gap.responses[seat]).abs() < 1e-4, "seat {seat}: {slow}, not {gap:?}");
    }
    let merged = found(Subgame::whole(variant, usize::MAX).expect("no limit"));
    assert!((merged.total() - gap.total()).abs() > 1e-3, "one node for A and B is another player: {merged:?}");
}

/// The actions as both seats see them.
fn shown_actions(past: &[Action]) -> Vec<Shown> {
    let mut shown = Vec::new();
    for &action in past {
        match action {
            Action::Secret(_) => shown.push(Shown::Secret),
            Action::Burn(_) => shown.push(Shown::Burn),
            Action::Gift(cards) => shown.push(Shown::Offer { offer: Offer::Gift(cards), taken: Cards::EMPTY }),
            Action::Compete(pairs) => {
                shown.push(Shown::Offer { offer: Offer::Competition(pairs), taken: Cards::EMPTY });
            }
            Action::Take(cards) => {
                if let Some(Shown::Offer { taken, .. }) = shown.last_mut() {
                    *taken = cards;
                }
            }
        }
    }
    shown
}
