//! A customer's ways to use a mail: follow it to its page, put it into their calendar, end mails of its kind.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::Method;
use parlour_booking::bookings::Booking;
use parlour_money::invoices::Invoice;
use parlour_senders::{Channel, SentMessage};
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

/// The message of the queue when SES reports mail that came back for good.
fn bounced(address: &str) -> Value {
    let report = json!({ "eventType": "Bounce", "mail": { "messageId": "m-1" }, "bounce": {
        "bounceType": "Permanent", "bouncedRecipients": [{ "emailAddress": address }] } });
    json!({ "messageId": "report", "body": report.to_string() })
}

#[tokio::test]
async fn an_address_whose_mail_came_back_gets_no_more_and_the_desk_and_the_log_say_so() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let user = asha.user.clone().unwrap();
    salon.listed(&user, |_| {}).await;
    let customer = format!("/api/customers/{}", user.id);
    assert!(desk.get(&customer).await.ok()["customer"].get("mailRefused").is_none());
    asha.book(shop.cut_tomorrow()).await;
    salon.deliver().await;
    assert_eq!(salon.sent(Channel::Email).len(), 1);

    for address in [user.email.to_uppercase(), user.email.clone(), "nobody@example.test".to_owned()] {
        let answer = parlour_jobs::triggers::batch(&salon.salon, &[bounced(&address)]).await;
        assert_eq!(answer["batchItemFailures"], json!([]), "{address}");
    }
    let refused = desk.get(&customer).await.ok()["customer"]["mailRefused"].clone();
    assert_eq!(refused, json!({ "reason": "bounce", "at": "2026-11-16T04:30:00.000Z" }));
    asha.book(shop.cut_tomorrow()).await;
    salon.deliver().await;
    assert_eq!(salon.sent(Channel::Email).len(), 1, "nothing more is mailed");
    let developer = salon.person("Dev", Role::Developer).await;
    let failed = developer.get("/api/logs/notifications?status=failed").await.ok();
    assert_eq!(failed["notifications"][0]["error"], json!("cannot be sent: mail to this address came back"));
    let audit = developer.get("/api/logs/audit").await.ok();
    let noted = audit["entries"].as_array().unwrap().iter().filter(|entry| entry["action"] == "user.mail_refused");
    assert_eq!(noted.count(), 1, "a second report changes nothing");
}

/// The latest mail of this type.
fn mail(salon: &TestSalon, kind: &str) -> SentMessage {
    let sent = salon.sent(Channel::Email);
    let found = sent.iter().rev().find(|mail| mail.kind == kind);
    found.unwrap_or_else(|| panic!("no {kind} among {:?}", salon.kinds(Channel::Email))).clone()
}

/// The calendar entry of a mail, its long lines made whole.
fn entry(mail: &SentMessage) -> String {
    let [file] = &mail.attachments[..] else { panic!("{} files", mail.attachments.len()) };
    assert!(file.filename.starts_with("BK-") && file.filename.ends_with(".ics"), "{}", file.filename);
    let text = String::from_utf8(STANDARD.decode(&file.content_base64).unwrap()).unwrap().replace("\r\n ", "");
    let method = line(&text, "METHOD").replace("METHOD:", "method=");
    assert_eq!(file.content_type, format!("text/calendar; charset=utf-8; {method}"));
    text
}

fn line(text: &str, name: &str) -> String {
    let found =
        text.split("\r\n").find(|line| line.starts_with(&format!("{name}:")) || line.starts_with(&format!("{name};")));
    found.unwrap_or_default().to_owned()
}

fn sequence(text: &str) -> u32 {
    line(text, "SEQUENCE").trim_start_matches("SEQUENCE:").parse().unwrap()
}

