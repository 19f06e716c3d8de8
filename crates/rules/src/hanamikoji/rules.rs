//! Deal, state, legal actions and returns.

use super::actions::{self, Action, Kind, Offer};
use super::cards::{Cards, Geisha};
use super::table::{Shown, Table, score};
use super::{encoding, observation, players};
use crate::{BySeat, Game, InvalidDeal, Rng, Seat, Seed, Turn};

pub(super) const SEATS: usize = 2;
pub(super) const HAND: usize = 6;
pub(super) const TURNS: usize = 8;
pub(super) const DRAWS: usize = TURNS / SEATS;

/// The game of Hanamikoji; it has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hanamikoji;

/// The card put away, the two hands, and the pile in the order it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The card put away.
    pub removed: Geisha,
    /// Two hands of six, in any order.
    pub hands: Vec<Vec<Geisha>>,
    /// Eight cards, the first drawn first.
    pub pile: Vec<Geisha>,
}

/// A seat's private cards: where they came from and went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Own {
    pub(super) dealt: Cards,
    pub(super) draws: [Option<Geisha>; DRAWS],
    pub(super) hand: Cards,
    pub(super) secret: Option<Geisha>,
    pub(super) burned: Cards,
}

impl Own {
    pub(super) fn new(dealt: Cards) -> Own {
        Own { dealt, hand: dealt, ..Own::default() }
    }

    /// The first six cards.
    pub fn dealt(&self) -> Cards {
        self.dealt
    }

    /// The cards drawn, in order.
    pub fn draws(&self) -> impl Iterator<Item = Geisha> {
        self.draws.into_iter().flatten()
    }

    /// The cards in hand.
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// The card hidden by Secret.
    pub fn secret(&self) -> Option<Geisha> {
        self.secret
    }

    /// The cards put away by Burn.
    pub fn burned(&self) -> Cards {
        self.burned
    }

    #[inline]
    pub(super) fn draw(&mut self, turn: usize, card: Geisha) {
        self.draws[turn / SEATS] = Some(card);
        self.hand.insert(card);
    }

    /// The cards it used in this turn of its own, if it has acted in it.
    pub(super) fn spent(&self, table: &Table, turn: usize) -> Cards {
        match table.shown().get(turn) {
            None => Cards::EMPTY,
            Some(Shown::Secret) => self.secret.map_or(Cards::EMPTY, Cards::from),
            Some(Shown::Burn) => self.burned,
            Some(Shown::Offer { offer, .. }) => offer.cards(),
        }
    }
}

pub(super) fn legal_actions(table: &Table, hand: Cards, out: &mut Vec<Action>) {
    match (table.offer(), table.turn()) {
        (Some(offer), _) => out.extend(offer.choices().map(Action::Take)),
        (None, Turn::Of(seat)) => {
            for kind in Kind::ALL.into_iter().filter(|&kind| !table.has_used(seat, kind)) {
                actions::list(hand, kind, out);
            }
        }
        (None, Turn::Over) => {}
    }
}

/// A position with all hidden cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    pub(super) own: BySeat<Own>,
    pub(super) removed: Geisha,
    pub(super) pile: [Geisha; TURNS],
}

impl State {
    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The private cards of each seat.
    pub fn own(&self) -> &BySeat<Own> {
        &self.own
    }

    /// The card put away.
    pub fn removed(&self) -> Geisha {
        self.removed
    }

    /// The whole pile in drawing order, including the cards already drawn.
    pub fn pile(&self) -> &[Geisha; TURNS] {
        &self.pile
    }
}

impl crate::State for State {
    type Action = Action;
    type Observation = super::Observation;

