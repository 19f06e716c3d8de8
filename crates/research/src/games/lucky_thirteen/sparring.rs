//! Sparring partners: five players like other people's programs, with other ideas than the strangers'.

use cardsharp_rules::french::Suit;
use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen, Observation, best_way, makes_thirteen, weight};
use cardsharp_rules::{Style, even_among, even_among_best, softmax};

pub(crate) fn sparring() -> Vec<Box<dyn Style<LuckyThirteen>>> {
    vec![Box::new(Stubborn), Box::new(SpadeLover), Box::new(Middling), Box::new(Matchmaker), Box::new(Wavering)]
}

fn other_two(view: &Observation, discard: Card) -> [Card; 2] {
    let mut rest = view.hand().set();
    rest.remove(discard);
    [rest.nth(0), rest.nth(1)]
}

/// The worth of a pair's best way to 13, plus a bonus for having one.
fn way(view: &Observation, pair: [Card; 2], bonus: f32) -> f32 {
    best_way(view.table().sums(), pair, view.table().public()).map_or(0.0, |way| bonus + way as f32)
}

fn weights_of(pair: [Card; 2]) -> f32 {
    pair.map(weight).iter().sum::<i32>() as f32
}

/// Keeps the first 13 of any worth, and discards at random until then.
#[derive(Clone, Copy, Debug, Default)]
struct Stubborn;

impl Style<LuckyThirteen> for Stubborn {
    fn name(&self) -> &'static str {
        "sparring-stubborn"
    }

    fn summary(&self) -> &'static str {
        "keeps the first 13 it has, and discards at random until then"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let drawn = view.hand().iter().last();
        let held = drawn.is_some_and(|drawn| way(view, other_two(view, drawn), 1.0) > 0.0);
        let any = legal.iter().any(|&Discard(card)| way(view, other_two(view, card), 1.0) > 0.0);
        even_among(legal, weights, |Discard(card)| match (held, any) {
            (true, _) => Some(card) == drawn,
            (false, true) => way(view, other_two(view, card), 1.0) > 0.0,
            (false, false) => true,
        });
    }
}

/// Keeps spades, then hearts, and a 13 only if it costs neither.
#[derive(Clone, Copy, Debug, Default)]
struct SpadeLover;

impl Style<LuckyThirteen> for SpadeLover {
    fn name(&self) -> &'static str {
        "sparring-spades"
    }

    fn summary(&self) -> &'static str {
        "keeps spades and hearts, and among those a 13"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let liking = |card: Card| match card.suit() {
            Suit::Spades => 30.0,
            Suit::Hearts => 20.0,
            Suit::Diamonds => 10.0,
            Suit::Clubs => 0.0,
        };
        even_among_best(legal, weights, |Discard(card)| {
            let pair = other_two(view, card);
            pair.map(liking).iter().sum::<f32>() + way(view, pair, 20.0) + 0.3 * weights_of(pair)
        });
    }
}

/// Looks for cards that make 13 with the public cards, and ignores the sum of its own two.
#[derive(Clone, Copy, Debug, Default)]
struct Middling;

impl Style<LuckyThirteen> for Middling {
    fn name(&self) -> &'static str {
        "sparring-middle"
    }

    fn summary(&self) -> &'static str {
        "keeps cards that make 13 with a public card, else the most valuable"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let (sums, public) = (view.table().sums(), view.table().public());
        even_among_best(legal, weights, |Discard(card)| {
            let pair = other_two(view, card);
            let fits = pair.iter().any(|&card| public.iter().any(|&open| makes_thirteen(sums, card, open)));
            weights_of(pair) + if fits { 200.0 } else { 0.0 }
        });
    }
}

/// Collects cards with the most partners among the unseen cards, and keeps a 13.
#[derive(Clone, Copy, Debug, Default)]
struct Matchmaker;

impl Style<LuckyThirteen> for Matchmaker {
    fn name(&self) -> &'static str {
        "sparring-matchmaker"
    }

    fn summary(&self) -> &'static str {
        "keeps a 13, else the cards with most partners left"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let sums = view.table().sums();
        let partners =
            |card: Card| view.unseen().iter().filter(|&other| makes_thirteen(sums, card, other)).count() as f32;
        even_among_best(legal, weights, |Discard(card)| {
            let pair = other_two(view, card);
            way(view, pair, 300.0) + 5.0 * pair.map(partners).iter().sum::<f32>() + 0.1 * weights_of(pair)
        });
    }
}

/// Rates pairs well but chooses at random, better ones more often.
#[derive(Clone, Copy, Debug, Default)]
struct Wavering;

impl Style<LuckyThirteen> for Wavering {
    fn name(&self) -> &'static str {
        "sparring-wavering"
    }

    fn summary(&self) -> &'static str {
        "usually keeps a 13 and valuable cards, the better the more often"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        softmax(legal, weights, |Discard(card)| {
            let pair = other_two(view, card);
            (way(view, pair, 40.0) + 0.6 * weights_of(pair)) / 12.0
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::first_turn;
    use super::*;
    use crate::testing::{action_weights, choices};

    #[test]
    fn the_first_thirteen_stays_whatever_comes() {
        let view = first_turn("2C 2D", "7C 6C", "7S");
        assert_eq!(choices(&Stubborn, &view), ["discard 7S"]);
        assert_eq!(choices(&Matchmaker, &view), ["discard 7C"]);
    }

    #[test]
    fn spades_are_kept_where_a_thirteen_would_cost_them() {
        let view = first_turn("2C 3D", "7C 6C", "12S");
        assert_eq!(choices(&SpadeLover, &view), ["discard 6C"]);
    }

    #[test]
    fn the_middle_comes_before_a_pair_of_ones_own() {
        let view = first_turn("5C 2D", "7C 6C", "8C");
        assert!(!choices(&Middling, &view).contains(&"discard 8C".to_owned()));
    }

    #[test]
    fn who_wavers_rules_nothing_out() {
        let weighed = action_weights(&Wavering, &first_turn("5C 2D", "7C 6C", "8C"));
        assert!(weighed.iter().all(|(_, weight)| *weight > 0.0));
    }
}
