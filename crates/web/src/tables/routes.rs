//! Tables and seats.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use cardsharp_rules::Seat;
use cardsharp_sitting::said;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::http::address::Path;
use crate::http::body::Body;
use crate::http::client::Client;
use crate::http::credentials::{eyes, forget_cookie, holder, set_cookie, token};
use crate::http::error::{ApiError, Code, Refused};
use crate::http::json::Json;
use crate::tables::create::NewTable;
use crate::tables::properties::SetUp;
use crate::tables::table::{Listed, View, WebTable};

/// Somebody who sits down.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sit {
    #[serde(default)]
    #[schema(max_length = 24)]
    pub(crate) name: Option<String>,
}

/// A table that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Taken {
    pub(crate) id: String,
    /// The seat that was taken, if any.
    pub(crate) seat: Option<usize>,
    /// The secret that holds it; said once.
    pub(crate) token: Option<String>,
    pub(crate) view: View,
}

/// A seat that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenSeat {
    pub(crate) seat: usize,
    /// The secret that holds it; said once.
    pub(crate) token: String,
    pub(crate) view: View,
}

/// The tables that anybody may find
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = [Listed])))]
pub(crate) async fn tables(State(app): State<Arc<App>>) -> Json<Vec<Listed>> {
    let mut listed: Vec<Listed> = app.all_tables().iter().filter_map(|table| table.listed()).collect();
    listed.sort_by(|a, b| (a.over, a.begun, &a.id).cmp(&(b.over, b.begun, &b.id)));
    Json(listed)
}

/// Make a table
///
/// A seat for a person that the asker does not take is free for whoever has the link.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 201, body = Taken)))]
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    client: Client,
    Body(wish): Body<NewTable>,
) -> Result<Response, ApiError> {
    let (table, taken) = app.open(client, wish).await?;
    Ok(made(&table, taken))
}

/// Make a table of Lucky Thirteen from a property file
///
/// Whoever asks takes the first seat that the file gives a `Human`, and watches if there is none; other such
/// seats are free for whoever has the link. A file that names cards or a seed is for one person alone.
#[utoipa::path(post, path = "/api/properties", request_body = SetUp,
    responses((status = 201, body = Taken), (status = "4XX", body = Refused), (status = 503, body = Refused)))]
pub(crate) async fn set_up(
    State(app): State<Arc<App>>,
    client: Client,
    Body(wish): Body<SetUp>,
) -> Result<Response, ApiError> {
    let (table, taken) = app.set_up(client, wish).await?;
    Ok(made(&table, taken))
}

/// A table that was made, as whoever made it is told.
fn made(table: &WebTable, taken: Option<(Seat, String)>) -> Response {
    let seat = taken.as_ref().map(|(seat, _)| *seat);
    let view = table.view(seat);
    let cookie = taken.as_ref().map(|(seat, token)| [(SET_COOKIE, set_cookie(table, *seat, token))]);
    let token = taken.map(|(_, token)| token);
    let told = Taken { id: table.id.clone(), seat: seat.map(Seat::index), token, view };
    match cookie {
        Some(cookie) => (StatusCode::CREATED, cookie, Json(told)).into_response(),
        None => (StatusCode::CREATED, Json(told)).into_response(),
    }
}

/// The table as the asker sees it
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn table(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<View>, ApiError> {
    let table = app.table(&id).await?;
    let eyes = eyes(&table, &headers)?;
    Ok(Json(table.view(eyes)))
}

/// Take a free seat
///
/// The cards are dealt when everybody sits.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}", request_body = Sit,
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = TakenSeat)))]
pub(crate) async fn sit(
    State(app): State<Arc<App>>,
    Path((id, seat)): Path<(String, String)>,
    headers: HeaderMap,
    Body(sit): Body<Sit>,
) -> Result<Response, ApiError> {
    let table = app.table(&id).await?;
    let seat = table.seat(number(&seat)?)?;
    if eyes(&table, &headers)?.is_some() {
        return Err(ApiError::new(Code::SeatTaken, said!("You sit at this table already.")));
    }
    let token = app.sit(&table, seat, sit.name).await?;
    let told = TakenSeat { seat: seat.index(), token: token.clone(), view: table.view(Some(seat)) };
    Ok(([(SET_COOKIE, set_cookie(&table, seat, &token))], Json(told)).into_response())
}

/// Leave a seat before the game begins
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}",
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn leave(
    State(app): State<Arc<App>>,
    Path((id, seat)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = app.table(&id).await?;
    let seat = table.seat(number(&seat)?)?;
    if holder(&table, &headers)? != seat {
        return Err(ApiError::new(Code::NotYourSeat, said!("This seat is not yours to leave.")));
    }
    let held = token(&table, &headers).map(crate::http::token::hash).unwrap_or_default();
    app.leave(&table, seat, held).await?;
    Ok(([(SET_COOKIE, forget_cookie(&table))], Json(table.view(None))).into_response())
}

pub(crate) fn number(seat: &str) -> Result<usize, ApiError> {
    seat.parse()
        .map_err(|_| ApiError::new(Code::UnknownSeat, said!("“{seat}” is not a seat: expected a number.", seat)))
}
