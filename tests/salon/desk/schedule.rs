//! The schedule, and one's own days.

use parlour_tests::{Client, Shop, TestSalon};
use serde_json::{Value, json};

use super::setup::{page, words};
use crate::site::table::{all, as_browser};

async fn asks(client: &Client<'_>, from: &str, to: &str) -> Value {
    let body = json!({ "leaveType": "casual", "startDate": from, "endDate": to, "reason": "A wedding" });
    client.post("/api/me/leave", body).await.created()["leave"].clone()
}

/// A massage with Meera at the staffed branch.
async fn confirmed(salon: &TestSalon, shop: &Shop, date: &str, start: &str) -> String {
    let request = shop.request(&shop.staffed, &[&shop.massage], date, start);
    let id = salon.customer("Asha Rao").await.post("/api/bookings", request).await.created()["id"].clone();
    let id = id.as_str().unwrap().to_owned();
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    salon.reception().await.patch(&format!("/api/bookings/{id}"), approve).await.ok();
    id
}

#[tokio::test]
async fn a_week_shows_shifts_exceptions_leave_blocks_and_closed_days() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let own = as_browser(salon.signed_in_as(&shop.meera).await);
    let day = |date: &str| format!("/api/schedule/staff/{}/days/{date}", shop.meera.id);
    let hours =
        json!({ "shifts": [{ "start": "12:00", "end": "15:00" }], "breaks": [{ "start": "13:00", "end": "13:30" }] });
    manager.put(&day("2026-11-17"), hours).await.ok();
    manager.put(&day("2026-11-18"), json!({ "off": true })).await.ok();
    let leave = asks(&own, "2026-11-19", "2026-11-19").await;
    manager.post(&format!("/api/schedule/leave/{}/approve", leave["id"].as_str().unwrap()), json!({})).await.ok();
    let block = json!({ "staffId": shop.meera.id, "date": "2026-11-20", "startTime": "14:00", "endTime": "15:00", "reason": "Training" });
    manager.post("/api/schedule/blocks", block).await.created();
    let closure = json!({ "branchId": shop.staffed.id, "date": "2026-11-21", "reason": "Diwali" });
    manager.post("/api/schedule/closures", closure).await.created();
    confirmed(&salon, &shop, "2026-11-17", "12:00").await;

    let week = page(&manager, &format!("/schedule?week=2026-11-20&branch={}", shop.staffed.id)).await;
    let cell = |date: &str| words(&week, &format!("[data-staff=\"{}\"][data-date=\"{date}\"]", shop.meera.id));
    assert_eq!(cell("2026-11-16"), "Meera, Mon 16 Nov: 10:00 am to 9:00 pm");
    assert_eq!(
        cell("2026-11-17"),
        "Meera, Tue 17 Nov: 12:00 pm to 3:00 pm Break 1:00 pm to 1:30 pm 1 h 15 min booked This day only"
    );
    assert_eq!(cell("2026-11-18"), "Meera, Wed 18 Nov: Off This day only");
    assert!(cell("2026-11-19").contains("On leave"));
    assert!(cell("2026-11-20").contains("Blocked 2:00 pm to 3:00 pm"));
    assert!(words(&week, "thead").contains("Closed: Diwali"));
    let sent = |name: &str| {
        let cell = all(&week, &format!("[data-staff=\"{}\"][data-date=\"2026-11-17\"]", shop.meera.id))[0];
        cell.value().attr(name).unwrap().to_owned()
    };
    assert_eq!((sent("data-shifts"), sent("data-breaks")), ("12:00-15:00".to_owned(), "13:00-13:30".to_owned()));
    let href = |text: &str| {
        let links = all(&week, "a");
        let link = links.into_iter().find(|link| link.text().collect::<String>() == text).unwrap();
        link.value().attr("href").unwrap().to_owned()
    };
    assert_eq!(href("Previous week"), format!("/schedule?week=2026-11-09&branch={}", shop.staffed.id));
    assert_eq!(href("Next week"), format!("/schedule?week=2026-11-23&branch={}", shop.staffed.id));
    // The other branch is open that day, and its own week is shown where none is asked for.
    let here = page(&manager, "/schedule?week=never&branch=nothing").await;
    assert!(
        words(&here, ".week-name").contains("Mon 16 Nov to Sun 22 Nov") && !words(&here, "main").contains("Diwali")
    );
}

#[tokio::test]
async fn dialogs_say_person_date_time_and_reason() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let week = page(&manager, &format!("/schedule?branch={}", shop.staffed.id)).await;
    let labels = |dialog: &str| words(&week, &format!("#{dialog} label"));
    for (dialog, wanted) in [
        ("day", vec!["Person", "Date", "Day off", "From", "To"]),
        ("block", vec!["Person", "Date", "Time", "Until", "Reason"]),
        ("close", vec!["Branch", "Date", "Reason"]),
    ] {
        for label in wanted {
            assert!(labels(dialog).contains(label), "{dialog}: {label}");
        }
    }
    let calls: Vec<&str> = all(&week, "dialog form").iter().filter_map(|form| form.value().attr("data-call")).collect();
    for call in
        ["PUT /api/schedule/staff/{staffId}/days/{date}", "POST /api/schedule/blocks", "POST /api/schedule/closures"]
    {
        assert!(calls.contains(&call), "{call}");
    }
    assert!(words(&week, "#block [type=submit]").contains("Block time"));
    assert!(words(&week, "#close [type=submit]").contains("Close a day"));
    assert_eq!(all(&week, "#day [data-also]").len(), 7);
}

