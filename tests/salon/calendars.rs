//! Calendar feeds: what they show, to whom, and what ends them.

use futures::future::join;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::feeds::CalendarFeed;
use parlour_people::auth::User;
use parlour_people::staff::StaffMember;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

const OWN: &str = "/api/profile/calendar";
const WORK: &str = "/api/me/calendar";

/// The path of the address that a calendar was given.
async fn shared(client: &Client<'_>, path: &str) -> String {
    let url = client.post_empty(path).await.created()["url"].as_str().unwrap().to_owned();
    let path = url.strip_prefix("http://localhost:3000").unwrap_or_else(|| panic!("{url}"));
    assert!(path.starts_with("/api/calendars/") && path.ends_with(".ics"), "{path}");
    path.to_owned()
}

/// The calendar with its long lines made whole.
fn whole(reply: &Reply) -> String {
    assert_eq!(reply.status.as_u16(), 200);
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')), "{text}");
    text.replace("\r\n ", "")
}

async fn read(salon: &TestSalon, address: &str) -> String {
    whole(&salon.visitor().get(address).await)
}

/// The days of its entries.
fn days(text: &str) -> Vec<String> {
    let starts = text.split("\r\n").filter_map(|line| line.strip_prefix("DTSTART;TZID=Asia/Kolkata:"));
    starts.map(|start| start[..8].to_owned()).collect()
}

/// A visit that Meera is to do.
async fn at_work(salon: &TestSalon, shop: &Shop, date: &str, start: &str) -> String {
    let asha = salon.customer("Asha Rao").await;
    let booking = asha.book(shop.request(&shop.staffed, &[&shop.cut], date, start)).await;
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    salon.reception().await.patch(&booking, approve).await.ok();
    booking
}

#[tokio::test]
async fn a_customers_calendar_has_what_happens_from_30_days_back_to_180_ahead() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha Rao").await;
    let (user, other) = (asha.user.clone().unwrap(), salon.user("Ravi", Role::Customer).await);
    let booked = async |who: &User, date: &str, status| salon.booked(&shop, who, date, "12:00", status).await;
    for (date, status) in [
        ("2026-10-16", BookingStatus::Completed),
        ("2026-10-17", BookingStatus::Completed),
        ("2026-11-16", BookingStatus::Pending),
        ("2026-11-17", BookingStatus::Cancelled),
        ("2026-11-18", BookingStatus::NoShow),
        ("2026-11-19", BookingStatus::Rejected),
        ("2027-05-15", BookingStatus::Confirmed),
        ("2027-05-16", BookingStatus::Confirmed),
    ] {
        booked(&user, date, status).await;
    }
    booked(&other, "2026-11-20", BookingStatus::Confirmed).await;
    let address = shared(&asha, OWN).await;
    let reply = salon.visitor().get(&address).await;
    assert_eq!(reply.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), Some("private, no-cache"));
    assert_eq!(reply.header("x-robots-tag"), Some("noindex"));
    let text = whole(&reply);
    assert_eq!(days(&text), ["20261017", "20261116", "20270515"]);
    for line in ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H", "X-WR-TIMEZONE:Asia/Kolkata"] {
        assert!(text.contains(&format!("\r\n{line}\r\n")), "{line}");
    }
    for none in ["METHOD", "ORGANIZER", "ATTENDEE", "Rao", "example.test"] {
        assert!(!text.contains(none), "{none}");
    }
    let statuses: Vec<&str> = text.split("\r\n").filter_map(|line| line.strip_prefix("STATUS:")).collect();
    assert_eq!(statuses, ["CONFIRMED", "TENTATIVE", "CONFIRMED"]);
}

#[tokio::test]
async fn a_calendar_is_read_again_only_when_something_has_changed() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let booking = asha.book(shop.cut_tomorrow()).await;
    let address = shared(&asha, OWN).await;
    let first = salon.visitor().get(&address).await;
    let tag = first.header("etag").unwrap().to_owned();
    let again = salon.visitor().with_header("if-none-match", &tag);
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let reply = again.get(&address).await;
    assert_eq!((reply.status.as_u16(), reply.bytes.len()), (304, 0));
    assert_eq!(reply.header("cache-control"), Some("private, no-cache"));
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "15:00" });
    asha.post(&format!("{booking}/reschedule"), later).await.ok();
    let text = whole(&again.get(&address).await);
    assert_eq!(days(&text), ["20261118"]);
    let line = |text: &str, name: &str| text.split("\r\n").find(|line| line.starts_with(name)).unwrap().to_owned();
    let before = String::from_utf8(first.bytes.clone()).unwrap();
    assert_eq!(line(&before, "UID"), line(&text, "UID"));
    assert_ne!(line(&before, "SEQUENCE"), line(&text, "SEQUENCE"));
    assert_eq!(line(&text, "DTSTAMP"), "DTSTAMP:20261116T053000Z");
}

