//! Messages to people, and that each of them is told once and sees only their own.

use futures::future::join_all;
use parlour_booking::bookings::status::BookingStatus;
use parlour_senders::Channel;
use parlour_storage::outbox::{NotifiableEvent, Side};
use parlour_tests::{Client, TestSalon, browser};
use parlour_values::role::Role;
use serde_json::{Value, json};

async fn feed(client: &Client<'_>) -> (Vec<String>, u64) {
    let data = client.get("/api/notifications").await.ok();
    let types = data["notifications"].as_array().unwrap().iter().map(|row| row["type"].as_str().unwrap().to_owned());
    (types.collect(), data["unreadCount"].as_u64().unwrap())
}

async fn told(salon: &TestSalon, event: &NotifiableEvent) -> Value {
    parlour_platform::jobs::deliver(&salon.salon, &event.clone().message(salon.salon.clock.now())).await.unwrap()
}

#[tokio::test]
async fn a_confirmed_booking_tells_its_customer_and_the_one_who_does_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, meera) = (salon.customer("Asha Rao").await, salon.signed_in_as(&shop.meera).await);
    asha.post("/api/push/subscribe", browser("asha")).await.created();
    let user = asha.user.clone().unwrap();
    let booking = salon.booked(&shop, &user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;

    assert_eq!(told(&salon, &booking.confirmed_event()).await, json!({ "success": true, "notified": 2 }));

    let row = asha.get("/api/notifications").await.ok()["notifications"][0].clone();
    assert_eq!(row["type"], "booking_confirmed");
    assert_eq!((&row["channel"], &row["status"]), (&json!("push"), &json!("sent")));
    assert_eq!((&row["userId"], &row["bookingId"]), (&json!(asha.id()), &json!(booking.id)));
    assert_eq!((&row["sentAt"], &row["readAt"]), (&json!("2026-11-16T04:30:00.000Z"), &Value::Null));
    assert_eq!(row.as_object().unwrap().len(), 13);
    assert_eq!(feed(&meera).await, (vec!["booking_confirmed".to_owned()], 1));

    let (emails, pushes) = (salon.sent(Channel::Email), salon.sent(Channel::Push));
    assert_eq!(emails.iter().map(|email| email.to.as_str()).collect::<Vec<_>>(), [user.email.as_str()]);
    assert_eq!(pushes.iter().map(|push| push.to.as_str()).collect::<Vec<_>>(), [user.id.as_str()]);
    let realtime: Vec<(String, Value)> = salon
        .sent(Channel::Realtime)
        .into_iter()
        .map(|message| (message.to, serde_json::from_str(&message.body).unwrap()))
        .collect();
    assert_eq!(realtime[0].0, format!("customer:{}:bookings", user.id));
    assert_eq!(realtime[1], ("admin:bookings".to_owned(), json!({ "bookingId": booking.id })));
    assert!(!realtime[0].1.to_string().contains("Asha"));
}

#[tokio::test]
async fn every_event_is_told_however_soon_the_next_one_follows() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha Rao").await, salon.reception().await);
    let meera = salon.signed_in_as(&shop.meera).await;
    let path = asha.book(shop.cut_tomorrow()).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    for start in ["15:00", "16:00"] {
        let moved = json!({ "bookingDate": "2026-11-18", "startTime": start, "staffId": shop.ravi.id });
        desk.post(&format!("{path}/reschedule"), moved).await.ok();
    }
    salon.deliver().await;
    let emails = salon.sent(Channel::Email);
    let mut kinds: Vec<&str> = emails.iter().map(|email| email.kind.as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["booking_confirmed", "booking_received", "booking_rescheduled", "booking_rescheduled"]);
    assert!(emails.iter().all(|email| email.body.contains("4:00 pm")), "nobody is told a time that has changed");
    assert_eq!(feed(&meera).await.0, ["booking_confirmed"], "it was Meera's, though it is Ravi's by now");
}

#[tokio::test]
async fn mail_goes_to_verified_addresses_only() {
    let (salon, shop) = TestSalon::with_shop().await;
    let user = salon.user("Asha", parlour_values::role::Role::Customer).await;
    salon.put(&parlour_people::auth::User { email_verified: false, ..user.clone() }).await;
    let booking = salon.booked(&shop, &user, "2026-11-18", "12:00", BookingStatus::Pending).await;
    told(&salon, &NotifiableEvent::BookingReceived { booking_id: booking.id }).await;
    assert_eq!(salon.sent(Channel::Email).len(), 0);
    let asha = salon.signed_in(&user, parlour_settings::App::Customer).await;
    assert_eq!(feed(&asha).await.0, ["booking_received"], "the app tells them");
}

