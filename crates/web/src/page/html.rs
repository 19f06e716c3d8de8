//! The page's HTML file: prepared for the first paint, with the security policy for its inline content.
//!
//! The file contains the styles marked `data-first` and the lobby's outline, so that the browser paints it as soon as
//! it arrives. Script and other styles follow as one file each.

use axum::http::HeaderValue;
use sha2::{Digest, Sha256};

use super::bundle::{Files, JoinError, join, text, without_comments};

pub(super) const INDEX: &str = "index.html";

/// Returns the file for the lobby or for another page; only the lobby keeps the lobby's outline.
pub(super) fn shaped(html: &str, is_lobby: bool) -> String {
    let Some((before, rest)) = html.split_once("<!-- lobby -->") else { return html.to_owned() };
    let Some((outline, after)) = rest.split_once("<!-- else -->") else { return html.to_owned() };
    let Some((other, after)) = after.split_once("<!-- end -->") else { return html.to_owned() };
    [before, if is_lobby { outline } else { other }, after].concat()
}

/// The page with all modules as one script, and its styles in two parts.
#[derive(Default)]
pub(super) struct Joined {
    html: String,
    first_styles: String,
    pub(super) styles: String,
    pub(super) script: String,
}

impl Joined {
    pub(super) fn new(files: &Files) -> Result<Joined, JoinError> {
        let mut joined = Joined::default();
        for line in text(files, INDEX)?.lines() {
            match linked(line) {
                None => joined.html.extend([line, "\n"]),
                Some(name) if line.contains("<script") => joined.script = join(files, name)?,
                Some(name) => {
                    let styles =
                        if line.contains("data-first") { &mut joined.first_styles } else { &mut joined.styles };
                    styles.push_str(&without_comments(text(files, name)?));
                }
            }
        }
        let icon = text(files, "icon.svg")?.trim().replace('#', "%23").replace('"', "'");
        joined.html = joined.html.replace("/page/icon.svg", &format!("data:image/svg+xml,{icon}"));
        Ok(joined)
    }

    /// Returns the HTML file that links script and styles at these addresses. Neither delays the first paint.
    pub(super) fn html(&self, script: &str, styles: &str) -> String {
        let head = format!(
            "<style>{}</style>\n<link rel=\"preload\" as=\"style\" href=\"{styles}\">\n\
             <script type=\"module\" src=\"{script}\"></script>\n</head>",
            self.first_styles
        );
        let body = format!("<link rel=\"stylesheet\" href=\"{styles}\">\n</body>");
        self.html.replacen("</head>", &head, 1).replacen("</body>", &body, 1)
    }
}

/// Returns the file that a line of the HTML links as style sheet or module.
fn linked(line: &str) -> Option<&str> {
    let is_link = ["<link rel=\"stylesheet\"", "<script type=\"module\""].iter().any(|tag| line.contains(tag));
    let (_, name) = line.split_once("\"/page/").filter(|_| is_link)?;
    name.split('"').next()
}

/// Returns the policy that allows the page's own files, and the scripts and styles inside this HTML by their hashes.
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
        let html = b"<head>\n<link rel=\"stylesheet\" href=\"/page/a.css\" data-first>\n\
                     <link rel=\"stylesheet\" href=\"/page/b.css\">\n<script type=\"module\" src=\"/page/app.js\">\
                     </script>\n<script>x()</script>\n</head>\n<body>\n</body>\n";
        let files: &Files = &[
            (INDEX, html),
            ("a.css", b"/* A. */\na {}\n"),
            ("b.css", b"b {}\n"),
            ("app.js", b""),
            ("icon.svg", b"<svg/>"),
        ];
        let joined = Joined::new(files).unwrap();
        assert_eq!(joined.styles, "b {}\n");
        let page = joined.html("/page/1.js", "/page/2.css");
        assert!(page.contains("<style>a {}\n</style>"), "{page}");
        assert!(!page.contains("app.js") && !page.contains("b.css"), "{page}");
        assert!(page.contains("src=\"/page/1.js\"") && page.matches("/page/2.css").count() == 2, "{page}");
        let policy = policy(&page);
        let policy = policy.to_str().unwrap();
        let hash = |text: &str| format!("'self' 'sha256-{}'", base64(&Sha256::digest(text)));
        assert!(policy.contains(&format!("script-src {};", hash("x()"))), "{policy}");
        assert!(policy.contains(&format!("style-src {};", hash("a {}\n"))), "{policy}");
    }
}
