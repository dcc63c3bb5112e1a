//! The outcome of every class of errors.

use chrono::TimeDelta;
use parlour_setup::messages::MessageKind;
use parlour_storage::table::AtomicWrite;
use parlour_tests::TestSalon;
use parlour_values::language::Language;
use parlour_values::role::Role;

use super::{agreed, confirmed, counts, customer, deliver, feed};

fn pass(salon: &TestSalon, time: TimeDelta) {
    let now = salon.salon.clock.now();
    salon.salon.clock.set(now.plus(time));
}

#[tokio::test]
async fn a_failure_of_the_service_and_a_limit_are_tried_again_on_the_same_channel() {
    for code in [131_000, 130_429, 131_056] {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let shop = salon.shop().await;
        let asha = agreed(&salon).await;
        let message = confirmed(&salon, &shop, &asha).await.1;
        carriers.refuse_whatsapp(&[code]);
        let error = deliver(&salon, &message).await.unwrap_err();
        assert!(error.contains(&code.to_string()), "{error}");
        assert_eq!(counts(&salon, &carriers), (0, 0, 0));
        for _ in 0..2 {
            deliver(&salon, &message).await.unwrap();
        }
        assert_eq!(counts(&salon, &carriers), (1, 0, 0), "{code}");
    }
}

#[tokio::test]
async fn a_permanent_failure_goes_on_to_the_next_channel_and_from_there_to_the_last() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = agreed(&salon).await;
    carriers.refuse_whatsapp(&[131_026]);
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 1, 0));
    assert_eq!(feed(&salon, &asha).await[0].channel.as_str(), "sms");
    let bina = agreed(&salon).await;
    let message = confirmed(&salon, &shop, &bina).await.1;
    carriers.refuse_whatsapp(&[131_026]);
    carriers.refuse_sms(&[("ConflictException", "DESTINATION_PHONE_NUMBER_OPTED_OUT")]);
    for _ in 0..2 {
        deliver(&salon, &message).await.unwrap();
    }
    assert_eq!(counts(&salon, &carriers), (0, 1, 1));
    assert!(carriers.refused_all());
}

#[tokio::test]
async fn where_no_channel_is_left_the_row_says_why() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |profile| {
        profile.whatsapp_consent = true;
        profile.channels = serde_json::from_value(serde_json::json!(["whatsapp"])).unwrap();
    })
    .await;
    carriers.refuse_whatsapp(&[131_026]);
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (0, 0, 0));
    let row = feed(&salon, &asha).await.remove(0);
    assert_eq!(row.failed_reason.as_deref(), Some("131026: the number is not on WhatsApp"));
}

#[tokio::test]
async fn a_fault_of_ours_is_told_to_developers_and_holds_nothing() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let developer = salon.user("Dev", Role::Developer).await;
    let asha = agreed(&salon).await;
    carriers.refuse_whatsapp(&[132_000]);
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    salon.deliver().await;
    assert_eq!(counts(&salon, &carriers), (0, 1, 0));
    let told = feed(&salon, &developer).await;
    assert_eq!((told.len(), told[0].kind.as_str()), (1, "channel_trouble"));
    assert!(told[0].body.contains("132000"), "{}", told[0].body);
    deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 1, 0));
}

#[tokio::test]
async fn a_template_that_is_paused_is_held_until_its_owner_saves_it() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let developer = salon.user("Dev", Role::Developer).await;
    carriers.refuse_whatsapp(&[132_015]);
    for _ in 0..2 {
        deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    }
    salon.deliver().await;
    assert_eq!(counts(&salon, &carriers), (0, 2, 0), "the second was not tried on WhatsApp");
    assert_eq!(feed(&salon, &developer).await.len(), 1);
    // Another template is not meant.
    let asha = agreed(&salon).await;
    let booking = salon
        .booked(&shop, &asha, "2026-11-20", "12:00", parlour_booking::bookings::status::BookingStatus::Cancelled)
        .await;
    let cancelled = parlour_storage::outbox::NotifiableEvent::BookingCancelled {
        booking_id: booking.id,
        by: Default::default(),
        quietly: false,
    };
    deliver(&salon, &cancelled.message(salon.salon.clock.now())).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 2, 0));
    pass(&salon, TimeDelta::minutes(1));
    let key = parlour_storage::table::keys::message_template("booking_confirmed", "en");
    let read = salon.stored(&key).await.unwrap();
    let mut write = AtomicWrite::new(&salon.salon.random);
    write.changes.replace(&read, &salon.template(MessageKind::BookingConfirmed, Language::English));
    write.commit(&salon.salon.table).await.unwrap();
    deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (2, 2, 0));
}

