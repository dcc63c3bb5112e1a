//! Status and headers: who gets which page, how long it is kept, and what a page may load.

use parlour_tests::TestSalon;
use parlour_tests::wire::Fault;

use super::table::{Site, Who, as_browser, text};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; \
                      connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

#[tokio::test]
async fn every_page_carries_its_headers() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    for ((_, path, who), reply) in site.answers().await {
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(reply.header("content-security-policy"), Some(POLICY), "{path}");
        let referrer = if who == Who::Linked { "no-referrer" } else { "strict-origin-when-cross-origin" };
        assert_eq!(reply.header("referrer-policy"), Some(referrer), "{path}");
        assert_eq!(reply.header("content-language"), Some("en"), "{path}");
        assert!(reply.header("permissions-policy").is_some_and(|policy| policy.contains("camera=()")), "{path}");
        assert!(reply.header("speculation-rules").is_some_and(|rules| rules.starts_with("\"/assets/")), "{path}");
        assert!(reply.header("x-request-id").is_some(), "{path}");
        let kept = reply.header("cache-control");
        match who {
            Who::Anybody => assert_eq!(kept, Some("public, max-age=0, must-revalidate"), "{path}"),
            Who::Linked | Who::Customer => assert_eq!((kept, reply.header("etag")), (Some("no-store"), None), "{path}"),
        }
    }
}

#[tokio::test]
async fn a_public_page_that_has_not_changed_is_not_sent_again() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    for ((_, path, who), reply) in site.answers().await.into_iter().filter(|((_, _, who), _)| *who == Who::Anybody) {
        let tag = reply.header("etag").unwrap_or_else(|| panic!("{path} has no ETag")).to_owned();
        let again = as_browser(salon.visitor()).with_header("if-none-match", &tag).get(&path).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{path} {who:?}");
        assert!(reply.header("vary").is_some_and(|vary| vary.contains("accept-language") && vary.contains("cookie")));
    }
}

#[tokio::test]
async fn whoever_is_not_signed_in_is_sent_to_sign_in_and_back() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    for (_, path, _) in site.samples().into_iter().filter(|(_, _, who)| *who == Who::Customer) {
        let reply = as_browser(salon.visitor()).get(&path).await;
        assert_eq!(reply.status.as_u16(), 303, "{path}");
        let next = reply.header("location").and_then(|to| to.strip_prefix("/sign-in?next=")).unwrap().to_owned();
        let pair = format!("next={next}");
        let back = url::form_urlencoded::parse(pair.as_bytes()).next().unwrap().1.into_owned();
        assert_eq!(back, path);
    }
}

#[tokio::test]
async fn programs_get_the_envelope_where_people_get_pages() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    let program = salon.visitor().with_header("accept", "application/json");
    program.get("/").await.refused(404, "NOT_FOUND");
    program.get("/bookings").await.refused(401, "UNAUTHENTICATED");
    program.get("/nothing").await.refused(404, "NOT_FOUND");
    salon.visitor().with_header("accept", "*/*").get("/nothing").await.refused(404, "NOT_FOUND");
    site.asha.get("/api/nothing").await.refused(404, "NOT_FOUND");
    let script = salon.visitor().with_header("accept", "*/*").get("/").await;
    assert_eq!(script.header("content-type"), Some("text/html; charset=utf-8"));
}

#[tokio::test]
async fn an_unknown_page_says_so_as_a_page_under_its_request_id() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    let other = salon.customer("Ravi").await;
    let unknown = format!("/bookings/{}", site.booking.id);
    for reply in [
        site.get(Who::Anybody, "/nothing").await,
        site.get(Who::Anybody, "/services/nothing").await,
        site.get(Who::Customer, "/bookings/nothing").await,
        as_browser(other).get(&unknown).await,
        as_browser(salon.visitor()).send(http::Method::POST, "/book", None).await,
    ] {
        assert_eq!(reply.status.as_u16(), 404);
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert!(text(&reply).contains(reply.header("x-request-id").unwrap()));
    }
}

#[tokio::test]
async fn when_the_table_is_gone_a_page_says_so_without_details() {
    let salon = TestSalon::open().await;
    salon.wire.fail(|_, _| Some(Fault::RefuseBefore));
    let reply = as_browser(salon.visitor()).get("/services").await;
    assert_eq!(reply.status.as_u16(), 500);
    assert!(text(&reply).contains("Something went wrong") && !text(&reply).contains("DynamoDB"));
}

#[tokio::test]
async fn public_pages_share_a_limit_and_files_are_free() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let busy = as_browser(salon.visitor()).staying();
    let style = parlour_pages::assets::STYLE.href();
    for number in 0..120 {
        let page = ["/sign-in", "/offline", "/services"][number % 3];
        assert_eq!(busy.get(page).await.status.as_u16(), 200);
        assert_eq!(busy.get(&style).await.status.as_u16(), 200);
    }
    let refused = busy.get("/offline").await;
    assert_eq!(refused.status.as_u16(), 429);
    assert!(refused.header("retry-after").is_some());
    assert!(text(&refused).contains("A little slower, please"));
    assert_eq!(busy.get(&style).await.status.as_u16(), 200);
    assert_eq!(as_browser(salon.visitor()).get("/offline").await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_page_takes_no_more_round_trips_than_its_twin_in_the_api() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    let staffed = format!("branchId={}&date=2026-11-17&serviceIds={}", site.shop.staffed.id, site.shop.cut.id);
    for (page, twin) in [
        ("/".to_owned(), "/api/offers".to_owned()),
        ("/services".to_owned(), "/api/services".to_owned()),
        ("/services/cut".to_owned(), "/api/services/cut".to_owned()),
        (site.samples()[3].1.clone(), format!("/api/availability?{staffed}")),
        ("/bookings".to_owned(), "/api/bookings".to_owned()),
        (format!("/bookings/{}", site.booking.id), format!("/api/bookings/{}", site.booking.id)),
        (format!("/m?{}", site.link), format!("/api/links/{}", site.link)),
        ("/gems".to_owned(), "/api/gems".to_owned()),
        ("/membership".to_owned(), "/api/membership".to_owned()),
        ("/notifications".to_owned(), "/api/notifications".to_owned()),
        ("/profile".to_owned(), "/api/profile".to_owned()),
    ] {
        let mut trips = Vec::new();
        salon.warm(&[&site.shop.open, &site.shop.staffed]).await;
        for path in [&page, &twin] {
            salon.wire.reset();
            assert!(site.asha.get(path).await.status.is_success(), "{path}");
            trips.push(salon.wire.cost().round_trips);
        }
        assert!(trips[0] <= trips[1], "{page} takes {} round trips, {twin} {}", trips[0], trips[1]);
    }
}
