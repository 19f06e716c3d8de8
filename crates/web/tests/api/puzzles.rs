//! Puzzles over HTTP: when the solution is sent, which answers count, and which are refused.

use cardsharp_web::Limits;
use serde_json::{Value, json};

use crate::client::{Client, open, server_with};
use crate::restart::fresh;

const ANN: &str = "ann0ann0ann0ann0ann0";
const BOB: &str = "bob0bob0bob0bob0bob0";
const GAMES: [&str; 4] = ["hanamikoji", "indigo", "intensity", "lucky-thirteen"];

/// Returns answers to a puzzle: every option, or one legal action.
fn answers(client: &Client, path: &str) -> Vec<Value> {
    let puzzle = client.get(path).json();
    if puzzle["asked"] != "play" {
        let options = puzzle["options"].as_array().unwrap().len();
        return (0..options).map(|option| json!({ "option": option })).collect();
    }
    vec![json!({ "action": client.choose(path, &mut |_| ()) })]
}

#[test]
fn only_the_first_answer_to_a_puzzle_counts() {
    let (_server, client) = open();
    let listed = client.get("/api/puzzles").json();
    for (game, of) in GAMES.iter().zip(["hanamikoji", "indigo", "intensity", "lucky-thirteen"]) {
        assert!(listed.as_array().unwrap().iter().any(|row| row["game"] == of && row["puzzles"].as_u64() >= Some(200)));
        for number in [1, 2, 3, 100] {
            let path = format!("/api/puzzles/{game}/{number}");
            let puzzle = client.get(&path);
            assert_eq!(puzzle.status, 200, "{puzzle:?}");
            for key in ["seed", "record", "worths", "chance", "value", "rating", "right"] {
                assert!(!puzzle.body.contains(&format!("\"{key}\":")), "{key} is not told before: {}", puzzle.body);
            }
            let mut answer = answers(&client, &path).swap_remove(0);
            answer["token"] = json!(ANN);
            answer["rating"] = json!({ "rating": 1500, "deviation": 350 });
            let first = client.post(&format!("{path}/answers"), &answer).ok(200);
            assert_eq!((&first["counted"], &first["tries"]), (&json!("yes"), &json!(1)));
            let gained = first["solver"]["rating"].as_f64().unwrap() > 1_500.0;
            assert_eq!(json!(gained), first["right"], "{first}");
            let again = client.post(&format!("{path}/answers"), &answer).json();
            assert_eq!((&again["counted"], &again["tries"]), (&json!("before"), &json!(1)), "the first answer counts");
            assert_eq!(again["puzzle"], first["puzzle"]);
        }
    }
}

#[test]
fn only_the_likeliest_option_is_right_and_the_line_needs_an_answer() {
    let (_server, client) = open();
    let number =
        (1..60).find(|number| client.get(&format!("/api/puzzles/intensity/{number}")).json()["asked"] != "play");
    let path = format!("/api/puzzles/intensity/{}", number.expect("some ask about cards"));
    let replies: Vec<Value> =
        answers(&client, &path).iter().map(|answer| client.post(&format!("{path}/answers"), answer).json()).collect();
    assert_eq!(replies.iter().filter(|reply| reply["right"] == true).count(), 1, "{replies:?}");
    assert!(replies.iter().all(|reply| reply["counted"] == "nobody" && reply["was_so"].is_boolean()));
    let refused = client.post(&format!("{path}/line"), &json!({ "receipt": "0".repeat(32) }));
    refused.is_refused(403, "not-over");
    let line = client.post(&format!("{path}/line"), &json!({ "receipt": replies[0]["receipt"] })).json();
    assert!(line["record"].as_str().unwrap().starts_with("cardsharp record 1"), "{line}");
}

#[test]
fn nonsense_is_refused_and_counts_for_nothing() {
    let (_server, client) = open();
    for path in ["/api/puzzles/chess/1", "/api/puzzles/indigo/0", "/api/puzzles/indigo/99999", "/api/puzzles/indigo/x"]
    {
        assert_eq!(client.get(path).status, 404, "{path}");
    }
    let path = "/api/puzzles/indigo/1";
    for (answer, status) in [
        (json!({}), 400),
        (json!({ "action": "play 1X" }), 422),
        (json!({ "option": 77 }), 422),
        (json!({ "action": "play 10♥", "option": 1 }), 400),
        (json!({ "action": "play 10♥", "extra": 1 }), 400),
    ] {
        assert_eq!(client.post(&format!("{path}/answers"), &answer).status, status, "{answer}");
    }
    let mut answer = answers(&client, path).swap_remove(0);
    for token in ["short", "with blanks in it 0000", &"x".repeat(65)] {
        answer["token"] = json!(token);
        assert_eq!(client.post(&format!("{path}/answers"), &answer).status, 400, "{token}");
    }
    answer["token"] = json!(ANN);
    answer["rating"] = json!({ "rating": 1e300, "deviation": -5 });
    let reply = client.post(&format!("{path}/answers"), &answer).json();
    assert_eq!(reply["tries"], 1, "nothing before was counted: {reply}");
    assert!(reply["solver"]["rating"].as_f64().unwrap() <= 3_600.0, "{reply}");
}

#[test]
fn ratings_are_stored_and_limited_by_address() {
    let file = fresh("puzzles.db");
    let limits = Limits { answers_per_address: 2, ..Limits::default() };
    let server = server_with(&file, limits.clone());
    let client = Client::new(&server);
    let answer = |client: &Client, number: u32, token: &str| {
        let path = format!("/api/puzzles/indigo/{number}");
        let mut answer = answers(client, &path).swap_remove(0);
        answer["token"] = json!(token);
        client.post(&format!("{path}/answers"), &answer).json()
    };
    assert_eq!(answer(&client, 1, ANN)["counted"], "yes");
    let (first, second) =
        (answer(&client.from(9), 1, "cleo0cleo0cleo0cleo0")["tries"].clone(), answer(&client, 1, BOB));
    assert_eq!((&second["counted"], &second["tries"]), (&json!("yes"), &first), "an address moves a puzzle once");
    assert_eq!(answer(&client, 2, ANN)["counted"], "many", "two answers a day from an address, here");
    assert_eq!(answer(&client.from(2), 2, ANN)["counted"], "yes", "another address has its own");
    drop(server);
    let server = server_with(&file, limits);
    let client = Client::new(&server);
    let reply = answer(&client.from(3), 1, ANN);
    assert_eq!((&reply["counted"], &reply["tries"]), (&json!("before"), &json!(2)), "all is kept: {reply}");
    for _ in 0..20 {
        let next = client.post("/api/puzzles/indigo/next", &json!({ "token": ANN })).json();
        let number = next["number"].as_u64().unwrap();
        assert!(number > 2 && next["again"] == false, "{next}");
    }
}
