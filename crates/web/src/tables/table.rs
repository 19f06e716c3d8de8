//! A table: its snapshot and its listeners.
//!
//! The state of a table is a [`TableSnapshot`], which is immutable and shared freely; the lock is held only to exchange
//! one for another. A change is drafted from the newest snapshot, stored in the database, and only then installed. So
//! no client ever sees a change that a crash could undo.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cardsharp_presentation::{Message, message};
use cardsharp_rules::{AnyGame, Seat, with_game};
use cardsharp_session::ToMove;
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

/// A public table.
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

/// A table as a seat or a watcher sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub(crate) struct View {
    pub(crate) id: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// Grows with every change.
    pub(crate) version: u64,
    /// The seat of the viewer; `null` for a watcher.
    pub(crate) seat: Option<usize>,
    pub(crate) sitters: Vec<Sitter>,
    /// False while seats are free: the cards are dealt once all seats are taken.
    pub(crate) begun: bool,
    #[serde(flatten)]
    pub(crate) frame: Frame,
    /// Whether this seat may request advice.
    pub(crate) kibitzer: bool,
    pub(crate) listed: bool,
    /// The path of the table, to send to friends.
    pub(crate) invite: String,
    /// The day, if this is a daily deal.
    pub(crate) daily: Option<String>,
    /// The table at which the same people play again, once a person has asked for it.
    pub(crate) next: Option<String>,
    /// The number of take-backs in this game.
    pub(crate) taken_back: u32,
    /// Whether this seat has a decision to take back.
    pub(crate) can_take_back: bool,
    pub(crate) paused: bool,
    /// The open request at the table.
    pub(crate) asked: Option<OpenQuestion>,
    /// The seats that have given up.
    pub(crate) gave_up: Vec<GaveUp>,
    pub(crate) clock: Option<Clocks>,
    pub(crate) score: Score,
    /// Milliseconds that a person to act may be away before others may let a bot play for them.
    pub(crate) patience: u64,
    /// Whether this is a first game, in which the rules are taught.
    pub(crate) guided: bool,
    /// The teacher's remarks so far, for the person who is taught.
    pub(crate) lessons: Vec<Taught>,
}

pub(crate) struct WebTable {
    pub(crate) id: String,
    pub(crate) game: AnyGame,
    pub(crate) about: About,
    pub(crate) terms: Terms,
    pub(crate) client: Client,
    /// For every seat how long its bot thinks.
    lengths: Vec<Length>,
    /// Held while a change is drafted, stored and installed.
    pub(crate) change: tokio::sync::Mutex<()>,
    state: Mutex<State>,
    news: watch::Sender<News>,
    /// The newest advice and its version, so that each advice is computed only once.
    pub(crate) advice: tokio::sync::Mutex<Option<(u64, Advice)>>,
    clock: Clock,
    /// The time a person may be away before others may let a bot play for them.
    patience: Duration,
}

/// The counters that listeners compare: the newest version, arrivals and departures, phrases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) version: u64,
    pub(crate) comings: u64,
    pub(crate) phrases: u64,
    pub(crate) is_gone: bool,
}

struct State {
    snapshot: TableSnapshot,
    /// Versions and their steps, for listeners that were disconnected.
    history: VecDeque<(u64, usize)>,
    present: [usize; 4],
    /// The server's time at which each seat lost its last listener.
    left_at: [Duration; 4],
    watchers: usize,
    touched: Instant,
    /// Whether a task lets the bots play on.
    is_playing: bool,
    /// Whether a task waits for the running clock.
    is_timed: bool,
    /// The newest phrases, and the number of phrases before them; phrases are not stored.
    phrases: (VecDeque<Spoken>, u64),
    remarks: [VecDeque<Duration>; 4],
}

pub(crate) fn no_seat(seat: usize, game: &str, seats: usize) -> Message {
    message!("There is no seat {seat}: {game} has seats 0 to {last}.", seat, game, last = seats - 1)
}

/// The number of versions that can be sent again: a whole game of any kind.
const HISTORY: usize = 128;
/// The most versions that are sent again to a listener; each view is made for this listener alone.
const CATCH_UP: usize = 24;
/// The number of phrases remembered for late listeners.
const PHRASES: usize = 16;
const RECENTLY: Duration = Duration::from_secs(10);

impl State {
    fn away(&self, now: Duration) -> [Option<Duration>; 4] {
        std::array::from_fn(|seat| (self.present[seat] == 0).then(|| now.saturating_sub(self.left_at[seat])))
    }
}

impl WebTable {
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

