//! Notifications, integrations, logs, branding, search, and the frame around them.

use parlour_booking::bookings::status::BookingStatus;
use parlour_settings::App;
use parlour_tests::{TestSalon, browser};
use parlour_values::role::Role;
use serde_json::json;

use super::reports::words;
use crate::site::table::{all, as_browser, notify, parsed, text};

#[tokio::test]
async fn the_navigation_shows_what_the_role_may_use() {
    let salon = TestSalon::open().await;
    for (role, names) in [
        (Role::Staff, vec!["My days", "Notifications"]),
        (
            Role::Receptionist,
            vec![
                "Day board",
                "My days",
                "Bookings",
                "Waitlist",
                "New sale",
                "Billing",
                "Drawer",
                "Customers",
                "Leads",
                "Memberships",
                "Products",
                "Notifications",
            ],
        ),
    ] {
        let person = as_browser(salon.person("Reena", role).await);
        let page = parsed(&person.get("/notifications").await);
        assert_eq!(words(&page, ".side-nav a"), names, "{role}");
        assert_eq!(words(&page, ".side-nav a[aria-current=page]"), ["Notifications"]);
        let walk_in = all(&page, "a[href='/bookings/new']").len();
        assert_eq!(walk_in, usize::from(role == Role::Receptionist));
    }
    let developer = as_browser(salon.person("Dev", Role::Developer).await);
    assert_eq!(words(&parsed(&developer.get("/notifications").await), ".side-nav a").len(), 28);
}

#[tokio::test]
async fn notifications_are_read_and_pushes_are_switched_on_at_the_desk() {
    let salon = TestSalon::open().await;
    let reena = as_browser(salon.reception().await);
    notify(&salon, &reena.id()).await;
    let page = parsed(&reena.get("/notifications").await);
    assert_eq!(words(&page, "form[data-call='PATCH /api/notifications'] button"), ["Mark all as read"]);
    assert_eq!(all(&page, ".feed-item.unread").len(), 1);
    assert_eq!(words(&page, "[data-push] button"), ["Turn on notifications", "Turn off notifications"]);
    reena.patch("/api/notifications", json!({})).await.ok();
    let page = parsed(&reena.get("/notifications").await);
    assert!(all(&page, "form[data-call='PATCH /api/notifications']").is_empty());

    reena.post("/api/push/subscribe", browser("reena")).await.created();
    let endpoint = json!({ "endpoint": browser("reena")["endpoint"] });
    assert_eq!(reena.delete_with("/api/push/subscribe", endpoint).await.ok(), json!({ "ok": true }));
    let customer = salon.user("Asha", Role::Customer).await;
    let customer = salon.signed_in(&customer, App::Admin).await;
    customer.post("/api/push/subscribe", browser("asha")).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn the_desk_can_be_installed() {
    let salon = TestSalon::open().await;
    let manifest = salon.anyone(App::Admin).get("/manifest.webmanifest").await;
    assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
    assert_eq!(manifest.json()["name"], "Parlour desk");
    let script = text(&salon.anyone(App::Admin).get("/sw.js").await);
    let files = script.split("FILES = ").nth(1).unwrap().split(';').next().unwrap();
    for file in serde_json::from_str::<Vec<String>>(files).unwrap() {
        let reply = as_browser(salon.anyone(App::Admin)).get(&file).await;
        assert_eq!(reply.status.as_u16(), 200, "{file}");
    }
}

#[tokio::test]
async fn integrations_say_how_they_stand_and_can_be_tested() {
    let salon = TestSalon::with_settings(&[("VAPID_PRIVATE_KEY", "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw")]).await;
    let developer = as_browser(salon.person("Dev", Role::Developer).await);
    let page = parsed(&developer.get("/integrations").await);
    let cards = words(&page, ".integration");
    assert_eq!(cards.len(), 7);
    assert!(cards[1].starts_with("Push Configured"), "{}", cards[1]);
    assert!(cards[3].starts_with("Team chat Not configured"), "{}", cards[3]);
    assert_eq!(all(&page, "form[data-call='POST /api/integrations/chat/test'] button[type=submit]").len(), 1);
}

#[tokio::test]
async fn the_audit_log_is_filtered_and_paged() {
    let salon = TestSalon::open().await;
    salon.add_audit_entries(60).await;
    let developer = as_browser(salon.person("Dev", Role::Developer).await);
    let first = parsed(&developer.get("/logs?log=audit&entityType=staff&entityId=ravi&from=&to=").await);
    assert_eq!(all(&first, "tbody tr").len(), 50);
    let older = all(&first, "a[rel=next]")[0].value().attr("href").unwrap();
    assert!(older.contains("entityId=ravi"), "{older}");
    assert_eq!(all(&parsed(&developer.get(older).await), "tbody tr").len(), 10);
    let none = developer.get("/logs?entityType=staff&entityId=nobody").await;
    assert!(text(&none).contains("Nothing was changed in these days."));
    let wrong = developer.get("/logs?from=2026-11-20&to=2026-11-10").await;
    assert!(text(&wrong).contains("The last day lies before the first: please change one."));
}

#[tokio::test]
async fn the_audit_page_shows_amounts_and_verifies_the_days_it_is_asked_for() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    manager.patch(&format!("/api/services/{}", shop.cut.id), json!({ "pricePaise": 65_000 })).await.ok();
    salon.seal().await;
    let developer = as_browser(salon.person("Dev", Role::Developer).await);
    let page = parsed(&developer.get("/logs?log=audit").await);
    assert!(
        words(&page, "tbody tr").iter().any(|row| row.contains("Price: ₹500 → ₹650")),
        "{:?}",
        words(&page, "tbody tr")
    );
    assert_eq!(all(&page, "button[name=verify]").len(), 1);
    assert!(all(&page, "#verified").is_empty());
    let verified = parsed(&developer.get("/logs?log=audit&verify=yes&from=2026-11-16&to=2026-11-16").await);
    let said = words(&verified, "section[aria-labelledby=verified]").join(" ");
    assert!(said.contains("As it was sealed") && !said.contains("This is not all"), "{said}");
    // Years are not verified at one go, and the page says so.
    let verified = parsed(&developer.get("/logs?log=audit&verify=yes&from=2025-01-01").await);
    let said = words(&verified, "section[aria-labelledby=verified]").join(" ");
    assert!(said.contains("This is not all"), "{said}");
    let next = all(&verified, "section[aria-labelledby=verified] a")[0].value().attr("href").unwrap();
    assert!(next.contains("from=2026-01-03") && next.contains("verify=yes"), "{next}");
}

