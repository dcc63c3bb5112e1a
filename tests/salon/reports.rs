//! Reports: sales and tax to the paisa, people, memberships, gems, leads.

use chrono::TimeDelta;
use parlour_money::invoices::Invoice;
use parlour_money::summaries::{DaySummary, Summaries};
use parlour_setup::catalogue::Service;
use parlour_storage::act::Act;
use parlour_storage::table::{Partition, keys};
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::gems::Gems;
use parlour_values::money::Paise;
use parlour_values::role::Role;
use serde_json::{Value, json};

async fn paid(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, desk: &Client<'_>, method: &str) -> String {
    let booking = salon.confirmed(shop, asha, &[&shop.cut, &shop.colour]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": method })).await.ok();
    let kept = salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&booking.id)).await.unwrap();
    format!("/api/billing/invoices/{}", kept.invoice_id.as_ref().unwrap())
}

#[tokio::test]
async fn sales_are_grouped_and_net_of_credit_notes() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let first = paid(&salon, &shop, &asha, &manager, "cash").await;
    paid(&salon, &shop, &asha, &manager, "card").await;
    let note = json!({ "amountPaise": 100_000, "reason": "unhappy", "refundMethod": "cash" });
    manager.post(&format!("{first}/credit-notes"), note).await.created();
    let rows = async |group: &str| {
        let report =
            manager.get(&format!("/api/reports/sales?groupBy={group}&from=2026-11-15&to=2026-11-20")).await.ok();
        assert_eq!(report["totals"]["totalPaise"], 500_000, "{group}");
        report["rows"].as_array().unwrap().clone()
    };
    let days = rows("day").await;
    assert_eq!(days.len(), 2, "up to today");
    assert_eq!((&days[0]["totalPaise"], &days[1]["totalPaise"]), (&json!(0), &json!(500_000)));
    assert_eq!((&days[1]["key"], &days[1]["refundedPaise"]), (&json!("2026-11-16"), &json!(100_000)));
    assert_eq!(rows("service").await[0]["name"], "Colour");
    assert_eq!(rows("staff").await[0]["name"], "Meera");
    let methods = rows("paymentMethod").await;
    assert_eq!((&methods[0]["key"], &methods[0]["totalPaise"]), (&json!("card"), &json!(300_000)));
    assert_eq!((&methods[1]["key"], &methods[1]["totalPaise"]), (&json!("cash"), &json!(200_000)));
    manager.get("/api/reports/sales?groupBy=mood&format=pdf").await.invalid(&["groupBy", "format"]);
    manager.get("/api/reports/sales?from=2025-01-01&to=2026-01-02").await.invalid(&["to"]);
    manager.get("/api/reports/sales?from=2025-01-01&to=2026-01-01").await.ok();
    salon.reception().await.get("/api/reports/sales").await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn a_bill_of_nothing_is_in_the_sales_by_method_too() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let tip = |amount: i64| json!({ "staffId": shop.meera.id, "amountPaise": amount });
    let half = |method: &str| json!({ "method": method, "amountPaise": 500 });
    for (tips, payments) in [(json!([]), Value::Null), (json!([tip(1_000)]), json!([half("cash"), half("upi")]))] {
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        let path = format!("/api/bookings/{}", booking.id);
        let line = manager.get(&format!("{path}/bill")).await.ok()["bill"]["lines"][0]["id"].clone();
        let all_off = json!({ "percentBps": 10_000, "reason": "a gift" });
        let bill = json!({ "version": 0, "lines": [{ "id": line }], "discount": all_off, "tips": tips });
        manager.put(&format!("{path}/bill"), bill).await.ok();
        manager.post(&format!("{path}/complete"), json!({ "billVersion": 1, "payments": payments })).await.ok();
    }
    let report = manager.get("/api/reports/sales?groupBy=paymentMethod").await.ok();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!(rows.iter().map(|row| &row["key"]).collect::<Vec<_>>(), ["cash", "none", "upi"]);
    for (sum, whole) in [("count", 2), ("discountPaise", 100_000), ("totalPaise", 0)] {
        assert_eq!(rows.iter().map(|row| row[sum].as_i64().unwrap()).sum::<i64>(), whole, "{sum}");
        assert_eq!(report["totals"][sum], whole, "{sum}");
    }
}

