//! Money after the bill: dues and their payment, refunds of payments and lines, and on which day all of it counts.

use futures::future::join_all;
use parlour_money::invoices::{Invoice, LatePayment, Tip};
use parlour_money::memberships::Membership;
use parlour_money::summaries::{DaySummary, Summaries};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::table::{Partition, keys};
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod::{Card, Cash, Upi};
use parlour_values::payment::{InvoiceType, PaymentMethod};
use parlour_values::time::Minutes;
use serde_json::{Value, json};

const TODAY: &str = "2026-11-16";

/// The invoice of a visit of ₹3,000 that was completed just now, paid like this, and its path.
async fn owed(
    salon: &TestSalon,
    shop: &Shop,
    who: &Client<'_>,
    desk: &Client<'_>,
    paid: &[(PaymentMethod, i64)],
) -> (Invoice, String) {
    owed_with(salon, shop, who, desk, paid, |_| {}).await
}

async fn owed_with(
    salon: &TestSalon,
    shop: &Shop,
    who: &Client<'_>,
    desk: &Client<'_>,
    paid: &[(PaymentMethod, i64)],
    change: impl FnOnce(&mut Invoice),
) -> (Invoice, String) {
    let booking = salon.confirmed(shop, who, &[&shop.cut, &shop.colour]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "cash" })).await.ok();
    let invoice = salon.left_due(&salon.invoice_of(&booking.id).await, paid, change).await;
    let path = format!("/api/billing/invoices/{}", invoice.id);
    (invoice, path)
}

/// The second line as five bottles at ₹500.
fn five_bottles(invoice: &mut Invoice) {
    let line = &mut invoice.lines[1];
    (line.service_id, line.product_id) = (None, Some("shampoo".into()));
    (line.quantity, line.price, line.list) = (5, Paise(50_000), Paise(50_000));
}

fn tip(amount: i64) -> Vec<Tip> {
    vec![Tip { staff_id: "meera".into(), staff_name: "Meera".to_owned(), amount: Paise(amount) }]
}

fn payment(method: &str, amount: i64) -> Value {
    json!({ "payments": [{ "method": method, "amountPaise": amount }] })
}

fn by(cash: i64, upi: i64, card: i64) -> Value {
    json!({ "cash": cash, "upi": upi, "card": card })
}

