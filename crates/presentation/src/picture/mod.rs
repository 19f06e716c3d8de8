//! What lies where, as one seat sees it: all that a game must say to be drawn and played by hand.

mod face;
mod figures;
mod hanamikoji;
mod indigo;
mod intensity;
mod introduction;
mod kuhn;
mod lucky_thirteen;

use cardsharp_rules::{ActionOf, ObservationOf, Seat, seat_names};
use cardsharp_search::Thoughtful;
use serde::{Serialize, Serializer};

use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{Guide, Seen, Speech};
use crate::said::{Part, Person, Said};
use crate::{said, said_of, show};

pub use face::{Face, Ink};
pub use figures::{CARDS, Count, Mark, Noun, POINTS, Share, Shares, TYPES};
pub use introduction::{Introduction, Lesson, Shown, Strength};

/// A game that can be laid out on a table and played by hand.
pub trait Tabled: Thoughtful {
    /// Players of ours in plain words, the gentlest first.
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "Beginner", habit: "does anything the rules allow", spec: "random" },
        Strength { name: "Strongest", habit: "thinks a second a turn", spec: "champion:ms=1000" },
    ];
    /// The game to those who do not know it.
    const INTRODUCTION: Introduction;
    /// What its result counts.
    const COUNTED: Noun = POINTS;
    /// How its cards lie.
    const LAYOUT: Layout = Layout::Pile;
    /// What a click on a card does that is a whole action.
    const CLICK: Click = Click::Plays;
    /// A first game in which the rules are taught, where somebody has written one.
    const GUIDE: Option<Guide> = None;

    /// The table as the seat sees it.
    fn picture(view: &ObservationOf<Self>, names: &[String]) -> Picture;

    /// The table as somebody sees it who has no seat: only what lies open, whosever view it is.
    fn watched(view: &ObservationOf<Self>, names: &[String]) -> Picture;

    /// What can be chosen from, the hand last; the hand lies there between turns too.
    fn rows(view: &ObservationOf<Self>) -> Vec<Row>;

    /// What the chosen pieces, in the order they were chosen, come to in one's turn.
    ///
    /// # Errors
    /// If the last of them cannot be chosen, with the reason in the game's words.
    fn choose(view: &ObservationOf<Self>, names: &[String], chosen: &[usize]) -> Result<Choice<ActionOf<Self>>, Said>;

    /// For each chosen piece in which heap of the action it lies, from 1, where an action lays cards in several.
    fn heaps(_view: &ObservationOf<Self>, chosen: &[usize]) -> Vec<Option<u8>> {
        vec![None; chosen.len()]
    }

    /// What somebody did, without a stop at its end: "Ada played 47".
    fn deed(action: ActionOf<Self>, by: Person<'_>) -> Said {
        let action = action.to_string();
        said_of!(by, "You played {action}", "{name} played {action}", action)
    }

    /// What somebody did that the others did not see.
    fn hidden_deed(action: ActionOf<Self>, by: Person<'_>) -> Said {
        Self::deed(action, by)
    }

    /// An action as advice: "Play 47".
    fn order(action: ActionOf<Self>) -> Said {
        said!("Play {action}", action = action.to_string())
    }

    /// The cards of an action, for whoever saw them.
    fn cards(_action: ActionOf<Self>) -> Vec<Face> {
        Vec::new()
    }

    /// The result of a seat, to stand after its place: "12 penalty points".
    fn result(returns: i32) -> Said {
        count(Self::SCORING.counted(returns.into()), Self::COUNTED)
    }

    /// What a seat has at the end by the count that people play for: the 11 of 11 : 6.
    fn counted(_view: &ObservationOf<Self>, _seat: Seat, returns: i32) -> i64 {
        Self::SCORING.counted(returns.into())
    }

    /// The result of a seat at a table that can still be looked at; where returns are no count, with the count.
    fn result_counted(_view: &ObservationOf<Self>, _seat: Seat, returns: i32) -> Said {
        Self::result(returns)
    }

    /// What the newest deed brought about, if anything that all have seen: "Ada takes the round with 28: 3 points".
    fn brought(_view: &ObservationOf<Self>, _names: &[String], _reader: Option<Seat>) -> Option<Said> {
        None
    }

    /// Why a game that is over ended as it did, in a sentence or two.
    fn why(_view: &ObservationOf<Self>, _names: &[String], _reader: Option<Seat>) -> Option<Said> {
        None
    }

    /// What is printed on an unseen card that is written like this.
    fn printed(card: &str) -> String {
        card.to_owned()
    }

    /// What lies open in a few lines, the same for everyone: unless told otherwise, what is in the middle and
    /// before the seats.
    fn open(view: &ObservationOf<Self>) -> Vec<show::Row> {
        show::drawn(&Self::watched(view, &seat_names::<Self>()))
    }

    /// What only this seat sees, likewise: unless told otherwise, its hand.
    fn own(view: &ObservationOf<Self>) -> Vec<show::Row> {
        show::held(&Self::rows(view))
    }

    /// What sort of decision this is, in the game's own words: "leading".
    fn situation(_view: &ObservationOf<Self>) -> &'static str {
        "any decision"
    }

    /// The kind of an action as a verb phrase: "leads the buffalo". See [`crate::manner`].
    fn manner(_view: &ObservationOf<Self>, _action: ActionOf<Self>) -> &'static str {
        "plays"
    }

    /// What a teacher says to a pupil when something has happened, in the order it matters; what has been taught
    /// is left out by whoever asks. See [`crate::lesson`].
    fn teach(_seen: &Seen<'_, Self>) -> Vec<Speech> {
        Vec::new()
    }

    /// [`Analyst::think`] for this game. A game of the house says this again in the same words: it is then
    /// compiled here, once, and not in every crate that asks.
    fn think(analyst: &Analyst<Self>, view: &ObservationOf<Self>, also: Option<ActionOf<Self>>) -> Thought<Self> {
        analysis::think(analyst, view, also)
    }
}

