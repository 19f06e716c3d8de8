//! Tosses a coin for every card to come. It miscounts its own secret.

use cardsharp_rules::hanamikoji::{Action, Geisha, Hanamikoji, Kind, Observation, Sides};
use cardsharp_rules::{Observation as _, Style, blur, even_among_best};

const SLIPS: f32 = 0.08;

/// Counts the majority of each type as if a coin decided every card to come, and likes to compete first. It counts only
/// the open cards and so forgets its own secret. One choice in twelve is random.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SloppyTosser;

impl Style<Hanamikoji> for SloppyTosser {
    fn name(&self) -> &'static str {
        "stranger-sloppy"
    }

    fn summary(&self) -> &'static str {
        "tosses coins for cards to come, forgets its own secret, and one choice in twelve is random"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let open = open_cards(view);
        even_among_best(legal, weights, |action| {
            let haste = if action.kind() == Some(Kind::Competition) { 0.3 } else { 0.0 };
            haste + open.worst(view, action, expected_points)
        });
        blur(weights, SLIPS);
    }
}

/// The cards as it counts them; this is its mistake.
fn open_cards(view: &Observation) -> Sides {
    Sides { mine: view.table().placed()[view.seat()], ..Sides::of(view) }
}

/// The mean points by which it leads if a coin decides every card to come.
fn expected_points(sides: Sides) -> f32 {
    let each = |card: Geisha| {
        let [mine, theirs, hand, unseen] =
            [sides.mine, sides.theirs, sides.hand, sides.unseen].map(|cards| cards.count(card) as i32);
        let (lead, open) = (mine - theirs, hand + unseen);
        // Each head adds a card to the lead, each tail takes one away.
        let (mut ways, mut sum) = (1, 0);
        for heads in 0..=open {
            sum += ways * (lead + 2 * heads - open).signum();
            ways = ways * (open - heads) / (heads + 1);
        }
        card.value() as f32 * sum as f32 / (1 << open) as f32
    };
    Geisha::ALL.into_iter().map(each).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{choices, view};

    const DEAL: &str = "removed A; hands BCCEGG / BEFFFG; pile EFGDAGDD";

    #[test]
    fn its_own_secret_is_forgotten() {
        let view = view(&Hanamikoji, DEAL, &["secret G", "secret G"]);
        assert_eq!([Sides::of(&view), open_cards(&view)].map(|sides| sides.mine.len()), [1, 0]);
    }

    #[test]
    fn a_coin_decides_for_every_card_to_come() {
        let [mine, theirs, hand, unseen] = ["F", "", "F", "FF"].map(|text| text.parse().expect("cards"));
        // Of eight outcomes three add two cards, which gives at least a tie, and one adds all three.
        assert_eq!(expected_points(Sides { mine, theirs, hand, unseen }), 4.0 * (4.0 - 1.0) / 8.0);
    }

    #[test]
    fn anything_happens_sometimes() {
        let view = view(&Hanamikoji, DEAL, &["gift BGG"]);
        assert_eq!(choices(&SloppyTosser, &view), ["take B", "take G"]);
    }
}
