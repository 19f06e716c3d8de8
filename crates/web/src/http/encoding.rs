//! Compresses answers for clients that accept it.

use std::io::Write;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

pub(crate) const GZIP: HeaderValue = HeaderValue::from_static("gzip");
/// The `Vary` header: caches must store compressed answers separately.
pub(crate) const BY_ENCODING: HeaderValue = HeaderValue::from_static("accept-encoding");

/// Shorter answers fit one packet and are not compressed.
const WORTHWHILE: u64 = 1_024;
/// Longer answers would block a thread and are not compressed.
const BEARABLE: u64 = 8 * 1_024 * 1_024;

pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let (mut named, mut any) = (None, None);
    for part in values.flat_map(|value| value.split(',')) {
        let (name, quality) = part.split_once(';').unwrap_or((part, "q=1"));
        let quality = quality.trim().strip_prefix("q=").and_then(|quality| quality.parse::<f32>().ok());
        let is_wanted = quality.is_some_and(|quality| quality > 0.0);
        match name.trim() {
            name if name.eq_ignore_ascii_case("gzip") => named = Some(is_wanted),
            "*" => any = Some(is_wanted),
            _ => {}
        }
    }
    named.or(any).unwrap_or(false)
}

pub(crate) fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), level);
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("writing to memory")
}

/// Compresses long answers to GET. Streams are not compressed, because each event must leave at once. Answers to
/// changes are not, because their length would give away a token beside a stranger's words. HEAD returns the head of
/// the same answer, with its length.
pub(crate) async fn pack(mut request: Request, next: Next) -> Response {
    let is_head = request.method() == Method::HEAD;
    if is_head {
        *request.method_mut() = Method::GET;
    }
    let is_wanted = request.method() == Method::GET && takes_gzip(request.headers());
    let response = packed(next.run(request).await, is_wanted).await;
    if is_head { head_of(response) } else { response }
}

fn head_of(response: Response) -> Response {
    let (mut head, body) = response.into_parts();
    if let Some(length) = body.size_hint().exact() {
        head.headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    }
    Response::from_parts(head, Body::empty())
}

async fn packed(response: Response, is_wanted: bool) -> Response {
    let is_json =
        response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json || response.headers().contains_key(CONTENT_ENCODING) {
        return response;
    }
    let length = response.body().size_hint().exact();
    if !is_wanted || !length.is_some_and(|length| (WORTHWHILE..BEARABLE).contains(&length)) {
        return with_vary(response);
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, BEARABLE as usize).await else { return Response::default() };
    head.headers.insert(CONTENT_ENCODING, GZIP);
    head.headers.remove(CONTENT_LENGTH);
    with_vary(Response::from_parts(head, Body::from(gzip(&bytes, Compression::fast()))))
}

fn with_vary(mut response: Response) -> Response {
    response.headers_mut().append(VARY, BY_ENCODING);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_only_to_clients_that_accept_it() {
        let asked = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(ACCEPT_ENCODING, HeaderValue::from_static(value));
            }
            takes_gzip(&headers)
        };
        for yes in [&["gzip"][..], &["br, GZIP;q=0.5"], &["*"], &["deflate", "gzip"], &["gzip ; q=1, *;q=0"]] {
            assert!(asked(yes), "{yes:?}");
        }
        let no = [
            "",
            "br",
            "gzip;q=0",
            "gzip;q=0.000, *",
            "*;q=0",
            "gzip;q=much",
            "gzip;",
            "gzipped",
            ";;,,=",
            "gzip;q=NaN",
            "gzip;level=9",
        ];
        for no in no {
            assert!(!asked(&[no]), "{no:?}");
        }
        let mut odd = HeaderMap::new();
        odd.insert(ACCEPT_ENCODING, HeaderValue::from_bytes(b"gzip\xff").unwrap());
        assert!(!takes_gzip(&odd));
    }
}
