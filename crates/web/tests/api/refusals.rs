//! Bad requests get a 4xx with a reason and change nothing.

use cardsharp_web::Limits;
use serde_json::{Value, json};

use crate::client::{Client, Reply, open, open_with};

/// Plays Intensity until Ann's turn after the pass; returns the table, Ann's client and her view.
fn mid_game(client: &Client) -> (String, Client, Value) {
    let (id, ann) = client.table("intensity", &["random", "careful", "random"], &json!({}));
    for _ in 0..2 {
        ann.play_one(&id);
    }
    let view = ann.wait(&id);
    (id, ann, view)
}

/// Returns the view without the sitters, whose presence may change at any time.
fn view_without_presence(client: &Client, id: &str) -> Value {
    let mut view = client.look(id);
    view["sitters"] = Value::Null;
    view
}

#[test]
fn bad_moves_are_refused_with_a_reason_and_change_nothing() {
    let (_server, client) = open();
    let (id, ann, view) = mid_game(&client);
    let before = view_without_presence(&ann, &id);
    let actions = format!("/api/tables/{id}/actions");
    let version = view["version"].as_u64().unwrap();
    let pieces: Vec<&Value> = view["rows"][0]["pieces"].as_array().unwrap().iter().collect();
    let good = pieces.iter().find_map(|piece| piece["action"].as_str()).unwrap();
    let act = |client: &Client, version: u64, action: &str| {
        client.post(&actions, &json!({ "version": version, "action": action }))
    };
    let mut refused: Vec<(&str, u16, &str, Reply)> = vec![
        ("a watcher", 403, "not-your-seat", act(&client, version, good)),
        ("a wrong token", 403, "not-your-seat", act(&client.holding(&"0".repeat(32)), version, good)),
        (
            "a wrong cookie",
            403,
            "not-your-seat",
            act(&client.with("Cookie", format!("seat-{id}=0.abc")), version, good),
        ),
        ("an old version", 409, "stale", act(&ann, version - 1, good)),
        ("a card of nobody", 422, "illegal", act(&ann, version, "play 99")),
        ("nonsense", 422, "illegal", act(&ann, version, "hello")),
        ("another phase's action", 422, "illegal", act(&ann, version, "pass 10 11 12")),
        ("no number", 400, "bad-request", ann.post(&actions, &json!({ "version": "x", "action": good }))),
        ("an unknown field", 400, "bad-request", ann.post(&actions, &json!({ "version": 1, "action": "", "x": 1 }))),
        (
            "pieces of nobody",
            400,
            "bad-request",
            ann.post(&format!("/api/tables/{id}/choice"), &json!({ "chosen": [99] })),
        ),
    ];
    let raw = |client: &Client, body: &[u8]| client.send("POST", &actions, body);
    let json_type = ann.with("Content-Type", "application/json");
    refused.push(("malformed JSON", 400, "bad-request", raw(&json_type, b"{\"version\": 1,")));
    refused.push(("a form", 415, "bad-request", raw(&ann.text(), b"{}")));
    refused.push(("no type", 415, "bad-request", raw(&ann, b"{}")));
    refused.push(("too much", 413, "too-large", raw(&json_type, &vec![b' '; 70_000])));
    let move_body = json!({ "version": version, "action": good });
    let foreign = ann.with("Origin", "http://evil.example");
    refused.push(("another page", 403, "not-allowed", foreign.post(&actions, &move_body)));
    let rebound = ann.with("Host", "evil.example");
    refused.push(("another name", 403, "not-allowed", rebound.post(&actions, &move_body)));
    let illegal = pieces.iter().find(|piece| piece["open"] == false);
    for (what, status, code, reply) in &refused {
        assert_eq!((reply.status, reply.code().as_str()), (*status, *code), "{what}: {reply:?}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    if let Some(piece) = illegal {
        let reply = act(&ann, version, &format!("play {}", piece["codes"][0].as_str().unwrap()));
        reply.is_refused(422, "illegal");
        assert_eq!(reply.json()["error"], piece["reason"], "in the game's words");
    }
    assert_eq!(view_without_presence(&ann, &id), before);
    // The same request from the server's own page is accepted.
    let ours = ann.with("Origin", format!("http://{}", ann.address));
    assert_eq!(ours.post(&actions, &move_body).status, 200);
}

#[test]
fn actions_out_of_turn_are_refused() {
    let (_server, client) = open();
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let (reply, ann) = client.make("/api/tables", &json!({ "game": "indigo", "seats": seats, "take": 0 }));
    let id = reply["id"].as_str().unwrap();
    let actions = format!("/api/tables/{id}/actions");
    let early = ann.post(&actions, &json!({ "version": 1, "action": "play 2♣" }));
    assert_eq!((early.status, early.code().as_str()), (403, "wrong-turn"), "not everybody sits");
    let bob = client.post(&format!("/api/tables/{id}/seats/1"), &json!({})).json();
    let bob = client.holding(bob["token"].as_str().unwrap());
    let before = (view_without_presence(&ann, id), view_without_presence(&bob, id));
    for piece in bob.look(id)["rows"][0]["pieces"].as_array().unwrap() {
        assert_eq!((&piece["open"], &piece["action"]), (&json!(false), &Value::Null));
        let action = format!("play {}", piece["look"]["cards"][0]["label"].as_str().unwrap());
        let reply = bob.post(&actions, &json!({ "version": before.1["version"], "action": action }));
        reply.is_refused(403, "wrong-turn");
    }
    assert_eq!(bob.post(&format!("/api/tables/{id}/choice"), &json!({ "chosen": [0] })).code(), "wrong-turn");
    assert_eq!((view_without_presence(&ann, id), view_without_presence(&bob, id)), before);
}

#[test]
fn bad_tables_and_seats_are_refused() {
    let (_server, client) = open();
    let make = |wish: Value| client.post("/api/tables", &wish);
    let two = |second: Value| json!([{ "kind": "person" }, second]);
    let player = |spec: &str| two(json!({ "kind": "player", "spec": spec }));
    for (wish, status, code) in [
        (json!({ "game": "poker", "seats": player("random") }), 404, "unknown-game"),
        (json!({ "game": "indigo", "seats": [{ "kind": "person" }] }), 400, "bad-request"),
        (json!({ "game": "indigo", "seats": player("champoin") }), 400, "bad-request"),
        (json!({ "game": "indigo", "seats": player("human") }), 400, "bad-request"),
        (json!({ "game": "indigo", "seats": player("champion:memory=match") }), 400, "bad-request"),
        (json!({ "game": "indigo", "seats": player("champion:ms=60000") }), 403, "not-allowed"),
        (json!({ "game": "indigo", "seats": player("champion:nodes=9999999") }), 403, "not-allowed"),
        (json!({ "game": "indigo", "seats": player("random"), "take": 1 }), 404, "unknown-seat"),
        (json!({ "game": "indigo", "seats": player("random"), "take": 7 }), 404, "unknown-seat"),
        (json!({ "game": "indigo", "seats": player("random"), "take": 0, "name": "a\nb" }), 400, "bad-request"),
        (json!({ "game": "indigo", "seats": player("random"), "take": 0, "name": "x".repeat(99) }), 400, "bad-request"),
        (json!({ "game": "indigo", "seats": two(json!({ "kind": "program", "program": "p" })) }), 403, "not-allowed"),
        (json!({ "game": "indigo", "seats": two(json!({ "kind": "ghost" })) }), 400, "bad-request"),
        (json!([]), 400, "bad-request"),
    ] {
        let reply = make(wish.clone());
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{wish}: {reply:?}");
    }
    assert_eq!(client.get("/api/health").json()["tables"], 0);
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    for (reply, status, code) in [
        (client.get("/api/tables/nosuchtable"), 404, "unknown-table"),
        (client.get("/api/tables/nosuchtable/events"), 404, "unknown-table"),
        (client.post("/api/tables/nosuchtable/seats/0", &json!({})), 404, "unknown-table"),
        (client.post(&format!("/api/tables/{id}/seats/5"), &json!({})), 404, "unknown-seat"),
        (client.post(&format!("/api/tables/{id}/seats/x"), &json!({})), 404, "unknown-seat"),
        (client.post(&format!("/api/tables/{id}/seats/0"), &json!({})), 409, "seat-taken"),
        (client.post(&format!("/api/tables/{id}/seats/1"), &json!({})), 409, "seat-taken"),
        (ann.post(&format!("/api/tables/{id}/seats/1"), &json!({})), 409, "seat-taken"),
        (client.send("DELETE", &format!("/api/tables/{id}/seats/0"), b""), 403, "not-your-seat"),
        (client.get("/api/games/poker/rules"), 404, "unknown-game"),
        (client.get("/api/replay/game/1"), 404, "unknown-page"),
        (client.text().send("POST", "/api/replay", b"hello"), 422, "bad-record"),
        (client.text().send("POST", "/api/replay", &vec![b'x'; 70_000]), 413, "too-large"),
        (client.get("/api/nothing"), 404, "unknown-page"),
        (client.send("PUT", "/api/games", b""), 405, "bad-request"),
        (client.with("Host", "evil.example").get("/api/games"), 403, "not-allowed"),
    ] {
        reply.is_refused(status, code);
    }
}

#[test]
fn a_full_server_says_so() {
    let limits = Limits { tables: 2, watchers_per_table: 1, ..Limits::default() };
    let (_server, client) = open_with(limits);
    let (id, _) = client.table("indigo", &["random"], &json!({}));
    client.table("indigo", &["random"], &json!({}));
    let seats = json!([{ "kind": "person" }, { "kind": "player", "spec": "random" }]);
    let third = client.post("/api/tables", &json!({ "game": "indigo", "seats": seats }));
    third.is_refused(503, "too-many-tables");
    let events = format!("/api/tables/{id}/events");
    let mut first = client.events(&events);
    assert_eq!(first.next().unwrap().name, "view");
    assert_eq!(client.get(&events).code(), "too-many-watchers");
}
