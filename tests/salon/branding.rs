//! The salon's own face: who sees it, who changes it, and that what the salon sends speaks in it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures::future::join_all;
use parlour_aws::AwsAccount;
use parlour_booking::bookings::status::BookingStatus;
use parlour_senders::{Channel, SentMessage};
use parlour_settings::App;
use parlour_tests::{Client, Outside, Shop, TestSalon, browser};
use parlour_values::role::Role;
use serde_json::{Value, json};

const FACE: &str = "/api/branding";

fn saffron() -> Value {
    json!({
        "name": "Saffron Room", "tagline": "Quiet hours", "accentColor": "#FFD23F",
        "logoUrl": "https://cdn.example.test/logo.svg", "phone": "080 4123 4567", "email": "hello@example.test",
        "grievanceEmail": "data@example.test",
        "address": "12 Main Road, Bengaluru", "website": "https://saffron.example.test", "instagram": "@saffron.room",
    })
}

async fn face(client: &Client<'_>) -> Value {
    client.get(FACE).await.ok()["branding"].clone()
}

/// A salon that has told who it is.
async fn saffron_room(settings: &[(&str, &str)]) -> (TestSalon, Shop) {
    let salon = TestSalon::with_settings(settings).await;
    salon.owner().await.patch(FACE, saffron()).await.ok();
    let shop = salon.shop().await;
    (salon, shop)
}

async fn confirmed(salon: &TestSalon, shop: &Shop, who: &Client<'_>) {
    let user = who.user.as_ref().unwrap();
    let booking = salon.booked(shop, user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    let message = booking.confirmed_event().message(salon.salon.clock.now());
    parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
}

fn only(messages: Vec<SentMessage>) -> SentMessage {
    assert_eq!(messages.len(), 1, "{messages:?}");
    messages.into_iter().next().unwrap()
}

#[tokio::test]
async fn before_it_is_set_the_salon_has_a_name_and_a_colour() {
    let salon = TestSalon::open().await;
    let unset = json!({
        "name": "Parlour", "tagline": null, "accentColor": "#8A3D5C", "logoUrl": null, "phone": null, "email": null,
        "grievanceEmail": null,
        "address": null, "website": null, "instagram": null,
    });
    salon.warm(&[]).await;
    for app in [App::Customer, App::Admin] {
        salon.wire.reset();
        assert_eq!(face(&salon.anyone(app)).await, unset, "{app}");
        let cost = salon.wire.cost();
        assert!(cost.round_trips == 1 && cost.read_units <= 1.0, "one small read: {cost:?}");
    }
}

#[tokio::test]
async fn the_owner_sets_it_and_everybody_sees_it_on_both_apps() {
    let salon = TestSalon::open().await;
    let set = salon.owner().await.patch(FACE, saffron()).await.ok()["branding"].clone();
    let mut expected = saffron();
    expected["phone"] = json!("+918041234567");
    assert_eq!(set, expected);
    for app in [App::Customer, App::Admin] {
        let reply = salon.anyone(app).get(FACE).await;
        assert_eq!(reply.ok()["branding"], expected, "{app}");
        let tag = reply.header("etag").unwrap().to_owned();
        let again = salon.anyone(app).with_header("if-none-match", &tag).get(FACE).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{app}");
    }
}

#[tokio::test]
async fn what_is_left_out_stays_and_null_clears_what_may_be_empty() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    owner.patch(FACE, saffron()).await.ok();
    let before = face(&owner).await;
    assert_eq!(owner.patch(FACE, json!({})).await.ok()["branding"], before);
    let renamed = owner.patch(FACE, json!({ "name": " Rose Room ", "tagline": null })).await.ok()["branding"].clone();
    assert_eq!((&renamed["name"], &renamed["tagline"]), (&json!("Rose Room"), &Value::Null));
    assert_eq!((&renamed["phone"], &renamed["website"]), (&before["phone"], &before["website"]));
    let kept = owner.patch(FACE, json!({ "name": null, "accentColor": null })).await.ok()["branding"].clone();
    assert_eq!(kept, renamed, "there is no salon without a name and a colour");
    let optional = ["tagline", "logoUrl", "phone", "email", "address", "website", "instagram"];
    let nothing: Value = optional.iter().map(|field| ((*field).to_owned(), Value::Null)).collect();
    let bare = owner.patch(FACE, nothing).await.ok()["branding"].clone();
    assert!(optional.iter().all(|field| bare[*field].is_null()), "{bare}");
    assert_eq!(face(&salon.visitor()).await, bare);
}

