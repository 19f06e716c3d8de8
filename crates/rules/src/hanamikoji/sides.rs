//! Counts the cards as a seat sees them and looks one action ahead. Most players without search begin here.

use super::Observation;
use super::actions::{Action, Offer};
use super::cards::Cards;
use crate::Observation as _;

/// The cards as one seat counts them.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// Its own side, the secret included.
    pub mine: Cards,
    /// The other side.
    pub theirs: Cards,
    /// Its hand.
    pub hand: Cards,
    /// All cards it has not seen.
    pub unseen: Cards,
}

impl Sides {
    /// Counts the cards of a view.
    pub fn of(view: &Observation) -> Sides {
        let (me, placed) = (view.seat(), view.table().placed());
        let secret = view.own().secret().map_or(Cards::EMPTY, Cards::from);
        Sides { mine: placed[me] + secret, theirs: placed[me.other()], hand: view.hand(), unseen: view.unseen() }
    }

    /// Calls `look` with the cards after an action: an offer has one outcome per answer, other actions have one.
    #[inline]
    pub fn each_outcome(self, view: &Observation, action: Action, mut look: impl FnMut(Sides)) {
        let left = |cards: Cards| Sides { hand: self.hand - cards, ..self };
        let mut offered = |offer: Offer| {
            let left = left(offer.cards());
            for taken in offer.choices() {
                look(left.placed(offer.cards() - taken, taken));
            }
        };
        match action {
            Action::Gift(cards) => offered(Offer::Gift(cards)),
            Action::Compete(pairs) => offered(Offer::Competition(pairs)),
            Action::Secret(card) => look(left(card.into()).placed(card.into(), Cards::EMPTY)),
            Action::Burn(cards) => look(left(cards)),
            Action::Take(cards) => {
                let others = view.table().offer().map_or(Cards::EMPTY, |offer| offer.cards() - cards);
                look(self.placed(cards, others));
            }
        }
    }

    /// Returns the worth of the worst outcome of an action.
    #[inline]
    pub fn worst(self, view: &Observation, action: Action, worth: impl Fn(Sides) -> f32) -> f32 {
        let mut worst = f32::INFINITY;
        self.each_outcome(view, action, |sides| worst = worst.min(worth(sides)));
        worst
    }

    fn placed(self, mine: Cards, theirs: Cards) -> Sides {
        Sides { mine: self.mine + mine, theirs: self.theirs + theirs, ..self }
    }
}
