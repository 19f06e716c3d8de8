//! What goes over the wire: the JSON of the API, and nothing that knows a rule.
//!
//! The page's `types.d.ts` is the same once more for its own checks, written from the description of the API
//! (`tests/api/types.rs`). Types of the game crates never
//! cross; what a seat may see is put into these by the gate alone.

mod ask;
mod casual;
mod coached;
mod daily;
mod ending;
mod puzzle;
mod table;
mod thought;
mod tournament;
mod view;
mod whole;

pub(crate) use ask::{Act, AnotherGame, Chosen, NewTable, Nothing, Reply, Say, Seating, SetUp, Sit};
pub(crate) use casual::{Clocks, OpenQuestion, Score, Spoken};
pub(crate) use coached::{CoachedDecision, Habit};
pub(crate) use daily::{
    ChampionsGame, DailyInfo, DailyOwn, DailyResult, DailyResults, DailyTable, DailyWish, PlayDaily, Today,
};
pub(crate) use ending::Ending;
pub(crate) use puzzle::{
    Asked, Counted, LineWish, NextPuzzle, PuzzleAnswer, PuzzleLine, PuzzleNumber, PuzzleOption, PuzzleSolution,
    PuzzleView, PuzzlesOf, ToldChance, ToldReason, ToldWorth,
};
pub(crate) use table::{
    Again, GameInfo, HandedIn, Health, Lesson, Listed, Lobby, Rules, Shown, Sitter, SitterKind, Strength, Taken,
    TakenSeat, ToldChoice,
};
pub(crate) use thought::{Advice, Beliefs, Cell, Judged, Kind, Reconsidered, Replay, ReplayStep, Still, Whereabouts};
pub(crate) use tournament::{Met, Standing, ToldGame, ToldGames, ToldSeat, Tournament, TournamentInfo};
pub(crate) use view::{Deed, Frame, LogLine, Picture, Piece, Placing, Row, Taught, View};
pub(crate) use whole::Whole;
