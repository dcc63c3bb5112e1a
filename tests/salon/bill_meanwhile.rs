//! The bill of a visit while other things happen: another desk, another person for the visit, a membership that ends.

use futures::future::join;
use parlour_booking::bookings::Booking;
use parlour_money::checkout::Bill;
use parlour_money::offers::rules::OfferType;
use parlour_money::products::Product;
use parlour_people::staff::StaffMember;
use parlour_senders::Channel;
use parlour_storage::events::EventType;
use parlour_storage::table::keys;
use parlour_tests::{Client, TestSalon};
use parlour_values::money::Paise;
use serde_json::{Value, json};

use crate::bill::{Scene, bill, bill_path, complete, invoice_of, line_ids, path, put, scene, shampoo};

#[tokio::test]
async fn a_first_edit_and_a_payment_at_once_are_never_both_taken() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let product = shampoo(&salon).await;
    for round in 0..20 {
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        let before = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().version;
        let lines = json!([{ "id": booking.services[0].id }, { "productId": product.id }]);
        let edit = async {
            let path = bill_path(&booking);
            desk.put(&path, json!({ "version": 0, "lines": lines })).await
        };
        let pay = async {
            let body = json!({ "paymentMethod": "cash", "billVersion": 0 });
            complete(&desk, &booking, body).await
        };
        let (edited, paid) = if round % 2 == 0 {
            join(edit, pay).await
        } else {
            let (paid, edited) = join(pay, edit).await;
            (edited, paid)
        };
        if edited.status == 200 {
            let refused = paid.refused(409, "CONFLICT");
            assert_eq!(refused["details"]["bill"]["totals"]["totalPaise"], 89_900);
            let after = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().version;
            assert!(after > before, "the booking has moved on");
            complete(&desk, &booking, json!({ "paymentMethod": "cash", "billVersion": 1 })).await.ok();
        } else {
            edited.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
            paid.ok();
            assert!(salon.stored::<Bill>(&keys::bill(&booking.id)).await.is_none(), "no edit is left over");
        }
    }
}

#[tokio::test]
async fn a_manager_approves_the_bill_that_they_see() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let lines = line_ids(&bill(&desk, &booking).await);
    let off = |bps: u32| {
        let discount = json!({ "percentBps": bps, "reason": "friend" });
        json!({ "version": 0, "lines": lines, "discount": discount })
    };
    assert_eq!(put(&desk, &booking, off(2_000)).await["version"], 1);
    desk.delete(&bill_path(&booking)).await.ok();
    assert_eq!(put(&desk, &booking, off(10_000)).await["version"], 1, "they begin anew");
    let approve = format!("{}/approve", bill_path(&booking));
    let refused = manager.post(&approve, json!({ "version": 1, "effectiveBps": 2_000 })).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bill"]["approval"]["effectiveBps"], 10_000);
    assert_eq!(refused["details"]["bill"]["approval"]["needed"], true);
    manager.post(&approve, json!({ "version": 1, "effectiveBps": 10_001 })).await.invalid(&["effectiveBps"]);
    let approved = manager.post(&approve, json!({ "version": 1, "effectiveBps": 10_000 })).await.ok();
    assert_eq!(approved["bill"]["approval"]["needed"], false);
}

async fn assign(desk: &Client<'_>, booking: &Booking, to: &StaffMember) {
    desk.patch(&path(booking), json!({ "action": "assign", "staffId": to.id })).await.ok();
}

