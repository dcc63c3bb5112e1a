//! The parts of `template.yaml` that follow from the code: the HTTP routes of each function and what it may do to the
//! table. Everything else in the file, comments included, is written by hand and stays as it is.

use std::collections::{BTreeMap, BTreeSet};

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

/// An API's routes by path, as they stand in its description.
type Routes = BTreeMap<&'static str, BTreeMap<String, String>>;

/// The routes of both APIs, by the names of these in the template.
fn routes() -> BTreeMap<String, Routes> {
    let mut apis: BTreeMap<String, Routes> = BTreeMap::new();
    for app in [App::Customer, App::Admin] {
        for (binary, group) in gateway::functions(app) {
            // The queue's function shares the binary of the jobs and serves no routes: it stands second.
            let function = functions_of(app, binary).next().unwrap_or_else(|| panic!("{binary} is not in {FILE}"));
            for route in group.list() {
                let methods = apis.entry(api_of(app)).or_default().entry(route.path).or_default();
                methods.insert(route.method.as_str().to_lowercase(), function.clone());
            }
            for (method, path) in group.not_allowed() {
                let methods = apis.entry(api_of(app)).or_default().entry(path).or_default();
                methods.insert(method.as_str().to_lowercase(), function.clone());
            }
        }
    }
    apis
}

fn api_of(app: App) -> String {
    match app {
        App::Customer => "CustomerApi".to_owned(),
        App::Admin => "AdminApi".to_owned(),
    }
}

fn lines_of(routes: &Routes) -> Vec<String> {
    let line = |(method, function): (&String, &String)| {
        format!(
            "            {method}: {{ responses: {{}}, x-amazon-apigateway-integration: {{ type: aws_proxy, \
             httpMethod: POST, payloadFormatVersion: \"2.0\", uri: !Sub \"arn:${{AWS::Partition}}:apigateway:\
             ${{AWS::Region}}:lambda:path/2015-03-31/functions/${{{function}.Alias}}/invocations\" }} }}"
        )
    };
    let path = |(path, methods): (&&str, &BTreeMap<String, String>)| {
        let head = format!("          {path}:");
        std::iter::once(head).chain(methods.iter().map(line)).collect::<Vec<_>>()
    };
    routes.iter().flat_map(path).collect()
}

/// The template with these routes and table actions in place of those it has.
fn rewritten(
    template: &str,
    routes: &BTreeMap<String, Routes>,
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
        if let Some(routes) = routes.get(&name) {
            resource = with_routes(&name, resource, &lines_of(routes));
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

/// The catch-all route comes first and stays as it is.
fn with_routes(name: &str, resource: Vec<String>, routes: &[String]) -> Vec<String> {
    let start = resource.iter().position(|line| line == "          $default:");
    let start = start.unwrap_or_else(|| panic!("{name} has no catch-all route in {FILE}")) + 2;
    let length = resource[start..].iter().take_while(|line| indent(line).is_some_and(|indent| indent >= 10)).count();
    [&resource[..start], routes, &resource[start + length..]].concat()
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
    let function = String::from("AdminDeskFunction");
    let routes = |path| Routes::from([(path, BTreeMap::from([("get".to_owned(), function.clone())]))]);
    let template = format!(
        "\
Resources:
  # Why it is here.
  AdminApi:
    Properties:
      DefinitionBody:
        paths:
          $default:
            x-amazon-apigateway-any-method: {{}}
{}
      DisableExecuteApiEndpoint: true

  AdminDeskFunction:
    Properties:
      Policies:
        - Statement:
            - Action:
                - dynamodb:Query
                - dynamodb:PutItem
              Resource: !GetAtt Table.Arn

  Other:
    Type: AWS::SQS::Queue
",
        lines_of(&routes("/api/old")).join("\n")
    );
    let actions = BTreeSet::from(["GetItem".to_owned(), "Query".to_owned()]);
    let rewritten = rewritten(
        &template,
        &BTreeMap::from([("AdminApi".to_owned(), routes("/api/new/{id}"))]),
        &BTreeMap::from([(function.clone(), actions)]),
    );
    let expected = template
        .replace(
            "                - dynamodb:Query\n                - dynamodb:PutItem",
            "                - dynamodb:GetItem\n                - dynamodb:Query",
        )
        .replace("/api/old", "/api/new/{id}");
    assert_eq!(rewritten, expected);
}
