//! Stepping through games, and looking back over them.

use std::convert::Infallible;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use cardsharp_digest::kept_record;
use cardsharp_rules::AnyRecord;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use utoipa::IntoParams;

use super::body::read;
use crate::house::House;
use crate::refusal::{Code, Refusal, Refused};
use crate::replay::{Shown, replay};
use crate::thought::look_back;
use crate::wire;

/// Whose cards are shown.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Through {
    /// A seat's number, or `open` for everybody's cards.
    seat: Option<String>,
}

impl Through {
    fn shown(&self) -> Result<Shown, Refusal> {
        match self.seat.as_deref() {
            None | Some("open") => Ok(Shown::Open),
            Some(seat) => seat.parse().map(Shown::Seat).map_err(|_| {
                Refusal::new(Code::UnknownSeat, format!("seat={seat}: expected a seat's number or \"open\"."))
            }),
        }
    }
}

/// Step through the game of a table that is over
#[utoipa::path(get, path = "/api/replay/table/{id}", params(("id" = String, Path), Through),
    responses((status = 200, body = wire::Replay), (status = "4XX", body = Refused)))]
pub(crate) async fn of_table(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    Query(through): Query<Through>,
) -> Result<Json<wire::Replay>, Refusal> {
    let record = table_record(&house, &id).await?;
    Ok(Json(replay(&record, through.shown()?)?))
}

/// Step through a game of the records database
#[utoipa::path(get, path = "/api/replay/game/{number}", params(("number" = i64, Path), Through),
    responses((status = 200, body = wire::Replay), (status = "4XX", body = Refused)))]
pub(crate) async fn of_game(
    State(house): State<Arc<House>>,
    Path(number): Path<String>,
    Query(through): Query<Through>,
) -> Result<Json<wire::Replay>, Refusal> {
    let record = game_record(&house, &number).await?;
    Ok(Json(replay(&record, through.shown()?)?))
}

/// Step through a record that is sent
#[utoipa::path(post, path = "/api/replay", params(Through), request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = wire::Replay), (status = "4XX", body = Refused)))]
pub(crate) async fn of_record(
    State(house): State<Arc<House>>,
    Query(through): Query<Through>,
    request: Request,
) -> Result<Json<wire::Replay>, Refusal> {
    let record = sent_record(&house, request).await?;
    Ok(Json(replay(&record, through.shown()?)?))
}

/// Look back over the game of a table that is over: server-sent events
///
/// `event: decision` for each decision where there was a choice, then `event: end`.
#[utoipa::path(get, path = "/api/replay/table/{id}/review", params(("id" = String, Path)),
    responses((status = 200, body = wire::Reconsidered, content_type = "text/event-stream"), (status = "4XX", body = Refused)))]
pub(crate) async fn review_table(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let record = table_record(&house, &id).await?;
    review(house, &record)
}

/// Look back over a game of the records database: server-sent events
#[utoipa::path(get, path = "/api/replay/game/{number}/review", params(("number" = i64, Path)),
    responses((status = 200, body = wire::Reconsidered, content_type = "text/event-stream"), (status = "4XX", body = Refused)))]
pub(crate) async fn review_game(
    State(house): State<Arc<House>>,
    Path(number): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let record = game_record(&house, &number).await?;
    review(house, &record)
}

/// Look back over a record that is sent: server-sent events
#[utoipa::path(post, path = "/api/replay/review", request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = wire::Reconsidered, content_type = "text/event-stream"), (status = "4XX", body = Refused)))]
pub(crate) async fn review_record(
    State(house): State<Arc<House>>,
    request: Request,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let record = sent_record(&house, request).await?;
    review(house, &record)
}

/// Looks at one decision after the other; who goes away stops it.
fn review(
    house: Arc<House>,
    record: &AnyRecord,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>, Refusal> {
    house.check_busy()?;
    let questions = look_back(record).into_iter();
    let stream = unfold(Some((house, questions)), |state| async move {
        let (house, mut questions) = state?;
        let told = match questions.next() {
            Some(question) => house.thinkers.think(question).await,
            None => None,
        };
        let Some(told) = told else { return Some((Ok(Event::default().event("end").data("{}")), None)) };
        let data = serde_json::to_string(&told).expect("what is sent is JSON");
        Some((Ok(Event::default().event("decision").data(data)), Some((house, questions))))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

async fn table_record(house: &Arc<House>, id: &str) -> Result<AnyRecord, Refusal> {
    let moment = house.table(id).await?.moment();
    let sitting = moment.sitting.as_ref().filter(|_| moment.is_over());
    let sitting = sitting.ok_or_else(|| Refusal::new(Code::NotOver, "A game is replayed once it is over."))?;
    AnyRecord::parse(&sitting.record()).map_err(|wrong| Refusal::new(Code::BadRequest, wrong.to_string()))
}

async fn game_record(house: &Arc<House>, number: &str) -> Result<AnyRecord, Refusal> {
    let unknown = |words: String| Refusal::new(Code::UnknownPage, words);
    let archive =
        house.archive.as_ref().ok_or_else(|| unknown("No records database is open here (--db).".to_owned()))?;
    let number: i64 = number.parse().map_err(|_| unknown(format!("{number:?} is not the number of a game.")))?;
    let archive = Arc::clone(archive);
    let read = move || archive.lock().unwrap_or_else(PoisonError::into_inner).game(number);
    let opened = tokio::task::spawn_blocking(read).await.map_err(|_| unknown("The game cannot be read.".to_owned()))?;
    let opened = opened.map_err(|error| unknown(error.to_string()))?;
    kept_record(opened).map_err(|wrong| Refusal::new(Code::BadRequest, format!("game {number}: {wrong}")))
}

async fn sent_record(house: &Arc<House>, request: Request) -> Result<AnyRecord, Refusal> {
    let bad = |words: String| Refusal::new(Code::BadRequest, words);
    let bytes = read(request, house.limits.body).await?;
    let text = std::str::from_utf8(&bytes).map_err(|_| bad("The record is not UTF-8 text.".to_owned()))?;
    AnyRecord::parse(text).map_err(|wrong| bad(format!("This is no record: {wrong}.")))
}
