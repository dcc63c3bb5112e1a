//! The OpenAPI documents: every route of an app, with the examples that the walk gave.

use std::collections::{BTreeMap, BTreeSet};

use parlour_http::{Access, Content, Route, openapi};
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::TestSalon;
use parlour_tests::documented::{self, fits};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{check, root};
use crate::walk;

/// The examples asked and answered, by app and operation. Kept, so that ids and times stay as they are while they fit.
const EXAMPLES: &str = "infra/openapi/examples.json";
/// Of a long list, so many rows are shown.
const ROWS: usize = 2;

#[derive(Clone, Default, Serialize, Deserialize)]
struct Example {
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
}

type Examples = BTreeMap<String, BTreeMap<String, Example>>;

#[tokio::test]
async fn the_kept_openapi_documents_are_those_of_the_code() {
    let kept = std::fs::read_to_string(root().join(EXAMPLES)).unwrap_or_default();
    let mut kept: Examples = serde_json::from_str(&kept).unwrap_or_default();
    let walked = walk::examples().await;
    let mut examples = Examples::new();
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        let mut document = openapi::document(&routes);
        for route in routes.list() {
            let (method, id) = (route.method.as_str().to_lowercase(), route.spec.id.to_string());
            let known = kept.entry(app.to_string()).or_default().remove(&id);
            let example = match known.filter(|known| is_right(app, route, known)) {
                Some(known) => known,
                None => {
                    let (request, answer) = &walked[&(app, route.path.to_owned(), method.clone())];
                    let fresh = Example {
                        request: Some(request.clone()).filter(|_| route.spec.request.is_some() && !request.is_null()),
                        answer: answers_json(route).then(|| shortened(answer)),
                    };
                    assert!(is_right(app, route, &fresh), "{app} {id}: the walk's own call is not as documented");
                    fresh
                }
            };
            openapi::with_example(
                &mut document,
                route.path,
                &method,
                example.request.as_ref(),
                example.answer.as_ref(),
            );
            examples.entry(app.to_string()).or_default().insert(id, example);
        }
        check(&format!("infra/openapi/{app}.json"), &(serde_json::to_string_pretty(&document).unwrap() + "\n"));
    }
    check(EXAMPLES, &(serde_json::to_string_pretty(&examples).unwrap() + "\n"));
}

fn answers_json(route: &Route) -> bool {
    matches!(route.spec.content, Content::Json(_) | Content::JsonOrCsv(_))
}

/// Whether an example has what its operation takes and answers, as the document says.
fn is_right(app: App, route: &Route, example: &Example) -> bool {
    let document = documented::document(app);
    let operation = &document["paths"][route.path][route.method.as_str().to_lowercase()];
    let json = |content: &Value| content["content"]["application/json"]["schema"].clone();
    let is_asked = match &example.request {
        Some(request) => fits(document, &json(&operation["requestBody"]), request, "").is_ok(),
        // A body that is a file has no example.
        None => operation["requestBody"]["required"] != true || json(&operation["requestBody"]).is_null(),
    };
    let answer = json(&operation["responses"][route.spec.status.as_str()]);
    let is_answered = match &example.answer {
        Some(example) => fits(document, &answer, example, "").is_ok(),
        None => !answers_json(route),
    };
    is_asked && is_answered
}

