//! Free times, a person for each service and repeats at the desk.

use parlour_tests::TestSalon;
use serde_json::{Value, json};

use super::seen::see;
use crate::site::table::as_browser;

#[tokio::test]
async fn free_times_are_buttons_for_the_chosen_people_and_day() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, as_browser(salon.reception().await));
    let empty = see(&desk, "/bookings/new").await;
    assert!(empty.says("Choose services and a person to see them.") && !empty.has("[data-time]"));
    assert!(empty.offers("Add service") && empty.has("#walk-in-startTime[type=time]"));
    let taken = json!({
        "customerId": asha.id(), "branchId": shop.open.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
        "staffId": shop.meera.id, "bookingDate": "2026-11-17", "startTime": "12:00",
    });
    let booked = desk.post("/api/bookings", taken).await.created()["booking"].clone();
    let day = format!("/bookings/new?branch={}&date=2026-11-17", shop.open.id);
    let plan = |service: &str, person: &str| format!("{day}&plan={service}:{person}");
    let cut = see(&desk, &plan(shop.cut.id.as_str(), shop.meera.id.as_str())).await;
    for (time, is_free) in [("10:00", true), ("11:00", true), ("11:30", false), ("12:00", false), ("13:00", true)] {
        assert_eq!(cut.has(&format!("#walk-in-times [data-time='{time}']")), is_free, "{time}");
    }
    let ravi = see(&desk, &plan(shop.cut.id.as_str(), shop.ravi.id.as_str())).await;
    assert!(ravi.has("#walk-in-times [data-time='12:00']"));
    let unable = see(&desk, &plan(shop.massage.id.as_str(), shop.ravi.id.as_str())).await;
    assert!(unable.says("Nothing is free that day."));
    let both = format!("{day}&plan={}:{},{}:{}", shop.cut.id, shop.ravi.id, shop.colour.id, shop.meera.id);
    assert!(!see(&desk, &both).await.has("[data-time='11:30']"), "the colour would meet her booking");

    let page = format!("/bookings/{}", booked["id"].as_str().unwrap());
    let closed = see(&desk, &page).await;
    assert!(closed.has("#move-times") && !closed.has("#move-times [data-time]"), "read when the dialog opens");
    let moving = see(&desk, &format!("{page}?date=2026-11-17&person=")).await;
    assert!(moving.has("#move-times [data-time='12:00'][aria-pressed=true]"), "its own time is no conflict");
    assert!(moving.has("#move-notify[checked]") && moving.has("#cancel-notify[checked]"));
}

#[tokio::test]
async fn the_page_of_one_of_several_lists_them_all() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, as_browser(salon.reception().await));
    let form = see(&desk, "/bookings/new").await;
    assert_eq!(form.choices("Every").len(), 12);
    assert!(form.has("#walk-in-count[min='2'][max='26']"));
    let repeat = json!({
        "customerId": asha.id(), "branchId": shop.open.id, "serviceType": "salon", "firstDate": "2026-11-24",
        "services": [{ "serviceId": shop.cut.id, "staffId": shop.meera.id }], "startTime": "12:00", "everyWeeks": 4,
        "count": 3,
    });
    let repeat = desk.post("/api/repeats", repeat).await.created()["repeat"].clone();
    let ids: Vec<&str> =
        repeat["occurrences"].as_array().unwrap().iter().filter_map(|one| one["bookingId"].as_str()).collect();
    let page = see(&desk, &format!("/bookings/{}", ids[1])).await;
    assert!(page.says("Repeats: every 4 weeks") && page.says("Booked at the desk"));
    assert_eq!(page.texts(".repeats .days li").len(), 3);
    assert!(page.has(&format!(".repeats a[href='/bookings/{}']", ids[0])) && page.has(".repeats [aria-current]"));
    assert!(page.offers("Move the following") && page.offers("Cancel the following"));
    let address = format!("/api/repeats/{}", repeat["id"].as_str().unwrap());
    for call in [format!("PATCH {address}"), format!("DELETE {address}?from=2026-12-22")] {
        assert!(page.calls().contains(&call), "{call} in {:?}", page.calls());
    }
    desk.delete(&format!("{address}?from=2026-12-22")).await.ok();
    let after = see(&desk, &format!("/bookings/{}", ids[1])).await;
    assert!(!after.offers("Move the following"), "nothing follows");
    let plain = salon.reception().await;
    let booking = plain.get(&format!("/api/bookings/{}", ids[0])).await.ok();
    assert_eq!(booking["booking"]["repeatId"], Value::from(repeat["id"].as_str().unwrap()));
}
