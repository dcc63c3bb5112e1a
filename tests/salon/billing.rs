//! The books: looked up, voided, given back.

use futures::future::join_all;
use parlour_booking::bookings::Booking;
use parlour_money::invoices::Invoice;
use parlour_people::customers::Profile;
use parlour_senders::document::storage_key;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use serde_json::{Value, json};

/// Completes a visit and gives its invoice's path.
async fn paid(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, desk: &Client<'_>, more: Value) -> (Booking, String) {
    let booking = salon.confirmed(shop, asha, &[&shop.cut, &shop.colour]).await;
    let mut body = json!({ "paymentMethod": "cash" });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    desk.post(&format!("/api/bookings/{}/complete", booking.id), body).await.ok();
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().record;
    let path = format!("/api/billing/invoices/{}", kept.invoice_id.as_ref().unwrap());
    (kept, path)
}

#[tokio::test]
async fn invoices_are_listed_with_totals_filters_and_pages() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi, desk) = (salon.customer("Asha").await, salon.customer("Ravi").await, salon.reception().await);
    let (_, first) = paid(&salon, &shop, &asha, &desk, json!({})).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let (booking, second) = paid(&salon, &shop, &ravi, &desk, json!({ "paymentMethod": "card" })).await;
    let reply = desk.get("/api/billing/invoices").await;
    let data = reply.ok();
    assert_eq!(
        data["totals"],
        json!({ "count": 2, "totalPaise": 600_000, "gstPaise": 28_572, "refundedPaise": 0, "netPaise": 600_000,
                "byPaymentMethod": { "cash": 300_000, "upi": 0, "card": 300_000 } })
    );
    assert_eq!(reply.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 2 }));
    assert!(second.ends_with(data["invoices"][0]["id"].as_str().unwrap()));
    let found = async |query: String| {
        let data = desk.get(&format!("/api/billing/invoices?{query}")).await.ok();
        data["invoices"].as_array().unwrap().len()
    };
    assert_eq!(found("paymentMethod=card".into()).await, 1);
    assert_eq!(found(format!("customerId={}", asha.id())).await, 1);
    assert_eq!(found("q=00002".into()).await, 1);
    assert_eq!(found(format!("q={}", booking.number.to_lowercase())).await, 1);
    assert_eq!(found("q=asha&invoiceType=service&paymentStatus=paid".into()).await, 1);
    assert_eq!(found("invoiceType=membership_purchase".into()).await, 0);
    assert_eq!(found("from=2026-10-01&to=2026-10-31".into()).await, 0);
    assert_eq!(found("pageSize=1&page=2".into()).await, 1);
    desk.get("/api/billing/invoices?paymentStatus=owed&pageSize=0").await.invalid(&["paymentStatus", "pageSize"]);
    desk.get("/api/billing/invoices?from=2026-11-02&to=2026-11-01").await.invalid(&["to"]);
    salon.customer("C").await.get("/api/billing/invoices").await.refused(404, "NOT_FOUND");

    let detail = desk.get(&first).await.ok()["invoice"].clone();
    assert_eq!((&detail["customer"]["name"], &detail["creditNotes"]), (&json!("Asha"), &json!([])));
    assert_eq!(detail["lines"].as_array().unwrap().len(), 2);
    assert!(detail["bookingNumber"].as_str().unwrap().starts_with("BK-BLR-"));
    desk.get("/api/billing/invoices/nothing").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_document_is_found_once_it_is_made_and_an_invoice_is_sent_again() {
    let salon = TestSalon::with_settings(&[("ADMIN_ORIGINS", "http://127.0.0.1:3001")]).await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (booking, path) = paid(&salon, &shop, &asha, &desk, json!({})).await;
    desk.get(&format!("{path}/pdf")).await.refused(404, "NOT_FOUND");
    asha.get(&format!("/api/bookings/{}/invoice/pdf", booking.id)).await.refused(404, "NOT_FOUND");
    let invoice = salon.stored::<Invoice>(&keys::invoice(booking.invoice_id.as_ref().unwrap())).await.unwrap().record;
    let made = Invoice { pdf_key: storage_key(&invoice.id), ..invoice };
    salon.put(&made).await;
    let url = desk.get(&path).await.ok()["invoice"]["pdfUrl"].clone();
    assert_eq!(url, json!(format!("http://localhost:3001{path}/pdf")));
    let own = asha.get(&format!("/api/bookings/{}/invoice", booking.id)).await.ok()["invoice"]["pdfUrl"].clone();
    assert_eq!(own, json!(format!("http://localhost:3000/api/bookings/{}/invoice/pdf", booking.id)));
    // A caller who came by another of our own addresses stays there, and so does their session.
    let nearby = desk.clone().with_header("host", "127.0.0.1:3001");
    let url = nearby.get(&path).await.ok()["invoice"]["pdfUrl"].clone();
    assert_eq!(url, json!(format!("http://127.0.0.1:3001{path}/pdf")));
    desk.post(&format!("{path}/send"), json!({})).await.ok();
    desk.post("/api/billing/invoices/nothing/send", json!({})).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn voiding_undoes_gems_offer_and_visit_and_keeps_the_number() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let cut = salon.redeemable(&shop.cut, 40).await;
    salon.give_gems(&asha.id(), 100).await;
    let (_, path) = paid(&salon, &shop, &asha, &desk, json!({ "gemsRedeemedServiceId": cut.id })).await;
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 85);
    let void = format!("{path}/void");
    desk.post(&void, json!({ "reason": "wrong" })).await.refused(403, "FORBIDDEN");
    manager.post(&void, json!({})).await.invalid(&["reason"]);
    let invoice = manager.post(&void, json!({ "reason": "wrong customer" })).await.ok()["invoice"].clone();
    assert_eq!((&invoice["paymentStatus"], &invoice["invoiceNumber"]), (&json!("void"), &json!("BLR/26-27/00001")));
    let account = salon.gems_of(&asha.id()).await.account;
    assert_eq!((account.balance().0, account.total_earned().0, account.total_redeemed().0), (100, 100, 0));
    let profile = salon.profile_of(&asha.id()).await;
    assert_eq!((profile.total_visits, profile.total_spent.0, profile.last_visit_at), (0, 0, None));
    manager.post(&void, json!({ "reason": "again" })).await.refused(409, "CONFLICT");

    let offer = salon.offer(parlour_money::offers::rules::OfferType::Percentage, 10, &[&shop.cut]).await;
    let with = json!({ "offerId": offer.id });
    let (_, path) = paid(&salon, &shop, &asha, &desk, with.clone()).await;
    manager.post(&format!("{path}/void"), json!({ "reason": "x" })).await.ok();
    let (_, path) = paid(&salon, &shop, &asha, &desk, with).await;
    assert_eq!(desk.get(&path).await.ok()["invoice"]["invoiceNumber"], "BLR/26-27/00003");
    salon.set_clock("2026-11-17T00:00:00+05:30");
    manager.post(&format!("{path}/void"), json!({ "reason": "late" })).await.refused(422, "BUSINESS_RULE_VIOLATION");
}

