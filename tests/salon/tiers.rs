//! Membership tiers: created, changed and deactivated by managers. Memberships already sold stay as they are.

use futures::future::join_all;
use parlour_money::memberships::Tier;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

const TIERS: &str = "/api/membership-tiers";

fn gold() -> Value {
    json!({
        "name": " Gold & Spa ", "defaultHoursMinutes": 600, "defaultPricePaise": 2_000_000, "defaultValidityDays": 365,
        "description": "Ten hours", "isActive": true, "displayOrder": 7,
    })
}

/// The least that makes a tier.
fn named(name: &str) -> Value {
    json!({ "name": name, "defaultHoursMinutes": 60, "defaultPricePaise": 0, "defaultValidityDays": 1 })
}

async fn create(manager: &Client<'_>, body: Value) -> (String, Value) {
    let tier = manager.post(TIERS, body).await.created();
    (format!("{TIERS}/{}", tier["id"].as_str().unwrap()), tier)
}

fn names(tiers: &Value) -> Vec<&str> {
    tiers.as_array().unwrap().iter().map(|tier| tier["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_manager_creates_a_tier_and_the_desk_can_sell_it() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let (_, tier) = create(&manager, gold()).await;
    let now = salon.salon.clock.now();
    let expected = json!({
        "id": tier["id"], "name": "Gold & Spa", "slug": "gold-spa", "description": "Ten hours",
        "defaultHoursMinutes": 600, "defaultPricePaise": 2_000_000, "defaultValidityDays": 365, "isActive": true,
        "displayOrder": 7, "createdAt": now, "updatedAt": now,
    });
    assert_eq!(tier, expected);
    assert_eq!(desk.get(TIERS).await.ok(), json!([expected]));
    let sale = json!({
        "customerId": asha.id(), "tierId": tier["id"], "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card",
    });
    let sold = desk.post("/api/memberships", sale).await.created();
    assert_eq!(sold["membership"]["tierNameSnapshot"], "Gold & Spa");

    // The defaults of what is left out: no description, active, after the others.
    let (_, silver) = create(&manager, named("Silver")).await;
    assert_eq!((&silver["description"], &silver["isActive"]), (&json!(""), &json!(true)));
    assert_eq!((&silver["slug"], &silver["displayOrder"]), (&json!("silver"), &json!(8)));
}

#[tokio::test]
async fn what_is_wrong_with_a_tier_is_told_field_by_field() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let required = ["name", "defaultHoursMinutes", "defaultPricePaise", "defaultValidityDays"];
    manager.post(TIERS, json!({})).await.invalid(&required);
    let wrong = json!({
        "name": "x".repeat(121), "defaultHoursMinutes": 0, "defaultPricePaise": -1, "defaultValidityDays": 36_501,
        "description": "x".repeat(4001), "isActive": "yes", "displayOrder": 1.5,
    });
    let every = [&required[..], &["description", "isActive", "displayOrder"]].concat();
    manager.post(TIERS, wrong.clone()).await.invalid(&every);
    // A slug is made from the name, and this one makes none.
    manager.post(TIERS, named("***")).await.invalid(&["name"]);
    let (path, tier) = create(&manager, gold()).await;
    manager.patch(&path, wrong).await.invalid(&every);
    manager.patch(&path, json!({ "name": " " })).await.invalid(&["name"]);
    manager.get(&format!("{TIERS}?all=perhaps")).await.invalid(&["all"]);
    assert_eq!(manager.get(TIERS).await.ok(), json!([tier]));
}

#[tokio::test]
async fn a_patch_changes_what_it_names_and_null_clears_the_description() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let (path, tier) = create(&manager, gold()).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let change = json!({
        "name": "Gold Plus", "defaultHoursMinutes": 720, "defaultPricePaise": 2_400_000, "defaultValidityDays": 180,
        "displayOrder": 1,
    });
    let changed = manager.patch(&path, change).await.ok();
    let mut expected = tier.clone();
    for (field, value) in [
        ("name", json!("Gold Plus")),
        ("defaultHoursMinutes", json!(720)),
        ("defaultPricePaise", json!(2_400_000)),
        ("defaultValidityDays", json!(180)),
        ("displayOrder", json!(1)),
        ("updatedAt", json!(salon.salon.clock.now())),
    ] {
        expected[field] = value;
    }
    // The description and the slug stay.
    assert_eq!(changed, expected);
    assert_eq!(manager.patch(&path, json!({})).await.ok(), expected);

    expected["description"] = json!("");
    // Only the description can be empty: for any other field null is the same as leaving it out.
    assert_eq!(manager.patch(&path, json!({ "description": null, "name": null })).await.ok(), expected);
    expected["description"] = json!("Twelve hours");
    assert_eq!(manager.patch(&path, json!({ "description": "Twelve hours" })).await.ok(), expected);
    assert_eq!(manager.get(TIERS).await.ok(), json!([expected]));
}

#[tokio::test]
async fn a_deleted_tier_is_inactive_and_only_a_manager_lists_it() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (path, _) = create(&manager, gold()).await;
    create(&manager, named("Silver")).await;
    let mut old = named("Old");
    old["isActive"] = json!(false);
    old["displayOrder"] = json!(1);
    create(&manager, old).await;
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    for tiers in [desk.get(TIERS).await, manager.get(&format!("{TIERS}?all=false")).await] {
        assert_eq!(names(&tiers.ok()), ["Silver"]);
    }
    let all = manager.get(&format!("{TIERS}?all=true")).await.ok();
    assert_eq!(names(&all), ["Old", "Gold & Spa", "Silver"]);
    assert_eq!(all[1]["isActive"], false);
    desk.get(&format!("{TIERS}?all=true")).await.refused(403, "FORBIDDEN");
    manager.patch(&path, json!({ "isActive": true })).await.ok();
    assert_eq!(names(&desk.get(TIERS).await.ok()), ["Gold & Spa", "Silver"]);
}

