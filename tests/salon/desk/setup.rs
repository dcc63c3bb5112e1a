//! The set-up pages: what they show, what their forms send, and for whom.

use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_setup::catalogue::Service;
use parlour_tests::{Client, TestSalon};
use parlour_values::role::Role;
use scraper::{ElementRef, Html};
use serde_json::json;

use crate::site::table::{HOSTILE, all, as_browser, parsed};

pub(super) async fn page(client: &Client<'_>, path: &str) -> Html {
    let reply = client.get(path).await;
    assert_eq!(reply.status.as_u16(), 200, "{path}");
    parsed(&reply)
}

fn one<'a>(page: &'a Html, selector: &str) -> ElementRef<'a> {
    let found = all(page, selector);
    assert_eq!(found.len(), 1, "{selector}");
    found[0]
}

pub(super) fn words(page: &Html, selector: &str) -> String {
    let text: String = all(page, selector).into_iter().flat_map(|element| element.text()).collect::<Vec<_>>().join(" ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn calls(page: &Html) -> Vec<&str> {
    all(page, "main form[data-call]").iter().map(|form| form.value().attr("data-call").unwrap()).collect()
}

/// The names that a form sends, each once.
fn names(page: &Html, form: &str) -> Vec<String> {
    let controls = all(page, &format!("#{form} [name]"));
    let sent = controls.iter().map(|control| control.value().attr("data-as").or(control.value().attr("name")).unwrap());
    let mut names: Vec<String> = sent.filter(|name| !name.is_empty()).map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

#[tokio::test]
async fn an_offers_form_takes_everything_the_api_takes() {
    let (salon, shop) = TestSalon::with_shop().await;
    let offer = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    salon.put(&Offer { name: HOSTILE.to_owned(), ..offer.clone() }).await;
    let manager = as_browser(salon.manager().await);
    let new = page(&manager, "/offers/new").await;
    let taken = [
        "comboPricePaise",
        "description",
        "discountAmountPaise",
        "discountPercentage",
        "endDate",
        "name",
        "offerType",
        "serviceIds",
        "startDate",
        "terms",
        "translations.hi.description",
        "translations.hi.name",
    ];
    assert_eq!(names(&new, "offer"), taken);
    assert_eq!(one(&new, "#offer").value().attr("data-then"), Some("/offers/{offer.id}"));
    let edit = page(&manager, &format!("/offers/{}", offer.id)).await;
    assert!(names(&edit, "offer").contains(&"isActive".to_owned()));
    assert!(words(&edit, "h1").contains(HOSTILE));
    assert_eq!(all(&edit, "[name=serviceIds][checked]").len(), 1);
}

#[tokio::test]
async fn offers_say_what_they_save_and_how_they_stand() {
    let (salon, shop) = TestSalon::with_shop().await;
    for (kind, amount) in [(OfferType::Percentage, 20), (OfferType::Flat, 50_000), (OfferType::ComboPrice, 249_950)] {
        salon.offer(kind, amount, &[&shop.cut]).await;
    }
    let manager = as_browser(salon.manager().await);
    let ended = json!({ "isActive": false });
    let offers = manager.get("/api/offers").await.ok();
    let first = offers["offers"].as_array().unwrap().iter().find(|offer| offer["offerType"] == "flat").unwrap();
    manager.patch(&format!("/api/offers/{}", first["id"].as_str().unwrap()), ended).await.ok();
    let list = page(&manager, "/offers").await;
    let text = words(&list, "main");
    for told in ["20% off", "₹500 off", "₹2,499.50 together", "Running", "Switched off", "Mon 16 Nov to Mon 23 Nov"]
    {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[tokio::test]
async fn the_menu_is_in_order_and_its_order_is_sent_as_it_stands() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let order = json!({ "ids": [shop.colour.id, shop.cut.id, shop.facial.id, shop.massage.id] });
    manager.put("/api/services/order", order).await.ok();
    let menu = page(&manager, "/services").await;
    let lines: Vec<&str> =
        all(&menu, "#order [name=ids]").iter().map(|line| line.value().attr("value").unwrap()).collect();
    assert_eq!(lines, [&shop.colour.id, &shop.cut.id, &shop.facial.id, &shop.massage.id].map(|id| id.as_str()));
    assert_eq!(one(&menu, "#order").value().attr("data-call"), Some("PUT /api/services/order"));
    let buttons = all(&menu, "[data-move]");
    assert_eq!(buttons[0].value().attr("aria-label"), Some("Move Colour up"));

    // A filtered list cannot be put in order: the rest would end up behind it.
    let some = page(&manager, "/services?q=MASS&serviceType=spa&isActive=true&categoryId=").await;
    assert!(words(&some, ".menu-lines").contains("Massage") && !words(&some, ".menu-lines").contains("Facial"));
    assert!(all(&some, "[data-order], [data-move], .save-order").is_empty());
    assert!(words(&page(&manager, "/services?q=nothing").await, "main").contains("No service matches."));
}

#[tokio::test]
async fn a_services_form_takes_everything_the_api_takes_and_shows_rupees() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let taken = [
        "bufferMinutes",
        "categoryId",
        "description",
        "displayOrder",
        "durationMinutes",
        "finishMinutes",
        "gemsCatalogueOrder",
        "gemsRedeemable",
        "gemsRequired",
        "gstRateBps",
        "imageUrl",
        "isActive",
        "name",
        "needs",
        "needsApproval",
        "pricePaise",
        "processingMinutes",
        "sacCode",
        "slug",
        "translations.hi.description",
        "translations.hi.name",
    ];
    assert_eq!(names(&page(&manager, "/services/new").await, "service"), taken);
    let path = format!("/services/{}", shop.cut.id);
    let edit = page(&manager, &path).await;
    assert_eq!(one(&edit, "#pricePaise").value().attr("value"), Some("500"));
    assert_eq!(calls(&edit), [format!("PATCH /api{path}"), format!("DELETE /api{path}")]);
    manager.delete(&format!("/api{path}")).await.ok();
    let off = page(&manager, &path).await;
    assert!(all(&off, "#deactivate").is_empty() && all(&off, "#isActive").len() == 1);
    assert_eq!(manager.get("/services/nothing").await.status.as_u16(), 404);
}

#[tokio::test]
async fn categories_are_changed_in_dialogs_of_their_own() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let list = page(&manager, "/services/categories").await;
    let (new, edit) = ("#category", format!("#edit-{}-form", shop.hair.id));
    for form in [new, &edit] {
        for name in ["name", "serviceType", "description", "slug", "displayOrder"] {
            assert_eq!(all(&list, &format!("{form} [name={name}]")).len(), 1, "{form} {name}");
        }
    }
    let path = format!("/api/services/categories/{}", shop.hair.id);
    assert!(calls(&list).contains(&format!("DELETE {path}").as_str()));
}

#[tokio::test]
async fn many_services_are_ticked_by_category() {
    let (salon, shop) = TestSalon::with_shop().await;
    for number in 0..30 {
        let service: Service = salon.service(&shop.hair, &format!("Treatment {number}"), 10_000, 30, 0).await;
        assert!(service.is_active);
    }
    let manager = as_browser(salon.manager().await);
    let member = page(&manager, &format!("/staff/{}", shop.ravi.id)).await;
    assert_eq!(all(&member, "#staff .ticks [role=group]").len(), 2);
    assert_eq!(all(&member, "#staff input[type=checkbox][name=serviceIds]").len(), 34);
    assert_eq!(all(&member, "#staff input[type=checkbox][name=serviceIds][checked]").len(), 2);
    // Nothing ticked is an empty list, not a missing one.
    assert_eq!(all(&member, "#staff input[type=hidden][name=serviceIds][data-list]").len(), 1);
    assert_eq!(names(&member, "staff"), ["branchIds", "displayName", "imageUrl", "joinedOn", "name", "serviceIds"]);
    assert_eq!(
        names(&page(&manager, "/staff/new").await, "staff"),
        ["branchIds", "displayName", "email", "imageUrl", "joinedOn", "name", "serviceIds"]
    );
}

#[tokio::test]
async fn a_member_has_a_week_and_somebody_else_takes_over_when_they_leave() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = as_browser(salon.manager().await);
    let path = format!("/staff/{}", shop.meera.id);
    let member = page(&manager, &path).await;
    assert!(words(&member, "main").contains("No week is set"));
    assert_eq!(all(&member, "#week [data-parts=shifts] li:not([data-spare])").len(), 7);
    let weekly = format!("/api/schedule/staff/{}/weekly", shop.meera.id);
    assert_eq!(one(&member, "#week").value().attr("data-call"), Some(format!("PUT {weekly}").as_str()));
    let tuesday = json!({ "weekday": 2, "shifts": [{ "start": "10:00", "end": "14:00" }, { "start": "15:00", "end": "18:00" }],
        "breaks": [{ "start": "12:00", "end": "12:30" }] });
    manager.put(&weekly, json!({ "effectiveFrom": "2026-11-16", "days": [tuesday] })).await.ok();
    let member = page(&manager, &path).await;
    assert!(words(&member, "main").contains("In force since Mon 16 Nov."));
    assert_eq!(all(&member, "#week [data-parts=shifts] li:not([data-spare])").len(), 2);
    assert_eq!(one(&member, "#days-1-shifts-1-start").value().attr("value"), Some("15:00"));
    assert_eq!(one(&member, "#days-1-breaks-0-end").value().attr("value"), Some("12:30"));
    assert!(one(&member, "#days-0-off").value().attr("checked").is_some());
    let takes_over = words(&member, "#reassignToStaffId");
    assert!(takes_over.contains("Ravi") && !takes_over.contains("Meera"));
    manager.post(&format!("/api{path}/deactivate"), json!({})).await.ok();
    let gone = page(&manager, &path).await;
    assert!(words(&gone, "main").contains("Deactivated") && all(&gone, "#deactivate").is_empty());
    let active = page(&manager, "/staff?isActive=true&branchId=&serviceId=").await;
    assert!(words(&active, "tbody").contains("Ravi") && !words(&active, "tbody").contains("Meera"));
}

