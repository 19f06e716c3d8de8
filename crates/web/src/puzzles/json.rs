//! The JSON of puzzles and their solutions.

use cardsharp_coach::puzzle::glicko::Rating;
use cardsharp_presentation::Message;
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
    /// The number of puzzles; they are numbered from 1.
    pub(crate) puzzles: usize,
}

/// The kind of question about a position.
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
    /// The stable name of the card, by which it is drawn.
    pub(crate) code: String,
    /// The place, in a word.
    pub(crate) place: Message,
    /// The seat of the place, if it belongs to one.
    pub(crate) seat: Option<usize>,
    /// Whether the place is a hand.
    pub(crate) hand: bool,
}

/// A position and a question about it, as the solver's seat sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleView {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) number: usize,
    /// The number of puzzles of the game.
    pub(crate) puzzles: usize,
    pub(crate) asked: Asked,
    /// The choices, if the question is about cards or places.
    pub(crate) options: Vec<PuzzleOption>,
    /// The solver's seat.
    pub(crate) seat: usize,
    pub(crate) sitters: Vec<Sitter>,
    #[serde(flatten)]
    pub(crate) frame: Frame,
}

/// An answer to a puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleAnswer {
    /// The action, as the pieces and choices name it.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub(crate) action: Option<String>,
    /// The number of the option, from 0.
    #[serde(default)]
    pub(crate) option: Option<Whole>,
    /// The browser's secret: first answers count for the puzzle's rating. Without one the answer does not count.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub(crate) token: Option<String>,
    /// The solver's rating, as the browser stored it.
    #[serde(default)]
    pub(crate) rating: Option<Rating>,
}

/// The value of a choice: for two seats in games won of a hundred, for four in points by place.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldWorth {
    pub(crate) action: String,
    /// In words, as advice: "Play 47".
    pub(crate) words: Message,
    /// The kind of choice, to follow a name: "ducks".
    pub(crate) manner: Message,
    /// From 0 to 1.
    pub(crate) value: f64,
    /// The difference to the best choice, and its standard error.
    pub(crate) cost: f64,
    pub(crate) error: f64,
    pub(crate) right: bool,
}

/// A figure that distinguishes the best choice from another.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldReason {
    pub(crate) words: Message,
    pub(crate) best: Message,
    pub(crate) other: Message,
}

/// The probability of an option.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ToldChance {
    pub(crate) chance: f64,
    pub(crate) error: f64,
    /// The probability if the other players' choices are ignored.
    pub(crate) uniform: f64,
    pub(crate) right: bool,
}

/// The solution of a puzzle, sent after the answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleSolution {
    pub(crate) right: bool,
    /// All choices, the best first; none if the question is about cards.
    pub(crate) worths: Vec<ToldWorth>,
    /// The number of the choice that the best is compared with.
    pub(crate) against: Option<usize>,
    /// The reasons why the best choice is better than that one.
    pub(crate) reasons: Vec<ToldReason>,
    /// The most points by place; 1 between two.
    pub(crate) most: usize,
    /// The probabilities of the options, in their order.
    pub(crate) chances: Vec<ToldChance>,
    /// Whether the likeliest option was true in this deal.
    pub(crate) was_so: Option<bool>,
    /// The number of questions about cards in this game, and how often the likeliest option was true.
    pub(crate) questions: usize,
    pub(crate) were_so: usize,
    /// The puzzle's rating, and the numbers of tries and solutions.
    pub(crate) puzzle: Rating,
    pub(crate) tries: u64,
    pub(crate) solved: u64,
    /// Whether this answer counted, and otherwise why not.
    pub(crate) counted: Counted,
    /// The solver's new rating.
    pub(crate) solver: Rating,
    /// Opens the champion's line at `…/line`.
    pub(crate) receipt: String,
}

/// Whether an answer counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Counted {
    /// It counted.
    Yes,
    /// The browser had answered the puzzle before.
    Before,
    /// Too many answers came from this address today.
    Many,
    /// No secret was sent.
    Nobody,
}

/// A request for another puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NextPuzzle {
    /// The browser's secret: puzzles that it has answered do not come again.
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
    /// Whether all puzzles were answered before, this one included.
    pub(crate) again: bool,
}

/// A game continued by champions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PuzzleLine {
    /// The record's text, for a replay.
    pub(crate) record: String,
}

/// The receipt of an answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LineWish {
    #[schema(max_length = 64)]
    pub(crate) receipt: String,
}
