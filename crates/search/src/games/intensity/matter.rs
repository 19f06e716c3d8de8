//! What somebody may have a habit in, and what a habit may go by.
//!
//! A habit heeds what a card is and the *situation*, of which there are few, so that how gladly it takes each card in each
//! situation can be worked out once and looked up ever after.

use cardsharp_rules::CardSet;
use cardsharp_rules::intensity::{BUFFALO, CALVES, Card, Suit, TrickView};

/// What somebody may have a habit in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matter {
    /// Three cards are passed on.
    Pass,
    /// A round begins.
    Lead,
    /// A card of the suit that was led has to be played.
    Follow,
    /// There is none, and any card may be thrown off.
    Throw,
}

/// How many matters there are.
pub const MATTERS: usize = 4;
/// How many things about a card may be liked or not.
pub const FEATURES: usize = 14;
/// How much each of the things about a card is there, or how much a habit likes it.
pub type Features = [f32; FEATURES];

/// How many cards of a suit one holds: from so many on it makes no difference.
const LENGTHS: usize = 5;
/// While more cards than these have not been played in rounds before, it is early: in the first three of ten.
const LATE: usize = 28;

impl Matter {
    /// All of them, in their order.
    pub const ALL: [Matter; MATTERS] = [Matter::Pass, Matter::Lead, Matter::Follow, Matter::Throw];

    /// What it is called in the file of habits.
    pub fn name(self) -> &'static str {
        ["pass", "lead", "follow", "throw"][self as usize]
    }

    /// In how many situations a card may be taken: lengths, with a bit for each thing that is heeded beside them.
    pub(super) fn situations(self) -> usize {
        [LENGTHS, LENGTHS << 2, 1 << 4, LENGTHS << 1][self as usize]
    }

    /// What there is about a card in a situation.
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

/// What is the same for all cards of a decision.
#[derive(Clone, Copy)]
pub struct Moment {
    matter: Matter,
    winning: Option<Card>,
    /// What is heeded beside the card and how many of its suit are held, a bit for each.
    shared: usize,
    lengths: [u8; 4],
}

impl Moment {
    /// Of whoever passes from this hand.
    pub fn pass(hand: CardSet<Card>) -> Moment {
        Moment { matter: Matter::Pass, winning: None, shared: 0, lengths: lengths(hand) }
    }

    /// Of whoever plays one of these cards.
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

    /// What the matter is.
    pub fn matter(&self) -> Matter {
        self.matter
    }

    /// In which situation a card is taken.
    pub(super) fn situation(&self, card: Card) -> usize {
        if self.matter == Matter::Follow {
            return self.shared << 1 | usize::from(self.winning.is_some_and(|winning| card > winning));
        }
        self.shared * LENGTHS + usize::from(self.lengths[usize::from(card.suit().digit()) - 1])
    }

    /// What there is about each of these cards.
    pub fn features(&self, cards: CardSet<Card>) -> Vec<Features> {
        cards.iter().map(|card| self.matter.features(self.situation(card), card)).collect()
    }
}

/// How many cards of each suit there are, less one.
fn lengths(hand: CardSet<Card>) -> [u8; 4] {
    Suit::ALL.map(|suit| (hand & suit.cards()).len().clamp(1, LENGTHS) as u8 - 1)
}

fn yes(said: bool) -> f32 {
    f32::from(u8::from(said))
}

/// From 0 to 1.
fn rank(card: Card) -> f32 {
    f32::from(card.number() % 10) / 9.0
}

/// Where one may choose among suits; and what the matter adds.
fn choosing(situation: usize, card: Card, [a, b, c]: [f32; 3]) -> Features {
    let rank = rank(card);
    let (calf, herd) = (yes(CALVES.contains(card)), yes(card.suit() == BUFFALO.suit()));
    let (buffalo, above) = (yes(card == BUFFALO), yes(card > BUFFALO));
    let length = |count: usize| yes(situation % LENGTHS + 1 == count);
    let [one, two, many] = [length(1), length(2), length(LENGTHS)];
    [rank, rank * rank, calf, calf * rank, herd, herd * rank, buffalo, above, one, two, many, a, b, c]
}

/// Where the suit is given: whether one stays under what is winning, and how far.
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
