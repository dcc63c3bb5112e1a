//! Calls of the front desk: bookings, the bill, customers, rosters, and its pages.

use parlour_money::invoices::{CreditNote, Invoice};
use parlour_money::offers::rules::OfferType;
use parlour_people::staff::StaffMember;
use parlour_senders::document::storage_key;
use parlour_settings::App;
use parlour_setup::catalogue::Service;
use parlour_storage::table::keys;
use parlour_tests::Shop;
use parlour_values::payment::PaymentMethod;
use parlour_values::role::Role;
use serde_json::{Value, json};

use super::{Walk, id};

/// One booking for each thing the desk can do to it.
pub(super) async fn desk_bookings(walk: &mut Walk<'_>, shop: &Shop) {
    let (asha, desk) = (walk.salon.customer("Asha").await, walk.salon.reception().await);
    walk.go(&desk, "GET /api/lookups", Value::Null).await;
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    let open = asha.book(shop.cut_tomorrow()).await;
    walk.case("approve", &desk, &format!("PATCH {open}"), approve.clone()).await;
    walk.case("assign", &desk, &format!("PATCH {open}"), json!({ "action": "assign", "staffId": shop.ravi.id })).await;
    let staffed = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-17", "12:00")).await;
    walk.case("approve, staffed", &desk, &format!("PATCH {staffed}"), approve).await;
    let room = walk.salon.room(&shop.staffed, "Room 1", "massage room").await;
    let by = |staff: &StaffMember, service: &Service, start: &str| json!([{ "serviceId": service.id, "staffId": staff.id, "startTime": start, "resourceIds": [room.id] }]);
    let parted = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-17", "16:00")).await;
    let approve = json!({ "action": "approve", "services": by(&shop.meera, &shop.massage, "16:00") });
    walk.case("approve, by service", &desk, &format!("PATCH {parted}"), approve).await;
    let assign = json!({ "action": "assign", "services": by(&shop.meera, &shop.massage, "16:30") });
    walk.case("assign, by service", &desk, &format!("PATCH {parted}"), assign).await;
    let services = by(&shop.meera, &shop.massage, "17:00");
    let moved = json!({ "bookingDate": "2026-11-18", "startTime": "17:00", "services": services });
    walk.case("by service", &desk, &format!("POST {parted}/reschedule"), moved).await;
    let parted = json!({
        "customerId": asha.id(), "branchId": shop.staffed.id, "serviceType": "salon", "bookingDate": "2026-11-19",
        "services": by(&shop.ravi, &shop.cut, "12:00"),
    });
    walk.case("walk-in, by service", &desk, "POST /api/bookings", parted).await;
    let unwanted = asha.book(shop.cut_tomorrow()).await;
    let reject = json!({ "action": "reject", "rejectionReason": "Closed for a wedding" });
    walk.case("reject", &desk, &format!("PATCH {unwanted}"), reject).await;
    walk.go(&desk, &format!("GET {open}"), Value::Null).await;
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "15:00" });
    walk.go(&desk, &format!("POST {staffed}/reschedule"), later).await;
    walk.go(&desk, &format!("POST {staffed}/cancel"), json!({ "reason": "The customer rang" })).await;
    let walk_in = json!({
        "customer": { "name": "Ravi", "phone": "9822222222" }, "branchId": shop.staffed.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.ravi.id,
    });
    let walked_in = walk.case("walk-in", &desk, "POST /api/bookings", walk_in).await["booking"].clone();
    let arrived = format!("/api/bookings/{}", id(&walked_in));
    walk.go(&desk, &format!("POST {arrived}/checkin"), Value::Null).await;
    walk.go(&desk, &format!("POST {arrived}/undo-checkin"), Value::Null).await;
    walk.go(&desk, &format!("POST {arrived}/noshow"), Value::Null).await;
    walk.go(&desk, &format!("POST {arrived}/undo-noshow"), Value::Null).await;
    desk.post_empty(&format!("{arrived}/noshow")).await.ok();
    walk.go(&desk, "GET /api/bookings?date=2026-11-17", Value::Null).await;
    walk.case("open status", &desk, "GET /api/bookings?status=confirmed", Value::Null).await;
    walk.case("unfiltered", &desk, "GET /api/bookings", Value::Null).await;

    let repeat = json!({
        "customerId": asha.id(), "branchId": shop.staffed.id, "serviceType": "salon", "firstDate": "2026-12-01",
        "services": [{ "serviceId": shop.cut.id, "staffId": shop.ravi.id }], "startTime": "16:00", "everyWeeks": 4,
        "count": 3, "onConflict": "skip",
    });
    let repeat = walk.go(&desk, "POST /api/repeats", repeat).await["repeat"].clone();
    let path = format!("/api/repeats/{}", id(&repeat));
    walk.go(&desk, &format!("GET {path}"), Value::Null).await;
    let later = json!({
        "from": "2026-12-20", "startTime": "17:00", "everyWeeks": 2,
        "services": [{ "serviceId": shop.cut.id, "staffId": shop.meera.id }],
    });
    walk.go(&desk, &format!("PATCH {path}"), later).await;
    walk.go(&desk, &format!("DELETE {path}?from=2026-12-20"), Value::Null).await;

    let manager = walk.salon.manager().await;
    let from = walked_in["customerId"].as_str().unwrap();
    walk.salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    walk.go(&manager, &format!("POST /api/customers/{}/merge", asha.id()), json!({ "fromId": from })).await;
    let (owner, leaving) = (walk.salon.owner().await, walk.salon.customer("Lata").await);
    let erasure = format!("/api/customers/{}/erasure", leaving.id());
    walk.go(&owner, &format!("POST {erasure}"), json!({ "reason": "Asked by phone" })).await;
    walk.go(&owner, &format!("DELETE {erasure}"), Value::Null).await;
}

