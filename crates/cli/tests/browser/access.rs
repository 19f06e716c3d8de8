//! Accessibility: names and roles, contrast, focus order; and no requests to other servers.

use super::*;

/// Returns controls without a name, and pictures that are neither named nor hidden.
const NAMELESS: &str = "
  const name = (element) => (element.getAttribute('aria-label')
    || [...(element.labels ?? [])].map((label) => label.textContent).join(' ')
    || element.textContent || element.title || '').trim();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const used = [...document.querySelectorAll('button, a[href], input, select, textarea, [role=button], [tabindex]')];
  const pictures = [...document.querySelectorAll('svg')].filter((svg) =>
    !svg.closest('[aria-hidden=true], button, a') && !(svg.getAttribute('role') === 'img' && svg.getAttribute('aria-label')));
  return [...used.filter((element) => seen(element) && name(element) === ''), ...pictures.filter(seen)]
    .map((element) => element.outerHTML.slice(0, 200));";

/// Returns text with too little contrast to its background: less than 4.5 to 1, or 3 to 1 for large text.
const FAINT: &str = "
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  const behind = (element) => { const layers = [];
    for (let at = element; at; at = at.parentElement) { layers.push(rgba(getComputedStyle(at).backgroundColor)); }
    return layers.reduceRight((below, top) => over(top, below), [255, 255, 255, 1]); };
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.closest('svg, [aria-hidden=true], .sr-only, [disabled], [aria-disabled=true]')) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const style = getComputedStyle(element); const back = behind(element);
    const [one, two] = [light(over(rgba(style.color), back)), light(back)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize); const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (one + 0.05) / (two + 0.05);
    if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)} ${style.color} on ${back}: ${element.outerHTML.slice(0, 120)}`);
  }
  return faint;";

/// Checks that Tab moves the focus forward in the order of the document, and that the focus is visible.
fn check_focus_order(browser: &Browser) {
    browser.script("document.activeElement?.blur(); window.scrollTo(0, 0)");
    let mut last = -1.0;
    for _ in 0..40 {
        browser.press(key::TAB);
        let at = browser.script(
            "const all = [...document.querySelectorAll('*')]; const at = document.activeElement;
             return at === document.body ? null : [all.indexOf(at), getComputedStyle(at).outlineStyle, at.matches(':focus-visible')]",
        );
        let Some(place) = at[0].as_f64() else { return };
        assert!(place > last, "the focus goes back to element {place} from {last}");
        assert!(at[2] == true && at[1] != "none", "the focus cannot be seen: {at}");
        last = place;
    }
}

fn check_page(browser: &Browser) {
    for theme in ["light", "dark"] {
        browser.script(&format!("document.documentElement.dataset.theme = '{theme}'"));
        for (fault, script) in [("has no name", NAMELESS), ("is hard to read", FAINT)] {
            let found = browser.script(script);
            assert_eq!(found, Value::Array(Vec::new()), "{fault} by {theme} at {}: {found:#}", browser.address());
        }
    }
    let main = browser.script("return [document.querySelectorAll('main').length, document.documentElement.lang]");
    assert_eq!(main, serde_json::json!([1, "en"]));
}

#[test]
fn every_page_is_accessible() {
    let server = Server::open("access");
    let browser = in_lobby(&server, Window::Desktop);
    check_page(&browser);
    check_focus_order(&browser);
    for game in ["intensity", "hanamikoji", "indigo", "lucky-thirteen"] {
        browser.go_to(&server.page(&format!("/rules/{game}")));
        browser.find("main h1");
        check_page(&browser);
        browser.go_to(&server.page("/"));
        begin(&browser, game);
        check_page(&browser);
        let names = browser.script(
            "return [...document.querySelectorAll('[data-test=hand] [data-test=piece]')].map((piece) => (piece.querySelector('.piece-name') ?? piece).textContent)",
        );
        let is_name = |name: &Value| name.as_str().is_some_and(|name| name.chars().count() > 3);
        assert!(names.as_array().unwrap().iter().all(is_name), "cards have names: {names}");
        check_focus_order(&browser);
    }
    browser.go_to(&server.page("/replay"));
    browser.find("[data-test=record-file]");
    check_page(&browser);
    let friendly = |path: &str| {
        browser.go_to(&server.page(path));
        browser.text("[data-test=lost]")
    };
    assert!(!friendly("/table/nosuchtable2").is_empty());
    assert!(!friendly("/no/such/page").is_empty());
}

#[test]
fn the_page_asks_no_other_server() {
    let server = Server::open("alone");
    let browser = in_lobby(&server, Window::Desktop);
    begin(&browser, "intensity");
    let asked = browser.script("return performance.getEntriesByType('resource').map(({ name }) => name)");
    let asked = asked.as_array().unwrap();
    assert!(asked.len() > 4, "{asked:?}");
    let home = server.page("/");
    assert!(asked.iter().all(|address| address.as_str().unwrap().starts_with(&home)), "{asked:?}");
    assert_no_complaints(&browser);
}
