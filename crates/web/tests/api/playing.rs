//! Every request used as intended.

use cardsharp_rules::{AnyGame, AnyRecord};
use serde_json::{Value, json};

use crate::client::{Client, open};

/// The bots that sit beside one person in each game.
const GAMES: [(&str, &[&str]); 4] = [
    ("intensity", &["random", "careful", "random"]),
    ("hanamikoji", &["greedy"]),
    ("indigo", &["classic"]),
    ("lucky-thirteen", &["basic", "random", "keep13"]),
];

/// Returns every registered game with its bots; games without an entry above get random players.
fn games_and_players() -> Vec<(&'static str, Vec<&'static str>)> {
    let players = |game: &AnyGame| match GAMES.into_iter().find(|(name, _)| *name == game.name()) {
        Some((name, players)) => (name, players.to_vec()),
        None => (game.name(), vec!["random"; game.seats() - 1]),
    };
    AnyGame::all().iter().map(players).collect()
}

#[test]
fn the_server_lists_all_games() {
    let (_server, client) = open();
    let games = client.get("/api/games").json();
    let names: Vec<&str> = games.as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, games_and_players().iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for game in games.as_array().unwrap() {
        assert_eq!(game["usual"].as_array().unwrap().len() as u64, game["seats"].as_u64().unwrap());
        assert!(game["strengths"].as_array().unwrap().len() >= 2);
        let rules = client.get(&format!("/api/games/{}/rules", game["name"].as_str().unwrap())).json();
        assert!(rules["html"].as_str().unwrap().contains("<h1>"), "{rules}");
    }
    let health = client.get("/api/health").json();
    assert_eq!((&health["tables"], &health["watchers"]), (&json!(0), &json!(0)));
}

#[test]
fn every_game_is_played_to_its_end_by_choosing_pieces() {
    let (_server, client) = open();
    for (game, players) in games_and_players() {
        let (id, ann) = client.table(game, &players, &json!({}));
        let early = ann.get(&format!("/api/tables/{id}/record"));
        early.is_refused(403, "not-over");
        assert_eq!(client.get(&format!("/api/replay/table/{id}")).code(), "not-over");
        let view = ann.play_out(&id);
        let result = view["result"].as_array().unwrap();
        assert_eq!(result.len(), players.len() + 1);
        assert!(result.iter().any(|seat| seat["place"] == 1));
        assert_eq!(view["log"].as_array().unwrap().len() as u64, view["step"].as_u64().unwrap());
        let record = client.get(&format!("/api/tables/{id}/record"));
        assert!(record.body.starts_with("cardsharp record 1"), "{record:?}");
        check_replay(&client, &id, &record.body, &view);
    }
}

/// Checks that a table's game and its uploaded record give the same replay, open and from a seat.
fn check_replay(client: &Client, id: &str, record: &str, last: &Value) {
    let open = client.get(&format!("/api/replay/table/{id}?seat=open")).json();
    assert_eq!(open["steps"].as_array().unwrap().len() as u64, last["step"].as_u64().unwrap() + 1);
    let dealt = open["steps"][0]["hands"].as_array().unwrap();
    assert!(dealt.iter().all(|hand| !hand.as_array().unwrap().is_empty()), "all hands are open: {dealt:?}");
    let sent = client.text().send("POST", "/api/replay?seat=open", record.as_bytes());
    assert_eq!(sent.json(), open);
    let own = client.get(&format!("/api/replay/table/{id}?seat=0")).json();
    let hands = own["steps"][0]["hands"].as_array().unwrap();
    assert_eq!(hands[0], dealt[0]);
    assert!(hands[1..].iter().all(|hand| hand.as_array().unwrap().is_empty()), "only one's own: {hands:?}");
    assert_eq!(own["result"], last["result"]);
    assert_eq!(client.get(&format!("/api/replay/table/{id}?seat=9")).code(), "unknown-seat");
}

/// Players replay a seed to get the same cards. Where a record lays the cards out, the seed only drives chance.
#[test]
fn a_replay_names_a_seed_only_where_it_deals_the_cards() {
    let (_server, client) = open();
    let client = client.text();
    let record = std::fs::read_to_string("../../examples/records/indigo.record").unwrap();
    let seed_of = |record: &str| client.send("POST", "/api/replay?seat=open", record.as_bytes()).json()["seed"].clone();
    let dealt = record.lines().find(|line| line.starts_with("seed ")).unwrap();
    assert!(seed_of(&record).is_u64());
    let AnyRecord::Indigo(indigo) = AnyRecord::parse(&record).unwrap() else { panic!("{record}") };
    let laid_out = record.replace(dealt, &format!("seed 3\ndeal {}", indigo.deal()));
    assert!(seed_of(&laid_out).is_null());
}

