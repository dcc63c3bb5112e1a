//! The declaration of a route: who may call it, what it takes, what it answers and why it refuses. Routers, the gate,
//! the OpenAPI documents and the tests read it; nothing of it is said anywhere else.

use std::borrow::Cow;
use std::collections::BTreeSet;

use http::{Method, StatusCode};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::errors::Code;
use super::limits::Limit;
use parlour_settings::App;
use parlour_values::input::Field;
use parlour_values::role::Role;

/// Those who may call a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// No session needed.
    Public,
    /// A session of a user with this role or a higher one.
    Role(Role),
    /// The sign-in routes: they manage sessions themselves and respond without the envelope.
    Identity,
    /// Called by other systems: verified by signature, no session, no envelope.
    Machine,
}

impl Access {
    pub fn minimum_role(self) -> Option<Role> {
        match self {
            Self::Role(role) => Some(role),
            Self::Public | Self::Identity | Self::Machine => None,
        }
    }
}

/// A schema with the schemas it refers to.
pub struct NamedSchema {
    pub schema: RefOr<Schema>,
    pub named: Vec<(String, RefOr<Schema>)>,
}

impl NamedSchema {
    fn of_body<T: Field>() -> Self {
        let name = std::any::type_name::<T>().rsplit("::").next().unwrap_or_default().to_owned();
        let mut named = vec![(name.clone(), T::field_schema())];
        T::named_schemas(&mut named);
        Self { schema: RefOr::Ref(utoipa::openapi::Ref::from_schema_name(name)), named }
    }

    fn of_answer<T: ToSchema>() -> Self {
        let mut named = Vec::new();
        T::schemas(&mut named);
        Self { schema: T::schema(), named }
    }
}

/// How a schema is had: only whoever writes a document needs it, no instance that starts.
pub type SchemaOf = fn() -> NamedSchema;

/// The content of a success.
#[derive(Clone)]
pub enum Content {
    /// Not said: pages.
    Unsaid,
    /// JSON: in the envelope, or bare on the routes that have none.
    Json(SchemaOf),
    /// JSON in the envelope, or CSV where `format=csv` asks for it.
    JsonOrCsv(SchemaOf),
    /// JSON of its own, without the envelope.
    Document,
    /// A message of JSON-RPC, whose refusals are the protocol's too.
    Messages,
    /// A file or a page of this media type.
    File(&'static str),
    /// A file of one of these media types, as `format` asks for it; JSON without the envelope.
    Files(&'static [&'static str]),
    /// Nothing: `location` says where to go.
    Redirect,
}

/// A route without its path and handler.
#[derive(Clone)]
pub struct Spec {
    pub access: Access,
    pub summary: &'static str,
    /// Its name for programs, `bookings.book`; pages have none.
    pub id: Cow<'static, str>,
    /// Its description: what it does, when it refuses and what follows.
    pub about: Cow<'static, str>,
    pub limit: Option<Limit>,
    /// Honours `Idempotency-Key`.
    pub idempotent: bool,
    /// Refuses tokens, whatever their role: it makes somebody who may call, or lets them do more.
    pub people_only: bool,
    /// Refuses sessions; a token that may only read may call it, as it changes nothing.
    pub programs_only: bool,
    /// The sender has signed it, so that a success says whose it is.
    pub signed: bool,
    pub request: Option<SchemaOf>,
    /// Its body is a file of at most so many bytes.
    pub upload: Option<usize>,
    pub query: Option<fn() -> RefOr<Schema>>,
    pub status: StatusCode,
    /// A route that creates also answers 200, where there was something to update.
    pub updates: bool,
    /// A public read that may be kept and revalidated by its ETag.
    pub revalidated: bool,
    pub content: Content,
    /// A success says in `x-next-cursor` where the next page begins.
    pub goes_on: bool,
    /// The refusals that the route's own rules can lead to; the others follow from the rest of the declaration.
    refusals: &'static [Code],
}

fn spec(access: Access, summary: &'static str) -> Spec {
    Spec {
        access,
        summary,
        id: Cow::Borrowed(""),
        about: Cow::Borrowed(""),
        limit: None,
        idempotent: false,
        people_only: false,
        programs_only: false,
        signed: false,
        request: None,
        upload: None,
        query: None,
        status: StatusCode::OK,
        updates: false,
        revalidated: false,
        content: Content::Unsaid,
        goes_on: false,
        refusals: &[],
    }
}

