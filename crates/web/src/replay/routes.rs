//! The routes of replays and reviews.

use std::convert::Infallible;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::extract::Request;
use axum::response::sse::{Event, KeepAlive, Sse};
use cardsharp_presentation::{Message, message};
use cardsharp_rules::{AnyRecord, with_game};
use cardsharp_tournament::kept_record;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::http::body::read;
use crate::http::{ApiError, Asker, Client, Code, Json, Query, Result, check_type, event, spoken};
use crate::replay::{Reconsidered, Replay, Shown, look_back, replay};
use crate::threads::{Job, Length, Question, Rank};
use crate::tournaments::unreadable;

/// A record as `GET /api/tables/{id}/record` returns it. Other text with the same beginning is refused with 422.
#[derive(ToSchema)]
#[schema(value_type = String, min_length = 19, max_length = 65536, pattern = "^cardsharp record 1\n")]
#[expect(dead_code, reason = "it is described, and read as text")]
pub(crate) struct RecordText(String);

/// The seat whose cards are shown.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Through {
    /// A seat's number, or `open` for all cards.
    #[param(nullable = false, pattern = "^(open|[0-9]{1,3})$")]
    seat: Option<String>,
}

/// The order of the reviewed decisions.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Order {
    /// The seat whose decisions come first; without it decisions come in their order.
    #[param(nullable = false, pattern = "^[0-9]{1,3}$")]
    first: Option<String>,
}

impl Order {
    /// Returns the seat; text that is no number counts as absent.
    fn first(&self) -> Option<usize> {
        self.first.as_deref().and_then(|seat| seat.parse().ok())
    }
}

impl Through {
    fn cards(&self) -> Result<Shown> {
        match self.seat.as_deref() {
            None | Some("open") => Ok(Shown::Open),
            Some(seat) => seat.parse().map(Shown::Seat).map_err(|_| {
                Code::UnknownSeat.because(message!("seat={seat}: expected a seat's number or “open”.", seat))
            }),
        }
    }
}

pub(crate) type Sent = Result<Event, Infallible>;

/// Replay the game of a finished table
#[utoipa::path(get, path = "/api/replay/table/{id}", params(("id" = String, Path), Through),
    responses((status = 200, body = Replay)))]
pub(crate) async fn of_table(asker: Asker, Query(through): Query<Through>) -> Result<Json<Replay>> {
    let (record, shown) = (table_record(&asker.app, asker.path("id")).await?, through.cards()?);
    let mut told = show(&asker.app, asker.client, move || Ok((record, shown))).await?;
    let table = asker.app.table(asker.path("id")).await?;
    if !table.snapshot().status.gave_up.is_empty() {
        // The record has the moves only; the table's status knows who resigned.
        told.0.result = table.view(None).frame.result;
    }
    Ok(told)
}

/// Replay a game of the records database
#[utoipa::path(get, path = "/api/replay/game/{number}", params(("number" = i64, Path), Through),
    responses((status = 200, body = Replay)))]
pub(crate) async fn of_game(asker: Asker, Query(through): Query<Through>) -> Result<Json<Replay>> {
    let (record, shown) = (game_record(&asker.app, asker.client, asker.path("number")).await?, through.cards()?);
    show(&asker.app, asker.client, move || Ok((record, shown))).await
}

/// Replay an uploaded record
#[utoipa::path(post, path = "/api/replay", params(Through), request_body(content = RecordText, content_type = "text/plain"),
    responses((status = 200, body = Replay)))]
pub(crate) async fn of_record(asker: Asker, Query(through): Query<Through>, request: Request) -> Result<Json<Replay>> {
    let shown = through.cards()?;
    let record = sent_record(&asker.app, request).await?;
    show(&asker.app, asker.client, move || Ok((record()?, shown))).await
}

/// Review the game of a finished table: server-sent events
///
/// `event: decision` for each decision with a choice, then `event: end`.
#[utoipa::path(get, path = "/api/replay/table/{id}/review", params(("id" = String, Path), Order),
    responses((status = 200, body = Reconsidered, content_type = "text/event-stream")))]
pub(crate) async fn review_table(asker: Asker, Query(order): Query<Order>) -> Result<Sse<impl Stream<Item = Sent>>> {
    let record = table_record(&asker.app, asker.path("id")).await?;
    review(asker.app, asker.client, move || Ok(look_back(&record, order.first()))).await
}

/// Review a game of the records database: server-sent events
#[utoipa::path(get, path = "/api/replay/game/{number}/review", params(("number" = i64, Path), Order),
    responses((status = 200, body = Reconsidered, content_type = "text/event-stream")))]
