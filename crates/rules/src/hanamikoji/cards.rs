//! A type of card, and a multiset of cards in one machine word.
//!
//! `CardSet` has no duplicates, but here nearly every card has some. So a multiset is seven counts of four bits each,
//! the lowest for `A`. No count exceeds 5, so the highest bit of each four is free, and all seven counts can be
//! compared at once.

use std::ops::{Add, Sub};

use crate::Rng;

/// The colours of the cards in the rules document. Two types are blue; a drawing must tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "colours need no explanation")]
pub enum Colour {
    Blue,
    Red,
    Purple,
    Orange,
    Green,
    Pink,
}

impl Colour {
    /// The colour's name: `blue`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::Red => "red",
            Colour::Purple => "purple",
            Colour::Orange => "orange",
            Colour::Green => "green",
            Colour::Pink => "pink",
        }
    }
}

/// A type of card, named by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Geisha {
    /// Two cards, two points.
    A,
    /// Two cards, two points.
    B,
    /// Two cards, two points.
    C,
    /// Three cards, three points.
    D,
    /// Three cards, three points.
    E,
    /// Four cards, four points.
    F,
    /// Five cards, five points.
    G,
}

impl Geisha {
    /// The seven types in order.
    pub const ALL: [Geisha; 7] = [Geisha::A, Geisha::B, Geisha::C, Geisha::D, Geisha::E, Geisha::F, Geisha::G];

    /// The type's number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The type's colour in the rules document.
    pub const fn colour(self) -> Colour {
        match self {
            Geisha::A | Geisha::D => Colour::Blue,
            Geisha::B => Colour::Red,
            Geisha::C => Colour::Purple,
            Geisha::E => Colour::Orange,
            Geisha::F => Colour::Green,
            Geisha::G => Colour::Pink,
        }
    }

    /// The number of cards of the type, which is also its value in points.
    #[inline]
    pub const fn value(self) -> usize {
        Cards::DECK.count(self)
    }
}

const HIGH_BITS: u32 = 0x0888_8888;

/// A multiset of cards, at most the deck. Sets of equal size are ordered by highest type: `AA`, `AB`, `BB`, `AC`, …
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cards(u32);

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards(0);
    /// All 21 cards.
    pub const DECK: Cards = Cards(0x0543_3222);

    /// Collects cards.
    ///
    /// # Errors
    /// The first type that occurs more often than in the deck.
    pub fn gather(cards: impl IntoIterator<Item = Geisha>) -> Result<Cards, Geisha> {
        let mut gathered = Cards::EMPTY;
        for card in cards {
            if gathered.count(card) == card.value() {
                return Err(card);
            }
            gathered.insert(card);
        }
        Ok(gathered)
    }

    /// The number of cards of this type.
    #[inline]
    pub const fn count(self, card: Geisha) -> usize {
        (self.0 >> (4 * card as u32) & 7) as usize
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        let in_bytes = (self.0 & 0x0f0f_0f0f) + (self.0 >> 4 & 0x0f0f_0f0f);
        (in_bytes.wrapping_mul(0x0101_0101) >> 24) as usize
    }

    /// Whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a card of this type.
    #[inline]
    pub const fn contains(self, card: Geisha) -> bool {
        self.count(card) > 0
    }

    /// Whether `self` contains all of `part`.
    #[inline]
    pub const fn includes(self, part: Cards) -> bool {
        ((self.0 | HIGH_BITS) - part.0) & HIGH_BITS == HIGH_BITS
    }

    /// Both multisets together, if the deck has enough cards.
    pub fn with(self, more: Cards) -> Option<Cards> {
        Some(self + more).filter(|&sum| Cards::DECK.includes(sum))
    }

    /// Adds a card; the deck must have one left.
    #[inline]
    pub fn insert(&mut self, card: Geisha) {
        self.0 += 1 << (4 * card as u32);
    }

    /// Removes a card; it must be there.
    #[inline]
    pub fn remove(&mut self, card: Geisha) {
        debug_assert!(self.contains(card), "{card} is not in {self}");
        self.0 -= 1 << (4 * card as u32);
    }

    /// The types with at least `least` cards, 1 to 5.
    #[inline]
    pub(super) fn types_with(self, least: u32) -> Types {
        Types((self.0 + (8 - least) * 0x0111_1111) & HIGH_BITS)
    }

    /// The types that occur, each once, from the lowest.
    #[inline]
    pub fn types(self) -> Types {
        self.types_with(1)
    }

    /// Iterates over every card, from the lowest type.
    pub fn iter(self) -> Each {
        Each(self)
    }

    /// Draws one of the cards, each equally likely, counting equal cards apart. There must be one.
    pub(super) fn random(self, rng: &mut Rng) -> Geisha {
        let mut number = rng.below(self.len() as u32) as usize;
        for card in Geisha::ALL {
            if number < self.count(card) {
                return card;
            }
            number -= self.count(card);
        }
        unreachable!("the counts add up to the length")
    }
}

impl From<Geisha> for Cards {
    #[inline]
    fn from(card: Geisha) -> Cards {
        Cards(1 << (4 * card as u32))
    }
}

impl Add for Cards {
    type Output = Cards;

    #[inline]
    fn add(self, more: Cards) -> Cards {
        Cards(self.0 + more.0)
    }
}

impl Sub for Cards {
    type Output = Cards;

    #[inline]
    fn sub(self, part: Cards) -> Cards {
        debug_assert!(self.includes(part), "{part} is not in {self}");
        Cards(self.0 - part.0)
    }
}

/// Iterates over the cards of a multiset, from the lowest type.
#[derive(Clone, Debug)]
pub struct Each(Cards);

impl Iterator for Each {
    type Item = Geisha;

    #[inline]
    fn next(&mut self) -> Option<Geisha> {
        let card = self.0.types().next()?;
        self.0.remove(card);
        Some(card)
    }
}

impl IntoIterator for Cards {
    type Item = Geisha;
    type IntoIter = Each;

    fn into_iter(self) -> Each {
        self.iter()
    }
}

/// A set of types, iterated from the lowest: the highest bit of each four.
#[derive(Clone, Debug)]
pub struct Types(u32);

impl Types {
    #[inline]
    pub(super) fn count_types(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Removes and returns one of the types, each equally likely. There must be one.
    #[inline]
    pub(super) fn take_random(&mut self, rng: &mut Rng) -> Geisha {
        let mut bits = self.0;
        for _ in 0..rng.below(bits.count_ones()) {
            bits &= bits - 1;
        }
        let card = Geisha::ALL[(bits.trailing_zeros() / 4) as usize];
        *self = self.without(card);
        card
    }

    #[inline]
    pub(super) fn without(&self, card: Geisha) -> Types {
        Types(self.0 & !(8 << (4 * card as u32)))
    }
}

impl Iterator for Types {
    type Item = Geisha;

    #[inline]
    fn next(&mut self) -> Option<Geisha> {
        let card = (self.0 != 0).then(|| Geisha::ALL[(self.0.trailing_zeros() / 4) as usize])?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}