pub(super) async fn checkout(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let pay = |booking: &parlour_booking::bookings::Booking| format!("POST /api/bookings/{}/complete", booking.id);
    let plain = salon.confirmed(shop, &asha, &[&shop.cut, &shop.colour]).await;
    walk.go(&desk, &pay(&plain), json!({ "paymentMethod": "upi" })).await;
    let offer = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    let offered = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    walk.case("offer", &desk, &pay(&offered), json!({ "paymentMethod": "upi", "offerId": offer.id })).await;
    let cut = salon.redeemable(&shop.cut, 10).await;
    let treat = salon.confirmed(shop, &asha, &[&cut]).await;
    let gems = json!({ "paymentMethod": "cash", "gemsRedeemedServiceId": cut.id });
    walk.case("gems", &desk, &pay(&treat), gems).await;

    let shaped = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    let bill = format!("/api/bookings/{}/bill", shaped.id);
    walk.go(&desk, &format!("GET {bill}"), Value::Null).await;
    let shape = json!({
        "version": 0,
        "lines": [
            { "custom": { "name": "Extra length", "code": "999729", "gstRateBps": 500 }, "pricePaise": 10_000 },
            { "serviceId": shop.cut.id, "pricePaise": 40_000, "reason": "Late start" },
        ],
        "discount": { "amountPaise": 10_000, "reason": "A friend" },
        "tips": [{ "staffId": shop.meera.id, "amountPaise": 5_000 }],
    });
    walk.go(&desk, &format!("PUT {bill}"), shape.clone()).await;
    walk.go(&desk, &format!("DELETE {bill}"), Value::Null).await;
    desk.put(&bill, shape).await.ok();
    walk.go(&manager, &format!("POST {bill}/approve"), json!({ "version": 1 })).await;
    let halves = json!([{ "method": "cash", "amountPaise": 20_000 }, { "method": "upi", "amountPaise": 25_000 }]);
    walk.case("bill", &desk, &pay(&shaped), json!({ "billVersion": 1, "payments": halves })).await;
    let tipped = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    let tips = json!([{ "staffId": shop.meera.id, "amountPaise": 5_000 }]);
    walk.case("tip", &desk, &pay(&tipped), json!({ "paymentMethod": "upi", "tips": tips })).await;

    let oil = parlour_money::products::Product {
        id: salon.salon.random.id(),
        price: parlour_values::money::Paise(40_000),
        ..parlour_money::products::Product::sample("oil")
    };
    salon.put(&oil).await;
    let sold = json!({
        "branchId": shop.open.id,
        "customer": { "name": "Tara", "phone": "9876500077" },
        "lines": [{ "productId": oil.id, "quantity": 2 }],
        "discount": { "percentBps": 1000, "reason": "Old stock" },
        "tips": [{ "staffId": shop.meera.id, "amountPaise": 1_000 }],
        "payments": [{ "method": "upi", "amountPaise": 73_000, "reference": "UPI 4711" }],
    });
    let sold = walk.go(&desk, "POST /api/sales", sold).await["invoice"].clone();
    let back = json!({
        "amountPaise": 36_000,
        "reason": "Broken",
        "lines": [{ "lineId": "1", "amountPaise": 36_000 }],
        "refunds": [{ "paymentId": "1", "amountPaise": 36_000 }],
        "restock": [{ "lineId": "1", "quantity": 1 }],
    });
    let notes = format!("POST /api/billing/invoices/{}/credit-notes", id(&sold));
    walk.case("by payment and line", &manager, &notes, back).await;

    let own = format!("GET /api/bookings/{}/invoice", plain.id);
    walk.go(&asha, &own, Value::Null).await;
    let invoice = salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&plain.id)).await.unwrap();
    let invoice = salon.stored::<Invoice>(&keys::invoice(invoice.invoice_id.as_ref().unwrap())).await.unwrap().record;
    salon.put(&Invoice { pdf_key: storage_key(&invoice.id), ..invoice.clone() }).await;
    let path = format!("/api/billing/invoices/{}", invoice.id);
    walk.go(&asha, &format!("{own}/pdf"), Value::Null).await;
    let link = crate::links::token(salon, &plain.id).await;
    walk.go(&salon.visitor(), &format!("GET /api/links/{link}/invoice/pdf"), Value::Null).await;
    walk.go(&desk, &format!("GET {path}/pdf"), Value::Null).await;
    walk.go(&desk, "GET /api/billing/invoices", Value::Null).await;
    walk.go(&desk, &format!("GET {path}"), Value::Null).await;
    walk.go(&desk, "GET /api/billing/day", Value::Null).await;
    let settings = format!("/api/branches/{}/settings", shop.open.id);
    salon.owner().await.patch(&settings, json!({ "upiId": "salon@bank" })).await.ok();
    let upi = format!("GET /api/billing/upi?branchId={}&amountPaise=118000&reference=Bill", shop.open.id);
    walk.go(&desk, &upi, Value::Null).await;
    let yesterday = invoice.issued_at.plus(chrono::TimeDelta::days(-1));
    let due = salon.invoice_of(&offered.id).await;
    let due = salon.left_due(&due, &[(PaymentMethod::Upi, 10_000)], |invoice| invoice.issued_at = yesterday).await;
    walk.go(&desk, "GET /api/billing/dues", Value::Null).await;
    let cash = json!({ "payments": [{ "method": "cash", "amountPaise": 20_000, "tenderedPaise": 50_000 }] });
    walk.go(&desk, &format!("POST /api/billing/invoices/{}/payments", due.id), cash).await;
    walk.go(&desk, &format!("POST {path}/send"), json!({ "channel": "email" })).await;
    let refund = json!({ "amountPaise": 10_000, "reason": "Late start", "refundMethod": "cash" });
    let refunded = walk.go(&manager, &format!("POST {path}/credit-notes"), refund).await;
    let note = keys::credit_note(&invoice.id, &id(&refunded["creditNote"]).into());
    let note = salon.stored::<CreditNote>(&note).await.unwrap().record;
    let document = format!("GET {path}/credit-notes/{}/pdf", note.id);
    salon.put(&CreditNote { pdf_key: Some("credit-notes/1.pdf".to_owned()), ..note }).await;
    walk.go(&desk, &document, Value::Null).await;
    let last = salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&treat.id)).await.unwrap();
    let last = last.invoice_id.clone().unwrap();
    walk.go(&manager, &format!("POST /api/billing/invoices/{last}/void"), json!({ "reason": "Wrong bill" })).await;
}

