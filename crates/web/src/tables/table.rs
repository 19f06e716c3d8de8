//! A table: who sits there, the game, and who listens.
//!
//! What a table is at a moment is a [`TableSnapshot`], which never changes and is shared freely; the lock is
//! held only to exchange one for another. A change is drafted from the newest moment, kept in the
//! database, and only then becomes the newest: nobody ever sees what a crash could take back.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cardsharp_presentation::{Said, said};
use cardsharp_rules::{AnyGame, Seat, with_game};
use cardsharp_session::Whose;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::clock::{Clock, Time};
use crate::game::{About, Eyes, Frame, Taught, about, gate};
use crate::http::{Client, Code, Result, token};
use crate::play::{Advice, Spoken};
use crate::tables::{
    Clocks, GaveUp, OpenQuestion, Score, Sitter, Surrender, TableSnapshot, TableStatus, Terms, chair, stand_in,
    status_view,
};
use crate::threads::{Job, Length, Rank};

/// A table that anybody may find.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Listed {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) sitters: Vec<Sitter>,
    pub(crate) step: usize,
    pub(crate) over: bool,
    pub(crate) begun: bool,
}

/// A table as somebody sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub(crate) struct View {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// Grows with every change.
    pub(crate) version: u64,
    /// Whose eyes; none for a watcher.
    pub(crate) seat: Option<usize>,
    pub(crate) sitters: Vec<Sitter>,
    /// False while seats are free: no cards are dealt before everybody sits.
    pub(crate) begun: bool,
    #[serde(flatten)]
    pub(crate) frame: Frame,
    /// Whether advice may be asked for from this seat.
    pub(crate) kibitzer: bool,
    pub(crate) listed: bool,
    /// The path to hand to friends.
    pub(crate) invite: String,
    /// The day whose deal this is, if it is one.
    pub(crate) daily: Option<String>,
    /// The table at which the same people play again, once somebody asked for it.
    pub(crate) next: Option<String>,
    /// How often something was taken back in this game.
    pub(crate) taken_back: u32,
    /// Whether this seat has decided something that could be taken back.
    pub(crate) can_take_back: bool,
    pub(crate) paused: bool,
    /// What somebody at the table asks of the others.
    pub(crate) asked: Option<OpenQuestion>,
    /// Who has given the game up.
    pub(crate) gave_up: Vec<GaveUp>,
    pub(crate) clock: Option<Clocks>,
    pub(crate) score: Score,
    /// Milliseconds that whoever is to act may be away before others may let a computer play for them.
    pub(crate) patience: u64,
    /// Whether this is a first game, in which the rules are taught.
    pub(crate) guided: bool,
    /// What the teacher has said so far, to the one who is taught.
    pub(crate) lessons: Vec<Taught>,
}

pub(crate) struct WebTable {
    pub(crate) id: String,
    pub(crate) game: AnyGame,
    pub(crate) about: About,
    pub(crate) terms: Terms,
    /// Who made it.
    pub(crate) client: Client,
    /// For every seat how long whoever plays there for us thinks.
    lengths: Vec<Length>,
    /// Held while a change is drafted, kept and made.
    pub(crate) change: tokio::sync::Mutex<()>,
    state: Mutex<State>,
    news: watch::Sender<News>,
    /// The newest advice and the version it is for: the same question is thought about once.
    pub(crate) advice: tokio::sync::Mutex<Option<(u64, Advice)>>,
    clock: Clock,
    /// Whoever is to act may be away for so long before others may have somebody play for them.
    patience: Duration,
}

/// The news of a table: the newest version, how often listeners came or went, how many phrases were said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) version: u64,
    pub(crate) comings: u64,
    /// How many phrases were said.
    pub(crate) phrases: u64,
    pub(crate) is_gone: bool,
}

struct State {
    snapshot: TableSnapshot,
    /// Versions and the step each came to, for listeners that were away.
    history: VecDeque<(u64, usize)>,
    /// Listeners on each seat.
    present: [usize; 4],
    /// Since when nobody listens on each, in the server's time.
    left_at: [Duration; 4],
    /// Listeners without one.
    watchers: usize,
    touched: Instant,
    /// Whether somebody sees to it that players of ours play on.
    is_playing: bool,
    /// Whether somebody waits for a clock to run down.
    is_timed: bool,
    /// The newest phrases, and how many there were before them; they are told and forgotten.
    phrases: (VecDeque<Spoken>, u64),
    /// When each seat said something of late.
    remarks: [VecDeque<Duration>; 4],
}

