//! Lays out a position as one seat sees it, and lets a person play by choosing pieces.

mod face;
mod figures;
mod hanamikoji;
mod indigo;
mod intensity;
mod introduction;
mod kuhn;
mod lucky_thirteen;

use cardsharp_rules::{ActionOf, ObservationOf, Seat, seat_names};
use cardsharp_search::Searchable;
use serde::{Serialize, Serializer};

use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{Guide, Seen, Speech};
use crate::message::{Message, Part, Person};
use crate::{message, message_of, show};

pub use face::{Face, Ink};
pub use figures::{CARDS, Count, Mark, Noun, POINTS, Share, Shares, TYPES};
pub use introduction::{Introduction, Lesson, Shown, Strength};

/// A game that can be laid out on a table and played by hand.
pub trait Present: Searchable {
    /// The built-in players on offer, weakest first.
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "Beginner", habit: "does anything the rules allow", spec: "random" },
        Strength { name: "Strongest", habit: "thinks a second a turn", spec: "champion:ms=1000" },
    ];
    /// The introduction for newcomers.
    const INTRODUCTION: Introduction;
    /// The unit of a result.
    const COUNTED: Noun = POINTS;
    /// The layout of the cards.
    const LAYOUT: Layout = Layout::Pile;
    /// The effect of clicking a card that is a whole action.
    const CLICK: Click = Click::Plays;
    /// A first game that teaches the rules, if there is one.
    const GUIDE: Option<Guide> = None;

    /// Returns the table as the seat sees it.
    fn picture(view: &ObservationOf<Self>, names: &[String]) -> Picture;

    /// Returns the table as a watcher sees it, with public cards only. The result does not depend on the view's seat.
    fn watched(view: &ObservationOf<Self>, names: &[String]) -> Picture;

    /// Returns the pieces to choose from, the hand last; the hand is included between turns too.
    fn rows(view: &ObservationOf<Self>) -> Vec<Row>;

    /// Returns the result of choosing these pieces, in this order, in the seat's turn.
    ///
    /// # Errors
    /// If the last piece cannot be chosen; the message says why.
    fn choose(
        view: &ObservationOf<Self>,
        names: &[String],
        chosen: &[usize],
    ) -> Result<Choice<ActionOf<Self>>, Message>;

    /// Returns the heap of each chosen piece, from 1, if the action lays cards in several heaps.
    fn heaps(_view: &ObservationOf<Self>, chosen: &[usize]) -> Vec<Option<u8>> {
        vec![None; chosen.len()]
    }

    /// Describes an action, without a full stop: "Ada played 47".
    fn deed(action: ActionOf<Self>, by: Person<'_>) -> Message {
        let action = action.to_string();
        message_of!(by, "You played {action}", "{name} played {action}", action)
    }

    /// Describes an action without its hidden cards.
    fn hidden_deed(action: ActionOf<Self>, by: Person<'_>) -> Message {
        Self::deed(action, by)
    }

    /// Describes an action as advice: "Play 47".
    fn order(action: ActionOf<Self>) -> Message {
        message!("Play {action}", action = action.to_string())
    }

    /// Returns the cards of an action, for seats that saw them.
    fn cards(_action: ActionOf<Self>) -> Vec<Face> {
        Vec::new()
    }

    /// Describes the result of a seat, to follow its place: "12 penalty points".
    fn result(returns: i32) -> Message {
        count(Self::SCORING.counted(returns.into()), Self::COUNTED)
    }

    /// Returns a seat's final count as people count it: the 11 of 11 : 6.
    fn counted(_view: &ObservationOf<Self>, _seat: Seat, returns: i32) -> i64 {
        Self::SCORING.counted(returns.into())
    }

    /// Describes the result of a seat at a table that is known. It names the count if returns are none.
    fn result_counted(_view: &ObservationOf<Self>, _seat: Seat, returns: i32) -> Message {
        Self::result(returns)
    }

    /// Describes the public effect of the newest action, if any: "Ada takes the round with 28: 3 points".
    fn brought(_view: &ObservationOf<Self>, _names: &[String], _reader: Option<Seat>) -> Option<Message> {
        None
    }

    /// Explains the result of a finished game in one or two sentences.
    fn why(_view: &ObservationOf<Self>, _names: &[String], _reader: Option<Seat>) -> Option<Message> {
        None
    }

    /// Returns the printed form of an unseen card from its notation.
    fn printed(card: &str) -> String {
        card.to_owned()
    }

    /// Describes the public part of a view in a few lines; by default the middle and the cards before the seats.
    fn open(view: &ObservationOf<Self>) -> Vec<show::Row> {
        show::describe_picture(&Self::watched(view, &seat_names::<Self>()))
    }

    /// Describes the private part of a view; by default the hand.
    fn own(view: &ObservationOf<Self>) -> Vec<show::Row> {
        show::describe_hand(&Self::rows(view))
    }

    /// Names the kind of decision: "leading".
    fn situation(_view: &ObservationOf<Self>) -> &'static str {
        "any decision"
    }

    /// Names the kind of an action as a verb phrase: "leads the buffalo". See [`crate::manner`].
    fn manner(_view: &ObservationOf<Self>, _action: ActionOf<Self>) -> &'static str {
        "plays"
    }

    /// Returns the teacher's speeches after an event, most important first; the caller drops old topics
    /// ([`crate::lesson`]).
    fn teach(_seen: &Seen<'_, Self>) -> Vec<Speech> {
        Vec::new()
    }

    /// [`Analyst::think`] for this game. Built-in games override it with the same body, so that it is compiled once in
    /// this crate and not in every crate that calls it.
    fn think(analyst: &Analyst<Self>, view: &ObservationOf<Self>, also: Option<ActionOf<Self>>) -> Thought<Self> {
        analysis::think(analyst, view, also)
    }
}

