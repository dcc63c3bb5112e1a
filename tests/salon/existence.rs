//! Callers who may not know whether something exists cannot tell it from an answer: status, headers, body and the
//! number of calls to the table are the same for what is there and what is not.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::Method;
use parlour_booking::bookings::status::BookingStatus;
use parlour_http::Access;
use parlour_local::gateway;
use parlour_people::staff::StaffMember;
use parlour_settings::App;
use parlour_tests::{Client, TestSalon, browser};
use parlour_values::id::{BookingId, LeadId, LeaveId, NotificationId, UserId};
use parlour_values::role::Role;
use serde_json::{Value, json};

use crate::links;
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
    // The tag of a page is a digest of its body, which is compared itself.
    let headers = reply.headers.iter().filter(|(name, _)| !["x-request-id", "etag"].contains(&name.as_str()));
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
        // The id that was asked for may be repeated.
        answer.body = answer.body.replace(id, "");
        answer.headers.iter_mut().for_each(|(_, value)| *value = value.replace(id, ""));
        answers.push(answer);
    }
    assert_eq!(answers[0], answers[1], "{call}");
    answers[0].status
}

#[tokio::test]
async fn a_booking_of_somebody_else_is_not_there() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, mallory) = (salon.customer("Asha").await, salon.customer("Mallory").await);
    let owner = asha.user.clone().unwrap();
    let booking = salon.booked(&shop, &owner, "2026-11-17", "12:00", BookingStatus::Confirmed).await;
    let absent: BookingId = salon.salon.random.id();
    let ids = (booking.id.as_str(), absent.as_str());
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "12:00" });
    // Every address of the app that names something, so that a new one is asked too.
    let browsing = mallory.clone().with_header("accept", "text/html");
    let routes = gateway::routes(App::Customer);
    let api = routes.list().map(|route| (route, &mallory));
    let mut tried = 0;
    for (route, who) in api.chain(routes.pages().map(|route| (route, &browsing))) {
        if !route.path.contains("{id}") {
            continue;
        }
        let body = match (&route.method, route.path.rsplit('/').next()) {
            (&Method::GET, _) => Value::Null,
            (_, Some("reschedule")) => later.clone(),
            _ => json!({}),
        };
        let call = format!("{} {}", route.method, route.path);
        assert_eq!(same(&salon, who, &call, ids, &body).await, 404, "{call}");
        tried += 1;
    }
    assert!(tried >= 7, "{tried}");
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
    let (salon, shop) = TestSalon::with_shop().await;
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

