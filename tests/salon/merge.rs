//! A walk-in turns out to be a customer the salon knows.

use std::time::Duration;

use parlour_money::checkout::OfferDay;
use parlour_money::gems::GemsAccount;
use parlour_money::memberships::ActiveMembership;
use parlour_money::offers::rules::OfferType;
use parlour_people::auth::User;
use parlour_people::customers::{CustomerNote, Profile};
use parlour_setup::catalogue::Service;
use parlour_storage::table::{Partition, Record as _, keys};
use parlour_tests::counts::rounds;
use parlour_tests::wire::Fault;
use parlour_tests::{Client, TestSalon, path_of};
use parlour_values::gems::Gems;
use parlour_values::id::{ServiceId, UserId};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use serde_json::{Value, json};

async fn walk_in(salon: &TestSalon, desk: &Client<'_>) -> (UserId, Value) {
    let shop = salon.shop().await;
    let body = json!({ "customer": { "name": "Asha", "phone": "9876543210" }, "branchId": shop.open.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let booking = desk.post("/api/bookings", body).await.created()["booking"].clone();
    (booking["customerId"].as_str().unwrap().into(), booking)
}

#[tokio::test]
async fn a_walk_ins_history_becomes_the_customers_even_when_the_first_try_is_cut_off() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (from, booking) = walk_in(&salon, &desk).await;
    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.total_visits = 2).await;
    let tag = manager.post("/api/tags", json!({ "name": "VIP", "color": "#000000" })).await.created()["tag"].clone();
    desk.post(&format!("/api/customers/{from}/tags"), json!({ "tagId": tag["id"] })).await.created();
    desk.post(&format!("/api/customers/{from}/notes"), json!({ "content": "Likes tea" })).await.created();
    let guest = salon.salon.table.get::<parlour_people::auth::User>(&keys::user(&from)).await.unwrap().unwrap();
    salon
        .listed(&guest, |profile| {
            profile.total_visits = 3;
            profile.total_spent = Paise(70_000);
            profile.noshow_count = 1;
        })
        .await;
    let mut gems = GemsAccount::opened(from.clone(), salon.salon.clock.now());
    gems.account.earn("g1".into(), Gems(7), salon.salon.clock.now());
    salon.put(&gems).await;

    let path = format!("/api/customers/{}/merge", asha.id());
    salon.wire.fail(|number, _| (number >= 10).then_some(Fault::RefuseBefore));
    assert_eq!(manager.post(&path, json!({ "fromId": from })).await.status, 500);
    salon.wire.reset();
    for _ in 0..2 {
        let customer = manager.post(&path, json!({ "fromId": from })).await.ok()["customer"].clone();
        assert_eq!((&customer["totalVisits"], &customer["totalSpentPaise"]), (&json!(5), &json!(70_000)));
        assert_eq!(customer["noshowCount"], 1);
    }

    let own = asha.get("/api/bookings").await.ok()["bookings"].clone();
    assert_eq!((own.as_array().unwrap().len(), &own[0]["id"]), (1, &booking["id"]));
    let moved = desk.get(&format!("/api/bookings/{}", booking["id"].as_str().unwrap())).await.ok()["booking"].clone();
    assert_eq!((&moved["customerId"], &moved["customerName"]), (&json!(asha.id()), &json!("Asha Rao")));
    let notes = Partition::of(keys::user_partition(&asha.id())).starting(keys::NOTE_PREFIX);
    assert_eq!(salon.salon.table.query::<CustomerNote>(notes).await.unwrap()[0].content, "Likes tea");
    let listed = desk.get("/api/customers").await;
    assert_eq!(listed.meta()["totalCount"], 1);
    let row = listed.ok()["customers"][0].clone();
    assert_eq!(
        (&row["id"], &row["gemsBalance"], &row["tags"][0]["slug"]),
        (&json!(asha.id()), &json!(7), &json!("vip"))
    );
    desk.get(&format!("/api/customers/{from}")).await.refused(404, "NOT_FOUND");
    assert!(salon.salon.table.get::<Profile>(&keys::profile(&from)).await.unwrap().is_none());
}

