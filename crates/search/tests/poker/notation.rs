//! The notation of moves, deals and views.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use cardsharp_rules::{Fields, ParseError, join, parse_cards};

use super::rules::{Deal, Move, Stakes, View};

const MOVES: [(Move, &str); 3] = [(Move::Fold, "fold"), (Move::Call, "call"), (Move::Raise, "raise")];

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MOVES[*self as usize].1)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Move, ParseError> {
        let known = MOVES.iter().find(|(_, name)| *name == text);
        known.map(|(action, _)| *action).ok_or_else(|| ParseError::new("move", text, "fold, call or raise"))
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join(&self.0))
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Deal, ParseError> {
        parse_cards(text).map(Deal)
    }
}

impl<S: Stakes> fmt::Display for View<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, moves) = (join(self.open), join(&self.moves));
        write!(f, "seat {}; card {}; open {open}; moves {moves}", self.seat, self.card)
    }
}

impl<S: Stakes> FromStr for View<S> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<View<S>, ParseError> {
        let mut fields = Fields::new("view", text);
        let (seat, card) = (fields.take("seat")?, fields.take("card")?);
        let open = fields.list("open")?.into_iter().next();
        let view = View { seat, card, open, moves: fields.list("moves")?, stakes: PhantomData };
        fields.end().map(|()| view)
    }
}
