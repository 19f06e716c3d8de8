//! Learning by playing: first games with a teacher, by keys alone and on a phone.

use super::*;

/// What the pupil has before them, all of one moment.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question to the screen")]
struct Before {
    /// What the teacher says; nothing while it is silent.
    lesson: String,
    /// Whether that is to be read before one goes on.
    is_rule: bool,
    is_over: bool,
    /// Whether something is chosen that can be played.
    is_ready: bool,
    can_choose: bool,
}

fn before(browser: &Browser) -> Before {
    let seen = browser.script(
        "const there = (selector) => document.querySelector(selector) !== null;
         const teacher = '[data-test=teacher]:not([hidden]) ';
         return {
           lesson: document.querySelector(teacher + '[data-test=lesson]')?.textContent ?? '',
           rule: there(teacher + '[data-test=lesson-next]:not([hidden])'),
           over: there('[data-test=result]'),
           ready: there('[data-test=play]:not([disabled]):not([hidden])'),
           open: there('[data-test=piece][data-open=true][aria-pressed=false]'),
         };",
    );
    Before {
        lesson: seen["lesson"].as_str().unwrap().to_owned(),
        is_rule: seen["rule"] == true,
        is_over: seen["over"] == true,
        is_ready: seen["ready"] == true,
        can_choose: seen["open"] == true,
    }
}

/// No card, plate or button lies under the teacher, who is to be seen whole and points at what is spoken of.
fn in_the_way(browser: &Browser) -> Value {
    browser.script(
        "const teacher = document.querySelector('[data-test=teacher]:not([hidden])')?.getBoundingClientRect();
         if (!teacher) return [];
         const whole = teacher.left >= 0 && teacher.top >= 0 && teacher.right <= innerWidth && teacher.bottom <= innerHeight;
         const over = ({ left, top, right, bottom }) =>
           Math.min(right, teacher.right) - Math.max(left, teacher.left) > 4 &&
           Math.min(bottom, teacher.bottom) - Math.max(top, teacher.top) > 4;
         const seen = [...document.querySelectorAll('[data-test=piece], .bar, .plate, .felt .card, .log-panel')];
         const covered = seen.filter((one) => one.checkVisibility() && over(one.getBoundingClientRect()));
         const spoken = [...document.querySelectorAll('.taught')].some((one) => one.checkVisibility());
         const near = [...document.querySelectorAll('.taught')].some((one) => {
           const { left, top, right, bottom } = one.getBoundingClientRect();
           return left < teacher.right + 12 && right > teacher.left - 12 && top < teacher.bottom + 12 && bottom > teacher.top - 12;
         });
         const points = near || document.querySelector('.pointer-head') !== null;
         const low = document.documentElement.scrollHeight > innerHeight + 1;
         return [...(whole ? [] : ['outside']), ...(spoken && !points ? ['points at nothing'] : []), ...(low ? ['scrolled'] : []),
           ...covered.map(({ className, dataset }) => dataset.code ?? className)];",
    )
}

/// The teacher steps aside as soon as the window has its new size.
fn assert_in_nobodys_way(browser: &Browser) {
    let mut last = Value::Null;
    browser.wait_for("the teacher to step aside", |browser| {
        let now = in_the_way(browser);
        if now != last {
            eprintln!("in the way: {now}, {:?}", before(browser));
            last = now;
        }
        (last == serde_json::json!([])).then_some(())
    });
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

/// In the middle of a game: the rules open at what was taught last, and after a reload one is where one was.
fn look_up_the_rules_and_reload(browser: &Browser, heard: &[String]) {
    browser.press("r");
    let last = browser.text("[data-test=rules-dialog] [data-test=last-lesson]");
    assert!(heard.contains(&last), "{last} in {heard:#?}");
    browser.press(key::ESCAPE);
    browser.wait_for("the rules to close", |browser| browser.all("[data-test=rules-dialog]").is_empty().then_some(()));
    browser.reload();
    let now = browser.wait_for("the hand", |browser| Some(before(browser)).filter(|now| now.can_choose));
    assert!(!now.is_rule, "what was read is not said again: {now:?}");
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
        let now = before(&browser);
        if !now.lesson.is_empty() && heard.last() != Some(&now.lesson) {
            heard.push(now.lesson.clone());
            for window in [(1280, 800), (1920, 1080), (844, 390), (390, 844), (1280, 900)] {
                browser.resize(window);
                assert_in_nobodys_way(&browser);
            }
        }
        if now.is_rule {
            browser.press("n");
            browser.wait_for("the next lesson", |browser| (before(browser).lesson != now.lesson).then_some(()));
        } else if now.is_over {
            break;
        } else if now.is_ready {
            let held = hand(&browser);
            browser.press(key::ENTER);
            browser.wait_for("the discard", |browser| (hand(browser) != held).then_some(()));
            discards += 1;
        } else if now.can_choose {
            if discards == 1 {
                look_up_the_rules_and_reload(&browser, &heard);
            }
            browser.press(key::RIGHT);
            browser.press(" ");
            browser.wait_for("the card to be chosen", |browser| before(browser).is_ready.then_some(()));
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
    assert_eq!(before(&browser).lesson, "");
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
    loop {
        let now = before(&browser);
        if now.is_rule {
            assert_fits(&browser);
            browser.click("[data-test=lesson-next]");
            browser.wait_for("the next lesson", |browser| (before(browser).lesson != now.lesson).then_some(()));
        } else if now.is_over {
            break;
        } else if now.is_ready {
            turns += 1;
            // The last action needs no explanation any more.
            if turns == 4 && !browser.all("[data-test=teacher]:not([hidden]) [data-test=lesson-known]").is_empty() {
                browser.click("[data-test=lesson-known]");
                browser.find("[data-test=teach-again].silent");
                assert_eq!(before(&browser).lesson, "");
            }
            browser.click("[data-test=play]:not([disabled])");
            browser.wait_for("the action", |browser| (!before(browser).is_ready).then_some(()));
        } else if now.can_choose {
            if !now.lesson.is_empty() {
                assert_in_nobodys_way(&browser);
            }
            let open = browser.all("[data-test=piece][data-open=true][aria-pressed=false]");
            if let Some(piece) = open.get(open.len() / 2) {
                let _gone = browser.tap(piece);
            }
        }
    }
    assert!(browser.text("[data-test=result-dialog] [data-test=last-words]").contains("win"));
    assert_no_complaints(&browser);
}
