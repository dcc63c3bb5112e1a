//! The budgets of an instance that has served others: how many calls a request makes, and which partitions it touches that
//! all branches share.

use std::collections::{BTreeMap, BTreeSet};

use parlour_storage::events::EventType;
use parlour_storage::relay::relay;
use parlour_tests::{FailingQueue, TestSalon};
use serde_json::json;

use crate::walk::{self, Row};

/// The calls that requests of a class may make.
const READ: usize = 2;
const STAFFED_AVAILABILITY: usize = 3;
const CREATE: usize = 5;
const COMPLETE: usize = 6;

/// One query for each branch, here two: the desk asks for its own.
const EACH_BRANCH: &str = "one query for each branch; the desk asks for one";
/// One query for each shard of a list that all branches write to.
const CHANGED_ROWS: &str = "the directory's log, and the rows that it names";
const EACH_SHARD: &str = "one query for each shard of the list";
/// One query for each person over some days.
const EACH_PERSON: &str = "one query for each person over the days asked for";

/// App, path and case of reads that make more calls, how many, and why.
const MORE: &[(&str, &str, &str, usize, &str)] = &[
    (
        "admin",
        "/api/billing/day",
        "",
        5,
        "a day that is not over is summed up from invoices, credit notes, payments of older invoices and its summary",
    ),
    ("admin", "/api/billing/dues", "", 3, EACH_BRANCH),
    ("admin", "/api/billing/invoices", "", 3, EACH_BRANCH),
    ("admin", "/api/bookings", "", 3, EACH_BRANCH),
    ("admin", "/api/bookings", "open status", 3, EACH_BRANCH),
    ("admin", "/api/bookings/{id}/bill", "", 3, "the booking with its bill, then what they refer to"),
    ("admin", "/api/bookings", "unfiltered", 4, "the months of each branch, then one query for each"),
    ("admin", "/api/customers", "", 3, CHANGED_ROWS),
    ("admin", "/api/customers", "cold instance", 10, "the whole directory, once for each instance"),
    ("admin", "/api/drawer", "", 3, "the till, and what was moved by hand"),
    ("admin", "/api/drawer/movements", "", 3, "the till, and what was moved by hand"),
    ("admin", "/api/drawer/history", "", 3, "the closed drawers, and their movements"),
    ("admin", "/api/events", "", 4, "the first segment that is kept, the segments from there, and their events"),
    ("admin", "/api/exports/{list}", "bookings", 8, "the months of each branch, one query for each, and who exported"),
    ("admin", "/api/exports/{list}", "customers", 11, "each shard of the directory, the profiles, and who exported"),
    (
        "admin",
        "/api/exports/{list}",
        "events",
        5,
        "the first segment that is kept, the segments from there, their events, and who exported",
    ),
    (
        "admin",
        "/api/exports/{list}",
        "gems",
        13,
        "one query for each shard of the directory, one for each account, and who exported",
    ),
    (
        "admin",
        "/api/exports/{list}",
        "invoices",
        16,
        "the years of each branch's numbers, one query for each of their months, and who exported",
    ),
    ("admin", "/api/exports/{list}", "leads", 7, "each shard of the list, and who exported"),
    ("admin", "/api/exports/{list}", "memberships", 8, "each shard of the list, the profiles, and who exported"),
    ("admin", "/api/integrations", "", 10, EACH_SHARD),
    ("admin", "/api/leads", "", 6, EACH_SHARD),
    ("admin", "/api/logs/access", "", 3, "who looked at the customer, and who exported"),
    ("admin", "/api/logs/audit", "", 5, EACH_SHARD),
    ("admin", "/api/logs/audit/verify", "", 8, "every event of the days, and their segments"),
    ("admin", "/api/logs/jobs", "", 3, "one query for each month"),
    ("admin", "/api/logs/notifications", "", 9, EACH_SHARD),
    ("admin", "/api/me/earnings", "", 5, "the month, the person's rules, and one query for each branch"),
    ("admin", "/api/me/schedule", "31 days", 4, "the days name the bookings, and these the customers"),
    ("admin", "/api/memberships", "", 6, EACH_SHARD),
    ("admin", "/api/notifications", "", 3, "the list, and what of it is unread"),
    ("admin", "/api/pay", "", 5, "the month, the rules, and one query for each branch"),
    ("admin", "/api/pay/{staffId}", "", 5, "the month, the person's rules, and one query for each branch"),
    ("admin", "/api/reports/bookings", "", 3, EACH_BRANCH),
    ("admin", "/api/reports/customers", "", 3, CHANGED_ROWS),
    ("admin", "/api/customers/{id}", "", 3, "notes who looked, once a day"),
    ("admin", "/api/repeats/{id}", "", 3, "the repeat, and its appointments where they are by now"),
    ("admin", "/api/reports/gems", "", 3, CHANGED_ROWS),
    ("admin", "/api/reports/gst", "", 7, EACH_BRANCH),
    (
        "admin",
        "/api/reports/gstr1",
        "",
        6,
        "the invoices and the credit notes of each branch, and what these are about",
    ),
    ("admin", "/api/reports/leads", "", 5, EACH_SHARD),
    ("admin", "/api/reports/memberships", "", 5, EACH_SHARD),
    ("admin", "/api/reports/products", "", 9, EACH_BRANCH),
    ("admin", "/api/reports/sales", "", 7, EACH_BRANCH),
    (
        "admin",
        "/api/reports/staff",
        "",
        23,
        "one query for each person over the days asked for, and the closures of each branch",
    ),
    ("admin", "/api/schedule", "31 days, 10 people", 12, EACH_PERSON),
    ("admin", "/api/schedule/blocks", "", 16, "one query for each person and room, and which rooms there are"),
    ("admin", "/api/schedule/leave", "", 6, "one query for each status"),
    ("admin", "/api/users", "", 6, "one query for each role of the team"),
    ("admin", "/api/waitlist", "", 3, "the line, and whose wishes they are"),
    ("admin", "/api/webhooks/{id}/deliveries", "", 3, "the webhook, and what was sent to it"),
    ("customer", "/api/calendars/{address}", "of staff", 3, "the address, the days, and the bookings that they name"),
    ("customer", "/api/gems", "first read", 3, "opens the account"),
    ("customer", "/api/profile/export", "", 19, "each list that somebody has, once, and the count of the day"),
    ("customer", "/api/waitlist", "", 4, "the customer's wishes, and the line of each one's next day"),
    ("customer", "/api/links/{token}/invoice/pdf", "", 3, "the booking, then its customer, and then the invoice"),
    ("customer", "/api/notifications", "", 3, "the list, and what of it is unread"),
];

