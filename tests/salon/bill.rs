//! The bill of a visit: shaped at the desk by version, approved by a manager, completed once; payments, tips and dues.

use futures::future::join_all;
use parlour_booking::bookings::Booking;
use parlour_money::checkout::Bill;
use parlour_money::invoices::Invoice;
use parlour_money::memberships::Membership;
use parlour_money::offers::rules::OfferType;
use parlour_money::products::{Product, Stock};
use parlour_people::staff::StaffMember;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::gst::GstRate;
use parlour_values::money::Paise;
use parlour_values::time::Minutes;
use serde_json::{Value, json};

pub fn path(booking: &Booking) -> String {
    format!("/api/bookings/{}", booking.id)
}

pub fn bill_path(booking: &Booking) -> String {
    format!("{}/bill", path(booking))
}

pub async fn bill(desk: &Client<'_>, booking: &Booking) -> Value {
    desk.get(&bill_path(booking)).await.ok()["bill"].clone()
}

/// Replaces the bill; the new one.
pub async fn put(desk: &Client<'_>, booking: &Booking, body: Value) -> Value {
    desk.put(&bill_path(booking), body).await.ok()["bill"].clone()
}

pub fn line_ids(bill: &Value) -> Vec<Value> {
    bill["lines"].as_array().unwrap().iter().map(|line| json!({ "id": line["id"] })).collect()
}

pub async fn complete(desk: &Client<'_>, booking: &Booking, body: Value) -> parlour_tests::Reply {
    desk.post(&format!("{}/complete", path(booking)), body).await
}

pub async fn invoice_of(salon: &TestSalon, desk: &Client<'_>, booking: &Booking) -> Value {
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap();
    desk.get(&format!("/api/billing/invoices/{}", kept.invoice_id.as_ref().unwrap())).await.ok()["invoice"].clone()
}

pub async fn shampoo(salon: &TestSalon) -> Product {
    let product = Product { price: Paise(39_900), gst: GstRate::EIGHTEEN, ..Product::sample("shampoo") };
    salon.put(&product).await;
    product
}

pub struct Scene<'a> {
    pub shop: Shop,
    pub asha: Client<'a>,
    pub desk: Client<'a>,
    pub manager: Client<'a>,
}

pub async fn scene(salon: &TestSalon) -> Scene<'_> {
    Scene {
        shop: salon.shop().await,
        asha: salon.customer("Asha").await,
        desk: salon.reception().await,
        manager: salon.manager().await,
    }
}

#[tokio::test]
async fn until_it_is_edited_a_bill_is_the_booking() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let seen = bill(&desk, &booking).await;
    assert_eq!((&seen["version"], &seen["status"]), (&json!(0), &json!("open")));
    assert_eq!(seen["totals"]["totalPaise"], 300_000);
    assert_eq!(seen["totals"]["listPaise"], 300_000);
    assert_eq!(seen["approval"], json!({ "needed": false, "limitBps": 1000, "effectiveBps": 0, "approvedBy": null }));
    let line = &seen["lines"][0];
    assert_eq!((&line["kind"], &line["serviceId"]), (&json!("service"), &json!(shop.cut.id)));
    assert_eq!((&line["netPaise"], &line["gstRateBps"]), (&json!(50_000), &json!(500)));
    assert!(salon.stored::<Bill>(&keys::bill(&booking.id)).await.is_none(), "nothing is stored");
    desk.delete(&bill_path(&booking)).await.ok();
    desk.get("/api/bookings/nobody/bill").await.refused(404, "NOT_FOUND");
    complete(&manager, &booking, json!({ "paymentMethod": "upi" })).await.ok();
    desk.get(&bill_path(&booking)).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    let again = complete(&desk, &booking, json!({ "paymentMethod": "upi" })).await;
    let refused = again.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    let invoice = invoice_of(&salon, &desk, &booking).await;
    assert_eq!(refused["details"]["invoiceId"], invoice["id"]);
}

