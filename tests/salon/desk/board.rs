//! The day board: cards, shades and requests as they are, what can be done with each, and what following it costs.

use std::collections::BTreeSet;

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, SlotPolicy};
use parlour_storage::table::Bulk;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::role::Role;
use parlour_values::time::Minutes;
use scraper::{ElementRef, Html};
use serde_json::json;

use super::seen::desk;
use crate::site::table::{HOSTILE, all, as_browser, packed, parsed, text};

pub const TODAY: &str = "2026-11-16";
/// Half a minute after a salon opens in these tests: what was written then is known everywhere.
const LATER: &str = "2026-11-16T04:30:30.000Z";

pub(super) fn words(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn board_of(shop: &Shop) -> String {
    format!("/?branch={}&date={TODAY}", shop.open.id)
}

/// The columns' headings with the texts of their cards, from left to right.
pub(super) fn columns(page: &Html) -> Vec<(String, Vec<String>)> {
    let own = |column: &ElementRef<'_>, selector: &str| -> Vec<String> {
        column.select(&scraper::Selector::parse(selector).unwrap()).map(words).collect()
    };
    all(page, ".col").iter().map(|column| (own(column, "h2").concat(), own(column, ".appt"))).collect()
}

async fn board(client: &Client<'_>, path: &str) -> Html {
    let reply = client.get(path).await;
    assert_eq!(reply.status.as_u16(), 200, "{}", text(&reply));
    parsed(&reply)
}

#[tokio::test]
async fn every_visit_is_a_card_in_its_persons_column_over_its_minutes() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let cut = salon.booked(&shop, &asha, TODAY, "12:00", BookingStatus::Confirmed).await;
    let long = salon.booked(&shop, &asha, TODAY, "14:07", BookingStatus::Completed).await;
    salon.put(&Booking { total_buffer: Minutes(15), ..long }).await;
    salon.booked(&shop, &asha, TODAY, "16:00", BookingStatus::Cancelled).await;
    salon.booked(&shop, &asha, "2026-11-17", "12:00", BookingStatus::Confirmed).await;

    let page = board(&desk(&salon).await, &board_of(&shop)).await;
    assert_eq!(
        columns(&page),
        [
            (
                "Meera".to_owned(),
                vec!["12:00 pm Asha Cut Confirmed".to_owned(), "2:07 pm Asha Cut Completed".to_owned()]
            ),
            ("Ravi".to_owned(), vec![]),
            ("Unassigned".to_owned(), vec![]),
        ]
    );
    let classes: Vec<&str> = all(&page, ".appt").iter().filter_map(|card| card.value().attr("class")).collect();
    // From ten o'clock in rows of five minutes; begun rows count whole, the buffer is part of the card.
    assert_eq!(classes, ["appt is-confirmed r24 h9 b0 l0 w1", "appt is-completed r49 h13 b3 l0 w1"]);
    assert_eq!(all(&page, ".appt")[0].value().attr("href"), Some(format!("/bookings/{}", cut.id).as_str()));
    assert!(words(all(&page, "#day-sum")[0]).contains("2 visits · 1 called off"));
    let called_off = format!("/bookings?date=2026-11-16&branchId={}", shop.open.id);
    assert_eq!(all(&page, "#day-sum a")[0].value().attr("href"), Some(called_off.as_str()));
    assert_eq!(all(&page, ".now").len(), 1);
    let tomorrow = board(&desk(&salon).await, &format!("/?branch={}&date=2026-11-17", shop.open.id)).await;
    assert_eq!((all(&tomorrow, ".appt").len(), all(&tomorrow, ".now").len()), (1, 0));
    let other = board(&desk(&salon).await, &format!("/?branch={}&date={TODAY}", shop.staffed.id)).await;
    assert_eq!(all(&other, ".appt").len(), 0);
}

