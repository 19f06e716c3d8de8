//! A seat's view, and a sampler of the hidden cards.

use super::rules::{Card, DECK, Deal, Move, SEATS, State, Table, legal_actions};
use crate::{CardSet, Rng, Sampler, Seat, Turn};

/// The moves and the seat's own card, at a showdown also the other card: perfect recall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    seat: Seat,
    table: Table,
    card: Card,
    shown: Option<Card>,
}

impl Observation {
    pub(super) fn new(seat: Seat, table: Table, card: Card, shown: Option<Card>) -> Observation {
        Observation { seat, table, card, shown }
    }

    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The seat's own card.
    pub fn card(&self) -> Card {
        self.card
    }

    /// The other card, once shown.
    pub fn shown(&self) -> Option<Card> {
        self.shown
    }

    /// The cards this seat has not seen.
    pub fn unseen(&self) -> CardSet<Card> {
        DECK.into_iter().filter(|&card| card != self.card && Some(card) != self.shown).collect()
    }
}

impl crate::Observation for Observation {
    type State = State;
    type Sampler = KuhnSampler;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Move>) {
        if self.turn() == Turn::Of(self.seat) {
            legal_actions(self.table, out);
        }
    }

    fn sampler(&self) -> KuhnSampler {
        KuhnSampler(*self)
    }
}

/// Draws the other card.
pub struct KuhnSampler(Observation);

impl Sampler for KuhnSampler {
    type State = State;

    fn sample(&self, rng: &mut Rng) -> State {
        let Observation { seat, table, card, shown } = self.0;
        let mut cards = [card; SEATS];
        cards[seat.other().index()] = shown.unwrap_or_else(|| self.0.unseen().random(rng));
        State { table, cards }
    }
}

/// Slots 0 and 1 are the seats' cards, 2 is the one put away.
pub(super) fn hidden_slots(_deal: &Deal, actions: &[Move], seat: Seat) -> Vec<usize> {
    // Two passes or two bets at the end are a showdown.
    let is_shown = actions.len() >= 2 && actions[actions.len() - 1] == actions[actions.len() - 2];
    [seat.other().index(), SEATS].into_iter().skip(usize::from(is_shown)).collect()
}

/// No move names a card.
pub(super) fn swap_slots(deal: &Deal, actions: &[Move], (a, b): (usize, usize)) -> (Deal, Vec<Move>) {
    let mut cards: Vec<Card> = deal.hands.iter().copied().chain([deal.out]).collect();
    cards.swap(a, b);
    let out = cards.pop().expect("there are three cards");
    (Deal { hands: cards, out }, actions.to_vec())
}
