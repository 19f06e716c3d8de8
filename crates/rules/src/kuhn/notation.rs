//! How moves, deals and observations are written and parsed; cards are those of the 52-card deck.
//!
//! - move: `pass`, `bet`
//! - deal: `hands J♠ / K♠; out Q♠`
//! - observation: `seat 0; card J♠; moves pass bet; shown -`

use std::fmt;
use std::str::FromStr;

use super::Observation;
use super::rules::{Card, DECK, Deal, Move, Table};
use crate::{Fields, Observation as _, ParseError, Turn, join, words};

words!(Move, "move", Pass: "pass", Bet: "bet");

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands: Vec<String> = self.hands.iter().map(ToString::to_string).collect();
        write!(f, "hands {}; out {}", hands.join(" / "), self.out)
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Deal, ParseError> {
        let mut fields = Fields::new("deal", text);
        let hands = fields.words("hands")?.split('/').map(|card| card.trim().parse()).collect::<Result<_, _>>()?;
        let deal = Deal { hands, out: fields.take("out")? };
        fields.end()?;
        Ok(deal)
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, shown) = (join(self.table().moves()), join(self.shown()));
        write!(f, "seat {}; card {}; moves {moves}; shown {shown}", self.seat(), self.card())
    }
}

impl FromStr for Observation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Observation, ParseError> {
        let mut fields = Fields::new("view", text);
        let (seat, card): (_, Card) = (fields.take("seat")?, fields.take("card")?);
        let (moves, shown): (Vec<Move>, Vec<Card>) = (fields.list("moves")?, fields.list("shown")?);
        let mut table = Table::default();
        for action in moves {
            if table.turn() == Turn::Over {
                return Err(fields.error("no move after the last"));
            }
            table.play(action);
        }
        if let Some(stranger) = shown.iter().chain([&card]).find(|card| !DECK.contains(card)) {
            return Err(fields.error(format!("J♠, Q♠ or K♠ instead of {stranger}")));
        }
        if shown.len() != usize::from(table.is_showdown()) || shown.contains(&card) {
            return Err(fields.error("the other card shown at a showdown, and only then"));
        }
        if seat >= crate::Seat::new(super::rules::SEATS) {
            return Err(fields.error("seat 0 or seat 1"));
        }
        fields.end()?;
        Ok(Observation::new(seat, table, card, shown.first().copied()))
    }
}