/// Says that a game has no such seat.
pub(crate) fn no_seat(seat: usize, game: &str, seats: usize) -> Said {
    said!("There is no seat {seat}: {game} has seats 0 to {last}.", seat, game, last = seats - 1)
}

/// Versions that can be sent again: a whole game of any kind.
const HISTORY: usize = 128;

/// Versions that a listener is sent again, at most: each is drawn up for this listener alone.
const CATCH_UP: usize = 24;

/// Phrases remembered for listeners that are a little late.
const PHRASES: usize = 16;

/// The time over which remarks are counted.
const RECENTLY: Duration = Duration::from_secs(10);

impl State {
    /// Returns how long each seat has been without a listener.
    fn away(&self, now: Duration) -> [Option<Duration>; 4] {
        std::array::from_fn(|seat| (self.present[seat] == 0).then(|| now.saturating_sub(self.left_at[seat])))
    }
}

impl WebTable {
    /// Returns a table in this state.
    pub(crate) fn new(
        id: String,
        game: AnyGame,
        terms: Terms,
        client: Client,
        snapshot: TableSnapshot,
        time: Time,
    ) -> WebTable {
        let Time { clock, patience } = time;
        let (about, step) = (about(&game), snapshot.steps());
        let lengths = snapshot.chairs.iter().map(|chair| chair.length(&game)).collect();
        let (news, _) = watch::channel(News { version: snapshot.version, ..News::default() });
        let state = State {
            history: VecDeque::from([(snapshot.version, step)]),
            snapshot,
            present: [0; 4],
            left_at: [clock.now(); 4],
            watchers: 0,
            touched: Instant::now(),
            is_playing: false,
            is_timed: false,
            phrases: (VecDeque::new(), 0),
            remarks: [const { VecDeque::new() }; 4],
        };
        WebTable {
            id,
            game,
            about,
            terms,
            client,
            lengths,
            change: tokio::sync::Mutex::new(()),
            state: Mutex::new(state),
            news,
            advice: tokio::sync::Mutex::default(),
            clock,
            patience,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn snapshot(&self) -> TableSnapshot {
        self.state().snapshot.clone()
    }

    /// Makes a stored snapshot the newest one.
    pub(crate) fn install(&self, snapshot: TableSnapshot) {
        let mut state = self.state();
        let (version, step) = (snapshot.version, snapshot.steps());
        // What was taken back cannot be told again: the record has forgotten it.
        if step < state.snapshot.steps() {
            state.history.clear();
        }
        state.history.push_back((version, step));
        if state.history.len() > HISTORY {
            state.history.pop_front();
        }
        state.snapshot = snapshot;
        state.touched = Instant::now();
        drop(state);
        self.news.send_modify(|news| news.version = version);
    }

    /// Whether a decision is due that no task makes yet; the caller must make it.
    pub(crate) fn claim_thinking(&self) -> bool {
        let mut state = self.state();
        if state.is_playing || !state.snapshot.is_due() {
            return false;
        }
        state.is_playing = true;
        true
    }

    /// Returns the snapshot in which a player or a program must act; none if none must, which ends the caller's task.
    pub(crate) fn due(&self) -> Option<TableSnapshot> {
        let mut state = self.state();
        if !state.snapshot.is_due() {
            state.is_playing = false;
            return None;
        }
        Some(state.snapshot.clone())
    }

    /// Returns the table as a seat or a watcher sees it now.
    pub(crate) fn view(&self, eyes: Eyes) -> View {
        let snapshot = self.snapshot();
        self.view_at(&snapshot, snapshot.version, snapshot.steps(), eyes)
    }

    /// Returns the views after a version that a listener has heard; the newest alone if that is too long ago.
    pub(crate) fn views_after(&self, heard: Option<u64>, eyes: Eyes) -> Vec<View> {
        let (snapshot, missed) = {
            let state = self.state();
            let newest = (state.snapshot.version, state.snapshot.steps());
            // A listener that comes has heard nothing, and is not interested in how it came to this.
            let is_known = heard
                .is_some_and(|heard| state.history.front().is_some_and(|first| first.0 <= heard.saturating_add(1)));
            let mut missed: Vec<(u64, usize)> = match heard {
                Some(heard) if is_known && heard <= newest.0 => {
                    state.history.iter().filter(|(version, _)| *version > heard).copied().collect()
                }
                Some(heard) if heard == newest.0 => Vec::new(),
                _ => vec![newest],
            };
            if missed.len() > CATCH_UP {
                missed = vec![newest];
            }
            (state.snapshot.clone(), missed)
        };
        missed.into_iter().map(|(version, step)| self.view_at(&snapshot, version, step, eyes)).collect()
    }

    fn view_at(&self, snapshot: &TableSnapshot, version: u64, step: usize, eyes: Eyes) -> View {
        let sitters = self.sitters();
        let mut frame = if let Some(session) = &snapshot.session {
            with_game!(AnyOf, &**session, session => gate::frame_of_session(session, step, eyes))
        } else {
            let free = snapshot.chairs.iter().filter(|chair| chair.is_free()).count();
            let words = match free {
                1 => said!("1 seat is free: the cards are dealt when everybody sits."),
                _ => said!("{free} seats are free: the cards are dealt when everybody sits.", free),
            };
            gate::waiting(&self.about, words)
        };
        // A step that was missed is told as it was.
        if step == snapshot.steps() {
            status_view::amend(&mut frame, snapshot, eyes);
        }
        let TableStatus { taken_back, is_paused, ref gave_up, .. } = snapshot.status;
        let can_take_back = eyes.is_some_and(|seat| {
            let is_playing = !frame.over && self.terms.daily.is_none() && snapshot.playing().contains(&seat.index());
            let has_acted = frame.log.iter().any(|line| line.seat == seat.index());
            is_playing && has_acted && snapshot.last_decision(seat).is_some()
        });
        let score = status_view::score(snapshot, &self.terms, frame.over);
        View {
            id: self.id.clone(),
            game: self.about.name,
            title: self.about.title,
            version,
            seat: eyes.map(Seat::index),
            sitters,
            begun: snapshot.session.is_some(),
            frame,
            kibitzer: eyes.is_some() && self.has_kibitzer(snapshot),
            listed: self.terms.listed,
            invite: format!("/table/{}", self.id),
            daily: self.terms.daily.clone(),
            next: snapshot.next.clone(),
            taken_back,
            can_take_back,
            paused: is_paused,
            asked: status_view::asked(snapshot),
            gave_up: gave_up.clone(),
            clock: status_view::clocks(&snapshot.at(self.clock.now()), &self.terms),
            score,
            patience: self.patience.as_millis() as u64,
            guided: self.terms.guided,
            lessons: match (&snapshot.session, eyes) {
                (Some(session), Some(seat)) if self.terms.guided => {
                    with_game!(AnyOf, &**session, session => gate::lessons(session.record(), step, seat))
                }
                _ => Vec::new(),
            },
        }
    }

    /// Whether advice may be asked for: only where one person plays.
    pub(crate) fn has_kibitzer(&self, snapshot: &TableSnapshot) -> bool {
        self.terms.kibitzer && chair::people(&snapshot.chairs) == 1
    }

    /// Returns the job of the decision that is due.
    pub(crate) fn job(&self, snapshot: &TableSnapshot) -> Job {
        let rank = if chair::people(&snapshot.chairs) > 0 { Rank::People } else { Rank::Background };
        let length = match snapshot.whose_turn() {
            // Who plays for somebody decides at a glance, or is as long-winded as any.
            Some(Whose::Player(seat)) if snapshot.chairs[seat.index()].holder().is_none() => self.lengths[seat.index()],
            Some(Whose::Player(seat)) => snapshot.chairs[seat.index()].length(&self.game),
            _ => Length::Long,
        };
        Job { client: self.client, rank, length }
    }

    pub(crate) fn sitters(&self) -> Vec<Sitter> {
        let (chairs, away) = {
            let state = self.state();
            (Arc::clone(&state.snapshot.chairs), state.away(self.clock.now()))
        };
        chair::sitters(&chairs, &self.about, &away)
    }

    pub(crate) fn listed(&self) -> Option<Listed> {
        let snapshot = self.snapshot();
        self.terms.listed.then(|| Listed {
            id: self.id.clone(),
            game: self.about.name,
            title: self.about.title,
            sitters: self.sitters(),
            step: snapshot.steps(),
            over: snapshot.is_over(),
            begun: snapshot.session.is_some(),
        })
    }

    pub(crate) fn seat_of(&self, token: &str) -> Option<Seat> {
        let hash = token::hash(token);
        let snapshot = self.snapshot();
        let mut chairs = snapshot.chairs.iter();
        chairs.position(|chair| chair.holder().is_some_and(|holder| holder.token == hash)).map(Seat::new)
    }

    /// Returns the hash of the token that holds a seat.
    pub(crate) fn held_by(&self, seat: Seat) -> Option<String> {
        self.state().snapshot.chairs[seat.index()].holder().map(|holder| holder.token.clone())
    }

    /// Returns the seat with this number.
    pub(crate) fn seat(&self, number: usize) -> Result<Seat> {
        let seats = self.about.seats;
        if number >= seats {
            let words = no_seat(number, self.about.title, seats);
            return Err(Code::UnknownSeat.because(words));
        }
        Ok(Seat::new(number))
    }

    pub(crate) fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Counts a listener if there is room; a seat always has room.
    pub(crate) fn come(&self, eyes: Eyes, room: usize) -> bool {
        let mut state = self.state();
        if eyes.is_none() && state.watchers >= room {
            return false;
        }
        match eyes {
            Some(seat) => state.present[seat.index()] += 1,
            None => state.watchers += 1,
        }
        state.touched = Instant::now();
        drop(state);
        if eyes.is_some() {
            self.news.send_modify(|news| news.comings += 1);
        }
        true
    }

    pub(crate) fn go(&self, eyes: Eyes) {
        let mut state = self.state();
        match eyes {
            Some(seat) => {
                state.present[seat.index()] -= 1;
                state.left_at[seat.index()] = self.clock.now();
            }
            None => state.watchers -= 1,
        }
        state.touched = Instant::now();
        drop(state);
        if eyes.is_some() {
            self.news.send_modify(|news| news.comings += 1);
        }
    }

    /// Notes that the person of a seat is here, listening or not.
    pub(crate) fn is_here(&self, seat: Seat) {
        self.state().left_at[seat.index()] = self.clock.now();
    }

    /// Returns when the table was last used; none while it is in use.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        let is_alone = state.watchers == 0 && state.present == [0; 4] && !state.is_playing;
        is_alone.then_some(state.touched)
    }

    /// Returns how long a seat has been without a listener; none while it has one.
    pub(crate) fn away(&self, seat: Seat) -> Option<Duration> {
        self.state().away(self.clock.now())[seat.index()]
    }

    /// Returns the snapshot in which a seat has lost by its clock; none while none has.
    pub(crate) fn out_of_time(&self) -> Result<Option<TableSnapshot>> {
        let now = self.clock.now();
        let snapshot = self.snapshot();
        match snapshot.deadline() {
            Some((seat, deadline)) if deadline <= now => {
                let player = stand_in(&self.game, &self.about);
                snapshot.at(now).given_up(seat, Surrender::OutOfTime, player).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether a clock runs that no task waits for yet; the caller must wait for it.
    pub(crate) fn claim_time(&self) -> bool {
        let mut state = self.state();
        if state.is_timed || state.snapshot.deadline().is_none() {
            return false;
        }
        state.is_timed = true;
        true
    }

    /// Returns when the running clock will have run down; none if none runs, which ends the caller's task.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        let mut state = self.state();
        let deadline = state.snapshot.deadline().map(|(_, deadline)| deadline);
        state.is_timed = deadline.is_some();
        deadline
    }

    /// Counts a remark of a seat, unless it has made too many of late.
    pub(crate) fn remark(&self, seat: Seat, most: usize) -> Result {
        let now = self.clock.now();
        let mut state = self.state();
        let remarks = &mut state.remarks[seat.index()];
        remarks.retain(|then| *then + RECENTLY > now);
        if remarks.len() >= most {
            let seconds = RECENTLY.as_secs();
            let words = said!("That is a lot within {seconds} seconds: wait a little.", seconds);
            return Err(Code::TooManyRequests.because(words));
        }
        remarks.push_back(now);
        Ok(())
    }

    pub(crate) fn say(&self, spoken: Spoken) {
        let mut state = self.state();
        let (newest, before) = &mut state.phrases;
        newest.push_back(spoken);
        if newest.len() > PHRASES {
            newest.pop_front();
            *before += 1;
        }
        drop(state);
        self.news.send_modify(|news| news.phrases += 1);
    }

    /// Returns the phrases after so many.
    pub(crate) fn phrases_after(&self, heard: u64) -> Vec<Spoken> {
        let state = self.state();
        let (newest, before) = &state.phrases;
        newest.iter().skip(heard.saturating_sub(*before) as usize).copied().collect()
    }

    pub(crate) fn close(&self) {
        self.news.send_modify(|news| news.is_gone = true);
    }
}
