//! The process is killed before and after each call of an erasure: run again, it ends in the same state, with one effect.

use parlour_people::auth::{Account, User};
use parlour_people::customers::Erasure;
use parlour_platform::jobs::deliver;
use parlour_storage::table::{AtomicWrite, keys};
use parlour_tests::counts::killed_at;
use parlour_tests::wire::Fault;
use parlour_tests::{Client, Shop, TestSalon};
use serde_json::json;

use super::proof::found_in_the_table;

/// A short life that leaves something of every kind: a visit, a note, a tag, messages, a lead, a browser, a wish.
async fn lived<'a>(salon: &'a TestSalon, shop: &Shop, desk: &Client<'_>, tag: &str, number: usize) -> Client<'a> {
    let client = salon.customer("Xanthe Erasable").await;
    let user = client.user.clone().unwrap();
    let mut write = AtomicWrite::new(&salon.salon.random);
    let account = Account {
        issuer: "https://accounts.example.test".to_owned(),
        subject: format!("xanthe-erasable-{number}"),
        user_id: user.id.clone(),
        created_at: user.created_at,
    };
    account.link(&mut write.changes);
    write.commit(&salon.salon.table).await.unwrap();
    let phone = format!("98765{number:05}");
    let about = json!({ "phone": phone, "dateOfBirth": "1990-05-17", "gender": "female", "marketingConsent": true });
    client.post("/api/onboarding/complete", about).await.created();
    client.subscribe_to_push(&format!("xanthe-{number}")).await;
    salon.visitor().post("/api/leads", json!({ "name": "Xanthe", "phone": phone })).await.created();
    desk.post(&format!("/api/customers/{}/tags", user.id), json!({ "tagId": tag })).await.created();
    desk.post(&format!("/api/customers/{}/notes", user.id), json!({ "content": "Erasable", "pinned": true }))
        .await
        .created();
    let booking = salon.confirmed(shop, &client, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/cancel", booking.id), json!({ "reason": "Erasable" })).await.ok();
    client
}

#[tokio::test]
async fn killed_at_any_call_and_run_again_it_ends_in_the_same_state() {
    let salon = TestSalon::open().await;
    let (shop, desk, manager) = (salon.shop().await, salon.reception().await, salon.manager().await);
    let tag = manager.post("/api/tags", json!({ "name": "VIP", "color": "#000000" })).await.created()["tag"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut number = 0;
    for (fault, first) in [(Fault::KillBefore, 0), (Fault::KillAfter, 4)] {
        for call in killed_at(first, 9) {
            number += 1;
            let client = lived(&salon, &shop, &desk, &tag, number).await;
            salon.deliver().await;
            let user = client.user.clone().unwrap();
            // As if it had been asked for two days ago.
            let asked = Erasure::asked(&user.id, Some("Erasable".to_owned()), salon.salon.clock.now());
            salon.put(&asked).await;
            let message = asked.message();
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let outcome = salon.wire.unless_killed(deliver(&salon.salon, &message)).await;
            let calls = salon.wire.cost().calls;
            salon.wire.reset();
            for _ in 0..2 {
                deliver(&salon.salon, &message).await.unwrap();
            }
            let found = found_in_the_table(&salon, &["xanthe", "erasable"]).await;
            assert_eq!(found, Vec::<String>::new(), "{fault:?} at {call} of {calls:?}");
            let left = salon.stored::<User>(&keys::user(&user.id)).await.unwrap();
            assert!(left.is_erased() && left.name == "Former customer");
            assert!(salon.stored::<Erasure>(&keys::erasure(&user.id)).await.is_none());
            let told = salon
                .events()
                .await
                .into_iter()
                .filter(|event| event.what.to_string() == "customer.erased" && event.entity_id == user.id.as_str());
            assert_eq!(told.count(), 1, "{fault:?} at {call} of {calls:?}");
            if outcome.is_some() {
                assert!(call > 20, "there were calls to be killed at: {calls:?}");
                break;
            }
        }
    }
}