#[tokio::test]
async fn a_due_is_paid_in_parts_and_never_more_than_it_is() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (invoice, path) = owed(&salon, &shop, &asha, &desk, &[]).await;
    let pay = format!("{path}/payments");
    let detail = desk.get(&path).await.ok()["invoice"].clone();
    assert_eq!((&detail["paymentStatus"], &detail["duePaise"]), (&json!("unpaid"), &json!(300_000)));
    assert_eq!((&detail["paymentMethod"], &detail["paidAt"]), (&Value::Null, &Value::Null));

    desk.post(&pay, json!({})).await.invalid(&["payments"]);
    desk.post(&pay, json!({ "payments": [] })).await.invalid(&["payments"]);
    let wrong = json!({ "payments": [{ "method": "upi", "amountPaise": 0, "tenderedPaise": 10 }] });
    desk.post(&pay, wrong).await.invalid(&["payments.0.amountPaise", "payments.0.tenderedPaise"]);
    desk.post(&pay, payment("cash", 300_001)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    desk.post("/api/billing/invoices/nothing/payments", payment("cash", 1)).await.refused(404, "NOT_FOUND");
    salon.customer("C").await.post(&pay, payment("cash", 1)).await.refused(404, "NOT_FOUND");

    let part = desk.post(&pay, payment("upi", 100_000)).await.created()["invoice"].clone();
    assert_eq!((&part["paymentStatus"], &part["duePaise"]), (&json!("partially_paid"), &json!(200_000)));
    assert_eq!((&part["paymentMethod"], &part["paidAt"]), (&json!("upi"), &Value::Null));
    assert_eq!(salon.profile_of(&asha.id()).await.due, Paise(200_000));
    desk.post(&pay, payment("cash", 200_001)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let rest = json!({ "payments": [
        { "method": "cash", "amountPaise": 150_000, "tenderedPaise": 200_000 },
        { "method": "card", "amountPaise": 50_000, "reference": " 4711 " },
    ] });
    let whole = desk.post(&pay, rest).await.created()["invoice"].clone();
    assert_eq!((&whole["paymentStatus"], &whole["duePaise"]), (&json!("paid"), &json!(0)));
    assert_eq!(whole["paymentMethod"], "cash", "the largest");
    let told: Vec<_> = whole["payments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|payment| {
            json!([
                payment["id"],
                payment["method"],
                payment["amountPaise"],
                payment["changePaise"],
                payment["reference"]
            ])
        })
        .collect();
    assert_eq!(
        told,
        [
            json!(["1", "upi", 100_000, null, null]),
            json!(["2", "cash", 150_000, 50_000, null]),
            json!(["3", "card", 50_000, null, "4711"]),
        ]
    );
    assert_eq!(whole["payments"][1]["by"], json!(desk.id()));
    assert_eq!(salon.profile_of(&asha.id()).await.due, Paise::ZERO);
    desk.post(&pay, payment("cash", 1)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let events = salon.events().await;
    let paid = events.iter().filter(|event| event.what == EventType::InvoicePaid);
    assert_eq!(paid.filter(|event| event.entity_id == invoice.id.as_str()).count(), 2);
}

#[tokio::test]
async fn dues_are_listed_with_the_oldest_first_until_they_are_paid() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi, desk) = (salon.customer("Asha").await, salon.customer("Ravi").await, salon.reception().await);
    let (first, path) = owed(&salon, &shop, &asha, &desk, &[(Cash, 100_000)]).await;
    salon.set_clock("2026-11-16T12:00:00+05:30");
    let (second, _) = owed(&salon, &shop, &ravi, &desk, &[]).await;
    let elsewhere = Invoice { id: "other".into(), branch_id: shop.staffed.id.clone(), ..second.clone() };
    salon.put(&elsewhere).await;
    let reply = desk.get("/api/billing/dues").await;
    assert_eq!(
        reply.ok()["dues"][0],
        json!({ "invoiceId": first.id, "invoiceNumber": first.number, "customerId": asha.id(), "customerName": "Asha",
                "duePaise": 200_000, "since": first.issued_at })
    );
    assert_eq!(reply.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 3 }));
    let total = async |query: &str| {
        let data = desk.get(&format!("/api/billing/dues?{query}")).await.ok();
        data["totalPaise"].as_i64().unwrap()
    };
    assert_eq!(
        (total("").await, total("pageSize=1").await, total("pageSize=1&page=2").await),
        (800_000, 800_000, 800_000)
    );
    assert_eq!(total(&format!("branchId={}&pageSize=1", shop.open.id)).await, 500_000);
    let listed = async |query: String| {
        let data = desk.get(&format!("/api/billing/dues{query}")).await.ok();
        data["dues"].as_array().unwrap().iter().map(|due| due["invoiceId"].clone()).collect::<Vec<_>>()
    };
    let here = format!("?branchId={}", shop.open.id);
    assert_eq!(listed(here.clone()).await, [json!(first.id), json!(second.id)]);
    assert_eq!(listed(format!("?branchId={}", shop.staffed.id)).await, [json!("other")]);
    assert_eq!(listed("?pageSize=1&page=2".to_owned()).await.len(), 1);
    desk.post(&format!("{path}/payments"), payment("card", 200_000)).await.created();
    assert_eq!(listed(here).await, [json!(second.id)]);
    asha.get("/api/billing/dues").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn two_desks_that_take_the_same_due_at_once_take_it_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    for _ in 0..parlour_tests::counts::rounds() {
        let (invoice, path) = owed(&salon, &shop, &asha, &desk, &[(Upi, 100_000)]).await;
        let pay = format!("{path}/payments");
        let replies = join_all((0..8).map(|_| desk.post(&pay, payment("cash", 200_000)))).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
        for refused in replies.iter().filter(|reply| reply.status != 201) {
            refused.refused(422, "BUSINESS_RULE_VIOLATION");
        }
        let kept = salon.stored::<Invoice>(&keys::invoice(&invoice.id)).await.unwrap();
        assert_eq!((kept.due, kept.received(), kept.payments.len()), (Paise::ZERO, Paise(300_000), 2));
        assert_eq!(salon.profile_of(&asha.id()).await.due, Paise::ZERO);
    }
}

