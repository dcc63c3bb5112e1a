//! In Hindi nothing is left in English. Everything that people wrote is Hindi here, so that whatever is still in Latin letters
//! is a word of ours.

use std::collections::BTreeSet;

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::waitlist::CustomerWishes;
use parlour_money::memberships::{ActiveMembership, Tier};
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_people::staff::StaffMember;
use parlour_senders::Channel;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Category, Service};
use parlour_tests::{Client, Outside, Reply, Shop, TestSalon};
use parlour_values::language::Language;
use scraper::{ElementRef, Html};
use serde_json::{Value, json};

use super::table::{Site, Who, all, as_browser, offered_wish, parsed, text, wish};

/// Names of things that are written so in Hindi too; a language is named in its own letters.
const NAMES: [&str; 4] = ["WhatsApp", "SMS", "Google", "English"];

/// Attributes that are read or heard, or said by the script.
const READ: [&str; 11] = [
    "aria-label",
    "alt",
    "title",
    "placeholder",
    "content",
    "data-say",
    "data-ask",
    "data-preset",
    "data-wrong",
    "data-taken",
    "data-picked",
];

fn in_hindi(client: Client<'_>) -> Client<'_> {
    as_browser(client).with_header("accept-language", "hi")
}

/// Words in Latin letters that are no name, address or number.
fn english(text: &str) -> Vec<String> {
    let is_number = |word: &str| word.contains('-') && word.contains(|letter: char| letter.is_ascii_digit());
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        if word.contains('@') || word.contains("://") || is_number(word) {
            continue;
        }
        let letters = word.split(|letter: char| !letter.is_ascii_alphabetic());
        found.extend(letters.filter(|part| !part.is_empty() && !NAMES.contains(part)).map(str::to_owned));
    }
    found
}

/// The English words of an element, apart from what is marked as another language, and what is for machines.
fn words_of(element: ElementRef<'_>, found: &mut Vec<String>) {
    let (name, own) = (element.value().name(), element.value());
    if matches!(name, "script" | "style" | "code") || own.attr("lang").is_some_and(|lang| lang != "hi") {
        return;
    }
    if name == "noscript" {
        let raw: String = element.text().collect();
        words_of(Html::parse_fragment(&raw).root_element(), found);
        return;
    }
    let is_said = own.attr("id") == Some("live") || own.attr("data-push").is_some();
    let is_described = own.attr("name") == Some("description")
        || own.attr("property").is_some_and(|one| matches!(one, "og:title" | "og:description"));
    for (attribute, value) in own.attrs() {
        let is_read = READ.contains(&attribute) && (attribute != "content" || is_described);
        if is_read || (is_said && attribute.starts_with("data-")) {
            found.extend(english(value));
        }
    }
    for child in element.children() {
        if let Some(text) = child.value().as_text() {
            found.extend(english(text));
        }
        if let Some(child) = ElementRef::wrap(child) {
            words_of(child, found);
        }
    }
}

fn assert_hindi(path: &str, reply: &Reply) {
    let page = parsed(reply);
    assert_eq!(page.root_element().value().attr("lang"), Some("hi"), "{path}");
    let mut found = Vec::new();
    words_of(page.root_element(), &mut found);
    assert!(found.is_empty(), "{path} ({}) says {found:?}", reply.status);
}

/// The shop with Hindi names.
async fn shop(salon: &TestSalon) -> Shop {
    let shop = salon.shop().await;
    let branch = |branch: &Branch, name: &str| Branch {
        name: name.to_owned(),
        address: "1 मुख्य मार्ग, दिल्ली".to_owned(),
        ..branch.clone()
    };
    let category = |category: &Category, name: &str| Category {
        name: name.to_owned(),
        description: format!("{name} और बहुत कुछ"),
        ..category.clone()
    };
    let service = |service: &Service, name: &str| Service {
        name: name.to_owned(),
        description: format!("{name}, आराम से"),
        ..service.clone()
    };
    let person = |member: &StaffMember, name: &str| StaffMember { display_name: name.to_owned(), ..member.clone() };
    let hindi = Shop {
        open: branch(&shop.open, "करोल बाग़"),
        staffed: branch(&shop.staffed, "साकेत"),
        hair: category(&shop.hair, "बाल"),
        spa: category(&shop.spa, "स्पा"),
        cut: service(&salon.redeemable(&shop.cut, 20).await, "हेयरकट"),
        colour: service(&shop.colour, "हेयर कलर"),
        massage: service(&shop.massage, "मसाज"),
        facial: service(&shop.facial, "फ़ेशियल"),
        meera: person(&shop.meera, "मीरा"),
        ravi: person(&shop.ravi, "रवि"),
    };
    for branch in [&hindi.open, &hindi.staffed] {
        salon.put(branch).await;
    }
    for category in [&hindi.hair, &hindi.spa] {
        salon.put(category).await;
    }
    for service in [&hindi.cut, &hindi.colour, &hindi.massage, &hindi.facial] {
        salon.put(service).await;
    }
    for member in [&hindi.meera, &hindi.ravi] {
        salon.put(member).await;
    }
    let offer = salon.offer(OfferType::Percentage, 20, &[&hindi.cut]).await;
    let terms = Some("केवल नई बुकिंग पर".to_owned());
    salon.put(&Offer { name: "त्योहार".to_owned(), terms, ..offer }).await;
    let tier = salon.tier("gold").await;
    salon.put(&Tier { name: "गोल्ड".to_owned(), description: "दस घंटे".to_owned(), ..tier }).await;
    salon.owner().await.patch("/api/branding", json!({ "name": "पार्लर", "tagline": "आपके लिए" })).await.ok();
    hindi
}

