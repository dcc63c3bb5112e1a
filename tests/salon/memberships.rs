//! Memberships: sold with their invoice, used session by session, ended.

use futures::future::join_all;
use parlour_money::memberships::{Membership, Tier};
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

fn sale(customer: &Client<'_>, tier: &Tier) -> Value {
    json!({
        "customerId": customer.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card", "notes": "gift",
    })
}

fn line(shop: &Shop, minutes: i64) -> Value {
    json!({ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": minutes })
}

async fn sold(salon: &TestSalon, asha: &Client<'_>, desk: &Client<'_>) -> (String, Value) {
    let tier = salon.tier("Gold").await;
    let data = desk.post("/api/memberships", sale(asha, &tier)).await.created();
    (format!("/api/memberships/{}", data["membership"]["id"].as_str().unwrap()), data)
}

#[tokio::test]
async fn active_tiers_are_listed_bare_by_display_order() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let (gold, silver, old) = (salon.tier("Gold").await, salon.tier("Silver").await, salon.tier("Old").await);
    salon.put(&Tier { display_order: 2, ..gold }).await;
    salon.put(&Tier { display_order: 1, ..silver }).await;
    salon.put(&Tier { is_active: false, ..old }).await;
    let tiers = desk.get("/api/membership-tiers").await.ok();
    let names: Vec<&str> = tiers.as_array().unwrap().iter().map(|tier| tier["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Silver", "Gold"]);
    assert_eq!((&tiers[0]["defaultHoursMinutes"], &tiers[0]["defaultValidityDays"]), (&json!(600), &json!(365)));
}

#[tokio::test]
async fn a_membership_is_sold_with_its_invoice() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (path, data) = sold(&salon, &asha, &desk).await;
    let membership = &data["membership"];
    assert!(membership["membershipNumber"].as_str().unwrap().starts_with("PAR-MEM-26-01-"), "{membership}");
    assert_eq!(
        (&membership["startsAt"], &membership["expiresAt"]),
        (&json!("2026-11-15T18:30:00.000Z"), &json!("2026-12-15T18:30:00.000Z"))
    );
    assert_eq!((&membership["status"], &membership["usedHoursMinutes"]), (&json!("active"), &json!(0)));
    assert_eq!((&membership["createdBy"], &membership["tierNameSnapshot"]), (&json!(desk.id()), &json!("Gold")));
    let invoice = &data["invoice"];
    assert_eq!(membership["invoiceId"], invoice["id"]);
    assert_eq!((&invoice["invoiceType"], &invoice["gemsEarned"]), (&json!("membership_purchase"), &json!(0)));
    assert_eq!((&invoice["totalAmountPaise"], &invoice["gstAmountPaise"]), (&json!(2_000_000), &json!(95_238)));
    assert_eq!((&invoice["bookingId"], &invoice["invoiceNumber"]), (&Value::Null, &json!("BLR/26-27/00001")));

    let rows = desk.get("/api/memberships").await.ok();
    assert_eq!((&rows[0]["customerName"], &rows[0]["tierName"]), (&json!("Asha"), &json!("Gold")));
    assert_eq!(desk.get("/api/memberships?status=cancelled").await.ok(), json!([]));
    assert_eq!(desk.get("/api/memberships?status=active").await.ok().as_array().unwrap().len(), 1);
    assert_eq!(desk.get("/api/memberships?tier=other").await.ok(), json!([]));
    desk.get("/api/memberships?status=gone").await.invalid(&["status"]);
    let detail = desk.get(&path).await.ok();
    assert_eq!((&detail["tier"]["name"], &detail["sessions"]), (&json!("Gold"), &json!([])));
    assert_eq!(detail["customerEmail"], json!(asha.user.as_ref().unwrap().email));
    desk.get("/api/memberships/nothing").await.refused(404, "NOT_FOUND");

    let waiting = salon.outbox().await;
    let notice = waiting.iter().find(|item| item.task.name() == "membership-expired-notice").unwrap();
    assert_eq!(notice.due.to_string(), "2026-12-15T19:30:00.000Z");
    assert_eq!(notice.task.payload()["membershipId"], membership["id"]);

    salon.wire.reset();
    let own = asha.get("/api/membership").await.ok();
    assert_eq!(salon.wire.cost().round_trips, 2);
    assert_eq!((&own["active"]["id"], &own["past"], &own["sessions"]), (&membership["id"], &json!([]), &json!([])));
}