#[tokio::test]
async fn the_same_message_five_times_at_once_has_one_effect() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = [salon.reception().await, salon.reception().await];
    let asha = salon.customer("Asha").await;
    asha.post("/api/push/subscribe", browser("asha")).await.created();
    let booking =
        salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-18", "12:00", BookingStatus::Cancelled).await;
    let by = Side::Customer;
    let message = NotifiableEvent::BookingCancelled { booking_id: booking.id, by, quietly: false }
        .message(salon.salon.clock.now());
    let answers = join_all((0..5).map(|_| parlour_platform::jobs::deliver(&salon.salon, &message))).await;
    let notified: u64 = answers.into_iter().map(|answer| answer.unwrap()["notified"].as_u64().unwrap()).sum();
    assert_eq!(notified, 3);
    assert_eq!(feed(&asha).await, (vec!["booking_cancelled".to_owned()], 1));
    for receptionist in &desk {
        assert_eq!(feed(receptionist).await, (vec!["booking_cancelled".to_owned()], 1));
    }
    assert_eq!((salon.sent(Channel::Email).len(), salon.sent(Channel::Push).len()), (1, 1));
    assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap()["notified"], 0);
}

#[tokio::test]
async fn a_delivery_that_is_cut_anywhere_is_made_up_for_and_sends_once() {
    for cut in 0..12 {
        for fault in [parlour_tests::wire::Fault::RefuseBefore, parlour_tests::wire::Fault::CutAfter] {
            let (salon, shop) = TestSalon::with_shop().await;
            let asha = salon.customer("Asha").await;
            let booking =
                salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-18", "12:00", BookingStatus::Pending).await;
            let message = NotifiableEvent::BookingReceived { booking_id: booking.id }.message(salon.salon.clock.now());
            salon.wire.fail(move |number, _| (number == cut).then_some(fault));
            let _ = parlour_platform::jobs::deliver(&salon.salon, &message).await;
            salon.wire.reset();
            salon.set_clock("2026-11-16T10:02:00+05:30");
            parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
            assert_eq!(feed(&asha).await.0, ["booking_received"], "cut at {cut} {fault:?}");
            assert_eq!(salon.sent(Channel::Email).len(), 1, "cut at {cut} {fault:?}");
        }
    }
}

#[tokio::test]
async fn a_feed_is_paged_and_nobody_reads_or_marks_anothers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    for _ in 0..5 {
        let booking =
            salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-18", "12:00", BookingStatus::Pending).await;
        told(&salon, &NotifiableEvent::BookingReceived { booking_id: booking.id }).await;
    }
    assert_eq!(feed(&ravi).await, (vec![], 0));
    let page = asha.get("/api/notifications?page=2&pageSize=2").await;
    assert_eq!(page.meta(), json!({ "page": 2, "totalPages": 3 }));
    let data = page.ok();
    assert_eq!((data["notifications"].as_array().unwrap().len(), &data["unreadCount"]), (2, &json!(5)));
    let last = asha.get("/api/notifications?page=3&pageSize=2").await;
    assert_eq!(
        (last.ok()["notifications"].as_array().unwrap().len(), last.meta()["totalPages"].clone()),
        (1, json!(3))
    );
    let all = asha.get("/api/notifications?page=x&pageSize=-3").await;
    assert_eq!(all.meta(), json!({ "page": 1, "totalPages": 1 }));
    let ids: Vec<Value> = all.ok()["notifications"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
    let mut newest_first = ids.clone();
    newest_first.sort_by(|a, b| b.as_str().cmp(&a.as_str()));
    assert_eq!(ids, newest_first);

    assert_eq!(ravi.patch("/api/notifications", json!({ "ids": [ids[0]] })).await.ok(), json!({ "ok": true }));
    assert_eq!(asha.patch("/api/notifications", json!({ "ids": [] })).await.ok(), json!({ "ok": true }));
    assert_eq!(feed(&asha).await.1, 5);
    asha.patch("/api/notifications", json!({ "ids": [ids[0], ids[0], "unknown"] })).await.ok();
    assert_eq!(feed(&asha).await.1, 4);
    asha.patch("/api/notifications", json!({ "ids": [""] })).await.invalid(&["ids.0"]);
    asha.patch("/api/notifications", json!({ "ids": "all" })).await.invalid(&["ids"]);
    asha.send(http::Method::PATCH, "/api/notifications", None).await.ok();
    let read = asha.get("/api/notifications").await.ok();
    assert_eq!(
        (&read["unreadCount"], &read["notifications"][4]["readAt"]),
        (&json!(0), &json!("2026-11-16T04:30:00.000Z"))
    );
    salon.visitor().get("/api/notifications").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_browser_belongs_to_whoever_subscribed_last() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    assert_eq!(asha.post("/api/push/subscribe", browser("shared")).await.created(), json!({ "ok": true }));
    asha.post("/api/push/subscribe", browser("shared")).await.created();
    ravi.post("/api/push/subscribe", browser("shared")).await.created();
    for who in [&asha, &ravi] {
        let booking =
            salon.booked(&shop, who.user.as_ref().unwrap(), "2026-11-18", "12:00", BookingStatus::Pending).await;
        told(&salon, &NotifiableEvent::BookingReceived { booking_id: booking.id }).await;
    }
    let pushed: Vec<String> = salon.sent(Channel::Push).into_iter().map(|push| push.to).collect();
    assert_eq!(pushed, [ravi.id().to_string()]);

    let endpoint = json!({ "endpoint": browser("shared")["endpoint"] });
    assert_eq!(asha.delete_with("/api/push/subscribe", endpoint.clone()).await.ok(), json!({ "ok": true }));
    ravi.delete_with("/api/push/subscribe", endpoint).await.ok();
    ravi.delete_with("/api/push/subscribe", json!({ "endpoint": "nowhere" })).await.ok();
    ravi.delete_with("/api/push/subscribe", json!({ "endpoint": "" })).await.invalid(&["endpoint"]);
    ravi.delete_with("/api/push/subscribe", json!({})).await.invalid(&["endpoint"]);
    let booking = salon.booked(&shop, ravi.user.as_ref().unwrap(), "2026-11-18", "12:00", BookingStatus::Pending).await;
    told(&salon, &NotifiableEvent::BookingReceived { booking_id: booking.id }).await;
    assert_eq!(salon.sent(Channel::Push).len(), 1);
}

