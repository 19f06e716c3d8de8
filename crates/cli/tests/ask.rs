//! `cardsharp ask`, and `analyse` where a program is asked, run as a person runs them.

mod referee_tools;

use referee_tools::{Scratch, cardsharp, printed, refused};
use serde_json::Value;

const AT: &str = "--record examples/records/indigo.record --at 12";
const QUICK: &str = "--player champion:nodes=200,worlds=20";

fn script(scratch: &Scratch, name: &str, text: &str) -> String {
    let path = scratch.path(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    path
}

/// A program that says hello, and then this to every turn; `{legal}` is the last that may be done.
fn answering(scratch: &Scratch, name: &str, answer: &str) -> String {
    let text = format!(
        "#!/usr/bin/env python3\nimport json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n    \
         if m['type'] == 'hello': print('{{\"type\":\"hello\",\"version\":1,\"name\":\"Odd\"}}', flush=True)\n    \
         if m['type'] == 'turn':\n        legal = m['legal'][-1]\n        {answer}\n"
    );
    script(scratch, name, &text)
}

#[test]
fn a_program_is_asked_one_question_and_judged_by_the_champion() {
    let scratch = Scratch::new("ask");
    let talker = "print('I think so', file=sys.stderr, flush=True); print(json.dumps({'action': legal}), flush=True)";
    let bot = answering(&scratch, "bot.py", talker);
    let text = printed(&format!("ask indigo {bot} {AT} {QUICK}"));
    assert!(text.starts_with(&format!("{bot} answers: play ")), "{text}");
    for words in ["ms of processor time", "MiB of memory", "standard error:\n    I think so\n", "to act, as seat"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let told: Value = serde_json::from_str(&printed(&format!("ask indigo {bot} {AT} {QUICK} --json"))).unwrap();
    let (program, thought) = (&told["program"], &told["thought"]);
    assert_eq!((&program["errors"], &program["fault"]), (&Value::from("I think so\n"), &Value::Null));
    let place = program["place"].as_u64().unwrap() as usize;
    assert_eq!(thought["actions"][place - 1]["action"], program["answer"]);
    assert!(program["wall_ms"].as_f64().unwrap() > 0.0 && thought["belief"]["cards"].is_array());
}

#[test]
fn every_protocol_and_every_way_to_name_a_position_will_do() {
    let deal = printed("deal intensity --seed 7");
    let mut words = vec!["ask", "intensity", "examples/intensity.c", "--deal", deal.trim()];
    words.extend(["--player", "champion:nodes=5,worlds=3", "--json"]);
    let output = cardsharp(&words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(told["program"]["protocol"], "original");
    assert!(told["program"]["answer"].as_str().unwrap().starts_with("pass "), "{told}");
    for bot in ["examples/bot.py", "once:examples/bot.py"] {
        words[2] = bot;
        let told: Value = serde_json::from_slice(&cardsharp(&words).stdout).unwrap();
        assert!(told["program"]["answer"].as_str().unwrap().starts_with("pass "), "{bot}: {told}");
    }
}

#[test]
fn an_answer_that_cannot_stand_is_shown_with_what_was_legal() {
    let scratch = Scratch::new("ask-wrong");
    for (name, answer, verdict) in [
        ("illegal.py", "print('{\"action\":\"play 99\"}', flush=True)", "illegal"),
        ("crashing.py", "sys.stderr.write('oh dear\\n'); sys.stderr.flush(); raise SystemExit(3)", "crash"),
        ("flooding.py", "while True: print('x' * 10000, end='')", "flood"),
        ("hanging.py", "while True: pass", "timeout"),
    ] {
        let bot = answering(&scratch, name, answer);
        let words = format!("ask indigo {bot} {AT} {QUICK} --decision 0.5");
        let output = cardsharp(&words.split_whitespace().collect::<Vec<_>>());
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {text}");
        assert!(text.starts_with("The answer of "), "{name}: {text}");
        // Lines are broken to fit the width, wherever that is.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            text.contains(&format!("cannot stand: {verdict}")) && text.contains("Legal are: play "),
            "{name}: {text}"
        );
        assert!(name != "crashing.py" || text.contains("oh dear"), "{text}");
        // Whoever analyses with it is told where to look.
        if name == "illegal.py" {
            refused(&format!("analyse indigo {AT} --player {bot}"), 1, "`cardsharp ask` shows it");
        }
    }
}

#[test]
fn a_program_may_be_the_analyst() {
    let text = printed(&format!("analyse indigo {AT} --player examples/bot.py"));
    assert!(text.contains("The program would do play "), "{text}");
    let told = printed(&format!("analyse indigo {AT} --player examples/bot.py --json"));
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["player"], &told["judged"]), (&"examples/bot.py".into(), &"choice".into()));
}

#[test]
fn what_is_typed_wrong_is_named() {
    refused(&format!("ask indigo classic {AT}"), 2, "classic is a player of ours");
    refused(&format!("ask indigo no/such/bot {AT}"), 2, "no/such/bot: there is no such file");
    refused("ask indigo examples/bot.py", 2, "--record");
    refused("ask indigo examples/bot.py --record examples/records/indigo.record --at 999", 2, "has steps 0 to");
    refused(&format!("ask hanamikoji examples/bot.py {AT}"), 2, "the record is of indigo");
    refused(&format!("ask indigo examples/bot.py {AT} --seat 1"), 2, "it is the turn of seat 0");
    refused(&format!("ask indigo examples/bot.py {AT} --player nobody"), 2, "there is no player \"nobody\"");
}
