//! Fits a few habits that together explain the choices of many players.

use cardsharp_rules::intensity::PASSES;
use cardsharp_rules::{Rng, Seed};
use cardsharp_search::intensity::habits::{FITTED, HABITS, KNOWN, Likings, SURPRISE};
use cardsharp_search::intensity::matter::{FEATURES, Features, MATTERS, Matter};

/// The number of passes over all players, the learning rate, and the weight decay of likings.
const ROUNDS: i32 = 300;
const RATE: f32 = 0.08;
const KEPT_SMALL: f32 = 0.002;
/// The number of first rounds in which every habit gets a part of every player, so that none stays unused.
const SOFT: i32 = 60;

/// A choice of one or three cards, and its probability under each of the known habits.
pub struct Choice {
    pub matter: Matter,
    pub features: Vec<Features>,
    pub taken: Vec<bool>,
    pub known: [f32; KNOWN],
}

pub type Choices = Vec<Choice>;

/// A fitted habit and its share of the players.
pub struct Component {
    pub share: f64,
    pub likings: Likings,
}

type AllLikings = [Likings; FITTED];

const NOTHING: Likings = [[0.0; FEATURES]; MATTERS];

impl Choice {
    /// The probability of a choice at random.
    fn even(&self) -> f32 {
        if self.matter == Matter::Pass { 1.0 / PASSES as f32 } else { 1.0 / self.taken.len() as f32 }
    }

    /// The probability of the choice under these likings. Fills `expected` with each card's probability to be taken.
    fn by(&self, likings: &Features, expected: &mut Vec<f32>) -> f32 {
        let liking = |features: &Features| features.iter().zip(likings).map(|(a, b)| a * b).sum::<f32>();
        let weights: Vec<f32> = self.features.iter().map(|features| liking(features).exp()).collect();
        let taken = || weights.iter().zip(&self.taken).filter(|(_, taken)| **taken).map(|(weight, _)| weight);
        expected.clear();
        if self.matter != Matter::Pass {
            let sum: f32 = weights.iter().sum();
            expected.extend(weights.iter().map(|weight| weight / sum));
            return taken().sum::<f32>() / sum;
        }
        let all = products(&weights, None)[3];
        expected.extend((0..weights.len()).map(|place| weights[place] * products(&weights, Some(place))[2] / all));
        taken().product::<f32>() / all
    }
}

/// The sums of the products of none, one, two and three of the weights, except the one at `without`.
fn products(weights: &[f32], without: Option<usize>) -> [f32; 4] {
    let mut sums = [1.0, 0.0, 0.0, 0.0];
    for (_, weight) in weights.iter().enumerate().filter(|(place, _)| Some(*place) != without) {
        for taken in (0..3).rev() {
            sums[taken + 1] += sums[taken] * weight;
        }
    }
    sums
}

/// Fits the habits that, together with the known ones, explain these players best.
pub fn fit(players: &[Choices], seed: Seed) -> Vec<Component> {
    let mut rng = Rng::new(seed);
    let mut begin = || std::array::from_fn(|_| (rng.unit() as f32 - 0.5) * 3.0);
    let mut likings: AllLikings = std::array::from_fn(|_| std::array::from_fn(|_| begin()));
    let mut shares = [1.0 / HABITS as f64; HABITS];
    let (mut firsts, mut seconds): (AllLikings, AllLikings) = ([NOTHING; FITTED], [NOTHING; FITTED]);
    for round in 1..=ROUNDS {
        let tempering = (f64::from(round) / f64::from(SOFT)).min(1.0);
        let (mut counts, mut explained, mut sums) = ([0.0; HABITS], 0.0, [NOTHING; FITTED]);
        for choices in players {
            let (logs, gradients) = log_likelihoods(choices, &likings);
            let (parts, log) = posterior(&shares, &logs, tempering);
            explained += log;
            counts.iter_mut().zip(parts).for_each(|(count, part)| *count += part);
            for ((sum, gradient), part) in sums.iter_mut().zip(&gradients).zip(&parts[KNOWN..]) {
                add(sum, gradient, *part as f32);
            }
        }
        // Adds two players to each habit, so that none vanishes.
        let total: f64 = counts.iter().map(|count| count + 2.0).sum();
        shares = counts.map(|count| (count + 2.0) / total);
        let rate = RATE * (1.0 - 0.9 * round as f32 / ROUNDS as f32);
        for habit in 0..FITTED {
            let scale = 20.0 + 10.0 * counts[KNOWN + habit] as f32;
            let adam = (&mut firsts[habit], &mut seconds[habit]);
            step(&mut likings[habit], &sums[habit], scale, rate, adam, round);
        }
        if round % 50 == 0 || round == 1 {
            let choices: usize = players.iter().map(Vec::len).sum();
            eprintln!("round {round}: {:.4} nats a choice", -explained / choices as f64);
        }
    }
    shares[KNOWN..].iter().zip(likings).map(|(&share, likings)| Component { share, likings }).collect()
}

