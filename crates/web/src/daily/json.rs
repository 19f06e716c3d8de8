//! The JSON of the deal of the day.

use cardsharp_presentation::Message;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::puzzles::PuzzleNumber;

/// The deals and the puzzle of today.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Today {
    /// The UTC day, as in `2026-11-16`.
    pub(crate) day: String,
    pub(crate) yesterday: String,
    /// Seconds until the next day.
    pub(crate) left: u64,
    pub(crate) games: Vec<DailyInfo>,
    /// The puzzle of the day, if the server has puzzles.
    pub(crate) puzzle: Option<PuzzleNumber>,
}

/// A game's deal of the day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyInfo {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// The bots at the other seats, in words.
    pub(crate) opponents: Message,
    /// The number of finished games.
    pub(crate) played: u64,
}

/// A request to play the deal of the day.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayDaily {
    /// The browser's secret: its first game with a day's deal counts.
    #[schema(min_length = 16, max_length = 64)]
    pub(crate) token: String,
    /// The name of the person who asks.
    #[serde(default)]
    #[schema(max_length = 24)]
    pub(crate) name: Option<String>,
}

/// The table at which the deal is played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyTable {
    pub(crate) id: String,
    /// The seat that was taken; `null` if the game was begun before.
    pub(crate) seat: Option<usize>,
    /// The secret that holds the seat; sent only once.
    pub(crate) token: Option<String>,
    /// Whether this game counts; other games are practice.
    pub(crate) counts: bool,
}

/// A request for the results of a day's deal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DailyWish {
    /// The browser's secret.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) token: Option<String>,
    /// The day; today if absent.
    #[serde(default)]
    #[schema(max_length = 10)]
    pub(crate) day: Option<String>,
}

/// The results of a day's deal.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyResults {
    pub(crate) day: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// The asker's own game, if it has begun.
    pub(crate) own: Option<DailyOwn>,
    /// The number of finished games.
    pub(crate) played: u64,
    /// The best results. Empty during the day until the asker's own game is over.
    pub(crate) results: Vec<DailyResult>,
}

/// The asker's own game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DailyOwn {
    pub(crate) table: String,
    pub(crate) over: bool,
}

/// The result of one player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct DailyResult {
    pub(crate) name: String,
    pub(crate) place: u8,
    /// The result in words.
    pub(crate) words: Message,
    /// Whether this is the asker's own result.
    pub(crate) own: bool,
    /// The table of the game.
    pub(crate) table: String,
}

/// The champion's game with the same cards at the same seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ChampionsGame {
    pub(crate) place: u8,
    pub(crate) words: Message,
    /// The record's text, for a replay.
    pub(crate) record: String,
}
