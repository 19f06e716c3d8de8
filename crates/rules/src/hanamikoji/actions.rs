//! The actions: four kinds with many shapes each, and the answer to an offer.
//!
//! Equal choices are one action. A random action is drawn without listing all of them: the lists, of up to 168 actions,
//! would take most of the time of a playout.

use super::cards::{Cards, Geisha, Types};
use crate::Rng;

/// The four kinds of action that each seat uses once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Hides a card for its own side.
    Secret,
    /// Puts two cards away.
    Burn,
    /// Shows three cards, of which the other seat takes one.
    Gift,
    /// Shows two pairs, of which the other seat takes one.
    Competition,
}

impl Kind {
    /// All four, by their number of cards.
    pub const ALL: [Kind; 4] = [Kind::Secret, Kind::Burn, Kind::Gift, Kind::Competition];

    /// The number of cards it uses.
    #[inline]
    pub const fn cards(self) -> usize {
        self as usize + 1
    }

    /// Appends every action of this kind that a hand allows, in ascending order.
    pub fn actions(self, hand: Cards, out: &mut Vec<Action>) {
        list(hand, self, out);
    }
}

/// Two pairs; their order has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairs {
    low: Cards,
    high: Cards,
}

impl Pairs {
    /// The pairs in their order.
    #[inline]
    pub fn new(one: Cards, other: Cards) -> Pairs {
        Pairs { low: one.min(other), high: one.max(other) }
    }

    /// The lower pair and the higher.
    #[inline]
    pub fn both(self) -> [Cards; 2] {
        [self.low, self.high]
    }
}

/// Cards shown for the other seat to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// Three cards; it takes one.
    Gift(Cards),
    /// Two pairs; it takes one.
    Competition(Pairs),
}

impl Offer {
    /// All cards shown.
    #[inline]
    pub fn cards(self) -> Cards {
        match self {
            Offer::Gift(cards) => cards,
            Offer::Competition(Pairs { low, high }) => low + high,
        }
    }

    /// The choices, in ascending order; equal choices once.
    #[inline]
    pub fn choices(self) -> impl Iterator<Item = Cards> + Clone {
        let (singles, pairs) = match self {
            Offer::Gift(cards) => (Some(cards.types()), [None, None]),
            Offer::Competition(Pairs { low, high }) => (None, [Some(low), Some(high).filter(|&high| high != low)]),
        };
        singles.into_iter().flatten().map(Cards::from).chain(pairs.into_iter().flatten())
    }
}

/// An action of a seat in its turn, or its answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Hides this card.
    Secret(Geisha),
    /// Puts these two cards away.
    Burn(Cards),
    /// Offers these three cards.
    Gift(Cards),
    /// Offers these two pairs.
    Compete(Pairs),
    /// Takes this card or pair of the other seat's offer.
    Take(Cards),
}

impl Action {
    /// The kind of action; `None` for an answer.
    pub fn kind(self) -> Option<Kind> {
        match self {
            Action::Secret(_) => Some(Kind::Secret),
            Action::Burn(_) => Some(Kind::Burn),
            Action::Gift(_) => Some(Kind::Gift),
            Action::Compete(_) => Some(Kind::Competition),
            Action::Take(_) => None,
        }
    }

    /// The cards it names.
    pub fn cards(self) -> Cards {
        match self {
            Action::Secret(card) => card.into(),
            Action::Burn(cards) | Action::Gift(cards) | Action::Take(cards) => cards,
            Action::Compete(pairs) => Offer::Competition(pairs).cards(),
        }
    }
}

pub(super) fn fits(hand: Cards, action: Action) -> bool {
    let sized = match action {
        Action::Secret(_) => true,
        Action::Burn(cards) => cards.len() == 2,
        Action::Gift(cards) => cards.len() == 3,
        Action::Compete(pairs) => pairs.both().iter().all(|pair| pair.len() == 2),
        Action::Take(_) => false,
    };
    sized && hand.includes(action.cards())
}

/// Appends every action of this kind that the hand allows, in ascending order.
pub(super) fn list(hand: Cards, kind: Kind, out: &mut Vec<Action>) {
    let up_to = |highest: Geisha| hand.types().take_while(move |&card| card <= highest);
    let pairs = || {
        let all = hand.types().flat_map(|high| up_to(high).map(move |low| Cards::from(low) + high.into()));
        all.filter(|&pair| hand.includes(pair))
    };
    match kind {
        Kind::Secret => out.extend(hand.types().map(Action::Secret)),
        Kind::Burn => out.extend(pairs().map(Action::Burn)),
        Kind::Gift => {
            for high in hand.types() {
                for middle in up_to(high) {
                    let gifts = up_to(middle).map(|low| Cards::from(low) + middle.into() + high.into());
                    out.extend(gifts.filter(|&gift| hand.includes(gift)).map(Action::Gift));
                }
            }
        }
        Kind::Competition => {
            let (mut all, mut count) = ([Cards::EMPTY; 28], 0);
            for pair in pairs() {
                all[count] = pair;
                count += 1;
            }
            for (number, &low) in all[..count].iter().enumerate() {
                let rest = hand - low;
                let higher = all[number..count].iter().filter(|&&high| rest.includes(high));
                out.extend(higher.map(|&high| Action::Compete(Pairs::new(low, high))));
            }
        }
    }
}

