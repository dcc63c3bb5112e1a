//! Bills to the rupee: tax and gems of what was before, spend and refunds of what was paid.

use parlour_booking::bookings::Booking;
use parlour_money::invoices::Invoice;
use parlour_setup::catalogue::Service;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::money::Paise;
use serde_json::{Value, json};

async fn rounding() -> (TestSalon, Shop) {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    let settings = format!("/api/branches/{}/settings", shop.open.id);
    assert_eq!(owner.get(&settings).await.ok()["settings"]["roundToRupee"], false);
    let changed = owner.patch(&settings, json!({ "roundToRupee": true })).await.ok();
    assert_eq!(changed["settings"]["roundToRupee"], true);
    owner.patch(&settings, json!({ "roundToRupee": "yes" })).await.invalid(&["roundToRupee"]);
    (salon, shop)
}

/// Completes a cut at this price; its invoice as the desk sees it.
async fn billed(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, desk: &Client<'_>, price: i64) -> Value {
    let cut = Service { price: Paise(price), ..shop.cut.clone() };
    let booking = salon.confirmed(shop, asha, &[&cut]).await;
    let path = format!("/api/bookings/{}/complete", booking.id);
    desk.post(&path, json!({ "paymentMethod": "cash" })).await.ok();
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap();
    let path = format!("/api/billing/invoices/{}", kept.invoice_id.as_ref().unwrap());
    desk.get(&path).await.ok()["invoice"].clone()
}

#[tokio::test]
async fn a_total_is_rounded_half_up_and_tax_is_of_the_amount_before() {
    let (salon, shop) = rounding().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.manager().await);
    let mut spent = 0;
    for (price, total, off) in [(50_049, 50_000, -49), (50_050, 50_100, 50), (50_000, 50_000, 0), (19_950, 20_000, 50)]
    {
        let invoice = billed(&salon, &shop, &asha, &desk, price).await;
        assert_eq!((&invoice["totalAmountPaise"], &invoice["roundOffPaise"]), (&json!(total), &json!(off)), "{price}");
        let of = |field: &str| invoice[field].as_i64().unwrap();
        assert_eq!(of("taxableValuePaise") + of("cgstPaise") + of("sgstPaise"), price);
        assert_eq!(of("gemsEarned"), price / 10_000, "of what was before");
        let kept = salon.stored::<Invoice>(&keys::invoice(&invoice["id"].as_str().unwrap().into())).await.unwrap();
        assert_eq!(kept.document().check(), Ok(()));
        spent += total;
    }
    let customer = desk.get(&format!("/api/customers/{}", asha.id())).await.ok()["customer"].clone();
    assert_eq!(customer["totalSpentPaise"], spent);
    let report = desk.get("/api/reports/sales").await.ok();
    assert_eq!(report["totals"]["totalPaise"], spent);
    assert_eq!(desk.get("/api/billing/day").await.ok()["byPaymentMethod"]["cash"], spent);
    for group in ["service", "staff"] {
        let report = desk.get(&format!("/api/reports/sales?groupBy={group}")).await.ok();
        let rows = report["rows"].as_array().unwrap();
        assert_eq!(rows.iter().map(|row| row["totalPaise"].as_i64().unwrap()).sum::<i64>(), spent, "{group}");
        let rounding = rows.iter().find(|row| row["key"] == "roundOff").unwrap();
        assert_eq!((&rounding["name"], &rounding["totalPaise"]), (&json!("Round off"), &json!(51)));
    }
    // Another branch does not round.
    let booking =
        salon.confirmed_at(&shop, &shop.staffed, &asha, &[&Service { price: Paise(50_049), ..shop.cut.clone() }]).await;
    let done =
        desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    assert_eq!(done["invoice"]["totalPaise"], 50_049);
}

#[tokio::test]
async fn a_membership_is_rounded_too_and_a_dry_run_shows_it() {
    let (salon, shop) = rounding().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.manager().await);
    let tier = salon.tier("Gold").await;
    let body = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 99_960,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    let sold = desk.post("/api/memberships", body).await.created();
    assert_eq!(
        (&sold["invoice"]["totalAmountPaise"], &sold["invoice"]["roundOffPaise"]),
        (&json!(100_000), &json!(40))
    );
    let cut = Service { price: Paise(50_049), ..shop.cut.clone() };
    let booking = salon.confirmed(&shop, &asha, &[&cut]).await;
    let path = format!("/api/bookings/{}/complete?dryRun=true", booking.id);
    let invoice = desk.post(&path, json!({ "paymentMethod": "cash" })).await.ok()["invoice"].clone();
    assert_eq!((&invoice["totalPaise"], &invoice["roundOffPaise"]), (&json!(50_000), &json!(-49)));
}

