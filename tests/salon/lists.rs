//! Long lists: kept by branch and month, put back into one order, read page by page, and refused before all of a list that
//! is too long was read.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::memberships::Membership;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_people::auth::User;
use parlour_people::leads::Lead;
use parlour_people::leads::status::LeadStatus;
use parlour_setup::branches::{Branch, SlotPolicy};
use parlour_storage::month_index::{MonthIndex, load_bookings};
use parlour_storage::table::Bulk;
use parlour_storage::table::keys::MonthlyList;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

/// The rows of a list, wherever they stand in the data.
fn rows(data: &Value) -> Vec<Value> {
    let list = data.as_array().or_else(|| data.as_object()?.values().next()?.as_array());
    list.expect("a list").clone()
}

fn ids(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

/// A list page by page; `between` happens after each page.
async fn paged(who: &Client<'_>, path: &str, limit: usize, mut between: impl AsyncFnMut()) -> Vec<Value> {
    let mark = if path.contains('?') { '&' } else { '?' };
    let (mut found, mut cursor) = (Vec::new(), String::new());
    for _ in 0..200 {
        let reply = who.get(&format!("{path}{mark}limit={limit}{cursor}")).await;
        let page = rows(&reply.ok());
        assert!(page.len() <= limit, "{path}");
        found.extend(page);
        between().await;
        match &reply.meta()["nextCursor"] {
            Value::String(next) => cursor = format!("&cursor={next}"),
            end => {
                assert_eq!((end, reply.meta().as_object().unwrap().len()), (&Value::Null, 1));
                return found;
            }
        }
    }
    panic!("{path} has no end");
}

/// A booking that was asked for at this moment.
async fn booked(salon: &TestSalon, branch: &Branch, shop: &Shop, who: &User, day: &str, at: &str) -> Booking {
    salon.set_clock(at);
    let status = if at.contains("T10:3") { BookingStatus::Pending } else { BookingStatus::Completed };
    let mut booking = salon.booked(shop, who, day, "12:00", status).await;
    if branch.id != booking.branch_id {
        salon.put(&Booking { branch_id: branch.id.clone(), ..booking.clone() }).await;
        booking.branch_id = branch.id.clone();
    }
    load_bookings(&salon.salon, [(booking.branch_id.clone(), booking.date.calendar_month())]).await.unwrap();
    booking
}

/// Bookings of three branches and three months, several of a day.
async fn some_bookings(salon: &TestSalon, shop: &Shop, who: &User) -> Vec<Booking> {
    let third = salon.branch("DEL", SlotPolicy::Open).await;
    let mut all = Vec::new();
    for (number, day) in ["2026-10-31", "2026-11-16", "2026-11-16", "2026-12-01"].into_iter().enumerate() {
        for (minute, branch) in [&shop.open, &third, &shop.staffed, &shop.open].into_iter().enumerate() {
            let at = format!("2026-10-0{}T10:{}{number}:00+05:30", minute + 1, minute + 2);
            all.push(booked(salon, branch, shop, who, day, &at).await);
        }
    }
    salon.set_clock("2026-11-16T10:00:00+05:30");
    all
}

#[tokio::test]
async fn a_list_of_all_branches_is_in_one_order() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let desk = salon.reception().await;
    let mut all = some_bookings(&salon, &shop, &asha).await;
    // An id tells when it was made.
    all.sort_by_key(|booking| std::cmp::Reverse((booking.date, booking.id.clone())));
    let expected = |wanted: &dyn Fn(&Booking) -> bool| -> Vec<String> {
        all.iter().filter(|booking| wanted(booking)).map(|booking| booking.id.to_string()).collect()
    };
    let listed = async |query: &str| ids(&rows(&desk.get(&format!("/api/bookings{query}")).await.ok()));
    assert_eq!(listed("").await, expected(&|_| true));
    assert_eq!(listed("?date=2026-11-16").await, expected(&|booking| booking.date.to_string() == "2026-11-16"));
    assert_eq!(listed("?status=pending").await, expected(&|booking| booking.status == BookingStatus::Pending));
    let there = format!("?branchId={}", shop.open.id);
    assert_eq!(listed(&there).await, expected(&|booking| booking.branch_id == shop.open.id));
    assert_eq!(listed(&format!("{there}&status=completed")).await.len(), 8);
    assert_eq!(listed("?branchId=nowhere").await, [] as [String; 0]);
    let report = salon.person("Mo", Role::Manager).await;
    let path = format!("/api/reports/bookings?from=2026-10-01&to=2026-12-31&branchId={}", shop.staffed.id);
    assert_eq!(report.get(&path).await.ok()["total"], 4);
    assert_eq!(report.get("/api/reports/bookings?from=2026-10-01&to=2026-12-31").await.ok()["total"], 16);
}

