//! The yardstick: no player beats an Oracle that sees everything, and the champion comes close.

use cardsharp_research::{OracleGap, Yardstick};
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Sums};
use cardsharp_rules::{Game, Seed};
use cardsharp_search::{Searchable, seat_player};

fn measure(sums: Sums, sees: &str, player: &str, opponents: &str, seed: u64, deals: u64) -> OracleGap {
    let game = LuckyThirteen { sums };
    let (oracles, styles) = (game.oracles(), game.styles());
    let player = seat_player(&game, &player.parse().unwrap()).unwrap();
    Yardstick {
        game: &game,
        oracle: oracles.iter().find(|oracle| oracle.name() == sees).unwrap().as_ref(),
        player: player.as_ref(),
        opponents: styles.iter().find(|style| style.name() == opponents).unwrap().as_ref(),
        seed: Seed(seed),
        deals,
        threads: 2,
    }
    .measure(&|_| ())
}

#[test]
fn nobody_wins_more_of_a_deal_than_the_oracle_that_sees_everything() {
    for seed in 0..40 {
        let sums = [Sums::Face, Sums::Flexible][seed as usize % 2];
        for (player, opponents) in [("random", "basic"), ("keep13", "basic"), ("champion:nodes=30", "keep13")] {
            let gap = measure(sums, "all", player, opponents, seed, 1);
            assert!(gap.wins_gap.mean >= -1e-9, "{player} against {opponents}, {sums}, seed {seed}: {gap:?}");
        }
    }
}

#[test]
fn the_champion_wins_more_than_keep13_and_seeing_hands_wins_more_than_not() {
    let champion = measure(Sums::Face, "hands", "champion:nodes=200", "keep13", 1, 60);
    // Among its equals keep13 wins exactly a quarter, because every deal is played from every seat.
    let keep13 = measure(Sums::Face, "all", "keep13", "keep13", 1, 60);
    assert!((keep13.player_wins.mean - 0.25).abs() < 1e-9);
    assert!(champion.player_wins.mean > 0.255, "{champion:?}");
    assert!(champion.oracle_wins.mean > 0.255, "{champion:?}");
    assert!(keep13.oracle_wins.mean > champion.oracle_wins.mean, "{champion:?} {keep13:?}");
}

#[test]
fn the_same_seed_gives_the_same_gap() {
    let gap = || measure(Sums::Flexible, "all", "champion:nodes=30", "basic", 5, 6);
    assert_eq!(gap(), gap());
}

/// The results of [`OpenCards`](cardsharp_search::OpenCards) in games without an exact solution.
#[test]
fn seeing_every_card_pays() {
    fn pays<G: Searchable>(game: &G, opponents: &str) {
        let (oracles, styles) = (game.oracles(), game.styles());
        let style = styles.iter().find(|style| style.name() == opponents).unwrap();
        let player = seat_player(game, &opponents.parse().unwrap()).unwrap();
        let yardstick = Yardstick {
            game,
            oracle: oracles[0].as_ref(),
            player: player.as_ref(),
            opponents: style.as_ref(),
            seed: Seed(1),
            deals: 3,
            threads: 2,
        };
        let gap = yardstick.measure(&|_| ());
        let even = (G::SEATS - 1) as f64 / 2.0;
        // Equal players who play a deal from every seat share it evenly, except for luck.
        assert!(gap.oracle_points.mean > 1.3 * even, "{}: {gap:?}", G::NAME);
        assert!(gap.oracle_points.mean > gap.player_points.mean, "{}: {gap:?}", G::NAME);
    }
    pays(&Intensity, "careful");
    pays(&Hanamikoji, "greedy");
}