#[tokio::test]
async fn appointments_that_repeat_go_on_for_the_customer() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let visit = json!({ "customer": { "name": "Asha", "phone": "9876543210" }, "branchId": shop.staffed.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.meera.id,
        "bookingDate": "2026-11-24", "startTime": "12:00" });
    let from = desk.post("/api/bookings", visit).await.created()["booking"]["customerId"].clone();
    let weekly = json!({ "customerId": from, "branchId": shop.staffed.id, "serviceType": "salon",
        "services": [{ "serviceId": shop.cut.id, "staffId": shop.meera.id }],
        "firstDate": "2026-11-17", "startTime": "12:00", "everyWeeks": 1, "count": 2, "onConflict": "skip" });
    let repeat = desk.post("/api/repeats", weekly).await.created()["repeat"].clone();
    assert_eq!(repeat["occurrences"][1]["reason"], "booked");
    manager.post(&format!("/api/customers/{}/merge", asha.id()), json!({ "fromId": from })).await.ok();

    let path = format!("/api/repeats/{}", repeat["id"].as_str().unwrap());
    assert_eq!(desk.get(&path).await.ok()["repeat"]["customerId"], json!(asha.id()));
    let moved = desk.patch(&path, json!({ "from": "2026-11-17", "startTime": "16:00" })).await.ok()["repeat"].clone();
    let booking = desk.get(&path_of(&moved["occurrences"][1]["bookingId"])).await.ok()["booking"].clone();
    assert_eq!((&booking["customerId"], &booking["bookingDate"]), (&json!(asha.id()), &json!("2026-11-24")));
}

#[tokio::test]
async fn the_number_a_walk_in_left_is_the_customers_where_they_had_none() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    for (own, kept) in [(None, "+919876543210"), (Some("9811111111"), "+919811111111")] {
        let (from, _) = walk_in(&salon, &desk).await;
        let asha = salon.user("Asha Rao", Role::Customer).await;
        salon.listed(&asha, |profile| profile.phone = own.map(|phone| phone.parse().unwrap())).await;
        manager.post(&format!("/api/customers/{}/merge", asha.id), json!({ "fromId": from })).await.ok();
        let detail = desk.get(&format!("/api/customers/{}", asha.id)).await.ok()["customer"].clone();
        assert_eq!(detail["phone"], kept);
        let (again, _) = walk_in(&salon, &desk).await;
        assert_eq!(again == asha.id, own.is_none(), "recognised by the number, or somebody new");
        if own.is_none() {
            let guard = keys::unique_value(parlour_storage::table::keys::Unique::WalkinPhone, "+919876543210");
            salon.salon.table.forget(&guard).await.unwrap();
        }
    }
}

#[tokio::test]
async fn an_offer_the_walk_in_had_today_is_the_customers_offer_of_the_day() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (from, booking) = walk_in(&salon, &desk).await;
    let cut = salon.stored::<Service>(&keys::service(&service_of(&booking))).await.unwrap().record;
    let offer = salon.offer(OfferType::Percentage, 10, &[&cut]).await;
    let with = json!({ "paymentMethod": "cash", "offerId": offer.id });
    let complete = async |booking: &Value| desk.post(&format!("{}/complete", path_of(booking)), with.clone()).await;
    complete(&booking["id"]).await.ok();

    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let body = json!({ "customerId": asha.id(), "branchId": booking["branchId"], "serviceType": "salon",
        "serviceIds": [cut.id], "staffId": booking["services"][0]["staffId"] });
    let second = desk.post("/api/bookings", body).await.created()["booking"].clone();
    manager.post(&format!("/api/customers/{}/merge", asha.id()), json!({ "fromId": from })).await.ok();
    complete(&second["id"]).await.refused(409, "OFFER_NOT_APPLICABLE");
}

fn service_of(booking: &Value) -> ServiceId {
    booking["services"][0]["serviceId"].as_str().unwrap().into()
}

