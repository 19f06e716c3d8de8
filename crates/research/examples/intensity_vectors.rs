//! Prints random games of Intensity with the encoding of every decision, one line each, so that a learner's own
//! implementation can be checked against these rules.
//!
//! Cards are numbered from 0. `D` and the owner of every card · `A`, the cards of the pass or play, the numbers of the
//! features that are not 0 with their values · `L` and the cards that may be played or be part of a pass · `K` and
//! every choice that careful rates equally best · `E` and every seat's tournament points beyond the mean.

use std::collections::BTreeSet;

use cardsharp_rules::intensity::{Action, Careful, Intensity};
use cardsharp_rules::outcome::tournament_halves;
use cardsharp_rules::{Game, Observation, Rng, Seed, State, Style, Turn};

fn main() {
    let mut rng = Rng::new(Seed(11));
    for seed in 0..30 {
        let deal = Intensity.shuffle(Seed(seed));
        let mut state = Intensity.start(&deal).expect("a shuffled deal is valid");
        let owner = |number: u8| deal.hands.iter().position(|hand| hand.iter().any(|card| card.number() == number));
        let owners: Vec<String> = (10..50).map(|number| owner(number).expect("all are dealt").to_string()).collect();
        println!("D {}", owners.join(" "));
        while let Turn::Of(seat) = state.turn() {
            let view = state.observe(seat);
            // Careful plays every third game, because it reaches other positions than random.
            let action = if seed % 3 == 0 { Careful.choose(&view, &mut rng) } else { state.random_action(&mut rng) };
            let mut features = vec![0.0; Intensity::FEATURES];
            Intensity::encode(&view, &mut features);
            let features = features.iter().enumerate().filter(|(_, value)| **value != 0.0);
            let features: Vec<String> = features.map(|(place, value)| format!("{place}:{value}")).collect();
            println!("A {} {}", text(action), features.join(" "));
            let (mut legal, mut weights) = (Vec::new(), Vec::new());
            view.legal_actions(&mut legal);
            let open: BTreeSet<u8> = legal.iter().flat_map(|&action| cards(action)).collect();
            println!("L {}", open.iter().map(u8::to_string).collect::<Vec<_>>().join(" "));
            Careful.weigh(&view, &legal, &mut weights);
            let liked = legal.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0);
            println!("K {}", liked.map(|(&action, _)| text(action)).collect::<Vec<_>>().join(" "));
            state.play_unchecked(action);
        }
        let halves = tournament_halves(&state.returns().expect("the game is over"));
        let ends: Vec<String> = halves.iter().map(|(_, &halves)| (f64::from(halves) / 2.0 - 1.5).to_string()).collect();
        println!("E {}", ends.join(" "));
    }
}

fn cards(action: Action) -> Vec<u8> {
    match action {
        Action::Play(card) => vec![card.number() - 10],
        Action::Pass(cards) => cards.iter().map(|card| card.number() - 10).collect(),
    }
}

fn text(action: Action) -> String {
    cards(action).iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}