#[tokio::test]
async fn a_membership_ends_once_its_price_is_given_back_whatever_rounding_added() {
    let (salon, _) = rounding().await;
    let desk = salon.manager().await;
    let tier = salon.tier("Gold").await;
    for (price, total, notes) in [(99_950, 100_000, vec![99_949, 1]), (99_949, 99_900, vec![99_899, 1])] {
        let customer = salon.customer(&format!("Asha {price}")).await;
        let body = json!({ "customerId": customer.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": price,
            "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
        let sold = desk.post("/api/memberships", body).await.created();
        assert_eq!(sold["invoice"]["totalAmountPaise"], total);
        let path = format!("/api/billing/invoices/{}/credit-notes", sold["invoice"]["id"].as_str().unwrap());
        let membership = format!("/api/memberships/{}", sold["membership"]["id"].as_str().unwrap());
        for (amount, status) in notes.into_iter().zip(["active", "cancelled"]) {
            let note = json!({ "amountPaise": amount, "reason": "x", "refundMethod": "card" });
            desk.post(&path, note).await.created();
            assert_eq!(desk.get(&membership).await.ok()["status"], status, "{price} {amount}");
        }
    }
}

#[tokio::test]
async fn credit_notes_give_back_what_was_paid_and_add_up() {
    let (salon, shop) = rounding().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.manager().await);
    for (price, cuts) in
        [(50_049, vec![1, 20_000, 29_999]), (50_050, vec![50_060, 40]), (50_050, vec![50_100]), (50_049, vec![50_000])]
    {
        let invoice = billed(&salon, &shop, &asha, &desk, price).await;
        let path = format!("/api/billing/invoices/{}/credit-notes", invoice["id"].as_str().unwrap());
        let note = |amount: i64| json!({ "amountPaise": amount, "reason": "x", "refundMethod": "cash" });
        let total = invoice["totalAmountPaise"].as_i64().unwrap();
        desk.post(&path, note(total + 1)).await.refused(422, "BUSINESS_RULE_VIOLATION");
        let mut given = [0; 5];
        for amount in cuts {
            let answer = desk.post(&path, note(amount)).await.created();
            let written = &answer["creditNote"];
            let parts = ["amountPaise", "taxableValuePaise", "cgstPaise", "sgstPaise", "roundOffPaise"]
                .map(|field| written[field].as_i64().unwrap());
            assert_eq!(parts[0], parts[1] + parts[2] + parts[3] + parts[4], "{written}");
            for (sum, part) in given.iter_mut().zip(parts) {
                *sum += part;
            }
        }
        let whole = ["totalAmountPaise", "taxableValuePaise", "cgstPaise", "sgstPaise", "roundOffPaise"]
            .map(|field| invoice[field].as_i64().unwrap());
        assert_eq!(given, whole, "{price}");
        let now = desk.get(&format!("/api/billing/invoices/{}", invoice["id"].as_str().unwrap())).await.ok();
        assert_eq!(now["invoice"]["paymentStatus"], "refunded");
        desk.post(&path, note(1)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    let report = desk.get("/api/reports/gst").await.ok();
    assert_eq!((&report["bySac"], &report["totals"]["totalPaise"]), (&json!([]), &json!(0)));
    let sales = desk.get("/api/reports/sales?groupBy=service").await.ok();
    for sum in ["totalPaise", "refundedPaise"] {
        let rows: i64 = sales["rows"].as_array().unwrap().iter().map(|row| row[sum].as_i64().unwrap()).sum();
        assert_eq!(sales["totals"][sum], rows, "{sum}");
    }
    let customer = desk.get(&format!("/api/customers/{}", asha.id())).await.ok()["customer"].clone();
    assert_eq!(customer["totalSpentPaise"], 0);
    // Every note can be printed.
    salon.deliver().await;
}