#[tokio::test]
async fn only_a_walk_in_is_merged_and_only_by_a_manager() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (from, _) = walk_in(&salon, &desk).await;
    let (asha, ravi) = (salon.user("Asha", Role::Customer).await, salon.user("Ravi", Role::Customer).await);
    salon.listed(&asha, |_| {}).await;
    salon.listed(&ravi, |_| {}).await;
    let path = format!("/api/customers/{}/merge", asha.id);
    desk.post(&path, json!({ "fromId": from })).await.refused(403, "FORBIDDEN");
    manager.post(&path, json!({})).await.invalid(&["fromId"]);
    manager.post(&path, json!({ "fromId": "nobody" })).await.invalid(&["fromId"]);
    manager.post("/api/customers/nobody/merge", json!({ "fromId": from })).await.refused(404, "NOT_FOUND");
    for not_a_walk_in in [&asha.id, &ravi.id, &manager.id()] {
        manager.post(&path, json!({ "fromId": not_a_walk_in })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    manager.post(&path, json!({ "fromId": from })).await.ok();
    let other = format!("/api/customers/{}/merge", ravi.id);
    manager.post(&other, json!({ "fromId": from })).await.refused(409, "CONFLICT");
}

/// A walk-in who left something of every kind.
async fn regular(salon: &TestSalon, desk: &Client<'_>, tag: &Value) -> UserId {
    let (from, _) = walk_in(salon, desk).await;
    desk.post(&format!("/api/customers/{from}/tags"), json!({ "tagId": tag })).await.created();
    desk.post(&format!("/api/customers/{from}/notes"), json!({ "content": "Likes tea" })).await.created();
    let guest = salon.stored::<User>(&keys::user(&from)).await.unwrap();
    salon.listed(&guest, |profile| profile.total_visits = 3).await;
    salon.give_gems(&from, 7).await;
    salon.put(&had_today(salon, &from, "walked-in")).await;
    from
}

fn had_today(salon: &TestSalon, customer: &UserId, invoice: &str) -> OfferDay {
    let (date, offer) = (salon.salon.clock.today(), "offer");
    OfferDay { customer_id: customer.clone(), date, offer_id: offer.into(), invoice_id: invoice.into() }
}

/// How much of each kind somebody has: bookings, notes, tags, gem lines, offers had, visits, gems.
async fn has(salon: &TestSalon, id: &UserId) -> [usize; 7] {
    let held = salon.salon.table.query_items(Partition::of(keys::user_partition(id))).await.unwrap();
    let count = |prefix: &str| held.keys().filter(|key| key.sk.starts_with(prefix)).count();
    let visits = salon.stored::<Profile>(&keys::profile(id)).await.map_or(0, |it| it.total_visits);
    let gems = salon.stored::<GemsAccount>(&keys::gems(id)).await.map_or(0, |it| it.account.balance().0);
    let [bookings, notes] = [keys::BOOKING_PREFIX, keys::NOTE_PREFIX].map(count);
    let [tags, lines, offers] = [keys::CUSTOMER_TAG_PREFIX, keys::GEM_PREFIX, keys::OFFER_DAY_PREFIX].map(count);
    [bookings, notes, tags, lines, offers, usize::try_from(visits).unwrap(), usize::try_from(gems).unwrap()]
}

const EVERYTHING: [usize; 7] = [1, 1, 1, 1, 1, 3, 7];

#[tokio::test]
async fn of_two_who_want_one_walk_in_one_has_everything_even_when_both_are_cut_off() {
    // Killed at one call after another, and last not at all; what was cut is asked for again.
    for cut in (2..50).step_by(3).chain([usize::MAX]) {
        let salon = TestSalon::open().await;
        let (desk, manager) = (salon.reception().await, salon.manager().await);
        let tag =
            manager.post("/api/tags", json!({ "name": "VIP", "color": "#000000" })).await.created()["tag"].clone();
        let from = regular(&salon, &desk, &tag["id"]).await;
        let [asha, ravi] = [salon.user("Asha", Role::Customer).await, salon.user("Ravi", Role::Customer).await];
        for user in [&asha, &ravi] {
            salon.listed(user, |_| {}).await;
        }
        let merge = async |into: &User| {
            manager.post(&format!("/api/customers/{}/merge", into.id), json!({ "fromId": from })).await
        };
        let kill = if cut % 2 == 0 { Fault::KillBefore } else { Fault::KillAfter };
        salon.wire.fail(move |call, _| (call == cut).then_some(kill));
        salon.wire.unless_killed(async { tokio::join!(merge(&asha), merge(&ravi)) }).await;
        // Both decide on the same, whoever of them was first before.
        salon.wire.late_writes();
        let replies = tokio::join!(merge(&asha), merge(&ravi));
        salon.wire.reset();
        let (won, lost, loser) =
            if replies.0.status == 200 { (&asha, &ravi, replies.1) } else { (&ravi, &asha, replies.0) };
        loser.refused(409, "CONFLICT");
        assert_eq!(has(&salon, &won.id).await, EVERYTHING, "cut at {cut}");
        assert_eq!((has(&salon, &lost.id).await, has(&salon, &from).await), ([0; 7], [0; 7]), "cut at {cut}");
        let listed = desk.get("/api/customers?tag=vip").await;
        assert_eq!(
            (listed.meta()["totalCount"].clone(), &listed.ok()["customers"][0]["id"]),
            (json!(1), &json!(won.id))
        );
    }
}

#[tokio::test]
async fn two_walk_ins_do_not_end_in_each_other() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let shop = salon.shop().await;
    let mut ids = Vec::new();
    for (name, phone) in [("Asha", "9876543210"), ("Usha", "9876543211")] {
        let body = json!({ "customer": { "name": name, "phone": phone }, "branchId": shop.open.id,
            "serviceType": "spa", "serviceIds": [shop.facial.id], "staffId": shop.meera.id,
            "bookingDate": "2026-11-17", "startTime": if name == "Asha" { "12:00" } else { "14:00" } });
        ids.push(desk.post("/api/bookings", body).await.created()["booking"]["customerId"].clone());
    }
    let merge = async |into: &Value, from: &Value| {
        manager.post(&format!("/api/customers/{}/merge", into.as_str().unwrap()), json!({ "fromId": from })).await
    };
    let (one, two) = tokio::join!(merge(&ids[0], &ids[1]), merge(&ids[1], &ids[0]));
    assert!((one.status == 200) != (two.status == 200), "{} {}", one.status, two.status);
    assert_eq!(desk.get("/api/customers").await.meta()["totalCount"], 1);
}

