//! The coach: every choice of a seat has a kind with a name, and each client has a fair share of the server.

use std::collections::BTreeSet;
use std::path::Path;

use cardsharp_web::Limits;
use serde_json::{Value, json};

use crate::client::{Client, open, server_with};

fn record(game: &str) -> String {
    std::fs::read_to_string(format!("../../examples/records/{game}.record")).unwrap()
}

#[test]
fn the_coach_evaluates_every_choice_of_a_seat() {
    let (_server, client) = open();
    let kinds = client.get("/api/coach").json();
    let names: BTreeSet<&str> = kinds.as_array().unwrap().iter().map(|kind| kind["name"].as_str().unwrap()).collect();
    assert!(names.contains("leads the buffalo") && names.contains("any decision"), "{names:?}");
    let (record, seat) = (record("lucky-thirteen"), 3);
    let text = client.text();
    let heard: Vec<_> = text.send_for_events(&format!("/api/coach?seat={seat}"), record.as_bytes()).collect();
    let (end, choices) = heard.split_last().unwrap();
    assert_eq!((end.name.as_str(), choices.len()), ("end", 4), "a discard in each of four rounds");
    let steps: Vec<u64> = choices.iter().map(|choice| choice.data["step"].as_u64().unwrap()).collect();
    assert_eq!(steps, [4, 8, 12, 16], "the seat's own steps and no other's");
    for (number, choice) in choices.iter().enumerate() {
        let choice = &choice.data;
        assert_eq!((&choice["done"], &choice["decisions"]), (&json!(number + 1), &json!(4)));
        for part in ["situation", "manner", "better"] {
            assert!(names.contains(choice[part].as_str().unwrap()), "{choice}");
        }
        let (price, error) = (choice["price"].as_f64().unwrap(), choice["error"].as_f64().unwrap());
        assert!(price.abs() <= 3.0 && error >= 0.0, "three opponents can be lost at most: {choice}");
    }
}

/// In the last round a player who breaks up a 13 is left with nothing: a clear mistake.
#[test]
fn a_clear_mistake_has_its_kind_and_cost() {
    let (_server, client) = open();
    let text = client.text();
    let record = std::fs::read_to_string("tests/records/blunder.record").unwrap();
    let coached = || -> Vec<Value> {
        let heard = text.send_for_events("/api/coach?seat=0", record.as_bytes());
        heard.filter(|heard| heard.name == "decision").map(|heard| heard.data).collect()
    };
    let choices = coached();
    assert_eq!(choices, coached(), "figures do not depend on how busy the server is");
    let last = choices.last().unwrap();
    let kinds = [&last["situation"], &last["manner"], &last["better"]];
    assert_eq!(kinds, ["a 13 in hand, last round", "breaks its 13", "keeps its best 13"]);
    assert!(last["price"].as_f64().unwrap() > 2.0 * last["error"].as_f64().unwrap(), "{last}");
}

#[test]
fn invalid_coach_requests_are_refused() {
    let (_server, client) = open();
    let text = client.text();
    let good = record("lucky-thirteen");
    for (query, body, status, code) in [
        ("", good.as_str(), 400, "bad-request"),
        ("?seat=", &good, 404, "unknown-seat"),
        ("?seat=x", &good, 404, "unknown-seat"),
        ("?seat=-1", &good, 404, "unknown-seat"),
        ("?seat=4", &good, 404, "unknown-seat"),
        ("?seat=99999999999999999999999", &good, 404, "unknown-seat"),
        ("?seat=0", "", 422, "bad-record"),
        ("?seat=0", "hello", 422, "bad-record"),
        ("?seat=0", "cardsharp record 1\ngame chess\n", 422, "bad-record"),
        ("?seat=0", &good.replace("3C", "3X"), 422, "bad-record"),
        ("?seat=0", &"x".repeat(65 * 1024), 413, "too-large"),
    ] {
        let reply = text.send("POST", &format!("/api/coach{query}"), body.as_bytes());
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{query} {reply:?}");
    }
    assert_eq!(client.send("POST", "/api/coach?seat=0", good.as_bytes()).status, 415, "it is sent as text");
    let few = server_with(Path::new(":memory:"), Limits { events: 8, ..Limits::default() });
    let reply = Client::new(&few).text().send("POST", "/api/coach?seat=0", good.as_bytes());
    reply.is_refused(422, "bad-record");
    assert!(reply.body.contains("16 events") && reply.body.contains("at most 8"), "{reply:?}");
}

/// Coaching costs the server as much as a review, so both share one limit.
#[test]
fn coaching_is_limited_with_reviews() {
    let limits = Limits { reviews: 2, reviews_per_address: 1, ..Limits::default() };
    let server = server_with(Path::new(":memory:"), limits);
    let text = Client::new(&server).text();
    // This game takes the coach seconds; the requests below take no time.
    let record = record("hanamikoji");
    let coach = "/api/coach?seat=0";
    let held = text.send_for_events(coach, record.as_bytes());
    for path in [coach, "/api/replay/review"] {
        let reply = text.send("POST", path, record.as_bytes());
        reply.is_refused(429, "too-many-requests");
    }
    let other = text.from(2).send_for_events(coach, record.as_bytes());
    let reply = text.from(3).send("POST", coach, record.as_bytes());
    reply.is_refused(503, "busy");
    drop((held, other));
    // The server takes some time to notice the closed connections.
    while text.send("POST", coach, b"hello").status != 422 {}
}
