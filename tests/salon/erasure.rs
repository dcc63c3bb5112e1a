//! A customer asks to be erased. What is left of them is looked for everywhere: in every row of the table, in what is waiting
//! in the queue, in the feed, in the snapshots and in the papers.

mod kills;
mod proof;

use chrono::TimeDelta;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_people::auth::User;
use parlour_people::customers::Erasure;
use parlour_senders::Channel;
use parlour_settings::App;
use parlour_storage::outbox::Task;
use parlour_storage::table::keys;
use parlour_tests::provider::Scripted;
use parlour_tests::{Client, TestSalon};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use serde_json::{Value, json};

const OWN: &str = "/api/profile/erasure";

/// The moment that a request of the first day is carried out at.
const ERASED_ON: &str = "2026-11-18T04:30:00.000Z";

/// Two days later everything that is due is delivered, and what follows soon after.
async fn two_days_later(salon: &TestSalon) {
    for wait in [TimeDelta::hours(48), TimeDelta::minutes(2)] {
        salon.salon.clock.set(salon.salon.clock.now().plus(wait));
        salon.deliver().await;
    }
}

async fn user(salon: &TestSalon, client: &Client<'_>) -> User {
    salon.stored::<User>(&keys::user(&client.id())).await.unwrap().record
}

#[tokio::test]
async fn it_is_asked_for_mailed_taken_back_and_asked_for_again() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha Rao").await;
    asha.delete(OWN).await.refused(404, "NOT_FOUND");
    let asked = asha.post(OWN, json!({ "reason": "I am moving away" })).await.accepted();
    assert_eq!(asked, json!({ "eraseOn": ERASED_ON }));
    salon.deliver().await;
    let mails = salon.sent(Channel::Email);
    assert_eq!(mails.iter().map(|mail| mail.kind.as_str()).collect::<Vec<_>>(), ["erasure_requested"]);
    salon.set_clock("2026-11-17T10:00:00+05:30");
    assert_eq!(asha.post(OWN, json!({})).await.accepted(), asked, "the second says the same");
    salon.deliver().await;
    assert_eq!(salon.sent(Channel::Email).len(), 1, "and tells nobody");
    assert_eq!(asha.delete(OWN).await.ok(), json!({ "ok": true }));
    asha.delete(OWN).await.refused(404, "NOT_FOUND");

    let again = asha.post(OWN, json!({})).await.accepted();
    assert_eq!(again["eraseOn"], "2026-11-19T04:30:00.000Z");
    salon.set_clock("2026-11-18T10:00:00+05:30");
    salon.deliver().await;
    assert!(!user(&salon, &asha).await.is_erased(), "the timer of what was taken back does nothing");
    salon.set_clock("2026-11-19T10:00:00+05:30");
    salon.deliver().await;
    assert!(user(&salon, &asha).await.is_erased());
    asha.get("/api/profile").await.refused(401, "UNAUTHENTICATED");
    let types: Vec<String> = salon.events().await.iter().map(|event| event.what.to_string()).collect();
    let told = |what: &str| types.iter().filter(|known| *known == what).count();
    assert_eq!(
        (told("customer.erasure_requested"), told("customer.erasure_withdrawn"), told("customer.erased")),
        (2, 1, 1)
    );
    asha.post(OWN, json!({ "reason": 7 })).await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn bookings_ahead_and_what_is_due_stand_in_the_way() {
    let salon = TestSalon::open().await;
    let (shop, asha) = (salon.shop().await, salon.customer("Asha Rao").await);
    let booking = asha.book(shop.cut_tomorrow()).await;
    let refused = asha.post(OWN, json!({})).await.refused(409, "CONFLICT");
    let id = booking.rsplit('/').next().unwrap();
    assert_eq!(refused["details"], json!({ "reason": "bookings_ahead", "bookingIds": [id] }));
    asha.post_empty(&format!("{booking}/cancel")).await.ok();
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.due = Paise(5_000)).await;
    let refused = asha.post(OWN, json!({})).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"], json!({ "reason": "due", "duePaise": 5_000 }));
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.due = Paise::ZERO).await;
    asha.post(OWN, json!({ "reason": 7 })).await.invalid(&["reason"]);
    asha.post(OWN, json!({})).await.accepted();

    // A booking that comes up within the two days puts it off by a day, as often as it takes.
    let booking = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-19", "12:00")).await;
    two_days_later(&salon).await;
    assert!(!user(&salon, &asha).await.is_erased());
    let erasure = salon.stored::<Erasure>(&keys::erasure(&asha.id())).await.unwrap();
    assert_eq!(erasure.erase_on.to_string(), "2026-11-19T04:30:00.000Z");
    // Nobody answered the request: it has run out by now.
    assert_eq!(asha.get(&booking).await.ok()["booking"]["status"], "rejected");
    salon.set_clock("2026-11-19T10:00:00+05:30");
    salon.deliver().await;
    assert!(user(&salon, &asha).await.is_erased());
}

