//! Games among friends: taking back, pausing, resigning, absence, matches, clocks and phrases.

use std::path::Path;
use std::time::Duration;

use cardsharp_rules::AnyRecord;
use cardsharp_web::{Clock, Hand, Limits, Running};
use serde_json::{Value, json};

use crate::client::{Client, Reply, open, server_at};
use crate::restart::fresh;

const MINUTE: Duration = Duration::from_mins(1);

fn answer(client: &Client, id: &str, question: &Value, agrees: bool) -> Reply {
    client.post(&format!("/api/tables/{id}/answer"), &json!({ "question": question, "agrees": agrees }))
}

/// Returns a server whose clock stands still, and the hand that moves it.
fn open_with_stopped_clock() -> (Running, Client, Hand) {
    let (clock, hand) = Clock::by_hand();
    let server = server_at(Path::new(":memory:"), Limits::default(), clock);
    let client = Client::new(&server);
    (server, client, hand)
}

#[test]
fn taking_back_alone_does_not_change_the_game() {
    let (_server, client) = open();
    for (game, players) in [("intensity", vec!["careful", "learned", "random"]), ("indigo", vec!["classic"])] {
        let (plain, ann) = client.table(game, &players, &json!({}));
        ann.play_out(&plain);
        let (id, ann) = client.table(game, &players, &json!({}));
        ann.ask_for(&id, "take-back").has_code("not-allowed");
        client.ask_for(&id, "take-back").has_code("not-your-seat");
        let mut backs = 0;
        loop {
            let before = ann.wait(&id);
            if before["over"] == true {
                break;
            }
            ann.play_one(&id);
            if backs < 3 {
                let after = ann.wait(&id);
                backs += 1;
                let back = ann.ask_for(&id, "take-back").json();
                assert!(back["version"].as_u64() > after["version"].as_u64(), "versions go on");
                assert_eq!(back["step"], before["step"]);
                assert_eq!((&back["rows"], &back["log"]), (&before["rows"], &before["log"]));
                assert_eq!(back["taken_back"], backs);
                // A stream that missed it gets the current view, not the one before.
                let heard = &before["version"];
                let mut events = ann.events(&format!("/api/tables/{id}/events?after={heard}"));
                assert_eq!(events.next().unwrap().data["step"], before["step"]);
                ann.play_one(&id);
            }
        }
        ann.ask_for(&id, "take-back").has_code("wrong-turn");
        let record = client.get(&format!("/api/tables/{id}/record")).body;
        AnyRecord::parse(&record).unwrap();
        assert_eq!(record, client.get(&format!("/api/tables/{plain}/record")).body, "{game}: the same luck");
        assert_eq!(ann.look(&id)["taken_back"], 3);
    }
}

#[test]
fn people_agree_to_take_back_and_a_move_withdraws_the_question() {
    let (_server, client) = open();
    let (id, people) = client.people("indigo", 2, &json!({}));
    let [ann, bob] = &people[..] else { panic!("two people") };
    ann.ask_for(&id, "take-back").has_code("not-allowed");
    let before = ann.look(&id);
    let (one, other) = if before["turn"] == 0 { (ann, bob) } else { (bob, ann) };
    one.play_one(&id);
    other.ask_for(&id, "take-back").has_code("not-allowed");
    let asked = one.ask_for(&id, "take-back").json()["asked"].clone();
    assert_eq!((&asked["what"], &asked["by"]), (&json!("take-back"), &before["turn"]));
    assert_eq!(other.look(&id)["asked"], asked, "the other is asked");
    assert_eq!(client.look(&id)["asked"], asked, "and watchers see it");
    let number = &asked["number"];
    answer(one, &id, number, true).has_code("not-allowed");
    answer(&client, &id, number, true).has_code("not-your-seat");
    answer(other, &id, &json!(0), true).has_code("stale");
    other.ask_for(&id, "pause").has_code("not-allowed");
    // A refusal holds until the next move.
    assert_eq!(answer(other, &id, number, false).json()["asked"], Value::Null);
    answer(other, &id, number, true).has_code("stale");
    one.ask_for(&id, "take-back").has_code("not-allowed");
    other.play_one(&id);
    // A player asks, and the other moves with a version from before the question.
    let seen = one.look(&id);
    let action = one.some_action(&id, &seen);
    assert_eq!(other.ask_for(&id, "take-back").status, 200);
    let moved = one.post(&format!("/api/tables/{id}/actions"), &action);
    assert_eq!((moved.status, &moved.json()["asked"]), (200, &Value::Null), "a move withdraws it: {moved:?}");
    let asked = one.ask_for(&id, "take-back").json()["asked"]["number"].clone();
    let back = answer(other, &id, &asked, true).json();
    assert_eq!((&back["step"], &back["taken_back"], &back["asked"]), (&seen["step"], &json!(1), &Value::Null));
    assert_eq!(one.look(&id)["rows"], seen["rows"]);
    // A player can withdraw a question.
    one.play_one(&id);
    let asked = one.ask_for(&id, "take-back").json()["asked"]["number"].clone();
    assert_eq!(answer(one, &id, &asked, false).json()["asked"], Value::Null);
}

