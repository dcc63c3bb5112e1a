//! The operator's commands: a record with its history, and making a developer.

use clap::Parser as _;
use parlour_booking::bookings::Booking;
use parlour_local::command_line::CommandLine;
use parlour_local::operator::Command;
use parlour_people::auth::User;
use parlour_settings::App;
use parlour_storage::table::{AtomicWrite, keys};
use parlour_tests::TestSalon;
use parlour_values::id::BookingId;
use parlour_values::role::Role;
use serde_json::{Value, json};

const KINDS: [&str; 8] = ["booking", "customer", "user", "invoice", "membership", "lead", "staff", "branch"];

fn parsed(words: &[&str]) -> Result<Command, String> {
    let line = CommandLine::try_parse_from([&["parlour"], words].concat()).map_err(|error| error.to_string())?;
    Ok(line.command.expect("a command"))
}

/// The text that a command prints, or the line that says why it did nothing.
async fn run(salon: &TestSalon, words: &[&str]) -> Result<String, String> {
    parsed(words)?.run_on(&salon.salon).await.map_err(|error| error.to_string())
}

#[track_caller]
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let (_, behind) = rest.split_once(part).unwrap_or_else(|| panic!("{part} is missing or too early:\n{text}"));
        rest = behind;
    }
}

#[tokio::test]
async fn a_booking_is_shown_with_its_history_by_its_id_and_by_its_number() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha Rao").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    salon.set_clock("2026-11-16T11:30:00+05:30");
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let id = BookingId::from(path.rsplit('/').next().unwrap());
    let booking = salon.stored::<Booking>(&keys::booking(&id)).await.unwrap();

    let shown = run(&salon, &["show", "booking", id.as_str()]).await.unwrap();
    let (number, by_asha) =
        (format!("bookingNumber: {}", booking.number), format!("by Asha Rao (customer {})", asha.id()));
    let by_desk = format!("by Reena Desk (receptionist {})", desk.id());
    assert_in_order(
        &shown,
        &[
            "booking\n",
            &number,
            "status: confirmed\n",
            "totalAmountPaise: 50000 (₹500)\n",
            "confirmedAt: 2026-11-16 11:30:00 IST\n",
            "services:\n  - id: ",
            "    serviceNameSnapshot: Cut\n",
            "customerName: Asha Rao\n",
            "branchName: Parlour BLR\nstaffName: Meera\ninvoiceId: -\n",
            "\nHistory",
            "2026-11-16 10:00:00  booking.requested\n",
            &by_asha,
            "2026-11-16 11:30:00  booking.confirmed\n",
            &by_desk,
        ],
    );
    assert_eq!(run(&salon, &["show", "booking", &booking.number]).await.unwrap(), shown);
}

#[tokio::test]
async fn every_kind_of_record_is_shown() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha Rao").await, salon.reception().await, salon.manager().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "cash" })).await.ok();
    let invoice = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().record.invoice_id.unwrap();
    desk.post(&format!("/api/billing/invoices/{invoice}/send"), json!({})).await.ok();
    let customer = format!("/api/customers/{}", asha.id());
    desk.post(&format!("{customer}/notes"), json!({ "content": "Likes the window" })).await.created();
    let lead = salon.visitor().post("/api/leads", json!({ "name": "Nila", "phone": "9876543210" })).await.created();
    let lead = lead["leadId"].as_str().unwrap();
    manager.patch(&format!("/api/staff/{}", shop.ravi.id), json!({ "displayName": "Ravi K" })).await.ok();
    let (_, membership) = salon.member("Mina", "2027-11-16").await;

    let (id, email) = (asha.id().to_string(), asha.user.as_ref().unwrap().email.to_uppercase());
    for (kind, id, parts) in [
        (
            "customer",
            id.as_str(),
            &["name: Asha Rao\n", "totalVisits: 1\n", "isActive: true\n", "customer.noted\n"][..],
        ),
        ("customer", &email, &["name: Asha Rao\n", "session.begun\n"]),
        ("user", &email, &["role: customer\n", "isActive: true\n", "session.begun\n"]),
        ("invoice", invoice.as_str(), &["totalPaise: 50000 (₹500)\n", "invoice.sent\n", "by Reena Desk"]),
        ("lead", lead, &["name: Nila\n", "lead.captured\n", "by visitor, request"]),
        ("staff", shop.ravi.id.as_str(), &["displayName: Ravi K\n", "staff.updated\n", "by Maya Manager"]),
        ("branch", shop.open.id.as_str(), &["code: BLR\n", "History", "nothing is kept of it\n"]),
        ("membership", membership.id.as_str(), &["membershipNumber: PAR-MEM-", "nothing is kept of it\n"]),
    ] {
        assert_in_order(&run(&salon, &["show", kind, id]).await.unwrap(), parts);
    }
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    for kind in KINDS {
        let said = run(&salon, &["show", kind, "nothing"]).await.unwrap_err();
        assert!(said.starts_with("there is no ") && said.ends_with(" nothing"), "{said}");
    }
    for (kind, id) in [("booking", "BK-BLR-2611-H-99999"), ("customer", "nobody@example.test")] {
        assert_eq!(run(&salon, &["show", kind, id]).await.unwrap_err(), format!("there is no {kind} {id}"));
    }
    let staff = salon.user("Sita", Role::Staff).await;
    let said = run(&salon, &["show", "customer", staff.id.as_str()]).await.unwrap_err();
    assert_eq!(said, format!("there is no customer {}", staff.id), "they have no profile");
}