#[tokio::test]
async fn an_owner_asks_for_a_customer_and_takes_it_back() {
    let salon = TestSalon::open().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let new = json!({ "name": "Bina Rao", "phone": "9811111111" });
    let id = manager.post("/api/customers", new).await.created()["customer"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/customers/{id}/erasure");
    manager.post(&path, json!({})).await.refused(403, "FORBIDDEN");
    // No list of dues has what an import brought along: the refusal says what settles it.
    let brought = async |due: i64| {
        let rows = json!({ "rows": [{ "phone": "9811111111", "duePaise": due }] });
        manager.post("/api/imports/customers", rows).await.ok();
    };
    brought(70_000).await;
    let refused = owner.post(&path, json!({})).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"], json!({ "reason": "due", "duePaise": 70_000 }));
    assert!(refused["message"].as_str().unwrap().ends_with("an import of the customer with duePaise 0."), "{refused}");
    brought(0).await;
    manager.delete(&path).await.refused(403, "FORBIDDEN");
    owner.delete(&path).await.refused(404, "NOT_FOUND");
    owner.post("/api/customers/nobody/erasure", json!({})).await.refused(404, "NOT_FOUND");
    let works_here = owner.post(&format!("/api/customers/{}/erasure", manager.id()), json!({})).await;
    assert_eq!(works_here.refused(409, "CONFLICT")["details"]["reason"], "works_here");
    assert_eq!(owner.post(&path, json!({ "reason": "By phone" })).await.accepted(), json!({ "eraseOn": ERASED_ON }));
    owner.delete(&path).await.ok();
    owner.post(&path, json!({})).await.accepted();
    two_days_later(&salon).await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    manager.get(&format!("/api/customers/{id}")).await.refused(404, "NOT_FOUND");
    owner.post(&path, json!({})).await.refused(404, "NOT_FOUND");
    for (call, body) in [
        (format!("/api/customers/{id}/notes"), json!({ "content": "Came back" })),
        (
            "/api/memberships".to_owned(),
            json!({ "customerId": id, "tierId": "t", "hoursMinutes": 60,
            "pricePaise": 100, "startDate": "2026-11-18", "validityDays": 30, "paymentMethod": "cash" }),
        ),
    ] {
        let answer = manager.post(&call, body).await;
        assert!((400..=404).contains(&answer.status.as_u16()), "{call}: {}", answer.json());
    }
    owner.get(&format!("/api/users/{id}")).await.refused(404, "NOT_FOUND");
    let merged = salon.customer("Asha Rao").await;
    salon.listed(merged.user.as_ref().unwrap(), |_| {}).await;
    let merge = format!("/api/customers/{}/merge", merged.id());
    manager.post(&merge, json!({ "fromId": id })).await.invalid(&["fromId"]);
    // The phone is anybody's again.
    manager.post("/api/customers", json!({ "name": "Tara", "phone": "9811111111" })).await.created();
}

#[tokio::test]
async fn reports_and_totals_do_not_change_and_no_list_has_them() {
    let salon = TestSalon::open().await;
    let (shop, desk, manager) = (salon.shop().await, salon.reception().await, salon.manager().await);
    let asha = salon.customer("Asha Rao").await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let pay = format!("/api/bookings/{}/complete", booking.id);
    desk.post(&pay, json!({ "paymentMethod": "upi" })).await.ok();
    salon.deliver().await;
    asha.post(OWN, json!({})).await.accepted();
    let days = "from=2026-11-01&to=2026-11-16";
    let dated = ["sales", "customers", "leads", "bookings"].map(|report| format!("/api/reports/{report}?{days}"));
    let paths: Vec<String> =
        dated.into_iter().chain(["/api/reports/gems", "/api/reports/memberships"].map(str::to_owned)).collect();
    let read = async |manager: &Client<'_>| {
        let mut all = Vec::new();
        for path in &paths {
            all.push(manager.get(path).await.ok());
        }
        all
    };
    let before = read(&manager).await;
    assert_eq!(before[1]["total"], 1, "{before:?}");
    two_days_later(&salon).await;
    let manager = salon.manager().await;
    assert_eq!(read(&manager).await, before);
    for instance in [salon.another_instance(), salon.another_instance()] {
        let manager = instance.client(&manager);
        assert_eq!(manager.get("/api/customers?q=former").await.meta()["totalCount"], 0);
        assert_eq!(manager.get("/api/customers").await.meta()["totalCount"], 0);
        assert_eq!(read(&manager).await, before);
    }
    let bookings = manager.get("/api/bookings?date=2026-11-16").await.ok()["bookings"].clone();
    assert_eq!((&bookings[0]["customerName"], &bookings[0]["notes"]), (&json!("Former customer"), &Value::Null));
    let invoices = manager.get("/api/billing/invoices").await.ok()["invoices"].clone();
    assert_eq!(invoices[0]["customerName"], "Asha Rao", "as tax law wants");
    // The books can still be put right.
    let void = format!("/api/billing/invoices/{}/void", invoices[0]["id"].as_str().unwrap());
    let voided = manager.post(&void, json!({ "reason": "Wrong price" })).await;
    assert!(voided.status.as_u16() < 500, "{}", voided.json());
    assert_eq!(manager.get("/api/customers").await.meta()["totalCount"], 0);
}