/// A customer with something on each of their pages.
async fn open(salon: &TestSalon) -> Site<'_> {
    let shop = shop(salon).await;
    let asha = in_hindi(salon.customer("आशा").await);
    let user = asha.user.clone().unwrap();
    salon
        .listed(&user, |profile| {
            profile.is_onboarded = true;
            profile.preferred_language = Language::Hindi;
            profile.phone = Some("9876543210".parse().unwrap());
        })
        .await;
    let booking = salon.booked(&shop, &user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    let mut membership = salon.membership(&user, "2027-03-01");
    membership.tier_name = "गोल्ड".to_owned();
    salon.put(&membership).await;
    salon.put(&ActiveMembership::of(&membership)).await;
    salon.give_gems(&user.id, 30).await;
    salon.put(&wish(salon, &shop, &user.id)).await;
    salon.put(&offered_wish(salon, &shop, &user.id)).await;
    salon.put(&CustomerWishes { customer_id: user.id.clone(), ids: vec!["w0".into(), "w1".into()] }).await;
    let link = crate::links::token(salon, &booking.id).await;
    Site { salon, shop, asha, booking, link }
}

#[tokio::test]
async fn every_page_is_in_hindi() {
    let salon = TestSalon::open().await;
    let site = open(&salon).await;
    for (_, path, who) in site.samples() {
        let visitor = in_hindi(salon.visitor());
        let reply = if who == Who::Customer { site.asha.get(&path).await } else { visitor.get(&path).await };
        assert_eq!(reply.status.as_u16(), 200, "{path}");
        assert_hindi(&path, &reply);
        // A page that is open to anybody may say more to somebody who is signed in.
        if who == Who::Anybody {
            assert_hindi(&path, &site.asha.get(&path).await);
        }
    }
}

#[tokio::test]
async fn pages_with_nothing_on_them_are_in_hindi() {
    let salon = TestSalon::open().await;
    let site = open(&salon).await;
    let new = in_hindi(salon.customer("रीना").await);
    for path in ["/bookings", "/gems", "/membership", "/waitlist", "/notifications", "/profile", "/onboarding", "/book"]
    {
        assert_hindi(path, &new.get(path).await);
    }
    // Nobody works then; nobody may book that far ahead; the day is over.
    let chosen = format!("/book?services={}&branch=", site.shop.cut.id);
    for path in [
        format!("{chosen}{}&date=2026-11-30", site.shop.staffed.id),
        format!("{chosen}{}&date=2028-11-30", site.shop.open.id),
        format!("{chosen}{}&date=2026-11-16&time=06:00", site.shop.open.id),
        format!("/bookings/{}?date=2026-11-20", site.booking.id),
    ] {
        assert_hindi(&path, &site.asha.get(&path).await);
    }
}

#[tokio::test]
async fn what_was_agreed_to_and_withdrawn_is_listed_in_hindi() {
    let salon = TestSalon::open().await;
    let site = open(&salon).await;
    let agreed = json!({
        "marketingConsent": true, "whatsappConsent": true, "photosConsent": true, "healthNotesConsent": true,
    });
    site.asha.patch("/api/profile", agreed).await.ok();
    let path = format!("/api/customers/{}/profile", site.asha.id());
    salon.reception().await.patch(&path, json!({ "photosConsent": false })).await.ok();
    let links = parlour_platform::notifications::Notifications::of(&salon.salon);
    let link = links.unsubscribe_links(&site.asha.id()).await.unwrap().unwrap();
    let token = link.one_click.rsplit('/').next().unwrap().to_owned();
    salon.visitor().post(&format!("/api/unsubscribe/{token}"), json!({})).await.ok();
    let profile = site.asha.get("/profile").await;
    assert_hindi("/profile", &profile);
    let ways = text(&profile);
    for way in ["साइन इन करके ख़ुद", "रिसेप्शन पर बताकर", "मेल के लिंक से", "संदेश का जवाब देकर"]
    {
        assert!(ways.contains(way), "{way}");
    }
}

#[tokio::test]
async fn bookings_are_in_hindi_however_they_stand() {
    let salon = TestSalon::open().await;
    let site = open(&salon).await;
    let user = site.asha.user.clone().unwrap();
    for status in BookingStatus::ALL {
        let now = salon.salon.clock.now();
        let booking = salon.booked(&site.shop, &user, "2026-11-19", "18:30", *status).await;
        let booking = Booking {
            cancelled_at: (*status == BookingStatus::Cancelled).then_some(now),
            rejected_at: (*status == BookingStatus::Rejected).then_some(now),
            reschedule_count: 2,
            ..booking
        };
        salon.put(&booking).await;
        let path = format!("/bookings/{}", booking.id);
        assert_hindi(&path, &site.asha.get(&path).await);
    }
    let page = parsed(&site.asha.get("/bookings").await).root_element().text().collect::<String>();
    assert!(page.contains("शाम 6:30 बजे"), "{page}");
}

