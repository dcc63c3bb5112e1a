//! Which channel carries a message.

use parlour_booking::bookings::status::BookingStatus;
use parlour_platform::notifications::NotificationChannel;
use parlour_senders::Channel;
use parlour_settings::App;
use parlour_setup::messages::MessageKind;
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage, Task};
use parlour_storage::table::keys;
use parlour_tests::{Printer, TestSalon};
use parlour_values::language::Language;
use parlour_values::role::Role;
use serde_json::{Value, json};

use super::{PHONE, agreed, confirmed, counts, customer, deliver, feed};
use crate::links::token;

#[tokio::test]
async fn whoever_has_chosen_nothing_gets_the_mail_they_always_got() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |_| {}).await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 0, 1));
    assert_eq!(feed(&salon, &asha).await[0].channel, NotificationChannel::Push);
}

#[tokio::test]
async fn whoever_agreed_gets_a_template_on_whatsapp_and_nothing_else() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    let (booking, message) = confirmed(&salon, &shop, &asha).await;
    for _ in 0..3 {
        deliver(&salon, &message).await.unwrap();
    }
    assert_eq!(counts(&salon, &carriers), (1, 0, 0));
    let sent = &carriers.whatsapp()[0];
    let row = feed(&salon, &asha).await.remove(0);
    assert_eq!(sent["to"], PHONE);
    assert_eq!(sent["biz_opaque_callback_data"], format!("{}.{}", asha.id, row.id));
    assert_eq!(sent["template"]["name"], "booking_confirmed");
    assert_eq!(sent["template"]["language"]["code"], "en");
    let token = token(&salon, &booking.id).await;
    let link = format!("http://localhost:3000/m?{token}");
    let text = |text: &str| json!({ "type": "text", "text": text });
    assert_eq!(
        sent["template"]["components"],
        json!([
            { "type": "body", "parameters": [
                text("Asha"), text("Cut"), text("Fri 20 Nov 2026"), text("12:00 pm"), text(&booking.branch_name), text(&link),
            ] },
            { "type": "button", "sub_type": "url", "index": "0", "parameters": [text(&format!("m?{token}"))] },
        ])
    );
    assert_eq!((row.channel, row.status.as_str()), (NotificationChannel::Whatsapp, "sent"));
    let recorded = salon.sent(Channel::WhatsApp);
    assert_eq!((recorded.len(), recorded[0].kind.as_str()), (1, "booking_confirmed"));
    assert!(recorded[0].body.starts_with("Hello Asha, your booking is confirmed: Cut on"), "{}", recorded[0].body);
}

#[tokio::test]
async fn a_walk_in_who_left_only_a_phone_gets_a_text_message() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let mut asha = customer(&salon, |_| {}).await;
    asha.email = String::new();
    salon.put(&asha).await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 1, 0));
    let sent = &carriers.sms()[0];
    assert_eq!((&sent["DestinationPhoneNumber"], &sent["MessageType"]), (&json!(PHONE), &json!("TRANSACTIONAL")));
    let ids = json!({ "IN_ENTITY_ID": "1701", "IN_TEMPLATE_ID": "1707-booking_confirmed" });
    assert_eq!(sent["DestinationCountryParameters"], ids);
    assert!(
        sent["MessageBody"].as_str().unwrap().starts_with("Hello Asha, your booking is confirmed: Cut on Fri 20 Nov")
    );
}

#[tokio::test]
async fn an_order_of_ones_own_counts() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let order = |names: &[&str]| serde_json::from_value(json!(names)).unwrap();
    let sms = customer(&salon, |profile| profile.channels = order(&["sms", "email"])).await;
    deliver(&salon, &confirmed(&salon, &shop, &sms).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 1, 0));
    let mail = customer(&salon, |profile| {
        profile.whatsapp_consent = true;
        profile.channels = order(&["email", "whatsapp"]);
    })
    .await;
    deliver(&salon, &confirmed(&salon, &shop, &mail).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 1, 1));
}

