//! Hanamikoji, whole or cut down.

use cardsharp_rules::hanamikoji::{Cards, Geisha, Kind};

/// The cards, the actions and the winning conditions.
///
/// A seat uses one card for Secret, two for Burn, three for Gift and four for Competition, so the actions determine the
/// size of the deal; one card of the deck is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    deck: Cards,
    /// A bit for each action.
    kinds: u8,
    points: usize,
    types: usize,
}

/// The deck does not fit the actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidVariant {
    /// The number of cards in the deck.
    pub cards: usize,
    /// The number of cards that the actions use, plus the one left out.
    pub needed: usize,
}

impl std::fmt::Display for InvalidVariant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the deck has {} cards, and the actions use {} with the one left out", self.cards, self.needed)
    }
}

impl std::error::Error for InvalidVariant {}

impl Variant {
    /// The full game.
    pub const FULL: Variant = Variant { deck: Cards::DECK, kinds: 0b1111, points: 11, types: 4 };

    /// Creates a game that is won by `points` points, else by `types` types. A type is worth a point for each card.
    ///
    /// # Errors
    /// If the deck does not have exactly the cards that the actions need.
    pub fn new(deck: Cards, kinds: &[Kind], points: usize, types: usize) -> Result<Variant, InvalidVariant> {
        let kinds = kinds.iter().fold(0, |kinds, &kind| kinds | 1 << kind as u8);
        let variant = Variant { deck, kinds, points, types };
        let needed = 2 * variant.kinds().map(Kind::cards).sum::<usize>() + 1;
        if deck.len() == needed { Ok(variant) } else { Err(InvalidVariant { cards: deck.len(), needed }) }
    }

    /// All cards.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// The kinds of action of each seat.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        let kinds = self.kinds;
        Kind::ALL.into_iter().filter(move |&kind| kinds >> kind as u8 & 1 == 1)
    }

    /// The number of turns.
    pub fn turns(&self) -> usize {
        2 * self.kinds.count_ones() as usize
    }

    /// The number of cards dealt to each seat.
    pub fn dealt(&self) -> usize {
        self.kinds().map(|kind| kind.cards() - 1).sum()
    }

    /// Returns the result of seat 0 with this lead in cards of each type.
    pub fn score(&self, lead: [i8; 7]) -> i8 {
        let (mut points, mut types) = ([0; 2], [0; 2]);
        for card in Geisha::ALL {
            let owner = match lead[card.index()] {
                0 => continue,
                lead => usize::from(lead < 0),
            };
            points[owner] += self.deck.count(card);
            types[owner] += 1;
        }
        let reached = |count: [usize; 2], least: usize| match count {
            [mine, _] if mine >= least => Some(1),
            [_, theirs] if theirs >= least => Some(-1),
            _ => None,
        };
        let more = || (points[0] as i8 - points[1] as i8).signum();
        reached(points, self.points).or(reached(types, self.types)).unwrap_or_else(more)
    }
}
