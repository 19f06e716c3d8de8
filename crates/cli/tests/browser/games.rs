//! Whole games by mouse, keyboard, dragging and touch.

use super::*;

/// Plays by mouse until the game is over.
pub fn play_by_clicks(browser: &Browser) {
    loop {
        match turn(browser) {
            Turn::Over => return,
            Turn::Waiting => std::thread::yield_now(),
            Turn::Ready => browser.click("[data-test=play]:not([disabled])"),
            Turn::Choose(open) => {
                // The card may have left the hand meanwhile.
                let _gone = browser.mouse(&open[open.len() / 2], 1);
            }
        }
    }
}

fn a_whole_game_by_clicks(game: &str) {
    let server = Server::open(&format!("clicks-{game}"));
    let browser = in_lobby(&server, Window::Desktop);
    begin(&browser, game);
    play_by_clicks(&browser);
    let result = browser.text("[data-test=result]");
    assert!(result.contains("You"), "{result}");
    assert!(hand(&browser).len() <= 2, "only Lucky Thirteen ends with cards in hand");
    assert_no_complaints(&browser);
}

#[test]
fn intensity_by_clicks() {
    a_whole_game_by_clicks("intensity");
}

#[test]
fn hanamikoji_by_clicks() {
    a_whole_game_by_clicks("hanamikoji");
}

#[test]
fn indigo_by_clicks() {
    a_whole_game_by_clicks("indigo");
}

#[test]
fn lucky_thirteen_by_double_clicks() {
    let server = Server::open("double-clicks");
    let browser = in_lobby(&server, Window::Desktop);
    begin(&browser, "lucky-thirteen");
    let mut discards = 0;
    loop {
        match turn(&browser) {
            Turn::Over => break,
            Turn::Choose(open) if discards == 0 => {
                // One click selects a card and discards nothing.
                let (held, told) = (hand(&browser), log(&browser));
                assert!(browser.mouse(&open[0], 1));
                browser.find("[data-test=piece][aria-pressed=true]");
                assert_eq!((hand(&browser), log(&browser)), (held, told));
                browser.press(key::ESCAPE);
                browser.wait_for("nothing to be chosen", |browser| {
                    browser.all("[data-test=piece][aria-pressed=true]").is_empty().then_some(())
                });
                discards = 1;
            }
            Turn::Choose(open) => {
                let held = hand(&browser);
                assert!(browser.mouse(&open[0], 2));
                browser.wait_for("the discard", |browser| (hand(browser) != held).then_some(()));
                discards += 1;
            }
            Turn::Waiting | Turn::Ready => std::thread::yield_now(),
        }
    }
    assert_eq!(discards, 1 + 4, "a discard in each of four rounds");
    assert_no_complaints(&browser);
}

#[test]
fn indigo_by_keyboard_alone_from_the_lobby_to_the_end() {
    let server = Server::open("keyboard");
    let browser = in_lobby(&server, Window::Desktop);
    let is_at = |test: &str| {
        browser.script(&format!("return document.activeElement?.dataset.test === '{test}'")).as_bool().unwrap()
    };
    let mut presses = 0;
    while !is_at("new-game-indigo") {
        browser.press(key::TAB);
        presses += 1;
        assert!(presses < 60, "the button to play Indigo is never reached");
    }
    browser.press(key::ENTER);
    browser.find("[data-test=hand] [data-test=piece]");
    let mut is_first = true;
    loop {
        match turn(&browser) {
            Turn::Over => break,
            Turn::Waiting | Turn::Ready => std::thread::yield_now(),
            Turn::Choose(_) if is_first => {
                // A card can also be typed by its name.
                let held = hand(&browser);
                browser.press(&held[0].to_lowercase());
                browser.press(key::ENTER);
                browser.wait_for("the typed card to be played", |browser| (hand(browser) != held).then_some(()));
                is_first = false;
            }
            Turn::Choose(_) => {
                let held = hand(&browser);
                browser.press(key::RIGHT);
                browser.press(key::ENTER);
                browser.wait_for("a card to be played", |browser| (hand(browser) != held).then_some(()));
            }
        }
    }
    assert!(browser.text("[data-test=result]").contains("You"));
    assert_no_complaints(&browser);
}

