//! Names and descriptions in Hindi: of services, categories, offers, tiers and branches; what the APIs answer of them, what
//! the site shows, and where the desk asks for them.

use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_senders::Channel;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Category, Service};
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::language::Language;
use parlour_values::role::Role;
use parlour_values::translations::{Translation, Translations};
use serde_json::{Value, json};

use crate::site::table::{as_browser, text};

/// One kind of thing: where it is made, what makes it, and where it is in the answer.
struct Kind {
    path: &'static str,
    body: Value,
    answer: &'static str,
    /// The longest description; none where it has none.
    most: Option<usize>,
}

fn kinds(shop: &Shop) -> [Kind; 5] {
    let service = json!({ "categoryId": shop.hair.id, "name": "Fringe", "durationMinutes": 15, "pricePaise": 20_000 });
    let category = json!({ "name": "Nails", "serviceType": "salon" });
    let offer = json!({
        "name": "Monsoon", "offerType": "percentage", "discountPercentage": 20, "startDate": "2026-11-16",
        "endDate": "2026-11-30", "serviceIds": [shop.cut.id],
    });
    let tier = json!({ "name": "Bronze", "defaultHoursMinutes": 120, "defaultPricePaise": 500_000, "defaultValidityDays": 90 });
    let branch = json!({
        "name": "Whitefield", "code": "WHF", "number": "03", "address": "3 Test Street", "stateCode": "29",
        "status": "operational", "openTime": "10:00", "closeTime": "21:00",
    });
    [
        Kind { path: "/api/services", body: service, answer: "/service", most: Some(4000) },
        Kind { path: "/api/services/categories", body: category, answer: "/category", most: Some(4000) },
        Kind { path: "/api/offers", body: offer, answer: "/offer", most: Some(1000) },
        Kind { path: "/api/membership-tiers", body: tier, answer: "", most: Some(4000) },
        Kind { path: "/api/branches", body: branch, answer: "/branch", most: None },
    ]
}

impl Kind {
    fn with(&self, translations: Value) -> Value {
        let mut body = self.body.clone();
        body["translations"] = translations;
        body
    }

    async fn made(&self, owner: &Client<'_>, translations: Value) -> Value {
        owner.post(self.path, self.with(translations)).await.created().pointer(self.answer).unwrap().clone()
    }

    async fn patched(&self, owner: &Client<'_>, id: &str, translations: Value) -> Option<Value> {
        let reply = owner.patch(&format!("{}/{id}", self.path), json!({ "translations": translations })).await.ok();
        reply.pointer(self.answer).unwrap().get("translations").cloned()
    }

    /// The translations that it takes: a thing without a description has none in Hindi either.
    fn both(&self, name: &str, description: &str) -> Value {
        match self.most {
            Some(_) => json!({ "hi": { "name": name, "description": description } }),
            None => json!({ "hi": { "name": name } }),
        }
    }
}

#[tokio::test]
async fn all_five_take_them_change_a_part_of_them_and_clear_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    for kind in kinds(&shop) {
        let path = kind.path;
        let given = json!({ "hi": { "name": " नाम ", "description": "विवरण" } });
        let thing = kind.made(&owner, given).await;
        assert_eq!(thing["translations"], kind.both("नाम", "विवरण"), "{path}");
        let id = thing["id"].as_str().unwrap();
        // A part left out stays: of a language, and all of it.
        assert_eq!(kind.patched(&owner, id, json!({ "hi": { "name": "नया" } })).await, Some(kind.both("नया", "विवरण")));
        assert_eq!(kind.patched(&owner, id, json!({})).await, Some(kind.both("नया", "विवरण")), "{path}");
        let reply = owner.patch(&format!("{path}/{id}"), json!({ "name": "Renamed" })).await.ok();
        let thing = reply.pointer(kind.answer).unwrap();
        assert_eq!((&thing["name"], &thing["translations"]), (&json!("Renamed"), &kind.both("नया", "विवरण")), "{path}");
        if kind.most.is_some() {
            let named = Some(json!({ "hi": { "name": "नया" } }));
            assert_eq!(kind.patched(&owner, id, json!({ "hi": { "description": null } })).await, named, "{path}");
            let described = json!({ "hi": { "name": null, "description": "केवल विवरण" } });
            let left = Some(json!({ "hi": { "description": "केवल विवरण" } }));
            assert_eq!(kind.patched(&owner, id, described).await, left, "{path}");
        }
        // Each way to clear the last of them.
        assert_eq!(kind.patched(&owner, id, json!({ "hi": { "name": null, "description": null } })).await, None);
        assert_eq!(
            kind.patched(&owner, id, json!({ "hi": { "name": "फिर" } })).await,
            Some(named(kind.both("फिर", "")))
        );
        assert_eq!(kind.patched(&owner, id, json!({ "hi": null })).await, None, "{path}");
        kind.patched(&owner, id, json!({ "hi": { "name": "फिर" } })).await;
        assert_eq!(kind.patched(&owner, id, Value::Null).await, None, "{path}");
    }
}