#[tokio::test]
async fn a_bill_takes_services_products_and_things_in_no_list() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let product = shampoo(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let cut = bill(&desk, &booking).await["lines"][0]["id"].clone();
    let custom = json!({ "name": "Extra length", "code": "999729", "gstRateBps": 500 });
    let edited = put(
        &desk,
        &booking,
        json!({ "version": 0, "lines": [
            { "id": cut },
            { "serviceId": shop.colour.id, "staffId": shop.ravi.id },
            { "productId": product.id, "quantity": 2, "staffId": shop.meera.id },
            { "custom": custom, "pricePaise": 20_000 },
        ], "tips": [{ "staffId": shop.ravi.id, "amountPaise": 5_000 }] }),
    )
    .await;
    assert_eq!(edited["version"], 1);
    assert_eq!(edited["totals"]["totalPaise"], 50_000 + 250_000 + 79_800 + 20_000);
    assert_eq!(edited["totals"]["tipPaise"], 5_000);
    let done = complete(
        &desk,
        &booking,
        json!({ "billVersion": 1, "payments": [
            { "method": "cash", "amountPaise": 200_000, "tenderedPaise": 250_000 },
            { "method": "upi", "amountPaise": 204_800, "reference": "T1" },
        ] }),
    )
    .await
    .ok();
    let payments = &done["invoice"]["payments"];
    assert_eq!((&payments[0]["changePaise"], &payments[1]["reference"]), (&json!(50_000), &json!("T1")));
    assert_eq!((&done["invoice"]["tipPaise"], &done["invoice"]["duePaise"]), (&json!(5_000), &json!(0)));
    assert_eq!(done["booking"]["billedPaise"], 399_800);
    assert_eq!(done["booking"]["totalAmountPaise"], 50_000, "as booked");
    let names: Vec<&str> = done["booking"]["services"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["serviceName"].as_str().unwrap_or("?"))
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let invoice = invoice_of(&salon, &desk, &booking).await;
    assert_eq!(invoice["paymentMethod"], "upi");
    let lines = invoice["lines"].as_array().unwrap();
    assert_eq!(lines[2]["kind"], "product");
    assert_eq!((&lines[2]["sac"], &lines[2]["gstRateBps"]), (&json!(product.hsn_code), &json!(1800)));
    assert_eq!(invoice["gemsEarned"], 32, "of ₹3,200: products earn none");
    let stock = salon.stored::<Stock>(&keys::stock(&shop.open.id, &product.id)).await.unwrap();
    assert_eq!(stock.on_hand, -2);
    assert!(salon.stored::<Bill>(&keys::bill(&booking.id)).await.is_none(), "the bill is paid");
    let kept = salon.stored::<Invoice>(&keys::invoice(&invoice["id"].as_str().unwrap().into())).await.unwrap();
    assert_eq!(kept.document().check(), Ok(()));
}

#[tokio::test]
async fn a_bill_is_edited_by_version_and_completed_as_it_was_seen() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let lines = line_ids(&bill(&desk, &booking).await);
    let one = put(&desk, &booking, json!({ "version": 0, "lines": [lines[0]] })).await;
    assert_eq!(one["totals"]["totalPaise"], 50_000);
    let stale = desk.put(&bill_path(&booking), json!({ "version": 0, "lines": [lines[0]] })).await;
    let refused = stale.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bill"]["version"], 1);
    for body in [json!({ "paymentMethod": "upi" }), json!({ "paymentMethod": "upi", "billVersion": 2 })] {
        let refused = complete(&desk, &booking, body).await.refused(409, "CONFLICT");
        assert_eq!(refused["details"]["bill"]["totals"]["totalPaise"], 50_000);
    }
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    let with_offer = json!({ "paymentMethod": "upi", "billVersion": 1, "offerId": offer.id });
    complete(&desk, &booking, with_offer).await.invalid(&["offerId"]);
    // Dropped, it is as it was booked.
    assert_eq!(desk.delete(&bill_path(&booking)).await.ok()["bill"]["version"], 0);
    complete(&desk, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await.refused(409, "CONFLICT");
    let done = complete(&desk, &booking, json!({ "paymentMethod": "upi", "billVersion": 0 })).await.ok();
    assert_eq!(done["invoice"]["totalPaise"], 300_000);
}

