//! Frozen deals: a seed names the same cards for ever. And deals that are refused, with the reason.
//!
//! `data/<game>/deals.csv`: `seed,deal`. `data/<game>/invalid.deals`: `reason <- deal`.

use cardsharp_rules::{Game, Seed, hanamikoji, indigo, intensity, lucky_thirteen};

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
fn intensity() {
    let (frozen, invalid) =
        (include_str!("../data/intensity/deals.csv"), include_str!("../data/intensity/invalid.deals"));
    check(&intensity::Intensity, frozen, invalid);
}

#[test]
fn hanamikoji() {
    check(
        &hanamikoji::Hanamikoji,
        include_str!("../data/hanamikoji/deals.csv"),
        include_str!("../data/hanamikoji/invalid.deals"),
    );
}

#[test]
fn indigo() {
    check(&indigo::Indigo, include_str!("../data/indigo/deals.csv"), include_str!("../data/indigo/invalid.deals"));
}

#[test]
fn lucky_thirteen() {
    let (frozen, invalid) =
        (include_str!("../data/lucky-thirteen/deals.csv"), include_str!("../data/lucky-thirteen/invalid.deals"));
    check(&lucky_thirteen::LuckyThirteen::default(), frozen, invalid);
}