#[tokio::test]
async fn who_comes_back_signs_in_as_a_new_user() {
    let provider = Scripted::open().await;
    let salon = &provider.salon.salon;
    let first = provider.sign_in(json!({})).await;
    let session = async |reply: &parlour_tests::Reply| {
        let cookie = parlour_tests::provider::cookie(reply, "session");
        salon.anyone(App::Customer).with_cookie(cookie).get("/api/auth/get-session").await.json()
    };
    let before = session(&first).await["user"].clone();
    let browser = salon.anyone(App::Customer).with_cookie(parlour_tests::provider::cookie(&first, "session"));
    browser.post(OWN, json!({})).await.accepted();
    two_days_later(salon).await;
    assert!(session(&first).await.is_null(), "the session is gone");
    let after = session(&provider.sign_in(json!({})).await).await["user"].clone();
    assert!(after["id"].is_string() && after["id"] != before["id"], "{after}");
    assert_eq!(after["email"], before["email"]);
}

#[tokio::test]
async fn two_at_once_are_one_request() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha Rao").await;
    let (one, other) = tokio::join!(asha.post(OWN, json!({})), asha.post(OWN, json!({})));
    assert_eq!(one.accepted(), other.accepted());
    let erasing = |task: &Task| matches!(task, Task::EraseCustomer { .. });
    let waiting = salon.outbox().await.into_iter().filter(|entry| erasing(&entry.task)).count();
    assert_eq!(waiting, 1);
    let desk = salon.person("Dev", Role::Developer).await;
    desk.get("/api/logs/audit/verify").await.ok();
}

#[tokio::test]
async fn whoever_works_here_by_then_is_not_erased() {
    let salon = TestSalon::open().await;
    let (owner, asha) = (salon.owner().await, salon.customer("Asha Rao").await);
    asha.post(OWN, json!({})).await.accepted();
    owner.patch(&format!("/api/users/{}", asha.id()), json!({ "role": "owner" })).await.ok();
    two_days_later(&salon).await;
    let now = user(&salon, &asha).await;
    assert!(!now.is_erased() && now.role == Role::Owner);
    assert!(salon.stored::<Erasure>(&keys::erasure(&asha.id())).await.is_none());
    let told = salon.events().await.into_iter().filter(|event| event.what.as_str() == "customer.erasure_withdrawn");
    assert_eq!(told.count(), 1);
}

#[tokio::test]
async fn what_a_slow_request_wrote_meanwhile_goes_two_minutes_later() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha Rao").await;
    asha.post(OWN, json!({})).await.accepted();
    let before = user(&salon, &asha).await;
    salon.salon.clock.set(salon.salon.clock.now().plus(TimeDelta::hours(48)));
    salon.deliver().await;
    let kept = salon.stored::<Erasure>(&keys::erasure(&asha.id())).await.unwrap();
    assert!(kept.is_done && kept.reason.is_none(), "nothing of the person is kept: {kept:?}");
    let late = salon.booked(&shop, &before, "2026-11-19", "12:00", BookingStatus::Pending).await;
    salon.salon.clock.set(salon.salon.clock.now().plus(TimeDelta::minutes(2)));
    salon.deliver().await;
    let late = salon.stored::<Booking>(&keys::booking(&late.id)).await.unwrap();
    assert_eq!((late.customer_name.as_str(), late.customer_email.as_str()), ("Former customer", ""));
    assert!(salon.stored::<Erasure>(&keys::erasure(&asha.id())).await.is_none());
    let told = salon.events().await.into_iter().filter(|event| event.what.as_str() == "customer.erased");
    assert_eq!(told.count(), 1, "it has happened once");
}