#[tokio::test]
async fn what_is_wrong_with_a_bill_is_said_by_its_field() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let cut = bill(&desk, &booking).await["lines"][0]["id"].clone();
    for (line, field) in [
        (json!({ "id": "nobody" }), "lines.0.id"),
        (json!({ "serviceId": "nobody" }), "lines.0.serviceId"),
        (json!({ "productId": "nobody" }), "lines.0.productId"),
        (json!({ "id": cut, "staffId": "nobody" }), "lines.0.staffId"),
        (json!({ "id": cut, "quantity": 2 }), "lines.0.quantity"),
        (json!({ "id": cut, "pricePaise": 40_000 }), "lines.0.reason"),
        (json!({ "id": cut, "discountPaise": 1_000 }), "lines.0.reason"),
        (json!({ "id": cut, "discountPaise": 50_001, "reason": "late" }), "lines.0.discountPaise"),
    ] {
        desk.put(&bill_path(&booking), json!({ "version": 0, "lines": [line] })).await.invalid(&[field]);
    }
    let twice = json!({ "version": 0, "lines": [{ "id": cut }, { "id": cut }] });
    desk.put(&bill_path(&booking), twice).await.invalid(&["lines.1.id"]);
    desk.put(&bill_path(&booking), json!({ "version": 0, "lines": [] })).await.invalid(&["lines"]);
    let too_much = json!({ "version": 0, "lines": [{ "id": cut }],
        "discount": { "amountPaise": 50_001, "reason": "late" } });
    desk.put(&bill_path(&booking), too_much).await.invalid(&["discount.amountPaise"]);
    let offer = salon.offer(OfferType::Percentage, 50, &[&shop.cut]).await;
    let after_offer = json!({ "version": 0, "lines": [{ "id": cut, "discountPaise": 25_001, "reason": "late" }],
        "offerId": offer.id });
    desk.put(&bill_path(&booking), after_offer).await.invalid(&["lines.0.discountPaise"]);
    let both = json!({ "version": 0, "lines": [{ "id": cut }], "offerId": offer.id, "redeemGems": true });
    desk.put(&bill_path(&booking), both).await.invalid(&["offerId"]);
    let no_member = json!({ "version": 0, "lines": [{ "id": cut }], "useMembership": true });
    desk.put(&bill_path(&booking), no_member).await.refused(409, "MEMBERSHIP_EXPIRED");
    assert_eq!(bill(&desk, &booking).await["version"], 0, "nothing was kept");
}

#[tokio::test]
async fn whoever_has_left_is_named_anew_on_no_bill() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let gone = async |member: &StaffMember| salon.put(&StaffMember { is_active: false, ..member.clone() }).await;
    gone(&shop.meera).await;
    gone(&shop.ravi).await;
    let line = bill(&desk, &booking).await["lines"][0].clone();
    assert_eq!(line["staffId"], json!(shop.meera.id));
    let by = |line_of: &StaffMember, tip_of: &StaffMember| {
        json!({ "version": 0, "lines": [{ "id": line["id"], "staffId": line_of.id }],
            "tips": [{ "staffId": tip_of.id, "amountPaise": 5_000 }] })
    };
    desk.put(&bill_path(&booking), by(&shop.ravi, &shop.ravi)).await.invalid(&["lines.0.staffId", "tips.0.staffId"]);
    let tips = json!([{ "staffId": shop.ravi.id, "amountPaise": 5_000 }]);
    complete(&desk, &booking, json!({ "paymentMethod": "cash", "tips": tips })).await.invalid(&["tips.0.staffId"]);
    // She did the visit before she left.
    put(&desk, &booking, by(&shop.meera, &shop.meera)).await;
    complete(&desk, &booking, json!({ "paymentMethod": "cash", "billVersion": 1 })).await.ok();
}

