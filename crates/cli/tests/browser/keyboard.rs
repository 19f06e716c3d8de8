//! Whole games by keyboard and screen reader, from the lobby to the result and the replay.

use super::*;

/// Returns the test name of the focused element.
fn focused(browser: &Browser) -> String {
    let name = browser.script("return document.activeElement?.dataset.test ?? document.activeElement?.tagName ?? ''");
    name.as_str().unwrap().to_owned()
}

fn tab_to(browser: &Browser, wanted: &str) {
    for _ in 0..90 {
        if focused(browser) == wanted {
            return;
        }
        browser.press(key::TAB);
    }
    panic!("{wanted} is never reached at {}", browser.address());
}

/// Chooses an open piece with arrows and Space.
fn choose(browser: &Browser) {
    let is_open = "return document.activeElement?.matches('[data-open=true][aria-pressed=false]') ?? false";
    for _ in 0..40 {
        if browser.script(is_open) == true {
            browser.press(key::SPACE);
            return;
        }
        browser.press(key::RIGHT);
    }
}

/// Returns the pieces with their choices and the length of the log; every action changes it.
fn state(browser: &Browser) -> Value {
    browser.script(
        "return [document.querySelectorAll('[data-test=log] li').length,
           [...document.querySelectorAll('[data-test=piece]')].map((piece) => [piece.dataset.key, piece.ariaPressed, piece.dataset.open])]",
    )
}

fn an_evening_by_keys(game: &str) {
    let server = Server::open(&format!("keys-{game}"));
    let browser = in_lobby(&server, Window::Desktop);
    browser.script(&format!("localStorage.setItem('cardsharp.opponent.{game}', '\"random\"')"));
    browser.reload();
    browser.find(&format!("[data-test=new-game-{game}]"));
    tab_to(&browser, &format!("new-game-{game}"));
    browser.press(key::ENTER);
    browser.find("[data-test=hand] [data-test=piece]");
    browser.script(
        "window.heard = []; const note = (all) => all.forEach(({ addedNodes }) =>
           addedNodes.forEach((line) => window.heard.push(line.textContent)));
         new MutationObserver(note).observe(document.getElementById('live'), { childList: true });
         window.before = document.querySelectorAll('[data-test=log] li').length;",
    );
    loop {
        match turn(&browser) {
            Turn::Over => break,
            Turn::Waiting => std::thread::yield_now(),
            Turn::Ready => {
                let before = state(&browser);
                browser.press(key::ENTER);
                browser.wait_for("what was chosen to be played", |browser| (state(browser) != before).then_some(()));
            }
            Turn::Choose(_) => {
                // On a player's turn the focus is on a piece.
                browser.wait_for("the focus in the hand", |browser| (focused(browser) == "piece").then_some(()));
                let before = state(&browser);
                choose(&browser);
                // The server's answer to the last piece may have come meanwhile; then no choice is left.
                browser.wait_for("a choice", |browser| {
                    (state(browser) != before || matches!(turn(browser), Turn::Ready)).then_some(())
                });
            }
        }
    }
    browser.find("dialog[open]");
    assert_eq!(browser.script("return document.activeElement.closest('dialog')?.dataset.test"), "result-dialog");
    // Every line of the log was announced once and in order.
    let missing = browser.script(
        "const letters = (line) => line.replace(/[^\\p{L}\\p{N}]/gu, '');
         const lines = [...document.querySelectorAll('[data-test=log] li')].slice(window.before);
         const heard = window.heard.map(letters);
         let at = -1;
         return lines.map((line) => letters(line.textContent)).filter((line) => {
           const next = heard.indexOf(line, at + 1);
           if (next < 0) return true;
           at = next;
           return false;
         })",
    );
    let again = browser.script("return window.heard.filter((line, at) => at > 0 && line === window.heard[at - 1])");
    assert_eq!(again, Value::Array(Vec::new()), "said twice: {again:#}");
    assert_eq!(
        missing,
        Value::Array(Vec::new()),
        "not heard: {missing:#}, but {:#}",
        browser.script("return window.heard")
    );
    browser.press(key::ESCAPE);
    browser.wait_for("the focus at the result", |browser| {
        (browser.script("return document.activeElement?.closest('[data-test=result]') !== null") == true).then_some(())
    });
    tab_to(&browser, "to-replay");
    browser.press(key::ENTER);
    browser.find("[data-test=replay-slider]");
    browser.wait_for("the head of the replay", |browser| (focused(browser) == "H1").then_some(()));
    let first = browser.text("[data-test=prompt]");
    browser.press(key::RIGHT);
    browser.wait_for("another step", |browser| (browser.text("[data-test=prompt]") != first).then_some(()));
    assert_no_complaints(&browser);
}

#[test]
fn hanamikoji_with_its_offers_by_keys() {
    an_evening_by_keys("hanamikoji");
}

#[test]
fn lucky_thirteen_by_keys() {
    an_evening_by_keys("lucky-thirteen");
}