#[tokio::test]
async fn what_cannot_be_sold_is_told_field_by_field() {
    let salon = TestSalon::open().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let tier = salon.tier("Gold").await;
    desk.post("/api/memberships", sale(&asha, &tier)).await.refused(404, "NOT_FOUND");
    salon.shop().await;
    desk.post("/api/memberships", json!({})).await.invalid(&[
        "customerId",
        "tierId",
        "hoursMinutes",
        "pricePaise",
        "startDate",
        "validityDays",
        "paymentMethod",
    ]);
    let mut wrong = sale(&asha, &tier);
    for (field, value) in [
        ("hoursMinutes", json!(0)),
        ("pricePaise", json!(-1)),
        ("startDate", json!("2026-02-30")),
        ("validityDays", json!(0)),
        ("paymentMethod", json!("barter")),
        ("notes", json!("x".repeat(501))),
    ] {
        wrong[field] = value;
    }
    desk.post("/api/memberships", wrong).await.invalid(&[
        "hoursMinutes",
        "pricePaise",
        "startDate",
        "validityDays",
        "paymentMethod",
        "notes",
    ]);
    let mut unknown = sale(&asha, &tier);
    unknown["customerId"] = json!("nobody");
    unknown["tierId"] = json!("nothing");
    desk.post("/api/memberships", unknown).await.invalid(&["customerId", "tierId"]);
    salon.put(&Tier { is_active: false, ..tier.clone() }).await;
    desk.post("/api/memberships", sale(&asha, &tier)).await.invalid(&["tierId"]);
    let staff = salon.person("Sita", Role::Staff).await;
    staff.post("/api/memberships", json!({})).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn of_thirty_memberships_at_once_a_customer_has_one() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let tier = salon.tier("Gold").await;
    let replies = join_all((0..30).map(|_| desk.post("/api/memberships", sale(&asha, &tier)))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        refused.refused(409, "MEMBERSHIP_ALREADY_ACTIVE");
    }
    assert_eq!(desk.get("/api/memberships").await.ok().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_session_is_a_completed_booking_that_costs_hours_and_no_money() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (path, sold) = sold(&salon, &asha, &desk).await;
    let sessions = format!("{path}/sessions");
    let data = desk.post(&sessions, json!({ "services": [line(&shop, 60), line(&shop, 30)] })).await.created();
    assert_eq!(data["remainingMinutes"], 510);
    let booking = &data["booking"];
    assert_eq!((&booking["status"], &booking["totalAmountPaise"]), (&json!("completed"), &json!(0)));
    assert_eq!(
        (&booking["isMembershipSession"], &booking["spaMembershipId"]),
        (&json!(true), &sold["membership"]["id"])
    );
    assert_eq!((&booking["startTime"], &booking["endTime"]), (&json!("10:00:00"), &json!("11:30:00")));
    assert_eq!(booking["bookingNumber"], "BK-BLR-2611-S-00001-M");
    let invoice = &data["invoice"];
    assert_eq!((&invoice["invoiceType"], &invoice["totalAmountPaise"]), (&json!("membership_session"), &json!(0)));
    assert_eq!((&invoice["gemsEarned"], &invoice["invoiceNumber"]), (&json!(0), &json!("BLR/S26-27/00001")));

    salon.set_clock("2026-11-16T15:17:30+05:30");
    let earlier = json!({ "services": [line(&shop, 45)], "bookingDate": "2026-11-15" });
    let data = desk.post(&sessions, earlier).await.created();
    assert_eq!((&data["booking"]["startTime"], &data["remainingMinutes"]), (&json!("10:00:00"), &json!(465)));
    assert_eq!(data["booking"]["bookingDate"], "2026-11-15");
    let now = desk.post(&sessions, json!({ "services": [line(&shop, 5)] })).await.created();
    assert_eq!(now["booking"]["startTime"], "15:17:00");

    let detail = desk.get(&path).await.ok();
    assert_eq!((&detail["usedHoursMinutes"], detail["sessions"].as_array().unwrap().len()), (&json!(140), 3));
    let row = &detail["sessions"][2]["services"][0];
    assert_eq!((&row["staffName"], &row["serviceNameSnapshot"]), (&json!("Meera"), &json!("Massage")));
    assert!(row.get("id").is_none() && row.get("priceAtBookingPaise").is_none());
    let own = asha.get("/api/membership").await.ok();
    assert_eq!(own["sessions"].as_array().unwrap().len(), 3);
    assert_eq!(own["active"]["usedHoursMinutes"], 140);
}

#[tokio::test]
async fn a_session_earns_by_its_share_of_the_membership_until_it_is_voided() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let rule = json!({ "from": "2026-11-16", "serviceBps": 1000, "productBps": 500, "sessionBps": 800 });
    manager.put(&format!("/api/staff/{}/commission", shop.meera.id), rule).await.ok();
    let tier = salon.tier("Gold").await;
    let mut gold = sale(&asha, &tier);
    gold["pricePaise"] = json!(1_050_000);
    let membership = desk.post("/api/memberships", gold).await.created()["membership"]["id"].clone();
    let sessions = format!("/api/memberships/{}/sessions", membership.as_str().unwrap());
    let taken = desk.post(&sessions, json!({ "services": [line(&shop, 60)] })).await.created();
    let pay = format!("/api/pay/{}?month=2026-11", shop.meera.id);
    let earned = manager.get(&pay).await.ok();
    let line = &earned["lines"][0];
    assert_eq!(
        (&line["kind"], &line["basePaise"], &line["amountPaise"]),
        (&json!("session"), &json!(100_000), &json!(8_000)),
        "an hour of ten, without GST"
    );
    let void = format!("/api/billing/invoices/{}/void", taken["invoice"]["id"].as_str().unwrap());
    manager.post(&void, json!({ "reason": "mistake" })).await.ok();
    let left = manager.get(&pay).await.ok();
    assert_eq!((&left["sessionsPaise"], &left["commissionPaise"], &left["visits"]), (&json!(0), &json!(0), &json!(0)));
}

