//! The page's types are the server's: `web/src/app/schema.ts` is written from the description of the API. Renewed with
//! `BLESS=1 cargo test -p heibai-server --test server typescript`.

use crate::client::Person;
use serde_json::{Map, Value};
use std::fmt::Write;
use std::path::Path;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/app/schema.ts");

/// A schema as a TypeScript type.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    for (key, between) in [("oneOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[key].as_array() {
            // What may be null says so last.
            let (nulls, others): (Vec<_>, Vec<_>) = parts.iter().partition(|part| part["type"] == "null");
            return others.into_iter().chain(nulls).map(type_of).collect::<Vec<_>>().join(between);
        }
    }
    if let Some(names) = schema["enum"].as_array() {
        return names.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match &schema["type"] {
        Value::Array(types) => {
            let of = |kind: &Value| {
                let mut schema = schema.clone();
                schema["type"] = kind.clone();
                type_of(&schema)
            };
            types.iter().map(of).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => match kind.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" => format!("Array<{}>", type_of(&schema["items"])),
            "object" => object(schema),
            other => other.to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn object(schema: &Value) -> String {
    if let Some(properties) = schema["properties"].as_object() {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let field = |(name, of): (&String, &Value)| {
            let optional = if required.contains(&Value::from(name.as_str())) { "" } else { "?" };
            format!("{name}{optional}: {}", type_of(of))
        };
        return format!("{{ {} }}", properties.iter().map(field).collect::<Vec<_>>().join("; "));
    }
    match schema.get("additionalProperties") {
        Some(of) if of.is_object() => format!("Record<string, {}>", type_of(of)),
        _ => "Record<string, unknown>".to_owned(),
    }
}

fn typescript(schemas: &Map<String, Value>) -> String {
    let mut text = "// Written from the server's description of its API; do not edit. To renew it:\n\
                    // BLESS=1 cargo test -p heibai-server --test server typescript\n"
        .to_owned();
    for (name, schema) in schemas {
        if let Some(about) = schema["description"].as_str() {
            write!(text, "\n/** {} */", about.replace('\n', " ")).expect("a text grows");
        }
        write!(text, "\nexport type {name} = {};", type_of(schema)).expect("a text grows");
    }
    text + "\n"
}

#[tokio::test]
async fn the_page_has_the_types_of_the_server() {
    let (server, _folder) = crate::server().await;
    let api = Person::nobody(server.address()).get("/api/openapi.json").await.json();
    let now = typescript(api["components"]["schemas"].as_object().unwrap());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &now).unwrap();
    }
    let known = std::fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    for (line, (known, now)) in known.lines().zip(now.lines()).enumerate() {
        assert_eq!(known, now, "web/src/app/schema.ts:{}: renew it with BLESS=1", line + 1);
    }
    assert_eq!(known, now, "web/src/app/schema.ts: renew it with BLESS=1");
}
