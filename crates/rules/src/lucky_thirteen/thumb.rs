//! A rule of thumb: counting cards that would help, as a person can.

use super::Observation;
use super::rules::{Card, Discard, LuckyThirteen, ROUNDS};
use super::score::{best_way, weight};
use crate::{Style, even_among};

/// Keeps the best 13; without one it keeps the pair that most unseen cards would make one of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 4] = [
        "You can keep a 13: keep the one that is worth most.",
        "Else, before the last round: count for each pair you could keep the unseen cards that would make a 13 with one of its cards (or with a public card), and keep the pair with most.",
        "Of equal pairs, and in the last round, keep the heavier: rank times suit, ♠ 4, ♥ 3, ♦ 2, ♣ 1.",
        "So a king goes early: no card makes a 13 of it.",
    ];
}

impl Style<LuckyThirteen> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: keeps the best 13, else what most unseen cards would help (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let worth = |Discard(card)| kept_worth(view, card);
        let best = legal.iter().map(|&discard| worth(discard)).max();
        even_among(legal, weights, |discard| Some(worth(discard)) == best);
    }
}

/// A 13 and what it is worth, cards that would help, the weight: the first difference counts.
fn kept_worth(view: &Observation, discard: Card) -> (Option<i32>, usize, i32) {
    let table = view.table();
    let mut rest = view.hand().set();
    rest.remove(discard);
    let [one, other] = [rest.nth(0), rest.nth(1)];
    let way = |pair: [Card; 2]| best_way(table.sums(), pair, table.public());
    let thirteen = way([one, other]);
    let heavy = weight(one) + weight(other);
    if thirteen.is_some() || table.round() + 1 == ROUNDS {
        return (thirteen, 0, heavy);
    }
    let helps = |&card: &Card| way([one, card]).is_some() || way([other, card]).is_some();
    (None, view.unseen().iter().filter(helps).count(), heavy)
}