#[tokio::test]
async fn a_credit_note_takes_no_gems_of_another_visit_for_those_that_expired() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (_, first) = paid(&salon, &shop, &asha, &desk, json!({})).await;
    salon.set_clock("2027-11-10T10:00:00+05:30");
    let desk = salon.reception().await;
    paid(&salon, &shop, &asha, &desk, json!({})).await;
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 60);
    salon.set_clock("2027-11-20T10:00:00+05:30");
    salon.job("gems-auto-expire", json!({})).await;
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 30);
    let back = json!({ "amountPaise": 300_000, "reason": "unhappy", "refundMethod": "cash" });
    salon.manager().await.post(&format!("{first}/credit-notes"), back).await.created();
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 30);
}

#[tokio::test]
async fn an_invoice_that_changes_while_it_is_printed_is_printed_anew_and_sent_once() {
    let (salon, _) = TestSalon::with_invoicing(&[]).await;
    let shop = salon.shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    for _ in 0..parlour_tests::counts::rounds() {
        let asha = salon.customer("Asha").await;
        let (booking, path) = paid(&salon, &shop, &asha, &desk, json!({})).await;
        let notes = format!("{path}/credit-notes");
        let credit = json!({ "amountPaise": 100, "reason": "late", "refundMethod": "cash" });
        let (printed, _) =
            tokio::join!(salon.job("invoice-pdf", json!({ "bookingId": booking.id })), manager.post(&notes, credit),);
        assert_eq!(printed, json!({ "success": true, "attached": true, "reason": null, "sent": true }));
    }
}