#[tokio::test]
async fn what_names_a_branch_asks_for_nothing_of_another() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let desk = salon.reception().await.with_header("accept", "text/html");
    some_bookings(&salon, &shop, &asha).await;
    let (here, there) = (&shop.open.id, shop.staffed.id.to_string());
    for path in [
        format!("/api/bookings?branchId={here}"),
        format!("/api/bookings?branchId={here}&date=2026-11-16"),
        format!("/api/bookings?branchId={here}&status=pending"),
        format!("/api/bookings?branchId={here}&limit=3"),
        format!("/api/billing/invoices?branchId={here}"),
        format!("/?branch={here}"),
    ] {
        salon.wire.reset();
        assert_eq!(desk.get(&path).await.status, 200);
        let touched = salon.wire.cost().partitions;
        assert!(touched.iter().any(|key| key.contains(here.as_str())), "{path}: {touched:?}");
        assert!(!touched.iter().any(|key| key.contains(&there)), "{path}: {touched:?}");
    }
}

#[tokio::test]
async fn a_list_that_was_read_before_shows_every_change_at_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let book = async |start| {
        let path = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-18", start)).await;
        path.trim_start_matches("/api/bookings/").to_owned()
    };
    let listed = async |query: &str| {
        salon.wire.reset();
        let path = format!("/api/bookings?branchId={}{query}", shop.open.id);
        let found = rows(&desk.get(&path).await.ok());
        let states: Vec<(String, Value)> =
            ids(&found).into_iter().zip(found.iter().map(|row| row["status"].clone())).collect();
        (states, salon.wire.cost().calls.len())
    };
    let first = book("12:00").await;
    let day = "&date=2026-11-18";
    let before = listed(day).await.0;
    assert_eq!(before, [(first.clone(), json!("pending"))]);
    // The session, and the versions of the list.
    assert_eq!(listed(day).await, (before.clone(), 2));

    let second = book("13:00").await;
    let pending = |id: &String| (id.clone(), json!("pending"));
    assert_eq!(listed(day).await, (vec![pending(&second), pending(&first)], 3), "one more");
    let approved = json!({ "action": "approve", "staffId": shop.meera.id });
    desk.patch(&format!("/api/bookings/{first}"), approved).await.ok();
    let confirmed = (first.clone(), json!("confirmed"));
    assert_eq!(listed(day).await, (vec![pending(&second), confirmed.clone()], 3), "another status");
    assert_eq!(listed(&format!("{day}&status=confirmed")).await, (vec![confirmed.clone()], 2), "a part of it");
    let third = book("14:00").await;
    assert_eq!(listed(&format!("{day}&status=confirmed")).await.0, std::slice::from_ref(&confirmed));
    assert_eq!(listed(day).await.0, [pending(&third), pending(&second), confirmed.clone()]);
    let moved = json!({ "bookingDate": "2026-11-19", "startTime": "15:00" });
    desk.post(&format!("/api/bookings/{first}/reschedule"), moved).await.ok();
    assert_eq!(listed(day).await.0, [pending(&third), pending(&second)], "one less");
    assert_eq!(listed("&date=2026-11-19").await.0, [confirmed]);
}

#[tokio::test]
async fn a_month_is_written_once_and_then_remembered() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let key = format!("MONTHS#{}", shop.open.id);
    let mut touched = Vec::new();
    for start in ["12:00", "13:00", "14:00"] {
        salon.wire.reset();
        asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-18", start)).await;
        touched.push(salon.wire.cost().partitions.iter().any(|partition| partition.contains(&key)));
    }
    // The first writes it, the second reads it, and nobody asks again.
    assert_eq!(touched, [true, true, false]);
    let months = MonthIndex::of(&salon.salon, MonthlyList::Bookings(&shop.open.id));
    assert_eq!(months.known().await.unwrap(), ["2026-11".parse().unwrap()]);
}

