//! Two players and a watcher at one table, each in their own browser.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use super::*;

/// A proxy between a browser and the server; it records everything the server sends.
struct Wire {
    port: u16,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Wire {
    fn to(house: &House) -> Wire {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (kept, house) = (Arc::clone(&heard), house.page("").trim_start_matches("http://").to_owned());
        std::thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                let Ok(house) = TcpStream::connect(&house) else { continue };
                let kept = Arc::clone(&kept);
                let (asking, answering) = (browser.try_clone().unwrap(), house.try_clone().unwrap());
                // Compressed answers could not be searched, so the proxy removes gzip from the requests.
                std::thread::spawn(move || carry(asking, house, plainly));
                let keep = move |said: &mut [u8]| kept.lock().unwrap().extend_from_slice(said);
                std::thread::spawn(move || carry(answering, browser, keep));
            }
        });
        Wire { port, heard }
    }

    fn page(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Returns everything the server has sent.
    fn heard(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap()).into_owned()
    }
}

/// Replaces `gzip` in a request, so that the answer is not compressed.
fn plainly(asked: &mut [u8]) {
    let places: Vec<usize> =
        (0..asked.len().saturating_sub(3)).filter(|&at| asked[at..].starts_with(b"gzip")).collect();
    for at in places {
        asked[at..at + 4].copy_from_slice(b"none");
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, keep: impl Fn(&mut [u8])) {
    let mut buffer = [0; 16384];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        // Recorded before it is passed on, so the record contains everything that the page shows.
        keep(&mut buffer[..count]);
        if to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    let _gone = to.shutdown(std::net::Shutdown::Both);
}

/// Opens a browser behind a proxy.
fn at_wire(wire: &Wire) -> Browser {
    let browser = Browser::open(Window::Desktop);
    browser.go_to(&wire.page("/"));
    without_motion(&browser);
    browser.reload();
    browser
}

/// Checks that none of these cards is in the page or was ever sent to it.
fn assert_unknown(browser: &Browser, wire: &Wire, cards: &[String]) {
    let (page, heard) = (browser.script("return document.body.outerHTML").as_str().unwrap().to_owned(), wire.heard());
    for card in cards {
        assert!(!heard.contains(&format!("\"code\":\"{card}\"")), "{card} was sent to who must not know it");
        assert!(!page.contains(&format!("data-code=\"{card}\"")), "{card} is in the page of who must not know it");
    }
}

#[test]
fn nobody_is_ever_sent_what_another_holds() {
    let house = House::open("strangers");
    let wires = [Wire::to(&house), Wire::to(&house), Wire::to(&house)];
    let [ann, bob, watcher] = [&wires[0], &wires[1], &wires[2]].map(at_wire);
    ann.click("[data-test=set-up-indigo]");
    ann.script(
        "const set = (seat, who) => { const select = document.querySelector(`[data-test=sit-${seat}]`);
           select.value = who; select.dispatchEvent(new Event('change', { bubbles: true })); };
         set(0, 'me'); set(1, 'friend');",
    );
    ann.click("[data-test=start]");
    ann.find("[data-test=invite-link]");
    let invited = ann.address().rsplit_once("/table/").unwrap().1.to_owned();
    bob.go_to(&wires[1].page(&format!("/table/{invited}")));
    bob.click("[data-test=take-1]");
    watcher.go_to(&wires[2].page(&format!("/table/{invited}")));
    watcher.find("[data-test=seat-0]");
    let mut plays = 0;
    loop {
        for (one, browser) in [&ann, &bob].into_iter().enumerate() {
            let held = hand(browser);
            let other = [&bob, &ann][one];
            assert_unknown(other, &wires[1 - one], &held);
            assert_unknown(&watcher, &wires[2], &held);
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
