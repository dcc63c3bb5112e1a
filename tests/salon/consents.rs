//! The ledger of what customers agreed to: every way adds a line, and nothing is ever changed in it. And the pages that show
//! it, and what one can do with one's data.

use parlour_people::auth::User;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::{Client, Reply, TestSalon};
use serde_json::{Value, json};

use crate::site::table::{all, as_browser, parsed, text};

const CONSENTS: &str = "/api/profile/consents";

async fn complete(client: &Client<'_>, marketing: bool) {
    let profile = json!({
        "phone": "9876543210", "dateOfBirth": "1995-04-12", "gender": "female", "marketingConsent": marketing,
        "preferredLanguage": "hi",
    });
    client.post("/api/onboarding/complete", profile).await.created();
}

/// Purpose and source of each line, with a minus where it was withdrawn; the newest first.
async fn lines(client: &Client<'_>) -> Vec<String> {
    let shown = client.get(CONSENTS).await.ok();
    let line = |line: &Value| {
        let sign = if line["withdrawnAt"].is_null() { "" } else { "-" };
        format!("{sign}{} {}", line["purpose"].as_str().unwrap(), line["source"].as_str().unwrap())
    };
    shown["consents"].as_array().unwrap().iter().map(line).collect()
}

#[tokio::test]
async fn whoever_agrees_and_withdraws_reads_when_and_by_which_way() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    assert_eq!(lines(&asha).await, Vec::<String>::new());
    complete(&asha, true).await;
    let first = asha.get(CONSENTS).await.ok()["consents"].clone();
    let line = |purpose: &str| {
        json!({
            "purpose": purpose, "version": "2026-11", "language": "hi", "source": "profile",
            "agreedAt": "2026-11-16T04:30:00.000Z", "withdrawnAt": null,
        })
    };
    assert_eq!(first, json!([line("terms"), line("marketing")]));

    salon.set_clock("2026-11-17T10:00:00+05:30");
    let switches = json!({ "marketingConsent": false, "photosConsent": true, "healthNotesConsent": true });
    let profile = asha.patch("/api/profile", switches.clone()).await.ok()["profile"].clone();
    assert_eq!((&profile["photosConsent"], &profile["healthNotesConsent"]), (&json!(true), &json!(true)));
    asha.patch("/api/profile", switches).await.ok();
    let all = asha.get(CONSENTS).await.ok()["consents"].clone();
    assert_eq!(all.as_array().unwrap().len(), 5, "saying the same again is nothing new");
    let withdrawn = all.as_array().unwrap().iter().find(|line| !line["withdrawnAt"].is_null()).unwrap();
    assert_eq!(
        (&withdrawn["purpose"], &withdrawn["agreedAt"], &withdrawn["withdrawnAt"]),
        (&json!("marketing"), &json!("2026-11-16T04:30:00.000Z"), &json!("2026-11-17T04:30:00.000Z"))
    );
    assert_eq!(all.as_array().unwrap()[3..], first.as_array().unwrap()[..], "what stood there stands there");
    asha.patch("/api/profile", json!({ "photosConsent": "yes" })).await.invalid(&["photosConsent"]);
}

#[tokio::test]
async fn the_desk_writes_down_what_they_said_and_the_ledger_says_so() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let asha = salon.customer("Asha").await;
    complete(&asha, false).await;
    let path = format!("/api/customers/{}/profile", asha.id());
    let said = json!({ "marketingConsent": true, "photosConsent": true });
    let customer = desk.patch(&path, said).await.ok()["customer"].clone();
    assert_eq!((&customer["photosConsent"], &customer["healthNotesConsent"]), (&json!(true), &json!(false)));
    desk.patch(&path, json!({ "photosConsent": false })).await.ok();
    assert_eq!(lines(&asha).await, ["-photos desk", "photos desk", "marketing desk", "terms profile"]);

    let new =
        json!({ "name": "Bina Rao", "phone": "9811111111", "marketingConsent": true, "healthNotesConsent": true });
    let bina = desk.post("/api/customers", new).await.created()["customer"]["id"].as_str().unwrap().to_owned();
    let bina = salon.stored::<User>(&keys::user(&bina.into())).await.unwrap();
    let bina = salon.signed_in(&bina, App::Customer).await;
    assert_eq!(lines(&bina).await, ["marketing desk", "health_notes desk"]);
}

#[tokio::test]
async fn ending_offers_from_a_mail_is_a_line_too() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    complete(&asha, true).await;
    let links = parlour_platform::notifications::Notifications::of(&salon.salon);
    let link = links.unsubscribe_links(&asha.id()).await.unwrap().unwrap();
    let token = link.one_click.rsplit('/').next().unwrap().to_owned();
    for _ in 0..2 {
        salon.visitor().post(&format!("/api/unsubscribe/{token}"), json!({})).await.ok();
    }
    assert_eq!(lines(&asha).await, ["-marketing unsubscribe", "terms profile", "marketing profile"]);
}

