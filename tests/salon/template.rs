//! `template.yaml` declares the routes, the table, the schedules and the settings that the code uses. What is missing fails by
//! name.

use std::collections::{BTreeMap, BTreeSet};

use parlour_jobs::triggers::SWEEP;
use parlour_local::gateway;
use parlour_platform::jobs::schedule::SCHEDULES;
use parlour_settings::App;
use parlour_storage::table::keys::names as attributes;
use parlour_storage::table::schema::GLOBAL_INDEXES;
use serde_json::json;
use serde_yaml_ng::Value;

use crate::generated::root;

pub fn template() -> Value {
    let text = std::fs::read_to_string(root().join("template.yaml")).unwrap();
    serde_yaml_ng::from_str(&text).unwrap()
}

/// The value of a tag such as `!Ref X`.
fn untagged(value: &Value) -> &Value {
    match value {
        Value::Tagged(tagged) => &tagged.value,
        other => other,
    }
}

pub fn text(value: &Value) -> Option<&str> {
    untagged(value).as_str()
}

const APIS: [(App, &str); 2] = [(App::Customer, "CustomerApi"), (App::Admin, "AdminApi")];

/// The routes of the template's APIs: method, path and the function, by its name in the template. The catch-all route
/// is none of them.
fn served(template: &Value, api: &str) -> Vec<(String, String, String)> {
    let paths = template["Resources"][api]["Properties"]["DefinitionBody"]["paths"].as_mapping().unwrap();
    let mut routes = Vec::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_mapping().unwrap() {
            let (method, path) = (method.as_str().unwrap().to_uppercase(), path.as_str().unwrap().to_owned());
            let uri = text(&operation["x-amazon-apigateway-integration"]["uri"]).unwrap();
            let function = uri.split_once("functions/${").and_then(|(_, rest)| rest.split_once(".Alias}/invocations"));
            routes.push((method, path, function.unwrap().0.to_owned()));
        }
    }
    routes
}

/// Function binary → the routes the template gives it, as `app METHOD path`.
fn template_routes() -> BTreeMap<String, BTreeSet<String>> {
    let template = template();
    let mut routes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (app, api) in APIS {
        for (method, path, function) in served(&template, api).into_iter().filter(|(_, path, _)| path != "$default") {
            let binary = template["Resources"][&function]["Metadata"]["BuildProperties"]["Binary"].as_str().unwrap();
            routes.entry(binary.to_owned()).or_default().insert(format!("{app} {method} {path}"));
        }
    }
    routes
}

#[test]
fn an_api_may_call_the_functions_of_its_routes_and_no_other() {
    let template = template();
    let mut allowed = BTreeSet::new();
    for (_, resource) in template["Resources"].as_mapping().unwrap() {
        let permission = &resource["Properties"];
        if resource["Type"].as_str() == Some("AWS::Lambda::Permission")
            && permission["Principal"].as_str() == Some("apigateway.amazonaws.com")
        {
            let source = text(&permission["SourceArn"]).unwrap().to_owned();
            allowed.insert((text(&permission["FunctionName"]).unwrap().to_owned(), source));
        }
    }
    let source = |api| format!("arn:${{AWS::Partition}}:execute-api:${{AWS::Region}}:${{AWS::AccountId}}:${{{api}}}/*");
    let called = APIS.iter().flat_map(|(_, api)| {
        let routes = served(&template, api);
        routes.into_iter().map(|(_, _, function)| (format!("{function}.Alias"), source(api))).collect::<Vec<_>>()
    });
    assert_eq!(allowed, called.collect());
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
            for (method, path) in group.not_allowed() {
                routes.entry(function.to_owned()).or_default().insert(format!("{app} {method} {path}"));
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
    // A local index would bind a partition to 10 GB, and cannot be removed again.
    assert!(table["LocalSecondaryIndexes"].is_null());
    assert_eq!(table["TimeToLiveSpecification"]["AttributeName"].as_str(), Some(attributes::TTL));
}

/// The functions, by their names in the template.
pub fn functions(template: &Value) -> BTreeMap<String, Value> {
    let resources = template["Resources"].as_mapping().unwrap();
    let function = |(name, resource): (&Value, &Value)| {
        let is_one = resource["Type"].as_str() == Some("AWS::Serverless::Function");
        is_one.then(|| (name.as_str().unwrap().to_owned(), resource["Properties"].clone()))
    };
    resources.iter().filter_map(function).collect()
}

fn names(variables: &Value) -> BTreeSet<String> {
    let variables = variables.as_mapping().into_iter().flatten();
    variables.map(|(name, _)| name.as_str().unwrap().to_owned()).collect()
}

fn seconds(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value:?} is no number of seconds"))
}

