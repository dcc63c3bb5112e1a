//! The API as it describes itself: the served documents, the page, and what clients that are generated from them send.

use parlour_settings::App;
use parlour_tests::TestSalon;
use serde_json::{Value, json};

async fn served(salon: &TestSalon, app: App) -> Value {
    let reply = salon.anyone(app).get("/api/openapi.json").await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some("application/json")));
    reply.json()
}

#[tokio::test]
async fn the_served_document_names_the_cookie_and_the_address_that_are_in_force() {
    let local = TestSalon::open().await;
    let deployed = TestSalon::with_settings(&[
        ("BASE_URL", "https://salon.example.test"),
        ("ADMIN_URL", "https://desk.example.test"),
        ("JOB_SIGNATURE_HEADER", "Queue-Signature"),
    ])
    .await;
    for (salon, app, cookie, address) in [
        (&local, App::Customer, "parlour.session", "http://localhost:3000"),
        (&local, App::Admin, "parlour.admin.session", "http://localhost:3001"),
        (&deployed, App::Customer, "__Host-parlour.session", "https://salon.example.test"),
        (&deployed, App::Admin, "__Host-parlour.session", "https://desk.example.test"),
    ] {
        let document = served(salon, app).await;
        assert_eq!(document["components"]["securitySchemes"]["session"]["name"], cookie);
        assert_eq!(document["servers"][0]["url"], address);
    }
    let header = |document: Value| document["components"]["securitySchemes"]["jobSignature"]["name"].clone();
    assert_eq!(header(served(&local, App::Admin).await), "Upstash-Signature");
    assert_eq!(header(served(&deployed, App::Admin).await), "Queue-Signature");
}

#[tokio::test]
async fn the_description_is_found_by_whoever_looks_and_kept_by_its_etag() {
    let salon = TestSalon::open().await;
    for app in [App::Customer, App::Admin] {
        let anyone = salon.anyone(app);
        for (path, leads_to) in [("/openapi.json", "/api/openapi.json"), ("/api", "/docs")] {
            let reply = anyone.get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("location")), (302, Some(leads_to)), "{app} {path}");
        }
        for path in ["/docs", "/api/openapi.json"] {
            let first = anyone.get(path).await;
            assert_eq!(first.status.as_u16(), 200, "{app} {path}");
            let tag = first.header("etag").expect("an etag").to_owned();
            let again = anyone.clone().with_header("if-none-match", &tag).get(path).await;
            assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{app} {path}");
        }
        let page = anyone.get("/docs").await;
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(page.header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'none'")));
        let html = String::from_utf8(page.bytes).unwrap();
        let document = served(&salon, app).await;
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let id = operation["operationId"].as_str().unwrap();
                let heading = format!("{} {path}", method.to_uppercase());
                assert!(html.contains(&heading) && html.contains(&format!("id=\"{id}\"")), "{app}: no {heading}");
            }
        }
        assert!(!html.contains("<script") && !html.contains(" src="), "{app}");
        let mut targets = html.split("href=\"").skip(1).filter_map(|rest| rest.chars().next());
        assert!(targets.all(|first| matches!(first, '#' | '/')), "{app}: the page leads elsewhere");
        let style = html.split("rel=\"stylesheet\" href=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        assert_eq!(anyone.get(style).await.status.as_u16(), 200, "{style}");
    }
}

#[tokio::test]
async fn a_list_in_a_query_may_be_written_in_two_ways() {
    let (salon, shop) = TestSalon::with_shop().await;
    let day = format!("/api/availability?date=2026-11-17&branchId={}", shop.staffed.id);
    let (cut, massage) = (&shop.cut.id, &shop.massage.id);
    let with_commas = salon.visitor().get(&format!("{day}&serviceIds={cut},{massage}")).await.ok();
    let repeated = salon.visitor().get(&format!("{day}&serviceIds={cut}&serviceIds={massage}")).await.ok();
    assert_eq!(repeated, with_commas);
    let first_alone = salon.visitor().get(&format!("{day}&serviceIds={cut}")).await.ok();
    assert_ne!(first_alone, with_commas, "the test could not tell the first from both");
    salon.visitor().get(&format!("{day}&serviceIds={cut}&serviceIds=nothing")).await.invalid(&["serviceIds"]);
}

#[tokio::test]
async fn a_single_valued_parameter_given_twice_is_refused() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let day = format!("/api/availability?date=2026-11-17&date=2026-11-18&branchId={}", shop.open.id);
    salon.visitor().get(&day).await.invalid(&["date"]);
    asha.get("/api/gems?page=1&page=2").await.invalid(&["page"]);
    desk.get("/api/customers?q=a&q=a&sort=name").await.invalid(&["q"]);
    desk.get("/api/customers?nothing=1&nothing=2").await.ok();
}

#[tokio::test]
async fn below_sign_in_even_an_unknown_path_answers_like_sign_in() {
    let salon = TestSalon::open().await;
    for app in [App::Customer, App::Admin] {
        for reply in [salon.anyone(app).get("/api/auth/nothing").await, salon.anyone(app).delete("/api/auth/ok").await]
        {
            let body = json!({ "message": "This address was not found.", "code": "NOT_FOUND" });
            assert_eq!((reply.status.as_u16(), reply.json()), (404, body));
        }
    }
}
