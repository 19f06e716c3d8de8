//! Tables of Lucky Thirteen set up by a property file.

use std::time::{Duration, Instant};

use cardsharp_web::Limits;
use serde_json::{Value, json};

use crate::client::{Client, Reply, open, server_with};

fn set_up(client: &Client, properties: &str) -> Reply {
    client.post("/api/properties", &json!({ "properties": properties, "name": "Ann", "kibitzer": true }))
}

fn codes(cards: &Value) -> Vec<&str> {
    cards.as_array().unwrap().iter().map(|laid| laid["face"]["code"].as_str().unwrap()).collect()
}

/// Ann is `Human` on seat 2. The file sets players, shared cards, hands and forced plays.
const FILE: &str = "players.0=Basic\nplayers.1=CLEVER\nplayers.2=Human\nplayers.3=random\n\
                    shared.initialcards=8H,13C\nplayers.2.initialcards=1S,2S\nplayers.2.cardsPlayed=3S-2S,4S-1S\n";

#[test]
fn a_file_seats_players_lays_cards_and_forces_turns() {
    let (_server, client) = open();
    let reply = set_up(&client, FILE).ok(201);
    assert_eq!((&reply["seat"], &reply["view"]["sitters"][2]["name"]), (&json!(2), &json!("Ann")));
    let words: Vec<&str> = (0..4).map(|seat| reply["view"]["sitters"][seat]["words"].as_str().unwrap()).collect();
    assert!(words[0].contains("most valuable") && words[1].contains("counts cards"), "{words:?}");
    assert!(words[3].contains("discards anything"), "{words:?}");
    let (id, ann) = (reply["id"].as_str().unwrap(), client.holding(reply["token"].as_str().unwrap()));
    // The file plays her first two turns.
    let own = |view: &Value| view["log"].as_array().unwrap().iter().filter(|line| line["seat"] == 2).count();
    let mut events = ann.events(&format!("/api/tables/{id}/events"));
    let third = events.find(|event| event.data["turn"] == 2 && own(&event.data) == 2).unwrap();
    let view = third.data;
    let middle = &view["picture"]["middle"][0]["cards"];
    assert_eq!(codes(middle), ["8H", "KC"]);
    let notes: Vec<&str> =
        middle.as_array().unwrap().iter().map(|laid| laid["face"]["note"].as_str().unwrap()).collect();
    assert_eq!(notes, ["=16", "=26"], "public cards count twice, whatever their suit");
    let mine: Vec<&str> = view["log"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["seat"] == 2)
        .map(|line| line["words"].as_str().unwrap())
        .collect();
    assert!(mine.len() == 2 && mine[0].contains("2♠") && mine[1].contains("A♠"), "{mine:?}");
    let hand = view["rows"][0]["pieces"].as_array().unwrap();
    let hand: Vec<&str> = hand.iter().map(|piece| piece["codes"][0].as_str().unwrap()).collect();
    assert!(hand.contains(&"3S") && hand.contains(&"4S"), "{hand:?}");
    assert_eq!(ann.play_out(id)["over"], true);
    // The next game has random cards.
    let next = ann.ask_for(id, "again").json();
    let view = ann.wait(next["id"].as_str().unwrap());
    assert_ne!(codes(&view["picture"]["middle"][0]["cards"]), ["8H", "KC"]);
}

#[test]
fn a_person_cannot_choose_a_turn_that_the_file_plays() {
    let (_server, client) = open();
    let file = "players.0=Human\nplayers.0.initialcards=1S,2S\nplayers.0.cardsPlayed=3S-2S\nthinkingTime=10000\n";
    let reply = set_up(&client, file).json();
    let view = &reply["view"];
    assert_eq!((&view["turn"], &view["prompt"]), (&json!(0), &json!("The property file plays this turn.")));
    let pieces = view["rows"][0]["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), 3);
    assert!(pieces.iter().all(|piece| piece["open"] == false && piece["action"].is_null()), "{pieces:?}");
    let (id, ann) = (reply["id"].as_str().unwrap(), client.holding(reply["token"].as_str().unwrap()));
    let act = json!({ "version": view["version"], "action": "discard 1S" });
    assert_eq!(ann.post(&format!("/api/tables/{id}/actions"), &act).code(), "wrong-turn");
}

#[test]
fn a_file_without_people_is_watched_and_survives_the_server() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("properties-restart.db");
    let _new = std::fs::remove_file(&file);
    let game = include_str!("../../../rules/data/lucky-thirteen/properties/game1.properties");
    let id = {
        let server = server_with(&file, Limits::default());
        let reply = set_up(&Client::new(&server), &format!("{game}\n")).json();
        assert_eq!((&reply["seat"], &reply["token"]), (&Value::Null, &Value::Null), "{reply}");
        reply["id"].as_str().unwrap().to_owned()
    };
    let server = server_with(&file, Limits::default());
    let client = Client::new(&server);
    let over = client.events(&format!("/api/tables/{id}/events")).find(|event| event.data["over"] == true).unwrap();
    let shown: Vec<Vec<&str>> =
        (0..4).map(|seat| codes(&over.data["picture"]["places"][seat]["laid"]["cards"])).collect();
    assert_eq!(shown, [["AH", "4H"], ["AD", "2D"], ["AC", "2C"], ["AS", "2S"]], "as the file forces them");
}