#[tokio::test]
async fn a_branch_has_details_and_settings() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = as_browser(salon.owner().await);
    let fields = [
        "address",
        "closeTime",
        "code",
        "gstin",
        "isPrimary",
        "name",
        "number",
        "openTime",
        "phone",
        "stateCode",
        "status",
        "translations.hi.name",
    ];
    assert_eq!(names(&page(&owner, "/branches/new").await, "branch"), fields);
    let edit = page(&owner, &format!("/branches/{}", shop.staffed.id)).await;
    assert_eq!(names(&edit, "branch"), fields);
    assert_eq!(
        names(&edit, "settings"),
        [
            "changeWindowMinutes",
            "confirmation",
            "deskDiscountBps",
            "horizonDays",
            "leadMinutes",
            "maxReschedules",
            "requireDrawer",
            "roundToRupee",
            "slotPolicy",
            "strictStock",
            "upiId"
        ]
    );
    assert_eq!(one(&edit, "#phone").value().attr("data-empty"), Some("null"));
    assert_eq!(
        one(&edit, "#hours").value().attr("data-call"),
        Some(&*format!("PATCH /api/branches/{}", shop.staffed.id))
    );
    assert_eq!(all(&edit, "#hours [data-day-state]").len(), 7);
    assert!(one(&edit, "#slotPolicy-staffed").value().attr("checked").is_some());
    // The primary branch stays so until another one is.
    let primary = page(&owner, &format!("/branches/{}", shop.open.id)).await;
    assert!(all(&primary, "[name=isPrimary]").is_empty() && words(&primary, "main").contains("Primary branch"));
    assert!(words(&page(&owner, "/branches").await, "main").contains("Only when somebody is free"));
}