#[test]
fn a_card_can_be_dragged_onto_the_table_and_an_illegal_one_is_explained() {
    let server = Server::open("drag");
    let browser = in_lobby(&server, Window::Desktop);
    begin(&browser, "intensity");
    // Passes three cards by clicks.
    loop {
        match turn(&browser) {
            Turn::Ready => break browser.click("[data-test=play]:not([disabled])"),
            Turn::Choose(open) => drop(browser.mouse(&open[0], 1)),
            Turn::Waiting | Turn::Over => std::thread::yield_now(),
        }
    }
    let mut explained = false;
    loop {
        let open = match turn(&browser) {
            Turn::Over => break,
            Turn::Choose(open) => open,
            Turn::Waiting | Turn::Ready => {
                std::thread::yield_now();
                continue;
            }
        };
        let held = hand(&browser);
        if let Some(closed) = browser.all("[data-test=piece][aria-disabled=true]").first() {
            assert!(browser.mouse(closed, 1));
            let words = browser.text("[data-test=prompt]");
            assert!(words.starts_with("Follow suit") || words.starts_with("A calf may not"), "{words}");
            assert_eq!(hand(&browser), held, "nothing was played");
            explained = true;
        }
        let felt = browser.find("card-table .felt");
        assert!(browser.drag(&open[0], &felt));
        browser.wait_for("the card to be played", |browser| (hand(browser) != held).then_some(()));
    }
    assert!(explained, "in ten rounds some card was not to be played");
    assert_no_complaints(&browser);
}

#[test]
fn cards_fly_and_the_game_goes_on() {
    let server = Server::open("motion");
    let browser = in_lobby(&server, Window::Desktop);
    browser.script("localStorage.setItem('cardsharp.settings', JSON.stringify({ speed: 'fast', name: 'Ann' }))");
    browser.reload();
    begin(&browser, "indigo");
    browser.script(
        "window.flights = 0;
         const animate = Element.prototype.animate;
         Element.prototype.animate = function (...how) { window.flights += 1; return animate.apply(this, how); };
         document.addEventListener('transitionrun', () => { window.flights += 1; });",
    );
    play_by_clicks(&browser);
    assert!(browser.script("return window.flights").as_u64().unwrap() > 24);
    assert_no_complaints(&browser);
}

#[test]
fn a_reload_and_a_restart_keep_the_cards() {
    let mut server = Server::open("reload");
    let browser = in_lobby(&server, Window::Desktop);
    begin(&browser, "hanamikoji");
    let seen = |browser: &Browser| {
        browser.find("[data-test=hand] [data-test=piece][data-open=true]");
        (hand(browser), log(browser))
    };
    let before = seen(&browser);
    browser.reload();
    assert_eq!(seen(&browser), before);
    server.kill_and_reopen();
    // The page reconnects without a reload.
    play_by_clicks(&browser);
    let told = log(&browser);
    browser.reload();
    browser.find("[data-test=result]");
    assert_eq!(log(&browser), told);
}

#[test]
fn the_kibitzer_advises_and_the_replay_is_reviewed() {
    let server = Server::open("kibitzer");
    let browser = in_lobby(&server, Window::Desktop);
    begin(&browser, "indigo");
    browser.find("[data-test=piece][data-open=true]");
    browser.click("[data-test=ask-kibitzer]");
    let brief = browser.text("[data-test=advice-brief]");
    assert!(brief.starts_with("Play ") && brief.contains(" in 100"), "one plain sentence: {brief}");
    browser.click("[data-test=advice-more] summary");
    browser.find("[data-test=advice-row]");
    browser.find("[data-test=beliefs]");
    browser.click("[data-test=ask-kibitzer]");
    play_by_clicks(&browser);
    browser.click("dialog[open] [data-test=to-replay]");
    browser.find("[data-test=replay-slider]");
    browser.click("[data-test=review]");
    browser.find("[data-test=curve]");
    let first = browser.text("[data-test=prompt]");
    browser.script(
        "const slider = document.querySelector('[data-test=replay-slider]');
         slider.value = '7'; slider.dispatchEvent(new Event('input', { bubbles: true }));",
    );
    browser.wait_for("another step", |browser| (browser.text("[data-test=prompt]") != first).then_some(()));
    assert_no_complaints(&browser);
}

