//! The data that somebody takes along: everything that is held about them, nothing of anybody else, three times a day.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use futures::future::join_all;
use parlour_money::invoices::Invoice;
use parlour_senders::documents::PDF;
use parlour_storage::table::{Partition, keys};
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::document_number::DocumentNumber;
use parlour_values::role::Role;
use serde_json::{Value, json};

const EXPORT: &str = "/api/profile/export";

/// The files of an archive.
fn unpacked(reply: &Reply) -> BTreeMap<String, Vec<u8>> {
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some("application/zip")));
    assert_eq!(reply.header("content-disposition"), Some("attachment; filename=\"my-data.zip\""));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(reply.header("content-encoding"), None, "it is compressed already");
    let mut archive = zip::ZipArchive::new(Cursor::new(reply.bytes.clone())).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let read = names.into_iter().map(|name| {
        let mut content = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut content).unwrap();
        (name, content)
    });
    read.collect()
}

fn json_of(files: &BTreeMap<String, Vec<u8>>, name: &str) -> Value {
    serde_json::from_slice(&files[name]).unwrap()
}

/// Asha, of whom something is held everywhere.
async fn known<'a>(salon: &'a TestSalon, shop: &Shop) -> (Client<'a>, Invoice) {
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let asha = salon.customer("Asha").await;
    asha.post(
        "/api/onboarding/complete",
        json!({ "phone": "9876543210", "dateOfBirth": "1995-04-12", "gender": "female", "marketingConsent": true }),
    )
    .await
    .created();
    let path = format!("/api/customers/{}", asha.id());
    desk.patch(&format!("{path}/profile"), json!({ "alerts": "Nuts", "preferredStaffId": shop.ravi.id })).await.ok();
    desk.post(&format!("{path}/notes"), json!({ "content": "Likes tea", "pinned": true })).await.created();
    let tag = manager.post("/api/tags", json!({ "name": "VIP", "color": "#112233" })).await.created()["tag"].clone();
    manager.post(&format!("{path}/tags"), json!({ "tagId": tag["id"] })).await.created();
    let body = json!({ "customerId": asha.id(), "branchId": shop.open.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let booking = desk.post("/api/bookings", body).await.created()["booking"]["id"].as_str().unwrap().to_owned();
    desk.post(&format!("/api/bookings/{booking}/complete"), json!({ "paymentMethod": "cash" })).await.ok();
    asha.post_empty("/api/profile/calendar").await.created();
    asha.get("/api/gems").await.ok();
    salon.deliver().await;
    let of_asha = Partition::g2(keys::invoices_of_customer(&asha.id()));
    let invoice = salon.salon.table.query::<Invoice>(of_asha).await.unwrap().remove(0).record;
    (asha, invoice)
}

#[tokio::test]
async fn everything_about_somebody_comes_along_and_nothing_with_which_others_could_be_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, invoice) = known(&salon, &shop).await;
    let key = "invoices/asha.pdf".to_owned();
    let store = salon.salon.outbound.documents().unwrap();
    store.put(&key, b"%PDF-asha".to_vec(), PDF).await.unwrap();
    salon.put(&Invoice { pdf_key: Some(key), ..invoice.clone() }).await;
    let ravi = salon.customer("Ravi").await;
    ravi.get("/api/gems").await.ok();

    let files = unpacked(&asha.get(EXPORT).await);
    let about = json_of(&files, "about.json");
    let mut told: Vec<&str> = about["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    told.push("about.json");
    told.sort_unstable();
    assert_eq!(files.keys().map(String::as_str).collect::<Vec<_>>(), told);
    assert_eq!((&about["leftOut"], &about["userId"]), (&json!([]), &json!(asha.id())));

    let person = json_of(&files, "profile.json");
    assert_eq!(person["user"]["name"], "Asha");
    assert_eq!(person["profile"]["phone"], "+919876543210");
    let at_desk = &person["atTheDesk"];
    assert_eq!((&at_desk["alerts"], &at_desk["tags"][0]["name"]), (&json!("Nuts"), &json!("VIP")));
    assert_eq!(at_desk["preferredStaffName"], json!(shop.ravi.display_name));
    assert_eq!(json_of(&files, "notes.json")[0]["content"], "Likes tea");
    assert_eq!(json_of(&files, "replies.json"), json!([]));
    assert_eq!(json_of(&files, "consents.json")["consents"].as_array().unwrap().len(), 2);
    assert_eq!(json_of(&files, "bookings.json")[0]["status"], "completed");
    let bill = json_of(&files, "bills.json")[0].clone();
    assert_eq!(bill["invoice"]["invoiceNumber"], json!(invoice.number));
    assert_eq!(bill["madeOutTo"]["name"], "Asha");
    let pdf = format!("invoices/{}.pdf", invoice.number.as_str().replace('/', "-"));
    assert_eq!(files[&pdf], b"%PDF-asha");
    assert!(json_of(&files, "gems.json")["summary"]["balance"].as_i64().unwrap() > 0);
    assert!(!json_of(&files, "messages.json").as_array().unwrap().is_empty());
    let devices = json_of(&files, "devices.json");
    assert_eq!((&devices["calendarIsShared"], devices["sessions"].as_array().unwrap().len()), (&json!(true), 1));
    assert_eq!(json_of(&files, "memberships.json")["active"], Value::Null);
    for empty in ["repeats.json", "waitlist.json", "offers.json"] {
        assert_eq!(json_of(&files, empty), json!([]), "{empty}");
    }

    let all = files.values().map(|content| String::from_utf8_lossy(content).into_owned()).collect::<String>();
    let session = asha.cookie.clone().unwrap();
    let secret = session.split('=').next_back().unwrap().split(';').next().unwrap();
    assert!(!all.contains(secret) && !all.contains("/api/calendars/") && !all.contains("hash"));
    assert!(!all.contains(ravi.id().as_str()), "nobody else");
    for own in ["notes.json", "accesses.json"] {
        assert!(!String::from_utf8_lossy(&files[own]).contains("Reena"), "{own} does not say who it was");
    }
}

#[tokio::test]
async fn somebody_of_whom_nothing_is_known_gets_an_archive_too_and_nobody_else_one() {
    let salon = TestSalon::open().await;
    let files = unpacked(&salon.customer("Asha").await.get(EXPORT).await);
    assert_eq!(json_of(&files, "profile.json")["profile"], Value::Null);
    salon.visitor().get(EXPORT).await.refused(401, "UNAUTHENTICATED");
    // A person who works here is a customer too, and gets what is held about themselves.
    let staff = salon.user("Sita", Role::Staff).await;
    let staff = salon.signed_in(&staff, parlour_settings::App::Customer).await;
    assert_eq!(json_of(&unpacked(&staff.get(EXPORT).await), "profile.json")["user"]["name"], "Sita");
}

#[tokio::test]
async fn the_wish_to_be_erased_comes_along_while_it_is_open() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let wish = async || json_of(&unpacked(&asha.get(EXPORT).await), "profile.json")["erasure"].clone();
    assert_eq!(wish().await, Value::Null);
    asha.post("/api/profile/erasure", json!({ "reason": "I am moving away" })).await.accepted();
    let told = json!({ "askedAt": "2026-11-16T04:30:00.000Z", "eraseOn": "2026-11-18T04:30:00.000Z",
        "reason": "I am moving away" });
    assert_eq!(wish().await, told);
    asha.delete("/api/profile/erasure").await.ok();
    assert_eq!(wish().await, Value::Null);
}

