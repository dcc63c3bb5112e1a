//! Tags, and who has them.

use futures::future::join_all;
use parlour_people::customers::TagAssignment;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::TestSalon;
use parlour_values::id::{TagId, UserId};
use parlour_values::role::Role;
use serde_json::{Value, json};

async fn tag(salon: &TestSalon, name: &str) -> Value {
    salon.manager().await.post("/api/tags", json!({ "name": name, "color": "#A1b2C3" })).await.created()["tag"].clone()
}

async fn asha(salon: &TestSalon) -> UserId {
    let user = salon.user("Asha", Role::Customer).await;
    salon.listed(&user, |_| {}).await;
    user.id
}

#[tokio::test]
async fn tags_have_a_slug_and_are_listed_by_name() {
    let salon = TestSalon::open().await;
    let vip = tag(&salon, "  V.I.P.   Guest ").await;
    assert_eq!((&vip["name"], &vip["slug"]), (&json!("V.I.P.   Guest"), &json!("v.i.p.-guest")));
    assert_eq!((&vip["color"], &vip["description"]), (&json!("#A1b2C3"), &Value::Null));
    assert_eq!(vip["createdAt"], "2026-11-16T04:30:00.000Z");
    tag(&salon, "allergic").await;
    tag(&salon, "Birthday").await;
    let tags = salon.reception().await.get("/api/tags").await.ok()["tags"].clone();
    let names: Vec<&str> = tags.as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["allergic", "Birthday", "V.I.P.   Guest"]);
}

#[tokio::test]
async fn a_slug_is_one_tags_however_many_want_it_at_once() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let names = ["Vip", "VIP"].into_iter().cycle().take(20);
    let replies =
        join_all(names.map(|name| manager.post("/api/tags", json!({ "name": name, "color": "#000000" })))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        refused.refused(409, "CONFLICT");
    }
    manager.post("/api/tags", json!({ "name": " vip", "color": "#000000" })).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_new_tag_is_made_without_reading_the_others() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    tag(&salon, "Vip").await;
    salon.wire.reset();
    manager.post("/api/tags", json!({ "name": "Guest", "color": "#000000" })).await.created();
    let calls = salon.wire.cost().calls;
    assert!(!calls.contains(&"Query".to_owned()), "{calls:?}");
}

#[tokio::test]
async fn names_and_colours_are_checked() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    manager.post("/api/tags", json!({})).await.invalid(&["name", "color"]);
    manager.post("/api/tags", json!({ "name": " ", "color": "red" })).await.invalid(&["name", "color"]);
    manager.post("/api/tags", json!({ "name": "x".repeat(41), "color": "#12345" })).await.invalid(&["name", "color"]);
    manager.post("/api/tags", json!({ "name": "x".repeat(40), "color": "#123456" })).await.created();
}

#[tokio::test]
async fn thirty_assignments_at_once_are_one_and_it_says_who_made_it() {
    let salon = TestSalon::open().await;
    let (vip, customer) = (tag(&salon, "VIP").await, asha(&salon).await);
    let desk = salon.reception().await;
    let path = format!("/api/customers/{customer}/tags");
    let replies = join_all((0..30).map(|_| desk.post(&path, json!({ "tagId": vip["id"] })))).await;
    assert!(replies.iter().all(|reply| reply.created() == json!({ "ok": true })));

    let tag_id = TagId::from(vip["id"].as_str().unwrap());
    let kept = salon.salon.table.get::<TagAssignment>(&keys::customer_tag(&customer, &tag_id)).await.unwrap().unwrap();
    assert_eq!(kept.assigned_by, desk.id());
    let row = desk.get("/api/customers").await.ok()["customers"][0].clone();
    assert_eq!(row["tags"], json!([{ "slug": "vip", "name": "VIP", "color": "#A1b2C3" }]));

    // Again by somebody else: a silent no-op that keeps who was first.
    salon.manager().await.post(&path, json!({ "tagId": vip["id"] })).await.created();
    let kept = salon.salon.table.get::<TagAssignment>(&keys::customer_tag(&customer, &tag_id)).await.unwrap().unwrap();
    assert_eq!(kept.assigned_by, desk.id());
}

#[tokio::test]
async fn a_tag_given_again_under_a_key_keeps_its_answer_too() {
    let salon = TestSalon::open().await;
    let (vip, other, customer) = (tag(&salon, "VIP").await, tag(&salon, "Regular").await, asha(&salon).await);
    let path = format!("/api/customers/{customer}/tags");
    let desk = salon.reception().await;
    desk.post(&path, json!({ "tagId": vip["id"] })).await.created();
    let once = desk.once("again");
    once.post(&path, json!({ "tagId": vip["id"] })).await.created();
    once.post(&path, json!({ "tagId": other["id"] })).await.refused(409, "CONFLICT");
    let replayed = once.post(&path, json!({ "tagId": vip["id"] })).await;
    replayed.created();
    assert_eq!(replayed.headers["idempotency-replayed"], "true");
}

#[tokio::test]
async fn a_tag_taken_off_is_gone_at_once_and_taking_it_off_again_is_fine() {
    let salon = TestSalon::open().await;
    let (vip, customer) = (tag(&salon, "VIP").await, asha(&salon).await);
    let desk = salon.reception().await;
    let path = format!("/api/customers/{customer}/tags");
    desk.post(&path, json!({ "tagId": vip["id"] })).await.created();
    assert_eq!(desk.get("/api/customers?tag=vip").await.meta()["totalCount"], 1);
    let off = format!("{path}/{}", vip["id"].as_str().unwrap());
    for _ in 0..2 {
        assert_eq!(desk.delete(&off).await.ok(), json!({ "ok": true }));
    }
    assert_eq!(desk.get("/api/customers?tag=vip").await.meta()["totalCount"], 0);
    assert_eq!(desk.get("/api/customers").await.ok()["customers"][0]["tags"], json!([]));
    assert_eq!(desk.delete(&format!("{path}/nothing-like-it")).await.ok(), json!({ "ok": true }));
}

#[tokio::test]
async fn unknown_tags_are_invalid_and_unknown_customers_not_found() {
    let salon = TestSalon::open().await;
    let (vip, customer) = (tag(&salon, "VIP").await, asha(&salon).await);
    let desk = salon.reception().await;
    desk.post(&format!("/api/customers/{customer}/tags"), json!({ "tagId": "x" })).await.invalid(&["tagId"]);
    desk.post(&format!("/api/customers/{customer}/tags"), json!({ "tagId": "" })).await.invalid(&["tagId"]);
    desk.post(&format!("/api/customers/{customer}/tags"), json!({})).await.invalid(&["tagId"]);
    desk.post("/api/customers/nobody/tags", json!({ "tagId": vip["id"] })).await.refused(404, "NOT_FOUND");
    desk.delete("/api/customers/nobody/tags/x").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn the_desk_reads_tags_and_managers_make_them() {
    let salon = TestSalon::open().await;
    salon.reception().await.get("/api/tags").await.ok();
    salon.reception().await.post("/api/tags", json!({})).await.refused(403, "FORBIDDEN");
    salon.person("Sita", Role::Staff).await.get("/api/tags").await.refused(403, "FORBIDDEN");
    salon.anyone(App::Admin).get("/api/tags").await.refused(401, "UNAUTHENTICATED");
}