#[tokio::test]
async fn a_channel_that_is_stopped_is_not_tried_for_an_hour_and_developers_are_told_once() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let developer = salon.user("Dev", Role::Developer).await;
    carriers.refuse_whatsapp(&[190]);
    for _ in 0..3 {
        deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    }
    salon.deliver().await;
    assert_eq!(counts(&salon, &carriers), (0, 3, 0));
    let told = feed(&salon, &developer).await;
    assert_eq!((told.len(), told[0].kind.as_str()), (1, "channel_trouble"));
    pass(&salon, TimeDelta::minutes(61));
    carriers.refuse_whatsapp(&[131_042]);
    deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    salon.deliver().await;
    assert_eq!((counts(&salon, &carriers), feed(&salon, &developer).await.len()), ((0, 4, 0), 1), "told once a day");
    pass(&salon, TimeDelta::minutes(61));
    deliver(&salon, &confirmed(&salon, &shop, &agreed(&salon).await).await.1).await.unwrap();
    assert_eq!(counts(&salon, &carriers), (1, 4, 0));
}

#[tokio::test]
async fn what_has_no_other_channel_waits_in_the_queue_while_its_channel_is_stopped() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |profile| {
        profile.whatsapp_consent = true;
        profile.channels = serde_json::from_value(serde_json::json!(["whatsapp"])).unwrap();
    })
    .await;
    let message = confirmed(&salon, &shop, &asha).await.1;
    carriers.refuse_whatsapp(&[190]);
    for _ in 0..2 {
        deliver(&salon, &message).await.unwrap_err();
    }
    pass(&salon, TimeDelta::minutes(61));
    for _ in 0..2 {
        deliver(&salon, &message).await.unwrap();
    }
    assert_eq!(counts(&salon, &carriers), (1, 0, 0));
}

#[tokio::test]
async fn the_errors_of_text_messages_are_taken_by_their_class() {
    for (exception, reason, again, told) in [
        ("ThrottlingException", "", true, 0),
        ("InternalServerException", "", true, 0),
        ("ConflictException", "DESTINATION_PHONE_NUMBER_OPTED_OUT", false, 0),
        ("ConflictException", "DESTINATION_PHONE_NUMBER_NOT_VERIFIED", false, 1),
        ("ValidationException", "SENDER_ID_NOT_REGISTERED", false, 1),
        ("AccessDeniedException", "", false, 1),
        ("ResourceNotFoundException", "", false, 1),
        ("ServiceQuotaExceededException", "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT", false, 1),
    ] {
        let (salon, carriers) = TestSalon::with_phones(&[]).await;
        let shop = salon.shop().await;
        let developer = salon.user("Dev", Role::Developer).await;
        let asha = customer(&salon, |profile| {
            profile.channels = serde_json::from_value(serde_json::json!(["sms", "email"])).unwrap();
        })
        .await;
        let message = confirmed(&salon, &shop, &asha).await.1;
        carriers.refuse_sms(&[(exception, reason)]);
        assert_eq!(deliver(&salon, &message).await.is_err(), again, "{exception}");
        deliver(&salon, &message).await.unwrap();
        salon.deliver().await;
        let expected = if again { (0, 1, 0) } else { (0, 0, 1) };
        assert_eq!((counts(&salon, &carriers), feed(&salon, &developer).await.len()), (expected, told), "{exception}");
    }
}

#[tokio::test]
async fn whoever_stopped_marketing_with_whatsapp_is_taken_at_their_word() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let asha = customer(&salon, |profile| {
        profile.whatsapp_consent = true;
        profile.marketing_consent = true;
    })
    .await;
    carriers.refuse_whatsapp(&[131_050]);
    deliver(&salon, &confirmed(&salon, &shop, &asha).await.1).await.unwrap();
    let profile = salon.profile_of(&asha.id).await;
    assert_eq!((profile.marketing_consent, profile.whatsapp_consent), (false, true));
    assert_eq!(counts(&salon, &carriers), (0, 1, 0));
}
