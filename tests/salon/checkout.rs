//! The counter: a booking is completed, once, whole.

use std::collections::BTreeSet;

use futures::future::join_all;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::invoices::Invoice;
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_setup::branches::{Branch, NumberSeries};
use parlour_storage::table::{Partition, keys};
use parlour_tests::wire::Fault;
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

fn path(booking: &Booking) -> String {
    format!("/api/bookings/{}/complete", booking.id)
}

async fn complete(desk: &Client<'_>, booking: &Booking, more: Value) -> Reply {
    let mut body = json!({ "paymentMethod": "upi" });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    desk.post(&path(booking), body).await
}

async fn invoices(salon: &TestSalon, branch: &Branch) -> Vec<Invoice> {
    let month = salon.salon.clock.today().calendar_month();
    let found = salon.salon.table.query::<Invoice>(Partition::g1(keys::invoices_of_month(&branch.id, month))).await;
    found.unwrap().into_iter().map(|invoice| invoice.record).collect()
}

#[tokio::test]
async fn a_visit_is_completed_with_its_invoice_gems_and_totals() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let data = complete(&desk, &booking, json!({})).await.ok();
    let keys: Vec<&String> = data.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["booking", "discountPaise", "gemsEarned", "invoice"]);
    let invoice = &data["invoice"];
    assert_eq!(invoice["invoiceNumber"], "BLR/26-27/00001");
    assert_eq!((&invoice["totalPaise"], &invoice["gstPaise"]), (&json!(300_000), &json!(14_286)));
    assert_eq!((&invoice["payments"][0]["amountPaise"], &invoice["duePaise"]), (&json!(300_000), &json!(0)));
    assert_eq!((&data["gemsEarned"], &data["discountPaise"]), (&json!(30), &json!(0)));
    assert_eq!(
        (&data["booking"]["status"], &data["booking"]["completedAt"], &data["booking"]["customerName"]),
        (&json!("completed"), &json!("2026-11-16T04:30:00.000Z"), &json!("Asha"))
    );

    let invoice = asha.get(&format!("/api/bookings/{}/invoice", booking.id)).await.ok()["invoice"].clone();
    assert_eq!(
        (&invoice["subtotalPaise"], &invoice["taxableValuePaise"], &invoice["gstAmountPaise"]),
        (&json!(300_000), &json!(285_714), &json!(14_286))
    );
    assert_eq!((&invoice["cgstPaise"], &invoice["sgstPaise"]), (&json!(7_143), &json!(7_143)));
    assert_eq!((&invoice["invoiceType"], &invoice["paymentMethod"]), (&json!("service"), &json!("upi")));
    assert_eq!((&invoice["paymentStatus"], &invoice["gemsEarned"]), (&json!("paid"), &json!(30)));
    assert_eq!((&invoice["pdfUrl"], &invoice["paidAt"]), (&Value::Null, &json!("2026-11-16T04:30:00.000Z")));
    let line = json!({ "description": "Colour", "sac": "999721", "quantity": 1, "pricePaise": 250_000,
        "discountPaise": 0, "taxablePaise": 238_096, "gstPaise": 11_904, "id": "2", "kind": "service",
        "netPaise": 250_000 });
    for (field, value) in line.as_object().unwrap() {
        assert_eq!(invoice["lines"][1][field], *value, "{field}");
    }

    let profile = salon.profile_of(&asha.id()).await;
    assert_eq!((profile.total_visits, profile.total_spent.0), (1, 300_000));
    assert_eq!(
        (profile.first_visit_at, profile.last_visit_at),
        (Some(salon.salon.clock.now()), profile.first_visit_at)
    );
    assert_eq!(profile.consecutive_completed_bookings, 1);

    let mut follow_ups: Vec<(String, String)> =
        salon.outbox().await.iter().map(|item| (item.task.name().to_owned(), item.due.to_string())).collect();
    follow_ups.sort();
    assert_eq!(
        follow_ups,
        [
            ("invoice-pdf".to_owned(), "2026-11-16T04:30:00.000Z".to_owned()),
            ("notify".to_owned(), "2026-11-16T04:30:00.000Z".to_owned()),
            ("post-service-followup".to_owned(), "2026-11-17T04:30:00.000Z".to_owned()),
        ]
    );
    let invoice = salon.outbox().await.into_iter().find(|item| item.task.name() == "invoice-pdf").unwrap();
    assert_eq!(invoice.task.payload(), json!({ "bookingId": booking.id }));
}

