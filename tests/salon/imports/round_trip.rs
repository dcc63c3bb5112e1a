//! An export imports into an empty salon.

use super::{fields, import, statuses};
use parlour_setup::branches::{Branch, SlotPolicy};
use parlour_tests::{Client, Shop, TestSalon};
use serde_json::{Value, json};

/// In the order in which they name one another.
const LISTS: [&str; 5] = ["services", "staff", "customers", "products", "memberships"];

async fn exported(owner: &Client<'_>, list: &str) -> Vec<Value> {
    let reply = owner.get(&format!("/api/exports/{list}")).await;
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Without ids and the moments at which a record was made, in an order of their own.
fn comparable(mut records: Vec<Value>) -> Vec<Value> {
    for record in &mut records {
        for own in
            ["id", "branchId", "branchIds", "customerId", "serviceIds", "preferredStaffId", "invoiceId", "createdAt"]
        {
            record.as_object_mut().unwrap().remove(own);
        }
    }
    records.sort_by_key(ToString::to_string);
    records
}

/// A salon in which everything that can be imported has every field.
async fn full(salon: &TestSalon) -> (Shop, Client<'_>) {
    let shop = salon.shop().await;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let facial = json!({ "description": "Clay & rose", "translations": { "hi": { "name": "फ़ेशियल", "description": "मिट्टी" } },
        "bufferMinutes": 5, "processingMinutes": 10, "finishMinutes": 5, "needsApproval": true, "gemsRedeemable": true,
        "gemsRequired": 40, "gemsCatalogueOrder": 2, "sacCode": "999729", "gstRateBps": 1800,
        "imageUrl": "https://images.example.test/facial.jpg", "displayOrder": 7 });
    manager.patch(&format!("/api/services/{}", shop.facial.id), facial).await.ok();
    manager.patch(&format!("/api/services/{}", shop.massage.id), json!({ "isActive": false })).await.ok();
    manager.post(&format!("/api/staff/{}/deactivate", shop.meera.id), json!({})).await.ok();
    let meena = json!({ "name": "Meena Rao", "phone": "9876543210", "email": "meena@example.test",
        "dateOfBirth": "1990-02-28", "gender": "female", "marketingConsent": true, "whatsappConsent": true,
        "photosConsent": true, "healthNotesConsent": true, "preferredLanguage": "hi", "channels": ["email", "sms"],
        "alerts": "Nuts", "gstin": "27AAAPZ9999Z1ZL", "legalName": "Rao Traders", "preferredStaffId": shop.ravi.id });
    let meena = manager.post("/api/customers", meena).await.created()["customer"]["id"].clone();
    let diya = json!({ "name": "Diya Rao", "phone": "9876543219", "dateOfBirth": "2010-03-01",
        "guardian": { "name": "Meena Rao", "phone": "9876543210" } });
    manager.post("/api/customers", diya).await.created();
    let tag =
        manager.post("/api/tags", json!({ "name": "VIP", "color": "#112233" })).await.created()["tag"]["id"].clone();
    let path = format!("/api/customers/{}/tags", meena.as_str().unwrap());
    manager.post(&path, json!({ "tagId": tag })).await.created();
    let booking = json!({ "customerId": meena, "branchId": shop.open.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let booking = manager.post("/api/bookings", booking).await.created()["booking"]["id"].clone();
    let path = format!("/api/bookings/{}/complete", booking.as_str().unwrap());
    manager.post(&path, json!({ "paymentMethod": "cash" })).await.ok();
    // Somebody with an account, and somebody known by an email alone.
    let lata = salon.customer("Lata").await;
    let profile =
        json!({ "phone": "9876543215", "dateOfBirth": "1980-05-06", "gender": "other", "marketingConsent": false });
    lata.post("/api/onboarding/complete", profile).await.created();
    import(&manager, "customers", json!([{ "name": "Kiran", "email": "kiran@example.test", "duePaise": 900 }])).await;
    let tier = salon.tier("Gold").await;
    for (customer, notes) in [(meena, json!("Gift")), (json!(lata.id()), Value::Null)] {
        let sold = json!({ "customerId": customer, "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
            "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card", "notes": notes });
        let sold = manager.post("/api/memberships", sold).await.created()["membership"]["id"].clone();
        if notes.is_null() {
            let path = format!("/api/memberships/{}/cancel", sold.as_str().unwrap());
            manager.post(&path, json!({ "reason": "moved away" })).await.ok();
        }
    }
    let serum = json!({ "name": "Argan serum", "brand": "Vana", "barcode": "8901030865285", "hsnCode": "33059090",
        "gstRateBps": 1800, "pricePaise": 64_900, "costPaise": 41_000, "reorderAt": 3, "isActive": false });
    manager.post("/api/products", serum).await.created();
    manager
        .post("/api/products", json!({ "name": "Comb", "hsnCode": "9615", "gstRateBps": 500, "pricePaise": 4_900 }))
        .await
        .created();
    (shop, owner)
}

#[tokio::test]
async fn what_is_exported_imports_into_an_empty_salon_and_comes_out_the_same() {
    let (from, to) = (TestSalon::open().await, TestSalon::open().await);
    let (_, owner) = full(&from).await;
    let new_owner = to.owner().await;
    let main = to.branch("BLR", SlotPolicy::Open).await;
    to.put(&Branch { is_primary: true, ..main }).await;
    to.branch("IND", SlotPolicy::Staffed).await;
    for list in LISTS {
        let records = exported(&owner, list).await;
        assert!(records.len() > 1, "{list}: {records:?}");
        for status in ["created", "unchanged"] {
            let results = import(&new_owner, list, json!(records)).await;
            assert!(results.iter().all(|result| result["status"] == status), "{list} {status}: {results:?}");
        }
        // The salon that they come from knows them too.
        let results = import(&owner, list, json!(records)).await;
        assert!(results.iter().all(|result| result["status"] == "unchanged"), "{list}: {results:?}");
    }
    for list in LISTS {
        let (before, after) = (exported(&owner, list).await, exported(&new_owner, list).await);
        assert_eq!(comparable(after), comparable(before), "{list}");
    }
}

/// The first branch of a salon that knows none of the other's.
async fn opens_in_pune(owner: &Client<'_>) {
    let branch = json!({ "name": "Koregaon Park", "code": "PNQ", "number": "01", "address": "4 North Main Road, Pune",
        "stateCode": "27", "status": "operational", "openTime": "10:00", "closeTime": "20:00" });
    owner.post("/api/branches", branch).await.created();
}

#[tokio::test]
async fn what_names_another_salons_branches_and_rooms_comes_in_without_them() {
    let (from, to) = (TestSalon::open().await, TestSalon::open().await);
    let (shop, owner) = full(&from).await;
    let room = json!({ "branchId": shop.staffed.id, "name": "Lotus", "group": "massage room" });
    from.manager().await.post("/api/resources", room).await.created();
    let needs = json!({ "needs": [{ "group": "massage room" }] });
    from.manager().await.patch(&format!("/api/services/{}", shop.facial.id), needs).await.ok();
    let new_owner = to.owner().await;
    opens_in_pune(&new_owner).await;
    for list in LISTS {
        let records = exported(&owner, list).await;
        for status in ["created", "unchanged"] {
            let results = import(&new_owner, list, json!(records)).await;
            assert!(results.iter().all(|result| result["status"] == status), "{list} {status}: {results:?}");
        }
        let results = import(&owner, list, json!(records)).await;
        assert!(results.iter().all(|result| result["status"] == "unchanged"), "{list}: {results:?}");
    }
    let mut left_behind = 0;
    for list in LISTS {
        let (mut before, mut after) = (exported(&owner, list).await, exported(&new_owner, list).await);
        for (field, here) in [("branchCode", json!("PNQ")), ("branchCodes", json!([])), ("needs", json!([]))] {
            for record in &mut before {
                left_behind += usize::from(record.get(field).is_some_and(|there| *there != here));
                record.as_object_mut().unwrap().remove(field);
            }
            for record in &mut after {
                let came = record.as_object_mut().unwrap().remove(field);
                assert!(came.is_none_or(|came| came == here), "{list}: {field} of {record}");
            }
        }
        assert_eq!(comparable(after), comparable(before), "{list}");
    }
    assert_eq!(left_behind, 5, "two memberships' branch, two people's branches, a room of a service");
}

#[tokio::test]
async fn a_salon_without_a_branch_takes_in_all_but_memberships_and_these_say_that_one_is_missing() {
    let (from, to) = (TestSalon::open().await, TestSalon::open().await);
    let (_, owner) = full(&from).await;
    let new_owner = to.owner().await;
    for list in ["services", "staff", "customers", "products"] {
        let results = import(&new_owner, list, json!(exported(&owner, list).await)).await;
        assert!(results.iter().all(|result| result["status"] == "created"), "{list}: {results:?}");
    }
    let memberships = json!(exported(&owner, "memberships").await);
    for result in import(&new_owner, "memberships", memberships.clone()).await {
        assert_eq!(fields(&result), ["branchCode"]);
        let message = "cannot be given: the salon has no branch yet, so add one first";
        assert_eq!(result["details"]["branchCode"], json!([message]));
    }
    opens_in_pune(&new_owner).await;
    assert_eq!(statuses(&import(&new_owner, "memberships", memberships).await), ["created", "created"]);
}