#[tokio::test]
async fn beyond_the_desks_limit_a_manager_has_to_say_so() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let cut = bill(&desk, &booking).await["lines"][0]["id"].clone();
    let cheaper = |version: u32, price: i64| {
        json!({ "version": version, "lines": [
        { "id": cut, "pricePaise": price, "reason": "late" }] })
    };
    let within = put(&desk, &booking, cheaper(0, 45_000)).await;
    assert_eq!((&within["approval"]["needed"], &within["approval"]["effectiveBps"]), (&json!(false), &json!(1000)));
    let beyond = put(&desk, &booking, cheaper(1, 40_000)).await;
    assert_eq!((&beyond["approval"]["needed"], &beyond["approval"]["effectiveBps"]), (&json!(true), &json!(2000)));
    let pay = json!({ "paymentMethod": "cash", "billVersion": 2 });
    let refused = complete(&desk, &booking, pay.clone()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(refused["details"], json!({ "limitBps": 1000, "effectiveBps": 2000 }));

    let approve = format!("{}/approve", bill_path(&booking));
    desk.post(&approve, json!({ "version": 2 })).await.refused(403, "FORBIDDEN");
    desk.post(&approve, json!({ "version": 1 })).await.refused(409, "CONFLICT");
    desk.post(&approve, json!({ "version": 2, "pin": "480217" })).await.invalid(&["approverId"]);
    manager.put("/api/me/pin", json!({ "pin": "480217" })).await.ok();
    let by_pin = |pin: &str| json!({ "version": 2, "approverId": manager.id(), "pin": pin });
    let refused = desk.post(&approve, by_pin("111111")).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(refused["details"], json!({ "reason": "WRONG_PIN" }), "the desk asks for it anew");
    let approved = desk.post(&approve, by_pin("480217")).await.ok()["bill"].clone();
    assert_eq!((&approved["approval"]["needed"], &approved["version"]), (&json!(false), &json!(2)));
    assert_eq!(approved["approval"]["approvedBy"], json!(manager.id()));

    // Less keeps the approval, more ends it, a manager's own sign-in gives another.
    let less = put(&desk, &booking, cheaper(2, 42_000)).await;
    assert_eq!(less["approval"]["needed"], false);
    let more = put(&desk, &booking, cheaper(3, 41_000)).await;
    assert_eq!(more["approval"]["needed"], true, "an edit took more off");
    manager.post(&approve, json!({ "version": 4 })).await.ok();
    let done = complete(&desk, &booking, json!({ "paymentMethod": "cash", "billVersion": 4 })).await.ok();
    assert_eq!(done["invoice"]["totalPaise"], 41_000);

    // A raised price offsets nothing, and a manager needs nobody.
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let lines = line_ids(&bill(&desk, &booking).await);
    let (cut, colour) = (lines[0]["id"].clone(), lines[1]["id"].clone());
    let edited = put(
        &desk,
        &booking,
        json!({ "version": 0, "lines": [
        { "id": cut, "pricePaise": 10_000, "reason": "late" },
        { "id": colour, "pricePaise": 900_000, "reason": "much hair" },
    ] }),
    )
    .await;
    assert_eq!(edited["approval"]["effectiveBps"], 1334, "40,000 of 300,000, rounded up");
    complete(&manager, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await.ok();
    let nothing = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let approve = format!("{}/approve", bill_path(&nothing));
    manager.post(&approve, json!({ "version": 0 })).await.refused(422, "BUSINESS_RULE_VIOLATION");
}

#[tokio::test]
async fn offer_line_and_bill_discounts_come_in_their_order() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let offer = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut, &shop.colour]).await;
    let lines = line_ids(&bill(&desk, &booking).await);
    let edited = put(
        &desk,
        &booking,
        json!({ "version": 0, "offerId": offer.id, "lines": [
            { "id": lines[0]["id"], "pricePaise": 40_000, "discountPaise": 2_000, "reason": "late" },
            { "id": lines[1]["id"] },
        ], "discount": { "percentBps": 1000, "reason": "friend" } }),
    )
    .await;
    let cut = &edited["lines"][0];
    assert_eq!((&cut["offerPaise"], &cut["discountPaise"]), (&json!(8_000), &json!(2_000)));
    assert_eq!((&cut["sharePaise"], &cut["netPaise"]), (&json!(3_000), &json!(27_000)));
    assert_eq!(edited["lines"][1]["sharePaise"], 25_000);
    assert_eq!(edited["totals"]["totalPaise"], 27_000 + 225_000);
    // 10,000 by the price, 2,000 off the line and 28,000 off the bill, of 300,000 less the offer's 8,000.
    assert_eq!(edited["approval"]["effectiveBps"], 1370);
    let done = complete(&manager, &booking, json!({ "paymentMethod": "card", "billVersion": 1 })).await.ok();
    assert_eq!((&done["invoice"]["totalPaise"], &done["discountPaise"]), (&json!(252_000), &json!(38_000)));
}