#[tokio::test]
async fn a_report_opens_in_a_spreadsheet() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let odd = salon.service(&shop.hair, "=HYPERLINK(\"x\"), cut", 50_000, 30, 0).await;
    let booking = salon.confirmed(&shop, &asha, &[&odd]).await;
    manager.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    let reply = manager.get("/api/reports/sales?groupBy=service&format=csv").await;
    assert_eq!(reply.status, 200);
    assert!(reply.header("content-type").unwrap().starts_with("text/csv"));
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    assert!(text.starts_with("\u{feff}key,name,count"), "{text}");
    assert!(text.contains(",\"'=HYPERLINK(\"\"x\"\"), cut\",1,50000,"), "{text}");
    for report in ["gst", "bookings", "staff", "customers", "memberships", "gems", "leads", "products"] {
        let reply = manager.get(&format!("/api/reports/{report}?format=csv")).await;
        assert!(reply.header("content-type").unwrap().starts_with("text/csv"), "{report}");
        manager.get(&format!("/api/reports/{report}")).await.ok();
    }
}

#[tokio::test]
async fn a_months_gst_is_its_invoices_less_its_credit_notes_to_the_paisa_stored_or_not() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let count = parlour_tests::counts::bulk(25);
    let mut guests = Vec::new();
    for number in 0..=count / 50 {
        guests.push(salon.customer(&format!("Guest {number}")).await);
    }
    let wash = salon.service(&shop.hair, "Wash", 20_000, 30, 0).await;
    for number in 0..count {
        let day = number * 10 / count.max(1);
        salon.set_clock(&format!("2026-11-{:02}T11:00:00+05:30", 10 + day));
        let manager = salon.signed_in(manager.user.as_ref().unwrap(), parlour_settings::App::Admin).await;
        let price = 1 + i64::try_from(salon.salon.random.below(500_000)).unwrap();
        let wash = Service { price: Paise(price), ..wash.clone() };
        let booking = salon.confirmed(&shop, &guests[number % guests.len()], &[&wash, &shop.cut]).await;
        let path = format!("/api/bookings/{}/complete", booking.id);
        manager.post(&path, json!({ "paymentMethod": "upi" })).await.ok();
        let kept = salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&booking.id)).await.unwrap();
        let path = format!("/api/billing/invoices/{}", kept.invoice_id.as_ref().unwrap());
        if number % 7 == 3 {
            manager.post(&format!("{path}/void"), json!({ "reason": "x" })).await.ok();
        } else if number % 5 == 2 {
            let note = json!({ "amountPaise": 1 + price / 3, "reason": "x", "refundMethod": "upi" });
            manager.post(&format!("{path}/credit-notes"), note).await.created();
        }
    }
    let manager = salon.signed_in(manager.user.as_ref().unwrap(), parlour_settings::App::Admin).await;
    let month = keys::invoices_of_month(&shop.open.id, "2026-11".parse().unwrap());
    let invoices = salon.salon.table.query::<Invoice>(Partition::g1(month)).await.unwrap();
    let mut expected = (0, 0, 0);
    for line in invoices.iter().filter(|invoice| !invoice.is_void()).flat_map(|invoice| &invoice.lines) {
        let net = line.remaining();
        expected = (expected.0 + net.taxable.0, expected.1 + net.cgst.0, expected.2 + net.sgst.0);
    }
    let gst = async || manager.get("/api/reports/gst?month=2026-11").await.ok();
    let report = gst().await;
    let row = &report["bySac"][0];
    assert_eq!((&row["sac"], &row["rateBps"]), (&json!("999721"), &json!(500)));
    let told = ["taxablePaise", "cgstPaise", "sgstPaise"].map(|field| row[field].as_i64().unwrap());
    assert_eq!((told[0], told[1], told[2]), expected);
    assert_eq!(report["documents"]["from"], "BLR/26-27/00001");
    assert_eq!(report["documents"]["to"], json!(format!("BLR/26-27/{count:05}")));
    let void = invoices.iter().filter(|invoice| invoice.is_void()).count();
    assert_eq!((&report["documents"]["issued"], &report["documents"]["void"]), (&json!(count), &json!(void)));

    let act = Act::of_job("nightly-sales-summary", "run", salon.salon.clock.now());
    let mut kept = 0;
    for day in 10..19 {
        kept += Summaries::of(&salon.salon).keep_day(&act, format!("2026-11-{day}").parse().unwrap()).await.unwrap();
    }
    assert_eq!(kept, 2 * 9, "one per branch and day");
    assert_eq!(Summaries::of(&salon.salon).keep_day(&act, "2026-11-10".parse().unwrap()).await.unwrap(), 0);
    assert_eq!(gst().await, report, "stored days say the same");

    // The stored day is what is read: a past day is not added up again.
    let key = keys::summary(&shop.open.id, "2026-11-10".parse().unwrap());
    let stored = salon.stored::<DaySummary>(&key).await.unwrap().record;
    salon.put(&DaySummary::empty(stored.branch_id.clone(), stored.date, stored.computed_at)).await;
    assert_ne!(gst().await, report);
}

