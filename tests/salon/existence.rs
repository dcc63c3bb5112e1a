//! Whoever may not know whether something exists cannot tell it from an answer: status, headers, body and the number of calls
//! to the table are the same for what is there and what is not.

use http::Method;
use parlour::bookings::status::BookingStatus;
use parlour::id::{BookingId, LeaveId, NotificationId, UserId};
use parlour::role::Role;
use parlour::settings::App;
use parlour::staff::StaffMember;
use parlour::web::Access;
use parlour_local::gateway;
use parlour_tests::{Client, TestSalon, browser};
use serde_json::{Value, json};

use crate::site::table::notify;

/// Everything about an answer that somebody can observe, but what differs between any two requests.
#[derive(Debug, PartialEq)]
struct Seen {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
    calls: Vec<String>,
    round_trips: usize,
}

async fn seen(salon: &TestSalon, who: &Client<'_>, method: &Method, path: &str, body: Option<&Value>) -> Seen {
    // Whether it is the first question of a process tells nothing.
    salon.warm(&[]).await;
    salon.wire.reset();
    let reply = who.send(method.clone(), path, body.map(Value::to_string)).await;
    let cost = salon.wire.cost();
    let request = reply.header("x-request-id").unwrap_or_default().to_owned();
    let headers = reply.headers.iter().filter(|(name, _)| *name != "x-request-id");
    let mut calls = cost.calls;
    calls.sort();
    Seen {
        status: reply.status.as_u16(),
        headers: headers.map(|(name, value)| (name.to_string(), format!("{value:?}"))).collect(),
        body: String::from_utf8_lossy(&reply.bytes).replace(&request, ""),
        calls,
        round_trips: cost.round_trips,
    }
}

/// The same answer to both calls, and that answer's status.
async fn same(salon: &TestSalon, who: &Client<'_>, call: &str, (there, absent): (&str, &str), body: &Value) -> u16 {
    let (method, path) = call.split_once(' ').unwrap();
    let method: Method = method.parse().unwrap();
    let mut answers = Vec::new();
    for id in [there, absent] {
        let body = serde_json::from_str::<Value>(&body.to_string().replace("{id}", id)).unwrap();
        let body = (!body.is_null()).then_some(&body);
        let mut answer = seen(salon, who, &method, &path.replace("{id}", id), body).await;
        // What was asked for may be repeated.
        answer.body = answer.body.replace(id, "");
        answer.headers.iter_mut().for_each(|(_, value)| *value = value.replace(id, ""));
        answers.push(answer);
    }
    assert_eq!(answers[0], answers[1], "{call}");
    answers[0].status
}

#[tokio::test]
async fn a_booking_of_somebody_else_is_not_there() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, mallory) = (salon.customer("Asha").await, salon.customer("Mallory").await);
    let owner = asha.user.clone().unwrap();
    let booking = salon.booked(&shop, &owner, "2026-11-17", "12:00", BookingStatus::Confirmed).await;
    let absent: BookingId = salon.salon.random.id();
    let ids = (booking.id.as_str(), absent.as_str());
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "12:00" });
    for (call, body) in [
        ("GET /api/bookings/{id}", Value::Null),
        ("GET /api/bookings/{id}/calendar.ics", Value::Null),
        ("GET /api/bookings/{id}/invoice", Value::Null),
        ("GET /api/bookings/{id}/invoice/pdf", Value::Null),
        ("POST /api/bookings/{id}/cancel", json!({})),
        ("POST /api/bookings/{id}/reschedule", later),
    ] {
        assert_eq!(same(&salon, &mallory, call, ids, &body).await, 404, "{call}");
    }
    let browsing = mallory.clone().with_header("accept", "text/html");
    assert_eq!(same(&salon, &browsing, "GET /bookings/{id}", ids, &Value::Null).await, 404);
    // A number is no id.
    let numbers = (booking.number.as_str(), "BK-BLR-2611-H-99999");
    assert_eq!(same(&salon, &mallory, "GET /api/bookings/{id}", numbers, &Value::Null).await, 404);
}

