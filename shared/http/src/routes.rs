//! The table of routes: handler and declaration of each. Routers, OpenAPI and the tests that compare them with the template
//! are generated from it.

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, on};
use http::{Method, StatusCode, header};

use super::dry_run::Call;
use super::finish;
use super::gate::Gate;
use super::pages::{PageWrapper, not_found};
use super::spec::{Route, Spec};
use parlour_settings::App;
use parlour_storage::salon::Salon;

/// The routes of a group, or of a whole app once groups are joined.
#[derive(Clone)]
pub struct Routes {
    pub app: App,
    entries: Vec<RouteEntry>,
    pages: Vec<RouteEntry>,
    /// Paths of which GET and DELETE are not allowed.
    only_post: Vec<&'static str>,
    wrap_page: Option<PageWrapper>,
}

#[derive(Clone)]
struct RouteEntry {
    route: Route,
    /// Mounts the handler behind its gate.
    mount: fn_box::Mount,
}

mod fn_box {
    use std::sync::Arc;

    use axum::Router;

    use super::{Route, Salon};
    use parlour_settings::App;

    pub type Mount = Arc<dyn Fn(Router<Salon>, App, Route, Salon) -> Router<Salon> + Send + Sync>;
}

impl Routes {
    pub fn new(app: App) -> Self {
        Self { app, entries: Vec::new(), pages: Vec::new(), only_post: Vec::new(), wrap_page: None }
    }

    pub fn get<H, T>(self, path: &'static str, handler: H, spec: Spec) -> Self
    where
        H: Handler<T, Salon> + Sync,
        T: 'static,
    {
        self.with(Method::GET, MethodFilter::GET, path, handler, spec)
    }

    pub fn post<H, T>(self, path: &'static str, handler: H, spec: Spec) -> Self
    where
        H: Handler<T, Salon> + Sync,
        T: 'static,
    {
        self.with(Method::POST, MethodFilter::POST, path, handler, spec)
    }

    pub fn put<H, T>(self, path: &'static str, handler: H, spec: Spec) -> Self
    where
        H: Handler<T, Salon> + Sync,
        T: 'static,
    {
        self.with(Method::PUT, MethodFilter::PUT, path, handler, spec)
    }

    pub fn patch<H, T>(self, path: &'static str, handler: H, spec: Spec) -> Self
    where
        H: Handler<T, Salon> + Sync,
        T: 'static,
    {
        self.with(Method::PATCH, MethodFilter::PATCH, path, handler, spec)
    }

    pub fn delete<H, T>(self, path: &'static str, handler: H, spec: Spec) -> Self
    where
        H: Handler<T, Salon> + Sync,
        T: 'static,
    {
        self.with(Method::DELETE, MethodFilter::DELETE, path, handler, spec)
    }

    /// A page for people: a GET that answers HTML. It is no part of the API and of its documents.
    pub fn page<H, T>(mut self, path: &'static str, handler: H, spec: Spec) -> Self
    where
        H: Handler<T, Salon> + Sync,
        T: 'static,
    {
        self.pages.push(entry(Method::GET, MethodFilter::GET, path, handler, spec));
        self
    }

    /// Says of GET and DELETE that they are not allowed (405), where a protocol wants to be told so. Everywhere else, what is
    /// not there is not found.
    pub fn only_post(mut self, path: &'static str) -> Self {
        self.only_post.push(path);
        self
    }

    /// The function that makes documents of the pages' answers, and of whatever refuses them.
    pub fn wrapped_by(mut self, wrap_page: PageWrapper) -> Self {
        self.wrap_page = Some(wrap_page);
        self
    }

    fn with<H, T>(mut self, method: Method, filter: MethodFilter, path: &'static str, handler: H, spec: Spec) -> Self
    where
        H: Handler<T, Salon> + Sync,
        T: 'static,
    {
        self.entries.push(entry(method, filter, path, handler, spec));
        self
    }

    /// Adds the routes of another group.
    pub fn join(mut self, other: Self) -> Self {
        self.entries.extend(other.entries);
        self.pages.extend(other.pages);
        self.only_post.extend(other.only_post);
        self.wrap_page = self.wrap_page.or(other.wrap_page);
        self
    }

    /// The routes of the API.
    pub fn list(&self) -> impl Iterator<Item = &Route> {
        self.entries.iter().map(|entry| &entry.route)
    }

    /// The methods and paths that are answered with 405. They are no part of the API and of its documents.
    pub fn not_allowed(&self) -> impl Iterator<Item = (Method, &'static str)> {
        self.only_post.iter().flat_map(|path| [Method::GET, Method::DELETE].map(|method| (method, *path)))
    }

    /// The pages, which the catch-all route of the app leads to.
    pub fn pages(&self) -> impl Iterator<Item = &Route> {
        self.pages.iter().map(|entry| &entry.route)
    }

    /// The router: every route behind its gate, our own 404 for the rest, and the outermost layer.
    pub fn serve(self, salon: &Salon) -> Router {
        let app = self.app;
        let mut router = Router::new();
        for entry in self.pages {
            router = (entry.mount)(router, app, entry.route, salon.clone());
        }
        router = router.fallback(not_found).method_not_allowed_fallback(not_found);
        if let Some(wrap_page) = self.wrap_page {
            let salon = salon.clone();
            router =
                router.layer(from_fn(move |request: Request, next: Next| wrap_page(salon.clone(), app, request, next)));
        }
        for entry in self.entries {
            router = (entry.mount)(router, app, entry.route, salon.clone());
        }
        for path in self.only_post {
            router = router.route(path, on(MethodFilter::GET.or(MethodFilter::DELETE), only_post));
        }
        let router = router.method_not_allowed_fallback(not_found);
        finish::layered(router.with_state(salon.clone()), salon, app)
    }
}

async fn only_post() -> impl IntoResponse {
    (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "POST")])
}

fn entry<H, T>(method: Method, filter: MethodFilter, path: &'static str, handler: H, spec: Spec) -> RouteEntry
where
    H: Handler<T, Salon> + Sync,
    T: 'static,
{
    let mount = std::sync::Arc::new(move |router: Router<Salon>, app, route: Route, salon| {
        let called = handler.clone();
        let call: Call = std::sync::Arc::new(move |request, salon| Box::pin(called.clone().call(request, salon)));
        // Shared, as it holds the whole description of the route, and every request would copy it.
        let gate = std::sync::Arc::new(Gate { salon, app, route, call });
        let guarded = move |request: Request| {
            let gate = gate.clone();
            async move { gate.pass(request).await }
        };
        router.route(path, on(filter, guarded))
    });
    RouteEntry { route: Route { method, path, spec }, mount }
}
