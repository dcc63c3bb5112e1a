//! The console: accounts to sign in with, sent messages, events, jobs, queue and clock; a page for people, JSON for scripts.

mod api;
mod guard;
mod hooks;
mod openapi;
mod phones;
mod push;
mod sign_in;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::middleware::from_fn;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use guard::Guard;
use parlour_people::auth::User;
use parlour_senders::documents::DocumentStore;
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, TableError, keys};
use parlour_values::role::Role;

use crate::journal::TableJournal;
use crate::settings::Ports;
use crate::store::Store;
use crate::worker::Worker;
pub use hooks::Hooks;
pub use phones::Phones;

/// The console's state.
#[derive(Clone)]
pub struct Console(Arc<ConsoleParts>);

pub struct ConsoleParts {
    pub salon: Salon,
    pub worker: Arc<Worker>,
    pub store: Store,
    pub journal: TableJournal,
    pub ports: Ports,
    /// The two apps, for signing in through their own routes.
    pub customer_app: Router,
    pub admin_app: Router,
    pub documents: Arc<dyn DocumentStore>,
    pub hooks: Hooks,
    pub phones: Phones,
}

impl std::ops::Deref for Console {
    type Target = ConsoleParts;

    fn deref(&self) -> &ConsoleParts {
        &self.0
    }
}

/// The console's routes, with the local provider and the invoicing service.
pub fn router(parts: ConsoleParts, oidc: Router, invoicing: Router) -> Router {
    let guard = Guard::new(parts.ports.console);
    let console = Console(Arc::new(parts));
    Router::new()
        .route("/", get(page))
        .route("/sign-in", get(sign_in::sign_in))
        .route("/openapi", get(openapi::to_page))
        .route("/openapi/", get(openapi::page))
        .route("/openapi/{file}", get(openapi::file))
        .route("/documents/{*key}", get(api::document))
        .route("/push/{browser}", get(push::received).post(push::receive))
        .route("/hooks/{name}", get(hooks::received).post(hooks::receive))
        .route("/whatsapp/{version}/{number}/messages", post(phones::whatsapp_message))
        .route("/whatsapp/{version}/{number}/media", post(phones::whatsapp_media))
        .route("/sms", post(phones::sms_message))
        .route("/api/whatsapp/answer", post(phones::whatsapp_answer))
        .route("/api/whatsapp/inbound", post(phones::whatsapp_inbound))
        .route("/api/whatsapp/status", post(phones::whatsapp_status))
        .route("/api/sms/answer", post(phones::sms_answer))
        .route("/api/hooks", get(hooks::all))
        .route("/api/addresses", get(api::addresses))
        .route("/api/people", get(api::people))
        .route("/api/messages", get(api::messages).delete(api::clear_messages))
        .route("/api/jobs", get(api::jobs))
        .route("/api/jobs/{name}", post(api::run_job))
        .route("/api/queue", get(api::queue))
        .route("/api/events", get(api::events))
        .route("/api/clock", get(api::clock).put(api::move_clock))
        .fallback(api::not_found)
        .with_state(console)
        .nest("/oidc", oidc)
        .nest("/invoicing", invoicing)
        .layer(from_fn(move |request, next| guard.clone().pass(request, next)))
}

const PAGE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
    connect-src 'self'; img-src data:; frame-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

async fn page() -> Response {
    html_page(include_str!("page.html").to_owned())
}

/// One of our self-contained pages.
fn html_page(html: String) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, PAGE_POLICY),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, Html(html)).into_response()
}

impl ConsoleParts {
    fn app(&self, app: App) -> (&Router, u16) {
        match app {
            App::Customer => (&self.customer_app, self.ports.customer),
            App::Admin => (&self.admin_app, self.ports.admin),
        }
    }
}

/// All users by role, limited per role.
pub async fn people(salon: &Salon, most: usize) -> Result<Vec<User>, TableError> {
    let mut people = Vec::new();
    for role in Role::ALL {
        let of_role = Partition::g1(keys::users_of_role(role.as_str())).at_most(most);
        people.extend(salon.table.query::<User>(of_role).await?.into_iter().map(|user| user.record));
    }
    Ok(people)
}