/// Only the name of it.
fn named(mut translations: Value) -> Value {
    translations["hi"].as_object_mut().unwrap().remove("description");
    translations
}

#[tokio::test]
async fn what_was_never_translated_is_answered_as_before() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    for kind in kinds(&shop) {
        let made = owner.post(kind.path, kind.body.clone()).await.created();
        let thing = made.pointer(kind.answer).unwrap();
        assert_eq!(thing.get("translations"), None, "{}", kind.path);
        let listed = owner.get(kind.path).await.ok().to_string();
        assert!(!listed.contains("translations"), "{listed}");
    }
    for path in ["/api/services", "/api/offers", "/api/branches", "/api/gems"] {
        let seen = salon.customer("Asha").await.get(path).await.ok().to_string();
        assert!(!seen.contains("translations"), "{path}: {seen}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_them_is_told_under_its_path() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    for kind in kinds(&shop) {
        let id = kind.made(&owner, Value::Null).await["id"].as_str().unwrap().to_owned();
        let mut wrong = vec![
            (json!("हिन्दी"), vec!["translations"]),
            (json!({ "hi": ["नाम"] }), vec!["translations.hi"]),
            (json!({ "ta": { "name": "பெயர்" } }), vec!["translations.ta"]),
            (json!({ "en": { "name": "Name" }, "hi": { "name": "नाम" } }), vec!["translations.en"]),
            (json!({ "hi": { "name": " " } }), vec!["translations.hi.name"]),
            (json!({ "hi": { "name": "न".repeat(121) } }), vec!["translations.hi.name"]),
            (json!({ "hi": { "name": "दो\nपंक्तियाँ" } }), vec!["translations.hi.name"]),
        ];
        if let Some(most) = kind.most {
            wrong.push((json!({ "hi": { "description": "व".repeat(most + 1) } }), vec!["translations.hi.description"]));
        }
        for (translations, fields) in wrong {
            owner.post(kind.path, kind.with(translations.clone())).await.invalid(&fields);
            let path = format!("{}/{id}", kind.path);
            owner.patch(&path, json!({ "translations": translations })).await.invalid(&fields);
        }
        let told = owner.patch(&format!("{}/{id}", kind.path), json!({ "translations": { "ta": {} } })).await;
        let told = told.invalid(&["translations.ta"]);
        assert_eq!(told["details"]["translations.ta"], json!(["must be a language that names are translated to: hi"]));
    }
}

/// In Hindi, with a word that tells what it is of.
fn hindi(word: &str) -> Translations {
    let description = Some(format!("विवरण {word}"));
    Translations { hi: Some(Translation { name: Some(format!("नाम {word}")), description }) }
}

async fn translate(salon: &TestSalon, shop: &Shop) {
    salon.put(&Service { translations: hindi("कट"), ..shop.cut.clone() }).await;
    salon.put(&Category { translations: hindi("बाल"), ..shop.hair.clone() }).await;
    salon.put(&Branch { translations: hindi("शाखा"), ..shop.open.clone() }).await;
    let offer = salon.offer(OfferType::Percentage, 20, &[&shop.cut]).await;
    salon.put(&Offer { translations: hindi("छूट"), ..offer }).await;
}

