//! Gems, as their owner reads them.

use parlour_money::gems::GemsAccount;
use parlour_storage::table::keys;
use parlour_tests::TestSalon;
use serde_json::{Value, json};

#[tokio::test]
async fn looking_for_the_first_time_opens_an_account() {
    let (salon, shop) = TestSalon::with_shop().await;
    let cut = salon.redeemable(&shop.cut, 40).await;
    let asha = salon.customer("Asha").await;
    let reply = asha.get("/api/gems").await;
    let data = reply.ok();
    assert_eq!(data["summary"], json!({ "balance": 0, "totalEarned": 0, "totalRedeemed": 0 }));
    assert_eq!(data["transactions"], json!([]));
    assert_eq!(data["redeemable"], json!([{ "id": cut.id, "name": "Cut", "gemsRequired": 40, "pricePaise": 50_000 }]));
    assert_eq!(reply.meta(), json!({ "page": 1, "totalPages": 1 }));
    assert!(salon.stored::<GemsAccount>(&keys::gems(&asha.id())).await.is_some());

    salon.wire.reset();
    asha.get("/api/gems").await.ok();
    assert_eq!(salon.wire.cost().round_trips, 2);
    salon.visitor().get("/api/gems").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn many_first_looks_at_once_open_one_account() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let asha = salon.customer("Asha").await;
    let replies = futures::future::join_all((0..10).map(|_| asha.get("/api/gems"))).await;
    assert!(replies.iter().all(|reply| reply.ok()["summary"]["balance"] == 0));
}

#[tokio::test]
async fn history_is_read_newest_first_page_by_page_forgivingly() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let asha = salon.customer("Asha").await;
    for gems in 1..=5 {
        salon.give_gems(&asha.id(), gems).await;
    }
    let page = async |query: &str| {
        let reply = asha.get(&format!("/api/gems{query}")).await;
        let amounts: Vec<Value> = reply.ok()["transactions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|transaction| transaction["gemsAmount"].clone())
            .collect();
        (json!(amounts), reply.meta())
    };
    assert_eq!(page("?pageSize=2").await, (json!([5, 4]), json!({ "page": 1, "totalPages": 2 })));
    assert_eq!(page("?page=2&pageSize=2").await, (json!([3, 2]), json!({ "page": 2, "totalPages": 3 })));
    assert_eq!(page("?page=3&pageSize=2").await, (json!([1]), json!({ "page": 3, "totalPages": 3 })));
    assert_eq!(page("?page=9").await, (json!([]), json!({ "page": 9, "totalPages": 9 })));
    for odd in ["?page=x&pageSize=-1", "?page=0&pageSize=1000", "?page=1.5&pageSize="] {
        assert_eq!(page(odd).await, (json!([5, 4, 3, 2, 1]), json!({ "page": 1, "totalPages": 1 })), "{odd}");
    }
}