#[tokio::test]
async fn a_branch_shows_its_rooms_with_what_can_be_done_about_each() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = as_browser(salon.owner().await);
    let path = format!("/branches/{}", shop.staffed.id);
    assert!(words(&page(&owner, &path).await, "[aria-labelledby=rooms-title]").contains("None yet"));
    let room = |name: &str, capacity: u32| {
        let group = "massage room";
        json!({ "branchId": shop.staffed.id, "name": name, "group": group, "capacity": capacity, "turnaroundMinutes": 10 })
    };
    let mut ids = Vec::new();
    for (name, capacity) in [("Lotus", 1), ("Couple’s room", 2)] {
        let made = owner.post("/api/resources", room(name, capacity)).await.created();
        ids.push(made["resource"]["id"].as_str().unwrap().to_owned());
    }
    owner.delete(&format!("/api/resources/{}", ids[1])).await.ok();
    let edit = page(&owner, &path).await;
    assert_eq!(
        words(&edit, "[aria-labelledby=rooms-title] .plain-rows > li > div:first-child"),
        "Couple’s room Not in use massage room 2 bookings at a time, 10 min to make it ready \
         Lotus massage room One booking at a time, 10 min to make it ready"
    );
    let fields = ["branchId", "capacity", "group", "name", "turnaroundMinutes"];
    assert_eq!(names(&edit, "room-new-form"), fields);
    assert_eq!(
        names(&edit, &format!("room-{}-form", ids[0])),
        ["capacity", "group", "isActive", "name", "turnaroundMinutes"]
    );
    let calls = calls(&edit);
    assert!(calls.contains(&format!("DELETE /api/resources/{}", ids[0]).as_str()), "{calls:?}");
    assert!(
        !calls.contains(&format!("DELETE /api/resources/{}", ids[1]).as_str()),
        "one given up is not given up again"
    );
}