#[tokio::test]
async fn the_page_about_privacy_names_whom_to_ask() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let visitor = as_browser(salon.visitor());
    let page = async || text(&visitor.get("/privacy").await);
    let shown = page().await;
    assert!(shown.contains("Ask at the desk"), "{shown}");
    owner.patch("/api/branding", json!({ "email": "hello@example.test" })).await.ok();
    assert!(page().await.contains("mailto:hello@example.test"));
    let branding = owner.patch("/api/branding", json!({ "grievanceEmail": "data@example.test" })).await.ok();
    assert_eq!(branding["branding"]["grievanceEmail"], "data@example.test");
    let shown = page().await;
    assert!(shown.contains("mailto:data@example.test") && !shown.contains("Ask at the desk"), "{shown}");
    owner.patch("/api/branding", json!({ "grievanceEmail": "nobody" })).await.invalid(&["grievanceEmail"]);
    owner.patch("/api/branding", json!({ "grievanceEmail": null })).await.ok();
    assert!(!page().await.contains("data@example.test"));
}

/// The texts of a page's elements.
fn said(reply: &Reply, selector: &str) -> Vec<String> {
    all(&parsed(reply), selector).iter().map(|one| one.text().collect::<Vec<_>>().join(": ")).collect()
}

#[tokio::test]
async fn the_profile_lists_every_consent_with_its_date_and_its_way() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    complete(&asha, true).await;
    salon.set_clock("2026-11-17T10:00:00+05:30");
    asha.patch("/api/profile", json!({ "marketingConsent": false, "photosConsent": true })).await.ok();
    let at_the_desk = json!({ "photosConsent": false, "healthNotesConsent": true });
    let path = format!("/api/customers/{}/profile", asha.id());
    salon.reception().await.patch(&path, at_the_desk).await.ok();

    let profile =
        async |language: &str| as_browser(asha.clone()).with_header("accept-language", language).get("/profile").await;
    let english = profile("en").await;
    assert_eq!(
        said(&english, "#agreed details li"),
        [
            "Pictures of your visits: Withdrawn on 17 Nov 2026, by telling us at the desk.",
            "Notes about your health: Agreed on 17 Nov 2026, by telling us at the desk.",
            "Pictures of your visits: Agreed on 17 Nov 2026, by you, signed in.",
            "Offers: Withdrawn on 17 Nov 2026, by you, signed in.",
            "Our terms: Agreed on 16 Nov 2026, by you, signed in.",
            "Offers: Agreed on 16 Nov 2026, by you, signed in.",
        ]
    );
    let hint = |purpose: &str| said(&english, &format!("#{purpose}Consent-hint")).concat();
    assert!(hint("healthNotes").ends_with("Since 17 Nov 2026."), "{}", hint("healthNotes"));
    assert!(!hint("photos").contains("Since"), "what was withdrawn has no date: {}", hint("photos"));
    let hindi = said(&profile("hi").await, "#agreed details li");
    assert_eq!(hindi.last().unwrap(), "ऑफ़र: 16 नव 2026 को अनुमति दी, साइन इन करके ख़ुद।");
}

#[tokio::test]
async fn whoever_is_signed_in_downloads_and_erases_their_data_where_privacy_is_explained() {
    let salon = TestSalon::open().await;
    let open = as_browser(salon.visitor()).get("/privacy").await;
    assert_eq!(open.header("cache-control"), Some("public, max-age=0, must-revalidate"));
    assert!(all(&parsed(&open), "#your-data, form[data-call]").is_empty());

    let tag = open.header("etag").unwrap();
    let asha = as_browser(salon.customer("Asha").await).with_header("if-none-match", tag);
    for path in ["/privacy", "/profile"] {
        let own = asha.get(path).await;
        assert_eq!((own.status.as_u16(), own.header("etag")), (200, None), "{path}");
        assert_eq!(own.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(said(&own, "#your-data a[href='/api/profile/export'][download]"), ["Download my data"], "{path}");
        let erase = "#your-data form[data-call='POST /api/profile/erasure'][data-ask] button";
        assert_eq!(said(&own, erase), ["Erase my data"], "{path}");
    }
    asha.post("/api/profile/erasure", json!({})).await.accepted();
    let asked = asha.get("/privacy").await;
    assert_eq!(said(&asked, "form[data-call='DELETE /api/profile/erasure'] button"), ["Keep my data"]);
    assert!(text(&asked).contains("Your data will be erased on"));
    assert!(all(&parsed(&asked), "#erase-data").is_empty());
    let reena = as_browser(salon.customer("Reena").await).with_header("accept-language", "hi");
    let hindi = reena.get("/privacy").await;
    assert_eq!(said(&hindi, "#erase-data button"), ["मेरा डेटा मिटाएँ"]);
}
