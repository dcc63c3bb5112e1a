//! The most expensive legal question to every route and page that answers one: the longest range, the largest page, the
//! longest text to look for, no filter that narrows it. It costs a bounded number of calls and gets a bounded answer.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use http::Method;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_http::Route;
use parlour_local::gateway;
use parlour_money::invoices::Invoice;
use parlour_people::staff::StaffMember;
use parlour_settings::App;
use parlour_setup::branches::Branch;
use parlour_storage::table::Bulk;
use parlour_tests::{Client, Shop, TestSalon};
use serde_json::{Value, json};

use crate::walk;

/// The salon's records before anything is asked, so that a page is full and a range is long.
const BRANCHES: usize = 10;
const PEOPLE: usize = 30;
const VISITS: usize = 600;

/// The calls of any question, of one for each person, and of each branch for each month: a question about a year asks every
/// branch about thirteen of them, for three kinds of papers.
const MOST_CALLS: usize = 40;
const EACH_PERSON: usize = 2;
const EACH_BRANCH_AND_MONTH: usize = 4;
const MONTHS: usize = 13;
/// The longest answer, far below the 6 MB that Lambda carries: a list that is answered whole, at two kilobytes a row.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// Days of a range: the longest that the route takes.
const WIDTHS: [i64; 8] = [366, 100, 93, 62, 31, 14, 7, 1];

#[derive(Default)]
pub struct Widest {
    /// By route: calls and bytes of the dearest question.
    asked: BTreeMap<String, (usize, usize)>,
    /// Questions that were legal and not answered.
    refused: Vec<String>,
}

/// Many branches and people, and a year of visits that are over.
pub async fn fill(salon: &TestSalon, shop: &Shop) {
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    let invoice = salon.invoice_of(&booking.id).await;
    let mut rows = Bulk::new();
    for number in 0..BRANCHES {
        let (id, code) = (format!("branch-{number}").into(), format!("W{number:02}"));
        rows.put(&Branch { id, code, is_primary: false, ..shop.open.clone() });
    }
    for number in 0..PEOPLE {
        let (id, email) = (format!("person-{number}").into(), format!("person{number}@example.test"));
        rows.put(&StaffMember { id, email, ..shop.ravi.clone() });
    }
    for number in 1..VISITS {
        let back = TimeDelta::minutes(i64::try_from(number).unwrap() * 800);
        let at = invoice.issued_at.minus(back);
        rows.put(&Invoice {
            id: format!("invoice-{number:04}").into(),
            booking_id: None,
            issued_at: at,
            ..invoice.clone()
        });
        rows.put(&Booking {
            id: format!("booking-{number:04}").into(),
            date: at.ist_date(),
            created_at: at,
            status: BookingStatus::Completed,
            ..booking.clone()
        });
    }
    rows.write(&salon.salon.table).await.unwrap();
    salon.add_audit_entries(400).await;
}

impl Widest {
    /// Asks a route that has just answered for as much as it may be asked for.
    pub async fn after(&mut self, salon: &TestSalon, who: &Client<'_>, route: &Route, path: &str) {
        let name = format!("{} {}", who.app, route.path);
        let (bare, given) = path.split_once('?').unwrap_or((path, ""));
        let schema = route.spec.query.map(|query| serde_json::to_value(query()).unwrap()).unwrap_or_default();
        let required: BTreeSet<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        // A parameter that a document does not name is needed: the signed words of another system.
        let is_kept = |pair: &&str| schema.is_null() || required.contains(pair.split('=').next().unwrap_or_default());
        let kept = given.split('&').filter(|pair| !pair.is_empty()).filter(is_kept);
        let kept: Vec<String> = kept.map(str::to_owned).collect();
        let has = |name: &str| schema["properties"][name].is_object();

        let mut wide = kept.clone();
        for name in ["limit", "pageSize"] {
            if has(name) {
                wide.push(format!("{name}={}", schema["properties"][name]["maximum"].as_u64().unwrap_or(100)));
            }
        }
        for name in ["all", "explain"] {
            if has(name) {
                wide.push(format!("{name}=true"));
            }
        }
        let mut questions = vec![kept, wide.clone()];
        // A whole list that is too long for one answer is refused, and is asked for by page.
        if has("from") && has("to") {
            let today = salon.salon.clock.today();
            for width in WIDTHS {
                let from = today.minus_days(u64::try_from(width - 1).unwrap());
                let mut ranged = wide.clone();
                ranged.extend([format!("from={from}"), format!("to={today}")]);
                let query = ranged.join("&");
                if who.send(Method::GET, &format!("{bare}?{query}"), None).await.status.as_u16() != 400 {
                    questions.push(ranged.clone());
                    wide = ranged;
                    break;
                }
            }
        }
        if has("page") {
            let mut last = wide.clone();
            last.push(format!("page={}", schema["properties"]["page"]["maximum"].as_u64().unwrap_or(1_000_000)));
            questions.push(last);
        }
        if has("q") {
            let most = usize::try_from(schema["properties"]["q"]["maxLength"].as_u64().unwrap()).unwrap();
            // Four bytes each.
            for text in ["%F0%9F%A7%96".repeat(most), "a".to_owned()] {
                let mut searched = wide.clone();
                searched.push(format!("q={text}"));
                questions.push(searched);
            }
        }
        for question in questions {
            self.ask(salon, who, &name, bare, &question).await;
        }
    }