#[tokio::test]
async fn everything_wrong_with_it_is_told_at_once() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let wrong = json!({
        "name": " ", "tagline": "x".repeat(161), "accentColor": "saffron", "logoUrl": "http://cdn.example.test/logo.svg",
        "phone": "+1 202 555 0123", "email": "nobody", "address": "", "website": "javascript:alert(1)", "instagram": "a b",
    });
    owner.patch(FACE, wrong).await.invalid(&[
        "name",
        "tagline",
        "accentColor",
        "logoUrl",
        "phone",
        "email",
        "address",
        "website",
        "instagram",
    ]);
    owner.patch(FACE, json!({ "name": "Two\nlines", "tagline": "Two\nlines" })).await.invalid(&["name", "tagline"]);
    owner.patch(FACE, json!({ "name": "x".repeat(61), "phone": 5 })).await.invalid(&["name", "phone"]);
    assert_eq!(face(&owner).await["name"], "Parlour", "nothing of it was kept");
}

#[tokio::test]
async fn only_the_owner_changes_it() {
    let salon = TestSalon::open().await;
    salon.anyone(App::Admin).patch(FACE, saffron()).await.refused(401, "UNAUTHENTICATED");
    for role in Role::ALL {
        let user = salon.user(role.as_str(), *role).await;
        let somebody = salon.signed_in(&user, App::Admin).await;
        let reply = somebody.patch(FACE, json!({ "tagline": role.as_str() })).await;
        if role.satisfies(Role::Owner) {
            assert_eq!(reply.ok()["branding"]["tagline"], role.as_str());
        } else {
            reply.refused(403, "FORBIDDEN");
        }
        assert_eq!(face(&somebody).await["name"], "Parlour", "anybody reads it");
    }
    let customer = salon.customer("Asha").await;
    customer.patch(FACE, saffron()).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_change_is_in_the_audit_log_without_what_it_says() {
    let salon = TestSalon::open().await;
    let (owner, developer) = (salon.owner().await, salon.person("Dev", Role::Developer).await);
    owner.patch(FACE, json!({ "phone": "98765 43210", "tagline": null })).await.ok();
    let log = developer.get("/api/logs/audit?entityType=branding&entityId=branding").await.ok();
    let entry = &log["entries"][0];
    assert_eq!((&entry["action"], &entry["actorId"]), (&json!("branding.patch"), &json!(owner.id())));
    assert_eq!(entry["changes"], json!({ "fields": ["tagline", "phone"] }));
}

#[tokio::test]
async fn changes_at_the_same_moment_all_hold() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let changes = [
        json!({ "name": "Saffron Room" }),
        json!({ "tagline": "Quiet hours" }),
        json!({ "accentColor": "#FFD23F" }),
        json!({ "phone": "9876543210" }),
        json!({ "website": "https://saffron.example.test" }),
    ];
    for reply in join_all(changes.iter().map(|change| owner.patch(FACE, change.clone()))).await {
        reply.ok();
    }
    let now = face(&owner).await;
    assert_eq!((&now["name"], &now["tagline"]), (&json!("Saffron Room"), &json!("Quiet hours")));
    assert_eq!((&now["accentColor"], &now["phone"]), (&json!("#FFD23F"), &json!("+919876543210")));
    assert_eq!(now["website"], "https://saffron.example.test");
}

