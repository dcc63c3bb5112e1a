//! Reference data, which every instance keeps in memory: a change is visible at once, everywhere, because whatever changes
//! it moves its version.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parlour_booking::teams::Teams;
use parlour_storage::table::keys::VERSION_COPIES;
use parlour_storage::table::{Item, Topic, keys, text_of};
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::id::{BranchId, StaffId};
use serde_dynamo::AttributeValue;
use serde_json::{Value, json};

use crate::dry_run::by_key;
use crate::walk;

/// The items of each topic, and its version in every copy.
pub struct References {
    items: BTreeMap<Topic, BTreeMap<(String, String), Item>>,
    versions: HashMap<(String, String), Item>,
    /// People and rosters where they are changed from.
    people: BTreeMap<(String, String), Item>,
}

impl References {
    pub async fn read(salon: &TestSalon) -> Self {
        let mut read = Self { items: BTreeMap::new(), versions: HashMap::new(), people: BTreeMap::new() };
        // Most of the table are events, which are no reference data.
        for (key, item) in by_key(salon.rows_beside(keys::EVENT_PREFIX).await) {
            if let Some(topic) = Topic::of(&key.0, &key.1) {
                read.items.entry(topic).or_default().insert(key, item);
            } else if key.1 == "VERSIONS" || key.1 == "VERSION" {
                read.versions.insert(key, item);
            } else if key.0.starts_with("STAFF#") && (key.1 == "STAFF" || key.1 == "ROSTER") {
                read.people.insert(key, item);
            }
        }
        read
    }

    /// The version in each of its items, which must agree.
    fn version(&self, topic: &Topic) -> u64 {
        let versions: BTreeSet<u64> = topic
            .version_keys()
            .into_iter()
            .map(|key| {
                let item = self.versions.get(&(key.pk, key.sk));
                let number = item.and_then(|item| item.get(topic.attribute()));
                match number {
                    None => 0,
                    Some(AttributeValue::N(number)) => number.parse().unwrap(),
                    Some(other) => panic!("{other:?}"),
                }
            })
            .collect();
        assert_eq!(versions.len(), 1, "the copies of {topic:?} differ: {versions:?}");
        versions.into_iter().next().unwrap()
    }

    /// The topics whose items this call changed; each must have moved its version.
    pub fn moved_since(&self, before: &Self, call: &str) -> Vec<Topic> {
        self.check_copies(call);
        let topics: BTreeSet<&Topic> = self.items.keys().chain(before.items.keys()).collect();
        let changed = topics.into_iter().filter(|topic| self.items.get(*topic) != before.items.get(*topic));
        let moved: Vec<Topic> = changed.cloned().collect();
        for topic in &moved {
            let (was, is) = (before.version(topic), self.version(topic));
            assert!(is > was, "{call} changed {topic:?} and left its version at {was}");
        }
        moved
    }

    /// Every person and every roster has its copies, and there is no copy of anything else.
    fn check_copies(&self, call: &str) {
        let mut wanted: BTreeMap<(String, String), &Item> = BTreeMap::new();
        for ((pk, sk), item) in &self.people {
            let id = StaffId::from(pk.strip_prefix("STAFF#").unwrap());
            let AttributeValue::L(branches) = &item["branch_ids"] else { panic!("{item:?}") };
            let branches: Vec<_> = branches.iter().map(|id| BranchId::from(text_of(id).unwrap())).collect();
            let copies = match sk.as_str() {
                "STAFF" => keys::staff_copies(&branches, &id),
                _ => keys::roster_copies(&branches, &id),
            };
            wanted.extend(copies.into_iter().map(|key| ((key.pk, key.sk), item)));
        }
        let all = self.items.values().flatten();
        let is_person = |sk: &str| sk.starts_with(keys::STAFF_PREFIX) || sk.starts_with(keys::ROSTER_PREFIX);
        let copies: BTreeMap<&(String, String), &Item> = all.filter(|((_, sk), _)| is_person(sk)).collect();
        assert!(copies.keys().copied().eq(wanted.keys()), "{call}: {copies:?} instead of {wanted:?}");
        for (key, copy) in copies {
            let content = |item: &Item| {
                let mut item = item.clone();
                item.retain(|name, _| !["PK", "SK"].contains(&name.as_str()));
                item
            };
            assert_eq!(content(copy), content(wanted[key]), "{call}: {key:?}");
        }
    }
}

