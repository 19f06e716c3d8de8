//! Touch: taps, swipes and lifted cards.

use std::time::Duration;

use super::*;

/// Swipes at once. The page's timers stand still: on a slow machine a late swipe would count as a resting finger.
fn swipe(browser: &Browser, card: &Element, by: (i32, i32)) {
    browser.script("window.running = window.setTimeout; window.setTimeout = () => 0; return true");
    assert!(browser.swipe(card, Duration::ZERO, by));
    browser.script("window.setTimeout = window.running; return true");
}

/// Rests a finger on a card long enough to lift it, then moves it.
fn lift(browser: &Browser, card: &Element, by: (i32, i32)) {
    assert!(browser.swipe(card, Duration::from_millis(400), by));
}

#[test]
fn a_swipe_plays_nothing_and_a_lifted_card_is_played_on_the_felt() {
    let server = Server::open("swipe");
    let browser = in_lobby(&server, Window::Phone);
    begin(&browser, "indigo");
    let choose = || {
        browser.wait_for("one's turn", |browser| match turn(browser) {
            Turn::Choose(open) => Some(open),
            _ => None,
        })
    };
    let held = hand(&browser);
    // A fast swipe over the felt scrolls; slow ones end outside the felt.
    swipe(&browser, &choose()[0], (0, -300));
    lift(&browser, &choose()[0], (0, 40));
    lift(&browser, &choose()[0], (0, -12));
    assert_eq!(hand(&browser), held, "nothing was played");
    lift(&browser, &choose()[0], (0, -300));
    browser.wait_for("the card that was lifted onto the felt", |browser| (hand(browser) != held).then_some(()));
    // A tap still plays.
    let held = hand(&browser);
    assert!(browser.tap(&choose()[0]));
    browser.wait_for("the card that was tapped", |browser| (hand(browser) != held).then_some(()));
    assert_no_complaints(&browser);
}
