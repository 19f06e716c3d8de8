//! Plays games in a pseudo-language that puts brackets around every translated template. Text outside the brackets, in
//! any field of any answer, bypassed the message files.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use cardsharp_presentation::message::outside_brackets;
use serde_json::{Value, json};

use crate::client::{Client, Reply, open};

const GAMES: [&str; 4] = ["intensity", "hanamikoji", "indigo", "lucky-thirteen"];
const SOLVER: &str = "ann0ann0ann0ann0ann0";

/// Fields that programs read and users never see, or that are the same in every language: names, cards, keys. A game's
/// sentence is the first of its rules, which are separate documents.
const UNTRANSLATED_FIELDS: &str = "\
    id token game title name spec easy code label ink action invite daily key keys kind how what asked counted receipt \
    record next table day yesterday deck layout topic from to group at suit rank type language face click sentence judged version person usual part";

/// Details after these prefixes address authors of a program, a file or a request, in the language of its format.
const DETAIL_PREFIXES: [&str; 6] = [
    "⟦The body is not as asked: ",
    "⟦This is no record: ",
    "⟦This address is not understood: ",
    "⟦This is not an action: ",
    "⟦Nobody of that name can play here: ",
    "⟦The property file, line ",
];

/// Returns whether a text has no word that needs a translation.
fn needs_no_translation(text: &str) -> bool {
    const NAMES: &str = "Ada Blaise Sofia Carl Ann Bob Guest Intensity Hanamikoji Indigo Lucky Thirteen Kuhn poker intensity \
        hanamikoji indigo lucky thirteen kuhn Champion nowhere chess text plain http \
        application json champion";
    let is_cards = |word: &str| word.chars().all(|letter| ('A'..='G').contains(&letter));
    let words = text.split(|letter: char| !letter.is_alphabetic());
    words
        .filter(|word| word.chars().count() > 2)
        .all(|word| NAMES.split(' ').any(|name| name == word) || is_cards(word))
}

/// Returns the first untranslated part of a text.
fn find_untranslated(text: &str) -> Option<String> {
    let (rest, verbatim) = outside_brackets(text);
    let is_detail = DETAIL_PREFIXES.iter().any(|known| text.starts_with(known));
    let said = std::iter::once(rest).chain(if is_detail { Vec::new() } else { verbatim });
    said.into_iter().find(|said| !needs_no_translation(said))
}

#[derive(Default)]
struct Checker {
    texts: Cell<usize>,
    /// The untranslated texts with their fields, reported at the end.
    untranslated: RefCell<BTreeSet<String>>,
}

impl Checker {
    fn check(&self, from: &str, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(_) if UNTRANSLATED_FIELDS.split_whitespace().any(|known| known == name) => {}
                        // These lists hold names of cards, people and bots.
                        Value::Array(_) if ["codes", "names", "usual"].contains(&name.as_str()) => {}
                        value => self.check(&format!("{from} {name}"), value),
                    }
                }
            }
            Value::Array(values) => values.iter().for_each(|value| self.check(from, value)),
            Value::String(text) => {
                if find_untranslated(text).is_some() {
                    self.untranslated.borrow_mut().insert(format!("{from}: {text}"));
                }
                self.texts.set(self.texts.get() + 1);
            }
            _ => {}
        }
    }

    fn check_reply(&self, from: &str, reply: &Reply) -> Value {
        let reply = reply.json();
        self.check(from, &reply);
        reply
    }

    /// Plays a game to its end and checks everything that is sent to the player.
    fn play_out(&self, client: &Client, id: &str) -> Value {
        let table = format!("/api/tables/{id}");
        loop {
            let view = client.wait(id);
            self.check(&table, &view);
            if view["over"] == true {
                return view;
            }
            let action = client.choose(&table, &mut |choice| self.check("choice", choice));
            let act = json!({ "version": view["version"], "action": action });
            self.check_reply("act", &client.post(&format!("{table}/actions"), &act));
        }
    }

    fn assert_translated(&self) {
        let found = self.untranslated.borrow();
        assert!(found.is_empty(), "{} texts are not translated: {found:#?}", found.len());
    }

    fn events(&self, from: &str, events: impl Iterator<Item = Value>) {
        events.for_each(|data| self.check(from, &data));
    }
}

fn bracketed(client: &Client) -> Client {
    client.with("Cookie", "cardsharp-language=qps")
}

