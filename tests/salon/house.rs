//! What holds the house together: routers, template, OpenAPI and the authorization table say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use parlour::settings::App;
use parlour::table::keys::names;
use parlour::table::schema::GLOBAL_INDEXES;
use parlour::web::openapi;
use parlour_local::gateway;
use serde_yaml_ng::Value;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub fn template() -> Value {
    let text = std::fs::read_to_string(root().join("template.yaml")).unwrap();
    serde_yaml_ng::from_str(&text).unwrap()
}

/// What a YAML tag such as `!Ref X` holds.
fn untagged(value: &Value) -> &Value {
    match value {
        Value::Tagged(tagged) => &tagged.value,
        other => other,
    }
}

pub fn text(value: &Value) -> Option<&str> {
    untagged(value).as_str()
}

/// Function binary → the routes the template gives it, as `app METHOD path`.
fn template_routes() -> BTreeMap<String, BTreeSet<String>> {
    let template = template();
    let mut routes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, resource) in template["Resources"].as_mapping().unwrap() {
        if resource["Type"].as_str() != Some("AWS::Serverless::Function") {
            continue;
        }
        let binary = resource["Metadata"]["BuildProperties"]["Binary"].as_str().unwrap().to_owned();
        let Some(events) = resource["Properties"]["Events"].as_mapping() else { continue };
        for (_, event) in events {
            if event["Type"].as_str() != Some("HttpApi") {
                continue;
            }
            let properties = &event["Properties"];
            let app = match text(&properties["ApiId"]) {
                Some("CustomerApi") => App::Customer,
                Some("AdminApi") => App::Admin,
                other => panic!("an unknown API: {other:?}"),
            };
            // The catch-all route has neither method nor path.
            if let (Some(method), Some(path)) = (text(&properties["Method"]), text(&properties["Path"])) {
                routes.entry(binary.clone()).or_default().insert(format!("{app} {method} {path}"));
            }
        }
    }
    routes
}

fn router_routes() -> BTreeMap<String, BTreeSet<String>> {
    let mut routes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for app in [App::Customer, App::Admin] {
        for (function, group) in gateway::functions(app) {
            for route in group.list() {
                let added = routes
                    .entry(function.to_owned())
                    .or_default()
                    .insert(format!("{app} {} {}", route.method, route.path));
                assert!(added, "{app} {} {} is routed twice", route.method, route.path);
            }
        }
    }
    routes
}

#[test]
fn the_template_routes_what_the_routers_serve() {
    let (template, routers) = (template_routes(), router_routes());
    let functions: BTreeSet<&String> = template.keys().chain(routers.keys()).collect();
    let none = BTreeSet::new();
    let mut problems = Vec::new();
    for function in functions {
        let (said, served) = (template.get(function).unwrap_or(&none), routers.get(function).unwrap_or(&none));
        problems
            .extend(served.difference(said).map(|route| format!("{function}: {route} is missing from template.yaml")));
        problems.extend(said.difference(served).map(|route| format!("{function}: {route} is in template.yaml only")));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_template_declares_the_table_the_code_uses() {
    let template = template();
    let table = &template["Resources"]["Table"]["Properties"];
    let index = |list: &str| -> BTreeSet<(String, Vec<String>)> {
        table[list]
            .as_sequence()
            .unwrap()
            .iter()
            .map(|index| {
                let keys = index["KeySchema"].as_sequence().unwrap();
                let keys = keys.iter().map(|key| key["AttributeName"].as_str().unwrap().to_owned()).collect();
                (index["IndexName"].as_str().unwrap().to_owned(), keys)
            })
            .collect()
    };
    let global: BTreeSet<(String, Vec<String>)> = GLOBAL_INDEXES
        .iter()
        .map(|(name, pk, sk)| ((*name).to_owned(), vec![(*pk).to_owned(), (*sk).to_owned()]))
        .collect();
    assert_eq!(index("GlobalSecondaryIndexes"), global);
    let local = BTreeSet::from([(names::L1.to_owned(), vec![names::PK.to_owned(), names::L1_SK.to_owned()])]);
    assert_eq!(index("LocalSecondaryIndexes"), local);
    assert_eq!(table["TimeToLiveSpecification"]["AttributeName"].as_str(), Some(names::TTL));
}

/// The kept documents are what the code generates. `PARLOUR_WRITE=1 cargo test` writes them anew.
#[test]
fn the_kept_openapi_documents_are_those_of_the_code() {
    for app in [App::Customer, App::Admin] {
        let generated = serde_json::to_string_pretty(&openapi::document(&gateway::routes(app))).unwrap() + "\n";
        let path = root().join(format!("infra/openapi/{app}.json"));
        if std::env::var_os("PARLOUR_WRITE").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!(
            kept == generated,
            "infra/openapi/{app}.json is stale: run PARLOUR_WRITE=1 cargo test --workspace --test salon house"
        );
    }
}

#[test]
fn every_route_is_in_the_openapi_document() {
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        let document = serde_json::to_value(openapi::document(&routes)).unwrap();
        assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
        for route in routes.list() {
            let operation = &document["paths"][route.path][route.method.as_str().to_lowercase()];
            assert!(operation["summary"].is_string(), "{app} {} {} has no operation", route.method, route.path);
        }
    }
}