/// A note each time: the largest amounts and hostile counts leave any difference.
pub(super) async fn drawer(walk: &mut Walk<'_>, shop: &Shop) {
    let (desk, manager) = (walk.salon.reception().await, walk.salon.manager().await);
    let branch = &shop.staffed.id;
    let opening = json!({ "branchId": branch, "openingPaise": 200_000, "note": "First drawer" });
    walk.go(&desk, "POST /api/drawer/open", opening).await;
    let movement = json!({ "branchId": branch, "kind": "out", "amountPaise": 25_000, "note": "Milk and tea" });
    walk.go(&desk, "POST /api/drawer/movements", movement).await;
    walk.go(&desk, &format!("GET /api/drawer?branchId={branch}"), Value::Null).await;
    walk.go(&desk, &format!("GET /api/drawer/movements?branchId={branch}"), Value::Null).await;
    let count = json!({
        "branchId": branch, "countedPaise": 172_000, "bankedPaise": 72_000, "note": "Change given wrongly",
        "denominations": [{ "valuePaise": 50_000, "count": 3 }, { "valuePaise": 2_000, "count": 11 }],
    });
    walk.go(&desk, "POST /api/drawer/close", count).await;
    walk.go(&manager, &format!("GET /api/drawer/history?branchId={branch}"), Value::Null).await;
}