#[tokio::test]
async fn a_calendars_tag_is_strong_and_it_says_when_it_last_changed() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let address = shared(&asha, OWN).await;
    let empty = salon.visitor().get(&address).await;
    assert_eq!(empty.header("last-modified"), Some("Mon, 16 Nov 2026 04:30:00 GMT"), "when the address was made");

    salon.set_clock("2026-11-16T11:00:00+05:30");
    let booking = asha.book(shop.cut_tomorrow()).await;
    for date in ["2026-11-19", "2026-11-20"] {
        salon.booked(&shop, asha.user.as_ref().unwrap(), date, "12:00", BookingStatus::Confirmed).await;
    }
    salon.set_clock("2026-11-16T12:00:00+05:30");
    asha.post(&format!("{booking}/reschedule"), json!({ "bookingDate": "2026-11-18", "startTime": "15:00" }))
        .await
        .ok();
    salon.set_clock("2026-11-16T13:00:00+05:30");
    let plain = salon.visitor().get(&address).await;
    assert_eq!(plain.header("last-modified"), Some("Mon, 16 Nov 2026 06:30:00 GMT"));
    let packed = salon.visitor().with_header("accept-encoding", "gzip").get(&address).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    let (plain, packed) = (plain.header("etag").unwrap(), packed.header("etag").unwrap());
    assert!(plain.starts_with('"') && packed.starts_with('"'), "{plain}, {packed}");
    assert_ne!(plain, packed, "other bytes have another tag");
    for known in [plain, packed, &format!("W/{plain}"), &format!("\"other\", {packed}")] {
        let reply = salon.visitor().with_header("if-none-match", known).get(&address).await;
        assert_eq!((reply.status.as_u16(), reply.bytes.len(), reply.header("etag")), (304, 0, Some(plain)), "{known}");
    }
    let other = salon.visitor().with_header("if-none-match", "\"other\"").get(&address).await;
    assert_eq!(other.status.as_u16(), 200);
}

#[tokio::test]
async fn a_staff_calendar_has_ones_own_part_and_customers_by_first_name() {
    let (salon, shop) = TestSalon::with_shop().await;
    let meera = salon.signed_in_as(&shop.meera).await;
    at_work(&salon, &shop, "2026-11-17", "12:00").await;
    let cancelled = at_work(&salon, &shop, "2026-11-18", "12:00").await;
    salon.reception().await.post(&format!("{cancelled}/cancel"), json!({ "reason": "Ill" })).await.ok();
    let address = shared(&meera, WORK).await;
    let text = read(&salon, &address).await;
    assert_eq!(days(&text), ["20261117"]);
    assert!(text.contains(&format!("\r\nSUMMARY:Asha: {}\r\n", shop.cut.name)), "{text}");
    assert!(text.contains("\r\nURL:http://localhost:3001/me?from=2026-11-17\r\n"), "{text}");
    for none in ["Rao", "VALARM", "ORGANIZER", "9876543210"] {
        assert!(!text.contains(none), "{none}");
    }

    // A person who does a part of a visit has that part.
    let id = salon.salon.random.id();
    let mut visit: Booking = salon.confirmed(&shop, &salon.customer("Nila").await, &[&shop.cut, &shop.colour]).await;
    visit.id = id;
    visit.services[1].staff_id = Some(shop.ravi.id.clone());
    let (services, time) = visit.part_of(&shop.meera.id);
    assert_eq!((services.len(), time.start, time.end), (1, visit.start, visit.start.plus(shop.cut.duration).unwrap()));

    // A user who works here without being on the list of staff has nothing to do.
    let desk = shared(&salon.reception().await, WORK).await;
    assert!(days(&read(&salon, &desk).await).is_empty());
}

