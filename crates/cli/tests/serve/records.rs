//! Tournaments and games of a records database.

use std::path::Path;

use serde_json::json;

use crate::server::{Server, fresh, run};

#[test]
fn a_tournament_is_shown_and_its_file_unchanged() {
    let file = fresh("serve-records.db");
    let db = file.to_str().unwrap();
    let words = "tournament indigo random classic random --format round-robin --deals 2 --seed 3 --json --db";
    let played = run(&words.split(' ').chain([db]).collect::<Vec<_>>());
    assert!(played.status.success(), "{played:?}");
    let before = std::fs::read(&file).unwrap();
    let server = Server::open(Path::new(":memory:"), &["--db", db]);

    let tournaments = server.get("/api/tournaments");
    let info = &tournaments[0];
    assert_eq!(
        (&info["game"], &info["format"], &info["entrants"]),
        (&json!("indigo"), &json!("round-robin"), &json!(3))
    );
    assert_eq!(info["kept"], info["games"], "all are over");
    let reply = server.get(&format!("/api/tournaments/{}", info["id"]));
    let standings = reply["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 3);
    assert_eq!(standings[0]["name"], "classic", "{reply}");
    let points: f64 = standings.iter().map(|standing| standing["points"].as_f64().unwrap()).sum();
    assert!((points - info["games"].as_f64().unwrap()).abs() < 1e-9, "one point a game: {reply}");
    assert!(reply["cross"][0][0].is_null() && reply["cross"][0][1]["part"].is_number(), "{reply}");
    assert_eq!(reply["course"][0].as_array().unwrap().len() as u64, info["rounds"].as_u64().unwrap());

    let some = server.get(&format!("/api/tournaments/{}/games?from=1&count=2", info["id"]));
    assert_eq!((&some["total"], some["games"].as_array().unwrap().len()), (&info["games"], 2));
    let number = &some["games"][0]["game"];
    let replay = server.get(&format!("/api/replay/game/{number}?seat=open"));
    let names: Vec<_> = some["games"][0]["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(replay["names"].as_array().unwrap().iter().collect::<Vec<_>>(), names);
    assert_eq!(replay["steps"].as_array().unwrap().len(), 49, "the deal, and 48 cards played");
    for unknown in ["/api/tournaments/9", "/api/tournaments/x", "/api/replay/game/999999", "/api/replay/game/x"] {
        assert_eq!(server.ask("GET", unknown, "").0, "404", "{unknown}");
    }
    drop(server);
    assert!(std::fs::read(&file).unwrap() == before, "only shown, never changed");
}

#[test]
fn a_server_without_records_has_no_tournaments() {
    let server = Server::open(Path::new(":memory:"), &[]);
    assert_eq!(server.ask("GET", "/api/tournaments", "").0, "404");
    assert_eq!(server.ask("GET", "/api/replay/game/1", "").0, "404");
}