#[tokio::test]
async fn minutes_of_a_membership_pay_for_spa_lines() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let tier = salon.tier("Gold").await;
    let sold = manager
        .post(
            "/api/memberships",
            json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 80,
            "pricePaise": 105_000, "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" }),
        )
        .await
        .created();
    let membership = sold["membership"]["id"].clone();
    let booking = salon.confirmed(&shop, &asha, &[&shop.facial, &shop.massage]).await;
    let seen = bill(&desk, &booking).await;
    let option = &seen["can"]["membership"];
    assert_eq!((&option["id"], &option["remainingMinutes"], &option["minutes"]), (&membership, &json!(80), &json!(60)));
    let edited = put(&desk, &booking, json!({ "version": 0, "lines": line_ids(&seen), "useMembership": true })).await;
    assert_eq!(edited["lines"][1]["coveredBy"], "membership", "the longest first");
    assert_eq!((&edited["lines"][1]["netPaise"], &edited["totals"]["totalPaise"]), (&json!(0), &json!(120_000)));
    complete(&desk, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await.ok();
    let kept = salon.stored::<Membership>(&keys::membership(&membership.as_str().unwrap().into())).await.unwrap();
    assert_eq!(kept.used_hours, Minutes(60));
    let invoice = invoice_of(&salon, &desk, &booking).await;
    assert_eq!(invoice["invoiceType"], "service");

    // Nothing fits any more.
    let next = salon.confirmed(&shop, &asha, &[&shop.massage]).await;
    let lines = line_ids(&bill(&desk, &next).await);
    desk.put(&bill_path(&next), json!({ "version": 0, "lines": lines, "useMembership": true }))
        .await
        .refused(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
}

#[tokio::test]
async fn a_bill_that_is_wholly_given_back_leaves_no_commission_of_its_membership_line() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let rule = json!({ "from": "2026-11-16", "serviceBps": 1000, "productBps": 500, "sessionBps": 800 });
    manager.put(&format!("/api/staff/{}/commission", shop.meera.id), rule).await.ok();
    let tier = salon.tier("Gold").await;
    let sale = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 60,
        "pricePaise": 105_000, "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    manager.post("/api/memberships", sale).await.created();
    let booking = salon.confirmed(&shop, &asha, &[&shop.facial, &shop.massage]).await;
    let lines = line_ids(&bill(&desk, &booking).await);
    put(&desk, &booking, json!({ "version": 0, "lines": lines, "useMembership": true })).await;
    complete(&desk, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await.ok();
    let earned = async || {
        let meera = manager.get(&format!("/api/pay/{}?month=2026-11", shop.meera.id)).await.ok();
        ["servicesPaise", "sessionsPaise", "commissionPaise"].map(|field| meera[field].as_i64().unwrap())
    };
    assert_eq!(earned().await, [114_286, 100_000, 11_429 + 8_000]);
    let invoice = invoice_of(&salon, &desk, &booking).await;
    let notes = format!("/api/billing/invoices/{}/credit-notes", invoice["id"].as_str().unwrap());
    for (amount, left) in [(20_000, 100_000), (100_000, 0)] {
        let note = json!({ "amountPaise": amount, "reason": "unhappy", "refundMethod": "upi" });
        manager.post(&notes, note).await.created();
        assert_eq!(earned().await[1], left, "membership minutes go with the last of it");
    }
    assert_eq!(earned().await, [0, 0, 0]);
}

#[tokio::test]
async fn payments_are_held_against_the_bill() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let pay = |amount: i64| json!([{ "method": "cash", "amountPaise": amount }]);
    complete(&desk, &booking, json!({})).await.invalid(&["paymentMethod"]);
    complete(&desk, &booking, json!({ "payments": pay(49_999) })).await.invalid(&["payments"]);
    complete(&desk, &booking, json!({ "payments": pay(50_001) })).await.invalid(&["payments"]);
    complete(&desk, &booking, json!({ "payments": pay(50_000), "paymentMethod": "cash" })).await.invalid(&["payments"]);
    complete(&desk, &booking, json!({ "payments": [] })).await.invalid(&["payments"]);
    let tips = json!([{ "staffId": "nobody", "amountPaise": 100 }]);
    complete(&desk, &booking, json!({ "paymentMethod": "cash", "tips": tips })).await.invalid(&["tips.0.staffId"]);
    let left = json!({ "payments": pay(20_000), "leaveDue": true });
    complete(&desk, &booking, left.clone()).await.refused(403, "FORBIDDEN");
    let done = complete(&manager, &booking, left).await.ok();
    assert_eq!(done["invoice"]["duePaise"], 30_000);
    let invoice = invoice_of(&salon, &desk, &booking).await;
    assert_eq!((&invoice["paymentStatus"], &invoice["paidAt"]), (&json!("partially_paid"), &Value::Null));
    assert_eq!(salon.profile_of(&asha.id()).await.due, Paise(30_000));

    // All of it due, and a bill of nothing.
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    complete(&manager, &booking, json!({ "leaveDue": true })).await.ok();
    let invoice = invoice_of(&salon, &desk, &booking).await;
    assert_eq!((&invoice["paymentStatus"], &invoice["paymentMethod"]), (&json!("unpaid"), &Value::Null));
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let cut = bill(&desk, &booking).await["lines"][0]["id"].clone();
    let free = json!({ "version": 0, "lines": [{ "id": cut, "pricePaise": 0, "reason": "a gift" }] });
    put(&desk, &booking, free).await;
    let version = json!({ "billVersion": 1 });
    complete(&manager, &booking, json!({ "billVersion": 1, "payments": pay(1) })).await.invalid(&["payments"]);
    let done = complete(&manager, &booking, version).await.ok();
    assert_eq!((&done["invoice"]["totalPaise"], &done["invoice"]["payments"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn a_void_bill_is_as_it_was_booked() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    put(&desk, &booking, json!({ "version": 0, "lines": [{ "serviceId": shop.colour.id }] })).await;
    complete(&desk, &booking, json!({ "paymentMethod": "upi", "billVersion": 1 })).await.ok();
    let invoice = invoice_of(&salon, &desk, &booking).await;
    let void = format!("/api/billing/invoices/{}/void", invoice["id"].as_str().unwrap());
    manager.post(&void, json!({ "reason": "wrong" })).await.ok();
    let again = bill(&desk, &booking).await;
    assert_eq!((&again["version"], &again["lines"][0]["serviceId"]), (&json!(0), &json!(shop.cut.id)));
    assert_eq!(desk.get(&path(&booking)).await.ok()["booking"]["billedPaise"], Value::Null);
}

#[tokio::test]
async fn fifty_completions_of_one_bill_are_one_invoice() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, .. } = scene(&salon).await;
    let product = shampoo(&salon).await;
    desk.post("/api/drawer/open", json!({ "branchId": shop.open.id, "openingPaise": 0 })).await.created();
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let cut = bill(&desk, &booking).await["lines"][0]["id"].clone();
    let lines = json!({ "version": 0, "lines": [{ "id": cut }, { "productId": product.id }] });
    put(&desk, &booking, lines).await;
    let pay = || complete(&desk, &booking, json!({ "paymentMethod": "cash", "billVersion": 1 }));
    let replies = join_all((0..50).map(|_| pay())).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        let refused = reply.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
        assert!(refused["details"]["invoiceId"].is_string());
    }
    let list = desk.get("/api/billing/invoices").await.ok();
    assert_eq!(list["invoices"].as_array().unwrap().len(), 1);
    let stock = salon.stored::<Stock>(&keys::stock(&shop.open.id, &product.id)).await.unwrap();
    assert_eq!(stock.on_hand, -1);
    let close = json!({ "branchId": shop.open.id, "countedPaise": 89_900 });
    let closed = desk.post("/api/drawer/close", close).await.ok()["drawer"].clone();
    assert_eq!((&closed["expectedPaise"], &closed["differencePaise"]), (&json!(89_900), &json!(0)));
}

