//! The house players: the computer of the rules document, and a greedy one that a person could follow.

use super::rules::{Card, Indigo, POINT_CARDS, Play, matching};
use super::{Observation, Thumb};
use crate::{CardSet, Random, Style, even_among};

pub(super) fn styles() -> Vec<Box<dyn Style<Indigo>>> {
    vec![Box::new(Random), Box::new(Classic), Box::new(Greedy), Box::new(Thumb)]
}

/// The computer of the rules document, in its five cases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

impl Style<Indigo> for Classic {
    fn name(&self) -> &'static str {
        "classic"
    }

    fn summary(&self) -> &'static str {
        "the course's own computer: captures if it can, else throws from a long suit"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let choice = classic_choice(view.hand(), view.table().top());
        even_among(legal, weights, |Play(card)| choice.contains(card));
    }
}

impl Classic {
    /// The cards from which it chooses at random, with this hand on this top card.
    #[inline]
    pub fn choices(hand: CardSet<Card>, top: Option<Card>) -> CardSet<Card> {
        classic_choice(hand, top)
    }
}

pub(super) fn classic_choice(hand: CardSet<Card>, top: Option<Card>) -> CardSet<Card> {
    let candidates = top.map_or(CardSet::EMPTY, |top| hand & matching(top));
    // Case 1: only one card in hand. Case 2: only one candidate.
    if hand.len() == 1 {
        return hand;
    }
    if candidates.len() == 1 {
        return candidates;
    }
    match top {
        // Case 5: several candidates; two of the top card's suit first, then two of its rank.
        Some(top) if !candidates.is_empty() => {
            let of_suit = candidates & Card::of_suit(top.suit());
            let of_rank = candidates & Card::of_rank(top.rank());
            [of_suit, of_rank].into_iter().find(|cards| cards.len() >= 2).unwrap_or(candidates)
        }
        // Cases 3 and 4: nothing to capture; a suit that repeats first, then a rank.
        _ => {
            let repeats = |alike: fn(Card) -> CardSet<Card>| -> CardSet<Card> {
                hand.iter().filter(|&card| (hand & alike(card)).len() >= 2).collect()
            };
            let suits = repeats(|card| Card::of_suit(card.suit()));
            let ranks = repeats(|card| Card::of_rank(card.rank()));
            [suits, ranks].into_iter().find(|cards| !cards.is_empty()).unwrap_or(hand)
        }
    }
}

/// Captures if it can, if possible with a point card; else throws the card the other seat is least likely to match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Style<Indigo> for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn summary(&self) -> &'static str {
        "captures if it can, else throws what is least likely to be matched"
    }

    fn weigh(&self, view: &Observation, legal: &[Play], weights: &mut Vec<f32>) {
        let choice = greedy_choice(view.hand(), view.table().capturing(), view.unseen());
        even_among(legal, weights, |Play(card)| choice.contains(card));
    }
}

impl Greedy {
    /// The cards from which it chooses at random, if `capturing` capture now and `unseen` are unseen.
    #[inline]
    pub fn choices(hand: CardSet<Card>, capturing: CardSet<Card>, unseen: CardSet<Card>) -> CardSet<Card> {
        greedy_choice(hand, capturing, unseen)
    }
}

fn greedy_choice(hand: CardSet<Card>, capturing: CardSet<Card>, unseen: CardSet<Card>) -> CardSet<Card> {
    let candidates = hand & capturing;
    if !candidates.is_empty() {
        let scoring = candidates & POINT_CARDS;
        return if scoring.is_empty() { candidates } else { scoring };
    }
    let danger = |card: Card| {
        let (theirs, mine) = ((unseen & matching(card)).len(), (hand & matching(card)).len() - 1);
        8 * theirs as i32 - 4 * mine as i32 + if POINT_CARDS.contains(card) { 6 } else { 0 }
    };
    let least = hand.iter().map(danger).min();
    hand.iter().filter(|&card| Some(danger(card)) == least).collect()
}