#[tokio::test]
async fn the_reference_amounts_are_split_as_published() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    for (price, half, gems) in [(99_900, 2_379, 9), (100_000, 2_381, 10), (9_999, 238, 0)] {
        let service = salon.service(&shop.hair, &format!("S{price}"), price, 30, 0).await;
        let booking = salon.confirmed(&shop, &asha, &[&service]).await;
        let data = complete(&desk, &booking, json!({ "paymentMethod": "cash" })).await.ok();
        assert_eq!((&data["invoice"]["gstPaise"], &data["gemsEarned"]), (&json!(2 * half), &json!(gems)));
    }
    let unregistered = Branch { gstin: None, ..salon.branch("NOG", parlour_setup::branches::SlotPolicy::Open).await };
    salon.put(&unregistered).await;
    let booking = salon.confirmed_at(&shop, &unregistered, &asha, &[&shop.cut]).await;
    let data = complete(&desk, &booking, json!({})).await.ok();
    let invoice = &data["invoice"];
    assert_eq!((&invoice["invoiceNumber"], &invoice["totalPaise"]), (&json!("NOG/26-27/00001"), &json!(50_000)));
    assert_eq!(invoice["gstPaise"], 0);
}

#[tokio::test]
async fn each_kind_of_offer_takes_off_what_it_says() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    for (kind, amount, off, gems) in [
        (OfferType::Percentage, 20, 10_000, 29),
        (OfferType::Flat, 30_000, 30_000, 27),
        (OfferType::Flat, 90_000, 50_000, 25),
    ] {
        let asha = salon.customer("Asha").await;
        let offer = salon.offer(kind, amount, &[&shop.cut]).await;
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
        let data = complete(&desk, &booking, json!({ "offerId": offer.id })).await.ok();
        assert_eq!((&data["discountPaise"], &data["gemsEarned"]), (&json!(off), &json!(gems)), "{kind} {amount}");
        assert_eq!(data["invoice"]["totalPaise"], json!(300_000 - off));
        assert_eq!(data["booking"]["offerId"], json!(offer.id));
        let invoice = asha.get(&format!("/api/bookings/{}/invoice", booking.id)).await.ok()["invoice"].clone();
        assert_eq!((&invoice["subtotalPaise"], &invoice["discountPaise"]), (&json!(300_000), &json!(off)));
    }
    let asha = salon.customer("Asha").await;
    let combo = salon.offer(OfferType::ComboPrice, 270_000, &[&shop.cut, &shop.colour]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    assert_eq!(complete(&desk, &booking, json!({ "offerId": combo.id })).await.ok()["discountPaise"], 30_000);
}

#[tokio::test]
async fn an_offer_that_does_not_run_or_apply_is_refused_and_nothing_happens() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let refused = async |offer: &Offer, code: &str| {
        salon.put(offer).await;
        complete(&desk, &booking, json!({ "offerId": offer.id })).await.refused(409, code);
    };
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    let (today, id) = (salon.salon.clock.today(), offer.id.clone());
    refused(&Offer { is_active: false, ..offer.clone() }, "OFFER_EXPIRED").await;
    refused(&Offer { start_date: today.plus_days(1), ..offer.clone() }, "OFFER_EXPIRED").await;
    refused(
        &Offer { start_date: today.minus_days(9), end_date: today.minus_days(1), ..offer.clone() },
        "OFFER_EXPIRED",
    )
    .await;
    refused(&Offer { service_ids: vec![shop.colour.id.clone()], ..offer.clone() }, "OFFER_NOT_APPLICABLE").await;
    refused(&Offer { offer_type: OfferType::Flat, ..offer.clone() }, "OFFER_NOT_APPLICABLE").await;
    complete(&desk, &booking, json!({ "offerId": "nothing" })).await.refused(409, "OFFER_EXPIRED");
    let combo = salon.offer(OfferType::ComboPrice, 100, &[&shop.cut, &shop.colour]).await;
    complete(&desk, &booking, json!({ "offerId": combo.id })).await.refused(409, "OFFER_NOT_APPLICABLE");
    let spa_offer = salon.offer(OfferType::Percentage, 10, &[&shop.massage]).await;
    let spa = salon.confirmed(&shop, &asha, &[&shop.massage]).await;
    complete(&desk, &spa, json!({ "offerId": spa_offer.id })).await.refused(409, "OFFER_NOT_APPLICABLE");
    salon.put(&offer).await;
    for gems in [json!({ "redeemGems": true }), json!({ "gemsRedeemedServiceId": shop.cut.id })] {
        let mut body = gems;
        body["offerId"] = json!(id);
        complete(&desk, &booking, body.clone()).await.invalid(&["offerId"]);
        body["paymentMethod"] = json!("gold");
        complete(&desk, &booking, body).await.invalid(&["offerId", "paymentMethod"]);
    }
    assert!(invoices(&salon, &shop.open).await.is_empty());
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap();
    assert_eq!(kept.status, BookingStatus::Confirmed);
}

