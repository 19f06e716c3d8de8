//! Strangers: five players like other people's programs, each with an idea of its own.

mod playouts;
mod reckoner;

use cardsharp_rules::intensity::{
    Action, BUFFALO, CALVES, Card, Hand, Intensity, Observation, Suit, digit, suit_length,
};
use cardsharp_rules::{Game as _, Style, blur, even_among_best};

pub(crate) fn strangers() -> Vec<Box<dyn Style<Intensity>>> {
    vec![
        Box::new(DigitMuddler),
        Box::new(LowLayer),
        Box::new(VoidMaker),
        Box::new(playouts::PlayoutHerder),
        Box::new(reckoner::RoundReckoner),
    ]
}

fn rank(card: Card) -> f32 {
    digit(card) as f32
}

fn is_last(view: &Observation) -> bool {
    view.table().round().len() == Intensity::SEATS - 1
}

fn points_on_the_table(view: &Observation) -> f32 {
    view.table().round().iter().map(|card| f32::from(card.points())).sum()
}

/// Plays its lowest card when it must follow, and passes its three highest.
#[derive(Clone, Copy, Debug, Default)]
struct LowLayer;

impl Style<Intensity> for LowLayer {
    fn name(&self) -> &'static str {
        "stranger-low"
    }

    fn summary(&self) -> &'static str {
        "passes its highest cards and plays its lowest, and throws points when it need not follow"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let burden = |card: Card| rank(card) + 3.0 * f32::from(card.points());
        even_among_best(legal, weights, |action| match action {
            Action::Pass(cards) => cards.iter().map(burden).sum(),
            Action::Play(card) => match view.table().led() {
                Some(led) if led.suit() != card.suit() => burden(card),
                // The last seat of a round without points gets rid of a high card.
                Some(_) if is_last(view) && points_on_the_table(view) == 0.0 => burden(card) - 40.0 * price(card),
                _ => -burden(card),
            },
        });
    }
}

fn price(card: Card) -> f32 {
    f32::from(u8::from(card.points() > 0))
}

/// Empties suits: it passes and throws from its shortest suit, leads it, and otherwise ducks as high as it can.
#[derive(Clone, Copy, Debug, Default)]
struct VoidMaker;

impl VoidMaker {
    fn relief(hand: Hand, card: Card) -> f32 {
        let length = suit_length(hand, card) as f32;
        let guards = hand.iter().filter(|&other| BUFFALO.suit().cards().contains(other) && other < BUFFALO).count();
        let fear = match card {
            BUFFALO if guards < 3 => 40.0,
            _ if card > BUFFALO && guards < 3 => 12.0,
            _ if CALVES.contains(card) => 2.0,
            _ => 0.0,
        };
        fear + rank(card) - 2.5 * length
    }
}

impl Style<Intensity> for VoidMaker {
    fn name(&self) -> &'static str {
        "stranger-void"
    }

    fn summary(&self) -> &'static str {
        "empties its shortest suit by passing, throwing and leading, and ducks as high as it can"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let hand = view.hand();
        even_among_best(legal, weights, |action| match action {
            Action::Pass(cards) => {
                let emptied = Suit::ALL.into_iter().map(Suit::cards);
                let voids = emptied.filter(|&suit| !(hand & suit).is_empty() && ((hand - cards) & suit).is_empty());
                cards.iter().map(|card| VoidMaker::relief(hand, card)).sum::<f32>() + 6.0 * voids.count() as f32
            }
            Action::Play(card) => match view.table().winning() {
                None => -suit_length(hand, card) as f32 - 0.8 * rank(card) - 8.0 * price(card),
                Some(winning) if winning.suit() != card.suit() => VoidMaker::relief(hand, card),
                Some(winning) if card < winning => 100.0 + rank(card) + 20.0 * price(card),
                Some(_) if is_last(view) => rank(card) - 50.0 * price(card),
                Some(_) => -rank(card) - 50.0 * price(card),
            },
        });
    }
}

const SLIPS: f32 = 0.08;

/// Ducks under the highest last digit on the table, in the belief that any suit wins. One choice in twelve is random.
#[derive(Clone, Copy, Debug, Default)]
struct DigitMuddler;

impl DigitMuddler {
    /// The digit it tries to duck; this is its mistake.
    fn to_duck(view: &Observation) -> Option<i32> {
        view.table().round().iter().map(|&card| digit(card)).max()
    }
}

impl Style<Intensity> for DigitMuddler {
    fn name(&self) -> &'static str {
        "stranger-muddled"
    }

    fn summary(&self) -> &'static str {
        "ducks under the highest digit of any suit, and one choice in twelve is random"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let burden = |card: Card| rank(card) + 2.0 * f32::from(card.points());
        even_among_best(legal, weights, |action| match action {
            Action::Pass(cards) => cards.iter().map(burden).sum(),
            Action::Play(card) => match DigitMuddler::to_duck(view) {
                None => -burden(card),
                Some(highest) if digit(card) < highest => 50.0 + burden(card),
                Some(_) => -rank(card),
            },
        });
        blur(weights, SLIPS);
    }
}

/// The first seat's view after these plays with this hand, after it passed high calves and received some.
#[cfg(test)]
fn view(plays: &str, hand: &str) -> Observation {
    let text = format!("seat 0; passed 4; pass 37 38 39; received 34 47 48; plays {plays}; hand {hand}");
    text.parse().expect("a view")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{action_weights, choices};

    const LATER: &str = "16 13 19 12 24 26";

    #[test]
    fn who_lays_low_follows_with_the_lowest() {
        let view = view(LATER, "11 15 18 21 23 34 47 48 49");
        assert_eq!(choices(&LowLayer, &view), ["play 21"]);
        assert_eq!(choices(&VoidMaker, &view), ["play 23"]);
    }

    #[test]
    fn a_short_suit_is_emptied_by_the_pass() {
        let view: Observation = "seat 0; passed 0; pass -; received -; plays -; hand 10 11 12 13 14 20 21 22 38 39"
            .parse()
            .expect("a view");
        assert!(choices(&VoidMaker, &view).iter().all(|pass| pass.contains("38") && pass.contains("39")));
    }

    #[test]
    fn a_high_digit_of_any_suit_is_ducked() {
        // The 49 was thrown on a 22 and wins nothing, but the muddler thinks that 28 stays below it.
        let view = view("16 13 19 12 22 49", "11 15 18 21 28 34 40 47 48");
        assert_eq!(DigitMuddler::to_duck(&view), Some(9));
        let likely = action_weights(&DigitMuddler, &view).into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        assert_eq!(likely.map(|(action, _)| action), Some("play 28".to_owned()));
    }
}
