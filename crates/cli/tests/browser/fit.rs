//! Table and hand fit every window in every phase of every game: nothing scrolls during play.

use super::*;

/// Two desktop windows, a phone upright and on its side, and a desktop at double zoom.
const WINDOWS: [(u32, u32); 5] = [(1280, 800), (1920, 1080), (390, 844), (844, 390), (640, 400)];

/// Returns elements that are not fully visible, too small for a finger, or covered.
const UNFIT: &str = "
  const [width, height] = [window.innerWidth, window.innerHeight];
  const all = [...document.querySelectorAll(
    '[data-test=piece], [data-test=prompt], [data-test=play]:not([hidden]), .plate, .center .card, .felt')];
  const unfit = [];
  for (const element of all.filter((element) => element.checkVisibility())) {
    const box = element.getBoundingClientRect();
    const name = element.dataset.test ?? element.className;
    const where = [box.left, box.top, box.right, box.bottom].map(Math.round).join();
    if (box.left < -2 || box.top < -2 || box.right > width + 2 || box.bottom > height + 2) unfit.push(`${name} outside: ${where}`);
    if (!element.matches('[data-test=piece][data-open=true]')) continue;
    if (Math.min(box.width, box.height) < 39.5) unfit.push(`${name} too small: ${where}`);
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (top?.closest('[data-test=piece]') !== element) unfit.push(`${name} covered by ${top?.className}: ${where}`);
  }
  if (document.documentElement.scrollHeight > height + 1) unfit.push(`${document.documentElement.scrollHeight} high`);
  if (document.documentElement.scrollWidth > width + 1) unfit.push(`${document.documentElement.scrollWidth} wide`);
  return unfit;";

/// Clicks the next possible choice at once, without moving a pointer.
const ACT: &str = "
  const play = document.querySelector('[data-test=play]:not([disabled]):not([hidden])');
  const open = [...document.querySelectorAll('[data-test=piece][data-open=true][aria-pressed=false]')];
  (play ?? open[Math.floor(open.length / 2)])?.click();";

#[test]
fn every_decision_of_every_game_fits_every_window() {
    let server = Server::open("fit");
    let browser = in_lobby(&server, Window::Desktop);
    for (game, least) in [("intensity", 13), ("hanamikoji", 14), ("indigo", 24), ("lucky-thirteen", 8)] {
        browser.go_to(&server.page("/"));
        begin(&browser, game);
        let (mut decisions, mut last) = (0, Value::Null);
        loop {
            let state = match turn(&browser) {
                Turn::Over => break,
                Turn::Waiting => continue,
                Turn::Ready | Turn::Choose(_) => browser.script(
                    "return [document.querySelector('[data-test=log]').childElementCount,
                       ...document.querySelectorAll('[aria-pressed=true]')].map((piece) => piece.dataset?.key ?? piece)",
                ),
            };
            // The last action has not arrived yet.
            if state == last {
                continue;
            }
            for window in WINDOWS {
                browser.resize(window);
                let unfit = browser.script(UNFIT);
                if unfit != Value::Array(Vec::new()) {
                    browser.save_screenshot("unfit");
                    panic!("{game} in {window:?}, decision {decisions}: {unfit:#}");
                }
            }
            last = state;
            decisions += 1;
            browser.script(ACT);
        }
        assert!(decisions >= least, "{game} had {decisions} decisions");
        assert_end_is_readable(&browser, game);
    }
    assert_no_complaints(&browser);
}

/// Checks that the result dialog has one main button, and that afterwards every shown card is readable in every window.
fn assert_end_is_readable(browser: &Browser, game: &str) {
    const SMALLEST: &str = "
      const cards = [...document.querySelectorAll('.felt .card')].filter((card) => card.checkVisibility());
      return Math.min(...cards.map((card) => card.getBoundingClientRect().width));";
    let verdict = browser.text("[data-test=result-dialog] h2");
    let is_between_two = game == "hanamikoji" || game == "indigo";
    assert_eq!(verdict.replace('\u{a0}', " ").contains(" : "), is_between_two, "{game}: {verdict}");
    assert_eq!(browser.all("[data-test=result-dialog] .acts .primary").len(), 1, "{game}");
    browser.press(key::ESCAPE);
    browser.wait_for("the table", |browser| browser.all("[data-test=result-dialog]").is_empty().then_some(()));
    let least = if game == "lucky-thirteen" { 39.0 } else { 20.0 };
    for window in WINDOWS {
        browser.resize(window);
        let unfit = browser.script(UNFIT);
        assert_eq!(unfit, Value::Array(Vec::new()), "{game} in {window:?}, the end: {unfit:#}");
        let smallest = browser.script(SMALLEST).as_f64().unwrap();
        assert!(smallest >= least, "{game} in {window:?}: a card of {smallest} pixels");
    }
    browser.resize(WINDOWS[0]);
    browser.click("[data-test=whole-result]");
    browser.find("[data-test=result-dialog]");
}

#[test]
fn the_side_panels_are_a_drawer_on_a_phone() {
    let server = Server::open("drawer");
    let browser = in_lobby(&server, Window::Phone);
    begin(&browser, "indigo");
    let is_seen = |selector: &str| {
        let script =
            format!("return document.querySelector('{selector}').checkVisibility({{ visibilityProperty: true }})");
        browser.script(&script) == true
    };
    assert!(!is_seen("[data-test=log]") && !is_seen(".top nav"));
    browser.click("[data-test=side]");
    browser.wait_for("the log", |_| is_seen("[data-test=log]").then_some(()));
    assert_fits(&browser);
    browser.press(key::ESCAPE);
    browser.wait_for("the table", |_| (!is_seen("[data-test=log]")).then_some(()));
    assert_eq!(browser.script("return document.activeElement.dataset.test"), "side", "the focus is back");
    // On a phone one button unfolds the links to other pages.
    browser.click("#menu");
    assert!(is_seen(".top nav"));
    browser.click(".top nav a[href=\"/rules\"]");
    browser.find(".lessons");
    assert!(!is_seen(".top nav"));
    assert_eq!(browser.script("return document.activeElement.tagName"), "H1", "a new page is read from its head");
    browser.click("[data-test=back]");
    browser.find("[data-test=hand] [data-test=piece]");
    assert_no_complaints(&browser);
}
