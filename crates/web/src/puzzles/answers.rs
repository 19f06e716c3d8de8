//! The effect of answers on the ratings of puzzles.

use std::sync::PoisonError;

use cardsharp_archive::RatedPuzzle;
use cardsharp_coach::puzzle::glicko::Rating;

use crate::app::App;
use crate::http::token;
use crate::puzzles::AnyPuzzle;

/// The largest rating difference between solver and puzzle that is believed.
const CREDIBLE: f64 = 400.0;
/// The least deviation of a rating that a solver claims.
const DOUBT: f64 = 120.0;

/// Limits a solver's claimed rating: a false claim would move a puzzle further than hundreds of honest answers.
pub(crate) fn credible(claimed: Rating, puzzle: Rating) -> Rating {
    let rating = claimed.rating.clamp(puzzle.rating - CREDIBLE, puzzle.rating + CREDIBLE);
    Rating { rating, deviation: claimed.deviation.max(DOUBT) }
}

impl App {
    pub(crate) fn rated(&self, puzzle: &dyn AnyPuzzle) -> RatedPuzzle {
        let known = self.rated.lock().unwrap_or_else(PoisonError::into_inner).get(&puzzle.id()).copied();
        known.unwrap_or_else(|| {
            let Rating { rating, deviation } = puzzle.fresh();
            RatedPuzzle { rating, deviation, tries: 0, solved: 0 }
        })
    }

    /// Returns the proof that a puzzle was answered. Only this server can make it.
    pub(crate) fn receipt(&self, puzzle: &dyn AnyPuzzle) -> String {
        let mixed = [&self.secret, b" answered ".as_slice(), puzzle.id().as_bytes()].concat();
        token::hash_bytes(&mixed)[..32].to_owned()
    }
}
