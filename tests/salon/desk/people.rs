//! Customers, leads and memberships at the desk.

use parlour_money::memberships::Tier;
use parlour_people::customers::Tag;
use parlour_people::leads::Lead;
use parlour_people::leads::status::LeadStatus;
use parlour_storage::table::keys;
use parlour_tests::{Client, TestSalon};
use parlour_values::id::TagId;
use parlour_values::money::Paise;
use parlour_values::role::Role;
use serde_json::json;

use super::seen::{desk, see};
use crate::site::table::as_browser;

async fn manager(salon: &TestSalon) -> Client<'_> {
    as_browser(salon.manager().await)
}

/// A tag with this name, and its id.
async fn tag(manager: &Client<'_>, name: &str) -> TagId {
    let tag = manager.post("/api/tags", json!({ "name": name, "color": "#AA00CC" })).await.created();
    tag["tag"]["id"].as_str().unwrap().into()
}

#[tokio::test]
async fn the_directory_is_searched_sorted_filtered_and_paged_by_its_address() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    let regular = tag(&manager, "Regular").await;
    for number in 0..25_u32 {
        let user = salon.user(&format!("Guest {number:02}"), Role::Customer).await;
        let tags = if number == 7 { vec![regular.clone()] } else { Vec::new() };
        salon.listed_with(&user, None, tags, |profile| profile.total_visits = number).await;
    }
    let first = see(&desk, "/customers").await;
    assert!(first.says("25 customers") && first.says("Page 1 of 2"));
    assert_eq!(first.texts("tbody th a").len(), 20);
    assert_eq!(
        first.choices("Sort by"),
        ["Spent most", "Most visits", "Last visit", "Name", "Most gems", "Most no-shows"]
    );
    let second = see(&desk, "/customers?q=guest&sort=visits&tag=&page=2").await;
    assert_eq!(second.texts("tbody th a"), ["Guest 04", "Guest 03", "Guest 02", "Guest 01", "Guest 00"]);
    assert!(second.has("a[rel=prev][href='/customers?page=1&q=guest&sort=visits']"), "filters stay");
    assert_eq!(see(&desk, "/customers?q=guest+07").await.texts("tbody th a"), ["Guest 07"]);
    assert_eq!(see(&desk, "/customers?tag=regular").await.texts("tbody th a"), ["Guest 07"]);
    assert!(see(&desk, "/customers?q=nobody").await.says("Nobody matches this search."));
    assert!(see(&desk, "/customers?sort=luck").await.says("This cannot be asked for: sort must be one of"));
    // Only a manager makes tags.
    assert!(!first.calls().contains("POST /api/tags"));
    assert!(see(&manager, "/customers").await.calls().contains("POST /api/tags"));
}