#[tokio::test]
async fn a_walk_in_who_is_to_be_erased_is_merged_into_nobody() {
    let salon = TestSalon::open().await;
    let (owner, asha) = (salon.owner().await, salon.customer("Asha Rao").await);
    let new = json!({ "name": "Asha", "phone": "9811111111" });
    let guest = owner.post("/api/customers", new).await.created()["customer"]["id"].as_str().unwrap().to_owned();
    let (erasure, merge) = (format!("/api/customers/{guest}/erasure"), format!("/api/customers/{}/merge", asha.id()));
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    owner.post(&erasure, json!({})).await.accepted();
    owner.post(&merge, json!({ "fromId": guest })).await.refused(409, "CONFLICT");
    owner.delete(&erasure).await.ok();
    owner.post(&merge, json!({ "fromId": guest })).await.ok();
}

#[tokio::test]
async fn whoever_left_the_staff_leaves_their_place_without_who_they_were_and_can_be_added_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let nila = salon.user("Nila Erasable", Role::Staff).await;
    let body = json!({ "email": nila.email, "name": "Nila Erasable", "displayName": "Nila E", "branchIds": [shop.open.id],
        "serviceIds": [shop.cut.id] });
    let member = manager.post("/api/staff", body.clone()).await.created()["staff"]["id"].clone();
    let path = format!("/api/staff/{}", member.as_str().unwrap());
    manager.post(&format!("{path}/deactivate"), json!({})).await.ok();
    owner.post(&format!("/api/customers/{}/erasure", nila.id), json!({})).await.accepted();
    two_days_later(&salon).await;

    let left = manager.get(&path).await.ok()["staff"].clone();
    assert_eq!((&left["name"], &left["displayName"]), (&json!("Former customer"), &json!("Former customer")));
    assert_eq!((&left["userId"], &left["isActive"]), (&Value::Null, &json!(false)));
    let kept = salon.stored::<parlour_people::staff::StaffMember>(&keys::staff(&member.as_str().unwrap().into())).await;
    assert_eq!(kept.unwrap().record.email, "");
    manager.patch(&path, json!({ "isActive": true })).await.invalid(&["isActive"]);
    let again = manager.post("/api/staff", body).await.created()["staff"].clone();
    assert_ne!(again["id"], member);
    let invites = owner.get("/api/users/invites").await.ok()["invites"].clone();
    assert_eq!((&invites[0]["email"], &invites[0]["role"]), (&json!(nila.email), &json!("staff")));
}

#[tokio::test]
async fn whoever_left_the_staff_leaves_no_name_and_no_reason_in_their_leave() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let (nila, desk) =
        (salon.user("Nila Erasable", Role::Staff).await, salon.user("Nila Erasable", Role::Receptionist).await);
    let member = json!({ "email": nila.email, "name": "Nila Erasable", "branchIds": [shop.open.id], "serviceIds": [] });
    let member = manager.post("/api/staff", member).await.created()["staff"]["id"].as_str().unwrap().to_owned();
    let ask = async |user: &User, day: &str| {
        let leave = json!({ "leaveType": "sick", "startDate": day, "endDate": day, "reason": "Likes rain" });
        let leave = salon.signed_in(user, App::Admin).await.post("/api/me/leave", leave).await.created();
        format!("/api/schedule/leave/{}", leave["leave"]["id"].as_str().unwrap())
    };
    let (pending, approved) = (ask(&nila, "2026-11-25").await, ask(&nila, "2026-11-26").await);
    manager.post(&format!("{approved}/approve"), json!({ "note": "Likes rain" })).await.ok();
    // Whoever has no place in the team asks under the id of their user.
    let without_place = ask(&desk, "2026-11-25").await;
    manager.post(&format!("/api/staff/{member}/deactivate"), json!({})).await.ok();
    owner.patch(&format!("/api/users/{}", desk.id), json!({ "role": "customer" })).await.ok();
    for user in [&nila, &desk] {
        owner.post(&format!("/api/customers/{}/erasure", user.id), json!({})).await.accepted();
    }
    two_days_later(&salon).await;

    let manager = salon.manager().await;
    let leave = manager.get("/api/schedule/leave").await.ok()["leave"].clone();
    for leave in leave.as_array().unwrap() {
        assert_eq!(
            (&leave["staffName"], &leave["reason"], &leave["note"]),
            (&json!("Former customer"), &Value::Null, &Value::Null)
        );
    }
    let statuses: Vec<&Value> = leave.as_array().unwrap().iter().map(|leave| &leave["status"]).collect();
    assert_eq!(statuses, ["cancelled", "approved", "cancelled"]);
    for ended in [pending, without_place] {
        manager.post(&format!("{ended}/approve"), json!({})).await.refused(409, "CONFLICT");
    }
    assert_eq!(proof::found_in_the_table(&salon, &["erasable", "likes rain"]).await, Vec::<String>::new());
}
