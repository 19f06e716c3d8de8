//! The routes of tables and seats.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use cardsharp_presentation::message;
use cardsharp_rules::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::http::{Asker, Body, Code, Json, Refused, Result, forget_cookie, set_cookie, token};
use crate::tables::{Chair, Holder, Listed, NewTable, SetUp, TableSnapshot, View, WebTable, chair};

/// A request to take a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sit {
    #[serde(default)]
    #[schema(max_length = 24)]
    pub(crate) name: Option<String>,
}

/// A new table.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Taken {
    pub(crate) id: String,
    /// The seat that was taken, if any.
    pub(crate) seat: Option<usize>,
    /// The secret that holds the seat; sent only once.
    pub(crate) token: Option<String>,
    pub(crate) view: View,
}

/// A seat that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenSeat {
    pub(crate) seat: usize,
    /// The secret that holds the seat; sent only once.
    pub(crate) token: String,
    pub(crate) view: View,
}

/// The public tables
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = [Listed])))]
pub(crate) async fn tables(State(app): State<Arc<App>>) -> Json<Vec<Listed>> {
    let mut listed: Vec<Listed> = app.all_tables().iter().filter_map(|table| table.listed()).collect();
    listed.sort_by(|a, b| (a.over, a.begun, &a.id).cmp(&(b.over, b.begun, &b.id)));
    Json(listed)
}

/// Create a table
///
/// A person's seat that the asker does not take is free for any person with the link.
#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 201, body = Taken)))]
pub(crate) async fn open(asker: Asker, Body(wish): Body<NewTable>) -> Result<Response> {
    let (table, taken) = asker.app.open(asker.client, wish, None).await?;
    Ok(table_response(&table, taken))
}

/// Create a table of Lucky Thirteen from a property file
///
/// The asker takes the first seat that the file gives a `Human`, and watches if the file has none. Other such seats are
/// free for any person with the link. A file that names cards or a seed is for one person alone.
#[utoipa::path(post, path = "/api/properties", request_body = SetUp,
    responses((status = 201, body = Taken), (status = "4XX", body = Refused), (status = 503, body = Refused)))]
pub(crate) async fn set_up(asker: Asker, Body(wish): Body<SetUp>) -> Result<Response> {
    let (table, taken) = asker.app.set_up(asker.client, wish).await?;
    Ok(table_response(&table, taken))
}

fn table_response(table: &WebTable, taken: Option<(Seat, String)>) -> Response {
    let seat = taken.as_ref().map(|(seat, _)| *seat);
    let view = table.view(seat);
    let cookie = taken.as_ref().map(|(seat, token)| [(SET_COOKIE, set_cookie(table, *seat, token))]);
    let token = taken.map(|(_, token)| token);
    let told = Taken { id: table.id.clone(), seat: seat.map(Seat::index), token, view };
    (StatusCode::CREATED, cookie, Json(told)).into_response()
}

/// The table as the asker sees it
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn table(asker: Asker) -> Result<Json<View>> {
    let table = asker.table().await?;
    let eyes = asker.eyes(&table)?;
    Ok(Json(table.view(eyes)))
}

/// Take a free seat
///
/// The cards are dealt once all seats are taken.
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}", request_body = Sit,
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = TakenSeat)))]
pub(crate) async fn sit(asker: Asker, Body(sit): Body<Sit>) -> Result<Response> {
    let table = asker.table().await?;
    let seat = asker.addressed(&table)?;
    if asker.eyes(&table)?.is_some() {
        return Err(Code::SeatTaken.because(message!("You sit at this table already.")));
    }
    let name = chair::name(sit.name.as_deref(), seat.index())?;
    let draft = move |table: &WebTable, now: &TableSnapshot| {
        let token = token::token();
        if !now.chairs[seat.index()].is_free() {
            return Err(Code::SeatTaken.because(message!("This seat is taken.")));
        }
        let mut chairs = now.chairs.to_vec();
        chairs[seat.index()] = Chair::Person(Some(Holder::new(name, token::hash(&token))));
        Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, token))
    };
    let token = asker.app.change(&table, draft).await?;
    let told = TakenSeat { seat: seat.index(), token: token.clone(), view: table.view(Some(seat)) };
    Ok(([(SET_COOKIE, set_cookie(&table, seat, &token))], Json(told)).into_response())
}

/// Leave a seat before the game begins
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}",
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn leave(asker: Asker) -> Result<Response> {
    let table = asker.table().await?;
    let seat = asker.addressed(&table)?;
    if asker.holder(&table)? != seat {
        return Err(Code::NotYourSeat.because(message!("This seat is not yours to leave.")));
    }
    let held = asker.token(&table).map(token::hash).unwrap_or_default();
    let draft = move |table: &WebTable, now: &TableSnapshot| {
        if now.chairs[seat.index()].holder().is_none_or(|holder| holder.token != held) {
            return Err(Code::NotYourSeat.because(message!("This seat is not yours to leave.")));
        }
        if now.session.is_some() {
            return Err(
                Code::NotAllowed.because(message!("The game has begun: the seat stays yours until it is over."))
            );
        }
        let mut chairs = now.chairs.to_vec();
        chairs[seat.index()] = Chair::Person(None);
        Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, ()))
    };
    asker.app.change(&table, draft).await?;
    Ok(([(SET_COOKIE, forget_cookie(&table))], Json(table.view(None))).into_response())
}

pub(crate) fn number(seat: &str) -> Result<usize> {
    seat.parse().map_err(|_| Code::UnknownSeat.because(message!("“{seat}” is not a seat: expected a number.", seat)))
}
