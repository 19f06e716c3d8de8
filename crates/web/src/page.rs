//! Serves the page: from the binary, or from a folder during development.
//!
//! From the binary all modules come as one script and the styles as one sheet, at addresses that contain a hash of
//! their content, so that browsers cache them for good. Only the HTML, a few kilobytes, is validated at every visit.
//! From a folder every file is read at each request and served unchanged.

mod bundle;
mod html;

use std::path::{self, Path as FilePath};
use std::sync::{Arc, LazyLock, OnceLock};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;

use cardsharp_presentation::message;

use crate::app::App;
use crate::http::encoding::{BY_ENCODING, GZIP, gzip, takes_gzip};
use crate::http::{Code, token};
use bundle::JoinError;
use html::{INDEX, Joined};

/// Every file of `page/` by its path there.
static FILES: &bundle::Files = include!(concat!(env!("OUT_DIR"), "/page.rs"));

static PAGE: LazyLock<Page> = LazyLock::new(|| Page::new(FILES).unwrap_or_else(|error| panic!("the page: {error}")));

/// How long a browser may use a cached file.
#[derive(Clone, Copy)]
enum Caching {
    /// For good: the address contains a hash of the content.
    Immutable,
    /// Until the server says at the next request that it has changed.
    Validate,
}

struct Asset {
    name: String,
    bytes: Bytes,
    packed: OnceLock<Bytes>,
    /// The `ETag` without quotes: a hash of the content.
    tag: String,
    caching: Caching,
}

impl Asset {
    fn new(name: &str, bytes: impl Into<Bytes>) -> Asset {
        let bytes = bytes.into();
        let tag = token::hash_bytes(&bytes)[..32].to_owned();
        Asset { name: name.to_owned(), bytes, packed: OnceLock::new(), tag, caching: Caching::Validate }
    }

    fn immutable(text: String, ending: &str) -> Asset {
        let asset = Asset::new("", text);
        Asset { name: format!("{}.{ending}", &asset.tag[..16]), caching: Caching::Immutable, ..asset }
    }

    fn address(&self) -> String {
        format!("/page/{}", self.name)
    }

    /// Answers a request: without a body if the browser has the file already, and compressed if it accepts gzip.
    fn answer(&self, headers: &HeaderMap) -> Response {
        let is_packed = takes_gzip(headers);
        let tag = if is_packed { format!("\"{}-gz\"", self.tag) } else { format!("\"{}\"", self.tag) };
        let caching = match self.caching {
            Caching::Immutable => "public, max-age=31536000, immutable",
            Caching::Validate => "no-cache",
        };
        let mut response = if has_it(headers, &self.tag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else if is_packed {
            let packed = self.packed.get_or_init(|| gzip(&self.bytes, Compression::best()).into());
            ([(CONTENT_ENCODING, GZIP)], packed.clone()).into_response()
        } else {
            self.bytes.clone().into_response()
        };
        let about = response.headers_mut();
        about.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
        about.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(&self.name)));
        about.insert(VARY, BY_ENCODING);
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            about.insert(ETAG, tag);
        }
        response
    }
}

