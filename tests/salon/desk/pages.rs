//! Rules for every page of the desk: who may see it, its headers, its links and forms, and that whatever people wrote
//! stays text.

use std::collections::BTreeSet;

use http::Method;
use parlour_http::Route;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use scraper::ElementRef;

use super::table::Desk;
use crate::site::table::{HOSTILE, all, as_browser, is_served, parsed, scripts_are_named, text};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; \
                      connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

#[tokio::test]
async fn every_page_is_for_its_role_and_those_above() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    for (route, path, minimum) in desk.samples() {
        for role in Role::ALL {
            let reply = desk.person(*role).get(&path).await;
            let status = reply.status.as_u16();
            match minimum {
                Some(minimum) if !role.satisfies(minimum) => {
                    assert_eq!(status, 403, "{path} as {role}");
                    assert!(text(&reply).contains(&format!("This needs the role {minimum}")), "{path} as {role}");
                }
                // The board is not for those who only have days of their own.
                Some(_) if route == "/" && *role == Role::Staff => {
                    assert_eq!((status, reply.header("location")), (303, Some("/me")));
                }
                _ => assert_eq!(status, 200, "{path} as {role}: {}", text(&reply)),
            }
        }
    }
}

#[tokio::test]
async fn whoever_is_not_signed_in_is_sent_to_sign_in_and_back() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    for (_, path, _) in desk.samples().into_iter().filter(|(_, _, minimum)| minimum.is_some()) {
        let reply = as_browser(salon.anyone(App::Admin)).get(&path).await;
        assert_eq!(reply.status.as_u16(), 303, "{path}");
        let to = reply.header("location").unwrap();
        let query = to.strip_prefix("/sign-in").unwrap_or_else(|| panic!("{path} leads to {to}"));
        let back = url::form_urlencoded::parse(query.trim_start_matches('?').as_bytes())
            .find(|(name, _)| name == "next")
            .map_or_else(|| "/".to_owned(), |(_, next)| next.into_owned());
        assert_eq!(back, path);
    }
}

#[tokio::test]
async fn every_page_carries_its_headers() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    for ((_, path, minimum), reply) in desk.answers().await {
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(reply.header("content-security-policy"), Some(POLICY), "{path}");
        assert_eq!(reply.header("content-language"), Some("en"), "{path}");
        assert!(reply.header("permissions-policy").is_some() && reply.header("x-request-id").is_some(), "{path}");
        let kept = if minimum.is_some() { "no-store" } else { "public, max-age=0, must-revalidate" };
        assert_eq!(reply.header("cache-control"), Some(kept), "{path}");
    }
}

/// Pages that show nothing anybody wrote.
const WITHOUT_TEXTS: [&str; 0] = [];

#[tokio::test]
async fn whatever_people_wrote_appears_as_text() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    for ((route, path, _), reply) in desk.answers().await {
        let raw = text(&reply);
        assert!(!raw.contains("<script>alert") && !raw.contains("<img src=x"), "{path}");
        let page = parsed(&reply);
        for script in all(&page, "script") {
            assert!(script.value().attr("src").is_some(), "{path}");
        }
        assert!(all(&page, "style").is_empty(), "{path}");
        for element in all(&page, "*") {
            for (name, value) in element.value().attrs() {
                assert!(name != "style" && !name.starts_with("on"), "{path}: {name} on {}", element.value().name());
                let leads = matches!(name, "href" | "src" | "action");
                assert!(!leads || !value.trim().starts_with("javascript:"), "{path}: {value}");
            }
        }
        let shown = page.root_element().text().collect::<String>().contains(HOSTILE);
        assert!(shown || WITHOUT_TEXTS.contains(&route), "{path} shows no text of ours");
    }
}

#[tokio::test]
async fn every_script_that_is_imported_is_there_and_named_by_the_page() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    for ((_, path, _), reply) in desk.answers().await {
        scripts_are_named(desk.person(Role::Developer), &path, &reply).await;
    }
}

