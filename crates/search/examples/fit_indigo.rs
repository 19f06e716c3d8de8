//! Fits the numbers of Indigo's champion: `src/games/indigo/fitted.rs`.
//!
//! `fit_indigo values` fits the nets, from the last deal back; `fit_indigo thinker` fits the thinker to the choices of
//! champions that play each other. Each keeps the other's part of the file. See `data/indigo.md`.

use std::fmt::Write;

use cardsharp_rules::indigo::{Card, Indigo, Play};
use cardsharp_rules::{Game, Rng, Seed, State, Turn, draw};
use cardsharp_search::indigo::champion::Champion;
use cardsharp_search::indigo::opponents::{FEATURES, HAND, Opponent, features, thinker};
use cardsharp_search::indigo::position::Position;
use cardsharp_search::indigo::value::{COEFFICIENTS, HIDDEN, INPUTS, Net, evaluate, inputs, logit};
use cardsharp_search::indigo::{exact, fitted};
use cardsharp_search::{Budget, Memory, Objective, Player, Search};

const SEED: Seed = Seed(20_240_613);
/// The number of positions per net, and of passes over them.
const POSITIONS: u64 = 120_000;
const EPOCHS: u32 = 12;
/// The number of games between champions, and the nodes of a decision.
const GAMES: u64 = 500;
const NODES: u64 = 4_000;