#[tokio::test]
async fn an_edited_bill_follows_the_visit_to_another_person() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let product = shampoo(&salon).await;
    let devi = salon.staff("Devi", &[&shop.open], &[&shop.cut, &shop.colour]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let cut = bill(&desk, &booking).await["lines"][0].clone();
    assert_eq!(cut["staffId"], json!(shop.meera.id));
    let edit = |version: u32| {
        json!({ "version": version, "lines": [
            { "id": cut["id"], "staffId": shop.meera.id, "pricePaise": 45_000, "reason": "late" },
            { "serviceId": shop.colour.id },
            { "serviceId": shop.cut.id, "staffId": devi.id },
            { "productId": product.id, "staffId": shop.meera.id },
        ], "tips": [{ "staffId": shop.meera.id, "amountPaise": 5_000 }] })
    };
    put(&desk, &booking, edit(0)).await;
    assign(&desk, &booking, &shop.ravi).await;
    let people = |seen: &Value| -> Vec<Value> {
        seen["lines"].as_array().unwrap().iter().map(|line| line["staffId"].clone()).collect()
    };
    let (meera, ravi) = (json!(shop.meera.id), json!(shop.ravi.id));
    let seen = bill(&desk, &booking).await;
    assert_eq!(people(&seen), [ravi.clone(), ravi.clone(), json!(devi.id), meera.clone()]);
    assert_eq!((&seen["lines"][0]["staffName"], &seen["tips"][0]["staffId"]), (&json!("Ravi"), &meera));
    // Whoever has left by then gives the line to whoever does the visit.
    salon.put(&StaffMember { is_active: false, ..devi.clone() }).await;
    let seen = bill(&desk, &booking).await;
    assert_eq!(people(&seen), [ravi.clone(), ravi.clone(), ravi.clone(), meera.clone()]);
    complete(&manager, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await.ok();
    let invoice = invoice_of(&salon, &desk, &booking).await;
    assert_eq!(people(&invoice), [ravi.clone(), ravi.clone(), ravi.clone(), meera.clone()]);
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap();
    assert!(kept.services.iter().all(|service| service.staff_id.as_ref() == Some(&shop.ravi.id)));

    // Nobody is nobody, whoever does the visit; and what was stored with its people is read with them.
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let lines = line_ids(&bill(&desk, &booking).await);
    let mut nobody = lines[0].clone();
    nobody["staffId"] = Value::Null;
    put(&desk, &booking, json!({ "version": 0, "lines": [nobody] })).await;
    assign(&desk, &booking, &shop.ravi).await;
    assert_eq!(people(&bill(&desk, &booking).await), [Value::Null]);
    put(&desk, &booking, json!({ "version": 1, "lines": [{ "id": lines[0]["id"], "staffId": shop.meera.id }] })).await;
    assign(&desk, &booking, &shop.meera).await;
    assign(&desk, &booking, &shop.ravi).await;
    assert_eq!(people(&bill(&desk, &booking).await), [meera]);
}

#[tokio::test]
async fn a_bill_of_a_membership_that_has_ended_says_so() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let tier = salon.tier("Gold").await;
    let sale = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 105_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    let sold = manager.post("/api/memberships", sale.clone()).await.created();
    let booking = salon.confirmed(&shop, &asha, &[&shop.massage]).await;
    let lines = line_ids(&bill(&desk, &booking).await);
    put(&desk, &booking, json!({ "version": 0, "lines": lines, "useMembership": true })).await;
    let end = format!("/api/memberships/{}/cancel", sold["membership"]["id"].as_str().unwrap());
    manager.post(&end, json!({ "reason": "moved away" })).await.ok();
    manager.post("/api/memberships", sale).await.created();
    let seen = bill(&desk, &booking).await;
    assert_eq!((&seen["useMembership"], &seen["totals"]["totalPaise"]), (&json!(true), &json!(300_000)));
    assert!(seen["problem"].is_string(), "{seen}");
    let pay = json!({ "paymentMethod": "upi", "billVersion": 1 });
    complete(&desk, &booking, pay).await.refused(409, "MEMBERSHIP_EXPIRED");
    // The customer's new one can be used once the old one is taken off.
    let without = put(&desk, &booking, json!({ "version": 1, "lines": lines, "useMembership": false })).await;
    assert_eq!((&without.get("problem"), &without["can"]["membership"]["minutes"]), (&None, &json!(60)));
}

