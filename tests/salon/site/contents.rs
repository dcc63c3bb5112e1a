//! Rules for the contents of every page: texts stay texts, links lead somewhere, nothing is inline, fields have names,
//! and it is light.

use std::collections::{BTreeMap, BTreeSet};

use http::Method;
use parlour_http::Route;
use parlour_local::gateway;
use parlour_pages::assets;
use parlour_settings::App;
use parlour_tests::TestSalon;

use super::table::{HOSTILE, Site, Who, all, as_browser, is_served, packed, parsed, scripts_are_named, text};

#[tokio::test]
async fn whatever_people_wrote_appears_as_text() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    let mut seen = BTreeSet::new();
    for ((route, path, _), reply) in site.answers().await {
        let raw = text(&reply);
        assert!(!raw.contains("<script>alert") && !raw.contains("<img src=x"), "{path}");
        let page = parsed(&reply);
        for script in all(&page, "script") {
            assert!(script.value().attr("src").is_some(), "{path}");
        }
        if page.root_element().text().collect::<String>().contains(HOSTILE) {
            seen.insert(route);
        }
    }
    let shown = BTreeSet::from([
        "/",
        "/services",
        "/services/{slug}",
        "/book",
        "/welcome",
        "/bookings",
        "/bookings/{id}",
        "/m",
        "/gems",
        "/membership",
        "/notifications",
        "/profile",
    ]);
    assert!(seen.is_superset(&shown), "not shown on {:?}", shown.difference(&seen));
}

#[tokio::test]
async fn nothing_is_inline() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    for ((_, path, _), reply) in site.answers().await {
        let page = parsed(&reply);
        assert!(all(&page, "style").is_empty(), "{path}");
        for element in all(&page, "*") {
            for (name, _) in element.value().attrs() {
                assert!(name != "style" && !name.starts_with("on"), "{path}: {name} on {}", element.value().name());
            }
        }
    }
}

#[tokio::test]
async fn every_script_that_is_imported_is_there_and_named_by_the_page() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    for ((_, path, _), reply) in site.answers().await {
        scripts_are_named(&site.asha, &path, &reply).await;
    }
}

#[tokio::test]
async fn every_link_and_every_forms_call_leads_somewhere() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    let routes = gateway::routes(App::Customer);
    let routes: Vec<&Route> = routes.list().chain(routes.pages()).collect();
    let mut targets = BTreeSet::new();
    let mut fragments: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for ((_, path, _), reply) in site.answers().await {
        let page = parsed(&reply);
        let here = path.split('?').next().unwrap().to_owned();
        ids.insert(
            here.clone(),
            all(&page, "[id]").iter().filter_map(|with| with.value().attr("id")).map(str::to_owned).collect(),
        );
        let attributes =
            [("href", "[href]"), ("src", "[src]"), ("action", "form[action]"), ("data-call", "[data-call]")];
        for (name, selector) in attributes {
            for element in all(&page, selector) {
                let target = element.value().attr(name).unwrap();
                if let Some((there, fragment)) = target.split_once('#') {
                    let there = if there.is_empty() { here.clone() } else { there.to_owned() };
                    fragments.entry(there).or_default().insert(fragment.to_owned());
                }
                targets.insert((path.clone(), name, target.to_owned()));
            }
        }
        for form in all(&page, "form[data-then]") {
            let then = form.value().attr("data-then").unwrap().replace("{id}", "x");
            assert!(
                matches!(then.as_str(), "reload" | "{url}")
                    || is_served(&routes, &Method::GET, then.split('?').next().unwrap()),
                "{path}: a form leads to {then}"
            );
        }
    }
    assert!(targets.len() > 100);
    for (page, name, target) in targets {
        if name == "data-call" {
            let (method, to) = target.split_once(' ').unwrap();
            assert!(is_served(&routes, &method.parse().unwrap(), to), "{page}: {target}");
            continue;
        }
        let home = target.strip_prefix("http://localhost:3000").unwrap_or(&target);
        let to = home.split(['?', '#']).next().unwrap();
        if home.starts_with('/') {
            assert!(is_served(&routes, &Method::GET, to), "{page}: {target}");
        } else {
            let elsewhere = ["https://images.example.test/", "https://www.google.com/maps/search/", "tel:+91"];
            let is_known = elsewhere.iter().any(|start| home.starts_with(start));
            assert!(to.is_empty() || is_known, "{page}: {target}");
        }
    }
    for (page, fragments) in fragments {
        let missing: Vec<_> = fragments.difference(&ids[&page]).filter(|fragment| !fragment.is_empty()).collect();
        assert!(missing.is_empty(), "{page} has no {missing:?}");
    }
}

