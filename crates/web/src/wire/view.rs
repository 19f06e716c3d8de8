//! A table as somebody sees it.

mod from_picture;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Clocks, OpenQuestion, Score, Sitter, Taught, Words};
use crate::proceedings::GaveUp;

/// The colours cards are printed in.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ink {
    Plain,
    Red,
    Green,
    Blue,
    Yellow,
    Magenta,
    Cyan,
    LightBlue,
    Purple,
    Orange,
    Pink,
    Alarm,
}

/// What is printed on a card.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Face {
    /// The stable name of the card: `10H`.
    code: String,
    /// As it is printed: `10♥`.
    label: String,
    /// What else is good to know: `1 pt`.
    #[schema(value_type = String)]
    note: Words,
    /// What is said after the card's name to those who do not see it: `1 point`.
    #[schema(value_type = String)]
    spoken: Words,
    ink: Ink,
}

/// A card on the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Laid {
    face: Face,
    #[schema(value_type = String)]
    below: Words,
    /// It counts no longer.
    dim: bool,
    /// A gap before it.
    apart: bool,
    /// Where it is a type to be won.
    shares: Option<Shares>,
}

/// What lies on both sides of a type; for a watcher seat 0 has the near side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Shares {
    theirs: Share,
    yours: Share,
}

/// What lies on a side of a type.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Share {
    cards: usize,
    /// More than on the other side.
    leads: bool,
}

/// Cards side by side.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Heap {
    #[schema(value_type = String)]
    label: Words,
    cards: Vec<Laid>,
}

/// A number and what it counts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Count {
    /// How many; none where words say it all.
    number: Option<i64>,
    /// Of what, as it stands after the number: `penalty points`.
    #[schema(value_type = String)]
    label: Words,
}

/// Something a seat may do once in a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Mark {
    #[schema(value_type = String)]
    label: Words,
    /// The key that stands for it.
    key: String,
    /// Whether it has been done.
    used: bool,
}

/// What lies at a seat.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Place {
    /// How many cards it holds.
    backs: usize,
    /// How it stands, what matters most first.
    score: Vec<Count>,
    /// What it may do once in the game.
    marks: Vec<Mark>,
    /// To whom it passes cards, in games in which cards are passed.
    passes_to: Option<usize>,
    laid: Heap,
}

/// How the cards lie: before the seats, one of which takes them (`trick`); on the sides of types (`board`); in
/// the middle (`pile`); or public in the middle and put away before the seats (`discards`).
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Layout {
    Trick,
    Board,
    Pile,
    Discards,
}

/// What a click on a card does that is a whole action: it is played, or chosen until a double click.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Click {
    Plays,
    Chooses,
}

/// The table without anybody's hand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Picture {
    #[schema(value_type = String)]
    pub(crate) headline: Words,
    pub(crate) layout: Layout,
    /// By seat.
    pub(crate) places: Vec<Place>,
    pub(crate) middle: Vec<Heap>,
    /// Who has just taken what lay in the middle.
    pub(crate) captured_by: Option<usize>,
    /// Whether what lies before the seats is a trick that is over and stays only to be seen.
    pub(crate) trick_over: bool,
}

/// What a piece looks like.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Look {
    /// Cards that go together.
    Cards(Vec<Face>),
    /// A word to press.
    Button(Button),
}

/// A word to press.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Button {
    /// What it does.
    #[schema(value_type = String)]
    label: Words,
    /// The same in a sentence, for whoever does not know it.
    #[schema(value_type = String)]
    explanation: Words,
    /// The key that presses it.
    key: String,
    /// How many cards are to be chosen with it.
    cards: usize,
}