#[tokio::test]
async fn gems_are_offered_for_what_the_membership_leaves() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let tier = salon.tier("Gold").await;
    let sale = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 60, "pricePaise": 105_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    manager.post("/api/memberships", sale).await.created();
    salon.redeemable(&shop.massage, 10).await;
    salon.redeemable(&shop.facial, 10).await;
    salon.give_gems(&asha.id(), 100).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.facial, &shop.massage]).await;
    let seen = bill(&desk, &booking).await;
    assert_eq!(seen["can"]["gems"]["serviceIds"], json!([shop.massage.id, shop.facial.id]));
    let edit = json!({ "version": 0, "lines": line_ids(&seen), "useMembership": true });
    let edited = put(&desk, &booking, edit).await;
    assert_eq!(edited["lines"][1]["coveredBy"], "membership");
    assert_eq!(edited["can"]["gems"]["serviceIds"], json!([shop.facial.id]));
}

/// Twenty products that all fall to what they are to be ordered at, as many services, and tips.
#[tokio::test]
async fn a_bill_names_as_many_people_as_can_be_paid_at_once() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    desk.post("/api/drawer/open", json!({ "branchId": shop.open.id, "openingPaise": 0 })).await.created();
    let tier = salon.tier("Gold").await;
    let sale = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 105_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    manager.post("/api/memberships", sale).await.created();
    let mut people = Vec::new();
    for at in 0..27 {
        people.push(salon.staff(&format!("Person {at}"), &[&shop.open], &[&shop.massage]).await);
    }
    for at in 0..20 {
        let name = format!("Product {at}");
        salon.put(&Product { name, price: Paise(1_000), ..Product::sample(&format!("p{at}")) }).await;
        let received = json!({ "branchId": shop.open.id, "kind": "received", "quantity": 4 });
        manager.post(&format!("/api/products/p{at}/movements"), received).await.created();
    }
    let booking = salon.confirmed(&shop, &asha, &[&shop.massage]).await;
    let with = |different: usize| {
        let of = |at: usize| json!(people[at % different].id);
        let products = (0..20).map(|at| json!({ "productId": format!("p{at}"), "quantity": 2, "staffId": of(at) }));
        let services = (0..20).map(|at| json!({ "serviceId": shop.massage.id, "staffId": of(at + 7) }));
        let tips: Vec<Value> = (0..8).map(|at| json!({ "staffId": of(at + 19), "amountPaise": 1_000 })).collect();
        json!({ "version": 0, "lines": products.chain(services).collect::<Vec<_>>(), "tips": tips, "useMembership": true })
    };
    desk.put(&bill_path(&booking), with(27)).await.invalid(&["lines"]);
    let most = put(&desk, &booking, with(19)).await;
    let total = most["totals"]["totalPaise"].as_i64().unwrap() + 8_000;
    let payments = json!([{ "method": "cash", "amountPaise": total }]);
    let paying = desk.clone().once("paid-1");
    let pay = json!({ "billVersion": 1, "payments": payments });
    paying.post(&format!("{}/complete", path(&booking)), pay).await.ok();
    let low = salon.events().await.into_iter().filter(|event| event.what == EventType::ProductLow).count();
    assert_eq!(low, 20);
    let invoice = invoice_of(&salon, &desk, &booking).await;
    let void = format!("/api/billing/invoices/{}/void", invoice["id"].as_str().unwrap());
    manager.post(&void, json!({ "reason": "wrong" })).await.ok();
}

