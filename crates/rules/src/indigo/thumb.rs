//! A rule of thumb: what a person can keep in the head, checked against the champion's games.

use super::Observation;
use super::rules::{Card, HAND, Indigo, POINT_CARDS, Play, SEATS, matching};
use crate::{CardSet, Observation as _, Style, even_among};

/// Captures whenever it can; else throws what the other seat is least likely to have a match for,
/// and remembers what that seat did not take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 6] = [
        "A card of yours captures: capture, with a point card (A, 10, J, Q, K) if you can.",
        "Else throw the card that costs least. It costs 4 for every unseen card of its suit or rank;",
        "but nothing for suits and ranks the other seat let lie in this deal: whoever does not take, has none.",
        "It costs 3 more if it is a point card,",
        "and 2 less for every other card in your hand that would capture it later.",
        "Of equals, any.",
    ];

    /// What the other seat cannot hold: it did not take in this deal what this would have taken.
    pub fn lacks(view: &Observation) -> CardSet<Card> {
        let table = view.table();
        let this_deal = table.deal_number() * SEATS * HAND;
        let mut top = Some(table.initial()[table.initial().len() - 1]);
        let mut lacks = CardSet::EMPTY;
        for (number, &card) in table.plays().iter().enumerate() {
            let capturing = top.map_or(CardSet::EMPTY, matching);
            let is_theirs = number >= this_deal && number % SEATS != view.seat().index();
            if capturing.contains(card) {
                top = None;
            } else {
                lacks = if is_theirs { lacks | capturing } else { lacks };
                top = Some(card);
            }
        }
        lacks
    }
}

impl Style<Indigo> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: captures, else throws what the other seat did not take (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let choice = choices(view);
        even_among(legal, weights, |Play(card)| choice.contains(card));
    }
}

fn choices(view: &Observation) -> CardSet<Card> {
    let hand = view.hand();
    let capturing = hand & view.table().capturing();
    if !capturing.is_empty() {
        let scoring = capturing & POINT_CARDS;
        return if scoring.is_empty() { capturing } else { scoring };
    }
    let feared = view.unseen() - Thumb::lacks(view);
    let cost = |card: Card| {
        let (theirs, mine) = ((feared & matching(card)).len(), (hand & matching(card)).len() - 1);
        4 * theirs as i32 - 2 * mine as i32 + if POINT_CARDS.contains(card) { 3 } else { 0 }
    };
    let least = hand.iter().map(cost).min();
    hand.iter().filter(|&card| Some(cost(card)) == least).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game as _, Rng, Seed, State as _, Turn};

    #[test]
    fn who_always_captures_never_holds_what_it_did_not_take() {
        let mut told = 0;
        for seed in 0..40 {
            let mut state = Indigo.start(&Indigo.shuffle(Seed(seed))).unwrap();
            let mut rng = Rng::new(Seed(seed).stream(1));
            while let Turn::Of(seat) = state.turn() {
                let view = state.observe(seat);
                let lacks = Thumb::lacks(&view);
                told += lacks.len();
                assert!((lacks & state.hands()[seat.other()]).is_empty(), "{view}");
                state.play_unchecked(Thumb.choose(&view, &mut rng));
            }
        }
        assert!(told > 0, "somebody let something lie");
    }

    #[test]
    fn it_captures_whenever_it_can() {
        for seed in 0..40 {
            let state = crate::random_position(&Indigo, Seed(seed), (seed % 40) as u32);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let capturing = view.hand() & view.table().capturing();
            let Play(card) = Thumb.choose(&view, &mut Rng::new(Seed(seed)));
            assert!(capturing.is_empty() || capturing.contains(card), "{view}: {card}");
        }
    }
}
