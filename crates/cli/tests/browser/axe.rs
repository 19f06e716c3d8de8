//! axe finds no violation on any page, in both themes.

use std::path::Path;

use super::*;

/// Runs all rules of axe and some experimental ones; in the dark theme only those about colour.
const RUN_AXE: &str = "
  const tell = arguments[arguments.length - 1];
  const more = ['label-content-name-mismatch', 'td-has-header', 'p-as-heading', 'table-fake-caption', 'focus-order-semantics'];
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  const runOnly = document.documentElement.dataset.theme === 'dark' ? ['color-contrast'] : undefined;
  const still = Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  still.then(() => axe.run(document, runOnly ? { runOnly } : { resultTypes: ['violations'], rules }))
    .then(({ violations }) => tell(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html, any, all }) =>
      html.slice(0, 160) + ' ' + [...any, ...all].map(({ message }) => message).join(' ')).slice(0, 3).join(' | ')}`)),
      (error) => tell([String(error)]));";

/// Checks the current page in both themes.
fn check(browser: &Browser, what: &str) {
    if browser.script("return typeof axe") != "object" {
        let axe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../axe/node_modules/axe-core/axe.min.js");
        browser.script(&std::fs::read_to_string(axe).expect("axe is there: `cargo xtask test` fetches it"));
    }
    for theme in ["light", "dark"] {
        browser.script(&format!("document.documentElement.dataset.theme = '{theme}'"));
        let found = browser.script_later(RUN_AXE);
        assert_eq!(found, Value::Array(Vec::new()), "{what}, {theme}: {found:#}");
    }
}

#[test]
fn axe_finds_nothing() {
    let server = Server::after_a_tournament("axe", "indigo greedy random classic --rounds 2 --deals 4 --seed 1");
    let browser = in_lobby(&server, Window::Desktop);
    check(&browser, "lobby");
    browser.click("[data-test=set-up-lucky-thirteen]");
    browser.find("dialog[open]");
    check(&browser, "set-up");
    let seats = browser.text("dialog[open] .seating");
    assert!(seats.contains("Seat 4") && !seats.contains("Seat 0"), "people count from one: {seats}");
    browser.press(key::ESCAPE);
    browser.click("[data-test=settings]");
    browser.find("dialog[open]");
    check(&browser, "settings");
    for game in ["intensity", "hanamikoji", "indigo", "lucky-thirteen"] {
        browser.go_to(&server.page(&format!("/rules/{game}")));
        browser.find(".lessons");
        check(&browser, &format!("rules of {game}"));
        browser.go_to(&server.page("/"));
        begin(&browser, game);
        browser.find("[data-test=piece][data-open=true]");
        check(&browser, &format!("{game}, one's turn"));
    }
    browser.click("[data-test=ask-kibitzer]");
    browser.find("[data-test=advice-row]");
    check(&browser, "the kibitzer");
    super::games::play_by_clicks(&browser);
    browser.find("dialog[open]");
    check(&browser, "the result");
    browser.click("dialog[open] [data-test=to-replay]");
    browser.find("[data-test=replay-slider]");
    check(&browser, "a replay");
    // A table that waits for another player.
    browser.go_to(&server.page("/"));
    browser.click("[data-test=set-up-indigo]");
    browser.script(
        "const seat = document.querySelector('[data-test=sit-1]');
         seat.value = 'friend'; seat.dispatchEvent(new Event('change', { bubbles: true }));",
    );
    browser.click("[data-test=start]");
    browser.find("[data-test=invite-link]");
    check(&browser, "waiting for a friend");
    browser.go_to(&server.page("/puzzles"));
    browser.click(".shelf a.primary");
    browser.find("[data-test=puzzle-side]");
    check(&browser, "a puzzle");
    for path in ["/puzzles", "/daily", "/replay", "/tournaments", "/games", "/no/such/page"] {
        browser.go_to(&server.page(path));
        browser.find("main h1, main h2");
        check(&browser, path);
    }
    browser.go_to(&server.page("/tournaments/1"));
    browser.find("table.figures tbody tr");
    check(&browser, "a tournament");
    for game in ["lucky-thirteen", "hanamikoji"] {
        browser.go_to(&server.page("/"));
        browser.click(&format!("[data-test=learn-{game}]"));
        browser.find("[data-test=teacher]:not([hidden])");
        check(&browser, &format!("{game} with a teacher"));
    }
    let phone = in_lobby(&server, Window::Phone);
    check(&phone, "lobby on a phone");
    begin(&phone, "hanamikoji");
    check(&phone, "table on a phone");
    phone.click("[data-test=side]");
    check(&phone, "the drawer on a phone");
    phone.go_to(&server.page("/"));
    phone.click("[data-test=learn-indigo]");
    phone.find("[data-test=teacher]:not([hidden])");
    check(&phone, "a teacher on a phone");
}
