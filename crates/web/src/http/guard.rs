//! The checks that every request must pass.
//!
//! Pages of other sites must not be able to play here. `Host` reveals a foreign name that suddenly points to this
//! machine; `Origin` reveals a form or script of another page. The content policy tells the browser to load no script,
//! style or request from anywhere else.

use std::sync::{Arc, LazyLock};

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cardsharp_presentation::message;

use crate::app::App;
use crate::http::{Code, Result};

/// Returns the content policy: the server's own files, and inline scripts and styles with these hashes.
pub(crate) fn policy(scripts: &str, styles: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' data:; \
         connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

static POLICY: LazyLock<HeaderValue> =
    LazyLock::new(|| HeaderValue::from_str(&policy("", "")).expect("a policy is plain text"));

/// Checks host and origin of a request, and sets the headers of every answer.
pub(crate) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let checked = check(&app, request.method(), request.headers());
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    if is_api {
        // Views are private to their seat and soon outdated.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.entry(CONTENT_SECURITY_POLICY).or_insert_with(|| POLICY.clone());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    response
}

fn check(app: &App, method: &Method, headers: &HeaderMap) -> Result {
    if headers.get_all(HOST).iter().count() > 1 {
        return Err(Code::BadRequest.because(message!("The request has several Host headers; expected one.")));
    }
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let host = text(HOST).unwrap_or("");
    if !is_ours(host, &app.hosts) {
        let host: String = host.chars().take(LONGEST_HOST).collect();
        let words = message!("“{host}” is not a name of this house; `cardsharp serve --host NAME` adds one.", host);
        return Err(Code::NotAllowed.because(words));
    }
    let is_reading = matches!(*method, Method::GET | Method::HEAD);
    if let (false, Some(origin)) = (is_reading, text(ORIGIN)) {
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if authority != Some(host) {
            let origin: String = origin.chars().take(LONGEST_HOST).collect();
            return Err(Code::NotAllowed.because(message!("A page of “{origin}” may not act here.", origin)));
        }
    }
    Ok(())
}

const LONGEST_HOST: usize = 255;

fn is_port(text: &str) -> bool {
    text.len() <= 5
        && text.bytes().all(|digit| digit.is_ascii_digit())
        && (text.is_empty() || text.parse::<u16>().is_ok())
}

/// Whether a host, with or without a port, is this machine or one of the given names.
fn is_ours(host: &str, names: &[String]) -> bool {
    if host.len() > LONGEST_HOST {
        return false;
    }
    let bare = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) && !name.ends_with(':') => name,
        _ => host,
    };
    let bare = bare.trim_start_matches('[').trim_end_matches(']');
    let is_loopback = bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    is_loopback || bare.eq_ignore_ascii_case("localhost") || names.iter().any(|name| name.eq_ignore_ascii_case(bare))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_and_given_names_are_ours() {
        let names = ["cards.example".to_owned(), "192.168.1.7".to_owned()];
        for host in
            ["localhost", "localhost:8000", "127.0.0.1:80", "[::1]:8000", "[::1]", "CARDS.example:1", "192.168.1.7"]
        {
            assert!(is_ours(host, &names), "{host}");
        }
        let long = [format!("localhost:{}", "0".repeat(2_200)), format!("{}localhost", "[".repeat(300))];
        for host in long.iter().map(String::as_str).chain([
            "localhost:65536",
            "localhost:99999",
            "localhost:-1",
            "localhost:+1",
        ]) {
            assert!(!is_ours(host, &names), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:8000", "127.0.0.1.evil.example", "192.168.1.8", "::"] {
            assert!(!is_ours(host, &names), "{host}");
        }
    }
}
