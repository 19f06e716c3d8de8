//! The laws for every game, and for a toy game that leaks, which they must catch.

mod toy;

use cardsharp_rules::laws::{check_game, check_styles};
use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Sums};
use cardsharp_rules::{AnyGame, Game, Seed, with_game};

/// Plays these random games under all laws and checks that the laws had cases to check.
fn check<G: Game>(game: &G, games: u64) {
    for seed in 0..games {
        let checked =
            check_game(game, Seed(seed), 12).unwrap_or_else(|violation| panic!("seed {seed}: {violation:#?}"));
        assert!(checked.swaps > checked.positions, "{} seed {seed}: {checked:?}", G::NAME);
    }
}

#[test]
fn every_game_keeps_the_laws() {
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game, 20));
    }
}

#[test]
fn lucky_thirteen_keeps_them_with_flexible_sums() {
    check(&LuckyThirteen { sums: Sums::Flexible }, 20);
}

#[test]
fn an_honest_toy_keeps_the_laws() {
    check(&toy::Toy::honest(), 20);
}

#[test]
fn the_swap_law_catches_a_view_that_leaks_one_card() {
    let caught = (0..20).filter(|&seed| {
        let violation = check_game(&toy::Toy::leaking(), Seed(seed), 12).expect_err("the leak is found");
        violation.law == "swapping two cards a seat cannot see leaves its view"
    });
    assert_eq!(caught.count(), 20);
}

#[test]
fn every_style_spreads_its_choice_over_the_legal_actions() {
    fn check<G: Game>(game: &G) {
        for seed in 0..30 {
            check_styles(game, &game.styles(), Seed(seed)).unwrap();
        }
    }
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check(game));
    }
}