async fn approve(desk: &Client<'_>, shop: &Shop, path: &str) {
    desk.patch(path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
}

#[tokio::test]
async fn a_booking_goes_into_the_calendar_by_mail_moves_in_it_and_leaves_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha Rao").await, salon.reception().await);
    salon.owner().await.patch("/api/branding", json!({ "email": "hello@saffron.example.test" })).await.ok();
    let path = asha.book(shop.cut_tomorrow()).await;
    salon.deliver().await;
    assert!(mail(&salon, "booking_received").attachments.is_empty(), "nothing is promised yet");

    approve(&desk, &shop, &path).await;
    salon.deliver().await;
    let confirmed = mail(&salon, "booking_confirmed");
    let page = path.replace("/api/", "http://localhost:3000/");
    assert!(confirmed.body.contains(&format!("Open this booking: {page}\n")), "{}", confirmed.body);
    assert!(
        confirmed.body.contains("Map: https://www.google.com/maps/search/?api=1&query=Parlour+BLR%2C+1+Test+Street")
    );
    let first = entry(&confirmed);
    assert_eq!((line(&first, "METHOD"), line(&first, "STATUS")), ("METHOD:REQUEST".into(), "STATUS:CONFIRMED".into()));
    assert_eq!(line(&first, "ORGANIZER"), "ORGANIZER;CN=\"Parlour\":mailto:hello@saffron.example.test");
    let attendee =
        format!("ATTENDEE;CN=\"Asha Rao\";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:{}", asha.user.as_ref().unwrap().email);
    assert_eq!(line(&first, "ATTENDEE"), attendee);
    assert_eq!(line(&first, "LOCATION"), "LOCATION:Parlour BLR\\, 1 Test Street\\, Bengaluru");
    assert_eq!(line(&first, "URL"), format!("URL:{page}"));
    assert!(first.contains("\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT1H\r\n"), "{first}");

    asha.post(&format!("{path}/reschedule"), json!({ "bookingDate": "2026-11-18", "startTime": "10:00" })).await.ok();
    salon.deliver().await;
    let second = entry(&mail(&salon, "booking_rescheduled"));
    assert_eq!((line(&second, "UID"), line(&second, "METHOD")), (line(&first, "UID"), "METHOD:REQUEST".into()));
    assert_eq!(line(&second, "DTSTART"), "DTSTART:19700101T000000");
    assert!(second.contains("\r\nDTSTART;TZID=Asia/Kolkata:20261118T100000\r\n"));

    asha.post_empty(&format!("{path}/cancel")).await.ok();
    salon.deliver().await;
    let third = entry(&mail(&salon, "booking_cancelled"));
    assert_eq!((line(&third, "METHOD"), line(&third, "STATUS")), ("METHOD:CANCEL".into(), "STATUS:CANCELLED".into()));
    assert!(!third.contains("VALARM"));
    assert!(sequence(&first) < sequence(&second) && sequence(&second) < sequence(&third));

    let download = asha.get(&format!("{path}/calendar.ics")).await;
    let download = String::from_utf8(download.bytes).unwrap().replace("\r\n ", "");
    assert_eq!((line(&download, "METHOD"), sequence(&download)), ("METHOD:CANCEL".into(), sequence(&third)));
    assert!(!download.contains("ATTENDEE"), "nobody is invited by a download");
}

#[tokio::test]
async fn a_download_publishes_the_booking_as_it_stands() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let download = async || {
        let text = String::from_utf8(asha.get(&format!("{path}/calendar.ics")).await.bytes).unwrap();
        text.replace("\r\n ", "")
    };
    let asked = download().await;
    assert_eq!((line(&asked, "METHOD"), line(&asked, "STATUS")), ("METHOD:PUBLISH".into(), "STATUS:TENTATIVE".into()));
    assert_eq!(line(&asked, "ORGANIZER"), "ORGANIZER;CN=\"Parlour\":http://localhost:3000");
    approve(&desk, &shop, &path).await;
    let confirmed = download().await;
    assert_eq!(line(&confirmed, "STATUS"), "STATUS:CONFIRMED");
    assert!(sequence(&asked) < sequence(&confirmed), "an answer is a change");
}

