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
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
async fn a_report_opens_in_a_spreadsheet() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
    for report in ["gst", "bookings", "staff", "customers", "memberships", "gems", "leads"] {
        let reply = manager.get(&format!("/api/reports/{report}?format=csv")).await;
        assert!(reply.header("content-type").unwrap().starts_with("text/csv"), "{report}");
        manager.get(&format!("/api/reports/{report}")).await.ok();
    }
}

#[tokio::test]
async fn a_months_gst_is_its_invoices_less_its_credit_notes_to_the_paisa_stored_or_not() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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

    // What is stored is what is read: a past day is not added up again.
    let key = keys::summary(&shop.open.id, "2026-11-10".parse().unwrap());
    let stored = salon.stored::<DaySummary>(&key).await.unwrap().record;
    salon.put(&DaySummary::empty(stored.branch_id.clone(), stored.date, stored.computed_at)).await;
    assert_ne!(gst().await, report);
}

#[tokio::test]
async fn bookings_people_and_what_is_owed_are_counted() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
    // Who is off, on leave or not here yet is not on the roster; who has left without a trace is not listed.
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
