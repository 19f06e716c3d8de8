//! Streams of events: which client gets which views, also after an interruption.

use serde_json::{Value, json};

use crate::client::open;

/// A stream sends every version once and in order, including those missed during an interruption.
#[test]
fn a_stream_resumes_with_the_missed_versions() {
    let (_server, client) = open();
    let (id, ann) = client.table("lucky-thirteen", &["basic", "random", "keep13"], &json!({}));
    ann.play_out(&id);
    let events = format!("/api/tables/{id}/events");
    let newest = client.events(&events).next().unwrap();
    let last = newest.id.unwrap();
    assert_eq!(newest.data["over"], true);
    let missed: Vec<_> = client.events(&format!("{events}?after=1")).take(last as usize - 1).collect();
    let heard: Vec<u64> = missed.iter().map(|event| event.id.unwrap()).collect();
    assert_eq!(heard, (2..=last).collect::<Vec<_>>());
    let steps: Vec<u64> = missed.iter().map(|event| event.data["step"].as_u64().unwrap()).collect();
    assert_eq!(steps, (1..last).collect::<Vec<_>>(), "one step a version");
    // The same from the middle, by the header that a browser sends.
    let later = client.with("Last-Event-ID", (last - 2).to_string()).events(&events);
    let later: Vec<Value> = later.take(2).map(|event| without_presence(event.data)).collect();
    let expected = missed.into_iter().skip(last as usize - 3).map(|event| without_presence(event.data));
    assert_eq!(later, expected.collect::<Vec<_>>());
}

/// A client that missed many versions gets the newest one only: drawing a whole game again costs fifty times as much.
#[test]
fn a_stream_that_missed_many_versions_gets_the_newest() {
    let (_server, client) = open();
    let (id, ann) = client.table("intensity", &["random", "random", "random"], &json!({}));
    ann.play_out(&id);
    let events = format!("/api/tables/{id}/events");
    let last = client.events(&events).next().unwrap().id.unwrap();
    assert!(last > 40, "{last} versions prove little");
    for (after, first) in [(1, last), (last - 25, last), (last - 24, last - 23), (last - 1, last)] {
        let heard = client.events(&format!("{events}?after={after}")).next().unwrap();
        assert_eq!(heard.id, Some(first), "after {after} of {last}");
    }
}

/// Removes presence from a view: the server may notice a departure at any time.
fn without_presence(mut view: Value) -> Value {
    for sitter in view["sitters"].as_array_mut().unwrap() {
        assert!(sitter.as_object_mut().unwrap().remove("present").is_some());
        assert!(sitter.as_object_mut().unwrap().remove("away").is_some());
    }
    view
}

/// Returns the code and label of each card in the viewer's hand.
fn hand(view: &Value) -> Vec<[String; 2]> {
    let rows = view["rows"].as_array().unwrap();
    let pieces = rows.last().unwrap()["pieces"].as_array().unwrap();
    let card = |piece: &Value| ["code", "label"].map(|key| piece["look"]["cards"][0][key].as_str().unwrap().to_owned());
    pieces.iter().map(card).collect()
}

/// Returns whether a message contains a card, by its code or label.
fn contains_card(sent: &Value, card: &[String; 2]) -> bool {
    match sent {
        Value::Object(fields) => fields.values().any(|field| contains_card(field, card)),
        Value::Array(items) => items.iter().any(|item| contains_card(item, card)),
        Value::String(text) => *text == card[0] || text.contains(&card[1]),
        _ => false,
    }
}

/// Two players and a watcher of Indigo: no message to one of them names a card in another hand.
#[test]
fn no_view_contains_another_hand() {
    let (_server, client) = open();
    let (id, people) = client.people("indigo", 2, &json!({}));
    let [ann, bob] = people.try_into().ok().unwrap();
    let events = format!("/api/tables/{id}/events?after=2");
    let mut streams = [ann.events(&events), bob.events(&events), client.events(&events)];
    let (mut checked, mut step) = (0, 0);
    loop {
        let hands = [&ann, &bob].map(|seat| hand(&seat.look(&id)));
        let own = ann.look(&id);
        assert!(hands[0].iter().all(|card| contains_card(&own, card)), "one's own cards are told: {own}");
        for (eyes, viewer) in [&ann, &bob, &client].into_iter().enumerate() {
            let view = viewer.look(&id);
            for (seat, cards) in hands.iter().enumerate().filter(|(seat, _)| *seat != eyes) {
                for card in cards {
                    assert!(!contains_card(&view, card), "{card:?} of seat {seat} is told to {eyes}: {view}");
                    checked += 1;
                }
            }
        }
        if own["over"] == true {
            break;
        }
        let actor = if own["turn"] == 0 { &ann } else { &bob };
        actor.act(&id, &actor.look(&id));
        step += 1;
        for (eyes, stream) in streams.iter_mut().enumerate() {
            let heard = stream.find(|event| event.name == "view" && event.data["step"] == step).unwrap();
            // Cards still held after the action must not be in its view.
            let held = [&ann, &bob].map(|seat| hand(&seat.look(&id)));
            for (_, cards) in held.iter().enumerate().filter(|(seat, _)| *seat != eyes) {
                assert!(cards.iter().all(|card| !contains_card(&heard.data, card)), "{heard:?}");
                checked += cards.len();
            }
        }
    }
    assert!(checked > 500, "{checked} cards looked for prove little");
}

#[test]
fn a_stream_reports_presence() {
    let (_server, client) = open();
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    let events = format!("/api/tables/{id}/events");
    let mut watcher = client.events(&events);
    assert_eq!(watcher.next().unwrap().data["sitters"][0]["present"], false);
    let _here = ann.events(&events);
    let heard = watcher.next().unwrap();
    assert_eq!((heard.name.as_str(), &heard.data[0]["present"]), ("sitters", &json!(true)));
}
