//! The page: files of our own, in the binary; or in a folder, for whoever works on them.
//!
//! From the binary all modules come as one file and all styles as another, each at an address that is its content's
//! and therefore kept for good; only the HTML, a few kilobytes, is asked for anew. From a folder every file comes as
//! it is at that moment.

mod bundle;
mod shell;

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

use cardsharp_sitting::said;

use crate::app::App;
use crate::http::Code;
use crate::http::encoding::{BY_ENCODING, GZIP, gzip, takes_gzip};
use crate::http::token;
use bundle::Unfit;

/// Every file of `page/` by its name there.
static FILES: &bundle::Files = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The files as they are sent.
static PAGE: LazyLock<Page> = LazyLock::new(|| Page::of(FILES));

const INDEX: &str = "index.html";

/// How long a browser may keep a file without asking.
#[derive(Clone, Copy)]
enum Keeping {
    /// Its address is its content's.
    ForGood,
    /// It may be another one next time.
    AskAnew,
}

/// A file as it is sent.
struct Asset {
    name: String,
    bytes: Bytes,
    packed: OnceLock<Bytes>,
    /// What names the content, without quotes.
    tag: String,
    keeping: Keeping,
}

impl Asset {
    fn new(name: &str, bytes: Bytes, keeping: Keeping) -> Asset {
        let tag = token::hash_bytes(&bytes)[..32].to_owned();
        Asset { name: name.to_owned(), bytes, packed: OnceLock::new(), tag, keeping }
    }

    /// A text at an address of its own content.
    fn for_good(text: String, ending: &str) -> Asset {
        let asset = Asset::new("", Bytes::from(text), Keeping::ForGood);
        Asset { name: format!("{}.{ending}", &asset.tag[..16]), ..asset }
    }

    fn address(&self) -> String {
        format!("/page/{}", self.name)
    }

    /// The answer to somebody who may have it already, or may be able to unpack it.
    fn answer(&self, headers: &HeaderMap) -> Response {
        // Pictures that are packed already grow by it.
        let is_packed = takes_gzip(headers) && !content_type(&self.name).starts_with("image/png");
        let tag = if is_packed { format!("\"{}-gz\"", self.tag) } else { format!("\"{}\"", self.tag) };
        let caching = match self.keeping {
            Keeping::ForGood => "public, max-age=31536000, immutable",
            Keeping::AskAnew => "no-cache",
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

/// Whether a browser says that it keeps what the tag names, packed or not.
fn has_it(headers: &HeaderMap, tag: &str) -> bool {
    let kept = headers.get_all(IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    kept.flat_map(|tags| tags.split(',')).any(|kept| {
        let kept = kept.trim();
        let bare = kept.trim_start_matches("W/").trim_matches('"');
        kept == "*" || bare.strip_suffix("-gz").unwrap_or(bare) == tag
    })
}

/// All that is served of the page in the binary.
struct Page {
    assets: Vec<Asset>,
    /// The HTML for the lobby and for all other addresses, with what may run in it.
    lobby: (Asset, HeaderValue),
    other: (Asset, HeaderValue),
}

impl Page {
    fn of(files: &bundle::Files) -> Page {
        let mut assets: Vec<Asset> =
            files.iter().map(|(name, bytes)| Asset::new(name, Bytes::from_static(bytes), Keeping::AskAnew)).collect();
        let mut html = bundle::text(files, INDEX).unwrap_or_default().to_owned();
        // What cannot be put together comes one by one: slower, and the same page.
        if let Ok((packed, together)) = together(files, &html) {
            html = packed;
            assets.extend(together);
        }
        let index = |is_lobby| {
            let html = shell::shaped(&html, is_lobby);
            let policy = shell::policy(&html);
            (Asset::new(INDEX, Bytes::from(html), Keeping::AskAnew), policy)
        };
        Page { assets, lobby: index(true), other: index(false) }
    }
}

/// The HTML that asks for one script and one style sheet, and these.
fn together(files: &bundle::Files, html: &str) -> Result<(String, [Asset; 2]), Unfit> {
    let missing = || Unfit::Missing(format!("something that {INDEX} names"));
    let (entry, styles) = shell::later(html, files).ok_or_else(missing)?;
    let script = Asset::for_good(bundle::join(files, &entry)?, "js");
    let style = Asset::for_good(styles, "css");
    let html = shell::packed(html, files, &script.address(), &style.address()).ok_or_else(missing)?;
    Ok((html, [script, style]))
}

/// The page at any of its own addresses; it finds its way by itself.
pub(crate) async fn index(State(app): State<Arc<App>>, address: Uri, headers: HeaderMap) -> Response {
    html(&app, address.path() == "/", &headers)
}

/// What is nowhere: a person gets the page, which says so in a friendly way; a program gets a reason.
pub(crate) async fn nowhere(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let is_person =
        headers.get(ACCEPT).and_then(|types| types.to_str().ok()).is_some_and(|types| types.contains("text/html"));
    if is_person {
        let mut asked = headers;
        asked.remove(IF_NONE_MATCH);
        return (StatusCode::NOT_FOUND, html(&app, false, &asked)).into_response();
    }
    Code::UnknownPage.because(said!("There is nothing at this address.")).into_response()
}

fn html(app: &App, is_lobby: bool, headers: &HeaderMap) -> Response {
    let of_folder;
    let (asset, policy) = match &app.page {
        Some(folder) => {
            let html = read(folder, INDEX).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            let html = shell::shaped(&html.unwrap_or_default(), is_lobby);
            let policy = shell::policy(&html);
            of_folder = (Asset::new(INDEX, Bytes::from(html), Keeping::AskAnew), policy);
            &of_folder
        }
        None if is_lobby => &PAGE.lobby,
        None => &PAGE.other,
    };
    let mut response = asset.answer(headers);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy.clone());
    response
}

/// A file of the page.
pub(crate) async fn asset(State(app): State<Arc<App>>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let unknown = || Code::UnknownPage.because(said!("The page has no file “{name}”.", name = &name)).into_response();
    match &app.page {
        Some(folder) => read(folder, &name)
            .map_or_else(unknown, |bytes| Asset::new(&name, Bytes::from(bytes), Keeping::AskAnew).answer(&headers)),
        None => {
            PAGE.assets.iter().find(|asset| asset.name == name).map_or_else(unknown, |asset| asset.answer(&headers))
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name at the top of a module is its own, and imports and exports are plain: see `bundle`.
    #[test]
    fn the_modules_of_the_page_can_be_put_together() {
        let html = bundle::text(FILES, INDEX).unwrap();
        let (html, [script, style]) = together(FILES, html).unwrap_or_else(|unfit| panic!("{unfit}"));
        let modules =
            FILES.iter().filter(|(name, _)| FilePath::new(name).extension().is_some_and(|ending| ending == "js"));
        assert!(modules.clone().count() > 30);
        let script = std::str::from_utf8(&script.bytes).unwrap();
        for line in script.lines() {
            assert!(!line.starts_with("import") && !line.starts_with("export"), "{line}");
        }
        assert!(style.bytes.len() > 10_000, "the styles of table and lobby are in one");
        assert!(html.contains("<style>") && !html.contains("/page/icon.svg"));
        assert!(gzip(html.as_bytes(), Compression::best()).len() < 12_000, "the first paint waits for the HTML");
    }

    #[test]
    fn a_kept_file_is_known_by_its_tag_however_it_was_packed() {
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