#[test]
fn resigning_between_two_loses() {
    let (_server, client) = open();
    let (id, people) = client.people("hanamikoji", 2, &json!({}));
    client.ask_for(&id, "resign").has_code("not-your-seat");
    people[0].play_one(&id);
    let over = people[1].ask_for(&id, "resign").json();
    assert_eq!((&over["over"], &over["turn"]), (&json!(true), &Value::Null));
    assert_eq!(over["gave_up"], json!([{ "seat": 1, "how": "resigned" }]));
    let places: Vec<&Value> = over["result"].as_array().unwrap().iter().map(|one| &one["place"]).collect();
    assert_eq!(places, [1, 2]);
    assert!(over["result"][1]["words"].to_string().contains("resigned"), "{over}");
    assert_eq!(over["score"]["won"], json!([1, 0]));
    for what in ["resign", "take-back", "pause", "resume"] {
        people[0].ask_for(&id, what).has_code("wrong-turn");
    }
    let acted = people[0].post(&format!("/api/tables/{id}/actions"), &json!({ "version": 1, "action": "x" }));
    acted.has_code("wrong-turn");
    let record = client.get(&format!("/api/tables/{id}/record"));
    AnyRecord::parse(&record.body).unwrap();
    let replay = client.get(&format!("/api/replay/table/{id}")).json();
    assert_eq!(replay["result"], over["result"], "the replay tells the same end");
    assert_eq!(people[0].ask_for(&id, "again").status, 200);
}

#[test]
fn a_bot_replaces_a_player_who_resigns_among_several() {
    let (_server, client) = open();
    let (person, random) = (json!({ "kind": "person" }), json!({ "kind": "player", "spec": "random" }));
    let seats = json!({ "seats": [person, person, random, random] });
    let (id, people) = client.people("lucky-thirteen", 4, &seats);
    let [ann, bob] = &people[..] else { panic!("two people") };
    ann.play_one(&id);
    let view = bob.ask_for(&id, "resign").json();
    assert_eq!((&view["over"], &view["sitters"][1]["stand_in"]), (&json!(false), &json!(true)));
    assert_eq!(view["prompt"], "A computer plays for you.");
    bob.ask_for(&id, "resign").has_code("not-allowed");
    bob.send("DELETE", &format!("/api/tables/{id}/seats/1/stand-in"), b"").has_code("not-allowed");
    bob.ask_for(&id, "pause").has_code("not-allowed");
    let over = ann.play_out(&id);
    assert_eq!(over["result"][1]["place"], 4, "{over}");
    assert!(over["result"][1]["words"].to_string().contains("resigned; "), "{over}");
    let again = ann.ask_for(&id, "again").json();
    let next = bob.look(again["id"].as_str().unwrap());
    assert_eq!((&next["seat"], &next["sitters"][2]["stand_in"]), (&json!(2), &json!(false)), "welcome again");
    // No other player can take the seat and see its cards.
    let (id, people) = client.people("lucky-thirteen", 4, &seats);
    people[1].ask_for(&id, "resign");
    for seat in [1, 2] {
        client.post(&format!("/api/tables/{id}/seats/{seat}"), &json!({})).has_code("seat-taken");
    }
    // The game ends when the last person resigns.
    let over = people[0].ask_for(&id, "resign").json();
    let places: Vec<&Value> = over["result"].as_array().unwrap().iter().map(|one| &one["place"]).collect();
    assert_eq!((&over["over"], places), (&json!(true), vec![&json!(3), &json!(3), &json!(1), &json!(1)]));
}