#[tokio::test]
async fn only_browsers_of_known_push_services_are_taken() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let bad = json!({ "endpoint": "https://169.254.169.254/x", "keys": { "p256dh": "x", "auth": "y" } });
    asha.post("/api/push/subscribe", bad).await.invalid(&["endpoint", "keys.p256dh", "keys.auth"]);
    asha.post("/api/push/subscribe", json!({})).await.invalid(&["endpoint", "keys"]);
    let empty = json!({ "endpoint": "https://fcm.googleapis.com/x", "keys": { "p256dh": "", "auth": "" } });
    asha.post("/api/push/subscribe", empty).await.invalid(&["keys.p256dh", "keys.auth"]);
    let mixed = json!({ "endpoint": "http://fcm.googleapis.com/x", "keys": { "p256dh": "", "auth": "y" } });
    asha.post("/api/push/subscribe", mixed).await.invalid(&["endpoint", "keys.p256dh", "keys.auth"]);
    asha.post("/api/push/subscribe", json!({ "endpoint": "http://x" })).await.invalid(&["endpoint", "keys"]);
    let types = json!({ "endpoint": "http://x", "keys": { "p256dh": 5, "auth": "bad" } });
    asha.post("/api/push/subscribe", types).await.invalid(&["endpoint", "keys.p256dh", "keys.auth"]);
    let keyless = json!({ "keys": { "p256dh": "bad", "auth": "bad" } });
    asha.post("/api/push/subscribe", keyless).await.invalid(&["endpoint", "keys.p256dh", "keys.auth"]);
}

