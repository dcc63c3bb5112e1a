//! The links of messages: what they open, what can be done by them, and what ends them.

mod forged;
pub mod offers;
mod page;

use futures::future::join;
use http::Method;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::links::{LinkFor, Links};
use parlour_local::gateway;
use parlour_money::invoices::Invoice;
use parlour_senders::Channel;
use parlour_senders::document::storage_key;
use parlour_settings::App;
use parlour_setup::branches::Branch;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::id::{BookingId, UserId};
use parlour_values::role::Role;
use serde_json::{Value, json};

use crate::dry_run::everything;

/// The part after `/m?` in an address.
fn token_of(address: &str) -> String {
    address.split_once("/m?").unwrap_or_else(|| panic!("no link: {address}")).1.to_owned()
}

async fn booking(salon: &TestSalon, id: &BookingId) -> Booking {
    salon.stored::<Booking>(&keys::booking(id)).await.unwrap().record
}

/// The token that messages about this booking carry now.
pub async fn token(salon: &TestSalon, id: &BookingId) -> String {
    let booking = booking(salon, id).await;
    let profile = salon.stored::<parlour_people::customers::Profile>(&keys::profile(&booking.customer_id)).await;
    let profile = profile.map(|profile| profile.record);
    let address = Links::of(&salon.salon).address(&LinkFor::booking(&booking), profile.as_ref()).await.unwrap();
    token_of(&address.expect("a link"))
}

fn api(token: &str, step: &str) -> String {
    format!("/api/links/{token}{step}")
}

/// A customer with a phone and a confirmed visit on the 18th at noon.
async fn visit<'a>(salon: &'a TestSalon, shop: &Shop) -> (Client<'a>, Booking) {
    let asha = salon.customer("Asha Rao").await;
    let user = asha.user.clone().unwrap();
    salon.listed(&user, |profile| profile.phone = Some("9876543210".parse().unwrap())).await;
    let booking = salon.booked(shop, &user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    (asha, booking)
}

#[tokio::test]
async fn a_link_shows_the_visit_and_nothing_else_of_the_person() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let token = token(&salon, &booking.id).await;
    let shown = salon.visitor().get(&api(&token, "")).await.ok();
    assert_eq!(
        shown,
        json!({
            "firstName": "Asha", "services": [{ "name": booking.services[0].name, "startTime": "12:00:00" }],
            "bookingDate": "2026-11-18", "startTime": "12:00:00", "endTime": shown["endTime"], "status": "confirmed",
            "branch": { "name": shop.open.name, "address": shop.open.address, "phone": shop.open.phone },
            "can": ["move", "cancel"],
        })
    );
    for hidden in ["Rao", "9876543210", "example.test", booking.id.as_str(), booking.customer_id.as_str()] {
        assert!(!shown.to_string().contains(hidden), "{hidden}");
    }
    salon.set_clock("2026-11-18T11:00:00+05:30");
    assert_eq!(salon.visitor().get(&api(&token, "")).await.ok()["can"], json!(["cancel"]), "an hour before");
    salon.set_clock("2026-11-18T12:30:00+05:30");
    assert_eq!(salon.visitor().get(&api(&token, "")).await.ok()["can"], json!([]), "it has begun");
}