#[tokio::test]
async fn the_order_that_is_usual_counts_too_once_it_is_chosen() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |profile| profile.is_onboarded = true).await;
    let client = salon.signed_in(&asha, App::Customer).await;
    let answered = |body: Value| body["profile"]["channels"].clone();
    let usual = json!(["whatsapp", "sms", "email"]);
    assert_eq!(answered(client.get("/api/profile").await.ok()), usual);
    client.patch("/api/profile", json!({ "marketingConsent": false })).await.ok();
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 0, 1), "nothing is chosen yet");

    assert_eq!(answered(client.patch("/api/profile", json!({ "channels": usual })).await.ok()), usual);
    let booking = salon.booked(&shop, &asha, "2026-11-21", "12:00", BookingStatus::Confirmed).await;
    let event = NotifiableEvent::BookingConfirmed {
        booking_id: booking.id.clone(),
        starts_at: booking.starts_at(),
        staff_id: None,
    };
    deliver(&salon, &event.message(salon.salon.clock.now())).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 1, 1), "WhatsApp needs consent, and SMS is next");
}

#[tokio::test]
async fn without_a_template_or_a_number_the_next_channel_carries_it() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |profile| {
        profile.whatsapp_consent = true;
        profile.phone = None;
    })
    .await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 0, 1));
    for language in Language::ALL {
        let key = keys::message_template(MessageKind::BookingConfirmed.as_str(), language.as_str());
        salon.salon.table.forget(&key).await.unwrap();
    }
    let bina = agreed(&salon).await;
    deliver(&salon, &confirmed(&salon, &shop, &bina).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 0, 2));
}

#[tokio::test]
async fn it_is_said_in_the_readers_language() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |profile| {
        profile.whatsapp_consent = true;
        profile.preferred_language = Language::Hindi;
    })
    .await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    let sent = &carriers.whatsapp()[0];
    assert_eq!(sent["template"]["language"]["code"], "hi");
    assert!(sent["template"]["components"][0].to_string().contains("शुक्र 20 नव 2026"), "{sent}");
}

#[tokio::test]
async fn nothing_is_said_of_a_state_that_has_passed() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    for (status, date) in [(BookingStatus::Cancelled, "2026-11-20"), (BookingStatus::Confirmed, "2026-11-15")] {
        let booking = salon.booked(&shop, &asha, date, "12:00", status).await;
        let event = NotifiableEvent::BookingConfirmed {
            booking_id: booking.id.clone(),
            starts_at: booking.starts_at(),
            staff_id: None,
        };
        deliver(&salon, &event.message(salon.salon.clock.now())).await.unwrap();
    }
    assert_eq!(counts(&salon, &carriers), (0, 0, 0));
}

#[tokio::test]
async fn reminders_reach_phones_once() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    let booking = salon.booked(&shop, &asha, "2026-11-17", "10:00", BookingStatus::Confirmed).await;
    salon.job("appointment-reminders", json!({})).await;
    salon.job("appointment-reminders", json!({})).await;
    assert_eq!(counts(&salon, &carriers), (1, 0, 0));
    assert_eq!(carriers.whatsapp()[0]["template"]["name"], "reminder_24h");
    // Once more by the queue: it was sent, and later the booking has begun.
    let again = |hours| Task::Remind { booking_id: booking.id.clone(), starts_at: booking.starts_at(), hours };
    deliver(&salon, &OutboxMessage::new(again(24), salon.salon.clock.now())).await.unwrap();
    salon.set_clock("2026-11-17T10:30:00+05:30");
    deliver(&salon, &OutboxMessage::new(again(1), salon.salon.clock.now())).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 0, 0));
}

