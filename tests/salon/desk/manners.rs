//! Wishes of people who use the desk: dialogs that say whom they are about, phones that can be read, nothing raw.

use parlour_booking::bookings::status::BookingStatus;
use parlour_people::leads::Lead;
use parlour_settings::App;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use serde_json::json;

use super::seen::{desk, see};
use crate::site::table::as_browser;

const TODAY: &str = "2026-11-16";

#[tokio::test]
async fn a_dialog_names_the_customer_and_the_time_and_offers_reasons() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.user("Asha", Role::Customer).await, desk(&salon).await);
    for (status, dialogs) in [
        (BookingStatus::Pending, &["approve", "reject", "assign", "move", "cancel"][..]),
        (BookingStatus::Confirmed, &["no-show"]),
    ] {
        let booking = salon.booked(&shop, &asha, TODAY, "12:00", status).await;
        let page = see(&desk, &format!("/bookings/{}", booking.id)).await;
        for dialog in dialogs {
            let about = page.texts(&format!("#{dialog} .ask-about"));
            assert_eq!(about, ["Asha , today, 12:00 pm, Cut"], "{dialog}");
        }
    }
    let booking = salon.booked(&shop, &asha, TODAY, "15:00", BookingStatus::Pending).await;
    let page = see(&desk, &format!("/bookings/{}", booking.id)).await;
    for (dialog, field) in [("reject", "reject-rejectionReason"), ("cancel", "cancel-reason")] {
        let presets = page.texts(&format!("#{dialog} [data-for='{field}']"));
        assert!(presets.len() > 2 && presets.last().is_some_and(|last| last == "Other"), "{presets:?}");
        assert!(page.has(&format!("textarea[id='{field}']")), "{field}");
    }
    // Not another button that could as well close the dialog.
    assert_eq!(page.texts("#cancel [type=submit]"), ["Cancel booking"]);
}

#[tokio::test]
async fn the_page_says_in_its_own_words_what_a_field_wants() {
    let salon = TestSalon::open().await;
    let owner = as_browser(salon.person("Olga", Role::Owner).await);
    for path in ["/me", "/products/new", "/services/new", "/messages/booking_confirmed/en", "/branches/new"] {
        let page = see(&owner, path).await;
        assert!(page.has("input[pattern]"), "{path}");
        assert!(!page.has("input[pattern]:not([data-wrong])"), "{path}");
        for words in ["required", "choose", "least", "most", "earliest", "latest", "email", "url", "unfit"] {
            assert!(page.has(&format!("#live[data-{words}]:not([data-{words}=''])")), "{path} {words}");
        }
    }
}

#[tokio::test]
async fn a_walk_in_is_offered_who_can_and_is_free_first() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    salon.staff("Nila", &[&shop.staffed], &[&shop.facial]).await;
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00")).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let there = format!("/bookings/new?branch={}&date=2026-11-17&time=12:15", shop.staffed.id);
    let unasked = see(&desk, &there).await;
    assert!(!unasked.has("#walk-in-staffId optgroup"));
    let page = see(&desk, &format!("{there}&services={}", shop.cut.id)).await;
    assert_eq!(page.texts("#walk-in-staffId optgroup[label='Can and free'] option"), ["Ravi"]);
    let others = page.texts("#walk-in-staffId optgroup[label=Others] option");
    assert_eq!(others, ["Meera (not free then)", "Nila (does not do this)"]);
    assert!(page.has(&format!("#service-{}[checked]", shop.cut.id)));
    // The picker of a move follows its day and time.
    let moving = |time: &str| format!("{}?date=2026-11-18&time={time}&person=", path.replace("/api", ""));
    let free = see(&desk, &moving("15:00")).await;
    assert_eq!(free.texts("#move-staffId optgroup[label='Can and free'] option"), ["Meera", "Ravi"]);
}

#[tokio::test]
async fn only_managers_are_offered_to_book_somebody_without_the_skill() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let booking = salon.booked(&shop, &asha, TODAY, "12:00", BookingStatus::Pending).await;
    let paths = ["/".to_owned(), "/bookings/new".to_owned(), format!("/bookings/{}", booking.id)];
    for (person, may) in [(desk(&salon).await, false), (as_browser(salon.manager().await), true)] {
        for path in &paths {
            assert_eq!(see(&person, path).await.has("main [data-manager]"), may, "{path}");
        }
    }
}

#[tokio::test]
async fn phones_are_spaced_and_sources_are_words() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = desk(&salon).await;
    let lead = salon.lead("Nina", None, None).await;
    let service_interested_id = Some(shop.cut.id.clone());
    salon.put(&Lead { source: "meta_ad".to_owned(), service_interested_id, ..lead.clone() }).await;
    for path in ["/leads?status=follow_up".to_owned(), format!("/leads/{}", lead.id)] {
        let page = see(&desk, &path).await;
        assert!(page.says("+91 98765 43210") && page.says("Meta ad") && !page.says("meta_ad"), "{path}");
    }
    let page = see(&desk, &format!("/leads/{}", lead.id)).await;
    let booking = page.all("main a[href^='/bookings/new']")[0].value().attr("href").unwrap().to_owned();
    let form = see(&desk, &booking).await;
    assert!(
        form.has(&format!("#service-{}[checked]", shop.cut.id)),
        "what they are interested in is ticked: {booking}"
    );
}

#[tokio::test]
async fn the_list_of_a_day_goes_by_the_clock() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.user("Asha", Role::Customer).await, desk(&salon).await);
    for start in ["15:00", "11:00", "13:30"] {
        salon.booked(&shop, &asha, TODAY, start, BookingStatus::Confirmed).await;
    }
    let page = see(&desk, &format!("/bookings?date={TODAY}")).await;
    assert_eq!(page.texts("tbody td:nth-child(2)"), ["11:00 am", "1:30 pm", "3:00 pm"]);
    // On a phone only the first columns are in sight.
    assert_eq!(page.texts("tbody td:nth-child(3)"), ["Asha", "Asha", "Asha"]);
}

#[tokio::test]
async fn a_new_token_may_little_and_a_revocation_asks() {
    let salon = TestSalon::open().await;
    let developer = as_browser(salon.person("Dev", Role::Developer).await);
    let token = json!({ "name": "Till", "role": "staff", "scopes": ["read"] });
    developer.post("/api/tokens", token).await.created();
    let page = see(&developer, "/tokens").await;
    assert_eq!(page.texts("#token-role option[selected]"), ["Staff"]);
    assert!(
        page.has("input[name=scopes][value=read][checked]") && !page.has("input[name=scopes][value=write][checked]")
    );
    assert_eq!(page.texts("[name=expiresAt] option[selected]"), ["90 days"]);
    let asked = page.all("form[data-call^='DELETE /api/tokens/']")[0].value().attr("data-ask").unwrap_or_default();
    assert!(asked.starts_with("Revoke Till?"), "{asked}");
}

#[tokio::test]
async fn an_invoice_is_headed_by_the_salon() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let owner = salon.owner().await;
    owner.patch("/api/branding", json!({ "name": "Saffron Room" })).await.ok();
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    let page = see(&desk, &format!("/bookings/{}/checkout", booking.id)).await;
    assert_eq!(page.texts(".paper-name"), ["Saffron Room"]);
    assert!(page.texts(".paper-head")[0].contains("Parlour BLR"));
}

#[tokio::test]
async fn the_way_to_the_sign_in_keeps_where_one_wanted_to_go() {
    let salon = TestSalon::open().await;
    let visitor = as_browser(salon.anyone(App::Admin));
    assert_eq!(visitor.get("/").await.header("location"), Some("/sign-in?next=%2F"));
}