#[tokio::test]
async fn a_booking_is_moved_and_cancelled_by_its_link_as_by_its_customer_and_the_log_says_so() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, booking) = visit(&salon, &shop).await;
    let (token, visitor) = (token(&salon, &booking.id).await, salon.visitor());
    let later = json!({ "bookingDate": "2026-11-19", "startTime": "15:00" });
    let moved = visitor.post(&api(&token, "/reschedule"), later.clone()).await.ok()["booking"].clone();
    assert_eq!((&moved["bookingDate"], &moved["startTime"]), (&json!("2026-11-19"), &json!("15:00:00")));
    let own = asha.get(&format!("/api/bookings/{}", booking.id)).await.ok()["booking"].clone();
    let shown = moved.as_object().unwrap();
    assert!(shown.iter().all(|(field, value)| own[field] == *value), "{moved} {own}");
    let fields: Vec<&str> = shown.keys().map(String::as_str).collect();
    let of_the_visit = ["bookingDate", "bookingNumber", "endTime", "id", "rescheduleCount", "startTime", "status"];
    assert_eq!(fields, of_the_visit, "nothing of the person");
    let tried = visitor.post(&format!("{}?dryRun=true", api(&token, "/reschedule")), later.clone()).await;
    assert_eq!((tried.header("dry-run"), &tried.ok()["booking"]["rescheduleCount"]), (Some("true"), &json!(2)));
    visitor.post(&api(&token, "/reschedule"), json!({ "startTime": "15:00" })).await.invalid(&["bookingDate"]);
    let past = json!({ "bookingDate": "2026-11-15", "startTime": "15:00" });
    visitor.post(&api(&token, "/reschedule"), past).await.invalid(&["bookingDate"]);
    visitor.post(&api(&token, "/reschedule"), later.clone()).await.ok();
    visitor.post(&api(&token, "/reschedule"), later.clone()).await.refused(409, "BOOKING_MAX_RESCHEDULES");
    visitor.post(&api(&token, "/accept"), json!({})).await.refused(409, "CONFLICT");
    visitor.post(&api(&token, "/decline"), json!({})).await.refused(409, "CONFLICT");

    visitor.post(&api(&token, "/cancel"), json!({ "reason": 5 })).await.invalid(&["reason"]);
    let cancelled = visitor.post(&api(&token, "/cancel"), json!({ "reason": "Ill" })).await.ok();
    assert_eq!((&cancelled["id"], &cancelled["status"]), (&json!(booking.id), &json!("cancelled")));
    visitor.post(&api(&token, "/cancel"), json!({})).await.refused(409, "BOOKING_ALREADY_CANCELLED");
    visitor.post(&api(&token, "/reschedule"), later).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    assert_eq!(visitor.get(&api(&token, "")).await.ok()["can"], json!([]));
    assert_eq!(self::booking(&salon, &booking.id).await.cancellation_reason.as_deref(), Some("Ill"));

    let developer = salon.person("Dev", Role::Developer).await;
    let audit = developer.get("/api/logs/audit").await.ok();
    let by_link: Vec<_> =
        audit["entries"].as_array().unwrap().iter().filter(|entry| entry["actorRole"] == "link").collect();
    let actions: Vec<_> = by_link.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["booking.cancel", "booking.reschedule", "booking.reschedule"]);
    assert!(by_link.iter().all(|entry| entry["actorId"] == json!(asha.id())));
    assert!(!audit.to_string().contains(&token), "no token in the log");
}

#[tokio::test]
async fn a_cancellation_by_link_within_two_hours_counts_against_the_customer() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, booking) = visit(&salon, &shop).await;
    let token = token(&salon, &booking.id).await;
    salon.set_clock("2026-11-18T11:00:00+05:30");
    let later = json!({ "bookingDate": "2026-11-19", "startTime": "15:00" });
    salon.visitor().post(&api(&token, "/reschedule"), later).await.refused(409, "BOOKING_CANCEL_WINDOW_PASSED");
    salon.visitor().post(&api(&token, "/cancel"), json!({})).await.ok();
    assert_eq!(salon.profile_of(&asha.id()).await.late_cancellation_count, 1);
}