#[tokio::test]
async fn customers_and_the_desk_are_answered_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    translate(&salon, &shop).await;
    let (visitor, manager) = (salon.visitor(), salon.manager().await);
    let of = |word: &str| json!({ "hi": { "name": format!("नाम {word}"), "description": format!("विवरण {word}") } });
    let catalogue = visitor.get("/api/services").await.ok();
    let categories = catalogue["categories"].as_array().unwrap();
    let hair = categories.iter().find(|category| category["id"] == json!(shop.hair.id)).unwrap();
    let services = hair["services"].as_array().unwrap();
    let cut = services.iter().find(|service| service["id"] == json!(shop.cut.id)).unwrap();
    assert_eq!((&hair["translations"], &cut["translations"]), (&of("बाल"), &of("कट")));
    assert!(services.iter().any(|service| service.get("translations").is_none()), "only where they are set");
    let one = visitor.get(&format!("/api/services/{}", shop.cut.slug)).await.ok();
    assert_eq!(one["service"]["translations"], of("कट"));
    let offers = visitor.get("/api/offers").await.ok();
    assert_eq!(offers["offers"][0]["translations"], of("छूट"));
    assert_eq!(offers["offers"][0]["services"][0]["translations"], of("कट"));
    let branches = visitor.get("/api/branches").await.ok();
    let branches = branches["branches"].as_array().unwrap();
    let open = branches.iter().find(|branch| branch["id"] == json!(shop.open.id)).unwrap();
    assert_eq!(open["translations"], of("शाखा"));
    let cut = manager.get(&format!("/api/services/{}", shop.cut.id)).await.ok();
    assert_eq!(cut["service"]["translations"], of("कट"));
}

fn in_hindi(client: Client<'_>) -> Client<'_> {
    as_browser(client).with_header("accept-language", "hi")
}

/// Whether the page shows what is given, and not what is not.
fn shows(reply: &Reply, wanted: &[&str], other: &[&str]) {
    let page = text(reply);
    for word in wanted {
        assert!(page.contains(word), "{word} is missing: {page}");
    }
    for word in other {
        assert!(!page.contains(word), "{word} is shown: {page}");
    }
}

#[tokio::test]
async fn the_site_shows_them_to_whoever_reads_hindi() {
    let (salon, shop) = TestSalon::with_shop().await;
    translate(&salon, &shop).await;
    let book = format!("/book?services={}&branch={}", shop.cut.id, shop.open.id);
    let service = format!("/services/{}", shop.cut.slug);
    let pages: [(&str, &[&str]); 5] = [
        ("/", &["नाम बाल", "नाम शाखा", "नाम छूट", "विवरण छूट", "नाम कट"]),
        ("/services", &["नाम बाल", "विवरण बाल", "नाम कट"]),
        (&service, &["नाम कट", "विवरण कट", "नाम बाल"]),
        (&book, &["नाम कट", "नाम बाल", "नाम शाखा", "नाम छूट"]),
        ("/welcome", &["नाम छूट", "नाम कट"]),
    ];
    for (path, words) in pages {
        shows(&in_hindi(salon.visitor()).get(path).await, words, &["A Cut", "Hair and more"]);
        shows(&as_browser(salon.visitor()).get(path).await, &[], &["नाम कट", "नाम बाल", "नाम शाखा", "नाम छूट"]);
    }
    // A service without a name in Hindi keeps its own.
    shows(&in_hindi(salon.visitor()).get("/services").await, &[&shop.colour.name], &[]);
}

#[tokio::test]
async fn ones_own_bookings_gems_and_membership_are_shown_in_hindi_too() {
    let (salon, shop) = TestSalon::with_shop().await;
    translate(&salon, &shop).await;
    let cut = Service { translations: hindi("कट"), ..shop.cut.clone() };
    salon.redeemable(&cut, 10).await;
    let tier = salon.tier("Gold").await;
    salon.put(&parlour_money::memberships::Tier { translations: hindi("गोल्ड"), ..tier.clone() }).await;
    let asha = salon.customer("Asha").await;
    let booking = salon.confirmed_at(&shop, &shop.open, &asha, &[&shop.cut]).await;
    let page = format!("/bookings/{}", booking.id);
    let asha = in_hindi(asha);
    shows(&asha.get("/bookings").await, &["नाम कट"], &[">Cut<"]);
    shows(&asha.get(&page).await, &["नाम कट", "नाम शाखा"], &["Parlour BLR<"]);
    shows(&asha.get("/gems").await, &["नाम कट"], &[]);
    shows(&asha.get("/membership").await, &["नाम गोल्ड", "विवरण गोल्ड"], &["Gold hours"]);
    let sale = json!({
        "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card",
    });
    salon.reception().await.post("/api/memberships", sale).await.created();
    shows(&asha.get("/membership").await, &["नाम गोल्ड"], &[">Gold<"]);
    shows(&asha.get("/bookings?lang=en").await, &["Cut"], &["नाम कट"]);
    shows(&asha.get(&format!("{page}?lang=en")).await, &["Cut"], &["नाम कट", "नाम शाखा"]);
    shows(&asha.get("/membership?lang=en").await, &["Gold"], &["नाम गोल्ड"]);
}

#[tokio::test]
async fn the_desks_forms_ask_for_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    translate(&salon, &shop).await;
    let offer = salon.manager().await.get("/api/offers").await.ok()["offers"][0]["id"].as_str().unwrap().to_owned();
    let tier = salon.tier("Gold").await;
    salon.put(&parlour_money::memberships::Tier { translations: hindi("गोल्ड"), ..tier }).await;
    let owner = as_browser(salon.person("Owner", Role::Owner).await);
    let pages = [
        (format!("/services/{}", shop.cut.id), "कट", true),
        ("/services/categories".to_owned(), "बाल", true),
        (format!("/offers/{offer}"), "छूट", true),
        ("/memberships".to_owned(), "गोल्ड", true),
        (format!("/branches/{}", shop.open.id), "शाखा", false),
    ];
    for (path, word, is_described) in pages {
        let page = text(&owner.get(&path).await);
        assert!(page.contains("Name in Hindi") && page.contains(&format!("value=\"नाम {word}\"")), "{path}");
        let described = page.contains("Description in Hindi") && page.contains(&format!("विवरण {word}"));
        assert_eq!(described, is_described, "{path}");
        assert!(page.contains("name=\"translations.hi.name\""), "{path}");
    }
    for path in ["/services/new", "/offers/new", "/branches/new"] {
        assert!(text(&owner.get(path).await).contains("Name in Hindi"), "{path}");
    }
}

