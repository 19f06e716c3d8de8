//! Attacks of one client on the others, all refused.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use cardsharp_web::Limits;
use serde_json::{Value, json};

use crate::client::{Client, Reply, open, open_with, server_with};
use crate::restart::fresh;

/// Reads a connection until the server closes it; fails if it stays open.
fn read_to_close(mut stream: &TcpStream) -> String {
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let mut received = String::new();
    stream.read_to_string(&mut received).expect("the server hangs up");
    received
}

/// Checks a temporary refusal, which says when to try again.
fn check_refused(reply: &Reply, status: u16, code: &str) {
    reply.is_refused(status, code);
    assert!(reply.header("retry-after").unwrap().parse::<u32>().unwrap() > 0, "{reply:?}");
}

fn player(spec: &str) -> Value {
    json!({ "kind": "player", "spec": spec })
}

/// A player who chooses the seed knows all cards.
#[test]
fn a_shared_table_cannot_have_a_seed() {
    let (_server, client) = open();
    let make = |seats: &[Value]| client.post("/api/tables", &json!({ "game": "indigo", "seats": seats, "seed": 7 }));
    let person = json!({ "kind": "person" });
    let shared = make(&[person.clone(), person.clone()]);
    shared.is_refused(403, "not-allowed");
    assert_eq!(make(&[person, player("random")]).status, 201);
    assert_eq!(make(&[player("random"), player("random")]).status, 201);
}

/// An invalid host is neither drawn as a huge QR code nor repeated in full in the error.
#[test]
fn an_invalid_host_is_refused_briefly() {
    let (_server, client) = open();
    let (id, _) = client.table("indigo", &["random"], &json!({}));
    let path = format!("/api/tables/{id}/invitation.svg");
    assert_eq!(client.with("Host", "localhost:65535").get(&path).status, 200);
    for host in [format!("localhost:{}", "0".repeat(2_200)), "localhost:65536".to_owned(), "[".repeat(5_000)] {
        let reply = client.with("Host", host).get(&path);
        reply.is_refused(403, "not-allowed");
        assert!(reply.body.len() < 500, "{}", reply.body.len());
    }
}

#[test]
fn watchers_do_not_block_players() {
    let limits = Limits { watchers_per_table: 2, watchers: 3, ..Limits::default() };
    let (_server, client) = open_with(limits);
    let tables = [(); 2].map(|()| client.table("indigo", &["random"], &json!({})));
    let events = tables.each_ref().map(|(id, _)| format!("/api/tables/{id}/events"));
    let mut watching = vec![client.events(&events[0]), client.events(&events[0]), client.events(&events[1])];
    check_refused(&client.get(&events[0]), 503, "too-many-watchers");
    check_refused(&client.get(&events[1]), 503, "too-many-watchers");
    for ((_, ann), events) in tables.iter().zip(&events) {
        for _ in 0..3 {
            let mut own = ann.events(events);
            assert_eq!(own.next().unwrap().data["seat"], 0);
            watching.push(own);
        }
    }
}

