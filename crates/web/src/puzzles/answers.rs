//! What answers make of the ratings of puzzles.

use std::sync::PoisonError;

use cardsharp_archive::RatedPuzzle;
use cardsharp_coach::puzzle::glicko::Rating;

use crate::app::App;
use crate::http::token;
use crate::puzzles::AnyPuzzle;

/// A solver is taken to be at most so much better or worse than the puzzle.
const CREDIBLE: f64 = 400.0;
/// A solver's own word is taken to be off by at least so much.
const DOUBT: f64 = 120.0;

/// What a solver says of themselves, as far as a puzzle is moved by it. Nobody can check it, and a master who fails
/// would move a puzzle further than hundreds who are what they say.
pub(crate) fn believed(claimed: Rating, puzzle: Rating) -> Rating {
    let rating = claimed.rating.clamp(puzzle.rating - CREDIBLE, puzzle.rating + CREDIBLE);
    Rating { rating, deviation: claimed.deviation.max(DOUBT) }
}

impl App {
    /// Returns the rating of a puzzle.
    pub(crate) fn rated(&self, puzzle: &dyn AnyPuzzle) -> RatedPuzzle {
        let known = self.rated.lock().unwrap_or_else(PoisonError::into_inner).get(&puzzle.id()).copied();
        known.unwrap_or_else(|| {
            let Rating { rating, deviation } = puzzle.fresh();
            RatedPuzzle { rating, deviation, tries: 0, solved: 0 }
        })
    }

    /// Returns the proof that a puzzle was answered, which only this server can make.
    pub(crate) fn receipt(&self, puzzle: &dyn AnyPuzzle) -> String {
        let mixed = [&self.secret, b" answered ".as_slice(), puzzle.id().as_bytes()].concat();
        token::hash_bytes(&mixed)[..32].to_owned()
    }
}
