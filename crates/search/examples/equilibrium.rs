//! Solves games of Hanamikoji and prints the time it takes. The figures are in `benchmarks/equilibrium.md`, those of
//! the whole player in `benchmarks/exploitability.md`.
//!
//! ```sh
//! cargo run --release -p cardsharp-search --example equilibrium -- cut-down
//! cargo run --release -p cardsharp-search --example equilibrium -- whole-player
//! cargo run --release -p cardsharp-search --example equilibrium -- network FILE
//! cargo run --release -p cardsharp-search --example equilibrium -- vectors > vectors.txt
//! cargo run --release -p cardsharp-search --example equilibrium -- turn 7 --games 3 --threads 2
//! ```

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, State};
use cardsharp_rules::{Game, Rng, Seed, State as _};
use cardsharp_search::equilibrium::{Rule, Solver, Trust};
use cardsharp_search::hanamikoji::tree::showdown::Showdown;
use cardsharp_search::hanamikoji::tree::{Network, Play, Public, Situation, Subgame, Variant, features};

fn cards(text: &str) -> Cards {
    let card = |letter: char| Geisha::ALL["ABCDEFG".find(letter).expect("a type of card")];
    Cards::gather(text.chars().map(card)).expect("no more of a type than there are")
}

/// The processor time of all threads so far, in seconds: on a busy machine wall time says little.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

fn of_three_actions() -> Variant {
    let kinds = [Kind::Secret, Kind::Burn, Kind::Gift];
    Variant::new(cards("AABBCCDDDFFFF"), &kinds, 7, 3).expect("the deck fits the actions")
}

/// Prints the exploitability of players with a blueprint of few rounds that solve the rest of the game again.
fn whole_player(threads: usize, rounds: u32) {
    let game = Subgame::whole(of_three_actions(), usize::MAX).expect("no limit");
    for blueprint in [8, 16, 24, 32] {
        solve_again(&format!("{blueprint} rounds"), rounds, || {
            let mut solver = game.solver(Rule::Discounted, threads);
            while solver.rounds() < blueprint {
                solver.round();
            }
            solver
        });
    }
}

/// Prints the exploitability of a blueprint before and after the rest is solved again from some turn on.
fn solve_again<'a>(name: &str, rounds: u32, blueprint: impl Fn() -> Solver<'a, Showdown>) {
    for turn in 2..=5 {
        for trust in [Trust::Range, Trust::Half, Trust::Nothing] {
            let mut solver = blueprint();
            let before = solver.gap().exploitability();
            let games = solver.resolve_from(turn - 1, rounds, trust);
            let after = solver.gap().exploitability();
            println!(
                "{name}: {before:.4}; from turn {turn} in {rounds} rounds, {games} games, trusting {trust:?}: {after:.4}"
            );
        }
    }
}

/// Does the same with a stored network as the blueprint, evaluated in every situation of every decision. A network may
/// treat equal types differently, so every mirror image has a node of its own.
fn network(path: &str, threads: usize, rounds: u32) -> Result<(), Box<dyn Error>> {
    let network = Network::read(&std::fs::read(path)?)?;
    let (variant, start) = (of_three_actions(), Instant::now());
    let game = Subgame::whole_unmerged(variant, usize::MAX).expect("no limit");
    let decisions = game.decisions(&[]);
    let asked = AtomicUsize::new(0);
    let likings = game.ask(&decisions, threads, |decision, rows| {
        let before = asked.fetch_add(rows.len(), Ordering::Relaxed);
        if (before + rows.len()) / 100_000 > before / 100_000 {
            eprintln!("asked about {} situations so far", before + rows.len());
        }
        network.likings(&variant, &decision.shown, rows)
    });
    println!(
        "{} decisions, {} choices, {} situations asked about in {:.0} s",
        decisions.len(),
        game.tree().choices(),
        asked.into_inner(),
        start.elapsed().as_secs_f64()
    );
    for temperature in [1.0, 0.5] {
        let blueprint = || {
            let mut solver = game.solver(Rule::Discounted, threads);
            for (node, likings) in &likings {
                let weights: Vec<f32> = likings.iter().map(|liking| (liking / temperature).exp()).collect();
                solver.follow(*node, &weights);
            }
            solver
        };
        let gap = blueprint().gap();
        let [first, second] = gap.responses;
        println!(
            "temperature {temperature}: exploitable by {:.4}; best responses get {first:+.4} as the first seat, {second:+.4} as the second",
            gap.exploitability()
        );
        solve_again(&format!("temperature {temperature}"), rounds, blueprint);
    }
    Ok(())
}

/// Prints cut-down games with the encoding of every decision. `learning/check.py` describes the lines.
fn vectors() {
    let (variant, mut rng) = (of_three_actions(), Rng::new(Seed(11)));
    let line = |kind: &str, numbers: &mut dyn Iterator<Item = usize>| {
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        println!("{kind} {}", numbers.join(" "));
    };
    for _ in 0..60 {
        let mut order: Vec<Geisha> = variant.deck().iter().collect();
        rng.shuffle(&mut order);
        let mut play = Play::deal(variant, &order).expect("the cards of the deck");
        // `Play` has the unused card last, the printed line first.
        order.rotate_right(1);
        line("D", &mut order.iter().map(|card| card.index()));
        while let Some(seat) = play.turn() {
            let legal = play.legal_actions();
            let action = *rng.pick(&legal).expect("something can be done");
            let hot = features(&variant, play.shown(), &play.situation(seat));
            line("A", &mut std::iter::once(Hanamikoji::action_index(action)).chain(hot));
            line("L", &mut legal.iter().map(|&action| Hanamikoji::action_index(action)));
            play.play(action).expect("a legal action");
        }
        println!("E {}", play.result().expect("the game is over"));
    }
}