pub fn public(summary: &'static str) -> Spec {
    spec(Access::Public, summary)
}

pub fn role(minimum: Role, summary: &'static str) -> Spec {
    spec(Access::Role(minimum), summary)
}

pub fn identity(summary: &'static str) -> Spec {
    spec(Access::Identity, summary)
}

pub fn machine(summary: &'static str) -> Spec {
    spec(Access::Machine, summary).signed()
}

impl Spec {
    pub fn id(mut self, id: impl Into<Cow<'static, str>>) -> Self {
        self.id = id.into();
        self
    }

    pub fn about(mut self, about: impl Into<Cow<'static, str>>) -> Self {
        self.about = about.into();
        self
    }

    pub fn limited(mut self, limit: Limit) -> Self {
        self.limit = Some(limit);
        self
    }

    /// A POST that creates or pays: repeated with the same key, it takes effect once.
    pub fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// Not for tokens: a program makes no tokens and no users.
    pub fn people_only(mut self) -> Self {
        self.people_only = true;
        self
    }

    /// For tokens alone, whatever their scope: it only reads.
    pub fn programs_only(mut self) -> Self {
        self.programs_only = true;
        self
    }

    /// Signed by its sender: what succeeds does not count against the share of its address.
    pub fn signed(mut self) -> Self {
        self.signed = true;
        self
    }

    pub fn takes<T: Field>(mut self) -> Self {
        self.request = Some(NamedSchema::of_body::<T>);
        self
    }

    /// The body is a file.
    pub fn takes_file(mut self, most_bytes: usize) -> Self {
        self.upload = Some(most_bytes);
        self
    }

    pub fn asks<T: Field>(mut self) -> Self {
        self.query = Some(T::field_schema);
        self
    }

    pub fn answers<T: ToSchema>(mut self) -> Self {
        self.content = Content::Json(NamedSchema::of_answer::<T>);
        self
    }

    pub fn creates<T: ToSchema>(mut self) -> Self {
        self.status = StatusCode::CREATED;
        self.answers::<T>()
    }

    /// Work that is done later.
    pub fn accepts<T: ToSchema>(mut self) -> Self {
        self.status = StatusCode::ACCEPTED;
        self.answers::<T>()
    }

    /// A creation the first time, an update later, with 200.
    pub fn creates_or_updates<T: ToSchema>(mut self) -> Self {
        self.updates = true;
        self.creates::<T>()
    }

    /// A report, as JSON or as CSV.
    pub fn reports<T: ToSchema>(mut self) -> Self {
        self.content = Content::JsonOrCsv(NamedSchema::of_answer::<T>);
        self
    }

    pub fn answers_file(mut self, media_type: &'static str) -> Self {
        self.content = Content::File(media_type);
        self
    }

    pub fn answers_files(mut self, media_types: &'static [&'static str]) -> Self {
        self.content = Content::Files(media_types);
        self
    }

    /// The rest of it is asked for with the cursor in a header.
    pub fn goes_on(mut self) -> Self {
        self.goes_on = true;
        self
    }

    pub fn answers_document(mut self) -> Self {
        self.content = Content::Document;
        self
    }

    pub fn answers_messages(mut self) -> Self {
        self.content = Content::Messages;
        self
    }

    pub fn redirects(mut self) -> Self {
        self.status = StatusCode::FOUND;
        self.content = Content::Redirect;
        self
    }

    /// A public read: browsers may keep it but ask each time whether its ETag still holds.
    pub fn revalidated(mut self) -> Self {
        self.revalidated = true;
        self
    }

    pub fn refuses(mut self, codes: &'static [Code]) -> Self {
        self.refusals = codes;
        self
    }

    /// Whether a sign-in route is of no use without a session.
    pub fn needs_session(&self) -> bool {
        self.refusals.contains(&Code::Unauthorized)
    }
}

/// Under it, the next part of the path is the token of a link.
const LINKS: &str = "/api/links/";

/// The writes of customers that have a dry run are under these.
const CUSTOMERS_DRY_RUNS: [&str; 3] = ["/api/bookings", "/api/waitlist", "/api/profile/calendar"];

/// A route without its handler.
#[derive(Clone)]
pub struct Route {
    pub method: Method,
    /// With parameters in braces, as in the router, the template and OpenAPI.
    pub path: &'static str,
    pub spec: Spec,
}

