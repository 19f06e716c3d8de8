//! A seat's view, and what it implies about the other hands.

use super::card::{CALVES, Card};
use super::rules::{Action, Deal, HAND, Hand, PASS, PLAYS, SEATS, State, legal_actions, legal_plays};
use super::sampler::IntensitySampler;
use super::table::Table;
use crate::{BySeat, Card as _, CardSet, Seat, Turn};

/// The table, the seat's own hand, and the cards it passed and received: perfect recall, without any hidden card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    seat: Seat,
    table: Table,
    hand: Hand,
    pass: Hand,
    received: Hand,
}

impl Observation {
    pub(super) fn new(seat: Seat, table: Table, hand: Hand, pass: Hand, received: Hand) -> Observation {
        Observation { seat, table, hand, pass, received }
    }

    /// Builds the view if the rules allow it as far as this seat can tell; otherwise returns the reason.
    pub(super) fn checked(
        seat: Seat,
        (passed, plays): (usize, &[Card]),
        (hand, pass, received): (Hand, Hand, Hand),
    ) -> Result<Observation, String> {
        let all_passed = passed == SEATS;
        if passed > SEATS || plays.len() > if all_passed { PLAYS } else { 0 } {
            return Err(format!("at most {SEATS} passes, and at most {PLAYS} plays after them"));
        }
        let passed_cards = if seat.index() < passed { PASS } else { 0 };
        if pass.len() != passed_cards || received.len() != if all_passed { PASS } else { 0 } {
            return Err("three cards passed in one's turn, and three received when all have passed".to_owned());
        }
        let mut table = Table::new(passed);
        let mut held = hand;
        for &card in plays {
            if table.player() == seat {
                held.insert(card);
            }
            table.play(card);
        }
        if hand.len() != table.hand_size(seat) {
            return Err(format!("{} cards in hand", table.hand_size(seat)));
        }
        if held.len() + pass.len() != HAND + received.len() || !(held & pass).is_empty() || !received.is_subset(held) {
            return Err("no card twice, and the received cards among one's own".to_owned());
        }
        check_plays(&table, seat, held, pass)?;
        let view = Observation::new(seat, table, hand, pass, received);
        if IntensitySampler::new(&view).is_impossible() {
            return Err("some way for the other hands to hold the cards left over".to_owned());
        }
        Ok(view)
    }

    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The seat's own cards, without those passed and with those received.
    pub fn hand(&self) -> CardSet<Card> {
        self.hand
    }

    /// The cards passed to the left; empty before the pass.
    pub fn pass(&self) -> CardSet<Card> {
        self.pass
    }

    /// The cards received from the right; empty until all have passed.
    pub fn received(&self) -> CardSet<Card> {
        self.received
    }

    /// The passed cards that the left neighbour must still hold; during the passing they are not its own yet.
    pub fn held_by_left(&self) -> CardSet<Card> {
        if self.table.all_passed() { self.pass - self.table.plays().iter().copied().collect() } else { Hand::EMPTY }
    }

    /// All cards of the suits that a seat has shown to lack.
    pub fn lacks(&self, seat: Seat) -> CardSet<Card> {
        Shown::by(&self.table).lacks[seat]
    }

    /// The cards in the other hands, including those this seat has passed.
    pub fn unseen(&self) -> CardSet<Card> {
        let mine = if self.table.all_passed() { self.hand } else { self.hand | self.pass };
        Card::DECK - mine - self.table.plays().iter().copied().collect()
    }
}

impl crate::Observation for Observation {
    type State = State;
    type Sampler = IntensitySampler;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        if self.turn() == Turn::Of(self.seat) {
            legal_actions(&self.table, self.hand, out);
        }
    }

    fn sampler(&self) -> IntensitySampler {
        IntensitySampler::new(self)
    }
}

/// The facts about each seat that follow from the plays alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub(super) played: BySeat<Hand>,
    /// All cards of the suits it can no longer hold.
    pub(super) lacks: BySeat<Hand>,
}

impl Shown {
    fn nothing() -> Shown {
        Shown { played: BySeat::splat(SEATS, Hand::EMPTY), lacks: BySeat::splat(SEATS, Hand::EMPTY) }
    }

    /// Goes round by round, because [`Table::replay`] updates the whole table and every encoding calls this.
    pub(super) fn by(table: &Table) -> Shown {
        let mut shown = Shown::nothing();
        let (mut leader, mut calves_broken) = (Table::new(SEATS).leader(), false);
        for round in table.plays().chunks(SEATS) {
            let (led, cards): (Hand, Hand) = (round[0].suit().cards(), round.iter().copied().collect());
            for (place, &card) in round.iter().enumerate() {
                let seat = leader.plus(place, SEATS);
                shown.played[seat].insert(card);
                if !led.contains(card) {
                    shown.lacks[seat] = shown.lacks[seat] | led;
                }
            }
            if !calves_broken && CALVES.contains(round[0]) {
                shown.lacks[leader] = shown.lacks[leader] | (Card::DECK - CALVES);
            }
            calves_broken |= !(cards & CALVES).is_empty();
            let winning = (cards & led).last().unwrap_or(round[0]);
            leader = leader.plus(round.iter().position(|&card| card == winning).unwrap_or(0), SEATS);
        }
        shown
    }