#[tokio::test]
async fn an_offer_that_does_not_apply_says_why() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    let combo = salon.offer(OfferType::ComboPrice, 100, &[&shop.cut, &shop.colour]).await;
    let why = async |booking: &Booking, offer: &parlour_money::offers::Offer| {
        let body = json!({ "paymentMethod": "upi", "offerId": offer.id });
        let refused = complete(&desk, booking, body).await.refused(409, "OFFER_NOT_APPLICABLE");
        (refused["details"]["reason"].as_str().unwrap().to_owned(), refused["message"].as_str().unwrap().to_owned())
    };
    let spa = salon.confirmed(&shop, &asha, &[&shop.massage]).await;
    let colour = salon.confirmed(&shop, &asha, &[&shop.colour]).await;
    let cut = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let mut told = vec![why(&spa, &offer).await, why(&colour, &offer).await, why(&cut, &combo).await];
    complete(&desk, &cut, json!({ "paymentMethod": "upi", "offerId": offer.id })).await.ok();
    let again = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    told.push(why(&again, &offer).await);
    let reasons: Vec<&str> = told.iter().map(|(reason, _)| reason.as_str()).collect();
    assert_eq!(reasons, ["NOT_FOR_THE_SPA", "OTHER_SERVICES", "SERVICES_MISSING", "OFFER_USED_TODAY"]);
    assert!(told[3].1.contains("today"), "{told:?}");
    let lines = line_ids(&bill(&desk, &again).await);
    let edit = json!({ "version": 0, "lines": lines, "offerId": offer.id });
    let refused = desk.put(&bill_path(&again), edit).await.refused(409, "OFFER_NOT_APPLICABLE");
    assert_eq!(refused["details"]["reason"], "OFFER_USED_TODAY");
}

#[tokio::test]
async fn a_desk_that_sells_only_what_is_there_is_told_what_is_missing() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let product = shampoo(&salon).await;
    let strict = format!("/api/branches/{}/settings", shop.open.id);
    salon.owner().await.patch(&strict, json!({ "strictStock": true })).await.ok();
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    put(&desk, &booking, json!({ "version": 0, "lines": [{ "productId": product.id, "quantity": 3 }] })).await;
    let missing = async || {
        let refused = complete(&desk, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await;
        let refused = refused.refused(409, "CONFLICT");
        assert_eq!(refused["details"], json!({ "productIds": [product.id] }));
        refused["message"].as_str().unwrap().to_owned()
    };
    assert!(missing().await.contains("Shampoo shampoo (none left)"));
    let received = json!({ "branchId": shop.open.id, "kind": "received", "quantity": 2 });
    manager.post("/api/products/shampoo/movements", received).await.created();
    assert!(missing().await.contains("Shampoo shampoo (2 left)"));
}

#[tokio::test]
async fn a_visit_that_was_billed_without_a_service_is_still_about_what_was_booked() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let product = shampoo(&salon).await;
    salon.listed(&asha.user.clone().unwrap(), |profile| profile.marketing_consent = true).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    put(&desk, &booking, json!({ "version": 0, "lines": [{ "productId": product.id }] })).await;
    complete(&desk, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await.ok();
    salon.deliver().await;
    salon.job("post-service-followup", json!({ "bookingId": booking.id })).await;
    let sent = salon.sent(Channel::Email);
    let review = sent.iter().find(|mail| mail.kind == "review_request").unwrap();
    assert!(review.body.contains("for Cut."), "{}", review.body);
}

