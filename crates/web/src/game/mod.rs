//! One game of any kind: its session, and the gate through which its views leave.

pub(crate) mod about;
pub(crate) mod frame;
pub(crate) mod gate;
pub(crate) mod session;

pub(crate) use about::{About, about, check_player, is_quick, result_in_words};
pub(crate) use frame::{Deed, Frame, LogLine, Picture, Piece, Placing, Row, Still, Taught, ToldChoice};
pub(crate) use gate::Eyes;
pub(crate) use session::AnySession;
