//! Branches at the owner's desk.

use std::time::Duration;

use futures::future::join_all;
use parlour_storage::table::keys;
use parlour_tests::wire::Fault;
use parlour_tests::{Client, TestSalon};
use serde_json::{Value, json};

fn indiranagar() -> Value {
    json!({
        "name": "Indiranagar", "code": "IND", "number": "01", "address": "12 Main Road, Bengaluru", "stateCode": "29",
        "gstin": "29AAAAA0000A1ZY", "status": "operational", "isPrimary": false, "openTime": "10:00", "closeTime": "21:00",
    })
}

fn with(changes: Value) -> Value {
    let mut body = indiranagar();
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

async fn primaries(owner: &Client<'_>) -> Vec<String> {
    let branches = owner.get("/api/branches").await.ok()["branches"].clone();
    let primaries = branches.as_array().unwrap().iter().filter(|branch| branch["isPrimary"] == true);
    primaries.map(|branch| branch["code"].as_str().unwrap().to_owned()).collect()
}

fn path(branch: &Value) -> String {
    format!("/api/branches/{}", branch["id"].as_str().unwrap())
}

#[tokio::test]
async fn the_first_branch_is_primary_and_open_to_the_public() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let branch = owner.post("/api/branches", indiranagar()).await.created()["branch"].clone();
    for (field, value) in indiranagar().as_object().unwrap() {
        let expected = if field == "isPrimary" { &json!(true) } else { value };
        assert_eq!(&branch[field], expected, "{field}");
    }
    assert_eq!(owner.get(&path(&branch)).await.ok()["branch"], branch);
    let public = salon.visitor().get("/api/branches").await.ok()["branches"].clone();
    assert_eq!((&public[0]["code"], public[0].get("gstin")), (&json!("IND"), None));
    let listed = owner.get("/api/branches?pageSize=1").await;
    assert_eq!(listed.ok()["branches"], json!([branch]));
    assert_eq!(listed.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 1 }));
    owner.get("/api/branches?page=0").await.invalid(&["page"]);
    owner.get("/api/branches/nobody").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn everything_wrong_with_a_branch_is_told_at_once() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    owner.post("/api/branches", json!({})).await.invalid(&[
        "name",
        "code",
        "number",
        "address",
        "stateCode",
        "status",
        "openTime",
        "closeTime",
    ]);
    owner
        .post(
            "/api/branches",
            with(json!({ "name": " ", "code": "ind", "number": "1", "address": "", "stateCode": "KAR",
                "gstin": "29AAAAA0000A1Z", "status": "shut", "isPrimary": 1, "openTime": "10", "closeTime": "25:00" })),
        )
        .await
        .invalid(&[
            "name",
            "code",
            "number",
            "address",
            "stateCode",
            "gstin",
            "status",
            "isPrimary",
            "openTime",
            "closeTime",
        ]);
    owner.post("/api/branches", with(json!({ "closeTime": "10:00" }))).await.invalid(&["closeTime"]);
    let branch = owner.post("/api/branches", with(json!({ "gstin": null }))).await.created()["branch"].clone();
    assert_eq!(branch["gstin"], Value::Null);
    for gstin in ["29AAAAA0000A1Z5", "27AAAPZ9999Z1ZL", "29abcft0001q1z3"] {
        owner.patch(&path(&branch), json!({ "gstin": gstin })).await.invalid(&["gstin"]);
        owner.post("/api/branches", with(json!({ "code": "KOR", "gstin": gstin }))).await.invalid(&["gstin"]);
    }
    let both = owner.patch(&path(&branch), json!({ "gstin": "27AAAPZ9999Z1ZL", "stateCode": "27" })).await.ok();
    assert_eq!(both["branch"]["stateCode"], "27");
    owner.patch(&path(&branch), json!({ "stateCode": "29" })).await.invalid(&["gstin"]);
    owner.patch(&path(&branch), json!({ "name": "Elsewhere" })).await.ok();
    owner.patch(&path(&branch), json!({ "closeTime": "09:00" })).await.invalid(&["closeTime"]);
    owner.patch(&path(&branch), json!({ "number": "x", "code": "" })).await.invalid(&["number", "code"]);
    owner.patch("/api/branches/nobody", json!({})).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_code_is_one_branchs_and_stays_once_bookings_carry_it() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let first = owner.post("/api/branches", indiranagar()).await.created()["branch"].clone();
    owner.post("/api/branches", indiranagar()).await.refused(409, "CONFLICT");
    let other = owner.post("/api/branches", with(json!({ "code": "KOR" }))).await.created()["branch"].clone();
    owner.patch(&path(&other), json!({ "code": "IND" })).await.refused(409, "CONFLICT");
    assert_eq!(owner.patch(&path(&first), json!({ "code": "INDR" })).await.ok()["branch"]["code"], "INDR");
    // The code that the first gave up is free.
    owner.patch(&path(&other), json!({ "code": "IND" })).await.ok();

    let month = salon.salon.clock.today().calendar_month();
    let series = keys::booking_series(&other["id"].as_str().unwrap().into(), month, 'H');
    salon.salon.table.count_up(&series, salon.salon.clock.now()).await.unwrap();
    owner.patch(&path(&other), json!({ "code": "KOR" })).await.refused(409, "CONFLICT");
    owner.patch(&path(&other), json!({ "code": "IND", "name": "Koramangala" })).await.ok();
}