#[tokio::test]
async fn a_request_shows_what_it_clashes_with_and_is_decided_by_somebody_else() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let own = as_browser(salon.signed_in_as(&shop.meera).await);
    let booking = confirmed(&salon, &shop, "2026-11-18", "12:00").await;
    let leave = asks(&own, "2026-11-17", "2026-11-19").await;
    let id = leave["id"].as_str().unwrap();
    let path = format!("/schedule?branch={}", shop.staffed.id);
    let week = page(&manager, &path).await;
    let request = words(&week, ".request");
    for told in [
        "Meera",
        "Tue 17 Nov to Thu 19 Nov",
        "Casual leave",
        "A wedding",
        "Confirmed bookings are in the way:",
        "Asha Rao",
    ] {
        assert!(request.contains(told), "{told}: {request}");
    }
    assert_eq!(all(&week, &format!(".request a[href=\"/bookings/{booking}\"]")).len(), 1);
    let approve = format!("#approve-{id}");
    assert_eq!(words(&week, &format!("{approve} [type=submit]")), "Approve");
    assert_eq!(
        all(&week, &approve)[0].value().attr("data-call"),
        Some(format!("POST /api/schedule/leave/{id}/approve").as_str())
    );
    let reject = format!("#reject-{id}");
    assert!(words(&week, &format!("{reject} label")).contains("Reason"));
    assert!(words(&week, &format!("{reject} [data-for='reject-{id}-note']")).ends_with("Other"));
    assert_eq!(words(&week, &format!("{reject} [type=submit]")), "Reject");
    // The page says beforehand what the API would answer.
    let refused = manager.post(&format!("/api/schedule/leave/{id}/approve"), json!({})).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bookingIds"], json!([booking]));

    manager.post(&format!("/api/schedule/leave/{id}/reject"), json!({ "note": "Too late" })).await.ok();
    assert!(words(&page(&manager, &path).await, "#leave").contains("Nobody waits for an answer."));
    let rejected = page(&manager, &format!("{path}&leave=rejected")).await;
    assert!(words(&rejected, ".request").contains("Too late") && all(&rejected, ".request form").is_empty());

    asks(&manager, "2026-12-01", "2026-12-01").await;
    let week = page(&manager, &path).await;
    assert!(words(&week, ".request").contains("Somebody else decides on your own."));
}

#[tokio::test]
async fn ones_own_days_show_hours_visits_and_leave() {
    let (salon, shop) = TestSalon::with_shop().await;
    let own = as_browser(salon.signed_in_as(&shop.meera).await);
    let booking = confirmed(&salon, &shop, "2026-11-18", "12:00").await;
    let pending = asks(&own, "2026-11-24", "2026-11-25").await;
    let me = page(&own, "/me").await;
    assert_eq!(all(&me, ".my-day").len(), 14);
    let day = words(&me, ".my-day:nth-child(3)");
    for told in ["Wed 18 Nov", "10:00 am to 9:00 pm", "12:00 pm to 1:00 pm", "Asha", "Massage", "Confirmed"] {
        assert!(day.contains(told), "{told}: {day}");
    }
    // Customers by first name, and no way to the desk's pages.
    assert!(!day.contains("Rao") && all(&me, &format!("a[href=\"/bookings/{booking}\"]")).is_empty());
    assert!(words(&me, ".request").contains("Tue 24 Nov to Wed 25 Nov") && words(&me, ".request").contains("Waiting"));
    let withdraw = format!("#withdraw-{}", pending["id"].as_str().unwrap());
    assert_eq!(words(&me, &format!("{withdraw} button")), "Withdraw");
    for label in ["Date", "Last day", "Kind", "Reason"] {
        assert!(words(&me, "#ask label").contains(label), "{label}");
    }
    assert_eq!(words(&me, "#ask [type=submit]"), "Ask for leave");
    own.delete(&format!("/api/me/leave/{}", pending["id"].as_str().unwrap())).await.ok();
    let me = page(&own, "/me?from=2026-11-30").await;
    assert!(words(&me, ".request").contains("Withdrawn") && all(&me, ".request form").is_empty());
    assert!(words(&me, "#days-title").contains("Mon 30 Nov to Sun 13 Dec"));
}

#[tokio::test]
async fn somebody_without_a_place_in_the_team_has_a_page_all_the_same() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let reception = as_browser(salon.reception().await);
    assert!(words(&page(&reception, "/me").await, "main").contains("You are not on the list of staff"));
}