#[tokio::test]
async fn bookings_people_and_what_is_owed_are_counted() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    salon.redeemable(&shop.cut, 50).await;
    paid(&salon, &shop, &asha, &manager, "cash").await;
    let missed = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    manager.post(&format!("/api/bookings/{}/noshow", missed.id), json!({})).await.ok();
    let report = manager.get("/api/reports/bookings").await.ok();
    assert_eq!((&report["total"], &report["byStatus"]["no_show"]), (&json!(2), &json!(1)));
    assert_eq!((&report["noShowRate"], &report["cancellationRate"]), (&json!(0.5), &json!(0.0)));

    let staff = manager.get("/api/reports/staff?from=2026-11-16&to=2026-11-16").await.ok()["staff"].clone();
    assert_eq!(
        (&staff[0]["name"], &staff[0]["minutesBooked"], &staff[0]["minutesRostered"], &staff[0]["revenuePaise"]),
        (&json!("Meera"), &json!(135), &json!(660), &json!(300_000))
    );
    assert_eq!(staff[0]["utilisation"], json!(0.2045));
    // A person who is off, on leave or not here yet is not on the roster; who has left without a trace is not listed.
    let rostered = async |query: &str| {
        let rows = manager.get(&format!("/api/reports/staff?{query}")).await.ok()["staff"].clone();
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| (row["name"].as_str().unwrap().to_owned(), row["minutesRostered"].as_u64().unwrap()))
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    let off = format!("/api/schedule/staff/{}/days/2026-11-17", shop.meera.id);
    manager.put(&off, json!({ "off": true })).await.ok();
    assert_eq!(rostered("from=2026-11-16&to=2026-11-18").await["Meera"], 1320);
    salon
        .put(&parlour_people::staff::StaffMember { joined_on: "2026-11-18".parse().unwrap(), ..shop.ravi.clone() })
        .await;
    assert_eq!(rostered("from=2026-11-16&to=2026-11-18").await["Ravi"], 660);
    salon.put(&parlour_people::staff::StaffMember { is_active: false, ..shop.ravi.clone() }).await;
    assert!(!rostered("from=2026-11-16&to=2026-11-18").await.contains_key("Ravi"));

    let customers = manager.get("/api/reports/customers").await.ok();
    assert_eq!((&customers["new"], &customers["returning"], &customers["lapsed"]), (&json!(1), &json!(0), &json!(0)));
    let gems = manager.get("/api/reports/gems").await.ok();
    assert_eq!(gems, json!({ "accounts": 1, "outstandingGems": 30, "liabilityPaise": 30_000 }));

    let tier = salon.tier("Gold").await;
    let body = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    manager.post("/api/memberships", body).await.created();
    let memberships = manager.get("/api/reports/memberships").await.ok();
    assert_eq!((&memberships["active"], &memberships["minutesOwed"]), (&json!(1), &json!(600)));

    manager.post("/api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await.created();
    let leads = manager.get("/api/reports/leads").await.ok();
    assert_eq!((&leads["total"], &leads["byStatus"]["new"]), (&json!(1), &json!(1)));
    let none: Value = json!({ "source": "manual", "total": 1, "converted": 0, "conversionRate": 0.0 });
    assert_eq!(leads["bySource"], json!([none]));
}

