//! The whole player on cut-down Hanamikoji: a coarse blueprint, with the rest of the game solved again from some turn
//! on. Its exploitability is exact here; on the smallest game a slow and obvious best response confirms it.

mod cut_down;

use std::cell::RefCell;

use cardsharp_rules::hanamikoji::Kind;
use cardsharp_search::equilibrium::{Rule, Solver, Trust};
use cardsharp_search::hanamikoji::tree::showdown::Showdown;
use cardsharp_search::hanamikoji::tree::{Subgame, Variant};
use cut_down::reader::Reader;
use cut_down::{Rules, best_response, cards};

fn blueprint(game: &Subgame, rounds: u32) -> Solver<'_, Showdown> {
    let mut solver = game.solver(Rule::Discounted, 1);
    while solver.rounds() < rounds {
        solver.round();
    }
    solver
}

/// The exploitability of the whole player matches a best response that is independent of the solver.
#[test]
fn a_slow_best_response_wins_as_much_from_the_whole_player() {
    let (deck, kinds) = (cards("AABBGGGGG"), vec![Kind::Secret, Kind::Gift]);
    let variant = Variant::new(deck, &kinds, 5, 2).expect("the deck fits the actions");
    let rules = Rules { deck, kinds, points: 5, types: 2 };
    let game = Subgame::whole(variant, usize::MAX).expect("no limit");
    for trust in [Trust::Range, Trust::Half, Trust::Nothing] {
        let mut solver = blueprint(&game, 4);
        let coarse = solver.gap();
        assert!(solver.resolve_from(2, 20, trust) > 1, "the third turn comes about in many ways");
        let gap = solver.gap();
        assert_ne!(gap, coarse, "a second solution is another one");
        let reader =
            Reader { game: &game, solver: &solver, strategies: RefCell::default(), places: RefCell::default() };
        for seat in 0..2 {
            let slow = best_response(&rules, rules.games(), seat, &|world, legal| reader.play(world, legal));
            assert!((slow - gap.responses[seat]).abs() < 1e-4, "{trust:?}, seat {seat}: {slow}, not {gap:?}");
        }
    }
}

/// The accepted limit on the game of the rules file: with a blueprint of twenty rounds and the rest solved again from
/// the fourth turn on, the player is exploitable by at most 0.02.
#[test]
fn the_whole_player_is_hardly_exploitable() {
    let kinds = [Kind::Secret, Kind::Burn, Kind::Gift];
    let variant = Variant::new(cards("AABBCCDDDFFFF"), &kinds, 7, 3).expect("the deck fits the actions");
    let game = Subgame::whole(variant, usize::MAX).expect("no limit");
    let exploitable = [Trust::Range, Trust::Nothing].map(|trust| {
        let mut solver = blueprint(&game, 20);
        let before = solver.gap().exploitability();
        solver.resolve_from(3, 20, trust);
        (before, solver.gap().exploitability())
    });
    let [(coarse, trusting), (_, safe)] = exploitable;
    assert!(safe <= 0.02, "{exploitable:?}");
    // Trusting the ranges late loses to opponents with other ranges; the gadget does not.
    assert!(safe <= coarse + 0.001 && safe < trusting, "{exploitable:?}");
}