#[tokio::test]
async fn alerts_and_membership_are_badges_of_visits_and_requests() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let (member, _) = salon.member("Bina", "2030-01-01").await;
    salon.booked(&shop, &member, TODAY, "12:00", BookingStatus::Confirmed).await;
    asha.book(shop.request(&shop.open, &[&shop.cut], TODAY, "14:00")).await;
    salon.set_clock(LATER);
    let reply = desk.get(&board_of(&shop)).await;
    let tag = reply.header("etag").unwrap().to_owned();
    assert_eq!(columns(&parsed(&reply))[0].1, ["12:00 pm Bina Member Cut Confirmed"]);
    desk.patch(&format!("/api/customers/{}/profile", asha.id()), json!({ "alerts": HOSTILE })).await.ok();

    let page = board(&desk, &board_of(&shop)).await;
    assert_eq!(columns(&page)[2].1, ["2:00 pm Asha Alert Cut Pending"]);
    assert_eq!(words(all(&page, "#tray .waiting-card")[0]), "today, 2:00 pm Asha Alert Cut just now");
    let said: Vec<_> = all(&page, ".appt i.a").iter().map(|badge| badge.value().attr("title")).collect();
    assert_eq!(said, [Some(HOSTILE)]);
    // A question whether anything has changed causes no read of customers.
    salon.warm(&[&shop.open, &shop.staffed]).await;
    salon.wire.reset();
    assert_eq!(desk.clone().with_header("if-none-match", &tag).get(&board_of(&shop)).await.status.as_u16(), 304);
    assert_eq!(salon.wire.cost().round_trips, 2, "{:?}", salon.wire.cost().calls);
}

#[tokio::test]
async fn what_is_marked_of_a_customer_costs_a_unit() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = desk(&salon).await;
    let mut units = Vec::new();
    for _ in 0..2 {
        for number in 0..20 {
            let guest = salon.user(&format!("Guest {number}"), Role::Customer).await;
            salon.booked(&shop, &guest, TODAY, "12:00", BookingStatus::Confirmed).await;
        }
        board(&desk, &board_of(&shop)).await;
        salon.wire.reset();
        board(&desk, &board_of(&shop)).await;
        units.push(salon.wire.cost().read_units);
    }
    // And less than half of one for the visit itself.
    assert!(units[1] - units[0] < 20.0 * 1.5, "{units:?}");
}

#[tokio::test]
async fn the_board_listens_where_realtime_is_configured() {
    let channel = async |settings: &[(&str, &str)]| {
        let salon = TestSalon::with_settings(settings).await;
        let shop = salon.shop().await;
        let page = board(&desk(&salon).await, &board_of(&shop)).await;
        all(&page, "#cols")[0].value().attr("data-realtime").map(str::to_owned)
    };
    assert_eq!(channel(&[("ABLY_API_KEY", "app1.key1:secret")]).await.as_deref(), Some("admin:bookings"));
    assert_eq!(channel(&[]).await, None);
}

#[tokio::test]
async fn requests_wait_in_the_tray_the_oldest_first_and_side_by_side_on_the_board() {
    let (salon, shop) = TestSalon::with_shop().await;
    let book = async |name: &str, date: &str| {
        let customer = salon.customer(name).await;
        customer.book(shop.request(&shop.open, &[&shop.cut], date, "12:00")).await
    };
    book("Zoya", "2026-11-18").await;
    salon.set_clock("2026-11-16T10:10:00+05:30");
    book("Asha", TODAY).await;
    salon.set_clock("2026-11-16T10:20:00+05:30");
    book("Ravina", TODAY).await;
    salon.set_clock("2026-11-16T11:30:00+05:30");

    let page = board(&desk(&salon).await, &board_of(&shop)).await;
    assert_eq!(words(all(&page, "#tray-title")[0]), "Requests");
    let told: Vec<String> = all(&page, "#tray .waiting-card").into_iter().map(words).collect();
    assert_eq!(
        told,
        [
            "Wed 18 Nov, 12:00 pm Zoya Cut 1 h ago",
            "today, 12:00 pm Asha Cut 1 h ago",
            "today, 12:00 pm Ravina Cut 1 h ago",
        ]
    );
    assert_eq!(columns(&page)[2].1, ["12:00 pm Asha Cut Pending", "12:00 pm Ravina Cut Pending"]);
    let lanes: Vec<&str> = all(&page, ".appt")
        .iter()
        .map(|card| &card.value().attr("class").unwrap()["appt is-pending r24 h9 b0 ".len()..])
        .collect();
    assert_eq!(lanes, ["l0 w2", "l1 w2"]);
}

