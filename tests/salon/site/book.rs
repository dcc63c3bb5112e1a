//! `/book`: the address holds every choice, and only what can be had is offered.

use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, BranchStatus};
use parlour_setup::catalogue::Service;
use parlour_tests::{Shop, TestSalon};
use parlour_values::money::Paise;
use scraper::{Html, Selector};

use super::table::{as_browser, parsed, text};

fn values(page: &Html, selector: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).map(|element| element.value().attr("value").unwrap_or_default().to_owned()).collect()
}

fn href(shop: &Shop, services: &[&Service], branch: &Branch, more: &str) -> String {
    let ids: Vec<&str> = services.iter().map(|service| service.id.as_str()).collect();
    format!(
        "/book?services={}&branch={}{more}",
        ids.join(","),
        if branch.id == shop.open.id { &shop.open.id } else { &branch.id }
    )
}

#[tokio::test]
async fn every_choice_in_the_address_is_chosen_on_the_page() {
    let (salon, shop) = TestSalon::with_shop().await;
    let address = href(&shop, &[&shop.cut, &shop.colour], &shop.open, "&date=2026-11-20&time=12:30");
    let reply = as_browser(salon.visitor()).get(&address).await;
    let page = parsed(&reply);
    assert_eq!(values(&page, "input[name=services][checked]"), [shop.cut.id.as_str(), shop.colour.id.as_str()]);
    assert_eq!(values(&page, "input[name=branch][checked]"), [shop.open.id.as_str()]);
    assert_eq!(values(&page, "input[name=time][checked]"), ["12:30"]);
    assert_eq!(values(&page, "input[name=date]"), ["2026-11-20"]);
    assert_eq!(values(&page, "input[name=serviceType]"), ["salon"]);
    let told = text(&reply);
    assert!(told.contains("₹3,000") && told.contains("2 h 15 min"), "the running total and its minutes");
    // A browser without the script sends each service on its own.
    let plain = address.replace(',', "&services=");
    assert_eq!(
        values(&parsed(&as_browser(salon.visitor()).get(&plain).await), "input[name=services][checked]").len(),
        2
    );
}

#[tokio::test]
async fn what_is_wrong_with_a_choice_stands_above_the_choices() {
    let (salon, shop) = TestSalon::with_shop().await;
    let address = href(&shop, &[&shop.cut], &shop.staffed, "&date=2026-11-20");
    let page = parsed(&as_browser(salon.visitor()).get(&address).await);
    for group in ["services", "branch", "person", "time"] {
        let place = Selector::parse(&format!("legend + #{group}-error")).unwrap();
        assert_eq!(page.select(&place).count(), 1, "{group}");
    }
}

#[tokio::test]
async fn a_visit_is_of_one_side_of_the_house() {
    let (salon, shop) = TestSalon::with_shop().await;
    let page =
        parsed(&as_browser(salon.visitor()).get(&href(&shop, &[&shop.cut, &shop.massage], &shop.open, "")).await);
    assert_eq!(values(&page, "input[name=services][checked]"), [shop.cut.id.as_str()]);
    assert_eq!(values(&page, "input[data-side=spa][disabled]").len(), 2);
    assert!(values(&page, "input[data-side=salon][disabled]").is_empty());
}

#[tokio::test]
async fn what_cannot_be_had_at_a_staffed_branch_is_disabled_with_its_reason() {
    let (salon, shop) = TestSalon::with_shop().await;
    // A massage that begins at 20:30 would end after the branch has closed.
    let reply = as_browser(salon.visitor())
        .get(&href(&shop, &[&shop.massage], &shop.staffed, "&date=2026-11-17&time=20:30"))
        .await;
    let page = parsed(&reply);
    assert_eq!(values(&page, "input[name=time][disabled]"), ["20:30"]);
    assert!(values(&page, "input[name=time][checked]").is_empty());
    assert!(text(&reply).contains("closed"));
    for disabled in page.select(&Selector::parse("input[name=time][disabled]").unwrap()) {
        let reason = disabled.value().attr("aria-describedby").expect("a reason");
        let reason = page.select(&Selector::parse(&format!("#{reason}")).unwrap()).next().unwrap();
        assert!(!reason.text().collect::<String>().is_empty());
    }
}