#[tokio::test]
async fn a_payment_and_a_credit_note_at_once_leave_no_paisa_over() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    for _ in 0..parlour_tests::counts::rounds() {
        let (invoice, path) = owed(&salon, &shop, &asha, &desk, &[(Upi, 100_000)]).await;
        let (pay, notes) = (format!("{path}/payments"), format!("{path}/credit-notes"));
        let note = json!({ "amountPaise": 250_000, "reason": "late", "refundMethod": "card" });
        let (paid, credited) = tokio::join!(desk.post(&pay, payment("cash", 200_000)), manager.post(&notes, note));
        credited.created();
        assert!([201, 422].contains(&paid.status.as_u16()), "{}", paid.status);
        let kept = salon.stored::<Invoice>(&keys::invoice(&invoice.id)).await.unwrap();
        let in_hand: Paise = kept.payments.iter().map(|payment| payment.refundable()).sum();
        assert_eq!((kept.due, in_hand), (Paise::ZERO, Paise(50_000)));
        assert_eq!(salon.profile_of(&asha.id()).await.due, Paise::ZERO);
    }
}

#[tokio::test]
async fn a_due_that_is_paid_later_counts_on_the_day_it_is_paid() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let tipped = |invoice: &mut Invoice| invoice.tips = tip(3_000);
    let (_, path) = owed_with(&salon, &shop, &asha, &desk, &[(Cash, 100_000), (Upi, 50_000)], tipped).await;
    let pay = format!("{path}/payments");
    // On the same day it is the day's own.
    salon.set_clock("2026-11-16T15:00:00+05:30");
    desk.post(&pay, payment("card", 3_000)).await.created();
    let day = async |desk: &Client<'_>, date: &str| desk.get(&format!("/api/billing/day?date={date}")).await.ok();
    let first = day(&desk, TODAY).await;
    assert_eq!((&first["totalPaise"], &first["receivedByMethod"]), (&json!(300_000), &by(100_000, 50_000, 3_000)));
    assert_eq!(first["tipsByMethod"], by(2_000, 1_000, 0));
    assert_eq!(first["outsideDrawerPaise"], 100_000, "there are no drawers");

    salon.set_clock("2026-11-18T10:00:00+05:30");
    let desk = salon.reception().await;
    desk.post(&pay, payment("cash", 150_000)).await.created();
    let act = Act::of_job("nightly-sales-summary", "run", salon.salon.clock.now());
    Summaries::of(&salon.salon).keep_day(&act, TODAY.parse().unwrap()).await.unwrap();
    let again = day(&desk, TODAY).await;
    assert_eq!(again, first, "what comes later changes no day that is over");
    let later = day(&desk, "2026-11-18").await;
    assert_eq!((&later["totalPaise"], &later["count"]), (&json!(0), &json!(0)));
    assert_eq!((&later["receivedByMethod"], &later["byPaymentMethod"]), (&by(150_000, 0, 0), &by(0, 0, 0)));
    assert_eq!((&later["tipsByMethod"], &later["outsideDrawerPaise"]), (&by(0, 0, 0), &json!(150_000)));
    let month = keys::late_payments_of_month(&shop.open.id, salon.salon.clock.today().calendar_month());
    let late = salon.salon.table.query::<LatePayment>(Partition::g1(month)).await.unwrap();
    assert_eq!(late.len(), 1, "what was paid on the invoice's own day needs no row");

    // A day that was stored before money was kept is added up again.
    let key = keys::summary(&shop.open.id, TODAY.parse().unwrap());
    let mut stored = salon.stored::<DaySummary>(&key).await.unwrap().record;
    assert!(stored.detail.as_ref().unwrap().money.is_some());
    stored.detail.as_mut().unwrap().money = None;
    salon.put(&stored).await;
    assert_eq!(day(&desk, TODAY).await, first);
}