    /// The same of a page, which says nowhere what it may be asked for: what lists and reports have is tried, and a page that
    /// does not know it answers as it always does.
    pub async fn after_page(&mut self, salon: &TestSalon, who: &Client<'_>, route: &Route, path: &str) {
        let name = format!("{} {}", who.app, route.path);
        let (bare, given) = path.split_once('?').unwrap_or((path, ""));
        let given: Vec<String> = given.split('&').filter(|pair| !pair.is_empty()).map(str::to_owned).collect();
        let own = |names: &[&str]| -> Vec<String> {
            given
                .iter()
                .filter(|pair| !names.iter().any(|name| pair.starts_with(&format!("{name}="))))
                .cloned()
                .collect()
        };
        self.ask(salon, who, &name, bare, &given).await;
        let today = salon.salon.clock.today();
        for width in WIDTHS {
            let mut ranged = own(&["from", "to"]);
            let from = today.minus_days(u64::try_from(width - 1).unwrap());
            ranged.extend([format!("from={from}"), format!("to={today}")]);
            let reply = who.send(Method::GET, &format!("{bare}?{}", ranged.join("&")), None).await;
            if reply.status != 400 {
                self.ask(salon, who, &name, bare, &ranged).await;
                break;
            }
        }
        let mut searched = own(&["q"]);
        searched.push("q=a".to_owned());
        self.ask(salon, who, &name, bare, &searched).await;
    }

    async fn ask(&mut self, salon: &TestSalon, who: &Client<'_>, name: &str, bare: &str, question: &[String]) {
        let query = question.join("&");
        let path = if query.is_empty() { bare.to_owned() } else { format!("{bare}?{query}") };
        salon.wire.reset();
        let reply = Box::pin(who.send(Method::GET, &path, None)).await;
        let calls = salon.wire.cost().calls.len();
        // Some may ask a route, but not for all of it.
        if reply.status == 403 {
            return;
        }
        if reply.status.as_u16() >= 400 {
            let said = String::from_utf8_lossy(&reply.bytes);
            self.refused.push(format!("{path}: {} {}", reply.status, said.chars().take(500).collect::<String>()));
            return;
        }
        let (most_calls, most_bytes) = self.asked.entry(name.to_owned()).or_default();
        *most_calls = calls.max(*most_calls);
        *most_bytes = reply.bytes.len().max(*most_bytes);
    }
}

/// How many calls a route may make here.
fn allowed(route: &Route) -> usize {
    let has = |name: &str| {
        let schema = route.spec.query.map(|query| serde_json::to_value(query()).unwrap()).unwrap_or_default();
        schema["properties"][name].is_object()
    };
    // A page may show what the API answers about a year.
    let is_page = !route.path.starts_with("/api/");
    let months = match route.path {
        // A report stands beside the period before.
        "/reports" => 2 * MONTHS,
        _ if is_page || has("from") && has("to") => MONTHS,
        _ => 1,
    };
    // The shop has two branches and two people of its own; the walk adds some.
    let (branches, people) = (BRANCHES + 5, PEOPLE + 20);
    // The chain is verified day by day, each in four shards.
    let days = if ["/api/logs/audit/verify", "/logs"].contains(&route.path) { 366 * 4 } else { 0 };
    MOST_CALLS + EACH_PERSON * people + EACH_BRANCH_AND_MONTH * branches * months + days
}

#[tokio::test]
async fn the_most_expensive_question_of_every_route_is_bounded_in_cost_and_answer() {
    let widest = Box::pin(walk::widest()).await;
    let mut problems = widest.refused;
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        for route in routes.list().chain(routes.pages()).filter(|route| route.method == Method::GET) {
            let name = format!("{app} {}", route.path);
            match widest.asked.get(&name) {
                // Signing in leads to the provider and back.
                None if route.path.starts_with("/api/auth/") => {}
                None => problems.push(format!("{name}: never asked")),
                Some((calls, bytes)) => {
                    if *calls > allowed(route) || *bytes > MOST_BYTES {
                        problems.push(format!("{name}: {calls} calls, {bytes} bytes"));
                    }
                }
            }
        }
    }
    let dearest = widest.asked.iter().max_by_key(|(_, (calls, _))| *calls);
    let longest = widest.asked.iter().max_by_key(|(_, (_, bytes))| *bytes);
    println!("the most calls: {dearest:?}; the longest answer: {longest:?}");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