#[tokio::test]
async fn a_guest_without_an_account_has_the_link() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let body = json!({ "customer": { "name": "Bina Das", "phone": "9812345678" }, "branchId": shop.staffed.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.meera.id,
        "bookingDate": "2026-11-17", "startTime": "15:00" });
    let made = desk.post("/api/bookings", body).await.created()["booking"].clone();
    let path = format!("/api/bookings/{}/link", made["id"].as_str().unwrap());
    let url = desk.post(&path, json!({})).await.ok()["url"].as_str().unwrap().to_owned();
    assert!(url.starts_with("http://localhost:3000/m?") && url.len() < 80, "{url}");
    let shown = salon.visitor().get(&api(&token_of(&url), "")).await.ok();
    assert_eq!((&shown["firstName"], &shown["status"]), (&json!("Bina"), &json!("confirmed")));
    let earlier = json!({ "bookingDate": "2026-11-17", "startTime": "13:00" });
    salon.visitor().post(&api(&token_of(&url), "/reschedule"), earlier).await.ok();
    salon.visitor().post_empty(&api(&token_of(&url), "/cancel")).await.ok();
}

#[tokio::test]
async fn a_new_link_is_the_desks_to_make_and_ends_the_old_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, booking) = visit(&salon, &shop).await;
    let desk = salon.reception().await;
    let (old, path) = (token(&salon, &booking.id).await, format!("/api/bookings/{}/link", booking.id));
    let dry = desk.post(&format!("{path}?dryRun=true"), json!({})).await.ok();
    assert!(dry["url"].is_null(), "what the call makes is a secret: {dry}");
    salon.visitor().get(&api(&old, "")).await.ok();
    let made = desk.post(&path, json!({})).await.ok()["url"].as_str().unwrap().to_owned();
    assert_eq!(token(&salon, &booking.id).await, token_of(&made), "messages carry the new one");
    salon.visitor().get(&api(&old, "")).await.refused(404, "NOT_FOUND");
    salon.visitor().get(&api(&token_of(&made), "")).await.ok();
    let after = self::booking(&salon, &booking.id).await;
    assert_eq!((after.link_generation, after.updated_at), (1, booking.updated_at));
    let again = desk.post(&path, json!({})).await.ok()["url"].as_str().unwrap().to_owned();
    salon.visitor().get(&api(&token_of(&made), "")).await.refused(404, "NOT_FOUND");
    salon.visitor().post(&api(&token_of(&made), "/cancel"), json!({})).await.refused(404, "NOT_FOUND");
    salon.visitor().get(&api(&token_of(&again), "")).await.ok();

    desk.post("/api/bookings/nothing/link", json!({})).await.refused(404, "NOT_FOUND");
    let staff = salon.person("Sana", Role::Staff).await;
    staff.post(&path, json!({})).await.refused(403, "FORBIDDEN");
    salon.anyone(App::Admin).post(&path, json!({})).await.refused(401, "UNAUTHENTICATED");
    asha.get(&format!("/api/bookings/{}", booking.id)).await.ok();
    let user = asha.user.clone().unwrap();
    salon.put(&parlour_people::auth::User { is_active: false, ..user.clone() }).await;
    desk.post(&path, json!({})).await.refused(422, "BUSINESS_RULE_VIOLATION");
    salon.put(&user).await;
    salon.set_clock("2026-11-20T12:00:00+05:30");
    salon.reception().await.post(&path, json!({})).await.refused(422, "BUSINESS_RULE_VIOLATION");
}

#[tokio::test]
async fn a_branch_without_a_phone_is_reached_by_the_salons_own() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let (path, visitor) = (api(&token(&salon, &booking.id).await, ""), salon.visitor());
    salon.put(&Branch { phone: None, ..shop.open.clone() }).await;
    assert_eq!(visitor.get(&path).await.ok()["branch"]["phone"], Value::Null);
    let own = salon.owner().await.patch("/api/branding", json!({ "phone": "+918041234567" })).await.ok();
    let shown = visitor.get(&path).await.ok()["branch"]["phone"].clone();
    assert!(shown.is_string() && shown == own["branding"]["phone"], "{shown} {own}");
}

