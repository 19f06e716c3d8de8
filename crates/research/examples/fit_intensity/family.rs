//! Random players with different likings, the family that also trained the network (`learning/intensity/styles.py`).

use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Observation, TrickView, legal_plays};
use cardsharp_rules::{CardSet, Rng};
use cardsharp_search::Player;

/// The same number as in `styles.py`, though the last five have no effect here.
const TASTES: usize = 24;
const LEAST: [f32; TASTES] = [
    0.0, -0.5, -1.0, -1.0, -0.3, -0.7, -2.0, -1.5, -1.0, 0.0, -1.0, 0.0, -1.0, 0.0, 0.0, -0.3, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 0.0,
];
const MOST: [f32; TASTES] = [
    2.0, 1.5, 3.0, 3.0, 0.6, 2.5, 1.0, 1.5, 1.0, 1.0, 1.0, 1.0, 6.0, 3.0, 3.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
    1.0,
];

pub struct Relative([f32; TASTES]);

impl Relative {
    pub fn random(rng: &mut Rng) -> Relative {
        Relative(std::array::from_fn(|taste| LEAST[taste] + rng.unit() as f32 * (MOST[taste] - LEAST[taste])))
    }

    /// Random noise (Gumbel) in its liking of a card.
    fn whim(&self, rng: &mut Rng) -> f32 {
        let gumbel = -(-(rng.unit().clamp(1e-6, 1.0 - 1e-6).ln())).ln();
        gumbel as f32 * (self.0[16] - 0.7).max(0.0)
    }

    fn best(&self, cards: CardSet<Card>, rng: &mut Rng, like: impl Fn(Card) -> f32) -> Card {
        let mut best = (f32::NEG_INFINITY, None);
        for card in cards {
            let liking = like(card) + self.whim(rng);
            if liking > best.0 {
                best = (liking, Some(card));
            }
        }
        best.1.expect("there are cards")
    }
}

fn yes(said: bool) -> f32 {
    f32::from(u8::from(said))
}

impl Player<Intensity> for Relative {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Action {
        let t = &self.0;
        let rank = |card: Card| f32::from(card.number() % 10) / 9.0;
        let length = |hand: CardSet<Card>, card: Card| (hand & card.suit().cards()).len() as f32;
        if !view.table().all_passed() {
            let (mut hand, mut pass) = (view.hand(), CardSet::EMPTY);
            for _ in 0..3 {
                let card = self.best(hand, rng, |card| {
                    t[0] * rank(card)
                        + t[1] * yes(CALVES.contains(card))
                        + t[2] * yes(card == BUFFALO)
                        + t[3] * yes(card > BUFFALO)
                        - t[4] * length(hand, card)
                });
                hand.remove(card);
                pass.insert(card);
            }
            return Action::Pass(pass);
        }
        let (trick, legal) = (TrickView::of(view), legal_plays(view.table(), view.hand()));
        let clean = yes(trick.round.iter().all(|card| card.points() == 0));
        let (last, early) = (trick.round.len() == 3, view.table().rounds() < 3);
        Action::Play(self.best(legal, rng, |card| {
            let (rank, calf, buffalo) = (rank(card), yes(CALVES.contains(card)), yes(card == BUFFALO));
            let above = yes(card > BUFFALO);
            let Some(winning) = trick.winning else {
                return -t[5] * rank
                    + t[6] * calf
                    + t[7] * yes(card.suit() == BUFFALO.suit())
                    + t[8] * length(trick.hand, card) * 0.4
                    - 3.0 * buffalo;
            };
            if card.suit() != winning.suit() {
                return t[12] * buffalo + t[13] * calf + t[14] * above + t[15] * rank - t[4] * length(trick.hand, card);
            }
            if card < winning {
                return 2.0 + if t[9] < 0.75 { rank } else { -rank } + 5.0 * buffalo;
            }
            let take = if last {
                let gladly = if t[11] < 0.6 { 4.0 } else { 0.0 };
                (if t[10] > -0.6 { rank } else { -rank }) + gladly * clean * (1.0 - buffalo)
            } else if t[17] < 0.5 && clean > 0.0 && early && calf == 0.0 && above == 0.0 {
                4.0 + rank
            } else if t[18] < 0.8 {
                -rank
            } else {
                rank
            };
            take - 5.0 * buffalo
        }))
    }
}
