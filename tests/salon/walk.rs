//! One successful call of every endpoint, in an order in which each finds what it needs. The same calls are counted for
//! `infra/docs/costs.md`, show what each function does to the table, are repeated under an `Idempotency-Key`, are preceded
//! by their dry run, by hostile texts or by the largest body, and show that whatever they change of reference data moves its
//! version.

use std::collections::{BTreeMap, BTreeSet};

use http::Method;
use parlour::branches::Branch;
use parlour::invoices::document::storage_key;
use parlour::invoices::{CreditNote, Invoice};
use parlour::offers::rules::OfferType;
use parlour::role::Role;
use parlour::settings::App;
use parlour::staff::StaffMember;
use parlour::table::{Topic, keys};
use parlour::web::Route;
use parlour_local::gateway;
use parlour_tests::wire::Cost;
use parlour_tests::{Client, Reply, Shop, SignInSalon, TestSalon};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use crate::dry_run::{DryRunCall, before_the_call};
use crate::fields::{Call, schema_of};
use crate::hostile::Hostile;
use crate::largest::Largest;
use crate::reference::References;

/// App, path, method, and what is special about this call.
pub type Row = (String, String, String, &'static str);

/// What is done with each call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It is sent once and counted.
    Count,
    /// Where its route is idempotent it is sent twice under one key.
    Repeat,
    /// Where its route has a dry run, that comes first.
    DryRun,
    /// Where it has a body, that is first sent with hostile texts; if they are taken, that was the call.
    Hostile,
    /// The same with the largest body.
    Largest,
    /// The reference data before and after it is compared.
    Versions,
}