#[tokio::test]
async fn a_person_is_on_one_page_with_all_that_is_theirs() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, desk(&salon).await, manager(&salon).await);
    let vip = tag(&manager, "VIP").await;
    tag(&manager, "Allergies").await;
    let user = asha.user.clone().unwrap();
    salon
        .listed_with(&user, None, vec![vip.clone()], |profile| {
            profile.phone = Some("9876543210".parse().unwrap());
            profile.date_of_birth = Some("1990-03-04".parse().unwrap());
            profile.marketing_consent = true;
            profile.booking_requires_approval = true;
        })
        .await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "cash" })).await.ok();
    let note = json!({ "content": "Prefers Meera", "bookingId": booking.id });
    desk.post(&format!("/api/customers/{}/notes", user.id), note).await.created();
    let path = format!("/customers/{}", user.id);
    let page = see(&desk, &path).await;
    for told in [
        "Asha",
        "Needs approval",
        "4 Mar 1990, 36 years old",
        "Prefers Meera",
        "VIP",
        "5 gems",
        "Earned: ",
        "No active membership.",
    ] {
        assert!(page.says(told), "{told}");
    }
    assert!(page.has("a[href='tel:+919876543210']"));
    assert_eq!(page.texts(".figure").iter().take(2).collect::<Vec<_>>(), ["Visits 1", "Spent ₹500"]);
    assert!(page.texts(".notes li").iter().all(|note| note.contains("the visit")), "a note about a visit leads there");
    assert!(page.offers("Remove tag VIP") && page.choices("Add a tag") == ["Allergies"]);
    assert!(page.has(&format!("a[href='/bookings/{}']", booking.id)));
    let calls = page.calls();
    assert!(calls.contains(&format!("POST /api/customers/{}/notes", user.id)));
    assert!(calls.contains(&format!("DELETE /api/customers/{}/tags/{vip}", user.id)));
    // An action that only a manager may do is not shown to the desk.
    let higher = [format!("PATCH /api/customers/{}", user.id), format!("POST /api/customers/{}/merge", user.id)];
    assert!(higher.iter().all(|call| !calls.contains(call)) && !page.offers("Merge"));
    let page = see(&manager, &path).await;
    assert!(higher.iter().all(|call| page.calls().contains(call)) && page.offers("Merge"));
    assert_eq!(desk.get("/customers/nobody").await.status.as_u16(), 404);
}

#[tokio::test]
async fn alerts_stand_on_top_of_every_page_about_a_customer() {
    let salon = TestSalon::open().await;
    let (shop, desk) = (salon.shop().await, desk(&salon).await);
    let asha = salon.customer("Asha Rao").await;
    let alerts = "Allergic to <b>nuts</b>";
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.due = Paise(50_000)).await;
    let known = json!({ "alerts": alerts, "gstin": "29ABCFT0001Q1Z3", "legalName": "Rao Traders", "preferredStaffId": shop.ravi.id });
    desk.patch(&format!("/api/customers/{}/profile", asha.id()), known).await.ok();
    for note in [
        json!({ "content": "6.3 40 g", "kind": "formula" }),
        json!({ "content": "Prefers mornings" }),
        json!({ "content": "PPD: fine", "kind": "patch_test", "pinned": true }),
    ] {
        desk.post(&format!("/api/customers/{}/notes", asha.id()), note).await.created();
    }
    let booking = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "15:00")).await;
    desk.patch(&booking, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let booking = booking.strip_prefix("/api").unwrap();
    let meera = as_browser(salon.signed_in_as(&shop.meera).await);

    let page = see(&desk, &format!("/customers/{}", asha.id())).await;
    let panel = see(&desk, booking).await;
    let checkout = see(&desk, &format!("{booking}/checkout")).await;
    let day = see(&meera, "/me").await;
    for page in [&page, &panel, &checkout, &day] {
        assert_eq!(page.texts(".alerts[role=note]"), [format!("Alerts {alerts}")]);
    }
    assert!(page.says("₹500 due") && panel.says("₹500 due"));
    assert!(page.says("29ABCFT0001Q1Z3") && page.says("Rao Traders") && page.says("to be served by Ravi"));
    let notes = page.texts(".notes li");
    assert!(notes[0].contains("Pinned Patch test PPD: fine") && notes[1].contains("Prefers mornings"), "{notes:?}");
    assert_eq!(page.texts(".formula"), ["6.3 40 g"]);
    assert_eq!(day.texts(".card-notes li"), ["Pinned Patch test PPD: fine", "Formula 6.3 40 g"]);
    // The email they sign in with is not the desk's to change.
    assert!(page.calls().contains(&format!("PATCH /api/customers/{}/profile", asha.id())) && page.offers("Edit"));
    assert!(!page.has("#customer-form [name=email]"));
    for label in
        ["Name", "Phone", "Alerts", "Date of birth", "Gender", "Likes to be served by", "Business name", "GSTIN"]
    {
        page.field(label);
    }
}

