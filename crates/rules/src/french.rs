//! The 52-card deck that Indigo and Lucky Thirteen share.

use std::fmt;
use std::str::FromStr;

use crate::{Card, CardSet, ParseError};

/// The four suits, in the order in which hands are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♠
    Spades,
    /// ♥
    Hearts,
    /// ♦
    Diamonds,
    /// ♣
    Clubs,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// The suit's sign.
    pub const fn sign(self) -> char {
        ['♠', '♥', '♦', '♣'][self as usize]
    }

    /// The suit's letter.
    pub const fn letter(self) -> char {
        ['S', 'H', 'D', 'C'][self as usize]
    }

    fn read(sign: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| sign == suit.sign() || sign.eq_ignore_ascii_case(&suit.letter()))
    }
}

/// A card of the 52.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrenchCard(u8);

const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

impl FrenchCard {
    /// The card of this rank (ace 1 to king 13) and suit. Panics if there is no such rank.
    pub const fn new(rank: u8, suit: Suit) -> FrenchCard {
        assert!(rank >= 1 && rank <= 13, "a rank is 1 to 13");
        FrenchCard(suit as u8 * 13 + rank - 1)
    }

    /// Ace 1, as is, jack 11, queen 12, king 13.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 13 + 1
    }

    /// The card's suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 13) as usize & 3]
    }

    /// The card as rank number and suit letter, such as `11D` or `1C`.
    pub fn code(self) -> String {
        format!("{}{}", self.rank(), self.suit().letter())
    }

    /// Parses a card written as rank number and suit letter.
    ///
    /// # Errors
    /// If the text is not such a code.
    pub fn from_code(text: &str) -> Result<FrenchCard, ParseError> {
        let error = || ParseError::new("card", text, "a number from 1 to 13 and S, H, D or C, such as 11D");
        let (suit, rank) = split(text).ok_or_else(error)?;
        match rank.parse::<u8>() {
            Ok(number @ 1..=13) if number.to_string() == rank => Ok(FrenchCard::new(number, suit)),
            _ => Err(error()),
        }
    }

    /// All cards of this suit.
    pub const fn of_suit(suit: Suit) -> CardSet<FrenchCard> {
        CardSet::from_bits(0x1fff << (suit as u8 * 13))
    }

    /// All cards of this rank.
    pub const fn of_rank(rank: u8) -> CardSet<FrenchCard> {
        CardSet::from_bits((1 | 1 << 13 | 1 << 26 | 1 << 39) << (rank - 1))
    }
}

fn split(text: &str) -> Option<(Suit, &str)> {
    let mut rest = text.chars();
    let suit = Suit::read(rest.next_back()?)?;
    Some((suit, rest.as_str()))
}

impl Card for FrenchCard {
    const DECK: CardSet<FrenchCard> = CardSet::from_bits((1 << 52) - 1);

    #[inline]
    fn index(self) -> u8 {
        self.0
    }

    #[inline]
    fn from_index(index: u8) -> FrenchCard {
        debug_assert!(index < 52);
        FrenchCard(index)
    }
}

impl fmt::Display for FrenchCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `pad` so that tables of cards line up.
        f.pad(&format!("{}{}", RANKS[usize::from(self.rank() - 1)], self.suit().sign()))
    }
}

impl fmt::Debug for FrenchCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `J♠`, or `JS` on a keyboard without suits.
impl FromStr for FrenchCard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<FrenchCard, ParseError> {
        split(text)
            .and_then(|(suit, rank)| {
                let place = RANKS.iter().position(|name| name.eq_ignore_ascii_case(rank))?;
                Some(FrenchCard::new(place as u8 + 1, suit))
            })
            .ok_or_else(|| ParseError::new("card", text, "a rank and a suit, such as 10♦, J♠ or JS"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_in_both_notations() {
        for card in FrenchCard::DECK {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(FrenchCard::from_code(&card.code()), Ok(card));
            assert_eq!(FrenchCard::from_index(card.index()), card);
            assert!(FrenchCard::of_suit(card.suit()).contains(card));
            assert!(FrenchCard::of_rank(card.rank()).contains(card));
        }
    }

    #[test]
    fn what_is_not_a_card_is_refused() {
        for text in ["", "♠", "1♠", "11♠", "J", "JX", "JJ♠", " J♠"] {
            assert!(text.parse::<FrenchCard>().is_err(), "{text}");
        }
        for text in ["", "S", "0S", "14S", "01S", "+1S", "AS", "1X"] {
            assert!(FrenchCard::from_code(text).is_err(), "{text}");
        }
    }
}
