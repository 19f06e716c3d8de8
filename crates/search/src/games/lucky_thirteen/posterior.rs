//! The exact posterior over another seat's hand, given its discards.
//!
//! A forward pass, turn by turn, gives every possible pair a weight: the number of ways to reach it, each times the
//! opponent's probability of the discards. A pair has three pasts: the discard was the card just drawn, or either of
//! the two held before. Pairs have the older card first, because `basic` depends on the order.
//!
//! Each seat is judged by itself. This is exact except that two hands may share a card, and such samples are rejected.

use cardsharp_rules::lucky_thirteen::{Card, Hand, ROUNDS};
use cardsharp_rules::{CardSet, Rng};

use super::opponents::{Manner, Opponents};
use super::showdown::{pairs, place};

/// A seat's hand, the older card first.
pub(super) type OrderedPair = [Card; 2];

/// The posterior over a seat's hand if it plays in this manner.
pub(super) struct Posterior {
    /// The likelihood of its discards, up to a factor common to all manners.
    pub(super) evidence: f64,
    hands: Vec<OrderedPair>,
    cumulated: Vec<f32>,
}

impl Posterior {
    /// Judges a seat with these discards; `hidden` are the cards it can hold now.
    pub(super) fn new(opponents: &Opponents, manner: Manner, discards: &[Card], hidden: CardSet<Card>) -> Posterior {
        let mut weights = vec![[0.0_f32; 52]; 52];
        // A later discard was hidden before.
        let mut cards = discards.iter().fold(hidden, |mut cards, &discard| {
            cards.insert(discard);
            cards
        });
        for pair in pairs(cards) {
            let mut dealt = Hand::dealt(pair).iter();
            let (older, newer) = (dealt.next().expect("two are dealt"), dealt.next().expect("two are dealt"));
            weights[place(older)][place(newer)] = 1.0;
        }
        for (round, &discard) in discards.iter().enumerate() {
            cards.remove(discard);
            weights = after_a_discard(opponents, manner, ROUNDS - 1 - round, discard, cards, &weights);
        }
        let (mut hands, mut cumulated, mut sum) = (Vec::new(), Vec::new(), 0.0);
        for older in cards {
            for newer in cards {
                let weight = weights[place(older)][place(newer)];
                if weight > 0.0 {
                    sum += weight;
                    hands.push([older, newer]);
                    cumulated.push(sum);
                }
            }
        }
        Posterior { evidence: f64::from(sum), hands, cumulated }
    }

    #[cfg(test)]
    pub(super) fn weight(&self, hand: OrderedPair) -> f64 {
        let Some(index) = self.hands.iter().position(|&held| held == hand) else { return 0.0 };
        let before = if index == 0 { 0.0 } else { self.cumulated[index - 1] };
        f64::from(self.cumulated[index] - before)
    }

    pub(super) fn draw(&self, rng: &mut Rng) -> OrderedPair {
        let place = rng.unit() as f32 * self.cumulated.last().expect("a seat holds something");
        let index = self.cumulated.partition_point(|&sum| sum <= place);
        self.hands[index.min(self.hands.len() - 1)]
    }
}

/// Returns the weights of the pairs of `cards` after this discard.
fn after_a_discard(
    opponents: &Opponents,
    Manner { opponent, surprise }: Manner,
    draws_left: usize,
    gone: Card,
    cards: CardSet<Card>,
    before: &[[f32; 52]],
) -> Vec<[f32; 52]> {
    let mut after = vec![[0.0; 52]; 52];
    let cards: Vec<Card> = cards.iter().collect();
    let likely = |held: [Card; 3], choice: usize| {
        let chance = opponents.chances(opponent, draws_left, held)[choice];
        surprise / 3.0 + (1.0 - surprise) * chance
    };
    for &older in &cards {
        for &newer in &cards {
            let (gone_first, gone_second) = (before[place(gone)][place(older)], before[place(older)][place(gone)]);
            let gone_last = before[place(older)][place(newer)];
            let all = gone_first + gone_second + gone_last;
            if older == newer || all == 0.0 {
                continue;
            }
            after[place(older)][place(newer)] = if opponent.depends_on_order() {
                gone_first * likely([gone, older, newer], 0)
                    + gone_second * likely([older, gone, newer], 1)
                    + gone_last * likely([older, newer, gone], 2)
            } else {
                all * likely([gone, older, newer], 0)
            };
        }
    }
    after
}
