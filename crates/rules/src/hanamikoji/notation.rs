//! How cards, actions, deals and observations are written and read.
//!
//! - cards: letters without blanks, `AABG`; `-` for none
//! - action: `secret G`, `burn AB`, `gift ABG`, `compete AB|FG`, `take G`, `take FG`
//! - deal: `removed G; hands AABCDF / BCDEEG; pile GFEDGFFG`, the pile in the order it is drawn
//! - observation: `seat 0; hand ABCE; dealt AABCDF; draws GE; secret -; burned -; turns gift AFG take G / secret /
//!   compete AB|FG; shown -`: what was done turn by turn, and at the end `shown GF`, the secrets of seat 0 and seat 1

use std::fmt;
use std::str::FromStr;

use super::Observation;
use super::actions::{Action, Kind, Offer, Pairs};
use super::cards::{Cards, Geisha};
use super::rules::{DRAWS, Deal, HAND, Own, SEATS, TURNS};
use super::table::{Shown, Table};
use crate::{BySeat, Fields, Observation as _, ParseError, Seat, Turn};

impl fmt::Display for Geisha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl FromStr for Geisha {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Geisha, ParseError> {
        let mut types = Geisha::ALL.into_iter();
        types.find(|card| card.to_string() == text).ok_or_else(|| ParseError::new("card", text, "a letter from A to G"))
    }
}

/// Parses letters without blanks and keeps their order; `-` for none.
fn letters(text: &str) -> Result<Vec<Geisha>, ParseError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.chars().map(|letter| letter.to_string().parse()).collect()
}

fn write_letters(cards: impl IntoIterator<Item = Geisha>) -> String {
    let letters: String = cards.into_iter().map(|card| card.to_string()).collect();
    if letters.is_empty() { "-".to_owned() } else { letters }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_letters(*self))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl FromStr for Cards {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Cards, ParseError> {
        let too_many =
            |card: Geisha| ParseError::new("handful of cards", text, format!("{card} at most {} times", card.value()));
        Cards::gather(letters(text)?).map_err(too_many)
    }
}

fn some(counts: &[usize], text: &str) -> Result<Cards, ParseError> {
    let cards: Cards = text.parse()?;
    if counts.contains(&cards.len()) {
        return Ok(cards);
    }
    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
    Err(ParseError::new("choice of cards", text, format!("{} of them", counts.join(" or "))))
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.both();
        write!(f, "{low}|{high}")
    }
}

