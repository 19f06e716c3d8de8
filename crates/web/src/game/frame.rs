//! A table as somebody sees it.

use cardsharp_presentation::Said;
use cardsharp_presentation::lesson::{self, Speech, Spot};
use cardsharp_presentation::picture::{self, Click, Face, Heap, Layout, Look, Place};
use cardsharp_rules::Seat;
use serde::Serialize;
use utoipa::ToSchema;

/// What the chosen pieces come to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldChoice {
    pub(crate) words: Said,
    /// The action, once enough is chosen.
    pub(crate) action: Option<String>,
    /// For each piece in which heap of the action it lies, from 1, if it is chosen and there are several.
    pub(crate) heaps: Vec<Option<u8>>,
    /// For each piece whether it may be chosen next.
    pub(crate) open: Vec<bool>,
    /// For each piece why not.
    pub(crate) reasons: Vec<Said>,
}

/// A position that nobody acts in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Still {
    pub(crate) picture: Picture,
    pub(crate) turn: Option<usize>,
    pub(crate) rows: Vec<Row>,
}

/// The table without anybody's hand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Picture {
    pub(crate) headline: Said,
    pub(crate) layout: Layout,
    /// By seat.
    pub(crate) places: Vec<Place>,
    pub(crate) middle: Vec<Heap>,
    /// Who has just taken what lay in the middle.
    pub(crate) captured_by: Option<Seat>,
    /// Whether what lies before the seats is a trick that is over and stays only to be seen.
    pub(crate) trick_over: bool,
}

impl Picture {
    /// A picture with how the cards of its game lie.
    pub(crate) fn new(layout: Layout, picture: picture::Picture) -> Picture {
        let picture::Picture { headline, places, middle, captured_by, trick_over } = picture;
        Picture { headline, layout, places, middle, captured_by, trick_over }
    }
}

/// Something that can be chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Piece {
    pub(crate) look: Look,
    /// What may be typed for it.
    pub(crate) codes: Vec<String>,
    /// Choosing it puts back another of the same group.
    pub(crate) group: Option<u8>,
    /// Its number among heaps that may look alike.
    pub(crate) heap: Option<u8>,
    /// Whether it may be chosen now.
    pub(crate) open: bool,
    /// Why not, in the game's words.
    pub(crate) reason: Said,
    /// What choosing it alone comes to.
    pub(crate) words: Said,
    /// The whole action, if this piece alone makes one.
    pub(crate) action: Option<String>,
}

/// Pieces side by side; they are numbered through all rows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Row {
    pub(crate) label: Said,
    pub(crate) pieces: Vec<Piece>,
}

/// Something that happened, as far as it was seen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogLine {
    /// Which event of the record it is, from 1.
    pub(crate) step: usize,
    pub(crate) seat: usize,
    pub(crate) words: Said,
    /// What it brought about that all have seen, if anything.
    pub(crate) brought: Said,
}

/// The newest deed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Deed {
    pub(crate) seat: usize,
    pub(crate) words: Said,
    /// What it brought about that all have seen, if anything.
    pub(crate) brought: Said,
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
    pub(crate) words: Said,
}

/// Something a teacher says.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Taught {
    /// After how many events of the record it was said.
    step: usize,
    /// What it is about; of each topic there is one rule or task in a game.
    topic: &'static str,
    kind: lesson::Kind,
    /// What it points at.
    at: Vec<Spot>,
    words: Said,
}

impl Taught {
    /// A speech after so many events.
    pub(crate) fn new(step: usize, Speech { topic, kind, at, words }: Speech) -> Taught {
        Taught { step, topic, kind, at, words }
    }
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
    pub(crate) prompt: Said,
    pub(crate) log: Vec<LogLine>,
    pub(crate) last: Option<Deed>,
    pub(crate) result: Option<Vec<Placing>>,
    /// Why it ended so; empty until it did.
    pub(crate) why: Said,
}

impl Frame {
    /// Lets nothing be chosen, for this reason.
    pub(crate) fn close(&mut self, reason: &Said) {
        self.prompt = reason.clone();
        for piece in self.rows.iter_mut().flat_map(|row| &mut row.pieces) {
            (piece.open, piece.action) = (false, None);
            (piece.reason, piece.words) = (reason.clone(), Said::default());
        }
    }
}