#[tokio::test]
async fn what_is_sold_and_left_due_is_no_method_s_and_the_report_still_sums_up() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    owed(&salon, &shop, &asha, &manager, &[(Cash, 100_000), (Upi, 50_000)]).await;
    let (_, second) =
        owed_with(&salon, &shop, &asha, &manager, &[(Card, 310_000)], |invoice| invoice.tips = tip(10_000)).await;
    let day = manager.get("/api/billing/day").await.ok();
    assert_eq!(day["byPaymentMethod"], by(100_000, 50_000, 300_000), "without tips");
    assert_eq!(day["receivedByMethod"], by(100_000, 50_000, 310_000));
    assert_eq!((&day["totalPaise"], &day["tipsByMethod"]), (&json!(600_000), &by(0, 0, 10_000)));
    let report = manager.get("/api/reports/sales?groupBy=paymentMethod").await.ok();
    let rows: Vec<_> =
        report["rows"].as_array().unwrap().iter().map(|row| (row["key"].clone(), row["totalPaise"].clone())).collect();
    assert_eq!(
        rows,
        [("card", 300_000), ("due", 150_000), ("cash", 100_000), ("upi", 50_000)]
            .map(|(key, sum)| (json!(key), json!(sum)))
    );
    for sum in ["count", "totalPaise", "taxablePaise", "cgstPaise", "sgstPaise"] {
        let all: i64 = report["rows"].as_array().unwrap().iter().map(|row| row[sum].as_i64().unwrap()).sum();
        assert_eq!(report["totals"][sum], all, "{sum}");
    }
    let found = async |method: &str| {
        let list = manager.get(&format!("/api/billing/invoices?paymentMethod={method}")).await.ok();
        (list["totals"]["count"].clone(), list["totals"]["byPaymentMethod"].clone())
    };
    assert_eq!(found("upi").await, (json!(1), by(100_000, 50_000, 0)), "any payment counts");
    assert_eq!(found("card").await, (json!(1), by(0, 0, 300_000)));

    // Money that goes back counts on its own day, and a void on the day of its invoice.
    manager.post(&format!("{second}/void"), json!({ "reason": "Twice" })).await.ok();
    let day = manager.get("/api/billing/day").await.ok();
    assert_eq!((&day["receivedByMethod"], &day["tipsByMethod"]), (&by(100_000, 50_000, 0), &by(0, 0, 0)));
    assert_eq!((&day["totalPaise"], &day["voidCount"]), (&json!(300_000), &json!(1)));
}

#[tokio::test]
async fn a_credit_note_lowers_the_due_first_and_gives_back_only_the_rest() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let (_, path) = owed(&salon, &shop, &asha, &desk, &[(Cash, 120_000), (Upi, 80_000)]).await;
    let notes = format!("{path}/credit-notes");
    let note = |amount: i64, refunds: Value| json!({ "amountPaise": amount, "reason": "late", "refunds": refunds });
    let one = |id: &str, amount: i64| json!({ "paymentId": id, "amountPaise": amount });

    let both = json!({ "amountPaise": 1, "reason": "late", "refundMethod": "cash", "refunds": [] });
    manager.post(&notes, both).await.invalid(&["refunds"]);
    manager.post(&notes, json!({ "amountPaise": 1, "reason": "late" })).await.invalid(&["refundMethod"]);
    manager.post(&notes, note(150_000, json!([one("1", 50_001)]))).await.invalid(&["refunds"]);
    manager.post(&notes, note(150_000, json!([]))).await.invalid(&["refunds"]);
    manager.post(&notes, note(150_000, json!([one("9", 50_000)]))).await.invalid(&["refunds.0.paymentId"]);
    manager
        .post(&notes, note(300_000, json!([one("1", 120_001), one("2", 79_999)])))
        .await
        .refused(422, "BUSINESS_RULE_VIOLATION");
    manager.post(&notes, note(300_001, json!([]))).await.refused(422, "BUSINESS_RULE_VIOLATION");

    let first = manager.post(&notes, note(60_000, json!([]))).await.created();
    let told = &first["creditNote"];
    assert_eq!(
        (&told["dueFellPaise"], &told["refunds"], &told["refundMethod"]),
        (&json!(60_000), &json!([]), &Value::Null)
    );
    assert_eq!(
        (&first["invoice"]["duePaise"], &first["invoice"]["paymentStatus"]),
        (&json!(40_000), &json!("partially_paid"))
    );
    let profile = salon.profile_of(&asha.id()).await;
    assert_eq!((profile.due, profile.total_spent), (Paise(40_000), Paise(240_000)));
    manager.post(&format!("{path}/void"), json!({ "reason": "x" })).await.refused(409, "CONFLICT");

    let refunds = json!([{ "paymentId": "2", "amountPaise": 30_000, "method": "cash" }, one("1", 30_000)]);
    let second = manager.post(&notes, note(100_000, refunds)).await.created();
    let told = &second["creditNote"];
    assert_eq!((&told["dueFellPaise"], &told["refundMethod"]), (&json!(40_000), &json!("cash")));
    assert_eq!(
        told["refunds"],
        json!([{ "paymentId": "2", "method": "cash", "amountPaise": 30_000 }, { "paymentId": "1", "method": "cash", "amountPaise": 30_000 }])
    );
    assert_eq!(
        (&second["invoice"]["duePaise"], &second["invoice"]["paymentStatus"]),
        (&json!(0), &json!("partially_refunded"))
    );
    let refunded: Vec<_> =
        second["invoice"]["payments"].as_array().unwrap().iter().map(|one| one["refundedPaise"].clone()).collect();
    assert_eq!(refunded, [json!(30_000), json!(30_000)]);
    manager
        .post(&notes, note(51_000, json!([one("2", 50_001), one("1", 999)])))
        .await
        .refused(422, "BUSINESS_RULE_VIOLATION");

    let last = json!({ "amountPaise": 140_000, "reason": "all of it", "refundMethod": "upi" });
    let last = manager.post(&notes, last).await.created();
    assert_eq!(
        last["creditNote"]["refunds"],
        json!([{ "paymentId": "1", "method": "upi", "amountPaise": 90_000 }, { "paymentId": "2", "method": "upi", "amountPaise": 50_000 }])
    );
    assert_eq!(last["invoice"]["paymentStatus"], "refunded");
    let day = desk.get("/api/billing/day").await.ok();
    assert_eq!((&day["receivedByMethod"], &day["totalPaise"]), (&by(60_000, -60_000, 0), &json!(0)));
    assert_eq!((&day["gstPaise"], &day["refundedPaise"]), (&json!(0), &json!(300_000)));
    assert_eq!(salon.profile_of(&asha.id()).await.total_spent, Paise::ZERO);
    desk.post(&format!("{path}/payments"), payment("cash", 1)).await.refused(422, "BUSINESS_RULE_VIOLATION");
}

