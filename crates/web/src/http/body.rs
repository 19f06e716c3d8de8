//! The path, query and body of a request, within limits. Refusals state the reason.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Bytes, to_bytes};
use axum::extract::{self, FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use cardsharp_presentation::message;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::http::{ApiError, Code, Result, shorten};

/// A JSON body. Other content types are refused: a form on another site cannot send JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Body<T>> {
        check_type(&request, "application/json")?;
        let bytes = read(request, app.limits.body, app.limits.sending).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|wrong: serde_json::Error| {
            Code::BadRequest.because(message!("The body is not as asked: {wrong}.", wrong = wrong.to_string()))
        })
    }
}

pub(crate) fn check_type(request: &Request, expected: &str) -> Result {
    let sent = request.headers().get(CONTENT_TYPE).and_then(|sent| sent.to_str().ok()).unwrap_or("");
    if sent.split(';').next().unwrap_or("").trim().eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    let sent = shorten(sent);
    let words = message!("The body must be sent as {expected}, not “{sent}”.", expected, sent);
    Err(Code::BadRequest.because(words).with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE))
}

/// Reads a body; refuses one that is too large or too slow.
pub(crate) async fn read(request: Request, most: usize, patience: Duration) -> Result<Bytes> {
    let too_large = || Code::TooLarge.because(message!("The body is too large: at most {most} bytes.", most));
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(patience, to_bytes(request.into_body(), most)).await;
    let too_late = |_| {
        let words = message!("The body has not come within {seconds} s.", seconds = patience.as_secs());
        Code::BadRequest.because(words).with_status(StatusCode::REQUEST_TIMEOUT)
    };
    bytes.map_err(too_late)?.map_err(|_| too_large())
}

fn not_understood(wrong: String) -> ApiError {
    Code::BadRequest.because(message!("This address is not understood: {wrong}.", wrong))
}

pub(crate) struct Path<T>(pub(crate) T);

pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>> {
        let path = extract::Path::from_request_parts(parts, state).await;
        path.map(|extract::Path(path)| Path(path)).map_err(|wrong| not_understood(wrong.body_text()))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>> {
        let query = extract::Query::from_request_parts(parts, state).await;
        query.map(|extract::Query(query)| Query(query)).map_err(|wrong| not_understood(wrong.body_text()))
    }
}
