//! Opponent models, as choices among three cards.
//!
//! `basic` and `keep13` look only at their three cards and the public ones, so a table by cards describes them fully.
//! Every better player is modelled as one that plays its own hand well without counting cards. The models are fast
//! enough for a hundred thousand calls a decision.

use cardsharp_rules::lucky_thirteen::{Card, ROUNDS, Sums, weight};
use cardsharp_rules::{Card as _, CardSet};

use super::showdown::{ByPair, Rank, by_pair, pairs, place, ranks};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Any discard, uniformly.
    Random,
    /// Keeps the cards with the highest weights.
    Basic,
    /// Keeps the best 13 in hand.
    Keep13,
    /// Plans its own hand to the end, and errs where little is at stake.
    Thinker,
}

pub(super) type Priors = [f64; Opponent::COUNT];

impl Opponent {
    pub(super) const ALL: [Opponent; 4] = [Opponent::Random, Opponent::Basic, Opponent::Keep13, Opponent::Thinker];
    pub(super) const COUNT: usize = Opponent::ALL.len();

    /// Returns whether the order in which the cards came to the hand matters.
    pub(super) fn depends_on_order(self) -> bool {
        matches!(self, Opponent::Basic | Opponent::Keep13)
    }

    pub(super) const PRIORS: Priors = [0.06, 0.36, 0.32, 0.26];
    /// The prior for strong players, unless their discards show otherwise.
    pub(super) const STRONG: Priors = [0.001, 0.003, 0.006, 0.99];
}

/// A policy with its rate of random choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Manner {
    pub(super) opponent: Opponent,
    pub(super) surprise: f32,
}

/// The usual rate of random choices: even `basic` may be played by a tired person.
pub(super) const SURPRISE: f32 = 0.02;
/// The rate for a player that follows its rule exactly. The first slip exposes it.
const RARELY: f32 = 0.0005;
/// The probability that a player who follows a rule does so exactly.
const TO_THE_LETTER: f64 = 0.7;

impl Manner {
    const fn of(opponent: Opponent, surprise: f32) -> Manner {
        Manner { opponent, surprise }
    }

    pub(super) const ALL: [Manner; 6] = [
        Manner::of(Opponent::Random, SURPRISE),
        Manner::of(Opponent::Basic, SURPRISE),
        Manner::of(Opponent::Keep13, SURPRISE),
        Manner::of(Opponent::Thinker, SURPRISE),
        Manner::of(Opponent::Basic, RARELY),
        Manner::of(Opponent::Keep13, RARELY),
    ];
    pub(super) const COUNT: usize = Manner::ALL.len();

    /// The manners in a first game: four discards cannot show whether a rule is followed exactly.
    pub(super) const OF_STRANGERS: &'static [Manner] = Manner::ALL.split_at(Opponent::COUNT).0;

    pub(super) const PRIORS: [f64; Manner::COUNT] = {
        let [random, basic, keep13, thinker] = Opponent::PRIORS;
        let (tired, exact) = (1.0 - TO_THE_LETTER, TO_THE_LETTER);
        [random, basic * tired, keep13 * tired, thinker, basic * exact, keep13 * exact]
    };
}

/// More than the greatest weight of a card: a king of spades weighs 52.
const MORE_THAN_A_CARD: i32 = 64;
/// The scale of a loss in win share that a thinker overlooks.
const CARELESSNESS: f32 = 0.03;
/// A thinker expects to win against the best of this many random pairs.
const RIVALS: i32 = 9;

/// The values of pairs beside the public cards, for all opponents.
pub(super) struct Opponents {
    pub(super) ranks: ByPair<Rank>,
    weights: [i32; 52],
    /// The best way to 13 of a pair, scaled to exceed any weight.
    ways: ByPair<i32>,
    /// The softmax weights of a thinker for keeping each pair, by its number of draws left.
    leanings: Vec<ByPair<f32>>,
}

