//! The server accepts described requests and refuses others as described. `cargo xtask schemathesis` found each case.

use serde_json::{Value, json};

use crate::client::{Client, open};

fn description(client: &Client) -> Value {
    client.get("/api/openapi.json").json()
}

/// Whole numbers may be written as `19.0`, in JSON and in a query.
#[test]
fn whole_numbers_may_have_a_fraction_of_zero() {
    let (_server, client) = open();
    let seats = json!([{ "kind": "person" }, { "kind": "player", "spec": "random" }]);
    let wish = json!({ "game": "indigo", "seats": seats, "take": 0.0, "seed": 6757.0 });
    let reply = client.post("/api/tables", &wish).ok(201);
    let (id, ann) = (reply["id"].as_str().unwrap(), client.holding(reply["token"].as_str().unwrap()));
    let choice = ann.post(&format!("/api/tables/{id}/choice"), &json!({ "chosen": [0.0] }));
    assert_eq!(choice.status, 200, "{choice:?}");
    let version = reply["view"]["version"].as_f64().unwrap();
    let action = json!({ "version": version, "action": choice.json()["action"] });
    assert!(action.to_string().contains(".0"), "{action}");
    let played = ann.post(&format!("/api/tables/{id}/actions"), &action);
    assert_eq!(played.status, 200, "{played:?}");
    assert_eq!(client.get("/api/tournaments/1/games?from=1.0&count=2").code(), "unknown-page");
    for wrong in [json!(0.5), json!(-1), json!("0")] {
        let reply = ann.post(&format!("/api/tables/{id}/choice"), &json!({ "chosen": [wrong] }));
        reply.is_refused(400, "bad-request");
    }
}

#[test]
fn query_parameters_are_described() {
    let (_server, client) = open();
    let described = description(&client);
    for (path, method, expected) in [
        ("/api/programs", "post", vec![("game", true), ("name", true)]),
        ("/api/coach", "post", vec![("seat", true)]),
        ("/api/replay", "post", vec![("seat", false)]),
        ("/api/replay/review", "post", vec![("first", false)]),
        ("/api/replay/table/{id}", "get", vec![("seat", false)]),
        ("/api/tables/{id}/events", "get", vec![("after", false)]),
        ("/api/tournaments/{id}/games", "get", vec![("from", false), ("count", false), ("entrant", false)]),
    ] {
        let parameters = described["paths"][path][method]["parameters"].as_array().unwrap();
        let asked = parameters.iter().filter(|parameter| parameter["in"] == "query");
        let asked: Vec<_> = asked
            .map(|asked| (asked["name"].as_str().unwrap(), asked["required"].as_bool().unwrap_or_default()))
            .collect();
        assert_eq!(asked, expected, "{method} {path}");
    }
}

#[test]
fn every_refusal_is_json_as_described() {
    let (_server, client) = open();
    let described = description(&client);
    let text = client.text();
    for reply in [
        client.send("POST", "/api/programs", b""),
        client.get("/api/tournaments/1/games?from=x"),
        client.get("/api/tables/%FF"),
        client.get("/api/games/%FF/rules"),
        text.send("POST", "/api/replay?seat=0&seat=1", b""),
        client.with("Content-Type", "application/json").send("POST", "/api/tables", b"\xff"),
    ] {
        reply.is_refused(400, "bad-request");
        assert_eq!(reply.header("content-type"), Some("application/json"), "{reply:?}");
    }
    for (path, methods) in described["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            for status in ["4XX", "503"] {
                let refused = &operation["responses"][status]["content"];
                let schema = &refused["application/json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Refused", "{method} {path} {status}");
            }
        }
    }
}

/// The description of a record covers its first line only; other invalid records get a status of their own.
#[test]
fn invalid_records_are_refused_as_described() {
    let (_server, client) = open();
    let described = description(&client);
    let text = client.text();
    for path in ["/api/replay", "/api/replay/review"] {
        let schema = &described["paths"][path]["post"]["requestBody"]["content"]["text/plain"]["schema"];
        let schema = &described["components"]["schemas"][schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap()];
        assert_eq!(schema["pattern"], "^cardsharp record 1\n", "{schema}");
        for wrong in ["", "hello", "cardsharp record 1\n", "cardsharp record 1\ngame indigo\n"] {
            let reply = text.send("POST", path, wrong.as_bytes());
            assert_eq!((reply.status, reply.code().as_str()), (422, "bad-record"), "{wrong:?}: {reply:?}");
        }
        assert_eq!(client.send("POST", path, b"").status, 415, "it is sent as text");
    }
}

#[test]
fn playing_again_takes_a_body_and_says_so() {
    let (_server, client) = open();
    let operation = &description(&client)["paths"]["/api/tables/{id}/again"]["post"];
    assert_eq!(operation["requestBody"]["required"], true, "{operation}");
    let (id, ann) = client.table("indigo", &["random"], &json!({}));
    ann.play_out(&id);
    let again = format!("/api/tables/{id}/again");
    assert_eq!(ann.send("POST", &again, b"{}").status, 415, "a form of another page cannot say that it is JSON");
    assert_eq!(ann.post(&again, &json!({ "more": 1 })).status, 400);
    assert_eq!(ann.post(&again, &json!({})).status, 200);
}

#[test]
fn unknown_fields_are_refused_as_described() {
    let (_server, client) = open();
    let schemas = &description(&client)["components"]["schemas"];
    for kind in schemas["Seating"]["oneOf"].as_array().unwrap() {
        assert_eq!(kind["additionalProperties"], false, "{kind}");
    }
    for known in ["NewTable", "Sit", "Act", "Chosen", "Nothing"] {
        assert_eq!(schemas[known]["additionalProperties"], false, "{known}");
    }
    let seats = json!([{ "kind": "player", "spec": "random", "strength": 9 }, { "kind": "player", "spec": "random" }]);
    assert_eq!(client.post("/api/tables", &json!({ "game": "indigo", "seats": seats })).status, 400);
    assert_eq!(schemas["Chosen"]["properties"]["chosen"]["items"]["format"], "int64", "{schemas}");
}
