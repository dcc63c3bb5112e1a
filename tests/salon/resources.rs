//! Rooms and equipment: adding, changing and giving them up.

use parlour_tests::{Shop, TestSalon};
use serde_json::{Value, json};

const RESOURCES: &str = "/api/resources";

fn room(shop: &Shop, name: &str) -> Value {
    json!({ "branchId": shop.staffed.id, "name": name, "group": "massage room" })
}

#[tokio::test]
async fn a_room_belongs_to_a_branch_and_a_group_and_takes_one_booking_unless_said_otherwise() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let lotus = manager.post(RESOURCES, room(&shop, " Lotus ")).await.created()["resource"].clone();
    let expected = json!({
        "id": lotus["id"], "branchId": shop.staffed.id, "name": "Lotus", "group": "massage room", "capacity": 1,
        "turnaroundMinutes": 0, "isActive": true, "createdAt": lotus["createdAt"], "updatedAt": lotus["updatedAt"],
    });
    assert_eq!(lotus, expected);
    let dryers = json!({
        "branchId": shop.open.id, "name": "Dryers", "group": "dryer", "capacity": 6, "turnaroundMinutes": 5,
    });
    let dryers = manager.post(RESOURCES, dryers).await.created()["resource"].clone();
    assert_eq!((&dryers["capacity"], &dryers["turnaroundMinutes"]), (&json!(6), &json!(5)));

    assert_eq!(desk.get(RESOURCES).await.ok()["resources"], json!([dryers, lotus]));
    let here = desk.get(&format!("{RESOURCES}?branchId={}", shop.staffed.id)).await.ok();
    assert_eq!(here["resources"], json!([lotus]));
    assert_eq!(desk.get(&format!("{RESOURCES}?branchId=none")).await.ok()["resources"], json!([]));
}

#[tokio::test]
async fn a_room_is_changed_and_given_up_and_taken_up_again() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let lotus = manager.post(RESOURCES, room(&shop, "Lotus")).await.created()["resource"].clone();
    let path = format!("{RESOURCES}/{}", lotus["id"].as_str().unwrap());
    let change = json!({ "name": "Jasmine", "group": "quiet room", "capacity": 2, "turnaroundMinutes": 15 });
    let changed = manager.patch(&path, change).await.ok()["resource"].clone();
    assert_eq!((&changed["name"], &changed["group"]), (&json!("Jasmine"), &json!("quiet room")));
    assert_eq!((&changed["capacity"], &changed["turnaroundMinutes"]), (&json!(2), &json!(15)));
    assert_eq!(changed["branchId"], json!(shop.staffed.id));

    let is_active = async || desk.get(RESOURCES).await.ok()["resources"][0]["isActive"].clone();
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    assert_eq!(is_active().await, false);
    manager.delete(&path).await.ok();
    assert_eq!(manager.patch(&path, json!({ "isActive": true })).await.ok()["resource"]["isActive"], true);
    assert_eq!(manager.patch(&path, json!({ "isActive": false })).await.ok()["resource"]["isActive"], false);
    assert_eq!(is_active().await, false);
}

#[tokio::test]
async fn what_a_room_cannot_be_is_refused_by_field() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (manager, desk, nila) =
        (salon.manager().await, salon.reception().await, salon.person("Nila", parlour_values::role::Role::Staff).await);
    manager.post(RESOURCES, json!({})).await.invalid(&["branchId", "name", "group"]);
    let bad = json!({
        "branchId": shop.open.id, "name": " ", "group": "", "capacity": 101, "turnaroundMinutes": 241, "isActive": 1,
    });
    let fields = ["name", "group", "capacity", "turnaroundMinutes", "isActive"];
    manager.post(RESOURCES, bad.clone()).await.invalid(&fields);
    let none = json!({ "branchId": shop.open.id, "name": "x", "group": "y", "capacity": 0, "turnaroundMinutes": -1 });
    manager.post(RESOURCES, none).await.invalid(&["capacity", "turnaroundMinutes"]);
    let elsewhere = json!({ "branchId": "none", "name": "Lotus", "group": "massage room" });
    manager.post(RESOURCES, elsewhere).await.invalid(&["branchId"]);

    let lotus = manager.post(RESOURCES, room(&shop, "Lotus")).await.created()["resource"].clone();
    let path = format!("{RESOURCES}/{}", lotus["id"].as_str().unwrap());
    manager.patch(&path, bad).await.invalid(&fields);
    manager.patch(&format!("{RESOURCES}/none"), json!({ "name": "x" })).await.refused(404, "NOT_FOUND");
    manager.delete(&format!("{RESOURCES}/none")).await.refused(404, "NOT_FOUND");
    desk.post(RESOURCES, room(&shop, "Lotus")).await.refused(403, "FORBIDDEN");
    desk.patch(&path, json!({ "name": "x" })).await.refused(403, "FORBIDDEN");
    desk.delete(&path).await.refused(403, "FORBIDDEN");
    nila.get(RESOURCES).await.refused(403, "FORBIDDEN");
}
