//! A walk-in turns out to be a customer the salon knows.

use parlour::auth::Role;
use parlour::catalogue::Service;
use parlour::customers::{CustomerNote, Profile};
use parlour::gems::{Gems, GemsAccount};
use parlour::id::{ServiceId, UserId};
use parlour::money::Paise;
use parlour::offers::rules::OfferType;
use parlour::table::{Partition, keys};
use parlour_tests::wire::Fault;
use parlour_tests::{Client, TestSalon, path_of};
use serde_json::{Value, json};

async fn walk_in(salon: &TestSalon, desk: &Client<'_>) -> (UserId, Value) {
    let shop = salon.shop().await;
    let body = json!({ "customer": { "name": "Asha", "phone": "9876543210" }, "branchId": shop.open.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let booking = desk.post("/api/bookings", body).await.created()["booking"].clone();
    (booking["customerId"].as_str().unwrap().into(), booking)
}

#[tokio::test]
async fn a_walk_ins_history_becomes_the_customers_even_when_the_first_try_is_cut_off() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (from, booking) = walk_in(&salon, &desk).await;
    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.total_visits = 2).await;
    let tag = manager.post("/api/tags", json!({ "name": "VIP", "color": "#000000" })).await.created()["tag"].clone();
    desk.post(&format!("/api/customers/{from}/tags"), json!({ "tagId": tag["id"] })).await.created();
    desk.post(&format!("/api/customers/{from}/notes"), json!({ "content": "Likes tea" })).await.created();
    let guest = salon.salon.table.get::<parlour::auth::User>(&keys::user(&from)).await.unwrap().unwrap();
    salon
        .listed(&guest, |profile| {
            profile.total_visits = 3;
            profile.total_spent = Paise(70_000);
            profile.noshow_count = 1;
        })
        .await;
    let mut gems = GemsAccount::opened(from.clone(), salon.salon.clock.now());
    gems.account.earn("g1".into(), Gems(7), salon.salon.clock.now());
    salon.put(&gems).await;

    let path = format!("/api/customers/{}/merge", asha.id());
    salon.wire.fail(|number, _| (number >= 10).then_some(Fault::RefuseBefore));
    assert_eq!(manager.post(&path, json!({ "fromId": from })).await.status, 500);
    salon.wire.reset();
    for _ in 0..2 {
        let customer = manager.post(&path, json!({ "fromId": from })).await.ok()["customer"].clone();
        assert_eq!((&customer["totalVisits"], &customer["totalSpentPaise"]), (&json!(5), &json!(70_000)));
        assert_eq!(customer["noshowCount"], 1);
    }

    let own = asha.get("/api/bookings").await.ok()["bookings"].clone();
    assert_eq!((own.as_array().unwrap().len(), &own[0]["id"]), (1, &booking["id"]));
    let moved = desk.get(&format!("/api/bookings/{}", booking["id"].as_str().unwrap())).await.ok()["booking"].clone();
    assert_eq!((&moved["customerId"], &moved["customerName"]), (&json!(asha.id()), &json!("Asha Rao")));
    let notes = Partition::of(keys::user_partition(&asha.id())).starting(keys::NOTE_PREFIX);
    assert_eq!(salon.salon.table.query::<CustomerNote>(notes).await.unwrap()[0].content, "Likes tea");
    let listed = desk.get("/api/customers").await;
    assert_eq!(listed.meta()["totalCount"], 1);
    let row = listed.ok()["customers"][0].clone();
    assert_eq!(
        (&row["id"], &row["gemsBalance"], &row["tags"][0]["slug"]),
        (&json!(asha.id()), &json!(7), &json!("vip"))
    );
    desk.get(&format!("/api/customers/{from}")).await.refused(404, "NOT_FOUND");
    assert!(salon.salon.table.get::<Profile>(&keys::profile(&from)).await.unwrap().is_none());
}

#[tokio::test]
async fn an_offer_the_walk_in_had_today_is_the_customers_offer_of_the_day() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (from, booking) = walk_in(&salon, &desk).await;
    let cut = salon.stored::<Service>(&keys::service(&service_of(&booking))).await.unwrap().record;
    let offer = salon.offer(OfferType::Percentage, 10, &[&cut]).await;
    let with = json!({ "paymentMethod": "cash", "offerId": offer.id });
    let complete = async |booking: &Value| desk.post(&format!("{}/complete", path_of(booking)), with.clone()).await;
    complete(&booking["id"]).await.ok();

    let asha = salon.customer("Asha Rao").await;
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let body = json!({ "customerId": asha.id(), "branchId": booking["branchId"], "serviceType": "salon",
        "serviceIds": [cut.id], "staffId": booking["services"][0]["staffId"] });
    let second = desk.post("/api/bookings", body).await.created()["booking"].clone();
    manager.post(&format!("/api/customers/{}/merge", asha.id()), json!({ "fromId": from })).await.ok();
    complete(&second["id"]).await.refused(409, "OFFER_NOT_APPLICABLE");
}

fn service_of(booking: &Value) -> ServiceId {
    booking["services"][0]["serviceId"].as_str().unwrap().into()
}

#[tokio::test]
async fn only_a_walk_in_is_merged_and_only_by_a_manager() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (from, _) = walk_in(&salon, &desk).await;
    let (asha, ravi) = (salon.user("Asha", Role::Customer).await, salon.user("Ravi", Role::Customer).await);
    salon.listed(&asha, |_| {}).await;
    salon.listed(&ravi, |_| {}).await;
    let path = format!("/api/customers/{}/merge", asha.id);
    desk.post(&path, json!({ "fromId": from })).await.refused(403, "FORBIDDEN");
    manager.post(&path, json!({})).await.invalid(&["fromId"]);
    manager.post(&path, json!({ "fromId": "nobody" })).await.invalid(&["fromId"]);
    manager.post("/api/customers/nobody/merge", json!({ "fromId": from })).await.refused(404, "NOT_FOUND");
    for not_a_walk_in in [&asha.id, &ravi.id, &manager.id()] {
        manager.post(&path, json!({ "fromId": not_a_walk_in })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    }
    manager.post(&path, json!({ "fromId": from })).await.ok();
    let other = format!("/api/customers/{}/merge", ravi.id);
    manager.post(&other, json!({ "fromId": from })).await.refused(422, "BUSINESS_RULE_VIOLATION");
}