/// The layout of the cards: before the seats, one of which takes them (`trick`); on the sides of types (`board`); in
/// the middle (`pile`); or public in the middle and discarded before the seats (`discards`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Each seat plays a card, and one seat takes all.
    Trick,
    /// Types in the middle, with each side's cards beside them.
    Board,
    /// A growing pile in the middle.
    Pile,
    /// Public cards in the middle, discards before the seats.
    Discards,
}

/// The effect of clicking a card that is a whole action: it is played, or chosen until a double click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Click {
    /// The card is played.
    Plays,
    /// The card is chosen; a double click plays it.
    Chooses,
}

/// The result of choosing pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<A> {
    /// The next step; once enough is chosen, the action: "Plays 47."
    pub words: Message,
    /// The action, once enough is chosen.
    pub action: Option<A>,
}

/// The table without the seat's own hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The progress of the game.
    pub headline: Message,
    /// The cards, score and marks of each seat.
    pub places: Vec<Place>,
    /// The cards in the middle.
    pub middle: Vec<Heap>,
    /// The seat that has just captured the cards in the middle.
    pub captured_by: Option<Seat>,
    /// Whether the cards before the seats are a finished trick, shown until the next lead.
    pub trick_over: bool,
}

/// The cards, score and marks of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Place {
    /// The number of cards in its hand.
    pub backs: usize,
    /// Its score, the most important count first: 3 points, 7 cards captured.
    pub score: Vec<Count>,
    /// The actions it may take once per game; empty in games without such actions.
    pub marks: Vec<Mark>,
    /// The seat to which it passes cards, in games with passing.
    pub passes_to: Option<Seat>,
    /// The open cards in front of it.
    pub laid: Heap,
}

/// Cards side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Heap {
    /// Their description.
    pub label: Message,
    /// From left to right.
    pub cards: Vec<Laid>,
}

/// A card on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Laid {
    /// Its face.
    pub face: Face,
    /// A few cells under the card; a blank keeps the line free.
    #[serde(serialize_with = "unless_blank")]
    pub below: Message,
    /// The cards on both sides of it, if it is a type to be won.
    pub shares: Option<Shares>,
    /// Whether it no longer counts.
    pub dim: bool,
    /// Whether there is a gap before it.
    pub apart: bool,
}

impl From<Face> for Laid {
    fn from(face: Face) -> Laid {
        Laid { face, below: Message::default(), shares: None, dim: false, apart: false }
    }
}

impl Heap {
    /// Creates a heap.
    pub fn new(label: Message, cards: impl IntoIterator<Item = Face>) -> Heap {
        Heap { label, cards: cards.into_iter().map(Laid::from).collect() }
    }
}