    #[inline]
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        if let Turn::Of(seat) = self.turn() {
            legal_actions(&self.table, self.own[seat].hand, out);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        match (self.table.offer(), self.turn(), action.kind()) {
            (Some(offer), _, None) => offer.choices().any(|choice| choice == action.cards()),
            (None, Turn::Of(seat), Some(kind)) => {
                !self.table.has_used(seat, kind) && actions::fits(self.own[seat].hand, action)
            }
            _ => false,
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng) -> Action {
        if let Some(offer) = self.table.offer() {
            let number = rng.below(offer.choices().count() as u32);
            return Action::Take(offer.choices().nth(number as usize).expect("it is below their count"));
        }
        let seat = Seat::new(self.table.shown().len() % SEATS);
        actions::random(self.own[seat].hand, |kind| !self.table.has_used(seat, kind), rng)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        let seat = Seat::new(self.table.shown().len() % SEATS);
        let shown = match action {
            Action::Take(cards) => {
                self.table.take(seat, cards);
                return self.next_turn();
            }
            Action::Secret(card) => {
                self.own[seat].secret = Some(card);
                Shown::Secret
            }
            Action::Burn(cards) => {
                self.own[seat].burned = cards;
                Shown::Burn
            }
            Action::Gift(cards) => Shown::Offer { offer: Offer::Gift(cards), taken: Cards::EMPTY },
            Action::Compete(pairs) => Shown::Offer { offer: Offer::Competition(pairs), taken: Cards::EMPTY },
        };
        self.own[seat].hand = self.own[seat].hand - action.cards();
        self.table.act(seat, shown);
        if self.table.offer().is_none() {
            self.next_turn();
        }
    }

    fn observe(&self, seat: Seat) -> super::Observation {
        super::Observation::new(seat, self.table, self.own[seat])
    }

    #[inline]
    fn returns(&self) -> Option<BySeat<i32>> {
        (self.turn() == Turn::Over).then(|| score(self.table.placed()))
    }

    fn is_open(action: Action) -> bool {
        !matches!(action, Action::Secret(_) | Action::Burn(_))
    }

    fn play_out(&mut self, rng: &mut Rng) -> BySeat<i32> {
        crate::game::play_out(self, rng)
    }

    fn rewind(&self, actions: &mut Vec<Action>) -> State {
        observation::rewind(self, actions)
    }
}

impl State {
    /// The position in which seat 0 has drawn its first card.
    pub(super) fn first(dealt: BySeat<Cards>, removed: Geisha, pile: [Geisha; TURNS]) -> State {
        let mut state = State { table: Table::new(), own: dealt.map(Own::new), removed, pile };
        state.next_turn();
        state
    }

    #[inline]
    fn next_turn(&mut self) {
        match self.table.turn() {
            Turn::Over => self.table.reveal(self.own.map(|own| own.secret)),
            Turn::Of(seat) => {
                let turn = self.table.shown().len();
                self.own[seat].draw(turn, self.pile[turn]);
            }
        }
    }
}

impl Game for Hanamikoji {
    const NAME: &'static str = "hanamikoji";
    const TITLE: &'static str = "Hanamikoji";
    const RULES: &'static str = include_str!("rules.md");
    const SEATS: usize = SEATS;
    type Deal = Deal;
    type State = State;

    fn shuffle(&self, seed: Seed) -> Deal {
        let mut deck: Vec<Geisha> = Cards::DECK.iter().collect();
        Rng::new(seed).shuffle(&mut deck);
        let removed = deck[0];
        let (dealt, pile) = deck[1..].split_at_mut(SEATS * HAND);
        // The order within a hand has no meaning; a sorted hand is easier to read.
        dealt.chunks_mut(HAND).for_each(<[Geisha]>::sort);
        let hands = dealt.chunks(HAND).map(<[Geisha]>::to_vec).collect();
        Deal { removed, hands, pile: pile.to_vec() }
    }

    fn start(&self, deal: &Deal) -> Result<State, InvalidDeal> {
        let wrong = |place: String, expected, found| Err(InvalidDeal::WrongCount { place, expected, found });
        if deal.hands.len() != SEATS {
            let found = deal.hands.iter().map(Vec::len).sum();
            return wrong("both hands together".to_owned(), SEATS * HAND, found);
        }
        if let Some(seat) = deal.hands.iter().position(|hand| hand.len() != HAND) {
            return wrong(format!("the hand of seat {seat}"), HAND, deal.hands[seat].len());
        }
        let Ok(pile) = deal.pile.as_slice().try_into() else {
            return wrong("the pile".to_owned(), TURNS, deal.pile.len());
        };
        let cards = deal.hands.iter().flatten().chain(&deal.pile).copied().chain([deal.removed]);
        Cards::gather(cards).map_err(|card| InvalidDeal::TooMany(card.to_string()))?;
        let dealt = |seat: Seat| deal.hands[seat.index()].iter().fold(Cards::EMPTY, |hand, &card| hand + card.into());
        Ok(State::first(BySeat::from_fn(SEATS, dealt), deal.removed, pile))
    }

    forward_to_modules!();
}
