//! A table: who sits there, the game, and who listens.
//!
//! What a table is at a moment is a [`Moment`], which never changes and is shared freely; the lock is
//! held only to exchange one for another. A change is drafted from the newest moment, kept in the
//! database, and only then becomes the newest: nobody ever sees what a crash could take back.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cardsharp_rules::{AnyGame, Seat};
use cardsharp_sitting::{Said, Whose, said};
use tokio::sync::watch;

use crate::any_sitting::{About, about};
use crate::chair;
use crate::client::Client;
use crate::gate::{self, Eyes};
use crate::moment::{Moment, Terms};
use crate::refusal::{Code, Refusal};
use crate::thinkers::{Job, Length, Rank};
use crate::token;
use crate::wire::{Advice, Listed, Sitter, View};

/// A table.
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
    /// The newest advice: the same question is thought about once.
    pub(crate) advice: tokio::sync::Mutex<Option<Arc<Advice>>>,
}

/// What there is to hear: the newest version, and how often somebody came or went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    pub(crate) version: u64,
    pub(crate) comings: u64,
    pub(crate) is_gone: bool,
}

struct State {
    moment: Moment,
    /// Versions and the step each came to, for listeners that were away.
    history: VecDeque<(u64, usize)>,
    /// Listeners on each seat.
    present: [usize; 4],
    /// Listeners without one.
    watchers: usize,
    touched: Instant,
    /// Whether somebody sees to it that players of ours play on.
    is_playing: bool,
}

/// A game has no such seat.
pub(crate) fn no_seat(seat: usize, game: &str, seats: usize) -> Said {
    said!("There is no seat {seat}: {game} has seats 0 to {last}.", seat, game, last = seats - 1)
}

/// So many versions can be sent once more: a whole game of any kind.
const HISTORY: usize = 128;

