//! An immutable snapshot of a table. Each change makes the next one from it.

use std::sync::Arc;
use std::time::Duration;

use cardsharp_presentation::message;
use cardsharp_rules::{AnyGame, BySeat, Seat, outcome, with_game};
use cardsharp_session::ToMove;
use serde::{Deserialize, Serialize};

use crate::game::AnySession;
use crate::game::session::{self, deal};
use crate::http::{ApiError, Code, Result};
use crate::tables::{Chair, GaveUp, Series, Surrender, TableStatus, Tally, TimeControl, chair};

/// The terms of a table, fixed when it is created.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) seed: u64,
    pub(crate) kibitzer: bool,
    pub(crate) listed: bool,
    /// The property file that sets cards and forces turns; read at the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) properties: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) daily: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<Waits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) series: Option<Series>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) guided: bool,
}

/// The delays of turns of bots and programs, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Waits {
    /// The least time that such a turn takes.
    pub(crate) thinking: u64,
    /// The pause before the turn, except before the first.
    pub(crate) delay: u64,
}

#[derive(Clone, Default)]
pub(crate) struct TableSnapshot {
    pub(crate) version: u64,
    pub(crate) chairs: Arc<[Chair]>,
    /// `None` until all seats are taken and the cards are dealt.
    pub(crate) session: Option<Arc<AnySession>>,
    pub(crate) next: Option<String>,
    pub(crate) status: TableStatus,
    /// The version of the last change of the cards. An action may answer any version since then.
    pub(crate) position: u64,
    /// The server's time up to which the clocks are charged. Not stored: no clock runs while the server is closed.
    pub(crate) since: Duration,
}

impl TableSnapshot {
    pub(crate) fn steps(&self) -> usize {
        self.session.as_deref().map_or(0, session::steps)
    }

    /// Whether the game is over, by the cards or by resignation.
    pub(crate) fn is_over(&self) -> bool {
        self.to_move() == Some(ToMove::Nobody)
    }

    /// Returns who must act; `None` before the deal.
    pub(crate) fn to_move(&self) -> Option<ToMove> {
        let session = self.session.as_deref()?;
        Some(if self.status.is_ended { ToMove::Nobody } else { session::to_move(session) })
    }

    pub(crate) fn is_due(&self) -> bool {
        matches!(self.to_move(), Some(ToMove::Player(_) | ToMove::Program(_))) && !self.status.is_paused
    }

    pub(crate) fn places(&self) -> Option<Vec<u8>> {
        let session = self.session.as_ref()?;
        if self.status.is_ended {
            return Some(self.status.places(self.chairs.len()));
        }
        let returns = with_game!(AnyOf, &**session, session => session.record().result())?;
        let lost = BySeat::from_fn(self.chairs.len(), |seat| self.status.has_given_up(seat.index()));
        Some(outcome::places(&outcome::with_lost(&returns, &lost)).as_slice().to_vec())
    }

    /// Returns the tally of the match, this game included once it is over.
    pub(crate) fn tally(&self) -> Tally {
        let mut before = self.status.tally.clone();
        before.won.resize(self.chairs.len(), 0);
        let Some(places) = self.places() else { return before };
        if !self.status.is_ended {
            return before.with(&places);
        }
        // Every seat that has not given up wins the game.
        before.given_up((0..places.len()).filter(|seat| !self.status.has_given_up(*seat)))
    }

    /// Returns the people who play themselves and have not given up.
    pub(crate) fn playing(&self) -> Vec<usize> {
        let plays = |seat: &usize| {
            let holder = self.chairs[*seat].holder();
            holder.is_some_and(|holder| holder.stand_in.is_none()) && !self.status.has_given_up(*seat)
        };
        (0..self.chairs.len()).filter(plays).collect()
    }

    /// Returns the seat whose time passes, and its free time left. Only a first decision has free time.
    pub(crate) fn running(&self) -> Option<(Seat, Duration)> {
        self.status.clocks.as_ref().filter(|_| !self.status.is_paused)?;
        let Some(ToMove::Person(seat)) = self.to_move() else { return None };
        let free = if self.is_first_of(seat) { self.status.free(seat.index()) } else { Duration::ZERO };
        Some((seat, free))
    }

    fn is_first_of(&self, seat: Seat) -> bool {
        self.session.is_some() && self.last_decision(seat).is_none()
    }

    /// Returns the number of events before the last decision that a seat made itself.
    pub(crate) fn last_decision(&self, seat: Seat) -> Option<usize> {
        with_game!(AnyOf, self.session.as_deref()?, session => session.last_decision(seat))
    }

    /// Returns the text of the record; `None` until the game is over.
    pub(crate) fn record(&self) -> Option<String> {
        let session = self.session.as_deref().filter(|_| self.is_over())?;
        Some(with_game!(AnyOf, session, session => session.record().to_string()))
    }

