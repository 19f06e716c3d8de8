//! Stored games: found, replayed by a link to a step, coached, exported, deleted, and imported elsewhere.

use std::path::Path;

use super::games::play_by_clicks;
use super::*;

/// Waits until an element's text begins with one of these prefixes.
fn wait_for_words(browser: &Browser, selector: &str, begins: &[&str]) -> String {
    browser.wait_for(&format!("{selector} to say {begins:?}"), |browser| {
        let words = browser.script(&format!("return document.querySelector('{selector}')?.textContent ?? ''"));
        let words = words.as_str().unwrap().to_owned();
        begins.iter().any(|begins| words.starts_with(begins)).then_some(words)
    })
}

fn wait_for_address(browser: &Browser, ends: &str) {
    browser.wait_for(&format!("the address to end with {ends}"), |browser| {
        browser.address().ends_with(ends).then_some(())
    });
}

fn count(browser: &Browser, selector: &str, expected: usize) {
    browser.wait_for(&format!("{expected} of {selector}"), |browser| {
        (browser.all(selector).len() == expected).then_some(())
    });
}

fn import_file(browser: &Browser, name: &str, content: &str) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    browser.find("[data-test=games-file]");
    browser.choose_file("[data-test=games-file]", &path);
}

#[test]
fn a_stored_game_is_coached_exported_deleted_and_imported_elsewhere() {
    let server = Server::open("my-games");
    let browser = in_lobby(&server, Window::Desktop);
    begin(&browser, "lucky-thirteen");
    browser.go_to(&server.page("/"));
    count(&browser, "[data-test=recent-tables] [data-test=unfinished-game]", 1);
    browser.click("[data-test=recent-tables] a");
    browser.find("[data-test=hand] [data-test=piece]");
    play_by_clicks(&browser);
    browser.click("dialog[open] [data-test=to-decided]");
    wait_for_words(&browser, "[data-test=decided]", &["Your costliest", "No clear mistake of yours"]);
    assert!(browser.address().contains("?seat=0"), "{}", browser.address());

    browser.go_to(&server.page("/games"));
    count(&browser, "[data-test=finished-game]", 1);
    assert!(browser.text("[data-test=finished-game]").contains("Lucky Thirteen"));
    let standing = browser.text("[data-test=standing]");
    assert!(standing.contains("too few games yet") && !standing.contains('%'), "one game says nothing: {standing}");
    browser.click("[data-test=to-costs]");
    browser.click("[data-test=coach]");
    let words = wait_for_words(&browser, "[data-test=costs-summary]", &["1 game looked at"]);
    assert!(words.contains("4 decisions") && words.contains("not enough games"), "{words}");
    assert_eq!(browser.all("[data-test=coach]").len(), 0, "a game is looked at once");

    browser.go_to(&server.page("/games"));
    browser.find("[data-test=save-games]");
    browser.script(
        "const make = URL.createObjectURL;
         URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return make.call(URL, blob); };
         HTMLAnchorElement.prototype.click = () => {};",
    );
    browser.click("[data-test=save-games]");
    let saved = browser
        .wait_for("the file", |browser| browser.script("return window.saved ?? null").as_str().map(str::to_owned));
    browser.click("[data-test=forget-all]");
    browser.click("[data-test=confirm-forget]");
    count(&browser, "[data-test=finished-game]", 0);
    browser.reload();
    browser.find("[data-test=my-games]");
    count(&browser, "[data-test=finished-game]", 0);
    assert_no_complaints(&browser);
    import_elsewhere(&saved);
}

