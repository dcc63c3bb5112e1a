//! A chain is asked about some branches and people at a time, and a page of a list reads that page.

use std::path::PathBuf;

use chrono::TimeDelta;
use parlour_booking::resources::Resource;
use parlour_money::invoices::Invoice;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::Branch;
use parlour_storage::at_once;
use parlour_storage::table::Bulk;
use parlour_tests::{Shop, TestSalon};
use serde_json::{Value, json};

use crate::floors::sources;
use crate::generated::root;

/// More than may be asked about at the same time.
const MANY: usize = at_once::CALLS * 4;

/// The calls that a request may have under way: those of a fan-out, of which each may make two (a month that is not over
/// is added up from its invoices and its credit notes), and those of another beside it.
const MOST_AT_ONCE: usize = at_once::CALLS * 3;

/// Many branches, each with a person and a room.
async fn chain(salon: &TestSalon) -> Shop {
    let shop = salon.shop().await;
    let room = salon.room(&shop.open, "Room", "room").await;
    let mut rows = Bulk::new();
    for number in 0..MANY {
        let branch = Branch {
            id: format!("branch-{number:03}").into(),
            code: format!("B{number:03}"),
            is_primary: false,
            ..shop.open.clone()
        };
        rows.put(&StaffMember {
            id: format!("person-{number:03}").into(),
            email: format!("person{number}@example.test"),
            branch_ids: vec![branch.id.clone()],
            ..shop.meera.clone()
        });
        rows.put(&Resource { id: format!("room-{number:03}").into(), branch_id: branch.id.clone(), ..room.clone() });
        rows.put(&branch);
    }
    rows.write(&salon.salon.table).await.unwrap();
    shop
}

#[tokio::test]
async fn a_chain_is_asked_about_some_branches_and_people_at_a_time() {
    let salon = TestSalon::open().await;
    chain(&salon).await;
    let owner = salon.owner().await;
    let months = "from=2026-09-01&to=2026-11-30";
    for (path, least) in [
        (format!("/api/reports/staff?{months}"), MANY * 3),
        (format!("/api/reports/sales?groupBy=day&{months}"), MANY * 3),
        (format!("/api/reports/products?{months}"), MANY),
        (format!("/api/reports/bookings?{months}"), MANY * 3),
        ("/api/reports/gst?month=2026-11".to_owned(), MANY),
        ("/api/schedule/blocks?from=2026-11-01&to=2026-11-30".to_owned(), MANY * 2),
        ("/api/schedule/closures".to_owned(), MANY),
        ("/api/resources".to_owned(), MANY),
        (format!("/api/billing/invoices?{months}"), MANY * 3),
        ("/api/billing/dues".to_owned(), MANY),
        ("/api/products".to_owned(), 1),
        ("/api/schedule/leave".to_owned(), 1),
        ("/api/users".to_owned(), 1),
    ] {
        // Nothing is remembered from the request before.
        let cold = salon.another_instance();
        salon.wire.reset();
        cold.client(&owner).get(&path).await.ok();
        let (calls, most) = (salon.wire.cost().calls.len(), salon.wire.most_at_once());
        assert!(calls >= least, "{path}: {calls} calls do not ask about everybody");
        assert!(most <= MOST_AT_ONCE, "{path}: {most} of {calls} calls at the same time");
    }
}

/// Every list is asked about by the helpers that have a bound.
#[test]
fn nothing_is_asked_about_a_whole_list_at_once() {
    let mut files: Vec<PathBuf> = Vec::new();
    sources(&root().join("shared"), &mut files);
    sources(&root().join("functions"), &mut files);
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        if code.contains("join_all(") || code.contains("JoinSet") {
            found.push(file);
        }
    }
    assert!(found.is_empty(), "ask by parlour_storage::at_once: {found:#?}");
}

/// Invoices of this many minutes, copied from one that was made.
async fn invoices(salon: &TestSalon, count: usize) -> Invoice {
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    let invoice = salon.invoice_of(&booking.id).await;
    let mut rows = Bulk::new();
    for number in 1..count {
        // Some of the month before, and of the other branch.
        let minutes = TimeDelta::minutes(i64::try_from(number).unwrap() * 97);
        let branch = if number % 3 == 0 { &shop.staffed } else { &shop.open };
        rows.put(&Invoice {
            id: format!("invoice-{number:04}").into(),
            booking_id: None,
            branch_id: branch.id.clone(),
            issued_at: invoice.issued_at.minus(minutes),
            ..invoice.clone()
        });
    }
    rows.write(&salon.salon.table).await.unwrap();
    invoice
}

fn ids(list: &Value) -> Vec<String> {
    list["invoices"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_page_of_invoices_behind_a_cursor_reads_that_page() {
    const COUNT: usize = 600;
    let salon = TestSalon::open().await;
    let invoice = invoices(&salon, COUNT).await;
    let manager = salon.manager().await;
    let all = "/api/billing/invoices?from=2026-09-01&to=2026-11-30&pageSize=50";
    salon.wire.reset();
    let first = manager.get(all).await;
    let whole = salon.wire.cost().read_units;
    assert_eq!(first.meta(), json!({ "page": 1, "totalPages": 12, "totalCount": COUNT }));
    let totals = first.ok()["totals"].clone();
    assert_eq!(totals["totalPaise"], json!(invoice.total.0 * i64::try_from(COUNT).unwrap()));

    let mut by_cursor = ids(&first.ok());
    let mut next = first.ok()["nextCursor"].clone();
    while let Some(cursor) = next.as_str() {
        salon.wire.reset();
        let page = manager.get(&format!("{all}&cursor={cursor}")).await.ok();
        let cost = salon.wire.cost();
        assert!(cost.read_units < whole / 3.0, "{} of {whole}", cost.read_units);
        assert!(ids(&page).len() <= 50 && page["totals"].is_null());
        by_cursor.extend(ids(&page));
        next = page["nextCursor"].clone();
    }
    let mut by_page = Vec::new();
    for number in 1..=13 {
        let page = manager.get(&format!("{all}&page={number}")).await.ok();
        assert_eq!(page["totals"], totals, "page {number}");
        assert_eq!(page["nextCursor"].is_null(), number >= 12, "page {number}");
        by_page.extend(ids(&page));
    }
    assert_eq!((by_page.len(), &by_page), (COUNT, &by_cursor));

    // Filters hold behind a cursor too, and one of another list is none of this one.
    let path = format!("{all}&branchId={}", invoice.branch_id);
    let of_branch = manager.get(&path).await.ok();
    let cursor = of_branch["nextCursor"].as_str().unwrap().to_owned();
    let page = manager.get(&format!("{path}&cursor={cursor}")).await.ok();
    assert!(page["invoices"].as_array().unwrap().iter().all(|row| row["branchId"] == json!(invoice.branch_id)));
    assert_eq!(ids(&page), ids(&manager.get(&format!("{path}&page=2")).await.ok()));
    let of_asha = format!("{all}&customerId={}", invoice.customer_id.as_ref().unwrap());
    let cursor = manager.get(&of_asha).await.ok()["nextCursor"].as_str().unwrap().to_owned();
    assert_eq!(ids(&manager.get(&format!("{of_asha}&cursor={cursor}")).await.ok()), by_page[50..100]);
    manager.get(&format!("{all}&cursor=x")).await.invalid(&["cursor"]);
    let others = manager.get("/api/bookings?limit=1").await.meta()["nextCursor"].as_str().map(str::to_owned);
    if let Some(others) = others {
        manager.get(&format!("{all}&cursor={others}")).await.invalid(&["cursor"]);
    }
}
