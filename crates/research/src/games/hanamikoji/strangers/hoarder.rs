//! Plays for G, F and any other type: five, four and two are eleven points.

use cardsharp_rules::hanamikoji::{Action, Geisha, Hanamikoji, Observation, Sides};
use cardsharp_rules::{Style, even_among_best};

/// Collects the valuable types: hides its best card, burns its cheapest and keeps both offers for the end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TopHoarder;

impl Style<Hanamikoji> for TopHoarder {
    fn name(&self) -> &'static str {
        "stranger-hoarder"
    }

    fn summary(&self) -> &'static str {
        "collects the most valuable types: hides the best card first, burns the cheapest, offers last"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        even_among_best(legal, weights, |action| match action {
            Action::Secret(card) => 300.0 + card.value() as f32,
            Action::Burn(cards) => 200.0 - cards.iter().map(|card| card.value() as f32).sum::<f32>(),
            Action::Gift(_) => 100.0 + sides.worst(view, action, hoard),
            Action::Compete(_) | Action::Take(_) => sides.worst(view, action, hoard),
        });
    }
}

/// The points of a type, with more weight on valuable ones, times how safe the lead is.
fn hoard(sides: Sides) -> f32 {
    let types = Geisha::ALL.into_iter().map(|card| {
        let [mine, theirs, hand, unseen] =
            [sides.mine, sides.theirs, sides.hand, sides.unseen].map(|cards| cards.count(card) as f32);
        let points = card.value() as f32;
        let lead = (mine - theirs + 0.2 * hand - 0.3 * unseen) / (1.0 + 0.5 * (hand + unseen));
        points.powf(1.25) * lead.clamp(-1.0, 1.0)
    });
    types.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{choices, view};

    #[test]
    fn the_dearest_card_is_hidden_first_and_the_cheapest_are_burned_next() {
        let deal = "removed A; hands BCCEGG / BEFFFG; pile EFGDAGDD";
        assert_eq!(choices(&TopHoarder, &view(&Hanamikoji, deal, &[])), ["secret G"]);
        let later = view(&Hanamikoji, deal, &["secret G", "secret G"]);
        assert_eq!(choices(&TopHoarder, &later), ["burn BC", "burn CC"]);
    }
}