#[tokio::test]
async fn a_day_that_is_over_is_not_offered_nor_a_time_that_has_passed() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.set_clock("2026-11-16T14:10:00+05:30");
    let page =
        parsed(&as_browser(salon.visitor()).get(&href(&shop, &[&shop.cut], &shop.open, "&date=2026-11-01")).await);
    assert_eq!(values(&page, "input[name=date]"), ["2026-11-16"]);
    assert_eq!(values(&page, "input[name=time]:not([disabled])")[0], "14:30");
    salon.set_clock("2026-11-16T20:45:00+05:30");
    let page = parsed(&as_browser(salon.visitor()).get("/book").await);
    assert_eq!(values(&page, "input[name=date]"), ["2026-11-17"]);
}

#[tokio::test]
async fn fourteen_days_are_in_sight_and_later_ones_one_link_away() {
    let (salon, shop) = TestSalon::with_shop().await;
    let days = |page: &Html| page.select(&Selector::parse("a.day").unwrap()).count();
    let first = as_browser(salon.visitor()).get(&href(&shop, &[&shop.cut], &shop.open, "")).await;
    assert_eq!(days(&parsed(&first)), 14);
    assert!(text(&first).contains("date=2026-11-30\">Later days</a>"));
    let later = as_browser(salon.visitor()).get(&href(&shop, &[&shop.cut], &shop.open, "&date=2026-12-02")).await;
    assert_eq!(days(&parsed(&later)), 14);
    assert!(text(&later).contains("Earlier days") && text(&later).contains("aria-current=\"date\""));
    // Not beyond the branch's horizon.
    let mut near = shop.open.clone();
    near.settings.horizon_days = Some(3);
    salon.put(&near).await;
    let reply = as_browser(salon.visitor()).get(&href(&shop, &[&shop.cut], &shop.open, "")).await;
    assert_eq!(days(&parsed(&reply)), 4);
    assert!(!text(&reply).contains("Later days"));
}

#[tokio::test]
async fn the_button_says_whether_one_is_signed_in_and_only_a_strangers_page_is_kept() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let (own, strangers) = (asha.get("/book").await, as_browser(salon.visitor()).get("/book").await);
    assert!(text(&own).contains("Request booking") && !text(&own).contains("Sign in to request"));
    assert_eq!(own.header("cache-control"), Some("no-store"));
    assert!(text(&strangers).contains("Sign in to request") && strangers.header("etag").is_some());
    let ended = as_browser(salon.visitor()).with_cookie(asha.cookie.clone().unwrap().replace('.', "x."));
    assert!(text(&ended.get("/book").await).contains("Sign in to request"));
}

#[tokio::test]
async fn the_only_branch_need_not_be_chosen_and_a_coming_one_is_announced() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.put(&Branch { status: BranchStatus::ComingSoon, ..shop.staffed.clone() }).await;
    let reply = as_browser(salon.visitor()).get("/book").await;
    assert_eq!(values(&parsed(&reply), "input[name=branch][checked]"), [shop.open.id.as_str()]);
    assert!(text(&reply).contains("Opening soon"));
    assert!(!values(&parsed(&reply), "input[name=time]").is_empty());
}

#[tokio::test]
async fn nonsense_in_the_address_is_no_choice() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let reply = as_browser(salon.visitor()).get("/book?services=x,y&branch=z&date=2026-99-99&time=never&%ff=1").await;
    assert_eq!(reply.status.as_u16(), 200);
    let page = parsed(&reply);
    assert!(values(&page, "input[checked]").is_empty());
    assert_eq!(values(&page, "input[name=date]"), ["2026-11-16"]);
}

