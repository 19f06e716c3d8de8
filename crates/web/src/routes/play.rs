//! Playing.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};

use super::address::Path;
use super::body::Body;
use super::who::{eyes, holder, set_cookie, token};
use cardsharp_rules::with_game;
use cardsharp_sitting::said;

use crate::client::Client;
use crate::gate;
use crate::house::{House, check_turn};
use crate::json::Json;
use crate::moment::not_begun;
use crate::refusal::{Code, Refusal};
use crate::wire::{Act, Advice, Again, AnotherGame, Chosen, Ending, ToldChoice, View, Whole};

/// What chosen pieces come to, and which could be chosen next
///
/// Changes nothing.
#[utoipa::path(post, path = "/api/tables/{id}/choice", request_body = Chosen, params(("id" = String, Path)),
    responses((status = 200, body = ToldChoice)))]
pub(crate) async fn choice(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Chosen { chosen }): Body<Chosen>,
) -> Result<Json<ToldChoice>, Refusal> {
    let table = house.table(&id).await?;
    let seat = holder(&table, &headers)?;
    let moment = table.moment();
    check_turn(&table, &moment, seat)?;
    let sitting = moment.sitting.ok_or_else(not_begun)?;
    let chosen: Vec<usize> = chosen.into_iter().map(Whole::index).collect();
    with_game!(AnyOf, &*sitting, sitting => {
        gate::choice_of_session(sitting, seat, &chosen).map(Json)
    })
}

/// Act
#[utoipa::path(post, path = "/api/tables/{id}/actions", request_body = Act, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn act(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Act { version: Whole(version), action }): Body<Act>,
) -> Result<Json<View>, Refusal> {
    let table = house.table(&id).await?;
    let seat = holder(&table, &headers)?;
    house.act(&table, seat, (version, action)).await?;
    Ok(Json(table.view(Some(seat))))
}

/// The record of a game that is over
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn record(State(house): State<Arc<House>>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let table = house.table(&id).await?;
    let record = table.moment().record();
    let record =
        record.ok_or_else(|| Refusal::new(Code::NotOver, said!("The record is open once the game is over.")))?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}

/// How a game ended, in every language
///
/// For whoever keeps it: a record says what was played, and words that were kept would stay in the language of that day.
#[utoipa::path(get, path = "/api/tables/{id}/ending", params(("id" = String, Path)),
    responses((status = 200, body = [Ending])))]
pub(crate) async fn ending(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Vec<Ending>>, Refusal> {
    let table = house.table(&id).await?;
    let view = table.view(eyes(&table, &headers)?);
    if !view.frame.over {
        return Err(Refusal::new(Code::NotOver, said!("The game is not over yet.")));
    }
    Ok(Json(Ending::of(&view)))
}

/// Play again: the same people, everybody one seat further
///
/// The first who asks makes the table, the others are shown to it; the token holds the seat there too. A match goes
/// on there until it is decided, and then begins anew.
#[utoipa::path(post, path = "/api/tables/{id}/again", request_body = AnotherGame, params(("id" = String, Path)),
    responses((status = 200, body = Again)))]
pub(crate) async fn again(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
    Body(wish): Body<AnotherGame>,
) -> Result<Response, Refusal> {
    let table = house.table(&id).await?;
    holder(&table, &headers)?;
    let next = house.again(client, &table, wish).await?;
    let told = Json(Again { id: next.id.clone() });
    let seat = token(&table, &headers).and_then(|token| Some((next.seat_of(token)?, token)));
    Ok(match seat {
        Some((seat, token)) => ([(SET_COOKIE, set_cookie(&next, seat, token))], told).into_response(),
        None => told.into_response(),
    })
}

/// Advice from the asker's own view
///
/// Only where the table has a kibitzer and one person plays.
#[utoipa::path(get, path = "/api/tables/{id}/advice", params(("id" = String, Path)),
    responses((status = 200, body = Advice)))]
pub(crate) async fn advice(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let table = house.table(&id).await?;
    let seat = holder(&table, &headers)?;
    Ok(Json(&*house.advise(client, &table, seat).await?).into_response())
}
