//! One successful call of every endpoint, in an order in which each finds what it needs. The same calls are counted for
//! `infra/docs/costs.md`, show what each function does to the table, are repeated under an `Idempotency-Key`, are preceded
//! by their dry run, by hostile texts or by the largest body, are followed by the most expensive question, and show that
//! whatever they change of reference data moves its version.

mod customer;
mod desk;
mod office;

use std::collections::{BTreeMap, BTreeSet};

use http::Method;
use parlour_http::Route;
use parlour_local::gateway;
use parlour_money::offers::rules::OfferType;
use parlour_settings::App;
use parlour_setup::branches::Branch;
use parlour_storage::table::{Item, Topic};
use parlour_tests::wire::Cost;
use parlour_tests::{Client, Reply, SignInSalon, TestSalon};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::dry_run::{DryRunCall, before_the_call, everything};
use crate::fields::{Call, schema_of};
use crate::hostile::Hostile;
use crate::largest::Largest;
use crate::reference::References;
use crate::widest::{self, Widest};

/// App, path, method, and what is special about this call.
pub type Row = (String, String, String, &'static str);

/// The treatment of each call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It is sent once and counted.
    Count,
    /// If its route is idempotent it is sent twice under one key.
    Repeat,
    /// If its route has a dry run, that comes first.
    DryRun,
    /// If it has a body, that is first sent with hostile texts; if they are taken, that was the call.
    Hostile,
    /// The same with the largest body.
    Largest,
    /// If it reads, it is asked again for as much as it may be asked for, in a salon that has much.
    Widest,
    /// The reference data before and after it is compared.
    Versions,
}

/// The results of the walk.
#[derive(Default)]
pub struct Walked {
    pub costs: BTreeMap<Row, Cost>,
    /// The routes that answered the second request with the first one's response, as `app METHOD path`.
    pub replayed: BTreeSet<String>,
    /// The routes whose dry run was as it should be, as `app METHOD path`.
    pub dry_run: BTreeSet<String>,
    /// The requests and their answers, by app, path and method: the examples of the OpenAPI documents.
    pub examples: BTreeMap<(App, String, String), (Value, Value)>,
    pub hostile: Hostile,
    pub largest: Largest,
    pub widest: Widest,
    /// The reference data that was changed, with its version.
    pub moved: BTreeSet<Topic>,
    /// The table's rows in the end.
    pub rows: Vec<Item>,
}

struct Walk<'a> {
    salon: &'a TestSalon,
    mode: Mode,
    /// The branches that the process works for.
    branches: Vec<Branch>,
    /// How many keys were used.
    keys: usize,
    walked: Walked,
}

impl<'a> Walk<'a> {
    fn of(salon: &'a TestSalon, mode: Mode, branches: Vec<Branch>) -> Self {
        Self { salon, mode, branches, keys: 0, walked: Walked::default() }
    }

    async fn go(&mut self, who: &Client<'_>, call: &str, body: Value) -> Value {
        self.case("", who, call, body).await
    }