#[tokio::test]
async fn messages_name_them_in_the_readers_language() {
    let (salon, shop) = TestSalon::with_shop().await;
    translate(&salon, &shop).await;
    let desk = salon.reception().await;
    let born = salon.born("Bina", "1990-11-16", true).await;
    salon.listed(&born, |profile| profile.preferred_language = Language::Hindi).await;
    assert_eq!(salon.processed("birthday-emails").await, 1);
    let wish = salon.sent(Channel::Email).remove(0);
    assert!(wish.body.contains("नाम छूट"), "{}", wish.body);

    for (language, is_hindi) in [(Language::Hindi, true), (Language::English, false)] {
        let asha = salon.customer("Asha").await;
        let user = asha.user.clone().unwrap();
        salon.listed(&user, |profile| profile.preferred_language = language).await;
        salon.post.clear();
        let visit = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-17", "12:00")).await;
        salon.deliver().await;
        desk.patch(&visit, json!({ "action": "reject", "rejectionReason": "No power" })).await.ok();
        salon.deliver().await;
        let mails = salon.sent(Channel::Email);
        assert_eq!(mails.len(), 2);
        for mail in &mails {
            for name in ["नाम कट", "नाम शाखा"] {
                assert_eq!(mail.body.contains(name), is_hindi, "{name}: {}", mail.body);
            }
        }
        // What the desk wrote is told as it is, and what we say by ourselves in their language.
        assert!(mails[1].body.contains("No power"), "{}", mails[1].body);
        salon.post.clear();
        let unanswered = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-17", "12:00")).await;
        let id = unanswered.rsplit('/').next().unwrap();
        let key = parlour_storage::table::keys::booking(&id.into());
        let booking = salon.stored::<parlour_booking::bookings::Booking>(&key).await.unwrap().record;
        let long_ago = booking.created_at.minus(chrono::TimeDelta::hours(25));
        salon.put(&parlour_booking::bookings::Booking { created_at: long_ago, ..booking }).await;
        salon.job("stale-booking-alert", json!({ "bookingId": id })).await;
        salon.deliver().await;
        let rejected = salon.sent(Channel::Email).into_iter().find(|mail| mail.kind == "booking_rejected").unwrap();
        let (english, hindi) = ("It could not be confirmed in time.", "समय रहते इसकी पुष्टि नहीं हो सकी।");
        assert_eq!((rejected.body.contains(english), rejected.body.contains(hindi)), (!is_hindi, is_hindi));
        let answered = asha.get(&unanswered).await.ok();
        assert_eq!(answered["booking"]["rejectionReason"], english, "the API's words stay");
        let browser = as_browser(asha.clone()).with_header("accept-language", language.tag());
        let page = text(&browser.get(&unanswered.replace("/api", "")).await);
        assert_eq!((page.contains(english), page.contains(hindi)), (!is_hindi, is_hindi), "{page}");
    }
}