#[tokio::test]
async fn what_others_were_sent_or_subscribed_is_not_there() {
    let salon = TestSalon::open().await;
    let (asha, mallory) = (salon.customer("Asha").await, salon.customer("Mallory").await);
    let theirs = notify(&salon, &asha.id()).await;
    let absent: NotificationId = salon.salon.random.id();
    let ids = (theirs.id.as_str(), absent.as_str());
    assert_eq!(same(&salon, &mallory, "PATCH /api/notifications", ids, &json!({ "ids": ["{id}"] })).await, 200);

    asha.subscribe_to_push("asha").await;
    let (there, absent) = (browser("asha"), browser("nobody"));
    let ids = (there["endpoint"].as_str().unwrap(), absent["endpoint"].as_str().unwrap());
    assert_eq!(same(&salon, &mallory, "DELETE /api/push/subscribe", ids, &json!({ "endpoint": "{id}" })).await, 200);
}

#[tokio::test]
async fn a_session_of_somebody_else_is_not_there() {
    let salon = TestSalon::open().await;
    let (asha, mallory) = (salon.customer("Asha").await, salon.customer("Mallory").await);
    let token = asha.get("/api/auth/get-session").await.json()["session"]["token"].as_str().unwrap().to_owned();
    let absent = "A".repeat(token.len());
    let ids = (token.as_str(), absent.as_str());
    let body = json!({ "token": "{id}" });
    assert_eq!(same(&salon, &mallory, "POST /api/auth/revoke-session", ids, &body).await, 200);
    assert!(asha.get("/api/auth/get-session").await.json()["session"].is_object(), "it still is");

    // A cookie names its user; whether there is such a user cannot be learned by making one up.
    let cookie = asha.cookie.clone().unwrap();
    let (name, _) = cookie.split_once('=').unwrap();
    let made_up = |user: &UserId| format!("{name}={user}.{}", "A".repeat(43));
    let mut answers = Vec::new();
    for user in [asha.id(), salon.salon.random.id()] {
        let thief = salon.visitor().with_cookie(made_up(&user));
        answers.push(seen(&salon, &thief, &Method::GET, "/api/profile", None).await);
    }
    assert_eq!(answers[0].status, 401);
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test]
async fn leave_of_somebody_else_is_not_there() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let mut people = Vec::new();
    for member in [&shop.meera, &shop.ravi] {
        let user = salon.user("Somebody", Role::Staff).await;
        salon.put(&StaffMember { user_id: Some(user.id.clone()), ..member.clone() }).await;
        people.push(salon.signed_in(&user, App::Admin).await);
    }
    let leave = json!({ "leaveType": "casual", "startDate": "2026-11-26", "endDate": "2026-11-26" });
    let asked = people[0].post("/api/me/leave", leave).await.created()["leave"]["id"].as_str().unwrap().to_owned();
    let absent: LeaveId = salon.salon.random.id();
    let ids = (asked.as_str(), absent.as_str());
    assert_eq!(same(&salon, &people[1], "DELETE /api/me/leave/{id}", ids, &Value::Null).await, 404);
}

