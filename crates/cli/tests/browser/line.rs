//! A slow line: the page is there before its modules are.

use super::*;

#[test]
fn the_lobby_is_painted_soon_and_asked_for_in_few_requests() {
    let house = House::open("line");
    let browser = in_lobby(&house, Window::Desktop);
    // What the first visit left is of no use to a new one.
    browser.forget_pages();
    browser.slow_down(400, 50 * 1024);
    browser.go_to(&house.page("/"));
    browser.find("[data-test=new-game-indigo]");
    let told = browser.script(
        "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
         return [performance.getEntriesByName('first-contentful-paint')[0].startTime, all.length,
           all.reduce((sum, { transferSize }) => sum + transferSize, 0), all.map(({ name }) => name)]",
    );
    let [paint, requests, bytes] = [&told[0], &told[1], &told[2]].map(|figure| figure.as_f64().unwrap());
    // On this line a file takes as long as its latency and its bytes, however busy the machine is; and the first
    // paint is that of the first file, where it used to be that of the last.
    let last = "return Math.max(...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd))";
    let usable = browser.script(last).as_f64().unwrap();
    assert!(paint < usable, "painted after {paint} ms, the last file came after {usable} ms");
    assert!(requests <= 7.0, "{told:#}");
    assert!(bytes < 130_000.0, "{told:#}");
    // The second visit asks for the page and the lobby, and for nothing else.
    browser.go_to(&house.page("/rules"));
    browser.find("main h1");
    let sent = browser.script(
        "return performance.getEntriesByType('resource').filter(({ name, transferSize }) =>
           /\\.(js|css)$/.test(name) && transferSize > 0).map(({ name }) => name)",
    );
    assert_eq!(sent, Value::Array(Vec::new()), "script and styles are kept");
    assert_no_complaints(&browser);
}