#[tokio::test]
async fn an_offer_the_customer_had_today_stays_theirs() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let tag = manager.post("/api/tags", json!({ "name": "VIP", "color": "#000000" })).await.created()["tag"].clone();
    let from = regular(&salon, &desk, &tag["id"]).await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.listed(&asha, |_| {}).await;
    let own = had_today(&salon, &asha.id, "own");
    salon.put(&own).await;
    manager.post(&format!("/api/customers/{}/merge", asha.id), json!({ "fromId": from })).await.ok();
    assert_eq!(salon.stored::<OfferDay>(&own.key()).await.unwrap().record, own);
}

#[tokio::test]
async fn what_is_booked_or_sold_while_a_walk_in_is_merged_is_the_customers_or_refused() {
    for round in 0..=rounds() {
        let salon = TestSalon::open().await;
        let (desk, manager) = (salon.reception().await, salon.manager().await);
        let (from, booking) = walk_in(&salon, &desk).await;
        let tier = salon.tier("Gold").await;
        let asha = salon.user("Asha Rao", Role::Customer).await;
        salon.listed(&asha, |_| {}).await;
        let again = json!({ "customerId": from, "branchId": booking["branchId"], "serviceType": "salon",
            "serviceIds": [booking["services"][0]["serviceId"]], "staffId": booking["services"][0]["staffId"],
            "bookingDate": "2026-11-18", "startTime": "12:00" });
        let sale = json!({ "customerId": from, "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
            "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "cash" });
        salon.wire.shuffle(round);
        if round == 0 {
            // The customer booked for was read before the merge began, and the booking's number comes when it is over.
            let late = Fault::Delay(Duration::from_millis(300));
            salon.wire.fail(move |_, operation| (operation == "UpdateItem").then_some(late));
        }
        let path = format!("/api/customers/{}/merge", asha.id);
        let (merged, booked, sold) = tokio::join!(
            manager.post(&path, json!({ "fromId": from })),
            desk.post("/api/bookings", again.clone()),
            manager.post("/api/memberships", sale.clone()),
        );
        salon.wire.reset();
        merged.ok();
        for reply in [&booked, &sold] {
            assert!(reply.status == 201 || reply.status == 400, "round {round}: {}", reply.status);
        }
        let count = 1 + usize::from(booked.status == 201);
        assert_eq!((has(&salon, &asha.id).await[0], has(&salon, &from).await[0]), (count, 0), "round {round}");
        let is_member = salon.stored::<ActiveMembership>(&keys::active_membership(&asha.id)).await.is_some();
        assert_eq!(is_member, sold.status == 201, "round {round}");
        desk.post("/api/bookings", again).await.invalid(&["customerId"]);
        manager.post("/api/memberships", sale).await.invalid(&["customerId"]);
    }
}

#[tokio::test]
async fn alerts_that_do_not_fit_are_a_pinned_note_and_what_is_there_can_be_saved() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let mut ids = Vec::new();
    for (phone, letter) in [("9876543210", "a"), ("9876543211", "b")] {
        let body = json!({ "name": "Asha", "phone": phone, "alerts": letter.repeat(300) });
        ids.push(desk.post("/api/customers", body).await.created()["customer"]["id"].as_str().unwrap().to_owned());
    }
    let path = format!("/api/customers/{}", ids[0]);
    let merged = manager.post(&format!("{path}/merge"), json!({ "fromId": ids[1] })).await.ok()["customer"].clone();
    assert_eq!(merged["alerts"], "a".repeat(300));
    let notes = Partition::of(keys::user_partition(&ids[0].as_str().into())).starting(keys::NOTE_PREFIX);
    let notes = salon.salon.table.query::<CustomerNote>(notes).await.unwrap();
    assert_eq!((notes.len(), notes[0].pinned, notes[0].content.clone()), (1, true, "b".repeat(300)));
    desk.patch(&format!("{path}/profile"), json!({ "alerts": merged["alerts"], "name": "Asha Rao" })).await.ok();
}

#[tokio::test]
async fn two_no_shows_and_two_no_shows_ask_for_approval() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let mut ids = Vec::new();
    for phone in ["9876543210", "9876543211"] {
        let body = json!({ "name": "Asha", "phone": phone });
        let id = desk.post("/api/customers", body).await.created()["customer"]["id"].as_str().unwrap().to_owned();
        manager.patch(&format!("/api/customers/{id}"), json!({ "noshowCount": 2 })).await.ok();
        ids.push(id);
    }
    let merge = format!("/api/customers/{}/merge", ids[0]);
    let merged = manager.post(&merge, json!({ "fromId": ids[1] })).await.ok()["customer"].clone();
    assert_eq!((&merged["noshowCount"], &merged["bookingRequiresApproval"]), (&json!(4), &json!(true)));
}