#[tokio::test]
async fn whatever_changes_reference_data_moves_its_version() {
    let moved = walk::moved().await;
    let shared = [
        Topic::Catalogue,
        Topic::Offers,
        Topic::Branches,
        Topic::Branding,
        Topic::Tiers,
        Topic::Tags,
        Topic::Products,
        Topic::MessageTemplates,
        Topic::Staff,
    ];
    for topic in shared {
        assert!(moved.contains(&topic), "no call of the walk changes {topic:?}");
    }
    assert!(moved.iter().any(|topic| matches!(topic, Topic::Branch(_))));
}

/// Two instances over one table. One has read everything; then the other changes it.
struct Instances<'a> {
    here: Client<'a>,
    there: Client<'a>,
    visitor_there: Client<'a>,
}

impl Instances<'_> {
    /// The answer there before and after the change here; it must differ.
    async fn changes(&self, read: &str, write: &str, body: Value) -> Value {
        let client = if read.starts_with("public ") { &self.visitor_there } else { &self.there };
        let path = read.trim_start_matches("public ");
        let before = client.get(path).await.ok();
        assert_eq!(client.get(path).await.ok(), before, "{path}");
        let (method, written) = write.split_once(' ').unwrap();
        let reply = self.here.send(method.parse().unwrap(), written, Some(body.to_string())).await;
        assert!(reply.status.is_success(), "{write}: {}", reply.json());
        let after = client.get(path).await.ok();
        assert_ne!(after, before, "{write} is not seen at {path}");
        after
    }
}

#[tokio::test]
async fn another_instance_sees_every_change_on_its_next_request() {
    let (salon, shop) = TestSalon::with_shop().await;
    let other = salon.another_instance();
    let owner = salon.owner().await;
    let two =
        Instances { there: other.client(&owner), visitor_there: other.client(&salon.visitor()), here: owner.clone() };
    let cut = format!("/api/services/{}", shop.cut.id);
    let order = json!({ "ids": [shop.facial.id, shop.cut.id] });
    two.changes("public /api/services", &format!("PATCH {cut}"), json!({ "pricePaise": 77_700 })).await;
    two.changes("public /api/services", "PUT /api/services/order", order).await;
    let category = format!("/api/services/categories/{}", shop.spa.id);
    two.changes("/api/services/categories", &format!("PATCH {category}"), json!({ "name": "Spa" })).await;
    let offer = json!({
        "name": "Monsoon", "offerType": "percentage", "discountPercentage": 20, "startDate": "2026-11-16",
        "endDate": "2026-11-30", "serviceIds": [shop.cut.id],
    });
    two.changes("public /api/offers", "POST /api/offers", offer).await;
    two.changes("public /api/branding", "PATCH /api/branding", json!({ "name": "Saffron Room" })).await;
    let tier = json!({
        "name": "Bronze", "defaultHoursMinutes": 120, "defaultPricePaise": 500_000, "defaultValidityDays": 90,
    });
    two.changes("/api/membership-tiers", "POST /api/membership-tiers", tier).await;
    let oil = json!({ "name": "Hair oil", "hsnCode": "3305", "gstRateBps": 500, "pricePaise": 24_900 });
    two.changes("/api/products", "POST /api/products", oil).await;
    two.changes("/api/tags", "POST /api/tags", json!({ "name": "VIP", "color": "#AA00CC" })).await;
    let place = format!("/api/branches/{}", shop.open.id);
    two.changes("public /api/branches", &format!("PATCH {place}"), json!({ "name": "Brigade Road" })).await;

    let day = |branch: &str| format!("public /api/availability?date=2026-11-17&branchId={branch}&explain=true");
    let (staffed, open) = (day(shop.staffed.id.as_str()), day(shop.open.id.as_str()));
    let lena = json!({
        "email": "lena@example.test", "name": "Lena", "branchIds": [shop.staffed.id], "serviceIds": [shop.cut.id],
    });
    two.changes("/api/staff", "POST /api/staff", lena).await;
    let off = json!({ "effectiveFrom": "2026-11-16", "days": [] });
    let staff = two.there.get("/api/staff").await.ok()["staff"].clone();
    let (last, others) = staff.as_array().unwrap().split_last().unwrap();
    for member in others {
        let week = format!("/api/schedule/staff/{}/weekly", member["id"].as_str().unwrap());
        two.here.put(&week, off.clone()).await.ok();
    }
    let week = format!("PUT /api/schedule/staff/{}/weekly", last["id"].as_str().unwrap());
    two.changes(&staffed, &week, off).await;
    let closure = json!({ "branchId": shop.staffed.id, "date": "2026-11-17", "reason": "Festival" });
    two.changes(&staffed, "POST /api/schedule/closures", closure).await;
    let holiday = json!({ "branchId": shop.open.id, "date": "2026-11-19", "reason": "Festival" });
    two.changes(&format!("/api/schedule/closures?branchId={}", shop.open.id), "POST /api/schedule/closures", holiday)
        .await;
    let room = json!({ "branchId": shop.open.id, "name": "Lotus", "group": "massage room" });
    two.changes(&format!("/api/resources?branchId={}", shop.open.id), "POST /api/resources", room).await;
    two.changes(&open, &format!("PATCH {place}/settings"), json!({ "slotPolicy": "staffed" })).await;
    let elsewhere = json!({ "branchIds": [shop.open.id] });
    let here = format!("/api/schedule?branchId={}", shop.staffed.id);
    two.changes(&here, &format!("PATCH /api/staff/{}", shop.meera.id), elsewhere).await;
    two.changes(&here, &format!("POST /api/staff/{}/deactivate", shop.ravi.id), json!({})).await;
}

