//! Puzzles: what is told of an answer, what it makes of ratings, and which comes next.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

use cardsharp_archive::{Noted, PuzzleAnswer as Answered, RatedPuzzle};
use cardsharp_rules::{Rng, Seed};
use cardsharp_sitting::puzzle::glicko::Rating;
use cardsharp_sitting::said;

use crate::app::App;
use crate::daily::deals::solver;
use crate::http::client::Client;
use crate::http::error::{ApiError, Code};
use crate::http::token;
use crate::http::whole::Whole;
use crate::puzzles::json::{Counted, NextPuzzle, PuzzleAnswer, PuzzleNumber, PuzzleSolution};
use crate::puzzles::{AnyPuzzle, Judgement, OfGame};
use crate::threads::thinkers::{Job, Length, Rank};

/// The next puzzle is by chance one of so many whose ratings are nearest.
const NEAREST: usize = 12;

/// A solver is taken to be at most so much better or worse than the puzzle.
const CREDIBLE: f64 = 400.0;
/// A solver's own word is taken to be off by at least so much.
const DOUBT: f64 = 120.0;

/// What a solver says of themselves, as far as a puzzle is moved by it. Nobody can check it, and a master who fails
/// would move a puzzle further than hundreds who are what they say.
fn believed(claimed: Rating, puzzle: Rating) -> Rating {
    let rating = claimed.rating.clamp(puzzle.rating - CREDIBLE, puzzle.rating + CREDIBLE);
    Rating { rating, deviation: claimed.deviation.max(DOUBT) }
}

impl App {
    /// What a puzzle is rated now.
    fn rated(&self, puzzle: &dyn AnyPuzzle) -> RatedPuzzle {
        let known = self.rated.lock().unwrap_or_else(PoisonError::into_inner).get(&puzzle.id()).copied();
        known.unwrap_or_else(|| {
            let Rating { rating, deviation } = puzzle.fresh();
            RatedPuzzle { rating, deviation, tries: 0, solved: 0 }
        })
    }

    /// Judges an answer, and counts it if it is the first of a browser.
    pub(crate) async fn answer_puzzle(
        &self,
        client: Client,
        puzzle: &Arc<dyn AnyPuzzle>,
        answer: &PuzzleAnswer,
    ) -> Result<PuzzleSolution, ApiError> {
        let judged = puzzle.judge(answer.action.as_deref(), answer.option.map(Whole::index))?;
        let (before, right) = (answer.rating.unwrap_or(Rating::NEW).within_reason(), judged.right);
        let noted = match &answer.token {
            None => None,
            Some(token) => {
                let answered = Answered {
                    puzzle: puzzle.id(),
                    solver: solver(token)?,
                    client: client.to_string(),
                    is_right: right,
                };
                let (fresh, most) = (self.rated(puzzle.as_ref()), self.limits.answers_per_address);
                // Whoever solves it has beaten it.
                let update = move |rated: RatedPuzzle| {
                    let now = Rating { rating: rated.rating, deviation: rated.deviation };
                    let claimed = believed(before, now);
                    let Rating { rating, deviation } =
                        now.after(claimed, if right { 0.0 } else { 1.0 }).within_reason();
                    let (tries, solved) = (rated.tries + 1, rated.solved + u64::from(right));
                    RatedPuzzle { rating, deviation, tries, solved }
                };
                Some(self.storage.with(move |tables| tables.note_answer(&answered, fresh, &update, most)).await?)
            }
        };
        let (rated, counted, solver) = match noted {
            None => (self.rated(puzzle.as_ref()), Counted::Nobody, before),
            Some(Noted::Before(rated)) => (rated, Counted::Before, before),
            Some(Noted::TooMany(rated)) => (rated, Counted::Many, before),
            Some(Noted::Counted(was, now)) => {
                self.rated.lock().unwrap_or_else(PoisonError::into_inner).insert(puzzle.id(), now);
                let was = Rating { rating: was.rating, deviation: was.deviation };
                (now, Counted::Yes, before.after(was, if right { 1.0 } else { 0.0 }))
            }
        };
        let Judgement { right, worths, against, reasons, most, chances, was_so, questions, were_so } = judged;
        Ok(PuzzleSolution {
            right,
            worths,
            against,
            reasons,
            most,
            chances,
            was_so,
            questions,
            were_so,
            puzzle: Rating { rating: rated.rating, deviation: rated.deviation },
            tries: rated.tries,
            solved: rated.solved,
            counted,
            solver,
            receipt: self.receipt(puzzle.as_ref()),
        })
    }

    /// A puzzle that fits a solver's rating and that they have not answered.
    pub(crate) async fn next_puzzle(&self, of: &'static OfGame, wish: &NextPuzzle) -> Result<PuzzleNumber, ApiError> {
        let answered: HashSet<String> = match &wish.token {
            None => HashSet::new(),
            Some(token) => {
                let solver = solver(token)?;
                self.storage.with(move |tables| tables.answered_by(&solver)).await?.into_iter().collect()
            }
        };
        let target = wish.rating.unwrap_or(Rating::NEW).within_reason().rating;
        let all = || of.puzzles.iter().enumerate();
        let apart = |puzzle: &Arc<dyn AnyPuzzle>| (self.rated(puzzle.as_ref()).rating - target).abs();
        let mut fresh: Vec<(f64, usize)> = all()
            .filter(|(_, puzzle)| !answered.contains(&puzzle.id()))
            .map(|(place, puzzle)| (apart(puzzle), place + 1))
            .collect();
        let again = fresh.is_empty();
        if again {
            fresh = all().map(|(place, puzzle)| (apart(puzzle), place + 1)).collect();
        }
        fresh.sort_by(|a, b| a.0.total_cmp(&b.0));
        fresh.truncate(NEAREST);
        let chosen = Rng::new(Seed(token::seed())).pick(&fresh).copied();
        let (_, number) = chosen.ok_or_else(|| ApiError::new(Code::UnknownPage, said!("There are no puzzles.")))?;
        Ok(PuzzleNumber { game: of.name, number, again })
    }

    /// What shows that a puzzle was answered: only this server can say it.
    fn receipt(&self, puzzle: &dyn AnyPuzzle) -> String {
        let mixed = [&self.secret, b" answered ".as_slice(), puzzle.id().as_bytes()].concat();
        token::hash_bytes(&mixed)[..32].to_owned()
    }

    /// The champion's line of a puzzle that was answered: the game played on, as a record.
    pub(crate) async fn line_of(
        &self,
        client: Client,
        puzzle: &Arc<dyn AnyPuzzle>,
        receipt: &str,
    ) -> Result<String, ApiError> {
        if receipt != self.receipt(puzzle.as_ref()) {
            return Err(ApiError::new(Code::NotOver, said!("The line is shown once the puzzle is answered.")));
        }
        self.check_thoughts(client)?;
        let (job, puzzle) = (Job { client, rank: Rank::People, length: Length::Long }, Arc::clone(puzzle));
        let line = self.thinkers.think(job, move || puzzle.line()).await;
        line.ok_or_else(|| ApiError::new(Code::Busy, said!("The champion could not play; try again.")))
    }
}
