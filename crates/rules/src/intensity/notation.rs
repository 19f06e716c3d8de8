//! How cards, actions, deals and observations are written and read.
//!
//! - card: its number, `23`
//! - action: `pass 29 39 49`, `play 23`
//! - deal: `hands 10 22 … / 11 … / … / …`, the hands in seat order
//! - observation: `seat 0; passed 4; pass 37 38 39; received 34 47 48; plays 16 13 19 12; hand 11 …`

use std::fmt;
use std::str::FromStr;

use super::Observation;
use super::card::{Card, Suit};
use super::rules::{Action, Deal, Hand, PASS, SEATS};
use crate::{Fields, Observation as _, ParseError, Seat, join, parse_cards};

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Card {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Card, ParseError> {
        match text.parse::<u8>() {
            Ok(number @ 10..=49) if text.len() == 2 => Ok(Card::new(number)),
            _ => Err(ParseError::new("card", text, "a number from 10 to 49")),
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass(cards) => write!(f, "pass {cards}"),
            Action::Play(card) => write!(f, "play {card}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        if let Some(card) = text.strip_prefix("play ") {
            return Ok(Action::Play(card.trim().parse()?));
        }
        let error = || ParseError::new("action", text, "\"play\" and a card, or \"pass\" and three cards");
        let cards: Hand = text.strip_prefix("pass ").ok_or_else(error)?.parse()?;
        if cards.len() == PASS { Ok(Action::Pass(cards)) } else { Err(error()) }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands: Vec<String> = self.hands.iter().map(join).collect();
        write!(f, "hands {}", hands.join(" / "))
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Deal, ParseError> {
        let mut fields = Fields::new("deal", text);
        let hands: Vec<_> = fields.words("hands")?.split('/').map(parse_cards).collect::<Result<_, _>>()?;
        if hands.len() != SEATS {
            return Err(fields.error("four hands with / between them"));
        }
        fields.end()?;
        Ok(Deal { hands })
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seat, table) = (self.seat(), self.table());
        write!(f, "seat {seat}; passed {}; pass {}; received {}; ", table.passed(), self.pass(), self.received())?;
        write!(f, "plays {}; hand {}", join(table.plays()), self.hand())
    }
}

impl FromStr for Observation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Observation, ParseError> {
        let mut fields = Fields::new("view", text);
        let seat: Seat = fields.take("seat")?;
        let passed = fields.words("passed")?;
        let passed = passed.parse().map_err(|_| fields.error("how many have passed, 0 to 4"))?;
        let (pass, received): (Hand, Hand) = (fields.take("pass")?, fields.take("received")?);
        let (plays, hand): (Vec<Card>, Hand) = (fields.list("plays")?, fields.take("hand")?);
        let view = Observation::checked(seat, (passed, &plays), (hand, pass, received));
        let view = view.map_err(|reason| fields.error(reason))?;
        fields.end()?;
        Ok(view)
    }
}
