//! Prints games of Hanamikoji with the encoding of every decision, one line each, so that a learner's own
//! implementation can be checked against these rules.
//!
//! `D` and the types of the card put away, both hands and the pile · `A`, the number of the action taken and the
//! numbers of the features that are not 0 · `L` and the numbers of the legal actions · `K` and those that greedy rates
//! equally best · `E` and the result of seat 0.

use cardsharp_rules::hanamikoji::{Geisha, Greedy, Hanamikoji};
use cardsharp_rules::{Game, Observation, Rng, Seat, Seed, State, Style, Turn};

fn main() {
    let mut rng = Rng::new(Seed(11));
    for seed in 0..60 {
        let deal = Hanamikoji.shuffle(Seed(seed));
        let mut state = Hanamikoji.start(&deal).expect("a shuffled deal is valid");
        let cards = [deal.removed].into_iter().chain(deal.hands.iter().flatten().chain(&deal.pile).copied());
        line("D", cards.map(Geisha::index));
        while let Turn::Of(seat) = state.turn() {
            let view = state.observe(seat);
            // Greedy plays every third game, because it reaches other positions than random.
            let action = if seed % 3 == 0 { Greedy.choose(&view, &mut rng) } else { state.random_action(&mut rng) };
            let mut features = vec![0.0; Hanamikoji::FEATURES];
            Hanamikoji::encode(&view, &mut features);
            let hot = features.iter().enumerate().filter(|(_, value)| **value != 0.0).map(|(place, _)| place);
            line("A", std::iter::once(Hanamikoji::action_index(action)).chain(hot));
            let (mut legal, mut weights) = (Vec::new(), Vec::new());
            view.legal_actions(&mut legal);
            line("L", legal.iter().map(|&action| Hanamikoji::action_index(action)));
            Greedy.weigh(&view, &legal, &mut weights);
            let liked = legal.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0);
            line("K", liked.map(|(&action, _)| Hanamikoji::action_index(action)));
            state.play_unchecked(action);
        }
        println!("E {}", state.returns().expect("the game is over")[Seat::FIRST]);
    }
}

fn line(kind: &str, numbers: impl Iterator<Item = usize>) {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    println!("{kind} {}", numbers.join(" "));
}
