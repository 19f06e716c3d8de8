//! How actions, deals and observations are written and read.
//!
//! - action: `play J♠`
//! - deal: `table 5♦ J♦ K♣ 5♠; hands J♠ 8♦ … / Q♠ 7♠ … / …`, eight hands, seat 0's and seat 1's in turn
//! - observation: `seat 0; table 5♦ J♦ K♣ 5♠; plays J♠ Q♠; hand 8♦ …`

use std::fmt;
use std::str::FromStr;

use super::Observation;
use super::rules::{Card, DEALS, Deal, HAND, PLAYS, Play, SEATS, Table};
use crate::{CardSet, Fields, Observation as _, ParseError, Seat, Turn, join, parse_cards};

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "play {}", self.0)
    }
}

impl FromStr for Play {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Play, ParseError> {
        let card = text.strip_prefix("play ");
        card.map_or_else(|| Err(ParseError::new("action", text, "\"play\" and a card")), |card| Ok(Play(card.parse()?)))
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands: Vec<String> = self.hands.iter().map(join).collect();
        write!(f, "table {}; hands {}", join(&self.table), hands.join(" / "))
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Deal, ParseError> {
        let mut fields = Fields::new("deal", text);
        let table = fields.list("table")?;
        let hands = fields.words("hands")?.split('/').map(parse_cards).collect::<Result<_, _>>()?;
        fields.end()?;
        Ok(Deal { table, hands })
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seat, table) = (self.seat(), self.table());
        write!(f, "seat {seat}; table {}; plays {}; hand {}", join(table.initial()), join(table.plays()), self.hand())
    }
}

impl FromStr for Observation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Observation, ParseError> {
        let mut fields = Fields::new("view", text);
        let seat: Seat = fields.take("seat")?;
        let initial: Vec<Card> = fields.list("table")?;
        let plays: Vec<Card> = fields.list("plays")?;
        let hand: CardSet<Card> = fields.take("hand")?;
        if seat.index() >= SEATS {
            return Err(fields.error("seat 0 or 1"));
        }
        let initial = initial.try_into().map_err(|_| fields.error("four cards on the table"))?;
        if plays.len() > PLAYS {
            return Err(fields.error(format!("at most {} plays", DEALS * SEATS * HAND)));
        }
        let mut table = Table::new(initial);
        let mut seen: CardSet<Card> = initial.into_iter().collect();
        for &card in &plays {
            let Turn::Of(turn) = table.turn() else { unreachable!("the number of plays was checked") };
            seen.insert(card);
            table.play(turn, card);
        }
        if (seen | hand).len() != initial.len() + plays.len() + hand.len() {
            return Err(fields.error("no card twice"));
        }
        if hand.len() != table.hand_size(seat) {
            return Err(fields.error(format!("{} cards in hand", table.hand_size(seat))));
        }
        fields.end()?;
        Ok(Observation::new(seat, table, hand))
    }
}