#[tokio::test]
async fn a_warm_instance_reads_for_a_report_only_what_changed() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let mut costs = Vec::new();
    for count in [1_usize, 200] {
        for _ in 0..count {
            let user = salon.user("Asha", Role::Customer).await;
            salon.listed_with(&user, Some(Gems(2)), Vec::new(), |_| {}).await;
        }
        for report in ["customers", "gems"] {
            let path = format!("/api/reports/{report}");
            manager.get(&path).await.ok();
            salon.salon.clock.set(salon.salon.clock.now().plus(TimeDelta::minutes(5)));
            manager.get(&path).await.ok();
            salon.wire.reset();
            let told = manager.get(&path).await.ok();
            costs.push(salon.wire.cost().read_units);
            match report {
                "customers" => assert_eq!(told["total"], json!(if count == 1 { 1 } else { 201 })),
                _ => assert_eq!(told["outstandingGems"], json!(if count == 1 { 2 } else { 402 })),
            }
        }
    }
    assert_eq!(costs[..2], costs[2..]);
}

/// Completes a cut of theirs at a moment; the path of its invoice.
async fn visited(salon: &TestSalon, shop: &Shop, who: &Client<'_>, moment: &str) -> String {
    salon.set_clock(moment);
    let booking = salon.confirmed(shop, who, &[&shop.cut]).await;
    let desk = salon.manager().await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    let kept = salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&booking.id)).await.unwrap();
    format!("/api/billing/invoices/{}", kept.invoice_id.as_ref().unwrap())
}

/// New, returning and lapsed, as they are told now.
async fn kinds(salon: &TestSalon, from: &str, to: &str) -> [u64; 3] {
    let report = salon.manager().await.get(&format!("/api/reports/customers?from={from}&to={to}")).await.ok();
    ["new", "returning", "lapsed"].map(|kind| report[kind].as_u64().unwrap())
}

#[tokio::test]
async fn a_past_period_says_the_same_of_its_customers_when_they_have_come_back() {
    let salon = TestSalon::open().await;
    salon.set_clock("2025-12-10T12:00:00+05:30");
    let shop = salon.shop().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    for who in [&asha, &ravi] {
        visited(&salon, &shop, who, "2025-12-10T12:00:00+05:30").await;
    }
    visited(&salon, &shop, &asha, "2026-01-15T12:00:00+05:30").await;
    // A void visit was none.
    let void = visited(&salon, &shop, &ravi, "2026-01-20T12:00:00+05:30").await;
    salon.manager().await.post(&format!("{void}/void"), json!({ "reason": "Not here" })).await.ok();
    salon.set_clock("2026-05-01T12:00:00+05:30");
    let periods = [
        (("2025-12-01", "2025-12-31"), [2, 0, 0]),
        (("2026-01-01", "2026-01-31"), [0, 1, 0]),
        (("2026-03-01", "2026-04-14"), [0, 0, 1]),
        (("2026-03-01", "2026-04-15"), [0, 0, 2]),
        (("2026-04-01", "2026-04-30"), [0, 0, 2]),
    ];
    for ((from, to), told) in periods {
        assert_eq!(kinds(&salon, from, to).await, told, "{from} to {to}");
    }
    // They come back, and the nights store what the days were.
    let act = Act::of_job("nightly-sales-summary", "run", salon.salon.clock.now());
    for day in ["2025-12-10", "2026-01-15"] {
        Summaries::of(&salon.salon).keep_day(&act, day.parse().unwrap()).await.unwrap();
    }
    for who in [&asha, &ravi] {
        visited(&salon, &shop, who, "2026-06-01T12:00:00+05:30").await;
        visited(&salon, &shop, who, "2026-11-10T12:00:00+05:30").await;
    }
    for ((from, to), told) in periods {
        assert_eq!(kinds(&salon, from, to).await, told, "{from} to {to}, asked later");
    }
    assert_eq!(kinds(&salon, "2026-06-01", "2026-06-30").await, [0, 2, 0]);
    assert_eq!(kinds(&salon, "2026-11-10", "2027-02-08").await, [0, 2, 2], "ninety days after");
    assert_eq!(kinds(&salon, "2027-11-01", "2027-11-10").await, [0, 0, 2]);
    assert_eq!(kinds(&salon, "2027-11-01", "2027-11-11").await, [0, 0, 0], "gone after a year");
    let total = async |to: &str| {
        let path = format!("/api/reports/customers?from=2025-11-01&to={to}");
        salon.manager().await.get(&path).await.ok()["total"].clone()
    };
    assert_eq!((total("2025-12-09").await, total("2025-12-10").await), (json!(0), json!(2)));
}

