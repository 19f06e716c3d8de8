//! A deal in play, small enough to copy at every node.
//!
//! The rules' own state holds all plays since the first deal and the hands of later deals. Neither matters inside one
//! deal, and the searches here visit hundreds of thousands of positions a second.

use cardsharp_rules::indigo::{Card, Observation, POINT_CARDS, State, Table};
use cardsharp_rules::{BySeat, Card as _, CardSet, Observation as _, Seat};

use crate::keys::mix;

/// The maximum number of cards in a hand.
pub const HAND: usize = 6;

/// A set of cards.
pub type Cards = CardSet<Card>;

/// Both hands and all cards on the table, in the middle of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The hands, by seat.
    pub hands: [Cards; 2],
    /// The cards on the table.
    pub pile: Cards,
    /// The card on top of the pile.
    pub top: Option<Card>,
    /// The cards captured by each seat.
    pub captured: [Cards; 2],
    /// The seat that captured last.
    pub last_capturer: Option<Seat>,
    /// The seat whose turn it is.
    pub turn: Seat,
    /// The cards each seat is assumed not to hold: those that would have captured when it did not.
    pub lacks: [Cards; 2],
}

/// The cards of the same suit or rank, by card number; a table for speed.
const MATCHING: [Cards; 52] = {
    let mut table = [CardSet::EMPTY; 52];
    let mut index = 0;
    while index < 52 {
        let suit = 0x1fff << (index / 13 * 13);
        let rank = (1 | 1 << 13 | 1 << 26 | 1 << 39) << (index % 13);
        table[index] = CardSet::from_bits(suit | rank);
        index += 1;
    }
    table
};

/// The cards that match this one, including itself.
#[inline]
pub fn matching(card: Card) -> Cards {
    MATCHING[usize::from(card.index())]
}

impl Position {
    /// The first four cards on the table, before any hands are dealt.
    pub fn start(initial: &[Card; 4]) -> Position {
        Position {
            hands: [CardSet::EMPTY; 2],
            pile: initial.iter().copied().collect(),
            top: Some(initial[3]),
            captured: [CardSet::EMPTY; 2],
            last_capturer: None,
            turn: Seat::FIRST,
            lacks: [CardSet::EMPTY; 2],
        }
    }

    fn new(table: &Table, hands: [Cards; 2], turn: Seat) -> Position {
        let captured = table.captured();
        let mut position = Position {
            hands,
            pile: table.pile(),
            top: table.top(),
            captured: [captured[Seat::FIRST], captured[Seat::new(1)]],
            last_capturer: table.last_capturer(),
            turn,
            lacks: [CardSet::EMPTY; 2],
        };
        // Between deals both hands are empty, so `lacks` is too.
        if !table.plays().len().is_multiple_of(2 * HAND) {
            let mut past = Position::start(table.initial());
            for (number, &card) in table.plays().iter().enumerate() {
                if number % (2 * HAND) == 0 {
                    past.lacks = [CardSet::EMPTY; 2];
                }
                past.play(card);
            }
            position.lacks = past.lacks;
        }
        position
    }

    /// The position of a view if the other seat holds these cards.
    pub fn from_view(view: &Observation, other: Cards) -> Position {
        let mut hands = [other; 2];
        hands[view.seat().index()] = view.hand();
        let cardsharp_rules::Turn::Of(turn) = view.turn() else { unreachable!("the game is not over") };
        Position::new(view.table(), hands, turn)
    }

    /// The current deal of this state.
    pub fn from_state(state: &State) -> Position {
        let hands = state.hands();
        let cardsharp_rules::Turn::Of(turn) = cardsharp_rules::State::turn(state) else {
            unreachable!("the game is not over")
        };
        Position::new(state.table(), [hands[Seat::FIRST], hands[Seat::new(1)]], turn)
    }

    /// The hand of the seat whose turn it is.
    #[inline]
    pub fn hand(&self) -> Cards {
        self.hands[self.turn.index()]
    }

    /// The cards that would capture now.
    #[inline]
    pub fn capturing(&self) -> Cards {
        self.top.map_or(CardSet::EMPTY, matching)
    }

    /// The cards that both seats have seen.
    #[inline]
    pub fn seen(&self) -> Cards {
        self.pile | self.captured[0] | self.captured[1]
    }

    /// Whether both hands are played out.
    #[inline]
    pub fn is_over(&self) -> bool {
        (self.hands[0] | self.hands[1]).is_empty()
    }

    /// Plays a card of the seat whose turn it is.
    #[inline]
    pub fn play(&mut self, card: Card) {
        let seat = self.turn.index();
        let capturing = self.capturing();
        let captures = capturing.contains(card);
        self.hands[seat].remove(card);
        self.pile.insert(card);
        if captures {
            self.captured[seat] = self.captured[seat] | self.pile;
            self.pile = CardSet::EMPTY;
            self.top = None;
            self.last_capturer = Some(self.turn);
        } else {
            self.lacks[seat] = self.lacks[seat] | capturing;
            self.top = Some(card);
        }
        self.turn = self.turn.other();
    }

    /// The number of point cards captured by each seat.
    pub fn points(&self) -> [i32; 2] {
        self.captured.map(|cards| (cards & POINT_CARDS).len() as i32)
    }

    /// The first seat's lead in points if the game ended here; never 0.
    #[inline]
    pub fn final_lead(&self) -> i32 {
        let mut captured = self.captured;
        let heir = self.last_capturer.map_or(0, Seat::index);
        captured[heir] = captured[heir] | self.pile;
        let [first, second] = captured.map(|cards| (cards & POINT_CARDS).len() as i32);
        let bonus = if captured[1].len() > captured[0].len() { -3 } else { 3 };
        first - second + bonus
    }

    /// The final returns if the game ended here.
    pub fn returns(&self) -> BySeat<i32> {
        let lead = self.final_lead();
        [i32::midpoint(23, lead), i32::midpoint(23, -lead)].into_iter().collect()
    }
}

impl Position {
    /// A hash key of all that matters in the last deal; of captured cards only their numbers count.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let count = |cards: Cards| (cards.len() | (cards & POINT_CARDS).len() << 6) as u64;
        let top = self.top.map_or(63, |card| u64::from(card.index()));
        let last = self.last_capturer.map_or(2, |seat| seat.index() as u64);
        let rest = top | last << 6 | count(self.pile) << 8 | count(self.captured[0]) << 24;
        let rest = rest | (self.turn.index() as u64) << 40;
        [self.hands[0].bits(), self.hands[1].bits(), rest].into_iter().fold(0, mix)
    }
}
