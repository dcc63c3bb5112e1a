//! The logs: who changed what, what ran, what did not reach people.

use parlour_booking::bookings::status::BookingStatus;
use parlour_storage::outbox::NotifiableEvent;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use serde_json::{Value, json};

#[tokio::test]
async fn owners_see_who_looked_at_a_customer_by_the_day_for_a_year() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.listed(&asha, |_| {}).await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let owner = salon.owner().await;
    let path = format!("/api/customers/{}", asha.id);
    let log = format!("/api/logs/access?customerId={}", asha.id);
    assert_eq!(owner.get(&log).await.ok(), json!({ "accesses": [] }));

    for _ in 0..3 {
        desk.get(&path).await.ok();
    }
    salon.set_clock("2026-11-17T10:00:00+05:30");
    desk.get(&format!("/customers/{}", asha.id)).await;
    manager.get(&path).await.ok();
    manager.get("/api/customers/nobody").await.refused(404, "NOT_FOUND");
    let seen = owner.get(&log).await.ok()["accesses"].clone();
    let who = |line: &Value| format!("{} {}", line["date"].as_str().unwrap(), line["name"].as_str().unwrap());
    let mut days: Vec<String> = seen.as_array().unwrap().iter().map(who).collect();
    assert_eq!(seen[2]["userId"], json!(desk.id()));
    days.sort();
    assert_eq!(days, ["2026-11-16 Reena Desk", "2026-11-17 Maya Manager", "2026-11-17 Reena Desk"]);
    assert!(seen.as_array().unwrap().iter().all(|line| line["what"] == "look" && line.get("list").is_none()));
    assert_eq!(owner.get("/api/logs/access?customerId=nobody").await.ok(), json!({ "accesses": [] }));

    owner.get("/api/logs/access").await.invalid(&["customerId"]);
    manager.get(&log).await.refused(403, "FORBIDDEN");

    salon.set_clock("2027-11-17T09:00:00+05:30");
    let owner = salon.person("Olga", Role::Owner).await;
    assert_eq!(owner.get(&log).await.ok()["accesses"].as_array().unwrap().len(), 2, "kept for a year");
}

#[tokio::test]
async fn who_exported_a_list_of_customers_stands_with_each_of_them_once_a_day() {
    let salon = TestSalon::open().await;
    let (asha, owner) = (salon.user("Asha", Role::Customer).await, salon.owner().await);
    salon.listed(&asha, |_| {}).await;
    let log = format!("/api/logs/access?customerId={}", asha.id);
    for list in ["products", "services", "staff"] {
        owner.get(&format!("/api/exports/{list}")).await;
    }
    owner.get("/api/exports/customers?after=x").await.invalid(&["after"]);
    salon.manager().await.get("/api/exports/customers").await.refused(403, "FORBIDDEN");
    assert_eq!(owner.get(&log).await.ok(), json!({ "accesses": [] }), "nothing of customers left the salon");

    for _ in 0..3 {
        owner.get("/api/exports/customers").await;
    }
    salon.set_clock("2026-11-17T10:00:00+05:30");
    owner.get("/api/exports/customers?format=csv").await;
    owner.get("/api/exports/bookings").await;
    owner.get("/api/exports/leads").await;
    salon.set_clock("2026-11-17T11:00:00+05:30");
    salon.reception().await.get(&format!("/api/customers/{}", asha.id)).await.ok();
    let seen = owner.get(&log).await.ok()["accesses"].clone();
    let line = |line: &Value| {
        let list = line["list"].as_str().unwrap_or("-");
        format!("{} {} {list} {}", line["date"].as_str().unwrap(), line["what"].as_str().unwrap(), line["name"])
    };
    let mut lines: Vec<String> = seen.as_array().unwrap().iter().map(line).collect();
    assert!(lines[0].contains("look"), "the last first: {lines:?}");
    lines.sort();
    let name = json!(owner.user.as_ref().unwrap().name);
    assert_eq!(
        lines,
        [
            format!("2026-11-16 export customers {name}"),
            format!("2026-11-17 export bookings {name}"),
            format!("2026-11-17 export customers {name}"),
            format!("2026-11-17 export leads {name}"),
            "2026-11-17 look - \"Reena Desk\"".to_owned(),
        ]
    );
    salon.set_clock("2027-11-17T09:00:00+05:30");
    let owner = salon.person("Olga", Role::Owner).await;
    assert_eq!(owner.get(&log).await.ok()["accesses"].as_array().unwrap().len(), 4, "kept for a year");
}

