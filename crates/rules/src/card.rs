//! A card, and a set of cards in one machine word.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use crate::{ParseError, Rng};

/// A card of a deck without duplicates, numbered below 64.
pub trait Card: Copy + Ord + Hash + fmt::Debug + fmt::Display + FromStr<Err = ParseError> + 'static {
    /// The whole deck.
    const DECK: CardSet<Self>;

    /// The card's number.
    fn index(self) -> u8;

    /// The card with this number, which must be in the deck.
    fn from_index(index: u8) -> Self;
}

/// A set of cards, ordered by their numbers: one 64-bit word, copied freely.
pub struct CardSet<C> {
    bits: u64,
    card: PhantomData<C>,
}

impl<C> CardSet<C> {
    /// No cards.
    pub const EMPTY: CardSet<C> = CardSet::from_bits(0);

    /// The set of these bits: bit `n` stands for the card with number `n`.
    #[inline]
    pub const fn from_bits(bits: u64) -> CardSet<C> {
        CardSet { bits, card: PhantomData }
    }

    /// The set as bits: bit `n` stands for the card with number `n`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether every card of `self` is in `other`.
    #[inline]
    pub const fn is_subset(self, other: CardSet<C>) -> bool {
        self.bits & !other.bits == 0
    }
}

impl<C: Card> CardSet<C> {
    /// Whether this card is in the set.
    #[inline]
    pub fn contains(self, card: C) -> bool {
        self.bits >> card.index() & 1 == 1
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: C) {
        self.bits |= 1 << card.index();
    }

    /// Removes a card if it is there.
    #[inline]
    pub fn remove(&mut self, card: C) {
        self.bits &= !(1 << card.index());
    }

    /// The lowest card.
    #[inline]
    pub fn first(self) -> Option<C> {
        (self.bits != 0).then(|| C::from_index(self.bits.trailing_zeros() as u8))
    }

    /// The highest card.
    #[inline]
    pub fn last(self) -> Option<C> {
        (self.bits != 0).then(|| C::from_index(63 - self.bits.leading_zeros() as u8))
    }

    /// The card with `n` others below it; there must be more than `n` cards.
    #[inline]
    pub fn nth(self, n: u32) -> C {
        C::from_index(nth_bit(self.bits, byte_sums(self.bits), n) as u8)
    }

    /// Draws one of the cards, each equally likely. The set must not be empty.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "measured: a quarter of a random game of Indigo")]
    pub fn random(self, rng: &mut Rng) -> C {
        let sums = byte_sums(self.bits);
        // The last sum is the number of cards.
        let n = rng.below((sums >> 56) as u32);
        C::from_index(nth_bit(self.bits, sums, n) as u8)
    }

    /// The cards from lowest to highest.
    #[inline]
    pub fn iter(self) -> Cards<C> {
        Cards(self)
    }
}

const ONE_IN_EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

/// In every byte, the number of bits set up to its end.
#[inline]
const fn byte_sums(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONE_IN_EVERY_BYTE)
}

/// The place of the set bit with `n` others below it (Vigna's broadword selection). A loop that clears the lowest bit
/// `n` times is slower: in a playout `n` is random, and the processor mispredicts the end of the loop.
#[inline]
const fn nth_bit(bits: u64, sums: u64, n: u32) -> u32 {
    const HIGH: u64 = ONE_IN_EVERY_BYTE << 7;
    // The high bit of a byte stays set where its sum is at most n: the bit lies further up.
    let passed = (((n as u64 * ONE_IN_EVERY_BYTE) | HIGH) - sums) & HIGH;
    let shift = ((passed >> 7).wrapping_mul(ONE_IN_EVERY_BYTE) >> 53) as u32 & 0x38;
    let below = (sums << 8 >> shift) as u32 & 0xff;
    let byte = (bits >> shift) as usize & 0xff;
    shift + NTH_IN_BYTE[(n - below) as usize & 7][byte] as u32
}

/// `NTH_IN_BYTE[n][byte]`: the place of the set bit with `n` others below it.
const NTH_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[n][byte] = place;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// Iterates over the cards of a set from lowest to highest.
#[derive(Clone)]
pub struct Cards<C>(CardSet<C>);

impl<C: Card> Iterator for Cards<C> {
    type Item = C;

    #[inline]
    fn next(&mut self) -> Option<C> {
        let card = self.0.first()?;
        self.0.bits &= self.0.bits - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<C: Card> ExactSizeIterator for Cards<C> {}

impl<C: Card> IntoIterator for CardSet<C> {
    type Item = C;
    type IntoIter = Cards<C>;

    #[inline]
    fn into_iter(self) -> Cards<C> {
        self.iter()
    }
}

impl<C: Card> FromIterator<C> for CardSet<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> CardSet<C> {
        cards.into_iter().fold(CardSet::EMPTY, |mut set, card| {
            set.insert(card);
            set
        })
    }
}

impl<C> BitAnd for CardSet<C> {
    type Output = CardSet<C>;

