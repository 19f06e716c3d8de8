//! Plays simulated games in which all seats duck.

use cardsharp_rules::intensity::{Action, BUFFALO, Card, Hand, Intensity, Observation, State, digit, legal_plays};
use cardsharp_rules::{Observation as _, Rng, Sampler as _, Seat, Seed, State as _, Style, Turn, even_among_best};

use super::rank;

const WORLDS: usize = 80;

/// Plays the game to its end in uniformly drawn worlds in which all seats duck, and passes its highest cards.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayoutHerder;

impl Style<Intensity> for PlayoutHerder {
    fn name(&self) -> &'static str {
        "stranger-playouts"
    }

    fn summary(&self) -> &'static str {
        "plays the game to its end in sampled worlds, where all seats duck, and takes the cheapest card"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        if !view.table().all_passed() {
            let fear = |card: Card| if card >= BUFFALO { 9.0 } else { 0.0 };
            return even_among_best(legal, weights, |action| {
                action_cards(action).iter().map(|card| rank(card) + fear(card)).sum()
            });
        }
        let cards = view.hand().bits() ^ view.unseen().bits().rotate_left(11);
        let sampler = view.sampler();
        // The same random numbers for the same view, and for every card.
        let mut rng = Rng::new(Seed(cards).stream(view.table().plays().len() as u64));
        let worlds: Vec<State> = (0..WORLDS).map(|_| sampler.sample(&mut rng)).collect();
        let luck = Seed(rng.next_u64());
        even_among_best(legal, weights, |action| {
            let mut rng = Rng::new(luck);
            worlds.iter().map(|&world| play_out_ducking(world, action, view.seat(), &mut rng)).sum::<f32>()
                / WORLDS as f32
        });
    }
}

/// My result if all seats duck, throw points and lead random cards.
fn play_out_ducking(mut state: State, action: Action, me: Seat, rng: &mut Rng) -> f32 {
    state.play_unchecked(action);
    while let Turn::Of(seat) = state.turn() {
        let legal = legal_plays(state.table(), state.hands()[seat]);
        let card = match state.table().winning() {
            None => legal.random(rng),
            Some(winning) if (legal & winning.suit().cards()).is_empty() => {
                legal.iter().max_by_key(|&card| (card.points(), digit(card))).unwrap_or_else(|| legal.random(rng))
            }
            Some(winning) => legal.iter().filter(|&card| card < winning).last().unwrap_or(legal.nth(0)),
        };
        state.play_unchecked(Action::Play(card));
    }
    -(state.penalties()[me] as f32)
}

fn action_cards(action: Action) -> Hand {
    match action {
        Action::Pass(cards) => cards,
        Action::Play(card) => [card].into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::view;
    use super::*;
    use crate::testing::choices;

    #[test]
    fn the_buffalo_goes_where_somebody_else_must_take_it() {
        // No card of the led suit in hand: simulated games soon show the cost of the buffalo.
        let view = view("16 13 19 12 24 26", "11 15 18 10 14 34 47 48 49");
        assert_eq!(choices(&PlayoutHerder, &view), ["play 47"]);
    }
}
