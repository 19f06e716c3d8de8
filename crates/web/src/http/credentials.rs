//! The sender of a request: a seat by its token, or a watcher.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use cardsharp_presentation::message;
use cardsharp_rules::Seat;

use crate::app::App;
use crate::game::Eyes;
use crate::http::{ApiError, Client, Code, Json, Path, Result};
use crate::tables::{TableSnapshot, View, WebTable, number};
use crate::threads::{Job, Length, Rank};

/// The origin of a request: server, client, headers and path.
pub(crate) struct Asker {
    pub(crate) app: Arc<App>,
    pub(crate) client: Client,
    pub(crate) headers: HeaderMap,
    path: HashMap<String, String>,
}

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asker> {
        let Path(path) = Path::from_request_parts(parts, app).await?;
        let client = parts.extensions.get().copied().unwrap_or_default();
        Ok(Asker { app: Arc::clone(app), client, headers: parts.headers.clone(), path })
    }
}

impl Asker {
    pub(crate) fn path(&self, part: &str) -> &str {
        &self.path[part]
    }

    pub(crate) async fn table(&self) -> Result<Arc<WebTable>> {
        self.app.table(self.path("id")).await
    }

    pub(crate) async fn table_and_seat(&self) -> Result<(Arc<WebTable>, Seat)> {
        let table = self.table().await?;
        let seat = self.holder(&table)?;
        Ok((table, seat))
    }

    /// Changes the table on behalf of the asker's seat; returns that seat's new view.
    pub(crate) async fn change(
        &self,
        draft: impl FnOnce(&WebTable, &TableSnapshot, Seat) -> Result<TableSnapshot> + Send + 'static,
    ) -> Result<Json<View>> {
        let (table, seat) = self.table_and_seat().await?;
        self.app.change(&table, move |table, now| Ok((draft(table, now, seat)?, ()))).await?;
        Ok(Json(table.view(Some(seat))))
    }

    /// Queues a long job for the asker; returns `None` if it failed.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        question: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>> {
        self.app.check_thoughts(self.client)?;
        let job = Job { client: self.client, rank: Rank::People, length: Length::Long };
        Ok(self.app.thinkers.think(job, question).await)
    }

    pub(crate) fn addressed(&self, table: &WebTable) -> Result<Seat> {
        table.seat(number(self.path("seat"))?)
    }

    /// Returns the asker's view: a seat's or a watcher's. An outdated cookie makes a watcher; a wrong token is refused.
    pub(crate) fn eyes(&self, table: &WebTable) -> Result<Eyes> {
        if let Some(token) = bearer(&self.headers) {
            return match table.seat_of(token) {
                Some(seat) => Ok(Some(seat)),
                None => Err(Code::NotYourSeat.because(message!("This token holds no seat at this table."))),
            };
        }
        Ok(cookie(table, &self.headers).and_then(|token| table.seat_of(token)))
    }

    /// Returns the asker's seat; refuses watchers.
    pub(crate) fn holder(&self, table: &WebTable) -> Result<Seat> {
        self.eyes(table)?
            .ok_or_else(|| Code::NotYourSeat.because(message!("You only watch here: take a free seat to do that.")))
    }

    pub(crate) fn token(&self, table: &WebTable) -> Option<&str> {
        bearer(&self.headers).or_else(|| cookie(table, &self.headers))
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn cookie<'a>(table: &WebTable, headers: &'a HeaderMap) -> Option<&'a str> {
    let name = format!("seat-{}", table.id);
    let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    // The seat's number is only for people who read the cookie; the token alone identifies the seat.
    pairs.find(|(key, _)| *key == name)?.1.split_once('.').map(|(_, token)| token)
}

/// Returns the cookie with which a reloaded page finds its seat again. Scripts cannot read it.
pub(crate) fn set_cookie(table: &WebTable, seat: Seat, token: &str) -> String {
    let (id, days) = (&table.id, 30 * 24 * 3600);
    format!("seat-{id}={seat}.{token}; HttpOnly; SameSite=Strict; Path=/api/tables/{id}; Max-Age={days}")
}

pub(crate) fn forget_cookie(table: &WebTable) -> String {
    format!("seat-{id}=; HttpOnly; SameSite=Strict; Path=/api/tables/{id}; Max-Age=0", id = table.id)
}
