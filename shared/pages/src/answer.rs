//! A page as its handler gives it, and the one layer that makes a document of it: language, headers, refusals.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use maud::Markup;
use parlour_http::{Code, Refusal, Revalidated, is_page_path, names_html, takes_html};
use parlour_people::auth::Caller;
use parlour_settings::App;
use parlour_setup::branding::{Branding, BrandingStore};
use parlour_storage::salon::Salon;

use crate::asked::{Asked, LANGUAGE_COOKIE};
use crate::layout::{self, Chrome};
use crate::{assets, paths};

/// The answer of a page's handler.
pub type PageAnswer = Result<Page, Refusal>;

/// Permission to keep a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    /// Somebody's own: nobody keeps it.
    Private,
    /// Anybody's: kept as long as its ETag holds.
    Public,
}

#[derive(Clone)]
enum Main {
    Ready(Markup),
    /// Needs the salon's name or colour.
    Branded(Arc<dyn Fn(&Branding) -> Markup + Send + Sync>),
}

/// A page without its frame.
#[derive(Clone)]
pub struct Page {
    pub title: String,
    pub description: Option<String>,
    /// The page's true address, where search engines should find it: public pages that want to be found.
    pub canonical: Option<String>,
    /// The caller who sees it, if it is somebody's own.
    pub caller: Option<Caller>,
    /// In the middle of something: the frame keeps its navigation short.
    pub is_step: bool,
    /// Its address is a credential: no other page and no search engine is to learn it.
    pub is_secret: bool,
    /// A class for the body, for pages that look their own way.
    pub class: &'static str,
    main: Main,
    keeping: Keeping,
    status: StatusCode,
    /// The tag that a script asks with when it follows the page.
    tag: Option<String>,
    /// The path that the caller is sent to instead.
    elsewhere: Option<Cow<'static, str>>,
}

impl Page {
    fn new(keeping: Keeping, title: impl Into<String>, main: Main) -> Self {
        Self {
            title: title.into(),
            description: None,
            canonical: None,
            caller: None,
            is_step: false,
            is_secret: false,
            class: "",
            main,
            keeping,
            status: StatusCode::OK,
            tag: None,
            elsewhere: None,
        }
    }

    /// Somebody's own page.
    pub fn private(caller: &Caller, title: impl Into<String>, main: Markup) -> PageAnswer {
        Ok(Self { caller: Some(caller.clone()), ..Self::new(Keeping::Private, title, Main::Ready(main)) })
    }

    /// Somebody's own page that a script of its own asks for again and again, with the tag to ask with the next time; None
    /// if the caller's copy still shows it.
    pub fn followed(caller: &Caller, tag: &str, title: impl Into<String>, main: Option<Markup>) -> PageAnswer {
        let (status, main) = match main {
            Some(main) => (StatusCode::OK, main),
            None => (StatusCode::NOT_MODIFIED, Markup::default()),
        };
        let page = Self::new(Keeping::Private, title, Main::Ready(main));
        Ok(Self { caller: Some(caller.clone()), status, tag: Some(format!("\"{tag}\"")), ..page })
    }

    /// Not for this caller, who has another page for it.
    pub fn elsewhere(path: impl Into<Cow<'static, str>>) -> PageAnswer {
        let page = Self::new(Keeping::Private, "", Main::Ready(Markup::default()));
        Ok(Self { status: StatusCode::SEE_OTHER, elsewhere: Some(path.into()), ..page })
    }

    /// Whether there is anything to show: neither sent elsewhere nor known already.
    fn has_body(&self) -> bool {
        !matches!(self.status, StatusCode::SEE_OTHER | StatusCode::NOT_MODIFIED)
    }

    /// A page that shows the same to everybody.
    pub fn public(title: impl Into<String>, main: Markup) -> PageAnswer {
        Ok(Self::new(Keeping::Public, title, Main::Ready(main)))
    }

    /// The same for a page that speaks of the salon itself.
    pub fn public_of_salon(
        title: impl Into<String>,
        main: impl Fn(&Branding) -> Markup + Send + Sync + 'static,
    ) -> PageAnswer {
        Ok(Self::new(Keeping::Public, title, Main::Branded(Arc::new(main))))
    }

    /// A page that anybody may see and that knows who is signed in: kept by nobody then.
    pub fn shared(is_signed_in: bool, title: impl Into<String>, main: Markup) -> PageAnswer {
        let keeping = if is_signed_in { Keeping::Private } else { Keeping::Public };
        Ok(Self::new(keeping, title, Main::Ready(main)))
    }

    /// A page that whoever has its address may see.
    pub fn secret(title: impl Into<String>, main: Markup) -> PageAnswer {
        Ok(Self { is_secret: true, is_step: true, ..Self::new(Keeping::Private, title, Main::Ready(main)) })
    }

    /// The page in its place if the address opens nothing.
    pub fn no_secret(title: impl Into<String>, main: Markup) -> PageAnswer {
        Self::secret(title, main).map(|page| Self { status: StatusCode::NOT_FOUND, ..page })
    }

    pub(crate) fn refused(title: impl Into<String>, status: StatusCode, main: Markup) -> Self {
        Self { status, ..Self::new(Keeping::Private, title, Main::Ready(main)) }
    }

    pub fn main(&self, branding: &Branding) -> Markup {
        match &self.main {
            Main::Ready(markup) => markup.clone(),
            Main::Branded(render) => render(branding),
        }
    }

    pub fn is_public(&self) -> bool {
        self.keeping == Keeping::Public
    }
}