#[tokio::test]
async fn a_primary_branch_that_takes_no_bookings_sells_no_membership_and_takes_no_session() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, desk) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.reception().await);
    let (path, _) = sold(&salon, &asha, &desk).await;
    let soon = parlour_setup::branches::BranchStatus::ComingSoon;
    for branch in [&shop.open, &shop.staffed].into_iter().filter(|branch| branch.is_primary) {
        salon.put(&parlour_setup::branches::Branch { status: soon, ..branch.clone() }).await;
    }
    let mut sale = sale(&bina, &salon.tier("Silver").await);
    desk.post("/api/memberships", sale.clone()).await.refused(404, "NOT_FOUND");
    let session = json!({ "services": [line(&shop, 60)] });
    desk.post(&format!("{path}/sessions"), session).await.refused(404, "NOT_FOUND");
    let other = if shop.open.is_primary { &shop.staffed } else { &shop.open };
    sale["branchId"] = json!(other.id);
    desk.post("/api/memberships", sale).await.created();
}

#[tokio::test]
async fn a_session_earns_the_same_at_a_branch_without_a_gstin() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    salon.put(&parlour_setup::branches::Branch { gstin: None, ..shop.staffed.clone() }).await;
    let mut gold = sale(&asha, &salon.tier("Gold").await);
    gold["pricePaise"] = json!(1_050_000);
    gold["branchId"] = json!(shop.open.id);
    let membership = desk.post("/api/memberships", gold).await.created()["membership"]["id"].clone();
    let sessions = format!("/api/memberships/{}/sessions", membership.as_str().unwrap());
    for branch in [&shop.open, &shop.staffed] {
        let session = json!({ "services": [line(&shop, 60)], "branchId": branch.id });
        desk.post(&sessions, session).await.created();
    }
    let earned = manager.get(&format!("/api/pay/{}?month=2026-11", shop.meera.id)).await.ok();
    let bases: Vec<_> = earned["lines"].as_array().unwrap().iter().map(|line| line["basePaise"].clone()).collect();
    assert_eq!(bases, [json!(100_000), json!(100_000)]);
}

