//! The common parts of every answer.

use std::io::Read as _;

use http::Method;
use parlour_people::auth::User;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::TestSalon;
use parlour_tests::wire::Fault;
use parlour_values::role::Role;
use serde_json::json;

#[tokio::test]
async fn unknown_paths_and_methods_are_404_in_the_envelope_on_both_apps() {
    let salon = TestSalon::open().await;
    for app in [App::Customer, App::Admin] {
        let anyone = salon.anyone(app);
        anyone.get("/api/nothing").await.refused(404, "NOT_FOUND");
        anyone.get("/").await.refused(404, "NOT_FOUND");
        anyone.send(Method::DELETE, "/api/leads", None).await.refused(404, "NOT_FOUND");
        anyone.send(Method::OPTIONS, "/api/bookings", None).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn every_answer_carries_its_headers() {
    let salon = TestSalon::open().await;
    for reply in [salon.visitor().get("/api/branches").await, salon.visitor().get("/api/nothing").await] {
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert!(reply.header("strict-transport-security").is_some());
        assert!(reply.header("x-request-id").is_some_and(|id| id.len() == 16));
    }
    assert_eq!(salon.visitor().get("/api/nothing").await.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn the_catalogue_is_revalidated_by_its_etag_and_changes_at_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let first = salon.visitor().get("/api/services").await;
    first.ok();
    assert_eq!(first.header("cache-control"), Some("public, max-age=0, must-revalidate"));
    let tag = first.header("etag").unwrap().to_owned();
    let again = salon.visitor().with_header("if-none-match", &tag).get("/api/services").await;
    assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
    let strong = format!("\"other\", {}", tag.trim_start_matches("W/"));
    let again = salon.visitor().with_header("if-none-match", &strong).get("/api/services").await;
    assert_eq!(again.status.as_u16(), 304);
    salon.put(&parlour_setup::catalogue::Service { name: "Trim".to_owned(), ..shop.cut.clone() }).await;
    let changed = salon.visitor().with_header("if-none-match", &tag).get("/api/services").await;
    assert!(changed.ok().to_string().contains("Trim"));
}

#[tokio::test]
async fn a_large_answer_is_compressed_on_request() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let plain = salon.visitor().get("/api/services").await;
    let packed = salon.visitor().with_header("accept-encoding", "gzip").get("/api/services").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.bytes.len() < plain.bytes.len());
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&packed.bytes[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.bytes);
    assert_eq!(
        salon
            .visitor()
            .with_header("accept-encoding", "gzip;q=0")
            .get("/api/services")
            .await
            .header("content-encoding"),
        None
    );
}

#[tokio::test]
async fn when_the_table_is_gone_reads_say_so_and_the_limit_lets_them_pass() {
    let salon = TestSalon::open().await;
    salon.wire.fail(|_, _| Some(Fault::RefuseBefore));
    assert_eq!(salon.visitor().get("/api/services").await.refused(500, "INTERNAL_ERROR")["retryable"], true);
    salon.visitor().get("/api/health").await.refused(503, "SERVICE_UNAVAILABLE");
    // The counter alone failing refuses nobody.
    salon.wire.fail(|_, operation| (operation == "UpdateItem").then_some(Fault::RefuseBefore));
    salon.visitor().get("/api/health").await.ok();
}

#[tokio::test]
async fn public_reads_take_one_round_trip_whatever_the_catalogue_holds() {
    let (salon, shop) = TestSalon::with_shop().await;
    for more in 0..2 {
        for path in ["/api/services", "/api/services/cut", "/api/offers", "/api/branches", "/api/health"] {
            salon.warm(&[]).await;
            salon.wire.reset();
            salon.visitor().get(path).await.ok();
            assert_eq!(salon.wire.cost().round_trips, 1, "{path}");
        }
        if more == 0 {
            for number in 0..30 {
                salon.service(&shop.hair, &format!("Style {number}"), 10_000, 30, 0).await;
            }
        }
    }
}

#[tokio::test]
async fn a_bad_idempotency_key_is_named() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let lead = json!({ "name": "Ravi", "phone": "9811111111" });
    for bad in ["", " ", "a b", &"k".repeat(256)] {
        desk.clone().once(bad).post("/api/leads", lead.clone()).await.invalid(&["Idempotency-Key"]);
    }
    let first = desk.clone().once("k").post("/api/leads", lead.clone()).await;
    let second = desk.clone().once("k").post("/api/leads", lead).await;
    assert_eq!(first.bytes, second.bytes);
    assert_eq!((first.header("idempotency-replayed"), second.header("idempotency-replayed")), (None, Some("true")));
}

#[tokio::test]
async fn an_id_longer_than_any_key_is_simply_unknown() {
    let salon = TestSalon::open().await;
    let (desk, manager, asha) = (salon.reception().await, salon.manager().await, salon.customer("Asha").await);
    let long = "x".repeat(1_100);
    for group in ["bookings", "customers", "leads", "memberships"] {
        desk.get(&format!("/api/{group}/{long}")).await.refused(404, "NOT_FOUND");
    }
    manager.get(&format!("/api/offers/{long}")).await.refused(404, "NOT_FOUND");
    salon.visitor().get(&format!("/api/services/{long}")).await.refused(404, "NOT_FOUND");
    let in_bytes = "अ".repeat(256);
    let tags = format!("/api/customers/{}/tags", asha.id());
    desk.post(&tags, json!({ "tagId": in_bytes })).await.invalid(&["tagId"]);
}

#[tokio::test(start_paused = true)]
async fn what_the_table_leaves_unread_is_asked_for_again_to_the_last_round() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let key = keys::user(&asha.id);
    salon.wire.fail(|call, _| (call < 7).then_some(Fault::Unread));
    let mut found = salon.salon.table.get_many([key.clone()]).await.unwrap();
    assert_eq!(found.take::<User>(&key).unwrap().unwrap().id, asha.id);
    salon.wire.fail(|_, _| Some(Fault::Unread));
    assert!(salon.salon.table.get_many([key]).await.is_err());
}
