//! The JSON of tournaments.

use serde::Serialize;
use utoipa::ToSchema;

/// A tournament in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TournamentInfo {
    pub(crate) id: i64,
    /// The UTC time of its beginning.
    pub(crate) begun: String,
    pub(crate) game: String,
    /// The title of the game.
    pub(crate) title: String,
    /// The pairing: `swiss`, `round-robin` or `gauntlet`.
    pub(crate) format: String,
    pub(crate) rounds: u64,
    /// The number of all games.
    pub(crate) games: u64,
    /// The number of finished games.
    pub(crate) kept: u64,
    pub(crate) entrants: usize,
}

/// The result between two entrants.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Met {
    /// The number of their games.
    pub(crate) games: u64,
    /// The part of them in which the first finished ahead, ties a half.
    pub(crate) part: f64,
}

/// A tournament with its standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Tournament {
    #[serde(flatten)]
    pub(crate) info: TournamentInfo,
    pub(crate) options: String,
    /// `null` until all games are played, because it determines every hand to come.
    pub(crate) seed: Option<u64>,
    pub(crate) deals: u64,
    /// The protocol and resource limits of programs, in words.
    pub(crate) terms: String,
    /// The best first; house players last.
    pub(crate) standings: Vec<Standing>,
    /// By entrant and entrant: how often the first finished ahead; `null` if they never met.
    pub(crate) cross: Vec<Vec<Option<Met>>>,
    /// By entrant: points after each round.
    pub(crate) course: Vec<Vec<f64>>,
}

/// The standing of an entrant.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Standing {
    pub(crate) place: usize,
    /// Its number in the tournament.
    pub(crate) entrant: usize,
    pub(crate) name: String,
    /// Whether it only fills a seat.
    pub(crate) is_house: bool,
    pub(crate) games: u64,
    pub(crate) points: f64,
    /// Points per game, the mean over deals.
    pub(crate) mean: Option<f64>,
    /// The standard error of the mean.
    pub(crate) error: Option<f64>,
    /// By maximum likelihood, with its interval.
    pub(crate) rating: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    pub(crate) faults: u64,
}

/// Some games of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ToldGames {
    pub(crate) from: usize,
    /// The number of games in all.
    pub(crate) total: usize,
    pub(crate) games: Vec<ToldGame>,
}

/// A game of a tournament.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ToldGame {
    /// Its number in the database, as `/api/replay/game/N` takes it.
    pub(crate) game: i64,
    pub(crate) round: u64,
    pub(crate) table: u64,
    pub(crate) deal: u64,
    pub(crate) seats: Vec<ToldSeat>,
}

/// The result of a game for a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ToldSeat {
    pub(crate) entrant: usize,
    pub(crate) name: String,
    pub(crate) returns: i32,
    pub(crate) place: u8,
    pub(crate) points: f64,
    pub(crate) faults: u64,
}