/// The calls that a request may make; `None` where it is of no class.
fn budget((app, path, method, case): &Row) -> Option<usize> {
    let more = MORE
        .iter()
        .find(|(its, other, special, ..)| (app, path, case) == (&(*its).to_owned(), &(*other).to_owned(), special));
    match (method.as_str(), path.as_str()) {
        ("GET", "/api/availability") if case.starts_with("staffed") => Some(STAFFED_AVAILABILITY),
        // Signing in asks the provider and begins a session.
        ("GET", path) if path.starts_with("/api/auth/") => None,
        ("GET", path) if path.starts_with("/api/") => Some(more.map_or(READ, |(.., calls, _)| *calls)),
        ("POST", "/api/bookings") => Some(CREATE),
        ("POST", "/api/bookings/{id}/complete") => Some(COMPLETE),
        _ => None,
    }
}

#[tokio::test]
async fn no_request_makes_more_calls_than_its_class_allows() {
    let costs = walk::costs().await;
    let mut over = Vec::new();
    for (row, cost) in costs {
        if let Some(budget) = budget(row)
            && cost.calls.len() > budget
        {
            over.push(format!("{row:?}: {} calls, {budget} allowed: {:?}", cost.calls.len(), cost.calls));
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n"));
    for (app, path, case, calls, _) in MORE {
        let row = ((*app).to_owned(), (*path).to_owned(), "GET".to_owned(), *case);
        assert_eq!(costs.get(&row).map(|cost| cost.calls.len()), Some(*calls), "{row:?} is listed with another number");
    }
}

/// The write units that the steps of a booking may cost, and its whole life with the messages that go out at once.
const CREATE_UNITS: f64 = 16.0;
const APPROVE_UNITS: f64 = 16.0;
const COMPLETE_UNITS: f64 = 38.0;
const LIFE_UNITS: f64 = 104.0;

#[tokio::test]
async fn a_bookings_life_costs_no_more_write_units_than_it_may() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    // The first visit opens the customer's account and the branch's series.
    let mut steps = Vec::new();
    for _ in 0..2 {
        salon.seal().await;
        steps.clear();
        let mut counted = |step: &'static str| {
            steps.push((step, salon.wire.cost().write_units));
            salon.wire.reset();
        };
        salon.wire.reset();
        let path = asha.book(shop.cut_tomorrow()).await;
        counted("create");
        desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
        counted("approve");
        desk.post(&format!("{path}/complete"), json!({ "paymentMethod": "upi" })).await.ok();
        counted("complete");
        let (events, now) = (salon.unsealed().await, salon.salon.clock.now());
        salon.wire.reset();
        for event in &events {
            let relayed = relay(&salon.salon.table, &FailingQueue::default(), std::slice::from_ref(event), now).await;
            assert!(relayed.iter().all(Result::is_ok), "{relayed:?}");
            let is_of_create = event.what == EventType::BookingRequested;
            counted(if is_of_create { "create: relay" } else { "relay" });
            for message in event.messages.iter().filter(|message| message.due <= now) {
                parlour_platform::jobs::deliver(&salon.salon, &message.message()).await.unwrap();
                counted(if is_of_create { "create: message" } else { message.task.name() });
            }
        }
    }
    let of = |wanted: &str| steps.iter().filter(|(step, _)| *step == wanted).map(|(_, units)| units).sum::<f64>();
    assert!(of("create") <= CREATE_UNITS && of("approve") <= APPROVE_UNITS, "{steps:?}");
    assert!(of("complete") <= COMPLETE_UNITS, "{steps:?}");
    assert!(steps.iter().map(|(_, units)| units).sum::<f64>() <= LIFE_UNITS, "{steps:?}");
    // The work that follows a request is at most as dear as the request itself.
    assert!(of("create: relay") > 0.0 && of("create: message") > 0.0, "{steps:?}");
    assert!(of("create: relay") + of("create: message") <= of("create"), "{steps:?}");
}