#[tokio::test]
async fn a_command_needs_a_known_kind_a_whole_address_and_a_place() {
    let said = parsed(&["show", "parcel", "p1", "--data", "here"]).unwrap_err();
    assert!(KINDS.iter().all(|kind| said.contains(kind)), "{said}");
    for words in [
        &["show", "booking"][..],
        &["show", "booking", "b1", "--data", "here", "--dynamodb", "http://localhost:8000"],
        &["show", "booking", "b1", "--data", "here", "--table", "parlour"],
        &["show", "booking", "b1", "--region", "ap-south-1"],
        &["show", "booking", "b1", "--dynamodb", "http://dynamodb.example.test"],
        &["--data", "here", "show", "booking", "b1"],
        &["make-developer", "dev"],
    ] {
        assert!(parsed(words).is_err(), "{words:?}");
    }
    let nowhere = parsed(&["show", "booking", "b1"]).unwrap().run().await.unwrap_err();
    assert!(nowhere.to_string().contains("--data"), "{nowhere}");
    assert!(CommandLine::try_parse_from(["parlour"]).unwrap().command.is_none());
}

#[tokio::test]
async fn a_command_finds_its_table_in_another_dynamodb() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha Rao", Role::Customer).await;
    let run = async |words: &[&str], table: &str| {
        let there = ["--dynamodb", salon.endpoint(), "--table", table];
        parsed(&[words, &there].concat()).unwrap().run().await.map_err(|error| error.to_string())
    };
    let (show, own) = (["show", "user", asha.id.as_str()], salon.salon.table.name());
    assert_in_order(&run(&show, own).await.unwrap(), &["name: Asha Rao\n", "nothing is kept of it\n"]);
    assert_eq!(run(&show, "another").await.unwrap_err(), "there is no table another");
    run(&["make-developer", &asha.email], own).await.unwrap();
    assert_eq!(salon.stored::<User>(&keys::user(&asha.id)).await.unwrap().role, Role::Developer);
}

#[tokio::test]
async fn a_developer_is_made_once_and_the_audit_log_says_by_whom() {
    let salon = TestSalon::open().await;
    let (user, developer) =
        (salon.user("Reena Desk", Role::Receptionist).await, salon.person("Dev", Role::Developer).await);
    let before = salon.signed_in(&user, App::Admin).await;
    let email = user.email.to_uppercase();
    let said = run(&salon, &["make-developer", &email]).await.unwrap();
    assert!(said.contains("had the role receptionist and is a developer now"), "{said}");
    before.get("/api/leads").await.refused(401, "UNAUTHENTICATED");
    salon.set_clock("2026-11-16T10:00:01+05:30");
    salon.signed_in(&user, App::Admin).await.get("/api/logs/jobs").await.ok();

    let said = run(&salon, &["make-developer", &email]).await.unwrap();
    assert!(said.contains("nothing was changed"), "{said}");
    let about = format!("/api/logs/audit?entityType=user&entityId={}", user.id);
    let entries = developer.get(&about).await.ok()["entries"].clone();
    let made: Vec<&Value> =
        entries.as_array().unwrap().iter().filter(|entry| entry["action"] == "user.patch").collect();
    assert_eq!(made.len(), 1, "{entries}");
    assert_eq!((&made[0]["actorId"], &made[0]["actorRole"]), (&json!("operator"), &json!("operator")));
    assert_eq!(made[0]["changes"]["role"], "developer");
    let shown = run(&salon, &["show", "user", &email]).await.unwrap();
    assert_in_order(&shown, &["role: developer\n", "user.updated\n", "by operator, request"]);
    salon.seal().await;
    assert_eq!(developer.get("/api/logs/audit/verify").await.ok()["broken"], json!([]));
}

#[tokio::test]
async fn nobody_becomes_a_developer_without_an_active_account_or_as_the_last_owner() {
    let salon = TestSalon::open().await;
    let said = run(&salon, &["make-developer", "nobody@example.test"]).await.unwrap_err();
    assert!(said.contains("no account has the verified address nobody@example.test"), "{said}");

    let read = salon.user("Gone", Role::Manager).await;
    let stored = salon.stored::<User>(&keys::user(&read.id)).await.unwrap();
    let mut write = AtomicWrite::new(&salon.salon.random);
    write.changes.replace(&stored, &User { is_active: false, ..read.clone() });
    write.commit(&salon.salon.table).await.unwrap();
    let said = run(&salon, &["make-developer", &read.email]).await.unwrap_err();
    assert!(said.contains("is suspended"), "{said}");

    let owner = salon.user("Omi Owner", Role::Owner).await;
    let said = run(&salon, &["make-developer", &owner.email]).await.unwrap_err();
    assert!(said.contains("last active owner"), "{said}");
    for (user, role) in [(&read, Role::Manager), (&owner, Role::Owner)] {
        assert_eq!(salon.stored::<User>(&keys::user(&user.id)).await.unwrap().role, role);
    }
    salon.user("Olga Owner", Role::Owner).await;
    run(&salon, &["make-developer", &owner.email]).await.unwrap();
}
