//! Every house player ends on its own rung.

use cardsharp_matches::Ranked;
use cardsharp_matches::ladder::Climb;
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{Seat, Seed, seat_names};
use cardsharp_search::{Player, seat_player};
use cardsharp_stats::lead;
use cardsharp_table::play_game;

fn player<G: Ranked>(spec: &str) -> Box<dyn Player<G>> {
    seat_player(&G::default(), &spec.parse().unwrap()).unwrap()
}

/// A player's lead in a deal among players of this name, over all seats.
fn play<G: Ranked>(pupil: &dyn Player<G>, table: &str, seed: Seed) -> f64 {
    let other = player::<G>(table);
    let leads = Seat::all(G::SEATS).map(|seat| {
        let players: Vec<&dyn Player<G>> =
            Seat::all(G::SEATS).map(|place| if place == seat { pupil } else { other.as_ref() }).collect();
        lead(&play_game(&G::default(), seed, &players, seat_names::<G>()).result().unwrap(), seat)
    });
    leads.sum::<f64>() / G::SEATS as f64
}

fn check<G: Ranked>(rung: usize, runs: u64) {
    let pupil = player::<G>(G::LADDER.rungs[rung].spec);
    for run in 0..runs {
        let mut climb = Climb::new(G::LADDER, G::SEATS);
        let seed = Seed(1000 + run);
        let deal = |table: &'static str, deal: u64| Ok::<_, ()>((play(pupil.as_ref(), table, seed.game(deal)), ()));
        climb.climb((4000, 2), deal, &mut |_, ()| {}).unwrap();
        assert_eq!(climb.rungs(), (rung, rung), "{} {}, run {run}: {climb:?}", G::NAME, G::LADDER.rungs[rung].name);
        // Deals are played only for undecided tests.
        let tests: u64 = climb.tested.iter().map(|(_, sprt)| sprt.deals()).sum();
        assert!(climb.deals() <= tests, "{} deals for tests of {tests}", climb.deals());
        assert!(climb.tested.iter().all(|(_, sprt)| sprt.decision().is_some()));
    }
}

#[test]
fn quick_house_players_stand_on_their_rungs_in_ten_of_ten_runs() {
    for rung in 0..3 {
        check::<LuckyThirteen>(rung, 10);
        check::<Hanamikoji>(rung, 10);
    }
    for rung in 0..4 {
        check::<Indigo>(rung, 10);
    }
    for rung in 0..2 {
        check::<Intensity>(rung, 10);
    }
}

/// Searching players are slow; `cardsharp ladder` repeats this as often as above (`benchmarks/ladder.md`).
#[test]
fn players_that_think_stand_on_theirs() {
    check::<Indigo>(4, 2);
    check::<LuckyThirteen>(3, 1);
    check::<Hanamikoji>(3, 1);
    check::<Intensity>(2, 1);
}

/// Every step has its two rungs, and its table's player is on the ladder.
#[test]
fn ladders_are_whole() {
    fn check<G: Ranked>() {
        let (rungs, steps) = (G::LADDER.rungs, G::LADDER.steps);
        assert_eq!(rungs.len(), steps.len() + 1);
        for step in steps {
            assert!(step.lower < step.upper, "{step:?}");
            assert!(rungs.iter().any(|rung| rung.spec == step.table), "{step:?}");
        }
        for rung in rungs {
            drop(player::<G>(rung.spec));
        }
        let ratings = G::LADDER.ratings(G::SEATS);
        assert!(ratings.windows(2).all(|pair| pair[0] < pair[1]), "{ratings:?}");
        // A player leads a table of its own kind by nothing.
        for (number, step) in steps.iter().enumerate() {
            for (rung, lead) in [(number, step.lower), (number + 1, step.upper)] {
                assert!(rungs[rung].spec != step.table || lead == 0.0, "{step:?}");
            }
        }
    }
    check::<Intensity>();
    check::<Hanamikoji>();
    check::<Indigo>();
    check::<LuckyThirteen>();
}