#[test]
fn a_bot_replaces_an_absent_player_until_they_return() {
    let (_server, client, hand) = open_with_stopped_clock();
    let (id, people) = client.people("indigo", 2, &json!({}));
    let turn = client.look(&id)["turn"].as_u64().unwrap() as usize;
    let (here, away) = (&people[1 - turn], &people[turn]);
    let stand_in = format!("/api/tables/{id}/seats/{turn}/stand-in");
    let replace = |client: &Client| client.post(&stand_in, &json!({}));
    let early = replace(here);
    early.has_code("not-allowed");
    assert!(early.json()["error"].as_str().unwrap().contains("wait until it is 60 s"), "{early:?}");
    assert_eq!(here.look(&id)["sitters"][turn]["away"], 0);
    hand.advance(MINUTE);
    replace(&client).has_code("not-your-seat");
    here.post(&format!("/api/tables/{id}/seats/{}/stand-in", 1 - turn), &json!({})).has_code("not-allowed");
    here.post(&format!("/api/tables/{id}/seats/9/stand-in"), &json!({})).has_code("unknown-seat");
    let reply = replace(here);
    assert_eq!(reply.json()["sitters"][turn]["stand_in"], true, "{reply:?}");
    let view = here.wait(&id);
    assert_eq!(view["last"]["seat"], turn, "the computer has played");
    here.play_one(&id);
    here.wait(&id);
    client.post(&format!("/api/tables/{id}/seats/{turn}"), &json!({})).has_code("seat-taken");
    here.send("DELETE", &stand_in, b"").has_code("not-your-seat");
    // The token still holds the seat.
    let back = away.send("DELETE", &stand_in, b"").json();
    assert_eq!((&back["seat"], &back["sitters"][turn]["stand_in"]), (&json!(turn), &json!(false)));
    away.send("DELETE", &stand_in, b"").has_code("not-allowed");
    here.play_one(&id);
    // This seat acts without a stream of events.
    let action = away.some_action(&id, &away.look(&id));
    assert_eq!(away.post(&format!("/api/tables/{id}/actions"), &action).status, 200);
    // A player who acts is present.
    here.play_one(&id);
    hand.advance(Duration::from_secs(59));
    replace(here).has_code("not-allowed");
    hand.advance(2 * MINUTE);
    assert_eq!(replace(here).status, 200);
    here.wait(&id);
    // No other player can take an absent player's seat or take back a move without their consent.
    client.post(&format!("/api/tables/{id}/seats/{turn}"), &json!({ "name": "Cleo" })).has_code("seat-taken");
    here.ask_for(&id, "take-back").has_code("not-allowed");
    assert_eq!(away.send("DELETE", &stand_in, b"").status, 200);
    here.play_one(&id);
    away.play_one(&id);
    here.play_one(&id);
    // A player with an open stream is present for as long as it is open.
    let mut listening = away.events(&format!("/api/tables/{id}/events"));
    assert_eq!(listening.next().unwrap().data["sitters"][turn]["away"], Value::Null);
    hand.advance(9 * MINUTE);
    replace(here).has_code("not-allowed");
}