#[track_caller]
fn none(problems: &[String]) {
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn each_schedule_of_the_code_is_in_the_template_and_no_other() {
    let functions = functions(&template());
    let events = functions["JobsFunction"]["Events"].as_mapping().unwrap();
    let mut found = BTreeMap::new();
    let mut problems = Vec::new();
    for (name, event) in events.iter().filter(|(_, event)| event["Type"].as_str() == Some("ScheduleV2")) {
        let (name, schedule) = (name.as_str().unwrap(), &event["Properties"]);
        let input: serde_json::Value = serde_json::from_str(schedule["Input"].as_str().unwrap_or("null")).unwrap();
        let job = input["job"].as_str().unwrap_or("nothing").to_owned();
        let mut expect = |holds: bool, what: &str| {
            if !holds {
                problems.push(format!("{name}: {what}"));
            }
        };
        let due = "<aws.scheduler.scheduled-time>";
        expect(input == json!({ "job": job, "due": due }), "its input must name a job and its time, and nothing else");
        expect(
            schedule["ScheduleExpressionTimezone"].as_str() == Some("Asia/Kolkata"),
            "its time zone must be Asia/Kolkata",
        );
        let retries = &schedule["RetryPolicy"];
        expect(retries["MaximumRetryAttempts"].as_u64() == Some(3), "its delivery must be retried three times");
        expect(
            retries["MaximumEventAgeInSeconds"].as_u64() == Some(3600),
            "its delivery must be given up after an hour",
        );
        let dead = text(&schedule["DeadLetterConfig"]["Arn"]) == Some("JobsDeadLetters.Arn");
        expect(dead, "its failed deliveries must go to the dead-letter queue");
        let cron = schedule["ScheduleExpression"].as_str().unwrap_or_default().to_owned();
        expect(found.insert(job, cron).is_none(), "its job has another schedule");
    }
    let mut expected: BTreeMap<String, String> =
        SCHEDULES.iter().map(|schedule| (schedule.name.to_owned(), schedule.cron.to_owned())).collect();
    expected.insert(SWEEP.to_owned(), "rate(5 minutes)".to_owned());
    for job in expected.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        let (said, meant) = (found.get(job), expected.get(job));
        if said != meant {
            problems.push(format!("{job}: the template says {said:?}, the code {meant:?}"));
        }
    }
    none(&problems);
}

#[test]
fn a_message_is_redelivered_after_six_timeouts_of_its_function_at_the_earliest() {
    let template = template();
    let mut queues = 0;
    for (name, function) in functions(&template) {
        for (_, event) in function["Events"].as_mapping().into_iter().flatten() {
            if event["Type"].as_str() != Some("SQS") {
                continue;
            }
            queues += 1;
            let queue = text(&event["Properties"]["Queue"]).unwrap().trim_end_matches(".Arn");
            let hidden = seconds(&template["Resources"][queue]["Properties"]["VisibilityTimeout"]);
            let timeout = seconds(&function["Timeout"]);
            assert!(
                hidden >= 6 * timeout,
                "{queue} hides a message for {hidden} s, and {name} times out after {timeout} s"
            );
            assert!(hidden <= 600, "{queue}: a failed message is retried after {hidden} s only");
        }
    }
    assert_eq!(queues, 2);
}

