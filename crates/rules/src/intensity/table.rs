//! The public state.

use super::card::{CALVES, Card};
use super::rules::{HAND, PASS, PLAYS, ROUNDS, SEATS};
use crate::{BySeat, Seat, Turn};

/// The public state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    pub(super) plays: [Card; PLAYS],
    pub(super) played: u8,
    passed: u8,
    pub(super) leader: Seat,
    pub(super) calves_broken: bool,
    pub(super) penalties: [u8; SEATS],
}

impl Table {
    /// A table without plays at which `passed` seats have passed.
    pub(super) fn new(passed: usize) -> Table {
        Table {
            // Places not yet played all hold the same card, so that derived equality is right.
            plays: [Card::new(10); PLAYS],
            played: 0,
            passed: passed as u8,
            leader: Seat::FIRST,
            calves_broken: false,
            penalties: [0; SEATS],
        }
    }

    /// The number of seats that have passed, in seat order.
    pub fn passed(&self) -> usize {
        usize::from(self.passed)
    }

    /// Whether all seats have passed, so that cards are played.
    #[inline]
    pub fn all_passed(&self) -> bool {
        usize::from(self.passed) == SEATS
    }

    /// Every card played so far, in order.
    pub fn plays(&self) -> &[Card] {
        &self.plays[..usize::from(self.played)]
    }

    /// The cards of the current round so far; empty between rounds.
    pub fn round(&self) -> &[Card] {
        &self.plays()[self.rounds() * SEATS..]
    }

    /// The number of complete rounds.
    pub fn rounds(&self) -> usize {
        usize::from(self.played) / SEATS
    }

    /// The leader of the current round, or at the end the winner of the last one.
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The card that was led, unless the round is still to be led.
    #[inline]
    pub fn led(&self) -> Option<Card> {
        let place = usize::from(self.played) % SEATS;
        // At a lead no card is read; `min` only tells the compiler that the index is in bounds.
        (place > 0).then(|| self.plays[(usize::from(self.played) - place).min(PLAYS - 1)])
    }

    /// The highest card of the led suit so far.
    pub fn winning(&self) -> Option<Card> {
        let led = self.led()?.suit();
        self.round().iter().copied().filter(|card| card.suit() == led).max()
    }

    /// Whether a calf was played in an earlier round; the current round does not count.
    pub fn calves_broken(&self) -> bool {
        self.calves_broken
    }

    /// The penalty points of each seat so far.
    pub fn penalties(&self) -> BySeat<i32> {
        BySeat::from_fn(SEATS, |seat| i32::from(self.penalties[seat.index()]))
    }

    /// The seat to act.
    #[inline]
    pub fn turn(&self) -> Turn {
        if !self.all_passed() {
            return Turn::Of(Seat::new(usize::from(self.passed & 3)));
        }
        if usize::from(self.played) == PLAYS { Turn::Over } else { Turn::Of(self.player()) }
    }

    #[inline]
    pub(super) fn player(&self) -> Seat {
        self.leader.plus(usize::from(self.played) % SEATS, SEATS)
    }

    /// The number of cards in this seat's hand.
    pub fn hand_size(&self, seat: Seat) -> usize {
        if !self.all_passed() {
            return if seat.index() < self.passed() { HAND - PASS } else { HAND };
        }
        let place = (seat.index() + SEATS - self.leader.index()) % SEATS;
        ROUNDS - self.rounds() - usize::from(place < self.round().len())
    }

    /// Visits every play with the table before it and the seat that made it.
    pub fn replay(&self, mut visit: impl FnMut(&Table, Seat, Card)) {
        let mut table = Table::new(self.passed());
        for &card in self.plays() {
            visit(&table, table.player(), card);
            table.play(card);
        }
    }

    #[inline]
    pub(super) fn pass(&mut self) {
        self.passed += 1;
    }

    #[inline]
    pub(super) fn play(&mut self, card: Card) {
        self.plays[usize::from(self.played)] = card;
        self.played += 1;
        if usize::from(self.played).is_multiple_of(SEATS) {
            self.finish_round();
        }
    }

    fn finish_round(&mut self) {
        let round = &self.plays[usize::from(self.played) - SEATS..usize::from(self.played)];
        let led = round[0].suit();
        let highest = (0..SEATS).filter(|&place| round[place].suit() == led).max_by_key(|&place| round[place]);
        let winner = self.leader.plus(highest.expect("the led card is of the led suit"), SEATS);
        self.penalties[winner.index()] += round.iter().map(|card| card.points()).sum::<u8>();
        self.calves_broken |= round.iter().any(|&card| CALVES.contains(card));
        self.leader = winner;
    }
}
