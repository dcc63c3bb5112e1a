//! The link of a waitlist's offer: a credential for that wish and that offer.

use futures::future::join;
use parlour_booking::links::{LinkFor, Links};
use parlour_booking::waitlist::Wish;
use parlour_people::customers::Profile;
use parlour_senders::Channel;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::id::WishId;
use serde_json::{Value, json};

use super::{api, token_of};

/// A time before the salon opens is never free; the desk offers what it likes.
async fn wished(client: &Client<'_>, shop: &Shop, to: &str) -> WishId {
    let body = json!({
        "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
        "dates": ["2026-11-19"], "from": "07:00", "to": to, "staffId": shop.meera.id,
    });
    client.post("/api/waitlist", body).await.created()["wish"]["id"].as_str().unwrap().into()
}

async fn offer(salon: &TestSalon, shop: &Shop, wish: &WishId, start: &str) {
    let time = json!({ "date": "2026-11-19", "startTime": start, "staffId": shop.meera.id });
    salon.reception().await.post(&format!("/api/waitlist/{wish}/offer"), time).await.ok();
}

pub async fn token(salon: &TestSalon, wish: &WishId) -> String {
    let wish = salon.stored::<Wish>(&keys::wish(wish)).await.unwrap().record;
    let profile = salon.stored::<Profile>(&keys::profile(&wish.customer_id)).await;
    let profile = profile.map(|profile| profile.record);
    let address = Links::of(&salon.salon).address(&LinkFor::offer(&wish).unwrap(), profile.as_ref()).await.unwrap();
    token_of(&address.unwrap())
}

/// Somebody to whom noon of the 19th is offered, and the token of that.
pub async fn offered<'a>(salon: &'a TestSalon, shop: &Shop) -> (Client<'a>, String) {
    let bina = salon.customer("Bina Das").await;
    let wish = wished(&bina, shop, "09:00").await;
    offer(salon, shop, &wish, "12:00").await;
    let token = token(salon, &wish).await;
    (bina, token)
}

async fn first(client: &Client<'_>) -> Value {
    client.get("/api/waitlist").await.ok()["wishes"][0].clone()
}

#[tokio::test]
async fn an_offer_is_accepted_by_its_link_which_then_leads_to_the_booking() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (bina, token) = offered(&salon, &shop).await;
    let visitor = salon.visitor();
    let shown = visitor.get(&api(&token, "")).await.ok();
    assert_eq!(
        shown,
        json!({
            "firstName": "Bina", "services": [{ "name": shop.cut.name, "startTime": "12:00:00" }],
            "bookingDate": "2026-11-19", "startTime": "12:00:00", "endTime": shown["endTime"], "status": "offered",
            "branch": { "name": shop.staffed.name, "address": shop.staffed.address, "phone": shop.staffed.phone },
            "can": ["accept"],
        })
    );
    let later = json!({ "bookingDate": "2026-11-20", "startTime": "12:00" });
    visitor.post(&api(&token, "/reschedule"), later).await.refused(409, "CONFLICT");
    visitor.post(&api(&token, "/cancel"), json!({})).await.refused(409, "CONFLICT");
    visitor.get(&api(&token, "/calendar.ics")).await.refused(409, "CONFLICT");

    let booked = visitor.clone().once("tap").post(&api(&token, "/accept"), json!({})).await;
    assert_eq!(booked.created()["status"], "confirmed");
    let again = visitor.clone().once("tap").post(&api(&token, "/accept"), json!({})).await;
    assert_eq!((again.header("idempotency-replayed"), &again.bytes), (Some("true"), &booked.bytes));
    visitor.post(&api(&token, "/accept"), json!({})).await.refused(409, "CONFLICT");
    visitor.post(&api(&token, "/decline"), json!({})).await.refused(409, "CONFLICT");
    assert_eq!(first(&bina).await["state"], "accepted");
    let own = bina.get("/api/bookings").await.ok()["bookings"].clone();
    assert_eq!((own.as_array().unwrap().len(), &own[0]["id"]), (1, &booked.created()["id"]));

    let shown = visitor.get(&api(&token, "")).await.ok();
    assert_eq!((&shown["status"], &shown["can"]), (&json!("confirmed"), &json!(["move", "cancel"])));
    let path = format!("/api/bookings/{}/link", booked.created()["id"].as_str().unwrap());
    salon.reception().await.post(&path, json!({})).await.ok();
    visitor.get(&api(&token, "")).await.refused(404, "NOT_FOUND");
    visitor.post(&api(&token, "/cancel"), json!({})).await.refused(404, "NOT_FOUND");
    let ended = visitor.clone().once("tap").post(&api(&token, "/accept"), json!({})).await;
    assert_eq!(ended.header("idempotency-replayed"), None, "the answer is told to nobody any more");
    ended.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn an_offer_is_declined_by_its_link_which_ends_with_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (bina, token) = offered(&salon, &shop).await;
    let wish = salon.visitor().post(&api(&token, "/decline"), json!({})).await.ok()["wish"].clone();
    assert_eq!((&wish["state"], &wish["id"]), (&json!("waiting"), &first(&bina).await["id"]));
    for step in ["/accept", "/decline"] {
        salon.visitor().post(&api(&token, step), json!({})).await.refused(404, "NOT_FOUND");
    }
    salon.visitor().get(&api(&token, "")).await.refused(404, "NOT_FOUND");
    // The next offer has a link of its own.
    let id: WishId = wish["id"].as_str().unwrap().into();
    offer(&salon, &shop, &id, "15:00").await;
    salon.visitor().post(&api(&token, "/accept"), json!({})).await.refused(404, "NOT_FOUND");
    let next = self::token(&salon, &id).await;
    assert_ne!(next, token);
    assert_eq!(salon.visitor().get(&api(&next, "")).await.ok()["startTime"], "15:00:00");
}