    pub(crate) fn deadline(&self) -> Option<(Seat, Duration)> {
        let (seat, free) = self.running()?;
        let left = *self.status.clocks.as_ref()?.get(seat.index())?;
        Some((seat, self.since + free + Duration::from_millis(left)))
    }

    /// Returns the snapshot at a later time, with the passed time charged to the running clock.
    pub(crate) fn at(&self, now: Duration) -> TableSnapshot {
        let Some((seat, free)) = self.running() else { return TableSnapshot { since: now, ..self.clone() } };
        // Whole milliseconds are charged now, the rest later.
        let passed = Duration::from_millis(now.saturating_sub(self.since).as_millis() as u64);
        let status = self.status.charged(seat.index(), passed, free);
        TableSnapshot { status, since: self.since + passed, ..self.clone() }
    }

    pub(crate) fn program(&self) -> Option<&str> {
        let ToMove::Program(seat) = session::to_move(self.session.as_deref()?) else { return None };
        match &self.chairs[seat.index()] {
            Chair::Program { program, .. } => Some(program),
            Chair::Person(_) | Chair::Player(_) => None,
        }
    }

    /// Returns the next snapshot with other chairs. The cards are dealt once all seats are taken.
    pub(crate) fn with_chairs(&self, chairs: Vec<Chair>, table: (&AnyGame, &Terms)) -> Result<TableSnapshot> {
        let session = match &self.session {
            None if chairs.iter().all(|chair| !chair.is_free()) => {
                let specs = chairs.iter().map(Chair::spec).collect();
                Some(deal(table.0, table.1, specs, chair::names(&chairs))?)
            }
            session => session.clone(),
        };
        let version = self.version + 1;
        Ok(TableSnapshot { version, chairs: chairs.into(), session, position: version, ..self.clone() })
    }

    pub(crate) fn after(&self, action: &str, terms: &Terms) -> Result<TableSnapshot> {
        let session = self.session.as_ref().ok_or_else(not_begun)?;
        let mut after = self.decided(session::after(session, action)?);
        // A first decision has free time instead of the increment.
        if let (Some((seat, _)), Some(clock), Some(clocks)) =
            (self.running(), terms.clock, after.status.clocks.as_mut())
            && !self.is_first_of(seat)
        {
            clocks[seat.index()] += clock.bonus();
        }
        Ok(after)
    }

    pub(crate) fn decided(&self, session: Arc<AnySession>) -> TableSnapshot {
        let (version, status) = (self.version + 1, self.status.moved());
        TableSnapshot { version, position: version, session: Some(session), status, ..self.clone() }
    }

    pub(crate) fn beside(&self, status: TableStatus) -> TableSnapshot {
        TableSnapshot { version: self.version + 1, status, ..self.clone() }
    }

    /// Returns the next snapshot, back before the last decision of a seat.
    pub(crate) fn taken_back(&self, seat: Seat) -> Result<TableSnapshot> {
        let session = self.session.as_ref().ok_or_else(not_begun)?;
        let nothing =
            || Code::NotAllowed.because(message!("There is nothing to take back: you have decided nothing yet."));
        let back = self.decided(session::back_to(session, self.last_decision(seat).ok_or_else(nothing)?));
        let status = TableStatus { taken_back: self.status.taken_back + 1, ..back.status.clone() };
        Ok(TableSnapshot { status, ..back })
    }

    pub(crate) fn reseated(&self, seat: Seat, chair: Chair) -> Result<TableSnapshot> {
        let session = self.session.as_ref().ok_or_else(not_begun)?;
        let mut chairs = self.chairs.to_vec();
        let spec = chair.spec();
        chairs[seat.index()] = chair;
        let session = Some(session::reseated(session, seat, spec, chair::names(&chairs))?);
        let version = self.version + 1;
        Ok(TableSnapshot { version, chairs: chairs.into(), session, ..self.clone() })
    }

    /// Returns the next snapshot after a seat resigned or ran out of time. If people still play at a table of more than
    /// two, a bot replaces the seat; else the game is over.
    pub(crate) fn given_up(&self, seat: Seat, how: Surrender, player: &str) -> Result<TableSnapshot> {
        let mut status = self.status.moved();
        status.gave_up.push(GaveUp { seat: seat.index(), how });
        let is_missed = self.chairs.len() > 2 && self.playing().iter().any(|other| *other != seat.index());
        status.is_ended = !is_missed;
        status.is_paused &= is_missed;
        let next = match self.chairs[seat.index()].played_by(player) {
            Some(chair) if is_missed => self.reseated(seat, chair)?,
            _ => self.clone(),
        };
        Ok(TableSnapshot { version: self.version + 1, status, ..next })
    }
}

/// Refuses a request that needs a game while seats are free.
pub(crate) fn not_begun() -> ApiError {
    Code::WrongTurn.because(message!("The game has not begun: there are free seats."))
}
