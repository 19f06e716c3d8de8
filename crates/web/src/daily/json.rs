//! The deal of the day.

use cardsharp_presentation::Said;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::puzzles::PuzzleNumber;

/// What this day has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Today {
    /// The day, as in `2026-11-16`, by UTC.
    pub(crate) day: String,
    pub(crate) yesterday: String,
    /// Seconds until the next.
    pub(crate) left: u64,
    pub(crate) games: Vec<DailyInfo>,
    /// The puzzle of the day, if there are any.
    pub(crate) puzzle: Option<PuzzleNumber>,
}

/// A game's deal of the day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyInfo {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// Who sits at the other seats, in plain words.
    pub(crate) opponents: Said,
    /// How many have played it to its end.
    pub(crate) played: u64,
}

/// A wish to play the deal of the day.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayDaily {
    /// The browser's secret: its first game of a day's deal counts.
    #[schema(min_length = 16, max_length = 64)]
    pub(crate) token: String,
    /// What the asker is called.
    #[serde(default)]
    #[schema(max_length = 24)]
    pub(crate) name: Option<String>,
}

/// The table at which it is played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyTable {
    pub(crate) id: String,
    /// The seat that was taken; none where one goes on with what was begun.
    pub(crate) seat: Option<usize>,
    /// The secret that holds it; said once.
    pub(crate) token: Option<String>,
    /// Whether this game counts; others are practice.
    pub(crate) counts: bool,
}

/// A wish to see how others did.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DailyWish {
    /// The browser's secret.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) token: Option<String>,
    /// Another day than this.
    #[serde(default)]
    #[schema(max_length = 10)]
    pub(crate) day: Option<String>,
}

/// How a day's deal went.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyResults {
    pub(crate) day: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// The asker's own game, if it has begun.
    pub(crate) own: Option<DailyOwn>,
    /// How many have played it to its end.
    pub(crate) played: u64,
    /// The best of them; none before the asker's own game is over, while the day lasts.
    pub(crate) results: Vec<DailyResult>,
}

/// The asker's own game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyOwn {
    pub(crate) table: String,
    pub(crate) over: bool,
}

/// How somebody did.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DailyResult {
    pub(crate) name: String,
    pub(crate) place: u8,
    /// What they got, in words.
    pub(crate) words: Said,
    /// Whether it is the asker.
    pub(crate) own: bool,
    /// Where to look at the game.
    pub(crate) table: String,
}

/// How the server's champion did with the same cards at the same seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ChampionsGame {
    pub(crate) place: u8,
    pub(crate) words: Said,
    /// The record's text, to be stepped through.
    pub(crate) record: String,
}
