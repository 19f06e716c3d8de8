//! Deal, betting, showdown.

use super::{Observation, encoding, observation, players};
use crate::french::{FrenchCard, Suit};
use crate::outcome::Scoring;
use crate::{BySeat, CardSet, Game, InvalidDeal, Rng, Seat, Seed, Turn};

pub(super) const SEATS: usize = 2;
const MOVES: usize = 3;

/// A card of the 52-card deck, of which this game uses three.
pub type Card = FrenchCard;

/// The lowest card.
pub const JACK: Card = Card::new(11, Suit::Spades);
/// The card between them.
pub const QUEEN: Card = Card::new(12, Suit::Spades);
/// The highest card.
pub const KING: Card = Card::new(13, Suit::Spades);
/// The three cards of the game.
pub const DECK: [Card; 3] = [JACK, QUEEN, KING];

/// The game; it has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kuhn;

/// The card of each seat, and the card put away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// One card for each seat.
    pub hands: Vec<Card>,
    /// The card put away.
    pub out: Card,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Puts in nothing: checks, or folds to a bet.
    Pass,
    /// Puts in a chip: bets, or calls a bet.
    Bet,
}

/// The public state: the moves so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    moves: [Option<Move>; MOVES],
}

impl Table {
    /// The moves so far.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + Clone {
        self.moves.into_iter().flatten()
    }

    pub(super) fn play(&mut self, action: Move) {
        let free = self.moves.iter_mut().find(|action| action.is_none());
        *free.expect("a game that is not over has room for a move") = Some(action);
    }

    /// The seat to act. Two moves end the game, except that a bet after a pass must be answered.
    pub fn turn(&self) -> Turn {
        use Move::{Bet, Pass};
        match self.moves {
            [None, ..] | [Some(Pass), Some(Bet), None] => Turn::Of(Seat::FIRST),
            [Some(_), None, _] => Turn::Of(Seat::FIRST.other()),
            _ => Turn::Over,
        }
    }

    /// The seat that folded to a bet.
    pub fn folded(&self) -> Option<Seat> {
        use Move::{Bet, Pass};
        match self.moves {
            [Some(Bet), Some(Pass), _] => Some(Seat::FIRST.other()),
            [Some(Pass), Some(Bet), Some(Pass)] => Some(Seat::FIRST),
            _ => None,
        }
    }

    /// Whether both cards are shown.
    pub fn is_showdown(&self) -> bool {
        self.turn() == Turn::Over && self.folded().is_none()
    }

    /// The number of chips a seat has put in.
    pub fn chips(&self, seat: Seat) -> i32 {
        1 + self.moves.into_iter().skip(seat.index()).step_by(SEATS).filter(|action| *action == Some(Move::Bet)).count()
            as i32
    }
}

/// Appends both moves unless the game is over; they do not depend on the cards.
pub(super) fn legal_actions(table: Table, out: &mut Vec<Move>) {
    if table.turn() != Turn::Over {
        out.extend([Move::Pass, Move::Bet]);
    }
}

/// A position: the moves and the hidden cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    pub(super) cards: [Card; SEATS],
}

impl State {
    /// The public state.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The card of a seat.
    pub fn card(&self, seat: Seat) -> Card {
        self.cards[seat.index()]
    }
}

impl crate::State for State {
    type Action = Move;
    type Observation = Observation;

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn legal_actions(&self, out: &mut Vec<Move>) {
        legal_actions(self.table, out);
    }

    fn random_action(&self, rng: &mut Rng) -> Move {
        [Move::Pass, Move::Bet][rng.below(2) as usize]
    }

    fn play_unchecked(&mut self, action: Move) {
        self.table.play(action);
    }

    fn observe(&self, seat: Seat) -> Observation {
        let shown = self.table.is_showdown().then(|| self.card(seat.other()));
        Observation::new(seat, self.table, self.card(seat), shown)
    }

    fn returns(&self) -> Option<BySeat<i32>> {
        let higher = if self.cards[0] > self.cards[1] { Seat::FIRST } else { Seat::FIRST.other() };
        let winner = self.table.folded().map_or(higher, Seat::other);
        let won = self.table.chips(winner.other());
        let result = |seat| if seat == winner { won } else { -won };
        (self.table.turn() == Turn::Over).then(|| BySeat::from_fn(SEATS, result))
    }

    fn rewind(&self, actions: &mut Vec<Move>) -> State {
        actions.extend(self.table.moves());
        State { table: Table::default(), cards: self.cards }
    }
}

impl Game for Kuhn {
    const NAME: &'static str = "kuhn";
    const TITLE: &'static str = "Kuhn poker";
    const RULES: &'static str = include_str!("rules.md");
    const SEATS: usize = SEATS;
    const SCORING: Scoring = Scoring { unit: "chip", title: "chips", fewest_win: false };
    type Deal = Deal;
    type State = State;

    fn shuffle(&self, seed: Seed) -> Deal {
        let mut deck = DECK;
        Rng::new(seed).shuffle(&mut deck);
        Deal { hands: deck[..SEATS].to_vec(), out: deck[SEATS] }
    }

    fn start(&self, deal: &Deal) -> Result<State, InvalidDeal> {
        let Ok(cards) = <[Card; SEATS]>::try_from(deal.hands.as_slice()) else {
            let (place, found) = ("both hands together".to_owned(), deal.hands.len());
            return Err(InvalidDeal::WrongCount { place, expected: SEATS, found });
        };
        let mut left: CardSet<Card> = DECK.into_iter().collect();
        for card in cards.into_iter().chain([deal.out]) {
            if !left.contains(card) {
                return Err(InvalidDeal::TooMany(card.to_string()));
            }
            left.remove(card);
        }
        Ok(State { table: Table::default(), cards })
    }

    forward_to_modules!();
}