/// The PDF of an invoice, as it is stored.
#[tokio::test]
async fn the_paper_says_what_is_due_now() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let settings = format!("/api/branches/{}/settings", shop.open.id);
    salon.owner().await.patch(&settings, json!({ "upiId": "parlour@upi" })).await.ok();
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    complete(&manager, &booking, json!({ "leaveDue": true })).await.ok();
    salon.deliver().await;
    let invoice = salon.invoice_of(&booking.id).await;
    let key = invoice.pdf_key.clone().unwrap();
    let paper = async || {
        salon.deliver().await;
        documents.get(&key).await.unwrap().unwrap()
    };
    let mails = || salon.sent(Channel::Email).iter().filter(|mail| mail.kind == "invoice_ready").count();
    let (owed, mailed) = (paper().await, mails());
    let payments = format!("/api/billing/invoices/{}/payments", invoice.id);
    desk.post(&payments, json!({ "payments": [{ "method": "cash", "amountPaise": 20_000 }] })).await.created();
    let partly = paper().await;
    assert_ne!(partly, owed);
    let notes = format!("/api/billing/invoices/{}/credit-notes", invoice.id);
    let note = json!({ "amountPaise": 10_000, "reason": "late", "refundMethod": "cash" });
    manager.post(&notes, note).await.created();
    let less = paper().await;
    assert_ne!(less, partly);
    desk.post(&payments, json!({ "payments": [{ "method": "upi", "amountPaise": 20_000 }] })).await.created();
    assert_ne!(paper().await, less);
    assert_eq!(mails(), mailed, "nobody is mailed for it");
    let id = parlour_values::id::InvoiceId::clone(&invoice.id);
    let task = parlour_storage::outbox::Task::InvoicePaper { invoice_id: id };
    let again = parlour_storage::outbox::OutboxMessage::new(task, salon.salon.clock.now());
    let answer = parlour_platform::jobs::deliver(&salon.salon, &again).await.unwrap();
    assert_eq!((&answer["sent"], &answer["reason"]), (&json!(false), &json!("printed_again")));
}

#[tokio::test]
async fn what_comes_back_on_the_shelf_is_not_sold_whatever_line_the_money_is_of() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let product = shampoo(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let cut = bill(&desk, &booking).await["lines"][0]["id"].clone();
    let lines = json!([{ "id": cut }, { "productId": product.id, "quantity": 3 }]);
    put(&desk, &booking, json!({ "version": 0, "lines": lines })).await;
    complete(&desk, &booking, json!({ "paymentMethod": "cash", "billVersion": 1 })).await.ok();
    let invoice = invoice_of(&salon, &desk, &booking).await;
    let ids: Vec<&Value> = invoice["lines"].as_array().unwrap().iter().map(|line| &line["id"]).collect();
    let note = json!({ "amountPaise": 1_000, "reason": "late", "refundMethod": "cash",
        "lines": [{ "lineId": ids[0], "amountPaise": 1_000 }], "restock": [{ "lineId": ids[1], "quantity": 2 }] });
    let notes = format!("/api/billing/invoices/{}/credit-notes", invoice["id"].as_str().unwrap());
    manager.post(&notes, note).await.created();
    let report = manager.get("/api/reports/products?from=2026-11-16&to=2026-11-16").await.ok();
    let row = report["products"].as_array().unwrap().iter().find(|row| row["branchId"] == json!(shop.open.id)).unwrap();
    assert_eq!((&row["soldQuantity"], &row["onHand"]), (&json!(1), &json!(-1)));
    assert_eq!((&row["netPaise"], &row["name"]), (&json!(119_700), &json!("Shampoo shampoo")));
}

#[tokio::test]
async fn the_first_cost_that_a_receipt_says_is_the_products() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    salon.put(&Product::sample("oil")).await;
    let received =
        |cost: i64| json!({ "branchId": shop.open.id, "kind": "received", "quantity": 10, "costPaise": cost });
    let worth = async || {
        let report = manager.get("/api/reports/products").await.ok();
        report["products"][0]["valuePaise"].clone()
    };
    let adjusted = json!({ "branchId": shop.open.id, "kind": "adjusted", "quantity": 1, "costPaise": 100 });
    manager.post("/api/products/oil/movements", adjusted).await.created();
    assert_eq!(worth().await, Value::Null, "a count says no price");
    manager.post("/api/products/oil/movements", received(5_000)).await.created();
    assert_eq!(worth().await, 55_000);
    manager.post("/api/products/oil/movements", received(7_000)).await.created();
    assert_eq!(worth().await, 105_000);
    let told = salon.events().await.into_iter().filter(|event| event.what == EventType::ProductUpdated);
    assert_eq!(told.count(), 1);
}