#[test]
fn one_person_pauses_at_once_and_several_by_agreement() {
    let (_server, client) = open();
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    let view = ann.wait(&id);
    let action = ann.some_action(&id, &view);
    ann.ask_for(&id, "resume").has_code("not-allowed");
    let paused = ann.ask_for(&id, "pause").json();
    assert_eq!((&paused["paused"], &paused["prompt"]), (&json!(true), &json!("The game is paused.")));
    let pieces = paused["rows"].as_array().unwrap().iter().flat_map(|row| row["pieces"].as_array().unwrap());
    assert!(pieces.clone().count() > 0 && pieces.clone().all(|piece| piece["open"] == false));
    let actions = format!("/api/tables/{id}/actions");
    ann.post(&actions, &action).has_code("wrong-turn");
    for what in ["take-back", "pause"] {
        ann.ask_for(&id, what).has_code("not-allowed");
    }
    assert_eq!(ann.ask_for(&id, "resume").json()["paused"], false);
    assert_eq!(ann.post(&actions, &action).status, 200, "the cards lie as they did");
    let (id, people) = client.people("indigo", 2, &json!({ "clock": { "minutes": 5 } }));
    for (what, paused) in [("pause", true), ("resume", false)] {
        let asked = people[1].ask_for(&id, what).json()["asked"].clone();
        assert_eq!(asked["what"], what);
        assert_eq!(answer(&people[0], &id, &asked["number"], true).json()["paused"], paused);
    }
}

#[test]
fn clocks_run_for_people_and_running_out_of_time_loses() {
    let (_server, client, hand) = open_with_stopped_clock();
    let clock = json!({ "clock": { "minutes": 5, "increment": 10 } });
    let (id, people) = client.people("indigo", 2, &clock);
    let left = |seat: usize| client.look(&id)["clock"]["left"][seat].as_u64().unwrap();
    let first = client.look(&id)["turn"].as_u64().unwrap() as usize;
    let (one, other) = (&people[first], &people[1 - first]);
    hand.advance(MINUTE);
    assert_eq!(left(first), 300_000, "the first decision takes no time");
    one.play_one(&id);
    other.play_one(&id);
    assert_eq!(client.look(&id)["clock"]["running"], first);
    hand.advance(MINUTE);
    assert_eq!((left(first), left(1 - first)), (240_000, 300_000));
    one.play_one(&id);
    assert_eq!(left(first), 250_000, "with the increment");
    // During a pause no clock runs.
    let mut listening = other.events(&format!("/api/tables/{id}/events"));
    listening.next().unwrap();
    let asked = one.ask_for(&id, "pause").json()["asked"]["number"].clone();
    answer(other, &id, &asked, true);
    hand.advance(9 * MINUTE);
    let asked = one.ask_for(&id, "resume").json()["asked"]["number"].clone();
    assert_eq!(answer(other, &id, &asked, true).json()["paused"], false, "whoever listens is asked");
    drop(listening);
    hand.advance(Duration::from_millis(299_999));
    assert_eq!(left(1 - first), 1);
    let view = other.look(&id);
    let action = other.some_action(&id, &view);
    // Time runs out without a request, and later actions are refused.
    let mut events = one.events(&format!("/api/tables/{id}/events"));
    events.next().unwrap();
    hand.advance(Duration::from_millis(1));
    other.post(&format!("/api/tables/{id}/actions"), &action).has_code("wrong-turn");
    let over = events.find(|event| event.data["over"] == true).unwrap().data;
    assert_eq!(over["gave_up"], json!([{ "seat": 1 - first, "how": "out-of-time" }]));
    assert_eq!((&over["result"][first]["place"], &over["clock"]["running"]), (&json!(1), &Value::Null));
    // A game against a bot also ends without a request.
    let (id, ann) = client.table("indigo", &["random"], &clock);
    ann.play_one(&id);
    let view = ann.wait(&id);
    assert_eq!(view["clock"]["left"], json!([300_000, null]), "computers have no clock");
    let mut events = client.events(&format!("/api/tables/{id}/events"));
    events.next().unwrap();
    hand.advance(5 * MINUTE);
    assert_eq!(events.find(|event| event.name == "view").unwrap().data["over"], true);
    for clock in [json!({ "minutes": 0 }), json!({ "minutes": 181 }), json!({ "minutes": 5, "increment": 181 })] {
        let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
        let reply = client.post("/api/tables", &json!({ "game": "indigo", "seats": seats, "clock": clock }));
        reply.has_code("bad-request");
    }
}

