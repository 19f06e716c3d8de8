//! What people do beside playing.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use cardsharp_sitting::said;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::http::address::{Path, Query};
use crate::http::body::Body;
use crate::http::credentials::holder;
use crate::http::error::{ApiError, Code};
use crate::http::json::Json;
use crate::http::whole::Whole;
use crate::tables::invitation::qr_code;
use crate::tables::routes::number;
use crate::tables::status::Request;
use crate::tables::table::View;

/// An answer to what somebody at the table has asked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    /// The number of the question.
    pub(crate) question: Whole,
    /// Whether one agrees. Whoever asked may only say no: then the question is withdrawn.
    pub(crate) agrees: bool,
}

/// A friendly phrase.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Say {
    /// Which of the phrases, from 0 to 7.
    #[schema(value_type = u64, maximum = 7)]
    pub(crate) phrase: Whole,
}

/// Nothing but that it is meant: a form of somebody else's page cannot send it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// Take back one's last decision
///
/// At once where nobody else plays; else everybody who does has to agree. What was seen cannot be unseen: the table
/// tells ever after how often something was taken back.
#[utoipa::path(post, path = "/api/tables/{id}/take-back", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn take_back(
    state: State<Arc<App>>,
    id: Path<String>,
    headers: HeaderMap,
    _nothing: Body<Nothing>,
) -> Result<Json<View>, ApiError> {
    request(state, id, headers, Request::TakeBack).await
}

/// Pause
///
/// At once where nobody else plays; else everybody who does has to agree. No clock runs, and nobody may act.
#[utoipa::path(post, path = "/api/tables/{id}/pause", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn pause(
    state: State<Arc<App>>,
    id: Path<String>,
    headers: HeaderMap,
    _nothing: Body<Nothing>,
) -> Result<Json<View>, ApiError> {
    request(state, id, headers, Request::Pause).await
}

/// Go on after a pause
///
/// At once where nobody else plays or no clock will run; else everybody who plays has to agree.
#[utoipa::path(post, path = "/api/tables/{id}/resume", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn resume(
    state: State<Arc<App>>,
    id: Path<String>,
    headers: HeaderMap,
    _nothing: Body<Nothing>,
) -> Result<Json<View>, ApiError> {
    request(state, id, headers, Request::Resume).await
}

async fn request(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    what: Request,
) -> Result<Json<View>, ApiError> {
    let table = app.table(&id).await?;
    let seat = holder(&table, &headers)?;
    app.request(&table, seat, what).await?;
    Ok(Json(table.view(Some(seat))))
}

/// Answer what somebody at the table asks
///
/// One no is enough; once everybody who plays has said yes, it is done. A move withdraws the question.
#[utoipa::path(post, path = "/api/tables/{id}/answer", request_body = Reply, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn answer(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Reply { question: Whole(question), agrees }): Body<Reply>,
) -> Result<Json<View>, ApiError> {
    let table = app.table(&id).await?;
    let seat = holder(&table, &headers)?;
    app.answer(&table, seat, (question, agrees)).await?;
    Ok(Json(table.view(Some(seat))))
}

/// Resign
///
/// Where other people still play at a table of more than two seats, a player of the server plays on for who resigns,
/// who comes last; else the game is over, and the others have won.
#[utoipa::path(post, path = "/api/tables/{id}/resign", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    _nothing: Body<Nothing>,
) -> Result<Json<View>, ApiError> {
    let table = app.table(&id).await?;
    let seat = holder(&table, &headers)?;
    app.resign(&table, seat).await?;
    Ok(Json(table.view(Some(seat))))
}

/// Let a player of the server play for somebody who is to act and has been away for a while
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/stand-in", request_body = Nothing,
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn replace(
    State(app): State<Arc<App>>,
    Path((id, seat)): Path<(String, String)>,
    headers: HeaderMap,
    _nothing: Body<Nothing>,
) -> Result<Json<View>, ApiError> {
    let table = app.table(&id).await?;
    let (by, seat) = (holder(&table, &headers)?, table.seat(number(&seat)?)?);
    app.replace(&table, (by, seat)).await?;
    Ok(Json(table.view(Some(by))))
}

/// Take one's own seat again
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}/stand-in",
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn come_back(
    State(app): State<Arc<App>>,
    Path((id, seat)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Json<View>, ApiError> {
    let table = app.table(&id).await?;
    let seat = table.seat(number(&seat)?)?;
    if holder(&table, &headers)? != seat {
        return Err(ApiError::new(Code::NotYourSeat, said!("This seat is not yours.")));
    }
    app.come_back(&table, seat).await?;
    Ok(Json(table.view(Some(seat))))
}

/// Say something friendly
///
/// All who listen are told, as `event: phrase`; it is kept nowhere.
#[utoipa::path(post, path = "/api/tables/{id}/phrases", request_body = Say, params(("id" = String, Path)),
    responses((status = 204)))]
pub(crate) async fn say(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Say { phrase: Whole(phrase) }): Body<Say>,
) -> Result<StatusCode, ApiError> {
    let table = app.table(&id).await?;
    let seat = holder(&table, &headers)?;
    app.say(&table, seat, phrase)?;
    Ok(StatusCode::NO_CONTENT)
}

/// How the server is reached.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Reached {
    /// `https` where something in front of the server encrypts; `http` unless told.
    #[param(nullable = false, pattern = "^https?$")]
    scheme: Option<String>,
}

/// The way to a table as a QR code
///
/// It leads to a table of this server, by the name the server was asked by, and nowhere else.
#[utoipa::path(get, path = "/api/tables/{id}/invitation.svg", params(("id" = String, Path), Reached),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
pub(crate) async fn invitation(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(reached): Query<Reached>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = app.table(&id).await?;
    let scheme = reached.scheme.as_deref().unwrap_or("http");
    if !["http", "https"].contains(&scheme) {
        let words = said!("scheme={scheme}: expected http or https.", scheme);
        return Err(ApiError::new(Code::BadRequest, words));
    }
    // The guard has seen that this is a name of ours.
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let code = qr_code(&format!("{scheme}://{host}/table/{}", table.id));
    let code = code.ok_or_else(|| ApiError::new(Code::BadRequest, said!("This address is too long for a QR code.")))?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], code).into_response())
}
