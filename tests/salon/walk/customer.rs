//! Calls of visitors and customers.

use parlour_platform::notifications::Notifications;
use parlour_senders::whatsapp::signed;
use parlour_settings::App;
use parlour_tests::{Shop, SignInSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

use super::{Mode, Walk, id};

pub(super) async fn public_reads(walk: &mut Walk<'_>, shop: &Shop) {
    let visitor = walk.salon.visitor();
    for call in
        ["GET /api/services", "GET /api/services/cut", "GET /api/offers", "GET /api/branches", "GET /api/branding"]
    {
        walk.go(&visitor, call, Value::Null).await;
    }
    for call in ["GET /api/health", "GET /api/openapi.json", "GET /api/push/key"] {
        walk.go(&visitor, call, Value::Null).await;
    }
    let day = |branch: &str| format!("GET /api/availability?date=2026-11-17&branchId={branch}");
    walk.go(&visitor, &day(shop.open.id.as_str()), Value::Null).await;
    let staffed = day(shop.staffed.id.as_str());
    walk.case("staffed, any of 10 people", &visitor, &staffed, Value::Null).await;
    let one = format!("{staffed}&serviceIds={}&explain=true", shop.massage.id);
    walk.case("staffed, one service, explained", &visitor, &one, Value::Null).await;
    walk.go(&visitor, "POST /api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await;
    let agent = visitor.clone().with_header("host", "localhost:3000").with_header("accept", crate::agents::ACCEPT);
    let times = json!({ "branch": shop.staffed.name, "services": [shop.massage.slug], "date": "2026-11-17" });
    walk.go(&agent, "POST /mcp", crate::agents::call("find_times", times)).await;
    for tool in ["list_branches", "list_services", "list_offers"] {
        walk.case(tool, &agent, "POST /mcp", crate::agents::call(tool, json!({}))).await;
    }
}

pub(super) async fn customer_account(walk: &mut Walk<'_>, shop: &Shop) {
    let asha = walk.salon.customer("Asha").await;
    walk.go(&asha, "GET /api/onboarding", Value::Null).await;
    let about = json!({ "phone": "9876543210", "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true,
            "guardian": { "name": "Meera Rao", "phone": "9822222222" } });
    walk.go(&asha, "POST /api/onboarding/complete", about).await;
    walk.go(&asha, "GET /api/profile", Value::Null).await;
    walk.go(
        &asha,
        "PATCH /api/profile",
        json!({ "marketingConsent": false, "channels": ["sms", "email"],
        "guardian": { "name": "Meera Rao", "phone": "9822222222" } }),
    )
    .await;

    let booked = walk.go(&asha, "POST /api/bookings", shop.cut_tomorrow()).await;
    let staffed = shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00");
    walk.case("staffed", &asha, "POST /api/bookings", staffed).await;
    let mut wished = shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "14:00");
    wished.as_object_mut().unwrap().remove("serviceIds");
    wished["services"] = json!([{ "serviceId": shop.cut.id, "staffId": shop.ravi.id }]);
    walk.case("by service", &asha, "POST /api/bookings", wished).await;
    walk.go(&asha, "GET /api/bookings", Value::Null).await;
    let booking = format!("/api/bookings/{}", id(&booked));
    walk.go(&asha, &format!("GET {booking}"), Value::Null).await;
    walk.go(&asha, &format!("GET {booking}/calendar.ics"), Value::Null).await;
    let feed = walk.go(&asha, "POST /api/profile/calendar", Value::Null).await;
    let feed = feed["url"].as_str().unwrap().split_once("/api/").unwrap().1.to_owned();
    let visitor = walk.salon.visitor();
    walk.go(&visitor, &format!("GET /api/{feed}"), Value::Null).await;
    walk.go(&asha, "DELETE /api/profile/calendar", Value::Null).await;
    // One is left for the rows of the table.
    asha.post_empty("/api/profile/calendar").await.created();
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "12:00" });
    walk.go(&asha, &format!("POST {booking}/reschedule"), later).await;
    walk.go(&asha, &format!("POST {booking}/cancel"), Value::Null).await;

    walk.case("first read", &asha, "GET /api/gems", Value::Null).await;
    walk.go(&asha, "GET /api/gems", Value::Null).await;
    walk.go(&asha, "GET /api/membership", Value::Null).await;
    walk.go(&asha, "GET /api/profile/consents", Value::Null).await;
    walk.go(&asha, "GET /api/profile/export", Value::Null).await;
    walk.go(&asha, "GET /api/notifications", Value::Null).await;
    walk.go(&asha, "PATCH /api/notifications", json!({})).await;
    let browser = "https://fcm.googleapis.com/fcm/send/asha";
    let keys = json!({
        "p256dh": "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    });
    walk.go(&asha, "POST /api/push/subscribe", json!({ "endpoint": browser, "keys": keys })).await;
    walk.go(&asha, "DELETE /api/push/subscribe", json!({ "endpoint": browser })).await;
    walk.go(&asha, "POST /api/ably/token", Value::Null).await;

    let leaving = walk.salon.customer("Lata").await;
    walk.go(&leaving, "POST /api/profile/erasure", json!({ "reason": "I am moving away" })).await;
    walk.go(&leaving, "DELETE /api/profile/erasure", Value::Null).await;
    // One is left for the rows of the table.
    leaving.post("/api/profile/erasure", json!({ "reason": "I am moving away" })).await.accepted();

    walk.salon.listed(&asha.user.clone().unwrap(), |profile| profile.marketing_consent = true).await;
    let user = asha.user.as_ref().unwrap().id.clone();
    let links = Notifications::of(&walk.salon.salon).unsubscribe_links(&user).await.unwrap().unwrap();
    let path = links.one_click.trim_start_matches("http://localhost:3000");
    let visitor = walk.salon.visitor();
    for method in ["GET", "POST"] {
        walk.go(&visitor, &format!("{method} {path}"), Value::Null).await;
    }
    // If nothing is configured, no token and no signature is the right one.
    if walk.mode != Mode::Hostile {
        whatsapp(walk).await;
    }
}

async fn whatsapp(walk: &mut Walk<'_>) {
    let visitor = walk.salon.visitor();
    let token = "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=a-verify-token";
    walk.go(&visitor, &format!("GET /api/webhooks/whatsapp?{token}"), Value::Null).await;
    let stop = json!({ "user_preferences": [{
        "wa_id": "919800000000", "category": "marketing_messages", "value": "stop", "timestamp": 1_731_705_721,
    }] });
    let change = json!({ "field": "user_preferences", "value": stop });
    let news = json!({ "object": "whatsapp_business_account", "entry": [{ "id": "1", "changes": [change] }] });
    let signature = signed("test_app_secret", news.to_string().as_bytes()).unwrap();
    let meta = walk.salon.visitor().with_header("x-hub-signature-256", &signature);
    walk.go(&meta, "POST /api/webhooks/whatsapp", news).await;
}

/// A time before the salon opens is never free; the desk offers what it likes.
pub(super) async fn waitlist(walk: &mut Walk<'_>, shop: &Shop) {
    let (asha, desk) = (walk.salon.customer("Asha").await, walk.salon.reception().await);
    let wish = |to: &str| {
        json!({
            "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
            "dates": ["2026-11-19"], "from": "07:00", "to": to, "staffId": shop.meera.id,
        })
    };
    let made = walk.go(&asha, "POST /api/waitlist", wish("09:00")).await;
    let path = format!("/api/waitlist/{}", id(&made["wish"]));
    walk.go(&asha, "GET /api/waitlist", Value::Null).await;
    walk.go(&desk, &format!("GET /api/waitlist?date=2026-11-19&branchId={}", shop.staffed.id), Value::Null).await;
    let noon = json!({ "date": "2026-11-19", "startTime": "12:00", "staffId": shop.meera.id });
    walk.go(&desk, &format!("POST {path}/offer"), noon.clone()).await;
    walk.go(&asha, &format!("POST {path}/decline"), Value::Null).await;
    desk.post(&format!("{path}/offer"), noon).await.ok();
    let seen = json!({ "date": "2026-11-19", "startTime": "12:00" });
    walk.go(&asha, &format!("POST {path}/accept"), seen).await;
    for (client, to) in [(&asha, "08:00"), (&desk, "08:30")] {
        let made = asha.post("/api/waitlist", wish(to)).await.created();
        walk.go(client, &format!("DELETE /api/waitlist/{}", id(&made["wish"])), Value::Null).await;
    }
}

/// By the links of messages, without a sign-in.
pub(super) async fn links(walk: &mut Walk<'_>, shop: &Shop) {
    let salon = walk.salon;
    let (asha, desk, visitor) = (salon.customer("Asha").await, salon.reception().await, salon.visitor());
    let booked = asha.book(shop.cut_tomorrow()).await;
    let made = walk.go(&desk, &format!("POST {booked}/link"), Value::Null).await;
    let token = made["url"].as_str().unwrap().split_once("/m?").unwrap().1.to_owned();
    let link = format!("/api/links/{token}");
    walk.go(&visitor, &format!("GET {link}"), Value::Null).await;
    walk.go(&visitor, &format!("GET {link}/calendar.ics"), Value::Null).await;
    let browser = visitor.clone().with_header("accept", "text/html");
    walk.go(&browser, &format!("GET /m?{token}"), Value::Null).await;
    walk.case("with times", &browser, &format!("GET /m?{token}&date=2026-11-18"), Value::Null).await;
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "12:00" });
    walk.go(&visitor, &format!("POST {link}/reschedule"), later).await;
    walk.go(&visitor, &format!("POST {link}/cancel"), json!({ "reason": "Ill" })).await;

    let wish = json!({
        "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
        "dates": ["2026-11-20"], "from": "07:00", "to": "09:00", "staffId": shop.meera.id,
    });
    let made = asha.post("/api/waitlist", wish).await.created();
    let wish = id(&made["wish"]);
    for (start, step) in [("12:00", "decline"), ("13:00", "accept")] {
        let time = json!({ "date": "2026-11-20", "startTime": start, "staffId": shop.meera.id });
        desk.post(&format!("/api/waitlist/{wish}/offer"), time).await.ok();
        let token = crate::links::offers::token(salon, &wish.into()).await;
        walk.case("offer", &visitor, &format!("GET /api/links/{token}"), Value::Null).await;
        walk.go(&visitor, &format!("POST /api/links/{token}/{step}"), Value::Null).await;
    }
}

