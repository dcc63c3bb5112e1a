//! The OpenAPI documents: every route of an app.

use parlour::settings::App;
use parlour::web::openapi;
use parlour_local::gateway;
use parlour_tests::TestSalon;

use super::check;

#[test]
fn the_kept_openapi_documents_are_those_of_the_code() {
    for app in [App::Customer, App::Admin] {
        let generated = serde_json::to_string_pretty(&openapi::document(&gateway::routes(app))).unwrap() + "\n";
        check(&format!("infra/openapi/{app}.json"), &generated);
    }
}

#[test]
fn every_route_is_in_the_openapi_document() {
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        let document = serde_json::to_value(openapi::document(&routes)).unwrap();
        assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
        for route in routes.list() {
            let operation = &document["paths"][route.path][route.method.as_str().to_lowercase()];
            assert!(operation["summary"].is_string(), "{app} {} {} has no operation", route.method, route.path);
        }
    }
}

#[tokio::test]
async fn the_served_document_names_the_cookie_that_is_in_force() {
    let secure = [("BASE_URL", "https://salon.example.test"), ("ADMIN_URL", "https://desk.example.test")];
    for (settings, names) in [
        (&[] as &[(&str, &str)], ["parlour.session", "parlour.admin.session"]),
        (&secure, ["__Host-parlour.session", "__Host-parlour.session"]),
    ] {
        let salon = TestSalon::with_settings(settings).await;
        for (app, name) in [App::Customer, App::Admin].into_iter().zip(names) {
            let document = salon.anyone(app).get("/api/openapi.json").await.json();
            assert_eq!(document["components"]["securitySchemes"]["session"]["name"], name, "{app}");
        }
    }
}
