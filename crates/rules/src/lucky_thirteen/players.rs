//! The house players: the document's own, and two that play for a 13.

use super::rules::{Card, Discard, LuckyThirteen, ROUNDS, SEATS};
use super::score::{best_way, weight};
use super::{Observation, Table, Thumb};
use crate::{Card as _, CardSet, Observation as _, Random, Seat, Style, even_among};

pub(super) fn styles() -> Vec<Box<dyn Style<LuckyThirteen>>> {
    vec![Box::new(Random), Box::new(Basic), Box::new(Keep13), Box::new(Thumb), Box::new(Clever)]
}

fn other_two(hand: CardSet<Card>, discard: Card) -> [Card; 2] {
    let mut rest = hand;
    rest.remove(discard);
    [rest.nth(0), rest.nth(1)]
}

/// The simple computer of the rules document: discards the least valuable card, of equals the oldest.
#[derive(Clone, Copy, Debug, Default)]
pub struct Basic;

impl Style<LuckyThirteen> for Basic {
    fn name(&self) -> &'static str {
        "basic"
    }

    fn summary(&self) -> &'static str {
        "discards the card with the lowest value times suit factor"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        // `min_by_key` takes the first of equals, and the hand begins with the oldest.
        let choice = view.hand().iter().min_by_key(|&card| weight(card));
        even_among(legal, weights, |Discard(card)| Some(card) == choice);
    }
}

/// Keeps the two cards with the best way to 13; on a tie, or without a way, it discards like [`Basic`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Keep13;

impl Style<LuckyThirteen> for Keep13 {
    fn name(&self) -> &'static str {
        "keep13"
    }

    fn summary(&self) -> &'static str {
        "keeps the best 13 in hand; without one it discards like basic"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let (hand, table) = (view.hand(), view.table());
        let way = |card: Card| best_way(table.sums(), other_two(hand.set(), card), table.public());
        let choice = hand.iter().min_by_key(|&card| (std::cmp::Reverse(way(card)), weight(card)));
        even_among(legal, weights, |Discard(card)| Some(card) == choice);
    }
}

/// Plays for its own highest expected score.
///
/// It works backwards from the end over every pair of cards it may hold then. A pair is worth its score, weighed by the
/// chance that another seat has a 13 too. One round earlier, a pair is worth the mean, over every unseen card, of the
/// best pair it can keep. Two things are simplified: a card discarded on the way may be drawn again, and the others are
/// judged only by their discards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clever;

impl Style<LuckyThirteen> for Clever {
    fn name(&self) -> &'static str {
        "clever"
    }

    fn summary(&self) -> &'static str {
        "tracks every card seen and plays for the highest expected score"
    }

    fn weigh(&self, view: &Observation, legal: &[Discard], weights: &mut Vec<f32>) {
        let (hand, unseen) = (view.hand(), view.unseen());
        let mut worth = end_worth(view);
        for _ in view.table().round() + 1..ROUNDS {
            worth = worth_before_a_draw(&worth, hand.set() | unseen, unseen);
        }
        let value = |&card: &Card| {
            let [a, b] = other_two(hand.set(), card);
            worth[place(a)][place(b)]
        };
        let choice = hand.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
        even_among(legal, weights, |Discard(card)| Some(card) == choice);
    }
}

/// A number for every pair of cards, by their places in the deck; symmetric.
type ByPair = [[f32; 52]; 52];

fn place(card: Card) -> usize {
    usize::from(card.index())
}

fn pairs(cards: CardSet<Card>) -> impl Iterator<Item = [Card; 2]> {
    cards.iter().flat_map(move |a| cards.iter().filter(move |&b| a < b).map(move |b| [a, b]))
}

/// A pair of cards and the worth of its best way to 13.
type Way = ([Card; 2], Option<i32>);

/// The best way to 13 of each pair of these cards, and for each card those that make a 13 with it.
fn ways(table: &Table, cards: CardSet<Card>) -> (Vec<Way>, [CardSet<Card>; 52]) {
    let mut partners = [CardSet::EMPTY; 52];
    let ways = pairs(cards).map(|[a, b]| {
        let way = best_way(table.sums(), [a, b], table.public());
        if way.is_some() {
            partners[place(a)].insert(b);
            partners[place(b)].insert(a);
        }
        ([a, b], way)
    });
    (ways.collect(), partners)
}

fn end_worth(view: &Observation) -> ByPair {
    let (table, unseen) = (view.table(), view.unseen());
    let (ways, partners) = ways(table, unseen | view.hand().set());
    let others = Seat::all(SEATS).filter(|&seat| seat != view.seat());
    let alone: f32 = others.map(|seat| 1.0 - chance_of_13(table, seat, unseen, &partners)).product();
    let mut worth = [[0.0; 52]; 52];
    for ([a, b], way) in ways {
        let score = match way {
            Some(way) => alone * 100.0 + (1.0 - alone) * way as f32,
            None => alone * (weight(a) + weight(b)) as f32,
        };
        worth[place(a)][place(b)] = score;
        worth[place(b)][place(a)] = score;
    }
    worth
}