/// The first decision has free time, but a player who never makes it loses on time.
#[test]
fn a_player_who_never_begins_runs_out_of_time() {
    let (_server, client, hand) = open_with_stopped_clock();
    let (id, people) = client.people("indigo", 2, &json!({ "clock": { "minutes": 5, "increment": 10 } }));
    let clock = || client.look(&id)["clock"].clone();
    let first = client.look(&id)["turn"].as_u64().unwrap() as usize;
    assert_eq!((&clock()["running"], &clock()["free"]), (&json!(first), &json!(60_000)));
    hand.advance(MINUTE / 2);
    // A pause does not give back the free time that has passed.
    let asked = people[first].ask_for(&id, "pause").json()["asked"]["number"].clone();
    answer(&people[1 - first], &id, &asked, true);
    hand.advance(9 * MINUTE);
    assert_eq!((&clock()["running"], &clock()["free"]), (&Value::Null, &json!(0)));
    let asked = people[1 - first].ask_for(&id, "resume").json()["asked"]["number"].clone();
    if !asked.is_null() {
        answer(&people[first], &id, &asked, true);
    }
    assert_eq!(clock()["free"], 30_000);
    hand.advance(MINUTE);
    assert_eq!((&clock()["left"][first], &clock()["free"]), (&json!(270_000), &json!(0)));
    let mut events = people[1 - first].events(&format!("/api/tables/{id}/events"));
    events.next().unwrap();
    hand.advance(Duration::from_millis(269_999));
    assert_eq!((&clock()["left"][first], &client.look(&id)["over"]), (&json!(1), &json!(false)));
    hand.advance(Duration::from_millis(1));
    let over = events.find(|event| event.data["over"] == true).unwrap().data;
    assert_eq!(over["gave_up"], json!([{ "seat": first, "how": "out-of-time" }]));
    // A player who takes longer than the free time continues with the rest and gets no increment.
    let (id, people) = client.people("indigo", 2, &json!({ "clock": { "minutes": 5, "increment": 10 } }));
    let first = client.look(&id)["turn"].as_u64().unwrap() as usize;
    hand.advance(2 * MINUTE);
    people[first].play_one(&id);
    let clock = client.look(&id)["clock"].clone();
    assert_eq!(
        (&clock["left"][first], &clock["running"], &clock["free"]),
        (&json!(240_000), &json!(1 - first), &json!(60_000))
    );
}

/// A person alone against three bots who resigns has lost the game, in a match too.
#[test]
fn resigning_alone_loses_in_a_match() {
    let (_server, client) = open();
    let series = json!({ "kind": "first-to", "games": 2 });
    let (id, ann) = client.table("intensity", &["random", "random", "random"], &json!({ "series": series }));
    let over = ann.ask_for(&id, "resign").json();
    let places: Vec<u64> = (0..4).map(|seat| over["result"][seat]["place"].as_u64().unwrap()).collect();
    assert_eq!(places, [4, 1, 1, 1]);
    assert_eq!((&over["score"]["won"], &over["score"]["shared"]), (&json!([0, 1, 1, 1]), &json!(0)));
    assert_eq!((&over["score"]["games"], &over["score"]["decided"]), (&json!(1), &json!(false)));
    let next = ann.ask_for(&id, "again").json();
    let over = ann.ask_for(next["id"].as_str().unwrap(), "resign").json();
    let mine = over["seat"].as_u64().unwrap() as usize;
    assert_eq!((&over["score"]["won"][mine], &over["score"]["games"]), (&json!(0), &json!(2)), "{}", over["score"]);
    assert_eq!(
        (&over["score"]["decided"], &over["score"]["winner"]),
        (&json!(true), &Value::Null),
        "{}",
        over["score"]
    );
}

