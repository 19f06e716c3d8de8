//! What lies where, as one seat sees it: all that a game must say to be drawn and played by hand.

use cardsharp_rules::{ActionOf, ObservationOf, Seat};

use super::card::{Face, Ink};
use crate::analysis::Explained;

/// A game that can be laid out on the screen.
pub(crate) trait Tabled: Explained {
    /// Players of ours in plain words, the gentlest first: the words and the spec.
    const STRENGTHS: &'static [(&'static str, &'static str)];

    /// The table as the seat sees it.
    fn picture(view: &ObservationOf<Self>, names: &[String]) -> Picture;

    /// What can be chosen from, the hand last; the hand lies there between turns too.
    fn rows(view: &ObservationOf<Self>) -> Vec<Row>;

    /// What the chosen pieces, in the order they were chosen, come to in one's turn.
    ///
    /// # Errors
    /// If the last of them cannot be chosen, with the reason in the game's words.
    fn choose(view: &ObservationOf<Self>, names: &[String], chosen: &[usize])
    -> Result<Choice<ActionOf<Self>>, String>;

    /// What somebody did, to stand after the name: "played 47".
    fn deed(action: ActionOf<Self>) -> String;

    /// What somebody did that the others did not see.
    fn hidden_deed(action: ActionOf<Self>) -> String {
        Self::deed(action)
    }

    /// The result of a seat, to stand after its place: "12 penalty points".
    fn result(returns: i32) -> String;
}

/// What the chosen pieces come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice<A> {
    /// What is to be done next.
    pub(crate) words: String,
    /// What Enter does, once enough is chosen.
    pub(crate) action: Option<A>,
}

/// The table without the seat's own hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    /// How far the game is.
    pub(crate) headline: String,
    /// What lies at each seat.
    pub(crate) places: Vec<Place>,
    /// What lies in the middle.
    pub(crate) middle: Vec<Heap>,
}

/// What lies at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// How many cards it holds.
    pub(crate) backs: usize,
    /// How it stands: "3 points".
    pub(crate) score: String,
    /// The open cards in front of it.
    pub(crate) laid: Heap,
}

/// Cards side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Heap {
    /// What they are.
    pub(crate) label: String,
    pub(crate) cards: Vec<Laid>,
}

/// A card on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    pub(crate) face: Face,
    /// A few cells over the card; [`BLANK`] keeps the line free for some.
    pub(crate) above: String,
    /// A few cells under it.
    pub(crate) below: String,
    /// It counts no longer.
    pub(crate) dim: bool,
    /// A gap before it.
    pub(crate) apart: bool,
}

impl From<Face> for Laid {
    fn from(face: Face) -> Laid {
        Laid { face, above: String::new(), below: String::new(), dim: false, apart: false }
    }
}

impl Heap {
    /// Cards with what they are.
    pub(crate) fn new(label: impl Into<String>, cards: impl IntoIterator<Item = Face>) -> Heap {
        Heap { label: label.into(), cards: cards.into_iter().map(Laid::from).collect() }
    }
}

/// Nothing, in a place where there may be something.
pub(crate) const BLANK: &str = " ";

/// Pieces side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// What they are, if that needs saying.
    pub(crate) label: String,
    pub(crate) pieces: Vec<Piece>,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) look: Look,
    /// What may be typed for it.
    pub(crate) codes: Vec<String>,
    /// Choosing it puts back another of the same group.
    pub(crate) group: Option<u8>,
}

/// What a piece looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Cards that go together.
    Cards(Vec<Face>),
    /// A word to press.
    Button(String),
}

impl Piece {
    /// Whether it is a word to press.
    pub(crate) fn is_button(&self) -> bool {
        matches!(self.look, Look::Button(_))
    }

    /// A card.
    pub(crate) fn card(face: Face, codes: Vec<String>, group: Option<u8>) -> Piece {
        Piece { look: Look::Cards(vec![face]), codes, group }
    }
}

/// What a seat is called.
pub(crate) fn name(names: &[String], seat: Seat) -> &str {
    &names[seat.index()]
}

/// One of something, or several: "1 card", "2 cards".
pub(crate) fn count(number: impl Into<i64>, noun: &str) -> String {
    let number = number.into();
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Words with "and" before the last.
pub(crate) fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A card of the 52 as it is drawn.
pub(crate) fn french_face(card: cardsharp_rules::french::FrenchCard, note: String) -> Face {
    use cardsharp_rules::french::Suit;
    // Four colours, so that suits are told apart at a glance.
    let ink = match card.suit() {
        Suit::Spades => Ink::Plain,
        Suit::Hearts => Ink::Red,
        Suit::Diamonds => Ink::Cyan,
        Suit::Clubs => Ink::Green,
    };
    Face { label: card.to_string(), note, ink }
}

/// What may be typed for a card of the 52: `KH`, `13H`.
pub(crate) fn french_codes(card: cardsharp_rules::french::FrenchCard) -> Vec<String> {
    let word = card.to_string();
    let rank = word.trim_end_matches(card.suit().sign());
    vec![format!("{rank}{}", card.suit().letter()), card.code(), word.clone()]
}