#[tokio::test]
async fn a_warm_instance_reads_versions_instead_of_reference_data() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (visitor, manager) = (salon.visitor(), salon.manager().await);
    let day = format!("/api/availability?date=2026-11-17&branchId={}", shop.staffed.id);
    let staffed = format!("{day}&serviceIds={}", shop.cut.id);
    for (client, path) in [
        (&visitor, "/api/services"),
        (&visitor, "/api/offers"),
        (&visitor, "/api/branches"),
        (&visitor, "/api/branding"),
        (&visitor, staffed.as_str()),
        (&manager, "/api/staff"),
        (&manager, "/api/lookups"),
        (&manager, "/api/membership-tiers"),
        (&manager, "/api/tags"),
        (&manager, "/api/products"),
    ] {
        let first = client.get(path).await.ok();
        salon.wire.reset();
        assert_eq!(client.get(path).await.ok(), first);
        let partitions = salon.wire.cost().partitions;
        let is_reference = |pk: &String| Topic::of(pk, keys::STAFF_PREFIX).is_some() && !pk.starts_with("BRANCH#");
        assert!(!partitions.iter().any(is_reference), "{path} reads {partitions:?}");
        assert!(!salon.wire.cost().calls.contains(&"Query".to_owned()), "{path}: {:?}", salon.wire.cost().calls);
    }
}

#[tokio::test]
async fn a_dry_run_leaves_nothing_in_memory() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let before = salon.visitor().get("/api/services").await.ok();
    let path = format!("/api/services/{}?dryRun=true", shop.cut.id);
    assert_eq!(manager.patch(&path, json!({ "pricePaise": 1_000 })).await.ok()["service"]["pricePaise"], 1_000);
    assert_eq!(salon.visitor().get("/api/services").await.ok(), before);
    let staff = format!("/api/staff/{}/deactivate?dryRun=true", shop.ravi.id);
    manager.post(&staff, json!({})).await.ok();
    assert_eq!(manager.get(&format!("/api/staff/{}", shop.ravi.id)).await.ok()["staff"]["isActive"], true);
    assert_eq!(manager.get("/api/staff?isActive=true").await.ok()["staff"].as_array().unwrap().len(), 2);
}

/// On AWS the items of a transaction become visible one after another. Whoever has read the new version with the old data
/// must not keep that: the version moves again once everything is there.
#[tokio::test]
async fn a_version_moves_again_when_its_transaction_is_over() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let before = References::read(&salon).await.version(&Topic::Catalogue);
    manager.patch(&format!("/api/services/{}", shop.cut.id), json!({ "pricePaise": 1_000 })).await.ok();
    assert_eq!(References::read(&salon).await.version(&Topic::Catalogue), before + 2);
    // If the second move is lost, the change itself stands.
    salon.warm(&[]).await;
    salon.wire.fail(|call, operation| {
        (call >= 2 && operation == "TransactWriteItems").then_some(parlour_tests::wire::Fault::Conflict)
    });
    manager.patch(&format!("/api/services/{}", shop.cut.id), json!({ "pricePaise": 2_000 })).await.ok();
    salon.wire.reset();
    assert_eq!(salon.visitor().get("/api/services/cut").await.ok()["service"]["pricePaise"], 2_000);
}