fn main() {
    let (mut values, mut coefficients) = (*fitted::VALUES, *fitted::THINKER);
    match std::env::args().nth(1).as_deref() {
        Some("values") => values = fit_values(),
        Some("thinker") => coefficients = fit_thinker(),
        _ => {
            eprintln!("fit_indigo values | thinker");
            std::process::exit(2);
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/indigo/fitted.rs");
    std::fs::write(path, file(&values, &coefficients)).expect("the sources can be written");
}

/// Fits the nets of the second, third and last deal, the last one first.
fn fit_values() -> [Net; 3] {
    let mut values = [[0.0; COEFFICIENTS]; 3];
    for deal in (1..=3).rev() {
        let samples = sample(deal, |state, rng| {
            if deal == 3 {
                let position = Position::from_state(state);
                return f32::from(u8::from(exact::first_wins(&position)));
            }
            let mut position = Position::from_state(state);
            play_on(&mut position, rng);
            evaluate(&values[deal], &inputs(&position))
        });
        values[deal - 1] = fit_net(&samples, SEED.stream(deal as u64));
        let error = samples.iter().map(|(x, y)| (evaluate(&values[deal - 1], x) - y).powi(2)).sum::<f32>();
        let mean = samples.iter().map(|(_, y)| y).sum::<f32>() / samples.len() as f32;
        eprintln!("deal {deal}: mean {mean:.4}, mean squared error {:.4}", error / samples.len() as f32);
    }
    values
}

fn play_on(position: &mut Position, rng: &mut Rng) {
    while !position.is_over() {
        let hand = position.hand();
        let card = hand.nth(draw(&Opponent::Thinker.weigh(position)[..hand.len()], rng) as u32);
        position.play(card);
    }
}

type Sample = ([f32; INPUTS], f32);

/// Returns positions at the start of this deal, counted from 0, with their labels.
fn sample(deal: usize, label: impl Fn(&<Indigo as Game>::State, &mut Rng) -> f32 + Sync) -> Vec<Sample> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let parts: Vec<Vec<Sample>> = std::thread::scope(|scope| {
        let part = |thread| {
            let label = &label;
            scope.spawn(move || {
                // Each thread gets a contiguous range, so that the order is the same on any number of threads.
                let games = POSITIONS * thread / threads..POSITIONS * (thread + 1) / threads;
                games.map(|game| sample_one(deal, SEED.stream(10 + deal as u64).stream(game), label)).collect()
            })
        };
        let handles: Vec<_> = (0..threads).map(part).collect();
        handles.into_iter().map(|handle| handle.join().expect("no panic")).collect()
    });
    parts.concat()
}

/// Players of different strength, so that the net sees leads of all sizes.
const COMPANY: [Opponent; 5] =
    [Opponent::Thinker, Opponent::Greedy, Opponent::Thinker, Opponent::Classic, Opponent::Greedy];

fn sample_one(deal: usize, seed: Seed, label: impl Fn(&<Indigo as Game>::State, &mut Rng) -> f32) -> Sample {
    let mut state = Indigo.start(&Indigo.shuffle(seed)).expect("a shuffled deal is valid");
    let mut rng = Rng::new(seed.stream(1));
    let opponents = [0, 1].map(|_| *rng.pick(&COMPANY).expect("company"));
    for _ in 0..deal * 2 * HAND {
        let position = Position::from_state(&state);
        let chances = opponents[position.turn.index()].weigh(&position);
        let card = position.hand().nth(draw(&chances[..position.hand().len()], &mut rng) as u32);
        state.play_unchecked(Play(card));
    }
    (inputs(&Position::from_state(&state)), label(&state, &mut rng))
}

/// Fits a net by Adam on the cross-entropy, in small batches.
fn fit_net(samples: &[Sample], seed: Seed) -> Net {
    let mut rng = Rng::new(seed);
    let mut net: Net = std::array::from_fn(|_| (rng.unit() as f32 - 0.5) * 0.8);
    let mut adam = Adam::new();
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for epoch in 0..EPOCHS {
        rng.shuffle(&mut order);
        let rate = 0.01 * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in order.chunks(64) {
            let mut slope = [0.0; COEFFICIENTS];
            for &index in batch {
                let (x, y) = &samples[index];
                let mut hidden = [0.0; HIDDEN];
                let wrong = 1.0 / (1.0 + (-logit(&net, x, &mut hidden)).exp()) - y;
                let output = HIDDEN * (INPUTS + 1);
                slope[output + HIDDEN] += wrong;
                for (unit, &h) in hidden.iter().enumerate() {
                    slope[output + unit] += wrong * h;
                    // The derivative of x / (1 + |x|) is (1 − |h|)².
                    let back = wrong * net[output + unit] * (1.0 - h.abs()).powi(2);
                    let row = unit * (INPUTS + 1);
                    for (place, &input) in x.iter().enumerate() {
                        slope[row + place] += back * input;
                    }
                    slope[row + INPUTS] += back;
                }
            }
            adam.step(&mut net, &slope.map(|s| s / batch.len() as f32), rate);
        }
    }
    net
}

struct Adam<const N: usize> {
    mean: [f32; N],
    square: [f32; N],
    steps: i32,
}

impl<const N: usize> Adam<N> {
    fn new() -> Adam<N> {
        Adam { mean: [0.0; N], square: [0.0; N], steps: 0 }
    }

    fn step(&mut self, coefficients: &mut [f32; N], slope: &[f32; N], rate: f32) {
        self.steps = (self.steps + 1).min(100_000);
        let (first, second) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for place in 0..N {
            self.mean[place] = 0.9 * self.mean[place] + 0.1 * slope[place];
            self.square[place] = 0.999 * self.square[place] + 0.001 * slope[place].powi(2);
            let step = self.mean[place] / first / ((self.square[place] / second).sqrt() + 1e-8);
            coefficients[place] -= rate * step;
        }
    }
}

/// Fits the softmax to the choices of champions that play each other, without the last deal.
fn fit_thinker() -> [f32; FEATURES] {
    let choices = champions_choices();
    let mut coefficients = [0.0; FEATURES];
    let mut adam = Adam::new();
    let mut rng = Rng::new(SEED);
    let mut order: Vec<usize> = (0..choices.len()).collect();
    for epoch in 0..EPOCHS {
        rng.shuffle(&mut order);
        for batch in order.chunks(64) {
            let mut slope = [0.0; FEATURES];
            for &index in batch {
                let (position, chosen) = &choices[index];
                let chances = thinker(position, &coefficients);
                for (card, chance) in position.hand().iter().zip(chances) {
                    let wrong = (chance - f32::from(u8::from(card == *chosen))) / batch.len() as f32;
                    for (slope, feature) in slope.iter_mut().zip(features(position, card)) {
                        *slope += wrong * feature;
                    }
                }
            }
            adam.step(&mut coefficients, &slope, 0.02 * (1.0 - epoch as f32 / EPOCHS as f32));
        }
    }
    let surprise = |(position, chosen): &(Position, Card)| {
        let place = position.hand().iter().position(|card| card == *chosen).expect("it was held");
        -thinker(position, &coefficients)[place].ln()
    };
    let mean = choices.iter().map(surprise).sum::<f32>() / choices.len() as f32;
    eprintln!("{} choices, {mean:.4} nats each", choices.len());
    coefficients
}

fn champions_choices() -> Vec<(Position, Card)> {
    let how = Search { budget: Budget::Nodes(NODES), worlds: 500, objective: Objective::Win, exploration: 1.0 };
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        let part = |thread| {
            scope.spawn(move || {
                let mut choices = Vec::new();
                for game in GAMES * thread / threads..GAMES * (thread + 1) / threads {
                    let seed = SEED.stream(50).stream(game);
                    let mut state = Indigo.start(&Indigo.shuffle(seed)).expect("a shuffled deal is valid");
                    for ply in 0..3 * 2 * HAND as u64 {
                        let Turn::Of(seat) = state.turn() else { unreachable!("three deals of four") };
                        let Play(card) = Champion::new(how, Memory::Game)
                            .choose(&state.observe(seat), &mut Rng::new(seed.stream(ply + 1)));
                        if state.hands()[seat].len() > 1 {
                            choices.push((Position::from_state(&state), card));
                        }
                        state.play_unchecked(Play(card));
                    }
                }
                choices
            })
        };
        let handles: Vec<_> = (0..threads).map(part).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("no panic")).collect()
    })
}

const AS_IT_IS: &str = "#[rustfmt::skip]\n\
    #[allow(clippy::approx_constant, reason = \"a fitted number may look like a famous one\")]\n";

/// Returns the text of the file; the tests compile it, so a mistake here is found soon.
fn file(values: &[Net; 3], coefficients: &[f32; FEATURES]) -> String {
    let numbers = |row: &[f32]| row.iter().map(|x| format!("{x:.4}")).collect::<Vec<_>>().join(", ");
    let mut nets = String::new();
    for net in values {
        let rows: Vec<String> = net.chunks(INPUTS + 1).map(|row| format!("        {},\n", numbers(row))).collect();
        writeln!(nets, "    [\n{}    ],", rows.concat()).expect("writing to a string");
    }
    format!(
        "//! Fitted by `cargo run --release -p cardsharp-search --example fit_indigo`; see `data/indigo.md`.\n\n\
         use super::opponents::FEATURES;\nuse super::value::Net;\n\n\
         /// What a thinker cares about.\n{AS_IT_IS}\
         pub static THINKER: &[f32; FEATURES] = &[\n    {},\n];\n\n\
         /// The nets of the second, third and last deal: units, then the output.\n{AS_IT_IS}\
         pub static VALUES: &[Net; 3] = &[\n{nets}];\n",
        numbers(coefficients)
    )
}
