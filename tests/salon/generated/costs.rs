//! The page of costs: what one call of every endpoint costs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::wire::Cost;

use super::{check, root};
use crate::walk::{self, Row};

const PAGE: &str = "infra/docs/costs.md";

const TABLE_HEAD: &str = "| App | Method | Path | Case | Calls | Round trips | Read units | Write units |\n|---|---|---|---|--:|--:|--:|--:|\n";

fn table(rows: &BTreeMap<Row, Cost>) -> String {
    let mut table = TABLE_HEAD.to_owned();
    for ((app, path, method, special), cost) in rows {
        let (calls, trips) = (cost.calls.len(), cost.round_trips);
        let (reads, writes) = (cost.read_units, cost.write_units);
        let _ = writeln!(table, "| {app} | {method} | `{path}` | {special} | {calls} | {trips} | {reads} | {writes} |");
    }
    table
}

#[tokio::test]
async fn every_endpoint_costs_what_the_page_says() {
    let rows = walk::costs().await;
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        for route in routes.list().chain(routes.pages()) {
            let key = (app.to_string(), route.path.to_owned(), route.method.to_string());
            let counted = rows.keys().any(|(app, path, method, _)| (app, path, method) == (&key.0, &key.1, &key.2));
            assert!(counted, "{app} {} {} has no call in tests/salon/walk", route.method, route.path);
        }
    }
    let written = std::fs::read_to_string(root().join(PAGE)).unwrap();
    let start = written.find(TABLE_HEAD).expect("the table of costs");
    check(PAGE, &format!("{}{}", &written[..start], table(rows)));
}
