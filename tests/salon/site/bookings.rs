//! One's own bookings: what is coming, what is past, and what can still be done.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_setup::branches::Branch;
use parlour_tests::TestSalon;
use serde_json::json;

use super::table::{all, as_browser, parsed, text};

#[tokio::test]
async fn whoever_has_none_is_shown_the_way_to_the_first() {
    let salon = TestSalon::open().await;
    let asha = as_browser(salon.customer("Asha").await);
    let page = text(&asha.get("/bookings").await);
    assert!(page.contains("No bookings yet.") && page.contains("href=\"/book\""));
    assert!(page.contains(">Coming up<") && page.contains(">Past<"));
}

#[tokio::test]
async fn a_booking_can_be_moved_and_cancelled_only_while_it_is_ahead() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let user = asha.user.clone().unwrap();
    let ahead = "2026-11-18";
    for (status, date, may) in [
        (BookingStatus::Pending, ahead, true),
        (BookingStatus::Confirmed, ahead, true),
        (BookingStatus::Confirmed, "2026-11-15", false),
        (BookingStatus::InProgress, ahead, false),
        (BookingStatus::Completed, ahead, false),
        (BookingStatus::Cancelled, ahead, false),
        (BookingStatus::NoShow, ahead, false),
        (BookingStatus::Rejected, ahead, false),
    ] {
        let booking = salon.booked(&shop, &user, date, "12:00", status).await;
        let page = text(&asha.get(&format!("/bookings/{}", booking.id)).await);
        let day = if date == ahead { "Wed 18 Nov" } else { "Sun 15 Nov" };
        assert!(page.contains(&format!("<h1>Cut, {day}, 12:00 pm</h1>")), "{status}");
        assert!(page.contains(&format!("<span class=\"number\">{}</span>", booking.number)), "{status}");
        assert_eq!(
            page.contains(&format!("<strong>Cut, {day}, 12:00 pm</strong>")),
            may,
            "{status}: the dialog names it"
        );
        for action in ["reschedule", "cancel"] {
            let call = format!("data-call=\"POST /api/bookings/{}/{action}\"", booking.id);
            assert_eq!(page.contains(&call), may, "{status} on {date}: {action}");
        }
        assert!(page.contains("Book again"), "{status}");
    }
}

/// So that nothing is sent of a page that shows a booking as it was.
#[tokio::test]
async fn the_forms_of_a_booking_say_which_state_of_it_they_show() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let booking = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-18", "12:00")).await;
    let path = booking.trim_start_matches("/api").to_owned();
    let mut seen = Vec::new();
    for language in ["en", "hi"] {
        let page = parsed(&asha.get(&format!("{path}?lang={language}")).await);
        for form in ["#move-form", "#cancel-form"] {
            let form = all(&page, form)[0].value();
            seen.push(form.attr("data-seen").unwrap().to_owned());
            let told = form.attr("data-changed").unwrap();
            assert_eq!(told.is_ascii(), language == "en", "{told}");
        }
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");
    salon.set_clock("2026-11-16T20:00:00+05:30");
    asha.post(&format!("{booking}/reschedule"), json!({ "bookingDate": "2026-11-19", "startTime": "13:00" }))
        .await
        .ok();
    let page = parsed(&asha.get(&path).await);
    assert_ne!(all(&page, "#cancel-form")[0].value().attr("data-seen"), seen.first().map(String::as_str));
}

#[tokio::test]
async fn a_booking_is_moved_to_days_and_times_that_are_offered() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (as_browser(salon.customer("Asha").await), salon.reception().await);
    for branch in [&shop.open, &shop.staffed] {
        let booking = asha.book(shop.request(branch, &[&shop.massage], "2026-11-18", "12:00")).await;
        desk.patch(&booking, serde_json::json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
        let path = booking.trim_start_matches("/api").to_owned();
        // The times are read when they are asked for.
        assert!(all(&parsed(&asha.get(&path).await), "#move input[name=time]").is_empty());
        let page = parsed(&asha.get(&format!("{path}?date=2026-11-18")).await);
        assert_eq!(all(&page, "#move a.day").len(), 14);
        assert!(all(&page, "#move input[type=time], #move input[type=date]").is_empty());
        // Its own time counts as free.
        assert_eq!(all(&page, "#time-1230:not([disabled])").len(), 1, "{}", branch.code);
        let call = format!("POST {booking}/reschedule");
        assert_eq!(all(&page, "#move-form")[0].value().attr("data-call"), Some(call.as_str()));
        asha.post(&format!("{booking}/cancel"), serde_json::json!({})).await.ok();
    }
}