#[tokio::test]
async fn an_invoice_comes_with_its_document() {
    let (carriers_salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = carriers_salon.shop().await;
    let salon = &carriers_salon;
    let asha = agreed(salon).await;
    let client = salon.signed_in(&asha, App::Customer).await;
    let desk = salon.reception().await;
    let visit = salon.confirmed(&shop, &client, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", visit.id), json!({ "paymentMethod": "upi" })).await.ok();
    salon.deliver().await;
    // Without a service that renders it there is no document, which the template's heading is: it is said by SMS.
    assert_eq!(carriers.uploads(), 0);
    let invoiced = |sent: &Value| sent["MessageBody"].as_str().unwrap().contains("Your invoice");
    assert_eq!(carriers.sms().iter().filter(|sent| invoiced(sent)).count(), 1, "{:?}", carriers.sms());
}

#[tokio::test]
async fn a_bill_that_is_sent_again_reminds_of_what_is_due() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    let client = salon.signed_in(&asha, App::Customer).await;
    let desk = salon.manager().await;
    let visit = salon.confirmed(&shop, &client, &[&shop.cut]).await;
    let part = json!({ "leaveDue": true, "payments": [{ "method": "cash", "amountPaise": 20_000 }] });
    desk.post(&format!("/api/bookings/{}/complete", visit.id), part).await.ok();
    salon.deliver().await;
    let invoice = salon.invoice_of(&visit.id).await;
    let reminders = || {
        let sent = carriers.whatsapp().into_iter().map(|sent| sent["template"].clone());
        sent.filter(|template| template["name"] == "dues").collect::<Vec<_>>()
    };
    assert_eq!(reminders(), Vec::<Value>::new(), "at first it is the bill itself");

    let send = format!("/api/billing/invoices/{}/send", invoice.id);
    desk.post(&send, json!({})).await.ok();
    salon.deliver().await;
    let body = &reminders()[0]["components"][0];
    let due = json!({ "type": "text", "text": invoice.due.to_string() });
    assert!(body["parameters"].as_array().unwrap().contains(&due), "{body}");

    let rest = json!({ "payments": [{ "method": "upi", "amountPaise": invoice.due.0 }] });
    desk.post(&format!("/api/billing/invoices/{}/payments", invoice.id), rest).await.created();
    desk.post(&send, json!({})).await.ok();
    salon.deliver().await;
    assert_eq!(reminders().len(), 1, "nothing is due any more");
}

fn bill_text(registered: Option<&str>) -> Value {
    json!({
        "whatsappName": "invoice_ready", "whatsappLanguage": "en", "dltTemplateId": registered,
        "text": "Hello {name}, the bill {number} is here: {link} Thank you.",
    })
}

#[tokio::test]
async fn an_invoice_is_sent_to_a_phone_only_with_what_its_channel_asks_for() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let mut asha = agreed(&salon).await;
    let client = salon.signed_in(&asha, App::Customer).await;
    let (desk, owner) = (salon.reception().await, salon.owner().await);
    let visit = salon.confirmed(&shop, &client, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", visit.id), json!({ "paymentMethod": "upi" })).await.ok();
    salon.deliver().await;
    let send = format!("/api/billing/invoices/{}/send", salon.invoice_of(&visit.id).await.id);
    let by = |channel: &str| json!({ "channel": channel });
    let (events, before) = (salon.events().await.len(), carriers.sms().len());
    // Nobody prints the document that heads the template.
    desk.post(&send, by("whatsapp")).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(salon.events().await.len(), events, "the log does not say that it was sent");

    let english = "/api/message-templates/invoice_ready/en";
    owner.put(english, bill_text(None)).await.ok();
    desk.post(&send, by("sms")).await.refused(422, "BUSINESS_RULE_VIOLATION");
    desk.post(&send, json!({})).await.ok();
    salon.deliver().await;
    assert_eq!(carriers.sms().len(), before, "it went by mail");
    // Without an address nothing is left to send it by.
    asha.email = String::new();
    salon.put(&asha).await;
    let told = desk.post(&send, json!({})).await.refused(422, "BUSINESS_RULE_VIOLATION")["message"].clone();
    assert!(told.as_str().unwrap().contains("no text is saved for it"), "{told}");

    owner.put(english, bill_text(Some("1707-bill"))).await.ok();
    for body in [by("sms"), json!({})] {
        assert_eq!(desk.post(&send, body).await.ok(), json!({ "queued": true }));
    }
    salon.deliver().await;
    let sent = carriers.sms();
    let registered: Vec<&str> =
        sent.iter().filter_map(|sent| sent["DestinationCountryParameters"]["IN_TEMPLATE_ID"].as_str()).collect();
    assert_eq!(registered[before..], ["1707-bill", "1707-bill"]);

    // A reader of Hindi is sent the text in Hindi, registered or not.
    salon.listed(&asha, |profile| profile.preferred_language = Language::Hindi).await;
    owner.put("/api/message-templates/invoice_ready/hi", bill_text(None)).await.ok();
    desk.post(&send, by("sms")).await.refused(422, "BUSINESS_RULE_VIOLATION");

    // Who ended messages to their phone has an address still.
    salon
        .listed(&asha, |profile| {
            profile.preferred_language = Language::English;
            profile.whatsapp_consent = false;
            profile.channels = Some(parlour_values::message_channel::ChannelOrder::mail_alone());
        })
        .await;
    for (body, why) in
        [(json!({}), "wants no such messages on their phone"), (by("whatsapp"), "has not agreed to WhatsApp")]
    {
        let told = desk.post(&send, body).await.refused(422, "BUSINESS_RULE_VIOLATION")["message"].clone();
        assert!(told.as_str().unwrap().contains(why), "{told}");
    }
    assert_eq!(desk.post(&send, by("sms")).await.ok(), json!({ "queued": true }), "as they asked for it");
}

#[tokio::test]
async fn a_printed_invoice_is_sent_on_whatsapp_with_its_document() {
    let printer = Printer::bind().await;
    let (salon, carriers) = TestSalon::with_phones(&printer.settings()).await;
    printer.serve(&salon);
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    let client = salon.signed_in(&asha, App::Customer).await;
    let desk = salon.reception().await;
    let visit = salon.confirmed(&shop, &client, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", visit.id), json!({ "paymentMethod": "upi" })).await.ok();
    salon.deliver().await;
    let bills = || {
        let sent = carriers.whatsapp().into_iter().map(|sent| sent["template"].clone());
        sent.filter(|template| template["name"] == "invoice_ready").collect::<Vec<_>>()
    };
    let first = bills().len();
    let send = format!("/api/billing/invoices/{}/send", salon.invoice_of(&visit.id).await.id);
    assert_eq!(desk.post(&send, json!({ "channel": "whatsapp" })).await.ok(), json!({ "queued": true }));
    salon.deliver().await;
    let sent = bills();
    assert_eq!(sent.len(), first + 1);
    let header = &sent[first]["components"][0];
    assert_eq!((&header["type"], &header["parameters"][0]["type"]), (&json!("header"), &json!("document")), "{header}");
}

#[tokio::test]
async fn people_who_work_here_are_told_in_the_app_as_ever() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    let desk = salon.user("Reena", Role::Receptionist).await;
    let booking = salon.booked(&shop, &asha, "2026-11-20", "12:00", BookingStatus::Cancelled).await;
    let event = NotifiableEvent::BookingCancelled { booking_id: booking.id, by: Default::default(), quietly: false };
    deliver(&salon, &event.message(salon.salon.clock.now())).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 0, 0));
    assert_eq!(feed(&salon, &desk).await.len(), 1);
}