#[tokio::test]
async fn a_link_ends_a_day_after_the_visit() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let token = token(&salon, &booking.id).await;
    let end = booking.ends_at().plus(chrono::TimeDelta::hours(24));
    salon.salon.clock.set(end.minus(chrono::TimeDelta::seconds(1)));
    salon.visitor().get(&api(&token, "")).await.ok();
    salon.salon.clock.set(end);
    for (method, step) in
        [(Method::GET, ""), (Method::GET, "/calendar.ics"), (Method::GET, "/invoice/pdf"), (Method::POST, "/cancel")]
    {
        salon.visitor().send(method, &api(&token, step), None).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn a_new_phone_ends_the_links_of_the_old_one_whoever_writes_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, first) = visit(&salon, &shop).await;
    let old = token(&salon, &first.id).await;
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.is_onboarded = true).await;
    salon.visitor().get(&api(&old, "")).await.ok();
    asha.patch("/api/profile", json!({ "phone": "9811111111" })).await.ok();
    salon.visitor().get(&api(&old, "")).await.refused(404, "NOT_FOUND");
    let new = token(&salon, &first.id).await;
    salon.visitor().get(&api(&new, "")).await.ok();
    asha.patch("/api/profile", json!({ "phone": "9876543210" })).await.ok();
    for ended in [&old, &new] {
        salon.visitor().get(&api(ended, "")).await.refused(404, "NOT_FOUND");
    }
    salon.visitor().get(&api(&token(&salon, &first.id).await, "")).await.ok();

    let desk = salon.reception().await;
    let body = json!({ "customer": { "name": "Bina", "phone": "9812345678" }, "branchId": shop.open.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let made = desk.post("/api/bookings", body).await.created()["booking"].clone();
    let id: BookingId = made["id"].as_str().unwrap().into();
    let sent = token(&salon, &id).await;
    salon.visitor().get(&api(&sent, "")).await.ok();
    let customer = format!("/api/customers/{}/profile", made["customerId"].as_str().unwrap());
    let manager = salon.manager().await;
    manager.patch(&customer, json!({ "name": "Bina Das" })).await.ok();
    salon.visitor().get(&api(&sent, "")).await.ok();
    manager.patch(&customer, json!({ "phone": "9812345679" })).await.ok();
    salon.visitor().get(&api(&sent, "")).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_merge_ends_the_walk_ins_links_and_leaves_the_customers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, own) = visit(&salon, &shop).await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let body = json!({ "customer": { "name": "Asha", "phone": "9812345678" }, "branchId": shop.open.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let made = desk.post("/api/bookings", body).await.created()["booking"].clone();
    let id: BookingId = made["id"].as_str().unwrap().into();
    let (sent, kept) = (token(&salon, &id).await, token(&salon, &own.id).await);
    salon.visitor().get(&api(&sent, "")).await.ok();
    let from: UserId = made["customerId"].as_str().unwrap().into();
    manager.post(&format!("/api/customers/{}/merge", asha.id()), json!({ "fromId": from })).await.ok();
    salon.visitor().get(&api(&sent, "")).await.refused(404, "NOT_FOUND");
    salon.visitor().get(&api(&kept, "")).await.ok();
    salon.visitor().get(&api(&token(&salon, &id).await, "")).await.ok();
}

#[tokio::test]
async fn whoever_may_not_sign_in_has_no_link_either() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, booking) = visit(&salon, &shop).await;
    let token = token(&salon, &booking.id).await;
    let user = asha.user.clone().unwrap();
    salon.put(&parlour_people::auth::User { is_active: false, ..user }).await;
    salon.visitor().get(&api(&token, "")).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn the_calendar_entry_and_the_invoice_come_by_the_link() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let visit = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let (token, visitor) = (token(&salon, &visit.id).await, salon.visitor());
    let entry = visitor.get(&api(&token, "/calendar.ics")).await;
    assert_eq!(entry.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(entry.header("cache-control"), Some("no-store"));
    assert_eq!(entry.bytes, asha.get(&format!("/api/bookings/{}/calendar.ics", visit.id)).await.bytes);
    visitor.get(&api(&token, "/invoice/pdf")).await.refused(404, "NOT_FOUND");
    desk.post(&format!("/api/bookings/{}/complete", visit.id), json!({ "paymentMethod": "upi" })).await.ok();
    assert_eq!(visitor.get(&api(&token, "")).await.ok()["can"], json!(["invoice"]));
    let paid = booking(&salon, &visit.id).await;
    let invoice = salon.stored::<Invoice>(&keys::invoice(paid.invoice_id.as_ref().unwrap())).await.unwrap().record;
    salon.put(&Invoice { pdf_key: storage_key(&invoice.id), ..invoice }).await;
    let led = visitor.get(&api(&token, "/invoice/pdf")).await;
    assert_eq!(led.status.as_u16(), 302);
    assert!(led.header("location").is_some_and(|to| to.starts_with("http://localhost:3002/documents")));
}

#[tokio::test]
async fn twenty_a_minute_come_from_one_address_whatever_they_ask() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let token = token(&salon, &booking.id).await;
    let visitor = salon.visitor().staying();
    let page = visitor.clone().with_header("accept", "text/html");
    for number in 0..20 {
        let reply = match number % 4 {
            0 => visitor.get(&api(&token, "")).await,
            1 => visitor.get(&api("made-up", "")).await,
            2 => visitor.post(&api("made-up", "/cancel"), json!({})).await,
            _ => page.get(&format!("/m?{token}")).await,
        };
        assert_ne!(reply.status.as_u16(), 429, "{number}");
        assert_eq!(reply.header("ratelimit-limit"), Some("20"));
    }
    visitor.get(&api(&token, "")).await.refused(429, "RATE_LIMITED");
    visitor.post(&api(&token, "/cancel"), json!({})).await.refused(429, "RATE_LIMITED");
    assert_eq!(page.get(&format!("/m?{token}")).await.status.as_u16(), 429);
    salon.visitor().get(&api(&token, "")).await.ok();
}