#[tokio::test]
async fn every_field_has_a_name_and_every_id_is_one_elements_alone() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    for ((_, path, _), reply) in site.answers().await {
        let page = parsed(&reply);
        let mut ids = BTreeSet::new();
        for element in all(&page, "[id]") {
            let id = element.value().attr("id").unwrap();
            assert!(ids.insert(id.to_owned()), "{path}: {id} is there twice");
        }
        for control in all(&page, "input:not([type=hidden]), select, textarea") {
            let id = control.value().attr("id").unwrap_or_else(|| panic!("{path}: a field without an id"));
            assert_eq!(all(&page, &format!("label[for=\"{id}\"]")).len(), 1, "{path}: {id}");
        }
        for described in all(&page, "[aria-describedby], [aria-labelledby]") {
            let named = [described.value().attr("aria-describedby"), described.value().attr("aria-labelledby")];
            for id in named.into_iter().flatten().flat_map(str::split_whitespace) {
                assert!(ids.contains(id), "{path}: nothing is called {id}");
            }
        }
        assert_eq!(all(&page, "h1").len(), 1, "{path}");
        assert_eq!(all(&page, "main, #live[role=status]").len(), 2, "{path}");
    }
}

#[tokio::test]
async fn public_pages_tell_search_engines_what_they_are_and_the_others_stay_out() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    for ((route, path, who), reply) in site.answers().await {
        let page = parsed(&reply);
        let found = !matches!(route, "/sign-in" | "/offline" | "/unsubscribe/{token}") && who == Who::Anybody;
        assert_eq!(all(&page, "link[rel=canonical]").len(), usize::from(found), "{path}");
        assert_eq!(all(&page, "meta[name=robots][content=noindex]").len(), usize::from(!found), "{path}");
        if found {
            for selector in ["meta[name=description]", "meta[property='og:title']", "meta[property='og:url']"] {
                assert_eq!(all(&page, selector).len(), 1, "{path}: {selector}");
            }
        }
        assert!(!all(&page, "title")[0].text().collect::<String>().is_empty());
    }
    for (path, kind) in [("/", "BeautySalon"), ("/", "Offer"), ("/services", "Service"), ("/services/cut", "Offer")] {
        let page = parsed(&as_browser(salon.visitor()).get(path).await);
        assert!(!all(&page, &format!("[itemtype='https://schema.org/{kind}']")).is_empty(), "{path}: {kind}");
    }
}

#[tokio::test]
async fn on_the_waitlist_no_place_is_given_up_without_being_asked() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    let page = parsed(&site.asha.get("/waitlist").await);
    let asked = |id: &str| all(&page, &format!("form#{id}"))[0].value().attr("data-ask").map(str::to_owned);
    let decline = "Decline Mon 16 Nov, 12:00 pm? The time goes to whoever is next in line.";
    assert_eq!(asked("decline-w1").as_deref(), Some(decline));
    let remove = format!("Stop waiting for {HOSTILE}, Mon 16 Nov? Your place in line is lost.");
    assert_eq!(asked("remove-w1"), Some(remove));
    assert_eq!(asked("accept-w1"), None);
    // What is accepted is the time that is shown.
    let sent =
        |input: &scraper::ElementRef<'_>| ["name", "value"].map(|name| input.value().attr(name).unwrap().to_owned());
    let sent: Vec<_> = all(&page, "form#accept-w1 input").iter().map(sent).collect();
    assert_eq!(sent, [["date", "2026-11-16"], ["startTime", "12:00"]]);
}

/// With everything a browser fetches for it, compressed.
#[tokio::test]
async fn a_first_visit_weighs_at_most_sixty_kilobytes() {
    let salon = TestSalon::open().await;
    salon.large(1).await;
    for path in ["/", "/book"] {
        let reply = as_browser(salon.visitor()).get(path).await;
        let page = parsed(&reply);
        let mut weight = packed(&reply);
        let files: BTreeSet<String> = all(
            &page,
            "link[rel=stylesheet], link[rel=icon], link[rel=manifest], link[rel=modulepreload], script, img",
        )
        .iter()
        .filter_map(|element| element.value().attr("href").or(element.value().attr("src")))
        .map(str::to_owned)
        .chain([assets::SPECULATION.href(), "/sw.js".to_owned(), "/offline".to_owned()])
        .collect();
        for file in files {
            let fetched = as_browser(salon.visitor()).get(&file).await;
            assert_eq!(fetched.status.as_u16(), 200, "{file}");
            weight += packed(&fetched);
        }
        assert!(weight <= 60_000, "{path} weighs {weight} bytes");
    }
}