#[tokio::test]
async fn a_new_address_ends_the_one_before_and_wrong_and_ended_ones_are_answered_alike() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    asha.delete(OWN).await.refused(404, "NOT_FOUND");
    let first = shared(&asha, OWN).await;
    let second = shared(&asha, OWN).await;
    assert_ne!(first, second);
    read(&salon, &second).await;
    let kept = salon.stored::<CalendarFeed>(&keys::calendar_feed(&asha.id(), "visits")).await.unwrap().record;
    let secret = second.rsplit('.').nth(1).unwrap();
    assert!(!serde_json::to_string(&kept).unwrap().contains(secret), "only a hash is kept");
    assert!(salon.events().await.iter().all(|event| !format!("{event:?}").contains(secret)));

    asha.delete(OWN).await.ok();
    asha.delete(OWN).await.refused(404, "NOT_FOUND");
    let work = second.replace("visits.", "work.");
    let made_up = format!("/api/calendars/visits.{}.{}.ics", asha.id(), "A".repeat(43));
    let message = |reply: &Reply| reply.refused(404, "NOT_FOUND")["message"].clone();
    let expected = message(&salon.visitor().get("/api/calendars/x").await);
    for wrong in
        [&first, &second, &work, &made_up, "/api/calendars/%FF", &format!("/api/calendars/{}", "a".repeat(3_000))]
    {
        assert_eq!(message(&salon.visitor().get(wrong).await), expected, "{wrong}");
    }
}

#[tokio::test]
async fn of_two_that_are_made_at_once_one_is_good() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for _ in 0..rounds() {
        let (one, other) = join(shared(&asha, OWN), shared(&asha, OWN)).await;
        let (one, other) = (salon.visitor().get(&one).await, salon.visitor().get(&other).await);
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 404]);
    }
}

#[tokio::test]
async fn a_calendar_ends_when_its_person_leaves_or_is_signed_out_everywhere() {
    let (salon, shop) = TestSalon::with_shop().await;
    let user = salon.user_of(&shop.meera, Role::Staff).await;
    let manager = salon.manager().await;
    let address = shared(&salon.signed_in(&user, App::Admin).await, WORK).await;
    read(&salon, &address).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    manager.post(&format!("/api/staff/{}/deactivate", shop.meera.id), json!({})).await.ok();
    salon.visitor().get(&address).await.refused(404, "NOT_FOUND");
    manager.patch(&format!("/api/staff/{}", shop.meera.id), json!({ "isActive": true })).await.ok();
    salon.visitor().get(&address).await.refused(404, "NOT_FOUND");
    salon.set_clock("2026-11-16T11:30:00+05:30");
    let again = shared(&salon.signed_in(&user, App::Admin).await, WORK).await;
    read(&salon, &again).await;

    // A manager who is above the one who lets them go stays a user, but works here no more.
    let owner = salon.user("Isha", Role::Owner).await;
    let ravi = StaffMember { user_id: Some(owner.id.clone()), ..shop.ravi.clone() };
    salon.put(&ravi).await;
    let above = shared(&salon.signed_in(&owner, App::Admin).await, WORK).await;
    read(&salon, &above).await;
    manager.post(&format!("/api/staff/{}/deactivate", shop.ravi.id), json!({})).await.ok();
    salon.visitor().get(&above).await.refused(404, "NOT_FOUND");

    let asha = salon.customer("Asha").await;
    let own = shared(&asha, OWN).await;
    salon.set_clock("2026-11-16T12:00:00+05:30");
    let phone = salon.signed_in(asha.user.as_ref().unwrap(), App::Customer).await;
    phone.post_empty("/api/auth/revoke-other-sessions").await;
    salon.visitor().get(&own).await.refused(404, "NOT_FOUND");
    salon.set_clock("2026-11-16T12:30:00+05:30");
    let own = shared(&phone, OWN).await;
    read(&salon, &own).await;
    let inactive = json!({ "isActive": false });
    salon.owner().await.patch(&format!("/api/users/{}", asha.id()), inactive).await.ok();
    salon.visitor().get(&own).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn hostile_text_stays_in_its_line() {
    let (salon, shop) = TestSalon::with_shop().await;
    let name = "Cut; \\, \"x\"\r\nBEGIN:VEVENT\r\nSUMMARY:बाल काटना ".repeat(6);
    let asha = salon.customer("Asha").await;
    let mut visit =
        salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    visit.services[0].name = name.clone();
    visit.branch_name = name;
    salon.put(&visit).await;
    let text = read(&salon, &shared(&asha, OWN).await).await;
    assert_eq!(text.matches("\r\nBEGIN:VEVENT\r\n").count(), 1);
    let summary = text.split("\r\n").find(|line| line.starts_with("SUMMARY:")).unwrap();
    assert!(summary.starts_with("SUMMARY:Cut\\; \\\\\\, \"x\"\\nBEGIN:VEVENT\\nSUMMARY:बाल"), "{summary}");
}

#[tokio::test]
async fn a_calendar_of_many_visits_is_read_in_few_calls() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    for number in 0..40 {
        let date = format!("2026-12-{:02}", number % 28 + 1);
        salon.booked(&shop, asha.user.as_ref().unwrap(), &date, "12:00", BookingStatus::Confirmed).await;
    }
    let address = shared(&asha, OWN).await;
    read(&salon, &address).await;
    salon.wire.reset();
    assert_eq!(days(&read(&salon, &address).await).len(), 40);
    assert!(salon.wire.cost().calls.len() <= 3, "{:?}", salon.wire.cost().calls);
}