#[tokio::test]
async fn an_offer_that_has_run_out_or_was_taken_back_has_no_link() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (bina, token) = offered(&salon, &shop).await;
    salon.set_clock("2026-11-16T10:14:59+05:30");
    salon.visitor().get(&api(&token, "")).await.ok();
    salon.set_clock("2026-11-16T10:15:00+05:30");
    salon.visitor().get(&api(&token, "")).await.refused(404, "NOT_FOUND");
    salon.visitor().post(&api(&token, "/accept"), json!({})).await.refused(404, "NOT_FOUND");
    let wish: WishId = first(&bina).await["id"].as_str().unwrap().into();
    offer(&salon, &shop, &wish, "16:00").await;
    let next = self::token(&salon, &wish).await;
    salon.visitor().get(&api(&next, "")).await.ok();
    bina.delete(&format!("/api/waitlist/{wish}")).await.ok();
    salon.visitor().get(&api(&next, "")).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn of_a_customer_and_their_link_who_answer_at_once_one_does() {
    let (salon, shop) = TestSalon::with_shop().await;
    for round in 0..rounds() {
        let bina = salon.customer("Bina").await;
        let wish = wished(&bina, &shop, "09:00").await;
        offer(&salon, &shop, &wish, &format!("{}:00", 11 + round % 8)).await;
        let token = token(&salon, &wish).await;
        salon.wire.shuffle(round);
        let (visitor, own) = (salon.visitor(), format!("/api/waitlist/{wish}/decline"));
        let accept = api(&token, "/accept");
        let (accepted, declined) = join(visitor.post(&accept, json!({})), bina.post(&own, json!({}))).await;
        salon.wire.reset();
        assert!(accepted.status.is_success() != declined.status.is_success(), "round {round}");
        let booked = bina.get("/api/bookings").await.ok()["bookings"].as_array().unwrap().len();
        if accepted.status.is_success() {
            declined.refused(409, "CONFLICT");
            assert_eq!(booked, 1, "round {round}");
        } else {
            assert!(matches!(accepted.status.as_u16(), 404 | 409), "round {round}");
            assert_eq!(booked, 0, "round {round}");
        }
        bina.delete(&format!("/api/waitlist/{wish}")).await;
        if booked == 1 {
            let id = bina.get("/api/bookings").await.ok()["bookings"][0]["id"].as_str().unwrap().to_owned();
            bina.post(&format!("/api/bookings/{id}/cancel"), json!({})).await.ok();
        }
    }
}

#[tokio::test]
async fn the_mail_of_an_offer_carries_its_link() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, token) = offered(&salon, &shop).await;
    salon.deliver().await;
    let sent = salon.sent(Channel::Email);
    let mail = sent.iter().find(|mail| mail.kind == "waitlist_offer").expect("an offer");
    assert!(
        mail.body.contains(&format!("Open without signing in: http://localhost:3000/m?{token}\n")),
        "{}",
        mail.body
    );
    assert!(mail.body.contains("Accept or decline"), "{}", mail.body);
}