/// How the cards lie: before the seats, one of which takes them (`trick`); on the sides of types (`board`); in the
/// middle (`pile`); or public in the middle and put away before the seats (`discards`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Everybody lays a card before themselves, and one of them takes all.
    Trick,
    /// Types between two sides that lay cards beside them.
    Board,
    /// A pile in the middle that grows.
    Pile,
    /// Public cards in the middle, discards before the seats.
    Discards,
}

/// What a click on a card does that is a whole action: it is played, or chosen until a double click.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Click {
    /// It is played.
    Plays,
    /// It is chosen; a double click plays it.
    Chooses,
}

/// What the chosen pieces come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<A> {
    /// What is to be done next; once enough is chosen, what the action does: "Plays 47."
    pub words: Said,
    /// What can be done, once enough is chosen.
    pub action: Option<A>,
}

/// The table without the seat's own hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// How far the game is.
    pub headline: Said,
    /// What lies at each seat.
    pub places: Vec<Place>,
    /// What lies in the middle.
    pub middle: Vec<Heap>,
    /// Who has just taken what lay in the middle.
    pub captured_by: Option<Seat>,
    /// Whether what lies before the seats is a trick that is over and stays only to be seen.
    pub trick_over: bool,
}

/// What lies at a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Place {
    /// How many cards it holds.
    pub backs: usize,
    /// How it stands, what matters most first: 3 points, 7 cards captured.
    pub score: Vec<Count>,
    /// What it may do once in the game; none where there is nothing of that kind.
    pub marks: Vec<Mark>,
    /// To whom it passes cards, in games in which cards are passed.
    pub passes_to: Option<Seat>,
    /// The open cards in front of it.
    pub laid: Heap,
}

/// Cards side by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Heap {
    /// What they are.
    pub label: Said,
    /// From left to right.
    pub cards: Vec<Laid>,
}

/// A card on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Laid {
    /// What is printed on it.
    pub face: Face,
    /// A few cells under the card; a blank keeps the line free.
    #[serde(serialize_with = "unless_blank")]
    pub below: Said,
    /// The cards that lie on both sides of it, where it is a type to be won.
    pub shares: Option<Shares>,
    /// It counts no longer.
    pub dim: bool,
    /// A gap before it.
    pub apart: bool,
}

impl From<Face> for Laid {
    fn from(face: Face) -> Laid {
        Laid { face, below: Said::default(), shares: None, dim: false, apart: false }
    }
}

impl Heap {
    /// Cards with what they are.
    pub fn new(label: Said, cards: impl IntoIterator<Item = Face>) -> Heap {
        Heap { label, cards: cards.into_iter().map(Laid::from).collect() }
    }
}

