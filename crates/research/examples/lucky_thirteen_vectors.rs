//! Prints games of Lucky Thirteen with the encoding of every decision, one line each, so that a learner's own
//! implementation can be checked against these rules.
//!
//! `D`, the option `sums` and the cards in the order they come off the deck · `A`, the number of the action taken and
//! the numbers of the features that are not 0 · `L` and the numbers of the legal actions · `K`, a style and its
//! probability of each action · `E` and the result of every seat · `W` and every seat's share of the win, in twelfths.

use cardsharp_research::sparring;
use cardsharp_rules::lucky_thirteen::{LuckyThirteen, State, Sums};
use cardsharp_rules::{Card as _, Game, Observation, Rng, Seed, State as _, Style, Turn, outcome};

type Styles = Vec<Box<dyn Style<LuckyThirteen>>>;

const GAMES: u64 = 60;

fn main() {
    let mut rng = Rng::new(Seed(11));
    for sums in [Sums::Face, Sums::Flexible] {
        let game = LuckyThirteen { sums };
        let (house, sparring): (Styles, Styles) = (game.styles(), sparring());
        for seed in 0..GAMES {
            let deal = game.shuffle(Seed(seed));
            let deck = deal.public.iter().chain(deal.hands.iter().flatten()).chain(&deal.pile);
            println!("D {} {}", sums.name(), text(deck.map(|card| card.index())));
            let mut state = game.start(&deal).expect("a shuffled deal is valid");
            while let Turn::Of(seat) = state.turn() {
                // Rule players reach other positions than random ones. A seat keeps its style.
                let player = (seed as usize / 3) + seat.index();
                let action = match seed % 3 {
                    0 => state.random_action(&mut rng),
                    1 => house[player % house.len()].choose(&state.observe(seat), &mut rng),
                    _ => sparring[player % sparring.len()].choose(&state.observe(seat), &mut rng),
                };
                println!("A {} {}", LuckyThirteen::action_index(action), text(hot(&state)));
                decision(&state, house.iter().chain(&sparring));
                state.play_unchecked(action);
            }
            let returns = state.returns().expect("the game is over");
            println!("E {}", text(returns.as_slice()));
            let shares = outcome::win_shares(&returns).map(|share| (12.0 * share).round());
            println!("W {}", text(shares.as_slice()));
        }
    }
}

/// The features that are not 0 for the seat to act.
fn hot(state: &State) -> Vec<usize> {
    let Turn::Of(seat) = state.turn() else { return Vec::new() };
    let mut features = vec![0.0; LuckyThirteen::FEATURES];
    LuckyThirteen::encode(&state.observe(seat), &mut features);
    features.iter().enumerate().filter(|(_, value)| **value != 0.0).map(|(place, _)| place).collect()
}

fn decision<'a>(state: &State, styles: impl Iterator<Item = &'a Box<dyn Style<LuckyThirteen>>>) {
    let Turn::Of(seat) = state.turn() else { return };
    let (view, mut legal, mut weights) = (state.observe(seat), Vec::new(), Vec::new());
    view.legal_actions(&mut legal);
    println!("L {}", text(legal.iter().map(|&action| LuckyThirteen::action_index(action))));
    for style in styles {
        style.weigh(&view, &legal, &mut weights);
        let liked = legal.iter().zip(&weights).filter(|(_, weight)| **weight > 0.0);
        let liked = liked.map(|(&action, weight)| format!("{}:{weight:.5}", LuckyThirteen::action_index(action)));
        println!("K {} {}", style.name(), text(liked));
    }
}

fn text(things: impl IntoIterator<Item = impl ToString>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}
