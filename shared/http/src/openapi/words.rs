//! The words of the document that belong to no single route.

use http::StatusCode;
use serde_json::{Value, json};

use super::super::errors::Code;
use super::super::spec::{Access, Content, Route};
use parlour_settings::App;

const CONVENTIONS: &str = "\
Answers are `{success: true, data, meta?}`, refusals `{success: false, error: {code, message, statusCode, requestId, \
retryable, details?}}`; the routes below `/api/auth` answer as better-auth does, without an envelope, and refuse with \
`{message, code}`.

- **Values**: money is in paise, GST included; dates are `YYYY-MM-DD` and times `HH:mm`, both IST; moments are ISO 8601 in UTC. \
Ids are opaque. Where a field may be left out, `null` says the same, except where it clears the field.
- **Signing in** is OpenID Connect: `POST /api/auth/sign-in/social` gives the address to go to, and the way back sets the \
session cookie. A write that carries the `Origin` of another site is refused.
- **Lists** take `page` and `pageSize` and answer with `meta`. Unknown fields and parameters are ignored; a parameter that is \
no list is given once.
- **Retrying**: with an `Idempotency-Key` a POST that creates or pays takes effect once. `retryable` says whether the same \
request may succeed later.
- **Trying**: `?dryRun=true` gives the answer a write would have, and does nothing.
- **Limits** are told in `ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset`; a body may have 256 KiB, that of an import 1 MiB.";

pub(super) fn info(app: App) -> Value {
    let (title, purpose) = match app {
        App::Customer => (
            "Parlour: the customer app",
            "What a salon's customers do: find a service and a time, ask for a booking, move or cancel it, see their gems, \
             their membership and their notifications.",
        ),
        App::Admin => (
            "Parlour: the admin app",
            "What the people of a salon do: approve, assign and complete bookings, keep customers and leads, sell memberships, \
             bill, run the catalogue, the offers, the staff and the rosters, and read the reports.",
        ),
    };
    json!({
        "title": title,
        "version": env!("CARGO_PKG_VERSION"),
        "summary": purpose,
        "description": format!("{purpose}\n\n{CONVENTIONS}"),
        "contact": { "name": "The developers of Parlour", "email": "developer@parlour.test" },
        "license": { "name": "MIT", "identifier": "MIT" },
    })
}

pub(super) fn server(app: App) -> &'static str {
    match app {
        App::Customer => "The customer app",
        App::Admin => "The admin app",
    }
}

/// The subject of an operation's group.
pub(super) fn tag(name: &str) -> &'static str {
    match name {
        "agents" => "Tools for agents, by the Model Context Protocol.",
        "api" => "This description of the API.",
        "auth" => "Signing in and out, and one's own sessions; shapes and routes are better-auth's.",
        "availability" => "When a branch has time.",
        "billing" => "Invoices, credit notes and the day's takings.",
        "bookings" => "Appointments, from the request to the invoice.",
        "branches" => "The salon's branches and how each takes bookings.",
        "branding" => "The salon's own name, colour and contact details.",
        "categories" => "The categories of the catalogue.",
        "customers" => "The customer directory with notes and tags.",
        "drawer" => "The cash drawer of a branch: opened, counted blind, closed.",
        "exports" => "Everything of one kind, page by page, to take away.",
        "imports" => "What a salon brings along, row by row: dry run first, and as often as it takes.",
        "events" => "What happened, in one order that never changes.",
        "gems" => "Loyalty gems: earned by visits, spent on services.",
        "health" => "Whether the service is up.",
        "integrations" => "The outside services, how they are configured and whether they answer.",
        "invites" => "Emails that become users of a role by signing in.",
        "jobs" => "Background work, called by the queue.",
        "leads" => "People who left their name and number.",
        "leave" => "Leave: asked for by staff, decided by managers.",
        "links" => "A booking or an offer by the link of a message, without a sign-in.",
        "logs" => "What was done, by whom, and what the jobs did.",
        "lookups" => "The choices that the desk's forms offer.",
        "marketing" => "Ending marketing mail.",
        "me" => "The caller's own record, schedule, leave and pay.",
        "membership" => "The caller's own membership.",
        "messageTemplates" => "What is said to phones, by kind and language.",
        "memberships" => "Memberships: hours bought ahead and taken in sessions.",
        "notifications" => "The caller's own notifications.",
        "offers" => "Discounts on services for a time.",
        "onboarding" => "What a new customer is asked.",
        "pay" => "What people earn in a month: commission, tips, adjustments.",
        "pictures" => "Pictures of the salon's own, kept in three sizes.",
        "products" => "What is sold beside services, and its stock.",
        "profile" => "The caller's own profile.",
        "push" => "Web Push to the caller's browsers.",
        "realtime" => "Channels that tell of changes at once.",
        "repeats" => "Appointments that repeat: booked, moved and cancelled together.",
        "reports" => "Figures over a span of days, as JSON or CSV.",
        "resources" => "Rooms and equipment that services need beside a person.",
        "sales" => "Products sold without a visit.",
        "schedule" => "Rosters, blocked times and closures.",
        "services" => "The catalogue's services.",
        "staff" => "The people who do the work.",
        "tags" => "Labels for customers.",
        "tiers" => "The memberships that are sold.",
        "tokens" => "Tokens with which programs call.",
        "waitlist" => "Who waits for time that is taken, and what is offered to them.",
        "whatsapp" => "What WhatsApp tells of messages and replies.",
        "webhooks" => "Events sent to other programs as they happen, and what came of it.",
        "users" => "Who may sign in to the admin app, and as what.",
        _ => "",
    }
}