/// Programs that look for harm follow every link of a mail.
#[tokio::test]
async fn whoever_follows_every_link_changes_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let (_, offer) = offers::offered(&salon, &shop).await;
    let tokens = [token(&salon, &booking.id).await, offer, "made-up".to_owned(), String::new()];
    let routes = gateway::routes(App::Customer);
    let before = everything(&salon).await;
    let mut followed = 0;
    for route in routes.list().chain(routes.pages()) {
        if !route.path.starts_with("/api/links/") && route.path != "/m" {
            continue;
        }
        for token in &tokens {
            let path = if route.path == "/m" { format!("/m?{token}") } else { route.path.replace("{token}", token) };
            for more in ["", "&date=2026-11-19&time=12:00"] {
                let path = if route.path == "/m" { format!("{path}{more}") } else { path.clone() };
                for method in [Method::GET, Method::HEAD] {
                    let who = salon.visitor().with_header("accept", "text/html");
                    let reply = who.send(method, &path, None).await;
                    assert!(reply.status.as_u16() < 500, "{path}: {}", reply.status);
                    followed += 1;
                }
            }
        }
    }
    assert!(followed >= 8 * 8, "{followed}");
    assert_eq!(everything(&salon).await, before);
}

#[tokio::test]
async fn of_a_customer_and_their_link_who_cancel_at_once_one_does() {
    let (salon, shop) = TestSalon::with_shop().await;
    for round in 0..rounds() {
        let (asha, booking) = visit(&salon, &shop).await;
        let token = token(&salon, &booking.id).await;
        salon.set_clock("2026-11-18T11:00:00+05:30");
        salon.wire.shuffle(round);
        let visitor = salon.visitor();
        let (link, own) = (api(&token, "/cancel"), format!("/api/bookings/{}/cancel", booking.id));
        let (by_link, by_customer) = join(visitor.post(&link, json!({})), asha.post(&own, json!({}))).await;
        salon.wire.reset();
        let done = [&by_link, &by_customer].map(|reply| reply.status.is_success());
        assert!(done[0] != done[1], "round {round}: {} {}", by_link.json(), by_customer.json());
        let lost = if done[0] { by_customer } else { by_link };
        lost.refused(409, "BOOKING_ALREADY_CANCELLED");
        assert_eq!(salon.profile_of(&asha.id()).await.late_cancellation_count, 1, "it is counted once");
        salon.set_clock("2026-11-16T10:00:00+05:30");
    }
}