fn has_it(headers: &HeaderMap, tag: &str) -> bool {
    let kept = headers.get_all(IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    kept.flat_map(|tags| tags.split(',')).any(|kept| {
        let kept = kept.trim();
        let bare = kept.trim_start_matches("W/").trim_matches('"');
        kept == "*" || bare.strip_suffix("-gz").unwrap_or(bare) == tag
    })
}

struct Page {
    assets: Vec<Asset>,
    /// The HTML for the lobby and for all other addresses, each with its security policy.
    lobby: (Asset, HeaderValue),
    other: (Asset, HeaderValue),
}

impl Page {
    fn new(files: &bundle::Files) -> Result<Page, JoinError> {
        let joined = Joined::new(files)?;
        let mut assets: Vec<Asset> = files.iter().map(|(name, bytes)| Asset::new(name, *bytes)).collect();
        let styles = Asset::immutable(joined.styles.clone(), "css");
        let script = Asset::immutable(joined.script.clone(), "js");
        let html = joined.html(&script.address(), &styles.address());
        assets.extend([styles, script]);
        Ok(Page { assets, lobby: index_file(&html, true), other: index_file(&html, false) })
    }
}

/// Returns the HTML for the lobby or another page, with its security policy.
fn index_file(html: &str, is_lobby: bool) -> (Asset, HeaderValue) {
    let html = html::shaped(html, is_lobby);
    let policy = html::policy(&html);
    (Asset::new(INDEX, html), policy)
}

/// Serves the HTML at any of the page's addresses; the script reads the address.
pub(crate) async fn index(State(app): State<Arc<App>>, address: Uri, headers: HeaderMap) -> Response {
    send_html(&app, address.path() == "/", &headers)
}

/// Answers a request for an unknown address: a browser gets the page, which says so, and a program gets an error.
pub(crate) async fn nowhere(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let is_person =
        headers.get(ACCEPT).and_then(|types| types.to_str().ok()).is_some_and(|types| types.contains("text/html"));
    if is_person {
        let mut asked = headers;
        asked.remove(IF_NONE_MATCH);
        return (StatusCode::NOT_FOUND, send_html(&app, false, &asked)).into_response();
    }
    Code::UnknownPage.because(message!("There is nothing at this address.")).into_response()
}

fn send_html(app: &App, is_lobby: bool, headers: &HeaderMap) -> Response {
    let from_folder;
    let (asset, policy) = match &app.page {
        Some(folder) => {
            let html = read(folder, INDEX).unwrap_or_default();
            from_folder = index_file(&String::from_utf8_lossy(&html), is_lobby);
            &from_folder
        }
        None if is_lobby => &PAGE.lobby,
        None => &PAGE.other,
    };
    let mut response = asset.answer(headers);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy.clone());
    response
}

pub(crate) async fn asset(State(app): State<Arc<App>>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let unknown =
        || Code::UnknownPage.because(message!("The page has no file “{name}”.", name = &name)).into_response();
    match &app.page {
        Some(folder) => read(folder, &name).map_or_else(unknown, |bytes| Asset::new(&name, bytes).answer(&headers)),
        None => {
            PAGE.assets.iter().find(|asset| asset.name == name).map_or_else(unknown, |asset| asset.answer(&headers))
        }
    }
}

fn read(folder: &FilePath, name: &str) -> Option<Vec<u8>> {
    let name = FilePath::new(name);
    let is_inside = name.components().all(|part| matches!(part, path::Component::Normal(_)));
    if is_inside { std::fs::read(folder.join(name)).ok() } else { None }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modules_of_the_page_are_joined() {
        let joined = Joined::new(FILES).unwrap_or_else(|error| panic!("{error}"));
        let is_module = |name: &str| FilePath::new(name).extension().is_some_and(|ending| ending == "js");
        let modules: Vec<&str> = FILES.iter().map(|(name, _)| *name).filter(|name| is_module(name)).collect();
        assert!(modules.len() > 30);
        for name in modules {
            assert!(joined.script.contains(&format!("__modules[{name:?}] = {{")), "nothing imports {name}");
        }
        for line in joined.script.lines() {
            assert!(!line.starts_with("import") && !line.starts_with("export"), "{line}");
        }
        assert!(joined.styles.len() > 10_000, "the styles of table and lobby are in one");
        let html = joined.html("/page/1.js", "/page/2.css");
        assert!(html.contains("<style>") && !html.contains("/page/icon.svg"));
        assert!(gzip(html.as_bytes(), Compression::best()).len() < 12_000, "the first paint waits for the HTML");
    }

    #[test]
    fn a_tag_matches_with_and_without_compression() {
        let kept = |tags: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for tag in tags {
                headers.append(IF_NONE_MATCH, HeaderValue::from_static(tag));
            }
            has_it(&headers, "abc")
        };
        for yes in
            [&["\"abc\""][..], &["\"abc-gz\""], &["W/\"abc\""], &["\"x\", \"abc-gz\""], &["\"x\"", "\"abc\""], &["*"]]
        {
            assert!(kept(yes), "{yes:?}");
        }
        for no in [&[][..], &["\"abcd\""], &["\"-gz\""], &[",,"], &["\"ab\""], &["W/"]] {
            assert!(!kept(no), "{no:?}");
        }
    }
}