#[tokio::test]
async fn a_past_period_counts_a_merged_walk_in_as_the_customer() {
    let salon = TestSalon::open().await;
    salon.set_clock("2026-01-10T12:00:00+05:30");
    let shop = salon.shop().await;
    let guest = salon.user("Guest", Role::Customer).await;
    let walk_in = parlour_people::auth::User { email: String::new(), ..guest };
    salon.put(&walk_in).await;
    salon.listed(&walk_in, |_| {}).await;
    let guest = salon.signed_in(&walk_in, parlour_settings::App::Customer).await;
    visited(&salon, &shop, &guest, "2026-01-10T12:00:00+05:30").await;
    visited(&salon, &shop, &guest, "2026-02-10T12:00:00+05:30").await;
    let act = Act::of_job("nightly-sales-summary", "run", salon.salon.clock.now());
    for day in ["2026-01-10", "2026-02-10"] {
        Summaries::of(&salon.salon).keep_day(&act, day.parse().unwrap()).await.unwrap();
    }
    let asha = salon.customer("Asha").await;
    visited(&salon, &shop, &asha, "2026-11-10T12:00:00+05:30").await;
    let path = format!("/api/customers/{}/merge", asha.id());
    salon.manager().await.post(&path, json!({ "fromId": walk_in.id })).await.ok();
    assert_eq!(kinds(&salon, "2026-02-01", "2026-02-28").await, [0, 1, 0]);
    assert_eq!(kinds(&salon, "2026-05-01", "2026-05-31").await, [0, 0, 1]);
}

#[tokio::test]
async fn a_past_period_counts_whoever_came_also_when_they_work_here_later() {
    let salon = TestSalon::open().await;
    salon.set_clock("2026-11-10T12:00:00+05:30");
    let shop = salon.shop().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    for who in [&asha, &ravi] {
        visited(&salon, &shop, who, "2026-11-10T12:00:00+05:30").await;
    }
    let total = async || {
        let path = "/api/reports/customers?from=2026-11-01&to=2026-11-30";
        salon.manager().await.get(path).await.ok()["total"].clone()
    };
    salon.set_clock("2026-12-02T12:00:00+05:30");
    assert_eq!((kinds(&salon, "2026-11-01", "2026-11-30").await, total().await), ([2, 0, 0], json!(2)));
    let owner = salon.owner().await;
    owner.patch(&format!("/api/users/{}", ravi.id()), json!({ "role": "staff" })).await.ok();
    assert_eq!((kinds(&salon, "2026-11-01", "2026-11-30").await, total().await), ([2, 0, 0], json!(2)));
    let listed = salon.manager().await.get("/api/customers").await.ok()["customers"].clone();
    let names: Vec<_> = listed.as_array().unwrap().iter().map(|row| row["name"].clone()).collect();
    assert_eq!(names, [json!("Asha")], "the list has customers alone");
}