/// Erasing somebody prints their papers once more under the same name.
#[test]
fn an_earlier_version_of_a_document_is_deleted_after_a_month() {
    let template = template();
    let bucket = &template["Resources"]["InvoiceBucket"]["Properties"];
    assert_eq!(bucket["VersioningConfiguration"]["Status"].as_str(), Some("Enabled"));
    let rules = bucket["LifecycleConfiguration"]["Rules"].as_sequence().unwrap();
    let [rule] = rules.as_slice() else { panic!("{rules:?}") };
    assert_eq!(rule["Status"].as_str(), Some("Enabled"));
    assert_eq!(rule["NoncurrentVersionExpiration"]["NoncurrentDays"].as_u64(), Some(30));
    // It is for every document there is, and never for the one that counts.
    let about_others = ["Prefix", "TagFilters", "ExpirationInDays", "ExpirationDate"];
    assert!(about_others.iter().all(|field| rule.get(field).is_none()), "{rule:?}");
}

/// The retries and the dead-letter queue of a schedule end with its delivery to Lambda; these are those of the run.
#[test]
fn a_scheduled_run_that_fails_is_retried_kept_and_reported() {
    let template = template();
    let jobs = &functions(&template)["JobsFunction"];
    let tries = &jobs["EventInvokeConfig"];
    assert_eq!(tries["MaximumRetryAttempts"].as_u64(), Some(2));
    let kept = &tries["DestinationConfig"]["OnFailure"];
    assert_eq!(kept["Type"].as_str(), Some("SQS"));
    assert_eq!(text(&kept["Destination"]), Some("JobsDeadLetters.Arn"));
    let alarms = template["Resources"].as_mapping().unwrap().values();
    let told = alarms.map(|resource| &resource["Properties"]).any(|alarm| {
        alarm["Namespace"].as_str() == Some("AWS/Lambda")
            && alarm["MetricName"].as_str() == Some("Errors")
            && text(&alarm["Dimensions"][0]["Value"]) == Some("JobsFunction")
    });
    assert!(told, "no alarm reports the errors of JobsFunction");
}

#[test]
fn the_relay_takes_ten_batches_of_a_shard_side_by_side_and_answers_for_each_record() {
    let functions = functions(&template());
    let stream = &functions["OutboxFunction"]["Events"]["Stream"]["Properties"];
    assert_eq!(stream["ParallelizationFactor"].as_u64(), Some(10));
    assert_eq!(stream["FunctionResponseTypes"][0].as_str(), Some("ReportBatchItemFailures"));
}

const JOBS: [&str; 2] = ["JobsFunction", "JobsQueueFunction"];
const SENDERS: [&str; 3] = ["JobsFunction", "JobsQueueFunction", "AdminOperationsFunction"];
const RELAYS: [&str; 2] = ["JobsFunction", "OutboxFunction"];
const SIGN_IN: [&str; 2] = ["CustomerAuthFunction", "AdminAuthFunction"];
/// They make or open the links of messages.
const LINKS: [&str; 3] = ["CustomerBookingsFunction", "CustomerSiteFunction", "AdminBookingsFunction"];
/// They tell or ask which integrations are configured, and read no secret.
const HEALTH: &str = "CustomerCatalogueFunction";
const DESK: &str = "AdminDeskFunction";
const RELAY: &str = "OutboxFunction";
/// It tells whether invoices are printed, and reads no secret.
const BILLING: &str = "AdminBillingFunction";