#[tokio::test]
async fn a_second_offer_on_the_same_day_is_refused_and_the_next_day_it_is_not() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    let (first, second) =
        (salon.confirmed(&shop, &asha, &[&shop.cut]).await, salon.confirmed(&shop, &asha, &[&shop.cut]).await);
    let with = json!({ "offerId": offer.id });
    complete(&desk, &first, with.clone()).await.ok();
    complete(&desk, &second, with.clone()).await.refused(409, "OFFER_NOT_APPLICABLE");
    salon.set_clock("2026-11-17T00:00:00+05:30");
    complete(&desk, &second, with).await.ok();
}

#[tokio::test]
async fn a_line_paid_in_gems_is_free_and_earns_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let cut = salon.redeemable(&shop.cut, 40).await;
    salon.give_gems(&asha.id(), 100).await;
    let booking = salon.confirmed(&shop, &asha, &[&cut, &shop.colour]).await;
    let data = complete(&desk, &booking, json!({ "gemsRedeemedServiceId": cut.id })).await.ok();
    assert_eq!((&data["discountPaise"], &data["gemsEarned"]), (&json!(0), &json!(25)));
    assert_eq!(data["invoice"]["totalPaise"], 250_000);
    let account = salon.gems_of(&asha.id()).await.account;
    assert_eq!((account.balance().0, account.total_earned().0, account.total_redeemed().0), (85, 125, 40));
    let gems = asha.get("/api/gems").await.ok();
    assert_eq!(
        (&gems["transactions"][1]["type"], &gems["transactions"][1]["gemsAmount"]),
        (&json!("redeemed"), &json!(-40))
    );
    assert_eq!(gems["transactions"][0]["invoiceNumber"], "BLR/26-27/00001");
    assert_eq!(gems["transactions"][0]["expiresAt"], "2027-11-16T04:30:00.000Z");
}

#[tokio::test]
async fn the_audit_log_says_what_was_paid_and_how() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.colour]).await;
    complete(&desk, &booking, json!({})).await.ok();
    let developer = salon.person("Dev", Role::Developer).await;
    let log = developer.get(&format!("/api/logs/audit?entityType=booking&entityId={}", booking.id)).await.ok();
    let entries = log["entries"].as_array().unwrap();
    let entry = entries.iter().find(|entry| entry["action"] == "booking.complete").unwrap();
    let invoice = &salon.manager().await.get("/api/billing/invoices").await.ok()["invoices"][0];
    let expected = json!({
        "status": "completed", "branchId": shop.open.id, "invoiceId": invoice["id"], "invoiceNumber": "BLR/26-27/00001", "totalPaise": 250_000,
        "paymentMethod": "upi", "offerId": null, "gemsEarned": 25, "gemsSpent": 0,
    });
    assert_eq!(entry["changes"], expected);
}

#[tokio::test]
async fn the_history_of_gems_has_no_entry_for_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let cut = salon.redeemable(&shop.cut, 40).await;
    salon.give_gems(&asha.id(), 100).await;
    let kinds = async || -> Vec<Value> {
        let gems = asha.get("/api/gems").await.ok();
        gems["transactions"].as_array().unwrap().iter().map(|entry| entry["type"].clone()).collect()
    };
    let before = kinds().await;
    let earning = salon.confirmed(&shop, &asha, &[&shop.colour]).await;
    complete(&desk, &earning, json!({})).await.ok();
    assert_eq!(kinds().await, [vec![json!("earned")], before.clone()].concat());
    salon.set_clock("2026-11-16T10:01:00+05:30");
    let spending = salon.confirmed(&shop, &asha, &[&cut]).await;
    let data = complete(&desk, &spending, json!({ "gemsRedeemedServiceId": cut.id })).await.ok();
    assert_eq!(data["gemsEarned"], 0);
    assert_eq!(kinds().await, [vec![json!("redeemed"), json!("earned")], before].concat());
}

