//! Observations and actions as numbers, version 1.
//!
//! A handful of cards is 21 places, one for each card of the deck, `AABBCCDDDEEEFFFFGGGGG`: of a
//! type of which there are `n`, the first `n` places are 1.
//!
//! | places | meaning |
//! |---|---|
//! | 21 each | own hand · own secret · own burned cards · own side · the other side · unseen |
//! | 21 each | own Gift · the cards taken of it · lower pair · higher pair · the pair taken |
//! | 21 each | the same for the other seat |
//! | 4 for each of 8 turns | which action was used: Secret, Burn, Gift, Competition |
//! | 8 | the number of cards in the other hand |
//! | 1 | whether an offer waits |
//! | 1 | whether the seat began the game |
//!
//! The order of the own draws is left out, because it implies nothing about the rest of the game.
//!
//! Actions: 7 secrets, 28 burned pairs, 84 Gifts, 406 Competitions, 7 single cards and 28 pairs to
//! take. Pairs are numbered `AA AB BB AC BC CC AD …`, three cards and two pairs in the same way;
//! numbers of cards that the deck does not have, such as the Gift `AAA`, stay unused.

use super::Observation;
use super::actions::{Action, Kind, Offer, Pairs};
use super::cards::{Cards, Geisha};
use super::rules::{SEATS, TURNS};
use super::table::Shown;
use crate::{Features, Observation as _, Seat};

const DECK: usize = 21;
const SINGLES: usize = 7;
const PAIRS: usize = 28;
const GIFTS: usize = 84;
const COMPETITIONS: usize = PAIRS * (PAIRS + 1) / 2;

const BURN: usize = SINGLES;
const GIFT: usize = BURN + PAIRS;
const COMPETE: usize = GIFT + GIFTS;
const TAKE: usize = COMPETE + COMPETITIONS;
const TAKE_PAIR: usize = TAKE + SINGLES;

pub(super) const VERSION: u32 = 1;
pub(super) const FEATURES: usize = (6 + 2 * 5) * DECK + 4 * TURNS + 8 + 1 + 1;
pub(super) const NUMBERS: &[usize] = &[];
pub(super) const ACTIONS: usize = TAKE_PAIR + PAIRS;

pub(super) fn describe(view: &Observation, features: &mut impl Features) {
    let (me, them, own, table) = (view.seat(), view.seat().other(), view.own(), view.table());
    let secret = own.secret().map_or(Cards::EMPTY, Cards::from);
    let placed = table.placed();
    for cards in [own.hand(), secret, own.burned(), placed[me], placed[them], view.unseen()] {
        features.hot(DECK, places(cards));
    }
    for cards in [me, them].into_iter().flat_map(|seat| offers(view, seat)) {
        features.hot(DECK, places(cards));
    }
    for turn in 0..TURNS {
        features.hot(4, table.shown().get(turn).map(|shown| shown.kind() as usize));
    }
    features.hot(8, [table.hand_size(them)]);
    features.hot(1, table.offer().map(|_| 0));
    features.flag(me == Seat::FIRST);
}

pub(super) fn action_index(action: Action) -> usize {
    match action {
        Action::Secret(card) => card.index(),
        Action::Burn(cards) => BURN + number(cards),
        Action::Gift(cards) => GIFT + number(cards),
        Action::Compete(pairs) => {
            let [low, high] = pairs.both().map(number);
            COMPETE + high * (high + 1) / 2 + low
        }
        Action::Take(cards) if cards.len() == Kind::Secret.cards() => TAKE + number(cards),
        Action::Take(cards) => TAKE_PAIR + number(cards),
    }
}

pub(super) fn action_at(index: usize) -> Option<Action> {
    match index {
        ..BURN => Some(Action::Secret(Geisha::ALL[index])),
        BURN..GIFT => numbered(2, index - BURN).map(Action::Burn),
        GIFT..COMPETE => numbered(3, index - GIFT).map(Action::Gift),
        COMPETE..TAKE => {
            let (low, high) = below_triangle(index - COMPETE);
            let (low, high) = (numbered(2, low)?, numbered(2, high)?);
            low.with(high).map(|_| Action::Compete(Pairs::new(low, high)))
        }
        TAKE..TAKE_PAIR => Some(Action::Take(Geisha::ALL[index - TAKE].into())),
        _ => numbered(2, index - TAKE_PAIR).map(Action::Take),
    }
}

fn places(cards: Cards) -> impl Iterator<Item = usize> {
    let starts = Geisha::ALL.into_iter().scan(0, |next, card| {
        let start = *next;
        *next += card.value();
        Some((card, start))
    });
    starts.flat_map(move |(card, start)| start..start + cards.count(card))
}

/// A seat's offers: Gift, taken of it, lower pair, higher pair, pair taken.
fn offers(view: &Observation, seat: Seat) -> [Cards; 5] {
    let mut offers = [Cards::EMPTY; 5];
    for shown in view.table().shown().iter().skip(seat.index()).step_by(SEATS) {
        match *shown {
            Shown::Offer { offer: Offer::Gift(cards), taken } => offers[..2].copy_from_slice(&[cards, taken]),
            Shown::Offer { offer: Offer::Competition(pairs), taken } => {
                let [low, high] = pairs.both();
                offers[2..].copy_from_slice(&[low, high, taken]);
            }
            Shown::Secret | Shown::Burn => {}
        }
    }
    offers
}

/// The number of these cards among multisets of that size: over the cards, the sum of C(type + k - 1, k), `k` from 1.
fn number(cards: Cards) -> usize {
    let ways = |(place, card): (usize, Geisha)| {
        let card = card.index();
        [card, card * (card + 1) / 2, card * (card + 1) * (card + 2) / 6][place]
    };
    cards.iter().enumerate().map(ways).sum()
}

/// The one, two or three cards with this number, if the deck has them.
fn numbered(size: usize, mut number: usize) -> Option<Cards> {
    let mut cards = Vec::with_capacity(size);
    for place in (0..size).rev() {
        let ways = |card: usize| [card, card * (card + 1) / 2, card * (card + 1) * (card + 2) / 6][place];
        let card = (0..Geisha::ALL.len()).rev().find(|&card| ways(card) <= number)?;
        number -= ways(card);
        cards.push(Geisha::ALL[card]);
    }
    // A remainder means that the number lies beyond the last multiset of this size.
    (number == 0).then(|| Cards::gather(cards).ok()).flatten()
}

/// The place `(low, high)`, with `low <= high`, of a number in a triangle counted row by row.
fn below_triangle(number: usize) -> (usize, usize) {
    let high = (0..PAIRS).rev().find(|&high| high * (high + 1) / 2 <= number).unwrap_or(0);
    (number - high * (high + 1) / 2, high)
}
