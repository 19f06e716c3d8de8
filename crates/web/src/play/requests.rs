//! Requests of people at a table: take back, pause, resign, replace a person who is away, and say a friendly phrase.

use std::sync::Arc;

use axum::http::StatusCode;
use cardsharp_presentation::{Message, message};
use cardsharp_rules::Seat;
use cardsharp_session::ToMove;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::http::{ApiError, Asker, Body, Code, Json, Result, Whole};
use crate::tables::{Question, Request, Surrender, TableSnapshot, TableStatus, View, WebTable, not_begun, stand_in};

/// A friendly phrase from a seat.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Spoken {
    pub(crate) seat: usize,
    /// The number of the phrase.
    pub(crate) phrase: usize,
}

/// An answer to an open request at the table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reply {
    /// The number of the request.
    pub(crate) question: Whole,
    /// Whether the seat agrees. The asker may only answer no, which withdraws the request.
    pub(crate) agrees: bool,
}

/// A friendly phrase.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Say {
    /// The number of the phrase, from 0 to 7.
    #[schema(value_type = u64, maximum = 7)]
    pub(crate) phrase: Whole,
}

/// An empty JSON body, which a form of another site cannot send.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// The number of phrases; the page has their words.
const PHRASES: u64 = 8;

/// Take back the asker's last decision
///
/// At once if no other person plays; else all people who play must agree. The table shows how often this was done.
#[utoipa::path(post, path = "/api/tables/{id}/take-back", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn take_back(asker: Asker, _nothing: Body<Nothing>) -> Result<Json<View>> {
    request(asker, Request::TakeBack).await
}

/// Pause
///
/// At once if no other person plays; else all people who play must agree. In a pause no clock runs and no seat may act.
#[utoipa::path(post, path = "/api/tables/{id}/pause", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn pause(asker: Asker, _nothing: Body<Nothing>) -> Result<Json<View>> {
    request(asker, Request::Pause).await
}

/// Resume after a pause
///
/// At once if no other person plays or the table has no clock; else all people who play must agree.
#[utoipa::path(post, path = "/api/tables/{id}/resume", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn resume(asker: Asker, _nothing: Body<Nothing>) -> Result<Json<View>> {
    request(asker, Request::Resume).await
}

async fn request(asker: Asker, what: Request) -> Result<Json<View>> {
    let (most, patience) = (asker.app.limits.remarks, asker.app.limits.away);
    let draft = move |table: &WebTable, now: &TableSnapshot, seat: Seat| {
        table.is_here(seat);
        check_request(now, seat, what)?;
        if what == Request::TakeBack && table.terms.daily.is_some() {
            return Err(not_allowed(message!("The deal of the day is the same for all: nothing is taken back.")));
        }
        let is_away = |other: usize| now.chairs[other].stand_in().is_some() && !now.status.has_given_up(other);
        if what == Request::TakeBack && (0..now.chairs.len()).any(is_away) {
            return Err(not_allowed(message!("Somebody is away who would have to agree.")));
        }
        // People who have left need not agree to resume.
        let waits_for =
            |other: usize| what != Request::Resume || table.away(Seat::new(other)).is_none_or(|away| away < patience);
        let others = now.playing().iter().any(|other| *other != seat.index() && waits_for(*other));
        // Without a clock a resumed game costs no person any time.
        let is_asked = others && (what != Request::Resume || now.status.clocks.is_some());
        if !is_asked {
            return grant(now, seat, what);
        }
        let status = &now.status;
        if status.question.is_some() {
            return Err(not_allowed(message!("One question after the other: the last one is not answered yet.")));
        }
        if what != Request::Resume && status.refused.contains(&seat.index()) {
            return Err(not_allowed(message!("The answer was no; ask again after the next move.")));
        }
        table.remark(seat, most)?;
        let (number, by) = (now.version + 1, seat.index());
        let question = Some(Question { number, what, by, agreed: Vec::new() });
        Ok(now.beside(TableStatus { question, ..status.clone() }))
    };
    asker.change(draft).await
}

