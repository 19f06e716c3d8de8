//! Observations and actions as numbers, version 1.
//!
//! Seats are in the order own, left, across, right. Cards are numbered from 0.
//!
//! | places | meaning |
//! |---|---|
//! | 40 each | own hand · passed · received · legal to play now |
//! | 40 × 4 | the card of the current round, by seat |
//! | 40 × 4 | all cards played, by seat |
//! | 40 × 3 | unseen cards that the other seat may hold |
//! | 40 | unseen cards that the left neighbour must hold, because it received them |
//! | 4 × 4 | suits that the seat has shown to lack |
//! | 4 | penalty points so far, in seventeenths, by seat |
//! | 4 | the leader of the round |
//! | 5 | the number of seats that have passed |
//! | 11 | the number of complete rounds |
//! | 1 each | calves may be led · the buffalo was played · points in the current round, in tenths |
//!
//! Action indices: playing a card is its number from 0; passing a < b < c (numbered from 0) is
//! 40 + C(c, 3) + C(b, 2) + a, its place among all 9,880 triples when the highest card decides first.

use super::Observation;
use super::card::{BUFFALO, Card, Suit};
use super::observation::Shown;
use super::rules::legal_plays;
use super::rules::{Action, Hand, PLAYS, ROUNDS, SEATS};
use crate::{Card as _, CardSet, Features, Observation as _, Seat, Turn};

const CARDS: usize = PLAYS;
const LOWEST: u8 = 10;
const TRIPLES: usize = CARDS * (CARDS - 1) * (CARDS - 2) / 6;

pub(super) const VERSION: u32 = 1;
pub(super) const FEATURES: usize = CARDS * (4 + 4 + 4 + 3 + 1) + 4 * SEATS + SEATS + SEATS + 5 + ROUNDS + 1 + 3;
/// The penalty points so far and those in the current round.
pub(super) const NUMBERS: &[usize] = &[656, 657, 658, 659, 682];
pub(super) const ACTIONS: usize = CARDS + TRIPLES;

pub(super) fn describe(view: &Observation, features: &mut impl Features) {
    let (me, table, shown) = (view.seat(), view.table(), Shown::by(view.table()));
    let seats: [Seat; SEATS] = std::array::from_fn(|step| me.plus(step, SEATS));
    let mut plane = |cards: Hand| features.bits(CARDS, cards.bits() >> LOWEST);

    let my_play = table.all_passed() && table.turn() == Turn::Of(me);
    let legal = if my_play { legal_plays(table, view.hand()) } else { CardSet::EMPTY };
    [view.hand(), view.pass(), view.received(), legal].into_iter().for_each(&mut plane);
    let round: Hand = table.round().iter().copied().collect();
    for cards in [round, Card::DECK] {
        for &seat in &seats {
            plane(cards & shown.played[seat]);
        }
    }
    let (played, given) = (shown.all_played(), view.held_by_left());
    let unseen = Card::DECK - view.hand() - if table.all_passed() { played } else { view.pass() };
    for &seat in &seats[1..] {
        let others_hold = if seat == seats[1] { Hand::EMPTY } else { given };
        plane(unseen - others_hold - shown.lacks[seat]);
    }
    plane(given);

    for seat in seats {
        let lacks = (0..4).filter(|&suit| !(shown.lacks[seat] & Suit::ALL[suit].cards()).is_empty());
        features.hot(4, lacks);
    }
    for seat in seats {
        features.number(table.penalties()[seat] as f32 / 17.0);
    }
    features.hot(SEATS, seats.iter().position(|&seat| seat == table.leader()));
    features.hot(SEATS + 1, [table.passed()]);
    features.hot(ROUNDS + 1, [table.rounds()]);
    features.flag(table.calves_broken());
    features.flag(played.contains(BUFFALO));
    features.number(table.round().iter().map(|card| f32::from(card.points())).sum::<f32>() / 10.0);
}

pub(super) fn action_index(action: Action) -> usize {
    match action {
        Action::Play(card) => number(card),
        Action::Pass(cards) => {
            let below = cards.iter().enumerate().map(|(place, card)| choose(number(card), place + 1));
            CARDS + below.sum::<usize>()
        }
    }
}

pub(super) fn action_at(index: usize) -> Option<Action> {
    let Some(mut rest) = index.checked_sub(CARDS) else { return Some(Action::Play(card(index))) };
    if rest >= TRIPLES {
        return None;
    }
    let mut cards = Hand::EMPTY;
    let mut above = CARDS;
    for place in [3, 2, 1] {
        let highest = (0..above).rev().find(|&card| choose(card, place) <= rest)?;
        cards.insert(card(highest));
        rest -= choose(highest, place);
        above = highest;
    }
    Some(Action::Pass(cards))
}

fn number(card: Card) -> usize {
    usize::from(card.number() - LOWEST)
}

fn card(number: usize) -> Card {
    Card::new(number as u8 + LOWEST)
}

/// The number of ways to choose `k`, one to three, of `n`.
const fn choose(n: usize, k: usize) -> usize {
    WAYS[k - 1][n]
}

/// A lookup table, because a hand has 120 passes and each takes three of these numbers.
const WAYS: [[usize; CARDS]; 3] = {
    let mut ways = [[0; CARDS]; 3];
    let mut n = 0;
    while n < CARDS {
        ways[0][n] = n;
        ways[1][n] = n * n.saturating_sub(1) / 2;
        ways[2][n] = n * n.saturating_sub(1) * n.saturating_sub(2) / 6;
        n += 1;
    }
    ways
};