/// Four leads and four memberships in two months.
async fn some_leads_and_memberships(salon: &TestSalon, asha: &User) -> (Vec<Lead>, Vec<Membership>) {
    let (mut leads, mut memberships) = (Vec::new(), Vec::new());
    // The first day of November in India, where it is still October in UTC.
    for at in ["2026-10-05T10:00:00Z", "2026-10-31T19:00:00Z", "2026-11-05T10:00:00Z", "2026-11-05T10:00:00Z"] {
        salon.set_clock(at);
        leads.push(salon.lead("Ravi", None, None).await);
        let membership = salon.membership(asha, "2027-11-16");
        salon.put(&membership).await;
        memberships.push(membership);
    }
    leads.push(Lead { status: LeadStatus::New, ..salon.lead("New", None, None).await });
    salon.put(leads.last().unwrap()).await;
    memberships.push(Membership { status: MembershipStatus::Expired, ..salon.membership(asha, "2026-11-01") });
    salon.put(memberships.last().unwrap()).await;
    for list in [MonthlyList::Leads, MonthlyList::Memberships] {
        let months = ["2026-10", "2026-11"].map(|month| month.parse().unwrap());
        MonthIndex::of(&salon.salon, list).load(months).await.unwrap();
    }
    salon.set_clock("2026-11-16T10:00:00+05:30");
    (leads, memberships)
}

#[tokio::test]
async fn pages_give_every_row_once_and_in_the_order_of_the_whole_list() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let own = salon.signed_in(&asha, parlour_settings::App::Customer).await;
    let desk = salon.reception().await;
    some_bookings(&salon, &shop, &asha).await;
    let (leads, memberships) = some_leads_and_memberships(&salon, &asha).await;
    for (who, path, count) in [
        (&desk, "/api/bookings", 16),
        (&desk, "/api/bookings?date=2026-11-16", 8),
        (&desk, "/api/bookings?status=pending", 4),
        (&desk, "/api/bookings?status=completed", 12),
        (&desk, "/api/bookings?serviceType=spa", 0),
        (&own, "/api/bookings", 16),
        (&desk, "/api/leads", leads.len()),
        (&desk, "/api/leads?status=follow_up", 4),
        (&desk, "/api/memberships", memberships.len()),
        (&desk, "/api/memberships?status=active", 4),
        (&desk, "/api/memberships?status=expired", 1),
    ] {
        let whole = who.get(path).await;
        assert_eq!(whole.meta(), Value::Null, "{path}");
        let whole = rows(&whole.ok());
        assert_eq!(whole.len(), count, "{path}");
        for limit in [1, 3, 500] {
            assert_eq!(paged(who, path, limit, async || {}).await, whole, "{path} by {limit}");
        }
    }
    let cursor = desk.get("/api/leads?limit=2").await.meta()["nextCursor"].as_str().unwrap().to_owned();
    assert_eq!(rows(&desk.get(&format!("/api/leads?cursor={cursor}")).await.ok()).len(), leads.len() - 2);
}

#[tokio::test]
async fn rows_that_come_between_two_pages_take_none_away() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let desk = salon.reception().await;
    let before: Vec<String> = {
        some_bookings(&salon, &shop, &asha).await;
        ids(&rows(&desk.get("/api/bookings").await.ok()))
    };
    let days = ["2026-10-30", "2026-11-16", "2027-01-05"];
    let mut at = 0;
    let found = paged(&desk, "/api/bookings", 2, async || {
        if at < 6 {
            let day = days[at % days.len()];
            booked(&salon, &shop.staffed, &shop, &asha, day, &format!("2026-11-1{at}T11:00:00+05:30")).await;
            salon.set_clock("2026-11-16T10:00:00+05:30");
            at += 1;
        }
    })
    .await;
    let found = ids(&found);
    let old: Vec<&String> = found.iter().filter(|id| before.contains(*id)).collect();
    assert_eq!(old, before.iter().collect::<Vec<_>>());
    let distinct: std::collections::BTreeSet<&String> = found.iter().collect();
    assert_eq!(distinct.len(), found.len());
}

#[tokio::test]
async fn a_limit_out_of_bounds_and_a_cursor_of_another_list_are_told() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let own = salon.signed_in(&asha, parlour_settings::App::Customer).await;
    let desk = salon.reception().await;
    some_bookings(&salon, &shop, &asha).await;
    let cursor = desk.get("/api/bookings?limit=1").await.meta()["nextCursor"].as_str().unwrap().to_owned();
    for (who, list) in
        [(&desk, "/api/bookings"), (&own, "/api/bookings"), (&desk, "/api/leads"), (&desk, "/api/memberships")]
    {
        for wrong in ["limit=0", "limit=501", "limit=ten", "limit=", "limit=-1"] {
            who.get(&format!("{list}?{wrong}")).await.invalid(&["limit"]);
        }
        for wrong in ["", "abc", "%F0%9F%92%87", "Ym9va2luZ3M", &"A".repeat(2_000)] {
            who.get(&format!("{list}?cursor={wrong}")).await.invalid(&["cursor"]);
        }
        if list != "/api/bookings" || who.app == parlour_settings::App::Customer {
            who.get(&format!("{list}?cursor={cursor}")).await.invalid(&["cursor"]);
        }
    }
}

