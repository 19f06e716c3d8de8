//! What people do at a table beside playing: take back, pause, resign, let a player of ours play for whoever is
//! away, and say something friendly.

use std::sync::Arc;

use cardsharp_presentation::{Said, said};
use cardsharp_rules::Seat;
use cardsharp_session::Whose;

use super::House;
use crate::beside::stand_in;
use crate::moment::{Moment, not_begun};
use crate::proceedings::{Proceedings, Question, Request, Surrender};
use crate::refusal::{Code, Refusal};
use crate::table::WebTable;
use crate::wire::Spoken;

/// How many phrases there are; what they say is the page's.
const PHRASES: u64 = 8;

impl House {
    /// Somebody wants to take back their last decision, to pause or to go on. It is done at once where nobody else
    /// plays, and else asked of all who do.
    ///
    /// # Errors
    /// If it makes no sense now, or was answered with no since the last move.
    pub(crate) async fn request(
        self: &Arc<House>,
        table: &Arc<WebTable>,
        seat: Seat,
        what: Request,
    ) -> Result<(), Refusal> {
        let (most, patience) = (self.limits.remarks, self.limits.away);
        self.change(table, move |table, now| {
            table.is_here(seat);
            check_request(now, seat, what)?;
            if what == Request::TakeBack && table.terms.daily.is_some() {
                return Err(not_allowed(said!("The deal of the day is the same for all: nothing is taken back.")));
            }
            let is_away = |other: usize| now.chairs[other].stand_in().is_some() && !now.proceedings.has_given_up(other);
            if what == Request::TakeBack && (0..now.chairs.len()).any(is_away) {
                return Err(not_allowed(said!("Somebody is away who would have to agree.")));
            }
            // A pause waits for nobody who has left.
            let waits_for = |other: usize| {
                what != Request::Resume || table.away(Seat::new(other)).is_none_or(|away| away < patience)
            };
            let others = now.playing().iter().any(|other| *other != seat.index() && waits_for(*other));
            // Without a clock nobody loses anything when it goes on.
            let is_asked = others && (what != Request::Resume || now.proceedings.clocks.is_some());
            if !is_asked {
                return Ok((granted(now, seat, what)?, ()));
            }
            let proceedings = &now.proceedings;
            if proceedings.question.is_some() {
                return Err(not_allowed(said!("One question after the other: the last one is not answered yet.")));
            }
            if what != Request::Resume && proceedings.refused.contains(&seat.index()) {
                return Err(not_allowed(said!("The answer was no; ask again after the next move.")));
            }
            table.remark(seat, most)?;
            let (number, by) = (now.version + 1, seat.index());
            let question = Some(Question { number, what, by, agreed: Vec::new() });
            Ok((now.beside(Proceedings { question, ..proceedings.clone() }), ()))
        })
        .await
    }

    /// Somebody answers what another has asked; once all agree, it is done.
    ///
    /// # Errors
    /// If nobody asks that any more, or it is not theirs to answer.
    pub(crate) async fn answer(
        self: &Arc<House>,
        table: &Arc<WebTable>,
        seat: Seat,
        (number, agrees): (u64, bool),
    ) -> Result<(), Refusal> {
        self.change(table, move |table, now| {
            table.is_here(seat);
            let question = now.proceedings.question.clone().filter(|question| question.number == number);
            let gone = || Refusal::new(Code::Stale, said!("Nobody asks that any more."));
            let mut question = question.ok_or_else(gone)?;
            let (seat, playing) = (seat.index(), now.playing());
            let is_asker = question.by == seat;
            if !playing.contains(&seat) || (is_asker && agrees) {
                return Err(not_allowed(said!("This is not yours to answer.")));
            }
            if !agrees {
                let mut proceedings = Proceedings { question: None, ..now.proceedings.clone() };
                if !is_asker {
                    proceedings.refused.push(question.by);
                }
                return Ok((now.beside(proceedings), ()));
            }
            if question.agreed.contains(&seat) {
                return Err(not_allowed(said!("You have agreed already.")));
            }
            question.agreed.push(seat);
            let is_agreed = playing.iter().all(|other| *other == question.by || question.agreed.contains(other));
            let moment = if is_agreed {
                granted(now, Seat::new(question.by), question.what)?
            } else {
                now.beside(Proceedings { question: Some(question), ..now.proceedings.clone() })
            };
            Ok((moment, ()))
        })
        .await
    }

