//! A seat's view, and a sampler of the hidden cards.

use super::actions::{Action, Kind, Offer};
use super::cards::{Cards, Geisha};
use super::rules::{Deal, HAND, Own, SEATS, State, TURNS, legal_actions};
use super::table::{Shown, Table};
use crate::{BySeat, Rng, Sampler, Seat, Turn};

/// The table and the seat's own cards, with the order of its draws: perfect recall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    seat: Seat,
    table: Table,
    own: Own,
}

impl Observation {
    pub(super) fn new(seat: Seat, table: Table, own: Own) -> Observation {
        Observation { seat, table, own }
    }

    /// The view of a seat at this table if it held, hid and had burned these cards, to ask a player what it would do
    /// then. The order of the draws is unknown, so all cards count as dealt.
    pub fn imagined(seat: Seat, table: Table, hand: Cards, secret: Option<Geisha>, burned: Cards) -> Observation {
        let hidden = hand + burned + secret.map_or(Cards::EMPTY, Cards::from);
        let offers = table.shown().iter().skip(seat.index()).step_by(SEATS);
        let dealt = offers.fold(hidden, |cards, shown| match shown {
            Shown::Offer { offer, .. } => cards + offer.cards(),
            Shown::Secret | Shown::Burn => cards,
        });
        Observation { seat, table, own: Own { dealt, hand, secret, burned, ..Own::default() } }
    }

    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The seat's private cards.
    pub fn own(&self) -> &Own {
        &self.own
    }

    /// The cards in hand.
    pub fn hand(&self) -> Cards {
        self.own.hand
    }

    /// The cards never seen: the one put away, the rest of the pile, the other seat's hand, secret and burned cards.
    pub fn unseen(&self) -> Cards {
        let mine = self.own.draws().fold(self.own.dealt, |cards, card| cards + card.into());
        Cards::DECK - mine - self.theirs()
    }

    /// The cards that the other seat has shown, at the end with its secret.
    pub(super) fn theirs(&self) -> Cards {
        let them = self.seat.other();
        let offers = self.table.shown().iter().skip(them.index()).step_by(SEATS).map(|shown| match shown {
            Shown::Offer { offer, .. } => offer.cards(),
            Shown::Secret | Shown::Burn => Cards::EMPTY,
        });
        let secret = self.table.secrets()[them].map_or(Cards::EMPTY, Cards::from);
        offers.fold(secret, |cards, offer| cards + offer)
    }
}

impl crate::Observation for Observation {
    type State = State;
    type Sampler = HanamikojiSampler;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        if self.turn() == Turn::Of(self.seat) {
            legal_actions(&self.table, self.own.hand, out);
        }
    }

    fn sampler(&self) -> HanamikojiSampler {
        let mut unseen = [Geisha::A; DECK];
        let mut count = 0;
        for card in self.unseen() {
            unseen[count] = card;
            count += 1;
        }
        HanamikojiSampler { view: *self, unseen, count }
    }
}

const DECK: usize = 1 + SEATS * HAND + TURNS;

/// Places the unseen cards at random, every way equally likely, counting equal cards apart.
#[derive(Clone, Debug)]
pub struct HanamikojiSampler {
    view: Observation,
    unseen: [Geisha; DECK],
    count: usize,
}

impl Sampler for HanamikojiSampler {
    type State = State;

    fn sample(&self, rng: &mut Rng) -> State {
        let Observation { seat, table, .. } = self.view;
        let them = seat.other();
        let mut unseen = self.unseen;
        rng.shuffle(&mut unseen[..self.count]);
        let mut rest = unseen[..self.count].iter().copied();
        let mut next = || rest.next().expect("the hidden places hold as many cards as are unseen");

        let removed = next();
        let mut theirs = Own::default();
        for _ in 0..table.hand_size(them) {
            theirs.hand.insert(next());
        }
        if table.has_used(them, Kind::Secret) {
            theirs.secret = Some(table.secrets()[them].unwrap_or_else(&mut next));
        }
        if table.has_used(them, Kind::Burn) {
            theirs.burned = Cards::from(next()) + next().into();
        }
        self.complete(theirs, removed, rest, rng)
    }
}

impl HanamikojiSampler {
    /// Returns a position in which the other seat holds, hides and has burned these cards. They must be as many as in
    /// this view and seen nowhere else. Every way to place the rest is equally likely.
    pub fn lay(&self, hand: Cards, secret: Option<Geisha>, burned: Cards, rng: &mut Rng) -> State {
        let theirs = Own { hand, secret, burned, ..Own::default() };
        let mut rest = self.view.unseen() - hand - burned;
        if self.view.table.secrets()[self.view.seat.other()].is_none() {
            rest = rest - secret.map_or(Cards::EMPTY, Cards::from);
        }
        let mut rest: Vec<Geisha> = rest.iter().collect();
        rng.shuffle(&mut rest);
        let mut rest = rest.into_iter();
        let removed = rest.next().expect("one card is always put away");
        self.complete(theirs, removed, rest, rng)
    }

