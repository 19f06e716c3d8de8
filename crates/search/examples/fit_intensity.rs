//! Fits the cheap policy of Intensity's champion to its choices: `data/intensity.policy`.
//!
//! In half of the games the champion has every seat, in the others one, among three of a kind of the house or of its
//! sparring partners. Its tries count for one half of what is fitted, its choice for the other. The stored numbers
//! are those of the champion that played on by the careful player's rules, after 1,470 games; who runs this again
//! fits today's.

use std::fmt::Write;

use cardsharp_rules::intensity::{Action, Intensity, Observation, TrickView, legal_plays};
use cardsharp_rules::{Game, Rng, Seed, State, Style, Turn};
use cardsharp_search::intensity::policy::{LOOKUPS, Situation, WEIGHTS};
use cardsharp_search::{Considered, Player, StylePlayer, seat_player};

const SEED: Seed = Seed(1_000);
const GAMES: u64 = 1_470;
const CHAMPION: &str = "champion:nodes=800,worlds=100";
const EPOCHS: u32 = 25;
/// Adagrad's first step, and how much every step draws a number towards 0.
const RATE: f32 = 0.1;
const DECAY: f32 = 1e-4;

/// A card to play: where its numbers are, for each legal one, and how much each is to be liked.
struct Decision {
    lookups: Vec<[usize; LOOKUPS]>,
    target: Vec<f32>,
}

fn main() {
    let champion = seat_player(&Intensity, &CHAMPION.parse().expect("a spec")).expect("a player of the house");
    let styles: Vec<Box<dyn Style<Intensity>>> =
        Intensity.styles().into_iter().filter(|style| style.name() != "random").chain(Intensity.sparring()).collect();
    let company: Vec<StylePlayer<Intensity>> = styles.into_iter().map(StylePlayer).collect();
    let mut decisions = Vec::new();
    for game in 0..GAMES {
        play(game, champion.as_ref(), &company, &mut decisions);
    }
    let (kept_back, shown) = decisions.split_at(decisions.len() / 10);
    let weights = fit(shown);
    eprintln!(
        "{} decisions: {:.4} nats, of those kept back {:.4}",
        shown.len(),
        loss(&weights, shown),
        loss(&weights, kept_back)
    );
    let mut text = String::new();
    for row in weights.chunks(20) {
        let numbers: Vec<String> = row.iter().map(|weight| format!("{:.0}", 100.0 * weight)).collect();
        writeln!(text, "{}", numbers.join(" ")).expect("writing to a string");
    }
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/data/intensity.policy"), text)
        .expect("the data can be written");
}

/// Plays a game and notes what the champion thinks of its cards.
fn play(game: u64, champion: &dyn Player<Intensity>, company: &[StylePlayer<Intensity>], out: &mut Vec<Decision>) {
    let mut rng = Rng::new(SEED.stream(2 * game));
    let mut state = Intensity.start(&Intensity.shuffle(SEED.stream(2 * game + 1))).expect("a shuffled deal is valid");
    let others = (game % 2 == 1).then(|| &company[(game / 2) as usize % company.len()]);
    while let Turn::Of(seat) = state.turn() {
        let view = state.observe(seat);
        let action = match others {
            Some(other) if seat.index() as u64 != game / 2 % 4 => other.choose(&view, &mut rng),
            _ => match champion.consider(&view, &mut rng) {
                Considered::Values(values) => {
                    let tries: Vec<(Action, f32)> =
                        values.iter().map(|valued| (valued.action, valued.visits as f32)).collect();
                    out.extend(decision(&view, &tries));
                    values[0].action
                }
                _ => unreachable!("the champion has values"),
            },
        };
        state.play_unchecked(action);
    }
}

/// What is to be learnt from a choice between cards; the first was chosen.
fn decision(view: &Observation, tries: &[(Action, f32)]) -> Option<Decision> {
    if !view.table().all_passed() || tries.len() < 2 {
        return None;
    }
    let (trick, legal) = (TrickView::of(view), legal_plays(view.table(), view.hand()));
    let situation = Situation::new(&trick, legal);
    // Where it was worked out exactly, each was tried as often as the other, and that says nothing.
    let is_exact = tries.iter().all(|(_, visits)| *visits == tries[0].1);
    let sum: f32 = tries.iter().map(|(_, visits)| visits).sum();
    let liked = |card| {
        let place =
            tries.iter().position(|(action, _)| *action == Action::Play(card)).expect("every card was thought of");
        let chosen = f32::from(u8::from(place == 0));
        if is_exact { chosen } else { 0.5 * (chosen + tries[place].1 / sum) }
    };
    Some(Decision {
        lookups: legal.iter().map(|card| situation.lookups(card)).collect(),
        target: legal.iter().map(liked).collect(),
    })
}

fn fit(decisions: &[Decision]) -> Vec<f32> {
    let (mut weights, mut squares) = (vec![0.0_f32; WEIGHTS], vec![1e-2_f32; WEIGHTS]);
    for _ in 0..EPOCHS {
        for decision in decisions {
            let likely = softmax(&weights, decision);
            for ((lookups, likely), target) in decision.lookups.iter().zip(likely).zip(&decision.target) {
                for &place in lookups {
                    let slope = likely - target + DECAY * weights[place];
                    squares[place] += slope * slope;
                    weights[place] -= RATE * slope / squares[place].sqrt();
                }
            }
        }
    }
    weights
}

/// How likely each card is by these numbers.
fn softmax(weights: &[f32], decision: &Decision) -> Vec<f32> {
    let liking = |lookups: &[usize; LOOKUPS]| lookups.iter().map(|&place| weights[place]).sum::<f32>();
    let likings: Vec<f32> = decision.lookups.iter().map(liking).collect();
    let most = likings.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = likings.iter().map(|liking| (liking - most).exp()).sum();
    likings.iter().map(|liking| (liking - most).exp() / sum).collect()
}

/// The mean cross-entropy.
fn loss(weights: &[f32], decisions: &[Decision]) -> f32 {
    let of = |decision: &Decision| -> f32 {
        let likely = softmax(weights, decision);
        -likely.iter().zip(&decision.target).map(|(likely, target)| target * likely.max(1e-9).ln()).sum::<f32>()
    };
    decisions.iter().map(of).sum::<f32>() / decisions.len() as f32
}