#[tokio::test]
async fn people_who_move_take_their_rosters_along() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let week = json!({
        "effectiveFrom": "2026-11-16",
        "days": [{ "weekday": 2, "shifts": [{ "start": "10:00", "end": "12:00" }], "breaks": [] }],
    });
    manager.put(&format!("/api/schedule/staff/{}/weekly", shop.meera.id), week).await.ok();
    for branches in [vec![&shop.staffed.id], vec![&shop.open.id], vec![&shop.open.id, &shop.staffed.id]] {
        let path = format!("/api/staff/{}", shop.meera.id);
        manager.patch(&path, json!({ "branchIds": branches })).await.ok();
        References::read(&salon).await.check_copies("patch");
        for branch in [&shop.open, &shop.staffed] {
            let reference = Teams::of(&salon.salon).branch_reference(&branch.id).await.unwrap();
            let works_here = branches.contains(&&branch.id);
            assert_eq!(reference.staff.iter().any(|member| member.id == shop.meera.id), works_here);
            assert_eq!(reference.rosters_of(&shop.meera.id).is_some(), works_here);
        }
    }
}

/// Up to 15 branches somebody has a copy at each; beyond that all branches look in one place.
#[tokio::test]
async fn somebody_can_work_at_200_branches() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let weekly = format!("/api/schedule/staff/{}/weekly", shop.meera.id);
    let tuesday = |start: &str| {
        json!({
            "effectiveFrom": "2026-11-16",
            "days": [{ "weekday": 2, "shifts": [{ "start": start, "end": "18:00" }], "breaks": [] }],
        })
    };
    manager.put(&weekly, tuesday("10:00")).await.ok();
    let path = format!("/api/staff/{}", shop.meera.id);
    let many: Vec<BranchId> = many_branches(&salon, 200).await;
    let too_many = [&many[..], std::slice::from_ref(&shop.open.id)].concat();
    manager.patch(&path, json!({ "branchIds": too_many })).await.invalid(&["branchIds"]);
    for count in [15, 200, 16, 2, 200] {
        manager.patch(&path, json!({ "branchIds": many[..count] })).await.ok();
        References::read(&salon).await.check_copies(&format!("{count} branches"));
        for (at, branch) in many.iter().enumerate().filter(|(at, _)| [0, 14, 15, 199].contains(at)) {
            let reference = Teams::of(&salon.salon).branch_reference(branch).await.unwrap();
            assert_eq!(reference.staff.iter().any(|member| member.id == shop.meera.id), at < count, "{count}, {at}");
            assert_eq!(reference.rosters_of(&shop.meera.id).is_some(), at < count, "{count}, {at}");
        }
    }
    // Only Meera works there, so what can be booked follows her shifts.
    let branch = many.last().unwrap();
    let settings = format!("/api/branches/{branch}/settings");
    salon.owner().await.patch(&settings, json!({ "slotPolicy": "staffed" })).await.ok();
    let there = format!("/api/availability?date=2026-11-17&branchId={branch}&serviceIds={}", shop.cut.id);
    let first = async || {
        let slots = salon.visitor().get(&there).await.ok()["slots"].as_array().unwrap().clone();
        slots.into_iter().find(|slot| slot["available"] == true).unwrap()["startTime"].clone()
    };
    assert_eq!(first().await, "10:00");
    manager.put(&weekly, tuesday("14:00")).await.ok();
    assert_eq!(first().await, "14:00");
}

async fn many_branches(salon: &TestSalon, count: usize) -> Vec<BranchId> {
    let mut ids = Vec::new();
    for number in 0..count {
        ids.push(salon.branch(&format!("B{number}"), parlour_setup::branches::SlotPolicy::Open).await.id);
    }
    ids
}

#[tokio::test]
async fn versions_are_read_from_each_copy_in_turn() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let mut read = BTreeSet::new();
    for _ in 0..VERSION_COPIES {
        salon.wire.reset();
        salon.visitor().get("/api/branches").await.ok();
        read.extend(salon.wire.cost().partitions.into_iter().filter(|pk| pk.starts_with("VERSIONS#")));
    }
    assert_eq!(read.len(), VERSION_COPIES as usize);
}

#[tokio::test]
async fn a_booking_moves_no_version() {
    let salon = TestSalon::open().await;
    let shop: Shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let before = References::read(&salon).await;
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00")).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let after = References::read(&salon).await;
    assert_eq!(after.versions, before.versions);
}