#[tokio::test]
async fn a_tip_that_nobody_paid_falls_with_the_note_that_leaves_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let tips = json!([{ "staffId": shop.meera.id, "amountPaise": 10_000 }]);
    let owed = json!({ "leaveDue": true, "tips": tips });
    manager.post(&format!("/api/bookings/{}/complete", booking.id), owed).await.ok();
    let invoice = salon.invoice_of(&booking.id).await;
    assert_eq!((invoice.due, salon.profile_of(&asha.id()).await.due), (Paise(60_000), Paise(60_000)));
    let path = format!("/api/billing/invoices/{}", invoice.id);
    let pay = format!("/api/pay/{}?month=2026-11", shop.meera.id);
    let note = |amount: i64| json!({ "amountPaise": amount, "reason": "unhappy", "refundMethod": "cash" });
    manager.post(&format!("{path}/credit-notes"), note(20_000)).await.created();
    assert_eq!(manager.get(&pay).await.ok()["tipsPaise"], 10_000, "while something of the bill is left");
    manager.post(&format!("{path}/credit-notes"), note(30_000)).await.created();
    let told = manager.get(&path).await.ok()["invoice"].clone();
    assert_eq!(
        (&told["paymentStatus"], &told["duePaise"], &told["tipPaise"]),
        (&json!("refunded"), &json!(0), &json!(0))
    );
    let earned = manager.get(&pay).await.ok();
    assert_eq!((&earned["tipsPaise"], &earned["totalPaise"]), (&json!(0), &json!(0)));
    assert_eq!(salon.profile_of(&asha.id()).await.due, Paise::ZERO);
    assert_eq!(manager.get("/api/billing/dues").await.ok()["totalPaise"], 0);
}

