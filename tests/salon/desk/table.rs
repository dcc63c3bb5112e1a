//! The table of the desk's pages: each route with a sample address and the lowest role that may see it. It drives the
//! tests of roles, headers, links and texts. Everything that people write is hostile here.

use std::collections::BTreeSet;

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_local::gateway;
use parlour_money::invoices::{CreditNote, Invoice};
use parlour_money::memberships::{ActiveMembership, Membership, Tier};
use parlour_money::products::Product;
use parlour_people::leads::Lead;
use parlour_people::staff::StaffMember;
use parlour_platform::notifications::{ChannelState, DeliveryLog};
use parlour_platform::operations::{Integration, JobRun, RunOutcome};
use parlour_senders::NotificationType;
use parlour_senders::document::storage_key;
use parlour_settings::App;
use parlour_setup::branding::Branding;
use parlour_storage::outbox::IntegrationKey;
use parlour_storage::table::keys;
use parlour_tests::{Client, Reply, Shop, TestSalon};
use parlour_values::payment::PaymentMethod;
use parlour_values::role::Role;
use serde_json::{Value, json};

use crate::site::table::{HOSTILE, as_browser, hostile_shop, notify, offered_wish, text, wish};

/// Route, sample, the lowest role that may see it; anybody where there is none.
pub type Sample = (&'static str, String, Option<Role>);

/// A salon whose every text is hostile, with something on every page, and somebody of each role.
pub struct Desk<'a> {
    pub shop: Shop,
    /// In the order of their roles.
    people: Vec<(Role, Client<'a>)>,
    pub customer: Client<'a>,
    /// Confirmed, today.
    pub booking: Booking,
    /// Checked in just now.
    arrived: Booking,
    /// Marked as a no-show just now.
    missed: Booking,
    /// The first of several.
    repeated: String,
    pub lead: Lead,
    pub membership: Membership,
    pub offer: String,
    pub product: String,
    pub invoice: String,
    pub user: String,
    pub webhook: String,
}

impl<'a> Desk<'a> {
    pub async fn open(salon: &'a TestSalon) -> Self {
        let shop = hostile_shop(salon).await;
        salon
            .put(&Branding { name: HOSTILE.to_owned(), tagline: Some(HOSTILE.to_owned()), ..Branding::default() })
            .await;
        let mut people = Vec::new();
        for role in Role::ALL {
            let user = salon.user(HOSTILE, *role).await;
            notify(salon, &user.id).await;
            people.push((*role, as_browser(salon.signed_in(&user, App::Admin).await)));
        }
        let shop = staffed_by(salon, shop, &people).await;
        let customer = salon.customer(HOSTILE).await;
        let (booking, [arrived, missed], invoice) =
            visits(salon, &shop, &customer, client(&people, Role::Manager)).await;
        let repeated = repeated(&shop, &customer, client(&people, Role::Manager)).await;
        let lead = lead(salon, client(&people, Role::Manager)).await;
        let membership = member(salon, &customer).await;
        let offers = client(&people, Role::Manager).get("/api/offers").await.ok();
        let offer = offers["offers"][0]["id"].as_str().unwrap().to_owned();
        let product = product(client(&people, Role::Manager), &shop).await;
        plans(client(&people, Role::Staff), client(&people, Role::Manager), &shop).await;
        drawers(client(&people, Role::Manager), &shop).await;
        let invite = json!({ "email": "new@example.test", "role": "staff" });
        client(&people, Role::Owner).post("/api/users/invites", invite).await.created();
        inside(salon, &customer).await;
        let token = json!({ "name": HOSTILE.chars().take(80).collect::<String>(), "role": "staff" });
        client(&people, Role::Developer).post("/api/tokens", token).await.created();
        let user = client(&people, Role::Staff).id().to_string();
        let template = json!({ "whatsappName": "confirmed", "whatsappLanguage": "en", "text": HOSTILE.replace(['{', '}', '₹'], "") });
        client(&people, Role::Owner).put("/api/message-templates/booking_confirmed/en", template).await.ok();
        let webhook = json!({ "url": "http://127.0.0.1:9/<script>", "description": HOSTILE });
        let webhook = client(&people, Role::Developer).post("/api/webhooks", webhook).await.created();
        let webhook = webhook["webhook"]["id"].as_str().unwrap().to_owned();
        salon.put(&wish(salon, &shop, &customer.id())).await;
        salon.put(&offered_wish(salon, &shop, &customer.id())).await;
        salon.seal().await;
        salon.webhook_delivery(&webhook).await;
        Self {
            shop,
            people,
            customer,
            booking,
            arrived,
            missed,
            repeated,
            lead,
            membership,
            offer,
            product,
            invoice,
            user,
            webhook,
        }
    }

    /// Somebody with this role, with a browser.
    pub fn person(&self, role: Role) -> &Client<'a> {
        client(&self.people, role)
    }

    /// A bill that somebody has edited, and that takes off more than the desk may.
    pub fn edited_bill(&self) -> String {
        format!("/bookings/{}/checkout", self.arrived.id)
    }

    /// Every page.
    pub fn samples(&self) -> Vec<Sample> {
        let of = |route: &'static str, role: Role| (route, route.to_owned(), Some(role));
        let one = |route: &'static str, address: String, role: Role| (route, address, Some(role));
        let open = |route: &'static str| (route, route.to_owned(), None);
        let mut samples = vec![
            // the day
            one("/", format!("/?branch={}", self.shop.open.id), Role::Staff),
            of("/bookings", Role::Receptionist),
            of("/bookings/new", Role::Receptionist),
            one("/bookings/{id}", format!("/bookings/{}", self.booking.id), Role::Receptionist),
            one("/bookings/{id}", format!("/bookings/{}", self.arrived.id), Role::Receptionist),
            one("/bookings/{id}", format!("/bookings/{}", self.missed.id), Role::Receptionist),
            one("/waitlist", format!("/waitlist?branchId={}", self.shop.staffed.id), Role::Receptionist),
            one("/bookings/{id}", format!("/bookings/{}", self.repeated), Role::Receptionist),
            // customers and money
            one("/bookings/{id}/checkout", format!("/bookings/{}/checkout", self.booking.id), Role::Receptionist),
            one("/bookings/{id}/checkout", self.edited_bill(), Role::Receptionist),
            of("/sales/new", Role::Receptionist),
            of("/customers", Role::Receptionist),
            of("/customers/new", Role::Receptionist),
            one("/customers/{id}", format!("/customers/{}", self.customer.id()), Role::Receptionist),
            of("/leads", Role::Receptionist),
            one("/leads/{id}", format!("/leads/{}", self.lead.id), Role::Receptionist),
            of("/memberships", Role::Receptionist),
            one("/memberships/{id}", format!("/memberships/{}", self.membership.id), Role::Receptionist),
            of("/billing", Role::Receptionist),
            one("/billing/{id}", format!("/billing/{}", self.invoice), Role::Receptionist),
            of("/drawer", Role::Receptionist),
            one("/drawer", format!("/drawer?branchId={}", self.shop.staffed.id), Role::Receptionist),
            // the salon's set-up
            of("/schedule", Role::Manager),
            of("/services", Role::Manager),
            of("/services/new", Role::Manager),
            of("/services/categories", Role::Manager),
            one("/services/{id}", format!("/services/{}", self.shop.cut.id), Role::Manager),
            of("/offers", Role::Manager),
            of("/offers/new", Role::Manager),
            one("/offers/{id}", format!("/offers/{}", self.offer), Role::Manager),
            of("/products", Role::Receptionist),
            of("/products/new", Role::Manager),
            one("/products/{id}", format!("/products/{}", self.product), Role::Receptionist),
            of("/staff", Role::Manager),
            of("/staff/new", Role::Manager),
            one("/staff/{id}", format!("/staff/{}", self.shop.meera.id), Role::Manager),
            of("/branches", Role::Owner),
            of("/branches/new", Role::Owner),
            one("/branches/{id}", format!("/branches/{}", self.shop.open.id), Role::Owner),
            of("/users", Role::Owner),
            one("/users/{id}", format!("/users/{}", self.user), Role::Owner),
            of("/me", Role::Staff),
            // numbers and the inside
            of("/pay", Role::Manager),
            one("/pay", "/pay?month=2026-10".to_owned(), Role::Manager),
            one("/pay/{staffId}", format!("/pay/{}", self.shop.meera.id), Role::Manager),
            of("/notifications", Role::Staff),
            of("/integrations", Role::Developer),
            of("/webhooks", Role::Developer),
            one("/webhooks/{id}", format!("/webhooks/{}", self.webhook), Role::Developer),
            of("/tokens", Role::Developer),
            of("/import", Role::Manager),
            of("/exports", Role::Owner),
            of("/branding", Role::Owner),
            of("/messages", Role::Owner),
            one("/messages/{kind}/{language}", "/messages/booking_confirmed/en".to_owned(), Role::Owner),
            one("/messages/{kind}/{language}", "/messages/dues/hi".to_owned(), Role::Owner),
            // everybody
            one("/search", "/search?q=script".to_owned(), Role::Staff),
            one("/search", format!("/search?q={}", self.booking.number), Role::Staff),
            open("/sign-in"),
            open("/offline"),
        ];
        for report in ["sales", "bookings", "people", "customers", "memberships", "gems", "leads", "products", "gst"] {
            samples.push(one("/reports", format!("/reports?report={report}"), Role::Manager));
        }
        samples.push(one("/reports", "/reports?report=sales&groupBy=service&from=&to=".to_owned(), Role::Manager));
        for log in ["audit", "jobs", "notifications"] {
            samples.push(one("/logs", format!("/logs?log={log}"), Role::Developer));
        }
        samples
    }

    /// Every page with its answer, as somebody who may see everything gets it.
    pub async fn answers(&self) -> Vec<(Sample, Reply)> {
        let mut answers = Vec::new();
        for sample in self.samples() {
            let reply = self.person(Role::Developer).get(&sample.1).await;
            assert_eq!(reply.status.as_u16(), 200, "{}: {}", sample.1, text(&reply));
            answers.push((sample, reply));
        }
        answers
    }
}

