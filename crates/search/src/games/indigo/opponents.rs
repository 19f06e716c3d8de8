//! Models of the other seat, fast enough for use inside a search.
//!
//! They are the bots' styles again, computed from a few card sets instead of an observation. [`Opponent::Thinker`]
//! stands for every opponent that plans: a softmax over a few features, fitted to searching players (see
//! `data/indigo.md`).

use cardsharp_rules::indigo::{Card, Classic, Greedy, POINT_CARDS};

pub use super::position::HAND;
use super::position::{Cards, Position, matching};

/// A way to choose a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Any card, uniformly.
    Random,
    /// The computer player of the course.
    Classic,
    /// Captures if it can, else throws the card that is least likely to be matched.
    Greedy,
    /// A planning opponent.
    Thinker,
}

/// All opponents, in the order of [`OpponentWeights`].
pub const OPPONENTS: [Opponent; 4] = [Opponent::Random, Opponent::Classic, Opponent::Greedy, Opponent::Thinker];

/// A weight for every opponent.
pub type OpponentWeights = [f64; OPPONENTS.len()];

/// A probability for every card of a hand, lowest card first.
pub type Chances = [f32; HAND];

/// The number of features of a thinker.
pub const FEATURES: usize = 12;

impl Opponent {
    /// Returns each card's probability of being played now. The seat knows only which cards it has not seen.
    #[inline]
    pub fn weigh(self, position: &Position) -> Chances {
        let hand = position.hand();
        let choices = match self {
            Opponent::Random => hand,
            Opponent::Classic => Classic::choices(hand, position.top),
            Opponent::Greedy => Greedy::choices(hand, position.capturing(), unseen(position)),
            Opponent::Thinker => return thinker(position, super::fitted::THINKER),
        };
        let even = 1.0 / choices.len() as f32;
        let mut chances = [0.0; HAND];
        for (chance, card) in chances.iter_mut().zip(hand) {
            *chance = if choices.contains(card) { even } else { 0.0 };
        }
        chances
    }
}

/// The cards that the seat whose turn it is has not seen.
#[inline]
pub fn unseen(position: &Position) -> Cards {
    <Card as cardsharp_rules::Card>::DECK - position.seen() - position.hand()
}

/// Returns a softmax over the features of each card.
pub fn thinker(position: &Position, coefficients: &[f32; FEATURES]) -> Chances {
    let mut chances = [0.0_f32; HAND];
    let mut sum = 0.0;
    for (chance, card) in chances.iter_mut().zip(position.hand()) {
        let score: f32 = features(position, card).iter().zip(coefficients).map(|(x, c)| x * c).sum();
        *chance = score.exp();
        sum += *chance;
    }
    chances.map(|chance| chance / sum)
}

/// Returns a thinker's features of a card.
#[inline]
pub fn features(position: &Position, card: Card) -> [f32; FEATURES] {
    let hand = position.hand();
    // A seat that did not capture had no matching card.
    let hidden = unseen(position) - position.lacks[position.turn.other().index()];
    let mut rest = hand;
    rest.remove(card);
    let pile_points = (position.pile & POINT_CARDS).len() as f32;
    let pile_cards = position.pile.len() as f32;
    let point = f32::from(u8::from(POINT_CARDS.contains(card)));
    let theirs = (hidden & matching(card)).len() as f32 / (hidden.len().max(1)) as f32;
    let mine = (rest & matching(card)).len() as f32;
    if position.capturing().contains(card) {
        // The other cards that could capture here.
        let others = (rest & position.capturing()).len() as f32;
        return [1.0, pile_points, pile_cards * 0.2, point, mine, others, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    }
    let bare = f32::from(u8::from(position.top.is_none()));
    [
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        0.0,
        theirs * 10.0,
        theirs * 4.0 * (pile_points + point),
        theirs * (pile_cards + 1.0),
        mine,
        point,
        mine * bare,
    ]
}
