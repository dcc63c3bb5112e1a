//! Authorization: the whole table, and every endpoint called without a session and with each of the six roles.

use std::collections::BTreeSet;

use http::Method;
use parlour_http::Access;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::{Client, TestSalon};
use parlour_values::role::Role;

/// App, who, method, path. Written from the contract, not from the code.
const TABLE: &str = "
customer public       PAGE   /
customer public       PAGE   /services
customer public       PAGE   /services/{slug}
customer public       PAGE   /book
customer public       PAGE   /team
customer public       PAGE   /privacy
customer public       PAGE   /welcome
customer public       PAGE   /sign-in
customer public       PAGE   /offline
customer public       PAGE   /unsubscribe/{token}
customer public       PAGE   /m
customer public       PAGE   /manifest.webmanifest
customer public       PAGE   /sw.js
customer public       PAGE   /robots.txt
customer public       PAGE   /sitemap.xml
customer public       PAGE   /docs
customer public       PAGE   /openapi.json
customer public       PAGE   /api
customer public       PAGE   /assets/{name}
customer public       PAGE   /pictures/{name}
customer customer     PAGE   /onboarding
customer customer     PAGE   /bookings
customer customer     PAGE   /bookings/{id}
customer customer     PAGE   /gems
customer customer     PAGE   /membership
customer customer     PAGE   /waitlist
customer customer     PAGE   /notifications
customer customer     PAGE   /profile
customer public       GET    /api/services
customer public       GET    /api/services/{slug}
customer public       GET    /api/availability
customer public       GET    /api/offers
customer public       GET    /api/branches
customer public       GET    /api/branding
customer public       GET    /api/push/key
customer public       GET    /api/health
customer public       GET    /api/openapi.json
customer public       POST   /api/leads
customer public       GET    /api/unsubscribe/{token}
customer public       POST   /api/unsubscribe/{token}
customer public       GET    /api/webhooks/whatsapp
customer public       POST   /api/webhooks/whatsapp
customer public       GET    /api/links/{token}
customer public       POST   /api/links/{token}/cancel
customer public       POST   /api/links/{token}/reschedule
customer public       POST   /api/links/{token}/accept
customer public       POST   /api/links/{token}/decline
customer public       GET    /api/links/{token}/calendar.ics
customer public       GET    /api/links/{token}/invoice/pdf
customer public       GET    /api/calendars/{address}
customer public       POST   /mcp
customer customer     GET    /api/onboarding
customer customer     POST   /api/onboarding/complete
customer customer     GET    /api/profile
customer customer     GET    /api/profile/consents
customer customer     GET    /api/profile/export
customer customer     PATCH  /api/profile
customer customer     POST   /api/profile/calendar
customer customer     DELETE /api/profile/calendar
customer customer     POST   /api/profile/erasure
customer customer     DELETE /api/profile/erasure
customer customer     GET    /api/bookings
customer customer     POST   /api/bookings
customer customer     GET    /api/bookings/{id}
customer customer     POST   /api/bookings/{id}/cancel
customer customer     POST   /api/bookings/{id}/reschedule
customer customer     GET    /api/bookings/{id}/calendar.ics
customer customer     GET    /api/waitlist
customer customer     POST   /api/waitlist
customer customer     DELETE /api/waitlist/{id}
customer customer     POST   /api/waitlist/{id}/accept
customer customer     POST   /api/waitlist/{id}/decline
customer customer     GET    /api/bookings/{id}/invoice
customer customer     GET    /api/bookings/{id}/invoice/pdf
customer customer     GET    /api/gems
customer customer     GET    /api/membership
customer customer     GET    /api/notifications
customer customer     PATCH  /api/notifications
customer customer     POST   /api/push/subscribe
customer customer     DELETE /api/push/subscribe
customer customer     POST   /api/ably/token
admin    public       PAGE   /sign-in
admin    public       PAGE   /offline
admin    public       PAGE   /manifest.webmanifest
admin    public       PAGE   /sw.js
admin    public       PAGE   /docs
admin    public       PAGE   /openapi.json
admin    public       PAGE   /api
admin    public       PAGE   /assets/{name}
admin    public       PAGE   /pictures/{name}
admin    staff        PAGE   /
admin    staff        PAGE   /me
admin    staff        PAGE   /search
admin    staff        PAGE   /notifications
admin    receptionist PAGE   /bookings
admin    receptionist PAGE   /bookings/new
admin    receptionist PAGE   /bookings/{id}
admin    receptionist PAGE   /bookings/{id}/checkout
admin    receptionist PAGE   /waitlist
admin    receptionist PAGE   /sales/new
admin    receptionist PAGE   /customers
admin    receptionist PAGE   /customers/new
admin    receptionist PAGE   /customers/{id}
admin    receptionist PAGE   /leads
admin    receptionist PAGE   /leads/{id}
admin    receptionist PAGE   /memberships
admin    receptionist PAGE   /memberships/{id}
admin    receptionist PAGE   /billing
admin    receptionist PAGE   /billing/{id}
admin    receptionist PAGE   /drawer
admin    receptionist PAGE   /products
admin    manager      PAGE   /products/new
admin    receptionist PAGE   /products/{id}
admin    manager      PAGE   /schedule
admin    manager      PAGE   /services
admin    manager      PAGE   /services/new
admin    manager      PAGE   /services/categories
admin    manager      PAGE   /services/{id}
admin    manager      PAGE   /offers
admin    manager      PAGE   /offers/new
admin    manager      PAGE   /offers/{id}
admin    manager      PAGE   /staff
admin    manager      PAGE   /staff/new
admin    manager      PAGE   /staff/{id}
admin    manager      PAGE   /reports
admin    manager      PAGE   /pay
admin    manager      PAGE   /pay/{staffId}
admin    owner        PAGE   /branches
admin    owner        PAGE   /branches/new
admin    owner        PAGE   /branches/{id}
admin    owner        PAGE   /users
admin    owner        PAGE   /users/{id}
admin    owner        PAGE   /branding
admin    owner        PAGE   /messages
admin    owner        PAGE   /messages/{kind}/{language}
admin    developer    PAGE   /integrations
admin    developer    PAGE   /logs
admin    developer    PAGE   /tokens
admin    manager      PAGE   /import
admin    owner        PAGE   /exports
admin    developer    PAGE   /webhooks
admin    developer    PAGE   /webhooks/{id}
admin    public       GET    /api/openapi.json
admin    public       GET    /api/branding
admin    public       GET    /api/push/key
admin    staff        GET    /api/me
admin    staff        GET    /api/me/schedule
admin    staff        GET    /api/me/earnings
admin    staff        POST   /mcp
admin    staff        POST   /api/me/calendar
admin    staff        DELETE /api/me/calendar
admin    staff        GET    /api/me/leave
admin    staff        POST   /api/me/leave
admin    staff        DELETE /api/me/leave/{id}
admin    staff        GET    /api/notifications
admin    staff        PATCH  /api/notifications
admin    staff        POST   /api/push/subscribe
admin    staff        DELETE /api/push/subscribe
admin    staff        POST   /api/ably/token
admin    manager      PUT    /api/me/pin
admin    receptionist POST   /api/repeats
admin    receptionist GET    /api/repeats/{id}
admin    receptionist PATCH  /api/repeats/{id}
admin    receptionist DELETE /api/repeats/{id}
admin    receptionist GET    /api/lookups
admin    receptionist GET    /api/waitlist
admin    receptionist POST   /api/waitlist/{id}/offer
admin    receptionist DELETE /api/waitlist/{id}
admin    receptionist GET    /api/bookings
admin    receptionist POST   /api/bookings
admin    receptionist GET    /api/bookings/{id}
admin    receptionist PATCH  /api/bookings/{id}
admin    receptionist GET    /api/bookings/{id}/bill
admin    receptionist PUT    /api/bookings/{id}/bill
admin    receptionist DELETE /api/bookings/{id}/bill
admin    receptionist POST   /api/bookings/{id}/bill/approve
admin    receptionist POST   /api/bookings/{id}/complete
admin    receptionist POST   /api/bookings/{id}/noshow
admin    receptionist POST   /api/bookings/{id}/undo-noshow
admin    receptionist POST   /api/bookings/{id}/checkin
admin    receptionist POST   /api/bookings/{id}/undo-checkin
admin    receptionist POST   /api/bookings/{id}/reschedule
admin    receptionist POST   /api/bookings/{id}/link
admin    receptionist POST   /api/bookings/{id}/cancel
admin    receptionist GET    /api/customers
admin    receptionist POST   /api/customers
admin    receptionist PATCH  /api/customers/{id}/profile
admin    receptionist GET    /api/customers/{id}
admin    manager      PATCH  /api/customers/{id}
admin    receptionist POST   /api/customers/{id}/notes
admin    receptionist POST   /api/customers/{id}/tags
admin    receptionist DELETE /api/customers/{id}/tags/{tagId}
admin    manager      POST   /api/customers/{id}/merge
admin    owner        POST   /api/customers/{id}/erasure
admin    owner        DELETE /api/customers/{id}/erasure
admin    receptionist GET    /api/tags
admin    manager      POST   /api/tags
admin    receptionist GET    /api/leads
admin    receptionist POST   /api/leads
admin    receptionist GET    /api/leads/{id}
admin    receptionist PATCH  /api/leads/{id}
admin    receptionist POST   /api/leads/{id}/notes
admin    receptionist GET    /api/membership-tiers
admin    manager      POST   /api/membership-tiers
admin    manager      PATCH  /api/membership-tiers/{id}
admin    manager      DELETE /api/membership-tiers/{id}
admin    receptionist GET    /api/memberships
admin    receptionist POST   /api/memberships
admin    receptionist GET    /api/memberships/{id}
admin    receptionist POST   /api/memberships/{id}/sessions
admin    manager      POST   /api/memberships/{id}/cancel
admin    manager      GET    /api/offers
admin    manager      POST   /api/offers
admin    manager      GET    /api/offers/{id}
admin    manager      PATCH  /api/offers/{id}
admin    receptionist GET    /api/products
admin    manager      POST   /api/products
admin    receptionist GET    /api/products/{id}
admin    manager      PATCH  /api/products/{id}
admin    manager      DELETE /api/products/{id}
admin    manager      GET    /api/products/{id}/movements
admin    manager      POST   /api/products/{id}/movements
admin    manager      GET    /api/services
admin    manager      POST   /api/services
admin    manager      PUT    /api/services/order
admin    manager      GET    /api/services/{id}
admin    manager      PATCH  /api/services/{id}
admin    manager      DELETE /api/services/{id}
admin    manager      GET    /api/services/categories
admin    manager      POST   /api/services/categories
admin    manager      PATCH  /api/services/categories/{id}
admin    manager      DELETE /api/services/categories/{id}
admin    manager      GET    /api/staff
admin    manager      POST   /api/staff
admin    manager      GET    /api/staff/{id}
admin    manager      PATCH  /api/staff/{id}
admin    manager      POST   /api/staff/{id}/deactivate
admin    manager      GET    /api/staff/{id}/commission
admin    manager      PUT    /api/staff/{id}/commission
admin    manager      GET    /api/pay
admin    manager      GET    /api/pay/{staffId}
admin    manager      POST   /api/pay/{month}/adjustments
admin    owner        POST   /api/pay/{month}/close
admin    receptionist GET    /api/resources
admin    manager      POST   /api/resources
admin    manager      PATCH  /api/resources/{id}
admin    manager      DELETE /api/resources/{id}
admin    manager      GET    /api/schedule
admin    manager      PUT    /api/schedule/staff/{id}/weekly
admin    manager      PUT    /api/schedule/staff/{id}/days/{date}
admin    manager      DELETE /api/schedule/staff/{id}/days/{date}
admin    manager      GET    /api/schedule/blocks
admin    manager      POST   /api/schedule/blocks
admin    manager      DELETE /api/schedule/blocks/{id}
admin    manager      GET    /api/schedule/closures
admin    manager      POST   /api/schedule/closures
admin    manager      DELETE /api/schedule/closures/{id}
admin    manager      GET    /api/schedule/leave
admin    manager      POST   /api/schedule/leave/{id}/approve
admin    manager      POST   /api/schedule/leave/{id}/reject
admin    manager      POST   /api/schedule/leave/{id}/revoke
admin    receptionist GET    /api/billing/invoices
admin    receptionist GET    /api/billing/invoices/{id}
admin    receptionist GET    /api/billing/invoices/{id}/pdf
admin    receptionist POST   /api/billing/invoices/{id}/send
admin    receptionist POST   /api/billing/invoices/{id}/payments
admin    manager      POST   /api/billing/invoices/{id}/void
admin    manager      POST   /api/billing/invoices/{id}/credit-notes
admin    receptionist GET    /api/billing/invoices/{id}/credit-notes/{noteId}/pdf
admin    receptionist GET    /api/billing/dues
admin    receptionist GET    /api/billing/day
admin    receptionist POST   /api/sales
admin    receptionist GET    /api/billing/upi
admin    receptionist GET    /api/drawer
admin    receptionist POST   /api/drawer/open
admin    receptionist GET    /api/drawer/movements
admin    receptionist POST   /api/drawer/movements
admin    receptionist POST   /api/drawer/close
admin    manager      GET    /api/drawer/history
admin    owner        GET    /api/exports/{list}
admin    manager      POST   /api/imports/customers
admin    manager      POST   /api/imports/services
admin    manager      POST   /api/imports/products
admin    manager      POST   /api/imports/memberships
admin    manager      POST   /api/imports/staff
admin    manager      GET    /api/reports/sales
admin    manager      GET    /api/reports/gst
admin    manager      GET    /api/reports/gstr1
admin    manager      GET    /api/reports/bookings
admin    manager      GET    /api/reports/staff
admin    manager      GET    /api/reports/customers
admin    manager      GET    /api/reports/memberships
admin    manager      GET    /api/reports/gems
admin    manager      GET    /api/reports/leads
admin    manager      GET    /api/reports/products
admin    manager      POST   /api/pictures
admin    owner        GET    /api/users
admin    owner        GET    /api/users/{id}
admin    owner        PATCH  /api/users/{id}
admin    owner        DELETE /api/users/{id}/identities
admin    owner        DELETE /api/users/{id}/sessions
admin    owner        GET    /api/users/invites
admin    owner        POST   /api/users/invites
admin    owner        DELETE /api/users/invites/{id}
admin    owner        GET    /api/branches
admin    owner        POST   /api/branches
admin    owner        GET    /api/branches/{id}
admin    owner        PATCH  /api/branches/{id}
admin    owner        GET    /api/branches/{id}/settings
admin    owner        PATCH  /api/branches/{id}/settings
admin    owner        PATCH  /api/branding
admin    owner        GET    /api/message-templates
admin    owner        GET    /api/message-templates/{kind}/{language}
admin    owner        PUT    /api/message-templates/{kind}/{language}
admin    developer    GET    /api/events
admin    developer    GET    /api/integrations
admin    developer    POST   /api/integrations/{key}/test
admin    developer    GET    /api/webhooks
admin    developer    POST   /api/webhooks
admin    developer    PATCH  /api/webhooks/{id}
admin    developer    DELETE /api/webhooks/{id}
admin    developer    POST   /api/webhooks/{id}/rotate
admin    developer    POST   /api/webhooks/{id}/test
admin    developer    GET    /api/webhooks/{id}/deliveries
admin    developer    POST   /api/webhooks/{id}/deliveries/{deliveryId}/redeliver
admin    developer    POST   /api/webhooks/{id}/replay
admin    developer    GET    /api/tokens
admin    developer    POST   /api/tokens
admin    developer    DELETE /api/tokens/{id}
admin    owner        GET    /api/logs/access
admin    developer    GET    /api/logs/audit
admin    developer    GET    /api/logs/audit/verify
admin    developer    GET    /api/logs/jobs
admin    developer    GET    /api/logs/notifications
";