    /// One call, which must succeed, counted under its route.
    async fn case(&mut self, special: &'static str, who: &Client<'_>, call: &str, body: Value) -> Value {
        let (method, path) = call.split_once(' ').unwrap();
        let route = route_of(who.app, &method.parse().unwrap(), path.split('?').next().unwrap());
        let asked = body.clone();
        let body = (!body.is_null()).then(|| body.to_string());
        // The count is what a request costs an instance that has served others.
        self.salon.warm(&self.branches.iter().collect::<Vec<_>>()).await;
        if self.mode == Mode::Repeat && route.spec.idempotent {
            return self.repeat(who, &route, path, body).await;
        }
        if self.mode == Mode::DryRun && route.takes_dry_run(who.app) {
            let call = DryRunCall { who, method: route.method.clone(), path, body };
            self.walked.dry_run.insert(format!("{} {} {}", who.app, route.method, route.path));
            return Box::pin(before_the_call(self.salon, &call)).await;
        }
        if let Some(taken) = self.probe(who, &route, path, body.as_deref()).await {
            return taken.json()["data"].clone();
        }
        let before = match self.mode {
            Mode::Versions => Some(References::read(self.salon).await),
            _ => None,
        };
        self.salon.wire.reset();
        let reply = Box::pin(who.send(route.method.clone(), path, body)).await;
        let cost = self.salon.wire.cost();
        if let Some(before) = before {
            self.walked.moved.extend(References::read(self.salon).await.moved_since(&before, call));
        }
        if self.mode == Mode::Hostile {
            self.walked.hostile.answered(call, &reply);
        }
        // Hostile texts are let out, so nothing is configured there that would send them to others.
        let is_off = self.mode == Mode::Hostile && reply.status == 503;
        assert!(reply.status.as_u16() < 400 || is_off, "{call}: {} {}", reply.status, reply.json());
        if self.mode == Mode::Widest && route.method == Method::GET {
            let (salon, widest) = (self.salon, &mut self.walked.widest);
            if route.path.starts_with("/api/") {
                Box::pin(widest.after(salon, who, &route, path)).await;
            } else {
                Box::pin(widest.after_page(salon, who, &route, path)).await;
            }
        }
        let row = (who.app.to_string(), route.path.to_owned(), route.method.to_string(), special);
        self.walked.costs.entry(row).or_insert(cost);
        let call = (who.app, route.path.to_owned(), route.method.as_str().to_lowercase());
        self.walked.examples.entry(call).or_insert_with(|| (asked, reply.json()));
        reply.json()["data"].clone()
    }

    /// One upload, counted like any call, and after its dry run. A file has no fields to try other values in.
    async fn upload(&mut self, who: &Client<'_>, path: &str, file: &[u8]) -> Value {
        let route = route_of(who.app, &Method::POST, path);
        self.salon.warm(&self.branches.iter().collect::<Vec<_>>()).await;
        if self.mode == Mode::DryRun {
            let before = everything(self.salon).await;
            let dry = who.upload(&format!("{path}?dryRun=true"), file).await;
            assert_eq!((dry.status.as_u16(), dry.header("dry-run")), (201, Some("true")), "{}", dry.json());
            assert!(everything(self.salon).await == before, "the dry run of POST {path} changed something");
            self.walked.dry_run.insert(format!("{} POST {path}", who.app));
        }
        self.salon.wire.reset();
        let reply = who.upload(path, file).await;
        let cost = self.salon.wire.cost();
        let row = (who.app.to_string(), route.path.to_owned(), route.method.to_string(), "");
        self.walked.costs.entry(row).or_insert(cost);
        let call = (who.app, route.path.to_owned(), "post".to_owned());
        self.walked.examples.entry(call).or_insert_with(|| (Value::Null, reply.json()));
        reply.created()
    }

    /// The call with other values in its fields, where that is wanted; the answer, if it succeeded.
    async fn probe(&mut self, who: &Client<'_>, route: &Route, path: &str, body: Option<&str>) -> Option<Reply> {
        if !matches!(self.mode, Mode::Hostile | Mode::Largest) {
            return None;
        }
        let given = body.map_or_else(|| json!({}), |body| serde_json::from_str(body).unwrap());
        let call = Call { who, route, path, given, schema: schema_of(route)? };
        match self.mode {
            Mode::Hostile => Box::pin(self.walked.hostile.before(&call)).await,
            _ => Box::pin(self.walked.largest.before(self.salon, &call)).await,
        }
    }

