//! Puzzles and the deal of the day: one puzzle solved, one failed; the deal played and compared.

use super::*;

/// Returns a right and a wrong answer to a puzzle. Asks without a token, so no answer counts.
fn answers(browser: &Browser, path: &str) -> (Value, Value) {
    let script = format!(
        "const ask = async (answer) => (await fetch('/api/puzzles/{path}/answers', {{ method: 'POST',
           headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify(answer) }})).json();
         const puzzle = await (await fetch('/api/puzzles/{path}')).json();
         if (puzzle.asked === 'play') {{
           const pieces = puzzle.rows.flatMap(({{ pieces }}) => pieces);
           const some = pieces.find(({{ action }}) => action);
           const {{ worths }} = await ask({{ action: some.action }});
           const code = (wanted) => pieces.find(({{ action }}) => action === wanted)?.codes[0];
           return [code(worths.find(({{ right }}) => right).action), code(worths.find(({{ right }}) => !right).action)];
         }}
         const {{ chances }} = await ask({{ option: 0 }});
         return [chances.findIndex(({{ right }}) => right), chances.findIndex(({{ right }}) => !right)];"
    );
    let found = browser.script(&format!("return (async () => {{ {script} }})()"));
    (found[0].clone(), found[1].clone())
}

/// Returns the first puzzle of a game that asks for a play, or the first that asks a question.
fn puzzle_that_asks(browser: &Browser, game: &str, plays: bool) -> String {
    let wanted = if plays { "===" } else { "!==" };
    let script = format!(
        "return (async () => {{ for (let number = 1; number < 80; number += 1) {{
           const puzzle = await (await fetch(`/api/puzzles/{game}/${{number}}`)).json();
           if (puzzle.asked {wanted} 'play') return number; }} }})()"
    );
    format!("{game}/{}", browser.script(&script))
}

#[test]
fn puzzles_and_the_deal_of_the_day() {
    let server = Server::open("every-day");
    let browser = in_lobby(&server, Window::Desktop);
    browser.click("[data-test=today] [data-test=puzzle-of-the-day]");
    browser.find("[data-test=puzzle-side]");

    // Solves a puzzle by a click on the card.
    let path = puzzle_that_asks(&browser, "intensity", true);
    let (right, _) = answers(&browser, &path);
    browser.go_to(&server.page(&format!("/puzzles/{path}")));
    browser.click(&format!("[data-test=piece][data-code=\"{}\"]", right.as_str().unwrap()));
    browser.find("[data-test=verdict]");
    let text = browser.text("[data-test=puzzle-side]");
    assert!(text.contains("Right!") && text.contains("streak 1"), "{text}");
    browser.click("[data-test=champions-line]");
    browser.find("[data-test=replay-slider]");

    // Fails a puzzle about hidden cards.
    let path = puzzle_that_asks(&browser, "intensity", false);
    let (_, wrong) = answers(&browser, &path);
    browser.go_to(&server.page(&format!("/puzzles/{path}")));
    browser.find("[data-test=puzzle-option]");
    let option = browser.all("[data-test=puzzle-option]").swap_remove(wrong.as_u64().unwrap() as usize);
    assert!(browser.mouse(&option, 1));
    browser.find("[data-test=verdict]");
    let text = browser.text("[data-test=puzzle-side]");
    assert!(text.contains("Not the best.") && text.contains("streak 0") && text.contains("in 100"), "{text}");
    assert_fits(&browser);
    // A second answer is practice, and the next puzzle is another.
    browser.reload();
    browser.find("[data-test=puzzle-option]");
    let option = browser.all("[data-test=puzzle-option]").swap_remove(0);
    assert!(browser.mouse(&option, 1));
    browser.find("[data-test=verdict]");
    assert!(browser.text("[data-test=puzzle-side]").contains("only the first answer counts"));
    let before = browser.address();
    browser.click("[data-test=next-puzzle]");
    browser.wait_for("another puzzle", |browser| (browser.address() != before).then_some(()));
    browser.go_to(&server.page("/puzzles"));
    assert!(browser.text("[data-test=puzzles-intensity]").contains("Solve"));

    browser.go_to(&server.page("/daily"));
    browser.click("[data-test=daily-indigo]");
    browser.find("[data-test=hand] [data-test=piece]");
    games::play_by_clicks(&browser);
    browser.click("dialog [data-test=to-daily]");
    let results = browser.text("[data-test=results-indigo]");
    assert!(results.contains("Ann (you)"), "{results}");
    browser.click("[data-test=champion-indigo]");
    browser.find("[data-test=champion-replay-indigo]");
    assert!(browser.text("[data-test=champion-words-indigo]").contains("The champion at the same seat"));
    assert!(browser.text("[data-test=daily-state-indigo]").contains("practice"));
    assert_fits(&browser);
    assert_no_complaints(&browser);
}
