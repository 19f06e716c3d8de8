//! Listening: every change of a table as it is made.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use cardsharp_presentation::Language;
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::watch;
use utoipa::IntoParams;

use crate::app::Listening;
use crate::game::Eyes;
use crate::http::token::hash;
use crate::http::{Asker, Query, Result, event, spoken};
use crate::tables::{News, View, WebTable};

/// Where to go on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct After {
    /// The version that was heard last, where `Last-Event-ID` cannot be sent.
    #[param(nullable = false)]
    after: Option<String>,
}

/// Hear of every change: server-sent events
///
/// `event: view` is a view, its id the version; `event: sitters` tells who has come or gone; `event: phrase` is
/// something friendly that somebody says; `event: reseated` is the last where somebody else sits on the seat now, and
/// `event: gone` where the table is no more. A listener that was away is sent what it missed, or the newest if that is long
/// ago.
#[utoipa::path(get, path = "/api/tables/{id}/events", params(("id" = String, Path), After),
    responses((status = 200, body = View, content_type = "text/event-stream")))]
pub(crate) async fn events(
    asker: Asker,
    Query(after): Query<After>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let table = asker.table().await?;
    let eyes = asker.eyes(&table)?;
    let last = asker.headers.get("last-event-id").and_then(|last| last.to_str().ok()?.parse().ok());
    let news = table.listen();
    let listening = asker.app.listen(&table, eyes)?;
    let phrases = news.borrow().phrases;
    let listener = Listener {
        heard: last.or_else(|| after.after?.parse().ok()),
        // What was said before one came is not for one's ears.
        seen: News { phrases, ..News::default() },
        waiting: VecDeque::new(),
        is_fresh: true,
        is_done: false,
        held_by: eyes.and_then(|_| asker.token(&table)).map(hash),
        table,
        eyes,
        language: spoken(),
        news,
        _listening: listening,
    };
    let stream = unfold(listener, |mut listener| async move { Some((Ok(listener.next().await?), listener)) });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(15))))
}

/// A client that listens.
struct Listener {
    table: Arc<WebTable>,
    eyes: Eyes,
    /// What is kept of the secret by which they hold their seat.
    held_by: Option<String>,
    language: Language,
    news: watch::Receiver<News>,
    heard: Option<u64>,
    /// What the last news were.
    seen: News,
    waiting: VecDeque<Event>,
    is_fresh: bool,
    is_done: bool,
    _listening: Listening,
}

impl Listener {
    /// Returns the next event; none after the last.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            if self.is_done {
                return None;
            }
            if !std::mem::take(&mut self.is_fresh) && self.news.changed().await.is_err() {
                return None;
            }
            let news = *self.news.borrow_and_update();
            self.hear(news);
        }
    }

    fn hear(&mut self, news: News) {
        let views = self.table.views_after(self.heard, self.eyes);
        // Looked at afterwards: whoever holds the seat still held it when the views were made.
        if self.eyes.is_some_and(|seat| self.table.held_by(seat) != self.held_by) {
            self.waiting.push_back(Event::default().event("reseated").data("{}"));
            self.is_done = true;
            return;
        }
        if let Some(view) = views.last() {
            self.heard = Some(view.version);
        }
        let is_told = !views.is_empty();
        let language = self.language;
        let told = views.into_iter().map(|view| event(language, "view", &view).id(view.version.to_string()));
        self.waiting.extend(told);
        // A view says who is there, so nobody needs to be told twice.
        if !is_told && news.comings != self.seen.comings {
            self.waiting.push_back(event(language, "sitters", &self.table.sitters()));
        }
        if news.phrases != self.seen.phrases {
            let phrases = self.table.phrases_after(self.seen.phrases);
            self.waiting.extend(phrases.iter().map(|spoken| event(language, "phrase", spoken)));
        }
        if news.is_gone {
            self.waiting.push_back(Event::default().event("gone").data("{}"));
            self.is_done = true;
        }
        self.seen = news;
    }
}