#[tokio::test]
async fn gems_that_cannot_be_redeemed_say_why() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let not_redeemable = "GEMS_SERVICE_NOT_REDEEMABLE";
    complete(&desk, &booking, json!({ "redeemGems": true })).await.refused(409, not_redeemable);
    salon.redeemable(&shop.cut, 40).await;
    salon.redeemable(&shop.colour, 200).await;
    let elsewhere = json!({ "gemsRedeemedServiceId": shop.massage.id });
    complete(&desk, &booking, elsewhere).await.refused(409, not_redeemable);
    complete(&desk, &booking, json!({ "redeemGems": true })).await.refused(409, "GEMS_INSUFFICIENT_BALANCE");
    salon.give_gems(&asha.id(), 100).await;
    let colour = json!({ "gemsRedeemedServiceId": shop.colour.id });
    complete(&desk, &booking, colour).await.refused(409, "GEMS_INSUFFICIENT_BALANCE");
    let data = complete(&desk, &booking, json!({ "redeemGems": true })).await.ok();
    assert_eq!(data["invoice"]["totalPaise"], 250_000, "the dearest it affords");
}

#[tokio::test]
async fn only_the_desk_completes_and_only_what_is_under_way() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    salon.person("Sita", Role::Staff).await.post(&path(&booking), json!({})).await.refused(403, "FORBIDDEN");
    desk.post(&path(&booking), json!({})).await.invalid(&["paymentMethod"]);
    desk.post(&path(&booking), json!({ "paymentMethod": "gold", "redeemGems": "yes", "offerId": "" }))
        .await
        .invalid(&["paymentMethod", "redeemGems", "offerId"]);
    desk.post("/api/bookings/nothing/complete", json!({ "paymentMethod": "upi" })).await.refused(404, "NOT_FOUND");
    for status in [
        BookingStatus::Pending,
        BookingStatus::Completed,
        BookingStatus::Cancelled,
        BookingStatus::NoShow,
        BookingStatus::Rejected,
    ] {
        salon.put(&Booking { status, ..booking.clone() }).await;
        complete(&desk, &booking, json!({})).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    salon.put(&Booking { status: BookingStatus::InProgress, ..booking.clone() }).await;
    complete(&desk, &booking, json!({})).await.ok();
    let stranger = salon.customer("Ravi").await;
    let invoice = format!("/api/bookings/{}/invoice", booking.id);
    stranger.get(&invoice).await.refused(404, "NOT_FOUND");
    asha.get(&invoice).await.ok();
    let open = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    asha.get(&format!("/api/bookings/{}/invoice", open.id)).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_completion_takes_four_round_trips_and_an_invoice_two() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    salon.warm(&[]).await;
    salon.wire.reset();
    complete(&desk.once("key-1"), &booking, json!({ "offerId": offer.id })).await.ok();
    let cost = salon.wire.cost();
    assert!(cost.round_trips <= 4, "{cost:?}");
    salon.wire.reset();
    asha.get(&format!("/api/bookings/{}/invoice", booking.id)).await.ok();
    assert_eq!(salon.wire.cost().round_trips, 2);
}

#[tokio::test]
async fn thirty_completions_of_one_booking_leave_one_invoice() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let replies = join_all((0..30).map(|_| complete(&desk, &booking, json!({})))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for refused in replies.iter().filter(|reply| reply.status != 200) {
        refused.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    }
    assert_eq!(invoices(&salon, &shop.open).await.len(), 1);
    assert_eq!(salon.profile_of(&asha.id()).await.total_visits, 1);
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 5);
}

#[tokio::test]
async fn thirty_completions_at_once_take_consecutive_numbers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let mut bookings = Vec::new();
    for number in 0..30 {
        let customer = salon.customer(&format!("C{number}")).await;
        bookings.push(salon.confirmed(&shop, &customer, &[&shop.cut]).await);
    }
    let replies = join_all(bookings.iter().map(|booking| complete(&desk, booking, json!({})))).await;
    let numbers: BTreeSet<String> =
        replies.iter().map(|reply| reply.ok()["invoice"]["invoiceNumber"].as_str().unwrap().to_owned()).collect();
    let expected: BTreeSet<String> = (1..=30).map(|count| format!("BLR/26-27/{count:05}")).collect();
    assert_eq!(numbers, expected);
}