/// The sign-in routes, on both apps. They do not use the envelope.
const IDENTITY: &str = "
POST /api/auth/sign-in/social
GET  /api/auth/callback/{provider}
GET  /api/auth/get-session
POST /api/auth/sign-out
GET  /api/auth/list-sessions
POST /api/auth/revoke-session
POST /api/auth/revoke-sessions
POST /api/auth/revoke-other-sessions
GET  /api/auth/ok
GET  /api/auth/error
";

const JOBS: [&str; 19] = [
    "appointment-reminders",
    "membership-expiry",
    "birthday-emails",
    "lead-followups",
    "gems-expiry-reminder",
    "membership-usage-nudges",
    "daily-sales-report",
    "weekly-report",
    "nightly-sales-summary",
    "membership-auto-expire",
    "offer-auto-expire",
    "gems-auto-expire",
    "session-cleanup",
    "monthly-gst-summary",
    "post-service-followup",
    "stale-booking-alert",
    "noshow-check",
    "membership-expired-notice",
    "invoice-pdf",
];

fn expected() -> BTreeSet<(String, String, String, String)> {
    let mut rows = BTreeSet::new();
    for line in TABLE.lines().filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        rows.insert((words[0].to_owned(), words[1].to_owned(), words[2].to_owned(), words[3].to_owned()));
    }
    for line in IDENTITY.lines().filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        for app in ["customer", "admin"] {
            rows.insert((app.to_owned(), "identity".to_owned(), words[0].to_owned(), words[1].to_owned()));
        }
    }
    for job in JOBS {
        rows.insert(("admin".to_owned(), "machine".to_owned(), "POST".to_owned(), format!("/api/jobs/{job}")));
    }
    rows
}

