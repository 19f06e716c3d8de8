//! The house players: the document's own, and one that holds on to a 13.

use super::rules::{Card, Discard, LuckyThirteen, ROUNDS, SEATS};
use super::score::{best_way, weight};
use super::{Observation, Table};
use crate::{Card as _, CardSet, House, Observation as _, Random, Seat, Style, even_among};

impl House for LuckyThirteen {
    fn styles(&self) -> Vec<Box<dyn Style<LuckyThirteen>>> {
        vec![Box::new(Random), Box::new(Basic), Box::new(Keep13), Box::new(Clever)]
    }
}

/// The other two of three cards.
fn kept(hand: CardSet<Card>, discard: Card) -> [Card; 2] {
    let mut rest = hand;
    rest.remove(discard);
    [rest.nth(0), rest.nth(1)]
}

/// The document's simple computer: discards what is worth least, of equals the oldest.
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

/// Keeps the two cards with the best way to 13; where ways are equal or there is none, it
/// discards like [`Basic`].
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
        let way = |card: Card| best_way(table.sums(), kept(hand.set(), card), table.public());
        let choice = hand.iter().min_by_key(|&card| (std::cmp::Reverse(way(card)), weight(card)));
        even_among(legal, weights, |Discard(card)| Some(card) == choice);
    }
}

/// Plays for the highest expected score of its own.
///
/// It works backwards from the end over every pair of cards it may then hold: a pair is worth
/// what the score says, weighed by the chance that another seat has a 13 too; one round earlier,
/// it is worth the mean over every unseen card of the best it can keep. Two things are taken
/// lightly: a card discarded on the way may be drawn again in thought, and the others are judged
/// only by what they threw away.
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
            let [a, b] = kept(hand.set(), card);
            worth[place(a)][place(b)]
        };
        let choice = hand.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
        even_among(legal, weights, |Discard(card)| Some(card) == choice);
    }
}

/// A number for every pair of cards, by their places in the deck, the same both ways round.
type ByPair = [[f32; 52]; 52];

fn place(card: Card) -> usize {
    usize::from(card.index())
}

fn pairs(cards: CardSet<Card>) -> impl Iterator<Item = [Card; 2]> {
    cards.iter().flat_map(move |a| cards.iter().filter(move |&b| a < b).map(move |b| [a, b]))
}

/// The expected score of each pair that is held at the end.
fn end_worth(view: &Observation) -> ByPair {
    let (table, unseen) = (view.table(), view.unseen());
    let others = Seat::all(SEATS).filter(|&seat| seat != view.seat());
    let alone: f32 = others.map(|seat| 1.0 - chance_of_13(table, seat, unseen)).product();
    let mut worth = [[0.0; 52]; 52];
    for [a, b] in pairs(unseen | view.hand().set()) {
        let score = match best_way(table.sums(), [a, b], table.public()) {
            Some(way) => alone * 100.0 + (1.0 - alone) * way as f32,
            None => alone * (weight(a) + weight(b)) as f32,
        };
        worth[place(a)][place(b)] = score;
        worth[place(b)][place(a)] = score;
    }
    worth
}

/// How likely this seat is to end with a 13, half believing that it never throws away more than
/// it keeps: the share of 13s among pairs of unseen cards that heavy, and among any pairs.
fn chance_of_13(table: &Table, seat: Seat, unseen: CardSet<Card>) -> f32 {
    let share = |cards: CardSet<Card>| {
        let hits = pairs(cards).filter(|&pair| best_way(table.sums(), pair, table.public()).is_some()).count();
        hits as f32 / pairs(cards).count() as f32
    };
    let thrown = table.discards_of(seat).map(weight).max().unwrap_or(0);
    let heavy: CardSet<Card> = unseen.iter().filter(|&card| weight(card) >= thrown).collect();
    if heavy.len() < 2 { share(unseen) } else { f32::midpoint(share(heavy), share(unseen)) }
}

/// What each pair is worth before one more draw and discard, if `worth` says it after.
fn worth_before_a_draw(worth: &ByPair, cards: CardSet<Card>, unseen: CardSet<Card>) -> ByPair {
    let mut before = [[0.0; 52]; 52];
    for [a, b] in pairs(cards) {
        let (with_a, with_b) = (&worth[place(a)], &worth[place(b)]);
        let mut drawn = unseen;
        drawn.remove(a);
        drawn.remove(b);
        let stay = with_a[place(b)];
        let sum: f32 = drawn.iter().map(|card| stay.max(with_a[place(card)]).max(with_b[place(card)])).sum();
        let mean = sum / drawn.len() as f32;
        before[place(a)][place(b)] = mean;
        before[place(b)][place(a)] = mean;
    }
    before
}