/// The page is written by hand above its table.
#[test]
fn the_page_of_costs_says_what_a_bookings_life_may_cost() {
    let page = std::fs::read_to_string(crate::generated::root().join("infra/docs/costs.md")).unwrap();
    let said = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in [
        format!("the request (at most {CREATE_UNITS} write units), the approval ({APPROVE_UNITS})"),
        format!("the completion ({COMPLETE_UNITS});"),
        format!("at most {LIFE_UNITS} in all"),
    ] {
        assert!(said.contains(&expected), "{expected}");
    }
}

/// Read only when its version has moved, and written when somebody changes it.
const KEPT: &str = "kept in the process behind its version";
/// As many partitions as the list needs: `keys/shards.rs` has the arithmetic.
const SPREAD: &str = "spread over shards";
/// Far from the 1,000 writes or 3,000 reads a second that one key takes, at 1,000 branches.
const RARE: &str = "touched rarely: when somebody of the office looks or decides, or once a month";

/// Partitions that all branches share and that may be touched, and why.
const SHARED: &[(&str, &str)] = &[
    ("ACCESS_BY_EXPORT", "written once a day for each list that somebody exports, and read by owners"),
    // Beside changes, a booking checks its branch when it is given a time: 70 write units a second in the busiest hour.
    ("BRANCHES", KEPT),
    ("BRANDING", KEPT),
    ("CATALOGUE", KEPT),
    ("DIRECTORY#{shard}", SPREAD),
    // A booking changes its customer's row up to three times: 100 write units a second in the busiest hour.
    ("DIRECTORY_LOG", "what changed in the directory, asked for by every search"),
    ("DIRECTORY_SNAPSHOT", "read once by each instance that is asked for the directory"),
    ("EVENT#{date}#{shard}", SPREAD),
    ("FEED", "read by programs that follow it; a request writes nothing there"),
    ("G1-index BIRTHDAY#{birthday}", "one of 366; written when a profile changes"),
    ("G1-index EVENTS_OF#branding#branding", RARE),
    ("G1-index EVENTS_OF#display_order#services", RARE),
    ("G1-index EVENTS_OF#integration#queue", RARE),
    ("G1-index EVENTS_OF#message_template#booking_confirmed.en", RARE),
    ("G1-index EVENTS_OF#pay_month#{month}", RARE),
    ("G1-index LEADS#{month}#{shard}", SPREAD),
    ("G1-index LEAVE#approved", RARE),
    ("G1-index LEAVE#cancelled", RARE),
    ("G1-index LEAVE#pending", RARE),
    ("G1-index LEAVE#rejected", RARE),
    ("G1-index LEAVE#revoked", RARE),
    ("G1-index MEMBERSHIPS#{month}#{shard}", SPREAD),
    ("G1-index SENT_LOG#failed#{month}#{shard}", SPREAD),
    ("G1-index SENT_LOG#sent#{month}#{shard}", SPREAD),
    ("G1-index REPLIES", "written once for each message that a customer answers"),
    ("G1-index USERS#customer", "written once for each new customer"),
    ("G1-index USERS#developer", RARE),
    ("G1-index USERS#manager", RARE),
    ("G1-index USERS#owner", RARE),
    ("G1-index USERS#receptionist", RARE),
    ("G1-index USERS#staff", RARE),
    ("G2-index ACTIVE_MEMBERSHIPS#{shard}", SPREAD),
    // Open: every lead from the public form, all by the same visitor.
    ("G2-index EVENTS_BY#visitor", "written once for each lead, five a minute from one address"),
    ("G2-index LEADS#booked#{shard}", SPREAD),
    ("G2-index LEADS#contacted#{shard}", SPREAD),
    ("G2-index LEADS#follow_up#{shard}", SPREAD),
    ("G2-index LEADS#lost#{shard}", SPREAD),
    ("G2-index LEADS#new#{shard}", SPREAD),
    ("G2-index LEADS#won#{shard}", SPREAD),
    ("G3-index DUE#GEMS#{shard}", SPREAD),
    ("G3-index DUE#MEMBERSHIPS#{shard}", SPREAD),
    ("G3-index DUE#OFFERS", RARE),
    ("G3-index DUE#REMINDERS#{shard}", SPREAD),
    ("G3-index DUE#SESSIONS#{shard}", SPREAD),
    ("HEALTH", "the health check reads one item that does not exist, limited by address"),
    ("INTEGRATIONS", RARE),
    ("INVITES", RARE),
    // The month is remembered by the process once it is known.
    ("MESSAGE_TEMPLATES", KEPT),
    ("MONTHS", RARE),
    ("OFFERS", KEPT),
    ("PRODUCTS", KEPT),
    ("PAY#{month}", "read when somebody looks at pay; written when it is adjusted or closed"),
    ("RUNS#{month}", "four runs a booking: 140 write units a second in the busiest hour, as keys/shards.rs has it"),
    ("STAFF", KEPT),
    ("TAGS", KEPT),
    ("TOKENS", "read by requests of tokens, each limited to ten a second"),
    ("TIERS", KEPT),
    ("WEBHOOKS", RARE),
    ("VERSIONS#{shard}", "in four copies: every request reads one of them, a change writes them all"),
];