#[tokio::test]
async fn of_a_days_visits_those_that_stand_are_first_and_last_whichever_is_voided() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let moments = ["2026-11-16T10:00:00+05:30", "2026-11-16T11:00:00+05:30", "2026-11-16T12:00:00+05:30"];
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2]] {
        salon.set_clock(moments[0]);
        let mut visits = Vec::new();
        for moment in moments {
            salon.set_clock(moment);
            visits.push(paid(&salon, &shop, &asha, &desk, json!({})).await.1);
        }
        let mut standing = vec![0, 1, 2];
        for voided in order {
            manager.post(&format!("{}/void", visits[voided]), json!({ "reason": "wrong" })).await.ok();
            standing.retain(|visit| *visit != voided);
            let profile = salon.profile_of(&asha.id()).await;
            let at = |visit: Option<&usize>| visit.map(|visit| moments[*visit].parse().unwrap());
            assert_eq!(
                (profile.first_visit_at, profile.last_visit_at),
                (at(standing.first()), at(standing.last())),
                "{order:?}, {voided} voided"
            );
            assert_eq!(profile.total_visits, u32::try_from(standing.len()).unwrap());
        }
    }
}

#[tokio::test]
async fn voiding_a_session_gives_its_minutes_back_and_voiding_the_purchase_ends_the_membership() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let tier = salon.tier("Gold").await;
    let body = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    let sold = manager.post("/api/memberships", body).await.created();
    let path = format!("/api/memberships/{}", sold["membership"]["id"].as_str().unwrap());
    let line = json!({ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": 60 });
    let session = manager.post(&format!("{path}/sessions"), json!({ "services": [line] })).await.created();
    let void = |invoice: &Value| format!("/api/billing/invoices/{}/void", invoice["id"].as_str().unwrap());
    let reason = json!({ "reason": "mistake" });
    manager.post(&void(&sold["invoice"]), reason.clone()).await.refused(409, "CONFLICT");
    manager.post(&void(&session["invoice"]), reason.clone()).await.ok();
    assert_eq!(manager.get(&path).await.ok()["usedHoursMinutes"], 0);
    manager.post(&void(&sold["invoice"]), reason).await.ok();
    assert_eq!(manager.get(&path).await.ok()["status"], "cancelled");
}

#[tokio::test]
async fn credit_notes_have_their_own_numbers_and_never_exceed_the_invoice() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let (_, path) = paid(&salon, &shop, &asha, &desk, json!({})).await;
    let notes = format!("{path}/credit-notes");
    let note = |amount: i64| json!({ "amountPaise": amount, "reason": "unhappy", "refundMethod": "upi" });
    desk.post(&notes, note(1)).await.refused(403, "FORBIDDEN");
    manager.post(&notes, json!({ "amountPaise": 0 })).await.invalid(&["amountPaise", "reason", "refundMethod"]);
    manager.post(&notes, note(300_001)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let data = manager.post(&notes, note(100_000)).await.created();
    assert_eq!(data["creditNote"]["creditNoteNumber"], "BLR/C26-27/00001");
    assert_eq!(data["invoice"]["paymentStatus"], "partially_refunded");
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 20);
    assert_eq!(salon.profile_of(&asha.id()).await.total_spent.0, 200_000);
    manager.post(&format!("{path}/void"), json!({ "reason": "x" })).await.refused(409, "CONFLICT");

    let replies = join_all((0..30).map(|_| manager.post(&notes, note(70_000)))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 2);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        refused.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    let data = manager.post(&notes, note(60_000)).await.created();
    assert_eq!(data["invoice"]["paymentStatus"], "refunded");
    let detail = desk.get(&path).await.ok()["invoice"].clone();
    let sum = |field: &str| -> i64 {
        detail["creditNotes"].as_array().unwrap().iter().map(|note| note[field].as_i64().unwrap()).sum()
    };
    assert_eq!((sum("amountPaise"), sum("gstAmountPaise")), (300_000, 14_286));
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 0);
}