    /// Builds the position from the other seat's cards, the card put away and the cards left for the pile.
    fn complete(
        &self,
        mut theirs: Own,
        removed: Geisha,
        mut rest: impl Iterator<Item = Geisha>,
        rng: &mut Rng,
    ) -> State {
        let Observation { seat, table, own } = self.view;
        let them = seat.other();
        let mut next = || rest.next().expect("the hidden places hold as many cards as are unseen");
        trace_draws(&mut theirs, &table, them, rng);
        let mut hands = BySeat::splat(SEATS, own);
        hands[them] = theirs;
        let pile = std::array::from_fn(|turn| {
            if turn >= table.drawn() {
                return next();
            }
            hands[Seat::new(turn % SEATS)].draws[turn / SEATS].expect("a card drawn has an owner")
        });
        State { table, own: hands, removed, pile }
    }
}

/// Decides which of its cards the other seat was dealt and when it drew the rest, every possible way equally likely. A
/// card drawn in a turn was used in that turn or later, or is still held.
///
/// From the last draw back, the number of candidates for each draw does not depend on the choices before. So every way
/// has the same chance, and the choice does not bias where the cards lie now.
fn trace_draws(theirs: &mut Own, table: &Table, seat: Seat, rng: &mut Rng) {
    let mut later = theirs.hand;
    for draw in (0..table.draws(seat)).rev() {
        later = later + theirs.spent(table, draw * SEATS + seat.index());
        let card = later.random(rng);
        theirs.draws[draw] = Some(card);
        later.remove(card);
    }
    theirs.dealt = later;
}

/// The slots of a deal: the card put away, the hands of seat 0 and seat 1, the pile.
fn slots(deal: &Deal) -> Vec<Geisha> {
    [deal.removed].iter().chain(deal.hands.iter().flatten()).chain(&deal.pile).copied().collect()
}

const PILE: usize = 1 + SEATS * HAND;

/// The slots that each action used, the lowest first for equal cards, and the number of cards drawn.
fn used_slots(cards: &[Geisha], actions: &[Action]) -> (Vec<Vec<usize>>, usize) {
    let mut held: [Vec<usize>; SEATS] = [(1..=HAND).collect(), (1 + HAND..PILE).collect()];
    let (mut used, mut turn) = (Vec::new(), 0);
    held[0].push(PILE);
    let mut drawn = 1;
    for action in actions {
        let mut slots = Vec::new();
        if action.kind().is_some() {
            for card in action.cards() {
                let held = &mut held[turn % SEATS];
                held.sort_unstable();
                let place = held.iter().position(|&slot| cards[slot] == card).expect("the card is in hand");
                slots.push(held.remove(place));
            }
            turn += 1;
        }
        used.push(slots);
        // The next turn begins unless an offer waits for its answer.
        if !matches!(action, Action::Gift(_) | Action::Compete(_)) && turn < TURNS {
            held[turn % SEATS].push(PILE + turn);
            drawn = turn + 1;
        }
    }
    (used, drawn)
}

pub(super) fn rewind(state: &State, actions: &mut Vec<Action>) -> State {
    for (turn, shown) in state.table.shown().iter().enumerate() {
        let own = &state.own[Seat::new(turn % SEATS)];
        match *shown {
            Shown::Secret => actions.extend(own.secret.map(Action::Secret)),
            Shown::Burn => actions.push(Action::Burn(own.burned)),
            Shown::Offer { offer, taken } => {
                actions.push(match offer {
                    Offer::Gift(cards) => Action::Gift(cards),
                    Offer::Competition(pairs) => Action::Compete(pairs),
                });
                if !taken.is_empty() {
                    actions.push(Action::Take(taken));
                }
            }
        }
    }
    State::first(state.own.map(|own| own.dealt), state.removed, state.pile)
}

pub(super) fn hidden_slots(deal: &Deal, actions: &[Action], seat: Seat) -> Vec<usize> {
    let (used, drawn) = used_slots(&slots(deal), actions);
    let turns = actions.iter().filter(|action| action.kind().is_some()).count();
    let over = turns == TURNS && !matches!(actions.last(), Some(Action::Gift(_) | Action::Compete(_)));
    let shown: Vec<usize> = actions
        .iter()
        .zip(used)
        .filter(|(action, _)| match action {
            Action::Secret(_) => over,
            Action::Burn(_) | Action::Take(_) => false,
            Action::Gift(_) | Action::Compete(_) => true,
        })
        .flat_map(|(_, slots)| slots)
        .collect();
    let mine = |slot: usize| match slot {
        0 => false,
        1..PILE => (slot - 1) / HAND == seat.index(),
        _ => slot - PILE < drawn && (slot - PILE) % SEATS == seat.index(),
    };
    (0..DECK).filter(|slot| !mine(*slot) && !shown.contains(slot)).collect()
}

pub(super) fn swap_slots(deal: &Deal, actions: &[Action], (a, b): (usize, usize)) -> (Deal, Vec<Action>) {
    let mut cards = slots(deal);
    let (used, _) = used_slots(&cards, actions);
    cards.swap(a, b);
    // Offers and answers are open, so a swap can rename only the actions made face down.
    let renamed = actions.iter().zip(used).map(|(&action, slots)| match (action, slots.as_slice()) {
        (Action::Secret(_), &[slot]) => Action::Secret(cards[slot]),
        (Action::Burn(_), &[one, other]) => Action::Burn(Cards::from(cards[one]) + cards[other].into()),
        _ => action,
    });
    let renamed = renamed.collect();
    let hands = cards[1..PILE].chunks(HAND).map(<[Geisha]>::to_vec).collect();
    (Deal { removed: cards[0], hands, pile: cards[PILE..].to_vec() }, renamed)
}