#[tokio::test]
async fn sessions_that_do_not_hold_are_refused() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (path, _) = sold(&salon, &asha, &desk).await;
    let sessions = format!("{path}/sessions");
    let post = async |services: Value| desk.post(&sessions, json!({ "services": services })).await;
    post(json!([])).await.invalid(&["services"]);
    let nothing_some_day = json!({ "services": [], "bookingDate": "some day" });
    desk.post(&sessions, nothing_some_day).await.invalid(&["services", "bookingDate"]);
    post(json!(vec![line(&shop, 1); 11])).await.invalid(&["services"]);
    post(json!([{ "serviceId": "", "staffId": "", "durationMinutes": 481 }, {}])).await.invalid(&[
        "services.0.serviceId",
        "services.0.staffId",
        "services.0.durationMinutes",
        "services.1.serviceId",
        "services.1.staffId",
        "services.1.durationMinutes",
    ]);
    post(json!([{ "serviceId": "nothing", "staffId": "nobody", "durationMinutes": 5 }, { "serviceId": shop.cut.id,
        "staffId": shop.meera.id, "durationMinutes": 5 }]))
    .await
    .invalid(&["services.0.serviceId", "services.0.staffId", "services.1.serviceId"]);
    post(json!([line(&shop, 480), line(&shop, 121)])).await.refused(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    let nothing = "/api/memberships/nothing/sessions";
    desk.post(nothing, json!({ "services": [line(&shop, 5)] })).await.refused(404, "NOT_FOUND");
    salon.set_clock("2026-12-16T00:00:00+05:30");
    let desk = salon.reception().await;
    desk.post(&sessions, json!({ "services": [line(&shop, 5)] })).await.refused(409, "MEMBERSHIP_EXPIRED");
}

#[tokio::test]
async fn thirty_sessions_at_once_never_use_more_than_the_hours() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (path, sold) = sold(&salon, &asha, &desk).await;
    let sessions = format!("{path}/sessions");
    let body = json!({ "services": [line(&shop, 90)] });
    let replies = join_all((0..30).map(|_| desk.post(&sessions, body.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 6);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        refused.refused(409, "MEMBERSHIP_INSUFFICIENT_HOURS");
    }
    let id = parlour_values::id::MembershipId::from(sold["membership"]["id"].as_str().unwrap());
    assert_eq!(salon.stored::<Membership>(&keys::membership(&id)).await.unwrap().used_hours.0, 540);
    assert_eq!(desk.get(&path).await.ok()["sessions"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn a_manager_cancels_and_the_customer_may_have_another() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let (path, _) = sold(&salon, &asha, &desk).await;
    let cancel = format!("{path}/cancel");
    desk.post(&cancel, json!({ "reason": "moved" })).await.refused(403, "FORBIDDEN");
    manager.post(&cancel, json!({ "reason": " " })).await.invalid(&["reason"]);
    let row = manager.post(&cancel, json!({ "reason": "moved" })).await.ok();
    assert_eq!((&row["status"], &row["notes"]), (&json!("cancelled"), &json!("gift\nmoved")));
    manager.post(&cancel, json!({ "reason": "moved" })).await.refused(409, "CONFLICT");
    manager.post("/api/memberships/nothing/cancel", json!({ "reason": "x" })).await.refused(404, "NOT_FOUND");
    let sessions = format!("{path}/sessions");
    desk.post(&sessions, json!({ "services": [line(&shop, 5)] })).await.refused(409, "MEMBERSHIP_EXPIRED");
    let own = asha.get("/api/membership").await.ok();
    assert_eq!((&own["active"], own["past"].as_array().unwrap().len()), (&Value::Null, 1));
    sold_again(&salon, &asha, &desk).await;
}

async fn sold_again(salon: &TestSalon, asha: &Client<'_>, desk: &Client<'_>) {
    let tier = salon.tier("Silver").await;
    desk.post("/api/memberships", sale(asha, &tier)).await.created();
}

#[tokio::test]
async fn no_session_is_taken_by_somebody_who_was_erased() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let (path, _) = sold(&salon, &asha, &desk).await;
    asha.post("/api/profile/erasure", json!({})).await.accepted();
    salon.set_clock("2026-11-18T10:00:00+05:30");
    salon.deliver().await;
    let desk = salon.reception().await;
    let sessions = format!("{path}/sessions");
    let refused = desk.post(&sessions, json!({ "services": [line(&shop, 60)] })).await;
    assert_eq!(refused.refused(409, "CONFLICT")["message"], "This customer was erased.");
    assert_eq!(desk.get(&path).await.ok()["sessions"], json!([]));
}
