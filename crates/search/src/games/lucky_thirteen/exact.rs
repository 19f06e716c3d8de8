//! Exact play of the player's own hand, by backward induction over the cards it may draw.
//!
//! The others enter as weighted ends. A card that they hold in an end cannot be drawn there. So a pair is valued only
//! over the ends in which it is possible, and the probability of a draw is the weight of the ends that leave its card.
//! Two approximations: a draw that is discarded gives no information, and later discards of others are ignored.

use cardsharp_rules::CardSet;
use cardsharp_rules::lucky_thirteen::{Card, LuckyThirteen};

use super::showdown::{ByPair, OTHERS, Rank, place, worth};
use crate::Objective;

/// A possible end of the others' hands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// The cards that the others hold or will have drawn.
    pub(super) taken: CardSet<Card>,
    pub(super) ranks: [Rank; OTHERS],
    /// Its probability, up to a common factor.
    pub(super) weight: f32,
}

/// The decision of a seat: three cards, and the number of draws to come.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnHand {
    pub(super) hand: CardSet<Card>,
    pub(super) unseen: CardSet<Card>,
    pub(super) draws_left: usize,
    pub(super) objective: Objective,
}

/// The maximum number of own and unseen cards: all but the public ones.
const MOST: usize = 50;

/// A value for every pair of own and unseen cards, by their indices.
type PairTable = [[f32; MOST]; MOST];

/// Returns the value of discarding each card of the hand, in order.
pub(super) fn values(own: &OwnHand, ranks: &ByPair<Rank>, endings: &[Ending]) -> [f64; 3] {
    // The hand comes first, so its pairs have known indices.
    let cards: Vec<Card> = own.hand.iter().chain(own.unseen.iter()).collect();
    let free: Vec<Vec<f32>> = cards
        .iter()
        .map(|&card| endings.iter().map(|ending| f32::from(u8::from(!ending.taken.contains(card)))).collect())
        .collect();
    let mut table = end_worth(own, &cards, &free, ranks, endings);
    let chances: Vec<f32> = cards
        .iter()
        .zip(&free)
        .map(|(&card, free)| {
            if own.hand.contains(card) {
                return 0.0;
            }
            free.iter().zip(endings).map(|(free, ending)| free * ending.weight).sum()
        })
        .collect();
    for _ in 0..own.draws_left {
        table = before_a_draw(&table, &chances);
    }
    [table[1][2], table[0][2], table[0][1]].map(f64::from)
}

/// Returns the value of each pair at the end; 0 for pairs that no end leaves.
fn end_worth(
    own: &OwnHand,
    cards: &[Card],
    free: &[Vec<f32>],
    ranks: &ByPair<Rank>,
    endings: &[Ending],
) -> Box<PairTable> {
    let mut table = Box::new([[0.0; MOST]; MOST]);
    let weights: Vec<f32> = endings.iter().map(|ending| ending.weight).collect();
    let tops: Vec<Top> = endings.iter().map(Top::of).collect();
    // Many pairs share a rank, and only the rank decides the win.
    let mut rows: Vec<Option<Vec<f32>>> = vec![None; Rank::COUNT];
    for (a, &card) in cards.iter().enumerate() {
        // Without another draw only the hand matters.
        let rest = if own.draws_left == 0 { 3.min(cards.len()) } else { cards.len() };
        for b in a + 1..rest {
            let rank = ranks[place(card)][place(cards[b])];
            let row = rows[rank.index()].get_or_insert_with(|| worths(own.objective, rank, endings, &tops));
            let (total, sum) = masked_sums(&weights, row, &free[a], &free[b]);
            if total > 0.0 {
                table[a][b] = sum / total;
                table[b][a] = sum / total;
            }
        }
    }
    table
}

/// The best rank of the others at the end, and the share of the win for an equal rank.
struct Top {
    rank: Rank,
    share: f32,
}

impl Top {
    fn of(ending: &Ending) -> Top {
        let rank = ending.ranks.into_iter().max().expect("there are others");
        let equals = ending.ranks.iter().filter(|&&other| other == rank).count();
        Top { rank, share: 1.0 / (1 + equals) as f32 }
    }
}

/// Returns the value of a rank in every end, times the end's weight.
fn worths(objective: Objective, mine: Rank, endings: &[Ending], tops: &[Top]) -> Vec<f32> {
    let ends = endings.iter().zip(tops);
    if objective == Objective::Win {
        // The most frequent objective; it depends only on the best of the others.
        let share = |top: &Top| {
            let equal = if mine == top.rank { top.share } else { 0.0 };
            if mine > top.rank { 1.0 } else { equal }
        };
        return ends.map(|(ending, top)| ending.weight * share(top)).collect();
    }
    ends.map(|(ending, _)| ending.weight * worth::<LuckyThirteen>(objective, mine, ending.ranks)).collect()
}

/// Returns the sums of weights and of values over the ends that leave both cards.
fn masked_sums(weights: &[f32], worths: &[f32], one: &[f32], other: &[f32]) -> (f32, f32) {
    // Sixteen parallel sums, so that the compiler can vectorise.
    const LANES: usize = 16;
    let (mut totals, mut sums) = ([0.0_f32; LANES], [0.0_f32; LANES]);
    let chunks = weights.chunks(LANES).zip(worths.chunks(LANES)).zip(one.chunks(LANES).zip(other.chunks(LANES)));
    for ((weights, worths), (one, other)) in chunks {
        for lane in 0..weights.len() {
            let free = one[lane] * other[lane];
            totals[lane] += free * weights[lane];
            sums[lane] += free * worths[lane];
        }
    }
    (totals.iter().sum(), sums.iter().sum())
}

/// Returns the value of each pair before one more draw and discard; `after` has the values after it.
fn before_a_draw(after: &PairTable, chances: &[f32]) -> Box<PairTable> {
    let mut before = Box::new([[0.0; MOST]; MOST]);
    let total: f32 = chances.iter().sum();
    for a in 0..chances.len() {
        let (with_a, sums) = (&after[a], &mut before[a]);
        for (c, &chance) in chances.iter().enumerate().filter(|&(c, &chance)| c != a && chance > 0.0) {
            let (with_c, drawn) = (&after[c], with_a[c]);
            for b in 0..MOST {
                sums[b] += chance * with_a[b].max(with_c[b]).max(drawn);
            }
        }
        for (b, &chance) in chances.iter().enumerate() {
            // The loop above also drew the second card and kept both; it cannot be drawn.
            let left = total - chances[a] - chance;
            sums[b] = if left > 0.0 { (sums[b] - chance * with_a[b]) / left } else { with_a[b] };
        }
        // A card does not pair with itself in the round before.
        sums[a] = 0.0;
    }
    before
}
