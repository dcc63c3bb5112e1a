//! `/m?TOKEN`.

use parlour_tests::{Reply, TestSalon};
use serde_json::json;

use super::{offers, token, visit};
use crate::site::table::{all, as_browser, parsed, text};

async fn page(salon: &TestSalon, query: &str) -> Reply {
    as_browser(salon.visitor()).get(&format!("/m?{query}")).await
}

/// The headers and tag for browsers and search engines in every answer of the page.
fn is_kept_secret(reply: &Reply) {
    assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(reply.header("x-robots-tag"), Some("noindex, nofollow"));
    assert_eq!(all(&parsed(reply), "meta[name=robots][content=noindex]").len(), 1);
    assert_eq!(reply.header("etag"), None);
}

#[tokio::test]
async fn the_page_of_a_booking_offers_what_can_be_done_and_asks_before_each_change() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let token = token(&salon, &booking.id).await;
    let reply = page(&salon, &token).await;
    is_kept_secret(&reply);
    let (html, written) = (parsed(&reply), text(&reply));
    for shown in ["Hello Asha", &booking.services[0].name, &shop.open.name, &shop.open.address] {
        assert!(written.contains(shown), "{shown}");
    }
    for hidden in ["Rao", "9876543210", "@example.test", booking.id.as_str(), &booking.number] {
        assert!(!written.contains(hidden), "{hidden}");
    }
    for (dialog, call) in [("move", "reschedule"), ("cancel", "cancel")] {
        assert_eq!(all(&html, &format!("button[commandfor={dialog}][command=show-modal]")).len(), 1, "{dialog}");
        let form = all(&html, &format!("dialog#{dialog} form"));
        let called = format!("POST /api/links/{token}/{call}");
        assert_eq!(form[0].value().attr("data-call"), Some(called.as_str()));
    }
    assert_eq!(all(&html, &format!("a[href='/api/links/{token}/calendar.ics'][download]")).len(), 1);
    assert!(all(&html, &format!("a[href*='next='][href*='{token}']")).is_empty(), "a sign-in does not carry it");
    assert!(all(&html, "form").iter().all(|form| {
        form.ancestors().any(|it| it.value().as_element().is_some_and(|element| element.name() == "dialog"))
    }));

    let with_times = page(&salon, &format!("{token}&date=2026-11-19")).await;
    let times = parsed(&with_times);
    assert!(!all(&times, "#times input[name=time]:not([disabled])").is_empty());
    let next = format!("a.day[href='/m?{token}&date=2026-11-20']");
    assert_eq!(all(&times, &next).len(), 1);
    let hindi = page(&salon, &format!("{token}&lang=hi")).await;
    assert!(text(&hindi).contains("नमस्ते Asha") && !text(&hindi).contains("Hello"));

    as_browser(salon.visitor()).post(&format!("/api/links/{token}/cancel"), json!({})).await.ok();
    let over = parsed(&page(&salon, &token).await);
    assert!(all(&over, "dialog, button[commandfor]").is_empty());
}

#[tokio::test]
async fn the_page_of_an_offer_asks_before_it_is_answered() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, token) = offers::offered(&salon, &shop).await;
    let reply = page(&salon, &token).await;
    is_kept_secret(&reply);
    let html = parsed(&reply);
    assert!(text(&reply).contains("Held for you until 10:15"));
    for step in ["accept", "decline"] {
        assert_eq!(all(&html, &format!("button[commandfor={step}][command=show-modal]")).len(), 1);
        let form = all(&html, &format!("dialog#{step} form"));
        assert_eq!(form[0].value().attr("data-call"), Some(format!("POST /api/links/{token}/{step}").as_str()));
    }
    assert!(all(&html, "a[href*='calendar.ics'], dialog#move, dialog#cancel").is_empty());
}

#[tokio::test]
async fn a_wrong_an_ended_and_a_replaced_link_show_the_same_page() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let replaced = token(&salon, &booking.id).await;
    salon.reception().await.post(&format!("/api/bookings/{}/link", booking.id), json!({})).await.ok();
    let ended = token(&salon, &booking.id).await;
    salon.set_clock("2026-11-20T12:00:00+05:30");
    let mut seen = Vec::new();
    for query in [replaced.as_str(), &ended, "made-up", "", "date=2026-11-19", &"A".repeat(7_000)] {
        let reply = page(&salon, query).await;
        assert_eq!(reply.status.as_u16(), 404);
        is_kept_secret(&reply);
        let html = parsed(&reply);
        seen.push(all(&html, "main")[0].html());
    }
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:#?}");
    assert!(seen[0].contains("This link no longer works"));
}
