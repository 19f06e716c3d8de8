//! The forty cards: suits, calves and the buffalo.

use crate::CardSet;

/// A card, 10 to 49; its number is also its place in a [`CardSet`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The cards worth a penalty point each, 30 to 39.
pub const CALVES: CardSet<Card> = Suit(3).cards();
/// The card worth seven penalty points.
pub const BUFFALO: Card = Card::new(47);

/// The first digit of a card, 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Suit(u8);

impl Suit {
    /// All suits; the third holds the calves, the fourth the buffalo.
    pub const ALL: [Suit; 4] = [Suit(1), Suit(2), Suit(3), Suit(4)];

    /// The digit.
    pub const fn digit(self) -> u8 {
        self.0
    }

    /// The ten cards of the suit.
    #[inline]
    pub const fn cards(self) -> CardSet<Card> {
        CardSet::from_bits(0x3ff << (self.0 * 10))
    }
}

impl Card {
    /// The card with this number. Panics if there is no such card.
    pub const fn new(number: u8) -> Card {
        assert!(number >= 10 && number <= 49, "a card is 10 to 49");
        Card(number)
    }

    /// The card's number, 10 to 49.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The card's first digit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit(self.0 / 10)
    }

    /// The penalty points of the card.
    #[inline]
    pub const fn points(self) -> u8 {
        // The mask spares the bounds check; every card is below 64.
        POINTS[(self.0 & 63) as usize]
    }
}

const POINTS: [u8; 64] = {
    let mut points = [0; 64];
    let mut calf = 30;
    while calf <= 39 {
        points[calf] = 1;
        calf += 1;
    }
    points[BUFFALO.0 as usize] = 7;
    points
};

impl crate::Card for Card {
    const DECK: CardSet<Card> = CardSet::from_bits(((1 << 40) - 1) << 10);

    #[inline]
    fn index(self) -> u8 {
        self.0
    }

    #[inline]
    fn from_index(index: u8) -> Card {
        debug_assert!((10..50).contains(&index));
        Card(index)
    }
}
