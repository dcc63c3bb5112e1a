//! The effect on people of leaving and coming back, and of taking things off the menu or clearing a field.

use parlour_money::offers::rules::OfferType;
use parlour_people::auth::User;
use parlour_people::leads::Lead;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::{Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

async fn role_of(salon: &TestSalon, user: &User) -> Role {
    salon.stored::<User>(&keys::user(&user.id)).await.unwrap().role
}

#[tokio::test]
async fn somebody_who_comes_back_has_the_role_of_staff_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let user = salon.user_of(&shop.meera, Role::Staff).await;
    let path = format!("/api/staff/{}", shop.meera.id);
    manager.post(&format!("{path}/deactivate"), json!({})).await.ok();
    assert_eq!(role_of(&salon, &user).await, Role::Customer);
    let back = manager.patch(&path, json!({ "isActive": true })).await.ok();
    assert_eq!(back["staff"]["isActive"], true);
    assert_eq!(role_of(&salon, &user).await, Role::Staff);
    salon.set_clock("2026-11-16T10:05:00+05:30");
    salon.signed_in(&user, App::Admin).await.get("/api/me").await.ok();
}

#[tokio::test]
async fn a_branch_is_not_taken_from_somebody_with_bookings_there() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let booking = asha.book(shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00")).await;
    desk.patch(&booking, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let path = format!("/api/staff/{}", shop.meera.id);
    let only = |branch: &parlour_setup::branches::Branch| json!({ "branchIds": [branch.id] });
    let error = manager.patch(&path, only(&shop.open)).await.refused(409, "CONFLICT");
    assert_eq!(error["details"]["bookingIds"], json!([booking.trim_start_matches("/api/bookings/")]));
    manager.patch(&path, only(&shop.staffed)).await.ok();
    desk.post(&format!("{booking}/cancel"), json!({ "reason": "a burst pipe" })).await.ok();
    manager.patch(&path, only(&shop.open)).await.ok();
}

#[tokio::test]
async fn deactivating_leaves_the_access_of_somebody_above_the_caller_alone() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let user = salon.user_of(&shop.meera, Role::Owner).await;
    let client = salon.signed_in(&user, App::Admin).await;
    let path = format!("/api/staff/{}/deactivate", shop.meera.id);
    assert_eq!(manager.post(&path, json!({})).await.ok()["staff"]["isActive"], false);
    client.get("/api/branches").await.ok();
    assert_eq!(role_of(&salon, &user).await, Role::Owner);
}

#[tokio::test]
async fn deactivating_somebody_inactive_does_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let user = salon.user_of(&shop.meera, Role::Staff).await;
    let path = format!("/api/staff/{}/deactivate", shop.meera.id);
    manager.post(&path, json!({})).await.ok();
    // An owner has given them another place since.
    let receptionist =
        User { role: Role::Receptionist, ..salon.stored::<User>(&keys::user(&user.id)).await.unwrap().record };
    salon.put(&receptionist).await;
    let client = salon.signed_in(&receptionist, App::Admin).await;
    let events = salon.events().await.len();
    assert_eq!(manager.post(&path, json!({})).await.ok()["staff"]["isActive"], false);
    client.get("/api/bookings?date=2026-11-16").await.ok();
    assert_eq!(salon.events().await.len(), events);
}

#[tokio::test]
async fn the_open_leads_of_somebody_who_leaves_are_nobodys() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let user = salon.user_of(&shop.meera, Role::Staff).await;
    let other = salon.user("Ravi", Role::Staff).await;
    let (theirs, others) =
        (salon.lead("Asha", Some(&user.id), None).await, salon.lead("Zoya", Some(&other.id), None).await);
    manager.patch(&format!("/api/staff/{}", shop.meera.id), json!({ "isActive": false })).await.ok();
    let assigned = async |lead: &Lead| salon.stored::<Lead>(&keys::lead(&lead.id)).await.unwrap().record.assigned_to;
    assert_eq!((assigned(&theirs).await, assigned(&others).await), (None, Some(other.id.clone())));
}

#[tokio::test]
async fn what_an_active_offer_names_stays_on_the_menu() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let offer = salon.offer(OfferType::Percentage, 10, &[&shop.cut]).await;
    let (service, category) =
        (format!("/api/services/{}", shop.cut.id), format!("/api/services/categories/{}", shop.hair.id));
    for refused in [
        manager.patch(&service, json!({ "isActive": false })).await,
        manager.delete(&category).await,
        manager.patch(&category, json!({ "isActive": false })).await,
    ] {
        assert_eq!(refused.refused(409, "CONFLICT")["details"]["offerIds"], json!([offer.id]));
    }
    // A category that is off the menu takes along what is moved into it.
    let off = json!({ "name": "Retired", "serviceType": "salon" });
    let off = manager.post("/api/services/categories", off).await.created()["category"]["id"].clone();
    manager.delete(&format!("/api/services/categories/{}", off.as_str().unwrap())).await.ok();
    let moved = manager.patch(&service, json!({ "categoryId": off })).await.refused(409, "CONFLICT");
    assert_eq!(moved["details"]["offerIds"], json!([offer.id]));
    let stays = json!({ "isActive": true, "name": "Cut and wash", "categoryId": shop.hair.id });
    manager.patch(&service, stays).await.ok();
    manager.patch(&format!("/api/offers/{}", offer.id), json!({ "isActive": false })).await.ok();
    assert_eq!(manager.patch(&service, json!({ "isActive": false })).await.ok()["service"]["isActive"], false);
    manager.delete(&category).await.ok();
}

