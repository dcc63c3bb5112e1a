//! The reader of a page, from the request: language, address, where they are.

use axum::extract::{FromRequestParts, Request};
use http::request::Parts;
use http::{HeaderMap, header};
use parlour_http::{ClientIp, Refusal, RequestId, read_cookie, session_cookie_name};
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_values::time::IstDate;

use crate::paths;
use crate::words::{Language, Words};

/// The cookie that remembers which language was picked.
pub const LANGUAGE_COOKIE: &str = "parlour.lang";

#[derive(Clone, Debug)]
pub struct Asked {
    pub app: App,
    pub words: Words,
    /// Set when this very request picked the language.
    pub picked: Option<Language>,
    pub path: String,
    /// Without `lang`, which is a wish of the moment.
    pub query: String,
    /// The app's own origin, for canonical addresses.
    pub site: String,
    pub request_id: String,
    pub client: String,
    pub today: IstDate,
    /// A session cookie came along; whether it still admits anybody is another question.
    pub has_session: bool,
    known_tag: Option<String>,
}

impl Asked {
    /// The target of its `next`, if that is a place of this site.
    pub fn next(&self, fallback: &'static str) -> String {
        paths::same_site(self.given("next").as_deref(), fallback)
    }

    /// Whether it asks for this page or one below it.
    pub fn is_within(&self, href: &str) -> bool {
        self.path == href || (href != "/" && self.path.starts_with(&format!("{href}/")))
    }

    /// The first value that its query has under this name.
    pub fn given(&self, name: &str) -> Option<String> {
        let mut pairs = url::form_urlencoded::parse(self.query.as_bytes());
        pairs.find(|(own, _)| own == name).map(|(_, value)| value.into_owned())
    }

    pub fn of(salon: &Salon, app: App, request: &Request) -> Self {
        let (headers, uri) = (request.headers(), request.uri());
        let text = |name| headers.get(name).and_then(|value: &http::HeaderValue| value.to_str().ok());
        let (query, picked) = split_language(uri.query().unwrap_or_default());
        let wished = || {
            read_cookie(headers, LANGUAGE_COOKIE)
                .and_then(Language::of_tag)
                .unwrap_or_else(|| Language::accepted(text(header::ACCEPT_LANGUAGE).unwrap_or_default()))
        };
        let (language, picked) = match app {
            App::Customer => (picked.unwrap_or_else(wished), picked),
            // The desk works in one language.
            App::Admin => (Language::English, None),
        };
        Self {
            app,
            words: Words::of(language),
            picked,
            path: uri.path().to_owned(),
            query,
            site: salon.settings.site(app, text(header::HOST)).to_owned(),
            request_id: request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default(),
            client: request.extensions().get::<ClientIp>().map(|ip| ip.0.clone()).unwrap_or_default(),
            today: salon.clock.today(),
            has_session: has_session(salon, app, headers),
            known_tag: text(header::IF_NONE_MATCH).map(str::to_owned),
        }
    }

    /// The tag of the copy that the caller has, for pages that are followed.
    pub fn known_tag(&self) -> Option<&str> {
        self.known_tag.as_deref().map(|known| known.trim_start_matches("W/").trim_matches('"'))
    }

    /// Path and query, to come back to.
    pub fn address(&self) -> String {
        if self.query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, self.query) }
    }

    /// The same page in another language.
    pub fn in_language(&self, language: Language) -> String {
        let joint = if self.query.is_empty() { "" } else { "&" };
        format!("{}?{}{joint}lang={}", self.path, self.query, language.tag())
    }
}

fn has_session(salon: &Salon, app: App, headers: &HeaderMap) -> bool {
    read_cookie(headers, session_cookie_name(&salon.settings, app)).is_some()
}

/// The query without its `lang`, and the language that named.
fn split_language(query: &str) -> (String, Option<Language>) {
    let (wishes, rest): (Vec<&str>, Vec<&str>) =
        query.split('&').filter(|pair| !pair.is_empty()).partition(|pair| pair.starts_with("lang="));
    let picked = wishes.first().and_then(|pair| pair.strip_prefix("lang=")).and_then(Language::of_tag);
    (rest.join("&"), picked)
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Refusal::internal("the page was asked for outside its wrapper"))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Words {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        Asked::from_request_parts(parts, state).await.map(|asked| asked.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wish_for_a_language_leaves_the_address() {
        assert_eq!(
            split_language("services=a,b&lang=hi&date=2026-11-17"),
            ("services=a,b&date=2026-11-17".to_owned(), Some(Language::Hindi))
        );
        assert_eq!(split_language("lang=xx"), (String::new(), None));
        assert_eq!(split_language(""), (String::new(), None));
    }
}