/// Imports exported games at another server, which does not know their table; invalid files are refused.
fn import_elsewhere(saved: &str) {
    let server = Server::open("my-games-elsewhere");
    let browser = in_lobby(&server, Window::Phone);
    // Data of an older page version is imported, and completed by the server.
    browser.script(
        "const seats = [{ kind: 'person' }, { kind: 'player', spec: 'random' }];
         const headers = { 'Content-Type': 'application/json' };
         const body = JSON.stringify({ game: 'indigo', seats, take: 0, name: 'Ann' });
         fetch('/api/tables', { method: 'POST', headers, body }).then((told) => told.json()).then(({ id }) => {
           const noted = [{ id, title: 'Indigo', game: 'indigo', when: 1, over: false }];
           localStorage.setItem('cardsharp.recent', JSON.stringify(noted));
         });",
    );
    browser.wait_for("the table", |browser| {
        browser.script("return localStorage.getItem('cardsharp.recent')").is_string().then_some(())
    });
    browser.go_to(&server.page("/games"));
    wait_for_words(&browser, "[data-test=unfinished-game]", &["Indigoagainst "]);
    assert!(browser.script("return localStorage.getItem('cardsharp.recent')").is_null());
    for (wrong, reason) in [
        ("hello", "not JSON"),
        ("{}", "no file of games"),
        (&saved.replace("\"version\": 1", "\"version\": 9"), "another version"),
        (&saved.replace("\"seat\": 0", "\"seat\": 77"), "Game 1"),
        (&saved.replace("\"id\": \"", "\"id\": \"../"), "Game 1"),
        (&saved.replace("cardsharp record 1", "<script>alert(1)</script>"), "Game 1"),
        (&saved.replace("\"strengths\": [", "\"strengths\": [{},"), "Game 1"),
    ] {
        import_file(&browser, "wrong-games.json", wrong);
        browser.wait_for(reason, |browser| browser.text("[data-test=games-problem]").contains(reason).then_some(()));
        assert_eq!(browser.all("[data-test=finished-game]").len(), 0, "{reason}");
    }
    import_file(&browser, "games.json", saved);
    wait_for_words(&browser, "[data-test=games-told]", &["1 game read, 1 of them new"]);
    count(&browser, "[data-test=finished-game]", 1);
    assert_fits(&browser);
    // The game was played in English at another server; its result appears in the reader's language.
    for (language, points) in [("de", "Punkte"), ("en", "points")] {
        browser.script(&format!("document.cookie = 'cardsharp-language={language}; path=/'"));
        browser.reload();
        let words = wait_for_words(&browser, "[data-test=finished-game]", &["Lucky Thirteen: "]);
        let is_both = words.contains("Punkte") && words.contains("points");
        assert!(words.contains(points) && !is_both, "{words}");
    }
    browser.click("[data-test=finished-game] a");
    browser.find("[data-test=replay-slider]");
    assert_fits(&browser);
    browser.go_to(&server.page("/replay"));
    count(&browser, "[data-test=own-replays] [data-test=finished-game]", 1);
}

/// Ann breaks up her 13 in the last round, at step 13 of 16.
#[test]
fn a_replay_plays_on_and_links_to_its_mistake() {
    let server = Server::open("replay-steps");
    let browser = in_lobby(&server, Window::Desktop);
    browser.go_to(&server.page("/replay"));
    browser.find("[data-test=record-text]");
    let record = include_str!("../../../web/tests/records/blunder.record");
    browser.script(&format!("document.querySelector('[data-test=record-text]').value = {record:?}"));
    browser.click("[data-test=show-record]");
    browser.find("[data-test=replay-slider]");
    browser.go_to(&server.page("/replay/record?seat=0&step=3"));
    wait_for_words(&browser, "[data-test=prompt]", &["3 of 16"]);

    browser.press("n");
    wait_for_address(&browser, "?seat=0&step=13");
    browser.find("[data-test=mistake]:not([hidden]) .slip-cards.better .card");
    let words = browser.text("[data-test=mistake]");
    assert!(words.contains("A mistake of yours.") && words.contains("was better by"), "{words}");
    // The better card is marked in the hand, and the mistake in the list of moves is visible.
    count(&browser, ".place[data-seat='0'] .holding .card.better", 1);
    let is_seen = browser.script(
        "const item = document.querySelector('.moves li[data-now][data-mistake]').getBoundingClientRect();
         const list = document.querySelector('.moves').getBoundingClientRect();
         return list.top <= item.top && item.bottom <= list.bottom;",
    );
    assert_eq!(is_seen, true);
    wait_for_words(&browser, ".slip-count", &["mistake 1 of 1"]);
    assert_eq!(browser.all("[data-test=next-mistake][disabled]").len(), 1);
    browser.press(key::RIGHT);
    wait_for_address(&browser, "?seat=0&step=14");
    browser.press("p");
    wait_for_address(&browser, "?seat=0&step=13");

    browser.reload();
    wait_for_words(&browser, "[data-test=prompt]", &["13 of 16"]);
    browser.script("document.activeElement.blur()");
    browser.press(" ");
    browser.find("[data-test=autoplay][data-playing=true]");
    wait_for_address(&browser, "?seat=0&step=16");
    browser.find("[data-test=autoplay][data-playing=false]");
    browser.click(".brand");
    browser.find("[data-test=new-game-indigo]");
    browser.script("history.back()");
    wait_for_words(&browser, "[data-test=prompt]", &["16 of 16"]);
    for wrong in ["step=99999", "step=-4", "step=x", "step=1e9&seat=7", "look=decided", "seat=%3Cb%3E"] {
        browser.go_to(&server.page(&format!("/replay/record?{wrong}")));
        browser.wait_for(wrong, |browser| {
            (!browser.all("[data-test=replay-slider], [data-test=record-text]").is_empty()).then_some(())
        });
    }
}
