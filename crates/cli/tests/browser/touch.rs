//! Fingers: what they mean, and what they do not.

use std::time::Duration;

use super::*;

#[test]
fn a_swipe_plays_nothing_and_a_card_that_was_lifted_is_played_on_the_felt() {
    let house = House::open("swipe");
    let browser = in_lobby(&house, Window::Phone);
    begin(&browser, "indigo");
    let choose = || {
        browser.wait_for("one's turn", |browser| match turn(browser) {
            Turn::Choose(open) => Some(open),
            _ => None,
        })
    };
    let held = hand(&browser);
    let (at_once, rested) = (Duration::ZERO, Duration::from_millis(400));
    // A fast swipe upwards over the felt, as one scrolls; and a slow one that ends off the felt.
    assert!(browser.swipe(&choose()[0], at_once, (0, -300)));
    assert!(browser.swipe(&choose()[0], rested, (0, 40)));
    assert!(browser.swipe(&choose()[0], rested, (0, -12)));
    assert_eq!(hand(&browser), held, "nothing was played");
    assert!(browser.swipe(&choose()[0], rested, (0, -300)));
    browser.wait_for("the card that was lifted onto the felt", |browser| (hand(browser) != held).then_some(()));
    // After all this a tap is a tap.
    let held = hand(&browser);
    assert!(browser.tap(&choose()[0]));
    browser.wait_for("the card that was tapped", |browser| (hand(browser) != held).then_some(()));
    assert_no_complaints(&browser);
}