#[tokio::test]
async fn tiers_are_a_managers_to_change_and_an_unknown_one_is_not_found() {
    let salon = TestSalon::open().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let (path, tier) = create(&manager, gold()).await;
    desk.post(TIERS, named("Silver")).await.refused(403, "FORBIDDEN");
    desk.patch(&path, json!({ "name": "Mine" })).await.refused(403, "FORBIDDEN");
    desk.delete(&path).await.refused(403, "FORBIDDEN");
    let unknown = format!("{TIERS}/nothing");
    manager.patch(&unknown, json!({ "name": "Mine" })).await.refused(404, "NOT_FOUND");
    manager.delete(&unknown).await.refused(404, "NOT_FOUND");
    assert_eq!(desk.get(TIERS).await.ok(), json!([tier]));
}

#[tokio::test]
async fn a_name_is_taken_once_whoever_is_first() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    // A tier that was there before slugs were guarded holds its slug too.
    salon.tier("Platinum").await;
    manager.post(TIERS, named("PLATINUM")).await.refused(409, "CONFLICT");
    for round in 0..rounds() {
        salon.wire.shuffle(round);
        let name = format!("Gold {round}");
        let replies = join_all((0..10).map(|_| manager.post(TIERS, named(&name)))).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1, "round {round}");
        for refused in replies.iter().filter(|reply| reply.status != 201) {
            refused.refused(409, "CONFLICT");
        }
    }
    salon.wire.reset();
    assert_eq!(manager.get(TIERS).await.ok().as_array().unwrap().len(), rounds() + 1);
}

#[tokio::test]
async fn a_name_is_free_again_when_its_tier_is_renamed_and_no_rename_takes_one() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let (path, _) = create(&manager, named("Ruby")).await;
    manager.patch(&path, json!({ "name": "Emerald" })).await.ok();
    manager.post(TIERS, named("EMERALD!")).await.refused(409, "CONFLICT");
    let (ruby, made) = create(&manager, named("Ruby")).await;
    assert_eq!((&made["name"], &made["slug"]), (&json!("Ruby"), &json!("ruby-2")));
    manager.post(TIERS, named("ruby")).await.refused(409, "CONFLICT");
    manager.patch(&ruby, json!({ "name": "emerald" })).await.refused(409, "CONFLICT");
    // Its own name may be written in another way.
    assert_eq!(manager.patch(&ruby, json!({ "name": "RUBY" })).await.ok()["name"], "RUBY");
    manager.patch(&ruby, json!({ "name": "Opal" })).await.ok();
    let (_, third) = create(&manager, named("Ruby")).await;
    assert_eq!(third["slug"], "ruby-3");
}

#[tokio::test]
async fn changes_at_the_same_time_are_all_kept() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let (path, tier) = create(&manager, gold()).await;
    salon.wire.late_writes();
    let (renamed, repriced, deleted) = tokio::join!(
        manager.patch(&path, json!({ "name": "Gold Plus" })),
        manager.patch(&path, json!({ "defaultPricePaise": 1 })),
        manager.delete(&path),
    );
    renamed.ok();
    repriced.ok();
    deleted.ok();
    salon.wire.reset();
    let id = parlour_values::id::TierId::from(tier["id"].as_str().unwrap());
    let kept = salon.stored::<Tier>(&keys::tier(&id)).await.unwrap().record;
    assert_eq!((kept.name.as_str(), kept.default_price.0, kept.is_active), ("Gold Plus", 1, false));
}

#[tokio::test]
async fn sold_memberships_never_change_with_their_tier() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let (path, tier) = create(&manager, gold()).await;
    let sale = json!({
        "customerId": asha.id(), "tierId": tier["id"], "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card",
    });
    let sold = desk.post("/api/memberships", sale).await.created()["membership"].clone();
    let change =
        json!({ "name": "Bronze", "defaultHoursMinutes": 1, "defaultPricePaise": 1, "defaultValidityDays": 1 });
    manager.patch(&path, change).await.ok();
    manager.delete(&path).await.ok();
    assert_eq!(asha.get("/api/membership").await.ok()["active"], sold);
    let detail = desk.get(&format!("/api/memberships/{}", sold["id"].as_str().unwrap())).await.ok();
    for (field, value) in sold.as_object().unwrap() {
        assert_eq!(detail[field], *value, "{field}");
    }
}

#[tokio::test]
async fn every_change_of_a_tier_is_in_the_audit_log() {
    let salon = TestSalon::open().await;
    let (manager, developer) = (salon.manager().await, salon.person("Dev", Role::Developer).await);
    let (path, tier) = create(&manager, gold()).await;
    manager.patch(&path, json!({ "name": "Gold Plus", "description": null })).await.ok();
    manager.delete(&path).await.ok();
    // Deactivating it again changes nothing, so nothing is logged.
    manager.delete(&path).await.ok();
    let log = format!("/api/logs/audit?entityType=tier&entityId={}", tier["id"].as_str().unwrap());
    let log = developer.get(&log).await.ok();
    let mut entries: Vec<(&str, &Value)> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            assert_eq!(entry["actorId"], json!(manager.id()));
            (entry["action"].as_str().unwrap(), &entry["changes"])
        })
        .collect();
    entries.sort_by_key(|(action, _)| *action);
    assert_eq!(
        entries,
        [
            ("tier.create", &json!({ "slug": "gold-spa" })),
            ("tier.delete", &json!({ "isActive": false })),
            ("tier.patch", &json!({ "fields": ["description", "name"] })),
        ]
    );
}
