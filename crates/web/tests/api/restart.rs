//! The server is killed during a game and restarted.

use std::path::PathBuf;

use cardsharp_web::Limits;
use serde_json::json;

use crate::client::{Client, server_with};

/// Returns the path of a database that does not exist yet.
pub fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm", ".lock"] {
        let _nevermind = std::fs::remove_file(format!("{}{end}", path.display()));
    }
    path
}

#[test]
fn a_game_goes_on_after_a_restart_as_it_would_have() {
    let records = [("whole", 0), ("broken", 1), ("often", 3)].map(|(name, restarts)| {
        let file = fresh(&format!("restart-{name}.db"));
        let mut server = server_with(&file, Limits::default());
        let mut client = Client::new(&server);
        let (id, mut ann) = client.table("intensity", &["careful", "learned", "champion:nodes=50"], &json!({}));
        for _ in 0..restarts {
            for _ in 0..2 {
                ann.play_one(&id);
            }
            let before = ann.wait(&id);
            drop(server);
            server = server_with(&file, Limits::default());
            client = Client::new(&server);
            ann.address = server.address();
            let after = ann.wait(&id);
            assert_eq!(after["version"], before["version"], "nothing is lost, and the seat is still held");
            assert_eq!((&after["rows"], &after["log"]), (&before["rows"], &before["log"]));
        }
        ann.play_out(&id);
        client.get(&format!("/api/tables/{id}/record")).body
    });
    assert!(records[0].starts_with("cardsharp record 1"));
    assert_eq!(records[0], records[1], "players go on with the luck they would have had");
    assert_eq!(records[0], records[2]);
}

#[test]
fn bots_continue_after_a_restart() {
    let file = fresh("restart-alone.db");
    let server = server_with(&file, Limits::default());
    let client = Client::new(&server);
    let spec = json!({ "kind": "player", "spec": "champion:nodes=2000" });
    let reply = client.post("/api/tables", &json!({ "game": "indigo", "seats": [spec, spec], "listed": true })).json();
    let id = reply["id"].as_str().unwrap().to_owned();
    client.events(&format!("/api/tables/{id}/events")).find(|event| event.data["step"].as_u64() >= Some(3)).unwrap();
    drop(server);
    let server = server_with(&file, Limits::default());
    let client = Client::new(&server);
    assert_eq!(client.get("/api/tables").json()[0]["id"], id.as_str(), "it is there before anybody asks for it");
    let over = client.events(&format!("/api/tables/{id}/events")).find(|event| event.data["over"] == true).unwrap();
    assert_eq!(over.data["result"].as_array().unwrap().len(), 2);
}

#[test]
fn waiting_and_next_tables_survive_a_restart() {
    let file = fresh("restart-waiting.db");
    let server = server_with(&file, Limits::default());
    let client = Client::new(&server);
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let reply = client.post("/api/tables", &json!({ "game": "indigo", "seats": seats, "take": 0 })).json();
    let (waiting, token) = (reply["id"].as_str().unwrap().to_owned(), reply["token"].as_str().unwrap().to_owned());
    let (played, ann) = client.table("lucky-thirteen", &["random", "random", "random"], &json!({}));
    ann.play_out(&played);
    let next = ann.post(&format!("/api/tables/{played}/again"), &json!({})).json()["id"].clone();
    drop(server);
    let server = server_with(&file, Limits::default());
    let mut client = Client::new(&server);
    let bob = client.post(&format!("/api/tables/{waiting}/seats/1"), &json!({})).json();
    assert_eq!(bob["view"]["begun"], true, "{bob}");
    assert_eq!(client.holding(&token).get(&format!("/api/tables/{waiting}")).json()["seat"], 0);
    client.headers = ann.headers.clone();
    assert_eq!(client.get(&format!("/api/tables/{played}")).json()["next"], next);
    client.play_out(next.as_str().unwrap());
}