#[tokio::test]
async fn jobs_and_notifications_have_their_logs() {
    let salon = TestSalon::open().await;
    let developer = as_browser(salon.person("Dev", Role::Developer).await);
    assert!(text(&developer.get("/logs?log=jobs").await).contains("No job has run yet."));
    salon.job("session-cleanup", json!({})).await;
    let page = parsed(&developer.get("/logs?log=jobs").await);
    assert!(words(&page, "tbody tr")[0].contains("session-cleanup Succeeded"));
    let page = developer.get("/logs?log=notifications&status=sent").await;
    assert!(text(&page).contains("None is sent this month or last."));
}

#[tokio::test]
async fn the_branding_is_edited_and_an_emptied_field_is_cleared() {
    let salon = TestSalon::open().await;
    let owner = as_browser(salon.owner().await);
    owner
        .patch("/api/branding", json!({ "name": "Saffron Room", "tagline": "Slow hours", "accentColor": "#B4531A" }))
        .await
        .ok();
    let page = parsed(&owner.get("/branding").await);
    let value = |name: &str| {
        all(&page, &format!("form[data-call='PATCH /api/branding'] [name={name}]"))[0]
            .value()
            .attr("value")
            .map(str::to_owned)
    };
    assert_eq!(value("name").as_deref(), Some("Saffron Room"));
    assert_eq!(value("accentColor").as_deref(), Some("#b4531a"));
    for name in ["tagline", "logoUrl", "phone", "email", "address", "website", "instagram"] {
        let field = all(&page, &format!("[name={name}]"))[0];
        assert_eq!(field.value().attr("data-empty"), Some("null"), "{name}");
    }
    assert!(words(&page, "#preview").join(" ").contains("Slow hours"));
}

#[tokio::test]
async fn whoever_owns_the_salon_can_take_along_every_kind_in_each_format() {
    let salon = TestSalon::open().await;
    let owner = as_browser(salon.owner().await);
    let page = parsed(&owner.get("/exports").await);
    let choices = |name: &str| -> Vec<String> {
        let options = all(&page, &format!("select[name={name}] option"));
        options.iter().map(|option| option.value().attr("value").unwrap().to_owned()).collect()
    };
    let kinds = choices("kind");
    assert_eq!((kinds.len(), choices("format")), (10, vec!["csv".to_owned(), "ndjson".to_owned()]));
    for kind in kinds {
        for format in choices("format") {
            let file = owner.get(&format!("/api/exports/{kind}?format={format}")).await;
            assert_eq!(file.status.as_u16(), 200, "{kind} as {format}");
        }
    }
    assert_eq!(words(&page, "[data-export-form] button"), ["Download", "Go on", "Stop"]);
    // Of these, one is there while nothing has begun.
    assert_eq!(all(&page, "[data-export-form] button:not([hidden])").len(), 1);
}

#[tokio::test]
async fn customers_bookings_and_pages_are_found() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.phone = Some("9876543210".parse().unwrap())).await;
    let booked = asha.book(shop.request(&shop.open, &[&shop.cut], "2027-01-12", "12:00")).await;
    let desk = as_browser(salon.reception().await);
    let booking = desk.get(&booked).await.ok()["booking"].clone();
    let number = booking["bookingNumber"].as_str().unwrap().to_owned();
    let found = async |text: &str| {
        let page = parsed(&desk.get(&format!("/search?q={}", text.replace(' ', "%20"))).await);
        all(&page, "#search-results a")
            .iter()
            .map(|link| link.value().attr("href").unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let customer = format!("/customers/{}", asha.id());
    assert_eq!(found("asha r").await, [customer.as_str()]);
    assert_eq!(found("98765").await, [customer.as_str()]);
    assert_eq!(found(&number).await, [booked.trim_start_matches("/api")]);
    assert_eq!(found(&number.to_lowercase()).await, [booked.trim_start_matches("/api")]);
    assert_eq!(found("member").await, ["/memberships"]);
    assert!(found("BK-BLR-2611-H-99999").await.is_empty());

    let user = asha.user.clone().unwrap();
    let today = salon.booked(&shop, &user, "2026-11-16", "12:00", BookingStatus::Confirmed).await;
    let part = today.number.rsplit('-').next().unwrap();
    assert_eq!(found(part).await, [format!("/bookings/{}", today.id)]);

    let staff = as_browser(salon.person("Meera", Role::Staff).await);
    let page = parsed(&staff.get("/search?q=asha").await);
    assert!(all(&page, "#search-results a").is_empty(), "not for staff");
    assert_eq!(all(&page, "dialog#search-box form[action='/search'] input[name=q]").len(), 1);
}