pub(super) fn parameter(name: &str) -> &'static str {
    match name {
        "slug" => "The service's part of its public address",
        "provider" => "The identity provider, `google`",
        "key" => "The integration's key, as its list gives it",
        "date" => "The day, `YYYY-MM-DD`",
        "month" => "The month, `YYYY-MM`",
        "token" => "The token of the link, as a mail or a message carries it",
        "tagId" => "The tag's id",
        "list" => {
            "`customers`, `bookings`, `invoices`, `leads`, `memberships`, `gems`, `products`, `events`, `services` or `staff`"
        }
        "kind" => "What the message is about",
        "language" => "`en` or `hi`",
        "deliveryId" => "The delivery's id, as its list gives it",
        _ => "The record's id",
    }
}

pub(super) fn who(route: &Route, app: App) -> String {
    match route.spec.access {
        Access::Public => "Needs no session.".to_owned(),
        Access::Role(role) if route.takes_tokens(app) => {
            format!("Needs a session or a token of the role `{role}` or above.")
        }
        Access::Role(role) if route.spec.people_only => {
            format!("Needs a session of the role `{role}` or above; tokens are refused.")
        }
        Access::Role(role) => format!("Needs a session of the role `{role}` or above."),
        Access::Identity => String::new(),
        Access::Machine => "For the queue: verified by its signature, and without the envelope.".to_owned(),
    }
}

pub(super) fn success(route: &Route, status: StatusCode) -> &'static str {
    match (status, &route.spec.content) {
        (StatusCode::NOT_MODIFIED, _) => "What the caller has still holds",
        (StatusCode::CREATED, _) => "Created",
        (StatusCode::ACCEPTED, Content::Messages) => "Taken: a notification has no answer",
        (StatusCode::ACCEPTED, _) => "Accepted: it is done later",
        (_, Content::Messages) => "The answer of JSON-RPC: a `result`, or an `error`",
        (_, Content::Redirect) => "On to `location`",
        (StatusCode::OK, _) if route.spec.updates => "Updated: it was there already",
        (_, Content::JsonOrCsv(_)) => "The report; with `format=csv` as CSV",
        (_, Content::File(_)) => "The file",
        (_, Content::Files(_)) => "The file, as `format` asks for it",
        _ => "Done",
    }
}

/// When a code is given.
pub(super) fn meaning(code: Code) -> &'static str {
    match code {
        Code::ValidationError => "A field or parameter is wrong: `details` has the messages of each.",
        Code::Unauthenticated | Code::Unauthorized => "Nobody is signed in, or the session or the token has ended.",
        Code::Forbidden => {
            "The caller's role is too low, the rule or the token's scope forbids it to them, or the request came from \
             another site."
        }
        Code::NotFound => "There is no such record, or it is not the caller's.",
        Code::Conflict => {
            "It contradicts what is there: taken, in the wrong state, in the way of something (`details` says of what), or an \
             `Idempotency-Key` that was used with another body. `retryable` is true where somebody changed it just now."
        }
        Code::BusinessRuleViolation => "A rule of the salon forbids it, or the list is too long for one answer.",
        Code::RateLimited => {
            "Too many requests: `retry-after` says when to try again. Deployed on AWS, the gateway tells of its limit for all \
             callers together in its own words."
        }
        Code::InternalError => "Something went wrong on our side.",
        Code::UpstreamError => "A service that this needs did not answer.",
        Code::ServiceUnavailable => "It is not configured here, or the database cannot be reached.",
        Code::BookingSlotUnavailable => "Nobody is free then; `details.alternatives` has other times.",
        Code::BookingAlreadyCancelled => "Only a pending or confirmed booking can be cancelled.",
        Code::BookingMaxReschedules => "It was moved as often as it may be.",
        Code::BookingCancelWindowPassed => "It is too late to move it.",
        Code::BookingInvalidStatusTransition => "The booking's status does not allow it.",
        Code::MembershipExpired => "The membership is not active any more.",
        Code::MembershipInsufficientHours => "The membership has too few minutes left.",
        Code::MembershipAlreadyActive => "There is an active membership already.",
        Code::GemsInsufficientBalance => "The customer has too few gems.",
        Code::GemsServiceNotRedeemable => "No such service of the booking can be had for gems.",
        Code::OfferExpired => "The offer is unknown or not running.",
        Code::OfferNotApplicable => "The offer does not apply to this booking.",
        Code::ProviderNotFound => "There is no such provider.",
        Code::InvalidCallbackUrl => "A callback leads to another site.",
    }
}

/// A message as people see it.
pub(super) fn example(code: Code) -> &'static str {
    match code {
        Code::ValidationError => "Please check the highlighted fields.",
        Code::Unauthenticated => "Please sign in.",
        Code::Unauthorized => "Unauthorized",
        Code::Forbidden => "This needs the role manager or above.",
        Code::NotFound => "The booking was not found.",
        Code::Conflict => "Somebody else changed this at the same moment. Please try again.",
        Code::RateLimited => "Too many requests. Please wait 42 seconds and try again.",
        Code::InternalError => "Something went wrong on our side. Please try again.",
        Code::ProviderNotFound => "Provider not found",
        Code::InvalidCallbackUrl => "callbackURL must be a path or lead to this app",
        Code::BookingSlotUnavailable => "That time is not free. Please choose another one.",
        other => meaning(other),
    }
}