#[tokio::test]
async fn calendars_are_read_120_times_a_minute_from_one_address() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let address = shared(&asha, OWN).await;
    let visitor = salon.visitor().staying();
    for number in 0..120 {
        let path = if number % 2 == 0 { &address } else { "/api/calendars/made-up" };
        let reply = visitor.get(path).await;
        assert_ne!(reply.status.as_u16(), 429, "{number}");
        assert_eq!(reply.header("ratelimit-limit"), Some("120"));
    }
    visitor.get(&address).await.refused(429, "RATE_LIMITED");
    salon.visitor().get(&address).await;
}

#[tokio::test]
async fn only_people_make_addresses_each_of_their_own() {
    let salon = TestSalon::open().await;
    salon.anyone(App::Admin).post_empty(WORK).await.refused(401, "UNAUTHENTICATED");
    salon.visitor().post_empty(OWN).await.refused(401, "UNAUTHENTICATED");
    let developer = salon.person("Dev", Role::Developer).await;
    let token = json!({ "name": "Wall calendar", "role": "staff" });
    let token = developer.post("/api/tokens", token).await.created()["token"].as_str().unwrap().to_owned();
    let program = salon.anyone(App::Admin).with_header("authorization", &format!("Bearer {token}"));
    program.post_empty(WORK).await.refused(403, "FORBIDDEN");
    program.delete(WORK).await.refused(403, "FORBIDDEN");

    let dry = developer.post(&format!("{WORK}?dryRun=true"), json!({})).await.created();
    let path = dry["url"].as_str().map(|url| url.trim_start_matches("http://localhost:3000").to_owned());
    if let Some(path) = path {
        salon.visitor().get(&path).await.refused(404, "NOT_FOUND");
    }
    developer.delete(WORK).await.refused(404, "NOT_FOUND");

    shared(&developer, WORK).await;
    developer.delete(WORK).await.ok();
    let audit = developer.get("/api/logs/audit").await.ok();
    let actions: Vec<&Value> = audit["entries"].as_array().unwrap().iter().map(|entry| &entry["action"]).collect();
    assert!(actions.contains(&&json!("calendar.share")) && actions.contains(&&json!("calendar.end")), "{actions:?}");
}

#[tokio::test]
async fn an_address_is_made_once_under_one_key_and_none_by_a_dry_run() {
    let salon = TestSalon::open().await;
    let (asha, staff) = (salon.customer("Asha").await, salon.person("Meera", Role::Staff).await);
    for (client, path) in [(&asha, OWN), (&staff, WORK)] {
        let once = client.clone().once("calendar");
        let address = shared(&once, path).await;
        let again = once.post_empty(path).await;
        assert_eq!(again.header("idempotency-replayed"), Some("true"), "{path}");
        assert_eq!(again.created()["url"], Value::Null, "the secret is kept nowhere");
        read(&salon, &address).await;
        client.clone().once(&"k".repeat(300)).post_empty(path).await.invalid(&["Idempotency-Key"]);

        let dry = client.post_empty(&format!("{path}?dryRun=true")).await;
        assert_eq!((dry.header("dry-run"), &dry.created()["url"]), (Some("true"), &Value::Null), "{path}");
        client.delete(&format!("{path}?dryRun=true")).await.ok();
        read(&salon, &address).await;
    }
}
