//! Guided games with a teacher, by keyboard and on a phone.

use super::*;

/// The state of the page at one moment.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question to the screen")]
struct PageState {
    /// The teacher's words; empty while the teacher is silent.
    lesson: String,
    /// Whether the pupil must read the lesson before the game continues.
    is_rule: bool,
    is_over: bool,
    /// Whether the chosen pieces can be played.
    is_ready: bool,
    can_choose: bool,
}

fn page_state(browser: &Browser) -> PageState {
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
    PageState {
        lesson: seen["lesson"].as_str().unwrap().to_owned(),
        is_rule: seen["rule"] == true,
        is_over: seen["over"] == true,
        is_ready: seen["ready"] == true,
        can_choose: seen["open"] == true,
    }
}

/// Returns faults of the teacher's place: covered cards, plates or buttons; off the window; not at its subject.
fn placement_faults(browser: &Browser) -> Value {
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

fn assert_covers_nothing(browser: &Browser) {
    let mut last = Value::Null;
    browser.wait_for("the teacher to step aside", |browser| {
        let now = placement_faults(browser);
        if now != last {
            eprintln!("in the way: {now}, {:?}", page_state(browser));
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

/// During a game: the rules open at the last lesson, a reload keeps the position, the lobby shows the way back.
fn look_up_the_rules_and_come_back(server: &Server, browser: &Browser, heard: &[String]) {
    browser.press("r");
    let last = browser.text("[data-test=rules-dialog] [data-test=last-lesson]");
    assert!(heard.contains(&last), "{last} in {heard:#?}");
    browser.press(key::ESCAPE);
    browser.wait_for("the rules to close", |browser| browser.all("[data-test=rules-dialog]").is_empty().then_some(()));
    browser.reload();
    let now = browser.wait_for("the hand", |browser| Some(page_state(browser)).filter(|now| now.can_choose));
    assert!(!now.is_rule, "what was read is not said again: {now:?}");
    let table = browser.address();
    browser.go_to(&server.page("/"));
    browser.find("[data-test=resume]:not([hidden])");
    let bottom = browser.script(
        "return document.querySelector('[data-test=resume-lesson]').getBoundingClientRect().bottom / innerHeight",
    );
    assert!(bottom.as_f64().unwrap() < 0.5, "{bottom}");
    browser.click("[data-test=resume-lesson]");
    browser.wait_for("the hand again", |browser| Some(page_state(browser)).filter(|now| now.can_choose));
    assert_eq!(browser.address(), table);
}

#[test]
fn a_guided_game_by_keyboard_changes_the_lobbys_offers() {
    let server = Server::open("guided");
    let browser = in_lobby(&server, Window::Desktop);
    tab_to(&browser, "learn-lucky-thirteen");
    browser.press(key::ENTER);
    browser.find("[data-test=hand] [data-test=piece]");
    let mut heard: Vec<String> = Vec::new();
    let (mut discards, mut unread) = (0, String::new());
    loop {
        let now = page_state(&browser);
        if !now.lesson.is_empty() && heard.last() != Some(&now.lesson) {
            heard.push(now.lesson.clone());
            for window in [(1280, 800), (1920, 1080), (844, 390), (390, 844), (1280, 900)] {
                browser.resize(window);
                assert_covers_nothing(&browser);
            }
        }
        if now.is_rule && discards == 2 && unread.is_empty() {
            // Playing during a lesson replaces a press on Next.
            unread = now.lesson;
            browser.press(key::RIGHT);
            browser.press(" ");
            browser.wait_for("the card to be chosen", |browser| page_state(browser).is_ready.then_some(()));
            browser.press(key::ENTER);
            browser.wait_for("the others to play on", |browser| {
                let now = page_state(browser);
                (now.can_choose && now.lesson != unread).then_some(())
            });
            discards += 1;
        } else if now.is_rule {
            browser.press("n");
            browser.wait_for("the next lesson", |browser| (page_state(browser).lesson != now.lesson).then_some(()));
        } else if now.is_over {
            break;
        } else if now.is_ready {
            let held = hand(&browser);
            browser.press(key::ENTER);
            browser.wait_for("the discard", |browser| (hand(browser) != held).then_some(()));
            discards += 1;
        } else if now.can_choose {
            if discards == 1 {
                look_up_the_rules_and_come_back(&server, &browser, &heard);
            }
            browser.press(key::RIGHT);
            browser.press(" ");
            browser.wait_for("the card to be chosen", |browser| page_state(browser).is_ready.then_some(()));
        }
    }
    assert!(discards == 4 && !unread.is_empty(), "{discards} discards");
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
    assert_eq!(page_state(&browser).lesson, "");
    // For a known game the lobby's main button is to play, for an unknown one to learn.
    browser.go_to(&server.page("/"));
    browser.find("[data-test=new-game-lucky-thirteen].primary");
    assert!(browser.all("[data-test=learn-lucky-thirteen].primary").is_empty());
    browser.find("[data-test=learn-indigo].primary");
    // After two wins the lobby offers a stronger opponent once.
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
fn the_teacher_covers_nothing_on_a_phone_and_can_be_switched_off() {
    let server = Server::open("guided-phone");
    let browser = in_lobby(&server, Window::Phone);
    browser.click("[data-test=learn-hanamikoji]");
    browser.find("[data-test=hand] [data-test=piece]");
    let (mut turns, mut is_silent) = (0, false);
    loop {
        let now = page_state(&browser);
        if now.is_rule {
            assert_fits(&browser);
            browser.click("[data-test=lesson-next]");
            browser.wait_for("the next lesson", |browser| (page_state(browser).lesson != now.lesson).then_some(()));
        } else if now.is_over {
            break;
        } else if now.is_ready {
            turns += 1;
            // After some turns the pupil can switch the teacher off.
            let known = "[data-test=teacher]:not([hidden]) .teacher-acts:not([hidden]) [data-test=lesson-known]";
            if turns >= 2 && !is_silent && !browser.all(known).is_empty() {
                is_silent = true;
                browser.click(known);
                browser.find("[data-test=teach-again].silent");
                assert_eq!(page_state(&browser).lesson, "");
            }
            browser.click("[data-test=play]:not([disabled])");
            browser.wait_for("the action", |browser| (!page_state(browser).is_ready).then_some(()));
        } else if now.can_choose {
            if !now.lesson.is_empty() {
                assert_covers_nothing(&browser);
            }
            let open = browser.all("[data-test=piece][data-open=true][aria-pressed=false]");
            if let Some(piece) = open.get(open.len() / 2) {
                let _gone = browser.tap(piece);
            }
        }
    }
    assert!(is_silent, "the teacher was never told to fall silent");
    assert!(browser.text("[data-test=result-dialog] [data-test=last-words]").contains("win"));
    assert_no_complaints(&browser);
}