#[tokio::test]
async fn the_audit_log_is_read_record_by_record_page_by_page_and_never_backwards() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, developer) = (salon.manager().await, salon.person("Dev", Role::Developer).await);
    let path = format!("/api/staff/{}", shop.ravi.id);
    for number in 0..60 {
        manager.patch(&path, json!({ "displayName": format!("Ravi {number}") })).await.ok();
    }
    let about = format!("/api/logs/audit?entityType=staff&entityId={}", shop.ravi.id);
    let first = developer.get(&about).await.ok();
    assert_eq!(first["entries"].as_array().map(Vec::len), Some(50));
    let entry = &first["entries"][0];
    assert_eq!((&entry["actorId"], &entry["actorRole"]), (&json!(manager.id()), &json!("manager")));
    let rest = format!("{about}&cursor={}", first["nextCursor"].as_str().unwrap());
    let rest = developer.get(&rest).await.ok();
    assert_eq!((rest["entries"].as_array().map(Vec::len), rest["nextCursor"].is_null()), (Some(10), true));
    developer.get("/api/logs/audit?from=2026-11-17&to=2026-11-16").await.invalid(&["to"]);
    developer.get("/api/logs/audit?from=x&cursor=!").await.invalid(&["from"]);
    developer.get("/api/logs/audit?cursor=!").await.invalid(&["cursor"]);
    salon.person("Olga", Role::Owner).await.get("/api/logs/audit").await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn a_page_costs_the_same_however_much_happened() {
    let mut costs = Vec::new();
    for count in [200, 2_000] {
        let salon = TestSalon::open().await;
        let developer = salon.person("Dev", Role::Developer).await;
        salon.add_audit_entries(count).await;
        let mut cost = Vec::new();
        for about in ["entityType=staff&entityId=ravi", "actorId=tests", "from=2026-11-01"] {
            let about = format!("/api/logs/audit?{about}");
            salon.wire.reset();
            let first = developer.get(&about).await.ok();
            cost.push((salon.wire.cost().round_trips, salon.wire.cost().read_units));
            salon.wire.reset();
            let cursor = first["nextCursor"].as_str().unwrap();
            let second = developer.get(&format!("{about}&cursor={cursor}")).await.ok();
            cost.push((salon.wire.cost().round_trips, salon.wire.cost().read_units));
            let numbers = |page: &Value| -> Vec<usize> {
                let entries = page["entries"].as_array().unwrap().iter();
                entries.map(|entry| usize::try_from(entry["changes"]["number"].as_u64().unwrap()).unwrap()).collect()
            };
            let both = [numbers(&first), numbers(&second)].concat();
            assert_eq!(both, (count - 100..count).rev().collect::<Vec<_>>(), "newest first, each once");
        }
        costs.push(cost);
    }
    for (few, many) in costs[0].iter().zip(&costs[1]) {
        assert_eq!(few.0, many.0);
        assert!(many.1 <= few.1 + 1.0, "{few:?} {many:?}");
    }
}

#[tokio::test]
async fn one_records_log_is_read_for_some_days_and_empty_days_are_read_together() {
    let (salon, shop) = TestSalon::with_shop().await;
    let path = format!("/api/staff/{}", shop.ravi.id);
    for (moment, name) in [("2026-11-16T23:59:59+05:30", "One"), ("2026-11-20T00:00:00+05:30", "Two")] {
        salon.set_clock(moment);
        salon.manager().await.patch(&path, json!({ "displayName": name })).await.ok();
    }
    let developer = salon.person("Dev", Role::Developer).await;
    let about = format!("/api/logs/audit?entityType=staff&entityId={}", shop.ravi.id);
    for (days, found) in [
        ("", vec!["2026-11-19T18:30:00.000Z", "2026-11-16T18:29:59.000Z"]),
        ("&to=2026-11-19", vec!["2026-11-16T18:29:59.000Z"]),
        ("&from=2026-11-16&to=2026-11-16", vec!["2026-11-16T18:29:59.000Z"]),
        ("&from=2026-11-17", vec!["2026-11-19T18:30:00.000Z"]),
        ("&from=2026-11-17&to=2026-11-19", vec![]),
    ] {
        let entries = developer.get(&format!("{about}{days}")).await.ok()["entries"].clone();
        let at: Vec<&str> = entries.as_array().unwrap().iter().map(|entry| entry["at"].as_str().unwrap()).collect();
        assert_eq!(at, found, "{days}");
    }
    salon.wire.reset();
    let all = developer.get("/api/logs/audit?entityType=staff&from=2025-11-20").await.ok();
    assert_eq!(all["entries"].as_array().map(Vec::len), Some(2));
    assert!(salon.wire.cost().round_trips < 20, "{:?}", salon.wire.cost().round_trips);
}