fn cut_down(threads: usize) {
    let variant = of_three_actions();
    for rule in [Rule::Plus, Rule::Linear, Rule::Discounted] {
        let start = processor_time();
        let game = Subgame::whole(variant, usize::MAX).expect("no limit");
        let (nodes, choices) = (game.tree().nodes().len(), game.tree().choices());
        println!("{rule:?}: {nodes} nodes, {choices} choices, built in {:.2} s", processor_time() - start);
        let mut solver = game.solver(rule, threads);
        solver.solve(0.001, 500, |rounds, gap| {
            let seconds = processor_time() - start;
            println!("  round {rounds}: gap {:.5}, value {:.5}, {seconds:.1} s", gap.total(), gap.value());
            true
        });
        let secret = opening(&game, variant.deck(), |hand| {
            let situation = Situation { hand, ..Situation::default() };
            let play = game.play(&solver, &game.root(), &situation);
            play.iter()
                .filter(|(action, _)| matches!(action, Action::Secret(_)))
                .map(|(_, part)| f64::from(*part))
                .sum()
        });
        println!("  opens with Secret {:.1} %", 100.0 * secret);
    }
}

/// The mean of a value over all first hands.
fn opening(game: &Subgame, deck: Cards, value: impl Fn(Cards) -> f64) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    // Each hand of the deal and draw counts as often as it comes.
    for &dealt in game.space(0).hands() {
        for drawn in (deck - dealt).types() {
            let hand = dealt + drawn.into();
            let ways =
                |card: Geisha| (0..dealt.count(card)).map(move |n| (deck.count(card) - n) as f64 / (n + 1) as f64);
            let ways: f64 = Geisha::ALL.into_iter().flat_map(ways).product();
            let ways = ways * (deck - dealt).count(drawn) as f64;
            (sum, weight) = (sum + ways * value(hand), weight + ways);
        }
    }
    sum / weight
}

fn position(orders: [&[Kind]; 2], turn: usize, seed: u64) -> State {
    let mut rng = Rng::new(Seed(seed));
    let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid");
    while state.table().shown().len() < turn - 1 || state.table().offer().is_some() {
        let number = state.table().shown().len();
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        legal.retain(|action: &Action| action.kind().is_none_or(|kind| kind == orders[number % 2][number / 2]));
        let action = *rng.pick(&legal).expect("every kind can be used once");
        state.play_unchecked(action);
    }
    state
}

fn letters(kinds: &[Kind]) -> String {
    kinds.iter().map(|&kind| ["S", "B", "G", "C"][kind as usize]).collect()
}

/// Returns all ways to use up this many actions, each with the remaining ones.
fn orders(used: usize) -> Vec<(Vec<Kind>, Vec<Kind>)> {
    (0_u8..16)
        .filter(|set| set.count_ones() as usize == used)
        .map(|set| Kind::ALL.into_iter().partition(|&kind| set >> kind as u8 & 1 == 1))
        .collect()
}

/// Solves subgames from the start of a turn, by the actions that the seats have left.
fn turn(turn: usize, games: u64, threads: usize, gap: f64, most: usize) {
    for (first, first_left) in orders(turn / 2) {
        for (second, second_left) in orders((turn - 1) / 2) {
            let class = format!("{} {}", letters(&first_left), letters(&second_left));
            for seed in 0..games {
                let state = position([&first, &second], turn, seed);
                let line = measure(&state, threads, gap, most);
                println!("turn {turn}, left {class}, deal {seed}: {line}");
            }
        }
    }
}

fn measure(state: &State, threads: usize, gap: f64, most: usize) -> String {
    let public = Public::of(state.table());
    let (start, clock) = (processor_time(), Instant::now());
    let Ok(Some(game)) = Subgame::after(Variant::FULL, &public, |_, _| 1.0, most) else {
        return format!("more than {most} choices");
    };
    let built = processor_time() - start;
    let mut solver = game.solver(Rule::Discounted, threads);
    let found = solver.solve(gap, 500, |_, _| true);
    let (seconds, rounds, choices) = (processor_time() - start, solver.rounds(), game.tree().choices());
    let naive = choices as f64 * 30.0 * 75e-9;
    format!(
        "{choices} choices, built in {built:.2} s, {rounds} rounds, gap {:.5}, {seconds:.2} s of processor time, {:.2} s by the clock ({naive:.2} s naive)",
        found.total(),
        clock.elapsed().as_secs_f64()
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: f64| {
        let place = args.iter().position(|arg| arg == name);
        place.and_then(|place| args.get(place + 1)?.parse().ok()).unwrap_or(default)
    };
    let threads = number("--threads", 2.0) as usize;
    match args.first().map(String::as_str) {
        Some("cut-down") => cut_down(threads),
        Some("network") if args.len() > 1 => network(&args[1], threads, number("--rounds", 30.0) as u32)?,
        Some("vectors") => vectors(),
        Some("whole-player") => whole_player(threads, number("--rounds", 30.0) as u32),
        Some("turn") => {
            let (games, gap) = (number("--games", 3.0) as u64, number("--gap", 0.005));
            turn(number("turn", 7.0) as usize, games, threads, gap, number("--most", 3e8) as usize);
        }
        _ => println!(
            "say cut-down, whole-player, network FILE, vectors, or turn 5 to 8; --rounds, --threads, --games, --gap, --most"
        ),
    }
    Ok(())
}