/// A salon with this many bookings of 100 kB each, in one month.
async fn heavy(salon: &TestSalon, count: usize) {
    let shop = salon.shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let sample = salon.booked(&shop, &asha, "2026-11-16", "12:00", BookingStatus::Pending).await;
    let mut bookings = Bulk::new();
    for _ in 0..count {
        let notes = Some("x".repeat(100_000));
        bookings.put(&Booking { id: salon.salon.random.id(), notes, ..sample.clone() });
    }
    bookings.write(&salon.salon.table).await.unwrap();
    load_bookings(&salon.salon, [(shop.open.id, sample.date.calendar_month())]).await.unwrap();
}

#[tokio::test]
async fn a_list_that_is_too_long_is_refused_before_all_of_it_is_read() {
    let salon = TestSalon::open().await;
    heavy(&salon, 140).await;
    let desk = salon.reception().await;
    for (coding, most) in [("identity", 7), ("gzip", 13)] {
        let desk = salon.reception().await.with_header("accept-encoding", coding);
        for path in ["/api/bookings", "/api/bookings?date=2026-11-16", "/api/bookings?status=pending"] {
            salon.wire.reset();
            let error = desk.get(path).await.refused(422, "BUSINESS_RULE_VIOLATION");
            let told = "This list is too long for one answer. Please narrow it by date or status.";
            assert_eq!(error["message"], told);
            let read = salon.wire.cost().calls.iter().filter(|call| *call == "Query").count();
            assert!(read <= most, "{path}: {read} pages of 15");
        }
    }
    assert_eq!(rows(&desk.get("/api/bookings?limit=20").await.ok()).len(), 20);
}

#[tokio::test]
async fn who_accepts_gzip_may_have_a_longer_list() {
    let salon = TestSalon::open().await;
    heavy(&salon, 60).await;
    let desk = salon.reception().await;
    desk.get("/api/bookings").await.refused(422, "BUSINESS_RULE_VIOLATION");
    let reply = salon.reception().await.with_header("accept-encoding", "gzip").get("/api/bookings").await;
    assert_eq!((reply.status.as_u16(), reply.header("content-encoding")), (200, Some("gzip")));
}

#[tokio::test]
async fn the_desk_counts_a_list_by_status_unless_it_is_long() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let sample = salon.booked(&shop, &asha, "2026-11-16", "12:00", BookingStatus::Completed).await;
    let mut bookings = Bulk::new();
    for _ in 0..1_049 {
        bookings.put(&Booking { id: salon.salon.random.id(), ..sample.clone() });
    }
    bookings.write(&salon.salon.table).await.unwrap();
    load_bookings(&salon.salon, [(shop.open.id.clone(), sample.date.calendar_month())]).await.unwrap();
    let desk = salon.reception().await.with_header("accept", "text/html");
    let page = async |path: &str| String::from_utf8(desk.get(path).await.bytes).unwrap();
    for path in ["/bookings", "/bookings?status=completed&page=21", "/bookings?status=completed"] {
        let shown = page(path).await;
        assert_eq!(shown.matches("<th scope=\"row\">").count(), 50, "{path}");
        assert!(!shown.contains("status-count"), "{path}");
        assert_eq!(shown.contains(">Older<"), !path.contains("page=21"), "{path}");
    }
    assert!(page("/bookings?status=pending").await.contains("status-count"));
    assert!(page("/bookings?branchId=nowhere").await.contains("status-count"));
}

#[tokio::test]
async fn the_pages_of_a_list_are_in_the_documents() {
    for (app, path) in [
        (parlour_settings::App::Admin, "/api/bookings"),
        (parlour_settings::App::Customer, "/api/bookings"),
        (parlour_settings::App::Admin, "/api/leads"),
        (parlour_settings::App::Admin, "/api/memberships"),
    ] {
        let routes = parlour_local::gateway::routes(app);
        let document = serde_json::to_value(parlour_http::openapi::document(&routes)).unwrap();
        let list = &document["paths"][path]["get"];
        let named: Vec<&str> =
            list["parameters"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert!(named.contains(&"limit") && named.contains(&"cursor"), "{app} {path}: {named:?}");
        let meta = &list["responses"]["200"]["content"]["application/json"]["schema"]["properties"]["meta"];
        assert_eq!(meta["properties"]["nextCursor"]["type"], json!(["string", "null"]), "{app} {path}");
    }
}