#[tokio::test]
async fn thirty_redemptions_at_once_never_spend_more_than_there_is() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let cut = salon.redeemable(&shop.cut, 30).await;
    salon.give_gems(&asha.id(), 100).await;
    let mut bookings = Vec::new();
    for _ in 0..30 {
        bookings.push(salon.confirmed(&shop, &asha, &[&cut]).await);
    }
    let redeem = json!({ "redeemGems": true });
    let replies = join_all(bookings.iter().map(|booking| complete(&desk, booking, redeem.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 3);
    for refused in replies.iter().filter(|reply| reply.status != 200) {
        refused.refused(409, "GEMS_INSUFFICIENT_BALANCE");
    }
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance().0, 10);
}

#[tokio::test]
async fn thirty_offers_at_once_on_one_day_are_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let offer = salon.offer(OfferType::Flat, 10_000, &[&shop.cut]).await;
    let mut bookings = Vec::new();
    for _ in 0..30 {
        bookings.push(salon.confirmed(&shop, &asha, &[&shop.cut]).await);
    }
    let with = json!({ "offerId": offer.id });
    let replies = join_all(bookings.iter().map(|booking| complete(&desk, booking, with.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for refused in replies.iter().filter(|reply| reply.status != 200) {
        refused.refused(409, "OFFER_NOT_APPLICABLE");
    }
}

/// Everything a completion leaves, or none of it.
async fn whole(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, booking: &Booking) -> bool {
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap();
    let invoices = invoices(salon, &shop.open).await;
    let series = salon.stored::<NumberSeries>(&keys::invoice_series(&shop.open.id, "26-27")).await;
    let gems = salon.stored::<parlour_money::gems::GemsAccount>(&keys::gems(&asha.id())).await;
    let profile = salon.stored::<parlour_people::customers::Profile>(&keys::profile(&asha.id())).await;
    let waiting = salon.outbox().await.len();
    if kept.status == BookingStatus::Completed {
        assert_eq!(invoices.len(), 1);
        assert_eq!(kept.invoice_id.as_ref(), Some(&invoices[0].id));
        assert_eq!(series.unwrap().last, 1);
        assert_eq!(gems.unwrap().account.balance().0, 5);
        assert_eq!(profile.unwrap().total_visits, 1);
        assert_eq!(waiting, 3);
        true
    } else {
        assert!(invoices.is_empty() && series.is_none() && gems.is_none() && profile.is_none() && waiting == 0);
        false
    }
}

#[tokio::test]
async fn a_call_that_fails_before_or_after_leaves_all_or_nothing_and_a_retry_makes_it_whole() {
    for fault in [Fault::RefuseBefore, Fault::CutAfter] {
        for failing in 0..5_usize {
            let (salon, shop) = TestSalon::with_shop().await;
            let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
            let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
            let desk = desk.once("the-visit");
            // That call fails, and so does every attempt at the same operation until the wire is mended.
            salon.wire.fail(move |number, _| (number >= failing).then_some(fault));
            let first = complete(&desk, &booking, json!({})).await;
            assert_ne!(first.status.as_u16(), 409, "{:?}", first.json());
            salon.wire.reset();
            whole(&salon, &shop, &asha, &booking).await;
            let again = complete(&desk, &booking, json!({})).await;
            assert_eq!(again.ok()["invoice"]["invoiceNumber"], "BLR/26-27/00001", "{fault:?} at {failing}");
            assert!(whole(&salon, &shop, &asha, &booking).await);
        }
    }
}

#[tokio::test]
async fn one_cut_answer_is_asked_again_and_told_as_the_success_it_was() {
    for failing in 0..5_usize {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        salon.wire.fail(move |number, operation| {
            (number == failing && operation == "TransactWriteItems").then_some(Fault::CutAfter)
        });
        complete(&desk, &booking, json!({})).await.ok();
        salon.wire.reset();
        assert!(whole(&salon, &shop, &asha, &booking).await);
    }
}
