//! A seat's view, and a sampler of the hidden cards.

use super::rules::{Card, DEALS, Deal, HAND, Play, SEATS, State, Table};
use crate::{BySeat, Card as _, CardSet, Rng, Sampler, Seat, Turn};

/// The open cards and the seat's own hand. Hands of earlier deals were played in the open, so this is perfect recall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    seat: Seat,
    table: Table,
    hand: CardSet<Card>,
}

impl Observation {
    pub(super) fn new(seat: Seat, table: Table, hand: CardSet<Card>) -> Observation {
        Observation { seat, table, hand }
    }

    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The seat's own cards.
    pub fn hand(&self) -> CardSet<Card> {
        self.hand
    }

    /// The cards that are in the other hand or still to be dealt.
    pub fn unseen(&self) -> CardSet<Card> {
        Card::DECK - self.table.seen() - self.hand
    }
}

impl crate::Observation for Observation {
    type State = State;
    type Sampler = IndigoSampler;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Play>) {
        if self.turn() == Turn::Of(self.seat) {
            out.extend(self.hand.iter().map(Play));
        }
    }

    fn sampler(&self) -> IndigoSampler {
        let mut played = [BySeat::splat(SEATS, CardSet::EMPTY); DEALS];
        for (number, plays) in self.table.plays().chunks(SEATS * HAND).enumerate() {
            for (place, &card) in plays.iter().enumerate() {
                played[number][Seat::new(place % SEATS)].insert(card);
            }
        }
        IndigoSampler { view: *self, played }
    }
}

/// Deals the unseen cards to the other hand and the later deals, every way equally likely.
#[derive(Clone, Debug)]
pub struct IndigoSampler {
    view: Observation,
    /// The cards each seat has played of each deal: all of the past deals, a part of the current one.
    played: [BySeat<CardSet<Card>>; DEALS],
}

impl Sampler for IndigoSampler {
    type State = State;

    fn sample(&self, rng: &mut Rng) -> State {
        let view = &self.view;
        let mut unseen = [Card::from_index(0); 52];
        let mut count = 0;
        for card in view.unseen() {
            unseen[count] = card;
            count += 1;
        }
        rng.shuffle(&mut unseen[..count]);
        let mut rest = unseen[..count].iter().copied();
        let mut take = |cards: usize| rest.by_ref().take(cards).collect::<CardSet<Card>>();

        let mut hands = BySeat::splat(SEATS, view.hand);
        hands[view.seat.other()] = take(view.table.hand_size(view.seat.other()));
        let now = view.table.deal_number();
        let mut dealt = self.played;
        for seat in Seat::all(SEATS) {
            dealt[now][seat] = dealt[now][seat] | hands[seat];
            for deal in &mut dealt[now + 1..] {
                deal[seat] = take(HAND);
            }
        }
        State { table: view.table, hands, dealt }
    }
}

pub(super) fn rewind(state: &State, actions: &mut Vec<Play>) -> State {
    actions.extend(state.table.plays().iter().copied().map(Play));
    State { table: Table::new(*state.table.initial()), hands: state.dealt[0], dealt: state.dealt }
}

pub(super) fn hidden_slots(deal: &Deal, actions: &[Play], seat: Seat) -> Vec<usize> {
    // Slots 0 to 3 are the table, followed by the hands; both seats see the played cards.
    let deal_number = (actions.len() / (SEATS * HAND)).min(DEALS - 1);
    let cards = deal.table.iter().chain(deal.hands.iter().flatten());
    cards
        .enumerate()
        .skip(4)
        .filter(|(slot, card)| {
            let hand = (slot - 4) / HAND;
            let mine = hand % SEATS == seat.index() && hand / SEATS <= deal_number;
            !mine && !actions.contains(&Play(**card))
        })
        .map(|(slot, _)| slot)
        .collect()
}

pub(super) fn swap_slots(deal: &Deal, actions: &[Play], (a, b): (usize, usize)) -> (Deal, Vec<Play>) {
    let mut cards: Vec<Card> = deal.table.iter().chain(deal.hands.iter().flatten()).copied().collect();
    // Neither card has been played, so the actions stay as they are.
    cards.swap(a, b);
    let hands = cards.split_off(4);
    (Deal { table: cards, hands: hands.chunks(HAND).map(<[Card]>::to_vec).collect() }, actions.to_vec())
}
