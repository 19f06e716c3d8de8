//! Thoughts about a game: advice, replays, and a look back.

use cardsharp_sitting::Said;
use cardsharp_sitting::picture::Face;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Picture, Placing, Row};

/// A position thought through, from one seat's view alone.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Advice {
    pub(crate) step: usize,
    /// How the actions were judged: `values`, `weights` or `choice`.
    pub(crate) judged: &'static str,
    /// What to do, in one plain sentence; empty where there is nothing to do.
    pub(crate) brief: Said,
    /// The same at length: what to do and why, a sentence each.
    pub(crate) words: Vec<Said>,
    /// The actions, the most valuable first and those without a value last; none if it is not this seat's turn.
    pub(crate) choices: Vec<Judged>,
    pub(crate) beliefs: Beliefs,
}

/// An action and what it is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Judged {
    /// As it is sent.
    pub(crate) action: String,
    /// As one says it: `Play 47`.
    pub(crate) order: Said,
    /// What becomes of it.
    pub(crate) words: Said,
    /// From 0 to 1.
    pub(crate) value: Option<f64>,
    /// The standard error of the value.
    pub(crate) error: Option<f64>,
    /// How often a search tried it.
    pub(crate) tried: u32,
    /// How likely a style chooses it.
    pub(crate) weight: Option<f64>,
}

/// Where the unseen cards may be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Beliefs {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) places: Vec<Whereabouts>,
    /// How likely a card of each kind is in each place.
    pub(crate) chances: Vec<Vec<f64>>,
    /// From so many evenly weighted worlds.
    pub(crate) worlds: f64,
}

/// Unseen cards that are all the same.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Kind {
    pub(crate) name: String,
    pub(crate) count: usize,
    /// Where it stands in a table of suits and ranks, if the deck has them.
    pub(crate) cell: Option<Cell>,
}

/// Where a card stands in a table of suits and ranks, counted from 0.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Cell {
    pub(crate) suit: u8,
    pub(crate) rank: u8,
}

/// Where unseen cards may be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Whereabouts {
    pub(crate) name: Said,
    /// Whose hand it is, if it is one.
    pub(crate) seat: Option<usize>,
}

/// A game to be stepped through.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Replay {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) names: Vec<String>,
    pub(crate) seed: Option<u64>,
    /// The first is the deal, before anybody acted.
    pub(crate) steps: Vec<ReplayStep>,
    /// None if the record ends before the game does.
    pub(crate) result: Option<Vec<Placing>>,
    /// Why it ended so; empty where it did not.
    pub(crate) why: Said,
    /// The record's text.
    pub(crate) record: String,
}

/// A step of a replay.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReplayStep {
    pub(crate) step: usize,
    /// Who acted; none for the deal.
    pub(crate) seat: Option<usize>,
    pub(crate) words: Said,
    /// What it brought about that all have seen, if anything.
    pub(crate) brought: Said,
    /// The cards of the deed, where they were seen.
    pub(crate) cards: Vec<Face>,
    pub(crate) view: Still,
    /// By seat; seats that are not shown are empty.
    pub(crate) hands: Vec<Vec<Face>>,
}

/// A position that nobody acts in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Still {
    pub(crate) picture: Picture,
    pub(crate) turn: Option<usize>,
    pub(crate) rows: Vec<Row>,
}

/// A decision looked back at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Reconsidered {
    pub(crate) step: usize,
    pub(crate) seat: usize,
    /// What the action was worth, from 0 to 1.
    pub(crate) value: Option<f64>,
    /// What the best was worth.
    pub(crate) best: Option<f64>,
    /// What was lost; 0 if that is within the noise.
    pub(crate) lost: f64,
    /// What would have been better.
    pub(crate) words: Said,
    /// The cards of what would have been better; none where nothing was lost.
    pub(crate) better: Vec<Face>,
    /// How many decisions have been looked at.
    pub(crate) done: usize,
    /// How many there are.
    pub(crate) decisions: usize,
}
