//! The page's one HTML file, as it is sent: what is painted before any module is there, and what may run in it.
//!
//! It has everything that the first paint needs, so it paints when it comes: the styles marked `data-first`, and
//! for the lobby the outline of the lobby. The other styles and the modules come after it, as one file each.

use axum::http::HeaderValue;
use sha2::{Digest, Sha256};

use super::bundle::{Files, text, without_comments};

/// The file as it is sent for the lobby or for any other page: only the lobby has the lobby's outline.
pub(super) fn shaped(html: &str, is_lobby: bool) -> String {
    let Some((before, rest)) = html.split_once("<!-- lobby -->") else { return html.to_owned() };
    let Some((outline, after)) = rest.split_once("<!-- else -->") else { return html.to_owned() };
    let Some((other, after)) = after.split_once("<!-- end -->") else { return html.to_owned() };
    [before, if is_lobby { outline } else { other }, after].concat()
}

/// A style sheet or script that the file names.
enum Named<'a> {
    First(&'a str),
    Style(&'a str),
    Script(&'a str),
}

fn named(line: &str) -> Option<Named<'_>> {
    let address = |key: &str| line.split_once(key)?.1.split_once('"').map(|(address, _)| address);
    let line = line.trim();
    if line.starts_with("<link rel=\"stylesheet\"") {
        let name = address("href=\"/page/")?;
        return Some(if line.contains("data-first") { Named::First(name) } else { Named::Style(name) });
    }
    line.starts_with("<script type=\"module\"").then(|| address("src=\"/page/"))?.map(Named::Script)
}

/// The module the page begins with, and the styles that come after the first paint, as one text.
pub(super) fn later(html: &str, files: &Files) -> Option<(String, String)> {
    let (mut entry, mut styles) = (None, String::new());
    for line in html.lines() {
        match named(line) {
            Some(Named::Script(name)) => entry = Some(name.to_owned()),
            Some(Named::Style(name)) => styles.push_str(&without_comments(text(files, name)?)),
            Some(Named::First(_)) | None => {}
        }
    }
    Some((entry?, styles))
}

/// The file with its first styles inside, and instead of all the others and all modules one address each.
pub(super) fn packed(html: &str, files: &Files, script: &str, style: &str) -> Option<String> {
    let (mut page, mut first) = (String::new(), String::new());
    for line in html.lines() {
        match named(line) {
            Some(Named::First(name)) => first.push_str(&without_comments(text(files, name)?)),
            Some(Named::Style(_)) => {}
            Some(Named::Script(_)) => {
                // Both are asked for at once, and neither keeps the page from being painted.
                let hints = [
                    format!("  <style>{first}</style>\n"),
                    format!("  <link rel=\"preload\" as=\"style\" href=\"{style}\">\n"),
                    format!("  <script type=\"module\" src=\"{script}\"></script>\n"),
                ];
                page.extend(hints);
            }
            None if line.trim() == "</body>" => {
                page.extend(["  <link rel=\"stylesheet\" href=\"", style, "\">\n</body>\n"]);
            }
            None => page.extend([line, "\n"]),
        }
    }
    let icon = text(files, "icon.svg")?.trim().replace('#', "%23").replace('"', "'");
    Some(page.replace("/page/icon.svg", &format!("data:image/svg+xml,{icon}")))
}

/// What may run in the page and paint it: our own files, and what stands in this very file.
pub(super) fn policy(html: &str) -> HeaderValue {
    let hashes = |open: &str, close: &str| -> String {
        let inside = html.split(open).skip(1).filter_map(|rest| rest.split_once(close));
        inside
            .flat_map(|(content, _)| [" 'sha256-".to_owned(), base64(&Sha256::digest(content)), "'".to_owned()])
            .collect()
    };
    let policy = crate::http::guard::policy(&hashes("<script>", "</script>"), &hashes("<style>", "</style>"));
    HeaderValue::from_str(&policy).expect("a policy is plain text")
}

/// The letters of the standard alphabet, padded.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().chain([0, 0].iter()).take(3).fold(0_usize, |bits, &byte| bits << 8 | usize::from(byte));
        for place in 0..4 {
            let letter = LETTERS[bits >> (18 - 6 * place) & 63] as char;
            text.push(if place <= group.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        let known = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
            ("\u{ff}~?", "w79+Pw=="),
        ];
        for (text, expected) in known {
            assert_eq!(base64(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn only_the_lobby_has_its_outline() {
        let html = "<main><!-- lobby -->tiles<!-- else -->wait<!-- end --></main>";
        assert_eq!([shaped(html, true), shaped(html, false)], ["<main>tiles</main>", "<main>wait</main>"]);
        assert_eq!(shaped("<main><!-- lobby --></main>", true), "<main><!-- lobby --></main>", "what is half is left");
    }

    #[test]
    fn the_first_styles_are_inside_and_allowed_by_their_hash() {
        let html = "<link rel=\"stylesheet\" href=\"/page/a.css\" data-first>\n<link rel=\"stylesheet\" href=\"/page/b.css\">\n\
                    <script type=\"module\" src=\"/page/app.js\"></script>\n<script>x()</script>\n<body>\n</body>\n";
        let files: &Files = &[("a.css", b"/* A. */\na {}\n"), ("b.css", b"b {}\n"), ("icon.svg", b"<svg/>")];
        assert_eq!(later(html, files), Some(("app.js".to_owned(), "b {}\n".to_owned())));
        let page = packed(html, files, "/page/1.js", "/page/2.css").unwrap();
        assert!(
            page.contains("<style>a {}\n</style>") && !page.contains("app.js") && !page.contains("b.css"),
            "{page}"
        );
        let policy = policy(&page);
        let policy = policy.to_str().unwrap();
        let hash = |text: &str| format!("'self' 'sha256-{}'", base64(&Sha256::digest(text)));
        assert!(policy.contains(&format!("script-src {};", hash("x()"))), "{policy}");
        assert!(policy.contains(&format!("style-src {};", hash("a {}\n"))), "{policy}");
    }
}
