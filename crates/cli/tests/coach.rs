//! `cardsharp coach` and `cardsharp ladder`: players of ours, programs of strangers, people's own games, and what may go wrong.

mod referee_tools;

use referee_tools::{Scratch, cardsharp, printed, refused};
use serde_json::Value;

const QUICK: &str = "--player champion:nodes=30,worlds=20";

fn parsed(words: &str) -> Value {
    serde_json::from_str(&printed(words)).unwrap()
}

#[test]
fn a_player_is_told_what_its_choices_cost() {
    let words = format!("coach indigo classic --games 8 --checks 10 {QUICK}");
    let text = printed(&words);
    for part in
        ["Indigo: classic, 8 games against thumb", "what costs most", "By situation", "The most instructive decisions"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    let told = parsed(&format!("{words} --json"));
    let kinds = told["kinds"].as_array().unwrap();
    let prices: Vec<f64> = kinds.iter().map(|kind| kind["price"]["mean"].as_f64().unwrap()).collect();
    assert!(prices.is_sorted_by(|a, b| a >= b), "{prices:?}");
    // What kinds cost is what all mistakes cost, and so is what situations cost.
    let all = told["price"]["mean"].as_f64().unwrap();
    assert!((prices.iter().sum::<f64>() - all).abs() < 1e-9);
    let situations = told["situations"].as_array().unwrap();
    let by_situation: f64 = situations.iter().map(|situation| situation["price"]["mean"].as_f64().unwrap()).sum();
    assert!((by_situation - all).abs() < 1e-9);
    assert_eq!(
        kinds[0]["played_on"]["positions"].as_u64().unwrap().min(10),
        kinds[0]["times"].as_u64().unwrap().min(10)
    );
    assert_eq!(told, parsed(&format!("{words} --json --threads 3")), "on any number of threads");
}

#[test]
fn the_page_needs_nothing_but_itself_and_draws_the_cards() {
    let scratch = Scratch::new("coach-page");
    let path = scratch.path("page.html");
    printed(&format!("coach lucky-thirteen basic --games 6 --checks 2 {QUICK} --html {path}"));
    let page = std::fs::read_to_string(&path).unwrap();
    for part in
        ["<h2>What costs most</h2>", "class=\"cardsharp\"", "<svg viewBox=\"0 0 100 140\"", "figure class=\"done"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"));
}

#[test]
fn a_program_is_coached_and_its_next_version_compared() {
    let scratch = Scratch::new("coach-versions");
    let (program, versions) = (scratch.path("player.c"), scratch.path("state/versions.json"));
    let source = std::fs::read_to_string(referee_tools::root().join("examples/intensity.c")).unwrap();
    std::fs::write(&program, &source).unwrap();
    let words = format!("coach intensity {program} --games 2 --checks 2 {QUICK} --versions {versions}");
    assert!(!printed(&words).contains("last version"));
    assert!(!printed(&words).contains("last version"), "the same again is no other version");
    // Another content that plays the same is another version, and no worse.
    std::fs::write(&program, format!("{source}\nint changed_in_this_version;\n")).unwrap();
    let told = printed(&words).replace('\n', " ");
    assert!(told.contains("no change that can be told from chance"), "{told}");
    assert!(told.contains("+0.000 ± 0.000 points a game, on the same deals"), "{told}");
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&versions).unwrap()).unwrap();
    let lists: Vec<usize> =
        kept.as_object().unwrap().values().filter_map(|list| Some(list.as_array()?.len())).collect();
    assert_eq!(lists, [2]);
    std::fs::write(&versions, "[1, 2]").unwrap();
    refused(&words, 2, "is not a file of versions");
    std::fs::write(&versions, "{\"cardsharp versions\": 1, \"x\": [{}]}").unwrap();
    refused(&words, 2, "is not a file of versions");
    std::fs::write(&versions, "{").unwrap();
    refused(&words, 2, "is no JSON");
}

#[test]
fn somebodys_own_games_are_looked_at() {
    let scratch = Scratch::new("coach-me");
    let records = scratch.path("games.record");
    let record = std::fs::read_to_string(referee_tools::root().join("examples/records/indigo.record")).unwrap();
    let record = record.replace("seat 1 classic", "seat 1 Zoë <b>");
    std::fs::write(&records, format!("{record}\n{record}")).unwrap();
    let page = scratch.path("page.html");
    let args = ["coach", "indigo", "--me", "Zoë <b>", "--records", &records, "--checks", "1", "--html", &page];
    let output = cardsharp(&[&args[..], &QUICK.split(' ').collect::<Vec<_>>()].concat());
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("Indigo: Zoë <b>, 2 games against champion:nodes=500,worlds=100"), "{told}");
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("Zoë &lt;b&gt;") && !page.contains("Zoë <b>"));
    refused(&format!("coach indigo --me Ann --records {records}"), 2, "no game of Indigo by \"Ann\"; there are");
    refused(&format!("coach intensity --me Ann --records {records}"), 2, "it holds none of any");
    refused("coach indigo --me Ann --records Cargo.toml", 2, "Cargo.toml: line 1");
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for (words, hint) in [
        ("coach indigo", "<PROGRAM>"),
        ("coach indigo classic --me Ann", "--me"),
        ("coach indigo --me Ann", "--records"),
        ("coach indigo no-such", "there is no such file, and no such player"),
        ("coach indigo classic --player greedy", "only the champion"),
        ("coach indigo classic --player champion:nods=3", "did you mean \"nodes\"?"),
        ("coach intensity careful --against careful random", "name one player for all of them, or 3"),
        ("coach indigo classic --games 1", "from 2 to 100000"),
        ("ladder indigo", "<PROGRAM>"),
        ("ladder indigo classic --measure", "--measure"),
        ("ladder indigo no-such.c", "there is no such file"),
        ("ladder lucky-thirteen basic --option sums=flexible", "measured with sums=face"),
    ] {
        refused(words, 2, hint);
    }
    refused("coach indigo classic --html no/such/folder/page.html", 1, "cannot be written");
}