/// Who may not use a route learns nothing from it, whatever is in its address.
#[tokio::test]
async fn a_route_tells_nothing_to_those_who_may_not_use_it() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let asha = salon.customer("Asha").await;
    let owner = asha.user.clone().unwrap();
    let booking = salon.booked(&shop, &owner, "2026-11-17", "12:00", BookingStatus::Confirmed).await;
    let lead = salon.lead("Ravi", None, None).await;
    let (_, membership) = salon.member("Tara", "2027-03-01").await;
    let absent: BookingId = salon.salon.random.id();
    let there = [
        asha.id().to_string(),
        booking.id.to_string(),
        lead.id.to_string(),
        membership.id.to_string(),
        shop.meera.id.to_string(),
    ];
    let mut tried = 0;
    for app in [App::Customer, App::Admin] {
        let outsiders = [salon.anyone(app), salon.person("Sam", Role::Staff).await];
        for route in gateway::routes(app).list().filter(|route| route.path.contains("{id}")) {
            let Access::Role(minimum) = route.spec.access else { continue };
            for who in outsiders.iter().filter(|who| who.app == app) {
                if who.user.as_ref().is_some_and(|user| user.role.satisfies(minimum)) {
                    continue;
                }
                let path = route.path.replace("{tagId}", "t-1").replace("{date}", "2026-11-17");
                let call = format!("{} {path}", route.method);
                for id in &there {
                    let status = same(&salon, who, &call, (id.as_str(), absent.as_str()), &json!({})).await;
                    assert!(status == 401 || status == 403, "{call}: {status}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 300, "{tried}");
}

#[tokio::test]
async fn search_finds_no_customer_and_no_booking_for_those_who_may_not_see_them() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.listed(&asha, |profile| profile.phone = Some("+919876543210".parse().unwrap())).await;
    let booking = salon.booked(&shop, &asha, "2026-11-17", "12:00", BookingStatus::Confirmed).await;
    let staff = salon.person("Sam", Role::Staff).await.with_header("accept", "text/html");
    for (there, absent) in [
        (booking.number.as_str(), "BK-BLR-2611-H-99999"),
        ("9876543210", "9876500000"),
        ("Asha", "Zzzz"),
        // As long as the other, since the answer repeats it.
        (asha.email.as_str(), asha.email.replace("asha", "zzzz").as_str()),
    ] {
        let mut answers = Vec::new();
        for text in [there, absent] {
            let mut answer = seen(&salon, &staff, &Method::GET, &format!("/search?q={text}"), None).await;
            answer.body = answer.body.replace(text, "");
            answers.push(answer);
        }
        assert_eq!(answers[0], answers[1], "{there}");
        assert_eq!(answers[0].status, 200);
    }
}

/// The landing page takes a lead from anybody, known or not.
#[tokio::test]
async fn a_lead_does_not_tell_whether_the_phone_or_the_email_is_known() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.listed(&asha, |profile| profile.phone = Some("+919876543210".parse().unwrap())).await;
    // The first lead of a month begins its list, and the next finds it begun.
    for _ in 0..2 {
        salon.visitor().post("/api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await.created();
    }
    let mut answers = Vec::new();
    for (phone, email) in [
        ("9876543210", asha.email.as_str()),
        ("9811111111", "ravi@example.test"),
        ("9822222222", "nobody@example.test"),
    ] {
        let body = json!({ "name": "Somebody", "phone": phone, "email": email });
        let mut answer = seen(&salon, &salon.visitor(), &Method::POST, "/api/leads", Some(&body)).await;
        let id = serde_json::from_str::<Value>(&answer.body).unwrap()["data"]["leadId"].as_str().unwrap().to_owned();
        answer.body = answer.body.replace(&id, "");
        answers.push(answer);
    }
    assert_eq!(answers[0].status, 201);
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:#?}");
}

/// That a phone is taken has to be said; whose it is has not.
#[tokio::test]
async fn a_taken_phone_tells_nothing_but_that() {
    let salon = TestSalon::open().await;
    let (asha, mallory) = (salon.customer("Asha").await, salon.customer("Mallory").await);
    let about = json!({
        "phone": "9876543210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": false,
    });
    asha.post("/api/onboarding/complete", about.clone()).await.created();
    let asha = asha.user.unwrap();
    let reply = mallory.post("/api/onboarding/complete", about).await;
    assert_eq!(reply.status, 409, "{}", reply.json());
    let said = String::from_utf8_lossy(&reply.bytes).into_owned();
    for theirs in ["Asha", asha.id.as_str(), asha.email.as_str(), "9876543210"] {
        assert!(!said.contains(theirs), "{said}");
    }
}