/// A link that is replaced while it is used either did it before or does nothing.
#[tokio::test]
async fn a_link_that_is_replaced_while_it_is_used_has_come_before_or_comes_too_late() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    for round in 0..rounds() * 3 {
        let (_, booking) = visit(&salon, &shop).await;
        let token = token(&salon, &booking.id).await;
        salon.wire.shuffle(round);
        let (visitor, new) = (salon.visitor(), format!("/api/bookings/{}/link", booking.id));
        let cancel = api(&token, "/cancel");
        let (used, made) = join(visitor.post(&cancel, json!({})), desk.post(&new, json!({}))).await;
        salon.wire.reset();
        made.ok();
        let after = self::booking(&salon, &booking.id).await;
        assert_eq!(after.link_generation, 1, "round {round}");
        if used.status.is_success() {
            assert_eq!(after.status, BookingStatus::Cancelled, "round {round}");
        } else {
            used.refused(404, "NOT_FOUND");
            assert_eq!(after.status, BookingStatus::Confirmed, "round {round}");
        }
        visitor.get(&api(&token, "")).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn mails_about_a_booking_carry_its_link() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let path = asha.book(shop.cut_tomorrow()).await;
    let id: BookingId = path.trim_start_matches("/api/bookings/").into();
    salon.deliver().await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    salon.deliver().await;
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "13:00" });
    asha.post(&format!("{path}/reschedule"), later).await.ok();
    salon.deliver().await;
    salon.set_clock("2026-11-17T13:00:00+05:30");
    salon.processed("appointment-reminders").await;
    let link = format!("Open without signing in: http://localhost:3000/m?{}\n", token(&salon, &id).await);
    let kinds = ["booking_received", "booking_confirmed", "booking_rescheduled", "reminder_24h"];
    let sent = salon.sent(Channel::Email);
    for kind in kinds {
        let mail = sent.iter().find(|mail| mail.kind == kind).unwrap_or_else(|| panic!("no {kind}"));
        assert!(mail.body.contains(&link), "{kind}: {}", mail.body);
    }
    salon.set_clock("2026-11-18T13:10:00+05:30");
    salon.post.clear();
    desk.post(&format!("{path}/complete"), json!({ "paymentMethod": "upi" })).await.ok();
    salon.deliver().await;
    let sent = salon.sent(Channel::Email);
    let invoice = sent.iter().find(|mail| mail.kind == "invoice_ready").expect("an invoice");
    assert!(invoice.body.contains(&link), "{}", invoice.body);
}

#[tokio::test]
async fn whoever_is_suspended_is_told_without_a_link() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    for is_active in [true, false] {
        let (asha, booking) = visit(&salon, &shop).await;
        owner.patch(&format!("/api/users/{}", asha.id()), json!({ "isActive": is_active })).await.ok();
        salon.post.clear();
        let told = booking.confirmed_event().message(salon.salon.clock.now());
        parlour_platform::jobs::deliver(&salon.salon, &told).await.unwrap();
        let mails = salon.sent(Channel::Email);
        let mail = mails.iter().find(|mail| mail.to == asha.user.as_ref().unwrap().email).unwrap();
        assert_eq!(format!("{mail:?}").contains("/m?"), is_active);
    }
}