fn shortened(value: &Value) -> Value {
    match value {
        Value::Array(rows) => rows.iter().take(ROWS).map(shortened).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), shortened(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn every_operation_has_a_name_of_its_own_and_says_what_it_does() {
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        let document = documented::document(app);
        assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
        let mut ids = BTreeSet::new();
        for route in routes.list() {
            let name = format!("{app} {} {}", route.method, route.path);
            let id = route.spec.id.to_string();
            let is_typed = |part: &str| {
                part.starts_with(|letter: char| letter.is_ascii_lowercase())
                    && part.chars().all(|letter| letter.is_ascii_alphanumeric())
            };
            assert!(
                id.split('.').count() == 2 && id.split('.').all(is_typed),
                "{name}: {id:?} is no name like noun.verb"
            );
            assert!(ids.insert(id.clone()), "{name}: {id} is another operation's name");
            assert!(route.spec.about.ends_with('.'), "{name} does not say what it does");
            assert!(!matches!(route.spec.content, Content::Unsaid), "{name} does not say what it answers");
            let operation = &document["paths"][route.path][route.method.as_str().to_lowercase()];
            assert_eq!(operation["operationId"], id.as_str(), "{name} has no operation");
            let is_public = operation["security"] == serde_json::json!([]);
            assert_eq!(is_public, route.spec.access == Access::Public, "{name}");
        }
        for tag in document["tags"].as_array().unwrap() {
            assert!(tag["description"].as_str().is_some_and(|words| !words.is_empty()), "{app}: {tag} says nothing");
        }
    }
}

#[test]
fn two_shapes_never_share_a_name() {
    for app in [App::Customer, App::Admin] {
        let mut named: BTreeMap<String, Value> = BTreeMap::new();
        for route in gateway::routes(app).list() {
            let answer = match route.spec.content {
                Content::Json(answer) | Content::JsonOrCsv(answer) => Some(answer),
                _ => None,
            };
            for (name, schema) in answer.into_iter().chain(route.spec.request).flat_map(|schema| schema().named) {
                let schema = serde_json::to_value(schema).unwrap();
                let first = named.entry(name.clone()).or_insert_with(|| schema.clone());
                assert_eq!(*first, schema, "{app}: two shapes are called {name}");
            }
        }
    }
}

#[test]
fn what_a_client_generator_needs_is_said() {
    let (customer, admin) = (documented::document(App::Customer), documented::document(App::Admin));
    let slots = &customer["paths"]["/api/availability"]["get"]["parameters"];
    let ids = slots.as_array().unwrap().iter().find(|parameter| parameter["name"] == "serviceIds").unwrap();
    assert_eq!((&ids["explode"], &ids["schema"]["type"]), (&Value::Bool(false), &Value::from("array")));

    let list = &admin["paths"]["/api/customers"]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
    assert_eq!(list["properties"]["meta"]["$ref"], "#/components/schemas/Meta");

    let decide = &admin["components"]["schemas"]["DecideRequest"];
    assert_eq!(decide["discriminator"]["propertyName"], "action");
    assert_eq!(
        admin["components"]["schemas"]["RejectBooking"]["required"],
        serde_json::json!(["rejectionReason", "action"])
    );

    let book = &customer["components"]["schemas"]["BookRequest"]["properties"];
    assert_eq!((&book["bookingDate"]["format"], &book["serviceIds"]["minItems"]), (&"date".into(), &1.into()));
    assert_eq!(book["notes"]["type"], serde_json::json!(["string", "null"]));
    let page = &customer["paths"]["/api/gems"]["get"]["parameters"][0]["schema"];
    assert!(page.get("minimum").is_none() && page["default"] == 1, "{page}");

    let sign_in = &customer["paths"]["/api/auth/sign-in/social"]["post"]["responses"];
    let answer = &sign_in["200"]["content"]["application/json"]["schema"];
    assert!(answer["properties"]["success"].is_null(), "sign-in has no envelope: {answer}");
    assert_eq!(sign_in["400"]["$ref"], "#/components/responses/SignIn.VALIDATION_ERROR");
}

#[tokio::test]
async fn the_served_document_names_the_cookie_that_is_in_force() {
    let secure = [("BASE_URL", "https://salon.example.test"), ("ADMIN_URL", "https://desk.example.test")];
    for (settings, names) in [
        (&[] as &[(&str, &str)], ["parlour.session", "parlour.admin.session"]),
        (&secure, ["__Host-parlour.session", "__Host-parlour.session"]),
    ] {
        let salon = TestSalon::with_settings(settings).await;
        for (app, name) in [App::Customer, App::Admin].into_iter().zip(names) {
            let document = salon.anyone(app).get("/api/openapi.json").await.json();
            assert_eq!(document["components"]["securitySchemes"]["session"]["name"], name, "{app}");
        }
    }
}