#[tokio::test]
async fn a_new_customer_is_written_down_on_a_page_of_its_own() {
    let salon = TestSalon::open().await;
    let desk = desk(&salon).await;
    assert!(see(&desk, "/customers").await.offers("New customer"));
    let page = see(&desk, "/customers/new?name=Meena&phone=9812345688").await;
    assert_eq!(page.calls().into_iter().collect::<Vec<_>>(), ["POST /api/customers"]);
    assert_eq!(page.field("Name").value().attr("value"), Some("Meena"));
    assert_eq!(page.field("Phone").value().attr("value"), Some("9812345688"));
    assert!(page.says("New customer") && page.has("#customer [name=email]"));
}

#[tokio::test]
async fn only_managers_set_a_pin() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    let page = see(&manager, "/me").await;
    assert!(
        page.offers("Set PIN") && page.says("You have none yet.") && page.has("#pin-form [name=pin][type=password]")
    );
    manager.put("/api/me/pin", json!({ "pin": "480217" })).await.ok();
    assert!(see(&manager, "/me").await.says("You have one; a new one takes its place."));
    assert!(!see(&desk, "/me").await.offers("Set PIN"));
}

#[tokio::test]
async fn leads_stand_in_columns_with_the_moves_their_status_allows() {
    let salon = TestSalon::open().await;
    let desk = desk(&salon).await;
    let lead = salon.lead("Nina", None, Some("2026-11-10T10:00:00+05:30")).await;
    desk.post("/api/leads", json!({ "name": "Omar", "phone": "9876543211" })).await.created();
    let won = salon.lead("Pia", None, None).await;
    salon.put(&Lead { status: LeadStatus::Won, ..won }).await;
    let page = see(&desk, "/leads").await;
    assert_eq!(page.texts(".lane h2"), ["New 1", "Contacted 0", "Follow up 1", "Booked 0", "Won 1", "Lost 0"]);
    assert!(page.says("1 waiting too long"));
    assert_eq!(page.texts("[data-status=follow_up] .stale h3"), ["Nina"]);
    assert_eq!(page.texts("[data-status=new] option"), ["Contacted", "Booked", "Lost"]);
    assert_eq!(page.texts("[data-status=follow_up] option"), ["Booked", "Lost"]);
    assert!(page.texts("[data-status=won] form").is_empty(), "won is the end");
    assert!(
        page.calls().contains("POST /api/leads") && page.calls().contains(&format!("PATCH /api/leads/{}", lead.id))
    );
    let one = see(&desk, "/leads?status=won").await;
    assert_eq!(one.texts(".lane h2"), ["Won 1"]);
    assert_eq!(see(&desk, "/leads?status=").await.texts(".lane").len(), 6);
}

#[tokio::test]
async fn a_lead_can_be_called_booked_moved_given_to_somebody_and_noted() {
    let salon = TestSalon::open().await;
    let desk = desk(&salon).await;
    let kiran = salon.user("Kiran", Role::Staff).await;
    let gone = salon.user("Gone", Role::Staff).await;
    salon.put(&parlour_people::auth::User { is_active: false, ..gone }).await;
    salon.user("A customer", Role::Customer).await;
    let lead = salon.lead("Nina & Co", Some(&kiran.id), None).await;
    desk.post(&format!("/api/leads/{}/notes", lead.id), json!({ "content": "Wants a Saturday" })).await.created();
    let page = see(&desk, &format!("/leads/{}", lead.id)).await;
    assert!(page.says("Wants a Saturday") && page.says("Assigned to Kiran") && page.offers("Call"));
    assert!(page.has("a[href='tel:+919876543210']"));
    let book = format!("/bookings/new?name=Nina%20%26%20Co&phone=%2B919876543210&lead={}", lead.id);
    assert!(page.all("main a").iter().any(|link| link.value().attr("href") == Some(&book)), "{book}");
    assert_eq!(page.choices("Move to"), ["Booked", "Lost"]);
    let names = page.choices("Assign to");
    assert!(names.contains(&"Kiran".to_owned()) && !names.contains(&"Gone".to_owned()), "{names:?}");
    assert!(!names.contains(&"A customer".to_owned()));
    assert_eq!(desk.get("/leads/nobody").await.status.as_u16(), 404);
}

