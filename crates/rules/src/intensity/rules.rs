//! Deal, state, legal actions and returns.

use super::card::{CALVES, Card};
use super::table::Table;
use super::{encoding, observation, players};
use crate::outcome::Scoring;
use crate::{BySeat, Card as _, CardSet, Game, InvalidDeal, Rng, Seat, Seed, Turn};

/// The cards in a hand.
pub type Hand = CardSet<Card>;

pub(super) const SEATS: usize = 4;
pub(super) const HAND: usize = 10;
/// The number of rounds in a game.
pub const ROUNDS: usize = HAND;
pub(super) const PLAYS: usize = SEATS * ROUNDS;
pub(super) const PASS: usize = 3;

/// The game of Intensity; it has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Intensity;

/// Four hands of ten, as dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The hands in seat order.
    pub hands: Vec<Vec<Card>>,
}

/// An action of a seat in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Gives three cards to the left.
    Pass(CardSet<Card>),
    /// Plays a card.
    Play(Card),
}

/// A position with all hands and all passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    /// The hand of each seat; a passed card is in no hand until all have passed.
    pub(super) hands: BySeat<Hand>,
    pub(super) passes: BySeat<Hand>,
}

impl State {
    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The cards in each hand.
    pub fn hands(&self) -> &BySeat<CardSet<Card>> {
        &self.hands
    }

    /// The cards each seat has passed to its left; empty before its pass.
    pub fn passes(&self) -> &BySeat<CardSet<Card>> {
        &self.passes
    }

    /// The penalty points of each seat so far.
    pub fn penalties(&self) -> BySeat<i32> {
        self.table.penalties()
    }

    /// The ten cards with which a seat plays once all have passed, including those it has played.
    pub fn held(&self, seat: Seat) -> CardSet<Card> {
        let mut held = self.hands[seat];
        self.table.replay(|_, player, card| {
            if player == seat {
                held.insert(card);
            }
        });
        held
    }

    /// Gives a seat another hand of the same size.
    pub fn suppose_hand(&mut self, seat: Seat, hand: CardSet<Card>) {
        debug_assert!(self.hands[seat].len() == hand.len(), "a hand keeps its size");
        self.hands[seat] = hand;
    }

    /// Replaces a seat's pass. During the passing its cards come from the giver's ten, afterwards from the receiver's.
    pub fn suppose_pass(&mut self, giver: Seat, pass: CardSet<Card>) {
        debug_assert!(self.passes[giver].len() == pass.len(), "only what was passed can be supposed otherwise");
        if !self.table.all_passed() {
            self.hands[giver] = (self.hands[giver] | self.passes[giver]) - pass;
        }
        self.passes[giver] = pass;
    }

    fn receive(&mut self) {
        for seat in Seat::all(SEATS) {
            let left = seat.plus(1, SEATS);
            self.hands[left] = self.hands[left] | self.passes[seat];
        }
    }
}

/// The number of passes from a hand of ten.
pub const PASSES: usize = 120;

/// For every pass, the places of its three cards in a hand of ten. The highest card decides the order of the passes.
const PASS_PLACES: [[u8; PASS]; PASSES] = {
    let mut passes = [[0; PASS]; PASSES];
    let (mut number, mut high) = (0, 2);
    while high < HAND as u8 {
        let mut middle = 1;
        while middle < high {
            let mut low = 0;
            while low < middle {
                passes[number] = [low, middle, high];
                number += 1;
                low += 1;
            }
            middle += 1;
        }
        high += 1;
    }
    passes
};

#[inline]
fn nth_pass(hand: Hand, number: usize) -> Hand {
    PASS_PLACES[number].iter().map(|&place| hand.nth(u32::from(place))).collect()
}

/// All passes from a hand of ten, in ascending order.
pub fn passes(hand: CardSet<Card>) -> impl Iterator<Item = CardSet<Card>> {
    debug_assert!(hand.len() == HAND, "one passes before one plays");
    let mut cards = [Card::new(10); HAND];
    for (place, card) in cards.iter_mut().zip(hand) {
        *place = card;
    }
    PASS_PLACES.iter().map(move |places| places.iter().map(|&place| cards[usize::from(place)]).collect())
}

/// Draws three cards of a hand of ten, every choice equally likely.
#[inline]
pub fn random_pass(hand: Hand, rng: &mut Rng) -> Hand {
    nth_pass(hand, rng.below(PASSES as u32) as usize)
}

/// The cards this hand may play now. The true state and a seat's view both use it.
#[inline]
pub fn legal_plays(table: &Table, hand: CardSet<Card>) -> CardSet<Card> {
    let asked = match table.led() {
        None => allowed_leads(table.calves_broken),
        Some(card) => card.suit().cards(),
    };
    matching_or_all(hand, asked)
}

