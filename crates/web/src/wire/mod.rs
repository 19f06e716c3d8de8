//! What goes over the wire: the JSON of the API, and nothing that knows a rule.
//!
//! The page's `types.d.ts` is the same once more for its own checks. Types of the game crates never
//! cross; what a seat may see is put into these by the gate alone.

mod ask;
mod table;
mod view;

pub(crate) use ask::{Act, Chosen, NewTable, Seating, Sit};
pub(crate) use table::{GameInfo, Health, Listed, Rules, Seated, Sitter, SitterKind, Strength, Taken, ToldChoice};
pub(crate) use view::{Deed, Face, Frame, LogLine, Piece, Picture, Place, Placing, Row, View};
