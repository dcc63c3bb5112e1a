//! Looking at a page of the desk, and what is true of every one: texts stay texts, calls and links lead somewhere, fields
//! have names, nothing is inline.

use std::collections::BTreeSet;

use http::Method;
use parlour::settings::App;
use parlour::web::Route;
use parlour_local::gateway;
use parlour_tests::{Client, Reply};
use scraper::{ElementRef, Html, Selector};

/// What somebody might write to break out of a text, an attribute or an address.
pub const HOSTILE: &str = "<script>alert(1)</script>\"><img src=x onerror=alert(2)>' & javascript:alert(3)";

pub fn as_browser(client: Client<'_>) -> Client<'_> {
    client.with_header("accept", "text/html,application/xhtml+xml,*/*;q=0.8")
}

pub fn text(reply: &Reply) -> String {
    String::from_utf8(reply.bytes.clone()).expect("a text")
}

/// A page as this person gets it, after the checks that every page passes.
pub struct Seen {
    pub html: Html,
    pub path: String,
}

pub async fn see(client: &Client<'_>, path: &str) -> Seen {
    let reply = client.get(path).await;
    assert_eq!(reply.status.as_u16(), 200, "{path}: {}", text(&reply));
    assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
    let raw = text(&reply);
    assert!(!raw.contains("<script>alert") && !raw.contains("<img src=x"), "{path}: a text became markup");
    let seen = Seen { html: Html::parse_document(&raw), path: path.to_owned() };
    seen.is_sound();
    seen
}

impl Seen {
    pub fn all(&self, selector: &str) -> Vec<ElementRef<'_>> {
        self.html.select(&Selector::parse(selector).unwrap()).collect()
    }

    pub fn has(&self, selector: &str) -> bool {
        !self.all(selector).is_empty()
    }

    /// The text of the main part, spaces made one.
    pub fn told(&self) -> String {
        words(self.all("main")[0])
    }

    pub fn says(&self, text: &str) -> bool {
        self.told().contains(text)
    }

    /// What buttons and links are called.
    pub fn controls(&self) -> BTreeSet<String> {
        let named = |element: ElementRef<'_>| element.value().attr("aria-label").map_or_else(|| words(element), str::to_owned);
        self.all("main button, main a").into_iter().map(named).collect()
    }

    pub fn offers(&self, name: &str) -> bool {
        self.controls().contains(name)
    }

    /// The calls that its forms name.
    pub fn calls(&self) -> BTreeSet<String> {
        self.all("main form[data-call]").iter().map(|form| form.value().attr("data-call").unwrap().to_owned()).collect()
    }

    /// The options of the field with this label.
    pub fn choices(&self, label: &str) -> Vec<String> {
        let label = self.all("label").into_iter().find(|one| words(*one) == label);
        let id = label.and_then(|label| label.value().attr("for")).expect("a field of this name");
        self.all(&format!("[id=\"{id}\"] option")).into_iter().map(words).collect()
    }

    fn is_sound(&self) {
        let path = &self.path;
        assert_eq!(self.all("h1").len(), 1, "{path}");
        assert!(!self.has("style, [style]"), "{path}: a style inside the page");
        assert!(self.all("script").iter().all(|script| script.value().attr("src").is_some()), "{path}");
        let mut ids = BTreeSet::new();
        for element in self.all("[id]") {
            let id = element.value().attr("id").unwrap();
            assert!(ids.insert(id.to_owned()), "{path}: {id} is there twice");
        }
        for control in self.all("main input:not([type=hidden]), main select, main textarea") {
            let id = control.value().attr("id").unwrap_or_else(|| panic!("{path}: a field without an id"));
            assert_eq!(self.all(&format!("label[for=\"{id}\"]")).len(), 1, "{path}: {id} has no label");
        }
        for described in self.all("[aria-describedby], [aria-labelledby], [commandfor]") {
            let named = ["aria-describedby", "aria-labelledby", "commandfor"].map(|name| described.value().attr(name));
            for id in named.into_iter().flatten().flat_map(str::split_whitespace) {
                assert!(ids.contains(id), "{path}: nothing is called {id}");
            }
        }
        self.leads_somewhere(&ids);
    }

    fn leads_somewhere(&self, ids: &BTreeSet<String>) {
        let routes = gateway::routes(App::Admin);
        let routes: Vec<&Route> = routes.list().chain(routes.pages()).collect();
        let path = &self.path;
        for call in self.calls() {
            let (method, to) = call.split_once(' ').unwrap();
            assert!(is_served(&routes, &method.parse().unwrap(), to), "{path}: {call}");
        }
        for element in self.all("main a[href], main form[action]") {
            let target = element.value().attr("href").or(element.value().attr("action")).unwrap();
            if let Some(fragment) = target.strip_prefix('#') {
                assert!(ids.contains(fragment), "{path}: {target}");
            } else if !target.starts_with("tel:+91") {
                let to = target.split(['?', '#']).next().unwrap();
                assert!(is_served(&routes, &Method::GET, to), "{path}: {target}");
            }
        }
    }
}

/// Whether a path is one of these routes'.
fn is_served(routes: &[&Route], method: &Method, path: &str) -> bool {
    routes.iter().any(|route| {
        let (pattern, path): (Vec<&str>, Vec<&str>) = (route.path.split('/').collect(), path.split('/').collect());
        route.method == *method
            && pattern.len() == path.len()
            && pattern.iter().zip(&path).all(|(pattern, part)| pattern.starts_with('{') || pattern == part)
    })
}

fn words(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
