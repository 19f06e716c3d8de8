//! The routes of play.

use axum::http::header::{CONTENT_TYPE, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use cardsharp_presentation::{Language, Message, message};
use cardsharp_rules::{Seat, with_game};
use cardsharp_session::ToMove;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::ToldChoice;
use crate::game::gate::{choice_of_session, turn_of};
use crate::http::{Asker, Body, Code, Json, Result, Whole, set_cookie};
use crate::play::Advice;
use crate::play::advice::advice as advice_of;
use crate::tables::{AnotherGame, TableSnapshot, View, WebTable, not_begun};

/// An action.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    /// The version of the view that the action answers.
    pub(crate) version: Whole,
    /// The action as the pieces and choices name it: `play 47`.
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

/// The end of a game in words, in one language.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Ending {
    /// The language, by its tag.
    language: &'static str,
    /// Why the game ended.
    why: String,
    /// The result in words, by seat.
    results: Vec<String>,
    /// The strength of the players, by seat; empty if it is unknown.
    strengths: Vec<String>,
}

impl Ending {
    /// Returns the ending of a finished game from a view, in every language.
    pub(crate) fn of(view: &View) -> Vec<Ending> {
        let result = |seat: usize| {
            let placings = view.frame.result.iter().flatten();
            placings.filter(|placing| placing.seat == seat).map(|placing| placing.words.clone()).next()
        };
        let results: Vec<Message> = (0..view.sitters.len()).map(|seat| result(seat).unwrap_or_default()).collect();
        let ending = |language: Language| {
            let told = |words: &Message| words.in_language(language);
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

/// The effect of chosen pieces, and which can be chosen next
///
/// Changes nothing.
#[utoipa::path(post, path = "/api/tables/{id}/choice", request_body = Chosen, params(("id" = String, Path)),
    responses((status = 200, body = ToldChoice)))]
pub(crate) async fn choice(asker: Asker, Body(Chosen { chosen }): Body<Chosen>) -> Result<Json<ToldChoice>> {
    let (table, seat) = asker.table_and_seat().await?;
    let snapshot = table.snapshot();
    check_turn(&table, &snapshot, seat)?;
    let session = snapshot.session.ok_or_else(not_begun)?;
    let chosen: Vec<usize> = chosen.into_iter().map(Whole::index).collect();
    with_game!(AnyOf, &*session, session => {
        choice_of_session(session, seat, &chosen).map(Json)
    })
}

/// Act
#[utoipa::path(post, path = "/api/tables/{id}/actions", request_body = Act, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn act(asker: Asker, Body(Act { version: Whole(version), action }): Body<Act>) -> Result<Json<View>> {
    let draft = move |table: &WebTable, now: &TableSnapshot, seat: Seat| {
        check_turn(table, now, seat)?;
        // Changes since then that left the cards alone are no reason to refuse.
        if !(now.position..=now.version).contains(&version) {
            let words =
                message!("The table has gone on: it is at version {now}, not {version}.", now = now.version, version);
            return Err(Code::Stale.because(words));
        }
        let after = now.after(&action, &table.terms)?;
        table.is_here(seat);
        Ok(after)
    };
    asker.change(draft).await
}

/// The record of a finished game
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn record(asker: Asker) -> Result<Response> {
    let record = asker.table().await?.snapshot().record();
    let record = record.ok_or_else(|| Code::NotOver.because(message!("The record is open once the game is over.")))?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], record).into_response())
}

/// The ending of a game, in every language
///
/// For clients that store games: a record has no words, and stored words would stay in the language of their day.
#[utoipa::path(get, path = "/api/tables/{id}/ending", params(("id" = String, Path)),
    responses((status = 200, body = [Ending])))]
pub(crate) async fn ending(asker: Asker) -> Result<Json<Vec<Ending>>> {
    let table = asker.table().await?;
    let view = table.view(asker.eyes(&table)?);
    if !view.frame.over {
        return Err(Code::NotOver.because(message!("The game is not over yet.")));
    }
    Ok(Json(Ending::of(&view)))
}

/// Play again: the same people, each one seat further
///
/// The first request makes the table, later ones return it; the token holds the seat there, too. A match continues
/// there until it is decided, and then starts anew.
#[utoipa::path(post, path = "/api/tables/{id}/again", request_body = AnotherGame, params(("id" = String, Path)),
    responses((status = 200, body = Again)))]
pub(crate) async fn again(asker: Asker, Body(wish): Body<AnotherGame>) -> Result<Response> {
    let table = asker.table().await?;
    asker.holder(&table)?;
    let next = asker.app.again(asker.client, &table, wish).await?;
    let seat = asker.token(&table).and_then(|token| Some((next.seat_of(token)?, token)));
    let cookie = seat.map(|(seat, token)| [(SET_COOKIE, set_cookie(&next, seat, token))]);
    Ok((cookie, Json(Again { id: next.id.clone() })).into_response())
}

/// Advice from the asker's own view
///
/// Only if the table has a kibitzer and one person plays.
#[utoipa::path(get, path = "/api/tables/{id}/advice", params(("id" = String, Path)),
    responses((status = 200, body = Advice)))]
pub(crate) async fn advice(asker: Asker) -> Result<Response> {
    let (table, seat) = asker.table_and_seat().await?;
    let mut newest = table.advice.lock().await;
    let snapshot = table.snapshot();
    if !table.has_kibitzer(&snapshot) {
        let words = message!("There is no advice at this table: it has no kibitzer, or several people play.");
        return Err(Code::NotAllowed.because(words));
    }
    let session = snapshot.session.as_ref().ok_or_else(not_begun)?;
    if snapshot.is_over() {
        return Err(Code::WrongTurn.because(message!("The game is over: there is nothing left to decide.")));
    }
    // After a take-back the game reaches the same step twice, but never the same version.
    if newest.as_ref().is_none_or(|(position, _)| *position != snapshot.position) {
        let question = with_game!(AnyOf, &**session, session => advice_of(session.record(), session.view(seat)));
        let advice = asker.think(question).await?;
        let advice = advice.ok_or_else(|| Code::Busy.because(message!("The adviser could not decide.")))?;
        *newest = Some((snapshot.position, advice));
    }
    Ok(Json(newest.as_ref().map(|(_, advice)| advice)).into_response())
}

fn check_turn(table: &WebTable, now: &TableSnapshot, seat: Seat) -> Result {
    let words = match now.to_move().ok_or_else(not_begun)? {
        ToMove::Nobody => message!("The game is over."),
        _ if now.status.is_paused => message!("The game is paused."),
        ToMove::Person(turn) if turn == seat => return Ok(()),
        ToMove::Player(turn) if turn == seat && now.chairs[seat.index()].stand_in().is_some() => {
            message!("A computer plays for you: take your seat back first.")
        }
        ToMove::Person(turn) | ToMove::Program(turn) | ToMove::Player(turn) => {
            let sitters = table.sitters();
            turn_of(&sitters[turn.index()].name)
        }
    };
    Err(Code::WrongTurn.because(words))
}
