//! Tables and seats.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use cardsharp_rules::Seat;

use super::address::Path;
use super::body::Body;
use super::who::{eyes, forget_cookie, holder, set_cookie, token};
use cardsharp_sitting::said;

use crate::client::Client;
use crate::house::House;
use crate::json::Json;
use crate::refusal::{Code, Refusal, Refused};
use crate::table::WebTable;
use crate::wire::{Listed, NewTable, SetUp, Sit, Taken, TakenSeat, View};

/// The tables that anybody may find
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = [Listed])))]
pub(crate) async fn tables(State(house): State<Arc<House>>) -> Json<Vec<Listed>> {
    let mut listed: Vec<Listed> = house.all_tables().iter().filter_map(|table| table.listed()).collect();
    listed.sort_by(|a, b| (a.over, a.begun, &a.id).cmp(&(b.over, b.begun, &b.id)));
    Json(listed)
}

/// Make a table
///
/// A seat for a person that the asker does not take is free for whoever has the link.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 201, body = Taken)))]
pub(crate) async fn open(
    State(house): State<Arc<House>>,
    client: Client,
    Body(wish): Body<NewTable>,
) -> Result<Response, Refusal> {
    let (table, taken) = house.open(client, wish).await?;
    Ok(made(&table, taken))
}

/// Make a table of Lucky Thirteen from a property file
///
/// Whoever asks takes the first seat that the file gives a `Human`, and watches if there is none; other such
/// seats are free for whoever has the link. A file that names cards or a seed is for one person alone.
#[utoipa::path(post, path = "/api/properties", request_body = SetUp,
    responses((status = 201, body = Taken), (status = "4XX", body = Refused), (status = 503, body = Refused)))]
pub(crate) async fn set_up(
    State(house): State<Arc<House>>,
    client: Client,
    Body(wish): Body<SetUp>,
) -> Result<Response, Refusal> {
    let (table, taken) = house.set_up(client, wish).await?;
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
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<View>, Refusal> {
    let table = house.table(&id).await?;
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
    State(house): State<Arc<House>>,
    Path((id, seat)): Path<(String, String)>,
    headers: HeaderMap,
    Body(sit): Body<Sit>,
) -> Result<Response, Refusal> {
    let table = house.table(&id).await?;
    let seat = table.seat(number(&seat)?)?;
    if eyes(&table, &headers)?.is_some() {
        return Err(Refusal::new(Code::SeatTaken, said!("You sit at this table already.")));
    }
    let token = house.sit(&table, seat, sit.name).await?;
    let told = TakenSeat { seat: seat.index(), token: token.clone(), view: table.view(Some(seat)) };
    Ok(([(SET_COOKIE, set_cookie(&table, seat, &token))], Json(told)).into_response())
}

/// Leave a seat before the game begins
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}",
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn leave(
    State(house): State<Arc<House>>,
    Path((id, seat)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let table = house.table(&id).await?;
    let seat = table.seat(number(&seat)?)?;
    if holder(&table, &headers)? != seat {
        return Err(Refusal::new(Code::NotYourSeat, said!("This seat is not yours to leave.")));
    }
    let held = token(&table, &headers).map(crate::token::hash).unwrap_or_default();
    house.leave(&table, seat, held).await?;
    Ok(([(SET_COOKIE, forget_cookie(&table))], Json(table.view(None))).into_response())
}

pub(super) fn number(seat: &str) -> Result<usize, Refusal> {
    seat.parse().map_err(|_| Refusal::new(Code::UnknownSeat, said!("“{seat}” is not a seat: expected a number.", seat)))
}