#[tokio::test]
async fn a_number_given_while_a_code_changes_carries_the_branchs_code() {
    // The number comes before the change of the code is written, or after, the branch read before it either way.
    for (numbers, writes) in [(20, 60), (100, 40)] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (owner, asha) = (salon.owner().await, salon.customer("Asha").await);
        salon.wire.fail(move |_, operation| match operation {
            "UpdateItem" => Some(Fault::Delay(Duration::from_millis(numbers))),
            "TransactWriteItems" => Some(Fault::Delay(Duration::from_millis(writes))),
            _ => None,
        });
        let row = format!("/api/branches/{}", shop.open.id);
        let (booked, renamed) =
            tokio::join!(asha.post("/api/bookings", shop.cut_tomorrow()), owner.patch(&row, json!({ "code": "KOR" })),);
        salon.wire.reset();
        assert!(renamed.status == 200 || renamed.status == 409, "{}", renamed.status);
        let code = owner.get(&row).await.ok()["branch"]["code"].clone();
        let number = booked.created()["bookingNumber"].clone();
        assert!(number.as_str().unwrap().contains(code.as_str().unwrap()), "{number} {code}");
    }
}

#[tokio::test]
async fn of_twenty_who_want_one_code_at_once_one_gets_it() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let replies = join_all((0..20).map(|_| owner.post("/api/branches", indiranagar()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        refused.refused(409, "CONFLICT");
    }
}

#[tokio::test]
async fn exactly_one_branch_is_primary_whatever_happens() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let codes = ["AA", "BB", "CC", "DD"];
    let replies = join_all(codes.iter().map(|code| owner.post("/api/branches", with(json!({ "code": code }))))).await;
    let branches: Vec<Value> = replies.iter().map(|reply| reply.created()["branch"].clone()).collect();
    assert_eq!(primaries(&owner).await.len(), 1);

    owner.patch(&path(&branches[2]), json!({ "isPrimary": true })).await.ok();
    assert_eq!(primaries(&owner).await, ["CC"]);
    owner.patch(&path(&branches[2]), json!({ "isPrimary": false })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    owner.post("/api/branches", with(json!({ "code": "EE", "isPrimary": true }))).await.created();
    assert_eq!(primaries(&owner).await, ["EE"]);

    let paths: Vec<String> = branches.iter().map(path).collect();
    let replies = join_all(paths.iter().map(|path| owner.patch(path, json!({ "isPrimary": true })))).await;
    assert!(replies.iter().all(|reply| reply.status == 200));
    assert_eq!(primaries(&owner).await.len(), 1);
}

#[tokio::test]
async fn settings_say_how_a_branch_takes_bookings() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let branch = owner.post("/api/branches", indiranagar()).await.created()["branch"].clone();
    let settings = format!("{}/settings", path(&branch));
    assert_eq!(
        owner.get(&settings).await.ok()["settings"],
        json!({ "slotPolicy": "open", "maxReschedules": 2, "changeWindowMinutes": 120, "horizonDays": null,
                "roundToRupee": false, "deskDiscountBps": 1000, "upiId": null, "strictStock": false,
                "requireDrawer": false, "confirmation": "request", "leadMinutes": 0 })
    );
    let changed = owner.patch(&settings, json!({ "slotPolicy": "staffed", "horizonDays": 60 })).await.ok();
    assert_eq!(
        changed["settings"],
        json!({ "slotPolicy": "staffed", "maxReschedules": 2, "changeWindowMinutes": 120, "horizonDays": 60,
                "roundToRupee": false, "deskDiscountBps": 1000, "upiId": null, "strictStock": false,
                "requireDrawer": false, "confirmation": "request", "leadMinutes": 0 })
    );
    assert_eq!(owner.get(&settings).await.ok(), changed);
    owner
        .patch(
            &settings,
            json!({ "slotPolicy": "full", "maxReschedules": -1, "changeWindowMinutes": 1.5, "horizonDays": 0 }),
        )
        .await
        .invalid(&["slotPolicy", "maxReschedules", "changeWindowMinutes", "horizonDays"]);
    owner.get("/api/branches/nobody/settings").await.refused(404, "NOT_FOUND");
    owner.patch("/api/branches/nobody/settings", json!({})).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn bookings_are_confirmed_at_once_only_where_somebodys_time_is_kept() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let branch = owner.post("/api/branches", indiranagar()).await.created()["branch"].clone();
    let settings = format!("{}/settings", path(&branch));
    let instant = json!({ "confirmation": "instant" });
    owner.patch(&settings, instant.clone()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    owner.patch(&settings, json!({ "slotPolicy": "staffed" })).await.ok();
    assert_eq!(owner.patch(&settings, instant).await.ok()["settings"]["confirmation"], "instant");
    owner.patch(&settings, json!({ "slotPolicy": "open" })).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let both = owner.patch(&settings, json!({ "slotPolicy": "open", "confirmation": "request" })).await.ok();
    assert_eq!(both["settings"]["slotPolicy"], "open");
    let both = owner.patch(&settings, json!({ "slotPolicy": "staffed", "confirmation": "instant" })).await.ok();
    assert_eq!(both["settings"]["confirmation"], "instant");
    assert_eq!(owner.patch(&settings, json!({ "leadMinutes": 10_080 })).await.ok()["settings"]["leadMinutes"], 10_080);
    for wrong in [json!(-1), json!(10_081), json!(1.5), json!("60")] {
        owner
            .patch(&settings, json!({ "leadMinutes": wrong, "confirmation": "maybe" }))
            .await
            .invalid(&["leadMinutes", "confirmation"]);
    }
}

#[tokio::test]
async fn a_branch_has_hours_by_weekday() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let sunday = json!({ "weekday": 7, "closed": true });
    let made = owner.post("/api/branches", with(json!({ "hours": [sunday] }))).await.created()["branch"].clone();
    assert_eq!(made["hours"], json!([sunday]));
    let branch = path(&made);
    let hours = json!([sunday, { "weekday": 6, "open": "09:30", "close": "14:00" }]);
    let patched = owner.patch(&branch, json!({ "hours": hours })).await.ok()["branch"].clone();
    assert_eq!(patched["hours"], json!([{ "weekday": 6, "open": "09:30", "close": "14:00" }, sunday]));
    owner.patch(&branch, json!({ "name": "Elsewhere" })).await.ok();
    assert_eq!(owner.get(&branch).await.ok()["branch"]["hours"], patched["hours"]);

    let public = async || salon.visitor().get("/api/branches").await.ok()["branches"][0]["hours"].clone();
    let usual = |weekday: u32| json!({ "weekday": weekday, "open": "10:00", "close": "21:00" });
    let mut week: Vec<Value> = (1..=5).map(usual).collect();
    week.push(json!({ "weekday": 6, "open": "09:30", "close": "14:00" }));
    week.push(sunday.clone());
    assert_eq!(public().await, json!(week));
    assert_eq!(owner.patch(&branch, json!({ "hours": null })).await.ok()["branch"]["hours"], json!([]));
    assert_eq!(public().await, (1..=7).map(usual).collect::<Value>());
}

