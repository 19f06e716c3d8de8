//! The page: files of our own, in the binary.

use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::refusal::{Code, Refusal};
use crate::token;

/// Every file of `page/` by its name there.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What names the content of each, in their order.
static TAGS: LazyLock<Vec<String>> =
    LazyLock::new(|| FILES.iter().map(|(_, bytes)| format!("\"{}\"", &token::hash_bytes(bytes)[..32])).collect());

/// The page at any of its own addresses; it finds its way by itself.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// What is nowhere: a person gets the page, which says so in a friendly way; a program gets a reason.
pub(crate) async fn nowhere(headers: HeaderMap) -> Response {
    let is_person =
        headers.get(ACCEPT).and_then(|types| types.to_str().ok()).is_some_and(|types| types.contains("text/html"));
    if is_person {
        return (StatusCode::NOT_FOUND, file("index.html", &HeaderMap::new())).into_response();
    }
    Refusal::new(Code::UnknownPage, "There is nothing at this address.").into_response()
}

/// A file of the page.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    file(&name, &headers)
}

fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some(place) = FILES.iter().position(|(known, _)| *known == name) else {
        return Refusal::new(Code::UnknownPage, format!("The page has no file {name:?}.")).into_response();
    };
    let tag = TAGS[place].as_str();
    let kept = headers.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let about = [(CACHE_CONTROL, "no-cache"), (ETAG, tag), (CONTENT_TYPE, content_type(name))];
    if kept.is_some_and(|tags| tags.split(',').any(|kept| kept.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, Bytes::from_static(FILES[place].1)).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}
