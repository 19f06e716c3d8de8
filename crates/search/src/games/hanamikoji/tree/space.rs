//! The rows of a seat: every hand, secret and burned pair it may have.
//!
//! Rows are sorted by hand, and the rows of a hand by its hidden cards, the **tail**. The tails depend only on the
//! cards that are neither shown nor in the hand, so an offer from a hand keeps its tails in the same order.

use std::collections::HashMap;
use std::sync::Arc;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Own};

/// The private knowledge of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Situation {
    /// The cards in hand.
    pub hand: Cards,
    /// The card hidden by Secret, if any.
    pub secret: Cards,
    /// The cards put away by Burn, if any.
    pub burned: Cards,
}

impl Situation {
    /// The situation of a seat with these cards of its own.
    pub fn of(own: &Own) -> Situation {
        Situation { hand: own.hand(), secret: own.secret().map_or(Cards::EMPTY, Cards::from), burned: own.burned() }
    }

    /// The situation after an action of the seat; an answer to an offer does not change it.
    #[must_use]
    pub fn after(&self, action: Action) -> Situation {
        match action {
            Action::Secret(card) => Situation { hand: self.hand - card.into(), secret: card.into(), ..*self },
            Action::Burn(burned) => Situation { hand: self.hand - burned, burned, ..*self },
            Action::Gift(_) | Action::Compete(_) => Situation { hand: self.hand - action.cards(), ..*self },
            Action::Take(_) => *self,
        }
    }

    /// All cards that only this seat knows.
    pub fn cards(&self) -> Cards {
        self.hand + self.secret + self.burned
    }

    /// The situation with other names for the types.
    #[must_use]
    pub fn renamed(&self, names: &Names) -> Situation {
        Situation {
            hand: renamed(self.hand, names),
            secret: renamed(self.secret, names),
            burned: renamed(self.burned, names),
        }
    }
}

/// A new name for every type.
pub type Names = [Geisha; 7];

/// Returns the cards with other names for the types.
pub fn renamed(cards: Cards, names: &Names) -> Cards {
    cards.iter().fold(Cards::EMPTY, |renamed, card| renamed + names[card.index()].into())
}

/// The properties that determine a seat's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The cards never shown.
    pub unseen: Cards,
    /// The number of cards in hand.
    pub hand: usize,
    /// The number of cards hidden by Secret.
    pub secret: usize,
    /// The number of burned cards.
    pub burned: usize,
}

/// The possible hidden cards among some cards, in ascending order.
#[derive(Debug)]
struct Tails {
    tails: Vec<[Cards; 2]>,
    /// The number of a tail by its code.
    numbers: Vec<u16>,
}

/// Returns a code for a secret and two burned cards.
fn code([secret, burned]: [Cards; 2]) -> usize {
    let mut burned = burned.iter();
    let mut next = || burned.next().map_or(0, Geisha::index);
    49 * secret.types().next().map_or(0, Geisha::index) + 7 * next() + next()
}

impl Tails {
    fn new(rest: Cards, secret: usize, burned: usize) -> Tails {
        let mut tails = Vec::new();
        for secret in multisets(rest, secret) {
            tails.extend(multisets(rest - secret, burned).into_iter().map(|burned| [secret, burned]));
        }
        let mut numbers = vec![u16::MAX; 343];
        for (number, &tail) in tails.iter().enumerate() {
            numbers[code(tail)] = number as u16;
        }
        Tails { tails, numbers }
    }
}

/// Returns every multiset of `size` of these cards, in ascending order.
pub fn multisets(cards: Cards, size: usize) -> Vec<Cards> {
    let mut found = vec![Cards::EMPTY];
    for card in cards.types() {
        let mut longer = Vec::new();
        for &less in &found {
            let mut more = less;
            longer.push(more);
            for _ in 0..cards.count(card).min(size - less.len()) {
                more.insert(card);
                longer.push(more);
            }
        }
        found = longer;
    }
    found.retain(|set| set.len() == size);
    found.sort_unstable();
    found
}

/// The rows of a shape.
#[derive(Debug)]
pub struct Space {
    shape: Shape,
    hands: Vec<Cards>,
    starts: Vec<u32>,
    tails: Vec<Arc<Tails>>,
}

impl Space {
    /// The shape of these rows.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.starts[self.hands.len()] as usize
    }

    /// Whether there are no rows, which no game reaches.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The hands, in ascending order.
    pub fn hands(&self) -> &[Cards] {
        &self.hands
    }

    pub(super) fn hand_number(&self, hand: Cards) -> Option<usize> {
        self.hands.binary_search(&hand).ok()
    }

    pub(super) fn rows_of(&self, hand: usize) -> std::ops::Range<u32> {
        self.starts[hand]..self.starts[hand + 1]
    }

    /// Returns the row of a situation; none if it is not among them.
    pub fn row(&self, situation: &Situation) -> Option<u32> {
        let hand = self.hand_number(situation.hand)?;
        self.row_with(hand, [situation.secret, situation.burned])
    }

    #[inline]
    pub(super) fn row_with(&self, hand: usize, tail: [Cards; 2]) -> Option<u32> {
        let number = self.tails[hand].numbers[code(tail)];
        (number != u16::MAX).then(|| self.starts[hand] + u32::from(number))
    }

    pub(super) fn tails_of(&self, hand: usize) -> &[[Cards; 2]] {
        &self.tails[hand].tails
    }

    /// All situations, row by row.
    pub fn situations(&self) -> impl Iterator<Item = Situation> + '_ {
        self.hands.iter().zip(&self.tails).flat_map(|(&hand, tails)| {
            tails.tails.iter().map(move |&[secret, burned]| Situation { hand, secret, burned })
        })
    }
}

/// A cache of the spaces of a tree.
#[derive(Debug, Default)]
pub struct Spaces {
    spaces: HashMap<Shape, Arc<Space>>,
    tails: HashMap<(Cards, usize, usize), Arc<Tails>>,
}

impl Spaces {
    pub(super) fn find(&self, shape: &Shape) -> Option<&Space> {
        self.spaces.get(shape).map(Arc::as_ref)
    }

    /// Returns the rows of a shape, and caches them.
    pub fn get(&mut self, shape: Shape) -> Arc<Space> {
        if let Some(space) = self.spaces.get(&shape) {
            return Arc::clone(space);
        }
        let hands = multisets(shape.unseen, shape.hand);
        let (mut starts, mut all_tails) = (vec![0], Vec::new());
        for &hand in &hands {
            let key = (shape.unseen - hand, shape.secret, shape.burned);
            let tails = self.tails.entry(key).or_insert_with(|| Arc::new(Tails::new(key.0, key.1, key.2)));
            starts.push(starts[all_tails.len()] + tails.tails.len() as u32);
            all_tails.push(Arc::clone(tails));
        }
        let space = Arc::new(Space { shape, hands, starts, tails: all_tails });
        self.spaces.insert(shape, Arc::clone(&space));
        space
    }
}