#[tokio::test]
async fn messages_come_newest_first_whichever_shard_they_are_in() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.post.fail(|_| Some(parlour_tests::Mishap::Refused));
    for minute in 0..12 {
        salon.set_clock(&format!("2026-11-16T11:{minute:02}:00+05:30"));
        let booking = salon.booked(&shop, &asha, "2026-11-20", "12:00", BookingStatus::Pending).await;
        let message = NotifiableEvent::BookingReceived { booking_id: booking.id }.message(salon.salon.clock.now());
        assert!(parlour_platform::jobs::deliver(&salon.salon, &message).await.is_err());
    }
    let developer = salon.person("Dev", Role::Developer).await;
    let mut seen = Vec::new();
    for page in 1..=3 {
        let reply = developer.get(&format!("/api/logs/notifications?pageSize=5&page={page}")).await;
        assert_eq!(reply.meta(), json!({ "page": page, "totalPages": 3, "totalCount": 12 }));
        let rows = reply.ok()["notifications"].as_array().unwrap().clone();
        seen.extend(rows.iter().map(|row| row["createdAt"].as_str().unwrap().to_owned()));
    }
    let expected: Vec<String> =
        (0..12).rev().map(|minute| format!("2026-11-16T05:{:02}:00.000Z", 30 + minute)).collect();
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn runs_and_messages_come_in_pages() {
    let salon = TestSalon::open().await;
    let developer = salon.person("Dev", Role::Developer).await;
    for path in ["/api/logs/jobs", "/api/logs/notifications"] {
        let reply = developer.get(path).await;
        reply.ok();
        assert_eq!(reply.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 0 }), "{path}");
        developer.get(&format!("{path}?pageSize=0")).await.invalid(&["pageSize"]);
    }
}

#[tokio::test]
async fn a_change_of_a_price_rate_or_discount_names_the_old_and_the_new_amount() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, developer) = (salon.manager().await, salon.person("Dev", Role::Developer).await);
    let offer = json!({
        "name": "Monsoon", "offerType": "percentage", "discountPercentage": 10, "startDate": "2026-11-16",
        "endDate": "2026-12-16", "serviceIds": [shop.cut.id],
    });
    let offer = manager.post("/api/offers", offer).await.created()["offer"]["id"].as_str().unwrap().to_owned();
    let tier = json!({ "name": "Gold", "defaultHoursMinutes": 600, "defaultPricePaise": 1_000_000, "defaultValidityDays": 365 });
    let tier = manager.post("/api/membership-tiers", tier).await.created()["id"].as_str().unwrap().to_owned();
    let cut = shop.cut.id.to_string();
    for (path, kind, id, body, amounts) in [
        (
            "services",
            "service",
            &cut,
            json!({ "pricePaise": 65_000, "gstRateBps": 1_800, "name": "Cut and dry" }),
            json!({ "pricePaise": { "from": 50_000, "to": 65_000 }, "gstRateBps": { "from": 500, "to": 1_800 } }),
        ),
        ("services", "service", &cut, json!({ "name": "Cut" }), Value::Null),
        (
            "offers",
            "offer",
            &offer,
            json!({ "offerType": "flat", "discountAmountPaise": 5_000, "discountPercentage": 20 }),
            json!({
                "discountPercentage": { "from": 10, "to": 20 }, "discountAmountPaise": { "from": null, "to": 5_000 },
            }),
        ),
        (
            "membership-tiers",
            "tier",
            &tier,
            json!({ "defaultPricePaise": 900_000 }),
            json!({ "defaultPricePaise": { "from": 1_000_000, "to": 900_000 } }),
        ),
    ] {
        manager.patch(&format!("/api/{path}/{id}"), body).await.ok();
        let log = developer.get(&format!("/api/logs/audit?entityType={kind}&entityId={id}")).await.ok();
        assert_eq!(log["entries"][0]["changes"]["amounts"], amounts, "{path}");
    }
}