impl Route {
    /// Whether the link of a message is shown at it, in its path.
    pub fn is_by_link(&self, app: App) -> bool {
        app == App::Customer && self.path.starts_with(LINKS)
    }

    /// The link that is shown in the path of a request.
    pub fn shown_link(&self, app: App, path: &str) -> Option<String> {
        let rest = path.strip_prefix(LINKS).filter(|_| self.is_by_link(app))?;
        Some(rest.split('/').next().unwrap_or_default().to_owned())
    }

    /// Whether the route has a dry run: the writes of people at the admin app, and customers' writes of bookings, of the
    /// waitlist, which leads to bookings, by a link too, and of their calendar's address, which is a secret.
    pub fn takes_dry_run(&self, app: App) -> bool {
        let is_by_a_person = matches!(self.spec.access, Access::Role(_)) && !self.spec.programs_only;
        let is_under =
            |path: &str| self.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let is_tried = app == App::Admin || CUSTOMERS_DRY_RUNS.into_iter().any(is_under);
        let is_covered = self.is_by_link(app) || (is_by_a_person && is_tried);
        self.method != Method::GET && is_covered
    }

    /// Whether a customer writes by it, who may do so only so often.
    pub fn is_customers_write(&self, app: App) -> bool {
        app == App::Customer && self.method != Method::GET && matches!(self.spec.access, Access::Role(_))
    }

    /// Whether programs may call it with a token.
    pub fn takes_tokens(&self, app: App) -> bool {
        app == App::Admin && matches!(self.spec.access, Access::Role(_)) && !self.spec.people_only
    }

    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{').and_then(|part| part.strip_suffix('}')))
    }

    /// Whether it answers one page of a list, with `meta`: those that are asked for a page.
    pub fn is_paged(&self) -> bool {
        self.asks_for("page")
    }

    /// Whether it answers a list page by page, with `meta`, where a page is asked for.
    pub fn has_cursor(&self) -> bool {
        self.asks_for("limit") && self.asks_for("cursor")
    }

    fn asks_for(&self, name: &str) -> bool {
        let query = self.spec.query.map(|query| query());
        matches!(query, Some(RefOr::T(Schema::Object(query))) if query.properties.contains_key(name))
    }

    /// Every code that the route may refuse with: those of its own rules, and those of what it declares.
    pub fn refusals(&self, app: App) -> BTreeSet<Code> {
        let spec = &self.spec;
        let mut codes: BTreeSet<Code> = spec.refusals.iter().copied().collect();
        let names_a_record = self.path_parameters().next().is_some();
        let is_write = self.method != Method::GET;
        codes.insert(Code::InternalError);
        let role = spec.access.minimum_role();
        // Every address has a share, whatever it asks for.
        codes.insert(Code::RateLimited);
        if role.is_some() {
            codes.insert(Code::Unauthenticated);
        }
        // Every signed-in person is a customer; writes from pages of other sites are refused to all.
        let is_guarded = role.is_some() || spec.access == Access::Identity;
        if role.is_some_and(|role| role != Role::Customer) || (is_write && is_guarded) {
            codes.insert(Code::Forbidden);
        }
        let is_read = spec.request.is_some() || spec.query.is_some() || spec.upload.is_some();
        let has_own_shape = matches!(spec.access, Access::Identity | Access::Machine);
        if is_read || spec.idempotent || self.takes_dry_run(app) || (names_a_record && !has_own_shape) {
            codes.insert(Code::ValidationError);
        }
        if names_a_record && !has_own_shape {
            codes.insert(Code::NotFound);
        }
        // A write may lose against another one for longer than it is retried; a key may have been used with another body.
        if is_write && !has_own_shape && (spec.request.is_some() || names_a_record || spec.idempotent) {
            codes.insert(Code::Conflict);
        }
        codes
    }

    /// The statuses of its successes.
    pub fn successes(&self) -> Vec<StatusCode> {
        let mut statuses = vec![self.spec.status];
        if self.spec.updates {
            statuses.push(StatusCode::OK);
        }
        if self.spec.revalidated {
            statuses.push(StatusCode::NOT_MODIFIED);
        }
        // A message that only tells something is not answered.
        if matches!(self.spec.content, Content::Messages) {
            statuses.push(StatusCode::ACCEPTED);
        }
        statuses
    }
}
