//! Uploaded programs.

use serde_json::{Value, json};

use crate::house::{House, fresh};

/// Reads an example of the repository.
fn example(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn hand_in(house: &House, game: &str, file: &str, content: &[u8]) -> (String, Value) {
    let path = format!("/api/programs?game={game}&name={file}");
    let (status, body) = house.send("POST", &path, ("application/octet-stream", content));
    (status, serde_json::from_str(&body).unwrap())
}

/// Uploads a valid program; returns a seat for it.
fn seat(house: &House, game: &str, file: &str, content: &[u8]) -> Value {
    let (status, told) = hand_in(house, game, file, content);
    assert_eq!(status, "201", "{told}");
    json!({ "kind": "program", "program": told["program"] })
}

fn table(house: &House, game: &str, seats: &[Value]) -> String {
    let wish = json!({ "game": game, "seats": seats, "seed": 5, "listed": true });
    let (status, told) = house.ask("POST", "/api/tables", &wish.to_string());
    assert_eq!(status, "201", "{told}");
    serde_json::from_str::<Value>(&told).unwrap()["id"].as_str().unwrap().to_owned()
}

fn player(spec: &str) -> Value {
    json!({ "kind": "player", "spec": spec })
}

#[test]
fn a_program_plays_to_the_end_and_is_there_after_a_restart() {
    let file = fresh("serve-programs.db");
    let house = House::open(&file, &["--allow-programs"]);
    assert_eq!(house.get("/api/health")["programs"], true);
    let first = seat(&house, "intensity", "intensity.c", &example("intensity.c"));
    assert_eq!(first, seat(&house, "intensity", "intensity.c", &example("intensity.c")), "the same is the same");
    let id = table(&house, "intensity", &[first.clone(), player("random"), first.clone(), player("careful")]);
    let view = house.last_view(&id);
    assert_eq!((&view["sitters"][0]["kind"], &view["sitters"][1]["kind"]), (&json!("program"), &json!("player")));
    assert_eq!(view["sitters"][0]["words"], "a program: intensity.c");
    let (_, record) = house.ask("GET", &format!("/api/tables/{id}/record"), "");
    assert!(record.starts_with("cardsharp record 1") && !record.contains("fault"), "{record}");
    drop(house);
    let house = House::open(&file, &["--allow-programs"]);
    let id = table(&house, "intensity", &[first, player("random"), player("random"), player("random")]);
    assert_eq!(house.last_view(&id)["sitters"][0]["kind"], "program");
}

#[test]
fn programs_of_all_kinds_are_asked_in_what_they_speak() {
    let house = House::open(std::path::Path::new(":memory:"), &["--allow-programs"]);
    let (older, newer) = (example("intensity.c"), example("bot.py"));
    let (older, newer) =
        (seat(&house, "intensity", "intensity.c", &older), seat(&house, "intensity", "bot.py", &newer));
    let id = table(&house, "intensity", &[older, newer, player("random"), player("random")]);
    assert_eq!(house.last_view(&id)["sitters"][1]["name"], "Patient Python");
    let (_, record) = house.ask("GET", &format!("/api/tables/{id}/record"), "");
    assert!(!record.contains("fault"), "{record}");
    let lines = seat(&house, "indigo", "lines.c", &example("lines.c"));
    let script = seat(&house, "indigo", "bot.py", &example("bot.py"));
    let id = table(&house, "indigo", &[lines.clone(), script]);
    house.last_view(&id);
    let (_, record) = house.ask("GET", &format!("/api/tables/{id}/record"), "");
    assert!(!record.contains("fault"), "{record}");
    // One person against a program can ask the kibitzer.
    let wish = json!({ "game": "indigo", "seats": [{ "kind": "person" }, lines], "take": 0, "kibitzer": true });
    let (_, told) = house.ask("POST", "/api/tables", &wish.to_string());
    assert_eq!(serde_json::from_str::<Value>(&told).unwrap()["view"]["kibitzer"], true, "{told}");
    // A program plays only the game it was uploaded for.
    let other = json!({ "game": "hanamikoji", "seats": [wish["seats"][1], player("random")] });
    assert_eq!(house.ask("POST", "/api/tables", &other.to_string()).0, "400");
}

#[test]
fn nonsense_is_a_fault_each_time_and_the_game_ends() {
    let house = House::open(std::path::Path::new(":memory:"), &["--allow-programs"]);
    let nonsense = b"#include <stdio.h>\nint main(void) { puts(\"nonsense\"); return 0; }\n";
    let nonsense = seat(&house, "intensity", "nonsense.c", nonsense);
    let id = table(&house, "intensity", &[player("random"), nonsense, player("random"), player("random")]);
    let view = house.last_view(&id);
    let faults = view["log"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["words"].as_str().unwrap().contains("does not count"));
    let by: Vec<&Value> = faults.map(|line| &line["seat"]).collect();
    // One pass and ten plays.
    assert_eq!(by, vec![&json!(1); 11]);
    assert_eq!(view["result"][1]["place"], 4, "each fault costs five points: {view}");
}

#[test]
fn what_cannot_play_is_refused_with_the_reason() {
    let house = House::open(std::path::Path::new(":memory:"), &["--allow-programs"]);
    let (status, told) = hand_in(&house, "intensity", "broken.c", b"int main(void) { return nothing; }\n");
    assert_eq!((status.as_str(), &told["code"]), ("422", &json!("bad-program")), "{told}");
    let words = told["error"].as_str().unwrap();
    assert!(words.starts_with("broken.c does not compile:\nbroken.c: In function"), "{words}");
    assert!(words.contains("nothing") && !words.contains("program.c"), "{words}");
    let told = |file: &str, content: &[u8]| hand_in(&house, "indigo", file, content).0;
    assert_eq!(told("notes.txt", b"not a program at all"), "422");
    assert_eq!(told("large.c", &vec![b' '; 256 * 1024 + 1]), "413");
    assert_eq!(told("", b"int main(void) {}"), "400");
    assert_eq!(hand_in(&house, "tarot", "a.c", b"").0, "404");
    assert_eq!(house.ask("POST", "/api/programs?game=indigo&name=a.c", "{}").0, "415");
    for unknown in ["nobody", "../../etc/passwd", &"0".repeat(64)] {
        let wish = json!({ "game": "indigo", "seats": [player("random"), { "kind": "program", "program": unknown }] });
        assert_eq!(house.ask("POST", "/api/tables", &wish.to_string()).0, "400", "{unknown}");
    }
}

#[test]
fn a_house_that_was_not_told_to_takes_no_programs() {
    let house = House::open(std::path::Path::new(":memory:"), &[]);
    assert_eq!(house.get("/api/health")["programs"], false);
    let (status, told) = hand_in(&house, "intensity", "intensity.c", &example("intensity.c"));
    assert_eq!((status.as_str(), &told["code"]), ("404", &json!("unknown-page")), "{told}");
}

/// Ten tables of programs that sleep do not delay another table's program.
#[test]
fn programs_that_sleep_hold_up_no_honest_one() {
    let house = House::open(std::path::Path::new(":memory:"), &["--allow-programs", "--threads", "1"]);
    let sleeper = b"#include <unistd.h>\nint main(void) { for (;;) sleep(60); }\n";
    let sleeper = seat(&house, "intensity", "sleeper.c", sleeper);
    let honest = seat(&house, "intensity", "intensity.c", &example("intensity.c"));
    let tables: Vec<String> = (0..10).map(|_| table(&house, "intensity", &[(); 4].map(|()| sleeper.clone()))).collect();
    let id = table(&house, "intensity", &[(); 4].map(|()| honest.clone()));
    house.last_view(&id);
    let slept = |id: &String| {
        let view = house.get(&format!("/api/tables/{id}"));
        let is_late = |line: &&Value| line["words"].as_str().unwrap().ends_with("it came too late");
        view["log"].as_array().unwrap().iter().filter(is_late).count()
    };
    let slept: usize = tables.iter().map(slept).sum();
    // Each sleeping seat is asked three times, 120 in all; the honest program has made 44 decisions.
    assert!(slept < 44, "{slept} decisions of those who sleep");
}
