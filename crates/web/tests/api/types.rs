//! The API description is the only source of the JSON types. `cargo xtask bless` writes the page's `types.d.ts` from
//! it, and answers have exactly the described fields.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::client::{Client, open};

const HEAD: &str = "// The JSON between server and page, written by `cargo xtask bless` from the API's description.\n";

fn schemas(client: &Client) -> Map<String, Value> {
    client.get("/api/openapi.json").json()["components"]["schemas"].as_object().unwrap().clone()
}

fn reference_name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

fn typescript(schema: &Value) -> String {
    if let Some(name) = reference_name(schema) {
        return name.to_owned();
    }
    if let Some(kinds) = schema["oneOf"].as_array() {
        return kinds.iter().map(typescript).collect::<Vec<_>>().join(" | ");
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    let one = |kind: &Value| match kind.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => {
            let items = typescript(&schema["items"]);
            if items.contains(' ') { format!("({items})[]") } else { format!("{items}[]") }
        }
        Some("object") => {
            let fields = fields(schema).into_iter().map(|(_, field)| field).collect::<Vec<_>>().join("; ");
            if fields.is_empty() { "Record<string, never>".to_owned() } else { format!("{{ {fields} }}") }
        }
        Some(plain @ ("string" | "boolean" | "null")) => plain.to_owned(),
        _ => panic!("no type of the page's: {schema}"),
    };
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(one).collect::<Vec<_>>().join(" | "),
        kind => one(kind),
    }
}

/// Returns the fields of an object with their descriptions.
fn fields(schema: &Value) -> Vec<(Option<&str>, String)> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap()).collect();
    let field = |(name, field): (&'_ String, &'_ Value)| {
        let sign = if required.contains(&name.as_str()) { "" } else { "?" };
        format!("{name}{sign}: {}", typescript(field))
    };
    let described = schema["properties"].as_object().into_iter().flatten();
    described.map(|(name, schema)| (schema["description"].as_str(), field((name, schema)))).collect()
}

fn comment(text: &mut String, indent: &str, words: Option<&str>) {
    if let Some(words) = words {
        writeln!(text, "{indent}/** {} */", words.replace('\n', " ")).unwrap();
    }
}

fn body(text: &mut String, schema: &Value) {
    text.push_str("{\n");
    for (words, field) in fields(schema) {
        comment(text, "  ", words);
        writeln!(text, "  {field};").unwrap();
    }
    text.push_str("}\n");
}

fn types(schemas: &Map<String, Value>) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in schemas {
        text.push('\n');
        let parts = schema["allOf"].as_array();
        let words =
            schema["description"].as_str().or_else(|| parts?.iter().find_map(|part| part["description"].as_str()));
        comment(&mut text, "", words);
        if let Some(parts) = parts {
            let more: Vec<&str> = parts.iter().filter_map(reference_name).collect();
            write!(text, "export interface {name} extends {} ", more.join(", ")).unwrap();
            body(&mut text, parts.iter().find(|part| reference_name(part).is_none()).unwrap());
        } else if schema["type"] == "object" && schema["properties"].is_object() {
            write!(text, "export interface {name} ").unwrap();
            body(&mut text, schema);
        } else {
            writeln!(text, "export type {name} = {};", typescript(schema)).unwrap();
        }
    }
    text
}

#[test]
fn types_match_the_description() {
    let (_server, client) = open();
    let written = types(&schemas(&client));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/types.d.ts");
    if std::env::var_os("CARDSHARP_BLESS").is_some() {
        std::fs::write(&path, written).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let differs = written.lines().zip(kept.lines()).find(|(written, kept)| written != kept);
    assert!(written == kept, "`cargo xtask bless` writes types.d.ts anew; the first difference: {differs:?}");
}

/// Checks that a value fits a schema and has the described fields only.
fn fits(schemas: &Map<String, Value>, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = reference_name(schema) {
        return fits(schemas, &schemas[name], value).map_err(|wrong| format!("{name}: {wrong}"));
    }
    if let Some(kinds) = schema["oneOf"].as_array() {
        let tries: Vec<_> = kinds.iter().map(|kind| fits(schemas, kind, value)).collect();
        return if tries.iter().any(Result::is_ok) { Ok(()) } else { Err(format!("{tries:?}")) };
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let mut all = json!({ "type": "object", "properties": {}, "required": [] });
        for part in parts {
            let part = reference_name(part).map_or(part, |name| &schemas[name]);
            let fields = part["properties"].as_object().unwrap().clone();
            all["properties"].as_object_mut().unwrap().extend(fields);
            all["required"].as_array_mut().unwrap().extend(part["required"].as_array().unwrap().clone());
        }
        return fits(schemas, &all, value);
    }
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.iter().any(|known| known == kind || (known == "number" && kind == "integer")) {
        return Err(format!("{value} is no {kinds:?}"));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Err(format!("{value} is none of {words:?}"));
    }
    for value in value.as_array().into_iter().flatten() {
        fits(schemas, &schema["items"], value)?;
    }
    let Some(object) = value.as_object() else { return Ok(()) };
    for name in schema["required"].as_array().into_iter().flatten() {
        object.get(name.as_str().unwrap()).ok_or_else(|| format!("no {name} in {value}"))?;
    }
    for (name, value) in object {
        let schema = schema["properties"].get(name).ok_or_else(|| format!("nothing is said of {name:?}"))?;
        fits(schemas, schema, value).map_err(|wrong| format!("{name}: {wrong}"))?;
    }
    Ok(())
}

#[test]
fn answers_have_exactly_the_described_fields() {
    let (_server, client) = open();
    let schemas = schemas(&client);
    let check = |name: &str, value: &Value| fits(&schemas, &schemas[name], value).unwrap();
    for game in client.get("/api/games").json().as_array().unwrap() {
        check("GameInfo", game);
        let name = game["name"].as_str().unwrap();
        check("Rules", &client.get(&format!("/api/games/{name}/rules")).json());
        let others = vec!["random"; game["seats"].as_u64().unwrap() as usize - 1];
        let (id, ann) = client.table(name, &others, &json!({ "kibitzer": true }));
        let table = format!("/api/tables/{id}");
        check("View", &ann.get(&table).json());
        check("Advice", &ann.get(&format!("{table}/advice")).json());
        check("ToldChoice", &ann.post(&format!("{table}/choice"), &json!({ "chosen": [0] })).json());
        ann.play_out(&id);
        check("View", &ann.get(&table).json());
        check("View", &client.get(&table).json());
        check("Replay", &client.get(&format!("/api/replay/table/{id}?seat=open")).json());
        let seats: Vec<Value> =
            others.iter().map(|_| json!({ "kind": "person" })).chain([json!({ "kind": "person" })]).collect();
        check(
            "Taken",
            &client.post("/api/tables", &json!({ "game": name, "seats": seats, "take": 0, "listed": true })).json(),
        );
    }
    for listed in client.get("/api/tables").json().as_array().unwrap() {
        check("Listed", listed);
    }
    check("Health", &client.get("/api/health").json());
    check("Refused", &client.get("/api/tables/none").json());
    // The check must be able to fail.
    let mut health = client.get("/api/health").json();
    health["version"] = json!(1);
    fits(&schemas, &schemas["Health"], &health).unwrap_err();
    health.as_object_mut().unwrap().remove("version");
    fits(&schemas, &schemas["Health"], &health).unwrap_err();
}