/// Answer an open request at the table
///
/// One no refuses it; it is granted once all people who play have agreed. A move withdraws it.
#[utoipa::path(post, path = "/api/tables/{id}/answer", request_body = Reply, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn answer(
    asker: Asker,
    Body(Reply { question: Whole(number), agrees }): Body<Reply>,
) -> Result<Json<View>> {
    let draft = move |table: &WebTable, now: &TableSnapshot, seat: Seat| {
        table.is_here(seat);
        let question = now.status.question.clone().filter(|question| question.number == number);
        let gone = || Code::Stale.because(message!("Nobody asks that any more."));
        let mut question = question.ok_or_else(gone)?;
        let (seat, playing) = (seat.index(), now.playing());
        let is_asker = question.by == seat;
        if !playing.contains(&seat) || (is_asker && agrees) {
            return Err(not_allowed(message!("This is not yours to answer.")));
        }
        if !agrees {
            let mut status = TableStatus { question: None, ..now.status.clone() };
            if !is_asker {
                status.refused.push(question.by);
            }
            return Ok(now.beside(status));
        }
        if question.agreed.contains(&seat) {
            return Err(not_allowed(message!("You have agreed already.")));
        }
        question.agreed.push(seat);
        if playing.iter().all(|other| *other == question.by || question.agreed.contains(other)) {
            return grant(now, Seat::new(question.by), question.what);
        }
        Ok(now.beside(TableStatus { question: Some(question), ..now.status.clone() }))
    };
    asker.change(draft).await
}

/// Resign
///
/// The seat that resigns comes last. If other people still play at a table of more than two seats, a bot replaces it;
/// else the game is over, and the others have won.
#[utoipa::path(post, path = "/api/tables/{id}/resign", request_body = Nothing, params(("id" = String, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn resign(asker: Asker, _nothing: Body<Nothing>) -> Result<Json<View>> {
    let draft = |table: &WebTable, now: &TableSnapshot, seat: Seat| {
        check_going_on(now)?;
        if now.status.has_given_up(seat.index()) {
            return Err(not_allowed(message!("You have given this game up already.")));
        }
        now.given_up(seat, Surrender::Resigned, stand_in(&table.game, &table.about))
    };
    asker.change(draft).await
}

/// Let a bot play for a person who must act and has been away for a while
#[utoipa::path(post, path = "/api/tables/{id}/seats/{seat}/stand-in", request_body = Nothing,
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn replace(asker: Asker, _nothing: Body<Nothing>) -> Result<Json<View>> {
    let (table, _) = asker.table_and_seat().await?;
    let (seat, patience) = (asker.addressed(&table)?, asker.app.limits.away);
    let draft = move |table: &WebTable, now: &TableSnapshot, by: Seat| {
        check_going_on(now)?;
        if !now.playing().contains(&by.index()) {
            return Err(not_allowed(message!("Only who plays may let somebody else play for another.")));
        }
        if now.to_move() != Some(ToMove::Person(seat)) || by == seat {
            return Err(not_allowed(message!("It is nobody's turn there who is away.")));
        }
        let Some(away) = table.away(seat) else {
            return Err(not_allowed(message!("They are here: a computer plays only for who is away.")));
        };
        if away < patience {
            let (away, patience) = (away.as_secs(), patience.as_secs());
            let words = message!("They have been away for {away} s: wait until it is {patience} s.", away, patience);
            return Err(not_allowed(words));
        }
        let chair = now.chairs[seat.index()].played_by(stand_in(&table.game, &table.about));
        let snapshot = now.reseated(seat, chair.ok_or_else(|| not_allowed(message!("Nobody holds this seat.")))?)?;
        // The open request ends: a person who is away can neither answer nor receive answers.
        let status = TableStatus { question: None, ..now.status.clone() };
        Ok(TableSnapshot { status, ..snapshot })
    };
    asker.change(draft).await
}

/// Take one's own seat back from a bot
#[utoipa::path(delete, path = "/api/tables/{id}/seats/{seat}/stand-in",
    params(("id" = String, Path), ("seat" = usize, Path)),
    responses((status = 200, body = View)))]
