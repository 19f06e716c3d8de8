//! What people do at a table beside playing: take back, pause, resign, let a player of ours play for whoever is
//! away, and say something friendly.

use std::sync::Arc;

use cardsharp_rules::Seat;
use cardsharp_sitting::{Said, Whose, said};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::http::error::{ApiError, Code};
use crate::tables::snapshot::{TableSnapshot, not_begun};
use crate::tables::status::{Question, Request, Surrender, TableStatus};
use crate::tables::status_view::stand_in;
use crate::tables::table::WebTable;

/// A friendly phrase that somebody said.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct Spoken {
    /// Who said it.
    pub(crate) seat: usize,
    /// Which of the phrases.
    pub(crate) phrase: usize,
}

/// How many phrases there are; what they say is the page's.
const PHRASES: u64 = 8;

impl App {
    /// Somebody wants to take back their last decision, to pause or to go on. It is done at once where nobody else
    /// plays, and else asked of all who do.
    pub(crate) async fn request(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        seat: Seat,
        what: Request,
    ) -> Result<(), ApiError> {
        let (most, patience) = (self.limits.remarks, self.limits.away);
        self.change(table, move |table, now| {
            table.is_here(seat);
            check_request(now, seat, what)?;
            if what == Request::TakeBack && table.terms.daily.is_some() {
                return Err(not_allowed(said!("The deal of the day is the same for all: nothing is taken back.")));
            }
            let is_away = |other: usize| now.chairs[other].stand_in().is_some() && !now.status.has_given_up(other);
            if what == Request::TakeBack && (0..now.chairs.len()).any(is_away) {
                return Err(not_allowed(said!("Somebody is away who would have to agree.")));
            }
            // A pause waits for nobody who has left.
            let waits_for = |other: usize| {
                what != Request::Resume || table.away(Seat::new(other)).is_none_or(|away| away < patience)
            };
            let others = now.playing().iter().any(|other| *other != seat.index() && waits_for(*other));
            // Without a clock nobody loses anything when it goes on.
            let is_asked = others && (what != Request::Resume || now.status.clocks.is_some());
            if !is_asked {
                return Ok((granted(now, seat, what)?, ()));
            }
            let status = &now.status;
            if status.question.is_some() {
                return Err(not_allowed(said!("One question after the other: the last one is not answered yet.")));
            }
            if what != Request::Resume && status.refused.contains(&seat.index()) {
                return Err(not_allowed(said!("The answer was no; ask again after the next move.")));
            }
            table.remark(seat, most)?;
            let (number, by) = (now.version + 1, seat.index());
            let question = Some(Question { number, what, by, agreed: Vec::new() });
            Ok((now.beside(TableStatus { question, ..status.clone() }), ()))
        })
        .await
    }

    /// Somebody answers what another has asked; once all agree, it is done.
    pub(crate) async fn answer(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        seat: Seat,
        (number, agrees): (u64, bool),
    ) -> Result<(), ApiError> {
        self.change(table, move |table, now| {
            table.is_here(seat);
            let question = now.status.question.clone().filter(|question| question.number == number);
            let gone = || ApiError::new(Code::Stale, said!("Nobody asks that any more."));
            let mut question = question.ok_or_else(gone)?;
            let (seat, playing) = (seat.index(), now.playing());
            let is_asker = question.by == seat;
            if !playing.contains(&seat) || (is_asker && agrees) {
                return Err(not_allowed(said!("This is not yours to answer.")));
            }
            if !agrees {
                let mut status = TableStatus { question: None, ..now.status.clone() };
                if !is_asker {
                    status.refused.push(question.by);
                }
                return Ok((now.beside(status), ()));
            }
            if question.agreed.contains(&seat) {
                return Err(not_allowed(said!("You have agreed already.")));
            }
            question.agreed.push(seat);
            let is_agreed = playing.iter().all(|other| *other == question.by || question.agreed.contains(other));
            let snapshot = if is_agreed {
                granted(now, Seat::new(question.by), question.what)?
            } else {
                now.beside(TableStatus { question: Some(question), ..now.status.clone() })
            };
            Ok((snapshot, ()))
        })
        .await
    }

    /// Somebody gives the game up.
    pub(crate) async fn resign(self: &Arc<App>, table: &Arc<WebTable>, seat: Seat) -> Result<(), ApiError> {
        self.change(table, move |table, now| {
            check_going_on(now)?;
            if now.status.has_given_up(seat.index()) {
                return Err(not_allowed(said!("You have given this game up already.")));
            }
            let player = stand_in(&table.game, &table.about);
            Ok((now.given_up(seat, Surrender::Resigned, player)?, ()))
        })
        .await
    }

