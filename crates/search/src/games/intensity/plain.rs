//! Players of Intensity that a beginner might write, to recognise programs nobody here has seen.
//!
//! None of them is good; together with the house's own they span the usual ways to go about it,
//! and a belief that knows them is surprised less often.

use cardsharp_rules::intensity::{BUFFALO, CALVES, Card, TrickView, passes};
use cardsharp_rules::{CardSet, Rng, draw};

/// Follows a rule of thumb for each situation, mostly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plain {
    /// How gladly a high card is led, in halves.
    pub(super) lead_high: i32,
    /// How gladly a calf is led, in halves.
    pub(super) lead_calf: i32,
    /// Whether the highest card is played where it is sure to lose, rather than the lowest.
    pub(super) ducks_high: bool,
    /// How gladly calves are passed on and thrown off, against cards that are merely high.
    pub(super) sheds_calves: i32,
}

/// How much likelier an action is that is liked half a point more, and a pass of cards that are
/// shed a point more gladly: passing rules differ more from one program to the next.
const FIRMNESS: (f32, f32) = (2.117, 1.419);

/// The powers of a number from 0 on.
const fn powers<const N: usize>(base: f32) -> [f32; N] {
    let mut powers = [1.0; N];
    let mut exponent = 1;
    while exponent < N {
        powers[exponent] = powers[exponent - 1] * base;
        exponent += 1;
    }
    powers
}

/// How likely a card is that is liked so many halves less than the best. Beyond the end nothing
/// is likely at all.
static LESS: [f32; 64] = powers(1.0 / FIRMNESS.0);
/// How much likelier a pass is made by a card that is shed so gladly.
static GLADLY: [f32; 32] = powers(FIRMNESS.1);
/// No card is shed less gladly.
const LEAST_SHED: i32 = -8;

impl Plain {
    /// Leads low and ducks under whatever lies there.
    pub(super) const TIMID: Plain = Plain { lead_high: -2, lead_calf: -2, ducks_high: true, sheds_calves: 3 };
    /// Plays its low cards first of all, and keeps the high ones for the end.
    pub(super) const THRIFTY: Plain = Plain { lead_high: -2, lead_calf: 4, ducks_high: false, sheds_calves: 0 };
    /// Gets rid of its high cards early, as a leader too.
    pub(super) const BOLD: Plain = Plain { lead_high: 1, lead_calf: -6, ducks_high: true, sheds_calves: -2 };

    /// How likely it plays this one of the legal cards.
    pub(super) fn chance_to_play(self, trick: &TrickView<'_>, legal: CardSet<Card>, card: Card) -> f64 {
        let weights = self.weights(trick, legal);
        let place = (legal.bits() & ((1 << card.number()) - 1)).count_ones() as usize;
        f64::from(weights[place] / weights.iter().sum::<f32>())
    }

    /// Plays one of the legal cards.
    pub(super) fn play(self, trick: &TrickView<'_>, legal: CardSet<Card>, rng: &mut Rng) -> Card {
        legal.nth(draw(&self.weights(trick, legal), rng) as u32)
    }

    /// How much each legal card is liked, the lowest card first.
    fn weights(self, trick: &TrickView<'_>, legal: CardSet<Card>) -> [f32; 10] {
        let mut likings = [i32::MIN; 10];
        let mut best = i32::MIN;
        for (liking, card) in likings.iter_mut().zip(legal) {
            *liking = self.like(trick, card);
            best = best.max(*liking);
        }
        likings.map(|liking| LESS.get(best.abs_diff(liking) as usize).copied().unwrap_or(0.0))
    }

    /// Passes three cards of a hand.
    pub(super) fn pass(self, hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        let weigh = |pass: CardSet<Card>| pass.iter().map(|card| self.gladly(card)).product::<f32>();
        let weights: Vec<f32> = passes(hand).map(weigh).collect();
        passes(hand).nth(draw(&weights, rng)).expect("as many weights as passes")
    }

    /// How likely it passes these cards of a hand.
    pub(super) fn chance_to_pass(self, hand: CardSet<Card>, pass: CardSet<Card>) -> f64 {
        // The weight of a pass is the product of its cards', so the sum over all passes is the
        // third elementary symmetric polynomial.
        let mut sums = [1.0, 0.0, 0.0, 0.0_f32];
        let mut weight = 1.0;
        for card in hand {
            let gladly = self.gladly(card);
            for taken in (0..3).rev() {
                sums[taken + 1] += sums[taken] * gladly;
            }
            weight *= if pass.contains(card) { gladly } else { 1.0 };
        }
        f64::from(weight / sums[3])
    }

    fn gladly(self, card: Card) -> f32 {
        GLADLY[(self.shed(card) - LEAST_SHED) as usize & 31]
    }

    /// How gladly a card is given away.
    fn shed(self, card: Card) -> i32 {
        let points = if CALVES.contains(card) { self.sheds_calves } else { 0 };
        rank(card) + points + if card == BUFFALO { 10 } else { i32::from(card > BUFFALO) * 3 }
    }

    /// How much a card is liked, in halves.
    fn like(self, trick: &TrickView<'_>, card: Card) -> i32 {
        let Some(winning) = trick.winning else {
            let buffalo = if card == BUFFALO { -40 } else { 0 };
            return self.lead_high * rank(card) + i32::from(CALVES.contains(card)) * self.lead_calf + buffalo;
        };
        if card.suit() != winning.suit() {
            return 2 * self.shed(card);
        }
        if card < winning {
            let duck = if self.ducks_high { rank(card) } else { -rank(card) };
            return 40 + 2 * duck + if card == BUFFALO { 40 } else { 0 };
        }
        let is_last = trick.round.len() == 3;
        let is_free = is_last && card != BUFFALO && trick.round.iter().all(|card| card.points() == 0);
        // The last to play wins what it must win with its highest card.
        match (is_free, is_last) {
            (true, _) if self.ducks_high => 80 + 2 * rank(card),
            (_, true) => 2 * rank(card),
            _ => -2 * rank(card) - if card == BUFFALO { 40 } else { 0 },
        }
    }
}

/// 0 to 9, the second digit.
fn rank(card: Card) -> i32 {
    i32::from(card.number() % 10)
}