#[test]
fn games_are_fully_translated() {
    let ((_server, client), checker) = (open(), Checker::default());
    let client = bracketed(&client);
    for path in ["/api/lobby", "/api/games", "/api/tables", "/api/health", "/api/coach", "/api/puzzles", "/api/daily"] {
        checker.check_reply(path, &client.get(path));
    }
    for game in GAMES {
        let learner = client.post("/api/tables", &json!({ "game": game, "guided": true, "name": "Ann" })).json();
        let ann = client.holding(learner["token"].as_str().unwrap());
        checker.play_out(&ann, learner["id"].as_str().unwrap());
        let seats = if ["hanamikoji", "indigo"].contains(&game) { 1 } else { 3 };
        let (id, ann) = client.table(game, &vec!["random"; seats], &json!({ "kibitzer": true }));
        ann.wait(&id);
        checker.check_reply("advice", &ann.get(&format!("/api/tables/{id}/advice")));
        checker.play_out(&ann, &id);
        let replay = checker.check_reply("replay", &client.get(&format!("/api/replay/table/{id}?seat=0")));
        assert!(replay["steps"].as_array().unwrap().len() > 5);
    }
    // One review and one coaching suffice; this is the shortest game.
    let (id, ann) = client.table("lucky-thirteen", &["random"; 3], &json!({}));
    checker.play_out(&ann, &id);
    checker.events("review", ann.events(&format!("/api/replay/table/{id}/review")).map(|event| event.data));
    let record = client.get(&format!("/api/tables/{id}/record")).body;
    let text = client.text();
    // The coach's kinds are keys; `/api/coach` translates them.
    let coached = text.send_for_events("/api/coach?seat=0", record.as_bytes()).map(|event| event.data);
    assert!(coached.inspect(|data| assert!(data["words"].is_null())).count() > 4);
    checker.assert_translated();
    assert!(checker.texts.get() > 5_000, "{} texts prove little", checker.texts.get());
}

#[test]
fn puzzles_and_the_deal_of_the_day_are_fully_translated() {
    let ((_server, client), checker) = (open(), Checker::default());
    let client = bracketed(&client);
    for game in GAMES {
        for number in [1, 2, 3, 5, 8] {
            let path = format!("/api/puzzles/{game}/{number}");
            let puzzle = checker.check_reply(&path, &client.get(&path));
            let mut answer = if puzzle["asked"] == "play" {
                json!({ "action": client.choose(&path, &mut |choice| checker.check("choice", choice)) })
            } else {
                json!({ "option": 0 })
            };
            answer["token"] = json!(SOLVER);
            checker.check_reply("answer", &client.post(&format!("{path}/answers"), &answer));
        }
    }
    let day = client.post("/api/daily/lucky-thirteen", &json!({ "token": SOLVER, "name": "Ann" })).json();
    let ann = client.holding(day["token"].as_str().unwrap());
    checker.play_out(&ann, day["id"].as_str().unwrap());
    let asked = json!({ "token": SOLVER });
    checker.check_reply("results", &client.post("/api/daily/lucky-thirteen/results", &asked));
    checker.check_reply("champion", &client.post("/api/daily/lucky-thirteen/champion", &asked));
    checker.assert_translated();
}

