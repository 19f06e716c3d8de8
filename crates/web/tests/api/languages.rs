//! Each client is answered in its own language, independent of the others at the table.

use serde_json::{Value, json};

use crate::client::{Client, open};

fn in_language(client: &Client, tag: &str) -> Client {
    client.with("Cookie", format!("cardsharp-language={tag}"))
}

#[test]
fn a_view_is_in_the_language_of_its_client() {
    let (_server, client) = open();
    let (id, ann) = client.table("hanamikoji", &["random"], &json!({}));
    let path = format!("/api/tables/{id}");
    let prompt = |client: &Client| client.get(&path).json()["prompt"].as_str().unwrap().to_owned();
    let view = ann.wait(&id);
    assert!(view["prompt"].as_str().unwrap().starts_with("Choose what to do: Secret"), "{view}");
    let german = ann.with("Accept-Language", "de-AT,en;q=0.5");
    assert!(prompt(&german).starts_with("Was willst du tun? Geheimnis"), "{}", prompt(&german));
    // The language chosen on the page precedes the browser's.
    assert!(prompt(&in_language(&german, "fr")).starts_with("Que veux-tu faire"));
    assert!(prompt(&in_language(&german, "tlh")).starts_with("Was willst du tun?"), "an unknown choice is none");
    // A stream stays in the language it began in.
    let heard = in_language(&ann, "de").events(&format!("{path}/events")).next().unwrap();
    assert_eq!(heard.data["prompt"], prompt(&german));
    let pieces = &heard.data["rows"][0]["pieces"];
    assert_eq!(pieces[0]["look"]["button"]["explanation"], "Verstecke eine Karte: Am Ende zählt sie für deine Seite.");
}

#[test]
fn a_game_is_in_french_and_its_replay_in_german() {
    let (_server, client) = open();
    let client = in_language(&client, "fr");
    let (id, ann) = client.table("indigo", &["classic"], &json!({}));
    let view = ann.play_out(&id);
    let why = view["why"].as_str().unwrap();
    assert!(why.contains("gagne") && why.contains("3 points"), "{why}");
    let log: Vec<&str> = view["log"].as_array().unwrap().iter().map(|line| line["words"].as_str().unwrap()).collect();
    assert!(log.iter().any(|line| line.starts_with("Tu as joué ")) && log.iter().any(|line| line.contains(" a joué ")));
    let brought = |line: &Value| line["brought"].as_str().is_some_and(|words| words.contains("prend"));
    assert!(view["log"].as_array().unwrap().iter().any(brought), "{view}");
    let replay = in_language(&client, "de").get(&format!("/api/replay/table/{id}?seat=0")).json();
    assert_eq!(replay["steps"][0]["words"], "Die Karten sind ausgeteilt");
    assert!(replay["steps"][1]["words"].as_str().unwrap().starts_with("Du hast "), "{}", replay["steps"][1]["words"]);
    let mut review = in_language(&client, "de").events(&format!("/api/replay/table/{id}/review"));
    let slip = review.find(|event| event.data["lost"].as_f64().is_some_and(|lost| lost > 0.0));
    if let Some(slip) = slip {
        assert!(slip.data["words"].as_str().unwrap().contains("war besser"), "{:?}", slip.data);
    }
}

#[test]
fn refusals_are_translated_and_keep_their_code() {
    let (_server, client) = open();
    let refused = |tag: &str| {
        let reply = in_language(&client, tag).get("/api/tables/nowhere");
        (reply.status, reply.code(), reply.json()["error"].as_str().unwrap().to_owned())
    };
    let (english, german) = (refused("en"), refused("de"));
    assert_eq!((english.0, &english.1), (german.0, &german.1));
    assert!(english.2.starts_with("There is no table") && german.2.starts_with("Einen Tisch „nowhere“"), "{german:?}");
    let games = in_language(&client, "de").get("/api/games").json();
    assert_eq!(games[0]["strengths"][0]["name"], "Anfänger");
}

/// Advice is computed once and sent in each client's language.
#[test]
fn advice_is_cached_before_it_is_translated() {
    let (_server, client) = open();
    let (id, ann) = client.table("indigo", &["random"], &json!({ "kibitzer": true }));
    ann.wait(&id);
    let advice = |tag: &str| in_language(&ann, tag).get(&format!("/api/tables/{id}/advice")).json();
    let (english, german) = (advice("en"), advice("de"));
    let words = |advice: &Value| advice["brief"].as_str().unwrap().to_owned();
    assert!(words(&english).starts_with("Play ") && words(&english).contains(" in 100"), "{}", words(&english));
    assert!(words(&german).starts_with("Spiele ") && words(&german).contains(" von 100"), "{}", words(&german));
    let figures = |advice: &Value| {
        let choices = advice["choices"].as_array().unwrap();
        choices.iter().map(|choice| (choice["action"].clone(), choice["value"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(figures(&english), figures(&german));
}
