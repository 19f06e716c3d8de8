//! Players of Intensity that a beginner might write, to recognise programs nobody here has seen.
//!
//! None of them is good; together with the house's own they span the usual ways to go about it,
//! and a belief that knows them is surprised less often.

use cardsharp_rules::Style;
use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Observation};

/// Follows a rule of thumb for each situation, mostly.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// How gladly a high card is led.
    pub lead_high: f32,
    /// How gladly a calf is led.
    pub lead_calf: f32,
    /// Whether the highest card is played where it is sure to lose, rather than the lowest.
    pub ducks_high: bool,
    /// How gladly calves are passed on and thrown off, against cards that are merely high.
    pub sheds_calves: f32,
}

impl Plain {
    /// Leads low and ducks under whatever lies there.
    pub const TIMID: Plain = Plain { lead_high: -1.0, lead_calf: -1.0, ducks_high: true, sheds_calves: 3.0 };
    /// Plays its low cards first of all, and keeps the high ones for the end.
    pub const THRIFTY: Plain = Plain { lead_high: -1.0, lead_calf: 2.0, ducks_high: false, sheds_calves: 0.0 };
    /// Gets rid of its high cards early, as a leader too.
    pub const BOLD: Plain = Plain { lead_high: 0.6, lead_calf: -3.0, ducks_high: true, sheds_calves: -2.0 };

    /// How gladly a card is given away.
    fn shed(self, card: Card) -> f32 {
        let points = if CALVES.contains(card) { self.sheds_calves } else { 0.0 };
        rank(card) + points + if card == BUFFALO { 10.0 } else { f32::from(card > BUFFALO) * 3.0 }
    }

    fn like(self, view: &Observation, card: Card, winning: Option<Card>) -> f32 {
        let Some(winning) = winning else {
            let buffalo = if card == BUFFALO { -20.0 } else { 0.0 };
            return self.lead_high * rank(card) + f32::from(CALVES.contains(card)) * self.lead_calf + buffalo;
        };
        if card.suit() != winning.suit() {
            return self.shed(card);
        }
        if card < winning {
            let duck = if self.ducks_high { rank(card) } else { -rank(card) };
            return 20.0 + duck + if card == BUFFALO { 20.0 } else { 0.0 };
        }
        let round = view.table().round();
        let is_free = round.len() == 3 && card != BUFFALO && round.iter().all(|card| card.points() == 0);
        // The last to play wins what it must win with its highest card.
        match (is_free, round.len() == 3) {
            (true, _) if self.ducks_high => 40.0 + rank(card),
            (_, true) => rank(card),
            _ => -rank(card) - if card == BUFFALO { 20.0 } else { 0.0 },
        }
    }
}

fn rank(card: Card) -> f32 {
    f32::from(card.number() % 10)
}

impl Style<Intensity> for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb for each situation, mostly followed"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let winning = view.table().winning();
        weights.clear();
        weights.extend(legal.iter().map(|&action| match action {
            // Passing rules differ more than playing rules, so they are followed more loosely.
            Action::Pass(cards) => 0.35 * cards.iter().map(|card| self.shed(card)).sum::<f32>(),
            Action::Play(card) => 1.5 * self.like(view, card, winning),
        }));
        let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for weight in &mut *weights {
            *weight = (*weight - best).exp();
            sum += *weight;
        }
        for weight in weights {
            *weight /= sum;
        }
    }
}
