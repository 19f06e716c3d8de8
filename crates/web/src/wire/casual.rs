//! What goes on at a table beside the cards, as everybody there may know it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::proceedings::Request;
use crate::series::Series;

/// Something that everybody at the table has to agree to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OpenQuestion {
    /// What an answer names it by.
    pub(crate) number: u64,
    pub(crate) what: Request,
    /// Who asks, by seat.
    pub(crate) by: usize,
    /// Who has not answered yet, by seat.
    pub(crate) waits_for: Vec<usize>,
}

/// The clocks of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Clocks {
    /// Milliseconds left by seat; none where no person plays.
    pub(crate) left: Vec<Option<u64>>,
    /// Whose clock runs, by seat.
    pub(crate) running: Option<usize>,
    /// Milliseconds before it does: a first decision may take a while at no cost.
    pub(crate) free: u64,
    /// Seconds more after every decision.
    pub(crate) increment: u32,
}

/// How many games everybody has won.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Score {
    /// By seat; this game is counted once it is over. Where somebody gave up, all others have won it.
    pub(crate) won: Vec<u32>,
    /// Games that several have won together, which count for nobody.
    pub(crate) shared: u32,
    /// All games that are over.
    pub(crate) games: u32,
    /// How long the match is, if there is one.
    pub(crate) series: Option<Series>,
    /// Whether the match is over.
    pub(crate) decided: bool,
    /// Who has won it, by seat; nobody if it is drawn.
    pub(crate) winner: Option<usize>,
}

/// A friendly phrase that somebody said.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Spoken {
    /// Who said it.
    pub(crate) seat: usize,
    /// Which of the phrases.
    pub(crate) phrase: usize,
}