pub(super) async fn customers_and_leads(walk: &mut Walk<'_>) {
    let (desk, manager) = (walk.salon.reception().await, walk.salon.manager().await);
    let asha = walk.salon.user("Asha", Role::Customer).await;
    walk.salon.listed(&asha, |_| {}).await;
    walk.case("cold instance", &desk, "GET /api/customers", Value::Null).await;
    walk.go(&desk, "GET /api/customers?q=asha&sort=name", Value::Null).await;
    let customer = format!("/api/customers/{}", asha.id);
    walk.go(&desk, &format!("GET {customer}"), Value::Null).await;
    walk.go(&manager, &format!("PATCH {customer}"), json!({ "noshowCount": 1 })).await;
    walk.go(&desk, &format!("POST {customer}/notes"), json!({ "content": "Prefers mornings" })).await;
    let formula = json!({ "content": "6.3 40 g, 20 vol", "kind": "formula", "pinned": true });
    walk.case("formula", &desk, &format!("POST {customer}/notes"), formula).await;
    let new = json!({
        "name": "Meena", "phone": "9844444444", "email": "meena@example.test", "gstin": "29ABCFT0001Q1Z3",
        "legalName": "Meena Traders", "guardian": { "name": "Leela", "phone": "9866666666" },
    });
    let new = walk.go(&desk, "POST /api/customers", new).await["customer"].clone();
    let known = json!({
        "alerts": "Allergic to nuts", "phone": "9855555555", "guardian": { "name": "Leela", "phone": "9866666666" },
    });
    walk.go(&desk, &format!("PATCH /api/customers/{}/profile", id(&new)), known).await;
    let tag = walk.go(&manager, "POST /api/tags", json!({ "name": "VIP", "color": "#AA00CC" })).await["tag"].clone();
    walk.go(&desk, "GET /api/tags", Value::Null).await;
    walk.go(&desk, &format!("POST {customer}/tags"), json!({ "tagId": id(&tag) })).await;
    walk.go(&desk, &format!("DELETE {customer}/tags/{}", id(&tag)), Value::Null).await;

    let lead = walk.go(&desk, "POST /api/leads", json!({ "name": "Ravi", "phone": "9833333333" })).await;
    let lead = format!("/api/leads/{}", lead["leadId"].as_str().unwrap());
    walk.go(&desk, "GET /api/leads", Value::Null).await;
    walk.go(&desk, &format!("GET {lead}"), Value::Null).await;
    walk.go(&desk, &format!("PATCH {lead}"), json!({ "status": "contacted" })).await;
    walk.go(&desk, &format!("POST {lead}/notes"), json!({ "content": "Call on Friday" })).await;
}