#[tokio::test]
async fn leave_blocks_breaks_and_closed_hours_are_shaded_and_say_so() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, desk(&salon).await);
    let block = json!({ "staffId": shop.meera.id, "date": TODAY, "startTime": "15:00", "endTime": "15:30", "reason": "training" });
    manager.post("/api/schedule/blocks", block).await.created();
    let day =
        json!({ "shifts": [{ "start": "12:00", "end": "18:00" }], "breaks": [{ "start": "14:00", "end": "14:30" }] });
    manager.put(&format!("/api/schedule/staff/{}/days/{TODAY}", shop.ravi.id), day).await.ok();
    let off = json!({ "off": true });
    manager.put(&format!("/api/schedule/staff/{}/days/2026-11-17", shop.ravi.id), off).await.ok();

    let page = board(&desk, &board_of(&shop)).await;
    let shades: Vec<String> = all(&page, ".shade").into_iter().map(words).collect();
    assert_eq!(shades, ["Blocked until 3:30 pm", "Not on shift", "Not on shift", "Break until 2:30 pm"]);
    let tomorrow = format!("/?branch={}&date=2026-11-17", shop.open.id);
    let names = async || columns(&board(&desk, &tomorrow).await).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names().await, ["Meera", "Unassigned"]);

    let closure = json!({ "branchId": shop.open.id, "date": "2026-11-17", "reason": HOSTILE });
    manager.post("/api/schedule/closures", closure).await.created();
    let page = board(&desk, &tomorrow).await;
    assert!(words(all(&page, ".notice")[0]).starts_with("Closed that day: <script>"));
    assert_eq!(all(&page, ".shade-closed").len(), 2);
}

#[tokio::test]
async fn people_from_elsewhere_stand_beside_the_branchs_own() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager, desk) = (salon.customer("Asha").await, salon.manager().await, desk(&salon).await);
    let mut branches = vec![shop.staffed.clone()];
    for number in 0..20 {
        branches.push(salon.branch(&format!("B{number}"), SlotPolicy::Staffed).await);
    }
    let everywhere: Vec<&Branch> = branches.iter().collect();
    salon.staff("Tara", &everywhere, &[&shop.massage]).await;
    let nila = salon.staff("Nila", &[&shop.open], &[&shop.massage]).await;
    let borrowed = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-17", "12:00")).await;
    desk.patch(&borrowed, json!({ "action": "approve", "staffId": nila.id })).await.ok();
    let day =
        json!({ "shifts": [{ "start": "11:00", "end": "14:00" }], "breaks": [{ "start": "13:00", "end": "13:30" }] });
    manager.put(&format!("/api/schedule/staff/{}/days/2026-11-17", nila.id), day).await.ok();
    let block = json!({ "staffId": nila.id, "date": "2026-11-17", "startTime": "11:00", "endTime": "11:30", "reason": "training" });
    manager.post("/api/schedule/blocks", block).await.created();

    let page = board(&desk, &format!("/?branch={}&date=2026-11-17", shop.staffed.id)).await;
    let mut found = columns(&page);
    found.sort();
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Meera", "Nila", "Ravi", "Tara", "Unassigned"]);
    assert_eq!(found[1].1, ["12:00 pm Asha Massage Confirmed"]);
    let shades: BTreeSet<String> = all(&page, ".shade").into_iter().map(words).collect();
    assert!(shades.contains("Break until 1:30 pm") && shades.contains("Blocked until 11:30 am"), "{shades:?}");
}

#[tokio::test]
async fn the_panel_offers_exactly_what_the_status_allows() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let desk = desk(&salon).await;
    for (status, expected) in [
        (BookingStatus::Pending, &["Approve", "Assign", "Cancel", "Move", "Reject"][..]),
        (BookingStatus::Confirmed, &["Assign", "Cancel", "Check in", "Complete", "Move", "No-show"]),
        (BookingStatus::InProgress, &["Assign", "Complete", "Undo check-in"]),
        (BookingStatus::Completed, &[]),
        (BookingStatus::Cancelled, &[]),
        (BookingStatus::NoShow, &["Undo no-show"]),
        (BookingStatus::Rejected, &[]),
    ] {
        let booking = salon.booked(&shop, &asha, TODAY, "12:00", status).await;
        let checked_in_at = (status == BookingStatus::InProgress).then(|| salon.salon.clock.now());
        salon.put(&Booking { checked_in_at, ..booking.clone() }).await;
        let page = board(&desk, &format!("/bookings/{}", booking.id)).await;
        assert_eq!(words(all(&page, "h1")[0]), format!("Booking {}", booking.number));
        let offered: BTreeSet<String> =
            all(&page, ".panel-actions button, .panel-actions a").into_iter().map(words).collect();
        assert_eq!(offered, expected.iter().map(|name| (*name).to_owned()).collect(), "{status}");
    }
}

#[tokio::test]
async fn a_no_show_and_a_completion_of_another_day_ask_first() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let desk = desk(&salon).await;
    for (date, asks) in [(TODAY, false), ("2026-11-17", true)] {
        let booking = salon.booked(&shop, &asha, date, "12:00", BookingStatus::Confirmed).await;
        let page = board(&desk, &format!("/bookings/{}", booking.id)).await;
        assert!(words(all(&page, "dialog#no-show")[0]).contains("Did Asha not come?"), "{date}");
        assert!(all(&page, ".panel-actions form#no-show").is_empty());
        let straight = all(&page, ".panel-actions a[href$='/checkout']");
        assert_eq!((straight.is_empty(), all(&page, "dialog#complete").len() == 1), (asks, asks), "{date}");
    }
}

