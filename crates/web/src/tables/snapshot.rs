//! A table at a moment: it never changes, and the next one is made from it.

use std::sync::Arc;
use std::time::Duration;

use cardsharp_presentation::said;
use cardsharp_rules::{AnyGame, BySeat, Seat, outcome, with_game};
use cardsharp_session::Whose;
use serde::{Deserialize, Serialize};

use crate::game::AnySession;
use crate::game::session::{self, deal};
use crate::http::{ApiError, Code, Result};
use crate::tables::{Chair, GaveUp, Series, Surrender, TableStatus, Tally, TimeControl, chair};

/// What was agreed when the table was made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) seed: u64,
    pub(crate) kibitzer: bool,
    pub(crate) listed: bool,
    /// The property file by which cards lie and turns are forced; read when the cards are dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) properties: Option<String>,
    /// The day whose deal this is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) daily: Option<String>,
    /// How fast it goes, if a property file said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<Waits>,
    /// How long everybody has, if there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) clock: Option<TimeControl>,
    /// How long the match is that this game belongs to, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) series: Option<Series>,
    /// Whether a teacher speaks to the person who plays.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) guided: bool,
}

/// How long people wait for the turns of those who are none, in milliseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Waits {
    /// Each of these turns takes at least so long.
    pub(crate) thinking: u64,
    /// So long passes before, if somebody acted.
    pub(crate) delay: u64,
}

#[derive(Clone, Default)]
pub(crate) struct TableSnapshot {
    pub(crate) version: u64,
    pub(crate) chairs: Arc<[Chair]>,
    /// None until everybody sits and cards are dealt.
    pub(crate) session: Option<Arc<AnySession>>,
    /// Where the same people play again.
    pub(crate) next: Option<String>,
    /// What goes on beside the cards.
    pub(crate) status: TableStatus,
    /// The version at which the cards came to lie as they do: an action answers any version since.
    pub(crate) position: u64,
    /// Up to when the clocks are charged, in the server's time; not kept, for while the server is closed nobody's
    /// clock runs.
    pub(crate) since: Duration,
}

impl TableSnapshot {
    pub(crate) fn steps(&self) -> usize {
        self.session.as_deref().map_or(0, session::steps)
    }

    /// Whether the game is over, by the cards or because it was given up.
    pub(crate) fn is_over(&self) -> bool {
        self.whose_turn() == Some(Whose::Nobody)
    }

    /// Returns who is to act; none before the cards are dealt.
    pub(crate) fn whose_turn(&self) -> Option<Whose> {
        let session = self.session.as_deref()?;
        Some(if self.status.is_ended { Whose::Nobody } else { session::whose_turn(session) })
    }

    /// Whether a player or a program must act.
    pub(crate) fn is_due(&self) -> bool {
        matches!(self.whose_turn(), Some(Whose::Player(_) | Whose::Program(_))) && !self.status.is_paused
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
        // Who gives up has lost, to as many as are left.
        before.given_up((0..places.len()).filter(|seat| !self.status.has_given_up(*seat)))
    }

    /// Returns the people who have not given up and play themselves.
    pub(crate) fn playing(&self) -> Vec<usize> {
        let plays = |seat: &usize| {
            let holder = self.chairs[*seat].holder();
            holder.is_some_and(|holder| holder.stand_in.is_none()) && !self.status.has_given_up(*seat)
        };
        (0..self.chairs.len()).filter(plays).collect()
    }

    /// Returns the seat whose time passes, and how much of it is free: only a first decision has free time.
    pub(crate) fn running(&self) -> Option<(Seat, Duration)> {
        self.status.clocks.as_ref().filter(|_| !self.status.is_paused)?;
        let Some(Whose::Person(seat)) = self.whose_turn() else { return None };
        let free = if self.is_first_of(seat) { self.status.free(seat.index()) } else { Duration::ZERO };
        Some((seat, free))
    }

    fn is_first_of(&self, seat: Seat) -> bool {
        self.session.is_some() && self.last_decision(seat).is_none()
    }

    /// Returns how many events came before the last decision of a seat that was its own.
    pub(crate) fn last_decision(&self, seat: Seat) -> Option<usize> {
        with_game!(AnyOf, self.session.as_deref()?, session => session.last_decision(seat))
    }