    /// Somebody at the table lets a player of ours play for another, who is to act and has been away for a while.
    pub(crate) async fn replace(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        (by, seat): (Seat, Seat),
    ) -> Result<(), ApiError> {
        let patience = self.limits.away;
        self.change(table, move |table, now| {
            check_going_on(now)?;
            if !now.playing().contains(&by.index()) {
                return Err(not_allowed(said!("Only who plays may let somebody else play for another.")));
            }
            if now.whose_turn() != Some(Whose::Person(seat)) || by == seat {
                return Err(not_allowed(said!("It is nobody's turn there who is away.")));
            }
            let Some(away) = table.away(seat) else {
                return Err(not_allowed(said!("They are here: a computer plays only for who is away.")));
            };
            if away < patience {
                let (away, patience) = (away.as_secs(), patience.as_secs());
                return Err(not_allowed(said!(
                    "They have been away for {away} s: wait until it is {patience} s.",
                    away,
                    patience
                )));
            }
            let player = stand_in(&table.game, &table.about);
            let chair = now.chairs[seat.index()].played_by(player);
            let snapshot = now.reseated(seat, chair.ok_or_else(|| not_allowed(said!("Nobody holds this seat.")))?)?;
            // Whoever is away cannot answer, nor be answered.
            let status = TableStatus { question: None, ..now.status.clone() };
            Ok((TableSnapshot { status, ..snapshot }, ()))
        })
        .await
    }

    /// Somebody who was away takes their seat again.
    pub(crate) async fn come_back(self: &Arc<App>, table: &Arc<WebTable>, seat: Seat) -> Result<(), ApiError> {
        self.change(table, move |_, now| {
            check_going_on(now)?;
            if now.status.has_given_up(seat.index()) {
                return Err(not_allowed(said!("You have given this game up: the computer plays it to its end.")));
            }
            let chair = &now.chairs[seat.index()];
            let Some(chair) = chair.stand_in().and_then(|_| chair.played_by_holder()) else {
                return Err(not_allowed(said!("Nobody plays for you: the seat is yours.")));
            };
            Ok((now.reseated(seat, chair)?, ()))
        })
        .await
    }

    /// Somebody says something friendly. It is told to all who listen, and kept nowhere.
    pub(crate) fn say(&self, table: &WebTable, seat: Seat, phrase: u64) -> Result<(), ApiError> {
        if phrase >= PHRASES {
            let words =
                said!("There is no phrase {phrase}: they are numbered from 0 to {last}.", phrase, last = PHRASES - 1);
            return Err(ApiError::new(Code::BadRequest, words));
        }
        table.remark(seat, self.limits.remarks)?;
        table.say(Spoken { seat: seat.index(), phrase: phrase as usize });
        Ok(())
    }

    /// Sees to it that whoever's clock runs down loses by it, though nobody does anything.
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
                        let fallen = app.change(&table, |_, _| Err::<(TableSnapshot, ()), _>(not_allowed(Said::default())));
                        let _refused = fallen.await;
                        // If that could not be kept, the disk may be full.
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

fn not_allowed(words: Said) -> ApiError {
    ApiError::new(Code::NotAllowed, words)
}

fn check_going_on(now: &TableSnapshot) -> Result<(), ApiError> {
    match now.whose_turn().ok_or_else(not_begun)? {
        Whose::Nobody => Err(ApiError::new(Code::WrongTurn, said!("The game is over."))),
        _ => Ok(()),
    }
}

fn check_unpaused(now: &TableSnapshot) -> Result<(), ApiError> {
    if now.status.is_paused { Err(not_allowed(said!("The game is paused."))) } else { Ok(()) }
}

/// Makes sure that a request makes sense.
fn check_request(now: &TableSnapshot, seat: Seat, what: Request) -> Result<(), ApiError> {
    check_going_on(now)?;
    if !now.playing().contains(&seat.index()) {
        return Err(not_allowed(said!("You do not play now: a computer plays for you.")));
    }
    match what {
        Request::Resume if !now.status.is_paused => Err(not_allowed(said!("The game is not paused."))),
        Request::Resume => Ok(()),
        Request::Pause => check_unpaused(now),
        Request::TakeBack => {
            check_unpaused(now)?;
            now.taken_back(seat).map(drop)
        }
    }
}

/// The next moment, once everybody agrees.
fn granted(now: &TableSnapshot, by: Seat, what: Request) -> Result<TableSnapshot, ApiError> {
    let pausing = |is_paused| now.beside(TableStatus { is_paused, question: None, ..now.status.clone() });
    match what {
        Request::TakeBack => now.taken_back(by),
        Request::Pause => Ok(pausing(true)),
        Request::Resume => Ok(pausing(false)),
    }
}
