//! Learning by playing: first games with a teacher, by keys alone and on a phone.

use super::*;

/// What the teacher says now; nothing while it is silent.
fn lesson(browser: &Browser) -> String {
    let said = browser.script(
        "return document.querySelector('[data-test=teacher]:not([hidden]) [data-test=lesson]')?.textContent ?? ''",
    );
    said.as_str().unwrap().to_owned()
}

/// Whether something is to be read before one goes on.
fn is_to_be_read(browser: &Browser) -> bool {
    !browser.all("[data-test=teacher]:not([hidden]) [data-test=lesson-next]:not([hidden])").is_empty()
}

/// Nothing of what can be chosen lies under the teacher, who is to be seen whole.
fn assert_in_nobodys_way(browser: &Browser) {
    let covered = browser.script(
        "const teacher = document.querySelector('[data-test=teacher]:not([hidden])')?.getBoundingClientRect();
         if (!teacher) return [];
         const whole = teacher.left >= 0 && teacher.top >= 0 && teacher.right <= innerWidth && teacher.bottom <= innerHeight;
         const over = ({ left, top, right, bottom }) =>
           Math.min(right, teacher.right) - Math.max(left, teacher.left) > 4 &&
           Math.min(bottom, teacher.bottom) - Math.max(top, teacher.top) > 4;
         const open = [...document.querySelectorAll('[data-test=piece][data-open=true], [data-test=play]:not([hidden])')];
         const covered = open.filter((piece) => over(piece.getBoundingClientRect()));
         return [...(whole ? [] : ['outside']), ...covered.map(({ dataset }) => dataset.code ?? dataset.test)];",
    );
    assert_eq!(covered, serde_json::json!([]), "{}", lesson(browser));
}

fn tab_to(browser: &Browser, test: &str) {
    let is_there = || browser.script(&format!("return document.activeElement?.dataset.test === '{test}'"));
    let mut presses = 0;
    while is_there() != Value::Bool(true) {
        browser.press(key::TAB);
        presses += 1;
        assert!(presses < 80, "{test} is never reached");
    }
}

#[test]
fn a_newcomer_is_taught_a_whole_game_by_keys_and_comes_back_as_somebody_who_knows_it() {
    let house = House::open("guided");
    let browser = in_lobby(&house, Window::Desktop);
    tab_to(&browser, "learn-lucky-thirteen");
    browser.press(key::ENTER);
    browser.find("[data-test=hand] [data-test=piece]");
    let mut heard: Vec<String> = Vec::new();
    let mut discards = 0;
    loop {
        let said = lesson(&browser);
        if !said.is_empty() && heard.last() != Some(&said) {
            heard.push(said.clone());
        }
        if is_to_be_read(&browser) {
            browser.press("n");
            browser.wait_for("the next lesson", |browser| (lesson(browser) != said).then_some(()));
            continue;
        }
        match turn(&browser) {
            Turn::Over => break,
            Turn::Waiting => std::thread::yield_now(),
            Turn::Ready => {
                browser.press(key::ENTER);
                browser.wait_for("the discard", |browser| {
                    (!matches!(turn(browser), Turn::Ready) || is_to_be_read(browser)).then_some(())
                });
                discards += 1;
            }
            Turn::Choose(_) => {
                if discards == 1 {
                    // In the middle of it: looks up the rules, and comes back to where it was after a reload.
                    browser.press("r");
                    let last = browser.text("[data-test=rules-dialog] [data-test=last-lesson]");
                    assert!(heard.contains(&last), "the rules open at what was taught last: {last}");
                    browser.press(key::ESCAPE);
                    browser.wait_for("the rules to close", |browser| {
                        browser.all("[data-test=rules-dialog]").is_empty().then_some(())
                    });
                    browser.reload();
                    browser.find("[data-test=hand] [data-test=piece]");
                    assert!(!is_to_be_read(&browser), "what was read is not said again: {}", lesson(&browser));
                }
                browser.press(key::RIGHT);
                browser.press(" ");
                browser.wait_for("the card to be chosen", |browser| matches!(turn(browser), Turn::Ready).then_some(()));
            }
        }
    }
    assert_eq!(discards, 4);
    assert!(heard.len() >= 8, "{heard:#?}");
    let why = browser.text("[data-test=result-dialog] [data-test=last-words]");
    assert!(why.contains("13"), "{why}");
    browser.find("[data-test=result-dialog] [data-test=learn-again]");
    browser.click("[data-test=result-dialog] [data-test=real-game]");
    browser.wait_for("a game without a teacher", |browser| {
        let begun = browser.script(
            "return !document.querySelector('[data-test=result]') && document.querySelectorAll('[data-test=piece]').length === 3",
        );
        (begun == Value::Bool(true)).then_some(())
    });
    assert_eq!(lesson(&browser), "");
    // The lobby now offers to play first, and to learn what is still unknown.
    browser.go_to(&house.page("/"));
    browser.find("[data-test=new-game-lucky-thirteen].primary");
    assert!(browser.all("[data-test=learn-lucky-thirteen].primary").is_empty());
    browser.find("[data-test=learn-indigo].primary");
    // Whoever has won twice is asked once whether to try somebody stronger.
    browser.script(
        "localStorage.setItem('cardsharp.progress.indigo', JSON.stringify({ finished: ['a', 'b'], wins: { classic: 2 } }))",
    );
    browser.reload();
    browser.click("[data-test=next-level-indigo] button:last-child");
    browser.reload();
    browser.find("[data-test=new-game-indigo].primary");
    assert!(browser.all("[data-test=next-level-indigo]").is_empty(), "nobody nags");
    assert_no_complaints(&browser);
}

#[test]
fn the_teacher_is_in_nobodys_way_on_a_phone_and_falls_silent_when_told() {
    let house = House::open("guided-phone");
    let browser = in_lobby(&house, Window::Phone);
    browser.click("[data-test=learn-hanamikoji]");
    browser.find("[data-test=hand] [data-test=piece]");
    let mut turns = 0;
    while !matches!(turn(&browser), Turn::Over) {
        if is_to_be_read(&browser) {
            let said = lesson(&browser);
            assert_fits(&browser);
            browser.click("[data-test=lesson-next]");
            browser.wait_for("the next lesson", |browser| (lesson(browser) != said).then_some(()));
            continue;
        }
        if !lesson(&browser).is_empty() && turns < 4 {
            assert_in_nobodys_way(&browser);
        }
        match turn(&browser) {
            Turn::Choose(open) => drop(browser.tap(&open[0])),
            Turn::Ready => {
                turns += 1;
                if turns == 4 && !browser.all("[data-test=teacher]:not([hidden]) [data-test=lesson-known]").is_empty() {
                    browser.click("[data-test=lesson-known]");
                    assert_eq!(lesson(&browser), "");
                    browser.find("[data-test=teach-again].silent");
                }
                browser.click("[data-test=play]:not([disabled])");
            }
            Turn::Waiting | Turn::Over => std::thread::yield_now(),
        }
    }
    assert!(browser.text("[data-test=result-dialog] [data-test=last-words]").contains("win"));
    assert_no_complaints(&browser);
}
