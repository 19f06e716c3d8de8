//! A match between two friends: invitation, taking back, phrase, pause, resignation, next game, server restart.

use serde_json::Value;

use crate::driver::{Browser, Window};
use crate::server::Server;
use crate::{Turn, assert_fits, assert_no_complaints, hand, in_lobby, key, turn};

fn choose_in_menu(browser: &Browser, what: &str) {
    browser
        .wait_for("the menu to be closed", |browser| browser.all(".table-menu:popover-open").is_empty().then_some(()));
    browser.script("document.querySelector('.menu-opener').focus()");
    browser.press(key::ENTER);
    browser.find(".table-menu:popover-open");
    // On a busy machine the menu may take the focus or be redrawn late.
    browser.wait_for(&format!("{what} in the menu"), |browser| {
        let chosen = browser.script("return document.activeElement.dataset.test");
        if chosen.as_str() == Some(what) {
            return Some(());
        }
        browser.press(key::DOWN);
        None
    });
    browser.press(key::ENTER);
}

fn wait_for_notice(browser: &Browser, words: &str) {
    browser.wait_for(words, |browser| {
        let shown = browser.script("return document.querySelector('[data-test=affairs]:not([hidden])')?.innerText");
        shown.as_str().is_some_and(|shown| shown.contains(words)).then_some(())
    });
}

#[test]
fn two_friends_spend_an_evening() {
    let mut server = Server::open("evening");
    let (ann, bob) = (in_lobby(&server, Window::Desktop), in_lobby(&server, Window::Phone));
    ann.click("[data-test=set-up-indigo]");
    ann.script(
        "const set = (what, value) => { const select = document.querySelector(`[data-test=${what}]`);
           select.value = value; select.dispatchEvent(new Event('change', { bubbles: true })); };
         set('sit-0', 'me'); set('sit-1', 'friend'); set('series', 'first-to 2'); set('clock', '1');",
    );
    ann.click("[data-test=start]");
    ann.wait_for("the QR code to be drawn", |browser| {
        let drawn = browser.script("return document.querySelector('[data-test=qr]')?.naturalWidth > 0");
        (drawn == Value::Bool(true)).then_some(())
    });
    let invited = ann.address();
    bob.go_to(&invited);
    // The field limits the length of the name.
    bob.click("[data-test=join-name]");
    bob.script("document.querySelector('[data-test=join-name]').value = ''");
    bob.press("Bartholomew Featherstonehaugh");
    bob.click("[data-test=take-1]");
    ann.find("[data-test=piece]");
    assert!(ann.text("[data-test=seat-1]").contains("Bartholomew Featherston"), "24 letters of a long name");
    assert_fits(&bob);
    // The other player agrees to take back a move.
    let (mover, other) = if matches!(turn(&ann), Turn::Choose(_)) { (&ann, &bob) } else { (&bob, &ann) };
    let held = hand(mover);
    mover.click("[data-test=piece][data-open=true]");
    mover.wait_for("the card to be played", |browser| (hand(browser) != held).then_some(()));
    choose_in_menu(mover, "take-back");
    wait_for_notice(mover, "Waiting for");
    wait_for_notice(other, "asks to take back a move");
    other.click("[data-test=say-yes]");
    mover.wait_for("the card to be back", |browser| (hand(browser) == held).then_some(()));
    choose_in_menu(&bob, "say-0");
    assert_eq!(ann.text("[data-test=phrase-1]"), "Hello!");
    // Bob agrees to a pause; no cards are open during it.
    choose_in_menu(&ann, "pause");
    wait_for_notice(&bob, "asks for a pause");
    bob.click("[data-test=say-yes]");
    wait_for_notice(&ann, "The game is paused.");
    mover.wait_for("the cards to rest", |browser| {
        browser.all("[data-test=piece][data-open=true]").is_empty().then_some(())
    });
    mover.reload();
    wait_for_notice(mover, "The game is paused.");
    bob.click("[data-test=go-on]");
    wait_for_notice(&ann, "asks to go on");
    ann.click("[data-test=say-yes]");
    mover.find("[data-test=piece][data-open=true]");
    assert!(mover.text("[data-test=clock-0]").contains(':'), "everybody has a clock");
    // Ann resigns after she cancelled once. Both see the result and the score of the match.
    choose_in_menu(&ann, "resign");
    ann.click("[data-test=play-on]");
    choose_in_menu(&ann, "resign");
    ann.click("[data-test=confirm-resign]");
    for browser in [&ann, &bob] {
        let end = browser.text("[data-test=result-dialog]");
        assert!(end.contains("resigned") && end.contains("first to 2") && end.contains("taken back once"), "{end}");
    }
    // Bob still sees the result and is invited to the next game.
    assert_eq!(bob.text("[data-test=result-dialog] [data-test=again]"), "Play again");
    ann.click("[data-test=result-dialog] [data-test=again]");
    bob.wait_for("Bob to be asked along", |browser| {
        (browser.text("[data-test=result-dialog] [data-test=again]") == "Come along").then_some(())
    });
    bob.click("[data-test=result-dialog] [data-test=again]");
    for (browser, has_won) in [(&ann, false), (&bob, true)] {
        browser.wait_for("the next table", |browser| (browser.address() != invited).then_some(()));
        browser.find("[data-test=piece]");
        assert_eq!(browser.text(".place[data-at=bottom] .games").starts_with('1'), has_won);
    }
    assert_eq!(ann.address(), bob.address());
    assert_no_complaints(&ann);
    assert_no_complaints(&bob);
    // After a restart of the server both pages recover without a reload.
    server.kill();
    ann.click(".top nav a[href='/tournaments']");
    ann.find("[data-test=unreachable]");
    server.reopen();
    ann.wait_for("the page to come back", |browser| browser.all("[data-test=unreachable]").is_empty().then_some(()));
    bob.wait_for("the line to be there again", |browser| {
        browser.text("[data-test=connection]").is_empty().then_some(())
    });
}
