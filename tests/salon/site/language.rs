//! English and Hindi, by the browser's wish and by the switch.

use parlour_tests::TestSalon;

use super::table::{as_browser, text};

#[tokio::test]
async fn a_page_speaks_the_browsers_language() {
    let salon = TestSalon::open().await;
    let english = as_browser(salon.visitor()).get("/book").await;
    let hindi =
        as_browser(salon.visitor()).with_header("accept-language", "hi-IN,hi;q=0.9,en;q=0.5").get("/book").await;
    assert!(text(&english).contains("<html lang=\"en\">") && text(&english).contains("Book a visit"));
    assert!(text(&hindi).contains("<html lang=\"hi\">") && text(&hindi).contains("विज़िट बुक करें"));
    assert_eq!((english.header("content-language"), hindi.header("content-language")), (Some("en"), Some("hi")));
    assert_ne!(english.header("etag"), hindi.header("etag"));
}

#[tokio::test]
async fn the_switch_is_remembered_and_wins_over_the_browser() {
    let salon = TestSalon::open().await;
    let page = text(&as_browser(salon.visitor()).get("/book?services=a").await);
    assert!(page.contains("href=\"/book?services=a&amp;lang=hi\""));
    let switched = as_browser(salon.visitor()).get("/book?services=a&lang=hi").await;
    let cookie = switched.header("set-cookie").unwrap();
    assert!(cookie.starts_with("parlour.lang=hi;") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert_eq!(switched.header("cache-control"), Some("no-store"));
    let later =
        as_browser(salon.visitor()).with_cookie("parlour.lang=hi".to_owned()).with_header("accept-language", "en");
    assert!(text(&later.get("/services").await).contains("<html lang=\"hi\">"));
}
