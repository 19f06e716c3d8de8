//! A slow network: the page is painted before its modules are loaded.

use super::*;

#[test]
fn the_lobby_is_painted_soon_and_asked_for_in_few_requests() {
    let server = Server::open("line");
    let browser = in_lobby(&server, Window::Desktop);
    browser.clear_cache();
    browser.slow_down(400, 50 * 1024);
    browser.go_to(&server.page("/"));
    browser.find("[data-test=new-game-indigo]");
    let figures = browser.script(
        "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
         return [performance.getEntriesByName('first-contentful-paint')[0].startTime, all.length,
           all.reduce((sum, { transferSize }) => sum + transferSize, 0), all.map(({ name }) => name)]",
    );
    let [paint, requests, bytes] = [&figures[0], &figures[1], &figures[2]].map(|figure| figure.as_f64().unwrap());
    // Each file takes the time of its latency and bytes, on a busy machine too. The first paint needs only the first.
    let last = "return Math.max(...performance.getEntriesByType('resource').map(({ responseEnd }) => responseEnd))";
    let usable = browser.script(last).as_f64().unwrap();
    assert!(paint < usable, "painted after {paint} ms, the last file came after {usable} ms");
    assert!(requests <= 7.0, "{figures:#}");
    assert!(bytes < 130_000.0, "{figures:#}");
    // A second visit loads no script and no styles again.
    browser.go_to(&server.page("/rules"));
    browser.find("main h1");
    let sent = browser.script(
        "return performance.getEntriesByType('resource').filter(({ name, transferSize }) =>
           /\\.(js|css)$/.test(name) && transferSize > 0).map(({ name }) => name)",
    );
    assert_eq!(sent, Value::Array(Vec::new()), "script and styles are kept");
    assert_no_complaints(&browser);
}
