//! Puzzles.

use std::sync::Arc;

use axum::extract::State;

use crate::app::App;
use crate::game::frame::ToldChoice;
use crate::http::address::Path;
use crate::http::body::Body;
use crate::http::client::Client;
use crate::http::error::ApiError;
use crate::http::json::Json;
use crate::http::whole::Whole;
use crate::play::routes::Chosen;
use crate::puzzles::json::{
    LineWish, NextPuzzle, PuzzleAnswer, PuzzleLine, PuzzleNumber, PuzzleSolution, PuzzleView, PuzzlesOf,
};
use crate::puzzles::{games, of_game};

/// The games that have puzzles
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = [PuzzlesOf])))]
pub(crate) async fn list() -> Json<Vec<PuzzlesOf>> {
    let of =
        |game: &crate::puzzles::OfGame| PuzzlesOf { game: game.name, title: game.title, puzzles: game.puzzles.len() };
    Json(games().map(of).collect())
}

/// A puzzle that fits a rating and was not answered before
#[utoipa::path(post, path = "/api/puzzles/{game}/next", request_body = NextPuzzle, params(("game" = String, Path)),
    responses((status = 200, body = PuzzleNumber)))]
pub(crate) async fn next(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Body(wish): Body<NextPuzzle>,
) -> Result<Json<PuzzleNumber>, ApiError> {
    app.next_puzzle(of_game(&game)?, &wish).await.map(Json)
}

/// A puzzle, as whoever is asked sees it
///
/// Neither the answer nor what is hidden from the seat is told before it is answered.
#[utoipa::path(get, path = "/api/puzzles/{game}/{number}", params(("game" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = PuzzleView)))]
pub(crate) async fn puzzle(Path((game, number)): Path<(String, String)>) -> Result<Json<PuzzleView>, ApiError> {
    let of = of_game(&game)?;
    let (number, puzzle) = of.puzzle(&number)?;
    Ok(Json(puzzle.view(number, of.puzzles.len())))
}

/// What chosen pieces come to in a puzzle
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/choice", request_body = Chosen,
    params(("game" = String, Path), ("number" = u64, Path)), responses((status = 200, body = ToldChoice)))]
pub(crate) async fn choice(
    Path((game, number)): Path<(String, String)>,
    Body(Chosen { chosen }): Body<Chosen>,
) -> Result<Json<ToldChoice>, ApiError> {
    let (_, puzzle) = of_game(&game)?.puzzle(&number)?;
    let chosen: Vec<usize> = chosen.into_iter().map(Whole::index).collect();
    puzzle.choice(&chosen).map(Json)
}

/// Answer a puzzle
///
/// The first answer of a browser counts for the puzzle's rating.
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/answers", request_body = PuzzleAnswer,
    params(("game" = String, Path), ("number" = u64, Path)), responses((status = 200, body = PuzzleSolution)))]
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    client: Client,
    Body(answer): Body<PuzzleAnswer>,
) -> Result<Json<PuzzleSolution>, ApiError> {
    let (_, puzzle) = of_game(&game)?.puzzle(&number)?;
    app.answer_puzzle(client, puzzle, &answer).await.map(Json)
}

/// The champion's line of a puzzle that was answered: a record
#[utoipa::path(post, path = "/api/puzzles/{game}/{number}/line", request_body = LineWish,
    params(("game" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = PuzzleLine)))]
pub(crate) async fn line(
    State(app): State<Arc<App>>,
    Path((game, number)): Path<(String, String)>,
    client: Client,
    Body(LineWish { receipt }): Body<LineWish>,
) -> Result<Json<PuzzleLine>, ApiError> {
    let (_, puzzle) = of_game(&game)?.puzzle(&number)?;
    let record = app.line_of(client, puzzle, &receipt).await?;
    Ok(Json(PuzzleLine { record }))
}