#[tokio::test]
async fn an_average_counts_bills_above_nothing_and_tiers_are_told_apart() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi, manager) = (salon.customer("Asha").await, salon.customer("Ravi").await, salon.manager().await);
    let mut gold = Value::Null;
    for (who, tier, price) in [(&asha, "Gold", 2_000_000), (&ravi, "Silver", 1_000_000)] {
        let tier = salon.tier(tier).await;
        let body = json!({ "customerId": who.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": price,
            "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
        let sold = manager.post("/api/memberships", body).await.created();
        if gold.is_null() {
            gold = sold;
        }
    }
    let line = json!({ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": 60 });
    let sessions = format!("/api/memberships/{}/sessions", gold["membership"]["id"].as_str().unwrap());
    for _ in 0..3 {
        manager.post(&sessions, json!({ "services": [line] })).await.created();
    }
    let report = manager.get("/api/reports/sales?groupBy=service").await.ok();
    assert_eq!(report["totals"]["averagePaise"], 1_500_000);
    let named = |name: &str| report["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    assert_eq!(named("Membership Gold")["totalPaise"], 2_000_000);
    assert_eq!(named("Membership Silver")["totalPaise"], 1_000_000);
    assert_ne!(named("Membership Gold")["key"], named("Membership Silver")["key"]);
    // A refund is taken off the tier that was sold.
    let note = json!({ "amountPaise": 500_000, "reason": "Too dear", "refundMethod": "card" });
    let path = format!("/api/billing/invoices/{}/credit-notes", gold["invoice"]["id"].as_str().unwrap());
    manager.post(&path, note).await.created();
    let report = manager.get("/api/reports/sales?groupBy=service").await.ok();
    assert_eq!(report["totals"]["averagePaise"], 1_250_000);
    let names: Vec<&str> = report["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Membership Gold", "Membership Silver", "Massage"]);
    assert_eq!(report["rows"][0]["totalPaise"], 1_500_000);
}

#[tokio::test]
async fn each_registration_has_its_own_gst_and_each_series_its_own_numbers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let asha = salon.customer("Asha").await;
    let elsewhere = salon.branch("CHD", parlour_setup::branches::SlotPolicy::Open).await;
    let chandigarh = parlour_setup::branches::Branch {
        gstin: Some("04ZZZCX1234L1ZP".to_owned()),
        state_code: "04".to_owned(),
        ..elsewhere
    };
    salon.put(&chandigarh).await;
    let small = salon.branch("SML", parlour_setup::branches::SlotPolicy::Open).await;
    let small = parlour_setup::branches::Branch { gstin: None, ..small };
    salon.put(&small).await;
    let mut paths = Vec::new();
    for branch in [&shop.open, &shop.open, &shop.staffed, &chandigarh, &small] {
        let booking = salon.confirmed_at(&shop, branch, &asha, &[&shop.cut]).await;
        manager.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
        let kept = salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&booking.id)).await.unwrap();
        paths.push(format!("/api/billing/invoices/{}", kept.invoice_id.as_ref().unwrap()));
    }
    manager.post(&format!("{}/void", paths[1]), json!({ "reason": "Twice" })).await.ok();
    let note = json!({ "amountPaise": 10_000, "reason": "unhappy", "refundMethod": "upi" });
    manager.post(&format!("{}/credit-notes", paths[3]), note).await.created();
    // The branch is registered as something else by now: the papers stay what they were.
    let moved = parlour_setup::branches::Branch { gstin: None, ..chandigarh.clone() };
    salon.put(&moved).await;

    let report = manager.get("/api/reports/gst?month=2026-11").await.ok();
    let gstins: Vec<&Value> = report["registrations"].as_array().unwrap().iter().map(|one| &one["gstin"]).collect();
    assert_eq!(gstins, [&json!("04ZZZCX1234L1ZP"), &json!("29AAAAA0000A1ZY")]);
    let [north, south] = [&report["registrations"][0], &report["registrations"][1]];
    assert_eq!((&north["stateCode"], &south["stateCode"]), (&json!("04"), &json!("29")));
    let series = |code: &str, last: u32, issued: u32, void: u32| {
        json!({ "series": format!("{code}/26-27"), "from": format!("{code}/26-27/00001"),
                "to": format!("{code}/26-27/{last:05}"), "issued": issued, "void": void })
    };
    assert_eq!(south["documents"], json!([series("BLR", 2, 2, 1), series("IND", 1, 1, 0)]));
    assert_eq!(north["documents"], json!([series("CHD", 1, 1, 0)]));
    assert_eq!((&north["creditNotes"]["issued"], &north["creditNotes"]["totalPaise"]), (&json!(1), &json!(10_000)));
    assert_eq!(south["creditNotes"]["issued"], 0);
    assert_eq!(report["unregistered"]["documents"], json!([series("SML", 1, 1, 0)]));
    assert_eq!(report["unregistered"]["bySac"][0]["rateBps"], 0);
    let sum =
        |of: &Value| of["bySac"].as_array().unwrap().iter().map(|row| row["taxablePaise"].as_i64().unwrap()).sum();
    let (all, [one, two, three]): (i64, [i64; 3]) = (sum(&report), [north, south, &report["unregistered"]].map(sum));
    assert_eq!(all, one + two + three);

    // The sums follow the GSTIN.
    let own = manager.get("/api/reports/gst?month=2026-11&gstin=04ZZZCX1234L1ZP").await.ok();
    assert_eq!((&own["registrations"], &own["bySac"]), (&json!([north]), &north["bySac"]));
    assert_eq!((&own["documents"]["from"], &own["documents"]["issued"]), (&json!("CHD/26-27/00001"), &json!(1)));
    assert_eq!(own["unregistered"]["documents"], json!([]));
    let nobody = manager.get("/api/reports/gst?month=2026-11&gstin=27AAAPZ9999Z1ZL").await.ok();
    assert_eq!((&nobody["registrations"], &nobody["documents"]["issued"]), (&json!([]), &json!(0)));
    manager.get("/api/reports/gst?gstin=x").await.invalid(&["gstin"]);

    // Stored days say the same.
    salon.set_clock("2026-11-17T12:00:00+05:30");
    let act = Act::of_job("nightly-sales-summary", "run", salon.salon.clock.now());
    assert_eq!(Summaries::of(&salon.salon).keep_day(&act, "2026-11-16".parse().unwrap()).await.unwrap(), 4);
    assert_eq!(salon.manager().await.get("/api/reports/gst?month=2026-11").await.ok(), report);
}