#[tokio::test]
async fn everything_wrong_with_the_hours_of_a_week_is_told_at_once() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let branch = path(&owner.post("/api/branches", indiranagar()).await.created()["branch"]);
    let hours = json!([
        { "weekday": 0, "closed": true },
        { "weekday": 8, "closed": true },
        { "weekday": 1, "open": "14:00", "close": "14:00" },
        { "weekday": 2 },
        { "weekday": 3, "open": "10:00" },
        { "weekday": 4, "closed": true, "open": "10:00", "close": "12:00" },
        { "weekday": 5, "closed": false },
    ]);
    owner.patch(&branch, json!({ "hours": hours })).await.invalid(&[
        "hours.0.weekday",
        "hours.1.weekday",
        "hours.2.close",
        "hours.3.open",
        "hours.3.close",
        "hours.4.close",
        "hours.5.open",
        "hours.5.close",
        "hours.6.open",
        "hours.6.close",
    ]);
    let twice = json!([{ "weekday": 1, "closed": true }, { "weekday": 1, "open": "10:00", "close": "12:00" }]);
    owner.patch(&branch, json!({ "hours": twice })).await.invalid(&["hours.1.weekday"]);
    owner.post("/api/branches", with(json!({ "code": "KOR", "hours": twice }))).await.invalid(&["hours.1.weekday"]);
    owner.patch(&branch, json!({ "hours": "always" })).await.invalid(&["hours"]);
}

#[tokio::test]
async fn branches_are_the_owners() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    manager.get("/api/branches").await.refused(403, "FORBIDDEN");
    manager.post("/api/branches", indiranagar()).await.refused(403, "FORBIDDEN");
    manager.patch("/api/branches/x/settings", json!({})).await.refused(403, "FORBIDDEN");
    salon.anyone(parlour_settings::App::Admin).get("/api/branches").await.refused(401, "UNAUTHENTICATED");
}
