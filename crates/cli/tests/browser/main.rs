//! The web table in use: the real program, a real Chromium, clicks, keys and touch.

mod access;
mod axe;
mod driver;
mod evening;
mod fit;
mod games;
mod guided;
mod keyboard;
mod line;
mod my_games;
mod puzzles;
mod server;
mod strangers;
mod touch;

use driver::{Browser, Element, Window};
use serde_json::Value;
use server::Server;

mod key {
    pub const ENTER: &str = "\u{e007}";
    pub const TAB: &str = "\u{e004}";
    pub const DOWN: &str = "\u{e015}";
    pub const SPACE: &str = " ";
    pub const RIGHT: &str = "\u{e014}";
    pub const ESCAPE: &str = "\u{e00c}";
}

/// Switches the motion of cards off; another test covers motion.
fn without_motion(browser: &Browser) {
    browser.script("localStorage.setItem('cardsharp.settings', JSON.stringify({ speed: 'off', name: 'Ann' }))");
}

fn in_lobby(server: &Server, window: Window) -> Browser {
    let browser = Browser::open(window);
    browser.go_to(&server.page("/"));
    without_motion(&browser);
    browser.reload();
    browser.find("[data-test=new-game-indigo]");
    browser
}

/// Starts a game against random opponents.
fn begin(browser: &Browser, game: &str) {
    browser.find(&format!("[data-test=strength-{game}]"));
    browser.script(&format!(
        "const select = document.querySelector('[data-test=strength-{game}]');
         select.value = 'random'; select.dispatchEvent(new Event('change'));"
    ));
    browser.click(&format!("[data-test=new-game-{game}]"));
    browser.find("[data-test=hand] [data-test=piece]");
}

enum Turn {
    Over,
    Waiting,
    /// The Play button is enabled.
    Ready,
    Choose(Vec<Element>),
}

fn turn(browser: &Browser) -> Turn {
    if !browser.all("[data-test=result]").is_empty() {
        return Turn::Over;
    }
    if !browser.all("[data-test=play]:not([disabled]):not([hidden])").is_empty() {
        return Turn::Ready;
    }
    let open = browser.all("[data-test=piece][data-open=true][aria-pressed=false]");
    if open.is_empty() { Turn::Waiting } else { Turn::Choose(open) }
}

fn log(browser: &Browser) -> String {
    browser.script("return document.querySelector('[data-test=log]').innerText").as_str().unwrap().to_owned()
}

fn hand(browser: &Browser) -> Vec<String> {
    let codes = browser.script(
        "return [...document.querySelectorAll('[data-test=hand] .pieces:last-child [data-test=piece]')].map((piece) => piece.dataset.code)",
    );
    codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// Checks that the browser's console has no warnings and no errors.
fn assert_no_complaints(browser: &Browser) {
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Checks that the page is no wider than the window.
fn assert_fits(browser: &Browser) {
    let wide = browser.script("return [document.documentElement.scrollWidth, window.innerWidth]");
    let [content, window] = [&wide[0], &wide[1]].map(|width: &Value| width.as_f64().unwrap());
    assert!(content <= window, "{} is {content} pixels wide in a window of {window}", browser.address());
}
