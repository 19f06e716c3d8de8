//! Two players and a watcher at one table, each in their own browser.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use super::*;

/// A proxy between a browser and the server; it records everything the server sends.
struct Proxy {
    port: u16,
    received: Arc<Mutex<Vec<u8>>>,
}

impl Proxy {
    fn to(server: &Server) -> Proxy {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let received = Arc::new(Mutex::new(Vec::new()));
        let (kept, server) = (Arc::clone(&received), server.page("").trim_start_matches("http://").to_owned());
        std::thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(&server) else { continue };
                let kept = Arc::clone(&kept);
                let (asking, answering) = (browser.try_clone().unwrap(), server.try_clone().unwrap());
                // Compressed answers could not be searched, so the proxy removes gzip from the requests.
                std::thread::spawn(move || forward(asking, server, disable_gzip));
                let record = move |bytes: &mut [u8]| kept.lock().unwrap().extend_from_slice(bytes);
                std::thread::spawn(move || forward(answering, browser, record));
            }
        });
        Proxy { port, received }
    }

    fn page(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    fn received(&self) -> String {
        String::from_utf8_lossy(&self.received.lock().unwrap()).into_owned()
    }
}

fn disable_gzip(asked: &mut [u8]) {
    let places: Vec<usize> =
        (0..asked.len().saturating_sub(3)).filter(|&at| asked[at..].starts_with(b"gzip")).collect();
    for at in places {
        asked[at..at + 4].copy_from_slice(b"none");
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream, record: impl Fn(&mut [u8])) {
    let mut buffer = [0; 16384];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        // Recorded before it is passed on, so the record contains everything that the page shows.
        record(&mut buffer[..count]);
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _gone = to.shutdown(std::net::Shutdown::Both);
}

fn open_behind(proxy: &Proxy) -> Browser {
    let browser = Browser::open(Window::Desktop);
    browser.go_to(&proxy.page("/"));
    without_motion(&browser);
    browser.reload();
    browser
}

/// Checks that none of these cards is in the page or was ever sent to it.
fn assert_unknown(browser: &Browser, proxy: &Proxy, cards: &[String]) {
    let (page, received) =
        (browser.script("return document.body.outerHTML").as_str().unwrap().to_owned(), proxy.received());
    for card in cards {
        assert!(!received.contains(&format!("\"code\":\"{card}\"")), "{card} was sent to who must not know it");
        assert!(!page.contains(&format!("data-code=\"{card}\"")), "{card} is in the page of who must not know it");
    }
}

#[test]
fn no_browser_receives_another_hand() {
    let server = Server::open("strangers");
    let proxies = [Proxy::to(&server), Proxy::to(&server), Proxy::to(&server)];
    let [ann, bob, watcher] = [&proxies[0], &proxies[1], &proxies[2]].map(open_behind);
    ann.click("[data-test=set-up-indigo]");
    ann.script(
        "const set = (seat, who) => { const select = document.querySelector(`[data-test=sit-${seat}]`);
           select.value = who; select.dispatchEvent(new Event('change', { bubbles: true })); };
         set(0, 'me'); set(1, 'friend');",
    );
    ann.click("[data-test=start]");
    ann.find("[data-test=invite-link]");
    let invited = ann.address().rsplit_once("/table/").unwrap().1.to_owned();
    bob.go_to(&proxies[1].page(&format!("/table/{invited}")));
    bob.click("[data-test=take-1]");
    watcher.go_to(&proxies[2].page(&format!("/table/{invited}")));
    watcher.find("[data-test=seat-0]");
    let mut plays = 0;
    loop {
        for (one, browser) in [&ann, &bob].into_iter().enumerate() {
            let held = hand(browser);
            let other = [&bob, &ann][one];
            assert_unknown(other, &proxies[1 - one], &held);
            assert_unknown(&watcher, &proxies[2], &held);
            if let Turn::Choose(open) = turn(browser)
                && browser.mouse(&open[0], 1)
            {
                browser.wait_for("the card to be played", |browser| (hand(browser) != held).then_some(()));
                plays += 1;
            }
        }
        if [&ann, &bob, &watcher].iter().all(|browser| matches!(turn(browser), Turn::Over)) {
            break;
        }
    }
    assert_eq!(plays, 48, "every card was played by somebody's hand");
    assert!(watcher.all("[data-test=kibitzer]:not([hidden])").is_empty());
    assert!(ann.all("[data-test=kibitzer]:not([hidden])").is_empty(), "no advice where people share a table");
    for browser in [&ann, &bob, &watcher] {
        assert_no_complaints(browser);
    }
}
