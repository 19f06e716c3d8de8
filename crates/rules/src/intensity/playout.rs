//! Random playouts by whole rounds, the hot loop of every search.
//!
//! Repeats [`State::random_action`] and [`State::play_unchecked`] at twice the speed. Hands are laid out as a [`Fan`],
//! which finds a random card of a suit without counting bits, and the table is updated once a round. Nothing branches
//! on a card, because the processor cannot predict random cards. A test checks that both ways reach the same end with
//! the same random numbers.
//!
//! [`State::random_action`]: crate::State::random_action
//! [`State::play_unchecked`]: crate::State::play_unchecked

use super::card::{CALVES, Card, Suit};
use super::rules::{Hand, PLAYS, SEATS, State};
use crate::{BySeat, Rng, State as _, Turn};

impl State {
    /// Plays random actions to the end.
    pub(super) fn play_rounds(&mut self, rng: &mut Rng) -> BySeat<i32> {
        // A local copy can stay in registers.
        let mut own_rng = rng.clone();
        while self.turn() != Turn::Over && !self.at_a_lead() {
            let action = self.random_action(&mut own_rng);
            self.play_unchecked(action);
        }
        let mut fans = [Fan::EMPTY; SEATS];
        for (fan, hand) in fans.iter_mut().zip(self.hands.as_slice()) {
            fan.lay_out(*hand);
        }
        while usize::from(self.table.played) < PLAYS {
            self.play_round(&mut fans, &mut own_rng);
        }
        self.hands = BySeat::splat(SEATS, Hand::EMPTY);
        *rng = own_rng;
        self.penalties().map(|points| -points)
    }

    #[inline]
    fn at_a_lead(&self) -> bool {
        self.table.all_passed() && usize::from(self.table.played).is_multiple_of(SEATS)
    }

    /// Plays a whole round, from its lead.
    #[inline]
    fn play_round(&mut self, fans: &mut [Fan; SEATS], rng: &mut Rng) {
        let table = &mut self.table;
        let leader = table.leader;
        let led = fans[leader.index()].lead(table.calves_broken, rng);
        let mut round = [led; SEATS];
        for (place, card) in round.iter_mut().enumerate().skip(1) {
            *card = fans[leader.plus(place, SEATS).index()].follow(led.suit(), rng);
        }
        let cards: Hand = round.into_iter().collect();
        let winning = (cards & led.suit().cards()).last().unwrap_or(led);
        let place = (1..SEATS).map(|place| place * usize::from(round[place] == winning)).sum();
        let winner = leader.plus(place, SEATS);

        let start = usize::from(table.played);
        table.plays[start..start + SEATS].copy_from_slice(&round);
        table.played += SEATS as u8;
        table.leader = winner;
        table.calves_broken |= !(cards & CALVES).is_empty();
        table.penalties[winner.index()] += round.iter().map(|card| card.points()).sum::<u8>();
    }
}

/// A hand in ascending order, so that the cards of a suit lie side by side.
#[derive(Clone, Copy)]
struct Fan {
    /// The cards as laid out; played cards stay.
    cards: [Card; 16],
    /// The places in `cards` of those still held, in order, four bits each.
    held: u64,
    /// Byte n counts the held cards below 10 n: suit n begins at byte n and ends at byte n + 1; byte 7 counts all.
    starts: u64,
}

impl Fan {
    const EMPTY: Fan = Fan { cards: [Card::new(10); 16], held: 0xfedc_ba98_7654_3210, starts: 0 };

    #[inline]
    fn lay_out(&mut self, hand: Hand) {
        for (card, place) in hand.iter().zip(&mut self.cards) {
            *place = card;
            self.starts += COUNTS[usize::from(card.number() & 63)];
        }
    }

    /// The place where the cards of this suit begin, and their number.
    #[inline]
    fn of_suit(&self, suit: Suit) -> (u32, u32) {
        let ends = self.starts >> (8 * suit.digit());
        let (start, end) = (ends as u32 & 0xff, ends as u32 >> 8 & 0xff);
        (start, end - start)
    }

    #[inline]
    fn len(&self) -> u32 {
        (self.starts >> 56) as u32
    }

    /// Removes a random card that may be led: no calf before calves are broken, if there is another card.
    #[inline]
    fn lead(&mut self, calves_broken: bool, rng: &mut Rng) -> Card {
        let (start, calves) = self.of_suit(Suit::ALL[2]);
        let skip = if calves_broken | (calves == self.len()) { 0 } else { calves };
        let n = rng.below(self.len() - skip);
        self.take(if n < start { n } else { n + skip })
    }

    /// Removes a random card of this suit, or any card if there is none.
    #[inline]
    fn follow(&mut self, suit: Suit, rng: &mut Rng) -> Card {
        let (start, count) = self.of_suit(suit);
        let (start, count) = if count == 0 { (0, self.len()) } else { (start, count) };
        self.take(start + rng.below(count))
    }

    /// Removes the card with `n` others below it.
    #[inline]
    fn take(&mut self, n: u32) -> Card {
        let card = self.cards[(self.held >> (4 * n)) as usize & 15];
        let below = (1 << (4 * n)) - 1;
        self.held = self.held & below | self.held >> 4 & !below;
        self.starts -= COUNTS[usize::from(card.number() & 63)];
        card
    }
}

/// The change of [`Fan::starts`] for each card: one in every byte from the end of its suit on.
const COUNTS: [u64; 64] = {
    let mut counts = [0; 64];
    let mut card = 10;
    while card < 50 {
        counts[card] = 0x0101_0101_0101_0101 << (8 * (card / 10 + 1));
        card += 1;
    }
    counts
};