#[tokio::test]
async fn what_comes_of_a_visit_is_shown_in_hindi() {
    let salon = TestSalon::open().await;
    let site = open(&salon).await;
    let visit = salon.confirmed(&site.shop, &site.asha, &[&site.shop.cut]).await;
    let body = json!({ "paymentMethod": "upi", "redeemGems": true });
    salon.reception().await.post(&format!("/api/bookings/{}/complete", visit.id), body).await.ok();
    salon.deliver().await;
    assert_hindi("/gems", &site.asha.get("/gems").await);
    let feed = site.asha.get("/notifications").await;
    assert_hindi("/notifications", &feed);
    assert!(text(&feed).contains("आने के लिए धन्यवाद"));
    let mail = salon.sent(Channel::Email);
    assert!(mail.iter().any(|mail| mail.subject.as_ref().unwrap().starts_with("आपका बिल")), "{mail:?}");
    assert_hindi("/bookings/{id}", &site.asha.get(&format!("/bookings/{}", visit.id)).await);
}

#[tokio::test]
async fn an_invoice_is_printed_in_the_language_of_its_customer() {
    let service = Outside::answering(|_| (200, r#"{"key":"invoices/1.pdf"}"#)).await;
    let settings = [("INVOICING_URL", service.url.as_str()), ("INVOICING_SECRET", "shared-with-invoicing")];
    let salon = TestSalon::with_settings(&settings).await;
    let site = open(&salon).await;
    let (desk, reena) = (salon.reception().await, salon.customer("रीना").await);
    let mut asked = Vec::new();
    for customer in [&site.asha, &reena] {
        let visit = salon.confirmed(&site.shop, customer, &[&site.shop.cut]).await;
        let path = format!("/api/bookings/{}/complete", visit.id);
        let bill = desk.post(&path, json!({ "paymentMethod": "upi" })).await.ok()["invoice"]["id"].clone();
        salon.deliver().await;
        asked.push((bill, serde_json::from_str::<Value>(&service.asked().pop().unwrap()).unwrap()));
    }
    assert_eq!((&asked[0].1["language"], asked[1].1.get("language")), (&json!("hi"), None));
    // Cancelled, it is printed once more.
    let void = format!("/api/billing/invoices/{}/void", asked[0].0.as_str().unwrap());
    salon.manager().await.post(&void, json!({ "reason": "ग़लत" })).await.ok();
    salon.deliver().await;
    let again: Value = serde_json::from_str(&service.asked().pop().unwrap()).unwrap();
    assert_eq!((&again["language"], &again["isVoid"]), (&json!("hi"), &json!(true)));
}

#[tokio::test]
async fn refused_pages_are_in_hindi() {
    let salon = TestSalon::open().await;
    let site = open(&salon).await;
    for path in ["/nothing", "/services/nothing", "/m?nothing"] {
        let reply = site.asha.get(path).await;
        assert_ne!(reply.status.as_u16(), 200, "{path}");
        assert_hindi(path, &reply);
    }
}

/// Codes whose reasons have words of their own, that lead to the sign-in, or for which the general words are all there is to say.
const IN_GENERAL: [&str; 5] =
    ["BUSINESS_RULE_VIOLATION", "UNAUTHENTICATED", "INTERNAL_ERROR", "UPSTREAM_ERROR", "SERVICE_UNAVAILABLE"];

#[tokio::test]
async fn every_refusal_of_the_api_has_words_in_hindi() {
    let document: Value = serde_json::from_str(include_str!("../../../infra/openapi/customer.json")).unwrap();
    let error = &document["components"]["schemas"]["Error"]["properties"]["error"]["properties"]["code"]["enum"];
    let codes = error.as_array().unwrap().iter().map(|code| code.as_str().unwrap());
    let wanted: BTreeSet<String> =
        codes.filter(|code| !IN_GENERAL.contains(code)).map(|code| code.to_lowercase().replace('_', "-")).collect();
    let salon = TestSalon::open().await;
    let page = parsed(&in_hindi(salon.visitor()).get("/book").await);
    let said = all(&page, "#live")[0].value().clone();
    let reasons = [
        "too-many-open",
        "no-waitlist",
        "free-now",
        "too-many-wishes",
        "no-live-offer",
        "offer-withdrawn",
        "not-on-offer",
        "phone-changed-too-often",
    ];
    for name in wanted.iter().map(String::as_str).chain(reasons).chain(["refused", "wrong", "required"]) {
        assert!(said.attr(&format!("data-{name}")).is_some_and(|words| !words.is_empty()), "{name}");
    }
    let english = parsed(&as_browser(salon.visitor()).get("/book").await);
    assert_eq!(all(&english, "#live")[0].value().attr("data-refused"), None, "there the API's sentences do");
}