/// Nothing, in a place where there may be something.
pub const BLANK: &str = " ";

/// Writes words; [`BLANK`], which only keeps a line free on a screen of letters, is written as none.
fn unless_blank<S: Serializer>(words: &Said, serializer: S) -> Result<S::Ok, S::Error> {
    if words.to_string().trim().is_empty() { serializer.serialize_str("") } else { words.serialize(serializer) }
}

/// Pieces side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What they are, if that needs saying.
    pub label: Said,
    /// From left to right.
    pub pieces: Vec<Piece>,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it looks like.
    pub look: Look,
    /// What may be typed for it.
    pub codes: Vec<String>,
    /// Choosing it puts back another of the same group.
    pub group: Option<u8>,
    /// Its number among heaps that may look alike.
    pub heap: Option<u8>,
}

/// What a piece looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Cards that go together.
    Cards(Vec<Face>),
    /// A word to press.
    Button(Button),
}

/// A word to press.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema))]
pub struct Button {
    /// What it does: "Gift".
    pub label: Said,
    /// The same in a sentence, for whoever does not know it.
    pub explanation: Said,
    /// The key that presses it, one of the codes of its piece.
    pub key: String,
    /// How many cards are to be chosen with it.
    pub cards: usize,
}

impl Piece {
    /// Whether it is a word to press.
    pub fn is_button(&self) -> bool {
        matches!(self.look, Look::Button(_))
    }

    /// A card.
    pub fn card(face: Face, codes: Vec<String>, group: Option<u8>) -> Piece {
        Piece { look: Look::Cards(vec![face]), codes, group, heap: None }
    }
}

/// What a seat is called.
pub fn name(names: &[String], seat: Seat) -> &str {
    &names[seat.index()]
}

/// Who a seat is to whoever reads, who may sit there.
pub fn person(names: &[String], seat: Seat, reader: Option<Seat>) -> Person<'_> {
    if reader == Some(seat) { Person::You } else { Person::Named(name(names, seat)) }
}

/// Several people in a row, the reader among them: "you and Ada".
pub fn people(names: &[String], seats: &[Seat], reader: Option<Seat>) -> Said {
    let person = |&seat: &Seat| match person(names, seat, reader) {
        Person::You => said!("you"),
        Person::Named(name) => Said::verbatim(name),
    };
    listed(&seats.iter().map(person).collect::<Vec<_>>())
}

/// One of something, or several: "1 card", "2 cards".
pub fn count(number: impl Into<i64>, noun: Noun) -> Said {
    let Count { number, label } = Count::of(number, noun);
    said!("{number} {noun}", number = number.unwrap_or_default(), noun = label)
}

/// Words with "and" before the last.
pub fn listed(words: &[Said]) -> Said {
    match words {
        [] => Said::default(),
        [only] => only.clone(),
        [most @ .., last] => said!("{most} and {last}", most = Part::List(", ", most.to_vec()), last),
    }
}

/// Words with "or" before the last.
pub fn either(words: &[Said]) -> Said {
    match words {
        [] => Said::default(),
        [only] => only.clone(),
        [most @ .., last] => said!("{most} or {last}", most = Part::List(", ", most.to_vec()), last),
    }
}

/// A card of the 52 as it is drawn, with what else is good to know, written and spoken.
pub fn french_face(card: cardsharp_rules::french::FrenchCard, (note, spoken): (Said, Said)) -> Face {
    use cardsharp_rules::french::Suit;
    // Four colours, so that suits are told apart at a glance.
    let ink = match card.suit() {
        Suit::Spades => Ink::Plain,
        Suit::Hearts => Ink::Red,
        Suit::Diamonds => Ink::Cyan,
        Suit::Clubs => Ink::Green,
    };
    Face { code: french_codes(card)[0].clone(), label: card.to_string(), note, spoken, ink }
}

/// What may be typed for a card of the 52: `KH`, `13H`.
pub fn french_codes(card: cardsharp_rules::french::FrenchCard) -> Vec<String> {
    let word = card.to_string();
    let rank = word.trim_end_matches(card.suit().sign());
    vec![format!("{rank}{}", card.suit().letter()), card.code(), word.clone()]
}

#[cfg(test)]
mod tests;
