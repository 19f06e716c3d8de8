//! A table as somebody sees it.

use cardsharp_sitting::picture;
use serde::Serialize;
use utoipa::ToSchema;

use super::Sitter;

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
    note: String,
    ink: Ink,
}

/// A card on the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Laid {
    face: Face,
    below: String,
    /// It counts no longer.
    dim: bool,
    /// A gap before it.
    apart: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
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
    label: String,
    cards: Vec<Laid>,
}

/// What lies at a seat.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct Place {
    /// How many cards it holds.
    backs: usize,
    score: String,
    laid: Heap,
}

/// The table without anybody's hand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Picture {
    pub(crate) headline: String,
    /// By seat.
    pub(crate) places: Vec<Place>,
    pub(crate) middle: Vec<Heap>,
}

/// What a piece looks like.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Look {
    /// Cards that go together.
    Cards(Vec<Face>),
    /// A word to press.
    Button(String),
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
    pub(crate) reason: String,
    /// What choosing it alone comes to.
    pub(crate) words: String,
    /// The whole action, if this piece alone makes one.
    pub(crate) action: Option<String>,
}

/// Pieces side by side; they are numbered through all rows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) pieces: Vec<Piece>,
}

/// Something that happened, as far as it was seen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogLine {
    /// Which event of the record it is, from 1.
    pub(crate) step: usize,
    pub(crate) seat: usize,
    pub(crate) words: String,
}

/// The newest deed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Deed {
    pub(crate) seat: usize,
    pub(crate) words: String,
    /// Only those that were seen.
    pub(crate) cards: Vec<Face>,
}

/// How a seat ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Placing {
    pub(crate) seat: usize,
    /// From 1; equal seats share a place.
    pub(crate) place: u8,
    pub(crate) words: String,
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
    /// What is to be done or waited for.
    pub(crate) prompt: String,
    pub(crate) log: Vec<LogLine>,
    pub(crate) last: Option<Deed>,
    pub(crate) result: Option<Vec<Placing>>,
}

/// A table as somebody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
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
    /// The table at which the same people play again, once somebody asked for it.
    pub(crate) next: Option<String>,
}

impl From<picture::Face> for Face {
    fn from(face: picture::Face) -> Face {
        let picture::Face { code, label, note, ink } = face;
        let ink = match ink {
            picture::Ink::Plain => Ink::Plain,
            picture::Ink::Red => Ink::Red,
            picture::Ink::Green => Ink::Green,
            picture::Ink::Blue => Ink::Blue,
            picture::Ink::Yellow => Ink::Yellow,
            picture::Ink::Magenta => Ink::Magenta,
            picture::Ink::Cyan => Ink::Cyan,
            picture::Ink::LightBlue => Ink::LightBlue,
            picture::Ink::Purple => Ink::Purple,
            picture::Ink::Orange => Ink::Orange,
            picture::Ink::Pink => Ink::Pink,
            picture::Ink::Alarm => Ink::Alarm,
        };
        Face { code, label, note, ink }
    }
}

impl From<picture::Laid> for Laid {
    fn from(laid: picture::Laid) -> Laid {
        let picture::Laid { face, below, shares, dim, apart } = laid;
        let share = |share: picture::Share| Share { cards: share.cards, leads: share.leads };
        let shares = shares.map(|shares| Shares { theirs: share(shares.theirs), yours: share(shares.yours) });
        Laid { face: face.into(), below: below.trim().to_owned(), dim, apart, shares }
    }
}

impl From<picture::Heap> for Heap {
    fn from(heap: picture::Heap) -> Heap {
        Heap { label: heap.label, cards: heap.cards.into_iter().map(Laid::from).collect() }
    }
}

impl From<picture::Picture> for Picture {
    fn from(picture: picture::Picture) -> Picture {
        let place = |place: picture::Place| Place { backs: place.backs, score: place.score, laid: place.laid.into() };
        Picture {
            headline: picture.headline,
            places: picture.places.into_iter().map(place).collect(),
            middle: picture.middle.into_iter().map(Heap::from).collect(),
        }
    }
}

impl From<picture::Piece> for Piece {
    fn from(piece: picture::Piece) -> Piece {
        let look = match piece.look {
            picture::Look::Cards(cards) => Look::Cards(cards.into_iter().map(Face::from).collect()),
            picture::Look::Button(words) => Look::Button(words),
        };
        let (reason, words) = (String::new(), String::new());
        Piece { look, codes: piece.codes, group: piece.group, open: false, reason, words, action: None }
    }
}
