//! Who asks: a seat by its token, or a watcher.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use cardsharp_rules::Seat;
use cardsharp_sitting::said;

use crate::game::gate::Eyes;
use crate::http::error::{ApiError, Code};
use crate::tables::table::WebTable;

/// Through whose eyes the asker sees the table. A cookie that holds no seat any more is that of a
/// watcher; a program that sends a wrong token is told so.
pub(crate) fn eyes(table: &Arc<WebTable>, headers: &HeaderMap) -> Result<Eyes, ApiError> {
    if let Some(token) = bearer(headers) {
        return match table.seat_of(token) {
            Some(seat) => Ok(Some(seat)),
            None => Err(ApiError::new(Code::NotYourSeat, said!("This token holds no seat at this table."))),
        };
    }
    Ok(cookie(table, headers).and_then(|token| table.seat_of(token)))
}

/// The seat of the asker.
pub(crate) fn holder(table: &Arc<WebTable>, headers: &HeaderMap) -> Result<Seat, ApiError> {
    eyes(table, headers)?
        .ok_or_else(|| ApiError::new(Code::NotYourSeat, said!("You only watch here: take a free seat to do that.")))
}

/// The token by which the asker holds a seat.
pub(crate) fn token<'a>(table: &Arc<WebTable>, headers: &'a HeaderMap) -> Option<&'a str> {
    bearer(headers).or_else(|| cookie(table, headers))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn cookie<'a>(table: &Arc<WebTable>, headers: &'a HeaderMap) -> Option<&'a str> {
    let name = format!("seat-{}", table.id);
    let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    // The number of the seat is for people who look; the token alone says which it is.
    pairs.find(|(key, _)| *key == name)?.1.split_once('.').map(|(_, token)| token)
}

/// What the browser keeps, so that a reload finds the seat again. Scripts cannot read it.
pub(crate) fn set_cookie(table: &WebTable, seat: Seat, token: &str) -> String {
    let (id, days) = (&table.id, 30 * 24 * 3600);
    format!("seat-{id}={seat}.{token}; HttpOnly; SameSite=Strict; Path=/api/tables/{id}; Max-Age={days}")
}

/// What makes the browser forget it.
pub(crate) fn forget_cookie(table: &WebTable) -> String {
    format!("seat-{id}=; HttpOnly; SameSite=Strict; Path=/api/tables/{id}; Max-Age=0", id = table.id)
}