/// Says more of a page that is on its way: `Page::public(…).described(…)`.
pub trait Described: Sized {
    fn described(self, description: impl Into<String>) -> Self;
    fn found_at(self, path: impl Into<String>) -> Self;
    fn one_step(self) -> Self;
    fn looking(self, class: &'static str) -> Self;
}

impl Described for PageAnswer {
    fn described(self, description: impl Into<String>) -> Self {
        self.map(|page| Page { description: Some(description.into()), ..page })
    }

    fn found_at(self, path: impl Into<String>) -> Self {
        self.map(|page| Page { canonical: Some(path.into()), ..page })
    }

    fn one_step(self) -> Self {
        self.map(|page| Page { is_step: true, ..page })
    }

    fn looking(self, class: &'static str) -> Self {
        self.map(|page| Page { class, ..page })
    }
}

/// Carried through the gate and the API's own layers; [`wrap_page`] takes it out again.
impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        if let Some(path) = &self.elsewhere {
            set(response.headers_mut(), header::LOCATION, path);
        }
        if let Some(tag) = &self.tag {
            set(response.headers_mut(), header::ETAG, tag);
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Runs the request of a page and makes a document of what comes of it. The salon's face is read meanwhile.
pub async fn wrap_page(
    chrome: &'static dyn Chrome,
    salon: Salon,
    app: App,
    mut request: Request,
    next: Next,
) -> Response {
    if !is_page_path(request.uri().path()) {
        return next.run(request).await;
    }
    let asked = Asked::of(&salon, app, &request);
    let (takes, names) = (takes_html(request.headers()), names_html(request.headers()));
    request.extensions_mut().insert(asked.clone());
    // The page and its frame are one request to the table, so that neither reads a version that the other has read.
    let salon = salon.for_request();
    request.extensions_mut().insert(salon.clone());
    // A file shows nothing of the salon, so serving it asks nothing of the table.
    let is_file = ["/assets/", "/pictures/"].iter().any(|files| request.uri().path().starts_with(files));
    let reading_branding =
        async { if is_file { Ok(Branding::default()) } else { BrandingStore::of(&salon).read().await } };
    let (mut response, branding) = tokio::join!(next.run(request), reading_branding);
    // A page without its colours is better than none.
    let branding = branding.unwrap_or_else(|error| {
        tracing::warn!(%error, "the salon's face could not be read");
        Branding::default()
    });

    if let Some(page) = response.extensions_mut().remove::<Page>() {
        if !takes {
            return Refusal::not_found("This address").into_response();
        }
        if !page.has_body() {
            return response;
        }
        return document(chrome, &salon, &asked, &branding, &page, std::mem::take(response.headers_mut()));
    }
    match response.extensions_mut().remove::<Refusal>() {
        Some(refusal) if refusal.code == Code::Unauthenticated && takes => {
            (StatusCode::SEE_OTHER, [(header::LOCATION, paths::sign_in(&asked.address()))]).into_response()
        }
        // For a program there is nothing at the root of an app, whoever may see the page there.
        Some(refusal) if refusal.code == Code::Unauthenticated && asked.path == "/" => {
            Refusal::not_found("This address").into_response()
        }
        Some(refusal) if names => {
            let page = layout::refusal(&asked, &refusal);
            let mut headers = std::mem::take(response.headers_mut());
            headers.extend(*refusal.headers);
            document(chrome, &salon, &asked, &branding, &page, headers)
        }
        Some(refusal) => {
            response.extensions_mut().insert(refusal);
            response
        }
        None => response,
    }
}

fn document(
    chrome: &dyn Chrome,
    salon: &Salon,
    asked: &Asked,
    branding: &Branding,
    page: &Page,
    carried: HeaderMap,
) -> Response {
    let text = layout::document(chrome, asked, branding, page).into_string();
    let mut response = (page.status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response();
    if page.is_public() && asked.picked.is_none() {
        response.extensions_mut().insert(Revalidated { vary: "accept, accept-encoding, accept-language, cookie" });
    }
    let headers = response.headers_mut();
    for (name, value) in &carried {
        if !matches!(*name, header::CONTENT_TYPE | header::CONTENT_LENGTH) {
            headers.append(name, value.clone());
        }
    }
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(asked.words.language.tag()));
    let referrer = if page.is_secret { "no-referrer" } else { "strict-origin-when-cross-origin" };
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static(referrer));
    if page.is_secret {
        headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    }
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    );
    set(headers, header::CONTENT_SECURITY_POLICY, &policy(salon, asked.app));
    set(headers, HeaderName::from_static("speculation-rules"), &format!("\"{}\"", assets::SPECULATION.href()));
    if let Some(language) = asked.picked {
        let secure = if asked.site.starts_with("https://") { "; Secure" } else { "" };
        let cookie = format!("{LANGUAGE_COOKIE}={}; Max-Age=31536000; Path=/; SameSite=Lax{secure}", language.tag());
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
    response
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Nothing inline and nothing from elsewhere, but for pictures that the salon set and the realtime service of the desk.
fn policy(salon: &Salon, app: App) -> String {
    let realtime = match app {
        App::Admin if salon.settings.ably_api_key.is_configured() => {
            " https://*.ably.io wss://*.ably.io https://*.ably.net wss://*.ably.net"
        }
        App::Admin | App::Customer => "",
    };
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; \
         connect-src 'self'{realtime}; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
         frame-ancestors 'none'; base-uri 'none'"
    )
}
