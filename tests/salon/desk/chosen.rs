//! What a page of the desk has chosen already: the people of a visit, the branch, the lead that books.

use parlour_people::auth::User;
use parlour_people::leads::Lead;
use parlour_people::leads::status::LeadStatus;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

use super::seen::{Seen, desk, see};
use crate::site::table::as_browser;

const DAY: &str = "2026-11-17";

/// A cut by Meera and a colour by Ravi, both at noon; the path of its page.
async fn side_by_side(desk: &Client<'_>, shop: &Shop) -> String {
    let by = |service: &Value, staff: &Value| json!({ "serviceId": service, "staffId": staff, "startTime": "12:00" });
    let services = [by(&json!(shop.cut.id), &json!(shop.meera.id)), by(&json!(shop.colour.id), &json!(shop.ravi.id))];
    let walk_in = json!({
        "customer": { "name": "Asha", "phone": "9811111111" }, "branchId": shop.open.id, "serviceType": "salon",
        "bookingDate": DAY, "services": services,
    });
    let booked = desk.post("/api/bookings", walk_in).await.created();
    format!("/bookings/{}", booked["booking"]["id"].as_str().unwrap())
}

fn chosen(page: &Seen, select: &str) -> Vec<String> {
    page.texts(&format!("[id='{select}'] option[selected]"))
}

#[tokio::test]
async fn a_visit_of_two_keeps_both_when_it_moves_and_is_assigned_service_by_service() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = desk(&salon).await;
    let path = side_by_side(&desk, &shop).await;
    let page = see(&desk, &path).await;
    assert!(page.says("with Meera and Ravi"), "neither follows the other");
    assert_eq!(chosen(&page, "move-staffId"), [] as [&str; 0]);
    assert_eq!(page.texts("#move-staffId > option"), ["Whoever has it now"]);
    // Each service has its own person and stays where it is.
    assert_eq!(chosen(&page, "assign-services.0.staffId"), ["Meera"]);
    assert_eq!(chosen(&page, "assign-services.1.staffId"), ["Ravi"]);
    assert!(!page.has("#assign [name=staffId]"));
    let sent = page.all("#assign input[type=hidden]");
    let sent: Vec<(&str, &str)> = sent
        .iter()
        .map(|input| (input.value().attr("name").unwrap(), input.value().attr("value").unwrap()))
        .filter(|(name, _)| name.ends_with("startTime"))
        .collect();
    assert_eq!(sent, [("services.0.startTime", "12:00"), ("services.1.startTime", "12:00")]);

    // As the form sends it.
    let moved = json!({ "bookingDate": DAY, "startTime": "16:00", "notify": true });
    let moved = desk.post(&format!("/api{path}/reschedule"), moved).await.ok()["booking"].clone();
    for (service, staff) in moved["services"].as_array().unwrap().iter().zip([&shop.meera.id, &shop.ravi.id]) {
        assert_eq!((&service["startTime"], &service["staffId"]), (&json!("16:00:00"), &json!(staff)));
    }
    let list = see(&desk, &format!("/bookings?date={DAY}")).await;
    assert!(list.texts(".booking-rows td").contains(&"Meera, Ravi".to_owned()));
}

#[tokio::test]
async fn a_visit_of_one_is_moved_with_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, desk(&salon).await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let page = see(&desk, &format!("/bookings/{}", booking.id)).await;
    assert_eq!(chosen(&page, "move-staffId"), ["Meera"]);
    assert_eq!(chosen(&page, "assign-staffId"), ["Meera"]);
}

#[tokio::test]
async fn every_page_of_one_branch_begins_with_ones_own() {
    let (salon, shop) = TestSalon::with_shop().await;
    let user = salon.user("Maya", Role::Manager).await;
    let placed = User { branch_ids: vec![shop.staffed.id.clone()], ..user };
    salon.put(&placed).await;
    let person = as_browser(salon.signed_in(&placed, App::Admin).await);
    let own = shop.staffed.id.as_str();
    for (path, field) in [
        ("/", "branch"),
        ("/bookings/new", "branchId"),
        ("/waitlist", "branchId"),
        ("/sales/new", "branch"),
        ("/drawer", "branchId"),
        ("/schedule", "branch"),
    ] {
        let page = see(&person, path).await;
        assert!(page.has(&format!("main select[name={field}] option[selected][value='{own}']")), "{path}");
    }
    let billing = see(&person, "/billing").await;
    assert!(billing.has(&format!("#takings-branchId option[selected][value='{own}']")));
    let board = see(&person, "/").await;
    assert!(board.has(&format!("#cols[data-walk-in*='{own}']")));
}

#[tokio::test]
async fn pages_of_one_branch_say_that_there_is_none_yet() {
    let salon = TestSalon::open().await;
    let owner = as_browser(salon.person("Olga", Role::Owner).await);
    for path in ["/", "/waitlist", "/sales/new", "/billing", "/drawer", "/schedule"] {
        let page = see(&owner, path).await;
        assert!(page.says("There is no branch yet") && page.offers("Add a branch"), "{path}");
    }
}

#[tokio::test]
async fn a_lead_that_books_at_the_desk_is_converted() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = desk(&salon).await;
    let lead = salon.lead("Ravi", None, None).await;
    let page = see(&desk, &format!("/leads/{}", lead.id)).await;
    let links = page.all("main a[href^='/bookings/new']");
    let book = links[0].value().attr("href").unwrap();
    let form = see(&desk, book).await;
    assert!(form.has(&format!("#walk-in-form input[name=leadId][value='{}']", lead.id)));

    let walk_in = |lead: &str, start: &str| {
        json!({
            "customer": { "name": "Ravi", "phone": "9876543210" }, "branchId": shop.open.id, "serviceType": "salon",
            "bookingDate": DAY, "startTime": start, "serviceIds": [shop.cut.id], "staffId": shop.meera.id,
            "leadId": lead,
        })
    };
    let booked =
        desk.post("/api/bookings", walk_in(lead.id.as_str(), "12:00")).await.created()["booking"]["id"].clone();
    let converted = salon.salon.table.get::<Lead>(&keys::lead(&lead.id)).await.unwrap().unwrap();
    assert_eq!(json!(converted.converted_booking_id), booked);
    assert_eq!(converted.status, LeadStatus::Booked);
    // One that does not exist is ignored.
    desk.post("/api/bookings", walk_in("nobody", "15:00")).await.created();
}
