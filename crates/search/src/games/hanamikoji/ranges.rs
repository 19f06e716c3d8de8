//! How likely each seat is to be where it is with each situation it may be in: exactly, by Bayes.
//!
//! A seat's reach is followed from the deal through everything both seats have seen. A draw adds
//! the same to every hand that it may make (see the solver's `joint` for why no factor is needed),
//! and a choice multiplies by how likely the seat was to make it, under each way to play that is
//! thought possible; of a hidden choice every card it may have been is followed. Unlike worlds that
//! are drawn and weighed, nothing is left out, so a choice nobody saw counts in full.

use std::collections::HashMap;

use cardsharp_rules::hanamikoji::{Action, Cards, Kind, Offer, Shown, Table};

use super::glance::{Actions, Glance};
use crate::SURPRISE;
use crate::equilibrium::hanamikoji::space::multisets;
use crate::equilibrium::hanamikoji::{Public, Situation, Variant, joint};

/// Random, greedy and thinker, as the models of this game are listed.
pub(super) const MINDS: usize = 3;

/// How likely each situation is under each mind, not normalised.
pub(super) type Range = HashMap<Situation, [f32; MINDS]>;

/// How the thinker's choices look: a part what looks best, the rest anything.
pub(super) const AT_A_GLANCE: f32 = 0.33;

/// The reach of a seat at the end of what the table shows. Situations that need one of the `gone`
/// cards, which somebody else is known to have, are left out.
pub(super) fn range(glance: &Glance, table: &Table, seat: usize, gone: Cards) -> Range {
    let variant = Variant::FULL;
    let mut public = Public::start(&variant);
    // What the other seat ever shows, this seat never had.
    let others = table.shown().iter().skip(1 - seat).step_by(2).fold(gone, |cards, shown| match shown {
        Shown::Offer { offer, .. } => cards + offer.cards(),
        Shown::Secret | Shown::Burn => cards,
    });
    let most = variant.deck() - others;
    let deal = |hand| (Situation { hand, ..Situation::default() }, [joint::of_deal(hand); MINDS]);
    let mut range: Range = multisets(most, variant.dealt()).into_iter().map(deal).collect();
    let mut own = Cards::EMPTY;
    for shown in table.shown() {
        let actor = public.actor();
        if actor == seat {
            range = drawn(&range, most - own);
            range = acted(glance, &range, &public, seat, shown);
        }
        match *shown {
            Shown::Secret => public.hide(actor, Kind::Secret),
            Shown::Burn => public.hide(actor, Kind::Burn),
            Shown::Offer { offer, taken } => {
                if actor == seat {
                    own = own + offer.cards();
                }
                public.show(actor, offer);
                if !taken.is_empty() {
                    if actor != seat {
                        answered(glance, &mut range, &public, seat, (offer, taken));
                    }
                    public.take(taken);
                }
            }
        }
    }
    if public.offer.is_none() && public.actor() == seat && !public.is_over(&variant) {
        range = drawn(&range, most - own);
    }
    range
}

