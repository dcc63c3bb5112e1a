//! English and Hindi, by the browser's wish and by the switch.

use parlour_settings::App;
use parlour_tests::TestSalon;
use parlour_values::language::Language;
use serde_json::json;

use super::table::{all, as_browser, parsed, text};

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

#[tokio::test]
async fn the_profile_asks_in_which_language_and_where_messages_are_read() {
    let salon = TestSalon::open().await;
    let asha = as_browser(salon.customer("Asha").await);
    let onboarding = parsed(&asha.get("/onboarding?lang=hi").await);
    let hidden = all(&onboarding, "input[name=preferredLanguage]");
    assert_eq!(hidden[0].value().attr("value"), Some("hi"), "messages come in the language of the page");
    salon
        .listed(asha.user.as_ref().unwrap(), |profile| {
            profile.is_onboarded = true;
            profile.preferred_language = Language::Hindi;
            profile.whatsapp_consent = true;
            profile.channels = serde_json::from_str(r#"["email", "sms"]"#).unwrap();
        })
        .await;
    let page = parsed(&asha.get("/profile").await);
    let chosen = |name: &str| -> Vec<(String, String)> {
        let options = all(&page, &format!("select[name={name}] option[selected]"));
        let shown = options.iter().map(|one| (one.value().attr("value").unwrap(), one.text().collect::<String>()));
        shown.map(|(value, words)| (value.to_owned(), words)).collect()
    };
    assert_eq!(chosen("preferredLanguage"), [("hi".to_owned(), "हिन्दी".to_owned())]);
    assert_eq!(chosen("channels"), [("email,sms".to_owned(), "email, then SMS".to_owned())]);
    assert_eq!(all(&page, "select[name=channels][data-type=list] option").len(), 9);
    assert_eq!(all(&page, "input[name=whatsappConsent][checked]").len(), 1);
    let hindi = parsed(&asha.get("/profile?lang=hi").await);
    let first: String = all(&hindi, "select[name=channels] option")[0].text().collect();
    assert_eq!(first, "पहले WhatsApp, फिर SMS, फिर ईमेल");
}

#[tokio::test]
async fn the_language_saved_on_the_profile_is_that_of_the_pages_unless_the_switch_says_otherwise() {
    let salon = TestSalon::open().await;
    let asha = as_browser(salon.customer("Asha").await);
    salon.listed(asha.user.as_ref().unwrap(), |profile| profile.is_onboarded = true).await;
    let leads_to = async |path: &str| {
        let page = parsed(&asha.get(path).await);
        all(&page, "form#profile")[0].value().attr("data-then").unwrap().to_owned()
    };
    let then = leads_to("/profile").await;
    assert_eq!(then, "/profile?lang={preferredLanguage}");
    let saved = asha.get(&then.replace("{preferredLanguage}", "hi")).await;
    assert!(saved.header("set-cookie").is_some_and(|cookie| cookie.starts_with("parlour.lang=hi;")));
    assert!(text(&saved).contains("<html lang=\"hi\">"));
    assert_eq!(
        leads_to("/profile?lang=hi").await,
        "reload",
        "the page is in Hindi by the switch, the profile in English"
    );
}

#[tokio::test]
async fn a_profile_that_is_saved_untouched_chooses_no_order() {
    let salon = TestSalon::open().await;
    let client = salon.customer("Asha").await;
    let user = client.user.clone().unwrap();
    salon.listed(&user, |profile| profile.is_onboarded = true).await;
    let asha = as_browser(salon.signed_in(&user, App::Customer).await);
    let options = async |path: &str| -> Vec<(String, String)> {
        let page = parsed(&asha.get(path).await);
        let options = all(&page, "select[name=channels] option");
        let shown = options.iter().map(|one| (one.value().attr("value").unwrap(), one.text().collect::<String>()));
        shown.map(|(value, words)| (value.to_owned(), words)).collect()
    };
    // An empty value is not sent.
    let before = options("/profile").await;
    assert_eq!((before.len(), &before[0]), (9, &(String::new(), "No preference".to_owned())));
    assert_eq!(options("/profile?lang=hi").await[0].1, "कोई पसंद नहीं");
    client.patch("/api/profile", json!({ "channels": ["whatsapp", "sms", "email"] })).await.ok();
    let after = options("/profile").await;
    assert_eq!((after.len(), after[0].0.as_str()), (8, "whatsapp,sms,email"));
}