/// The customer app's pages.
pub(super) async fn customer_pages(walk: &mut Walk<'_>, shop: &Shop) {
    let visitor = walk.salon.visitor().with_header("accept", "text/html");
    for page in [
        "/",
        "/services",
        "/services/cut",
        "/team",
        "/privacy",
        "/welcome",
        "/sign-in",
        "/offline",
        "/unsubscribe/a.b",
        "/book",
    ] {
        walk.go(&visitor, &format!("GET {page}"), Value::Null).await;
    }
    for file in ["/manifest.webmanifest", "/sw.js", "/robots.txt", "/sitemap.xml", "/docs", "/openapi.json", "/api"] {
        walk.go(&visitor, &format!("GET {file}"), Value::Null).await;
    }
    walk.go(&visitor, &format!("GET {}", parlour_pages::assets::STYLE.href()), Value::Null).await;
    let chosen = |branch: &str| format!("GET /book?services={}&branch={branch}&date=2026-11-17", shop.cut.id);
    walk.case("open", &visitor, &chosen(shop.open.id.as_str()), Value::Null).await;
    walk.case("staffed", &visitor, &chosen(shop.staffed.id.as_str()), Value::Null).await;
    let asha = walk.salon.customer("Asha").await.with_header("accept", "text/html");
    let booking = asha.book(shop.cut_tomorrow()).await;
    let booking = booking.trim_start_matches("/api");
    walk.case("signed in, staffed", &asha, &chosen(shop.staffed.id.as_str()), Value::Null).await;
    walk.case("first read", &asha, "GET /gems", Value::Null).await;
    walk.case("signed in", &asha, "GET /privacy", Value::Null).await;
    for page in ["/onboarding", "/bookings", booking, "/gems", "/membership", "/waitlist", "/notifications", "/profile"]
    {
        walk.go(&asha, &format!("GET {page}"), Value::Null).await;
    }
}

