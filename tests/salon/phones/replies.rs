//! Customers' answers.

use parlour_booking::bookings::status::BookingStatus;
use parlour_people::auth::User;
use parlour_people::customers::CustomerNote;
use parlour_settings::App;
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Partition, UniqueValue, keys};
use parlour_tests::{Shop, TestSalon};
use parlour_values::language::Language;
use parlour_values::role::Role;
use serde_json::{Value, json};

use super::{PHONE, confirmed, counts, customer, deliver, feed};
use crate::links::token;

async fn known(salon: &TestSalon) -> User {
    let asha = customer(salon, |profile| {
        profile.whatsapp_consent = true;
        profile.marketing_consent = true;
    })
    .await;
    salon.put(&UniqueValue::held_by(&asha.id, Unique::Phone, PHONE)).await;
    asha
}

fn text(id: &str, said: &str) -> Value {
    json!({ "contacts": [{ "wa_id": "919812345678" }], "messages": [{
        "from": "919812345678", "id": id, "timestamp": "1794803400", "type": "text", "text": { "body": said },
    }] })
}

fn button(id: &str, said: &str) -> Value {
    json!({ "messages": [{ "from": "919812345678", "id": id, "timestamp": "1794803400", "type": "button",
        "context": { "id": "wamid.1" }, "button": { "payload": "X", "text": said } }] })
}

/// Five times in a row, then worked off.
async fn tell(salon: &TestSalon, value: Value) {
    for _ in 0..5 {
        salon.whatsapp_tells("messages", value.clone()).await.ok();
    }
    salon.deliver().await;
}

async fn notes(salon: &TestSalon, user: &User) -> Vec<String> {
    let notes = Partition::of(keys::user_partition(&user.id)).starting(keys::NOTE_PREFIX);
    let notes = salon.salon.table.query::<CustomerNote>(notes).await.unwrap();
    notes.into_iter().map(|note| note.record.content).collect()
}

#[tokio::test]
async fn stop_ends_marketing_and_a_second_one_all_of_it() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let asha = known(&salon).await;
    tell(&salon, text("wamid.A", "STOP")).await;
    let profile = salon.profile_of(&asha.id).await;
    assert_eq!((profile.marketing_consent, profile.whatsapp_consent), (false, true), "however often it is told");
    tell(&salon, text("wamid.B", "stop")).await;
    let profile = salon.profile_of(&asha.id).await;
    assert_eq!((profile.marketing_consent, profile.whatsapp_consent), (false, false));
}

async fn tell_of_visit(salon: &TestSalon, shop: &Shop, user: &User, date: &str) {
    let booking = salon.booked(shop, user, date, "12:00", BookingStatus::Confirmed).await;
    let event = NotifiableEvent::BookingConfirmed {
        booking_id: booking.id.clone(),
        starts_at: booking.starts_at(),
        staff_id: None,
    };
    deliver(salon, &event.message(salon.salon.clock.now())).await.unwrap();
}

#[tokio::test]
async fn after_a_second_stop_nothing_comes_by_phone() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let mut asha = known(&salon).await;
    tell(&salon, text("wamid.A", "STOP")).await;
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 0, 0), "a message about a visit is no marketing");
    tell(&salon, text("wamid.B", "STOP")).await;
    tell_of_visit(&salon, &shop, &asha, "2026-11-21").await;
    assert_eq!(counts(&salon, &carriers), (1, 0, 1));
    // Without an address for mails nothing is left that they would want.
    asha.email = String::new();
    salon.put(&asha).await;
    tell_of_visit(&salon, &shop, &asha, "2026-11-22").await;
    assert_eq!(counts(&salon, &carriers), (1, 0, 1));
    // They may want it again.
    let client = salon.signed_in(&asha, App::Customer).await;
    salon.listed(&asha, |profile| profile.is_onboarded = true).await;
    let profile = client.get("/api/profile").await.ok()["profile"].clone();
    assert_eq!((&profile["channels"], &profile["whatsappConsent"]), (&json!(["email"]), &json!(false)));
    client.patch("/api/profile", json!({ "channels": ["sms"] })).await.ok();
    tell_of_visit(&salon, &shop, &asha, "2026-11-23").await;
    assert_eq!(counts(&salon, &carriers), (1, 1, 1));
}

#[tokio::test]
async fn stopping_marketing_in_the_app_counts_too() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let asha = known(&salon).await;
    let stop = json!({ "wa_id": "919812345678", "category": "marketing_messages", "value": "stop", "timestamp": 1 });
    salon.whatsapp_tells("user_preferences", json!({ "user_preferences": [stop] })).await.ok();
    salon.deliver().await;
    let profile = salon.profile_of(&asha.id).await;
    assert_eq!((profile.marketing_consent, profile.whatsapp_consent), (false, true));
}