#[tokio::test]
async fn a_person_may_be_wished_for_where_more_than_one_can_do_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let visitor = as_browser(salon.visitor());
    let page = parsed(&visitor.get(&href(&shop, &[&shop.cut], &shop.staffed, "&date=2026-11-17")).await);
    let (meera, ravi) = (shop.meera.id.as_str(), shop.ravi.id.as_str());
    assert_eq!(values(&page, "input[type=radio][name=person]"), ["", meera, ravi], "anyone first");
    assert_eq!(values(&page, "input[name=person][checked]"), [""]);
    let wished = format!("&date=2026-11-17&person={ravi}");
    let page = parsed(&visitor.get(&href(&shop, &[&shop.cut], &shop.staffed, &wished)).await);
    assert_eq!(values(&page, "input[name=person][checked]"), [ravi]);
    assert!(text(&visitor.get(&href(&shop, &[&shop.cut], &shop.staffed, &wished)).await).contains("With Ravi"));
    // Only Meera gives massages: there is nothing to choose, and whoever cannot do it is not wished for.
    let page = parsed(&visitor.get(&href(&shop, &[&shop.massage], &shop.staffed, &wished)).await);
    assert!(values(&page, "input[name=person]").is_empty());
    let told = text(&visitor.get(&href(&shop, &[&shop.massage], &shop.staffed, &wished)).await);
    assert!(told.contains("Ravi does not do that at this branch."));
    assert!(!values(&page, "input[name=time]:not([disabled])").is_empty());
    // A wish made before anything else is kept.
    let page = parsed(&visitor.get(&format!("/book?person={ravi}")).await);
    assert_eq!(values(&page, "input[type=hidden][name=person]"), [ravi]);
    let team = text(&visitor.get("/team").await);
    assert!(team.contains("Book with Ravi") && team.contains(&format!("href=\"/book?person={ravi}\"")));
}

#[tokio::test]
async fn what_was_chosen_is_one_line_until_it_is_changed() {
    let (salon, shop) = TestSalon::with_shop().await;
    let visitor = as_browser(salon.visitor());
    let folded = |page: &Html| page.select(&Selector::parse("#service-list[data-folded]").unwrap()).count();
    let address = href(&shop, &[&shop.cut], &shop.open, "");
    let page = visitor.get(&address).await;
    assert!(folded(&parsed(&page)) == 1 && text(&page).contains(">Change</button>"));
    for unfolded in ["/book".to_owned(), format!("{address}&change")] {
        assert_eq!(folded(&parsed(&visitor.get(&unfolded).await)), 0, "{unfolded}");
    }
}

#[tokio::test]
async fn days_that_are_closed_or_full_say_so() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    let hours = serde_json::json!({ "hours": [{ "weekday": 7, "closed": true }] });
    owner.patch(&format!("/api/branches/{}", shop.staffed.id), hours).await.ok();
    let manager = salon.manager().await;
    for member in [&shop.meera, &shop.ravi] {
        let day = format!("/api/schedule/staff/{}/days/2026-11-18", member.id);
        manager.put(&day, serde_json::json!({ "off": true })).await.ok();
    }
    let page =
        parsed(&as_browser(salon.visitor()).get(&href(&shop, &[&shop.cut], &shop.staffed, "&date=2026-11-17")).await);
    let marked: Vec<String> = page
        .select(&Selector::parse("a.day-off").unwrap())
        .map(|day| day.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(marked, ["Wed 18 Nov full", "Sun 22 Nov closed", "Sun 29 Nov closed"]);
}

#[tokio::test]
async fn the_button_says_whether_the_visit_is_booked_or_requested() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let owner = salon.owner().await;
    let button = async |service: &Service, branch: &Branch| {
        let page = parsed(&asha.get(&href(&shop, &[service], branch, "&date=2026-11-17")).await);
        page.select(&Selector::parse("#send").unwrap()).next().unwrap().text().collect::<String>()
    };
    assert_eq!(button(&shop.cut, &shop.staffed).await, "Request booking");
    let instant = serde_json::json!({ "confirmation": "instant" });
    owner.patch(&format!("/api/branches/{}/settings", shop.staffed.id), instant).await.ok();
    assert_eq!(button(&shop.cut, &shop.staffed).await, "Book");
    assert_eq!(button(&shop.cut, &shop.open).await, "Request booking");
    salon.put(&Service { needs_approval: true, ..shop.cut.clone() }).await;
    assert_eq!(button(&shop.cut, &shop.staffed).await, "Request booking");
}