#[tokio::test]
async fn a_check_in_can_be_undone_on_the_panel_for_a_quarter_of_an_hour() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let desk = desk(&salon).await;
    let booking = salon.booked(&shop, &asha, TODAY, "10:00", BookingStatus::Confirmed).await;
    desk.post_empty(&format!("/api/bookings/{}/checkin", booking.id)).await.ok();
    let path = format!("/bookings/{}", booking.id);
    let call = format!("data-call=\"POST /api/bookings/{}/undo-checkin\"", booking.id);
    assert!(text(&desk.get(&path).await).contains(&call));
    salon.set_clock("2026-11-16T10:15:01+05:30");
    assert!(!text(&desk.get(&path).await).contains(&call));
}

#[tokio::test]
async fn the_panel_tells_of_the_customer_and_of_what_happened() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    salon
        .listed(asha.user.as_ref().unwrap(), |profile| {
            (profile.total_visits, profile.noshow_count, profile.booking_requires_approval) = (7, 3, true);
        })
        .await;
    let note = json!({ "content": HOSTILE });
    desk.post(&format!("/api/customers/{}/notes", asha.id()), note).await.created();
    let path = asha.book(shop.cut_tomorrow()).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let moved = json!({ "bookingDate": "2026-11-18", "startTime": "15:00" });
    desk.post(&format!("{path}/reschedule"), moved).await.ok();

    let page = board(&desk, path.strip_prefix("/api").unwrap()).await;
    let told = words(all(&page, "#booking")[0]);
    for part in ["Wed 18 Nov, 3:00 pm to 3:45 pm", "with Meera", "Needs approval", "Visits7", "No-shows3", HOSTILE] {
        assert!(told.contains(part), "{part} in {told}");
    }
    let history: Vec<String> = all(&page, ".timeline strong").into_iter().map(words).collect();
    assert_eq!(history, ["Requested", "Approved", "Moved"]);
}

#[tokio::test]
async fn staff_are_sent_to_their_own_days() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let staff = as_browser(salon.person("Sita", Role::Staff).await);
    let reply = staff.get("/").await;
    assert_eq!((reply.status.as_u16(), reply.header("location")), (303, Some("/me")));
    assert_eq!(staff.get("/bookings").await.status.as_u16(), 403);
}

#[tokio::test]
async fn a_day_costs_one_round_trip_beside_the_session() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = desk(&salon).await;
    salon.warm(&[&shop.open, &shop.staffed]).await;
    for path in [board_of(&shop), "/".to_owned()] {
        salon.wire.reset();
        assert_eq!(desk.get(&path).await.status.as_u16(), 200);
        assert_eq!(salon.wire.cost().round_trips, 2, "{path}: {:?}", salon.wire.cost().calls);
    }
}

#[tokio::test]
async fn whatever_people_wrote_stays_text_on_the_board() {
    let (salon, shop) = TestSalon::with_shop().await;
    let hostile = salon.user(HOSTILE, Role::Customer).await;
    salon.booked(&shop, &hostile, TODAY, "12:00", BookingStatus::Confirmed).await;
    salon.booked(&shop, &hostile, TODAY, "13:00", BookingStatus::Pending).await;
    salon.put(&StaffMember { display_name: HOSTILE.to_owned(), ..shop.meera.clone() }).await;
    let reply = desk(&salon).await.get(&board_of(&shop)).await;
    assert!(!text(&reply).contains("<script>alert") && !text(&reply).contains("<img src=x"));
    let page = parsed(&reply);
    for part in [".col h2", ".appt span", ".waiting-card span"] {
        assert_eq!(words(all(&page, part)[0]), HOSTILE, "{part}");
    }
}

#[tokio::test]
async fn a_salon_without_a_branch_says_so() {
    let salon = TestSalon::open().await;
    let owner = as_browser(salon.owner().await);
    let page = board(&owner, "/").await;
    assert!(words(all(&page, "main")[0]).contains("There is no branch yet"));
    let shop = salon.shop().await;
    assert_eq!(
        columns(&board(&owner, "/?branch=nothing").await).len(),
        3,
        "an old address leads to the primary branch"
    );
    assert_eq!(columns(&board(&owner, "/").await).len(), 3, "the primary branch, {}", shop.open.name);
}

