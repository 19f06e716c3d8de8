//! The laws, for every game; and a toy game that leaks, which they must catch.

mod toy;

use cardsharp_rules::laws::check_game;
use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Sums};
use cardsharp_rules::{AnyGame, Game, Observation, Rng, Seed, State, Turn, with_game};

/// Plays these random games under all laws and makes sure that the laws had something to look at.
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
    for game in AnyGame::all() {
        with_game!(AnyGame, &game, game => check_styles(game));
    }
}

/// Every style weighs every position of some games: one weight per action, none negative, sum 1, and the same again
/// for the same view.
fn check_styles<G: Game>(game: &G) {
    let styles: Vec<_> = game.styles().into_iter().chain(game.strangers()).chain(game.sparring()).collect();
    for seed in 0..30 {
        let mut rng = Rng::new(Seed(seed).stream(2));
        let mut state = game.start(&game.shuffle(Seed(seed))).unwrap();
        while let Turn::Of(seat) = state.turn() {
            let view = state.observe(seat);
            let (mut legal, mut weights, mut second) = (Vec::new(), Vec::new(), Vec::new());
            view.legal_actions(&mut legal);
            for style in &styles {
                style.weigh(&view, &legal, &mut weights);
                assert_eq!(weights.len(), legal.len(), "{} in {view}", style.name());
                assert!(weights.iter().all(|&weight| weight >= 0.0), "{} in {view}", style.name());
                let sum: f32 = weights.iter().sum();
                assert!((sum - 1.0).abs() < 1e-4, "{} in {view}: {weights:?}", style.name());
                let again = &view.sample_state(&mut rng).observe(seat);
                style.weigh(again, &legal, &mut second);
                assert_eq!(second, weights, "{} in {view}", style.name());
            }
            let style = &styles[seed as usize % styles.len()];
            state.play(style.choose(&view, &mut rng)).unwrap();
        }
    }
}
