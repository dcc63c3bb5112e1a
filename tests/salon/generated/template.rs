//! The parts of `template.yaml` that follow from the code: the HTTP routes of each function and what it may do to the
//! table. Everything else in the file, comments included, is written by hand and stays as it is.

use std::collections::{BTreeMap, BTreeSet};

use http::Method;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::permissions::functions_of;

use super::{check, root};
use crate::permissions::needed_by_functions;

const FILE: &str = "template.yaml";

/// In this order they are listed.
const ACTIONS: [&str; 7] =
    ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"];

#[tokio::test]
async fn the_template_has_the_routes_and_table_actions_of_the_code() {
    let written = std::fs::read_to_string(root().join(FILE)).unwrap();
    check(FILE, &rewritten(&written, &routes(), &needed_by_functions().await));
}

/// The events of the routes, by the function that serves them, ordered by path.
fn routes() -> BTreeMap<String, Vec<String>> {
    let mut events: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for app in [App::Customer, App::Admin] {
        for (binary, group) in gateway::functions(app) {
            // The queue's function shares the binary of the jobs and serves no routes: it stands second.
            let function = functions_of(app, binary).next().unwrap_or_else(|| panic!("{binary} is not in {FILE}"));
            let mut routes: Vec<_> = group.list().collect();
            routes.sort_by_key(|route| route.path);
            let lines = routes.iter().flat_map(|route| event(app, &route.method, route.path));
            events.entry(function).or_default().extend(lines);
        }
    }
    events
}

fn event(app: App, method: &Method, path: &str) -> [String; 3] {
    let api = capitalised(app.as_str());
    [
        format!("        {}:", event_name(method, path)),
        "          Type: HttpApi".to_owned(),
        format!("          Properties: {{ ApiId: !Ref {api}Api, Method: {method}, Path: \"{path}\" }}"),
    ]
}

/// `GetApiBookingsIdCalendarIcs` of `GET /api/bookings/{id}/calendar.ics`.
fn event_name(method: &Method, path: &str) -> String {
    let words = path.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(method.as_str().to_lowercase().as_str()).chain(words).map(capitalised).collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The template with these events and table actions in place of those it has.
fn rewritten(
    template: &str,
    events: &BTreeMap<String, Vec<String>>,
    actions: &BTreeMap<String, BTreeSet<String>>,
) -> String {
    let mut resources: Vec<Vec<&str>> = vec![Vec::new()];
    for line in template.lines() {
        if indent(line) == Some(2) && line.ends_with(':') {
            resources.push(Vec::new());
        }
        resources.last_mut().expect("one at least").push(line);
    }
    let mut lines: Vec<String> = Vec::new();
    for resource in resources {
        let name = resource[0].trim().trim_end_matches(':').to_owned();
        let mut resource: Vec<String> = resource.into_iter().map(str::to_owned).collect();
        if let Some(events) = events.get(&name) {
            resource = with_events(&name, resource, events);
        }
        if let Some(actions) = actions.get(&name).filter(|actions| !actions.is_empty()) {
            resource = with_actions(&name, resource, actions);
        }
        lines.extend(resource);
    }
    lines.join("\n") + "\n"
}

/// How far a line is indented; None for an empty one.
fn indent(line: &str) -> Option<usize> {
    (!line.trim().is_empty()).then(|| line.len() - line.trim_start().len())
}

/// The routes come first; schedules, queues and the catch-all route follow as they are.
fn with_events(name: &str, resource: Vec<String>, routes: &[String]) -> Vec<String> {
    let start = resource.iter().position(|line| line == "      Events:");
    let start = start.unwrap_or_else(|| panic!("{name} serves routes and has no Events in {FILE}")) + 1;
    let length = resource[start..].iter().take_while(|line| indent(line).is_some_and(|indent| indent >= 8)).count();
    let (head, rest) = resource.split_at(start);
    let (events, tail) = rest.split_at(length);
    let mut kept: Vec<&[String]> = events.chunk_by(|_, next| indent(next) != Some(8)).collect();
    kept.retain(|event| !event.iter().any(|line| line.contains("Method: ")));
    [head, routes, &kept.concat()[..], tail].concat()
}

fn with_actions(name: &str, resource: Vec<String>, needed: &BTreeSet<String>) -> Vec<String> {
    let is_action = |line: &String| line.trim_start().starts_with("- dynamodb:");
    let start = resource.iter().position(is_action);
    let start = start.unwrap_or_else(|| panic!("{name} has no policy for the table in {FILE}"));
    let length = resource[start..].iter().take_while(|line| is_action(line)).count();
    let unknown: Vec<_> = needed.iter().filter(|action| !ACTIONS.contains(&action.as_str())).collect();
    assert!(unknown.is_empty(), "{name} does {unknown:?} to the table, which have no place in the order of actions");
    let spaces = " ".repeat(indent(&resource[start]).unwrap_or_default());
    let listed = ACTIONS.iter().filter(|action| needed.contains(**action));
    let listed: Vec<String> = listed.map(|action| format!("{spaces}- dynamodb:{action}")).collect();
    let (head, tail) = (&resource[..start], &resource[start + length..]);
    [head, &listed[..], tail].concat()
}

#[test]
fn routes_and_actions_are_replaced_and_the_rest_stays() {
    let template = "\
Resources:
  # Why it is here.
  DeskFunction:
    Properties:
      Policies:
        - Statement:
            - Action:
                - dynamodb:Query
                - dynamodb:PutItem
              Resource: !GetAtt Table.Arn
      Events:
        GetApiOld:
          Type: HttpApi
          Properties: { ApiId: !Ref AdminApi, Method: GET, Path: \"/api/old\" }
        CatchAll:
          Type: HttpApi
          Properties: { ApiId: !Ref AdminApi }

  Other:
    Type: AWS::SQS::Queue
";
    let events = event(App::Admin, &Method::GET, "/api/new/{id}").to_vec();
    let actions = BTreeSet::from(["GetItem".to_owned(), "Query".to_owned()]);
    let rewritten = rewritten(
        template,
        &BTreeMap::from([("DeskFunction".to_owned(), events)]),
        &BTreeMap::from([("DeskFunction".to_owned(), actions)]),
    );
    let expected = template
        .replace(
            "                - dynamodb:Query\n                - dynamodb:PutItem",
            "                - dynamodb:GetItem\n                - dynamodb:Query",
        )
        .replace("GetApiOld", "GetApiNewId")
        .replace("/api/old", "/api/new/{id}");
    assert_eq!(rewritten, expected);
}
