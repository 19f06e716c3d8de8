//! Uploaded programs.

use serde_json::{Value, json};

use crate::server::{Server, fresh};

fn example(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn hand_in(server: &Server, game: &str, file: &str, content: &[u8]) -> (String, Value) {
    let path = format!("/api/programs?game={game}&name={file}");
    let (status, body) = server.send("POST", &path, ("application/octet-stream", content));
    (status, serde_json::from_str(&body).unwrap())
}

/// Uploads a valid program; returns a seat for it.
fn seat(server: &Server, game: &str, file: &str, content: &[u8]) -> Value {
    let (status, reply) = hand_in(server, game, file, content);
    assert_eq!(status, "201", "{reply}");
    json!({ "kind": "program", "program": reply["program"] })
}

fn table(server: &Server, game: &str, seats: &[Value]) -> String {
    let wish = json!({ "game": game, "seats": seats, "seed": 5, "listed": true });
    let (status, reply) = server.ask("POST", "/api/tables", &wish.to_string());
    assert_eq!(status, "201", "{reply}");
    serde_json::from_str::<Value>(&reply).unwrap()["id"].as_str().unwrap().to_owned()
}

fn player(spec: &str) -> Value {
    json!({ "kind": "player", "spec": spec })
}

#[test]
fn a_program_plays_to_the_end_also_after_a_restart() {
    let file = fresh("serve-programs.db");
    let server = Server::open(&file, &["--allow-programs"]);
    assert_eq!(server.get("/api/health")["programs"], true);
    let first = seat(&server, "intensity", "intensity.c", &example("intensity.c"));
    assert_eq!(first, seat(&server, "intensity", "intensity.c", &example("intensity.c")), "the same is the same");
    let id = table(&server, "intensity", &[first.clone(), player("random"), first.clone(), player("careful")]);
    let view = server.last_view(&id);
    assert_eq!((&view["sitters"][0]["kind"], &view["sitters"][1]["kind"]), (&json!("program"), &json!("player")));
    assert_eq!(view["sitters"][0]["words"], "a program: intensity.c");
    let (_, record) = server.ask("GET", &format!("/api/tables/{id}/record"), "");
    assert!(record.starts_with("cardsharp record 1") && !record.contains("fault"), "{record}");
    drop(server);
    let server = Server::open(&file, &["--allow-programs"]);
    let id = table(&server, "intensity", &[first, player("random"), player("random"), player("random")]);
    assert_eq!(server.last_view(&id)["sitters"][0]["kind"], "program");
}

#[test]
fn each_program_gets_its_own_protocol() {
    let server = Server::open(std::path::Path::new(":memory:"), &["--allow-programs"]);
    let (older, newer) = (example("intensity.c"), example("bot.py"));
    let (older, newer) =
        (seat(&server, "intensity", "intensity.c", &older), seat(&server, "intensity", "bot.py", &newer));
    let id = table(&server, "intensity", &[older, newer, player("random"), player("random")]);
    assert_eq!(server.last_view(&id)["sitters"][1]["name"], "Patient Python");
    let (_, record) = server.ask("GET", &format!("/api/tables/{id}/record"), "");
    assert!(!record.contains("fault"), "{record}");
    let lines = seat(&server, "indigo", "lines.c", &example("lines.c"));
    let script = seat(&server, "indigo", "bot.py", &example("bot.py"));
    let id = table(&server, "indigo", &[lines.clone(), script]);
    server.last_view(&id);
    let (_, record) = server.ask("GET", &format!("/api/tables/{id}/record"), "");
    assert!(!record.contains("fault"), "{record}");
    // One person against a program can ask the kibitzer.
    let wish = json!({ "game": "indigo", "seats": [{ "kind": "person" }, lines], "take": 0, "kibitzer": true });
    let (_, reply) = server.ask("POST", "/api/tables", &wish.to_string());
    assert_eq!(serde_json::from_str::<Value>(&reply).unwrap()["view"]["kibitzer"], true, "{reply}");
    // A program plays only the game it was uploaded for.
    let other = json!({ "game": "hanamikoji", "seats": [wish["seats"][1], player("random")] });
    assert_eq!(server.ask("POST", "/api/tables", &other.to_string()).0, "400");
}

#[test]
fn nonsense_is_a_fault_each_time_and_the_game_ends() {
    let server = Server::open(std::path::Path::new(":memory:"), &["--allow-programs"]);
    let nonsense = b"#include <stdio.h>\nint main(void) { puts(\"nonsense\"); return 0; }\n";
    let nonsense = seat(&server, "intensity", "nonsense.c", nonsense);
    let id = table(&server, "intensity", &[player("random"), nonsense, player("random"), player("random")]);
    let view = server.last_view(&id);
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
fn invalid_programs_are_refused_with_a_reason() {
    let server = Server::open(std::path::Path::new(":memory:"), &["--allow-programs"]);
    let (status, reply) = hand_in(&server, "intensity", "broken.c", b"int main(void) { return nothing; }\n");
    assert_eq!((status.as_str(), &reply["code"]), ("422", &json!("bad-program")), "{reply}");
    let words = reply["error"].as_str().unwrap();
    assert!(words.starts_with("broken.c does not compile:\nbroken.c: In function"), "{words}");
    assert!(words.contains("nothing") && !words.contains("program.c"), "{words}");
    let upload_status = |file: &str, content: &[u8]| hand_in(&server, "indigo", file, content).0;
    assert_eq!(upload_status("notes.txt", b"not a program at all"), "422");
    assert_eq!(upload_status("large.c", &vec![b' '; 256 * 1024 + 1]), "413");
    assert_eq!(upload_status("", b"int main(void) {}"), "400");
    assert_eq!(hand_in(&server, "tarot", "a.c", b"").0, "404");
    assert_eq!(server.ask("POST", "/api/programs?game=indigo&name=a.c", "{}").0, "415");
    for unknown in ["nobody", "../../etc/passwd", &"0".repeat(64)] {
        let wish = json!({ "game": "indigo", "seats": [player("random"), { "kind": "program", "program": unknown }] });
        assert_eq!(server.ask("POST", "/api/tables", &wish.to_string()).0, "400", "{unknown}");
    }
}

#[test]
fn programs_are_refused_by_default() {
    let server = Server::open(std::path::Path::new(":memory:"), &[]);
    assert_eq!(server.get("/api/health")["programs"], false);
    let (status, reply) = hand_in(&server, "intensity", "intensity.c", &example("intensity.c"));
    assert_eq!((status.as_str(), &reply["code"]), ("404", &json!("unknown-page")), "{reply}");
}

/// Ten tables of programs that sleep do not delay another table's program.
#[test]
fn sleeping_programs_do_not_delay_others() {
    let server = Server::open(std::path::Path::new(":memory:"), &["--allow-programs", "--threads", "1"]);
    let sleeper = b"#include <unistd.h>\nint main(void) { for (;;) sleep(60); }\n";
    let sleeper = seat(&server, "intensity", "sleeper.c", sleeper);
    let honest = seat(&server, "intensity", "intensity.c", &example("intensity.c"));
    let tables: Vec<String> =
        (0..10).map(|_| table(&server, "intensity", &[(); 4].map(|()| sleeper.clone()))).collect();
    let id = table(&server, "intensity", &[(); 4].map(|()| honest.clone()));
    server.last_view(&id);
    let slept = |id: &String| {
        let view = server.get(&format!("/api/tables/{id}"));
        let is_late = |line: &&Value| line["words"].as_str().unwrap().ends_with("it came too late");
        view["log"].as_array().unwrap().iter().filter(is_late).count()
    };
    let slept: usize = tables.iter().map(slept).sum();
    // Each sleeping seat is asked three times, 120 in all; the honest program has made 44 decisions.
    assert!(slept < 44, "{slept} decisions of those who sleep");
}
