//! The `resolve` setting of a player.

use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::{Game, Observation as _, Rng, Seat, Seed, State as _, Turn};
use cardsharp_search::{Considered, Player, seat_player};

fn player(spec: &str) -> Box<dyn Player<Hanamikoji>> {
    seat_player(&Hanamikoji, &spec.parse().expect("a spec")).expect("a player")
}

/// Through whole games every decision is legal and repeatable; late decisions are solved.
#[test]
fn every_decision_is_legal_and_follows_from_the_view_and_the_luck() {
    let (resolve, other) = (player("resolve:nodes=1500,worlds=50"), player("ismcts:nodes=200,worlds=50"));
    let mut solved = 0;
    for seed in 0..8 {
        let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid");
        while let Turn::Of(seat) = state.turn() {
            let view = state.observe(seat);
            let luck = Seed(seed).stream(state.table().shown().len() as u64);
            let player = if seat == Seat::FIRST { &resolve } else { &other };
            let action = player.choose(&view, &mut Rng::new(luck));
            if seat == Seat::FIRST {
                assert_eq!(action, player.choose(&view, &mut Rng::new(luck)));
                let mut legal = Vec::new();
                view.legal_actions(&mut legal);
                let considered = player.consider(&view, &mut Rng::new(luck));
                if let (Considered::Weights(weights), true) = (considered, legal.len() > 1) {
                    let mut actions: Vec<_> = weights.iter().map(|(action, _)| *action).collect();
                    actions.sort();
                    assert_eq!(actions, legal);
                    assert!((weights.iter().map(|(_, part)| part).sum::<f64>() - 1.0).abs() < 1e-3);
                    solved += 1;
                }
            }
            state.play(action).expect("legal");
        }
    }
    assert!(solved > 0, "no decision was solved");
}