#[tokio::test]
async fn a_days_takings_are_told_by_payment_method() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let (_, first) = paid(&salon, &shop, &asha, &desk, json!({})).await;
    let (_, second) = paid(&salon, &shop, &asha, &desk, json!({ "paymentMethod": "card" })).await;
    manager.post(&format!("{second}/void"), json!({ "reason": "x" })).await.ok();
    let note = json!({ "amountPaise": 50_000, "reason": "unhappy", "refundMethod": "cash" });
    manager.post(&format!("{first}/credit-notes"), note).await.created();
    let day = desk.get("/api/billing/day").await.ok();
    assert_eq!(
        day,
        json!({ "date": "2026-11-16", "branchId": shop.open.id, "count": 1, "voidCount": 1, "totalPaise": 250_000,
                "gstPaise": 11_906, "refundedPaise": 50_000,
                "byPaymentMethod": { "cash": 250_000, "upi": 0, "card": 0 },
                "receivedByMethod": { "cash": 250_000, "upi": 0, "card": 0 },
                "tipsByMethod": { "cash": 0, "upi": 0, "card": 0 }, "outsideDrawerPaise": 250_000 })
    );
    let other = desk.get(&format!("/api/billing/day?branchId={}&date=2026-11-15", shop.staffed.id)).await.ok();
    assert_eq!((&other["count"], &other["date"]), (&json!(0), &json!("2026-11-15")));
    desk.get("/api/billing/day?branchId=nowhere").await.invalid(&["branchId"]);
}

#[tokio::test]
async fn totals_say_what_was_given_back_and_what_is_left() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    let (_, first) = paid(&salon, &shop, &asha, &manager, json!({})).await;
    let (_, second) = paid(&salon, &shop, &asha, &manager, json!({})).await;
    let note = json!({ "amountPaise": 100_000, "reason": "unhappy", "refundMethod": "cash" });
    manager.post(&format!("{first}/credit-notes"), note).await.created();
    manager.post(&format!("{second}/void"), json!({ "reason": "Twice" })).await.ok();
    let totals = manager.get("/api/billing/invoices").await.ok()["totals"].clone();
    assert_eq!(
        (&totals["totalPaise"], &totals["refundedPaise"], &totals["netPaise"]),
        (&json!(300_000), &json!(100_000), &json!(200_000))
    );
    assert_eq!(manager.get("/api/billing/day").await.ok()["totalPaise"], totals["netPaise"]);
}

#[tokio::test]
async fn an_invoice_is_not_sent_again_to_somebody_without_an_address() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (_, path) = paid(&salon, &shop, &asha, &desk, json!({})).await;
    salon.deliver().await;
    let user = asha.user.clone().unwrap();
    salon.put(&parlour_people::auth::User { email: String::new(), ..user }).await;
    let written = async || (salon.events().await.len(), salon.outbox().await.len());
    let before = written().await;
    desk.post(&format!("{path}/send"), json!({})).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(written().await, before, "the log does not say that it was sent");
}

#[tokio::test]
async fn an_invoice_is_sent_only_by_a_channel_that_reaches_its_customer() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let user = asha.user.clone().unwrap();
    let (_, path) = paid(&salon, &shop, &asha, &desk, json!({})).await;
    salon.deliver().await;
    let reachable = |profile: &mut Profile| {
        profile.phone = "9876543210".parse().ok();
        profile.whatsapp_consent = true;
    };
    salon.listed(&user, reachable).await;
    let written = async || (salon.events().await.len(), salon.outbox().await.len());
    let (send, before) = (format!("{path}/send"), written().await);
    for channel in ["whatsapp", "sms"] {
        desk.post(&send, json!({ "channel": channel })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    desk.post(&send, json!({ "channel": "fax" })).await.invalid(&["channel"]);
    assert_eq!(written().await, before, "the log does not say that it was sent");
    assert_eq!(desk.post(&send, json!({ "channel": "email" })).await.ok(), json!({ "queued": true }));
    desk.post(&send, json!({})).await.ok();
    // They want no mail, and nothing else is configured.
    salon.listed(&user, |profile| profile.channels = serde_json::from_str("[\"sms\"]").unwrap()).await;
    desk.post(&send, json!({})).await.refused(422, "BUSINESS_RULE_VIOLATION");
}