/// A caller who may not use a route learns nothing from it, whatever is in its address.
#[tokio::test]
async fn a_route_tells_nothing_to_those_who_may_not_use_it() {
    let (salon, shop) = TestSalon::with_shop().await;
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
        let routes = gateway::routes(app);
        for route in routes.list().chain(routes.pages()).filter(|route| route.path.contains("{id}")) {
            let Access::Role(minimum) = route.spec.access else { continue };
            for who in outsiders.iter().filter(|who| who.app == app) {
                if who.user.as_ref().is_some_and(|user| user.role.satisfies(minimum)) {
                    continue;
                }
                let path = route.path.replace("{tagId}", "t-1").replace("{date}", "2026-11-17");
                let call = format!("{} {path}", route.method);
                for id in &there {
                    let body = if route.method == Method::GET { Value::Null } else { json!({}) };
                    let status = same(&salon, who, &call, (id.as_str(), absent.as_str()), &body).await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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

/// The user of a token stands in it, and can be made up.
#[tokio::test]
async fn a_made_up_token_does_not_tell_whether_its_user_exists() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.listed(&asha, |profile| profile.marketing_consent = true).await;
    let absent: UserId = salon.salon.random.id();
    let [there, absent] =
        [&asha.id, &absent].map(|user| format!("{}.{}", URL_SAFE_NO_PAD.encode(user.as_str()), "A".repeat(43)));
    let (visitor, ids) = (salon.visitor(), (there.as_str(), absent.as_str()));
    for (call, body) in [("GET /api/unsubscribe/{id}", Value::Null), ("POST /api/unsubscribe/{id}", json!({}))] {
        same(&salon, &visitor, call, ids, &body).await;
    }
    let browsing = visitor.clone().with_header("accept", "text/html");
    same(&salon, &browsing, "GET /unsubscribe/{id}", ids, &Value::Null).await;
    assert_eq!(visitor.post(&format!("/api/unsubscribe/{there}"), json!({})).await.status, 404);
}

#[tokio::test]
async fn a_service_that_is_not_offered_is_not_there() {
    let (salon, shop) = TestSalon::with_shop().await;
    let hidden = json!({ "isActive": false });
    salon.manager().await.patch(&format!("/api/services/{}", shop.colour.id), hidden).await.ok();
    let absent = "x".repeat(shop.colour.slug.len());
    let ids = (shop.colour.slug.as_str(), absent.as_str());
    let visitor = salon.visitor();
    assert_eq!(same(&salon, &visitor, "GET /api/services/{id}", ids, &Value::Null).await, 404);
    let browsing = visitor.with_header("accept", "text/html");
    assert_eq!(same(&salon, &browsing, "GET /services/{id}", ids, &Value::Null).await, 404);
}

/// A booking may name a lead, and is sent once: neither tells what others left.
#[tokio::test]
async fn a_booking_does_not_tell_which_leads_and_keys_of_others_there_are() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, mallory) = (salon.customer("Asha").await, salon.customer("Mallory").await);
    asha.clone().once("of-asha").post("/api/bookings", shop.cut_tomorrow()).await.created();
    let lead = salon.lead("Ravi", None, None).await;
    let absent: LeadId = salon.salon.random.id();
    mallory.book(shop.cut_tomorrow()).await;
    let mut answers = Vec::new();
    for (key, lead) in [("of-asha", &lead.id), ("of-nobody", &lead.id), ("of-nobody-else", &absent)] {
        let mut body = shop.cut_tomorrow();
        body["leadId"] = json!(lead);
        let mallory = mallory.clone().once(key);
        let mut answer = seen(&salon, &mallory, &Method::POST, "/api/bookings", Some(&body)).await;
        // The booking that was made is theirs, and another one each time.
        let booking = serde_json::from_str::<Value>(&answer.body).unwrap()["data"].clone();
        for own in ["id", "bookingNumber"] {
            answer.body = answer.body.replace(booking[own].as_str().unwrap(), "");
        }
        for row in booking["services"].as_array().into_iter().flatten() {
            answer.body = answer.body.replace(row["id"].as_str().unwrap(), "");
        }
        answers.push(answer);
    }
    assert_eq!(answers[0].status, 201);
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:#?}");
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

/// A link with anything wrong.
#[tokio::test]
async fn a_link_that_was_made_up_has_ended_or_was_replaced_is_not_there() {
    let (salon, shop) = TestSalon::with_shop().await;
    let user = salon.user("Asha", Role::Customer).await;
    salon.listed(&user, |profile| profile.phone = Some("9876543210".parse().unwrap())).await;
    let mut tokens = Vec::new();
    for date in ["2026-11-17", "2026-11-18", "2026-11-19"] {
        let booking = salon.booked(&shop, &user, date, "12:00", BookingStatus::Confirmed).await;
        tokens.push((links::token(&salon, &booking.id).await, booking));
    }
    let (_, offered) = links::offers::offered(&salon, &shop).await;
    let [over, replaced, forged] = &tokens[..] else { panic!("three") };
    salon.reception().await.post(&format!("/api/bookings/{}/link", replaced.1.id), json!({})).await.ok();
    // Of a booking that is there, with a signature that is not its own.
    let swap = |token: &str, of: &str| format!("{}{}", &token[..24], &of[24..]);
    let forged = swap(&forged.0, &over.0);
    salon.set_clock("2026-11-18T13:00:00+05:30");
    let absent = "AAECAwQFBgcICQoLDA0ODw8ODQwLCgkIBwYFBAMCAQAB";
    let later = json!({ "bookingDate": "2026-11-21", "startTime": "12:00" });
    let (visitor, wrong) = (salon.visitor(), ["made-up", &over.0, &replaced.0, &forged, &offered, &"A".repeat(44)]);
    let browsing = visitor.clone().with_header("accept", "text/html");
    for wrong in wrong {
        let ids = (wrong, absent);
        for call in ["GET /api/links/{id}", "GET /api/links/{id}/calendar.ics", "GET /api/links/{id}/invoice/pdf"] {
            assert_eq!(same(&salon, &visitor, call, ids, &Value::Null).await, 404, "{call} {wrong}");
        }
        for step in ["cancel", "accept", "decline"] {
            assert_eq!(same(&salon, &visitor, &format!("POST /api/links/{{id}}/{step}"), ids, &json!({})).await, 404);
        }
        assert_eq!(same(&salon, &visitor, "POST /api/links/{id}/reschedule", ids, &later).await, 404);
        // The page repeats its address in the links to its other language, so its length is that of what was asked for.
        if wrong.len() == absent.len() {
            assert_eq!(same(&salon, &browsing, "GET /m?{id}", ids, &Value::Null).await, 404);
        }
    }
}