pub(super) async fn memberships_and_offers(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let tier = salon.tier("Gold").await;
    walk.go(&desk, "GET /api/membership-tiers", Value::Null).await;
    let sale = json!({
        "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card",
    });
    let sold = walk.go(&desk, "POST /api/memberships", sale).await["membership"].clone();
    let membership = format!("/api/memberships/{}", id(&sold));
    let line = json!({ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": 60 });
    walk.go(&desk, &format!("POST {membership}/sessions"), json!({ "services": [line] })).await;
    walk.go(&desk, "GET /api/memberships", Value::Null).await;
    walk.go(&desk, &format!("GET {membership}"), Value::Null).await;
    walk.go(&manager, &format!("POST {membership}/cancel"), json!({ "reason": "Moved away" })).await;

    let bronze = json!({
        "name": "Bronze", "defaultHoursMinutes": 120, "defaultPricePaise": 500_000, "defaultValidityDays": 90,
        "translations": { "hi": { "name": "कांस्य", "description": "दो घंटे" } },
    });
    let bronze = walk.go(&manager, "POST /api/membership-tiers", bronze).await;
    let tier = format!("/api/membership-tiers/{}", id(&bronze));
    let cheaper = json!({ "defaultPricePaise": 450_000, "translations": { "hi": { "name": "ब्रॉन्ज़", "description": "स्पा के दो घंटे" } } });
    walk.go(&manager, &format!("PATCH {tier}"), cheaper).await;
    walk.go(&manager, &format!("DELETE {tier}"), Value::Null).await;

    let offer = json!({
        "name": "Monsoon", "offerType": "percentage", "discountPercentage": 20, "startDate": "2026-11-16",
        "endDate": "2026-11-30", "serviceIds": [shop.cut.id],
        "translations": { "hi": { "name": "मॉनसून", "description": "बारिश में" } },
    });
    let made = walk.go(&manager, "POST /api/offers", offer).await["offer"].clone();
    walk.go(&manager, "GET /api/offers", Value::Null).await;
    walk.go(&manager, &format!("GET /api/offers/{}", id(&made)), Value::Null).await;
    let over = json!({ "isActive": false, "translations": { "hi": { "name": "मॉनसून ऑफ़र", "description": "बारिश के दिनों में" } } });
    walk.go(&manager, &format!("PATCH /api/offers/{}", id(&made)), over).await;
}

pub(super) async fn rosters(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let manager = salon.manager().await;
    let meera = salon.signed_in_as(&shop.meera).await;
    let week = json!({ "weekday": 2, "shifts": [{ "start": "10:00", "end": "18:00" }], "breaks": [] });
    let roster = format!("/api/schedule/staff/{}", shop.ravi.id);
    walk.go(&manager, &format!("PUT {roster}/weekly"), json!({ "effectiveFrom": "2026-11-16", "days": [week] })).await;
    walk.go(&manager, &format!("PUT {roster}/days/2026-11-19"), json!({ "off": true })).await;
    let month = format!("GET /api/schedule?branchId={}&from=2026-11-16&to=2026-12-16", shop.staffed.id);
    walk.case("31 days, 10 people", &manager, &month, Value::Null).await;
    walk.go(&manager, &format!("DELETE {roster}/days/2026-11-19"), Value::Null).await;
    let block = json!({
        "staffId": shop.meera.id, "date": "2026-11-20", "startTime": "12:00", "endTime": "13:00", "reason": "Training",
    });
    let block = walk.go(&manager, "POST /api/schedule/blocks", block).await["block"].clone();
    walk.go(&manager, "GET /api/schedule/blocks", Value::Null).await;
    walk.go(&manager, &format!("DELETE /api/schedule/blocks/{}", id(&block)), Value::Null).await;
    let closure = json!({ "branchId": shop.staffed.id, "date": "2026-11-25", "reason": "Holiday" });
    let closure = walk.go(&manager, "POST /api/schedule/closures", closure).await["closure"].clone();
    walk.go(&manager, "GET /api/schedule/closures", Value::Null).await;
    walk.go(&manager, &format!("DELETE /api/schedule/closures/{}", id(&closure)), Value::Null).await;
    let room = json!({
        "branchId": shop.staffed.id, "name": "Lotus", "group": "massage room", "capacity": 1, "turnaroundMinutes": 10,
    });
    let room = walk.go(&manager, "POST /api/resources", room).await["resource"].clone();
    let rooms = format!("GET /api/resources?branchId={}", shop.staffed.id);
    walk.go(&salon.reception().await, &rooms, Value::Null).await;
    let room = format!("/api/resources/{}", id(&room));
    walk.go(&manager, &format!("PATCH {room}"), json!({ "name": "Lotus room", "turnaroundMinutes": 15 })).await;
    walk.go(&manager, &format!("DELETE {room}"), Value::Null).await;

    walk.go(&meera, "GET /api/me", Value::Null).await;
    walk.case("31 days", &meera, "GET /api/me/schedule?from=2026-11-16&to=2026-12-16", Value::Null).await;
    walk.go(&manager, "PUT /api/me/pin", json!({ "pin": "480217" })).await;
    walk.go(&meera, "GET /api/me/earnings", Value::Null).await;
    let feed = walk.go(&meera, "POST /api/me/calendar", Value::Null).await;
    let feed = feed["url"].as_str().unwrap().split_once("/api/").unwrap().1.to_owned();
    let visitor = walk.salon.visitor();
    walk.case("of staff", &visitor, &format!("GET /api/{feed}"), Value::Null).await;
    walk.go(&meera, "DELETE /api/me/calendar", Value::Null).await;
    let mut asked = Vec::new();
    for day in ["2026-11-26", "2026-11-27", "2026-11-28"] {
        let leave = json!({ "leaveType": "casual", "startDate": day, "endDate": day });
        asked.push(walk.go(&meera, "POST /api/me/leave", leave).await["leave"].clone());
    }
    walk.go(&meera, "GET /api/me/leave", Value::Null).await;
    walk.go(&meera, &format!("DELETE /api/me/leave/{}", id(&asked[0])), Value::Null).await;
    walk.go(&manager, "GET /api/schedule/leave", Value::Null).await;
    walk.go(&manager, &format!("POST /api/schedule/leave/{}/approve", id(&asked[1])), json!({})).await;
    let busy = json!({ "note": "Wedding season" });
    walk.go(&manager, &format!("POST /api/schedule/leave/{}/reject", id(&asked[2])), busy.clone()).await;
    walk.go(&manager, &format!("POST /api/schedule/leave/{}/revoke", id(&asked[1])), busy).await;
    walk.go(&meera, "GET /api/notifications", Value::Null).await;
    walk.go(&meera, "PATCH /api/notifications", json!({})).await;
    let browser = parlour_tests::browser("meera");
    walk.go(&meera, "POST /api/push/subscribe", browser.clone()).await;
    walk.go(&meera, "DELETE /api/push/subscribe", json!({ "endpoint": browser["endpoint"] })).await;
    walk.go(&meera, "POST /api/ably/token", Value::Null).await;
}

/// The admin app's pages, each once, with something on it.
pub(super) async fn desk_pages(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let visitor = salon.anyone(App::Admin).with_header("accept", "text/html");
    for page in ["/sign-in", "/offline", "/manifest.webmanifest", "/sw.js", "/docs", "/openapi.json", "/api"] {
        walk.go(&visitor, &format!("GET {page}"), Value::Null).await;
    }
    walk.go(&visitor, &format!("GET {}", parlour_pages::assets::STYLE.href()), Value::Null).await;

    let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let paid = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    let pay = format!("/api/bookings/{}/complete", paid.id);
    manager.post(&pay, json!({ "paymentMethod": "upi" })).await.ok();
    let paid = salon.stored::<parlour_booking::bookings::Booking>(&keys::booking(&paid.id)).await.unwrap();
    let invoice = paid.invoice_id.clone().unwrap();
    let booking = salon.confirmed(shop, &asha, &[&shop.colour]).await;
    let lead = salon.lead("Ravi", None, None).await;
    let (_, membership) = salon.member("Tara", "2027-03-01").await;
    let offer = salon.offer(OfferType::Flat, 5_000, &[&shop.colour]).await;
    let product = json!({ "name": "Hair oil", "hsnCode": "3305", "gstRateBps": 500, "pricePaise": 24_900 });
    let product = id(&manager.post("/api/products", product).await.created()["product"]).to_owned();
    let developer = salon.person("Dev", Role::Developer).await.with_header("accept", "text/html");
    let webhook = developer.post("/api/webhooks", json!({ "url": "http://127.0.0.1:9/hooks" })).await.created();
    let webhook = id(&webhook["webhook"]).to_owned();
    for page in [
        "/",
        "/me",
        "/bookings?date=2026-11-16",
        "/bookings/new",
        "/customers",
        "/customers/new",
        "/leads",
        "/memberships",
        "/billing",
        "/drawer",
        "/schedule",
        "/services",
        "/services/new",
        "/services/categories",
        "/offers",
        "/offers/new",
        "/products",
        "/products/new",
        "/sales/new",
        "/staff",
        "/staff/new",
        "/branches",
        "/branches/new",
        "/users",
        "/reports",
        "/pay",
        "/notifications",
        "/integrations",
        "/webhooks",
        "/tokens",
        "/import",
        "/exports",
        "/logs",
        "/branding",
        "/messages",
        "/waitlist?date=2026-11-19",
        "/search?q=asha",
    ] {
        walk.go(&developer, &format!("GET {page}"), Value::Null).await;
    }
    for page in [
        format!("/bookings/{}", booking.id),
        format!("/bookings/{}/checkout", booking.id),
        format!("/customers/{}", asha.id()),
        format!("/leads/{}", lead.id),
        format!("/memberships/{}", membership.id),
        format!("/billing/{invoice}"),
        format!("/services/{}", shop.cut.id),
        format!("/offers/{}", offer.id),
        format!("/products/{product}"),
        format!("/staff/{}", shop.ravi.id),
        format!("/pay/{}", shop.ravi.id),
        format!("/branches/{}", shop.open.id),
        format!("/users/{}", asha.id()),
        format!("/webhooks/{webhook}"),
        "/messages/reminder_24h/hi".to_owned(),
    ] {
        walk.go(&developer, &format!("GET {page}"), Value::Null).await;
    }
    walk.case("unfiltered", &developer, "GET /bookings", Value::Null).await;
    for report in ["bookings", "people", "customers", "memberships", "gems", "leads", "products", "gst"] {
        walk.case(report, &developer, &format!("GET /reports?report={report}"), Value::Null).await;
    }
    for log in ["jobs", "notifications"] {
        walk.case(log, &developer, &format!("GET /logs?log={log}"), Value::Null).await;
    }
    let verified = "GET /logs?log=audit&verify=yes&from=2026-11-16&to=2026-11-16";
    walk.case("verified", &developer, verified, Value::Null).await;
    let number = format!("GET /search?q={}", booking.number);
    walk.case("a booking's number", &developer, &number, Value::Null).await;
}