    pub(crate) fn install(&self, snapshot: TableSnapshot) {
        let mut state = self.state();
        let (version, step) = (snapshot.version, snapshot.steps());
        // Versions that were taken back cannot be sent again: the record no longer has them.
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

    /// Whether a decision is due that no task makes yet. If so, the caller must make it.
    pub(crate) fn claim_thinking(&self) -> bool {
        let mut state = self.state();
        if state.is_playing || !state.snapshot.is_due() {
            return false;
        }
        state.is_playing = true;
        true
    }

    /// Returns the snapshot if a bot or a program must act. `None` ends the caller's task.
    pub(crate) fn due(&self) -> Option<TableSnapshot> {
        let mut state = self.state();
        if !state.snapshot.is_due() {
            state.is_playing = false;
            return None;
        }
        Some(state.snapshot.clone())
    }

    pub(crate) fn view(&self, eyes: Eyes) -> View {
        let snapshot = self.snapshot();
        self.view_at(&snapshot, snapshot.version, snapshot.steps(), eyes)
    }

    /// Returns the views after the version that a listener received last; only the newest if that is too long ago.
    pub(crate) fn views_after(&self, heard: Option<u64>, eyes: Eyes) -> Vec<View> {
        let (snapshot, missed) = {
            let state = self.state();
            let newest = (state.snapshot.version, state.snapshot.steps());
            // A new listener has received no version, and gets only the newest.
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
                1 => message!("1 seat is free: the cards are dealt when everybody sits."),
                _ => message!("{free} seats are free: the cards are dealt when everybody sits.", free),
            };
            gate::waiting(&self.about, words)
        };
        // Only the newest step shows the status.
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
            asked: status_view::open_question(snapshot),
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

    /// Whether advice may be requested: only if one person plays.
    pub(crate) fn has_kibitzer(&self, snapshot: &TableSnapshot) -> bool {
        self.terms.kibitzer && chair::people(&snapshot.chairs) == 1
    }

    pub(crate) fn job(&self, snapshot: &TableSnapshot) -> Job {
        let rank = if chair::people(&snapshot.chairs) > 0 { Rank::People } else { Rank::Background };
        let length = match snapshot.to_move() {
            // `lengths` does not follow changes of a person's stand-in.
            Some(ToMove::Player(seat)) if snapshot.chairs[seat.index()].holder().is_none() => {
                self.lengths[seat.index()]
            }
            Some(ToMove::Player(seat)) => snapshot.chairs[seat.index()].length(&self.game),
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

    pub(crate) fn held_by(&self, seat: Seat) -> Option<String> {
        self.state().snapshot.chairs[seat.index()].holder().map(|holder| holder.token.clone())
    }

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

    /// Notes that the person at a seat is present, listening or not.
    pub(crate) fn is_here(&self, seat: Seat) {
        self.state().left_at[seat.index()] = self.clock.now();
    }

    /// Returns when the table was last used; `None` while it is in use.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        let is_alone = state.watchers == 0 && state.present == [0; 4] && !state.is_playing;
        is_alone.then_some(state.touched)
    }

    /// Returns how long a seat has been without a listener; `None` while it has one.
    pub(crate) fn away(&self, seat: Seat) -> Option<Duration> {
        self.state().away(self.clock.now())[seat.index()]
    }

    /// Returns the snapshot in which a seat has lost on time, if one has.
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

    /// Whether a clock runs that no task waits for yet. If so, the caller must wait for it.
    pub(crate) fn claim_time(&self) -> bool {
        let mut state = self.state();
        if state.is_timed || state.snapshot.deadline().is_none() {
            return false;
        }
        state.is_timed = true;
        true
    }

    /// Returns when the running clock runs out. `None` ends the caller's task.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        let mut state = self.state();
        let deadline = state.snapshot.deadline().map(|(_, deadline)| deadline);
        state.is_timed = deadline.is_some();
        deadline
    }

    /// Counts a remark of a seat; refuses it after too many.
    pub(crate) fn remark(&self, seat: Seat, most: usize) -> Result {
        let now = self.clock.now();
        let mut state = self.state();
        let remarks = &mut state.remarks[seat.index()];
        remarks.retain(|then| *then + RECENTLY > now);
        if remarks.len() >= most {
            let seconds = RECENTLY.as_secs();
            let words = message!("That is a lot within {seconds} seconds: wait a little.", seconds);
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

    pub(crate) fn phrases_after(&self, heard: u64) -> Vec<Spoken> {
        let state = self.state();
        let (newest, before) = &state.phrases;
        newest.iter().skip(heard.saturating_sub(*before) as usize).copied().collect()
    }

    pub(crate) fn close(&self) {
        self.news.send_modify(|news| news.is_gone = true);
    }
}