pub(crate) async fn review_game(asker: Asker, Query(order): Query<Order>) -> Result<Sse<impl Stream<Item = Sent>>> {
    let record = game_record(&asker.app, asker.client, asker.path("number")).await?;
    review(asker.app, asker.client, move || Ok(look_back(&record, order.first()))).await
}

/// Review an uploaded record: server-sent events
#[utoipa::path(post, path = "/api/replay/review", params(Order), request_body(content = RecordText, content_type = "text/plain"),
    responses((status = 200, body = Reconsidered, content_type = "text/event-stream")))]
pub(crate) async fn review_record(
    asker: Asker,
    Query(order): Query<Order>,
    request: Request,
) -> Result<Sse<impl Stream<Item = Sent>>> {
    let record = sent_record(&asker.app, request).await?;
    review(asker.app, asker.client, move || record().map(|record| look_back(&record, order.first()))).await
}

async fn show(
    app: &App,
    client: Client,
    record: impl FnOnce() -> Result<(AnyRecord, Shown)> + Send + 'static,
) -> Result<Json<Replay>> {
    let read = move || record().and_then(|(record, shown)| replay(&record, shown));
    app.read(client, Length::Quick, read).await.map(Json)
}

/// Streams the results of jobs in order until the client goes.
pub(crate) async fn review<R, T>(
    app: Arc<App>,
    client: Client,
    questions: R,
) -> Result<Sse<impl Stream<Item = Sent> + use<R, T>>>
where
    R: FnOnce() -> Result<Vec<Question<T>>> + Send + 'static,
    T: Serialize + Send + 'static,
{
    let held = app.begin_review(client)?;
    let questions = app.read(client, Length::Quick, questions).await?;
    let language = spoken();
    let job = Job { client, rank: Rank::Background, length: Length::Long };
    let stream = unfold(Some((app, held, questions.into_iter())), move |state| async move {
        let (app, held, mut questions) = state?;
        let told = match questions.next() {
            Some(question) => app.thinkers.think(job, question).await,
            None => None,
        };
        let Some(told) = told else { return Some((Ok(Event::default().event("end").data("{}")), None)) };
        Some((Ok(event(language, "decision", &told)), Some((app, held, questions))))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

async fn table_record(app: &Arc<App>, id: &str) -> Result<AnyRecord> {
    let record = app.table(id).await?.snapshot().record();
    let record = record.ok_or_else(|| Code::NotOver.because(message!("A game is replayed once it is over.")))?;
    AnyRecord::parse(&record).map_err(|wrong| no_record(&wrong))
}

async fn game_record(app: &Arc<App>, client: Client, number: &str) -> Result<AnyRecord> {
    let unknown = |words: Message| Code::UnknownPage.because(words);
    let archive = app.archive.as_ref().ok_or_else(|| unknown(message!("No records database is open here (--db).")))?;
    let number: i64 =
        number.parse().map_err(|_| unknown(message!("“{number}” is not the number of a game.", number)))?;
    let archive = Arc::clone(archive);
    let read = move || {
        let opened = archive.lock().unwrap_or_else(PoisonError::into_inner).game(number);
        let opened = opened.map_err(|error| unknown(unreadable(&error)))?;
        kept_record(opened).map_err(|wrong| no_record(&wrong))
    };
    app.read(client, Length::Long, read).await
}

fn no_record(wrong: &impl std::fmt::Display) -> ApiError {
    Code::BadRecord.because(message!("This is no record: {wrong}.", wrong = wrong.to_string()))
}

/// Reads an uploaded record; the result parses it, for a reader's thread.
pub(crate) async fn sent_record(
    app: &Arc<App>,
    request: Request,
) -> Result<impl FnOnce() -> Result<AnyRecord> + Send + use<>> {
    check_type(&request, "text/plain")?;
    let (bytes, most) = (read(request, app.limits.body, app.limits.sending).await?, app.limits.events);
    Ok(move || {
        let bad = |words: Message| Code::BadRecord.because(words);
        let text = std::str::from_utf8(&bytes).map_err(|_| bad(message!("The record is not UTF-8 text.")))?;
        let record = AnyRecord::parse(text).map_err(|wrong| no_record(&wrong))?;
        let events = with_game!(AnyRecord, &record, record => record.events().len());
        if events > most {
            return Err(bad(message!("This record has {events} events; at most {most} are shown.", events, most)));
        }
        Ok(record)
    })
}
