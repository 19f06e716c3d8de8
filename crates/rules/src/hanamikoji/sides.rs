//! The cards as a seat counts them, and what its actions make of that: what most players who decide at a glance
//! begin with.

use super::Observation;
use super::actions::{Action, Offer};
use super::cards::Cards;
use crate::Observation as _;

/// The cards on one's side, the secret included, on the other side, in hand, and not yet seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides {
    pub(super) mine: Cards,
    pub(super) theirs: Cards,
    pub(super) hand: Cards,
    pub(super) unseen: Cards,
}

impl Sides {
    pub(super) fn of(view: &Observation) -> Sides {
        let (me, placed) = (view.seat(), view.table().placed());
        let secret = view.own().secret().map_or(Cards::EMPTY, Cards::from);
        Sides { mine: placed[me] + secret, theirs: placed[me.other()], hand: view.hand(), unseen: view.unseen() }
    }

    /// Looks at what may lie there after an action: an offer has an outcome for every answer, all else has one.
    #[inline]
    pub(super) fn each_outcome(self, view: &Observation, action: Action, mut look: impl FnMut(Sides)) {
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

    /// The worth of an action by the worth of what it leaves, where an offer meets its worst answer.
    #[inline]
    pub(super) fn worst(self, view: &Observation, action: Action, worth: impl Fn(Sides) -> f32) -> f32 {
        let mut worst = f32::INFINITY;
        self.each_outcome(view, action, |sides| worst = worst.min(worth(sides)));
        worst
    }

    fn placed(self, mine: Cards, theirs: Cards) -> Sides {
        Sides { mine: self.mine + mine, theirs: self.theirs + theirs, ..self }
    }
}