#[test]
fn a_game_on_a_phone() {
    let server = Server::open("phone");
    let browser = in_lobby(&server, Window::Phone);
    assert_fits(&browser);
    for game in ["intensity", "hanamikoji", "indigo", "lucky-thirteen"] {
        browser.go_to(&server.page(&format!("/rules/{game}")));
        browser.find("main h1");
        assert_fits(&browser);
        browser.go_to(&server.page("/"));
        begin(&browser, game);
        assert_fits(&browser);
        let small = browser.script(
            "return [...document.querySelectorAll('[data-test=hand] [data-test=piece]')]
               .map((piece) => piece.getBoundingClientRect())
               .filter((box) => box.height < 40 || box.left < 0 || box.right > window.innerWidth).length",
        );
        assert_eq!(small, 0, "every card of {game} can be touched");
    }
    browser.go_to(&server.page("/"));
    begin(&browser, "indigo");
    loop {
        match turn(&browser) {
            Turn::Over => break,
            Turn::Waiting => std::thread::yield_now(),
            Turn::Ready => browser.click("[data-test=play]:not([disabled])"),
            Turn::Choose(open) => drop(browser.tap(&open[0])),
        }
    }
    assert_fits(&browser);
    browser.click("dialog[open] [data-test=to-replay]");
    browser.find("[data-test=replay-slider]");
    assert_fits(&browser);
    assert_no_complaints(&browser);
}

#[test]
fn a_property_file_sets_up_a_table() {
    let server = Server::open("properties");
    let browser = in_lobby(&server, Window::Desktop);
    browser.click("[data-test=set-up-lucky-thirteen]");
    browser.click("[data-test=properties] summary");
    // The form lists the player names that property files use.
    let names = browser.text("[data-test=properties]");
    for name in ["Human", "Random", "Basic", "Clever"] {
        assert!(names.contains(name), "{name} is not among {names}");
    }
    let paste = |file: &str| {
        let file = Value::from(file);
        browser.script(&format!("document.querySelector('[data-test=properties-text]').value = {file}"));
        browser.click("[data-test=properties-start]");
    };
    paste("players.0=Human\nplayers.1=wise\n");
    let problem = browser.wait_for("the reason", |browser| {
        Some(browser.text("[data-test=properties-problem]")).filter(|words| !words.is_empty())
    });
    assert!(problem.contains("line 2: players.1: there is no player \"wise\""), "{problem}");
    assert_eq!(browser.complaints().len(), 1, "the browser tells of the refusal, too");
    paste("players.0=Human\nplayers.1=Random\nplayers.2=basic\nplayers.3=CLEVER\nshared.initialcards=8H,13C\n");
    browser.find("[data-test=hand] [data-test=piece]");
    let seats = browser.script("return document.querySelector('card-table').innerText");
    let seats = seats.as_str().unwrap();
    for name in ["Beginner", "Easy", "Strong"] {
        assert!(seats.contains(name), "{name} does not sit there: {seats}");
    }
    // A public card counts twice, in any suit.
    let worth = browser.script(
        "return [...document.querySelectorAll('.center .card')].map((card) => [card.getAttribute('aria-label'), card.title])",
    );
    let told = |card: &str, worth: u32| format!("{card}, worth {worth}");
    let expected = [told("eight of hearts", 16), told("king of clubs", 26)].map(|name| serde_json::json!([name, name]));
    assert_eq!(worth, serde_json::json!(expected));
    assert_no_complaints(&browser);
}

#[test]
fn the_moves_of_intensity_are_drawn() {
    let server = Server::open("moves");
    let browser = in_lobby(&server, Window::Phone);
    browser.go_to(&server.page("/rules/intensity"));
    browser.find("[data-test=moves] svg[role=img]");
    let drawn = browser.script(
        "const svg = document.querySelector('[data-test=moves] svg'); const all = svg.getBoundingClientRect();
         const out = [...svg.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()])
           .filter(([, box]) => box.right > all.right || box.left < all.left || box.bottom > all.bottom);
         return [svg.querySelectorAll('.question').length, svg.querySelectorAll('.card').length,
                 svg.querySelectorAll('.closed').length, out.map(([words]) => words)]",
    );
    // Four questions, five hands, and the cards that three rules forbid.
    assert_eq!(drawn, serde_json::json!([4, 18, 4, []]));
    assert_fits(&browser);
    assert_no_complaints(&browser);
}