    /// Returns the text of the record; none until the game is over.
    pub(crate) fn record(&self) -> Option<String> {
        let session = self.session.as_deref().filter(|_| self.is_over())?;
        Some(with_game!(AnyOf, session, session => session.record().to_string()))
    }

    /// Returns the seat whose clock runs, and when it will have run down.
    pub(crate) fn deadline(&self) -> Option<(Seat, Duration)> {
        let (seat, free) = self.running()?;
        let left = *self.status.clocks.as_ref()?.get(seat.index())?;
        Some((seat, self.since + free + Duration::from_millis(left)))
    }

    /// Returns the snapshot at a later time, the passed time charged to the clock that ran.
    pub(crate) fn at(&self, now: Duration) -> TableSnapshot {
        let Some((seat, free)) = self.running() else { return TableSnapshot { since: now, ..self.clone() } };
        // Whole milliseconds are charged, and the rest stays to be charged.
        let passed = Duration::from_millis(now.saturating_sub(self.since).as_millis() as u64);
        let status = self.status.charged(seat.index(), passed, free);
        TableSnapshot { status, since: self.since + passed, ..self.clone() }
    }

    /// Returns the program that must act, if one must.
    pub(crate) fn program(&self) -> Option<&str> {
        let Whose::Program(seat) = session::whose_turn(self.session.as_deref()?) else { return None };
        match &self.chairs[seat.index()] {
            Chair::Program { program, .. } => Some(program),
            Chair::Person(_) | Chair::Player(_) => None,
        }
    }

    /// Returns the next snapshot with other chairs; the cards are dealt once everybody sits.
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

    /// Returns the next snapshot after an action of a person.
    pub(crate) fn after(&self, action: &str, terms: &Terms) -> Result<TableSnapshot> {
        let session = self.session.as_ref().ok_or_else(not_begun)?;
        let mut after = self.decided(session::after(session, action)?);
        // A first decision has had its free time instead.
        if let (Some((seat, _)), Some(clock), Some(clocks)) =
            (self.running(), terms.clock, after.status.clocks.as_mut())
            && !self.is_first_of(seat)
        {
            clocks[seat.index()] += clock.bonus();
        }
        Ok(after)
    }

    /// Returns the next snapshot with the session after a decision.
    pub(crate) fn decided(&self, session: Arc<AnySession>) -> TableSnapshot {
        let (version, status) = (self.version + 1, self.status.moved());
        TableSnapshot { version, position: version, session: Some(session), status, ..self.clone() }
    }

    /// Returns the next snapshot with another status and the same cards.
    pub(crate) fn beside(&self, status: TableStatus) -> TableSnapshot {
        TableSnapshot { version: self.version + 1, status, ..self.clone() }
    }

    /// Returns the next snapshot, back at the last decision of a seat.
    pub(crate) fn taken_back(&self, seat: Seat) -> Result<TableSnapshot> {
        let session = self.session.as_ref().ok_or_else(not_begun)?;
        let nothing =
            || Code::NotAllowed.because(said!("There is nothing to take back: you have decided nothing yet."));
        let back = self.decided(session::back_to(session, self.last_decision(seat).ok_or_else(nothing)?));
        let status = TableStatus { taken_back: self.status.taken_back + 1, ..back.status.clone() };
        Ok(TableSnapshot { status, ..back })
    }

    /// Returns the next snapshot with another chair at a seat.
    pub(crate) fn reseated(&self, seat: Seat, chair: Chair) -> Result<TableSnapshot> {
        let session = self.session.as_ref().ok_or_else(not_begun)?;
        let mut chairs = self.chairs.to_vec();
        let spec = chair.spec();
        chairs[seat.index()] = chair;
        let session = Some(session::reseated(session, seat, spec, chair::names(&chairs))?);
        let version = self.version + 1;
        Ok(TableSnapshot { version, chairs: chairs.into(), session, ..self.clone() })
    }

    /// Returns the next snapshot after a seat has given up. Where people still play at a table of more than two, a
    /// player replaces it; else the game is over.
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

/// Refuses what needs a game: there are free seats.
pub(crate) fn not_begun() -> ApiError {
    Code::WrongTurn.because(said!("The game has not begun: there are free seats."))
}