#[tokio::test]
async fn a_repeat_is_told_with_how_many_it_is_and_the_link_of_its_first() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let desk = salon.reception().await;
    let first_link = async |repeat: &Value| {
        let id = repeat["occurrences"][0]["booking"]["id"].as_str().or(repeat["occurrences"][0]["bookingId"].as_str());
        format!("http://localhost:3000/m?{}", token(&salon, &id.unwrap().into()).await)
    };
    for (language, date) in
        [(Language::English, "Tue 17 Nov 2026 and 3 more"), (Language::Hindi, "मंगल 17 नव 2026 और 3 अन्य")]
    {
        let asha = customer(&salon, |profile| {
            profile.whatsapp_consent = true;
            profile.preferred_language = language;
        })
        .await;
        let start = if language == Language::Hindi { "15:00" } else { "12:00" };
        let body = json!({
            "customerId": asha.id, "branchId": shop.staffed.id, "serviceType": "salon",
            "services": [{ "serviceId": shop.cut.id, "staffId": shop.meera.id }],
            "firstDate": "2026-11-17", "startTime": start, "everyWeeks": 4, "count": 4,
        });
        let repeat = desk.post("/api/repeats", body).await.created()["repeat"].clone();
        salon.deliver().await;
        let sent = carriers.whatsapp().pop().unwrap()["template"]["components"][0].to_string();
        assert!(sent.contains(date), "{sent}");
        assert!(sent.contains(&first_link(&repeat).await), "{sent}");
    }
}

#[tokio::test]
async fn whoever_named_whatsapp_alone_and_took_their_consent_back_is_told_by_mail() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |profile| {
        profile.is_onboarded = true;
        profile.whatsapp_consent = true;
    })
    .await;
    let client = salon.signed_in(&asha, App::Customer).await;
    client.patch("/api/profile", json!({ "channels": ["whatsapp"] })).await.ok();
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 0, 0));
    client.patch("/api/profile", json!({ "whatsappConsent": false })).await.ok();
    let booking = salon.booked(&shop, &asha, "2026-11-21", "12:00", BookingStatus::Confirmed).await;
    deliver(&salon, &booking.confirmed_event().message(salon.salon.clock.now())).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 0, 1));
}