/// The chance that this seat ends with a 13: the mean of the share of 13s among all pairs of unseen cards and the share
/// among pairs of cards that are each at least as heavy as its heaviest discard.
fn chance_of_13(table: &Table, seat: Seat, unseen: CardSet<Card>, partners: &[CardSet<Card>; 52]) -> f32 {
    let share = |cards: CardSet<Card>| {
        // Every pair is counted from both sides.
        let hits: usize = cards.iter().map(|card| (partners[place(card)] & cards).len()).sum();
        (hits / 2) as f32 / (cards.len() * (cards.len() - 1) / 2) as f32
    };
    let thrown = table.discards_of(seat).map(weight).max().unwrap_or(0);
    let heavy: CardSet<Card> = unseen.iter().filter(|&card| weight(card) >= thrown).collect();
    if heavy.len() < 2 { share(unseen) } else { f32::midpoint(share(heavy), share(unseen)) }
}

/// The worth of each pair before one more draw and discard, given the worth after it. The inner loop covers all
/// partners of one card: the compiler can vectorise it, and each sum keeps the order of the cards.
fn worth_before_a_draw(worth: &ByPair, cards: CardSet<Card>, unseen: CardSet<Card>) -> ByPair {
    let mut before = [[0.0_f32; 52]; 52];
    for a in cards {
        let (with_a, sums) = (&worth[place(a)], &mut before[place(a)]);
        let mut drawn = unseen;
        drawn.remove(a);
        for card in drawn {
            let (with_drawn, keeps_a) = (&worth[place(card)], with_a[place(card)]);
            for b in 0..52 {
                // A pair's own second card cannot be drawn.
                let kept = with_a[b].max(keeps_a).max(with_drawn[b]);
                sums[b] += if b == place(card) { 0.0 } else { kept };
            }
        }
        for b in cards {
            sums[place(b)] /= (drawn.len() - usize::from(drawn.contains(b))) as f32;
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seed, State as _, random_position};

    /// The same worths, computed in the plain way instead of the fast one.
    fn plain_worths(view: &Observation) -> ByPair {
        let (table, unseen, hand) = (view.table(), view.unseen(), view.hand().set());
        let way = |pair| best_way(table.sums(), pair, table.public());
        let share = |cards: CardSet<Card>| {
            pairs(cards).filter(|&pair| way(pair).is_some()).count() as f32 / pairs(cards).count() as f32
        };
        let alone: f32 = Seat::all(SEATS)
            .filter(|&seat| seat != view.seat())
            .map(|seat| {
                let thrown = table.discards_of(seat).map(weight).max().unwrap_or(0);
                let heavy: CardSet<Card> = unseen.iter().filter(|&card| weight(card) >= thrown).collect();
                1.0 - if heavy.len() < 2 { share(unseen) } else { f32::midpoint(share(heavy), share(unseen)) }
            })
            .product();
        let mut worth = [[0.0; 52]; 52];
        for [a, b] in pairs(unseen | hand) {
            let score = match way([a, b]) {
                Some(way) => alone * 100.0 + (1.0 - alone) * way as f32,
                None => alone * (weight(a) + weight(b)) as f32,
            };
            (worth[place(a)][place(b)], worth[place(b)][place(a)]) = (score, score);
        }
        for _ in table.round() + 1..ROUNDS {
            let mut before = [[0.0; 52]; 52];
            for [a, b] in pairs(unseen | hand) {
                let drawn = unseen.iter().filter(|&card| card != a && card != b);
                let kept = |card: Card| {
                    worth[place(a)][place(b)].max(worth[place(a)][place(card)]).max(worth[place(b)][place(card)])
                };
                let mean = drawn.clone().map(kept).sum::<f32>() / drawn.count() as f32;
                (before[place(a)][place(b)], before[place(b)][place(a)]) = (mean, mean);
            }
            worth = before;
        }
        worth
    }

    #[test]
    fn quick_worths_are_the_plain_ones_to_the_last_bit() {
        for seed in 0..40 {
            for sums in [super::super::Sums::Face, super::super::Sums::Flexible] {
                let state = random_position(&LuckyThirteen { sums }, Seed(seed), (seed % 16) as u32);
                let view = state.observe(Seat::new((seed % 4) as usize));
                let (cards, mut quick) = (view.unseen() | view.hand().set(), end_worth(&view));
                for _ in view.table().round() + 1..ROUNDS {
                    quick = worth_before_a_draw(&quick, cards, view.unseen());
                }
                let plain = plain_worths(&view);
                for [a, b] in pairs(cards) {
                    assert_eq!(quick[place(a)][place(b)], plain[place(a)][place(b)], "{view}: {a} {b}");
                }
            }
        }
    }
}