impl WebTable {
    /// A table as it was made or kept.
    pub(crate) fn new(id: String, game: AnyGame, terms: Terms, client: Client, moment: Moment) -> WebTable {
        let (about, step) = (about(&game), moment.steps());
        let lengths = moment.chairs.iter().map(|chair| chair.length(&game)).collect();
        let (news, _) = watch::channel(News { version: moment.version, ..News::default() });
        let state = State {
            history: VecDeque::from([(moment.version, step)]),
            moment,
            present: [0; 4],
            watchers: 0,
            touched: Instant::now(),
            is_playing: false,
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
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table now.
    pub(crate) fn moment(&self) -> Moment {
        self.state().moment.clone()
    }

    /// Makes a moment the newest one; it has been kept.
    pub(crate) fn install(&self, moment: Moment) {
        let mut state = self.state();
        let (version, step) = (moment.version, moment.steps());
        state.history.push_back((version, step));
        if state.history.len() > HISTORY {
            state.history.pop_front();
        }
        state.moment = moment;
        state.touched = Instant::now();
        drop(state);
        self.news.send_modify(|news| news.version = version);
    }

    /// Whether a decision is due that nobody sees to yet; whoever is told so must.
    pub(crate) fn claim_thinking(&self) -> bool {
        let mut state = self.state();
        if state.is_playing || !state.moment.is_due() {
            return false;
        }
        state.is_playing = true;
        true
    }

    /// The moment at which a player of ours or a program must act; none if none must, and then nobody sees to it
    /// any more.
    pub(crate) fn due(&self) -> Option<Moment> {
        let mut state = self.state();
        if !state.moment.is_due() {
            state.is_playing = false;
            return None;
        }
        Some(state.moment.clone())
    }

    /// The table as somebody sees it now.
    pub(crate) fn view(&self, eyes: Eyes) -> View {
        let moment = self.moment();
        self.view_at(&moment, moment.version, moment.steps(), eyes)
    }

    /// What a listener has yet to be sent, who has heard everything up to a version; the newest view
    /// alone if that is too long ago.
    pub(crate) fn views_after(&self, heard: Option<u64>, eyes: Eyes) -> Vec<View> {
        let (moment, missed) = {
            let state = self.state();
            let newest = (state.moment.version, state.moment.steps());
            // A listener that comes has heard nothing, and is not interested in how it came to this.
            let is_known = heard.is_some_and(|heard| state.history.front().is_some_and(|first| first.0 <= heard + 1));
            let missed: Vec<(u64, usize)> = match heard {
                Some(heard) if is_known => {
                    state.history.iter().filter(|(version, _)| *version > heard).copied().collect()
                }
                Some(heard) if heard == newest.0 => Vec::new(),
                _ => vec![newest],
            };
            (state.moment.clone(), missed)
        };
        missed.into_iter().map(|(version, step)| self.view_at(&moment, version, step, eyes)).collect()
    }

    fn view_at(&self, moment: &Moment, version: u64, step: usize, eyes: Eyes) -> View {
        let sitters = self.sitters();
        let frame = if let Some(sitting) = &moment.sitting {
            sitting.frame(step, eyes)
        } else {
            let free = moment.chairs.iter().filter(|chair| chair.is_free()).count();
            let words = match free {
                1 => said!("1 seat is free: the cards are dealt when everybody sits."),
                _ => said!("{free} seats are free: the cards are dealt when everybody sits.", free),
            };
            gate::waiting(&self.about, words)
        };
        View {
            id: self.id.clone(),
            game: self.about.name,
            title: self.about.title,
            version,
            seat: eyes.map(Seat::index),
            sitters,
            begun: moment.sitting.is_some(),
            frame,
            kibitzer: eyes.is_some() && self.has_kibitzer(moment),
            listed: self.terms.listed,
            invite: format!("/table/{}", self.id),
            daily: self.terms.daily.clone(),
            next: moment.next.clone(),
            guided: self.terms.guided,
            lessons: match (&moment.sitting, eyes) {
                (Some(sitting), Some(seat)) if self.terms.guided => sitting.lessons(step, seat),
                _ => Vec::new(),
            },
        }
    }

    /// Whether advice may be asked for: a game that people share is theirs alone.
    pub(crate) fn has_kibitzer(&self, moment: &Moment) -> bool {
        self.terms.kibitzer && chair::people(&moment.chairs) == 1
    }

    /// The thinking that is due at a moment, as it waits for a thread.
    pub(crate) fn job(&self, moment: &Moment) -> Job {
        let rank = if chair::people(&moment.chairs) > 0 { Rank::People } else { Rank::Background };
        let turn = moment.sitting.as_ref().map(|sitting| sitting.whose_turn());
        let length = match turn {
            Some(Whose::Player(seat)) => self.lengths[seat.index()],
            _ => Length::Long,
        };
        Job { client: self.client, rank, length }
    }

    /// Who sits where.
    pub(crate) fn sitters(&self) -> Vec<Sitter> {
        let (chairs, present) = {
            let state = self.state();
            (Arc::clone(&state.moment.chairs), state.present.map(|listeners| listeners > 0))
        };
        chair::sitters(&chairs, &self.about, &present)
    }

    /// The table in a list.
    pub(crate) fn listed(&self) -> Option<Listed> {
        let moment = self.moment();
        self.terms.listed.then(|| Listed {
            id: self.id.clone(),
            game: self.about.name,
            title: self.about.title,
            sitters: self.sitters(),
            step: moment.steps(),
            over: moment.is_over(),
            begun: moment.sitting.is_some(),
        })
    }

    /// The seat that a token holds.
    pub(crate) fn seat_of(&self, token: &str) -> Option<Seat> {
        let hash = token::hash(token);
        let moment = self.moment();
        let mut chairs = moment.chairs.iter();
        chairs.position(|chair| chair.holder().is_some_and(|holder| holder.token == hash)).map(Seat::new)
    }

    /// The seat with this number.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) fn seat(&self, number: usize) -> Result<Seat, Refusal> {
        let seats = self.about.seats;
        if number >= seats {
            let words = no_seat(number, self.about.title, seats);
            return Err(Refusal::new(Code::UnknownSeat, words));
        }
        Ok(Seat::new(number))
    }

    /// Hears of everything from now on.
    pub(crate) fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Somebody comes to listen, if there is room; for whoever has a seat there always is.
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

    /// A listener goes.
    pub(crate) fn go(&self, eyes: Eyes) {
        let mut state = self.state();
        match eyes {
            Some(seat) => state.present[seat.index()] -= 1,
            None => state.watchers -= 1,
        }
        state.touched = Instant::now();
        drop(state);
        if eyes.is_some() {
            self.news.send_modify(|news| news.comings += 1);
        }
    }

    /// Since when nobody has done anything here; none while somebody listens or thinks.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let state = self.state();
        let is_alone = state.watchers == 0 && state.present == [0; 4] && !state.is_playing;
        is_alone.then_some(state.touched)
    }

    /// Tells everybody that the table is no more.
    pub(crate) fn close(&self) {
        self.news.send_modify(|news| news.is_gone = true);
    }
}