#[tokio::test]
async fn mails_and_pushes_speak_in_the_salons_name_and_colour() {
    let (salon, shop) = saffron_room(&[]).await;
    let asha = salon.customer("Asha").await;
    asha.post("/api/push/subscribe", browser("asha")).await.created();
    confirmed(&salon, &shop, &asha).await;

    let mail = only(salon.sent(Channel::Email));
    assert!(mail.body.ends_with("\nSaffron Room\n"), "{}", mail.body);
    assert!(mail.body.contains("Where: Parlour BLR, 1 Test Street, Bengaluru, +91 80 4123 4567\n"), "{}", mail.body);
    let html = mail.html.unwrap();
    assert!(
        html.contains("everyone at Saffron Room")
            && html.contains("Parlour BLR<br>1 Test Street, Bengaluru<br>+91 80 4123 4567"),
        "{html}"
    );
    // Yellow bears no white text, and is no colour for text on white.
    assert!(html.contains("background:#FFD23F;color:#000000"), "{html}");
    assert!(!html.contains("color:#FFD23F"), "{html}");

    let push = only(salon.sent(Channel::Push));
    assert_eq!(push.subject.as_deref(), Some("Saffron Room: Your booking is confirmed"));
    let row = asha.get("/api/notifications").await.ok()["notifications"][0].clone();
    assert_eq!(row["title"], "Your booking is confirmed", "the feed is on the salon's own page");
}

#[tokio::test]
async fn a_mail_is_sent_in_the_salons_name_from_the_configured_address() {
    const TAKEN: &str = "<SendRawEmailResponse><SendRawEmailResult><MessageId>m</MessageId></SendRawEmailResult></SendRawEmailResponse>";
    let ses = Outside::answering(|_| (200, TAKEN)).await;
    let aws = AwsAccount::local(&ses.url);
    let salon = TestSalon::with_email_through(&aws, &[("EMAIL_FROM", "Parlour <hello@example.test>")]).await;
    salon.owner().await.patch(FACE, saffron()).await.ok();
    let shop = salon.shop().await;
    confirmed(&salon, &shop, &salon.customer("Asha").await).await;
    let form = ses.asked().remove(0);
    let raw = url::form_urlencoded::parse(form.as_bytes()).find(|(name, _)| name == "RawMessage.Data").unwrap().1;
    let mime = String::from_utf8(STANDARD.decode(raw.as_bytes()).unwrap()).unwrap();
    assert!(mime.contains("From: \"Saffron Room\" <hello@example.test>\r\n"), "{mime}");
}

#[tokio::test]
async fn reports_in_chat_and_by_mail_say_whose_they_are() {
    let (salon, _) = saffron_room(&[("REPORT_RECIPIENTS", "owner@example.test")]).await;
    salon.job("daily-sales-report", json!({})).await;
    let chat = only(salon.sent(Channel::Chat));
    assert!(chat.body.starts_with("Saffron Room: *Sales of"), "{}", chat.body);
    assert!(only(salon.sent(Channel::Email)).body.contains("\nSaffron Room\n"));
    let developer = salon.person("Dev", Role::Developer).await;
    for channel in ["email", "chat"] {
        developer.post_empty(&format!("/api/integrations/{channel}/test")).await.ok();
    }
    let test = salon.sent(Channel::Email).pop().unwrap();
    assert_eq!(test.subject.as_deref(), Some("A test from Saffron Room"));
    assert!(salon.sent(Channel::Chat).pop().unwrap().body.starts_with("Saffron Room: "));
}