#[tokio::test]
async fn a_day_that_was_stored_without_its_detail_is_added_up_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    paid(&salon, &shop, &asha, &manager, "cash").await;
    salon.set_clock("2026-11-17T12:00:00+05:30");
    let manager = salon.manager().await;
    let before = manager.get("/api/reports/sales").await.ok();
    let (branch, day) = (shop.open.id.clone(), "2026-11-16".parse().unwrap());
    salon.put(&DaySummary { detail: None, ..DaySummary::empty(branch, day, salon.salon.clock.now()) }).await;
    assert_eq!(manager.get("/api/reports/sales").await.ok(), before);
}

#[tokio::test]
async fn utilisation_counts_no_closed_days_and_honours_the_branch() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let rows = async |query: &str| {
        let rows = manager.get(&format!("/api/reports/staff?from=2026-11-17&to=2026-11-18{query}")).await.ok();
        let rows = rows["staff"].as_array().unwrap().clone();
        rows.iter()
            .map(|row| (row["name"].as_str().unwrap().to_owned(), row["minutesRostered"].as_u64().unwrap()))
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    let only = salon.staff("Only", &[&shop.open], &[&shop.cut]).await;
    assert_eq!(rows("").await[&only.display_name], 1320);
    let at = |branch: &parlour_setup::branches::Branch| format!("&branchId={}", branch.id);
    assert_eq!(rows(&at(&shop.open)).await[&only.display_name], 1320);
    assert!(!rows(&at(&shop.staffed)).await.contains_key(&only.display_name));
    let closure = json!({ "branchId": shop.open.id, "date": "2026-11-18", "reason": "Diwali" });
    manager.post("/api/schedule/closures", closure).await.created();
    assert_eq!(rows("").await[&only.display_name], 660);
    // A person who works elsewhere too still can.
    assert_eq!(rows("").await["Meera"], 1320);
    assert_eq!((rows(&at(&shop.open)).await["Meera"], rows(&at(&shop.staffed)).await["Meera"]), (660, 1320));
}
