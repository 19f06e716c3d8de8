//! Playing.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::body::Body;
use super::who::holder;
use crate::house::{House, check_turn};
use crate::refusal::{Code, Refusal, Refused};
use crate::table::not_begun;
use crate::wire::{Act, Chosen, ToldChoice, View};

/// What chosen pieces come to, and which could be chosen next
///
/// Changes nothing.
#[utoipa::path(post, path = "/api/tables/{id}/choice", request_body = Chosen, params(("id" = String, Path)),
    responses((status = 200, body = ToldChoice), (status = "4XX", body = Refused)))]
pub(crate) async fn choice(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Chosen { chosen }): Body<Chosen>,
) -> Result<Json<ToldChoice>, Refusal> {
    let table = house.table(&id).await?;
    let seat = holder(&table, &headers)?;
    let sitting = table.moment().sitting.ok_or_else(not_begun)?;
    check_turn(&table, sitting.whose_turn(), seat)?;
    sitting.choice(seat, &chosen).map(Json)
}

/// Act
#[utoipa::path(post, path = "/api/tables/{id}/actions", request_body = Act, params(("id" = String, Path)),
    responses((status = 200, body = View), (status = "4XX", body = Refused)))]
pub(crate) async fn act(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Act { version, action }): Body<Act>,
) -> Result<Json<View>, Refusal> {
    let table = house.table(&id).await?;
    let seat = holder(&table, &headers)?;
    house.act(&table, seat, (version, action)).await?;
    Ok(Json(table.view(Some(seat))))
}

/// The record of a game that is over
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = Refused)))]
pub(crate) async fn record(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let table = house.table(&id).await?;
    let moment = table.moment();
    let sitting = moment.sitting.as_ref().filter(|_| moment.is_over());
    let sitting = sitting.ok_or_else(|| Refusal::new(Code::NotOver, "The record is open once the game is over."))?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], sitting.record()).into_response())
}