#[tokio::test]
async fn a_mail_overtaken_by_the_next_change_says_what_is_true_now() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    approve(&desk, &shop, &path).await;
    asha.post(&format!("{path}/reschedule"), json!({ "bookingDate": "2026-11-18", "startTime": "10:00" })).await.ok();
    asha.post_empty(&format!("{path}/cancel")).await.ok();
    salon.deliver().await;
    for kind in ["booking_received", "booking_confirmed", "booking_rescheduled"] {
        let mail = mail(&salon, kind);
        assert!(mail.body.contains("It has been cancelled since."), "{}", mail.body);
        assert!(!mail.body.contains("shortly") && !mail.body.contains("look forward"), "{}", mail.body);
    }
    let entry = entry(&mail(&salon, "booking_rescheduled"));
    assert_eq!(line(&entry, "METHOD"), "METHOD:CANCEL");
    let rows = asha.get("/api/notifications").await.ok()["notifications"].clone();
    for row in rows.as_array().unwrap() {
        assert!(!row["body"].as_str().unwrap().contains("shortly"), "{row}");
    }
}

#[tokio::test]
async fn marketing_is_ended_by_one_click_and_nothing_else_is() {
    let salon = TestSalon::open().await;
    let asha = salon.born("Asha", "1990-11-16", true).await;
    let ravi = salon.born("Ravi", "1990-11-17", true).await;
    salon.listed(&asha, |profile| profile.is_onboarded = true).await;
    assert_eq!(salon.processed("birthday-emails").await, 1);
    let wish = mail(&salon, "birthday");
    assert_eq!(wish.headers["List-Unsubscribe-Post"], "List-Unsubscribe=One-Click");
    let one_click = wish.headers["List-Unsubscribe"].trim_matches(['<', '>']).to_owned();
    let path = one_click.strip_prefix("http://localhost:3000").unwrap();
    let page = path.strip_prefix("/api").unwrap();
    assert!(wish.body.contains(&format!("Unsubscribe: http://localhost:3000{page}\n")), "{}", wish.body);

    // Following the link, as programs that look for harm do, changes nothing.
    let visitor = salon.visitor();
    let led = visitor.get(path).await;
    assert_eq!((led.status.as_u16(), led.header("location")), (302, Some(page)));
    let shown = visitor.clone().with_header("accept", "text/html").get(page).await;
    assert_eq!(shown.status.as_u16(), 200);
    assert!(String::from_utf8(shown.bytes).unwrap().contains(&format!("data-call=\"POST {path}\"")));
    assert!(salon.profile_of(&asha.id).await.marketing_consent);

    let before = salon.profile_of(&asha.id).await;
    for _ in 0..2 {
        let posted = visitor.clone().with_header("content-type", "application/x-www-form-urlencoded");
        let posted = posted.send(Method::POST, path, Some("List-Unsubscribe=One-Click".to_owned())).await;
        assert_eq!(posted.ok(), json!({ "marketingConsent": false }));
    }
    let after = salon.profile_of(&asha.id).await;
    assert!(!after.marketing_consent && after.marketing_consent_at.is_none());
    assert_eq!(
        (after.appointment_reminders_enabled, after.membership_alerts_enabled, &after.phone),
        (before.appointment_reminders_enabled, before.membership_alerts_enabled, &before.phone)
    );
    assert!(salon.profile_of(&ravi.id).await.marketing_consent);
    let own = salon.signed_in(&asha, App::Customer).await;
    assert_eq!(own.get("/api/profile").await.ok()["profile"]["marketingConsent"], false);

    // A token for somebody else, or changed in any way, is nothing.
    let (user, signature) = path.rsplit_once('/').unwrap().1.split_once('.').unwrap();
    let others = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(ravi.id.as_str());
    for wrong in [format!("{others}.{signature}"), format!("{user}.AAAA"), user.to_owned(), "x".to_owned()] {
        visitor.post_empty(&format!("/api/unsubscribe/{wrong}")).await.refused(404, "NOT_FOUND");
    }
    assert!(salon.profile_of(&ravi.id).await.marketing_consent);
}

#[tokio::test]
async fn a_review_is_asked_for_with_a_way_out_and_a_confirmation_has_none() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.listed(&asha.user.clone().unwrap(), |profile| profile.marketing_consent = true).await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    salon.deliver().await;
    salon.job("post-service-followup", json!({ "bookingId": booking.id })).await;
    assert!(mail(&salon, "review_request").headers.contains_key("List-Unsubscribe"));
    assert!(mail(&salon, "invoice_ready").headers.is_empty());
}