impl FromStr for Pairs {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Pairs, ParseError> {
        let wrong = |expected: &str| ParseError::new("two pairs", text, expected);
        let (one, other) = text.split_once('|').ok_or_else(|| wrong("two cards, | and two cards"))?;
        let (one, other) = (some(&[2], one)?, some(&[2], other)?);
        one.with(other).ok_or_else(|| wrong("no more cards of a type than the deck has"))?;
        Ok(Pairs::new(one, other))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Secret(card) => write!(f, "secret {card}"),
            Action::Burn(cards) => write!(f, "burn {cards}"),
            Action::Gift(cards) => write!(f, "gift {cards}"),
            Action::Compete(pairs) => write!(f, "compete {pairs}"),
            Action::Take(cards) => write!(f, "take {cards}"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Action, ParseError> {
        let (word, cards) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "secret" => Ok(Action::Secret(cards.parse()?)),
            "burn" => Ok(Action::Burn(some(&[2], cards)?)),
            "gift" => Ok(Action::Gift(some(&[3], cards)?)),
            "compete" => Ok(Action::Compete(cards.parse()?)),
            "take" => Ok(Action::Take(some(&[1, 2], cards)?)),
            _ => Err(ParseError::new(
                "action",
                text,
                "\"secret\", \"burn\", \"gift\", \"compete\" or \"take\" and cards",
            )),
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands: Vec<String> = self.hands.iter().map(|hand| write_letters(hand.iter().copied())).collect();
        let pile = write_letters(self.pile.iter().copied());
        write!(f, "removed {}; hands {}; pile {pile}", self.removed, hands.join(" / "))
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Deal, ParseError> {
        let mut fields = Fields::new("deal", text);
        let removed = fields.take("removed")?;
        let hands = fields.words("hands")?.split('/').map(|hand| letters(hand.trim())).collect::<Result<_, _>>()?;
        let pile = letters(fields.words("pile")?)?;
        fields.end()?;
        Ok(Deal { removed, hands, pile })
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (action, taken) = match *self {
            Shown::Secret => return f.write_str("secret"),
            Shown::Burn => return f.write_str("burn"),
            Shown::Offer { offer: Offer::Gift(cards), taken } => (Action::Gift(cards), taken),
            Shown::Offer { offer: Offer::Competition(pairs), taken } => (Action::Compete(pairs), taken),
        };
        write!(f, "{action}")?;
        if taken.is_empty() { Ok(()) } else { write!(f, " take {taken}") }
    }
}

impl FromStr for Shown {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Shown, ParseError> {
        match text {
            "secret" => return Ok(Shown::Secret),
            "burn" => return Ok(Shown::Burn),
            _ => {}
        }
        let wrong = |expected: &str| ParseError::new("turn", text, expected);
        let (action, taken) = text.split_once(" take ").map_or((text, None), |(action, taken)| (action, Some(taken)));
        let offer = match action.parse()? {
            Action::Gift(cards) => Offer::Gift(cards),
            Action::Compete(pairs) => Offer::Competition(pairs),
            _ => return Err(wrong("\"secret\", \"burn\", or \"gift\" or \"compete\" with cards")),
        };
        let Some(taken) = taken else { return Ok(Shown::Offer { offer, taken: Cards::EMPTY }) };
        let taken = taken.parse()?;
        if !offer.choices().any(|choice| choice == taken) {
            return Err(wrong("something to be taken that was offered"));
        }
        Ok(Shown::Offer { offer, taken })
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seat, own, table) = (self.seat(), self.own(), self.table());
        write!(f, "seat {seat}; hand {}; dealt {}; draws {}", own.hand(), own.dealt(), write_letters(own.draws()))?;
        write!(f, "; secret {}; burned {}", write_letters(own.secret()), own.burned())?;
        let turns: Vec<String> = table.shown().iter().map(ToString::to_string).collect();
        let turns = if turns.is_empty() { "-".to_owned() } else { turns.join(" / ") };
        let shown = write_letters(table.secrets().as_slice().iter().copied().flatten());
        write!(f, "; turns {turns}; shown {shown}")
    }
}

impl FromStr for Observation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Observation, ParseError> {
        let mut fields = Fields::new("view", text);
        let seat: Seat = fields.take("seat")?;
        let hand: Cards = fields.take("hand")?;
        let dealt: Cards = fields.take("dealt")?;
        let draws = letters(fields.words("draws")?)?;
        let secret = letters(fields.words("secret")?)?;
        let burned: Cards = fields.take("burned")?;
        let turns = match fields.words("turns")? {
            "-" => Vec::new(),
            turns => turns.split(" / ").map(str::parse).collect::<Result<Vec<Shown>, _>>()?,
        };
        let shown = letters(fields.words("shown")?)?;
        let claim = Claim { seat, hand, dealt, draws, secret, burned, turns, shown };
        let view = claim.check().map_err(|expected| fields.error(expected))?;
        fields.end()?;
        Ok(view)
    }
}

struct Claim {
    seat: Seat,
    hand: Cards,
    dealt: Cards,
    draws: Vec<Geisha>,
    secret: Vec<Geisha>,
    burned: Cards,
    turns: Vec<Shown>,
    shown: Vec<Geisha>,
}

impl Claim {
    /// Replays the turns with the seat's own cards and reports what disagrees.
    fn check(&self) -> Result<Observation, String> {
        let need = |holds: bool, expected: &str| if holds { Ok(()) } else { Err(expected.to_owned()) };
        need(self.seat.index() < SEATS, "seat 0 or 1")?;
        need(self.dealt.len() == HAND, "six cards dealt")?;
        need(self.turns.len() <= TURNS, "at most eight turns")?;
        let mut table = Table::new();
        for (number, &turn) in self.turns.iter().enumerate() {
            let seat = Seat::new(number % SEATS);
            need(table.offer().is_none(), "an answer to every offer but the last")?;
            need(!table.has_used(seat, turn.kind()), "each action once for each seat")?;
            match turn {
                Shown::Offer { offer, taken } if !taken.is_empty() => {
                    table.act(seat, Shown::Offer { offer, taken: Cards::EMPTY });
                    table.take(seat.other(), taken);
                }
                _ => table.act(seat, turn),
            }
        }
        let hidden = |kind: Kind| if table.has_used(self.seat, kind) { kind.cards() } else { 0 };
        need(self.draws.len() == table.draws(self.seat), &format!("{} cards drawn", table.draws(self.seat)))?;
        need(self.secret.len() == hidden(Kind::Secret), "one secret card if Secret was used, else none")?;
        need(self.burned.len() == hidden(Kind::Burn), "two burned cards if Burn was used, else none")?;
        let mut own = Own::new(self.dealt);
        (own.secret, own.burned) = (self.secret.first().copied(), self.burned);
        for (draw, &card) in self.draws.iter().enumerate().take(DRAWS) {
            let turn = draw * SEATS + self.seat.index();
            need(own.hand.with(card.into()).is_some(), "no more cards of a type than the deck has")?;
            own.draw(turn, card);
            let spent = own.spent(&table, turn);
            need(own.hand.includes(spent), "every action with cards then in hand")?;
            own.hand = own.hand - spent;
        }
        need(own.hand == self.hand, &format!("the hand {}", own.hand))?;
        self.reveal(&mut table)?;
        let view = Observation::new(self.seat, table, own);
        let seen = own.draws().try_fold(self.dealt, |cards, card| cards.with(card.into()));
        let seen = seen.and_then(|mine| mine.with(view.theirs()));
        need(seen.is_some(), "no more cards of a type than the deck has")?;
        Ok(view)
    }

    /// Checks that the secrets are there at the end and only then.
    fn reveal(&self, table: &mut Table) -> Result<(), String> {
        match (table.turn(), self.shown.as_slice()) {
            (Turn::Of(_), []) => Ok(()),
            (Turn::Of(_), _) => Err("no secrets shown before the end".to_owned()),
            (Turn::Over, &[first, second]) => {
                let secrets: BySeat<Option<Geisha>> = [Some(first), Some(second)].into_iter().collect();
                if secrets[self.seat] != self.secret.first().copied() {
                    return Err("one's own secret among those shown".to_owned());
                }
                table.reveal(secrets);
                Ok(())
            }
            (Turn::Over, _) => Err("the secrets of both seats shown at the end".to_owned()),
        }
    }
}