    /// Sends a call twice under one key: the second response is the first one again, byte for byte, and the second request
    /// writes nothing.
    async fn repeat(&mut self, who: &Client<'_>, route: &Route, path: &str, body: Option<String>) -> Value {
        let name = format!("{} {} {}", who.app, route.method, route.path);
        self.keys += 1;
        let who = who.clone().once(&format!("walk-{}", self.keys));
        let first = who.send(route.method.clone(), path, body.clone()).await;
        assert!(first.status.is_success(), "{name}: {} {}", first.status, first.json());
        assert_eq!(first.header("idempotency-replayed"), None, "{name}");
        self.salon.wire.reset();
        let second = who.send(route.method.clone(), path, body).await;
        let mut calls = self.salon.wire.cost().calls;
        // A limited route counts every request, whatever it answers, and so do the writes of a customer.
        if route.spec.limit.is_some() || route.is_customers_write(who.app) {
            calls.retain(|call| call != "UpdateItem");
        }
        assert_eq!(second.header("idempotency-replayed"), Some("true"), "{name} was not replayed: {}", second.json());
        let is_same = match SHOWN_ONCE.iter().find(|(route, _)| *route == name) {
            Some((_, secret)) => without(&first, secret) == second.json(),
            None => first.bytes == second.bytes,
        };
        assert!(first.status == second.status && is_same, "{name} was replayed differently");
        let reads = ["GetItem", "BatchGetItem", "Query"];
        assert!(calls.iter().all(|call| reads.contains(&call.as_str())), "{name} wrote on its replay: {calls:?}");
        self.walked.replayed.insert(name);
        first.json()["data"].clone()
    }
}

/// Routes whose answer holds a secret, and where: its repeat has `null` there.
const SHOWN_ONCE: &[(&str, &str)] = &[
    ("admin POST /api/tokens", "/data/token"),
    ("admin POST /api/webhooks", "/data/webhook/secret"),
    ("admin POST /api/me/calendar", "/data/url"),
    ("customer POST /api/profile/calendar", "/data/url"),
];

fn without(reply: &Reply, secret: &str) -> Value {
    let mut body = reply.json();
    *body.pointer_mut(secret).filter(|secret| secret.is_string()).expect("a secret") = Value::Null;
    body
}

/// The route that serves a path: of those that fit, the one with the fewest parameters.
fn route_of(app: App, method: &Method, path: &str) -> Route {
    let fits = |pattern: &str| {
        let (pattern, path): (Vec<_>, Vec<_>) = (pattern.split('/').collect(), path.split('/').collect());
        pattern.len() == path.len()
            && pattern.iter().zip(path).all(|(pattern, part)| pattern.starts_with('{') || *pattern == part)
    };
    let routes = gateway::routes(app);
    let fitting = routes.list().chain(routes.pages()).filter(|route| route.method == *method && fits(route.path));
    fitting.min_by_key(|route| route.path.matches('{').count()).expect(path).clone()
}

async fn counted() -> &'static Walked {
    static WALKED: OnceCell<Walked> = OnceCell::const_new();
    WALKED.get_or_init(|| walked(Mode::Count)).await
}

/// The cost of each call, with what it does to the table.
pub async fn costs() -> &'static BTreeMap<Row, Cost> {
    &counted().await.costs
}

/// The rows that the calls wrote and left.
pub async fn rows() -> &'static [Item] {
    &counted().await.rows
}

/// The request and the answer of each call.
pub async fn examples() -> &'static BTreeMap<(App, String, String), (Value, Value)> {
    &counted().await.examples
}

/// The idempotent routes that were repeated under a key, each as it should be.
pub async fn replayed() -> BTreeSet<String> {
    walked(Mode::Repeat).await.replayed
}

/// The routes whose call came after its dry run.
pub async fn dry_run() -> BTreeSet<String> {
    walked(Mode::DryRun).await.dry_run
}

/// Every call after hostile texts, in a salon that sends nothing to others but makes its PDFs.
pub async fn hostile() -> (TestSalon, Hostile) {
    let (salon, _) = TestSalon::with_invoicing(&[
        ("REPORT_RECIPIENTS", "owner@example.test"),
        ("JOBS_QUEUE_URL", "http://localhost:4566/queue"),
    ])
    .await;
    salon.reception().await.subscribe_to_push("desk").await;
    let hostile = through(&salon, Mode::Hostile).await.hostile;
    (salon, hostile)
}