/// The log-likelihood of all choices under each habit, and the gradients of the fitted habits.
fn log_likelihoods(choices: &Choices, likings: &AllLikings) -> ([f64; HABITS], Vec<Likings>) {
    let (mut logs, mut gradients) = ([0.0; HABITS], vec![NOTHING; FITTED]);
    let mut expected = Vec::new();
    for choice in choices {
        let (matter, least) = (choice.matter as usize, SURPRISE * choice.even());
        for (log, known) in logs.iter_mut().zip(choice.known) {
            *log += f64::from(least + (1.0 - SURPRISE) * known).ln();
        }
        for habit in 0..FITTED {
            let chance = choice.by(&likings[habit][matter], &mut expected);
            let likely = least + (1.0 - SURPRISE) * chance;
            logs[KNOWN + habit] += f64::from(likely).ln();
            // The part of the probability that is not a surprise; surprises change no habit.
            let meant = (1.0 - SURPRISE) * chance / likely;
            for ((features, taken), expected) in choice.features.iter().zip(&choice.taken).zip(&expected) {
                let off = meant * (f32::from(u8::from(*taken)) - expected);
                gradients[habit][matter]
                    .iter_mut()
                    .zip(features)
                    .for_each(|(gradient, feature)| *gradient += off * feature);
            }
        }
    }
    (logs, gradients)
}

fn add(sums: &mut Likings, more: &Likings, part: f32) {
    sums.iter_mut().flatten().zip(more.iter().flatten()).for_each(|(sum, more)| *sum += part * more);
}

fn step(
    likings: &mut Likings,
    gradients: &Likings,
    scale: f32,
    rate: f32,
    (firsts, seconds): (&mut Likings, &mut Likings),
    round: i32,
) {
    for (matter, place) in (0..MATTERS).flat_map(|matter| (0..FEATURES).map(move |place| (matter, place))) {
        let liking = &mut likings[matter][place];
        let gradient = gradients[matter][place] / scale - KEPT_SMALL * *liking;
        let (first, second) = (&mut firsts[matter][place], &mut seconds[matter][place]);
        *first = 0.9 * *first + 0.1 * gradient;
        *second = 0.99 * *second + 0.01 * gradient * gradient;
        let (first, second) = (*first / (1.0 - 0.9_f32.powi(round)), *second / (1.0 - 0.99_f32.powi(round)));
        *liking = (*liking + rate * first / (second.sqrt() + 1e-4)).clamp(-15.0, 15.0);
    }
}

/// The probability of each habit for a player with these log-likelihoods, and the log-likelihood of all its choices.
fn posterior(shares: &[f64; HABITS], logs: &[f64; HABITS], tempering: f64) -> ([f64; HABITS], f64) {
    let best = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: [f64; HABITS] = std::array::from_fn(|habit| shares[habit] * ((logs[habit] - best) * tempering).exp());
    let sum: f64 = parts.iter().sum();
    let likely: f64 = shares.iter().zip(logs).map(|(share, log)| share * (log - best).exp()).sum();
    (parts.map(|part| part / sum), likely.ln() + best)
}
