//! How the page is sent: few files, compressed if the client accepts it, and cached.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::json;

use super::client::*;

fn decompress(reply: &Reply) -> String {
    assert_eq!(reply.header("content-encoding"), Some("gzip"), "{}", reply.headers);
    let mut text = String::new();
    GzDecoder::new(reply.bytes.as_slice()).read_to_string(&mut text).unwrap();
    text
}

fn file_addresses(html: &str) -> Vec<String> {
    let mut names: Vec<String> =
        html.split(['"', '\'']).filter(|text| text.starts_with("/page/")).map(ToOwned::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn the_page_is_two_files_cached_forever() {
    let (_server, client) = open();
    let page = client.get("/");
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let names = file_addresses(&page.body);
    assert_eq!(names.len(), 2, "one script and one style sheet: {names:?}");
    for name in &names {
        let file = client.get(name);
        assert_eq!(file.header("cache-control"), Some("public, max-age=31536000, immutable"), "{name}");
        let packed = client.with("Accept-Encoding", "br, gzip").get(name);
        assert_eq!(decompress(&packed), file.body);
        assert!(packed.bytes.len() * 2 < file.bytes.len(), "{name}");
        assert!(packed.header("vary").is_some_and(|vary| vary.eq_ignore_ascii_case("accept-encoding")));
        assert_ne!(packed.header("etag"), file.header("etag"), "two bodies have two names");
    }
    assert_eq!(file_addresses(&client.get("/table/abc").body), names, "every page has the same two");
    // Each module is served unchanged, too.
    let module = client.get("/page/app.js");
    assert_eq!(module.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(module.header("cache-control"), Some("no-cache"));
}

#[test]
fn cached_files_are_not_sent_again() {
    let (_server, client) = open();
    for name in ["/", "/table/abc", "/page/app.js", "/page/messages/de.json"] {
        for encoding in ["identity", "gzip"] {
            let client = client.with("Accept-Encoding", encoding);
            let tag = client.get(name).header("etag").unwrap().to_owned();
            for tags in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
                let again = client.with("If-None-Match", tags.clone()).get(name);
                assert_eq!((again.status, again.body.as_str()), (304, ""), "{name} {tags}");
                assert_eq!(again.header("etag"), Some(tag.as_str()));
            }
            let head = client.send("HEAD", name, b"");
            assert_eq!((head.status, head.body.as_str()), (200, ""), "{name}");
            assert_eq!(head.header("etag"), Some(tag.as_str()));
        }
    }
    assert_ne!(client.get("/").header("etag"), client.get("/rules").header("etag"), "only the lobby has its outline");
    let lost = client.with("Accept", "text/html").with("If-None-Match", "*").get("/no/such/page");
    assert_eq!(lost.status, 404);
}

/// HEAD answers with the headers of GET, compressed or not.
#[test]
fn head_has_the_headers_of_get() {
    let (_server, client) = open();
    let (id, _) = client.table("indigo", &["random"], &json!({}));
    let table = format!("/api/tables/{id}");
    for path in ["/", "/page/app.js", "/api/games", "/api/health", "/api/openapi.json", "/api/nothing", &table] {
        for encoding in ["identity", "gzip"] {
            let client = client.with("Accept-Encoding", encoding);
            let (get, head) = (client.get(path), client.send("HEAD", path, b""));
            assert_eq!((head.status, head.bytes.len()), (get.status, 0), "{path}");
            for name in ["content-type", "content-encoding", "content-length", "vary", "cache-control", "etag"] {
                // The view contains times, so its length may change between two requests.
                if name != "content-length" || path != table {
                    assert_eq!(head.header(name), get.header(name), "{name} of {path} as {encoding}");
                }
            }
        }
    }
}

#[test]
fn only_the_pages_own_scripts_run() {
    let (_server, client) = open();
    for address in ["/", "/table/abc", "/rules", "/api/health", "/page/app.js"] {
        let page = client.get(address);
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        let hashes = policy.matches("'sha256-").count();
        let inside = page.body.matches("<script>").count() + page.body.matches("<style>").count();
        let is_page = page.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
        assert_eq!(hashes, if is_page { inside } else { 0 }, "{address}: {policy}");
        assert!(!is_page || inside == 2, "a few lines of script and the first styles");
    }
}

#[test]
fn answers_are_compressed_unless_short_streamed_or_secret() {
    let (_server, client) = open();
    let client = client.with("Accept-Encoding", "gzip");
    let packed = client.get("/api/lobby");
    assert!(decompress(&packed).starts_with('{') && packed.bytes.len() * 2 < decompress(&packed).len());
    assert_eq!(packed.header("cache-control"), Some("no-store"));
    assert_eq!(client.get("/api/health").header("content-encoding"), None, "too short to be worth it");
    // Answers to a request with a token are never compressed.
    let (id, ann) = client.table("indigo", &["random"], &serde_json::json!({}));
    let view = ann.wait(&id);
    let played = ann.post(&format!("/api/tables/{id}/actions"), &ann.some_action(&id, &view));
    assert!(played.status == 200 && played.bytes.len() > 1_024, "{played:?}");
    assert_eq!(played.header("content-encoding"), None);
    decompress(&ann.get(&format!("/api/tables/{id}")));
    for odd in ["gzip;q=0", "gzip;q=x", ", , ;q=;;,", &"gzip;q=0,".repeat(900)] {
        let reply = client.with("Accept-Encoding", odd).get("/api/lobby");
        assert_eq!((reply.status, reply.header("content-encoding")), (200, None), "{odd:?}");
    }
}

#[test]
fn the_lobby_is_one_answer() {
    let (_server, client) = open();
    let lobby = client.get("/api/lobby").json();
    assert_eq!(lobby["games"], client.get("/api/games").json());
    assert_eq!(lobby["tables"], client.get("/api/tables").json());
    assert_eq!(lobby["programs"], client.get("/api/health").json()["programs"]);
}
