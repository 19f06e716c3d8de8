//! How actions, deals and observations are written and parsed. Cards are written as in the course's own files, rank
//! number and suit letter: `1C` is A♣, `11D` is J♦.
//!
//! - action: `discard 2H`
//! - deal: `public 8H 9H; hands 1H 2H / 1D 2D / 1C 2C / 1S 2S; pile 3H 3D …`
//! - observation: `seat 0; sums face; public 8H 9H; discards 2H 3D 3C 3S; dealt 1H 2H; drew 3H 4H`, at the end also `;
//!   shown 1H 4H / 1D 2D / 1C 2C / 1S 2S`

use std::fmt;
use std::str::FromStr;

use super::rules::{Card, Deal, Discard, PRIVATE, PUBLIC, SEATS, TURNS, Table};
use super::{Hand, Observation, Sums};
use crate::{BySeat, CardSet, Fields, Observation as _, ParseError, Seat, Turn, join, parse_cards};

struct Code(Card);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.code())
    }
}

impl FromStr for Code {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Code, ParseError> {
        Card::from_code(text).map(Code)
    }
}

/// Cards separated by blanks, in the given order; `-` for none.
pub(super) fn codes(cards: impl IntoIterator<Item = Card>) -> String {
    join(cards.into_iter().map(Code))
}

fn parse_codes(text: &str) -> Result<Vec<Card>, ParseError> {
    Ok(parse_cards(text)?.into_iter().map(|Code(card)| card).collect())
}

/// Hands separated by ` / `.
fn hands<H: IntoIterator<Item = Card>>(hands: impl IntoIterator<Item = H>) -> String {
    hands.into_iter().map(codes).collect::<Vec<_>>().join(" / ")
}

fn parse_hands(text: &str) -> Result<Vec<Vec<Card>>, ParseError> {
    text.split('/').map(parse_codes).collect()
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Sums {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Sums, ParseError> {
        let all = [Sums::Face, Sums::Flexible];
        let found = all.into_iter().find(|sums| sums.name() == text);
        found.ok_or_else(|| ParseError::new("value of sums", text, "face or flexible"))
    }
}

impl fmt::Display for Discard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "discard {}", Code(self.0))
    }
}

impl FromStr for Discard {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Discard, ParseError> {
        let card = text.strip_prefix("discard ");
        let card =
            card.ok_or_else(|| ParseError::new("action", text, "\"discard\" and a card, such as discard 11D"))?;
        Ok(Discard(Card::from_code(card)?))
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (public, pile) = (codes(self.public.iter().copied()), codes(self.pile.iter().copied()));
        write!(f, "public {public}; hands {}; pile {pile}", hands(self.hands.iter().cloned()))
    }
}

impl FromStr for Deal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Deal, ParseError> {
        let mut fields = Fields::new("deal", text);
        let public = parse_codes(fields.words("public")?)?;
        let hands = parse_hands(fields.words("hands")?)?;
        let pile = parse_codes(fields.words("pile")?)?;
        fields.end()?;
        Ok(Deal { public, hands, pile })
    }
}

impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seat, table) = (self.seat(), self.table());
        let (public, discards) = (codes(table.public()), codes(table.discards().iter().copied()));
        write!(f, "seat {seat}; sums {}; public {public}; discards {discards}; ", table.sums())?;
        write!(f, "dealt {}; drew {}", codes(self.dealt().iter()), codes(self.draws()))?;
        match table.shown() {
            Some(shown) => write!(f, "; shown {}", hands(shown.as_slice().iter().copied())),
            None => Ok(()),
        }
    }
}

impl FromStr for Observation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Observation, ParseError> {
        let mut fields = Fields::new("view", text);
        let seat: Seat = fields.take("seat")?;
        let sums = fields.take("sums")?;
        let public = parse_codes(fields.words("public")?)?;
        let public = public.try_into().map_err(|_| fields.error(format!("{PUBLIC} public cards")))?;
        let discards = parse_codes(fields.words("discards")?)?;
        if discards.len() > TURNS {
            return Err(fields.error(format!("at most {TURNS} discards")));
        }
        let mut table = Table::new(sums, public);
        for &card in &discards {
            table.discard(card);
        }
        let dealt = parse_codes(fields.words("dealt")?)?;
        let dealt: [Card; PRIVATE] = dealt.try_into().map_err(|_| fields.error(format!("{PRIVATE} cards dealt")))?;
        let draws = parse_codes(fields.words("drew")?)?;
        if draws.len() != table.drawn(seat) {
            return Err(fields.error(format!("{} cards drawn", table.drawn(seat))));
        }
        let hand = replay_hand(seat, &table, dealt, &draws).map_err(|reason| fields.error(reason))?;
        let shown = match table.turn() {
            Turn::Over => parse_hands(fields.words("shown")?)?,
            Turn::Of(_) => Vec::new(),
        };
        check_once(seat, &table, &dealt, &draws, &shown).map_err(|reason| fields.error(reason))?;
        if table.turn() == Turn::Over {
            table.show(check_shown(seat, hand, &shown).map_err(|reason| fields.error(reason))?);
        }
        fields.end()?;
        let draws = std::array::from_fn(|round| draws.get(round).copied());
        Ok(Observation::new(seat, table, Hand::dealt(dealt), draws, hand))
    }
}

/// The seat's hand after its own draws and discards. Each discard must be in hand.
fn replay_hand(seat: Seat, table: &Table, dealt: [Card; PRIVATE], draws: &[Card]) -> Result<Hand, String> {
    let mut hand = Hand::dealt(dealt);
    let mut discards = table.discards_of(seat);
    for &draw in draws {
        hand.draw(draw);
        if let Some(card) = discards.next() {
            if !hand.set().contains(card) {
                return Err(format!("seat {seat} to discard one of {}, not {}", codes(hand.iter()), card.code()));
            }
            hand.discard(card);
        }
    }
    Ok(hand)
}

/// Checks that every card is in one place only, and that the seat's discards and shown cards are its own.
fn check_once(seat: Seat, table: &Table, dealt: &[Card], draws: &[Card], shown: &[Vec<Card>]) -> Result<(), String> {
    let public = table.public();
    let mine = public.iter().chain(dealt).chain(draws).copied();
    let others = Seat::all(SEATS).filter(|&other| other != seat);
    let theirs = others.flat_map(|other| {
        let kept = shown.get(other.index()).into_iter().flatten().copied();
        table.discards_of(other).chain(kept)
    });
    let mut seen = CardSet::EMPTY;
    for card in mine.chain(theirs) {
        if seen.contains(card) {
            return Err(format!("{} only once", card.code()));
        }
        seen.insert(card);
    }
    Ok(())
}

/// The hands at the end: two cards each, the seat's own as played.
fn check_shown(seat: Seat, hand: Hand, shown: &[Vec<Card>]) -> Result<BySeat<CardSet<Card>>, String> {
    if shown.len() != SEATS || shown.iter().any(|cards| cards.len() != PRIVATE) {
        return Err(format!("{SEATS} hands of {PRIVATE} shown"));
    }
    let shown: BySeat<CardSet<Card>> = shown.iter().map(|cards| cards.iter().copied().collect()).collect();
    if shown[seat] != hand.set() {
        return Err(format!("seat {seat} to show {}", codes(hand.set())));
    }
    Ok(shown)
}