/// The settings that only some functions are given, each with the functions that use it.
fn used_by() -> BTreeMap<String, BTreeSet<&'static str>> {
    let some: [(&str, &[&[&'static str]]); 30] = [
        ("GOOGLE_CLIENT_SECRET", &[&SIGN_IN]),
        ("AUTH_SECRET", &[&SIGN_IN, &JOBS, &LINKS, &["CustomerNotificationsFunction"]]),
        ("FIRST_OWNER_EMAIL", &[&["AdminAuthFunction"]]),
        ("JOB_SIGNATURE_HEADER", &[&["JobsFunction"]]),
        ("JOB_CURRENT_SIGNING_KEY", &[&["JobsFunction"]]),
        ("JOB_NEXT_SIGNING_KEY", &[&["JobsFunction"]]),
        ("INTERNAL_JOB_TOKEN", &[&["JobsFunction"]]),
        ("REPORT_RECIPIENTS", &[&JOBS]),
        (
            "ABLY_API_KEY",
            &[&SENDERS, &["CustomerNotificationsFunction", "AdminNotificationsFunction", HEALTH, DESK, RELAY]],
        ),
        (
            "VAPID_PRIVATE_KEY",
            &[&SENDERS, &["CustomerNotificationsFunction", "AdminNotificationsFunction", HEALTH, DESK]],
        ),
        ("VAPID_SUBJECT", &[&SENDERS]),
        ("CHAT_WEBHOOK_URL", &[&SENDERS, &[DESK]]),
        ("INVOICING_URL", &[&SENDERS, &[HEALTH, DESK, BILLING]]),
        ("INVOICING_SECRET", &[&SENDERS, &["InvoicingFunction", HEALTH, DESK, BILLING]]),
        ("INVOICING_AUTH", &[&SENDERS]),
        ("MAIL_CONFIGURATION_SET", &[&SENDERS]),
        ("JOBS_QUEUE_ARN", &[&RELAYS]),
        ("WEBHOOKS_QUEUE_URL", &[&RELAYS]),
        ("WEBHOOKS_QUEUE_ARN", &[&RELAYS]),
        ("DEAD_LETTERS_ARN", &[&RELAYS]),
        ("SCHEDULER_GROUP", &[&RELAYS]),
        ("SCHEDULER_ROLE_ARN", &[&RELAYS]),
        ("HEARTBEAT_URLS", &[&SENDERS, &[DESK]]),
        ("WHATSAPP_TOKEN", &[&JOBS]),
        ("WHATSAPP_VERSION", &[&JOBS]),
        ("WHATSAPP_APP_SECRET", &[&["CustomerNotificationsFunction"]]),
        ("WHATSAPP_VERIFY_TOKEN", &[&["CustomerNotificationsFunction"]]),
        // A stand-in's address for the services, which is never so on AWS.
        ("WHATSAPP_API_URL", &[]),
        ("SMS_API_URL", &[]),
        // Which app a sign-in function serves; read by its own main.
        ("APP", &[&SIGN_IN]),
    ];
    some.into_iter()
        .map(|(name, groups)| (name.to_owned(), groups.iter().flat_map(|group| group.iter().copied()).collect()))
        .collect()
}

/// The names of the settings that the code reads, and those among them that are secrets.
fn read_by_the_code() -> (BTreeSet<String>, BTreeSet<String>) {
    let source = std::fs::read_to_string(root().join("shared/settings/src/lib.rs")).unwrap();
    let code = source.split("#[cfg(test)]").next().unwrap();
    let is_name = |text: &&str| {
        text.contains('_') && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_') && !text.ends_with('_')
    };
    let all = code.split('"').skip(1).step_by(2).filter(is_name).map(str::to_owned);
    let secrets = code.split("secret(\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned);
    // Set by Lambda and by the build.
    let elsewhere = ["AWS_LAMBDA_FUNCTION_NAME", "CARGO_PKG_VERSION"];
    (all.filter(|name| !elsewhere.contains(&name.as_str())).collect(), secrets.collect())
}

#[test]
fn every_setting_reaches_the_functions_that_use_it_and_no_others() {
    let template = template();
    let shared = names(&template["Globals"]["Function"]["Environment"]["Variables"]);
    let (read, secrets) = read_by_the_code();
    assert!(read.len() > 25 && secrets.len() == 13, "{read:?} {secrets:?}");
    let used = used_by();
    let on_aws = |name: &str| if secrets.contains(name) { format!("{name}_PARAM") } else { name.to_owned() };
    let mut problems = Vec::new();
    for name in read.iter().filter(|name| !used.contains_key(*name) && !shared.contains(*name)) {
        problems.push(format!("{name}: the code reads it, and the template sets it for no function"));
    }
    for (function, properties) in functions(&template) {
        let given = names(&properties["Environment"]["Variables"]);
        let due: BTreeSet<String> =
            used.iter().filter(|(_, by)| by.contains(function.as_str())).map(|(name, _)| on_aws(name)).collect();
        problems.extend(due.difference(&given).map(|name| format!("{function}: {name} is not given")));
        problems.extend(given.difference(&due).map(|name| format!("{function}: {name} is given for nothing")));
        let policies = serde_yaml_ng::to_string(&properties["Policies"]).unwrap();
        for name in given.iter().filter(|name| name.ends_with("_PARAM")) {
            let parameter = text(&properties["Environment"]["Variables"][name.as_str()]).unwrap();
            let readable = policies.contains(&format!(":parameter/${{{parameter}}}"));
            if readable == [HEALTH, DESK, RELAY, BILLING].contains(&function.as_str()) {
                problems.push(format!("{function}: {parameter} is readable: {readable}"));
            }
        }
    }
    none(&problems);
}

#[test]
fn the_name_of_a_secret_makes_a_valid_arn_and_the_steps_make_those_that_are_required() {
    let template = template();
    let steps = std::fs::read_to_string(root().join("infra/docs/operations.md")).unwrap();
    for (name, parameter) in template["Parameters"].as_mapping().unwrap() {
        let name = name.as_str().unwrap();
        if !name.ends_with("Param") {
            continue;
        }
        let required = ["GoogleClientSecretParam", "AuthSecretParam", "InvoicingSecretParam"].contains(&name);
        // The ARN has `parameter/${name}`: a leading slash would be doubled, and a name with other slashes needs a leading one.
        let pattern = if required { "^[A-Za-z0-9_.-]+$" } else { "^[A-Za-z0-9_.-]*$" };
        assert_eq!(parameter["AllowedPattern"].as_str(), Some(pattern), "{name}");
        assert_eq!(parameter["Default"].as_str() == Some(""), !required, "{name}");
        let of_stage = parameter["Default"].as_str().and_then(|secret| secret.strip_prefix("parlour-"));
        let made = of_stage.is_some_and(|secret| steps.contains(&format!("--name $stage-{secret} ")));
        assert_eq!(
            made, required,
            "{name}: the documented steps make the secrets that have to be there, and no others"
        );
    }
}

#[test]
fn alarms_that_count_log_lines_look_for_what_the_code_logs() {
    let template = template();
    let logging = ["shared/people/src/sign_in/flow.rs", "functions/jobs/src/triggers.rs"];
    let sources: Vec<_> = logging.iter().map(|path| std::fs::read_to_string(root().join(path)).unwrap()).collect();
    let mut counted = Vec::new();
    for (_, resource) in template["Resources"].as_mapping().unwrap() {
        let pattern = resource["Properties"]["FilterPattern"].as_str().filter(|pattern| pattern.starts_with('"'));
        if let Some(pattern) = pattern {
            assert!(sources.iter().any(|source| source.contains(&format!("{pattern});"))), "{pattern}");
            counted.push(pattern.to_owned());
        }
    }
    assert_eq!(counted.len(), 3, "{counted:?}");
}

/// SES compares the address of the sender without its name.
#[test]
fn the_sender_is_a_bare_address_where_its_permission_names_it() {
    let template = template();
    for parameter in ["EmailFrom", "FirstOwnerEmail"] {
        let pattern = template["Parameters"][parameter]["AllowedPattern"].as_str();
        assert_eq!(pattern, Some("^([^<>@\\s]+@[^<>@\\s]+)?$"), "{parameter}");
    }
    for (name, function) in functions(&template) {
        let may_send = serde_yaml_ng::to_string(&function["Policies"]).unwrap().contains("ses:FromAddress");
        assert_eq!(may_send, SENDERS.contains(&name.as_str()), "{name}");
    }
}

/// The parameters that a stage of `samconfig.toml` gives.
fn given_by(stage: &str) -> BTreeMap<String, String> {
    let config = std::fs::read_to_string(root().join("samconfig.toml")).unwrap();
    let (_, rest) = config.split_once(&format!("[{stage}.deploy.parameters]")).unwrap();
    let own = rest.split("\n[").next().unwrap();
    let lines =
        own.lines().filter_map(|line| line.trim().strip_prefix('"')?.trim_end_matches(['"', ',']).split_once('='));
    lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// `sam deploy` asks nothing once these are filled in, and `--guided` asks for nothing that Enter does not answer.
#[test]
fn a_deploy_needs_at_most_eight_answers() {
    let template = template();
    let parameters = template["Parameters"].as_mapping().unwrap();
    let names: BTreeSet<String> = parameters.keys().map(|name| name.as_str().unwrap().to_owned()).collect();
    let required: BTreeSet<String> =
        names.iter().filter(|name| template["Parameters"][name.as_str()]["Default"].is_null()).cloned().collect();
    for stage in ["dev", "prod"] {
        let given: BTreeSet<String> = given_by(stage).into_keys().collect();
        // The names of a stage's secrets are there already.
        let asked = given.iter().filter(|name| !name.ends_with("SecretParam")).count();
        assert!(asked <= 8, "{stage} asks for {given:?}");
        assert!(given.is_superset(&required), "{stage} lacks {:?}", required.difference(&given));
        assert!(names.is_superset(&given), "{stage} gives {:?}", given.difference(&names));
    }
    // `--guided` asks for a value that must not be shown again and again until it is not empty.
    for (name, parameter) in parameters {
        assert!(parameter["NoEcho"].is_null(), "{name:?}");
    }
    // ... and about each route of an API that says nothing of its authentication.
    for api in ["CustomerApi", "AdminApi"] {
        assert!(template["Resources"][api]["Properties"]["Auth"].is_mapping(), "{api}");
    }
}

/// A name that is written out would be taken by the first stack of the account.
#[test]
fn two_stacks_share_no_name() {
    let template = template();
    let mut problems = Vec::new();
    for (name, resource) in template["Resources"].as_mapping().unwrap() {
        let properties = &resource["Properties"];
        for field in
            ["FunctionName", "TableName", "QueueName", "BucketName", "RoleName", "AlarmName", "TopicName", "Name"]
        {
            // A permission names the function that it is about.
            let is_own = resource["Type"].as_str() != Some("AWS::Lambda::Permission");
            if is_own && !properties[field].is_null() {
                problems.push(format!("{name:?} has a {field}"));
            }
        }
        let group = &properties["LogGroupName"];
        let is_own = |text: &str| text.contains("${AWS::StackName}") || template["Resources"][text].is_mapping();
        if !group.is_null() && !text(group).is_some_and(is_own) {
            problems.push(format!("{name:?} has a log group that is not the stack's"));
        }
    }
    for (name, function) in functions(&template) {
        for (event, properties) in function["Events"].as_mapping().into_iter().flatten() {
            if properties["Type"].as_str() == Some("ScheduleV2")
                && text(&properties["Properties"]["GroupName"]) != Some("JobSchedules")
            {
                problems.push(format!("{name}: the schedule {event:?} is in the account's default group"));
            }
        }
    }
    // Nor do the two stages share a secret: whoever knows that of one could sign for the other.
    let (dev, prod) = (given_by("dev"), given_by("prod"));
    let parameters = template["Parameters"].as_mapping().unwrap().keys().map(|name| name.as_str().unwrap());
    let secrets: Vec<&str> = parameters.filter(|name| name.ends_with("Param")).collect();
    for name in &secrets {
        let default = text(&template["Parameters"][*name]["Default"]).unwrap_or_default();
        let of = |stage: &BTreeMap<String, String>| stage.get(*name).map_or(default, String::as_str).to_owned();
        if !of(&dev).is_empty() && of(&dev) == of(&prod) {
            problems.push(format!("dev and prod share {name}: {}", of(&dev)));
        }
    }
    assert!(secrets.len() >= 3, "{secrets:?}");
    none(&problems);
}

/// A request throttled on an index is not counted for the table.
#[test]
fn an_alarm_tells_of_throttling_on_the_table_and_on_each_index() {
    let template = template();
    let indexes = template["Resources"]["Table"]["Properties"]["GlobalSecondaryIndexes"].as_sequence().unwrap();
    let mut expected: BTreeSet<(&str, Option<&str>)> = BTreeSet::new();
    for metric in ["ReadThrottleEvents", "WriteThrottleEvents"] {
        expected.insert((metric, None));
        expected.extend(indexes.iter().map(|index| (metric, index["IndexName"].as_str())));
    }
    let mut found = BTreeSet::new();
    for resource in template["Resources"].as_mapping().unwrap().values() {
        let properties = &resource["Properties"];
        let is_alarm = resource["Type"].as_str() == Some("AWS::CloudWatch::Alarm");
        let Some(metric) =
            properties["MetricName"].as_str().filter(|name| is_alarm && name.ends_with("ThrottleEvents"))
        else {
            continue;
        };
        let dimensions = properties["Dimensions"].as_sequence().unwrap();
        let named = |wanted: &str| dimensions.iter().find(|dimension| dimension["Name"].as_str() == Some(wanted));
        assert!(named("TableName").is_some() && !properties["AlarmActions"].is_null(), "{metric}");
        assert!(found.insert((metric, named("GlobalSecondaryIndexName").and_then(|index| index["Value"].as_str()))));
    }
    assert_eq!(found, expected);
    assert_eq!(found.len(), 8);
}

/// A function's own group is there before it, so that its first lines are kept as long as the others.
#[test]
fn every_function_writes_to_a_log_group_of_the_stack() {
    let template = template();
    for (name, function) in functions(&template) {
        let group = text(&function["LoggingConfig"]["LogGroup"]).unwrap_or_else(|| panic!("{name} has no log group"));
        assert_eq!(group, format!("{}Logs", name.trim_end_matches("Function")));
        assert_eq!(text(&template["Resources"][group]["Properties"]["RetentionInDays"]), Some("LogRetentionDays"));
    }
}

/// Inside Lambda an unknown environment would be taken for production, and a URL without https would not let it start.
#[test]
fn an_unknown_environment_and_a_url_without_https_cannot_be_deployed() {
    let template = template();
    let environments: Vec<_> =
        template["Parameters"]["Environment"]["AllowedValues"].as_sequence().unwrap().iter().map(text).collect();
    assert_eq!(environments, [Some("production"), Some("development"), Some("test")]);
    assert_eq!(template["Parameters"]["OidcIssuer"]["AllowedPattern"].as_str(), Some("^https://.+$"));
}

/// A figure of `infra/docs/proofs.md`, by the name of its row.
fn stated(row: &str) -> f64 {
    let proofs = std::fs::read_to_string(root().join("infra/docs/proofs.md")).unwrap();
    let line = proofs.lines().find_map(|line| line.strip_prefix(&format!("| {row} | "))).expect(row);
    line.split(' ').next().unwrap().replace(',', "").parse().expect(row)
}

/// The functions that hold the customers' directory in memory; the last keeps its snapshot.
const HOLD_THE_DIRECTORY: [&str; 4] =
    ["AdminCustomersFunction", "AdminDeskFunction", "AdminReportsFunction", "JobsFunction"];
/// With so much memory Lambda gives a function a whole CPU, with less its part of it.
const WHOLE_CPU_MB: f64 = 1_769.0;

#[test]
fn a_cold_directory_of_a_million_customers_fits_a_third_of_the_time_and_half_of_the_memory() {
    let template = template();
    let (cpu, read) = (stated("CPU of one core, seconds"), stated("answers of the table, MB"));
    let (speed, held) = (stated("assumed from the table, MB a second"), stated("memory in the end, MB"));
    for name in HOLD_THE_DIRECTORY {
        let number = |field: &str| {
            let own = template["Resources"][name]["Properties"][field].as_f64();
            own.or(template["Globals"]["Function"][field].as_f64()).unwrap()
        };
        let (memory, timeout) = (number("MemorySize"), number("Timeout"));
        let seconds = cpu / (memory / WHOLE_CPU_MB).min(1.0) + read / speed;
        assert!(seconds <= timeout / 3.0, "{name}: {seconds:.1} of {timeout} seconds");
        assert!(held * 2.0 <= memory, "{name}: {held} of {memory} MB");
    }
}