/// An empty text that keeps its line free.
pub const BLANK: &str = " ";

/// Serializes words; [`BLANK`], which only keeps a line free in a terminal, becomes the empty string.
fn unless_blank<S: Serializer>(words: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    if words.to_string().trim().is_empty() { serializer.serialize_str("") } else { words.serialize(serializer) }
}

/// Pieces side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Their description; may be empty.
    pub label: Message,
    /// From left to right.
    pub pieces: Vec<Piece>,
}

/// A card, group of cards or button to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its look.
    pub look: Look,
    /// The codes that may be typed for it.
    pub codes: Vec<String>,
    /// Choosing it puts back the chosen piece of the same group.
    pub group: Option<u8>,
    /// Its number among heaps that may look alike.
    pub heap: Option<u8>,
}

/// The look of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Cards that go together.
    Cards(Vec<Face>),
    /// A button.
    Button(Button),
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Button {
    /// Its text: "Gift".
    pub label: Message,
    /// Its action in a sentence, for newcomers.
    pub explanation: Message,
    /// The key that presses it, one of the codes of its piece.
    pub key: String,
    /// The number of cards to choose with it.
    pub cards: usize,
}

impl Piece {
    /// Returns whether it is a button.
    pub fn is_button(&self) -> bool {
        matches!(self.look, Look::Button(_))
    }

    /// Creates the piece of one card.
    pub fn card(face: Face, codes: Vec<String>, group: Option<u8>) -> Piece {
        Piece { look: Look::Cards(vec![face]), codes, group, heap: None }
    }
}

/// Returns the name of a seat.
pub fn name(names: &[String], seat: Seat) -> &str {
    &names[seat.index()]
}

/// Returns the player of a seat: "you" if the reader sits there, else the name.
pub fn person(names: &[String], seat: Seat, reader: Option<Seat>) -> Person<'_> {
    if reader == Some(seat) { Person::You } else { Person::Named(name(names, seat)) }
}

/// Lists several people, the reader among them: "you and Ada".
pub fn people(names: &[String], seats: &[Seat], reader: Option<Seat>) -> Message {
    let person = |&seat: &Seat| match person(names, seat, reader) {
        Person::You => message!("you"),
        Person::Named(name) => Message::verbatim(name),
    };
    listed(&seats.iter().map(person).collect::<Vec<_>>())
}

/// Formats a number with its noun: "1 card", "2 cards".
pub fn count(number: impl Into<i64>, noun: Noun) -> Message {
    let Count { number, label } = Count::of(number, noun);
    message!("{number} {noun}", number = number.unwrap_or_default(), noun = label)
}

/// Joins messages with commas and "and" before the last.
pub fn listed(words: &[Message]) -> Message {
    match words {
        [] => Message::default(),
        [only] => only.clone(),
        [most @ .., last] => message!("{most} and {last}", most = Part::List(", ", most.to_vec()), last),
    }
}

/// Joins messages with commas and "or" before the last.
pub fn either(words: &[Message]) -> Message {
    match words {
        [] => Message::default(),
        [only] => only.clone(),
        [most @ .., last] => message!("{most} or {last}", most = Part::List(", ", most.to_vec()), last),
    }
}

/// Returns the face of a French card, with a written and a spoken note.
pub fn french_face(card: cardsharp_rules::french::FrenchCard, (note, spoken): (Message, Message)) -> Face {
    use cardsharp_rules::french::Suit;
    // Four colours distinguish the suits at a glance.
    let ink = match card.suit() {
        Suit::Spades => Ink::Plain,
        Suit::Hearts => Ink::Red,
        Suit::Diamonds => Ink::Cyan,
        Suit::Clubs => Ink::Green,
    };
    Face { code: french_codes(card)[0].clone(), label: card.to_string(), note, spoken, ink }
}

/// Returns the codes that may be typed for a French card: `KH`, `13H`.
pub fn french_codes(card: cardsharp_rules::french::FrenchCard) -> Vec<String> {
    let word = card.to_string();
    let rank = word.trim_end_matches(card.suit().sign());
    vec![format!("{rank}{}", card.suit().letter()), card.code(), word.clone()]
}

#[cfg(test)]
mod tests;