#[tokio::test]
async fn memberships_are_listed_sold_and_their_tiers_kept_by_managers() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    let gold = salon.tier("Gold").await;
    let old = salon.tier("Old").await;
    salon.put(&Tier { is_active: false, ..old }).await;
    let asha = salon.customer("Asha").await;
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let empty = see(&desk, "/memberships").await;
    assert!(empty.says("No memberships yet.") && empty.offers("Sell membership"));
    assert_eq!(empty.choices("Tier"), ["Any", "Gold"], "what is not sold any more is a manager's matter");
    assert!(empty.calls().contains("POST /api/memberships"));
    let sale = json!({
        "customerId": asha.id(), "tierId": gold.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 365, "paymentMethod": "card",
    });
    let sold = desk.post("/api/memberships", sale).await.created();
    let page = see(&desk, "/memberships?status=active&tier=").await;
    assert_eq!(page.texts("tbody th a"), [sold["membership"]["membershipNumber"].as_str().unwrap()]);
    assert!(page.says("10 h of 10 h") && page.says("₹20,000") && page.says("Active"));
    assert!(see(&desk, "/memberships?status=cancelled").await.says("No membership matches."));

    let own = see(&manager, "/memberships").await;
    assert!(own.says("Not on sale") && own.offers("Edit Gold") && own.offers("Deactivate Gold"));
    let tier = format!("/api/membership-tiers/{}", gold.id);
    for call in [format!("PATCH {tier}"), format!("DELETE {tier}"), "POST /api/membership-tiers".to_owned()] {
        assert!(own.calls().contains(&call), "{call}");
        assert!(!page.calls().contains(&call), "{call} is a manager's");
    }
}

#[tokio::test]
async fn minutes_are_used_from_a_membership_until_it_ends() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    let (_, membership) = salon.member("Asha", "2027-03-01").await;
    let path = format!("/memberships/{}", membership.id);
    let page = see(&desk, &path).await;
    assert!(page.offers("Use minutes") && !page.offers("Cancel") && page.says("No minutes used yet."));
    assert_eq!(page.choices("Service"), ["Massage", "Facial"], "spa services only");
    let api = format!("/api/memberships/{}", membership.id);
    let lines =
        json!({ "services": [{ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": 90 }] });
    desk.post(&format!("{api}/sessions"), lines).await.created();
    let used = see(&manager, &path).await;
    assert!(used.says("8 h 30 min of 10 h left") && used.says("Massage with Meera, 1 h 30 min"));
    assert!(used.has("#cancel [data-for='cancel-reason'][data-preset='']"));
    assert!(used.texts("#cancel .ask-about")[0].starts_with("Asha , "));
    assert!(used.offers("Cancel") && used.calls().contains(&format!("POST {api}/cancel")));
    manager.post(&format!("{api}/cancel"), json!({ "reason": "Moved away" })).await.ok();
    let ended = see(&manager, &path).await;
    assert!(ended.says("Cancelled") && ended.says("Moved away"));
    assert!(!ended.offers("Use minutes") && !ended.offers("Cancel"));
    assert_eq!(desk.get("/memberships/nothing").await.status.as_u16(), 404);
}

#[tokio::test]
async fn a_tag_is_kept_as_it_was_made() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (desk(&salon).await, manager(&salon).await);
    let vip = tag(&manager, "VIP").await;
    let kept = salon.stored::<Tag>(&keys::tag(&vip)).await.unwrap().record;
    let page = see(&desk, "/customers").await;
    assert_eq!(page.choices("Tag"), ["Any tag", kept.name.as_str()]);
    assert!(page.has("circle[fill='#AA00CC']") && page.has("a[href='/customers?tag=vip']"));
}
