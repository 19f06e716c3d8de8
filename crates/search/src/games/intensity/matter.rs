//! The kinds of decision of a habit, and the features of a card.
//!
//! A habit depends only on the card and the *situation*. There are few situations, so the preference for each card in
//! each situation is computed once and stored in a table.

use cardsharp_rules::CardSet;
use cardsharp_rules::intensity::{BUFFALO, CALVES, Card, Suit, TrickView};

/// A kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Pass three cards.
    Pass,
    /// Lead a round.
    Lead,
    /// Play a card of the suit that was led.
    Follow,
    /// Play any card, without one of the suit that was led.
    Throw,
}

/// The number of kinds of decision.
pub const MATTERS: usize = 4;
/// The number of features of a card.
pub const FEATURES: usize = 14;
/// The features of a card, or a habit's coefficients for them.
pub type Features = [f32; FEATURES];

/// Suit lengths in hand are counted up to this number.
const LENGTHS: usize = 5;
/// The first three of ten rounds are early: more cards than this are left at their start.
const LATE: usize = 28;

impl Matter {
    /// All kinds, in order.
    pub const ALL: [Matter; MATTERS] = [Matter::Pass, Matter::Lead, Matter::Follow, Matter::Throw];

    /// Its name in the file of habits.
    pub fn name(self) -> &'static str {
        ["pass", "lead", "follow", "throw"][self as usize]
    }

    /// The number of situations: suit lengths (none if the suit is given), times 2 for each context bit.
    pub(super) fn situations(self) -> usize {
        [LENGTHS, LENGTHS << 2, 1 << 4, LENGTHS << 1][self as usize]
    }

    pub(super) fn features(self, situation: usize, card: Card) -> Features {
        let shared = situation / LENGTHS;
        let bit = |place: usize| yes(shared >> place & 1 == 1);
        let herd = yes(card.suit() == BUFFALO.suit());
        match self {
            Matter::Pass => choosing(situation, card, [0.0; 3]),
            Matter::Lead => {
                let looms = bit(1);
                choosing(situation, card, [herd * looms, yes(card > BUFFALO) * looms, bit(0) * rank(card)])
            }
            Matter::Follow => following(situation, card),
            Matter::Throw => choosing(situation, card, [bit(0) * rank(card), 0.0, 0.0]),
        }
    }
}

/// The context of a decision, the same for all its cards.
#[derive(Clone, Copy)]
pub struct Moment {
    matter: Matter,
    winning: Option<Card>,
    /// The context bits, besides the card and the length of its suit in hand.
    shared: usize,
    lengths: [u8; 4],
}

impl Moment {
    /// The context of a pass from this hand.
    pub fn pass(hand: CardSet<Card>) -> Moment {
        Moment { matter: Matter::Pass, winning: None, shared: 0, lengths: lengths(hand) }
    }

    /// The context of playing one of these cards.
    pub fn play(trick: &TrickView<'_>, legal: CardSet<Card>) -> Moment {
        let left = trick.hand.len() + trick.unseen.len() + trick.round.len();
        let early = usize::from(left > LATE);
        let (matter, shared) = match trick.winning {
            None => (Matter::Lead, early | usize::from(trick.unseen.contains(BUFFALO)) << 1),
            Some(winning) if (legal & winning.suit().cards()).is_empty() => (Matter::Throw, early),
            Some(_) => {
                let clean = trick.round.iter().all(|card| card.points() == 0);
                (Matter::Follow, early | usize::from(clean) << 1 | usize::from(trick.round.len() == 3) << 2)
            }
        };
        let lengths = if matter == Matter::Follow { [0; 4] } else { lengths(trick.hand) };
        Moment { matter, winning: trick.winning, shared, lengths }
    }

    /// The kind of decision.
    pub fn matter(&self) -> Matter {
        self.matter
    }

    pub(super) fn situation(&self, card: Card) -> usize {
        if self.matter == Matter::Follow {
            return self.shared << 1 | usize::from(self.winning.is_some_and(|winning| card > winning));
        }
        self.shared * LENGTHS + usize::from(self.lengths[usize::from(card.suit().digit()) - 1])
    }

    /// The features of each of these cards.
    pub fn features(&self, cards: CardSet<Card>) -> Vec<Features> {
        cards.iter().map(|card| self.matter.features(self.situation(card), card)).collect()
    }
}

fn lengths(hand: CardSet<Card>) -> [u8; 4] {
    Suit::ALL.map(|suit| (hand & suit.cards()).len().clamp(1, LENGTHS) as u8 - 1)
}

fn yes(value: bool) -> f32 {
    f32::from(u8::from(value))
}

/// The rank of a card, from 0 to 1.
fn rank(card: Card) -> f32 {
    f32::from(card.number() % 10) / 9.0
}

/// Returns the features of a card where any suit may be chosen; the last three depend on the kind of decision.
fn choosing(situation: usize, card: Card, [a, b, c]: [f32; 3]) -> Features {
    let rank = rank(card);
    let (calf, herd) = (yes(CALVES.contains(card)), yes(card.suit() == BUFFALO.suit()));
    let (buffalo, above) = (yes(card == BUFFALO), yes(card > BUFFALO));
    let length = |count: usize| yes(situation % LENGTHS + 1 == count);
    let [one, two, many] = [length(1), length(2), length(LENGTHS)];
    [rank, rank * rank, calf, calf * rank, herd, herd * rank, buffalo, above, one, two, many, a, b, c]
}

/// Returns the features of a card where the suit is given: its rank, below or above the winning card.
fn following(situation: usize, card: Card) -> Features {
    let (buffalo, above, rank) = (yes(card == BUFFALO), yes(card > BUFFALO), rank(card));
    let [over, early, clean, last] = [0, 1, 2, 3].map(|place| yes(situation >> place & 1 == 1));
    let under = 1.0 - over;
    [
        under * rank,
        under * rank * rank,
        over,
        over * rank,
        over * rank * rank,
        over * last,
        over * last * rank,
        over * clean,
        over * clean * rank,
        over * last * clean * rank,
        over * early * clean,
        over * early * clean * rank,
        over * buffalo,
        under * buffalo + over * above,
    ]
}
