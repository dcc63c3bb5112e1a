//! Messages to phones, at the desk.

use parlour_tests::TestSalon;
use serde_json::json;

use super::seen::see;
use crate::site::table::as_browser;

#[tokio::test]
async fn every_message_is_listed_by_kind_and_language_and_edited_with_a_preview() {
    let salon = TestSalon::open().await;
    let owner = as_browser(salon.owner().await);
    let list = see(&owner, "/messages").await;
    // The replies, and twelve kinds.
    assert_eq!(list.texts("section h2").len(), 13);
    assert!(list.says("Nobody has written back yet."));
    assert_eq!(list.texts("section li a").len(), 24);
    assert!(list.says("Reminder, a day before") && list.says("Not written yet") && !list.says("segment"));

    let edit = see(&owner, "/messages/booking_confirmed/en").await;
    assert!(edit.says("Nothing is saved yet") && edit.says("Hello Asha, your booking is confirmed"));
    let calls: Vec<String> = edit.calls().into_iter().collect();
    assert!(calls.contains(&"PUT /api/message-templates/booking_confirmed/en".to_owned()), "{calls:?}");
    assert_eq!(
        edit.texts("[data-variable]"),
        ["name", "services", "date", "time", "branch", "salon", "number", "link"]
    );
    assert_eq!(edit.choices("Language with Meta").len(), 14);

    let template =
        json!({ "whatsappName": "confirmed", "whatsappLanguage": "en_IN", "text": "See you at {time}, {name}." });
    owner.put("/api/message-templates/booking_confirmed/en", template).await.ok();
    let list = see(&owner, "/messages").await;
    assert!(list.says("See you at 4:30 pm, Asha.") && list.says("GSM-7, 25 units, 1 segment"));
    assert!(list.says("Not for SMS yet"));
    let edit = see(&owner, "/messages/booking_confirmed/en").await;
    assert!(!edit.says("Nothing is saved yet"));
    assert!(edit.says("See you at {{1}}, {{2}}.") && edit.says("See you at {#var#}, {#var#}."));
    assert!(edit.says("GSM-7, 25 units, 1 segment"));
    for unknown in ["/messages/booking_confirmed/fr", "/messages/birthday/en"] {
        assert_eq!(owner.get(unknown).await.status.as_u16(), 404, "{unknown}");
    }
}
