//! The service as a newcomer starts it: the binary itself, its ports, its data, its console.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use url::Url;

const START: &str = "2026-11-16T10:00:00+05:30";

struct Service {
    process: Child,
    customer: String,
    admin: String,
    console: String,
    browser: reqwest::Client,
}

fn command(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour-local"));
    for name in ["APP_ENV", "BASE_URL", "ADMIN_URL", "OIDC_ISSUER", "TABLE_NAME", "RUST_LOG"] {
        command.env_remove(name);
    }
    command.args(options);
    command
}

impl Service {
    /// Starts on free ports and waits until it says that it is ready.
    fn start(options: &[&str]) -> Self {
        let ports = ["--customer-port", "0", "--admin-port", "0", "--console-port", "0"];
        let mut process =
            command(&[&ports, options].concat()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut address = || lines.next().unwrap().split_whitespace().last().unwrap().to_owned();
        let (customer, admin, console) = (address(), address(), address());
        assert_eq!(lines.next().as_deref(), Some("ready"));
        let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { process, customer, admin, console, browser }
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let mut request = self.browser.request(method, format!("{}{path}", self.console));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let answer = request.send().await.unwrap();
        (answer.status(), answer.json().await.unwrap_or(Value::Null))
    }

    async fn get(&self, path: &str) -> Value {
        let (status, answer) = self.call(Method::GET, path, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    async fn move_clock(&self, body: Value) -> StatusCode {
        self.call(Method::PUT, "/api/clock", Some(body)).await.0
    }

    /// Through the console's link and the real flow; gives the page one ends on and who one is there.
    async fn sign_in(&self, email: &str, app: &str) -> (Url, Value) {
        let mut url: Url = format!("{}/sign-in?email={email}&app={app}", self.console).parse().unwrap();
        let mut cookies = BTreeMap::new();
        for _ in 0..6 {
            let answer = self.browser.get(url.clone()).header("cookie", joined(&cookies)).send().await.unwrap();
            for cookie in answer.headers().get_all("set-cookie") {
                let (name, value) = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
                cookies.insert(name.to_owned(), value.to_owned());
            }
            match answer.headers().get("location") {
                Some(location) => url = url.join(location.to_str().unwrap()).unwrap(),
                None => break,
            }
            if !url.path().starts_with("/api/auth/") && !url.path().starts_with("/oidc/") {
                break;
            }
        }
        let home = if app == "admin" { &self.admin } else { &self.customer };
        let session = self.browser.get(format!("{home}/api/auth/get-session")).header("cookie", joined(&cookies));
        (url, session.send().await.unwrap().json().await.unwrap())
    }

    /// As the operating system asks a process to stop; gives its exit code.
    fn stop(mut self) -> Option<i32> {
        Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        self.process.wait().unwrap().code()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn joined(cookies: &BTreeMap<String, String>) -> String {
    cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
}

/// A folder of one test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("parlour-service-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[tokio::test]
async fn it_starts_on_free_ports_answers_and_stops_when_told() {
    let service = Service::start(&["--now", START]);
    let health = service.browser.get(format!("{}/api/health", service.customer)).send().await.unwrap();
    assert_eq!(health.status(), StatusCode::OK);
    let people = service.get("/api/people").await;
    let emails: Vec<&str> = people.as_array().unwrap().iter().filter_map(|person| person["email"].as_str()).collect();
    for mailbox in ["customer", "customer2", "staff", "receptionist", "manager", "owner", "developer"] {
        assert!(emails.contains(&format!("{mailbox}@parlour.test").as_str()), "{mailbox}");
    }
    assert_eq!(service.get("/api/jobs").await.as_array().unwrap().len(), 19);
    assert_eq!(service.stop(), Some(0));
}

#[test]
fn it_can_be_stopped_the_moment_it_is_ready() {
    assert_eq!(Service::start(&["--now", START, "--no-demo"]).stop(), Some(0));
}

#[tokio::test]
async fn anybody_signs_in_with_a_link() {
    let service = Service::start(&["--now", START]);
    let (page, session) = service.sign_in("owner@parlour.test", "admin").await;
    assert_eq!(session["user"]["email"], "owner@parlour.test");
    assert_eq!(page.origin().ascii_serialization(), service.admin);
    let (page, session) = service.sign_in("somebody.new@example.test", "customer").await;
    assert_eq!(session["user"]["role"], "customer");
    assert_eq!(page.path(), "/onboarding");
}

#[tokio::test]
async fn an_empty_salon_has_one_owner() {
    let service = Service::start(&["--now", START, "--no-demo"]);
    let people = service.get("/api/people").await;
    assert_eq!(people.as_array().unwrap().len(), 1);
    assert_eq!((&people[0]["email"], &people[0]["role"]), (&json!("owner@parlour.test"), &json!("owner")));
}

#[tokio::test]
async fn a_large_salon_is_generated() {
    let service = Service::start(&["--now", START, "--demo-customers", "40", "--demo-bookings", "60"]);
    assert!(service.get("/api/people").await.as_array().unwrap().len() >= 47);
}

#[test]
fn a_data_folder_is_one_services_at_a_time() {
    let data = folder("shared");
    let path = data.to_str().unwrap();
    let first = Service::start(&["--data", path, "--no-demo", "--now", START]);
    let second = command(&["--customer-port", "0", "--admin-port", "0", "--console-port", "0", "--data", path]);
    let Output { status, stderr, .. } = { second }.output().unwrap();
    let said = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), said.lines().count()), (Some(1), 1), "{said}");
    assert!(said.contains("another Parlour is running on it"), "{said}");
    drop(first);
    drop(Service::start(&["--data", path, "--no-demo", "--now", START]));
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn what_cannot_be_done_is_one_line_and_code_1() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let file = folder("a-file");
    std::fs::write(&file, "no folder").unwrap();
    let file = file.to_str().unwrap();
    for (options, said) in [
        (vec!["--customer-port", &port], "is taken"),
        (vec!["--data", file], "cannot be used"),
        (vec!["--dynamodb", "http://127.0.0.1:1"], "no DynamoDB answers"),
        (vec!["--dynamodb", "http://dynamodb.example.test"], "loopback"),
        (vec!["--now", "tomorrow"], "ISO 8601"),
        (vec!["--nonsense"], "--nonsense"),
    ] {
        let mut given = vec!["--admin-port", "0", "--console-port", "0"];
        if !options.contains(&"--customer-port") {
            given.extend(["--customer-port", "0"]);
        }
        given.extend(options.iter().copied());
        let Output { status, stderr, .. } = command(&given).output().unwrap();
        let stderr = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(1), "{options:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{options:?}: {stderr}");
        assert!(stderr.contains(said), "{options:?}: {stderr}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn another_database_is_refused_in_production() {
    let output = command(&["--dynamodb", "http://127.0.0.1:1"]).env("APP_ENV", "production").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("production"));
}

#[tokio::test]
async fn the_clock_moves_forward_and_runs_what_falls_due() {
    let service = Service::start(&["--now", START]);
    assert_eq!(service.move_clock(json!({"now": "2026-11-16T11:10:00+05:30"})).await, StatusCode::OK);
    let now = service.get("/api/clock").await["now"].as_str().unwrap().to_owned();
    assert!(now.starts_with("2026-11-16T05:4"), "{now}");
    let jobs = service.get("/api/jobs").await;
    let ran = |name: &str| {
        let job = jobs.as_array().unwrap().iter().find(|job| job["name"] == name).unwrap();
        (!job["lastOutcome"].is_null(), job["nextRun"].clone())
    };
    assert_eq!(ran("appointment-reminders"), (true, json!("2026-11-16T05:45:00.000Z")));
    assert_eq!(ran("membership-usage-nudges"), (true, json!("2026-11-17T05:30:00.000Z")));
    assert_eq!(ran("daily-sales-report"), (false, json!("2026-11-16T17:00:00.000Z")));
    for refused in [
        json!({"now": "2026-11-16T10:00:00+05:30"}),
        json!({"now": "2026-12-28T10:00:00+05:30"}),
        json!({"now": "soon"}),
        json!({}),
    ] {
        assert_eq!(service.move_clock(refused.clone()).await, StatusCode::BAD_REQUEST, "{refused}");
    }
}

#[tokio::test]
async fn runs_passed_over_can_be_dropped() {
    let service = Service::start(&["--now", START]);
    let skip = json!({"now": "2026-11-20T10:00:00+05:30", "run": false});
    assert_eq!(service.move_clock(skip).await, StatusCode::OK);
    let jobs = service.get("/api/jobs").await;
    assert!(jobs.as_array().unwrap().iter().all(|job| job["lastOutcome"].is_null()), "{jobs}");
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill() {
    let data = folder("kill");
    let options = ["--now", START, "--data", data.to_str().unwrap()];
    let mut first = Service::start(&options);
    first.sign_in("kept@example.test", "customer").await;
    assert_eq!(first.move_clock(json!({"now": "2026-11-18T10:00:00+05:30"})).await, StatusCode::OK);
    let (people, messages) = (first.get("/api/people").await, first.get("/api/messages").await);
    let told = first.get("/api/clock").await["now"].as_str().unwrap().to_owned();
    first.process.kill().unwrap();
    first.process.wait().unwrap();

    let mut second = Service::start(&options);
    assert_eq!(second.get("/api/people").await, people);
    assert_eq!(second.get("/api/messages").await, messages);
    let now = second.get("/api/clock").await["now"].as_str().unwrap().to_owned();
    assert!(now.starts_with("2026-11-18T04:3") && now >= told, "{now} after {told}");
    let mut stderr = second.process.stderr.take().unwrap();
    assert_eq!(second.stop(), Some(0));
    let mut said = String::new();
    stderr.read_to_string(&mut said).unwrap();
    assert!(said.contains("warning"), "{said}");
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn no_other_site_drives_the_console() {
    let service = Service::start(&["--now", START, "--no-demo"]);
    let url = format!("{}/api/clock", service.console);
    for (name, value) in
        [("host", "evil.example.test"), ("origin", "https://evil.example.test"), ("sec-fetch-site", "cross-site")]
    {
        let answer = service.browser.get(&url).header(name, value).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{name}");
    }
    let page = service.browser.get(format!("{}/", service.console)).send().await.unwrap().text().await.unwrap();
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "the page is self-contained");
}
