//! Playing.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use cardsharp_rules::with_game;
use cardsharp_sitting::{Language, Said, said};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::game::frame::ToldChoice;
use crate::game::gate;
use crate::http::address::Path;
use crate::http::body::Body;
use crate::http::client::Client;
use crate::http::credentials::{eyes, holder, set_cookie, token};
use crate::http::error::{ApiError, Code};
use crate::http::json::Json;
use crate::http::whole::Whole;
use crate::play::acting::check_turn;
use crate::play::advice::Advice;
use crate::tables::create::AnotherGame;
use crate::tables::snapshot::not_begun;
use crate::tables::table::View;

/// An action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The version of the view that the action answers.
    pub(crate) version: Whole,
    /// As the pieces and choices name it: `play 47`.
    pub(crate) action: String,
}

/// Pieces, in the order they were chosen.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chosen {
    pub(crate) chosen: Vec<Whole>,
}

/// The table where the same people play again.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Again {
    pub(crate) id: String,
}

/// What is said of the end of a game, in one language.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Ending {
    /// The language, by its tag.
    language: &'static str,
    /// Why it ended so.
    why: String,
    /// Everybody's result in words, by seat.
    results: Vec<String>,
    /// How strong everybody is, by seat; empty where nobody can say.
    strengths: Vec<String>,
}

impl Ending {
    /// What a view of a game that is over says of its end.
    pub(crate) fn of(view: &View) -> Vec<Ending> {
        let result = |seat: usize| {
            let placings = view.frame.result.iter().flatten();
            placings.filter(|placing| placing.seat == seat).map(|placing| placing.words.clone()).next()
        };
        let results: Vec<Said> = (0..view.sitters.len()).map(|seat| result(seat).unwrap_or_default()).collect();
        let ending = |language: Language| {
            let told = |words: &Said| words.in_language(language);
            Ending {
                language: language.tag(),
                why: told(&view.frame.why),
                results: results.iter().map(told).collect(),
                strengths: view.sitters.iter().map(|sitter| told(&sitter.strength)).collect(),
            }
        };
        Language::ALL.into_iter().map(ending).collect()
    }
}

/// What chosen pieces come to, and which could be chosen next
///
/// Changes nothing.
#[utoipa::path(post, path = "/api/tables/{id}/choice", request_body = Chosen, params(("id" = String, Path)),
    responses((status = 200, body = ToldChoice)))]
pub(crate) async fn choice(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Chosen { chosen }): Body<Chosen>,
) -> Result<Json<ToldChoice>, ApiError> {
    let table = app.table(&id).await?;
    let seat = holder(&table, &headers)?;
    let snapshot = table.snapshot();
    check_turn(&table, &snapshot, seat)?;
    let session = snapshot.session.ok_or_else(not_begun)?;
    let chosen: Vec<usize> = chosen.into_iter().map(Whole::index).collect();
    with_game!(AnyOf, &*session, session => {
        gate::choice_of_session(session, seat, &chosen).map(Json)
    })
}

/// Act
#[utoipa::path(post, path = "/api/tables/{id}/actions", request_body = Act, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Act { version: Whole(version), action }): Body<Act>,
) -> Result<Json<View>, ApiError> {
    let table = app.table(&id).await?;
    let seat = holder(&table, &headers)?;
    app.act(&table, seat, (version, action)).await?;
    Ok(Json(table.view(Some(seat))))
}

/// The record of a game that is over
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let table = app.table(&id).await?;
    let record = table.snapshot().record();
    let record =
        record.ok_or_else(|| ApiError::new(Code::NotOver, said!("The record is open once the game is over.")))?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}

/// How a game ended, in every language
///
/// For whoever keeps it: a record says what was played, and words that were kept would stay in the language of that day.
#[utoipa::path(get, path = "/api/tables/{id}/ending", params(("id" = String, Path)),
    responses((status = 200, body = [Ending])))]
pub(crate) async fn ending(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Vec<Ending>>, ApiError> {
    let table = app.table(&id).await?;
    let view = table.view(eyes(&table, &headers)?);
    if !view.frame.over {
        return Err(ApiError::new(Code::NotOver, said!("The game is not over yet.")));
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
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
    Body(wish): Body<AnotherGame>,
) -> Result<Response, ApiError> {
    let table = app.table(&id).await?;
    holder(&table, &headers)?;
    let next = app.again(client, &table, wish).await?;
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
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let table = app.table(&id).await?;
    let seat = holder(&table, &headers)?;
    Ok(Json(&*app.advise(client, &table, seat).await?).into_response())
}