#[tokio::test]
async fn users_are_the_team_unless_asked_otherwise() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let asha = salon.user("Asha Rao", Role::Customer).await;
    let reena = salon.user("Reena Desk", Role::Receptionist).await;
    let owner = as_browser(salon.owner().await);
    let invite = json!({ "email": "new@example.test", "role": "manager" });
    let invite = owner.post("/api/users/invites", invite).await.created()["invite"]["id"].as_str().unwrap().to_owned();
    let team = page(&owner, "/users").await;
    assert!(words(&team, "tbody").contains("Reena Desk") && !words(&team, "tbody").contains("Asha Rao"));
    assert!(words(&team, "tbody").contains("new@example.test"));
    assert_eq!(calls(&team), [format!("DELETE /api/users/invites/{invite}"), "POST /api/users/invites".to_owned()]);
    assert!(!words(&team, "#invite-role").contains("Developer"), "nobody gives a role above their own");
    let customers = page(&owner, "/users?role=customer&q=asha").await;
    assert!(words(&customers, "tbody").contains("Asha Rao") && !words(&customers, "tbody").contains("Reena Desk"));

    let edit = page(&owner, &format!("/users/{}", reena.id)).await;
    assert_eq!(names(&edit, "user"), ["branchIds", "isActive", "role"]);
    assert!(calls(&edit).contains(&format!("DELETE /api/users/{}/sessions", reena.id).as_str()));
    let own = page(&owner, &format!("/users/{}", owner.id())).await;
    assert_eq!(names(&own, "user"), ["branchIds"]);
    let above = salon.user("Dev", Role::Developer).await;
    assert!(all(&page(&owner, &format!("/users/{}", above.id)).await, "#user").is_empty());
    assert_eq!(owner.get(&format!("/users/{}", asha.id)).await.status.as_u16(), 200);
}