#[tokio::test]
async fn the_invoice_is_offered_once_there_is_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let booking =
        salon.booked(&shop, &asha.user.clone().unwrap(), "2026-11-15", "12:00", BookingStatus::Completed).await;
    let path = format!("/bookings/{}", booking.id);
    assert!(!text(&asha.get(&path).await).contains("/invoice/pdf"));
    salon.put(&Booking { invoice_id: Some(salon.salon.random.id()), ..booking.clone() }).await;
    assert!(text(&asha.get(&path).await).contains(&format!("href=\"/api/bookings/{}/invoice/pdf\"", booking.id)));
}

#[tokio::test]
async fn days_and_times_are_the_salons_and_money_is_grouped_as_in_india() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let booking =
        salon.booked(&shop, &asha.user.clone().unwrap(), "2026-11-17", "16:30", BookingStatus::Confirmed).await;
    salon.put(&Booking { total_amount: parlour_values::money::Paise(12_345_650), ..booking }).await;
    let page = text(&asha.get("/bookings").await);
    assert!(page.contains("tomorrow") && page.contains("4:30 pm") && page.contains("₹1,23,456.50"));
}

#[tokio::test]
async fn a_booking_says_where_to_go_and_whom_to_call() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let user = asha.user.clone().unwrap();
    let phone = "08041234567".parse().ok();
    salon.put(&Branch { phone, address: "12, Park Road\nBengaluru".to_owned(), ..shop.open.clone() }).await;
    let booking = salon.booked(&shop, &user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    let page = parsed(&asha.get(&format!("/bookings/{}", booking.id)).await);
    let told = all(&page, "main")[0].text().collect::<String>();
    assert!(told.contains("12, Park Road") && told.contains("+91 80 4123 4567"), "{told}");
    assert_eq!(all(&page, "main a[href='tel:+918041234567']").len(), 1);
    let map = all(&page, "main a[href^='https://www.google.com/maps/search/']");
    let query = map[0].value().attr("href").unwrap();
    assert!(query.ends_with("%2C%2012%2C%20Park%20Road%2C%20Bengaluru"), "{query}");
}

#[tokio::test]
async fn a_booking_that_can_no_longer_be_moved_says_why() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let user = asha.user.clone().unwrap();
    let ahead = salon.booked(&shop, &user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    salon.put(&Booking { reschedule_count: 2, ..ahead.clone() }).await;
    // In an hour and a half.
    let soon = salon.booked(&shop, &user, "2026-11-16", "11:30", BookingStatus::Confirmed).await;
    for (booking, why) in [(ahead, "moved as often as it may be"), (soon, "too late to move this booking")] {
        let page = text(&asha.get(&format!("/bookings/{}", booking.id)).await);
        assert!(page.contains(why), "{why}");
        assert!(!page.contains(">Move booking</button>") && page.contains(">Cancel booking</button>"), "{why}");
    }
}

#[tokio::test]
async fn a_visit_names_everybody_and_what_was_paid_and_is_due() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let manager = salon.manager().await;
    let path = asha.book(shop.request(&shop.open, &[&shop.cut, &shop.colour], "2026-11-16", "13:00")).await;
    let services = json!([
        { "serviceId": shop.cut.id, "staffId": shop.meera.id }, { "serviceId": shop.colour.id, "staffId": shop.ravi.id },
    ]);
    manager.patch(&path, json!({ "action": "approve", "services": services })).await.ok();
    let paid = json!({
        "payments": [{ "method": "cash", "amountPaise": 50_000 }, { "method": "upi", "amountPaise": 100_000 }],
        "tips": [{ "staffId": shop.meera.id, "amountPaise": 10_000 }], "leaveDue": true,
    });
    manager.post(&format!("{path}/complete"), paid).await.ok();
    let page = parsed(&asha.get(path.trim_start_matches("/api")).await);
    let told = all(&page, "main")[0].text().collect::<String>();
    for expected in ["Meera, then Ravi", "Tip₹100", "Paid in cash₹500", "Paid by UPI₹1,000", "Still to pay₹1,600"]
    {
        assert!(told.contains(expected), "{expected}: {told}");
    }
}