#[tokio::test]
async fn cancel_and_a_button_are_answered_with_the_link_once() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = known(&salon).await;
    let booking = confirmed(&salon, &shop, &asha).await.0;
    tell(&salon, text("wamid.A", "Cancel")).await;
    tell(&salon, button("wamid.B", "Change")).await;
    let sent = carriers.whatsapp();
    assert_eq!(sent.len(), 2);
    for answer in sent {
        let link = format!("http://localhost:3000/m?{}", token(&salon, &booking.id).await);
        assert_eq!(answer["type"], "text");
        assert!(answer["text"]["body"].as_str().unwrap().contains(&link), "{answer}");
    }
    assert_eq!(notes(&salon, &asha).await.len(), 2);
}

#[tokio::test]
async fn an_answer_of_a_day_ago_gets_none() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    known(&salon).await;
    salon.set_clock("2026-11-18T10:00:00+05:30");
    tell(&salon, text("wamid.A", "Cancel")).await;
    assert!(carriers.whatsapp().is_empty());
}

#[tokio::test]
async fn anything_else_is_a_note_and_reception_is_told_once() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let asha = known(&salon).await;
    let reena = salon.user("Reena", Role::Receptionist).await;
    tell(&salon, text("wamid.A", "Is there parking?")).await;
    assert_eq!(notes(&salon, &asha).await, ["Is there parking?"]);
    let told = feed(&salon, &reena).await;
    assert_eq!((told.len(), told[0].kind.as_str(), told[0].body.as_str()), (1, "customer_reply", "Is there parking?"));
    assert_eq!(told[0].title, "Asha has written on WhatsApp");
    assert!(carriers.whatsapp().is_empty());
    let desk = salon.reception().await;
    let page = desk.with_header("accept", "text/html").get(&format!("/customers/{}", asha.id)).await;
    assert!(String::from_utf8_lossy(&page.bytes).contains("Is there parking?"));
    let owner = salon.owner().await.with_header("accept", "text/html");
    let page = String::from_utf8_lossy(&owner.get("/messages").await.bytes).into_owned();
    let told = page.split_once("Replies").unwrap().1;
    assert!(told.contains("Is there parking?") && told.contains(&format!("/customers/{}", asha.id)));
}

#[tokio::test]
async fn whoever_is_no_customer_is_left() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let reena = salon.user("Reena", Role::Receptionist).await;
    tell(&salon, text("wamid.A", "Hello")).await;
    assert!(feed(&salon, &reena).await.is_empty());
}

#[tokio::test]
async fn whoever_signs_up_with_anothers_number_reads_none_of_their_messages() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let asha = known(&salon).await;
    // The desk knows the number as somebody else's.
    let bina = customer(&salon, |profile| {
        profile.whatsapp_consent = true;
        profile.marketing_consent = true;
    })
    .await;
    salon.put(&UniqueValue::held_by(&bina.id, Unique::WalkinPhone, PHONE)).await;
    tell(&salon, text("wamid.A", "My address is 12 Hill Road")).await;
    assert_eq!((notes(&salon, &asha).await.len(), notes(&salon, &bina).await.len()), (0, 1));
    tell(&salon, text("wamid.B", "STOP")).await;
    for user in [&asha, &bina] {
        assert!(!salon.profile_of(&user.id).await.marketing_consent, "it stops for all who hold the number");
    }
}

#[tokio::test]
async fn a_walk_in_who_became_somebody_else_takes_no_message_of_whoever_has_the_number_now() {
    let (salon, _) = TestSalon::with_phones(&[]).await;
    let asha = known(&salon).await;
    salon.put(&UniqueValue::held_by(&parlour_values::id::UserId::from("merged"), Unique::WalkinPhone, PHONE)).await;
    tell(&salon, text("wamid.A", "My address is 12 Hill Road")).await;
    assert_eq!(notes(&salon, &asha).await.len(), 1);
}

#[tokio::test]
async fn whoever_has_nothing_booked_is_told_so_and_how_to_reach_the_salon() {
    for (language, said) in
        [(Language::English, "Nothing is booked for you just now."), (Language::Hindi, "अभी आपकी कोई बुकिंग नहीं है।")]
    {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let owner = salon.owner().await;
        owner.patch("/api/branding", json!({ "phone": "+918041234567" })).await.ok();
        let asha = known(&salon).await;
        salon.listed(&asha, |profile| profile.preferred_language = language).await;
        tell(&salon, text("wamid.A", "Cancel")).await;
        let sent = carriers.whatsapp();
        let body = sent[0]["text"]["body"].as_str().unwrap();
        assert!(sent.len() == 1 && body.starts_with(said) && !body.contains("http"), "{body}");
        assert!(body.replace(' ', "").contains("+918041234567"), "{body}");
    }
}
