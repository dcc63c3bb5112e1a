//! Exports: everything of each kind comes out, in both formats, at a cost that does not grow with the salon.

mod at_size;

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::gems::{GemTransaction, GemTransactionType};
use parlour_money::invoices::Invoice;
use parlour_money::memberships::Membership;
use parlour_people::customers::directory::DirectoryRow;
use parlour_people::customers::{Customers, Profile};
use parlour_people::leads::Lead;
use parlour_settings::App;
use parlour_storage::month_index::{MonthIndex, load_bookings};
use parlour_storage::table::keys::{self, MonthlyList};
use parlour_storage::table::{Bulk, Record};
use parlour_tests::wire::Cost;
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::role::Role;
use serde_json::{Value, json};

const LISTS: [&str; 10] =
    ["customers", "bookings", "invoices", "leads", "memberships", "gems", "products", "events", "services", "staff"];
/// More than a page.
const MANY: usize = 1_150;

fn lines(reply: &Reply) -> Vec<Value> {
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some("application/x-ndjson")));
    let text = String::from_utf8(reply.bytes.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

async fn one_page(owner: &Client<'_>, list: &str) -> Vec<Value> {
    let reply = owner.get(&format!("/api/exports/{list}")).await;
    assert_eq!(reply.header("x-next-cursor"), None, "{list}");
    lines(&reply)
}

/// Every page, with what each cost.
async fn all_pages(salon: &TestSalon, owner: &Client<'_>, list: &str) -> (Vec<Value>, Vec<Cost>) {
    let (mut records, mut costs, mut cursor) = (Vec::new(), Vec::new(), None::<String>);
    loop {
        let after = cursor.map(|cursor| format!("?after={cursor}")).unwrap_or_default();
        salon.wire.reset();
        let reply = owner.get(&format!("/api/exports/{list}{after}")).await;
        costs.push(salon.wire.cost());
        let page = lines(&reply);
        assert!(page.len() <= 1_000, "{list}: {}", page.len());
        records.extend(page);
        cursor = reply.header("x-next-cursor").map(str::to_owned);
        if cursor.is_none() {
            return (records, costs);
        }
    }
}

/// A salon in which there is one of everything.
async fn lived_in(salon: &TestSalon) -> (Shop, Client<'_>) {
    let shop = salon.shop().await;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let meena = json!({ "name": "Meena Rao", "phone": "9876543210", "email": "meena@example.test",
        "dateOfBirth": "1990-02-28", "gender": "female", "marketingConsent": true, "alerts": "Nuts",
        "gstin": "27AAAPZ9999Z1ZL", "legalName": "Rao Traders", "preferredStaffId": shop.ravi.id });
    let customer = manager.post("/api/customers", meena).await.created()["customer"]["id"].clone();
    let id: UserId = customer.as_str().unwrap().into();
    let tag = manager.post("/api/tags", json!({ "name": "VIP", "color": "#112233" })).await.created()["tag"].clone();
    let path = format!("/api/customers/{id}/tags");
    manager.post(&path, json!({ "tagId": tag["id"] })).await.created();
    let booking = json!({ "customerId": id, "branchId": shop.open.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let booking = manager.post("/api/bookings", booking).await.created()["booking"]["id"].clone();
    let path = format!("/api/bookings/{}/complete", booking.as_str().unwrap());
    let paid = manager.post(&path, json!({ "paymentMethod": "cash" })).await.ok()["invoice"]["id"].clone();
    let note = json!({ "amountPaise": 10_000, "reason": "unhappy", "refundMethod": "cash" });
    let path = format!("/api/billing/invoices/{}/credit-notes", paid.as_str().unwrap());
    manager.post(&path, note).await.created();
    manager.post("/api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await.created();
    let tier = salon.tier("Gold").await;
    let sold = json!({ "customerId": id, "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    manager.post("/api/memberships", sold).await.created();
    let serum = json!({ "name": "Argan serum", "brand": "Vana", "barcode": "8901030865285", "hsnCode": "33059090",
        "gstRateBps": 1800, "pricePaise": 64_900, "costPaise": 41_000, "reorderAt": 3 });
    manager.post("/api/products", serum).await.created();
    salon.seal().await;
    (shop, owner)
}

#[tokio::test]
async fn each_kind_comes_out_as_lines_and_as_a_sheet_with_the_same_fields() {
    let salon = TestSalon::open().await;
    let (_, owner) = lived_in(&salon).await;
    for list in LISTS {
        let records = one_page(&owner, list).await;
        assert!(!records.is_empty(), "{list}");
        let reply = owner.get(&format!("/api/exports/{list}?format=csv")).await;
        assert_eq!(reply.header("content-type"), Some("text/csv; charset=utf-8"), "{list}");
        assert_eq!(reply.header("content-disposition"), Some(format!("attachment; filename=\"{list}.csv\"").as_str()));
        let text = String::from_utf8(reply.bytes.clone()).unwrap();
        let header = text.trim_start_matches('\u{feff}').split("\r\n").next().unwrap();
        let columns: BTreeSet<&str> = header.split(',').collect();
        for record in &records {
            let fields: BTreeSet<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(fields, columns, "{list}");
        }
        assert_eq!(text.trim_end().split("\r\n").count(), records.len() + 1, "{list}: {text}");
    }
}

#[tokio::test]
async fn what_can_be_imported_has_the_fields_of_the_imports() {
    let salon = TestSalon::open().await;
    let (shop, owner) = lived_in(&salon).await;
    let customers = one_page(&owner, "customers").await;
    let [meena] = customers.as_slice() else { panic!("{customers:?}") };
    let expected = json!({ "name": "Meena Rao", "phone": "+919876543210", "email": "meena@example.test",
        "dateOfBirth": "1990-02-28", "gender": "female", "marketingConsent": true, "alerts": "Nuts",
        "gstin": "27AAAPZ9999Z1ZL", "legalName": "Rao Traders", "preferredStaffId": shop.ravi.id,
        "duePaise": 0, "tags": ["VIP"], "totalVisits": 1 });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(meena[field], *value, "{field}");
    }
    let gems = one_page(&owner, "gems").await;
    let sum: i64 = gems.iter().map(|line| line["gems"].as_i64().unwrap()).sum();
    assert_eq!(meena["gemsBalance"], sum, "an account is the sum of its history");
    let membership = &one_page(&owner, "memberships").await[0];
    let expected = json!({ "customerPhone": "+919876543210", "tierName": "Gold", "hoursMinutes": 600, "usedMinutes": 0,
        "pricePaise": 2_000_000, "startDate": "2026-11-16", "validityDays": 30 });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(membership[field], *value, "{field}");
    }
    assert!(membership["externalId"].is_string());
    let services = one_page(&owner, "services").await;
    let cut = services.iter().find(|service| service["name"] == "Cut").unwrap();
    assert_eq!((&cut["categorySlug"], &cut["durationMinutes"]), (&json!(shop.hair.slug), &json!(45)));
    assert_eq!((&cut["pricePaise"], &cut["gstRateBps"]), (&json!(50_000), &json!(500)));
    let staff = one_page(&owner, "staff").await;
    let ravi = staff.iter().find(|member| member["id"] == json!(shop.ravi.id)).unwrap();
    assert_eq!(ravi["branchCodes"], json!(["BLR", "IND"]));
    assert_eq!((&ravi["email"], &ravi["isActive"]), (&json!(shop.ravi.email), &json!(true)));
    let product = &one_page(&owner, "products").await[0];
    assert_eq!((&product["barcode"], &product["costPaise"]), (&json!("8901030865285"), &json!(41_000)));
    let invoices = one_page(&owner, "invoices").await;
    assert_eq!(invoices.len(), 2, "a visit and a membership");
    let notes: usize = invoices.iter().map(|invoice| invoice["creditNotes"].as_array().unwrap().len()).sum();
    assert_eq!(notes, 1);
}

#[tokio::test]
async fn owners_export_and_their_programs_and_nobody_below() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let developer = salon.person("Dev", Role::Developer).await;
    for list in LISTS {
        salon.manager().await.get(&format!("/api/exports/{list}")).await.refused(403, "FORBIDDEN");
    }
    let program = async |role: &str| {
        let token = json!({ "name": "Backup", "role": role, "scopes": ["read"] });
        let token = developer.post("/api/tokens", token).await.created()["token"].as_str().unwrap().to_owned();
        salon.anyone(App::Admin).with_header("authorization", &format!("Bearer {token}"))
    };
    assert_eq!(lines(&program("owner").await.get("/api/exports/leads").await), Vec::<Value>::new());
    program("manager").await.get("/api/exports/leads").await.refused(403, "FORBIDDEN");
    salon.anyone(App::Admin).get("/api/exports/leads").await.refused(401, "UNAUTHENTICATED");
    owner.get("/api/exports/secrets").await.refused(404, "NOT_FOUND");
    owner.get("/api/exports/leads?format=xml").await.invalid(&["format"]);
    owner.get("/api/exports/leads?after=nonsense").await.invalid(&["after"]);
    // A header line is there without a record too.
    let reply = owner.get("/api/exports/leads?format=csv").await;
    assert_eq!(String::from_utf8(reply.bytes.clone()).unwrap().lines().count(), 1);
}

#[tokio::test]
async fn hostile_texts_stay_texts() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let names = ["=HYPERLINK(\"http://x\")", "+1", "-2", "@sum", "a\nb", "c,\"d\";e", "\u{2028}", "<script>"];
    let mut bulk = Bulk::new();
    let first = salon.lead("x", None, None).await;
    for name in names {
        bulk.put(&Lead { id: salon.salon.random.id(), name: name.to_owned(), ..first.clone() });
    }
    bulk.write(&salon.salon.table).await.unwrap();
    let month = salon.salon.clock.today().calendar_month();
    MonthIndex::of(&salon.salon, MonthlyList::Leads).load([month]).await.unwrap();
    let told: BTreeSet<String> =
        one_page(&owner, "leads").await.iter().map(|lead| lead["name"].as_str().unwrap().to_owned()).collect();
    assert!(names.iter().all(|name| told.contains(*name)), "{told:?}");
    let sheet = owner.get("/api/exports/leads?format=csv").await;
    let sheet = String::from_utf8(sheet.bytes.clone()).unwrap();
    for safe in ["\"'=HYPERLINK(\"\"http://x\"\")\"", ",'+1,", ",'-2,", ",'@sum,", "\"a\nb\"", "\"c,\"\"d\"\";e\""] {
        assert!(sheet.contains(safe), "{safe}: {sheet}");
    }
}

/// Copies of a record, each with an id of its own.
async fn copies<R: Record>(salon: &TestSalon, count: usize, copy: impl Fn(usize) -> R) {
    let mut bulk = Bulk::new();
    for number in 0..count {
        bulk.put(&copy(number));
    }
    bulk.write(&salon.salon.table).await.unwrap();
}

async fn many_of(salon: &TestSalon, shop: &Shop, list: &str, count: usize) {
    let now = salon.salon.clock.now();
    let month = now.ist_date().calendar_month();
    match list {
        "customers" | "gems" => {
            let user = salon.user("Asha", Role::Customer).await;
            let mut bulk = Bulk::new();
            for number in 0..count {
                let id: UserId = salon.salon.random.id();
                let user = parlour_people::auth::User { id: id.clone(), ..user.clone() };
                let profile = Profile::bare(salon.salon.random.id(), id.clone(), now);
                // Every tenth has gems, and one of them a long history.
                let gems = (number % 10 == 0).then_some(Gems(1));
                bulk.put(&DirectoryRow::of(&user, &profile, gems, []));
                bulk.put(&profile);
                let history = if number == 0 { count } else { usize::from(gems.is_some()) };
                for _ in 0..history {
                    bulk.put(&GemTransaction {
                        id: salon.salon.random.id(),
                        user_id: id.clone(),
                        kind: GemTransactionType::Earned,
                        gems: Gems(1),
                        description: "Earned".to_owned(),
                        expires_at: None,
                        invoice_id: None,
                        invoice_number: None,
                        created_at: now,
                    });
                }
            }
            bulk.write(&salon.salon.table).await.unwrap();
        }
        "leads" => {
            let lead = salon.lead("Ravi", None, None).await;
            copies(salon, count - 1, |_| Lead { id: salon.salon.random.id(), ..lead.clone() }).await;
            MonthIndex::of(&salon.salon, MonthlyList::Leads).load([month]).await.unwrap();
        }
        "memberships" => {
            let (_, membership) = salon.member("Asha", "2030-01-01").await;
            let other = || Membership { id: salon.salon.random.id(), ..membership.clone() };
            copies(salon, count - 1, |_| other()).await;
            MonthIndex::of(&salon.salon, MonthlyList::Memberships).load([month]).await.unwrap();
        }
        "bookings" => {
            let user = salon.user("Asha", Role::Customer).await;
            let one = salon.booked(shop, &user, "2026-11-17", "11:00", BookingStatus::Confirmed).await;
            let branches = [&shop.open, &shop.staffed];
            copies(salon, count - 1, |number| Booking {
                id: salon.salon.random.id(),
                branch_id: branches[number % 2].id.clone(),
                date: now.ist_date().plus_days(u64::try_from(number % 40).unwrap()),
                ..one.clone()
            })
            .await;
            let months =
                branches.iter().flat_map(|branch| [(branch.id.clone(), month), (branch.id.clone(), month.next())]);
            load_bookings(&salon.salon, months).await.unwrap();
        }
        "invoices" => {
            let (asha, manager) = (salon.customer("Asha").await, salon.manager().await);
            for branch in [&shop.open, &shop.staffed] {
                let booking = salon.confirmed_at(shop, branch, &asha, &[&shop.cut]).await;
                let path = format!("/api/bookings/{}/complete", booking.id);
                let done = manager.post(&path, json!({ "paymentMethod": "upi" })).await.ok();
                let id = done["invoice"]["id"].as_str().unwrap().into();
                let one = salon.stored::<Invoice>(&keys::invoice(&id)).await.unwrap().record;
                copies(salon, count / 2 - 1, |number| Invoice {
                    id: salon.salon.random.id(),
                    number: DocumentNumber::stored(format!("{}/26-27/{number:05}", branch.code)),
                    booking_id: None,
                    ..one.clone()
                })
                .await;
            }
        }
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn everything_comes_out_in_the_end_once_and_a_page_costs_no_more_in_a_larger_salon() {
    for list in ["customers", "leads", "memberships", "bookings", "invoices", "gems"] {
        // A page reads at most twice what it gives, so two salons that have as much as that cost the same.
        let sizes: &[usize] = match list {
            "leads" => &[2 * MANY, 4 * MANY],
            "customers" => &[MANY, 2 * MANY],
            _ => &[MANY],
        };
        let mut firsts = Vec::new();
        for count in sizes.iter().copied() {
            let (salon, shop) = TestSalon::with_shop().await;
            let owner = salon.owner().await;
            many_of(&salon, &shop, list, count).await;
            Customers::of(&salon.salon).tags().await.unwrap();
            let (records, costs) = all_pages(&salon, &owner, list).await;
            let id = if list == "memberships" { "externalId" } else { "id" };
            let ids: BTreeSet<&str> = records.iter().map(|record| record[id].as_str().unwrap()).collect();
            let expected = match list {
                // Of the first as many as there are customers, of every tenth one.
                "gems" => count + count.div_ceil(10) - 1,
                _ => count,
            };
            assert_eq!((records.len(), ids.len()), (expected, expected), "{list}");
            assert!(costs.len() >= expected.div_ceil(1_000), "{list}");
            let is_bounded = |cost: &Cost| cost.calls.len() <= 130 && cost.read_units <= 2_500.0;
            assert!(costs.iter().all(is_bounded), "{list}: {costs:?}");
            firsts.push((costs[0].calls.len(), costs[0].read_units));
        }
        if let [(calls, units), (more_calls, more_units)] = firsts.as_slice() {
            assert!(more_calls <= calls && more_units <= &(units * 1.1), "{list}: {firsts:?}");
        }
    }
}

#[tokio::test]
async fn a_cursor_is_of_its_own_list_and_goes_on_where_the_page_ended() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    many_of(&salon, &shop, "bookings", MANY).await;
    let first = owner.get("/api/exports/bookings").await;
    let cursor = first.header("x-next-cursor").unwrap().to_owned();
    owner.get(&format!("/api/exports/invoices?after={cursor}")).await.invalid(&["after"]);
    let rest = owner.get(&format!("/api/exports/bookings?after={cursor}&format=csv")).await;
    let text = String::from_utf8(rest.bytes.clone()).unwrap();
    assert_eq!(lines(&first).len() + text.trim_end().split("\r\n").count() - 1, MANY);
    // The branch that a cursor names must be one.
    let forged = URL_SAFE_NO_PAD.encode("bookings/nowhere/2026-11-17#x");
    owner.get(&format!("/api/exports/bookings?after={forged}")).await.invalid(&["after"]);
}

#[tokio::test]
async fn events_come_in_the_order_of_the_feed() {
    let salon = TestSalon::open().await;
    salon.add_audit_entries(1_100).await;
    salon.seal().await;
    let (events, costs) = all_pages(&salon, &salon.owner().await, "events").await;
    assert_eq!((events.len(), costs.len()), (1_100, 2));
    assert!(events.windows(2).all(|pair| pair[1]["prev"] == pair[0]["hash"]), "in one chain");
    salon.owner().await.get("/api/exports/events?after=ZXZlbnRzLy9ub25zZW5zZQ").await.invalid(&["after"]);
}
