//! The service as a newcomer starts it: the binary itself, its ports, its data, its console.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use aws_lc_rs::{aead, agreement, hkdf};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
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
        let (url, cookies) = self.enter(email, app).await;
        let home = if app == "admin" { &self.admin } else { &self.customer };
        let session = self.browser.get(format!("{home}/api/auth/get-session")).header("cookie", cookies);
        (url, session.send().await.unwrap().json().await.unwrap())
    }

    /// The same; gives the page one ends on and the cookies one has there.
    async fn enter(&self, email: &str, app: &str) -> (Url, String) {
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
        (url, joined(&cookies))
    }

    /// The `data` of an app's answer, which must be a success.
    async fn ask(&self, method: Method, address: &str, cookies: &str, body: Value) -> Value {
        let request = self.browser.request(method, address).header("cookie", cookies);
        let request = if body.is_null() { request } else { request.json(&body) };
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let answer: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{address}: {status} {answer}");
        answer["data"].clone()
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

#[test]
fn an_address_of_the_environment_that_is_not_https_is_refused_in_production() {
    let ports = ["--customer-port", "0", "--admin-port", "0", "--console-port", "0"];
    let plain = ("CHAT_WEBHOOK_URL", "http://127.0.0.1:9/chat");
    let output = command(&ports).envs([("APP_ENV", "production"), plain]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: CHAT_WEBHOOK_URL must be an https URL"), "{said}");
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

/// A command of the operator: what it prints, or the one line that says why it did nothing.
fn operate(words: &[&str], variables: &[(&str, &str)]) -> Result<String, String> {
    let Output { status, stdout, stderr } = command(words).envs(variables.iter().copied()).output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    if status.success() {
        assert_eq!(stderr, "", "{words:?}");
        return Ok(stdout);
    }
    assert_eq!((status.code(), stdout.as_str(), stderr.lines().count()), (Some(1), "", 1), "{words:?}: {stderr}");
    Err(stderr)
}

#[tokio::test]
async fn the_operator_works_on_the_data_of_a_stopped_service() {
    let data = folder("operator");
    let path = data.to_str().unwrap();
    let show = ["show", "user", "dev@example.test", "--data", path];
    assert!(operate(&show, &[]).unwrap_err().contains("there is no data"));
    assert!(!data.exists(), "looking makes nothing");

    let options = ["--now", START, "--data", path, "--no-demo"];
    let first = Service::start(&options);
    first.sign_in("dev@example.test", "customer").await;
    assert_eq!(first.move_clock(json!({"now": "2026-11-18T10:00:00+05:30"})).await, StatusCode::OK);
    assert!(operate(&show, &[]).unwrap_err().contains("another Parlour is running on it"));
    assert_eq!(first.stop(), Some(0));
    let shown = operate(&show, &[]).unwrap();
    for part in ["email: dev@example.test\n", "role: customer\n", "2026-11-16 10:00:0", "user.joined\n"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let make = |email| operate(&["make-developer", email, "--data", path], &[]);
    assert!(make("owner@parlour.test").unwrap_err().contains("last active owner"));
    assert!(make("dev@example.test").unwrap().contains("is a developer now"));
    assert!(make("dev@example.test").unwrap().contains("nothing was changed"));

    let second = Service::start(&options);
    let (_, session) = second.sign_in("dev@example.test", "admin").await;
    assert_eq!(session["user"]["role"], "developer");
    drop(second);
    std::fs::remove_dir_all(data).unwrap();
}

#[test]
fn the_operator_works_on_a_table_of_aws_with_the_callers_credentials() {
    let mut database = command(&["--database-only", "--no-demo"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(database.stdout.take().unwrap()).lines().map(Result::unwrap);
    let endpoint = lines.next().unwrap().split_whitespace().last().unwrap().to_owned();
    assert_eq!(lines.next().as_deref(), Some("ready"));
    // The SDK's own variables; no files of whoever runs the tests.
    let caller = [
        ("AWS_ENDPOINT_URL_DYNAMODB", endpoint.as_str()),
        ("AWS_ACCESS_KEY_ID", "caller"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_CONFIG_FILE", "/dev/null"),
        ("AWS_SHARED_CREDENTIALS_FILE", "/dev/null"),
    ];
    let show = |table| ["show", "user", "owner@parlour.test", "--table", table, "--region", "ap-south-1"];
    let shown = operate(&show("parlour"), &caller);
    let missing = operate(&show("another"), &caller);
    database.kill().unwrap();
    database.wait().unwrap();
    assert!(shown.as_ref().is_ok_and(|shown| shown.contains("role: owner\n")), "{shown:?}");
    assert!(missing.as_ref().is_err_and(|said| said.contains("ResourceNotFound")), "{missing:?}");
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

/// The browser of RFC 8291's example.
const BROWSER_PRIVATE: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const BROWSER_PUBLIC: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const BROWSER_AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// The content of a push as that browser reads it (RFC 8188, RFC 8291).
fn decrypted(body: &[u8]) -> Value {
    struct Length(usize);
    impl hkdf::KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let derive = |salt: &[u8], secret: &[u8], info: &[&[u8]], length: usize| {
        let mut key = vec![0; length];
        let extracted = hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(secret);
        extracted.expand(info, Length(length)).unwrap().fill(&mut key).unwrap();
        key
    };
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let (salt, rest) = body.split_at(16);
    let (sender, sealed) = rest[5..].split_at(usize::from(rest[4]));
    let private = agreement::PrivateKey::from_private_key(&agreement::ECDH_P256, &bytes(BROWSER_PRIVATE)).unwrap();
    let peer = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, sender);
    let shared = agreement::agree(&private, peer, (), |shared| Ok(shared.to_vec())).unwrap();
    let info: [&[u8]; 3] = [b"WebPush: info\0", &bytes(BROWSER_PUBLIC), sender];
    let material = derive(&bytes(BROWSER_AUTH), &shared, &info, 32);
    let key = derive(salt, &material, &[b"Content-Encoding: aes128gcm\0"], 16);
    let nonce = derive(salt, &material, &[b"Content-Encoding: nonce\0"], 12);
    let key = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &key).unwrap());
    let mut sealed = sealed.to_vec();
    let nonce = aead::Nonce::try_assume_unique_for_key(&nonce).unwrap();
    let plain = key.open_in_place(nonce, aead::Aad::empty(), &mut sealed).unwrap();
    // A delimiter ends what is said, and nothing but padding follows it.
    let end = plain.iter().rposition(|byte| *byte != 0).unwrap();
    serde_json::from_slice(&plain[..end]).unwrap()
}

#[tokio::test]
async fn a_push_reaches_the_consoles_stand_in_encrypted_for_the_browser() {
    let service = Service::start(&["--now", START]);
    let (customer, console) = (&service.customer, &service.console);
    let (_, cookies) = service.enter("customer@parlour.test", "customer").await;
    let endpoint = format!("{console}/push/browser-1");
    let subscription = json!({ "endpoint": endpoint, "keys": { "p256dh": BROWSER_PUBLIC, "auth": BROWSER_AUTH } });
    service.ask(Method::POST, &format!("{customer}/api/push/subscribe"), &cookies, subscription).await;

    let get = async |path: &str| service.ask(Method::GET, &format!("{customer}{path}"), &cookies, Value::Null).await;
    let (branches, services) = (get("/api/branches").await, get("/api/services").await);
    let category = &services["categories"][0];
    let request = json!({
        "branchId": branches["branches"][0]["id"], "serviceType": category["serviceType"],
        "serviceIds": [category["services"][0]["id"]], "bookingDate": "2026-11-18", "startTime": "12:00",
    });
    let booked = service.ask(Method::POST, &format!("{customer}/api/bookings"), &cookies, request).await;

    let pushed = service.get("/push/browser-1").await;
    assert_eq!(pushed.as_array().map(Vec::len), Some(1), "{pushed}");
    let push = &pushed[0];
    assert_eq!((&push["contentEncoding"], &push["ttl"]), (&json!("aes128gcm"), &json!("86400")));
    assert_eq!(push["sender"], "mailto:salon@parlour.test");
    let payload = decrypted(&STANDARD.decode(push["bodyBase64"].as_str().unwrap()).unwrap());
    let id = booked["id"].as_str().unwrap();
    assert_eq!(payload["title"], "Saffron Room: We have your request");
    assert_eq!(
        (&payload["url"], &payload["tag"]),
        (&json!(format!("/bookings/{id}")), &json!(format!("booking-{id}")))
    );
    assert!(payload["body"].as_str().unwrap().contains("12:00 pm"), "{payload}");
    let recorded = service.get("/api/messages?channel=push").await;
    assert_eq!((recorded.as_array().map(Vec::len), &recorded[0]["subject"]), (Some(1), &payload["title"]));
    assert_eq!(service.get("/push/another").await, json!([]));

    let forged = service.browser.post(&endpoint).header("ttl", "60").header("content-encoding", "aes128gcm");
    assert_eq!(forged.body("x").send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    let elsewhere = json!({
        "endpoint": format!("{customer}/push/browser-1"), "keys": { "p256dh": BROWSER_PUBLIC, "auth": BROWSER_AUTH },
    });
    let refused = service.browser.post(format!("{customer}/api/push/subscribe")).header("cookie", &cookies);
    assert_eq!(refused.json(&elsewhere).send().await.unwrap().status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn the_console_stands_in_for_whatsapp_and_text_messages() {
    let service = Service::start(&["--now", START]);
    let customer = service.customer.clone();
    let (_, cookies) = service.enter("customer@parlour.test", "customer").await;
    let agreed = json!({ "whatsappConsent": true, "phone": "+919812345678" });
    service.ask(Method::PATCH, &format!("{customer}/api/profile"), &cookies, agreed).await;
    let read = async |path: &str| -> Value {
        service.browser.get(format!("{customer}{path}")).send().await.unwrap().json().await.unwrap()
    };
    let branch = read("/api/branches").await["data"]["branches"][0]["id"].clone();
    let category = read("/api/services").await["data"]["categories"][0].clone();
    let book = async |day: &str| {
        let request = json!({
            "branchId": branch, "serviceType": category["serviceType"],
            "serviceIds": [category["services"][0]["id"]], "bookingDate": day, "startTime": "12:00",
        });
        service.ask(Method::POST, &format!("{customer}/api/bookings"), &cookies, request).await;
    };
    let sent = async |channel: &str| service.get(&format!("/api/messages?channel={channel}")).await;
    book("2026-11-18").await;
    let first = sent("whatsapp").await[0].clone();
    assert_eq!((&first["to"], &first["type"]), (&json!("+919812345678"), &json!("booking_received")), "{first}");
    assert_eq!(
        (&first["status"], &first["request"]["template"]["name"]),
        (&json!("accepted"), &json!("booking_received"))
    );
    assert_eq!(sent("sms").await, json!([]));
    // The reports of WhatsApp about it.
    let tell = async |path: &str, body: Value| service.call(Method::POST, path, Some(body)).await;
    let read_it = json!({ "providerId": first["providerId"], "status": "read" });
    assert_eq!(tell("/api/whatsapp/status", read_it).await.1["status"], 200);
    assert_eq!(sent("whatsapp").await[0]["status"], "read");
    assert_eq!(tell("/api/whatsapp/status", json!({ "providerId": "x", "status": "read" })).await.0, 404);
    // A message that it does not take goes on to a text message, and what that does not take to the mail.
    tell("/api/whatsapp/answer", json!({ "code": 131_026, "times": 2 })).await;
    book("2026-11-19").await;
    assert_eq!((sent("whatsapp").await.as_array().unwrap().len(), sent("sms").await.as_array().unwrap().len()), (1, 1));
    tell("/api/sms/answer", json!({ "error": "DESTINATION_PHONE_NUMBER_OPTED_OUT" })).await;
    let mails = sent("email").await.as_array().unwrap().len();
    book("2026-11-20").await;
    assert_eq!(
        (sent("sms").await.as_array().unwrap().len(), sent("email").await.as_array().unwrap().len()),
        (1, mails + 1)
    );
    // An answer of the customer's.
    let said = tell("/api/whatsapp/inbound", json!({ "from": "+919812345678", "text": "cancel" })).await.1;
    assert_eq!((&said["status"], &said["success"]), (&json!(200), &json!(true)), "{said}");
    let answer = sent("whatsapp").await[0].clone();
    assert_eq!((&answer["type"], &answer["request"]["type"]), (&json!("customer_reply"), &json!("text")), "{answer}");
    assert_eq!(tell("/api/whatsapp/inbound", json!({ "from": "1" })).await.0, 400);
}

#[tokio::test]
async fn the_push_key_is_kept_with_the_data() {
    let data = folder("push-key");
    let options = ["--data", data.to_str().unwrap(), "--no-demo", "--now", START];
    let key = async |service: &Service, app: &str| {
        service.ask(Method::GET, &format!("{app}/api/push/key"), "", Value::Null).await["publicKey"].clone()
    };
    let first = Service::start(&options);
    let kept = key(&first, &first.customer).await;
    assert_eq!(kept.as_str().map(str::len), Some(87), "an uncompressed point in base64url");
    assert_eq!(key(&first, &first.admin).await, kept);
    drop(first);
    let second = Service::start(&options);
    assert_eq!(key(&second, &second.customer).await, kept);
    drop(second);
    let other = Service::start(&["--no-demo", "--now", START]);
    assert_ne!(key(&other, &other.customer).await, kept);
    std::fs::remove_dir_all(data).unwrap();
}

#[tokio::test]
async fn the_demo_salon_has_a_face_and_a_working_day_whatever_the_time() {
    // Monday before opening, in the afternoon; a Tuesday evening; a Sunday at noon.
    for now in [
        "2026-11-16T07:00:00+05:30",
        "2026-11-16T15:10:00+05:30",
        "2026-11-17T20:40:00+05:30",
        "2026-11-22T12:00:00+05:30",
    ] {
        let service = Service::start(&["--now", now]);
        let admin = &service.admin;
        let face = service.ask(Method::GET, &format!("{}/api/branding", service.customer), "", Value::Null).await;
        assert_eq!(face["branding"]["name"], "Saffron Room");
        for field in ["tagline", "phone", "address", "accentColor"] {
            assert!(face["branding"][field].is_string(), "{field}");
        }
        let (_, cookies) = service.enter("owner@parlour.test", "admin").await;
        let get = async |path: &str| service.ask(Method::GET, &format!("{admin}{path}"), &cookies, Value::Null).await;
        let branches = get("/api/branches").await["branches"].clone();
        let (open, staffed) = (&branches[0], &branches[1]);
        let today = now.split('T').next().unwrap();
        let bookings = get(&format!("/api/bookings?date={today}")).await["bookings"].as_array().unwrap().clone();
        let of = |branch: &Value| -> Vec<&Value> {
            bookings.iter().filter(|booking| booking["branchId"] == branch["id"]).collect()
        };
        assert!(of(open).len() >= 15, "{} at {now}", of(open).len());
        let moment = |booking: &Value| format!("{today}T{}:00+05:30", booking["startTime"].as_str().unwrap());
        for booking in of(open) {
            let (status, start) = (booking["status"].as_str().unwrap(), moment(booking));
            let fits = match status {
                "confirmed" => start.as_str() > now,
                "in_progress" | "completed" => start.as_str() <= now,
                "cancelled" => true,
                _ => false,
            };
            assert!(fits, "{status} at {start}, now {now}");
        }
        assert!(of(staffed).iter().all(|booking| moment(booking).as_str() < now), "nothing ahead of {now}");
        let opened_long_ago = now.split('T').nth(1).unwrap() >= "12:00";
        assert!(!opened_long_ago || of(staffed).len() >= 2, "{} at {now}", of(staffed).len());
        assert_eq!(get("/api/bookings?status=pending").await["bookings"].as_array().map(Vec::len), Some(3));
        assert_eq!(service.get("/api/messages").await, json!([]), "nothing is sent for any of it");
    }
}
