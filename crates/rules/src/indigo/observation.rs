//! What a seat knows, and how the rest may lie.

use super::rules::{Card, DEALS, Deal, HAND, Play, SEATS, State, Table};
use crate::{BySeat, Card as _, CardSet, Rng, Sampler, Seat, Turn};

/// The open cards and one's own hand. Hands of earlier deals were all played in the open, so
/// this is perfect recall.
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

    /// What both seats see.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// One's own cards.
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

/// Deals the unseen cards to the other hand and the deals to come, every way equally likely.
#[derive(Clone, Debug)]
pub struct IndigoSampler {
    view: Observation,
    /// What each seat has played of each deal: all of the past ones, a part of the present.
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

/// The position at the start, and the actions that led from there.
pub(super) fn rewind(state: &State, actions: &mut Vec<Play>) -> State {
    actions.extend(state.table.plays().iter().copied().map(Play));
    State { table: Table::new(*state.table.initial()), hands: state.dealt[0], dealt: state.dealt }
}

/// The slots of the deal that the rules hide from a seat.
pub(super) fn hidden_slots(deal: &Deal, actions: &[Play], seat: Seat) -> Vec<usize> {
    // Slots 0 to 3 are the table, then come the hands; what was played is seen by both.
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

/// The same game with the cards of two slots exchanged.
pub(super) fn swap_slots(deal: &Deal, actions: &[Play], (a, b): (usize, usize)) -> (Deal, Vec<Play>) {
    let mut cards: Vec<Card> = deal.table.iter().chain(deal.hands.iter().flatten()).copied().collect();
    // Neither card has been played, so the actions stay as they are.
    cards.swap(a, b);
    let hands = cards.split_off(4);
    (Deal { table: cards, hands: hands.chunks(HAND).map(<[Card]>::to_vec).collect() }, actions.to_vec())
}
