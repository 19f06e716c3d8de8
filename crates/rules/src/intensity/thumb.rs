//! A rule of thumb: a dozen comparisons a person can make, checked against the champion's games.

use super::Observation;
use super::card::{BUFFALO, CALVES, Card};
use super::rules::{Action, Hand, Intensity, SEATS};
use crate::{Style, even_among};

/// Gets rid of high cards of short suits, ducks, and leads low.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 8] = [
        "Pass the buffalo unless four lower forties guard it, and 48 and 49 unless three do. Keep the lower forties.",
        "For the rest of the pass give every card its last digit less twice the number of cards you hold of its suit: pass the highest.",
        "Lead your lowest card, and calves as if they were a card and a half higher. Never lead the buffalo, nor 48 or 49 while it is out.",
        "Of the forties lead earlier while the buffalo is out and you hold nothing above it; later if you guard it.",
        "Following: the buffalo goes under a higher card at once, and never on top by choice.",
        "While the round is free of points, the highest card if you play last, or if six or more of the suit are still out (not a calf, and not 48 or 49 while the buffalo is out).",
        "Else the highest card that does not win; if none ducks, the lowest, but last in the round the highest.",
        "Not able to follow: the buffalo; then 48 and 49 while it is out, high calves, and high cards of short suits.",
    ];
}

impl Style<Intensity> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: passes high cards of short suits, ducks, leads low (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let wish = |action: Action| match action {
            Action::Pass(cards) => cards.iter().map(|card| pass_wish(view.hand(), card)).sum(),
            Action::Play(card) => play_wish(view, card),
        };
        let best = legal.iter().map(|&action| wish(action)).max();
        even_among(legal, weights, |action| Some(wish(action)) == best);
    }
}

fn digit(card: Card) -> i32 {
    i32::from(card.number() % 10)
}

fn herd() -> Hand {
    BUFFALO.suit().cards()
}

/// How many cards of its suit are in these.
fn suit_length(cards: Hand, card: Card) -> i32 {
    (cards & card.suit().cards()).len() as i32
}

/// How gladly a card is passed.
fn pass_wish(hand: Hand, card: Card) -> i32 {
    let guards = (hand & herd()).iter().filter(|&card| card < BUFFALO).count();
    match card {
        BUFFALO => 200 * if guards >= 4 { -1 } else { 1 },
        _ if herd().contains(card) && card > BUFFALO => {
            if guards >= 3 {
                0
            } else {
                150 + digit(card)
            }
        }
        _ if herd().contains(card) => digit(card) - if hand.contains(BUFFALO) && guards >= 4 { 50 } else { 20 },
        _ => digit(card) - 2 * suit_length(hand, card),
    }
}

/// How gladly a card is played.
fn play_wish(view: &Observation, card: Card) -> i32 {
    match view.table().winning() {
        None => lead_wish(view, card),
        Some(winning) if card.suit() == winning.suit() => follow_wish(view, card, winning),
        Some(_) => throw_wish(view, card),
    }
}

fn is_trap(view: &Observation, card: Card) -> bool {
    herd().contains(card) && card > BUFFALO && view.unseen().contains(BUFFALO)
}

fn lead_wish(view: &Observation, card: Card) -> i32 {
    let (hand, forties) = (view.hand(), view.hand() & herd());
    if card == BUFFALO || is_trap(view, card) {
        return -1_000 + if card == BUFFALO { 0 } else { 100 };
    }
    let hunts = view.unseen().contains(BUFFALO) && !forties.iter().any(|card| card > BUFFALO);
    let forty = match herd().contains(card) {
        true if hunts => 15,
        true if hand.contains(BUFFALO) => -30,
        _ => 0,
    };
    forty - 10 * digit(card) - if CALVES.contains(card) { 15 } else { 0 }
}

fn follow_wish(view: &Observation, card: Card, winning: Card) -> i32 {
    let round = view.table().round();
    if card == BUFFALO {
        return if card < winning { 500 } else { -500 };
    }
    let is_last = round.len() == SEATS - 1;
    let is_clean = round.iter().all(|card| card.points() == 0);
    // With so many of the suit about, everybody still follows.
    let is_calm = !CALVES.contains(card) && suit_length(view.unseen(), card) >= 6 && !is_trap(view, card);
    match () {
        () if is_clean && is_last => 300 + digit(card),
        () if card < winning => 200 + digit(card),
        () if is_clean && is_calm => 250 + digit(card),
        () if is_last => 100 + digit(card),
        () => 100 - digit(card),
    }
}

fn throw_wish(view: &Observation, card: Card) -> i32 {
    let extra = match card {
        BUFFALO => 1_000,
        _ if is_trap(view, card) => 4,
        _ if CALVES.contains(card) => 3,
        _ => 0,
    };
    digit(card) - suit_length(view.hand(), card) + extra
}
