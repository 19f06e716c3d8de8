//! Solves games of Hanamikoji and says how long it takes; the figures are in
//! `benchmarks/equilibrium.md`.
//!
//! ```sh
//! cargo run --release -p cardsharp-search --example equilibrium -- cut-down
//! ```

use std::time::Instant;

use cardsharp_rules::hanamikoji::{Cards, Geisha, Kind};
use cardsharp_search::equilibrium::Rule;
use cardsharp_search::equilibrium::hanamikoji::{Subgame, Variant};

fn cards(text: &str) -> Cards {
    let card = |letter: char| Geisha::ALL["ABCDEFG".find(letter).expect("a type of card")];
    Cards::gather(text.chars().map(card)).expect("no more of a type than there are")
}

fn cut_down(rule: Rule, gap: f64) {
    let variant = Variant::new(cards("AABBCCDDDFFFF"), &[Kind::Secret, Kind::Burn, Kind::Gift], 7, 3).unwrap();
    let start = Instant::now();
    let game = Subgame::whole(variant, usize::MAX).unwrap();
    println!(
        "{} nodes, {} choices, built in {:.2} s",
        game.tree().nodes().len(),
        game.tree().choices(),
        start.elapsed().as_secs_f64()
    );
    let mut solver = game.solver(rule, 2);
    solver.solve(gap, 2000, |rounds, gap| {
        println!(
            "{rule:?} round {rounds}: gap {:.5}, value {:.5} ({:.1} s)",
            gap.total(),
            gap.value(),
            start.elapsed().as_secs_f64()
        );
        true
    });
}

fn main() {
    for rule in [Rule::Plus, Rule::Linear, Rule::Discounted] {
        cut_down(rule, 0.005);
    }
}