#[tokio::test]
async fn a_calendar_entry_names_the_salon_and_the_number_to_call() {
    let (salon, shop) = saffron_room(&[]).await;
    let (asha, owner) = (salon.customer("Asha").await, salon.owner().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let calendar = async || {
        let text = String::from_utf8(asha.get(&format!("{path}/calendar.ics")).await.bytes).unwrap();
        text.replace("\r\n ", "")
    };
    let text = calendar().await;
    for line in ["NAME:Saffron Room", "X-WR-CALNAME:Saffron Room", "X-APPLE-CALENDAR-COLOR:#FFD23F"] {
        assert!(text.contains(&format!("\r\n{line}\r\n")), "{line} in {text}");
    }
    assert!(text.contains("\r\nDESCRIPTION:Saffron Room: booking BK-") && text.contains("\\n+91 80 4123 4567\r\n"));
    assert!(text.contains("\r\nCONTACT:Saffron Room\\, +91 80 4123 4567\r\n"), "{text}");
    let branch = format!("/api/branches/{}", shop.open.id);
    owner.patch(&branch, json!({ "phone": "98765 43210" })).await.ok();
    assert!(calendar().await.contains("\r\nCONTACT:Saffron Room\\, +91 98765 43210\r\n"));
    owner.patch(&branch, json!({ "phone": null })).await.ok();
    owner.patch(FACE, json!({ "phone": null })).await.ok();
    let text = calendar().await;
    assert!(!text.contains("CONTACT") && !text.contains("+91"), "{text}");
}

#[tokio::test]
async fn an_invoice_is_printed_on_the_salons_paper() {
    let service = Outside::answering(|_| (200, r#"{"key":"invoices/1.pdf"}"#)).await;
    let (salon, shop) =
        saffron_room(&[("INVOICING_URL", &service.url), ("INVOICING_SECRET", "shared-with-invoicing")]).await;
    salon.owner().await.patch(&format!("/api/branches/{}", shop.open.id), json!({ "phone": "98765 43210" })).await.ok();
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    salon.job("invoice-pdf", json!({ "bookingId": booking.id })).await;
    let asked: Value = serde_json::from_str(&service.asked().remove(0)).unwrap();
    let paper = json!({ "name": "Saffron Room", "accentColor": "#FFD23F", "phone": "+91 98765 43210" });
    assert_eq!(asked["letterhead"], paper);
    let mail = salon.sent(Channel::Email).into_iter().find(|mail| mail.kind == "invoice_ready").unwrap();
    assert!(mail.body.contains("Where: Parlour BLR, 1 Test Street, Bengaluru, +91 98765 43210\n"), "{}", mail.body);
}

#[tokio::test]
async fn a_branch_has_a_phone_of_its_own_or_the_salons_is_given() {
    let (salon, shop) = saffron_room(&[]).await;
    let (owner, asha) = (salon.owner().await, salon.customer("Asha").await);
    let new = json!({
        "name": "Whitefield", "code": "WHF", "number": "03", "address": "3 Main Road, Bengaluru", "stateCode": "29",
        "status": "operational", "openTime": "10:00", "closeTime": "21:00", "phone": "1800 123 4567",
    });
    let made = owner.post("/api/branches", new.clone()).await.created()["branch"].clone();
    assert_eq!(made["phone"], "18001234567");
    let path = format!("/api/branches/{}", made["id"].as_str().unwrap());
    for (given, kept) in [(json!("(080) 4123-9999"), json!("+918041239999")), (Value::Null, Value::Null)] {
        assert_eq!(owner.patch(&path, json!({ "phone": given })).await.ok()["branch"]["phone"], kept);
        owner.patch(&path, json!({ "name": "Whitefield East" })).await.ok();
        assert_eq!(owner.get(&path).await.ok()["branch"]["phone"], kept, "what is left out stays");
        let public = salon.visitor().get("/api/branches").await.ok()["branches"].clone();
        let listed = public.as_array().unwrap().iter().find(|branch| branch["code"] == "WHF").unwrap();
        assert_eq!(listed["phone"], kept);
    }
    owner.patch(&path, json!({ "phone": "4123 4567" })).await.invalid(&["phone"]);
    owner.post("/api/branches", json!({ "phone": "+1 202 555 0123", "code": "X" })).await.invalid(&[
        "name",
        "number",
        "address",
        "phone",
        "stateCode",
        "status",
        "openTime",
        "closeTime",
    ]);

    owner.patch(&format!("/api/branches/{}", shop.open.id), json!({ "phone": "98765 43210" })).await.ok();
    confirmed(&salon, &shop, &asha).await;
    assert!(
        only(salon.sent(Channel::Email))
            .body
            .contains("Where: Parlour BLR, 1 Test Street, Bengaluru, +91 98765 43210\n")
    );
}