pub(crate) async fn come_back(asker: Asker) -> Result<Json<View>> {
    let table = asker.table().await?;
    let seat = asker.addressed(&table)?;
    if asker.holder(&table)? != seat {
        return Err(Code::NotYourSeat.because(message!("This seat is not yours.")));
    }
    let draft = |_: &WebTable, now: &TableSnapshot, seat: Seat| {
        check_going_on(now)?;
        if now.status.has_given_up(seat.index()) {
            return Err(not_allowed(message!("You have given this game up: the computer plays it to its end.")));
        }
        let chair = &now.chairs[seat.index()];
        let Some(chair) = chair.stand_in().and_then(|_| chair.played_by_holder()) else {
            return Err(not_allowed(message!("Nobody plays for you: the seat is yours.")));
        };
        now.reseated(seat, chair)
    };
    asker.change(draft).await
}

/// Say a friendly phrase
///
/// All listeners receive it as `event: phrase`; it is not stored.
#[utoipa::path(post, path = "/api/tables/{id}/phrases", request_body = Say, params(("id" = String, Path)),
    responses((status = 204)))]
pub(crate) async fn say(asker: Asker, Body(Say { phrase: Whole(phrase) }): Body<Say>) -> Result<StatusCode> {
    let (table, seat) = asker.table_and_seat().await?;
    if phrase >= PHRASES {
        let words =
            message!("There is no phrase {phrase}: they are numbered from 0 to {last}.", phrase, last = PHRASES - 1);
        return Err(Code::BadRequest.because(words));
    }
    table.remark(seat, asker.app.limits.remarks)?;
    table.say(Spoken { seat: seat.index(), phrase: phrase as usize });
    Ok(StatusCode::NO_CONTENT)
}

fn not_allowed(words: Message) -> ApiError {
    Code::NotAllowed.because(words)
}

fn check_going_on(now: &TableSnapshot) -> Result {
    match now.to_move().ok_or_else(not_begun)? {
        ToMove::Nobody => Err(Code::WrongTurn.because(message!("The game is over."))),
        _ => Ok(()),
    }
}

fn check_unpaused(now: &TableSnapshot) -> Result {
    if now.status.is_paused { Err(not_allowed(message!("The game is paused."))) } else { Ok(()) }
}

fn check_request(now: &TableSnapshot, seat: Seat, what: Request) -> Result {
    check_going_on(now)?;
    if !now.playing().contains(&seat.index()) {
        return Err(not_allowed(message!("You do not play now: a computer plays for you.")));
    }
    match what {
        Request::Resume if !now.status.is_paused => Err(not_allowed(message!("The game is not paused."))),
        Request::Resume => Ok(()),
        Request::Pause => check_unpaused(now),
        Request::TakeBack => {
            check_unpaused(now)?;
            now.taken_back(seat).map(drop)
        }
    }
}

fn grant(now: &TableSnapshot, by: Seat, what: Request) -> Result<TableSnapshot> {
    let pausing = |is_paused| now.beside(TableStatus { is_paused, question: None, ..now.status.clone() });
    match what {
        Request::TakeBack => now.taken_back(by),
        Request::Pause => Ok(pausing(true)),
        Request::Resume => Ok(pausing(false)),
    }
}

impl App {
    /// Waits for the running clock and ends the game when it runs out.
    pub(crate) fn keep_time(self: &Arc<App>, table: &Arc<WebTable>) {
        if !table.claim_time() {
            return;
        }
        let (app, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            let mut news = table.listen();
            while let Some(deadline) = table.deadline() {
                tokio::select! {
                    () = app.clock.until(deadline) => {
                        // Any change, even a refused one, first ends a game whose time is over.
                        let fallen = app.change(&table, |_, _| Err::<(TableSnapshot, ()), _>(not_allowed(Message::default())));
                        let _refused = fallen.await;
                        // If the end could not be stored, the disk may be full.
                        if table.deadline().is_some_and(|deadline| deadline <= app.clock.now()) {
                            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                        }
                    }
                    _ = news.changed() => {}
                }
            }
        });
    }
}
