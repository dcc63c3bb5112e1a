//! A whole life as a customer, and then not a trace of it but what tax law wants.

use std::io::Read as _;

use parlour_money::invoices::Invoice;
use parlour_people::auth::Account;
use parlour_people::customers::Customers;
use parlour_storage::table::AtomicWrite;
use parlour_tests::{Client, TestSalon, path_of};
use parlour_values::role::Role;
use serde_dynamo::AttributeValue;
use serde_json::{Value, json};

use super::{OWN, two_days_later};
use crate::dry_run::everything;

/// Texts that nobody else is called, has, or is written down as.
const TRACES: [&str; 8] =
    ["xanthe", "erasable", "9876500123", "9876500124", "98765 00123", "likes rain", "nuts make her ill", "send/xanthe"];

/// All texts in an attribute, one after the other; what is packed is unpacked.
fn texts(value: &AttributeValue, all: &mut String) {
    match value {
        AttributeValue::S(text) | AttributeValue::N(text) => {
            all.push_str(text);
            all.push('\n');
        }
        AttributeValue::Ss(texts) => all.extend(texts.iter().flat_map(|text| [text.as_str(), "\n"])),
        AttributeValue::L(values) => values.iter().for_each(|value| texts(value, all)),
        AttributeValue::M(fields) => {
            for (name, value) in fields {
                all.push_str(name);
                all.push('\n');
                texts(value, all);
            }
        }
        AttributeValue::B(bytes) => {
            let mut unpacked = Vec::new();
            if flate2::read::ZlibDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked).is_err() {
                unpacked = bytes.clone();
            }
            all.push_str(&String::from_utf8_lossy(&unpacked));
        }
        _ => {}
    }
}

/// The rows in which one of these is found, in any case: in their keys, their names or their values.
pub async fn found_in_the_table(salon: &TestSalon, traces: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for ((pk, sk), item) in everything(salon).await {
        let mut all = format!("{pk}\n{sk}\n");
        for (name, value) in item.iter() {
            all.push_str(name);
            all.push('\n');
            texts(value, &mut all);
        }
        let all = all.to_lowercase();
        if let Some(trace) = traces.iter().find(|trace| all.contains(*trace)) {
            found.push(format!("{trace} in {pk} {sk}: {item:?}"));
        }
    }
    found
}

/// Whether the row is an invoice's, or its customer's copy of it.
fn is_invoice(found: &str) -> bool {
    let row = found.split_once(" in ").unwrap().1;
    let sort = row.split(' ').nth(1).unwrap();
    (row.starts_with("INVOICE#") && sort == "INVOICE:") || sort.starts_with("BOOKING_INVOICE#")
}

struct Life<'a> {
    salon: &'a TestSalon,
    client: Client<'a>,
    invoice: Invoice,
}