    #[inline]
    fn bitand(self, other: CardSet<C>) -> CardSet<C> {
        CardSet::from_bits(self.bits & other.bits)
    }
}

impl<C> BitOr for CardSet<C> {
    type Output = CardSet<C>;

    #[inline]
    fn bitor(self, other: CardSet<C>) -> CardSet<C> {
        CardSet::from_bits(self.bits | other.bits)
    }
}

impl<C> Sub for CardSet<C> {
    type Output = CardSet<C>;

    #[inline]
    fn sub(self, other: CardSet<C>) -> CardSet<C> {
        CardSet::from_bits(self.bits & !other.bits)
    }
}

// Written out, because `derive` would require the same traits of `C`, which is only a label here.
impl<C> Clone for CardSet<C> {
    #[inline]
    fn clone(&self) -> CardSet<C> {
        *self
    }
}
impl<C> Copy for CardSet<C> {}
impl<C> Default for CardSet<C> {
    fn default() -> CardSet<C> {
        CardSet::EMPTY
    }
}
impl<C> PartialEq for CardSet<C> {
    #[inline]
    fn eq(&self, other: &CardSet<C>) -> bool {
        self.bits == other.bits
    }
}
impl<C> Eq for CardSet<C> {}
impl<C> PartialOrd for CardSet<C> {
    fn partial_cmp(&self, other: &CardSet<C>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<C> Ord for CardSet<C> {
    fn cmp(&self, other: &CardSet<C>) -> std::cmp::Ordering {
        self.bits.cmp(&other.bits)
    }
}
impl<C> Hash for CardSet<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

/// The cards in order, separated by blanks; `-` if there are none.
impl<C: Card> fmt::Display for CardSet<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (place, card) in self.iter().enumerate() {
            write!(f, "{}{card}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl<C: Card> fmt::Debug for CardSet<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Cards in any order, separated by blanks, without duplicates; `-` for none.
impl<C: Card> FromStr for CardSet<C> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<CardSet<C>, ParseError> {
        let mut set = CardSet::EMPTY;
        for card in parse_cards::<C>(text)? {
            if set.contains(card) {
                return Err(ParseError::new("set of cards", text, format!("{card} only once")));
            }
            set.insert(card);
        }
        Ok(set)
    }
}

/// Parses cards separated by blanks and keeps their order; `-` for none.
///
/// # Errors
/// If a word is not a card.
pub fn parse_cards<C: FromStr<Err = ParseError>>(text: &str) -> Result<Vec<C>, ParseError> {
    if text.trim() == "-" {
        return Ok(Vec::new());
    }
    text.split_whitespace().map(str::parse).collect()
}

/// Joins items with blanks in the given order; `-` for none.
pub fn join(cards: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let words: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use crate::french::FrenchCard;

    type Set = CardSet<FrenchCard>;

    #[test]
    fn a_set_writes_and_reads_itself() {
        let set: Set = "K♥ A♠ 10♦".parse().unwrap();
        assert_eq!(set.len(), 3);
        assert_eq!(set.to_string().parse::<Set>(), Ok(set));
        assert_eq!("-".parse::<Set>(), Ok(Set::EMPTY));
    }

    #[test]
    fn a_card_named_twice_is_refused() {
        let error = "A♠ A♠".parse::<Set>().unwrap_err();
        assert!(error.to_string().contains("A♠ only once"), "{error}");
    }

    #[test]
    fn nth_counts_from_the_lowest() {
        let set = FrenchCard::DECK;
        for (n, card) in set.iter().enumerate() {
            assert_eq!(set.nth(n as u32), card);
        }
    }

    #[test]
    fn the_nth_bit_is_where_clearing_the_lowest_bits_leads() {
        let mut rng = Rng::new(Seed(6));
        for round in 0..2_000 {
            // Sparse, dense and uniform bits.
            let bits = match round % 3 {
                0 => rng.next_u64(),
                1 => rng.next_u64() & rng.next_u64() & rng.next_u64(),
                _ => rng.next_u64() | rng.next_u64() | rng.next_u64(),
            };
            let mut rest = bits;
            for n in 0..bits.count_ones() {
                assert_eq!(nth_bit(bits, byte_sums(bits), n), rest.trailing_zeros(), "{bits:#x}");
                rest &= rest - 1;
            }
        }
        assert_eq!(nth_bit(u64::MAX, byte_sums(u64::MAX), 63), 63);
    }

    #[test]
    fn a_random_card_is_any_of_them() {
        let set: Set = "K♥ A♠ 10♦".parse().unwrap();
        let mut rng = Rng::new(Seed(5));
        let drawn: Set = (0..100).map(|_| set.random(&mut rng)).collect();
        assert_eq!(drawn, set);
    }
}