#[tokio::test]
async fn null_clears_what_may_be_empty() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    let branch = format!("/api/branches/{}", shop.open.id);
    owner.patch(&branch, json!({ "phone": "+918041234567" })).await.ok();
    owner.patch(&branch, json!({ "name": "Parlour" })).await.ok();
    let kept = owner.get(&branch).await.ok()["branch"].clone();
    assert!(kept["gstin"].is_string() && kept["phone"].is_string());
    let cleared = owner.patch(&branch, json!({ "gstin": null, "phone": null })).await.ok()["branch"].clone();
    assert_eq!((&cleared["gstin"], &cleared["phone"]), (&Value::Null, &Value::Null));
    assert_eq!(owner.get(&branch).await.ok()["branch"], cleared);

    let service = format!("/api/services/{}", shop.cut.id);
    let full = json!({
        "description": "With a wash", "imageUrl": "/images/cut.jpg", "gemsRequired": 50, "gemsCatalogueOrder": 2,
    });
    manager.patch(&service, full).await.ok();
    let kept = manager.patch(&service, json!({ "name": "Cut" })).await.ok()["service"].clone();
    assert_eq!((&kept["description"], &kept["gemsRequired"]), (&json!("With a wash"), &json!(50)));
    let empty = json!({ "description": null, "imageUrl": null, "gemsRequired": null, "gemsCatalogueOrder": null });
    let cleared = manager.patch(&service, empty).await.ok()["service"].clone();
    assert_eq!((&cleared["description"], &cleared["imageUrl"]), (&json!(""), &json!("")));
    assert_eq!((&cleared["gemsRequired"], &cleared["gemsCatalogueOrder"]), (&Value::Null, &Value::Null));
    // A service that can be had for gems says for how many.
    manager.patch(&service, json!({ "gemsRedeemable": true, "gemsRequired": 50 })).await.ok();
    manager.patch(&service, json!({ "gemsRequired": null })).await.invalid(&["gemsRequired"]);
}

async fn reason(salon: &TestSalon, shop: &Shop, date: &str) -> Value {
    let path = format!(
        "/api/availability?date={date}&branchId={}&serviceIds={}&explain=true",
        shop.staffed.id, shop.massage.id
    );
    let slots = salon.visitor().get(&path).await.ok()["slots"].clone();
    slots[4].get("reason").cloned().unwrap_or_default()
}

#[tokio::test]
async fn an_exception_is_taken_back_and_the_week_holds_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let day = format!("/api/schedule/staff/{}/days/2026-11-18", shop.meera.id);
    manager.delete(&day).await.refused(404, "NOT_FOUND");
    manager.put(&day, json!({ "off": true })).await.ok();
    assert_eq!(reason(&salon, &shop, "2026-11-18").await, "off_shift");
    manager.delete(&day).await.ok();
    assert_eq!(reason(&salon, &shop, "2026-11-18").await, Value::Null);
    manager.delete(&day).await.refused(404, "NOT_FOUND");
    manager.delete(&day.replace("2026-11-18", "18-11-2026")).await.invalid(&["date"]);
    salon.reception().await.delete(&day).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn approved_leave_is_taken_back_and_its_days_can_be_booked() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let user = salon.user_of(&shop.meera, Role::Staff).await;
    let meera = salon.signed_in(&user, App::Admin).await;
    let ask = json!({ "leaveType": "casual", "startDate": "2026-11-17", "endDate": "2026-11-19" });
    let id = meera.post("/api/me/leave", ask.clone()).await.created()["leave"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/schedule/leave/{id}");
    let revoke = async |note: Value| manager.post(&format!("{path}/revoke"), json!({ "note": note })).await;
    revoke(json!("Busy")).await.refused(409, "CONFLICT");
    manager.post(&format!("{path}/approve"), json!({})).await.ok();
    assert_eq!(reason(&salon, &shop, "2026-11-18").await, "on_leave");
    revoke(json!("")).await.invalid(&["note"]);
    let revoked = revoke(json!("A wedding party")).await.ok()["leave"].clone();
    assert_eq!((&revoked["status"], &revoked["note"]), (&json!("revoked"), &json!("A wedding party")));
    for date in ["2026-11-17", "2026-11-18", "2026-11-19"] {
        assert_eq!(reason(&salon, &shop, date).await, Value::Null, "{date}");
    }
    revoke(json!("Again")).await.refused(409, "CONFLICT");
    let listed = manager.get("/api/schedule/leave?status=revoked").await.ok()["leave"].clone();
    assert_eq!(listed[0]["id"], json!(id));
    manager.post("/api/schedule/leave/nothing/revoke", json!({ "note": "x" })).await.refused(404, "NOT_FOUND");

    // They may ask again; days that are over stay days of leave.
    let id = meera.post("/api/me/leave", ask).await.created()["leave"]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/schedule/leave/{id}");
    manager.post(&format!("{path}/approve"), json!({})).await.ok();
    salon.set_clock("2026-11-18T10:00:00+05:30");
    manager.post(&format!("{path}/revoke"), json!({ "note": "A wedding party" })).await.ok();
    assert_eq!(reason(&salon, &shop, "2026-11-18").await, Value::Null);
    assert!(salon.day_of(&shop.meera, "2026-11-17".parse().unwrap()).await.is_on_leave());
}
