//! The stream of a table's changes.

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

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct After {
    /// The last version received, for clients that cannot send `Last-Event-ID`.
    #[param(nullable = false)]
    after: Option<String>,
}

/// Listen to every change: server-sent events
///
/// `event: view` has a view, with the version as its id. `event: sitters` is sent when a person comes or goes, `event:
/// phrase` when a person says a friendly phrase. `event: reseated` is the last event if the listener no longer holds
/// its seat, and `event: gone` if the table is deleted. After an interruption the stream sends the missed views, or
/// only the newest after a long one.
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
        // Phrases from before the listener came are not sent.
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

struct Listener {
    table: Arc<WebTable>,
    eyes: Eyes,
    /// The hash of the token that holds the listener's seat.
    held_by: Option<String>,
    language: Language,
    news: watch::Receiver<News>,
    heard: Option<u64>,
    seen: News,
    waiting: VecDeque<Event>,
    is_fresh: bool,
    is_done: bool,
    _listening: Listening,
}

impl Listener {
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
        // Checked after the views were made: if the holder is unchanged now, the views were made for that holder.
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
        // A view includes the sitters, so no separate event is needed.
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
