//! The ranks of final pairs, and their values.
//!
//! Under every scoring, a pair with a 13 beats one without, pairs with a 13 compare by their best ways, and pairs
//! without by their weights. So a pair is one number, its rank.

use cardsharp_rules::lucky_thirteen::{Card, Sums, best_way, weight};
use cardsharp_rules::{Card as _, CardSet};

use crate::{Objective, Searchable};

/// The strength of a pair at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank(i16);

/// More than the weight of two cards.
const WITH_13: i16 = 1_000;
pub(super) const OTHERS: usize = 3;

impl Rank {
    #[inline]
    pub(super) fn has_13(self) -> bool {
        self.0 >= WITH_13
    }

    /// The score of the best way to 13.
    #[inline]
    pub(super) fn way(self) -> Option<i16> {
        self.has_13().then_some(self.0 - WITH_13)
    }

    /// The score of the best way to 13, or the weight if there is none.
    #[inline]
    fn points(self) -> i16 {
        if self.has_13() { self.0 - WITH_13 } else { self.0 }
    }

    /// A number below [`Rank::COUNT`].
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of ranks; 13 × 4 × 4 bounds the weight of four cards.
    pub(super) const COUNT: usize = WITH_13 as usize + 13 * 4 * 4 + 1;
}

/// A value for every pair of cards, by their places in the deck, in both orders.
pub(super) type ByPair<T> = Box<[[T; 52]; 52]>;

#[expect(clippy::unnecessary_box_returns, reason = "too large to be moved about on the stack")]
pub(super) fn by_pair<T: Copy>(item: T) -> ByPair<T> {
    Box::new([[item; 52]; 52])
}

#[inline]
pub(super) fn place(card: Card) -> usize {
    usize::from(card.index())
}

/// Returns every pair of these cards, the lower first.
pub(super) fn pairs(cards: CardSet<Card>) -> impl Iterator<Item = [Card; 2]> {
    cards.iter().flat_map(move |a| cards.iter().filter(move |&b| a < b).map(move |b| [a, b]))
}

pub(super) fn ranks(sums: Sums, public: [Card; 2]) -> ByPair<Rank> {
    let mut ranks = by_pair(Rank::default());
    for [a, b] in pairs(Card::DECK) {
        let rank = match best_way(sums, [a, b], public) {
            Some(way) => WITH_13 + way as i16,
            None => (weight(a) + weight(b)) as i16,
        };
        ranks[place(a)][place(b)] = Rank(rank);
        ranks[place(b)][place(a)] = Rank(rank);
    }
    ranks
}

/// Returns the value of the end for a player with the rank `mine`, from 0 to 1.
#[inline]
pub(super) fn worth<G: Searchable>(objective: Objective, mine: Rank, others: [Rank; OTHERS]) -> f32 {
    let other_13 = others.iter().any(|rank| rank.has_13());
    let any_13 = mine.has_13() || other_13;
    // If any player has a 13, those without one score 0 and are equal.
    let standing = |rank: Rank| if any_13 && !rank.has_13() { 0 } else { rank.0 };
    let better = others.iter().filter(|&&other| standing(other) > standing(mine)).count();
    let equal = others.iter().filter(|&&other| standing(other) == standing(mine)).count();
    let win = || if better == 0 { 1.0 / (1 + equal) as f32 } else { 0.0 };
    let place = || (OTHERS as f32 - better as f32 - 0.5 * equal as f32) / OTHERS as f32;
    let score = || {
        let points = match (mine.has_13(), other_13) {
            (true, false) => 100,
            (true, true) | (false, false) => i32::from(mine.points()),
            (false, true) => 0,
        };
        (points - G::RANGE.0) as f32 / (G::RANGE.1 - G::RANGE.0) as f32
    };
    match objective {
        Objective::Win => win(),
        Objective::Place => place(),
        Objective::Score => score(),
        Objective::Mix(part) => part * place() + (1.0 - part) * score(),
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::lucky_thirteen::{LuckyThirteen, scores};
    use cardsharp_rules::{Rng, Seat, Seed};

    use super::*;

    #[test]
    fn ranks_are_worth_what_the_scores_say() {
        let mut rng = Rng::new(Seed(1));
        let mut deck: Vec<Card> = Card::DECK.iter().collect();
        for sums in [Sums::Face, Sums::Flexible] {
            for _ in 0..3_000 {
                rng.shuffle(&mut deck);
                let public = [deck[8], deck[9]];
                let ranks = ranks(sums, public);
                let pair = |seat: usize| [deck[2 * seat], deck[2 * seat + 1]];
                let rank = |seat: usize| ranks[place(pair(seat)[0])][place(pair(seat)[1])];
                let hands = (0..4).map(|seat| pair(seat).into_iter().collect()).collect();
                let returns = scores(sums, public, &hands);
                for objective in [Objective::Win, Objective::Place, Objective::Score, Objective::Mix(0.5)] {
                    let expected = objective.value(&returns, Seat::FIRST, LuckyThirteen::RANGE);
                    let found = worth::<LuckyThirteen>(objective, rank(0), [rank(1), rank(2), rank(3)]);
                    assert!((expected - found).abs() < 1e-6, "{objective:?}: {returns:?} {found}");
                }
            }
        }
    }
}