#[test]
fn refusals_are_fully_translated() {
    let ((_server, client), checker) = (open(), Checker::default());
    let client = bracketed(&client);
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    let table = format!("/api/tables/{id}");
    let view = ann.wait(&id);
    let nothing = json!({});
    let json_text = |client: &Client, path: &str, body: &str| {
        client.with("Content-Type", "application/json").send("POST", path, body.as_bytes())
    };
    let text = client.text();
    let person = json!({ "kind": "person" });
    let two = json!([person, person]);
    let seats = |spec: &str| json!([person, { "kind": "player", "spec": spec }]);
    let refused = [
        client.get("/api/nothing"),
        client.get("/page/nowhere"),
        client.get("/api/tables/nowhere"),
        client.get("/api/games/chess/rules"),
        client.get("/api/tournaments"),
        client.get("/api/replay/game/1"),
        client.get("/api/replay/game/x"),
        client.get(&format!("/api/replay/table/{id}")),
        client.get(&format!("{table}/record")),
        client.get(&format!("{table}/ending")),
        client.get(&format!("{table}/advice")),
        ann.get(&format!("{table}/advice")),
        client.get(&format!("{table}/invitation.svg?scheme=text")),
        client.get(&format!("{table}/events?after=1&after=2")),
        client.with("Host", "nowhere").get("/api/games"),
        client.with("Origin", "http://nowhere").post("/api/tables", &nothing),
        client.send("PUT", "/api/tables", b""),
        client.send("POST", "/api/tables", b"{}"),
        json_text(&client, "/api/tables", "{"),
        json_text(&client, "/api/tables", &"x".repeat(100_000)),
        client.post("/api/tables", &json!({ "game": "chess", "seats": [] })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": [] })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": seats("nobody") })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": seats("champion:ms=99999999") })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": two, "seed": 1 })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": two, "clock": { "minutes": 0 } })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": two, "take": 9 })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": two, "take": 0, "name": "\u{200b}" })),
        client.post("/api/tables", &json!({ "game": "indigo", "seats": two, "guided": true })),
        client.post("/api/tables", &json!({ "game": "kuhn", "guided": true })),
        client.post("/api/tables/set-up", &json!({ "properties": "nonsense" })),
        client.post(&format!("{table}/seats/9"), &nothing),
        client.post(&format!("{table}/seats/x"), &nothing),
        client.post(&format!("{table}/seats/0"), &nothing),
        client.send("DELETE", &format!("{table}/seats/0"), b""),
        ann.send("DELETE", &format!("{table}/seats/0"), b""),
        ann.post(&format!("{table}/choice"), &json!({ "chosen": [99] })),
        ann.post(&format!("{table}/choice"), &json!({ "chosen": [0, 0] })),
        ann.post(&format!("{table}/actions"), &json!({ "version": view["version"], "action": "nonsense" })),
        ann.post(&format!("{table}/actions"), &json!({ "version": 0, "action": "play 10♥" })),
        client.post(&format!("{table}/take-back"), &nothing),
        ann.post(&format!("{table}/take-back"), &nothing),
        ann.post(&format!("{table}/resume"), &nothing),
        ann.post(&format!("{table}/answer"), &json!({ "question": 1, "agrees": true })),
        ann.post(&format!("{table}/seats/1/stand-in"), &nothing),
        ann.send("DELETE", &format!("{table}/seats/0/stand-in"), b""),
        ann.post(&format!("{table}/phrases"), &json!({ "phrase": 99 })),
        ann.post(&format!("{table}/again"), &nothing),
        client.get("/api/puzzles/chess/1"),
        client.get("/api/puzzles/indigo/0"),
        client.post("/api/puzzles/indigo/1/answers", &nothing),
        client.post("/api/puzzles/indigo/1/answers", &json!({ "action": "nonsense" })),
        client.post("/api/puzzles/indigo/1/answers", &json!({ "option": 77 })),
        client.post("/api/puzzles/indigo/1/line", &json!({ "receipt": "x" })),
        client.post("/api/puzzles/indigo/next", &json!({ "token": "x" })),
        client.post("/api/daily/chess", &json!({ "token": SOLVER })),
        client.post("/api/daily/indigo/results", &json!({ "day": "nowhere" })),
        client.post("/api/daily/indigo/champion", &json!({ "token": SOLVER })),
        text.send("POST", "/api/replay", b"nonsense"),
        text.send("POST", "/api/coach?seat=x", b"nonsense"),
        text.send("POST", "/api/coach?seat=0", b"nonsense"),
        text.send("POST", "/api/programs?game=chess&file=text", b"nonsense"),
    ];
    for (number, reply) in refused.iter().enumerate() {
        assert!(reply.status >= 400, "refusal {number}: {reply:?}");
        let words = reply.json()["error"].as_str().unwrap_or_else(|| panic!("{reply:?}")).to_owned();
        assert!(words.starts_with('⟦'), "refusal {number}: {words}");
        checker.check_reply(&format!("refusal {number}"), reply);
    }
    checker.assert_translated();
}

/// The tests above must be able to fail.
#[test]
fn untranslated_text_is_found() {
    for (text, is_found) in [
        ("There is no seat 9.", true),
        ("⟦There is no seat 9.⟧", false),
        ("⟦Ann has ‹three cards›⟧", true),
        ("⟦Ann has ‹10♥ AFG›⟧ · 12.5 Bob", false),
        ("⟦This is no record: ‹line 1 makes no sense›.⟧", false),
        ("⟦This is no record: ‹line 1›.⟧ Sorry", true),
    ] {
        assert_eq!(find_untranslated(text).is_some(), is_found, "{text}");
    }
    let checker = Checker::default();
    checker.check("view", &json!([{ "why": "You win", "id": "no such thing", "words": "⟦You win⟧" }]));
    assert_eq!(*checker.untranslated.borrow(), BTreeSet::from(["view why: You win".to_owned()]));
}