#[tokio::test]
async fn three_a_day_also_of_many_at_once_and_by_several_instances() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let asked = join_all((0..8).map(|_| asha.get(EXPORT))).await;
    assert_eq!(asked.iter().filter(|reply| reply.status == 200).count(), 3);
    for reply in asked.iter().filter(|reply| reply.status != 200) {
        reply.refused(429, "RATE_LIMITED");
        // 10:00 in the salon: the day has 14 hours left.
        assert_eq!(reply.header("retry-after"), Some("50400"));
    }
    let ravi = salon.customer("Ravi").await;
    assert_eq!(ravi.get(EXPORT).await.status, 200, "each has their own");
    salon.set_clock("2026-11-16T23:59:59+05:30");
    let told = asha.get(EXPORT).await;
    told.refused(429, "RATE_LIMITED");
    assert_eq!(told.header("retry-after"), Some("1"));
    salon.set_clock("2026-11-17T00:00:00+05:30");
    assert_eq!(asha.get(EXPORT).await.status, 200);
}

#[tokio::test]
async fn what_does_not_fit_is_left_out_oldest_first_and_told() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, invoice) = known(&salon, &shop).await;
    let store = salon.salon.outbound.documents().unwrap();
    store.put("invoices/large.pdf", vec![7; 900_000], PDF).await.unwrap();
    for number in 0..12_u64 {
        let at = invoice.issued_at.minus(chrono::TimeDelta::days(i64::try_from(number).unwrap()));
        let key = match number {
            1 => None,
            2 => Some("invoices/gone.pdf"),
            _ => Some("invoices/large.pdf"),
        };
        salon
            .put(&Invoice {
                id: salon.salon.random.id(),
                number: DocumentNumber::stored(format!("OLD/26-27/{number:05}")),
                booking_id: None,
                issued_at: at,
                pdf_key: key.map(str::to_owned),
                ..invoice.clone()
            })
            .await;
    }
    let reply = asha.get(EXPORT).await;
    assert!(reply.bytes.len() < 4_400_000, "{}", reply.bytes.len());
    let files = unpacked(&reply);
    assert_eq!(json_of(&files, "bills.json").as_array().unwrap().len(), 13);
    let left_out = json_of(&files, "about.json")["leftOut"].clone();
    let why = |number: u32| {
        let name = format!("invoices/OLD-26-27-{number:05}.pdf");
        let found = left_out.as_array().unwrap().iter().find(|left| left["file"] == json!(name));
        assert_eq!(found.is_none(), files.contains_key(&name), "{name} is in it, or said not to be");
        found.map(|left| left["reason"].as_str().unwrap().to_owned())
    };
    assert_eq!((why(1).as_deref(), why(2).as_deref()), (Some("not_made"), Some("not_made")));
    assert_eq!((why(0), why(3)), (None, None), "the newest are in it");
    assert_eq!([8, 9, 10, 11].map(why), [(); 4].map(|()| Some("too_large".to_owned())));
}
