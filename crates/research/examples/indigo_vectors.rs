//! Prints games of Indigo with the encoding of every decision, one line each, so that a learner's own implementation
//! and rule players can be checked against these.
//!
//! `D` and the deal: the four cards on the table, then the eight hands in turn · `A`, the number of the action taken,
//! the numbers of the features that are not 0 with their values · `L` and the numbers of the legal actions · `K`, a
//! player and its probability of each action, where it is not 0 · `E`, the final points of both seats and their shares
//! of the win.

use cardsharp_research::sparring;
use cardsharp_rules::indigo::{Deal, Indigo, Observation, Play};
use cardsharp_rules::outcome::win_shares;
use cardsharp_rules::{Card, Game, Observation as _, Rng, Seat, Seed, State, Style, Turn};

const GAMES: u64 = 90;

fn main() {
    let mut rng = Rng::new(Seed(11));
    let (house, sparring) = (Indigo.styles(), sparring());
    for seed in 0..GAMES {
        // Each kind of player reaches other positions; random plays a third of the games.
        let sitting: [&dyn Style<Indigo>; 2] = match seed % 3 {
            0 => [&*house[0]; 2],
            1 => pair(&house[1..], seed / 3),
            _ => pair(&sparring, seed / 3),
        };
        game(&Indigo.shuffle(Seed(seed)), |view| sitting[view.seat().index()].choose(view, &mut rng));
    }
    // No two neighbours of this order match, so no card captures, which happens with no style.
    let row: Vec<_> = (0..52).map(|place| Card::from_index(place % 4 * 13 + place % 13)).collect();
    let hand = |number: usize| (0..6).map(|place| row[4 + number / 2 * 12 + number % 2 + 2 * place]).collect();
    let deal = Deal { table: row[..4].to_vec(), hands: (0..8).map(hand).collect() };
    game(&deal, |view| Play(row[4 + view.table().plays().len()]));
}

fn game(deal: &Deal, mut choose: impl FnMut(&Observation) -> Play) {
    let mut state = Indigo.start(deal).expect("a valid deal");
    line("D", deal.table.iter().chain(deal.hands.iter().flatten()).map(|card| usize::from(card.index())));
    while let Turn::Of(seat) = state.turn() {
        let view = state.observe(seat);
        let action = choose(&view);
        let mut features = vec![0.0; Indigo::FEATURES];
        Indigo::encode(&view, &mut features);
        line(&format!("A {}", Indigo::action_index(action)), not_0(features.into_iter().enumerate()));
        let (mut legal, mut weights) = (Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        let numbers = || legal.iter().map(|&action| Indigo::action_index(action));
        line("L", numbers());
        for style in Indigo.styles().iter().chain(&sparring()) {
            style.weigh(&view, &legal, &mut weights);
            line(&format!("K {}", style.name()), not_0(numbers().zip(weights.iter().copied())));
        }
        state.play(action).expect("a legal action");
    }
    let points = state.returns().expect("the game is over");
    let shares = win_shares(&points);
    let ends = Seat::all(2).map(|seat| points[seat].to_string());
    line("E", ends.chain(Seat::all(2).map(|seat| shares[seat].to_string())));
}

/// Two of these players for this table; over many tables every pair meets, in both orders.
fn pair(styles: &[Box<dyn Style<Indigo>>], number: u64) -> [&dyn Style<Indigo>; 2] {
    let (number, count) = (number as usize, styles.len());
    [&*styles[number % count], &*styles[number / count % count]]
}

fn not_0(values: impl Iterator<Item = (usize, f32)>) -> impl Iterator<Item = String> {
    values.filter(|(_, value)| *value != 0.0).map(|(place, value)| format!("{place}:{value}"))
}

fn line<T: ToString>(kind: &str, words: impl Iterator<Item = T>) {
    let words: Vec<String> = words.map(|word| word.to_string()).collect();
    println!("{kind} {}", words.join(" "));
}