#[test]
fn every_route_has_the_access_the_contract_gives_it() {
    let mut served = BTreeSet::new();
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        let pages = routes.pages().map(|route| ("PAGE".to_owned(), route));
        for (method, route) in routes.list().map(|route| (route.method.to_string(), route)).chain(pages) {
            let access = match route.spec.access {
                Access::Public => "public".to_owned(),
                Access::Identity => "identity".to_owned(),
                Access::Machine => "machine".to_owned(),
                Access::Role(role) => role.to_string(),
            };
            served.insert((app.to_string(), access, method, route.path.to_owned()));
        }
    }
    let expected = expected();
    let missing: Vec<_> = expected.difference(&served).collect();
    let surplus: Vec<_> = served.difference(&expected).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "not served as the table says: {missing:#?}\nnot in the table: {surplus:#?}"
    );
}

/// The path with every parameter set to an id that does not exist.
fn filled(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "unknown" } else { part }).collect::<Vec<_>>().join("/")
}

fn body_of(method: &Method) -> Option<String> {
    (*method != Method::GET).then(|| "{}".to_owned())
}

#[tokio::test]
async fn every_endpoint_refuses_callers_without_a_session_and_every_role_below_its_own_and_no_role_above() {
    let salon = TestSalon::open().await;
    for app in [App::Customer, App::Admin] {
        let mut callers: Vec<(Role, Client<'_>)> = Vec::new();
        for role in Role::ALL {
            let user = salon.user(role.as_str(), *role).await;
            callers.push((*role, salon.signed_in(&user, app).await));
        }
        for route in gateway::routes(app).list() {
            let Access::Role(minimum) = route.spec.access else { continue };
            let (method, path, name) =
                (&route.method, filled(route.path), format!("{app} {} {}", route.method, route.path));
            let nobody = salon.anyone(app).send(method.clone(), &path, body_of(method)).await;
            nobody.refused(401, "UNAUTHENTICATED");
            // No session is let in, whatever its role (`agents.rs`).
            if route.spec.programs_only {
                continue;
            }
            for (role, caller) in &callers {
                let reply = caller.send(method.clone(), &path, body_of(method)).await;
                let refused_by_role = reply.status == 403
                    && reply.json()["error"]["message"]
                        .as_str()
                        .is_some_and(|message| message.starts_with("This needs the role"));
                assert_eq!(
                    refused_by_role,
                    !role.satisfies(minimum),
                    "{name} as {role}: {} {}",
                    reply.status,
                    reply.json()
                );
                assert!(reply.status != 401, "{name} as {role}: {}", reply.json());
                assert!(
                    reply.status.as_u16() < 500 || reply.status == 503,
                    "{name} as {role}: {} {}",
                    reply.status,
                    reply.json()
                );
            }
        }
    }
}

#[tokio::test]
async fn a_session_of_one_app_is_no_session_on_the_other() {
    let salon = TestSalon::open().await;
    let owner = salon.user("Omi", Role::Owner).await;
    let on_customer_app = salon.signed_in(&owner, App::Customer).await;
    let cookie = on_customer_app.cookie.clone().unwrap().replace("parlour.session", "parlour.admin.session");
    let mut carried = salon.anyone(App::Admin);
    carried.cookie = Some(cookie);
    carried.get("/api/branches").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_write_from_another_site_is_refused_and_a_script_passes() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let lead = || serde_json::json!({ "name": "Ravi", "phone": "9811111111" });
    let from = |origin: &str| desk.clone().with_header("origin", origin);
    from("https://evil.example.test").post("/api/leads", lead()).await.refused(403, "FORBIDDEN");
    from("null").post("/api/leads", lead()).await.refused(403, "FORBIDDEN");
    desk.clone().with_header("sec-fetch-site", "cross-site").post("/api/leads", lead()).await.refused(403, "FORBIDDEN");
    from("http://localhost:3001").post("/api/leads", lead()).await.created();
    desk.post("/api/leads", lead()).await.created();
    // A read passes, and the other site cannot see the response: it gets no CORS header.
    let read = from("https://evil.example.test").get("/api/leads").await;
    read.ok();
    assert_eq!(read.header("access-control-allow-origin"), None);
    assert_eq!(
        from("http://localhost:3001").get("/api/leads").await.header("access-control-allow-origin"),
        Some("http://localhost:3001")
    );
}

#[tokio::test]
async fn a_script_of_an_own_origin_may_read_the_headers_that_say_how_to_go_on() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await.with_header("origin", "http://localhost:3001");
    let exported = owner.get("/api/exports/products").await;
    let exposed = exported.header("access-control-expose-headers").unwrap();
    let exposed: Vec<&str> = exposed.split(',').map(str::trim).collect();
    for header in ["x-next-cursor", "content-disposition", "retry-after", "dry-run", "x-request-id"] {
        assert!(exposed.contains(&header), "{header}: {exposed:?}");
    }
}