fn pdf(mail: &SentMessage) -> Vec<u8> {
    let [file] = &mail.attachments[..] else { panic!("{} files", mail.attachments.len()) };
    assert_eq!(file.content_type, "application/pdf");
    STANDARD.decode(&file.content_base64).unwrap()
}

#[tokio::test]
async fn a_credit_note_is_printed_and_mailed_once() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    let shop = salon.shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    let booking = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().record;
    let invoice = format!("/api/billing/invoices/{}", booking.invoice_id.as_ref().unwrap());
    let back = json!({ "amountPaise": 50_000, "reason": "Half of it was not done", "refundMethod": "cash" });
    let note = manager.post(&format!("{invoice}/credit-notes"), back).await.created()["creditNote"].clone();
    assert_eq!(note["pdfUrl"], Value::Null);
    let document = format!("{invoice}/credit-notes/{}/pdf", note["id"].as_str().unwrap());
    desk.get(&document).await.refused(404, "NOT_FOUND");
    salon.deliver().await;

    let told = mail(&salon, "credit_note_ready");
    assert_eq!(told.to, asha.user.as_ref().unwrap().email);
    assert!(told.body.contains("Half of it was not done") && told.body.contains("₹500"), "{}", told.body);
    assert!(told.body.contains(&format!("http://localhost:3000/bookings/{}\n", booking.id)), "{}", told.body);
    assert_eq!(told.attachments[0].filename, "BLR-C26-27-00001.pdf");
    let key = format!("credit-notes/{}.pdf", note["id"].as_str().unwrap());
    assert_eq!(documents.get(&key).await.unwrap(), Some(pdf(&told)));
    let detail = desk.get(&invoice).await.ok()["invoice"]["creditNotes"][0].clone();
    assert_eq!(detail["pdfUrl"], format!("http://localhost:3001{document}"));

    let task = parlour_storage::outbox::Task::CreditNotePdf {
        invoice_id: booking.invoice_id.clone().unwrap(),
        credit_note_id: note["id"].as_str().unwrap().into(),
    };
    let again = parlour_storage::outbox::OutboxMessage::new(task, salon.salon.clock.now());
    let answer = parlour_platform::jobs::deliver(&salon.salon, &again).await.unwrap();
    assert_eq!((&answer["sent"], &answer["reason"]), (&json!(false), &json!("already_sent")));
    assert_eq!(salon.kinds(Channel::Email).iter().filter(|kind| *kind == "credit_note_ready").count(), 1);
}

#[tokio::test]
async fn a_credit_note_to_nobody_known_is_printed_and_mailed_to_nobody() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    let (shop, desk, manager) = (salon.shop().await, salon.reception().await, salon.manager().await);
    let shampoo = parlour_money::products::Product::sample("shampoo");
    salon.put(&shampoo).await;
    let sold = json!({ "branchId": shop.open.id, "lines": [{ "productId": shampoo.id }], "paymentMethod": "cash" });
    let sold = desk.post("/api/sales", sold).await.created()["invoice"].clone();
    let invoice = format!("/api/billing/invoices/{}", sold["id"].as_str().unwrap());
    let back = json!({ "amountPaise": 10_000, "reason": "The box was damaged", "refundMethod": "cash" });
    let note = manager.post(&format!("{invoice}/credit-notes"), back).await.created()["creditNote"].clone();
    salon.deliver().await;
    let note = note["id"].as_str().unwrap();
    assert!(documents.get(&format!("credit-notes/{note}.pdf")).await.unwrap().is_some());
    let detail = desk.get(&invoice).await.ok()["invoice"]["creditNotes"][0].clone();
    assert_eq!(detail["pdfUrl"], format!("http://localhost:3001{invoice}/credit-notes/{note}/pdf"));
    assert!(!salon.kinds(Channel::Email).iter().any(|kind| kind == "credit_note_ready"));
}

