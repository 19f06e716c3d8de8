//! The language of an answer.
//!
//! Messages stay data ([`cardsharp_presentation::Message`]) until they are written. The language of a request holds for
//! everything written while it is answered. A stream of events outlives its answer, so it stores the language.

use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, COOKIE};
use axum::middleware::Next;
use axum::response::Response;
use cardsharp_presentation::Language;

tokio::task_local! {
    static SPOKEN: Language;
}

/// The cookie of the chosen language; see `shell/language.js`.
const CHOSEN: &str = "cardsharp-language";

/// Returns the language of the request; English outside of one.
pub(crate) fn spoken() -> Language {
    SPOKEN.try_with(|language| *language).unwrap_or_default()
}

pub(crate) async fn speak(request: Request, next: Next) -> Response {
    SPOKEN.scope(wished(request.headers()), next.run(request)).await
}

/// Returns the language chosen on the page, else the first known one of the browser's.
fn wished(headers: &HeaderMap) -> Language {
    chosen(headers).or_else(|| accepted(headers)).unwrap_or_default()
}

fn chosen(headers: &HeaderMap) -> Option<Language> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == CHOSEN).and_then(|(_, tag)| Language::of_tag(tag))
}

fn accepted(headers: &HeaderMap) -> Option<Language> {
    let lists = headers.get_all(ACCEPT_LANGUAGE).iter().filter_map(|list| list.to_str().ok());
    let mut wishes: Vec<(f32, Language)> = lists.flat_map(|list| list.split(',')).filter_map(wish).collect();
    // The sort is stable: equal weights keep their order.
    wishes.sort_by(|a, b| b.0.total_cmp(&a.0));
    wishes.first().map(|(_, language)| *language)
}

/// Parses an entry such as `de-AT;q=0.8`.
fn wish(text: &str) -> Option<(f32, Language)> {
    let mut parts = text.split(';').map(str::trim);
    let language = Language::of_tag(parts.next()?)?;
    let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |weight| weight.parse().ok())?;
    (weight > 0.0).then_some((weight, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cookie: &str, accept: &str, language: Language) {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, cookie.parse().unwrap());
        headers.insert(ACCEPT_LANGUAGE, accept.parse().unwrap());
        assert_eq!(wished(&headers), language, "{cookie:?} and {accept:?}");
    }

    #[test]
    fn the_chosen_language_comes_first_then_the_browsers_then_english() {
        check("", "", Language::English);
        check("", "de-AT, en;q=0.9", Language::German);
        check("", "it, fr;q=0.5, de;q=0.7", Language::German);
        check("", "en, de;q=0.9", Language::English);
        check("", "de;q=0, fr;q=0.1", Language::French);
        check("seat-x=0.abc; cardsharp-language=fr", "de", Language::French);
        check("cardsharp-language=tlh", "de", Language::German);
        check("cardsharp-language=", "*", Language::English);
        check("not-cardsharp-language=de; x", "de;q=x, ;;;,,q=", Language::English);
        check("", "de;q=nan, fr;q=inf", Language::French);
    }

    #[test]
    fn each_request_is_answered_in_its_own_language() {
        assert_eq!(spoken(), Language::English);
        assert_eq!(SPOKEN.sync_scope(Language::German, spoken), Language::German);
        assert_eq!(spoken(), Language::English);
    }
}
