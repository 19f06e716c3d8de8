//! The deal of the day.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::daily::json::{ChampionsGame, DailyResults, DailyTable, DailyWish, PlayDaily, Today};
use crate::http::address::Path;
use crate::http::body::Body;
use crate::http::client::Client;
use crate::http::credentials::set_cookie;
use crate::http::error::ApiError;
use crate::http::json::Json;

/// What this day has: a deal of every game, and a puzzle
#[utoipa::path(get, path = "/api/daily", responses((status = 200, body = Today)))]
pub(crate) async fn today(State(app): State<Arc<App>>) -> Result<Json<Today>, ApiError> {
    app.today().await.map(Json)
}

/// Play this day's deal of a game
///
/// The first game of a browser counts, and goes on where it was left; others are practice.
#[utoipa::path(post, path = "/api/daily/{game}", request_body = PlayDaily, params(("game" = String, Path)),
    responses((status = 201, body = DailyTable)))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    client: Client,
    Body(wish): Body<PlayDaily>,
) -> Result<Response, ApiError> {
    let ((table, taken), counts) = app.play_daily(client, (&game, &wish.token, wish.name.as_deref())).await?;
    let (seat, token) = (taken.as_ref().map(|(seat, _)| seat.index()), taken.as_ref().map(|(_, token)| token.clone()));
    let told = Json(DailyTable { id: table.id.clone(), seat, token, counts });
    Ok(match taken {
        Some((seat, token)) => {
            (StatusCode::CREATED, [(SET_COOKIE, set_cookie(&table, seat, &token))], told).into_response()
        }
        None => (StatusCode::CREATED, told).into_response(),
    })
}

/// How a day's deal went
///
/// While the day lasts others' results are told to those whose own game is over.
#[utoipa::path(post, path = "/api/daily/{game}/results", request_body = DailyWish, params(("game" = String, Path)),
    responses((status = 200, body = DailyResults)))]
pub(crate) async fn results(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Body(wish): Body<DailyWish>,
) -> Result<Json<DailyResults>, ApiError> {
    app.daily_results(&game, &wish).await.map(Json)
}

/// How the champion does with a day's deal at the same seat
#[utoipa::path(post, path = "/api/daily/{game}/champion", request_body = DailyWish, params(("game" = String, Path)),
    responses((status = 200, body = ChampionsGame)))]
pub(crate) async fn champion(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    client: Client,
    Body(wish): Body<DailyWish>,
) -> Result<Response, ApiError> {
    Ok(Json(&*app.champions_game(client, &game, &wish).await?).into_response())
}