#[test]
fn players_take_the_time_that_the_file_gives_them() {
    let (_server, client) = open();
    let begun = Instant::now();
    let reply = set_up(&client, "thinkingTime=40\ndelayTime=20\nplayers.0=basic\n").json();
    let id = reply["id"].as_str().unwrap();
    client.events(&format!("/api/tables/{id}/events")).find(|event| event.data["over"] == true).unwrap();
    // Sixteen turns and fifteen waits; each may take longer, never shorter.
    let least = Duration::from_millis(16 * 40 + 15 * 20);
    assert!(begun.elapsed() >= least, "{:?} is less than {least:?}", begun.elapsed());
}

#[test]
fn bad_files_are_refused_by_line_and_key_and_make_no_table() {
    let (_server, client) = open();
    let refused = |properties: &str, status: u16, code: &str, words: &str| {
        let reply = set_up(&client, properties);
        assert_eq!((reply.status, reply.code().as_str()), (status, code), "{properties:.80}: {reply:?}");
        assert!(reply.json()["error"].as_str().unwrap().contains(words), "{properties:.80}: {reply:?}");
    };
    refused("\nplayers.2=wise", 400, "bad-request", "line 2: players.2: there is no player \"wise\"");
    refused("players.2=wise", 400, "bad-request", "expected one of human, random, basic");
    refused(
        "players.0=champion:ms=600000",
        400,
        "bad-request",
        "line 1: players.0: champion:ms=600000: ms=600000 is more",
    );
    refused("colour=red", 400, "bad-request", "line 1: colour: unknown key");
    refused("shared.initialcards=8H,8H", 400, "bad-request", "8H is named twice");
    refused("players.0=human\nisAuto=true", 400, "bad-request", "isAuto=true leaves no place for a human");
    refused("thinkingTime=10001", 403, "not-allowed", "at most thinkingTime=10000");
    refused("delayTime=4294967295", 403, "not-allowed", "at most delayTime=10000");
    refused(&"#".repeat(16 * 1024 + 1), 413, "too-large", "at most 16,384 bytes");
    refused(&format!("{}=", "k".repeat(10_000)), 400, "bad-request", "unknown key");
    // A file of thousands of keys is refused at its first unknown key.
    let keys = (0..2_500).map(|number| format!("k{number}")).collect::<Vec<_>>().join("\n");
    refused(&keys, 400, "bad-request", "line 1: k0: unknown key");
    // The author of the file knows its cards, so other people cannot join.
    for cards in ["seed=7", "shared.initialcards=8H", "players.3.initialcards=8H", "players.3.cardsPlayed=8H-8H"] {
        refused(
            &format!("players.0=human\nplayers.1=human\n{cards}"),
            403,
            "not-allowed",
            "whoever wrote it knows them",
        );
    }
    assert_eq!(client.get("/api/health").json()["tables"], 0);
    let shared = set_up(&client, "players.0=human\nplayers.1=human\n");
    assert_eq!((shared.status, &shared.json()["view"]["begun"]), (201, &json!(false)), "nobody knows these cards");
    for body in [json!({}), json!({ "properties": 7 }), json!({ "properties": "", "seed": 7 })] {
        assert_eq!(client.post("/api/properties", &body).code(), "bad-request", "{body}");
    }
}

#[test]
fn the_api_describes_it() {
    let (_server, client) = open();
    let description = client.get("/api/openapi.json").json();
    let body = &description["paths"]["/api/properties"]["post"]["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(body["$ref"], "#/components/schemas/SetUp");
    assert_eq!(description["components"]["schemas"]["SetUp"]["properties"]["properties"]["maxLength"], 16_384);
}
