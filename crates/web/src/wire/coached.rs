//! What a coach found.

use cardsharp_sitting::Said;
use serde::Serialize;
use utoipa::ToSchema;

/// A sort of choice or decision by which a coach counts.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Habit {
    /// Its name, the same in every language: `leads the buffalo`.
    pub(crate) name: &'static str,
    /// As it is said to whoever does it: `Leading the buffalo`.
    pub(crate) words: Said,
}

/// A decision that a coach has looked at twice: once for what would have been better, once for by how much.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct CoachedDecision {
    pub(crate) step: usize,
    /// What sort of decision it was, by its name.
    pub(crate) situation: &'static str,
    /// What sort of choice was made, by its name.
    pub(crate) manner: &'static str,
    /// What sort of choice would have been better; the same where only the cards were wrong, or nothing was.
    pub(crate) better: &'static str,
    /// What it cost in points, one for every opponent left behind; less than nothing where the second look disagrees
    /// with the first, 0 where nothing was better.
    pub(crate) price: f64,
    /// The standard error of that; 0 where nothing was better.
    pub(crate) error: f64,
    /// How many decisions have been looked at.
    pub(crate) done: usize,
    /// How many there are.
    pub(crate) decisions: usize,
}