/// Draws a card; nobody holds more than `most`.
fn drawn(range: &Range, most: Cards) -> Range {
    let mut next = Range::with_capacity(2 * range.len());
    for (situation, weights) in range {
        for card in (most - situation.cards()).types() {
            let situation = Situation { hand: situation.hand + card.into(), ..*situation };
            let sums = next.entry(situation).or_default();
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
    }
    next
}

/// How likely each mind is to make a choice that greedy makes this likely, among so many.
fn minds(greedy: f32, choices: usize) -> [f32; MINDS] {
    let even = 1.0 / choices as f32;
    let surprise = SURPRISE as f32;
    [even, greedy, AT_A_GLANCE * greedy + (1.0 - AT_A_GLANCE) * even]
        .map(|likely| surprise * even + (1.0 - surprise) * likely)
}

/// Does what was shown with every situation that can.
fn acted(glance: &Glance, range: &Range, public: &Public, seat: usize, shown: &Shown) -> Range {
    let left = public.left(&Variant::FULL, seat);
    let mut next = Range::with_capacity(range.len());
    let mut by_hand: HashMap<Cards, Actions> = HashMap::new();
    let mut greedy = Vec::new();
    for (situation, weights) in range {
        if let Shown::Offer { offer, .. } = shown
            && !situation.hand.includes(offer.cards())
        {
            continue;
        }
        let actions = by_hand.entry(situation.hand).or_insert_with(|| Actions::of_hand(situation.hand, &left));
        glance.weigh(public, seat, situation, actions, &mut greedy);
        for (&action, &greedy) in actions.actions.iter().zip(&greedy) {
            let Some(after) = after(situation, action, shown) else { continue };
            let sums = next.entry(after).or_default();
            let likely = minds(greedy, actions.actions.len());
            for ((sum, weight), likely) in sums.iter_mut().zip(weights).zip(likely) {
                *sum += weight * likely;
            }
        }
    }
    next
}

/// The situation after an action, if that is what was shown.
fn after(before: &Situation, action: Action, shown: &Shown) -> Option<Situation> {
    let hand = before.hand - action.cards();
    match (action, shown) {
        (Action::Secret(card), Shown::Secret) => Some(Situation { hand, secret: card.into(), ..*before }),
        (Action::Burn(cards), Shown::Burn) => Some(Situation { hand, burned: cards, ..*before }),
        (Action::Gift(cards), Shown::Offer { offer: Offer::Gift(offered), .. }) if cards == *offered => {
            Some(Situation { hand, ..*before })
        }
        (Action::Compete(pairs), Shown::Offer { offer: Offer::Competition(offered), .. }) if pairs == *offered => {
            Some(Situation { hand, ..*before })
        }
        _ => None,
    }
}

/// Takes what was taken in every situation.
fn answered(glance: &Glance, range: &mut Range, public: &Public, seat: usize, (offer, taken): (Offer, Cards)) {
    let actions = Actions::of_offer(offer);
    let choice = offer.choices().position(|choice| choice == taken);
    let (Some(choice), true) = (choice, actions.actions.len() > 1) else { return };
    let mut greedy = Vec::new();
    for (situation, weights) in range.iter_mut() {
        if !public.unseen.includes(situation.cards()) {
            continue;
        }
        glance.weigh(public, seat, situation, &actions, &mut greedy);
        let likely = minds(greedy[choice], actions.actions.len());
        weights.iter_mut().zip(likely).for_each(|(weight, likely)| *weight *= likely);
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::hanamikoji::{Deal, Geisha, Hanamikoji, State};
    use cardsharp_rules::{Game, Observation as _, Seat, State as _};

    use super::*;
    use crate::Thoughtful;

    /// How likely a model makes a choice in a position of the rules, surprises granted.
    fn likely(state: &State, mind: usize, action: Action) -> f64 {
        let view = state.observe(Seat::FIRST);
        let (mut legal, mut weights) = (Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        Hanamikoji.models()[mind].style.weigh(&view, &legal, &mut weights);
        let choice = legal.iter().position(|&legal| legal == action).expect("it is legal");
        SURPRISE / legal.len() as f64 + (1.0 - SURPRISE) * f64::from(weights[choice])
    }

    /// A deal in which seat 0 has this hand and draws this card first.
    fn deal(hand: Cards, drawn: Geisha) -> Deal {
        let mut rest: Vec<Geisha> = (Cards::DECK - hand - drawn.into()).iter().collect();
        let mut pile = vec![drawn];
        pile.extend(rest.drain(..7));
        let removed = rest.remove(0);
        Deal { removed, hands: vec![hand.iter().collect(), rest], pile }
    }

    fn choose(count: usize, of: usize) -> f64 {
        (0..count).map(|taken| (of - taken) as f64 / (taken + 1) as f64).product()
    }

    /// Every first hand and draw of seat 0 and every card it may hide, weighed by the ways they come
    /// and by what the rules' own styles say.
    #[test]
    fn after_a_secret_the_range_is_that_of_enumeration() {
        assert_eq!(Hanamikoji.models().len(), MINDS, "random, greedy and the thinker");
        let mut slow: HashMap<Situation, [f64; MINDS]> = HashMap::new();
        let mut table = None;
        for hand in multisets(Cards::DECK, 6) {
            let ways: f64 = Geisha::ALL.iter().map(|&card| choose(hand.count(card), card.value())).product();
            for drawn in (Cards::DECK - hand).types() {
                let state = Hanamikoji.start(&deal(hand, drawn)).expect("a deal");
                let ways = ways * (Cards::DECK - hand).count(drawn) as f64;
                let held = hand + drawn.into();
                for secret in held.types() {
                    let row = Situation { hand: held - secret.into(), secret: secret.into(), burned: Cards::EMPTY };
                    let sums = slow.entry(row).or_default();
                    for (mind, sum) in sums.iter_mut().enumerate() {
                        *sum += ways * likely(&state, mind, Action::Secret(secret));
                    }
                    let mut after = state;
                    after.play(Action::Secret(secret)).expect("legal");
                    table = Some(*after.table());
                }
            }
        }
        let fast = range(&Glance::new(), &table.expect("something was hidden"), 0, Cards::EMPTY);
        assert_eq!(fast.len(), slow.len());
        // The reach lacks what both seats' cards say together; alone it is a falling factorial.
        let falling = |cards: Cards| {
            let of =
                |card: &Geisha| (0..cards.count(*card)).map(|taken| (card.value() - taken) as f64).product::<f64>();
            Geisha::ALL.iter().map(of).product::<f64>()
        };
        for (row, slow) in &slow {
            for mind in 0..MINDS {
                let fast = f64::from(fast[row][mind]) * falling(row.cards());
                assert!((fast - slow[mind]).abs() < 1e-4 * slow[mind], "{row:?}: {fast}, not {}", slow[mind]);
            }
        }
    }
}