/// The calf rule: a calf may be led only if a calf was played in an earlier round or the leader holds only calves.
/// Until then a leader is asked for any card but a calf, and plays any card if it has none.
#[inline]
fn allowed_leads(calves_broken: bool) -> Hand {
    if calves_broken { Card::DECK } else { Card::DECK - CALVES }
}

#[inline]
fn matching_or_all(hand: Hand, asked: Hand) -> Hand {
    let answer = hand & asked;
    if answer.is_empty() { hand } else { answer }
}

/// Appends the legal actions of the seat to act, with this hand, in ascending order.
pub(super) fn legal_actions(table: &Table, hand: Hand, out: &mut Vec<Action>) {
    if table.all_passed() {
        out.extend(legal_plays(table, hand).iter().map(Action::Play));
    } else {
        out.extend(passes(hand).map(Action::Pass));
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
            legal_actions(&self.table, self.hands[seat], out);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        let Turn::Of(seat) = self.turn() else { return false };
        match action {
            Action::Pass(cards) => !self.table.all_passed() && cards.len() == PASS && cards.is_subset(self.hands[seat]),
            Action::Play(card) => self.table.all_passed() && legal_plays(&self.table, self.hands[seat]).contains(card),
        }
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng) -> Action {
        let Turn::Of(seat) = self.turn() else { panic!("the game is over") };
        let hand = self.hands[seat];
        if self.table.all_passed() {
            Action::Play(legal_plays(&self.table, hand).random(rng))
        } else {
            Action::Pass(random_pass(hand, rng))
        }
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        match action {
            Action::Pass(cards) => {
                let seat = Seat::new(self.table.passed() & 3);
                self.hands[seat] = self.hands[seat] - cards;
                self.passes[seat] = cards;
                self.table.pass();
                if self.table.all_passed() {
                    self.receive();
                }
            }
            Action::Play(card) => {
                self.hands[self.table.player()].remove(card);
                self.table.play(card);
            }
        }
    }

    fn observe(&self, seat: Seat) -> super::Observation {
        let right = seat.plus(SEATS - 1, SEATS);
        let received = if self.table.all_passed() { self.passes[right] } else { Hand::EMPTY };
        super::Observation::new(seat, self.table, self.hands[seat], self.passes[seat], received)
    }

    #[inline]
    fn returns(&self) -> Option<BySeat<i32>> {
        (self.turn() == Turn::Over).then(|| self.penalties().map(|points| -points))
    }

    fn is_open(action: Action) -> bool {
        matches!(action, Action::Play(_))
    }

    #[inline]
    fn play_out(&mut self, rng: &mut Rng) -> BySeat<i32> {
        self.play_rounds(rng)
    }

    fn rewind(&self, actions: &mut Vec<Action>) -> State {
        observation::rewind(self, actions)
    }
}

impl Game for Intensity {
    const NAME: &'static str = "intensity";
    const TITLE: &'static str = "Intensity";
    const RULES: &'static str = include_str!("rules.md");
    const SEATS: usize = SEATS;
    const FAULT_PENALTY: i32 = 5;
    const SCORING: Scoring = Scoring { unit: "penalty point", title: "penalties", fewest_win: true };
    type Deal = Deal;
    type State = State;

    fn shuffle(&self, seed: Seed) -> Deal {
        let mut deck: Vec<Card> = Card::DECK.iter().collect();
        Rng::new(seed).shuffle(&mut deck);
        Deal { hands: deck.chunks(HAND).map(<[Card]>::to_vec).collect() }
    }

    fn start(&self, deal: &Deal) -> Result<State, InvalidDeal> {
        if deal.hands.len() != SEATS {
            let (place, found) = ("all hands together".to_owned(), deal.hands.iter().map(Vec::len).sum());
            return Err(InvalidDeal::WrongCount { place, expected: PLAYS, found });
        }
        let mut seen = Hand::EMPTY;
        for &card in deal.hands.iter().flatten() {
            if seen.contains(card) {
                return Err(InvalidDeal::TooMany(card.to_string()));
            }
            seen.insert(card);
        }
        if let Some(number) = deal.hands.iter().position(|hand| hand.len() != HAND) {
            let (place, found) = (format!("hand {number}"), deal.hands[number].len());
            return Err(InvalidDeal::WrongCount { place, expected: HAND, found });
        }
        let hands = deal.hands.iter().map(|hand| hand.iter().copied().collect()).collect();
        Ok(State { table: Table::new(0), hands, passes: BySeat::splat(SEATS, Hand::EMPTY) })
    }

    forward_to_modules!();
}