pub(super) async fn signing_in(salon: &SignInSalon, walk: &mut Walk<'_>) {
    for app in [App::Customer, App::Admin] {
        let anyone = walk.salon.anyone(app);
        let google = json!({ "provider": "google", "callbackURL": "/" });
        walk.go(&anyone, "POST /api/auth/sign-in/social", google.clone()).await;
        let way = salon.go(app, "asha@example.test", google).await;
        let browser = walk.salon.anyone(app).with_cookie(way.seal.clone());
        walk.go(&browser, &format!("GET {}", way.path()), Value::Null).await;
        walk.go(&anyone, "GET /api/auth/ok", Value::Null).await;
        walk.go(&anyone, "GET /api/auth/error", Value::Null).await;
        let user = walk.salon.user("Asha", Role::Owner).await;
        let mut sessions = Vec::new();
        for _ in 0..4 {
            sessions.push(walk.salon.signed_in(&user, app).await);
        }
        walk.go(&sessions[0], "GET /api/auth/get-session", Value::Null).await;
        walk.go(&sessions[0], "GET /api/auth/list-sessions", Value::Null).await;
        let other = sessions[1].get("/api/auth/get-session").await.json();
        let token = json!({ "token": other["session"]["token"] });
        walk.go(&sessions[0], "POST /api/auth/revoke-session", token).await;
        walk.go(&sessions[0], "POST /api/auth/revoke-other-sessions", Value::Null).await;
        walk.go(&sessions[0], "POST /api/auth/revoke-sessions", Value::Null).await;
        let somebody = walk.salon.user("Ravi", Role::Owner).await;
        let leaving = walk.salon.signed_in(&somebody, app).await;
        walk.go(&leaving, "POST /api/auth/sign-out", Value::Null).await;
    }
}
