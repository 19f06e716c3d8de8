//! The JSON of a position as a seat or a watcher sees it.

use cardsharp_presentation::Message;
use cardsharp_presentation::lesson::{self, Speech, Spot};
use cardsharp_presentation::picture::{self, Click, Face, Heap, Layout, Look, Place};
use cardsharp_rules::Seat;
use serde::Serialize;
use utoipa::ToSchema;

/// The effect of the chosen pieces.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldChoice {
    pub(crate) words: Message,
    /// The action, once enough pieces are chosen.
    pub(crate) action: Option<String>,
    /// For each piece its heap in the action, from 1, if it is chosen and the action has several heaps.
    pub(crate) heaps: Vec<Option<u8>>,
    /// For each piece whether it may be chosen next.
    pub(crate) open: Vec<bool>,
    /// For each piece the reason why it may not be chosen.
    pub(crate) reasons: Vec<Message>,
}

/// A position in a replay, where no seat acts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Still {
    pub(crate) picture: Picture,
    pub(crate) turn: Option<usize>,
    pub(crate) rows: Vec<Row>,
}

/// The table without any hand.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Picture {
    pub(crate) headline: Message,
    pub(crate) layout: Layout,
    /// By seat.
    pub(crate) places: Vec<Place>,
    pub(crate) middle: Vec<Heap>,
    /// The seat that has just captured the cards in the middle.
    pub(crate) captured_by: Option<Seat>,
    /// Whether the cards before the seats are a finished trick, left only to be seen.
    pub(crate) trick_over: bool,
}

impl Picture {
    pub(crate) fn new(layout: Layout, picture: picture::Picture) -> Picture {
        let picture::Picture { headline, places, middle, captured_by, trick_over } = picture;
        Picture { headline, layout, places, middle, captured_by, trick_over }
    }
}

/// A piece that can be chosen.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Piece {
    pub(crate) look: Look,
    /// The codes that a person may type for the piece.
    pub(crate) codes: Vec<String>,
    /// Choosing a piece replaces another chosen piece of the same group.
    pub(crate) group: Option<u8>,
    /// Its number among heaps that may look alike.
    pub(crate) heap: Option<u8>,
    /// Whether it may be chosen now.
    pub(crate) open: bool,
    /// The reason why not, in the game's words.
    pub(crate) reason: Message,
    /// The effect of choosing it alone.
    pub(crate) words: Message,
    /// The whole action, if this piece alone makes one.
    pub(crate) action: Option<String>,
}

/// Pieces side by side. Pieces are numbered through all rows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Row {
    pub(crate) label: Message,
    pub(crate) pieces: Vec<Piece>,
}

/// An event of the log, as far as the viewer saw it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LogLine {
    /// The number of the event in the record, from 1.
    pub(crate) step: usize,
    pub(crate) seat: usize,
    pub(crate) words: Message,
    /// Its public consequence, if any.
    pub(crate) brought: Message,
}

/// The newest event.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Deed {
    pub(crate) seat: usize,
    pub(crate) words: Message,
    /// Its public consequence, if any.
    pub(crate) brought: Message,
    /// Only the cards that the viewer saw.
    pub(crate) cards: Vec<Face>,
}

/// The result of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Placing {
    pub(crate) seat: usize,
    /// From 1; equal seats share a place.
    pub(crate) place: u8,
    /// The seat's count by the game's rules, such as points; `null` if the game was resigned before it was counted.
    pub(crate) count: Option<i64>,
    pub(crate) words: Message,
}

/// A remark of the teacher.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Taught {
    /// The number of events of the record before the remark.
    step: usize,
    /// Its topic; a game has one rule or task for each topic.
    topic: &'static str,
    kind: lesson::Kind,
    /// The places on the table it points at.
    at: Vec<Spot>,
    words: Message,
}

impl Taught {
    pub(crate) fn new(step: usize, Speech { topic, kind, at, words }: Speech) -> Taught {
        Taught { step, topic, kind, at, words }
    }
}

/// A position as a seat or a watcher sees it: everything that depends on the cards.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Frame {
    /// The number of events of the record so far.
    pub(crate) step: usize,
    pub(crate) turn: Option<usize>,
    pub(crate) over: bool,
    pub(crate) picture: Picture,
    /// The pieces to choose from, the hand last; empty for watchers.
    pub(crate) rows: Vec<Row>,
    pub(crate) click: Click,
    /// The task of the viewer, or the reason to wait.
    pub(crate) prompt: Message,
    pub(crate) log: Vec<LogLine>,
    pub(crate) last: Option<Deed>,
    pub(crate) result: Option<Vec<Placing>>,
    /// Why the game ended; empty before.
    pub(crate) why: Message,
}

impl Frame {
    /// Forbids every choice, for this reason.
    pub(crate) fn close(&mut self, reason: &Message) {
        self.prompt = reason.clone();
        for piece in self.rows.iter_mut().flat_map(|row| &mut row.pieces) {
            (piece.open, piece.action) = (false, None);
            (piece.reason, piece.words) = (reason.clone(), Message::default());
        }
    }
}