#[tokio::test]
async fn a_time_with_several_people_names_them_in_turn() {
    let (salon, shop) = TestSalon::with_shop().await;
    // Meera gives the facial; after that she is away, and Ravi cuts.
    salon.put(&Service { category_id: shop.hair.id.clone(), ..shop.facial.clone() }).await;
    let away = serde_json::json!({ "shifts": [{ "start": "12:00", "end": "12:30" }] });
    let day = format!("/api/schedule/staff/{}/days/2026-11-17", shop.meera.id);
    salon.manager().await.put(&day, away).await.ok();
    let address = href(&shop, &[&shop.facial, &shop.cut], &shop.staffed, "&date=2026-11-17");
    let page = parsed(&as_browser(salon.visitor()).get(&address).await);
    let plan = page.select(&Selector::parse("#time-1200-why").unwrap()).next().unwrap();
    assert_eq!(plan.text().collect::<String>(), "Meera, then Ravi");
}

#[tokio::test]
async fn an_offer_that_applies_changes_the_total_and_the_others_say_what_is_missing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let flat = salon.offer(OfferType::Flat, 10_000, &[&shop.cut]).await;
    salon.put(&Offer { name: "Cut week".to_owned(), ..flat }).await;
    let combo = salon.offer(OfferType::ComboPrice, 250_000, &[&shop.cut, &shop.colour]).await;
    salon.put(&Offer { name: "Both".to_owned(), ..combo }).await;
    let seen = async |services: &[&Service]| {
        let page = parsed(&as_browser(salon.visitor()).get(&href(&shop, services, &shop.open, "")).await);
        let words = |selector: &str| -> Vec<String> {
            let selector = Selector::parse(selector).unwrap();
            let text = |element: scraper::ElementRef<'_>| element.text().collect::<String>();
            page.select(&selector).map(|one| text(one).split_whitespace().collect::<Vec<_>>().join(" ")).collect()
        };
        (words(".summary-total"), words(".offer-hint"))
    };
    let (total, hints) = seen(&[&shop.cut]).await;
    let (cut, colour) = (&shop.cut.name, &shop.colour.name);
    let (listed, left) = (shop.cut.price, shop.cut.price.minus(Paise(10_000)));
    assert!(total[0].starts_with(&format!("{listed} {left}")), "{total:?}");
    let counted = "₹100 off Cut week is counted in".to_owned();
    assert_eq!(hints, [counted, format!("Together for ₹2,500 Both with {colour} as well")]);
    let (total, hints) = seen(&[&shop.cut, &shop.colour]).await;
    assert!(total[0].starts_with("₹3,000 ₹2,500"), "{total:?}");
    assert_eq!(hints, ["Together for ₹2,500 Both is counted in"], "one offer a day, the one that saves most");
    let (total, hints) = seen(&[&shop.colour]).await;
    assert!(total[0].starts_with(&shop.colour.price.to_string()) && total[0].matches('₹').count() == 1, "{total:?}");
    assert_eq!(hints.len(), 2, "{hints:?}");
    assert!(hints.iter().all(|hint| hint.contains(&format!("with {cut}"))), "{hints:?}");
    assert_eq!(seen(&[&shop.massage]).await.1, [""; 0], "offers are for the salon");
}

#[tokio::test]
async fn what_nobody_at_the_branch_does_is_not_called_full() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    salon.put(&StaffMember { service_ids: vec![shop.cut.id.clone()], ..shop.meera.clone() }).await;
    let reply = asha.get(&href(&shop, &[&shop.massage], &shop.staffed, "&date=2026-11-17")).await;
    let page = parsed(&reply);
    assert!(text(&reply).contains("Nobody at this branch does that."));
    assert!(values(&page, "input[name=time]").is_empty() && values(&page, "a.day-off").is_empty());
    assert!(!text(&reply).contains("Tell me when a time comes free"));
}

#[tokio::test]
async fn whoever_waits_for_somebody_waits_for_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = as_browser(salon.customer("Asha").await);
    let off = format!("/api/schedule/staff/{}/days/2026-11-17", shop.ravi.id);
    salon.manager().await.put(&off, serde_json::json!({ "off": true })).await.ok();
    let wished = format!("&date=2026-11-17&person={}", shop.ravi.id);
    let page = parsed(&asha.get(&href(&shop, &[&shop.cut], &shop.staffed, &wished)).await);
    assert_eq!(values(&page, "#tell-me input[name=staffId]"), [shop.ravi.id.as_str()]);
}