/// As many lines, products, people, tips and payments as a bill may have, with an offer, in an open drawer: it fits in one
/// transaction.
#[tokio::test]
async fn the_largest_bill_is_one_transaction() {
    let salon = TestSalon::open().await;
    let Scene { shop, asha, desk, manager } = scene(&salon).await;
    desk.post("/api/drawer/open", json!({ "branchId": shop.open.id, "openingPaise": 0 })).await.created();
    let mut people = Vec::new();
    for name in ["Asha", "Bela", "Charu", "Devi", "Esha", "Farah", "Gita", "Hema"] {
        people.push(salon.staff(name, &[&shop.open], &[&shop.cut]).await);
    }
    let mut lines = Vec::new();
    for at in 0..20 {
        let product =
            Product { name: format!("Product {at}"), price: Paise(1_000), ..Product::sample(&format!("p{at}")) };
        salon.put(&product).await;
        lines.push(json!({ "productId": product.id, "quantity": 99, "staffId": people[at % 8].id }));
        lines.push(json!({ "serviceId": shop.cut.id, "staffId": people[(at + 3) % 8].id }));
    }
    let tips: Vec<Value> = people.iter().map(|person| json!({ "staffId": person.id, "amountPaise": 1_000 })).collect();
    let offer = salon.offer(OfferType::Flat, 5_000, &[&shop.cut]).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let discount = json!({ "percentBps": 100, "reason": "friend" });
    let edited = put(
        &desk,
        &booking,
        json!({ "version": 0, "lines": lines, "tips": tips, "offerId": offer.id, "discount": discount }),
    )
    .await;
    let total = edited["totals"]["totalPaise"].as_i64().unwrap() + 8_000;
    let mut payments: Vec<Value> = (0..9).map(|_| json!({ "method": "cash", "amountPaise": 10_000 })).collect();
    payments.push(json!({ "method": "upi", "amountPaise": total - 90_000 }));
    complete(&desk, &booking, json!({ "billVersion": 1, "payments": payments })).await.ok();
    let invoice = invoice_of(&salon, &desk, &booking).await;
    assert_eq!(invoice["lines"].as_array().unwrap().len(), 40);
    let void = format!("/api/billing/invoices/{}/void", invoice["id"].as_str().unwrap());
    manager.post(&void, json!({ "reason": "wrong" })).await.ok();
    let stock = salon.stored::<Stock>(&keys::stock(&shop.open.id, &"p0".into())).await.unwrap();
    assert_eq!(stock.on_hand, 0);
}
