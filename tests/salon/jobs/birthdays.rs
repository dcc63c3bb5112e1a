//! Birthdays, once a year, to those who agreed.

use parlour_money::offers::rules::OfferType;
use parlour_senders::Channel;
use parlour_tests::TestSalon;

#[tokio::test]
async fn birthdays_are_wished_once_a_year_to_those_who_agreed() {
    let salon = TestSalon::open().await;
    salon.born("Asha", "1990-11-16", true).await;
    salon.born("Ravi", "1990-11-16", false).await;
    salon.born("Meera", "1990-11-17", true).await;
    salon.born("Leap", "1996-02-29", true).await;
    salon.born("March", "1996-03-01", true).await;
    salon.born("Eve", "1996-12-31", true).await;
    salon
        .runs(
            "birthday-emails",
            &[
                ("2026-11-15T23:59:59+05:30", 0),
                ("2026-11-16T00:00:00+05:30", 1),
                ("2026-11-16T23:59:59+05:30", 0),
                ("2026-11-17T00:00:00+05:30", 1),
                ("2026-12-31T23:59:59+05:30", 1),
                ("2027-02-28T09:30:00+05:30", 1),
                ("2027-03-01T09:30:00+05:30", 1),
                ("2027-11-16T09:30:00+05:30", 1),
                ("2028-02-28T09:30:00+05:30", 0),
                ("2028-02-29T09:30:00+05:30", 1),
            ],
        )
        .await;
    assert_eq!(salon.sent(Channel::Push).len(), 0);
}

#[tokio::test]
async fn a_wish_names_what_is_on_offer_and_promises_nothing_else() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.born("Asha Rao", "1990-11-16", true).await;
    assert_eq!(salon.processed("birthday-emails").await, 1);
    let plain = salon.sent(Channel::Email).remove(0);
    assert!(!plain.body.contains("treat") && !plain.body.contains("offer"), "{}", plain.body);
    assert!(plain.subject.unwrap().contains("Asha"));

    salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    salon.set_clock("2027-11-16T09:30:00+05:30");
    let later = salon.offer(OfferType::Flat, 10_000, &[&shop.cut]).await;
    assert_eq!(salon.processed("birthday-emails").await, 1);
    let backed = salon.sent(Channel::Email).remove(1);
    assert!(backed.body.contains(&format!("On offer just now: {}.", later.name)), "{}", backed.body);

    let client = salon.signed_in(&asha, parlour_settings::App::Customer).await;
    let row = client.get("/api/notifications").await.ok()["notifications"][0].clone();
    assert_eq!((row["type"].as_str(), row["channel"].as_str()), (Some("birthday"), Some("push")));
}