#[test]
fn a_match_is_counted_over_its_games_and_begins_anew() {
    let (_server, client) = open();
    let series = json!({ "kind": "first-to", "games": 2 });
    let (mut id, people) = client.people("indigo", 2, &json!({ "series": series }));
    let [ann, bob] = &people[..] else { panic!("two people") };
    let next = |id: &str, wish: Value| {
        let reply = ann.post(&format!("/api/tables/{id}/again"), &wish);
        assert_eq!(reply.status, 200, "{reply:?}");
        reply.json()["id"].as_str().unwrap().to_owned()
    };
    // Ann, Bob and Ann win. Both move one seat further after each game and keep their score.
    for (game, loser) in [bob, ann, bob].into_iter().enumerate() {
        assert_eq!(ann.look(&id)["score"]["games"], game);
        let over = loser.ask_for(&id, "resign").json();
        let (mine, won) = (over["seat"].as_u64().unwrap() as usize, &over["score"]["won"]);
        let own = if std::ptr::eq(loser, bob) { [0, 0, 1][game] } else { [0, 1, 1][game] };
        assert_eq!(won[mine], own, "game {game}: {over}");
        assert_eq!(over["score"]["decided"], game == 2);
        if game < 2 {
            id = next(&id, json!({}));
        } else {
            assert_eq!(over["score"]["winner"], 1 - mine);
        }
    }
    let score = |id: &str| client.look(id)["score"].clone();
    id = next(&id, json!({}));
    assert_eq!((&score(&id)["won"], &score(&id)["series"]), (&json!([0, 0]), &series), "a new match");
    // A player cannot start a new match before this one is decided.
    let resign_all = |mut id: String| {
        loop {
            ann.ask_for(&id, "resign");
            if !score(&id)["winner"].is_null() {
                return id;
            }
            ann.post(&format!("/api/tables/{id}/again"), &json!({ "anew": true })).has_code("not-allowed");
            id = next(&id, json!({}));
        }
    };
    id = next(&resign_all(id), json!({ "series": { "kind": "best-of", "games": 3 } }));
    assert_eq!((&score(&id)["games"], &score(&id)["series"]["kind"]), (&json!(0), &json!("best-of")));
    id = next(&resign_all(id), json!({ "anew": true }));
    assert_eq!((&score(&id)["games"], &score(&id)["series"]), (&json!(0), &Value::Null));
    ann.ask_for(&id, "resign");
    let wish = json!({ "series": { "kind": "best-of", "games": 100 } });
    ann.post(&format!("/api/tables/{id}/again"), &wish).has_code("bad-request");
}

#[test]
fn phrases_reach_all_and_are_limited() {
    let (_server, client, hand) = open_with_stopped_clock();
    let (id, people) = client.people("indigo", 2, &json!({}));
    let say =
        |client: &Client, phrase: u64| client.post(&format!("/api/tables/{id}/phrases"), &json!({ "phrase": phrase }));
    assert_eq!(say(&people[0], 0).status, 204);
    let mut listeners = [people[1].clone(), client.clone()].map(|one| one.events(&format!("/api/tables/{id}/events")));
    for events in &mut listeners {
        assert_eq!(events.next().unwrap().name, "view", "what was said before is not heard");
    }
    for phrase in [7, 1, 1] {
        assert_eq!(say(&people[0], phrase).status, 204);
    }
    for events in &mut listeners {
        let mut phrases = events.filter(|event| event.name == "phrase");
        for phrase in [7, 1, 1] {
            assert_eq!(phrases.next().unwrap().data, json!({ "seat": 0, "phrase": phrase }));
        }
    }
    let many = say(&people[0], 2);
    many.is_refused(429, "too-many-requests");
    assert_eq!(say(&people[1], 2).status, 204, "each seat for itself");
    hand.advance(Duration::from_secs(10));
    assert_eq!(say(&people[0], 2).status, 204);
    say(&people[0], 8).has_code("bad-request");
    say(&client, 0).has_code("not-your-seat");
}

#[test]
fn an_invitation_leads_to_a_table_of_this_server() {
    let (_server, client) = open();
    let (id, _) = client.table("indigo", &["random"], &json!({}));
    let invitation = format!("/api/tables/{id}/invitation.svg");
    let code = client.get(&invitation);
    assert_eq!((code.status, code.header("content-type")), (200, Some("image/svg+xml")));
    assert!(code.body.starts_with("<svg xmlns=") && !code.body.contains("script"), "{code:?}");
    assert_ne!(client.get(&format!("{invitation}?scheme=https")).body, code.body);
    client.get(&format!("{invitation}?scheme=javascript")).has_code("bad-request");
    client.get("/api/tables/elsewhere/invitation.svg").has_code("unknown-table");
    client.with("Host", "evil.example").get(&invitation).has_code("not-allowed");
}