fn client<'p, 'a>(people: &'p [(Role, Client<'a>)], role: Role) -> &'p Client<'a> {
    &people.iter().find(|(of, _)| *of == role).unwrap().1
}

/// The one who works here is called something hostile, and signs in.
async fn staffed_by(salon: &TestSalon, shop: Shop, people: &[(Role, Client<'_>)]) -> Shop {
    let meera = StaffMember {
        user_id: Some(client(people, Role::Staff).id()),
        name: HOSTILE.to_owned(),
        display_name: HOSTILE.to_owned(),
        ..shop.meera.clone()
    };
    salon.put(&meera).await;
    Shop { meera, ..shop }
}

/// With stock at both branches, and what moved it.
async fn product(manager: &Client<'_>, shop: &Shop) -> String {
    let hostile: String = HOSTILE.chars().take(80).collect();
    let product = json!({
        "name": hostile, "brand": hostile, "barcode": "<script>alert(1)</script>", "hsnCode": "3305", "gstRateBps": 500,
        "pricePaise": 39_900, "reorderAt": 4,
    });
    let product = manager.post("/api/products", product).await.created()["product"]["id"].as_str().unwrap().to_owned();
    let movements = format!("/api/products/{product}/movements");
    let received = json!({ "branchId": shop.open.id, "kind": "received", "quantity": 6, "note": hostile });
    manager.post(&movements, received).await.created();
    let sent = json!({ "branchId": shop.open.id, "kind": "transferred", "quantity": 2, "toBranchId": shop.staffed.id });
    manager.post(&movements, sent).await.created();
    product
}

/// Visits in several states, and a bill: the confirmed one, the one that has begun, and the invoice's id.
async fn visits(
    salon: &TestSalon,
    shop: &Shop,
    customer: &Client<'_>,
    manager: &Client<'_>,
) -> (Booking, [Booking; 2], String) {
    let user = customer.user.clone().unwrap();
    let tag =
        json!({ "name": HOSTILE.chars().take(40).collect::<String>(), "color": "#AA00CC", "description": HOSTILE });
    let tag: Value = manager.post("/api/tags", tag).await.created()["tag"].clone();
    let tag = tag["id"].as_str().unwrap().into();
    manager.post("/api/tags", json!({ "name": "Not theirs", "color": "#AA00CC" })).await.created();
    salon.listed_with(&user, None, vec![tag], |profile| profile.is_onboarded = true).await;
    for kind in ["note", "formula"] {
        let note = json!({ "content": HOSTILE, "kind": kind, "pinned": true });
        manager.post(&format!("/api/customers/{}/notes", user.id), note).await.created();
    }
    let known = json!({ "alerts": HOSTILE, "legalName": HOSTILE, "preferredStaffId": shop.meera.id });
    manager.patch(&format!("/api/customers/{}/profile", user.id), known).await.ok();
    salon.give_gems(&user.id, 30).await;
    for (start, status) in
        [("12:00", BookingStatus::Pending), ("14:00", BookingStatus::NoShow), ("15:00", BookingStatus::Cancelled)]
    {
        let booking = salon.booked(shop, &user, "2026-11-16", start, status).await;
        salon.put(&Booking { notes: Some(HOSTILE.to_owned()), ..booking }).await;
    }
    let paid = salon.confirmed(shop, customer, &[&shop.cut]).await;
    let pay = json!({ "paymentMethod": "upi" });
    manager.post(&format!("/api/bookings/{}/complete", paid.id), pay).await.ok();
    let paid = salon.stored::<Booking>(&keys::booking(&paid.id)).await.unwrap();
    let invoice = salon.stored::<Invoice>(&keys::invoice(paid.invoice_id.as_ref().unwrap())).await.unwrap().record;
    let back = json!({ "amountPaise": 100, "reason": HOSTILE, "refundMethod": "cash" });
    let back = manager.post(&format!("/api/billing/invoices/{}/credit-notes", invoice.id), back).await.created();
    let back = keys::credit_note(&invoice.id, &back["creditNote"]["id"].as_str().unwrap().into());
    let back = salon.stored::<CreditNote>(&back).await.unwrap().record;
    salon.put(&CreditNote { pdf_key: Some("credit-notes/1.pdf".to_owned()), ..back }).await;
    // As it was before: an invoice can be voided only while nothing has been given back.
    let printed = |invoice: &mut Invoice| invoice.pdf_key = storage_key(&invoice.id);
    salon.left_due(&invoice, &[(PaymentMethod::Upi, 20_000)], printed).await;
    let arrived = salon.booked(shop, &user, "2026-11-16", "10:00", BookingStatus::InProgress).await;
    let arrived = Booking { checked_in_at: Some(salon.salon.clock.now()), ..arrived };
    salon.put(&arrived).await;
    salon.put(&Product { name: format!("Shampoo {HOSTILE}"), ..Product::sample("shampoo") }).await;
    let discount = json!({ "percentBps": 5_000, "reason": HOSTILE });
    let tips = json!([{ "staffId": shop.meera.id, "amountPaise": 5_000 }]);
    let lines = json!([{ "serviceId": shop.cut.id }, { "productId": "shampoo" }]);
    let edit = json!({ "version": 0, "lines": lines, "discount": discount, "tips": tips });
    manager.put(&format!("/api/bookings/{}/bill", arrived.id), edit).await.ok();
    let booking = salon.booked(shop, &user, "2026-11-16", "17:00", BookingStatus::Confirmed).await;
    let booking = Booking { notes: Some(HOSTILE.to_owned()), ..booking };
    salon.put(&booking).await;
    let missed = salon.booked(shop, &user, "2026-11-16", "16:00", BookingStatus::NoShow).await;
    (booking, [arrived, missed], invoice.id.to_string())
}

/// One that is open, and at another branch one that was closed.
async fn drawers(manager: &Client<'_>, shop: &Shop) {
    for branch in [&shop.open.id, &shop.staffed.id] {
        let opening = json!({ "branchId": branch, "openingPaise": 200_000, "note": HOSTILE });
        manager.post("/api/drawer/open", opening).await.created();
        let movement = json!({ "branchId": branch, "kind": "out", "amountPaise": 5_000, "note": HOSTILE });
        manager.post("/api/drawer/movements", movement).await.created();
    }
    let count = json!({ "branchId": shop.staffed.id, "countedPaise": 150_000, "note": HOSTILE });
    manager.post("/api/drawer/close", count).await.ok();
}

/// Appointments that repeat, beyond the days of everything else.
async fn repeated(shop: &Shop, customer: &Client<'_>, manager: &Client<'_>) -> String {
    let repeat = json!({
        "customerId": customer.id(), "branchId": shop.open.id, "serviceType": "salon", "firstDate": "2027-03-01",
        "services": [{ "serviceId": shop.cut.id, "staffId": shop.meera.id }], "startTime": "16:00", "everyWeeks": 4,
        "count": 2,
    });
    let made = manager.post("/api/repeats", repeat).await.created();
    made["repeat"]["occurrences"][0]["bookingId"].as_str().unwrap().to_owned()
}

async fn lead(salon: &TestSalon, manager: &Client<'_>) -> Lead {
    let lead = salon.lead(HOSTILE, None, None).await;
    salon.put(&Lead { source: HOSTILE.to_owned(), ..lead.clone() }).await;
    manager.post(&format!("/api/leads/{}/notes", lead.id), json!({ "content": HOSTILE })).await.created();
    lead
}

async fn member(salon: &TestSalon, customer: &Client<'_>) -> Membership {
    let tiers = salon.tier("Silver").await;
    salon.put(&Tier { name: HOSTILE.to_owned(), description: HOSTILE.to_owned(), ..tiers }).await;
    let mut membership = salon.membership(customer.user.as_ref().unwrap(), "2027-03-01");
    membership.tier_name = HOSTILE.to_owned();
    membership.notes = Some(HOSTILE.to_owned());
    salon.put(&membership).await;
    salon.put(&ActiveMembership::of(&membership)).await;
    membership
}

/// Leave, blocks and closures, each for a hostile reason.
async fn plans(staff: &Client<'_>, manager: &Client<'_>, shop: &Shop) {
    let leave = json!({ "leaveType": "casual", "startDate": "2026-11-26", "endDate": "2026-11-26", "reason": HOSTILE });
    staff.post("/api/me/leave", leave).await.created();
    staff.post_empty("/api/me/calendar").await.created();
    let granted = json!({ "leaveType": "sick", "startDate": "2026-11-27", "endDate": "2026-11-27", "reason": HOSTILE });
    let granted = staff.post("/api/me/leave", granted).await.created()["leave"]["id"].clone();
    let granted = format!("/api/schedule/leave/{}/approve", granted.as_str().unwrap());
    manager.post(&granted, json!({})).await.ok();
    let block = json!({
        "staffId": shop.meera.id, "date": "2026-11-17", "startTime": "12:00", "endTime": "13:00", "reason": HOSTILE,
    });
    manager.post("/api/schedule/blocks", block).await.created();
    let hostile: String = HOSTILE.chars().take(60).collect();
    let room = json!({ "branchId": shop.open.id, "name": hostile, "group": hostile });
    let room = manager.post("/api/resources", room).await.created()["resource"]["id"].clone();
    let block = json!({
        "resourceId": room, "date": "2026-11-17", "startTime": "12:00", "endTime": "13:00", "reason": HOSTILE,
    });
    manager.post("/api/schedule/blocks", block).await.created();
    let closure = json!({ "branchId": shop.open.id, "date": "2026-11-19", "reason": HOSTILE });
    manager.post("/api/schedule/closures", closure).await.created();
    let advance = json!({ "staffId": shop.meera.id, "amountPaise": -100, "reason": HOSTILE });
    manager.post("/api/pay/2026-11/adjustments", advance).await.created();
    let rule = json!({
        "from": "2026-11-16", "serviceBps": 1000, "productBps": 500, "byService": [{ "serviceId": shop.cut.id, "bps": 1500 }],
        "tiers": [{ "abovePaise": 5_000_000, "serviceBps": 1200 }],
    });
    manager.put(&format!("/api/staff/{}/commission", shop.meera.id), rule).await.ok();
}

/// Things that developers see: a job that failed, a message that did not leave, a service that is down.
async fn inside(salon: &TestSalon, customer: &Client<'_>) {
    let (random, now) = (&salon.salon.random, salon.salon.clock.now());
    salon
        .put(&JobRun {
            id: random.id(),
            job: "weekly-report".to_owned(),
            outcome: RunOutcome::Failed,
            result: Some(json!({ "told": HOSTILE }).to_string()),
            error: Some(HOSTILE.to_owned()),
            started_at: now,
            finished_at: now,
        })
        .await;
    salon
        .put(&DeliveryLog {
            key: "hostile".to_owned(),
            user_id: customer.id(),
            kind: NotificationType::BookingConfirmed,
            booking_id: None,
            notification_id: random.id(),
            push: None,
            email: Some(ChannelState::Failed),
            message_by: None,
            tried: Vec::new(),
            again: None,
            in_feed: true,
            claimed_by: random.id(),
            claimed_until: now,
            error: Some(HOSTILE.to_owned()),
            sent_at: None,
            created_at: now,
        })
        .await;
    salon
        .put(&Integration {
            name: IntegrationKey::Chat,
            last_success_at: None,
            last_error: Some(HOSTILE.to_owned()),
            last_error_at: Some(now),
        })
        .await;
}

/// Files that are served beside the pages.
pub const FILES: [&str; 7] =
    ["/manifest.webmanifest", "/sw.js", "/docs", "/openapi.json", "/api", "/assets/{name}", "/pictures/{name}"];

#[tokio::test]
async fn every_page_has_a_sample_and_the_role_of_its_route() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    let role = |role: Option<Role>| role.map_or("anybody", Role::as_str);
    let sampled: BTreeSet<(&str, &str)> = desk.samples().iter().map(|(route, _, of)| (*route, role(*of))).collect();
    let routes = gateway::routes(App::Admin);
    let served: BTreeSet<(&str, &str)> = routes
        .pages()
        .filter(|route| !FILES.contains(&route.path))
        .map(|route| (route.path, role(route.spec.access.minimum_role())))
        .collect();
    let missing: Vec<_> = served.difference(&sampled).collect();
    let surplus: Vec<_> = sampled.difference(&served).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "without a sample: {missing:?}\nnot served so: {surplus:?}");
}
