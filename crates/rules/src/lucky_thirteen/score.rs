//! The values of cards, their sums and their scores.

use super::rules::Card;
use crate::french::Suit;
use crate::{BySeat, CardSet};

const THIRTEEN: u64 = 1 << 13;
const ONLY_ONE: i32 = 100;
const PUBLIC_FACTOR: i32 = 2;

/// The values of a card towards 13: the option `sums`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sums {
    /// The face value: ace 1, jack 11, queen 12, king 13.
    #[default]
    Face,
    /// An ace 0 or 1; a jack, queen or king any of 10 to 13; the rest their face value.
    Flexible,
}

impl Sums {
    /// The value as typed.
    pub const fn name(self) -> &'static str {
        match self {
            Sums::Face => "face",
            Sums::Flexible => "flexible",
        }
    }

    /// A bit for every value this card may count.
    #[inline]
    fn values(self, card: Card) -> u64 {
        match (self, card.rank()) {
            (Sums::Flexible, 1) => 0b11,
            (Sums::Flexible, 11..) => 0b1111 << 10,
            (_, rank) => 1 << rank,
        }
    }
}

/// A bit for every sum of a value of one side and a value of the other.
#[inline]
fn add(mut one: u64, other: u64) -> u64 {
    let mut sums = 0;
    while one != 0 {
        sums |= other << one.trailing_zeros();
        one &= one - 1;
    }
    sums
}

const fn factor(suit: Suit) -> i32 {
    match suit {
        Suit::Spades => 4,
        Suit::Hearts => 3,
        Suit::Diamonds => 2,
        Suit::Clubs => 1,
    }
}

/// The worth of a private card: its scoring value times its suit's factor.
#[inline]
pub fn weight(card: Card) -> i32 {
    i32::from(card.rank()) * factor(card.suit())
}

/// The worth of a public card in a way that uses it: twice its scoring value, for any suit.
#[inline]
pub fn public_weight(card: Card) -> i32 {
    i32::from(card.rank()) * PUBLIC_FACTOR
}

/// The worth of the best way to 13 with these private and public cards; `None` if there is no way.
///
/// # Example
/// ```
/// use cardsharp_rules::{french::FrenchCard, lucky_thirteen::{Sums, best_way}};
/// let card = |code| FrenchCard::from_code(code).unwrap();
/// let (seven, six) = (card("7C"), card("6C"));
/// assert_eq!(best_way(Sums::Face, [seven, card("2C")], [six, card("13S")]), Some(7 + 2 * 6));
/// assert_eq!(best_way(Sums::Face, [seven, card("2C")], [seven, card("13S")]), None);
/// ```
pub fn best_way(sums: Sums, private: [Card; 2], public: [Card; 2]) -> Option<i32> {
    let mine = private.map(|card| sums.values(card));
    let open = public.map(|card| sums.values(card));
    let (my_weights, open_weights) = (private.map(weight), public.map(public_weight));
    let both_mine = add(mine[0], mine[1]);
    let mut best = None;
    let mut way = |sum: u64, worth: i32| {
        if sum & THIRTEEN != 0 {
            best = best.max(Some(worth));
        }
    };
    way(both_mine, my_weights[0] + my_weights[1]);
    for (value, my_weight) in mine.into_iter().zip(my_weights) {
        for (open_value, open_weight) in open.into_iter().zip(open_weights) {
            way(add(value, open_value), my_weight + open_weight);
        }
    }
    let all = my_weights.into_iter().chain(open_weights).sum();
    way(add(both_mine, add(open[0], open[1])), all);
    best
}

/// Returns whether two cards can add up to 13.
pub fn makes_thirteen(sums: Sums, one: Card, other: Card) -> bool {
    add(sums.values(one), sums.values(other)) & THIRTEEN != 0
}

/// The score of every seat when these hands are shown.
pub fn scores(sums: Sums, public: [Card; 2], hands: &BySeat<CardSet<Card>>) -> BySeat<i32> {
    let ways = hands.map(|hand| best_way(sums, [hand.nth(0), hand.nth(1)], public));
    match ways.as_slice().iter().flatten().count() {
        0 => hands.map(|hand| hand.iter().map(weight).sum()),
        1 => ways.map(|way| if way.is_some() { ONLY_ONE } else { 0 }),
        _ => ways.map(|way| way.unwrap_or(0)),
    }
}
