//! The deal of the day: the same for all players, counted once, with results after the player's own game.

use cardsharp_web::Limits;
use serde_json::{Value, json};

use crate::client::{Client, open, server_with};
use crate::restart::fresh;

const ANN: &str = "ann0ann0ann0ann0ann0";
const BOB: &str = "bob0bob0bob0bob0bob0";

/// Joins today's deal; returns the table and a client on the seat.
fn sit(client: &Client, game: &str, token: &str, name: &str) -> (Value, Client) {
    let reply = client.post(&format!("/api/daily/{game}"), &json!({ "token": token, "name": name })).ok(201);
    let seated = reply["token"].as_str().map_or_else(|| client.clone(), |token| client.holding(token));
    (reply, seated)
}

fn results(client: &Client, game: &str, token: &str) -> Value {
    client.post(&format!("/api/daily/{game}/results"), &json!({ "token": token })).json()
}

#[test]
fn all_players_get_the_same_deal_and_see_results_after_their_game() {
    let (_server, client) = open();
    let today = client.get("/api/daily").json();
    assert_eq!(today["games"].as_array().unwrap().len(), 4, "{today}");
    assert!(today["puzzle"]["number"].as_u64() > Some(0) && today["left"].as_u64() <= Some(86_400));
    for game in ["indigo", "hanamikoji"] {
        let (table, ann) = sit(&client, game, ANN, "Ann");
        let id = table["id"].as_str().unwrap();
        assert_eq!(table["counts"], true);
        let (other, bob) = sit(&client, game, BOB, "Bob");
        let other = other["id"].as_str().unwrap();
        assert_eq!(ann.wait(id)["rows"], bob.wait(other)["rows"], "the same cards and the same luck");
        assert_eq!(ann.get(&format!("/api/tables/{id}/advice")).code(), "not-allowed", "what counts is played alone");
        let (same, _) = sit(&client, game, ANN, "Ann");
        assert_eq!((&same["id"], &same["counts"]), (&json!(id), &json!(true)), "one goes on with what was begun");
        ann.play_out(id);
        let early = results(&client, game, BOB);
        assert_eq!((&early["results"], &early["played"]), (&json!([]), &json!(1)), "Bob still plays: {early}");
        let refused = client.post(&format!("/api/daily/{game}/champion"), &json!({ "token": BOB }));
        assert_eq!(refused.code(), "not-over");
        bob.play_out(other);
        let reply = results(&client, game, BOB);
        let rows = reply["results"].as_array().unwrap();
        assert_eq!(rows.len(), 2, "{reply}");
        assert_eq!(rows[0]["place"], rows[1]["place"], "both played the same game: {reply}");
        assert_eq!(rows[0]["words"], rows[1]["words"]);
        assert_eq!(rows.iter().filter(|row| row["own"] == true).count(), 1);
        let champion = client.post(&format!("/api/daily/{game}/champion"), &json!({ "token": BOB })).json();
        let record = champion["record"].as_str().unwrap_or_else(|| panic!("{champion}"));
        let own = client.get(&format!("/api/tables/{other}/record")).body;
        let dealt = |record: &str| record.lines().find(|line| line.starts_with("seed ")).map(str::to_owned);
        assert_eq!(dealt(record), dealt(&own), "the champion had the same cards");
        let (practice, bob) = sit(&client, game, BOB, "Bob");
        assert_eq!(practice["counts"], false);
        bob.play_out(practice["id"].as_str().unwrap());
        assert_eq!(results(&client, game, BOB)["played"], 2, "practice does not count");
    }
}

#[test]
fn the_deal_survives_a_restart_and_bad_requests_are_refused() {
    let file = fresh("daily.db");
    let limits = Limits { daily_per_address: 1, ..Limits::default() };
    let server = server_with(&file, limits.clone());
    let client = Client::new(&server);
    let wish = |token: &str, name: &str| json!({ "token": token, "name": name });
    assert_eq!(client.post("/api/daily/indigo", &wish(ANN, &"x".repeat(25))).status, 400);
    assert_eq!(client.post("/api/daily/indigo", &wish(ANN, "two\nlines")).status, 400);
    assert_eq!(client.post("/api/daily/indigo", &wish("short", "Ann")).status, 400);
    assert_eq!(client.post("/api/daily/chess", &wish(ANN, "Ann")).status, 404);
    for day in ["2999-01-01", "yesterday", "1999-12-31"] {
        assert_eq!(client.post("/api/daily/indigo/results", &json!({ "day": day })).status, 404, "{day}");
    }
    let (table, mut ann) = sit(&client, "indigo", ANN, "Ann");
    let view = ann.wait(table["id"].as_str().unwrap());
    assert!(!view.to_string().contains("seed"), "no seed is told");
    assert_eq!(sit(&client, "indigo", BOB, "Bob").0["counts"], false, "one game from an address counts, here");
    drop(server);
    let server = server_with(&file, limits);
    let client = Client::new(&server);
    ann.address = server.address();
    assert_eq!(ann.wait(table["id"].as_str().unwrap())["rows"], view["rows"]);
    ann.play_out(table["id"].as_str().unwrap());
    let reply = results(&client, "indigo", ANN);
    assert_eq!((&reply["own"]["over"], &reply["results"][0]["name"]), (&json!(true), &json!("Ann")), "{reply}");
    let other = Client::new(&server).from(2);
    let (same_day, cleo) = sit(&other, "indigo", "cleo0cleo0cleo0cleo0", "Cleo");
    assert_eq!(cleo.wait(same_day["id"].as_str().unwrap())["rows"], view["rows"], "the secret outlives the server");
}