/// A partition key with what differs from one branch, person, record or client to the next written as `{…}`.
fn shape(partition: &str) -> String {
    let (index, key) = partition.split_once(' ').map_or(("", partition), |(index, key)| (index, key));
    let mut parts = key.split('#');
    let first = parts.next().unwrap_or_default();
    let rest: Vec<&str> = parts.collect();
    let shaped: Vec<String> = match first {
        // The part taken, limited, signed in or sent is the value itself.
        "TAKEN" | "LIMIT" | "ACCOUNT" | "SENT" | "SIGNIN" | "ONCE" | "PUSH" => vec!["{value}".to_owned()],
        _ => rest.iter().map(|part| shape_of(part)).collect(),
    };
    let key = std::iter::once(first.to_owned()).chain(shaped).collect::<Vec<_>>().join("#");
    if index.is_empty() { key } else { format!("{index} {key}") }
}

fn shape_of(part: &str) -> String {
    let is_number = |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = part.split('-').collect();
    match parts.as_slice() {
        [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => "{date}".to_owned(),
        [year, month] if is_number(year, 4) && is_number(month, 2) => "{month}".to_owned(),
        [month, day] if is_number(month, 2) && is_number(day, 2) => "{birthday}".to_owned(),
        [shard] if is_number(shard, 1) => "{shard}".to_owned(),
        _ if part.len() >= 16 && part.bytes().any(|byte| byte.is_ascii_digit()) => "{id}".to_owned(),
        _ => part.to_owned(),
    }
}

fn is_shared(shape: &str) -> bool {
    !shape.contains("{id}") && !shape.contains("{value}")
}

#[tokio::test]
async fn no_partition_is_shared_by_all_branches_unless_it_is_kept_or_spread() {
    let mut touched: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for ((app, path, method, _), cost) in walk::costs().await {
        for partition in &cost.partitions {
            touched.entry(shape(partition)).or_default().insert(format!("{app} {method} {path}"));
        }
    }
    let known: BTreeSet<&str> = SHARED.iter().map(|(shape, _)| *shape).collect();
    let unknown: Vec<String> = touched
        .iter()
        .filter(|(shape, _)| is_shared(shape) && !known.contains(shape.as_str()))
        .map(|(shape, requests)| format!("{shape}: {requests:?}"))
        .collect();
    assert!(unknown.is_empty(), "shared by all branches and neither kept nor spread:\n{}", unknown.join("\n"));
    for shape in known {
        assert!(touched.contains_key(shape), "{shape} is listed and touched by nothing");
    }
}
