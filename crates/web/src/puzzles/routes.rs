//! The routes of puzzles.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

use cardsharp_archive::{Noted, PuzzleAnswer as Answered, RatedPuzzle};
use cardsharp_coach::puzzle::glicko::Rating;
use cardsharp_presentation::message;
use cardsharp_rules::{Rng, Seed};

use crate::daily::solver;
use crate::game::ToldChoice;
use crate::http::{Asker, Body, Code, Json, Path, Result, Whole, token};
use crate::play::Chosen;
use crate::puzzles::answers::credible;
use crate::puzzles::{
    AnyPuzzle, Counted, Judgement, LineWish, NextPuzzle, OfGame, PuzzleAnswer, PuzzleLine, PuzzleNumber,
    PuzzleSolution, PuzzleView, PuzzlesOf, games, of_game,
};

/// The next puzzle is a random one of this many with the nearest ratings.
const NEAREST: usize = 12;

/// The games that have puzzles
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = [PuzzlesOf])))]
pub(crate) async fn list() -> Json<Vec<PuzzlesOf>> {
    let of = |game: &OfGame| PuzzlesOf { game: game.name, title: game.title, puzzles: game.puzzles.len() };
    Json(games().map(of).collect())
}

/// A puzzle that fits a rating and was not answered before
#[utoipa::path(post, path = "/api/puzzles/{game}/next", request_body = NextPuzzle, params(("game" = String, Path)),
    responses((status = 200, body = PuzzleNumber)))]
pub(crate) async fn next(asker: Asker, Body(wish): Body<NextPuzzle>) -> Result<Json<PuzzleNumber>> {
    let of = of_game(asker.path("game"))?;
    let answered: HashSet<String> = match &wish.token {
        None => HashSet::new(),
        Some(token) => {
            let solver = solver(token)?;
            asker.app.storage.with(move |tables| tables.answered_by(&solver)).await?.into_iter().collect()
        }
    };
    let target = wish.rating.unwrap_or(Rating::NEW).within_reason().rating;
    let all = || of.puzzles.iter().enumerate();
    let apart = |puzzle: &Arc<dyn AnyPuzzle>| (asker.app.rated(puzzle.as_ref()).rating - target).abs();
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
    let (_, number) = chosen.ok_or_else(|| Code::UnknownPage.because(message!("There are no puzzles.")))?;
    Ok(Json(PuzzleNumber { game: of.name, number, again }))
}

/// A puzzle, as its solver sees it
///
/// Neither the answer nor cards hidden from the seat are sent before the answer.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}", params(("game" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = PuzzleView)))]
pub(crate) async fn puzzle(Path((game, number)): Path<(String, String)>) -> Result<Json<PuzzleView>> {
    let of = of_game(&game)?;
    let (number, puzzle) = of.puzzle(&number)?;
    Ok(Json(puzzle.view(number, of.puzzles.len())))
}

/// The effect of chosen pieces in a puzzle
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/choice", request_body = Chosen,
    params(("game" = String, Path), ("number" = u64, Path)), responses((status = 200, body = ToldChoice)))]
pub(crate) async fn choice(
    Path((game, number)): Path<(String, String)>,
    Body(Chosen { chosen }): Body<Chosen>,
) -> Result<Json<ToldChoice>> {
    let (_, puzzle) = of_game(&game)?.puzzle(&number)?;
    let chosen: Vec<usize> = chosen.into_iter().map(Whole::index).collect();
    puzzle.choice(&chosen).map(Json)
}

/// Answer a puzzle
///
/// The first answer of a browser counts for the puzzle's rating.
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/answers", request_body = PuzzleAnswer,
    params(("game" = String, Path), ("number" = u64, Path)), responses((status = 200, body = PuzzleSolution)))]
pub(crate) async fn answer(asker: Asker, Body(answer): Body<PuzzleAnswer>) -> Result<Json<PuzzleSolution>> {
    let (_, puzzle) = of_game(asker.path("game"))?.puzzle(asker.path("number"))?;
    let judged = puzzle.judge(answer.action.as_deref(), answer.option.map(Whole::index))?;
    let (before, right) = (answer.rating.unwrap_or(Rating::NEW).within_reason(), judged.right);
    let noted = match &answer.token {
        None => None,
        Some(token) => {
            let answered = Answered {
                puzzle: puzzle.id(),
                solver: solver(token)?,
                client: asker.client.to_string(),
                is_right: right,
            };
            let (fresh, most) = (asker.app.rated(puzzle.as_ref()), asker.app.limits.answers_per_address);
            // A solved puzzle has lost to its solver.
            let update = move |rated: RatedPuzzle| {
                let now = Rating { rating: rated.rating, deviation: rated.deviation };
                let claimed = credible(before, now);
                let Rating { rating, deviation } = now.after(claimed, if right { 0.0 } else { 1.0 }).within_reason();
                let (tries, solved) = (rated.tries + 1, rated.solved + u64::from(right));
                RatedPuzzle { rating, deviation, tries, solved }
            };
            Some(asker.app.storage.with(move |tables| tables.note_answer(&answered, fresh, &update, most)).await?)
        }
    };
    let (rated, counted, solver) = match noted {
        None => (asker.app.rated(puzzle.as_ref()), Counted::Nobody, before),
        Some(Noted::Before(rated)) => (rated, Counted::Before, before),
        Some(Noted::TooMany(rated)) => (rated, Counted::Many, before),
        Some(Noted::Counted(was, now)) => {
            asker.app.rated.lock().unwrap_or_else(PoisonError::into_inner).insert(puzzle.id(), now);
            let was = Rating { rating: was.rating, deviation: was.deviation };
            (now, Counted::Yes, before.after(was, if right { 1.0 } else { 0.0 }))
        }
    };
    let Judgement { right, worths, against, reasons, most, chances, was_so, questions, were_so } = judged;
    Ok(Json(PuzzleSolution {
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
        receipt: asker.app.receipt(puzzle.as_ref()),
    }))
}

/// The champion's line of an answered puzzle: a record
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/line", request_body = LineWish,
    params(("game" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = PuzzleLine)))]
pub(crate) async fn line(asker: Asker, Body(LineWish { receipt }): Body<LineWish>) -> Result<Json<PuzzleLine>> {
    let (_, puzzle) = of_game(asker.path("game"))?.puzzle(asker.path("number"))?;
    if receipt != asker.app.receipt(puzzle.as_ref()) {
        return Err(Code::NotOver.because(message!("The line is shown once the puzzle is answered.")));
    }
    let puzzle = Arc::clone(puzzle);
    let line = asker.think(move || puzzle.line()).await?;
    let busy = || Code::Busy.because(message!("The champion could not play; try again."));
    Ok(Json(PuzzleLine { record: line.ok_or_else(busy)? }))
}
