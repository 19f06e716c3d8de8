//! A seat's view, and a sampler of the hidden cards.

use super::hand::Hand;
use super::rules::{Card, Deal, Discard, PRIVATE, PUBLIC, ROUNDS, SEATS, State, TURNS, Table};
use crate::{BySeat, Card as _, CardSet, Rng, Sampler, Seat, Turn};

/// The open cards, and the seat's own first cards and draws: perfect recall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    seat: Seat,
    table: Table,
    dealt: Hand,
    draws: [Option<Card>; ROUNDS],
    hand: Hand,
}

impl Observation {
    /// `hand` is the rest of `dealt` after the draws and discards.
    pub(super) fn new(seat: Seat, table: Table, dealt: Hand, draws: [Option<Card>; ROUNDS], hand: Hand) -> Observation {
        Observation { seat, table, dealt, draws, hand }
    }

    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The seat's own first two cards.
    pub fn dealt(&self) -> Hand {
        self.dealt
    }

    /// The seat's own draws, round by round.
    pub fn draws(&self) -> impl Iterator<Item = Card> {
        self.draws.into_iter().flatten()
    }

    /// The seat's own cards; three in its turn.
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The cards in other hands or in the pile.
    pub fn unseen(&self) -> CardSet<Card> {
        Card::DECK - self.table.seen() - self.hand.set()
    }
}

impl crate::Observation for Observation {
    type State = State;
    type Sampler = LuckyThirteenSampler;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Discard>) {
        if self.turn() == Turn::Of(self.seat) {
            out.extend(self.hand.set().iter().map(Discard));
        }
    }

    fn sampler(&self) -> LuckyThirteenSampler {
        LuckyThirteenSampler(*self)
    }
}

/// Gives the unseen cards to the other hands and the pile, every way equally likely.
///
/// The history of a hand is hidden too. One turn back, the drawn card was any of the three held cards. So every pair of
/// cards has the same number of histories, three to the power of the turns, and choosing one of three at each step back
/// is uniform.
#[derive(Clone, Debug)]
pub struct LuckyThirteenSampler(Observation);

impl Sampler for LuckyThirteenSampler {
    type State = State;

    fn sample(&self, rng: &mut Rng) -> State {
        let view = &self.0;
        let mut unseen = [Card::from_index(0); 52];
        let mut count = 0;
        for card in view.unseen() {
            unseen[count] = card;
            count += 1;
        }
        rng.shuffle(&mut unseen[..count]);
        let mut rest = unseen[..count].iter().copied();
        let mut next = || rest.next().expect("the pile is never drawn to the end");

        let mut draws = [None; TURNS];
        let dealt = BySeat::from_fn(SEATS, |seat| {
            if seat == view.seat {
                for (round, draw) in view.draws().enumerate() {
                    draws[round * SEATS + seat.index()] = Some(draw);
                }
                return view.dealt;
            }
            let mut pair = match view.table.shown() {
                Some(shown) => [shown[seat].nth(0), shown[seat].nth(1)],
                None => [next(), next()],
            };
            for (round, discard) in view.table.discards_of(seat).enumerate().rev() {
                let draw = &mut draws[round * SEATS + seat.index()];
                match rng.below(PRIVATE as u32 + 1) {
                    // The drawn card was kept, and the discard was already in hand.
                    place @ (0 | 1) => *draw = Some(std::mem::replace(&mut pair[place as usize], discard)),
                    _ => *draw = Some(discard),
                }
            }
            Hand::dealt(pair)
        });
        State::replay(view.table, dealt, draws.map(|draw| draw.unwrap_or_else(&mut next)))
    }
}

pub(super) fn rewind(state: &State, actions: &mut Vec<Discard>) -> State {
    let table = state.table();
    actions.extend(table.discards().iter().copied().map(Discard));
    let draws = state.draws().try_into().expect("a draw for every turn");
    State::replay(Table::new(table.sums(), table.public()), *state.dealt(), draws)
}

pub(super) fn hidden_slots(deal: &Deal, actions: &[Discard], seat: Seat) -> Vec<usize> {
    // Slots 0 and 1 are the public cards, followed by the hands by seat and the pile by turn.
    let over = actions.len() == TURNS;
    deal.deck()
        .enumerate()
        .filter(|&(slot, card)| {
            let pile = PUBLIC + SEATS * PRIVATE;
            let (owner, taken) = match slot {
                0..PUBLIC => return false,
                slot if slot < pile => ((slot - PUBLIC) / PRIVATE, true),
                slot => ((slot - pile) % SEATS, slot - pile <= actions.len() && slot - pile < TURNS),
            };
            let seen = taken && (owner == seat.index() || over);
            !seen && !actions.contains(&Discard(card))
        })
        .map(|(slot, _)| slot)
        .collect()
}

pub(super) fn swap_slots(deal: &Deal, actions: &[Discard], (a, b): (usize, usize)) -> (Deal, Vec<Discard>) {
    let mut deck: Vec<Card> = deal.deck().collect();
    // Neither card has been discarded, so the actions stay as they are.
    deck.swap(a, b);
    (Deal::from_deck(&deck), actions.to_vec())
}