/// Something that can be chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Piece {
    look: Look,
    /// What may be typed for it.
    codes: Vec<String>,
    /// Choosing it puts back another of the same group.
    group: Option<u8>,
    /// Whether it may be chosen now.
    pub(crate) open: bool,
    /// Why not, in the game's words.
    #[schema(value_type = String)]
    pub(crate) reason: Words,
    /// What choosing it alone comes to.
    #[schema(value_type = String)]
    pub(crate) words: Words,
    /// The whole action, if this piece alone makes one.
    pub(crate) action: Option<String>,
}

/// Pieces side by side; they are numbered through all rows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Row {
    #[schema(value_type = String)]
    pub(crate) label: Words,
    pub(crate) pieces: Vec<Piece>,
}

/// Something that happened, as far as it was seen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogLine {
    /// Which event of the record it is, from 1.
    pub(crate) step: usize,
    pub(crate) seat: usize,
    #[schema(value_type = String)]
    pub(crate) words: Words,
    /// What it brought about that all have seen, if anything.
    #[schema(value_type = String)]
    pub(crate) brought: Words,
}

/// The newest deed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Deed {
    pub(crate) seat: usize,
    #[schema(value_type = String)]
    pub(crate) words: Words,
    /// What it brought about that all have seen, if anything.
    #[schema(value_type = String)]
    pub(crate) brought: Words,
    /// Only those that were seen.
    pub(crate) cards: Vec<Face>,
}

/// How a seat ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Placing {
    pub(crate) seat: usize,
    /// From 1; equal seats share a place.
    pub(crate) place: u8,
    /// What the seat has by the game's own count, such as points; none where the game was given up before it was counted.
    pub(crate) count: Option<i64>,
    #[schema(value_type = String)]
    pub(crate) words: Words,
}

/// A position as somebody sees it: all that depends on the cards.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Frame {
    /// Events of the record so far.
    pub(crate) step: usize,
    pub(crate) turn: Option<usize>,
    pub(crate) over: bool,
    pub(crate) picture: Picture,
    /// What can be chosen from, the hand last; empty for watchers.
    pub(crate) rows: Vec<Row>,
    pub(crate) click: Click,
    /// What is to be done or waited for.
    #[schema(value_type = String)]
    pub(crate) prompt: Words,
    pub(crate) log: Vec<LogLine>,
    pub(crate) last: Option<Deed>,
    pub(crate) result: Option<Vec<Placing>>,
    /// Why it ended so; empty until it did.
    #[schema(value_type = String)]
    pub(crate) why: Words,
}

/// A table as somebody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub(crate) struct View {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// Grows with every change.
    pub(crate) version: u64,
    /// Whose eyes; none for a watcher.
    pub(crate) seat: Option<usize>,
    pub(crate) sitters: Vec<Sitter>,
    /// False while seats are free: no cards are dealt before everybody sits.
    pub(crate) begun: bool,
    #[serde(flatten)]
    pub(crate) frame: Frame,
    /// Whether advice may be asked for from this seat.
    pub(crate) kibitzer: bool,
    pub(crate) listed: bool,
    /// The path to hand to friends.
    pub(crate) invite: String,
    /// The day whose deal this is, if it is one.
    pub(crate) daily: Option<String>,
    /// The table at which the same people play again, once somebody asked for it.
    pub(crate) next: Option<String>,
    /// How often something was taken back in this game.
    pub(crate) taken_back: u32,
    /// Whether this seat has decided something that could be taken back.
    pub(crate) can_take_back: bool,
    pub(crate) paused: bool,
    /// What somebody at the table asks of the others.
    pub(crate) asked: Option<OpenQuestion>,
    /// Who has given the game up.
    pub(crate) gave_up: Vec<GaveUp>,
    pub(crate) clock: Option<Clocks>,
    pub(crate) score: Score,
    /// Milliseconds that whoever is to act may be away before others may let a computer play for them.
    pub(crate) patience: u64,
    /// Whether this is a first game, in which the rules are taught.
    pub(crate) guided: bool,
    /// What the teacher has said so far, to the one who is taught.
    pub(crate) lessons: Vec<Taught>,
}
