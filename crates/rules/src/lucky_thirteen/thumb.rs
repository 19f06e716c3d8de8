//! A rule of thumb: counts helpful cards, as a person can.

use super::Observation;
use super::rules::{Card, Discard, LuckyThirteen, ROUNDS};
use super::score::{best_way, weight};
use crate::{Style, even_among};

/// Keeps a 13 that is valuable enough; otherwise the pair that most unseen cards would turn into a valuable one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 5] = [
        "In the last round keep the 13 that is worth most; without one keep the heavier pair: rank times suit, ♠ 4, ♥ 3, ♦ 2, ♣ 1.",
        "Before that: can you keep a 13 worth 25 or more, keep the one that is worth most.",
        "A 13 worth less than 25 counts as none: three others play on, and a cheap one seldom wins.",
        "For every pair you could keep, count the unseen cards that would make a 13 worth more than 35 (and more than the one you have) with one of its cards or with a public card. Keep the pair with most: so it is decided without a 13, and which card to keep beside the one that makes your 13.",
        "Of equal pairs keep the heavier.",
    ];
}

impl Style<LuckyThirteen> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: keeps a dear 13, else what most unseen cards would make one of (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let worth = |Discard(card)| kept_worth(view, card);
        let best = legal.iter().map(|&discard| worth(discard)).max();
        even_among(legal, weights, |discard| Some(worth(discard)) == best);
    }
}

/// A 13 below `CHEAP` is not kept before the last round; only a 13 above `DEAR` is worth hoping for.
const CHEAP: i32 = 25;
const DEAR: i32 = 35;

/// The worth of the kept 13, the number of cards that would make a valuable one, the weight: compared in this order.
fn kept_worth(view: &Observation, discard: Card) -> (Option<i32>, usize, i32) {
    let table = view.table();
    let mut rest = view.hand().set();
    rest.remove(discard);
    let [one, other] = [rest.nth(0), rest.nth(1)];
    let way = |pair: [Card; 2]| best_way(table.sums(), pair, table.public());
    let thirteen = way([one, other]);
    let heavy = weight(one) + weight(other);
    if table.round() + 1 == ROUNDS {
        return (thirteen, 0, heavy);
    }
    let hoped = Some(thirteen.unwrap_or(0).max(DEAR));
    let helps = |&card: &Card| way([one, card]).max(way([other, card])) > hoped;
    (thirteen.filter(|&worth| worth >= CHEAP), view.unseen().iter().filter(helps).count(), heavy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observation as _, Rng, Seed, State as _, Turn, random_position};

    #[test]
    fn a_dear_13_is_kept_and_in_the_last_round_any() {
        let (mut dear, mut last) = (0, 0);
        for seed in 0..400 {
            let state = random_position(&LuckyThirteen::default(), Seed(seed), (seed % 16) as u32);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let worth = |Discard(card): Discard| {
                let mut rest = view.hand().set();
                rest.remove(card);
                best_way(view.table().sums(), [rest.nth(0), rest.nth(1)], view.table().public())
            };
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            let best = legal.iter().filter_map(|&discard| worth(discard)).max();
            let is_last = view.table().round() + 1 == ROUNDS;
            if best.is_some_and(|best| best >= CHEAP || is_last) {
                assert_eq!(worth(Thumb.choose(&view, &mut Rng::new(Seed(seed)))), best, "{view}");
                dear += usize::from(!is_last);
                last += usize::from(is_last);
            }
        }
        assert!(dear > 0 && last > 0);
    }
}
