//! The sample events, through the same conversion that the Lambda runtime uses.

use axum::body::Body;
use http_body_util::BodyExt as _;
use parlour_http::Access;
use parlour_http::lambda::from_gateway;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::TestSalon;
use serde_json::Value;
use tower::ServiceExt as _;

fn event(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../events/{name}.json"));
    std::fs::read_to_string(path).unwrap_or_else(|_| panic!("events/{name}.json is missing"))
}

#[tokio::test]
async fn every_function_answers_its_sample_event() {
    let salon = TestSalon::open().await;
    for app in [App::Customer, App::Admin] {
        for (function, routes) in gateway::functions(app) {
            let text = event(function);
            let sample: Value = serde_json::from_str(&text).unwrap();
            if sample["requestContext"]["domainPrefix"] != if app == App::Customer { "api" } else { "admin-api" } {
                continue;
            }
            let (method, path) = (sample["requestContext"]["http"]["method"].clone(), sample["rawPath"].clone());
            let route =
                routes.list().chain(routes.pages()).find(|route| route.method.as_str() == method && route.path == path);
            let access = route.unwrap_or_else(|| panic!("{function} has no {method} {path}")).spec.access;

            let request = lambda_http::request::from_str(&text).unwrap().map(|body| Body::from(body.as_ref().to_vec()));
            let response = from_gateway(routes, &salon.salon).oneshot(request).await.unwrap();
            let status = response.status().as_u16();
            let expected: &[u16] = match access {
                Access::Role(_) => &[401],
                Access::Public | Access::Identity | Access::Machine => &[200, 201],
            };
            let body = response.into_body().collect().await.unwrap().to_bytes();
            assert!(expected.contains(&status), "{function}: {status} {}", String::from_utf8_lossy(&body));
        }
    }
}

#[tokio::test]
async fn the_limit_counts_the_address_that_the_gateway_saw() {
    let salon = TestSalon::open().await;
    let (_, routes) =
        gateway::functions(App::Customer).into_iter().find(|(name, _)| *name == "customer-leads").unwrap();
    let router = from_gateway(routes, &salon.salon);
    let mut statuses = Vec::new();
    for forged in 0..7 {
        // A client gets no fresh count by what it writes into X-Forwarded-For.
        let text = event("customer-leads")
            .replace("\"x-forwarded-for\": \"203.0.113.7\"", &format!("\"x-forwarded-for\": \"198.51.100.{forged}\""));
        let request = lambda_http::request::from_str(&text).unwrap().map(|body| Body::from(body.as_ref().to_vec()));
        statuses.push(router.clone().oneshot(request).await.unwrap().status().as_u16());
    }
    assert_eq!(statuses, [201, 201, 201, 201, 201, 429, 429]);
}

/// The sample lead as API Gateway passes it on, with these headers as well.
async fn lead_with(router: &axum::Router, headers: &[(&str, &str)]) -> u16 {
    let mut sample: Value = serde_json::from_str(&event("customer-leads")).unwrap();
    for (name, value) in headers {
        sample["headers"][*name] = Value::from(*value);
    }
    let request = lambda_http::request::from_str(&sample.to_string()).unwrap();
    let request = request.map(|body| Body::from(body.as_ref().to_vec()));
    router.clone().oneshot(request).await.unwrap().status().as_u16()
}

#[tokio::test]
async fn behind_cloudfront_the_limit_counts_its_clients_and_nobody_goes_around_it() {
    let salon = TestSalon::with_settings(&[("ORIGIN_SECRET", "hush"), ("ORIGIN_REQUIRED", "true")]).await;
    let (_, routes) =
        gateway::functions(App::Customer).into_iter().find(|(name, _)| *name == "customer-leads").unwrap();
    let router = from_gateway(routes, &salon.salon);
    for client in 0..7 {
        let viewer = format!("198.51.100.{client}:40532");
        let through = [("cloudfront-viewer-address", viewer.as_str()), ("x-origin-secret", "hush")];
        assert_eq!(lead_with(&router, &through).await, 201, "each client has a count of its own");
    }
    let one = [("cloudfront-viewer-address", "198.51.100.9:40532"), ("x-origin-secret", "hush")];
    let mut statuses = Vec::new();
    for _ in 0..6 {
        statuses.push(lead_with(&router, &one).await);
    }
    assert_eq!(statuses, [201, 201, 201, 201, 201, 429]);
    assert_eq!(lead_with(&router, &[]).await, 403);
    let forged = [("cloudfront-viewer-address", "198.51.100.77:1"), ("x-origin-secret", "guess")];
    assert_eq!(lead_with(&router, &forged).await, 403);
}