#[test]
fn programs_that_crash_or_hang_end_it_with_a_reason() {
    let scratch = Scratch::new("coach-odd");
    let versions = scratch.path("versions.json");
    let crashes = scratch.path("crashes.c");
    std::fs::write(&crashes, "int main(void) { return *(volatile int *)0; }\n").unwrap();
    let output = cardsharp(&["coach", "intensity", &crashes, "--games", "2", "--versions", &versions]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("answers could stand: 22 faults in 2 games"), "{told}");
    let hangs = scratch.path("hangs.c");
    std::fs::write(&hangs, "int main(void) { for (;;) { } }\n").unwrap();
    for command in ["coach", "ladder"] {
        let words = format!("{command} intensity {hangs} --decision 0.05 --versions {versions}");
        refused(&words, 1, "let its time run out, and is no longer asked");
    }
    assert!(!std::path::Path::new(&versions).exists(), "of these nothing is kept");
}

#[test]
fn a_program_that_errs_now_and_then_is_coached_for_the_rest() {
    let scratch = Scratch::new("coach-errs");
    let program = scratch.path("errs.py");
    // Every fifth answer is nonsense.
    let source = "#!/usr/bin/env python3\nimport json, sys\nturns = 0\nfor line in sys.stdin:\n    said = json.loads(line)\n    \
                  if said['type'] == 'hello':\n        print(json.dumps({'type': 'hello', 'version': 1, 'name': 'Errs'}), flush=True)\n    \
                  elif said['type'] == 'turn':\n        turns += 1\n        \
                  print(json.dumps({'type': 'action', 'action': said['legal'][0] if turns % 5 else 'play 99'}), flush=True)\n";
    std::fs::write(&program, source).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    let told = parsed(&format!(
        "coach indigo {program} --games 2 --checks 1 --json {QUICK} --versions {}",
        scratch.path("v.json")
    ));
    assert!(told["faults"].as_u64().unwrap() >= 2, "{told}");
    assert!(told["decisions"].as_u64().unwrap() > 10, "{told}");
}

#[test]
fn players_of_the_house_stand_on_their_rungs() {
    let text = printed(&format!("ladder indigo classic {QUICK}"));
    assert!(text.contains("▶ fair"), "{text}");
    assert!(text.contains("classic stands on the rung fair (classic), rating "), "{text}");
    assert!(text.contains("What the next rung, good (greedy), does better:"), "{text}");
    let told = parsed(&format!("ladder hanamikoji greedy --json {QUICK}"));
    assert_eq!(told["stands"], serde_json::json!({ "from": "fair", "to": "fair", "is_certain": true }));
    let tests: u64 = told["tests"].as_array().unwrap().iter().map(|test| test["deals"].as_u64().unwrap()).sum();
    assert!(told["deals"].as_u64().unwrap() <= tests);
    let (low, high) =
        (told["rating"]["interval"][0].as_f64().unwrap(), told["rating"]["interval"][1].as_f64().unwrap());
    let rung = told["rungs"][1]["rating"].as_f64().unwrap();
    assert!(low < rung && rung < high, "{told}");
    // Too few deals decide nothing, and that is told.
    assert!(
        printed(&format!("ladder indigo greedy --deals 16 {QUICK}")).contains("It is not sure yet where greedy stands")
    );
}

#[test]
fn ratings_of_all_versions_are_kept_and_drawn() {
    let scratch = Scratch::new("ladder-versions");
    let (versions, page) = (scratch.path("versions.json"), scratch.path("page.html"));
    let program = scratch.path("bot.py");
    std::fs::copy(referee_tools::root().join("examples/bot.py"), &program).unwrap();
    let words = format!("ladder hanamikoji {program} --versions {versions} --html {page} {QUICK}");
    printed(&words);
    let mut source = std::fs::read_to_string(&program).unwrap();
    source.push_str("\n# the second version\n");
    std::fs::write(&program, source).unwrap();
    let told = printed(&words);
    assert!(told.contains("Its versions so far"), "{told}");
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(page.contains("<h2>Its versions</h2>") && page.contains("<polyline"), "{page}");
    assert_eq!(page.matches("<code>").count(), 4 + 2, "four rungs and two versions");
}

#[test]
fn a_ladder_can_be_measured_anew() {
    let told = parsed("ladder indigo --measure --deals 30 --json");
    let players = told["players"].as_array().unwrap();
    assert_eq!(players.len(), 8);
    // A player among players like itself leads by nothing.
    assert_eq!((&players[1]["player"], &players[1]["lead"]), (&"classic".into(), &0.0.into()));
    assert!(printed("ladder indigo --measure --deals 30").contains("on the ladder"));
}