#[tokio::test]
async fn a_membership_sale_mails_its_invoice_by_itself() {
    let (salon, documents) = TestSalon::with_invoicing(&[]).await;
    salon.shop().await;
    let tier = salon.tier("Gold").await;
    let (asha, desk) = (salon.user("Asha", Role::Customer).await, salon.reception().await);
    let sale = json!({
        "customerId": asha.id, "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 1_500_000, "validityDays": 365,
        "paymentMethod": "card", "startDate": "2026-11-16",
    });
    let sold = desk.post("/api/memberships", sale).await.created();
    salon.deliver().await;
    let told = mail(&salon, "invoice_ready");
    assert!(told.body.contains("thank you for your membership") && !told.body.contains("visit"), "{}", told.body);
    assert!(told.body.contains("Open my membership: http://localhost:3000/membership\n"), "{}", told.body);
    let id = sold["invoice"]["id"].as_str().unwrap();
    let kept = salon.stored::<Invoice>(&keys::invoice(&id.into())).await.unwrap().record;
    assert_eq!(documents.get(&kept.pdf_key.unwrap()).await.unwrap(), Some(pdf(&told)));
}

#[tokio::test]
async fn products_are_thanked_for_as_such_and_a_session_has_a_record() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let oil = parlour_money::products::Product::sample("oil");
    salon.put(&oil).await;
    let sale = json!({ "branchId": shop.open.id, "lines": [{ "productId": oil.id }], "paymentMethod": "upi",
        "customerId": asha.id() });
    desk.post("/api/sales", sale).await.created();
    salon.deliver().await;
    let thanks = mail(&salon, "invoice_ready");
    assert!(
        thanks.body.contains("thank you for your purchase") && !thanks.body.contains("membership"),
        "{}",
        thanks.body
    );

    let tier = salon.tier("Gold").await;
    let sold = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card" });
    let sold = desk.post("/api/memberships", sold).await.created();
    let sessions = format!("/api/memberships/{}/sessions", sold["membership"]["id"].as_str().unwrap());
    let line = json!({ "serviceId": shop.massage.id, "staffId": shop.meera.id, "durationMinutes": 60 });
    let session = desk.post(&sessions, json!({ "services": [line] })).await.created();
    salon.deliver().await;
    salon.post.clear();
    let send = format!("/api/billing/invoices/{}/send", session["invoice"]["id"].as_str().unwrap());
    desk.post(&send, json!({})).await.ok();
    salon.deliver().await;
    let record = mail(&salon, "invoice_ready");
    assert!(record.subject.as_ref().unwrap().starts_with("Your session record "), "{:?}", record.subject);
    assert!(record.body.contains("Paid: By membership on ") && !record.body.contains("GST"), "{}", record.body);
}

#[tokio::test]
async fn a_membership_that_begins_later_is_welcomed_with_its_day() {
    let (salon, _) = TestSalon::with_shop().await;
    let (asha, desk, tier) = (salon.customer("Asha").await, salon.reception().await, salon.tier("Gold").await);
    let sold = json!({ "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-12-01", "validityDays": 30, "paymentMethod": "card" });
    desk.post("/api/memberships", sold).await.created();
    salon.deliver().await;
    let welcome = mail(&salon, "membership_created");
    assert!(welcome.body.contains("membership begins on Tue 1 Dec 2026."), "{}", welcome.body);
}

#[tokio::test]
async fn everybody_who_serves_in_a_visit_is_named_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.request(&shop.staffed, &[&shop.colour, &shop.cut], "2026-11-17", "12:00")).await;
    let by = |service: &parlour_setup::catalogue::Service, staff: &parlour_people::staff::StaffMember| json!({ "serviceId": service.id, "staffId": staff.id });
    let both = json!([by(&shop.colour, &shop.meera), by(&shop.cut, &shop.ravi)]);
    desk.patch(&path, json!({ "action": "approve", "services": both })).await.ok();
    salon.deliver().await;
    let with = format!("With: {} and {}\n", shop.meera.display_name, shop.ravi.display_name);
    let confirmed = mail(&salon, "booking_confirmed");
    assert!(confirmed.body.contains(&with), "{}", confirmed.body);
}