#[tokio::test]
async fn a_credit_note_names_lines_and_what_goes_back_on_the_shelf() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let (_, path) = owed_with(&salon, &shop, &asha, &desk, &[(Cash, 300_000)], five_bottles).await;
    let notes = format!("{path}/credit-notes");
    let note = |amount: i64, more: Value| {
        let mut body = json!({ "amountPaise": amount, "reason": "late", "refundMethod": "cash" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let line = |id: &str, amount: i64| json!({ "lines": [{ "lineId": id, "amountPaise": amount }] });
    let shelf = |id: &str, pieces: i64| json!({ "restock": [{ "lineId": id, "quantity": pieces }] });
    manager.post(&notes, note(1_000, line("2", 999))).await.invalid(&["lines"]);
    manager.post(&notes, note(1_000, line("9", 1_000))).await.invalid(&["lines.0.lineId"]);
    manager.post(&notes, note(50_001, line("1", 50_001))).await.refused(422, "BUSINESS_RULE_VIOLATION");
    manager.post(&notes, note(1_000, shelf("9", 1))).await.invalid(&["restock.0.lineId"]);
    manager.post(&notes, note(1_000, shelf("1", 1))).await.refused(422, "BUSINESS_RULE_VIOLATION");
    manager.post(&notes, note(1_000, shelf("2", 6))).await.refused(422, "BUSINESS_RULE_VIOLATION");
    manager.post(&notes, note(1_000, shelf("2", 0))).await.invalid(&["restock.0.quantity"]);

    let mut two = line("2", 100_000);
    two["restock"] = shelf("2", 2)["restock"].clone();
    let told = manager.post(&notes, note(100_000, two)).await.created();
    assert_eq!(told["creditNote"]["restocked"], json!([{ "lineId": "2", "productId": "shampoo", "quantity": 2 }]));
    let lines = told["invoice"]["lines"].clone();
    assert_eq!((&lines[0]["creditedPaise"], &lines[1]["creditedPaise"]), (&json!(0), &json!(100_000)));
    assert_eq!((&lines[1]["restocked"], &lines[1]["kind"]), (&json!(2), &json!("product")));
    manager.post(&notes, note(1_000, shelf("2", 4))).await.refused(422, "BUSINESS_RULE_VIOLATION");
    manager.post(&notes, note(150_001, line("2", 150_001))).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let rest =
        json!({ "lines": [{ "lineId": "2", "amountPaise": 150_000 }, { "lineId": "1", "amountPaise": 50_000 }] });
    let told = manager.post(&notes, note(200_000, rest)).await.created();
    assert_eq!(told["invoice"]["paymentStatus"], "refunded");
    let gst: i64 = desk.get(&path).await.ok()["invoice"]["creditNotes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note["gstAmountPaise"].as_i64().unwrap())
        .sum();
    assert_eq!(told["invoice"]["gstAmountPaise"], gst);
}

#[tokio::test]
async fn what_is_due_goes_with_a_void_and_so_do_minutes_of_the_membership() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let void = json!({ "reason": "Wrong customer" });
    let (_, path) = owed(&salon, &shop, &asha, &desk, &[(Cash, 100_000)]).await;
    let told = manager.post(&format!("{path}/void"), void.clone()).await.ok()["invoice"].clone();
    assert_eq!((&told["paymentStatus"], &told["duePaise"]), (&json!("void"), &json!(0)));
    let profile = salon.profile_of(&asha.id()).await;
    assert_eq!((profile.due, profile.total_spent, profile.total_visits), (Paise::ZERO, Paise::ZERO, 0));
    assert_eq!(desk.get("/api/billing/dues").await.ok()["dues"], json!([]));
    assert_eq!(desk.get("/api/billing/day").await.ok()["receivedByMethod"], by(0, 0, 0));
    desk.post(&format!("{path}/payments"), payment("cash", 1)).await.refused(409, "CONFLICT");

    let tier = salon.tier("Gold").await;
    let sale = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": TODAY, "validityDays": 30, "paymentMethod": "card" });
    let sold = manager.post("/api/memberships", sale).await.created()["membership"].clone();
    let membership =
        salon.stored::<Membership>(&keys::membership(&sold["id"].as_str().unwrap().into())).await.unwrap().record;
    salon.put(&Membership { used_hours: Minutes(90), ..membership.clone() }).await;
    let covered = |invoice: &mut Invoice| {
        invoice.membership_id = Some(membership.id.clone());
        invoice.lines[0].covered = Some(Minutes(60));
    };
    let (_, path) = owed_with(&salon, &shop, &asha, &desk, &[], covered).await;
    manager.post(&format!("{path}/void"), void.clone()).await.ok();
    let kept = salon.stored::<Membership>(&keys::membership(&membership.id)).await.unwrap();
    assert_eq!(kept.used_hours, Minutes(30));

    // A sale of products to somebody unknown.
    let sold = |invoice: &mut Invoice| {
        five_bottles(invoice);
        (invoice.invoice_type, invoice.booking_id, invoice.customer_id) = (InvoiceType::Sale, None, None);
    };
    let (_, path) = owed_with(&salon, &shop, &asha, &desk, &[(Upi, 300_000)], sold).await;
    manager.post(&format!("{path}/void"), void).await.ok();
    assert_eq!(desk.get("/api/billing/day").await.ok()["receivedByMethod"], by(0, 0, 2_000_000));
}