/// The cost of the largest bodies.
pub async fn largest() -> Largest {
    walked(Mode::Largest).await.largest
}

/// The cost of the most expensive questions.
pub async fn widest() -> Widest {
    walked(Mode::Widest).await.widest
}

/// The reference data that the calls changed, each with its version.
pub async fn moved() -> BTreeSet<Topic> {
    walked(Mode::Versions).await.moved
}

/// Every call, in both apps.
async fn walked(mode: Mode) -> Walked {
    let salon = TestSalon::with_settings(&[
        ("WHATSAPP_APP_SECRET", "test_app_secret"),
        ("WHATSAPP_VERIFY_TOKEN", "a-verify-token"),
        ("ABLY_API_KEY", "appId1.keyId1:s3cr3tKeyValue_0123456789abcdef"),
        ("REPORT_RECIPIENTS", "owner@example.test"),
        ("VAPID_PRIVATE_KEY", "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw"),
        ("JOBS_QUEUE_URL", "http://localhost:4566/queue"),
    ])
    .await;
    through(&salon, mode).await
}

/// Every call in this salon; sign-in has a salon of its own.
async fn through(salon: &TestSalon, mode: Mode) -> Walked {
    let shop = salon.shop().await;
    for name in ["Nila", "Tara", "Zoya", "Isha", "Lata", "Usha", "Hema", "Gita"] {
        salon.staff(name, &[&shop.staffed], &[&shop.cut, &shop.massage]).await;
    }
    salon.offer(OfferType::Flat, 10_000, &[&shop.colour]).await;
    if mode == Mode::Widest {
        Box::pin(widest::fill(salon, &shop)).await;
    }
    // The first bookings of a month at a branch begin its list and its numbers.
    let first = salon.customer("First").await;
    for branch in [&shop.open, &shop.staffed] {
        for time in ["10:00", "11:00"] {
            first.book(shop.request(branch, &[&shop.cut], "2026-11-17", time)).await;
        }
    }
    if mode == Mode::Count {
        salon.wire.in_rounds();
    }
    // On the heap, part by part: all of it at once is more than the stack of a test holds.
    let mut walk = Walk::of(salon, mode, vec![shop.open.clone(), shop.staffed.clone()]);
    Box::pin(customer::public_reads(&mut walk, &shop)).await;
    Box::pin(customer::customer_account(&mut walk, &shop)).await;
    Box::pin(customer::waitlist(&mut walk, &shop)).await;
    Box::pin(customer::links(&mut walk, &shop)).await;
    Box::pin(customer::customer_pages(&mut walk, &shop)).await;
    Box::pin(desk::desk_bookings(&mut walk, &shop)).await;
    Box::pin(desk::checkout(&mut walk, &shop)).await;
    Box::pin(desk::drawer(&mut walk, &shop)).await;
    Box::pin(desk::customers_and_leads(&mut walk)).await;
    Box::pin(desk::memberships_and_offers(&mut walk, &shop)).await;
    Box::pin(office::catalogue_and_people(&mut walk, &shop)).await;
    Box::pin(office::products(&mut walk, &shop)).await;
    Box::pin(desk::rosters(&mut walk, &shop)).await;
    Box::pin(office::reports_users_and_branches(&mut walk)).await;
    Box::pin(office::idle_jobs(&mut walk)).await;
    Box::pin(desk::desk_pages(&mut walk, &shop)).await;
    let walked = walk.walked;
    let doors = SignInSalon::open().await;
    let mut walk = Walk { walked, ..Walk::of(&doors.salon, mode, Vec::new()) };
    customer::signing_in(&doors, &mut walk).await;
    let mut walked = walk.walked;
    if mode == Mode::Count {
        for salon in [salon, &doors.salon] {
            walked.rows.extend(Box::pin(everything(salon)).await.into_values());
        }
    }
    walked
}

fn id(record: &Value) -> &str {
    record["id"].as_str().expect("an id")
}
