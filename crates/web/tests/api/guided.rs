//! Guided games with a teacher.

use cardsharp_web::Limits;
use serde_json::{Value, json};

use crate::client::{Client, open, server_with};
use crate::restart::fresh;

/// Creates a guided game; returns its name, a client on the pupil's seat and the first view.
fn guided(client: &Client, game: &str) -> (String, Client, Value) {
    let reply = client.post("/api/tables", &json!({ "game": game, "guided": true, "name": "Ann" })).ok(201);
    let pupil = client.holding(reply["token"].as_str().unwrap());
    (reply["id"].as_str().unwrap().to_owned(), pupil, reply["view"].clone())
}

fn topics(view: &Value) -> Vec<&str> {
    view["lessons"].as_array().unwrap().iter().map(|said| said["topic"].as_str().unwrap()).collect()
}

#[test]
fn every_game_that_has_a_guide_is_taught_to_its_end() {
    let (_server, client) = open();
    let games = client.get("/api/games").json();
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let specs: Vec<&str> =
            game["strengths"].as_array().unwrap().iter().map(|known| known["spec"].as_str().unwrap()).collect();
        assert!(specs.contains(&game["easy"].as_str().unwrap()), "newcomers can choose whom they meet: {game}");
        if game["guided"] == false {
            let reply = client.post("/api/tables", &json!({ "game": name, "guided": true }));
            reply.is_refused(400, "bad-request");
            continue;
        }
        let (id, pupil, first) = guided(&client, name);
        assert_eq!((&first["guided"], &first["seat"], &first["turn"]), (&json!(true), &json!(0), &json!(0)));
        let said = first["lessons"].as_array().unwrap();
        assert_eq!(said.last().unwrap()["kind"], "task", "one is told what to do: {said:?}");
        let last = pupil.play_out(&id);
        assert_eq!(*topics(&last).last().unwrap(), "end");
        assert!(topics(&last).len() > topics(&first).len() + 5, "{:?}", topics(&last));
        assert!(topics(&last).starts_with(&topics(&first)), "nothing that was said is unsaid");
        for placing in last["result"].as_array().unwrap().iter().filter(|_| name == "lucky-thirteen") {
            let words = placing["words"].as_str().unwrap();
            assert!(words.contains("13: "), "everybody’s sum can be added up: {words}");
        }
        let watched = client.look(&id);
        assert_eq!(watched["lessons"], json!([]), "only the pupil is taught");
        // The game can be replayed, and played again without a teacher.
        assert_eq!(client.get(&format!("/api/replay/table/{id}")).status, 200);
        let next = pupil.ask_for(&id, "again").json()["id"].as_str().unwrap().to_owned();
        assert_eq!(pupil.look(&next)["guided"], false);
    }
}

#[test]
fn a_guided_game_has_fixed_seats_and_cards() {
    let (_server, client) = open();
    let person = json!({ "kind": "person" });
    for more in [json!({ "seats": [person, person] }), json!({ "take": 0 }), json!({ "seed": 7 })] {
        let mut wish = json!({ "game": "indigo", "guided": true });
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = client.post("/api/tables", &wish);
        assert_eq!((reply.status, reply.code().as_str()), (400, "bad-request"), "{wish}");
    }
    let reply = client.post("/api/tables", &json!({ "game": "indigo" }));
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (400, "bad-request"),
        "an ordinary table needs somebody to sit there"
    );
}

#[test]
fn the_teacher_goes_on_after_a_restart() {
    let file = fresh("restart-guided.db");
    let server = server_with(&file, Limits::default());
    let (id, mut pupil, _) = guided(&Client::new(&server), "lucky-thirteen");
    let view = pupil.wait(&id);
    assert_eq!(pupil.post(&format!("/api/tables/{id}/actions"), &pupil.some_action(&id, &view)).status, 200);
    let before = pupil.wait(&id);
    drop(server);
    let server = server_with(&file, Limits::default());
    pupil.address = server.address();
    let after = pupil.wait(&id);
    assert_eq!((&after["guided"], &after["lessons"]), (&json!(true), &before["lessons"]));
    assert!(topics(&after).len() > 4);
}