#[test]
fn a_review_sends_every_decision() {
    let (_server, client) = open();
    let (id, ann) = client.table("lucky-thirteen", &["basic", "random", "keep13"], &json!({}));
    ann.play_out(&id);
    let heard: Vec<_> = client.events(&format!("/api/replay/table/{id}/review")).collect();
    let (end, decisions) = heard.split_last().unwrap();
    assert_eq!(end.name, "end");
    assert_eq!(decisions.len() as u64, decisions[0].data["decisions"].as_u64().unwrap());
    for (number, decision) in decisions.iter().enumerate() {
        assert_eq!((decision.name.as_str(), &decision.data["done"]), ("decision", &json!(number + 1)));
        assert!(decision.data["value"].as_f64().is_some_and(|value| (0.0..=1.0).contains(&value)), "{decision:?}");
    }
}

#[test]
fn friends_take_the_free_seats_and_the_cards_are_dealt_when_all_sit() {
    let (_server, client) = open();
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let wish = json!({ "game": "indigo", "seats": seats, "take": 0, "name": "Ann", "listed": true });
    let made = client.post("/api/tables", &wish);
    assert!(made.header("set-cookie").unwrap().contains("HttpOnly; SameSite=Strict; Path=/api/tables/"));
    let reply = made.json();
    let id = reply["id"].as_str().unwrap();
    assert_eq!((&reply["view"]["begun"], &reply["view"]["rows"]), (&json!(false), &json!([])));
    assert_eq!(client.get("/api/tables").json()[0]["id"], id);
    // A browser sends the cookie instead of the token.
    let cookie = made.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let ann = client.with("Cookie", cookie);
    assert_eq!(ann.look(id)["seat"], 0);
    let seat = format!("/api/tables/{id}/seats/1");
    let bob = client.post(&seat, &json!({ "name": "Bob" })).json();
    let bob = client.holding(bob["token"].as_str().unwrap());
    let view = bob.look(id);
    assert_eq!((&view["begun"], &view["seat"], &view["sitters"][1]["name"]), (&json!(true), &json!(1), &json!("Bob")));
    assert_eq!(view["rows"][0]["pieces"].as_array().unwrap().len(), 6);
    assert_eq!(bob.send("DELETE", &seat, b"").code(), "not-allowed", "the game has begun");
    // A game between people has no advice.
    assert_eq!(bob.get(&format!("/api/tables/{id}/advice")).code(), "not-allowed");
}

#[test]
fn a_seat_left_before_the_game_is_free_again() {
    let (_server, client) = open();
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let reply = client.post("/api/tables", &json!({ "game": "indigo", "seats": seats, "take": 1 })).json();
    let id = reply["id"].as_str().unwrap();
    let seat = format!("/api/tables/{id}/seats/1");
    let left = client.holding(reply["token"].as_str().unwrap()).send("DELETE", &seat, b"");
    assert_eq!(left.status, 200, "{left:?}");
    assert_eq!(left.json()["sitters"][1]["kind"], "free");
    assert_eq!(client.post(&seat, &json!({ "name": "Bob" })).status, 200);
}

#[test]
fn the_kibitzer_advises_one_person_alone() {
    let (_server, client) = open();
    let (id, ann) = client.table("lucky-thirteen", &["random", "random", "random"], &json!({ "kibitzer": true }));
    let view = ann.wait(&id);
    let advice = ann.get(&format!("/api/tables/{id}/advice")).json();
    let actions: Vec<&Value> =
        view["rows"][0]["pieces"].as_array().unwrap().iter().map(|piece| &piece["action"]).collect();
    let choices = advice["choices"].as_array().unwrap();
    assert_eq!(choices.len(), actions.len());
    assert!(choices.iter().all(|choice| actions.contains(&&choice["action"])), "{advice}");
    // Choices are sorted by value, and each value has an error.
    let values: Vec<f64> = choices.iter().map_while(|choice| choice["value"].as_f64()).collect();
    assert!(!values.is_empty() && values.is_sorted_by(|a, b| a >= b), "{advice}");
    assert!(choices.iter().all(|choice| choice["value"].is_null() == choice["error"].is_null()), "{advice}");
    let beliefs = &advice["beliefs"];
    let places = beliefs["places"].as_array().unwrap();
    for (kind, chances) in beliefs["kinds"].as_array().unwrap().iter().zip(beliefs["chances"].as_array().unwrap()) {
        let sum: f64 = chances.as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).sum();
        assert_eq!(chances.as_array().unwrap().len(), places.len());
        assert!((sum - 1.0).abs() < 1e-6, "{kind} is somewhere: {sum}");
        let (name, cell) = (kind["name"].as_str().unwrap(), &kind["cell"]);
        // Cards have the names that the table prints.
        let suit = name.chars().next_back().unwrap();
        let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
        let rank = ranks.iter().position(|rank| *rank == name.trim_end_matches(suit));
        assert_eq!(cell["rank"].as_u64(), rank.map(|rank| rank as u64), "{kind}");
        assert_eq!(
            cell["suit"].as_u64(),
            ['♠', '♥', '♦', '♣'].iter().position(|sign| *sign == suit).map(|at| at as u64)
        );
    }
    // The other hands belong to seats, the pile to none.
    let seats: Vec<Option<u64>> = places.iter().map(|place| place["seat"].as_u64()).collect();
    assert_eq!(seats, [Some(1), Some(2), Some(3), None], "{places:?}");
    assert_eq!(client.get(&format!("/api/tables/{id}/advice")).code(), "not-your-seat");
    let (plain, ann) = client.table("indigo", &["random"], &json!({}));
    assert_eq!(ann.get(&format!("/api/tables/{plain}/advice")).code(), "not-allowed");
}

