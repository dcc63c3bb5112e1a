//! The logs: who changed what, what ran, what did not reach people.

use parlour::auth::Role;
use parlour_tests::TestSalon;
use serde_json::json;

#[tokio::test]
async fn the_audit_log_is_read_record_by_record_page_by_page_and_never_backwards() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (manager, developer) = (salon.manager().await, salon.person("Dev", Role::Developer).await);
    let path = format!("/api/staff/{}", shop.ravi.id);
    for number in 0..60 {
        manager.patch(&path, json!({ "displayName": format!("Ravi {number}") })).await.ok();
    }
    let about = format!("/api/logs/audit?entityType=staff&entityId={}", shop.ravi.id);
    let first = developer.get(&about).await.ok();
    assert_eq!(first["entries"].as_array().map(Vec::len), Some(50));
    let entry = &first["entries"][0];
    assert_eq!((&entry["actorId"], &entry["actorRole"]), (&json!(manager.id()), &json!("manager")));
    let rest = format!("{about}&cursor={}", first["nextCursor"].as_str().unwrap());
    let rest = developer.get(&rest).await.ok();
    assert_eq!((rest["entries"].as_array().map(Vec::len), rest["nextCursor"].is_null()), (Some(10), true));
    developer.get("/api/logs/audit?from=2026-11-17&to=2026-11-16").await.invalid(&["to"]);
    developer.get("/api/logs/audit?from=x&cursor=!").await.invalid(&["from"]);
    developer.get("/api/logs/audit?cursor=!").await.invalid(&["cursor"]);
    salon.person("Olga", Role::Owner).await.get("/api/logs/audit").await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn runs_and_messages_come_in_pages() {
    let salon = TestSalon::open().await;
    let developer = salon.person("Dev", Role::Developer).await;
    for path in ["/api/logs/jobs", "/api/logs/notifications"] {
        let reply = developer.get(path).await;
        reply.ok();
        assert_eq!(reply.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 0 }), "{path}");
        developer.get(&format!("{path}?pageSize=0")).await.invalid(&["pageSize"]);
    }
}
