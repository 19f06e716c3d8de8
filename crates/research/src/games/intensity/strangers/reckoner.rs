//! Estimates the points of each round, and the later cost of a kept card.

use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Observation};
use cardsharp_rules::{Game as _, Style, even_among_best};

use super::points_on_the_table;

/// Estimates for every card its chance to win the round, the points in the round, and its cost in later rounds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundReckoner;

impl RoundReckoner {
    /// The probability that this card stays the highest of its suit, with `behind` seats still to play.
    fn wins(view: &Observation, card: Card, behind: usize) -> f32 {
        let suit = view.unseen() & card.suit().cards();
        let lower = suit.iter().filter(|&other| other < card).count() as f32;
        let higher = suit.len() as f32 - lower;
        // A seat with lower cards plays one, one with only higher cards must go over, one without the suit throws.
        let over = if higher == 0.0 { 0.0 } else { higher / (higher + 2.2 * lower + 1.0) };
        (1.0 - over).powi(behind as i32)
    }

    fn to_come(view: &Observation, card: Card, behind: usize) -> f32 {
        let (unseen, suit) = (view.unseen(), card.suit().cards());
        let left = (unseen & suit).len() as f32;
        let is_void = 1.0 / (1.0 + 0.45 * left);
        let points: f32 = unseen.iter().map(|other| f32::from(other.points())).sum();
        let thrown = is_void * 2.5 * points / unseen.len().max(1) as f32;
        let own = (unseen & suit).iter().map(|other| f32::from(other.points())).sum::<f32>() / left.max(1.0);
        behind as f32 * (thrown + 0.6 * own)
    }

    /// The expected later cost of a kept card.
    fn later(view: &Observation, card: Card) -> f32 {
        let (hand, suit) = (view.hand(), view.unseen() & card.suit().cards());
        let lower = suit.iter().filter(|&other| other < card).count() as f32;
        let guards = (hand & card.suit().cards()).iter().filter(|&other| other < card).count() as f32;
        let special = match card {
            BUFFALO => 3.0,
            _ if card > BUFFALO && view.unseen().contains(BUFFALO) => 1.6,
            _ => 0.0,
        };
        let stake = if CALVES.contains(card) { 1.2 } else { 0.6 };
        (special + stake * lower / (1.0 + suit.len() as f32)) / (1.0 + 0.2 * guards)
    }

    fn cost(view: &Observation, card: Card) -> f32 {
        let behind = Intensity::SEATS - 1 - view.table().round().len();
        let beaten = view.table().winning().is_some_and(|winning| winning.suit() != card.suit() || card < winning);
        let now = if beaten {
            0.0
        } else {
            let points = points_on_the_table(view) + f32::from(card.points());
            RoundReckoner::wins(view, card, behind) * (points + RoundReckoner::to_come(view, card, behind))
        };
        now - RoundReckoner::later(view, card)
    }
}

impl Style<Intensity> for RoundReckoner {
    fn name(&self) -> &'static str {
        "stranger-odds"
    }

    fn summary(&self) -> &'static str {
        "estimates the cost of each card now and later"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        even_among_best(legal, weights, |action| match action {
            Action::Pass(cards) => cards.iter().map(|card| RoundReckoner::later(view, card)).sum(),
            Action::Play(card) => -RoundReckoner::cost(view, card),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::view;
    use super::*;

    #[test]
    fn a_card_that_nobody_can_beat_wins_and_one_that_all_must_beat_does_not() {
        let view = view("-", "11 15 18 21 23 34 47 48 49 10");
        let card = |number| Card::new(number);
        assert_eq!(RoundReckoner::wins(&view, card(49), 3), 1.0);
        assert!(RoundReckoner::wins(&view, card(10), 3) < 0.5);
        assert!(RoundReckoner::later(&view, BUFFALO) > RoundReckoner::later(&view, card(10)));
    }
}
