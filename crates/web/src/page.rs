//! The page: files of our own, in the binary; or in a folder, for whoever works on them.

use std::path::{self, Path as FilePath};
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};

use cardsharp_sitting::said;

use crate::house::House;
use crate::refusal::{Code, Refusal};
use crate::token;

/// Every file of `page/` by its name there.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What names the content of each, in their order.
static TAGS: LazyLock<Vec<String>> =
    LazyLock::new(|| FILES.iter().map(|(_, bytes)| format!("\"{}\"", &token::hash_bytes(bytes)[..32])).collect());

/// The page at any of its own addresses; it finds its way by itself.
pub(crate) async fn index(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    file(&house, "index.html", &headers)
}

/// What is nowhere: a person gets the page, which says so in a friendly way; a program gets a reason.
pub(crate) async fn nowhere(State(house): State<Arc<House>>, headers: HeaderMap) -> Response {
    let is_person =
        headers.get(ACCEPT).and_then(|types| types.to_str().ok()).is_some_and(|types| types.contains("text/html"));
    if is_person {
        return (StatusCode::NOT_FOUND, file(&house, "index.html", &HeaderMap::new())).into_response();
    }
    Refusal::new(Code::UnknownPage, said!("There is nothing at this address.")).into_response()
}

/// A file of the page.
pub(crate) async fn asset(State(house): State<Arc<House>>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    file(&house, &name, &headers)
}

fn file(house: &House, name: &str, headers: &HeaderMap) -> Response {
    let found = match &house.page {
        Some(folder) => read(folder, name).map(|bytes| (Bytes::from(bytes), "\"as it is now\"")),
        None => FILES
            .iter()
            .position(|(known, _)| *known == name)
            .map(|place| (Bytes::from_static(FILES[place].1), TAGS[place].as_str())),
    };
    let Some((bytes, tag)) = found else {
        return Refusal::new(Code::UnknownPage, format!("The page has no file {name:?}.")).into_response();
    };
    let kept = headers.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).filter(|_| house.page.is_none());
    let about = [(CACHE_CONTROL, "no-cache"), (ETAG, tag), (CONTENT_TYPE, content_type(name))];
    if kept.is_some_and(|tags| tags.split(',').any(|kept| kept.trim().trim_start_matches("W/") == tag)) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, bytes).into_response()
}

/// A file of the folder, and of no other.
fn read(folder: &FilePath, name: &str) -> Option<Vec<u8>> {
    let name = FilePath::new(name);
    let is_inside = name.components().all(|part| matches!(part, path::Component::Normal(_)));
    if is_inside { std::fs::read(folder.join(name)).ok() } else { None }
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