#[tokio::test]
async fn a_token_opens_ones_own_channels_and_the_desks_for_the_desk() {
    let salon = TestSalon::with_settings(&[("ABLY_API_KEY", "app1.key1:secret")]).await;
    let asha = salon.customer("Asha").await;
    let token = asha.post_empty("/api/ably/token").await.ok();
    let capability = format!(r#"{{"customer:{}:*":["subscribe"]}}"#, asha.id());
    assert_eq!((&token["capability"], &token["clientId"]), (&json!(capability), &json!(asha.id())));
    assert_eq!((&token["keyName"], &token["ttl"]), (&json!("app1.key1"), &json!(900_000)));
    let desk = salon.reception().await.post_empty("/api/ably/token").await.ok();
    assert!(desk["capability"].as_str().unwrap().starts_with(r#"{"admin:*":["subscribe"],"#));
    let staff = salon.person("Ravi", Role::Staff).await.post_empty("/api/ably/token").await.ok();
    assert!(!staff["capability"].as_str().unwrap().contains("admin"));

    let quiet = TestSalon::open().await;
    let error = quiet.customer("Asha").await.post_empty("/api/ably/token").await.refused(503, "SERVICE_UNAVAILABLE");
    assert_eq!(error["retryable"], true);
}

#[tokio::test]
async fn alerts_go_to_the_receptionists_of_the_branch_and_to_those_without_any() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let (here, there, anywhere) = (salon.reception().await, salon.reception().await, salon.reception().await);
    for (desk, branch) in [(&here, &shop.open), (&there, &shop.staffed)] {
        let user = desk.user.clone().unwrap();
        salon.put(&parlour_people::auth::User { branch_ids: vec![branch.id.clone()], ..user }).await;
    }
    let user = asha.user.as_ref().unwrap();
    let booking = salon.booked(&shop, user, "2026-11-18", "12:00", BookingStatus::Pending).await;
    assert_eq!(booking.branch_id, shop.open.id);
    let stale = salon.job("stale-booking-alert", json!({ "bookingId": booking.id })).await;
    assert_eq!((&stale["action"], &stale["notified"]), (&json!("alerted"), &json!(2)));
    let by = Side::Customer;
    told(&salon, &NotifiableEvent::BookingCancelled { booking_id: booking.id.clone(), by, quietly: false }).await;
    let moved = NotifiableEvent::BookingRescheduled {
        booking_id: booking.id.clone(),
        starts_at: booking.starts_at(),
        quietly: false,
    };
    told(&salon, &moved).await;
    for (desk, count) in [(&here, 3), (&anywhere, 3), (&there, 0)] {
        assert_eq!(feed(desk).await.1, count);
    }
}

#[tokio::test]
async fn notifications_leave_the_feed_after_twelve_months() {
    let (salon, shop) = TestSalon::with_shop().await;
    let user = salon.user("Asha", Role::Customer).await;
    let booking = salon.booked(&shop, &user, "2026-11-18", "12:00", BookingStatus::Pending).await;
    told(&salon, &NotifiableEvent::BookingReceived { booking_id: booking.id.clone() }).await;
    salon.set_clock("2027-05-16T10:00:00+05:30");
    told(&salon, &NotifiableEvent::BookingRejected { booking_id: booking.id }).await;
    for (moment, types) in [
        ("2027-11-16T10:00:00+05:30", vec!["booking_rejected", "booking_received"]),
        ("2027-11-16T10:00:01+05:30", vec!["booking_rejected"]),
        ("2028-05-15T10:00:01+05:30", vec![]),
    ] {
        salon.set_clock(moment);
        let asha = salon.signed_in(&user, parlour_settings::App::Customer).await;
        assert_eq!(
            feed(&asha).await,
            (types.iter().map(|kind| (*kind).to_owned()).collect(), types.len() as u64),
            "{moment}"
        );
    }
}

#[tokio::test]
async fn a_customer_whom_the_desk_spoke_with_gets_no_message_and_staff_still_learn_of_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    asha.post("/api/push/subscribe", browser("asha")).await.created();
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    let moved = json!({ "bookingDate": "2026-11-18", "startTime": "15:00" });
    let cancelled = json!({ "reason": "The customer rang" });
    let rejected = json!({ "action": "reject", "rejectionReason": "Full" });
    for (notify, told) in [(json!(false), 0), (json!(true), 3), (json!(null), 3)] {
        let with = |body: &serde_json::Value| {
            let mut body = body.clone();
            body["notify"] = notify.clone();
            body
        };
        let path = asha.book(shop.cut_tomorrow()).await;
        let unwanted = asha.book(shop.cut_tomorrow()).await;
        desk.patch(&path, approve.clone()).await.ok();
        salon.deliver().await;
        let (emails, pushes) = (salon.sent(Channel::Email).len(), salon.sent(Channel::Push).len());
        let (own, desks) = (feed(&asha).await.0.len(), feed(&desk).await.0.len());
        desk.post(&format!("{path}/reschedule"), with(&moved)).await.ok();
        salon.deliver().await;
        desk.post(&format!("{path}/cancel"), with(&cancelled)).await.ok();
        desk.patch(&unwanted, with(&rejected)).await.ok();
        salon.deliver().await;
        assert_eq!(salon.sent(Channel::Email).len() - emails, told, "{notify}");
        assert_eq!(salon.sent(Channel::Push).len() - pushes, told, "{notify}");
        assert_eq!(feed(&asha).await.0.len() - own, told, "{notify}");
        assert_eq!(feed(&desk).await.0.len() - desks, 2, "the desk reads of the move and the cancellation");
    }
    let kinds: Vec<&str> = salon.events().await.iter().map(|event| event.what.as_str()).collect();
    for kind in ["booking.moved", "booking.cancelled", "booking.rejected"] {
        assert_eq!(kinds.iter().filter(|one| **one == kind).count(), 3, "the feed of events has all");
    }
}