    pub(super) fn all_played(&self) -> Hand {
        self.played.as_slice().iter().fold(Hand::EMPTY, |all, &played| all | played)
    }

    fn add(&mut self, before: &Table, seat: Seat, card: Card) {
        self.played[seat].insert(card);
        let lacks = match before.led() {
            Some(led) if led.suit() != card.suit() => led.suit().cards(),
            // A seat that leads a calf too early had nothing else.
            None if CALVES.contains(card) && !before.calves_broken() => Card::DECK - CALVES,
            _ => Hand::EMPTY,
        };
        self.lacks[seat] = self.lacks[seat] | lacks;
    }
}

/// Checks every play against the rules, as far as the seat with these held and passed cards can tell.
fn check_plays(table: &Table, me: Seat, mut held: Hand, pass: Hand) -> Result<(), String> {
    let left = me.plus(1, SEATS);
    let mut shown = Shown::nothing();
    let (mut seen, mut found) = (Hand::EMPTY, Ok(()));
    table.replay(|before, seat, card| {
        let reason = if seen.contains(card) {
            format!("{card} only once")
        } else if seat == me {
            if legal_plays(before, held).contains(card) { String::new() } else { format!("a legal play, not {card}") }
        } else if held.contains(card) {
            format!("{card} played by seat {me}, who has it")
        } else if pass.contains(card) && seat != left {
            format!("{card} played by seat {left}, who was given it")
        } else if shown.lacks[seat].contains(card) {
            format!("no {card} from seat {seat}, who has shown to have none of its suit")
        } else {
            String::new()
        };
        if found.is_ok() && !reason.is_empty() {
            found = Err(reason);
        }
        seen.insert(card);
        held.remove(card);
        shown.add(before, seat, card);
    });
    found
}

pub(super) fn rewind(state: &State, actions: &mut Vec<Action>) -> State {
    let passed = Seat::all(SEATS).take(state.table.passed());
    actions.extend(passed.clone().map(|seat| Action::Pass(state.passes[seat])));
    actions.extend(state.table.plays().iter().copied().map(Action::Play));
    let mut hands = state.hands;
    state.table.replay(|_, seat, card| hands[seat].insert(card));
    for seat in passed {
        // Takes the pass back from the left neighbour, who has it only once all have passed.
        let left = seat.plus(1, SEATS);
        hands[left] = hands[left] - state.passes[seat];
    }
    for seat in Seat::all(SEATS) {
        hands[seat] = hands[seat] | state.passes[seat];
    }
    State { table: Table::new(0), hands, passes: BySeat::splat(SEATS, Hand::EMPTY) }
}

pub(super) fn hidden_slots(deal: &Deal, actions: &[Action], seat: Seat) -> Vec<usize> {
    // Slots 0 to 9 are seat 0's dealt cards, and so on. A seat sees its right neighbour's pass once all four have
    // passed, and always the played cards.
    let right = seat.plus(SEATS - 1, SEATS);
    let received = match actions.get(right.index()) {
        Some(&Action::Pass(cards)) if actions.len() >= SEATS => cards,
        _ => Hand::EMPTY,
    };
    let cards = deal.hands.iter().flatten();
    cards
        .enumerate()
        .filter(|(slot, card)| {
            let dealt_to_me = slot / HAND == seat.index();
            !dealt_to_me && !received.contains(**card) && !actions.contains(&Action::Play(**card))
        })
        .map(|(slot, _)| slot)
        .collect()
}

pub(super) fn swap_slots(deal: &Deal, actions: &[Action], (a, b): (usize, usize)) -> (Deal, Vec<Action>) {
    let mut cards: Vec<Card> = deal.hands.iter().flatten().copied().collect();
    let (first, second) = (cards[a], cards[b]);
    cards.swap(a, b);
    let rename = |card: Card| match card {
        card if card == first => second,
        card if card == second => first,
        card => card,
    };
    let actions = actions.iter().map(|&action| match action {
        Action::Pass(cards) => Action::Pass(cards.iter().map(rename).collect()),
        Action::Play(card) => Action::Play(rename(card)),
    });
    (Deal { hands: cards.chunks(HAND).map(<[Card]>::to_vec).collect() }, actions.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intensity::Intensity;
    use crate::{Game, Rng, Seed, State as _};

    #[test]
    fn what_was_shown_is_the_same_round_by_round_and_play_by_play() {
        let mut rng = Rng::new(Seed(1));
        for seed in 0..200 {
            let mut state = Intensity.start(&Intensity.shuffle(Seed(seed))).expect("a shuffled deal is valid");
            loop {
                let (quick, mut slow) = (Shown::by(state.table()), Shown::nothing());
                state.table().replay(|before, seat, card| slow.add(before, seat, card));
                assert_eq!((quick.played, quick.lacks), (slow.played, slow.lacks), "{state:?}");
                if state.turn() == Turn::Over {
                    break;
                }
                let action = state.random_action(&mut rng);
                state.play_unchecked(action);
            }
        }
    }
}
