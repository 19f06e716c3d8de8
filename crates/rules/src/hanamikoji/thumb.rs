//! A rule of thumb: eight lines a person can follow, distilled from the champion's games.

use super::Observation;
use super::actions::{Action, Kind, Offer};
use super::cards::{Cards, Geisha};
use super::rules::Hanamikoji;
use crate::{Observation as _, Style, even_among};

/// Gives three of a kind, hides a G, and else counts leads by a tally one can keep in the head.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 8] = [
        "You hold three of a kind, D or dearer, and may still give: offer them as a Gift. You keep two.",
        "Else, you hold a G and may still hide: Secret.",
        "Else in this order: Gift, Secret, Competition, and Burn last.",
        "To choose the cards, count what would lie on both sides, your secret included: for every type your lead in cards, at most one and a half either way, times its points.",
        "A type that can no longer change hands counts one and a half cards for its owner.",
        "Take off a fifth of a card of lead for every card of the type that you have not seen, and add a tenth for every one still in your hand.",
        "An offer is worth what the worst answer leaves you. Make the offer, hide the card or burn the cards that count best.",
        "Answering, take what counts best for you.",
    ];
}

impl Style<Hanamikoji> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: gives three of a kind, hides a G, counts leads (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        let kind = if view.table().offer().is_some() { None } else { next_kind(view) };
        let count = |action: Action| (action.kind() == kind).then(|| sides.after(view, action));
        let best = legal.iter().filter_map(|&action| count(action)).max();
        even_among(legal, weights, |action| count(action) == best);
    }
}

/// Which of the four comes next.
fn next_kind(view: &Observation) -> Option<Kind> {
    let hand = view.hand();
    let has_triple = Geisha::ALL.into_iter().any(|card| hand.count(card) >= 3);
    let plan = [
        (Kind::Gift, has_triple),
        (Kind::Secret, hand.contains(Geisha::G)),
        (Kind::Gift, true),
        (Kind::Secret, true),
        (Kind::Competition, true),
        (Kind::Burn, true),
    ];
    let mut open = plan.into_iter().filter(|&(kind, fits)| fits && !view.table().has_used(view.seat(), kind));
    open.next().map(|(kind, _)| kind)
}

/// Tenths of a card.
const CARD: i32 = 10;
const MOST: i32 = 15;
const UNSEEN: i32 = 2;
const IN_HAND: i32 = 1;

/// The cards as a seat counts them: on its side, its secret included, on the other, in its hand, and
/// not seen.
#[derive(Clone, Copy)]
struct Sides {
    mine: Cards,
    theirs: Cards,
    hand: Cards,
    unseen: Cards,
}

impl Sides {
    fn of(view: &Observation) -> Sides {
        let (me, placed) = (view.seat(), view.table().placed());
        let secret = view.own().secret().map_or(Cards::EMPTY, Cards::from);
        Sides { mine: placed[me] + secret, theirs: placed[me.other()], hand: view.hand(), unseen: view.unseen() }
    }

    /// The count after an action, where an offer meets its worst answer.
    fn after(self, view: &Observation, action: Action) -> i32 {
        let left = |cards: Cards| Sides { hand: self.hand - cards, ..self };
        let offered = |offer: Offer| {
            let left = left(offer.cards());
            let answers = offer.choices().map(|taken| left.placed(offer.cards() - taken, taken).count());
            answers.min().unwrap_or(0)
        };
        match action {
            Action::Secret(card) => left(card.into()).placed(card.into(), Cards::EMPTY).count(),
            Action::Burn(cards) => left(cards).count(),
            Action::Gift(cards) => offered(Offer::Gift(cards)),
            Action::Compete(pairs) => offered(Offer::Competition(pairs)),
            Action::Take(cards) => {
                let others = view.table().offer().map_or(Cards::EMPTY, |offer| offer.cards() - cards);
                self.placed(cards, others).count()
            }
        }
    }

    fn placed(self, mine: Cards, theirs: Cards) -> Sides {
        Sides { mine: self.mine + mine, theirs: self.theirs + theirs, ..self }
    }

    /// Points times leads, over all types.
    fn count(self) -> i32 {
        Geisha::ALL.into_iter().map(|card| card.value() as i32 * self.lead(card)).sum()
    }

    /// The lead in one type, in tenths of a card.
    fn lead(self, card: Geisha) -> i32 {
        let [mine, theirs, hand, unseen] =
            [self.mine, self.theirs, self.hand, self.unseen].map(|cards| cards.count(card) as i32);
        let half = card.value() as i32 / 2;
        if mine > half || mine - theirs > hand + unseen {
            MOST
        } else if theirs > half || theirs - mine > hand + unseen {
            -MOST
        } else {
            (CARD * (mine - theirs) + IN_HAND * hand - UNSEEN * unseen).clamp(-MOST, MOST)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game as _, Rng, Seat, Seed, State as _};

    #[test]
    fn three_of_a_kind_are_given_first_and_else_a_g_is_hidden() {
        let (mut given, mut hidden) = (0, 0);
        for seed in 0..300 {
            let state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).unwrap();
            let view = state.observe(Seat::FIRST);
            let action = Thumb.choose(&view, &mut Rng::new(Seed(seed)));
            let triple = Geisha::ALL.into_iter().any(|card| view.hand().count(card) >= 3);
            if triple {
                assert_eq!(action.kind(), Some(Kind::Gift), "{view}");
                given += 1;
            } else if view.hand().contains(Geisha::G) {
                assert_eq!(action.kind(), Some(Kind::Secret), "{view}");
                hidden += 1;
            }
        }
        assert!(given > 0 && hidden > 0);
    }
}
