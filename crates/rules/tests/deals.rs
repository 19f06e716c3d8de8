//! Frozen deals: a seed always gives the same cards. Also invalid deals, with the reason for their refusal.
//!
//! `data/<game>/deals.csv`: `seed,deal`. `data/<game>/invalid.deals`: `reason <- deal`.

use std::path::Path;

use cardsharp_rules::{AnyGame, Game, Seed, with_game};

fn check<G: Game>(game: &G, frozen: &str, invalid: &str) {
    let mut lines = 0;
    for line in frozen.lines() {
        let (seed, deal) = line.split_once(',').expect("a seed and a deal");
        assert_eq!(game.shuffle(Seed(seed.parse().unwrap())).to_string(), deal, "{} seed {seed}", G::NAME);
        lines += 1;
    }
    assert!(lines >= 5, "{} has only {lines} frozen deals", G::NAME);
    let mut lines = 0;
    for line in invalid.lines() {
        let (reason, deal) = line.split_once(" <- ").expect("a reason and a deal");
        let error = match deal.parse::<G::Deal>() {
            Err(error) => error.to_string(),
            Ok(deal) => game.start(&deal).expect_err(line).to_string(),
        };
        assert!(error.contains(reason), "{}: {error:?} instead of {reason:?}", G::NAME);
        lines += 1;
    }
    assert!(lines >= 5, "{} has only {lines} invalid deals", G::NAME);
}

#[test]
fn every_game_keeps_its_deals() {
    for game in AnyGame::all() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(game.name());
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        with_game!(AnyGame, &game, game => check(game, &read("deals.csv"), &read("invalid.deals")));
    }
}