#[test]
fn the_same_people_play_again_one_seat_further() {
    let (_server, client) = open();
    let (id, ann) = client.table("lucky-thirteen", &["random", "random", "random"], &json!({}));
    let again = format!("/api/tables/{id}/again");
    assert_eq!(ann.post(&again, &json!({})).code(), "not-over");
    ann.play_out(&id);
    assert_eq!(client.post(&again, &json!({})).code(), "not-your-seat");
    let next = ann.post(&again, &json!({}));
    assert!(next.header("set-cookie").is_some(), "{next:?}");
    let next = next.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(ann.post(&again, &json!({})).json()["id"], next.as_str(), "everybody is shown to the same table");
    assert_eq!(ann.look(&id)["next"], next.as_str());
    let view = ann.look(&next);
    assert_eq!((&view["seat"], &view["sitters"][1]["name"]), (&json!(1), &json!("Ann")));
    ann.play_out(&next);
}

#[test]
fn the_page_and_the_description_are_served() {
    let (_server, client) = open();
    for address in ["/", "/table/abc", "/replay", "/replay/table/abc", "/tournaments", "/rules/indigo"] {
        let page = client.get(address);
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")), "{address}");
        assert!(!page.body.contains(" style=") && !page.body.contains("src=\"http"), "{address}");
    }
    assert_eq!(client.get("/page/nothing.js").status, 404);
    let described = client.get("/api/openapi.json").json();
    let mut requests = Vec::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        requests.extend(methods.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    for request in &requests {
        // Every described request is served: an unknown table or a missing body is refused, not an unknown address.
        let (method, path) = request.split_once(' ').unwrap();
        let path =
            path.replace("{game}", "indigo").replace("{seat}", "0").replace("{number}", "1").replace("{id}", "x");
        let reply = client.send(method, &path, b"");
        assert!(reply.status != 405 && !reply.body.contains("nothing at this address"), "{request}: {reply:?}");
    }
    requests.sort();
    assert_eq!(
        requests,
        [
            "DELETE /api/tables/{id}/seats/{seat}",
            "DELETE /api/tables/{id}/seats/{seat}/stand-in",
            "GET /api/coach",
            "GET /api/daily",
            "GET /api/games",
            "GET /api/games/{game}/rules",
            "GET /api/health",
            "GET /api/lobby",
            "GET /api/puzzles",
            "GET /api/puzzles/{game}/{number}",
            "GET /api/replay/game/{number}",
            "GET /api/replay/game/{number}/review",
            "GET /api/replay/table/{id}",
            "GET /api/replay/table/{id}/review",
            "GET /api/tables",
            "GET /api/tables/{id}",
            "GET /api/tables/{id}/advice",
            "GET /api/tables/{id}/ending",
            "GET /api/tables/{id}/events",
            "GET /api/tables/{id}/invitation.svg",
            "GET /api/tables/{id}/record",
            "GET /api/tournaments",
            "GET /api/tournaments/{id}",
            "GET /api/tournaments/{id}/games",
            "POST /api/coach",
            "POST /api/daily/{game}",
            "POST /api/daily/{game}/champion",
            "POST /api/daily/{game}/results",
            "POST /api/programs",
            "POST /api/properties",
            "POST /api/puzzles/{game}/next",
            "POST /api/puzzles/{game}/{number}/answers",
            "POST /api/puzzles/{game}/{number}/choice",
            "POST /api/puzzles/{game}/{number}/line",
            "POST /api/replay",
            "POST /api/replay/review",
            "POST /api/tables",
            "POST /api/tables/{id}/actions",
            "POST /api/tables/{id}/again",
            "POST /api/tables/{id}/answer",
            "POST /api/tables/{id}/choice",
            "POST /api/tables/{id}/pause",
            "POST /api/tables/{id}/phrases",
            "POST /api/tables/{id}/resign",
            "POST /api/tables/{id}/resume",
            "POST /api/tables/{id}/seats/{seat}",
            "POST /api/tables/{id}/seats/{seat}/stand-in",
            "POST /api/tables/{id}/take-back",
        ]
    );
}