#[tokio::test]
async fn what_a_walk_in_agreed_to_stays_in_the_ledger_and_the_switches_stay_as_they_are() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let asha = salon.customer("Asha").await;
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.photos_consent = true).await;
    let said = json!({ "name": "Asha", "phone": "9876543210", "marketingConsent": true, "photosConsent": true });
    let from = desk.post("/api/customers", said).await.created()["customer"]["id"].clone();
    let path = format!("/api/customers/{}/profile", from.as_str().unwrap());
    desk.patch(&path, json!({ "marketingConsent": false })).await.ok();
    manager.post(&format!("/api/customers/{}/merge", asha.id()), json!({ "fromId": from })).await.ok();
    let shown = asha.get("/api/profile/consents").await.ok()["consents"].clone();
    let line = |line: &Value| {
        let sign = if line["withdrawnAt"].is_null() { "" } else { "-" };
        assert!(!line["agreedAt"].is_null(), "{line}");
        format!("{sign}{}", line["purpose"].as_str().unwrap())
    };
    let mut lines: Vec<String> = shown.as_array().unwrap().iter().map(line).collect();
    lines.sort();
    assert_eq!(lines, ["-marketing", "marketing", "photos", "photos"]);
    let profile = salon.profile_of(&asha.id()).await;
    assert!(profile.photos_consent && !profile.marketing_consent);
}