#[tokio::test]
async fn the_list_takes_the_filters_of_its_api_and_counts_each_status() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let desk = desk(&salon).await;
    for (date, status) in [
        (TODAY, BookingStatus::Confirmed),
        (TODAY, BookingStatus::Confirmed),
        (TODAY, BookingStatus::Cancelled),
        ("2026-11-17", BookingStatus::Pending),
    ] {
        salon.booked(&shop, &asha, date, "12:00", status).await;
    }
    let counted = |page: &Html| -> Vec<String> {
        all(page, ".status-tabs a").into_iter().map(words).filter(|text| !text.ends_with(" 0")).collect()
    };
    let day = board(&desk, &format!("/bookings?date={TODAY}&status=&serviceType=")).await;
    assert_eq!(counted(&day), ["All 3", "Confirmed 2", "Cancelled 1"]);
    assert_eq!(all(&day, "tbody tr").len(), 3);
    let confirmed = board(&desk, &format!("/bookings?date={TODAY}&status=confirmed")).await;
    assert_eq!((counted(&confirmed), all(&confirmed, "tbody tr").len()), (counted(&day), 2));
    let pending = board(&desk, "/bookings?status=pending").await;
    assert_eq!(all(&pending, "tbody tr").len(), 1);
    let spa = board(&desk, "/bookings?serviceType=spa").await;
    assert_eq!(all(&spa, "tbody tr").len(), 0);
}

#[tokio::test]
async fn a_walk_in_is_booked_for_now_unless_a_time_is_named() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = desk(&salon).await;
    let sent_as = |page: &Html, field: &str| {
        let control = all(page, &format!("#walk-in-{field}"))[0].value();
        (control.attr("value").unwrap_or_default().to_owned(), control.attr("data-as").unwrap_or_default().to_owned())
    };
    let now = board(&desk, "/bookings/new").await;
    assert_eq!(sent_as(&now, "startTime"), ("10:00".to_owned(), String::new()));
    assert_eq!(sent_as(&now, "bookingDate"), (TODAY.to_owned(), String::new()));
    let there = format!("/bookings/new?branch={}&date=2026-11-17&person={}&time=15:30", shop.open.id, shop.ravi.id);
    let named = board(&desk, &there).await;
    assert_eq!(sent_as(&named, "startTime"), ("15:30".to_owned(), "startTime".to_owned()));
    assert_eq!(sent_as(&named, "bookingDate"), ("2026-11-17".to_owned(), "bookingDate".to_owned()));
    assert_eq!(words(all(&named, "#walk-in-staffId option[selected]")[0]), "Ravi");
}

/// With everything a browser fetches for it, compressed.
#[tokio::test]
async fn a_board_of_300_bookings_and_12_people_weighs_at_most_ninety_kilobytes() {
    let (salon, shop) = TestSalon::with_shop().await;
    let mut team = vec![shop.meera.clone(), shop.ravi.clone()];
    for number in team.len()..12 {
        team.push(salon.staff(&format!("Person {number}"), &[&shop.open], &[&shop.cut]).await);
    }
    let asha = salon.user("Asha Ramakrishnan", Role::Customer).await;
    let one = salon.booked(&shop, &asha, TODAY, "10:00", BookingStatus::Confirmed).await;
    let mut bookings = Bulk::new();
    for number in 1..300_u32 {
        let member = &team[number as usize % team.len()];
        let start = one.start.plus(Minutes(number / 12 * 25)).unwrap();
        let customer_name = format!("Customer {number} of many");
        let booking = Booking {
            id: salon.salon.random.id(),
            start,
            end: start.plus(Minutes(25)).unwrap(),
            customer_name,
            ..one.clone()
        };
        bookings.put(&booking.with_staff(Some((&member.id, &member.display_name))));
    }
    bookings.write(&salon.salon.table).await.unwrap();
    let desk = desk(&salon).await;
    let reply = desk.get(&board_of(&shop)).await;
    let page = parsed(&reply);
    assert_eq!((all(&page, ".appt").len(), all(&page, ".col").len()), (300, 13));
    let mut weight = packed(&reply);
    let files: BTreeSet<&str> =
        all(&page, "link[rel=stylesheet], link[rel=icon], link[rel=modulepreload], script, img")
            .iter()
            .filter_map(|element| element.value().attr("href").or(element.value().attr("src")))
            .collect();
    for file in files {
        let fetched = desk.get(file).await;
        assert_eq!(fetched.status.as_u16(), 200, "{file}");
        weight += packed(&fetched);
    }
    assert!(weight <= 90_000, "the board weighs {weight} bytes, {} of them its page", packed(&reply));
}
