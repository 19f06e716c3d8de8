//! A client that makes the server search a lot does not delay others. The tests check order, never durations.

use std::path::Path;

use cardsharp_web::{Limits, Running};
use serde_json::{Value, json};

use crate::client::{Client, open_with, server_with};
use crate::restart::fresh;

/// The number of tables that search at the same time.
const CROWD: usize = 40;
const LONG: &str = "champion:ms=500";

fn crowded(tables: &Path) -> Running {
    server_with(tables, Limits { thoughts_per_address: 2 * CROWD, ..Limits::default() })
}

/// Creates tables with a slow bot on seat 0, and waits until all of them search.
fn crowd(client: &Client, second: &Value) -> Vec<String> {
    let seats = json!([{ "kind": "player", "spec": LONG }, second]);
    let take = (second["kind"] == "person").then_some(1);
    let wish = json!({ "game": "indigo", "seats": seats, "take": take });
    let table = |_| client.post("/api/tables", &wish).json()["id"].as_str().unwrap().to_owned();
    let tables = (0..CROWD).map(table).collect();
    all_think(client);
    tables
}

fn all_think(client: &Client) {
    while client.get("/api/health").json()["thinking"].as_u64() < Some(CROWD as u64) {}
}

fn decisions(client: &Client, tables: &[String]) -> u64 {
    let steps = |id: &String| client.look(id)["step"].as_u64().unwrap();
    tables.iter().map(steps).sum()
}

/// Checks that a quick bot answers several times before half of the crowd has decided: it does not wait behind it.
fn check_answered(client: &Client, tables: &[String]) {
    let before = decisions(client, tables);
    let (id, ann) = client.table("indigo", &["classic"], &json!({}));
    for _ in 0..3 {
        ann.play_one(&id);
    }
    assert!(ann.wait(&id)["step"].as_u64() >= Some(6));
    let made = decisions(client, tables) - before;
    assert!(made < CROWD as u64 / 2, "{made} long thoughts were thought meanwhile");
}

#[test]
fn slow_tables_do_not_delay_a_quick_bot() {
    let server = crowded(Path::new(":memory:"));
    let client = Client::new(&server);
    let tables = crowd(&client, &json!({ "kind": "player", "spec": LONG }));
    check_answered(&client, &tables);
    check_answered(&client.from(2), &tables);
}

#[test]
fn slow_tables_with_people_do_not_delay_a_quick_bot() {
    let server = crowded(Path::new(":memory:"));
    let client = Client::new(&server);
    let tables = crowd(&client, &json!({ "kind": "person" }));
    check_answered(&client, &tables);
    check_answered(&client.from(2), &tables);
}

#[test]
fn slow_tables_do_not_delay_a_quick_bot_after_a_restart() {
    let file = fresh("fairness-restart.db");
    let server = crowded(&file);
    let tables = crowd(&Client::new(&server), &json!({ "kind": "player", "spec": LONG }));
    drop(server);
    let server = crowded(&file);
    let client = Client::new(&server);
    all_think(&client);
    check_answered(&client, &tables);
}

/// A slow bot waits for at most one search of another client's crowd.
#[test]
fn another_address_does_not_wait_behind_a_crowd() {
    let server = crowded(Path::new(":memory:"));
    let client = Client::new(&server);
    let tables = crowd(&client, &json!({ "kind": "person" }));
    let before = decisions(&client, &tables);
    let (id, ann) = client.from(2).table("indigo", &[LONG], &json!({}));
    for _ in 0..3 {
        ann.play_one(&id);
    }
    ann.wait(&id);
    let made = decisions(&client, &tables) - before;
    assert!(made < CROWD as u64 / 2, "{made} thoughts of the crowd, and three of her opponent");
}

#[test]
fn reviews_are_limited_and_delay_no_table() {
    let (_server, client) = open_with(Limits { reviews_per_address: 6, reviews: 8, ..Limits::default() });
    let (id, ann) = client.table("intensity", &["random", "random", "random"], &json!({}));
    ann.play_out(&id);
    let review = format!("/api/replay/table/{id}/review");
    let mut reviews: Vec<_> = (0..6).map(|_| client.events(&review)).collect();
    let refused = client.get(&review);
    refused.is_refused(429, "too-many-requests");
    assert_eq!(refused.header("retry-after"), Some("10"));
    reviews.extend((0..2).map(|_| client.from(2).events(&review)));
    let refused = client.from(3).get(&review);
    refused.is_refused(503, "busy");
    let (id, bob) = client.from(3).table("indigo", &["classic"], &json!({}));
    bob.play_out(&id);
    assert_eq!(reviews[0].next().unwrap().name, "decision");
}