#[test]
fn incomplete_requests_time_out() {
    let limits = Limits { header: Duration::from_millis(50), sending: Duration::from_millis(50), ..Limits::default() };
    let (_server, client) = open_with(limits);
    let host = client.address;
    for (begun, answer) in [
        ("", ""),
        ("GET /api/games HTTP/1.1\r\nHost: ", ""),
        // A complete request, and then nothing more.
        (&format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\n\r\n"), "HTTP/1.1 200 OK"),
        (
            &format!(
                "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
                 Content-Length: 9\r\n\r\n{{"
            ),
            "HTTP/1.1 408 Request Timeout",
        ),
    ] {
        let mut stream = client.connect();
        stream.write_all(begun.as_bytes()).unwrap();
        let received = read_to_close(&stream);
        assert_eq!(received.lines().next().unwrap_or(""), answer, "to {begun:?}: {received}");
    }
}

/// The server accepts connections in the order in which they were made, so an open connection is counted.
#[test]
fn connections_per_address_are_limited() {
    let limits = Limits { connections: 100, connections_per_address: 2, ..Limits::default() };
    let (_server, client) = open_with(limits);
    let held = [client.connect(), client.connect()];
    check_refused(&client.get("/api/games"), 429, "too-many-requests");
    assert_eq!(client.from(2).get("/api/games").status, 200, "others come in");
    drop(held);
    // The server takes some time to notice the closed connections.
    while client.get("/api/games").status != 200 {}
}

#[test]
fn a_full_server_refuses_connections_with_a_reason() {
    let limits = Limits { connections: 4, ..Limits::default() };
    let (_server, client) = open_with(limits);
    let held = [1, 1, 2, 2].map(|number| client.from(number).connect());
    check_refused(&client.get("/api/games"), 429, "too-many-requests");
    check_refused(&client.from(3).get("/api/games"), 503, "busy");
    drop(held);
    while client.from(3).get("/api/games").status != 200 {}
}

#[test]
fn a_request_names_one_host() {
    let (_server, client) = open();
    let host = client.address;
    let mut stream = client.connect();
    let request = format!("GET /api/games HTTP/1.0\r\nHost: {host}\r\nHost: evil.example\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let received = read_to_close(&stream);
    assert!(received.starts_with("HTTP/1.0 400") && received.contains("bad-request"), "{received}");
}

#[test]
fn views_are_not_cached() {
    let (_server, client) = open();
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    for path in ["/api/tables", &format!("/api/tables/{id}"), "/api/nothing"] {
        assert_eq!(ann.get(path).header("cache-control"), Some("no-store"), "{path}");
    }
    assert_eq!(client.get("/").header("cache-control"), Some("no-cache"), "the page itself may be kept");
}

#[test]
fn no_answer_reveals_file_paths() {
    let file = fresh("attacks-path.db");
    let server = server_with(&file, Limits::default());
    let client = Client::new(&server);
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    let view = ann.wait(&id);
    let action = ann.some_action(&id, &view);
    rusqlite::Connection::open(&file).unwrap().execute_batch("DROP TABLE seated").unwrap();
    let seats = json!([player("random"), player("random")]);
    for reply in [
        ann.post(&format!("/api/tables/{id}/actions"), &action),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": seats })),
        client.get("/api/tables/nosuchtable"),
    ] {
        check_refused(&reply, 503, "busy");
        assert!(reply.body.contains("no such table") && !reply.body.contains("attacks-path"), "{reply:?}");
    }
}

#[test]
fn a_record_of_thousands_of_faults_is_refused() {
    let (_server, client) = open();
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    ann.play_out(&id);
    let record = client.get(&format!("/api/tables/{id}/record")).body;
    let text = client.text();
    let with_faults = |count: usize| {
        let (head, end) = record.split_once("\n0 ").unwrap_or_else(|| panic!("seat 0 begins: {record}"));
        // The result line would have to count the faults, so the game is left unfinished.
        let (end, _) = end.rsplit_once("\n1 ").unwrap();
        format!("{head}{}\n0 {end}\n", "\nfault 0 illegal \"x\"".repeat(count))
    };
    for (count, status) in [(0, 200), (900, 200), (1_000, 422), (3_000, 422)] {
        for path in ["/api/replay", "/api/replay/review"] {
            if path == "/api/replay/review" && status == 200 {
                continue;
            }
            let reply = text.send("POST", path, with_faults(count).as_bytes());
            assert_eq!(reply.status, status, "{count} faults: {}", &reply.body[..reply.body.len().min(300)]);
            if status == 200 {
                assert_eq!(reply.json()["steps"].as_array().unwrap().len(), 48 + count);
            } else {
                assert!(reply.body.contains("events; at most 1000"), "{reply:?}");
            }
        }
    }
}

#[test]
fn searches_per_address_are_limited() {
    let limits = Limits { thoughts_per_address: 2, thoughts: 4, tables_per_address: 6, ..Limits::default() };
    let (_server, client) = open_with(limits);
    let make = |client: &Client, spec: &str| {
        let seats = [player(spec), player(spec)];
        client.post("/api/tables", &json!({ "game": "indigo", "seats": seats }))
    };
    for (number, due) in [(1, 2), (2, 4)] {
        let client = client.from(number);
        assert_eq!([make(&client, "champion:ms=5000").status, make(&client, "champion:ms=5000").status], [201, 201]);
        while client.get("/api/health").json()["thinking"] != due {}
    }
    check_refused(&make(&client, "champion:ms=5000"), 429, "too-many-requests");
    check_refused(&make(&client.from(3), "champion:ms=5000"), 503, "busy");
    // Bots that do not search are accepted until there are too many tables.
    for _ in 0..4 {
        assert_eq!(make(&client, "random").status, 201);
    }
    check_refused(&make(&client, "random"), 429, "too-many-tables");
    assert_eq!(make(&client.from(3), "random").status, 201);
}
