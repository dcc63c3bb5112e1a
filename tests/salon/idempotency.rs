//! `Idempotency-Key`, on every route that takes one.

use http::{Method, StatusCode};
use parlour_local::gateway;
use parlour_settings::App;

use crate::walk;

#[tokio::test]
async fn every_idempotent_route_answers_a_repeat_with_its_first_response_and_no_second_effect() {
    let replayed = walk::replayed().await;
    for app in [App::Customer, App::Admin] {
        for route in gateway::routes(app).list().filter(|route| route.spec.idempotent) {
            let name = format!("{app} {} {}", route.method, route.path);
            assert!(replayed.contains(&name), "{name} is idempotent and has no call in tests/salon/walk");
        }
    }
}

/// A picture is kept under the hash of its content, so sending it twice is sending it once.
const IDEMPOTENT_BY_NATURE: [&str; 1] = ["admin POST /api/pictures"];

#[test]
fn a_post_that_creates_is_idempotent_and_only_a_post_is() {
    for app in [App::Customer, App::Admin] {
        for route in gateway::routes(app).list() {
            let name = format!("{app} {} {}", route.method, route.path);
            let creates = route.method == Method::POST && route.spec.status == StatusCode::CREATED;
            let takes_key = route.spec.idempotent || IDEMPOTENT_BY_NATURE.contains(&name.as_str());
            assert!(takes_key || !creates, "{name} creates, so it takes an Idempotency-Key");
            assert!(!route.spec.idempotent || route.method == Method::POST, "{name} is no POST");
        }
    }
}