#[test]
fn names_that_change_the_text_direction_are_refused() {
    let (_server, client) = open();
    let (person, friend) = (json!({ "kind": "person" }), json!({ "kind": "person" }));
    let wish = |name: &str| json!({ "game": "indigo", "seats": [person, friend], "take": 0, "name": name });
    for name in ["\u{202e}nnA", "An\u{2066}n", "Ann\nBob", &"x".repeat(25)] {
        client.post("/api/tables", &wish(name)).has_code("bad-request");
    }
    let reply = client.post("/api/tables", &wish(&"é".repeat(24))).json();
    let seat = format!("/api/tables/{}/seats/1", reply["id"].as_str().unwrap());
    client.post(&seat, &json!({ "name": "\u{200f}Bob" })).has_code("bad-request");
}

#[test]
fn a_restart_keeps_clock_pause_match_and_taken_back_moves() {
    let file = fresh("restart-casual.db");
    let (clock, hand) = Clock::by_hand();
    let server = server_at(&file, Limits::default(), clock);
    let mut client = Client::new(&server);
    let wish = json!({ "clock": { "minutes": 5 }, "series": { "kind": "best-of", "games": 3 } });
    let (first, people) = client.people("indigo", 2, &wish);
    people[1].ask_for(&first, "resign");
    let id = people[0].ask_for(&first, "again").json()["id"].as_str().unwrap().to_owned();
    for _ in 0..4 {
        let turn = client.look(&id)["turn"].clone();
        people.iter().find(|one| one.look(&id)["seat"] == turn).unwrap().play_one(&id);
    }
    let asker = people.iter().find(|one| one.look(&id)["can_take_back"] == true).unwrap();
    let other = people.iter().find(|one| one.look(&id)["seat"] != asker.look(&id)["seat"]).unwrap();
    let asked = asker.ask_for(&id, "take-back").json()["asked"]["number"].clone();
    assert_eq!(answer(other, &id, &asked, true).json()["taken_back"], 1);
    hand.advance(MINUTE);
    let asked = asker.ask_for(&id, "pause").json()["asked"]["number"].clone();
    answer(other, &id, &asked, true);
    let asked = asker.ask_for(&id, "resume").json()["asked"].clone();
    let before = client.look(&id);
    assert_eq!(before["clock"]["left"].as_array().unwrap().iter().filter(|left| **left == 240_000).count(), 1);
    drop(server);
    let (clock, _hand) = Clock::by_hand();
    let server = server_at(&file, Limits::default(), clock);
    client = Client::new(&server);
    let after = client.look(&id);
    for kept in ["version", "step", "taken_back", "paused", "asked", "clock", "score", "gave_up"] {
        assert_eq!(after[kept], before[kept], "{kept}");
    }
    assert_eq!((&after["score"]["games"], &after["asked"]), (&json!(1), &asked));
    client.headers = other.headers.clone();
    let on = answer(&client, &id, &asked["number"], true).json();
    assert_eq!((&on["paused"], on["clock"]["running"].is_u64()), (&json!(false), true), "{on}");
    let over = client.look(&first);
    assert_eq!((&over["over"], over["gave_up"].as_array().unwrap().len()), (&json!(true), 1));
    // A stand-in continues after a restart.
    let file = fresh("restart-stand-in.db");
    let server = server_at(&file, Limits { away: Duration::ZERO, ..Limits::default() }, Clock::default());
    let client = Client::new(&server);
    let (id, people) = client.people("indigo", 2, &json!({}));
    let turn = client.look(&id)["turn"].as_u64().unwrap() as usize;
    let mut here = people[1 - turn].clone();
    assert_eq!(here.post(&format!("/api/tables/{id}/seats/{turn}/stand-in"), &json!({})).status, 200);
    here.play_one(&id);
    drop(server);
    let server = server_at(&file, Limits::default(), Clock::default());
    here.address = server.address();
    here.play_out(&id);
}