async fn lived(salon: &TestSalon) -> Life<'_> {
    let shop = salon.shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let client = salon.customer("Xanthe Erasable").await;
    let user = client.user.clone().unwrap();
    let mut write = AtomicWrite::new(&salon.salon.random);
    let (issuer, subject) = ("https://accounts.example.test".to_owned(), "xanthe-erasable".to_owned());
    Account { issuer, subject, user_id: user.id.clone(), created_at: user.created_at }.link(&mut write.changes);
    write.commit(&salon.salon.table).await.unwrap();

    // A lead, with a note; then an account.
    let interest = json!({ "name": "Xanthe Erasable", "phone": "9876500123", "email": user.email });
    let lead = salon.visitor().post("/api/leads", interest.clone()).await.created()["leadId"].clone();
    let notes = format!("/api/leads/{}/notes", lead.as_str().unwrap());
    let lead_note = json!({ "content": "Xanthe likes rain" });
    desk.clone().once("lead-note").post(&notes, lead_note).await.created();
    salon.visitor().post("/api/leads", interest).await.created();
    let about = json!({ "phone": "9876500123", "dateOfBirth": "1990-05-17", "gender": "female",
        "marketingConsent": true, "whatsappConsent": true, "acquisitionSource": "Erasable" });
    client.clone().once("onboarding").post("/api/onboarding/complete", about).await.created();
    client.clone().once("push").post("/api/push/subscribe", parlour_tests::browser("xanthe")).await.created();
    client.post_empty("/api/profile/calendar").await.created();

    // The facts that the desk knows.
    let own = format!("/api/customers/{}", user.id);
    let known = json!({ "alerts": "Nuts make her ill", "preferredStaffId": shop.ravi.id });
    desk.patch(&format!("{own}/profile"), known).await.ok();
    let note = json!({ "content": "Likes rain", "pinned": true });
    desk.clone().once("note").post(&format!("{own}/notes"), note).await.created();
    let tag = manager.post("/api/tags", json!({ "name": "VIP", "color": "#000000" })).await.created()["tag"].clone();
    desk.post(&format!("{own}/tags"), json!({ "tagId": tag["id"] })).await.created();

    // A request with notes, moved and cancelled: the desk is told. The lead became it.
    let mut request = shop.cut_tomorrow();
    request["notes"] = json!("Likes rain");
    request["leadId"] = lead;
    let booked = client.clone().once("booking").post("/api/bookings", request).await.created();
    let path = path_of(&booked["id"]);
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    salon.deliver().await;
    client.post(&format!("{path}/reschedule"), json!({ "bookingDate": "2026-11-18", "startTime": "12:00" })).await.ok();
    desk.post_empty(&format!("{path}/link")).await.ok();
    salon.deliver().await;
    client.post(&format!("{path}/cancel"), json!({ "reason": "Likes rain" })).await.ok();

    // A walk-in who turns out to be her.
    let walk_in = json!({ "customer": { "name": "Xanthe E", "phone": "9876500124" }, "branchId": shop.open.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let walked_in = desk.clone().once("walk-in").post("/api/bookings", walk_in).await.created()["booking"].clone();
    desk.post(&format!("{}/complete", path_of(&walked_in["id"])), json!({ "paymentMethod": "cash" })).await.ok();
    salon.deliver().await;
    manager.post(&format!("{own}/merge"), json!({ "fromId": walked_in["customerId"] })).await.ok();

    // A visit with a bill that was shaped by hand, and something given back.
    let booking = salon.confirmed(&shop, &client, &[&shop.cut]).await;
    let bill =
        json!({ "version": 0, "lines": [{ "serviceId": shop.cut.id, "pricePaise": 46_000, "reason": "Erasable" }] });
    desk.put(&format!("/api/bookings/{}/bill", booking.id), bill).await.ok();
    let pay = json!({ "billVersion": 1, "paymentMethod": "upi" });
    desk.clone().once("pay").post(&format!("/api/bookings/{}/complete", booking.id), pay).await.ok();
    salon.deliver().await;
    let invoice = salon.invoice_of(&booking.id).await;
    let credit = json!({ "amountPaise": 1_000, "reason": "Half of it was not done", "refundMethod": "upi" });
    manager.post(&format!("/api/billing/invoices/{}/credit-notes", invoice.id), credit).await.created();

    // A membership with a session, appointments that repeat, a place in line.
    let tier = salon.tier("Gold").await;
    let sold = json!({ "customerId": user.id, "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card", "notes": "Likes rain" });
    let sold = manager.clone().once("membership").post("/api/memberships", sold).await.created();
    let line = json!({ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": 60 });
    let sessions = format!("/api/memberships/{}/sessions", sold["membership"]["id"].as_str().unwrap());
    manager.clone().once("session").post(&sessions, json!({ "services": [line] })).await.created();
    let repeat = json!({
        "customerId": user.id, "branchId": shop.staffed.id, "serviceType": "salon", "firstDate": "2026-12-01",
        "services": [{ "serviceId": shop.cut.id, "staffId": shop.ravi.id }], "startTime": "16:00", "everyWeeks": 4,
        "count": 3, "onConflict": "skip",
    });
    let repeat = desk.clone().once("repeat").post("/api/repeats", repeat).await.created()["repeat"]["id"].clone();
    desk.delete(&format!("/api/repeats/{}?from=2026-12-01", repeat.as_str().unwrap())).await.ok();
    let wish = json!({
        "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
        "dates": ["2026-11-25"], "from": "07:00", "to": "09:00", "staffId": shop.meera.id,
    });
    let wish = client.clone().once("wish").post("/api/waitlist", wish).await.created()["wish"]["id"].clone();
    let noon = json!({ "date": "2026-11-25", "startTime": "12:00", "staffId": shop.meera.id });
    desk.post(&format!("/api/waitlist/{}/offer", wish.as_str().unwrap()), noon).await.ok();
    client.get("/api/gems").await.ok();
    salon.deliver().await;
    desk.get(&own).await.ok();
    Life { salon, client, invoice }
}

impl Life<'_> {
    /// The document as it stands in the bucket.
    async fn paper(&self, documents: &dyn parlour_senders::documents::DocumentStore) -> Vec<u8> {
        let key = self.salon.stored::<Invoice>(&parlour_storage::table::keys::invoice(&self.invoice.id)).await;
        documents.get(key.unwrap().pdf_key.as_deref().unwrap()).await.unwrap().unwrap()
    }
}

#[tokio::test]
async fn nothing_is_left_of_a_whole_life_but_what_tax_law_wants() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    let developer = salon.person("Dev", Role::Developer).await;
    let hook = json!({ "url": "https://hooks.example.test/all" });
    developer.post("/api/webhooks", hook).await.created();
    let life = lived(&salon).await;
    salon.seal().await;
    let kinds = |found: &[String]| {
        let kind = |row: &String| row.split_once(" in ").unwrap().1.split(['#', ' ']).next().unwrap().to_owned();
        found.iter().map(kind).collect::<std::collections::BTreeSet<_>>()
    };
    let before = found_in_the_table(&salon, &TRACES).await;
    for kind in ["USER", "BOOKING", "INVOICE", "MEMBERSHIP", "LEAD", "ONCE", "DIRECTORY", "TAKEN", "ACCOUNT", "PUSH"] {
        assert!(kinds(&before).contains(kind), "there is nothing to erase under {kind}: {:?}", kinds(&before));
    }
    let staff_were_told =
        before.iter().any(|row| row.contains("NOTIFICATION#") && !row.contains(life.client.id().as_str()));
    assert!(staff_were_told || before.iter().any(|row| row.contains("\"about\"")), "the desk was told");
    let paper = life.paper(documents.as_ref()).await;

    life.client.post(OWN, json!({ "reason": "Erasable" })).await.accepted();
    two_days_later(&salon).await;

    let after = found_in_the_table(&salon, &TRACES).await;
    let others: Vec<&String> = after.iter().filter(|row| !is_invoice(row)).collect();
    assert_eq!(others, Vec::<&String>::new());
    assert!(!after.is_empty(), "the invoices have the name");
    let beyond_the_name = found_in_the_table(&salon, &TRACES[2..]).await;
    assert_eq!(beyond_the_name, Vec::<String>::new(), "and nothing else");
    assert!(life.paper(documents.as_ref()).await != paper, "the paper was printed again");
    let queue = salon.outbox().await;
    assert!(TRACES.iter().all(|trace| !format!("{queue:?}").to_lowercase().contains(trace)), "{queue:?}");

    salon.seal().await;
    let developer = salon.person("Dev", Role::Developer).await;
    let verified = developer.get("/api/logs/audit/verify?from=2026-11-16").await.ok();
    assert_eq!(verified["broken"], json!([]));
    let feed = developer.get("/api/events?limit=100").await.ok().to_string().to_lowercase();
    assert!(TRACES.iter().all(|trace| !feed.contains(trace)));
    let owner = salon.owner().await;
    for list in ["customers", "bookings", "leads", "memberships", "gems", "events", "invoices"] {
        let export = owner.get(&format!("/api/exports/{list}")).await;
        let text = String::from_utf8_lossy(&export.bytes).to_lowercase();
        let found: Vec<&&str> = TRACES.iter().filter(|trace| text.contains(**trace)).collect();
        let allowed: &[&str] = if list == "invoices" { &TRACES[..2] } else { &[] };
        assert!(found.iter().all(|trace| allowed.contains(trace)), "{found:?} in {list}: {text}");
    }
}

#[tokio::test]
async fn no_snapshot_of_the_directory_has_them() {
    let salon = TestSalon::open().await;
    salon.large(1_000).await;
    salon.set_clock("2026-11-16T11:00:00+05:30");
    let client = salon.customer("Xanthe Erasable").await;
    let about = json!({ "phone": "9876500123", "dateOfBirth": "1990-05-17", "gender": "female",
        "marketingConsent": true });
    client.post("/api/onboarding/complete", about).await.created();
    Customers::of(&salon.salon).keep_snapshot().await.unwrap();
    let packed = found_in_the_table(&salon, &["xanthe"]).await;
    assert!(packed.iter().any(|row| row.contains("DIRECTORY_SNAPSHOT")), "a snapshot has them");
    client.post(OWN, json!({})).await.accepted();
    let now = salon.salon.clock.now().plus(chrono::TimeDelta::hours(48));
    let erasing = salon.outbox().await.into_iter().map(|entry| entry.message());
    let erasing = erasing.rev().find(|message| message.task.name() == "erase-customer").unwrap();
    salon.salon.clock.set(now);
    parlour_platform::jobs::deliver(&salon.salon, &erasing).await.unwrap();
    assert_eq!(found_in_the_table(&salon, &["xanthe", "erasable", "9876500123"]).await, Vec::<String>::new());
    Customers::of(&salon.salon).keep_snapshot().await.unwrap();
    assert_eq!(found_in_the_table(&salon, &["xanthe"]).await, Vec::<String>::new());
    let manager = salon.manager().await;
    let listed = salon.another_instance().client(&manager).get("/api/customers?q=xanthe").await;
    assert_eq!(listed.meta()["totalCount"], 0);
    let _: Value = listed.ok();
}

#[tokio::test]
async fn nothing_is_left_of_somebody_who_was_imported_and_of_whom_they_were_before() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let people = json!({ "rows": [
        { "name": "Xanthe Erasable", "phone": "9876500123", "email": "xanthe@example.test", "gemsBalance": 40,
          "alerts": "Nuts make her ill", "tags": ["VIP"] },
        { "name": "Xanthe E", "phone": "9876500124", "email": "erasable@example.test", "gemsBalance": 2 },
    ] });
    let people = manager.post("/api/imports/customers", people).await.ok()["results"].clone();
    let membership = json!({ "rows": [{ "externalId": "XANTHE-9876500123", "customerPhone": "9876500123",
        "tierName": "Gold", "hoursMinutes": 600, "usedMinutes": 90, "pricePaise": 2_000_000, "startDate": "2026-08-01",
        "validityDays": 30, "membershipNumber": "OLD-7", "notes": "Likes rain" }] });
    let membership = manager.post("/api/imports/memberships", membership).await.ok()["results"][0].clone();
    assert_eq!(membership["status"], "created", "{membership}");
    let own = format!("/api/customers/{}", people[0]["id"].as_str().unwrap());
    owner.post(&format!("{own}/merge"), json!({ "fromId": people[1]["id"] })).await.ok();
    owner.post(&format!("{own}/erasure"), json!({})).await.accepted();
    salon.deliver().await;
    two_days_later(&salon).await;
    assert_eq!(found_in_the_table(&salon, &TRACES).await, Vec::<String>::new());
    // A customer who comes back is somebody new.
    let back = json!({ "rows": [{ "name": "Xanthe Erasable", "email": "xanthe@example.test" },
        { "name": "Xanthe E", "email": "erasable@example.test" }] });
    let back = manager.post("/api/imports/customers", back).await.ok()["results"].clone();
    assert!([&back[0], &back[1]].iter().all(|row| row["status"] == "created"), "{back}");
}
