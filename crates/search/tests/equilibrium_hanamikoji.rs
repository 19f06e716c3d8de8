//! The solver on cut-down Hanamikoji, against an independent best response and its own slow paths.

mod cut_down;

use std::cell::RefCell;

use cardsharp_rules::hanamikoji::{Action, Geisha, Hanamikoji, Kind};
use cardsharp_rules::{Game as _, Rng, Seat, Seed, State as _, Turn};
use cardsharp_search::equilibrium::Rule;
use cardsharp_search::hanamikoji::tree::{NotTheDeck, Play, Public, Subgame, Variant};
use cut_down::reader::Reader;
use cut_down::{Rules, best_response, cards};

fn rules(deck: &str, kinds: &[Kind], points: usize, types: usize) -> (Rules, Variant) {
    let deck = cards(deck);
    let variant = Variant::new(deck, kinds, points, types).expect("the deck fits the actions");
    (Rules { deck, kinds: kinds.to_vec(), points, types }, variant)
}

/// Solves a game and checks both strategies with the slow best responses.
fn check(deck: &str, kinds: &[Kind], points: usize, types: usize) {
    let (rules, variant) = rules(deck, kinds, points, types);
    let game = Subgame::whole(variant, usize::MAX).expect("no limit");
    let mut solver = game.solver(Rule::Discounted, 1);
    for rounds in [3, 60] {
        while solver.rounds() < rounds {
            solver.round();
        }
        let gap = solver.gap();
        let reader =
            Reader { game: &game, solver: &solver, strategies: RefCell::default(), places: RefCell::default() };
        for seat in 0..2 {
            let slow = best_response(&rules, rules.games(), seat, &|world, legal| reader.play(world, legal));
            let fast = gap.responses[seat];
            assert!((slow - fast).abs() < 1e-4, "{deck} after {rounds}, seat {seat}: {slow} is true, not {fast}");
        }
        if rounds == 60 {
            assert!((-1e-5..0.02).contains(&gap.total()), "{deck}: {gap:?}");
        }
    }
}

#[test]
fn a_game_of_secret_and_gift_is_solved() {
    check("AABBGGGGG", &[Kind::Secret, Kind::Gift], 5, 2);
}

#[test]
fn a_game_of_burn_and_gift_is_solved() {
    check("DDDEEEGGGGG", &[Kind::Burn, Kind::Gift], 6, 2);
}

#[test]
fn a_game_of_secret_and_competition_is_solved() {
    check("DDDFFFGGGGG", &[Kind::Secret, Kind::Competition], 6, 2);
}

#[test]
fn a_game_of_secret_and_burn_is_solved() {
    check("AABBCDD", &[Kind::Secret, Kind::Burn], 4, 3);
}

/// The game of the rules file: its value to seat 0 is −0.139 to −0.133, and it opens with Secret.
#[test]
fn the_cut_down_game_has_its_known_value() {
    let (_, variant) = rules("AABBCCDDDFFFF", &[Kind::Secret, Kind::Burn, Kind::Gift], 7, 3);
    let game = Subgame::whole(variant, usize::MAX).expect("no limit");
    let mut solver = game.solver(Rule::Plus, 2);
    let gap = solver.solve(0.01, 100, |_, _| true);
    assert!(gap.total() <= 0.01, "{gap:?}");
    assert!(-0.139 <= gap.value() && gap.value() <= -0.133, "{gap:?}");
}

#[test]
fn threads_change_nothing() {
    let (_, variant) = rules("AABBCCDDDFFFF", &[Kind::Secret, Kind::Burn, Kind::Gift], 7, 3);
    let game = Subgame::whole(variant, usize::MAX).expect("no limit");
    let strategies = [1, 3].map(|threads| {
        let mut solver = game.solver(Rule::Discounted, threads);
        for _ in 0..3 {
            solver.round();
        }
        (solver.gap(), solver.strategy(game.root().node()))
    });
    assert_eq!(strategies[0], strategies[1]);
}

#[test]
fn the_model_never_leaves_the_rules() {
    let mut rng = Rng::new(Seed(8));
    for seed in 0..300 {
        let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid");
        while let Turn::Of(seat) = state.turn() {
            let public = Public::of(state.table());
            assert!(public.agrees_with(state.table()), "{public:?} {:?}", state.table());
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let mut own = Vec::new();
            if let Some(offer) = public.offer {
                own.extend(offer.choices().map(Action::Take));
            } else {
                for kind in public.left(&Variant::FULL, seat.index()) {
                    kind.actions(state.own()[seat].hand(), &mut own);
                }
            }
            assert_eq!(own, legal);
            let action = state.random_action(&mut rng);
            state.play(action).expect("legal");
        }
        let placed = state.table().placed();
        let lead = Geisha::ALL
            .map(|card| placed[Seat::FIRST].count(card) as i8 - placed[Seat::FIRST.other()].count(card) as i8);
        let score = i32::from(Variant::FULL.score(lead));
        assert_eq!(score, state.returns().expect("it is over")[Seat::FIRST]);
    }
}

/// A game agrees with the slow one, move by move: the same choices, end and indistinguishable states.
#[test]
fn a_variant_is_played_as_the_slow_rules_say() {
    use std::collections::BTreeMap;
    let kinds = [Kind::Secret, Kind::Burn, Kind::Gift];
    let (rules, variant) = rules("AABBCCDDEEFGG", &kinds, 6, 4);
    let mut rng = Rng::new(Seed(1));
    let mut alike = [BTreeMap::new(), BTreeMap::new()];
    for _ in 0..300 {
        let mut order: Vec<Geisha> = variant.deck().iter().collect();
        rng.shuffle(&mut order);
        let mut play = Play::deal(variant, &order).expect("the deck");
        let mut slow = rules.deal(&order);
        while let Some(turn) = play.turn() {
            assert_eq!(turn.index(), slow.actor());
            let mut expected = rules.legal(&slow);
            expected.sort();
            assert_eq!(play.legal_actions(), expected, "{play:?}");
            for seat in Seat::all(2) {
                let seen = slow.seen[seat.index()].clone();
                assert_eq!(alike[seat.index()].entry(play.seen(seat).to_owned()).or_insert(seen.clone()), &seen);
            }
            let action = *rng.pick(&expected).expect("a choice");
            play.play(action).expect("it is legal");
            rules.play(&mut slow, action);
        }
        assert!(rules.is_over(&slow));
        assert_eq!(play.result().map(f64::from), Some(rules.result(&slow)));
        assert!(play.play(Action::Secret(order[0])).is_err(), "the game is over");
    }
    assert_eq!(Play::deal(variant, &[]), Err(NotTheDeck));
}
