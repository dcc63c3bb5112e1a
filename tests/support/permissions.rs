//! Compares what `template.yaml` allows each function to do with the table with what every request of every test does:
//! an action that is not allowed fails the test, as AWS would refuse it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use http::Method;
use parlour_local::gateway;
use parlour_settings::App;
use serde_yaml_ng::Value;

/// The function that receives the queue's messages.
pub(crate) const QUEUE: &str = "JobsQueueFunction";

tokio::task_local! {
    static AS: &'static Function;
}

struct Function {
    name: String,
    allowed: BTreeSet<String>,
    denied: Vec<Denial>,
}

/// Actions that are denied on the partitions that are named, or on all others.
struct Denial {
    actions: BTreeSet<String>,
    /// Keys, with a star where only their beginning is meant.
    partitions: Vec<String>,
    on_all_others: bool,
}

impl Denial {
    /// A call that names no partition is not bound by a condition on one.
    fn is_of(&self, access: &Access) -> bool {
        let Some(named) = access.partition.as_deref() else { return false };
        let is_like = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => named.starts_with(start),
            None => named == pattern,
        };
        self.actions.contains(&access.action) && self.partitions.iter().any(is_like) != self.on_all_others
    }
}

/// The access of a call to one item: the action as permissions name it, and the item's partition where the call names
/// one.
pub(crate) struct Access {
    pub action: String,
    pub partition: Option<String>,
}

impl Function {
    fn may(&self, access: &Access) -> bool {
        self.allowed.contains(&access.action) && !self.denied.iter().any(|denial| denial.is_of(access))
    }
}

struct Route {
    app: App,
    method: Method,
    path: &'static str,
    function: String,
}

/// The table actions that the policies allow.
pub fn allowed(policies: &Value) -> BTreeSet<String> {
    let policies = serde_yaml_ng::to_string(policies).unwrap();
    policies.lines().filter_map(|line| line.trim_start().strip_prefix("- dynamodb:")).map(str::to_owned).collect()
}

/// The denials of the managed policies that these policies refer to.
fn denied(policies: &Value) -> Vec<Denial> {
    let mut denied = Vec::new();
    for policy in policies.as_sequence().into_iter().flatten() {
        let Value::Tagged(reference) = policy else { continue };
        if reference.tag != "Ref" {
            continue;
        }
        let policy = &TEMPLATE["Resources"][reference.value.as_str().unwrap()];
        assert_eq!(policy["Type"].as_str(), Some("AWS::IAM::ManagedPolicy"), "{:?}", reference.value);
        for statement in policy["Properties"]["PolicyDocument"]["Statement"].as_sequence().unwrap() {
            assert_eq!(statement["Effect"].as_str(), Some("Deny"), "{:?}", reference.value);
            let texts = |list: &Value| -> Vec<String> {
                list.as_sequence().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
            };
            let actions = texts(&statement["Action"]);
            let condition = statement["Condition"].as_mapping().unwrap();
            assert_eq!(condition.len(), 1, "{:?}", reference.value);
            let (operator, keys) = condition.iter().next().unwrap();
            let on_all_others = match operator.as_str().unwrap() {
                "ForAnyValue:StringLike" => false,
                "ForAnyValue:StringNotLike" => true,
                other => panic!("{other} is not read here"),
            };
            denied.push(Denial {
                actions: actions.iter().map(|action| action.trim_start_matches("dynamodb:").to_owned()).collect(),
                partitions: texts(&keys["dynamodb:LeadingKeys"]),
                on_all_others,
            });
        }
    }
    denied
}

static TEMPLATE: LazyLock<Value> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../template.yaml");
    serde_yaml_ng::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
});

static FUNCTIONS: LazyLock<BTreeMap<String, Function>> = LazyLock::new(|| {
    let resources = TEMPLATE["Resources"].as_mapping().unwrap().iter();
    let functions = resources.filter(|(_, resource)| resource["Type"].as_str() == Some("AWS::Serverless::Function"));
    functions
        .map(|(name, function)| {
            let (name, policies) = (name.as_str().unwrap().to_owned(), &function["Properties"]["Policies"]);
            (name.clone(), Function { name, allowed: allowed(policies), denied: denied(policies) })
        })
        .collect()
});

static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for app in [App::Customer, App::Admin] {
        for (binary, routes) in gateway::functions(app) {
            let function = functions_of(app, binary).next();
            let function = function.unwrap_or_else(|| panic!("{binary} is not in the template"));
            all.extend(routes.list().chain(routes.pages()).map(|route| Route {
                app,
                method: route.method.clone(),
                path: route.path,
                function: function.clone(),
            }));
        }
    }
    all
});

/// The functions of the template that run a binary for an app; the one that serves its routes comes first.
pub fn functions_of(app: App, binary: &str) -> impl Iterator<Item = String> {
    let runs = |name: &&String| {
        TEMPLATE["Resources"][name.as_str()]["Metadata"]["BuildProperties"]["Binary"].as_str() == Some(binary)
            // Sign-in is deployed once for each app.
            && (binary != "auth" || name.to_lowercase().starts_with(app.as_str()))
    };
    let mut names: Vec<String> = FUNCTIONS.keys().filter(runs).cloned().collect();
    names.sort_by_key(|name| name == QUEUE);
    names.into_iter()
}

/// Whether this run writes the generated files. It then learns what functions do, so it refuses them nothing.
pub fn writing() -> bool {
    std::env::var_os("PARLOUR_WRITE").is_some()
}

/// Runs as the function that API Gateway routes this request to.
pub(crate) async fn as_gateway<T>(app: App, method: &Method, path: &str, work: impl Future<Output = T>) -> T {
    let parts: Vec<&str> = path.split('?').next().unwrap_or_default().split('/').collect();
    let fits = |route: &&Route| {
        let pattern: Vec<&str> = route.path.split('/').collect();
        route.app == app
            && route.method == *method
            && pattern.len() == parts.len()
            && pattern.iter().zip(&parts).all(|(pattern, part)| pattern.starts_with('{') || pattern == part)
    };
    let route = ROUTES.iter().filter(fits).min_by_key(|route| route.path.matches('{').count());
    match route {
        Some(route) => as_function(&route.function, work).await,
        None => work.await,
    }
}

/// Runs as this function of the template.
pub(crate) async fn as_function<T>(name: &str, work: impl Future<Output = T>) -> T {
    let function = FUNCTIONS.get(name).unwrap_or_else(|| panic!("{name} is not in the template"));
    AS.scope(function, work).await
}

/// Whether a function may do this to items of a partition.
pub fn may(function: &str, action: &str, partition: &str) -> bool {
    let access = Access { action: action.to_owned(), partition: Some(partition.to_owned()) };
    FUNCTIONS.get(function).unwrap_or_else(|| panic!("{function} is not in the template")).may(&access)
}

/// Fails if the current function is not allowed to do this.
pub(crate) fn check(accesses: &[Access]) {
    if writing() {
        return;
    }
    let _ = AS.try_with(|function| {
        for access in accesses {
            let Access { action, partition } = access;
            let on = partition.as_deref().unwrap_or("the table");
            assert!(function.may(access), "{}: {action} on {on} is not allowed by template.yaml", function.name);
        }
    });
}
