//! A deal in play, small enough to copy at every node.
//!
//! The rules' own state carries all plays since the first deal and the hands of the deals to
//! come. Inside one deal neither matters, and the searches here visit hundreds of thousands of
//! positions a second.

use cardsharp_rules::indigo::{Card, Observation, POINT_CARDS, State, Table};
use cardsharp_rules::{BySeat, Card as _, CardSet, Observation as _, Seat};

use crate::keys::mix;

/// How many cards a seat holds at most.
pub const HAND: usize = 6;

/// A set of cards.
pub type Cards = CardSet<Card>;

/// Both hands and everything on the table, in the middle of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The hands, by seat.
    pub hands: [Cards; 2],
    /// The cards on the table.
    pub pile: Cards,
    /// The card on top of them.
    pub top: Option<Card>,
    /// What each seat has captured.
    pub captured: [Cards; 2],
    /// Who captured last.
    pub last_capturer: Option<Seat>,
    /// Whose turn it is.
    pub turn: Seat,
    /// What each seat is thought not to hold: the cards that would have captured when it did not.
    pub lacks: [Cards; 2],
}

/// The cards of the same suit or rank, by number; looked up far too often to be computed.
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

/// The cards that match this one, itself among them.
#[inline]
pub fn matching(card: Card) -> Cards {
    MATCHING[usize::from(card.index())]
}

impl Position {
    /// The first four cards on the table and no hands yet.
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

    /// The table as it lies, with these hands.
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
        // Between deals nobody holds anything, and so nobody lacks anything.
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

    /// What a seat sees, if the other held this.
    pub fn from_view(view: &Observation, other: Cards) -> Position {
        let mut hands = [other; 2];
        hands[view.seat().index()] = view.hand();
        let cardsharp_rules::Turn::Of(turn) = view.turn() else { unreachable!("it is someone's turn") };
        Position::new(view.table(), hands, turn)
    }

    /// The deal that this state is in.
    pub fn from_state(state: &State) -> Position {
        let hands = state.hands();
        let cardsharp_rules::Turn::Of(turn) = cardsharp_rules::State::turn(state) else {
            unreachable!("it is someone's turn")
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

    /// Plays a card of the hand whose turn it is.
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

    /// The points and cards captured by each seat.
    pub fn points(&self) -> [i32; 2] {
        self.captured.map(|cards| (cards & POINT_CARDS).len() as i32)
    }

    /// How many points more the first seat has, were this the end of the game; never 0.
    #[inline]
    pub fn final_lead(&self) -> i32 {
        let mut captured = self.captured;
        let heir = self.last_capturer.map_or(0, Seat::index);
        captured[heir] = captured[heir] | self.pile;
        let [first, second] = captured.map(|cards| (cards & POINT_CARDS).len() as i32);
        let bonus = if captured[1].len() > captured[0].len() { -3 } else { 3 };
        first - second + bonus
    }

    /// The final returns, were this the end of the game.
    pub fn returns(&self) -> BySeat<i32> {
        let lead = self.final_lead();
        [i32::midpoint(23, lead), i32::midpoint(23, -lead)].into_iter().collect()
    }
}

impl Position {
    /// A number for all that still matters in the last deal: of what is captured, only how much.
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