#[tokio::test]
async fn every_link_and_every_forms_call_leads_somewhere() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    let routes = gateway::routes(App::Admin);
    let routes: Vec<&Route> = routes.list().chain(routes.pages()).collect();
    let mut problems = BTreeSet::new();
    for ((_, path, _), reply) in desk.answers().await {
        let page = parsed(&reply);
        let get = |target: &str| is_served(&routes, &Method::GET, target.split(['?', '#']).next().unwrap());
        for (name, selector) in [("href", "[href]"), ("src", "[src]"), ("action", "form[action]")] {
            for element in all(&page, selector) {
                let target = element.value().attr(name).unwrap();
                let outside = ["https://", "tel:", "mailto:", "#"].iter().any(|start| target.starts_with(start));
                if !(target.is_empty() || outside || target.starts_with('?') || get(target)) {
                    problems.insert(format!("{path}: {name} {target}"));
                }
            }
        }
        for form in all(&page, "form") {
            let call = form.value().attr("data-call");
            if let Some((method, to)) = call.map(|call| call.split_once(' ').expect(call)) {
                let to = to.split('?').next().unwrap();
                if !is_served(&routes, &method.parse().unwrap(), to) {
                    problems.insert(format!("{path}: a form calls {method} {to}"));
                }
            }
            let is_read = form.value().attr("method").is_none_or(|method| method == "get");
            if call.is_none() && !is_read {
                problems.insert(format!("{path}: a form that writes names no call"));
            }
            let then = form.value().attr("data-then").map(filled);
            if let Some(then) = then.filter(|then| !matches!(then.as_str(), "reload" | "x") && !get(then)) {
                problems.insert(format!("{path}: a form leads to {then}"));
            }
        }
        let ids: BTreeSet<&str> = all(&page, "[id]").iter().filter_map(|with| with.value().attr("id")).collect();
        for name in ["commandfor", "popovertarget", "aria-controls", "list"] {
            for element in all(&page, &format!("[{name}]")) {
                let target = element.value().attr(name).unwrap();
                if !ids.contains(target) {
                    problems.insert(format!("{path}: {name} {target} is not there"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// A path whose `{fields}` come of the answer, with something in their place.
fn filled(path: &str) -> String {
    let mut parts = path.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| format!("{text}x{}", part.split_once('}').map_or("", |(_, rest)| rest)))
}

#[tokio::test]
async fn every_field_has_a_name_and_every_id_is_one_elements_alone() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    let mut problems = BTreeSet::new();
    for ((_, path, _), reply) in desk.answers().await {
        let page = parsed(&reply);
        let mut ids = BTreeSet::new();
        for element in all(&page, "[id]") {
            let id = element.value().attr("id").unwrap();
            if !ids.insert(id.to_owned()) {
                problems.insert(format!("{path}: {id} is there twice"));
            }
        }
        for control in all(&page, "input:not([type=hidden]), select, textarea") {
            let id = control.value().attr("id");
            let is_odd = |letter: char| !letter.is_ascii_alphanumeric() && !"-_.".contains(letter);
            if id.is_some_and(|id| id.contains(is_odd)) {
                problems.insert(format!("{path}: {id:?} is no plain id"));
            }
            let is_its = |label: &&ElementRef<'_>| id.is_some() && label.value().attr("for") == id;
            let labels = all(&page, "label").iter().filter(is_its).count();
            if labels != 1 && control.value().attr("aria-label").is_none() {
                problems.insert(format!("{path}: {id:?} has {labels} labels"));
            }
        }
        for described in all(&page, "[aria-describedby], [aria-labelledby]") {
            let named = [described.value().attr("aria-describedby"), described.value().attr("aria-labelledby")];
            for id in named.into_iter().flatten().flat_map(str::split_whitespace).filter(|id| !ids.contains(*id)) {
                problems.insert(format!("{path}: nothing is called {id}"));
            }
        }
        for (what, selector, count) in [("h1", "h1", 1), ("main and live region", "main, #live[role=status]", 2)] {
            if all(&page, selector).len() != count {
                problems.insert(format!("{path}: {} of {what}", all(&page, selector).len()));
            }
        }
        for table in all(&page, "table") {
            let wrapped = table.parent().and_then(ElementRef::wrap).and_then(|parent| parent.value().attr("class"));
            if !wrapped.is_some_and(|class| class.split(' ').any(|class| class.ends_with("wrap"))) {
                problems.insert(format!("{path}: a table that does not scroll by itself"));
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[tokio::test]
async fn programs_get_the_envelope_where_people_get_pages() {
    let salon = TestSalon::open().await;
    let program = salon.anyone(App::Admin).with_header("accept", "application/json");
    program.get("/reports").await.refused(401, "UNAUTHENTICATED");
    program.get("/nothing").await.refused(404, "NOT_FOUND");
    let lost = as_browser(salon.anyone(App::Admin)).get("/nothing").await;
    assert_eq!((lost.status.as_u16(), lost.header("cache-control")), (404, Some("no-store")));
    assert!(text(&lost).contains(lost.header("x-request-id").unwrap()));
}