/// `CHOOSE[n][k]`: the number of ways to choose `k` of `n`.
const CHOOSE: [[u32; 5]; 8] = [
    [1, 0, 0, 0, 0],
    [1, 1, 0, 0, 0],
    [1, 2, 1, 0, 0],
    [1, 3, 3, 1, 0],
    [1, 4, 6, 4, 1],
    [1, 5, 10, 10, 5],
    [1, 6, 15, 20, 15],
    [1, 7, 21, 35, 35],
];

/// The types of which a hand has at least one, two, three and four cards. Their numbers determine the number of
/// actions; an action of a given shape, such as "a twin and two others", is a choice of types.
struct Twins([Types; 4]);

impl Twins {
    #[inline]
    fn of(hand: Cards) -> Twins {
        Twins([1, 2, 3, 4].map(|least| hand.types_with(least)))
    }

    /// Counts actions by shape: Secret, Burn `AB AA`, Gift `ABC AAB AAA`, Competition `ABCD AABC AABB AAAB AAAA`.
    #[inline]
    fn shapes(&self) -> ([u32; 1], [u32; 2], [u32; 3], [u32; 5]) {
        let [one, two, three, four] = self.0.each_ref().map(Types::count_types);
        let (others, [twos, threes, fours]) = (one - 1, [two, three, four].map(|count| count as u32));
        let others_than = |count: u32| count * others as u32;
        (
            [one as u32],
            [CHOOSE[one][2], twos],
            [CHOOSE[one][3], others_than(twos), threes],
            [3 * CHOOSE[one][4], 2 * twos * CHOOSE[others][2], 2 * CHOOSE[two][2], others_than(threes), fours],
        )
    }

    /// `N` different types in a random order.
    #[inline]
    fn some<const N: usize>(&self, rng: &mut Rng) -> [Cards; N] {
        let mut types = self.0[0].clone();
        [(); N].map(|()| types.take_random(rng).into())
    }

    /// A type with at least `least` cards, as one card, and other types in a random order.
    #[inline]
    fn repeated<const N: usize>(&self, least: usize, rng: &mut Rng) -> (Cards, [Cards; N]) {
        let card = self.0[least - 1].clone().take_random(rng);
        let mut others = self.0[0].without(card);
        (card.into(), [(); N].map(|()| others.take_random(rng).into()))
    }

    #[inline]
    fn burn(&self, shape: usize, rng: &mut Rng) -> Cards {
        if shape == 0 {
            let [a, b] = self.some(rng);
            return a + b;
        }
        let (a, []) = self.repeated(2, rng);
        a + a
    }

    #[inline]
    fn gift(&self, shape: usize, rng: &mut Rng) -> Cards {
        match shape {
            0 => {
                let [a, b, c] = self.some(rng);
                a + b + c
            }
            1 => {
                let (a, [b]) = self.repeated(2, rng);
                a + a + b
            }
            _ => {
                let (a, []) = self.repeated(3, rng);
                a + a + a
            }
        }
    }

    #[inline]
    fn pairs(&self, shape: usize, rng: &mut Rng) -> Pairs {
        match shape {
            // In a random order, the first two cards are each of the three splits equally often.
            0 => {
                let [a, b, c, d] = self.some(rng);
                Pairs::new(a + b, c + d)
            }
            1 => {
                let (a, [b, c]) = self.repeated(2, rng);
                if rng.below(2) == 0 { Pairs::new(a + a, b + c) } else { Pairs::new(a + b, a + c) }
            }
            2 => {
                let mut twos = self.0[1].clone();
                let [a, b] = [(); 2].map(|()| Cards::from(twos.take_random(rng)));
                if rng.below(2) == 0 { Pairs::new(a + a, b + b) } else { Pairs::new(a + b, a + b) }
            }
            3 => {
                let (a, [b]) = self.repeated(3, rng);
                Pairs::new(a + a, a + b)
            }
            _ => {
                let (a, []) = self.repeated(4, rng);
                Pairs::new(a + a, a + a)
            }
        }
    }
}

/// Draws one of the actions of these kinds that the hand allows, each equally likely.
#[inline]
pub(super) fn random(hand: Cards, may: impl Fn(Kind) -> bool, rng: &mut Rng) -> Action {
    let twins = Twins::of(hand);
    let (secret, burn, gift, pairs) = twins.shapes();
    let shapes: [&[u32]; 4] = [&secret, &burn, &gift, &pairs];
    let open = || Kind::ALL.into_iter().filter(|&kind| may(kind));
    let count = open().map(|kind| shapes[kind as usize].iter().sum::<u32>()).sum();
    let mut number = rng.below(count);
    for kind in open() {
        for (shape, &actions) in shapes[kind as usize].iter().enumerate() {
            if number >= actions {
                number -= actions;
                continue;
            }
            return match kind {
                Kind::Secret => Action::Secret(twins.0[0].clone().take_random(rng)),
                Kind::Burn => Action::Burn(twins.burn(shape, rng)),
                Kind::Gift => Action::Gift(twins.gift(shape, rng)),
                Kind::Competition => Action::Compete(twins.pairs(shape, rng)),
            };
        }
    }
    unreachable!("the shapes add up to the count")
}