impl Opponents {
    pub(super) fn new(sums: Sums, public: [Card; 2]) -> Opponents {
        let ranks = ranks(sums, public);
        let cards = Card::DECK - public.into_iter().collect();
        let mut plans = vec![win_chances(&ranks, cards)];
        for _ in 1..ROUNDS {
            plans.push(before_a_draw(&plans[plans.len() - 1], cards));
        }
        for plan in &mut plans {
            for value in plan.iter_mut().flatten() {
                *value = (*value / CARELESSNESS).exp();
            }
        }
        let weights = std::array::from_fn(|index| weight(Card::from_index(index as u8)));
        let mut ways = by_pair(0);
        for (ways, ranks) in ways.iter_mut().zip(ranks.iter()) {
            for (way, rank) in ways.iter_mut().zip(ranks) {
                *way = MORE_THAN_A_CARD * rank.way().map_or(0, |way| i32::from(way) + 1);
            }
        }
        Opponents { ranks, weights, ways, leanings: plans }
    }

    /// Returns the opponent's probability, with this many draws left, of discarding each of three cards, oldest first.
    #[inline]
    pub(super) fn chances(&self, opponent: Opponent, draws_left: usize, cards: [Card; 3]) -> [f32; 3] {
        let (a, b, c) = (place(cards[0]), place(cards[1]), place(cards[2]));
        match opponent {
            Opponent::Random => [1.0 / 3.0; 3],
            Opponent::Basic => certain(least(self.weights[a], self.weights[b], self.weights[c])),
            Opponent::Keep13 => {
                let key = |gone: usize, one: usize, other: usize| self.weights[gone] - self.ways[one][other];
                certain(least(key(a, b, c), key(b, a, c), key(c, a, b)))
            }
            Opponent::Thinker => {
                let leanings = &self.leanings[draws_left];
                let (a, b, c) = (leanings[b][c], leanings[a][c], leanings[a][b]);
                let sum = a + b + c;
                [a / sum, b / sum, c / sum]
            }
        }
    }
}

#[inline]
fn certain(choice: usize) -> [f32; 3] {
    let mut chances = [0.0; 3];
    chances[choice] = 1.0;
    chances
}

/// The index of the least of three, the first of equals.
#[inline]
fn least(a: i32, b: i32, c: i32) -> usize {
    if b < a {
        if c < b { 2 } else { 1 }
    } else if c < a {
        2
    } else {
        0
    }
}

/// Returns each pair's chance to beat the rivals' pairs.
fn win_chances(ranks: &ByPair<Rank>, cards: CardSet<Card>) -> ByPair<f32> {
    let mut counts = vec![0_u32; Rank::COUNT];
    for [a, b] in pairs(cards) {
        counts[ranks[place(a)][place(b)].index()] += 1;
    }
    let total: u32 = counts.iter().sum();
    let mut below = 0;
    let chances: Vec<f32> = counts
        .iter()
        .map(|&count| {
            let share = (below as f32 + 0.5 * count as f32) / total as f32;
            below += count;
            share.powi(RIVALS)
        })
        .collect();
    let mut worth = by_pair(0.0);
    for [a, b] in pairs(cards) {
        let chance = chances[ranks[place(a)][place(b)].index()];
        worth[place(a)][place(b)] = chance;
        worth[place(b)][place(a)] = chance;
    }
    worth
}

/// Returns the value of each pair before one more draw of any of these cards; `after` has the values after it.
fn before_a_draw(after: &ByPair<f32>, cards: CardSet<Card>) -> ByPair<f32> {
    let mut before = by_pair(0.0);
    let draws = (cards.len() - 2) as f32;
    for a in cards {
        let (with_a, sums) = (&after[place(a)], &mut before[place(a)]);
        for c in cards.iter().filter(|&c| c != a) {
            let (with_c, drawn) = (&after[place(c)], with_a[place(c)]);
            for b in 0..52 {
                sums[b] += with_a[b].max(with_c[b]).max(drawn);
            }
        }
        for b in 0..52 {
            // The loop also drew the second card, which changes nothing; it cannot be drawn.
            sums[b] = (sums[b] - with_a[b]) / draws;
        }
        // A card does not pair with itself in the round before.
        sums[place(a)] = 0.0;
    }
    before
}