    /// Somebody gives the game up.
    ///
    /// # Errors
    /// If it is over, or they have done so already.
    pub(crate) async fn resign(self: &Arc<House>, table: &Arc<WebTable>, seat: Seat) -> Result<(), Refusal> {
        self.change(table, move |table, now| {
            check_going_on(now)?;
            if now.proceedings.has_given_up(seat.index()) {
                return Err(not_allowed(said!("You have given this game up already.")));
            }
            let player = stand_in(&table.game, &table.about);
            Ok((now.given_up(seat, Surrender::Resigned, player)?, ()))
        })
        .await
    }

    /// Somebody at the table lets a player of ours play for another, who is to act and has been away for a while.
    ///
    /// # Errors
    /// If they are not away, or not for long enough.
    pub(crate) async fn replace(
        self: &Arc<House>,
        table: &Arc<WebTable>,
        (by, seat): (Seat, Seat),
    ) -> Result<(), Refusal> {
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
            let moment = now.reseated(seat, chair.ok_or_else(|| not_allowed(said!("Nobody holds this seat.")))?)?;
            // Whoever is away cannot answer, nor be answered.
            let proceedings = Proceedings { question: None, ..now.proceedings.clone() };
            Ok((Moment { proceedings, ..moment }, ()))
        })
        .await
    }

    /// Somebody who was away takes their seat again.
    ///
    /// # Errors
    /// If nobody plays for them, or they have given up.
    pub(crate) async fn come_back(self: &Arc<House>, table: &Arc<WebTable>, seat: Seat) -> Result<(), Refusal> {
        self.change(table, move |_, now| {
            check_going_on(now)?;
            if now.proceedings.has_given_up(seat.index()) {
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
    ///
    /// # Errors
    /// If there is no such phrase, or it is one too many.
    pub(crate) fn say(&self, table: &WebTable, seat: Seat, phrase: u64) -> Result<(), Refusal> {
        if phrase >= PHRASES {
            let words =
                said!("There is no phrase {phrase}: they are numbered from 0 to {last}.", phrase, last = PHRASES - 1);
            return Err(Refusal::new(Code::BadRequest, words));
        }
        table.remark(seat, self.limits.remarks)?;
        table.say(Spoken { seat: seat.index(), phrase: phrase as usize });
        Ok(())
    }

    /// Sees to it that whoever's clock runs down loses by it, though nobody does anything.
    pub(crate) fn keep_time(self: &Arc<House>, table: &Arc<WebTable>) {
        if !table.claim_time() {
            return;
        }
        let (house, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            let mut news = table.listen();
            while let Some(deadline) = table.deadline() {
                tokio::select! {
                    () = house.clock.until(deadline) => {
                        let fallen = house.change(&table, |_, _| Err::<(Moment, ()), _>(not_allowed(Said::default())));
                        let _refused = fallen.await;
                        // If that could not be kept, the disk may be full.
                        if table.deadline().is_some_and(|deadline| deadline <= house.clock.now()) {
                            tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                        }
                    }
                    _ = news.changed() => {}
                }
            }
        });
    }
}

fn not_allowed(words: Said) -> Refusal {
    Refusal::new(Code::NotAllowed, words)
}

fn check_going_on(now: &Moment) -> Result<(), Refusal> {
    match now.whose_turn().ok_or_else(not_begun)? {
        Whose::Nobody => Err(Refusal::new(Code::WrongTurn, said!("The game is over."))),
        _ => Ok(()),
    }
}

fn check_unpaused(now: &Moment) -> Result<(), Refusal> {
    if now.proceedings.is_paused { Err(not_allowed(said!("The game is paused."))) } else { Ok(()) }
}

/// Makes sure that a request makes sense.
fn check_request(now: &Moment, seat: Seat, what: Request) -> Result<(), Refusal> {
    check_going_on(now)?;
    if !now.playing().contains(&seat.index()) {
        return Err(not_allowed(said!("You do not play now: a computer plays for you.")));
    }
    match what {
        Request::Resume if !now.proceedings.is_paused => Err(not_allowed(said!("The game is not paused."))),
        Request::Resume => Ok(()),
        Request::Pause => check_unpaused(now),
        Request::TakeBack => {
            check_unpaused(now)?;
            now.taken_back(seat).map(drop)
        }
    }
}

/// The next moment, once everybody agrees.
fn granted(now: &Moment, by: Seat, what: Request) -> Result<Moment, Refusal> {
    let pausing = |is_paused| now.beside(Proceedings { is_paused, question: None, ..now.proceedings.clone() });
    match what {
        Request::TakeBack => now.taken_back(by),
        Request::Pause => Ok(pausing(true)),
        Request::Resume => Ok(pausing(false)),
    }
}
