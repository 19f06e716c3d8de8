//! A coach for people: what somebody's choices in a game cost, by kinds.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::sse::{Event, Sse};
use cardsharp_sitting::Said;
use cardsharp_sitting::manner::habits;
use futures_util::Stream;
use serde::Deserialize;
use utoipa::IntoParams;

use super::address::Query;
use super::replay::{RecordText, review, sent_record};
use super::tables::number;
use crate::client::Client;
use crate::coached::coach;
use crate::house::House;
use crate::json::Json;
use crate::refusal::Refusal;
use crate::wire::{CoachedDecision, Habit};

/// Whose choices are looked at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Pupil {
    /// The seat's number.
    #[param(pattern = "^[0-9]{1,3}$")]
    seat: String,
}

/// What a coach counts by, in words
#[utoipa::path(get, path = "/api/coach", responses((status = 200, body = [Habit])))]
pub(crate) async fn kinds() -> Json<Vec<Habit>> {
    Json(habits().map(|(name, words)| Habit { name, words: Said::constant(words) }).collect())
}

/// Look at every choice a seat made in a record that is sent: server-sent events
///
/// `event: decision` for each of them, then `event: end`. It costs as much as a review and counts as one.
#[utoipa::path(post, path = "/api/coach", params(Pupil),
    request_body(content = RecordText, content_type = "text/plain"),
    responses((status = 200, body = CoachedDecision, content_type = "text/event-stream")))]
pub(crate) async fn choices(
    State(house): State<Arc<House>>,
    Query(pupil): Query<Pupil>,
    client: Client,
    request: Request,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let seat = number(&pupil.seat)?;
    let record = sent_record(&house, request).await?;
    review(house, client, move || record().and_then(|record| coach(record, seat))).await
}
