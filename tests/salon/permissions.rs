//! The permissions of each function on the table, as `template.yaml` allows them and as its routes need them.

use std::collections::{BTreeMap, BTreeSet};

use parlour_http::Access;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::permissions::{allowed, functions_of, may};

use crate::generated::root;
use crate::template::{functions, template};
use crate::walk;

fn actions(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// The actions of functions in cases that the walk does not call: a phone, slug or code given up, the first record of a
/// month, a job with something due.
const OTHER_CASES: [(&str, &[&str]); 12] = [
    ("admin-billing", &["DeleteItem"]),
    ("admin-bookings", &["ConditionCheckItem", "DeleteItem"]),
    ("admin-branches", &["ConditionCheckItem", "DeleteItem"]),
    ("admin-leads", &["UpdateItem"]),
    ("admin-notifications", &["DeleteItem", "UpdateItem"]),
    ("admin-services", &["DeleteItem"]),
    ("admin-staff", &["ConditionCheckItem", "DeleteItem", "UpdateItem"]),
    ("admin-users", &["ConditionCheckItem"]),
    ("auth", &["ConditionCheckItem", "DeleteItem"]),
    ("customer-bookings", &["ConditionCheckItem"]),
    ("customer-notifications", &["DeleteItem", "UpdateItem"]),
    ("jobs", &["BatchGetItem", "DeleteItem", "PutItem", "Query", "UpdateItem"]),
];

/// Every function reads one item when it starts. One that serves signed-in callers reads in every way and renews the
/// session once a day; one with a rate limit, or of the admin app, where tokens have one, counts requests. The rest is what
/// the walk saw its routes do.
async fn needed(app: App, function: &str, routes: &parlour_http::Routes) -> BTreeSet<String> {
    let mut needed = actions(&["GetItem"]);
    let mut add = |more: &[&str]| needed.extend(actions(more));
    for (_, more) in OTHER_CASES.iter().filter(|(named, _)| *named == function) {
        add(more);
    }
    for route in routes.list().chain(routes.pages()) {
        if matches!(route.spec.access, Access::Role(_)) {
            add(&["BatchGetItem", "PutItem", "Query"]);
            // The requests of tokens are counted; a page is one of the same app.
            if app == App::Admin {
                add(&["UpdateItem"]);
            }
        }
        if route.spec.limit.is_some() {
            add(&["UpdateItem"]);
        }
        // The record of a key is read together with the rest.
        if route.spec.idempotent {
            add(&["BatchGetItem"]);
        }
    }
    let rows = walk::costs().await;
    let own = |path: &str, method: &str| {
        routes.list().chain(routes.pages()).any(|route| route.path == path && route.method == method)
    };
    let seen = rows.iter().filter(|((of, path, method, _), _)| *of == app.to_string() && own(path, method));
    for (_, cost) in seen {
        needed.extend(cost.actions.iter().cloned());
        // A function that reads a version has just started at some time, and loads what it speaks for.
        if cost.partitions.iter().any(|partition| partition.starts_with("VERSIONS#")) {
            needed.extend(actions(&["BatchGetItem", "Query"]));
        }
    }
    needed
}

/// The actions that every function of the template needs on the table.
pub async fn needed_by_functions() -> BTreeMap<String, BTreeSet<String>> {
    let mut needed_by: BTreeMap<String, BTreeSet<String>> = BTreeMap::from([
        // It relays the events that the stream brings, and writes them into the feed behind the last one.
        ("OutboxFunction".to_owned(), actions(&["GetItem", "PutItem", "Query"])),
        ("InvoicingFunction".to_owned(), BTreeSet::new()),
    ]);
    for app in [App::Customer, App::Admin] {
        for (binary, routes) in gateway::functions(app) {
            let needed = needed(app, binary, &routes).await;
            needed_by.extend(functions_of(app, binary).map(|function| (function, needed.clone())));
        }
    }
    // Counting a no-show, which checks that the booking is still one, comes by the queue alone.
    needed_by.entry("JobsQueueFunction".to_owned()).or_default().extend(actions(&["ConditionCheckItem"]));
    needed_by
}

#[tokio::test]
async fn a_function_may_do_to_the_table_what_its_routes_need_and_nothing_else() {
    let mut expected = needed_by_functions().await;
    let mut problems = Vec::new();
    for (name, properties) in &functions(&template()) {
        let (may, must) = (allowed(&properties["Policies"]), expected.remove(name).unwrap_or_default());
        problems.extend(must.difference(&may).map(|action| format!("{name}: {action} is not allowed")));
        problems.extend(may.difference(&must).map(|action| format!("{name}: {action} is allowed for nothing")));
    }
    assert!(problems.is_empty() && expected.is_empty(), "{}\n{expected:?}", problems.join("\n"));
}

#[test]
fn no_function_may_change_or_delete_an_event_or_its_place_in_the_feed() {
    let entry = keys::event("2026-11-16".parse().unwrap(), &"a-1".into());
    let mut deleting = 0;
    for (name, properties) in functions(&template()) {
        for action in ["DeleteItem", "UpdateItem", "BatchWriteItem"] {
            assert!(!may(&name, action, &entry.pk), "{name}: {action} of an audit entry is allowed");
            assert_eq!(may(&name, action, "LIMIT#l"), allowed(&properties["Policies"]).contains(action), "{name}");
        }
        deleting += usize::from(may(&name, "DeleteItem", "USER#u-1"));
        assert_eq!(may(&name, "PutItem", &entry.pk), may(&name, "PutItem", "LIMIT#l"), "{name}: an entry is added");
    }
    assert!(deleting > 5, "{deleting}");
}

/// A partition of each kind of item, as the table of keys has it.
fn partitions() -> BTreeSet<String> {
    let source = std::fs::read_to_string(root().join("shared/storage/src/table/keys.rs")).unwrap();
    let rows = source.lines().filter_map(|line| line.strip_prefix("//! | ")).skip(1);
    let columns = rows.filter_map(|row| row.split('|').nth(1));
    columns.flat_map(|column| column.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn what_anybody_may_call_writes_leads_and_counts_and_nothing_else() {
    let all = partitions();
    assert!(all.len() > 50 && all.contains("USER#id") && all.contains("MESSAGE_TEMPLATES"), "{all:?}");
    // A lead, its event, its month and the answer to its key; what requests are counted in.
    let own =
        BTreeSet::from(["EVENT#day#shard", "LEAD#id", "LIMIT#name#client", "MONTHS", "ONCE#scope"].map(str::to_owned));
    assert!(own.is_subset(&all));
    for name in ["CustomerAgentsFunction", "CustomerCatalogueFunction", "CustomerLeadsFunction"] {
        for partition in all.difference(&own) {
            for action in ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"] {
                assert!(!may(name, action, partition), "{name}: {action} of {partition}");
            }
        }
        assert!(may(name, "UpdateItem", "LIMIT#leads"), "{name} counts requests");
    }
    for partition in own.iter().filter(|partition| !partition.starts_with("LIMIT#") && *partition != "MONTHS") {
        assert!(may("CustomerLeadsFunction", "PutItem", partition), "{partition}");
    }
}

/// The others that anybody may call write for whoever signed in, too.
#[test]
fn every_function_whose_routes_are_all_public_is_bound_so() {
    for (binary, routes) in gateway::functions(App::Customer) {
        if routes.list().chain(routes.pages()).all(|route| route.spec.access == Access::Public) {
            for name in functions_of(App::Customer, binary) {
                assert!(!may(&name, "PutItem", "USER#id") && !may(&name, "UpdateItem", "USER#id"), "{name}");
            }
        }
    }
}
