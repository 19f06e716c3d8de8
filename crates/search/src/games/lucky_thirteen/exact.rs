//! One's own hand, played exactly: backwards over every card one may still draw.
//!
//! The others come in as ways they may end, each with a weight. What they hold in one of these
//! ends, one cannot draw there. So a pair is valued only over the ends in which it can be had,
//! and a draw is as likely as the ends that leave its card. What is taken lightly: a draw thrown
//! away again tells nothing more, and what the others will discard meanwhile is not awaited.

use cardsharp_rules::CardSet;
use cardsharp_rules::lucky_thirteen::{Card, LuckyThirteen};

use super::showdown::{ByPair, OTHERS, Rank, place, worth};
use crate::Objective;

/// A way the others may end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// What the others hold or will have drawn.
    pub(super) taken: CardSet<Card>,
    /// Their final pairs.
    pub(super) ranks: [Rank; OTHERS],
    /// How likely it is, up to a common factor.
    pub(super) weight: f32,
}

/// What a seat decides about: three cards, and how often it will draw again.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnHand {
    pub(super) hand: CardSet<Card>,
    pub(super) unseen: CardSet<Card>,
    pub(super) draws_left: usize,
    pub(super) objective: Objective,
}

/// The most cards that are one's own or unseen: all but the public ones.
const MOST: usize = 50;

/// A number for every pair of the cards that matter, by their places among them.
type PairTable = [[f32; MOST]; MOST];

/// The worth of discarding each card of the hand, in their order.
pub(super) fn values(own: &OwnHand, ranks: &ByPair<Rank>, endings: &[Ending]) -> [f64; 3] {
    // The hand comes first, so that its pairs are easy to find.
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

/// What each pair is worth at the end; pairs that no end leaves are worth nothing.
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
    // Many pairs have the same rank, and only the rank decides who wins.
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

/// The best of the others at the end, and what is left of the win for one as good.
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

/// What a rank is worth in every end, times the end's weight.
fn worths(objective: Objective, mine: Rank, endings: &[Ending], tops: &[Top]) -> Vec<f32> {
    let ends = endings.iter().zip(tops);
    if objective == Objective::Win {
        // Asked most often, and only the best of the others decides it.
        let share = |top: &Top| {
            let equal = if mine == top.rank { top.share } else { 0.0 };
            if mine > top.rank { 1.0 } else { equal }
        };
        return ends.map(|(ending, top)| ending.weight * share(top)).collect();
    }
    ends.map(|(ending, _)| ending.weight * worth::<LuckyThirteen>(objective, mine, ending.ranks)).collect()
}

/// The sums of weights and of worths over the ends that leave both cards.
fn masked_sums(weights: &[f32], worths: &[f32], one: &[f32], other: &[f32]) -> (f32, f32) {
    // Sixteen sums side by side, so that the compiler can add them at once.
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

/// What each pair is worth before one more draw and discard, if `after` says it after.
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
            // The loop above has drawn the second card too, and kept both; it cannot be drawn.
            let left = total - chances[a] - chance;
            sums[b] = if left > 0.0 { (sums[b] - chance * with_a[b]) / left } else { with_a[b] };
        }
        // A card is no pair with itself, and must not seem one in the round before.
        sums[a] = 0.0;
    }
    before
}
