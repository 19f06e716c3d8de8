//! The house players: random, and a greedy one that a person could follow.

use super::actions::{Action, Offer};
use super::cards::{Cards, Geisha};
use super::rules::Hanamikoji;
use super::{Observation, Thumb};
use crate::{Observation as _, Random, Style, even_among};

/// Who sits down to it, the gentlest first.
pub(super) fn styles() -> Vec<Box<dyn Style<Hanamikoji>>> {
    vec![Box::new(Random), Box::new(Greedy), Box::new(Thumb)]
}

/// Looks one action ahead: counts for every type how far it leads or trails and how many cards
/// can still change that, and expects the other seat to take what hurts most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Style<Hanamikoji> for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn summary(&self) -> &'static str {
        "leads where it can, offers what it can best afford to lose, takes what counts most"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let prospect = Prospect::of(view);
        weights.clear();
        weights.extend(legal.iter().map(|&action| prospect.after(view, action)));
        let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // Sums in another order differ in their last digits; that must not decide between equals.
        let choice: Vec<bool> = weights.iter().map(|&worth| worth > best - 1e-4).collect();
        let numbered: Vec<usize> = (0..legal.len()).collect();
        even_among(&numbered, weights, |number| choice[number]);
    }
}

/// The cards as a seat counts them: on its side, its secret included, on the other side, in its
/// hand, and not yet seen.
#[derive(Clone, Copy)]
struct Prospect {
    mine: Cards,
    theirs: Cards,
    hand: Cards,
    unseen: Cards,
}

impl Prospect {
    fn of(view: &Observation) -> Prospect {
        let (me, table) = (view.seat(), view.table());
        let secret = view.own().secret().map_or(Cards::EMPTY, Cards::from);
        Prospect {
            mine: table.placed()[me] + secret,
            theirs: table.placed()[me.other()],
            hand: view.hand(),
            unseen: view.unseen(),
        }
    }

    /// What the position is worth after an action, where an offer meets its worst answer.
    fn after(self, view: &Observation, action: Action) -> f32 {
        let hand = self.hand;
        let offered = |offer: Offer| {
            let left = Prospect { hand: hand - offer.cards(), ..self };
            let answers = offer.choices().map(|taken| left.placed(offer.cards() - taken, taken).worth());
            answers.fold(f32::INFINITY, f32::min)
        };
        match action {
            Action::Secret(card) => {
                Prospect { hand: hand - card.into(), ..self }.placed(card.into(), Cards::EMPTY).worth()
            }
            Action::Burn(cards) => Prospect { hand: hand - cards, ..self }.worth(),
            Action::Gift(cards) => offered(Offer::Gift(cards)),
            Action::Compete(pairs) => offered(Offer::Competition(pairs)),
            Action::Take(cards) => {
                let others = view.table().offer().map_or(Cards::EMPTY, |offer| offer.cards() - cards);
                self.placed(cards, others).worth()
            }
        }
    }

    fn placed(self, mine: Cards, theirs: Cards) -> Prospect {
        Prospect { mine: self.mine + mine, theirs: self.theirs + theirs, ..self }
    }

    /// The points of each type, times how surely it is ours: from −1 to 1.
    fn worth(self) -> f32 {
        Geisha::ALL.into_iter().map(|card| card.value() as f32 * self.hold(card)).sum()
    }

    /// How surely a type is ours: the lead, of which unseen cards take a little away, and the more
    /// cards may still come, the less it is worth. The two numbers are the best of a few dozen
    /// tried against the random player.
    fn hold(self, card: Geisha) -> f32 {
        let count = |cards: Cards| cards.count(card) as f32;
        let lead = count(self.mine) - count(self.theirs) - 0.2 * count(self.unseen);
        let open = count(self.hand) + count(self.unseen);
        lead / (lead * lead + open + 0.3).sqrt()
    }
}
