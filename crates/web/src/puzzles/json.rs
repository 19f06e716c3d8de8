//! Puzzles, and what is told once they were answered.

use cardsharp_coach::puzzle::glicko::Rating;
use cardsharp_presentation::Said;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::Frame;
use crate::http::Whole;
use crate::tables::Sitter;

/// The puzzles of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzlesOf {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// How many there are; they are numbered from 1.
    pub(crate) puzzles: usize,
}

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Asked {
    /// What would you play?
    Play,
    /// Which of these cards is in one place?
    Card,
    /// Where is one card?
    Place,
}

/// A card in a place, as a choice.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleOption {
    /// The stable name of the card, as it is drawn.
    pub(crate) code: String,
    /// The place, in a word.
    pub(crate) place: Said,
    /// Whose it is, if it is somebody's.
    pub(crate) seat: Option<usize>,
    /// Whether it is a hand.
    pub(crate) hand: bool,
}

/// A position and what is asked about it, as whoever is asked sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleView {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) number: usize,
    /// How many the game has.
    pub(crate) puzzles: usize,
    pub(crate) asked: Asked,
    /// What to choose from, where cards or places are asked for.
    pub(crate) options: Vec<PuzzleOption>,
    /// Who is asked.
    pub(crate) seat: usize,
    pub(crate) sitters: Vec<Sitter>,
    #[serde(flatten)]
    pub(crate) frame: Frame,
}

/// An answer to a puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleAnswer {
    /// What is played, as the pieces and choices name it.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub(crate) action: Option<String>,
    /// Which of the options, from 0.
    #[serde(default)]
    pub(crate) option: Option<Whole>,
    /// The browser's secret: first answers count for the puzzle's rating. Without one nothing counts.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) token: Option<String>,
    /// What the browser has kept of its owner's rating.
    #[serde(default)]
    pub(crate) rating: Option<Rating>,
}

/// What a choice is worth: of two seats in games won of a hundred, of four in points by place.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldWorth {
    pub(crate) action: String,
    /// In words, as advice: "Play 47".
    pub(crate) words: Said,
    /// What sort of choice it is, to stand after a name: "ducks".
    pub(crate) manner: Said,
    /// From 0 to 1.
    pub(crate) value: f64,
    /// How much less than the best, and the standard error.
    pub(crate) cost: f64,
    pub(crate) error: f64,
    pub(crate) right: bool,
}

/// A figure that tells the best choice from another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldReason {
    pub(crate) words: Said,
    pub(crate) best: Said,
    pub(crate) other: Said,
}

/// How likely an option is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldChance {
    pub(crate) chance: f64,
    pub(crate) error: f64,
    /// If nobody's choices told anything.
    pub(crate) uniform: f64,
    pub(crate) right: bool,
}

/// What is told once a puzzle was answered.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleSolution {
    pub(crate) right: bool,
    /// All choices, the best first; none where cards are asked for.
    pub(crate) worths: Vec<ToldWorth>,
    /// The number of the one that the best is compared with, among them.
    pub(crate) against: Option<usize>,
    /// Why the best is better than that.
    pub(crate) reasons: Vec<ToldReason>,
    /// How many points there are to be had by the place; 1 between two.
    pub(crate) most: usize,
    /// The chances of the options, in their order.
    pub(crate) chances: Vec<ToldChance>,
    /// Whether the likeliest was there as the cards really lay.
    pub(crate) was_so: Option<bool>,
    /// Of so many questions about cards in this game the likeliest was there in so many: what beliefs are worth.
    pub(crate) questions: usize,
    pub(crate) were_so: usize,
    /// The puzzle's rating, and how many have tried and solved it.
    pub(crate) puzzle: Rating,
    pub(crate) tries: u64,
    pub(crate) solved: u64,
    /// Whether this answer counted, and otherwise why not.
    pub(crate) counted: Counted,
    /// The solver's rating afterwards.
    pub(crate) solver: Rating,
    /// Opens the champion's line at `…/line`.
    pub(crate) receipt: String,
}

/// Whether an answer counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Counted {
    /// It did.
    Yes,
    /// It was answered before.
    Before,
    /// Too many answers came from this address today.
    Many,
    /// No secret was sent.
    Nobody,
}

/// A wish for another puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextPuzzle {
    /// The browser's secret: what it has answered does not come again.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) token: Option<String>,
    #[serde(default)]
    pub(crate) rating: Option<Rating>,
}

/// A puzzle's number.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleNumber {
    pub(crate) game: &'static str,
    pub(crate) number: usize,
    /// Whether all have been answered, so that it is one of those.
    pub(crate) again: bool,
}

/// A game played on by champions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleLine {
    /// The record's text, to be stepped through.
    pub(crate) record: String,
}

/// What an answer was told with.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineWish {
    #[schema(max_length = 64)]
    pub(crate) receipt: String,
}