/// What came of the walk.
#[derive(Default)]
pub struct Walked {
    pub costs: BTreeMap<Row, Cost>,
    /// The routes that answered the second request with the first one's response, as `app METHOD path`.
    pub replayed: BTreeSet<String>,
    /// The routes whose dry run was as it should be, as `app METHOD path`.
    pub dry_run: BTreeSet<String>,
    /// What was asked and what was answered, by app, path and method: the examples of the OpenAPI documents.
    pub examples: BTreeMap<(App, String, String), (Value, Value)>,
    pub hostile: Hostile,
    pub largest: Largest,
    /// The reference data that was changed, with its version.
    pub moved: BTreeSet<Topic>,
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
        // What is counted is what a request costs an instance that has served others.
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
        let row = (who.app.to_string(), route.path.to_owned(), route.method.to_string(), special);
        self.walked.costs.entry(row).or_insert(cost);
        let call = (who.app, route.path.to_owned(), route.method.as_str().to_lowercase());
        self.walked.examples.entry(call).or_insert_with(|| (asked, reply.json()));
        reply.json()["data"].clone()
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
        // A limited route counts every request, whatever it answers.
        if route.spec.limit.is_some() {
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
const SHOWN_ONCE: &[(&str, &str)] =
    &[("admin POST /api/tokens", "/data/token"), ("admin POST /api/webhooks", "/data/webhook/secret")];

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

/// What each call costs and does to the table.
pub async fn costs() -> &'static BTreeMap<Row, Cost> {
    &counted().await.costs
}

/// What each call asked and answered.
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

/// What the largest bodies cost.
pub async fn largest() -> Largest {
    walked(Mode::Largest).await.largest
}

/// The reference data that the calls changed, each with its version.
pub async fn moved() -> BTreeSet<Topic> {
    walked(Mode::Versions).await.moved
}

/// Every call, in both apps.
async fn walked(mode: Mode) -> Walked {
    let salon = TestSalon::with_settings(&[
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
    // The first bookings of a month at a branch begin its list and its numbers.
    let first = salon.customer("First").await;
    for branch in [&shop.open, &shop.staffed] {
        for time in ["10:00", "11:00"] {
            first.book(shop.request(branch, &[&shop.cut], "2026-11-17", time)).await;
        }
    }
    // On the heap, part by part: all of it at once is more than the stack of a test holds.
    let mut walk = Walk::of(salon, mode, vec![shop.open.clone(), shop.staffed.clone()]);
    Box::pin(public_reads(&mut walk, &shop)).await;
    Box::pin(customer_account(&mut walk, &shop)).await;
    Box::pin(customer_pages(&mut walk, &shop)).await;
    Box::pin(desk_bookings(&mut walk, &shop)).await;
    Box::pin(checkout(&mut walk, &shop)).await;
    Box::pin(customers_and_leads(&mut walk)).await;
    Box::pin(memberships_and_offers(&mut walk, &shop)).await;
    Box::pin(catalogue_and_people(&mut walk, &shop)).await;
    Box::pin(rosters(&mut walk, &shop)).await;
    Box::pin(reports_users_and_branches(&mut walk)).await;
    Box::pin(idle_jobs(&mut walk)).await;
    Box::pin(desk_pages(&mut walk, &shop)).await;
    let walked = walk.walked;
    let doors = SignInSalon::open().await;
    let mut walk = Walk { walked, ..Walk::of(&doors.salon, mode, Vec::new()) };
    signing_in(&doors, &mut walk).await;
    walk.walked
}

fn id(record: &Value) -> &str {
    record["id"].as_str().expect("an id")
}

async fn public_reads(walk: &mut Walk<'_>, shop: &Shop) {
    let visitor = walk.salon.visitor();
    for call in
        ["GET /api/services", "GET /api/services/cut", "GET /api/offers", "GET /api/branches", "GET /api/branding"]
    {
        walk.go(&visitor, call, Value::Null).await;
    }
    for call in ["GET /api/health", "GET /api/openapi.json", "GET /api/push/key"] {
        walk.go(&visitor, call, Value::Null).await;
    }
    let day = |branch: &str| format!("GET /api/availability?date=2026-11-17&branchId={branch}");
    walk.go(&visitor, &day(shop.open.id.as_str()), Value::Null).await;
    let staffed = day(shop.staffed.id.as_str());
    walk.case("staffed, any of 10 people", &visitor, &staffed, Value::Null).await;
    let one = format!("{staffed}&serviceIds={}&explain=true", shop.massage.id);
    walk.case("staffed, one service, explained", &visitor, &one, Value::Null).await;
    walk.go(&visitor, "POST /api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await;
}

async fn customer_account(walk: &mut Walk<'_>, shop: &Shop) {
    let asha = walk.salon.customer("Asha").await;
    walk.go(&asha, "GET /api/onboarding", Value::Null).await;
    let about =
        json!({ "phone": "9876543210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true });
    walk.go(&asha, "POST /api/onboarding/complete", about).await;
    walk.go(&asha, "GET /api/profile", Value::Null).await;
    walk.go(&asha, "PATCH /api/profile", json!({ "marketingConsent": false })).await;

    let booked = walk.go(&asha, "POST /api/bookings", shop.cut_tomorrow()).await;
    let staffed = shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00");
    walk.case("staffed", &asha, "POST /api/bookings", staffed).await;
    walk.go(&asha, "GET /api/bookings", Value::Null).await;
    let booking = format!("/api/bookings/{}", id(&booked));
    walk.go(&asha, &format!("GET {booking}"), Value::Null).await;
    walk.go(&asha, &format!("GET {booking}/calendar.ics"), Value::Null).await;
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "12:00" });
    walk.go(&asha, &format!("POST {booking}/reschedule"), later).await;
    walk.go(&asha, &format!("POST {booking}/cancel"), Value::Null).await;

    walk.case("first read", &asha, "GET /api/gems", Value::Null).await;
    walk.go(&asha, "GET /api/gems", Value::Null).await;
    walk.go(&asha, "GET /api/membership", Value::Null).await;
    walk.go(&asha, "GET /api/notifications", Value::Null).await;
    walk.go(&asha, "PATCH /api/notifications", json!({})).await;
    let browser = "https://fcm.googleapis.com/fcm/send/asha";
    let keys = json!({
        "p256dh": "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    });
    walk.go(&asha, "POST /api/push/subscribe", json!({ "endpoint": browser, "keys": keys })).await;
    walk.go(&asha, "DELETE /api/push/subscribe", json!({ "endpoint": browser })).await;
    walk.go(&asha, "POST /api/ably/token", Value::Null).await;

    walk.salon.listed(&asha.user.clone().unwrap(), |profile| profile.marketing_consent = true).await;
    let user = asha.user.as_ref().unwrap().id.clone();
    let links = walk.salon.salon.notifications().unsubscribe_links(&user).await.unwrap().unwrap();
    let path = links.one_click.trim_start_matches("http://localhost:3000");
    let visitor = walk.salon.visitor();
    for method in ["GET", "POST"] {
        walk.go(&visitor, &format!("{method} {path}"), Value::Null).await;
    }
}

/// The customer app's pages.
async fn customer_pages(walk: &mut Walk<'_>, shop: &Shop) {
    let visitor = walk.salon.visitor().with_header("accept", "text/html");
    for page in ["/", "/services", "/services/cut", "/welcome", "/sign-in", "/offline", "/unsubscribe/a.b", "/book"] {
        walk.go(&visitor, &format!("GET {page}"), Value::Null).await;
    }
    for file in ["/manifest.webmanifest", "/sw.js", "/robots.txt", "/sitemap.xml", "/docs", "/openapi.json", "/api"] {
        walk.go(&visitor, &format!("GET {file}"), Value::Null).await;
    }
    walk.go(&visitor, &format!("GET {}", parlour_pages::assets::STYLE.href()), Value::Null).await;
    let chosen = |branch: &str| format!("GET /book?services={}&branch={branch}&date=2026-11-17", shop.cut.id);
    walk.case("open", &visitor, &chosen(shop.open.id.as_str()), Value::Null).await;
    walk.case("staffed", &visitor, &chosen(shop.staffed.id.as_str()), Value::Null).await;
    let asha = walk.salon.customer("Asha").await.with_header("accept", "text/html");
    let booking = asha.book(shop.cut_tomorrow()).await;
    let booking = booking.trim_start_matches("/api");
    walk.case("signed in, staffed", &asha, &chosen(shop.staffed.id.as_str()), Value::Null).await;
    walk.case("first read", &asha, "GET /gems", Value::Null).await;
    for page in ["/onboarding", "/bookings", booking, "/gems", "/membership", "/notifications", "/profile"] {
        walk.go(&asha, &format!("GET {page}"), Value::Null).await;
    }
}

/// One booking for each thing the desk can do to it.
async fn desk_bookings(walk: &mut Walk<'_>, shop: &Shop) {
    let (asha, desk) = (walk.salon.customer("Asha").await, walk.salon.reception().await);
    walk.go(&desk, "GET /api/lookups", Value::Null).await;
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    let open = asha.book(shop.cut_tomorrow()).await;
    walk.case("approve", &desk, &format!("PATCH {open}"), approve.clone()).await;
    walk.case("assign", &desk, &format!("PATCH {open}"), json!({ "action": "assign", "staffId": shop.ravi.id })).await;
    let staffed = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-17", "12:00")).await;
    walk.case("approve, staffed", &desk, &format!("PATCH {staffed}"), approve).await;
    let unwanted = asha.book(shop.cut_tomorrow()).await;
    let reject = json!({ "action": "reject", "rejectionReason": "Closed for a wedding" });
    walk.case("reject", &desk, &format!("PATCH {unwanted}"), reject).await;
    walk.go(&desk, &format!("GET {open}"), Value::Null).await;
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "15:00" });
    walk.go(&desk, &format!("POST {staffed}/reschedule"), later).await;
    walk.go(&desk, &format!("POST {staffed}/cancel"), json!({ "reason": "The customer rang" })).await;
    let walk_in = json!({
        "customer": { "name": "Ravi", "phone": "9822222222" }, "branchId": shop.staffed.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.ravi.id,
    });
    let walked_in = walk.case("walk-in", &desk, "POST /api/bookings", walk_in).await["booking"].clone();
    let arrived = format!("/api/bookings/{}", id(&walked_in));
    walk.go(&desk, &format!("POST {arrived}/checkin"), Value::Null).await;
    walk.go(&desk, &format!("POST {arrived}/undo-checkin"), Value::Null).await;
    walk.go(&desk, &format!("POST {arrived}/noshow"), Value::Null).await;
    walk.go(&desk, "GET /api/bookings?date=2026-11-17", Value::Null).await;
    walk.case("open status", &desk, "GET /api/bookings?status=confirmed", Value::Null).await;
    walk.case("unfiltered", &desk, "GET /api/bookings", Value::Null).await;

    let manager = walk.salon.manager().await;
    let from = walked_in["customerId"].as_str().unwrap();
    walk.salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    walk.go(&manager, &format!("POST /api/customers/{}/merge", asha.id()), json!({ "fromId": from })).await;
}

async fn checkout(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let pay = |booking: &parlour::bookings::Booking| format!("POST /api/bookings/{}/complete", booking.id);
    let plain = salon.confirmed(shop, &asha, &[&shop.cut, &shop.colour]).await;
    walk.go(&desk, &pay(&plain), json!({ "paymentMethod": "upi" })).await;
    let offer = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    let offered = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    walk.case("offer", &desk, &pay(&offered), json!({ "paymentMethod": "upi", "offerId": offer.id })).await;
    let cut = salon.redeemable(&shop.cut, 10).await;
    let treat = salon.confirmed(shop, &asha, &[&cut]).await;
    let gems = json!({ "paymentMethod": "cash", "gemsRedeemedServiceId": cut.id });
    walk.case("gems", &desk, &pay(&treat), gems).await;

    let own = format!("GET /api/bookings/{}/invoice", plain.id);
    walk.go(&asha, &own, Value::Null).await;
    let invoice = salon.stored::<parlour::bookings::Booking>(&keys::booking(&plain.id)).await.unwrap();
    let invoice = salon.stored::<Invoice>(&keys::invoice(invoice.invoice_id.as_ref().unwrap())).await.unwrap().record;
    salon.put(&Invoice { pdf_key: storage_key(&invoice.id), ..invoice.clone() }).await;
    let path = format!("/api/billing/invoices/{}", invoice.id);
    walk.go(&asha, &format!("{own}/pdf"), Value::Null).await;
    walk.go(&desk, &format!("GET {path}/pdf"), Value::Null).await;
    walk.go(&desk, "GET /api/billing/invoices", Value::Null).await;
    walk.go(&desk, &format!("GET {path}"), Value::Null).await;
    walk.go(&desk, "GET /api/billing/day", Value::Null).await;
    walk.go(&desk, &format!("POST {path}/send"), Value::Null).await;
    let refund = json!({ "amountPaise": 10_000, "reason": "Late start", "refundMethod": "cash" });
    let refunded = walk.go(&manager, &format!("POST {path}/credit-notes"), refund).await;
    let note = keys::credit_note(&invoice.id, &id(&refunded["creditNote"]).into());
    let note = salon.stored::<CreditNote>(&note).await.unwrap().record;
    let document = format!("GET {path}/credit-notes/{}/pdf", note.id);
    salon.put(&CreditNote { pdf_key: Some("credit-notes/1.pdf".to_owned()), ..note }).await;
    walk.go(&desk, &document, Value::Null).await;
    let last = salon.stored::<parlour::bookings::Booking>(&keys::booking(&treat.id)).await.unwrap();
    let last = last.invoice_id.clone().unwrap();
    walk.go(&manager, &format!("POST /api/billing/invoices/{last}/void"), json!({ "reason": "Wrong bill" })).await;
}

async fn customers_and_leads(walk: &mut Walk<'_>) {
    let (desk, manager) = (walk.salon.reception().await, walk.salon.manager().await);
    let asha = walk.salon.user("Asha", Role::Customer).await;
    walk.salon.listed(&asha, |_| {}).await;
    walk.case("cold instance", &desk, "GET /api/customers", Value::Null).await;
    walk.go(&desk, "GET /api/customers?q=asha&sort=name", Value::Null).await;
    let customer = format!("/api/customers/{}", asha.id);
    walk.go(&desk, &format!("GET {customer}"), Value::Null).await;
    walk.go(&manager, &format!("PATCH {customer}"), json!({ "noshowCount": 1 })).await;
    walk.go(&desk, &format!("POST {customer}/notes"), json!({ "content": "Prefers mornings" })).await;
    let tag = walk.go(&manager, "POST /api/tags", json!({ "name": "VIP", "color": "#AA00CC" })).await["tag"].clone();
    walk.go(&desk, "GET /api/tags", Value::Null).await;
    walk.go(&desk, &format!("POST {customer}/tags"), json!({ "tagId": id(&tag) })).await;
    walk.go(&desk, &format!("DELETE {customer}/tags/{}", id(&tag)), Value::Null).await;

    let lead = walk.go(&desk, "POST /api/leads", json!({ "name": "Ravi", "phone": "9833333333" })).await;
    let lead = format!("/api/leads/{}", lead["leadId"].as_str().unwrap());
    walk.go(&desk, "GET /api/leads", Value::Null).await;
    walk.go(&desk, &format!("GET {lead}"), Value::Null).await;
    walk.go(&desk, &format!("PATCH {lead}"), json!({ "status": "contacted" })).await;
    walk.go(&desk, &format!("POST {lead}/notes"), json!({ "content": "Call on Friday" })).await;
}

async fn memberships_and_offers(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let tier = salon.tier("Gold").await;
    walk.go(&desk, "GET /api/membership-tiers", Value::Null).await;
    let sale = json!({
        "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card",
    });
    let sold = walk.go(&desk, "POST /api/memberships", sale).await["membership"].clone();
    let membership = format!("/api/memberships/{}", id(&sold));
    let line = json!({ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": 60 });
    walk.go(&desk, &format!("POST {membership}/sessions"), json!({ "services": [line] })).await;
    walk.go(&desk, "GET /api/memberships", Value::Null).await;
    walk.go(&desk, &format!("GET {membership}"), Value::Null).await;
    walk.go(&manager, &format!("POST {membership}/cancel"), json!({ "reason": "Moved away" })).await;

    let bronze = json!({
        "name": "Bronze", "defaultHoursMinutes": 120, "defaultPricePaise": 500_000, "defaultValidityDays": 90,
    });
    let bronze = walk.go(&manager, "POST /api/membership-tiers", bronze).await;
    let tier = format!("/api/membership-tiers/{}", id(&bronze));
    walk.go(&manager, &format!("PATCH {tier}"), json!({ "defaultPricePaise": 450_000 })).await;
    walk.go(&manager, &format!("DELETE {tier}"), Value::Null).await;

    let offer = json!({
        "name": "Monsoon", "offerType": "percentage", "discountPercentage": 20, "startDate": "2026-11-16",
        "endDate": "2026-11-30", "serviceIds": [shop.cut.id],
    });
    let made = walk.go(&manager, "POST /api/offers", offer).await["offer"].clone();
    walk.go(&manager, "GET /api/offers", Value::Null).await;
    walk.go(&manager, &format!("GET /api/offers/{}", id(&made)), Value::Null).await;
    walk.go(&manager, &format!("PATCH /api/offers/{}", id(&made)), json!({ "isActive": false })).await;
}

async fn catalogue_and_people(walk: &mut Walk<'_>, shop: &Shop) {
    let manager = walk.salon.manager().await;
    walk.go(&manager, "GET /api/services", Value::Null).await;
    walk.go(&manager, "GET /api/services/categories", Value::Null).await;
    let nails = json!({ "name": "Nails", "serviceType": "salon" });
    let nails = walk.go(&manager, "POST /api/services/categories", nails).await["category"].clone();
    let polish = json!({ "categoryId": id(&nails), "name": "Polish", "durationMinutes": 30, "pricePaise": 60_000 });
    let polish = walk.go(&manager, "POST /api/services", polish).await["service"].clone();
    let service = format!("/api/services/{}", id(&polish));
    walk.go(&manager, &format!("GET {service}"), Value::Null).await;
    walk.go(&manager, &format!("PATCH {service}"), json!({ "pricePaise": 65_000 })).await;
    walk.go(&manager, "PUT /api/services/order", json!({ "ids": [shop.colour.id, shop.cut.id] })).await;
    walk.go(&manager, &format!("DELETE {service}"), Value::Null).await;
    let category = format!("/api/services/categories/{}", id(&nails));
    walk.go(&manager, &format!("PATCH {category}"), json!({ "description": "Hands and feet" })).await;
    walk.go(&manager, &format!("DELETE {category}"), Value::Null).await;

    walk.go(&manager, "GET /api/staff", Value::Null).await;
    let nila = json!({
        "email": "nila@example.test", "name": "Nila", "branchIds": [shop.open.id], "serviceIds": [shop.cut.id],
    });
    let nila = walk.go(&manager, "POST /api/staff", nila).await["staff"].clone();
    let staff = format!("/api/staff/{}", id(&nila));
    walk.go(&manager, &format!("GET {staff}"), Value::Null).await;
    walk.go(&manager, &format!("PATCH {staff}"), json!({ "displayName": "Nila K" })).await;
    walk.go(&manager, &format!("POST {staff}/deactivate"), json!({})).await;
}

async fn rosters(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let manager = salon.manager().await;
    let user = salon.user("Meera", Role::Staff).await;
    salon.put(&StaffMember { user_id: Some(user.id.clone()), ..shop.meera.clone() }).await;
    let meera = salon.signed_in(&user, App::Admin).await;
    let week = json!({ "weekday": 2, "shifts": [{ "start": "10:00", "end": "18:00" }], "breaks": [] });
    let roster = format!("/api/schedule/staff/{}", shop.ravi.id);
    walk.go(&manager, &format!("PUT {roster}/weekly"), json!({ "effectiveFrom": "2026-11-16", "days": [week] })).await;
    walk.go(&manager, &format!("PUT {roster}/days/2026-11-19"), json!({ "off": true })).await;
    let month = format!("GET /api/schedule?branchId={}&from=2026-11-16&to=2026-12-16", shop.staffed.id);
    walk.case("31 days, 10 people", &manager, &month, Value::Null).await;
    let block = json!({
        "staffId": shop.meera.id, "date": "2026-11-20", "startTime": "12:00", "endTime": "13:00", "reason": "Training",
    });
    let block = walk.go(&manager, "POST /api/schedule/blocks", block).await["block"].clone();
    walk.go(&manager, "GET /api/schedule/blocks", Value::Null).await;
    walk.go(&manager, &format!("DELETE /api/schedule/blocks/{}", id(&block)), Value::Null).await;
    let closure = json!({ "branchId": shop.staffed.id, "date": "2026-11-25", "reason": "Holiday" });
    let closure = walk.go(&manager, "POST /api/schedule/closures", closure).await["closure"].clone();
    walk.go(&manager, "GET /api/schedule/closures", Value::Null).await;
    walk.go(&manager, &format!("DELETE /api/schedule/closures/{}", id(&closure)), Value::Null).await;

    walk.go(&meera, "GET /api/me", Value::Null).await;
    walk.case("31 days", &meera, "GET /api/me/schedule?from=2026-11-16&to=2026-12-16", Value::Null).await;
    let mut asked = Vec::new();
    for day in ["2026-11-26", "2026-11-27", "2026-11-28"] {
        let leave = json!({ "leaveType": "casual", "startDate": day, "endDate": day });
        asked.push(walk.go(&meera, "POST /api/me/leave", leave).await["leave"].clone());
    }
    walk.go(&meera, "GET /api/me/leave", Value::Null).await;
    walk.go(&meera, &format!("DELETE /api/me/leave/{}", id(&asked[0])), Value::Null).await;
    walk.go(&manager, "GET /api/schedule/leave", Value::Null).await;
    walk.go(&manager, &format!("POST /api/schedule/leave/{}/approve", id(&asked[1])), json!({})).await;
    let busy = json!({ "note": "Wedding season" });
    walk.go(&manager, &format!("POST /api/schedule/leave/{}/reject", id(&asked[2])), busy).await;
    walk.go(&meera, "GET /api/notifications", Value::Null).await;
    walk.go(&meera, "PATCH /api/notifications", json!({})).await;
    let browser = parlour_tests::browser("meera");
    walk.go(&meera, "POST /api/push/subscribe", browser.clone()).await;
    walk.go(&meera, "DELETE /api/push/subscribe", json!({ "endpoint": browser["endpoint"] })).await;
    walk.go(&meera, "POST /api/ably/token", Value::Null).await;
}

async fn reports_users_and_branches(walk: &mut Walk<'_>) {
    let salon = walk.salon;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let developer = salon.person("Dev", Role::Developer).await;
    for report in ["sales", "gst", "bookings", "staff", "customers", "memberships", "gems", "leads"] {
        walk.go(&manager, &format!("GET /api/reports/{report}"), Value::Null).await;
    }
    let user = format!("/api/users/{}", salon.user("Ravi", Role::Customer).await.id);
    walk.go(&owner, "GET /api/users", Value::Null).await;
    walk.go(&owner, &format!("GET {user}"), Value::Null).await;
    walk.go(&owner, &format!("PATCH {user}"), json!({ "role": "staff" })).await;
    walk.go(&owner, &format!("DELETE {user}/sessions"), Value::Null).await;
    walk.go(&owner, &format!("DELETE {user}/identities"), Value::Null).await;
    let invite = json!({ "email": "new@example.test", "role": "receptionist" });
    let invite = walk.go(&owner, "POST /api/users/invites", invite).await["invite"].clone();
    walk.go(&owner, "GET /api/users/invites", Value::Null).await;
    walk.go(&owner, &format!("DELETE /api/users/invites/{}", id(&invite)), Value::Null).await;

    let branch = json!({
        "name": "Whitefield", "code": "WHF", "number": "03", "address": "3 Test Street, Bengaluru", "stateCode": "29",
        "status": "coming_soon", "isPrimary": false, "openTime": "10:00", "closeTime": "21:00",
    });
    let branch = walk.go(&owner, "POST /api/branches", branch).await["branch"].clone();
    let branch = format!("/api/branches/{}", id(&branch));
    walk.go(&owner, "GET /api/branches", Value::Null).await;
    walk.go(&owner, &format!("GET {branch}"), Value::Null).await;
    walk.go(&owner, &format!("PATCH {branch}"), json!({ "name": "Whitefield East" })).await;
    walk.go(&owner, &format!("GET {branch}/settings"), Value::Null).await;
    walk.go(&owner, &format!("PATCH {branch}/settings"), json!({ "slotPolicy": "staffed" })).await;

    walk.go(&owner, "PATCH /api/branding", json!({ "name": "Saffron Room", "accentColor": "#B4531A" })).await;
    walk.go(&salon.anyone(App::Admin), "GET /api/branding", Value::Null).await;
    walk.go(&salon.anyone(App::Admin), "GET /api/push/key", Value::Null).await;

    walk.go(&developer, "GET /api/integrations", Value::Null).await;
    walk.go(&developer, "POST /api/integrations/queue/test", Value::Null).await;
    for log in ["audit", "jobs", "notifications"] {
        walk.go(&developer, &format!("GET /api/logs/{log}"), Value::Null).await;
    }
    webhooks(walk, &developer).await;
    salon.seal().await;
    walk.go(&developer, "GET /api/events?limit=2", Value::Null).await;
    let today = salon.salon.clock.today();
    walk.go(&developer, &format!("GET /api/logs/audit/verify?from={today}&to={today}"), Value::Null).await;
    let token = json!({ "name": "Accounting", "role": "manager", "scopes": ["read"] });
    let token = walk.go(&developer, "POST /api/tokens", token).await;
    walk.go(&developer, "GET /api/tokens", Value::Null).await;
    walk.go(&developer, &format!("DELETE /api/tokens/{}", id(&token)), Value::Null).await;
    walk.go(&salon.anyone(App::Admin), "GET /api/openapi.json", Value::Null).await;
}

async fn webhooks(walk: &mut Walk<'_>, developer: &Client<'_>) {
    let salon = walk.salon;
    let books = json!({ "url": "http://127.0.0.1:9/hooks", "types": ["booking.completed"], "description": "Books" });
    let webhook = walk.go(developer, "POST /api/webhooks", books).await["webhook"].clone();
    let webhook = format!("/api/webhooks/{}", id(&webhook));
    walk.go(developer, "GET /api/webhooks", Value::Null).await;
    walk.go(developer, &format!("PATCH {webhook}"), json!({ "description": "Accounts" })).await;
    walk.go(developer, &format!("POST {webhook}/rotate"), Value::Null).await;
    walk.go(developer, &format!("POST {webhook}/test"), Value::Null).await;
    salon.seal().await;
    let delivery = salon.webhook_delivery(&webhook).await;
    walk.go(developer, &format!("GET {webhook}/deliveries"), Value::Null).await;
    walk.go(developer, &format!("POST {webhook}/deliveries/{delivery}/redeliver"), Value::Null).await;
    let feed = developer.get("/api/events?limit=1").await.ok();
    walk.go(developer, &format!("POST {webhook}/replay"), json!({ "after": feed["nextCursor"] })).await;
    walk.go(developer, &format!("DELETE {webhook}"), Value::Null).await;
}

/// The admin app's pages, each once, with something on it.
async fn desk_pages(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let visitor = salon.anyone(App::Admin).with_header("accept", "text/html");
    for page in ["/sign-in", "/offline", "/manifest.webmanifest", "/sw.js", "/docs", "/openapi.json", "/api"] {
        walk.go(&visitor, &format!("GET {page}"), Value::Null).await;
    }
    walk.go(&visitor, &format!("GET {}", parlour_pages::assets::STYLE.href()), Value::Null).await;

    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let paid = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    let pay = format!("/api/bookings/{}/complete", paid.id);
    manager.post(&pay, json!({ "paymentMethod": "upi" })).await.ok();
    let paid = salon.stored::<parlour::bookings::Booking>(&keys::booking(&paid.id)).await.unwrap();
    let invoice = paid.invoice_id.clone().unwrap();
    let booking = salon.confirmed(shop, &asha, &[&shop.colour]).await;
    let lead = salon.lead("Ravi", None, None).await;
    let (_, membership) = salon.member("Tara", "2027-03-01").await;
    let offer = salon.offer(OfferType::Flat, 5_000, &[&shop.colour]).await;
    let developer = salon.person("Dev", Role::Developer).await.with_header("accept", "text/html");
    let webhook = developer.post("/api/webhooks", json!({ "url": "http://127.0.0.1:9/hooks" })).await.created();
    let webhook = id(&webhook["webhook"]).to_owned();
    for page in [
        "/",
        "/me",
        "/bookings?date=2026-11-16",
        "/bookings/new",
        "/customers",
        "/leads",
        "/memberships",
        "/billing",
        "/schedule",
        "/services",
        "/services/new",
        "/services/categories",
        "/offers",
        "/offers/new",
        "/staff",
        "/staff/new",
        "/branches",
        "/branches/new",
        "/users",
        "/reports",
        "/notifications",
        "/integrations",
        "/webhooks",
        "/tokens",
        "/logs",
        "/branding",
        "/search?q=asha",
    ] {
        walk.go(&developer, &format!("GET {page}"), Value::Null).await;
    }
    for page in [
        format!("/bookings/{}", booking.id),
        format!("/bookings/{}/checkout", booking.id),
        format!("/customers/{}", asha.id()),
        format!("/leads/{}", lead.id),
        format!("/memberships/{}", membership.id),
        format!("/billing/{invoice}"),
        format!("/services/{}", shop.cut.id),
        format!("/offers/{}", offer.id),
        format!("/staff/{}", shop.ravi.id),
        format!("/branches/{}", shop.open.id),
        format!("/users/{}", asha.id()),
        format!("/webhooks/{webhook}"),
    ] {
        walk.go(&developer, &format!("GET {page}"), Value::Null).await;
    }
    walk.case("unfiltered", &developer, "GET /bookings", Value::Null).await;
    for report in ["bookings", "people", "customers", "memberships", "gems", "leads", "gst"] {
        walk.case(report, &developer, &format!("GET /reports?report={report}"), Value::Null).await;
    }
    for log in ["jobs", "notifications"] {
        walk.case(log, &developer, &format!("GET /logs?log={log}"), Value::Null).await;
    }
    let number = format!("GET /search?q={}", booking.number);
    walk.case("a booking's number", &developer, &number, Value::Null).await;
}

/// Every job while nothing is due.
async fn idle_jobs(walk: &mut Walk<'_>) {
    let machine = walk.salon.anyone(App::Admin);
    let jobs: Vec<String> = gateway::routes(App::Admin)
        .list()
        .filter(|route| route.path.starts_with("/api/jobs/"))
        .map(|route| format!("POST {}", route.path))
        .collect();
    for job in jobs {
        walk.case("nothing due", &machine, &job, json!({})).await;
    }
}

async fn signing_in(salon: &SignInSalon, walk: &mut Walk<'_>) {
    for app in [App::Customer, App::Admin] {
        let anyone = walk.salon.anyone(app);
        let google = json!({ "provider": "google", "callbackURL": "/" });
        walk.go(&anyone, "POST /api/auth/sign-in/social", google.clone()).await;
        let way = salon.go(app, "asha@example.test", google).await;
        let browser = walk.salon.anyone(app).with_cookie(way.seal.clone());
        walk.go(&browser, &format!("GET {}", way.path()), Value::Null).await;
        walk.go(&anyone, "GET /api/auth/ok", Value::Null).await;
        walk.go(&anyone, "GET /api/auth/error", Value::Null).await;
        let user = walk.salon.user("Asha", Role::Owner).await;
        let mut sessions = Vec::new();
        for _ in 0..4 {
            sessions.push(walk.salon.signed_in(&user, app).await);
        }
        walk.go(&sessions[0], "GET /api/auth/get-session", Value::Null).await;
        walk.go(&sessions[0], "GET /api/auth/list-sessions", Value::Null).await;
        let other = sessions[1].get("/api/auth/get-session").await.json();
        let token = json!({ "token": other["session"]["token"] });
        walk.go(&sessions[0], "POST /api/auth/revoke-session", token).await;
        walk.go(&sessions[0], "POST /api/auth/revoke-other-sessions", Value::Null).await;
        walk.go(&sessions[0], "POST /api/auth/revoke-sessions", Value::Null).await;
        let somebody = walk.salon.user("Ravi", Role::Owner).await;
        let leaving = walk.salon.signed_in(&somebody, app).await;
        walk.go(&leaving, "POST /api/auth/sign-out", Value::Null).await;
    }
}
