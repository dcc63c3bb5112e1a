//! The past so far, lived through the apps themselves: visits, invoices, gems, a membership, tags and notes.

use std::ops::Range;
use std::sync::Arc;

use axum::http::Method;
use chrono::TimeDelta;
use futures::future::join_all;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::drawer::Till;
use parlour_money::invoices::Payment;
use parlour_money::memberships::Tier;
use parlour_money::products::Product;
use parlour_people::auth::User;
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_storage::table::{TableError, WriteError, keys};
use parlour_values::id::{ServiceId, StaffId};
use parlour_values::time::Instant;
use serde_json::{Value, json};
use tokio::sync::oneshot::Receiver;

use super::calendar::Calendar;
use super::catalogue::ServiceMenu;
use super::numbers::Numbers;
use super::past::{Past, SignedInUser};
use super::people::People;
use super::places::DemoBranches;
use super::team::DemoTeam;
use super::visits::{DemoVisit, room_for, services_of};

/// How a visit ended.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    PaidWithGems(&'static str),
    /// Some of it in cash; a manager left the rest due.
    LeftDue,
}

use Ending::{LeftDue, PaidWithGems};

/// Days ago, which of the known customers came (the first two are the demo's own, the others have memberships), services,
/// how it ended: what is only in the books.
const EARLIER: [(u64, usize, &[&str], BookingStatus); 19] = [
    (170, 0, &["haircut-and-styling"], BookingStatus::Completed),
    (150, 1, &["swedish-massage"], BookingStatus::Completed),
    (121, 0, &["hair-spa", "manicure"], BookingStatus::Completed),
    (96, 1, &["classic-facial"], BookingStatus::Completed),
    (88, 2, &["swedish-massage"], BookingStatus::Completed),
    (81, 3, &["deep-tissue-massage"], BookingStatus::Completed),
    (75, 0, &["root-touch-up"], BookingStatus::Completed),
    (68, 2, &["head-and-shoulder-massage", "aroma-wrap"], BookingStatus::Completed),
    (61, 1, &["deep-tissue-massage"], BookingStatus::NoShow),
    (53, 3, &["body-scrub"], BookingStatus::Completed),
    (48, 0, &["blow-dry", "pedicure"], BookingStatus::Completed),
    (43, 2, &["swedish-massage"], BookingStatus::Completed),
    (36, 1, &["head-and-shoulder-massage"], BookingStatus::Completed),
    (29, 0, &["haircut-and-styling"], BookingStatus::Cancelled),
    (27, 0, &["haircut-and-styling", "classic-facial"], BookingStatus::Completed),
    (23, 3, &["deep-tissue-massage"], BookingStatus::Completed),
    (20, 2, &["hair-spa"], BookingStatus::Completed),
    (15, 1, &["body-scrub"], BookingStatus::Rejected),
    (4, 0, &["hair-spa"], BookingStatus::Completed),
];

/// Days ago, whether the second customer came, services, how it ended: what is lived, in the order it happened.
const VISITS: [(u64, bool, &[&str], Ending); 2] =
    [(13, false, &["blow-dry", "manicure"], PaidWithGems("blow-dry")), (9, true, &["aroma-wrap"], LeftDue)];

/// The rest of the demo, as its past needs to know it.
pub struct Cast {
    pub calendar: Arc<Calendar>,
    pub places: Arc<DemoBranches>,
    pub menu: Arc<ServiceMenu>,
    pub people: Arc<People>,
    /// Somebody of the open branch who can do everything.
    pub staff: StaffId,
    pub tiers: Vec<Tier>,
    pub products: Arc<[Product]>,
    /// The users who have a membership beside the second customer.
    pub members: Vec<User>,
    pub numbers: Arc<Numbers>,
}

/// Days and hours ago, whose membership was sold, by name of the tier.
const MEMBERSHIPS: [(u64, i64, usize, &str); 2] = [(14, 13, 0, "silver"), (6, 18, 1, "gold")];
/// When the second customer's was sold, and when they first used it.
const SOLD: (u64, i64) = (17, 11);
const USED: (u64, i64) = (11, 16);
/// Hour and minute of yesterday's sales over the counter, which product, and how many pieces.
const COUNTER: [(i64, i64, usize, u32); 2] = [(12, 30, 7, 1), (17, 45, 6, 2)];

/// The visits that are only in the books, each with which of the known customers came.
pub fn earlier<'a>(
    calendar: &Calendar,
    places: &'a DemoBranches,
    menu: &'a ServiceMenu,
    team: &'a DemoTeam,
) -> Vec<(usize, DemoVisit<'a>)> {
    let visit = |(days, who, slugs, status): (u64, usize, &[&str], BookingStatus)| {
        let worker = team.workers.first()?;
        let all = services_of(menu, worker);
        let own = |slug: &&str| all.iter().find(|(_, service)| service.slug == *slug).copied();
        let chosen: Vec<_> = slugs.iter().filter_map(own).collect();
        let services: Vec<_> = chosen.iter().map(|(_, service)| *service).collect();
        let start = calendar.days_ago(days, 12);
        let visit = DemoVisit {
            branch: &places.open,
            worker: Some(worker),
            room: room_for(places, worker, &services),
            services,
            service_type: chosen.first()?.0,
            date: start.ist_date(),
            start: start.ist_time(),
            status,
            asked: start.minus(TimeDelta::hours(25)),
            is_walk_in: false,
        };
        Some((who, visit))
    };
    EARLIER.into_iter().filter_map(visit).collect()
}

/// When the open branch's invoices of all that is lived are written.
pub fn moments(calendar: &Calendar) -> Vec<Instant> {
    let visits = VISITS.iter().map(|(days, ..)| paid_at(calendar.days_ago(*days, 12)));
    let memberships = MEMBERSHIPS.iter().map(|(days, hour, ..)| calendar.days_ago(*days, *hour));
    let counter = COUNTER.iter().map(|(hour, minute, ..)| at_counter(calendar, *hour, *minute));
    visits.chain(memberships).chain(counter).chain([calendar.days_ago(SOLD.0, SOLD.1)]).collect()
}

/// The salon as it was before anything that is lived.
pub fn past(salon: &Salon, calendar: &Calendar) -> Past {
    Past::of(salon, calendar.days_ago(SOLD.0 + 1, 10))
}

/// When a visit that began then is paid.
fn paid_at(start: Instant) -> Instant {
    start.plus(TimeDelta::hours(3))
}

fn at_counter(calendar: &Calendar, hour: i64, minute: i64) -> Instant {
    calendar.days_ago(1, hour).plus(TimeDelta::minutes(minute))
}

impl Cast {
    /// Goes to the moment at which the open branch's next invoice is written, with the number that it then has.
    async fn invoice_at(&self, past: &Past, at: Instant) -> Result<(), TableError> {
        past.go_to(at);
        past.put(&self.numbers.series(&self.places.open.id, at)).await
    }

    fn tier(&self, slug: &str) -> Option<&Tier> {
        self.tiers.iter().find(|tier| tier.slug == slug)
    }
}

/// The past so far; at last yesterday at the counter, behind what came in by the visits of the open branch beside cash.
pub async fn live(mut past: Past, cast: Arc<Cast>, came_in: Receiver<Vec<Payment>>) -> Result<(), WriteError> {
    let (cast, calendar) = (cast.as_ref(), cast.calendar.as_ref());
    tags(&mut past, cast).await?;
    membership(&mut past, calendar, cast).await?;
    let mut before = u64::MAX;
    for (days, second, services, ending) in VISITS {
        sell_memberships(&mut past, cast, days..before).await?;
        before = days;
        let customer = if second { &cast.people.customer2 } else { &cast.people.customer };
        visit(&mut past, cast, customer, calendar.days_ago(days, 12), services, ending).await?;
    }
    sell_memberships(&mut past, cast, 0..before).await?;
    past.follow_up().await?;
    yesterday(past, cast, &came_in.await.unwrap_or_default()).await
}

/// The counter opens and closes. Then everybody leaves.
async fn yesterday(mut past: Past, cast: &Cast, received: &[Payment]) -> Result<(), WriteError> {
    let calendar = cast.calendar.as_ref();
    drawer(&mut past, calendar, cast, received).await?;
    past.follow_up().await?;
    past.go_to(calendar.now);
    let mut readers = Vec::new();
    for (person, app) in cast.people.with_feeds() {
        readers.push(past.sign_in(person, app).await?);
    }
    join_all(readers.iter().map(|reader| past.patch(reader, "/api/notifications", json!({})))).await;
    past.end().await
}

/// Sells what was sold within these days ago, the earliest first.
async fn sell_memberships(past: &mut Past, cast: &Cast, days: Range<u64>) -> Result<(), WriteError> {
    for (sold, hour, member, tier) in MEMBERSHIPS.into_iter().filter(|(sold, ..)| days.contains(sold)) {
        let (Some(member), Some(tier)) = (cast.members.get(member), cast.tier(tier)) else { continue };
        cast.invoice_at(past, cast.calendar.days_ago(sold, hour)).await?;
        sell(past, cast, member, tier).await?;
    }
    Ok(())
}

/// Asked for a day ahead, approved an hour later, and what came of it on the day.
async fn visit(
    past: &mut Past,
    cast: &Cast,
    customer: &User,
    start: Instant,
    services: &[&str],
    ending: Ending,
) -> Result<(), WriteError> {
    past.go_to(start.minus(TimeDelta::hours(25)));
    let (guest, desk) = (past.sign_in(customer, App::Customer).await?, desk(past, cast).await?);
    let ids: Vec<ServiceId> = services.iter().flat_map(|slug| cast.menu.named(slug)).collect();
    let is_spa = ids.iter().any(|id| cast.menu.spa_ids().contains(id));
    let asked = json!({
        "branchId": cast.places.open.id,
        "serviceType": if is_spa { "spa" } else { "salon" },
        "bookingDate": start.ist_date(),
        "startTime": start.ist_time(),
        "serviceIds": ids,
    });
    let Some(id) = past.post(&guest, "/api/bookings", asked).await.and_then(|booked| text(&booked, "id")) else {
        return Ok(());
    };
    let path = format!("/api/bookings/{id}");
    past.go_to(start.minus(TimeDelta::hours(24)));
    past.patch(&desk, &path, json!({"action": "approve", "staffId": cast.staff})).await;
    cast.invoice_at(past, paid_at(start)).await?;
    let body = match ending {
        PaidWithGems(slug) => {
            json!({"paymentMethod": "upi", "gemsRedeemedServiceId": cast.menu.named(slug).first()})
        }
        LeftDue => json!({"leaveDue": true, "payments": [{"method": "cash", "amountPaise": 100_000}]}),
    };
    let desk = if ending == LeftDue { past.sign_in(&cast.people.manager, App::Admin).await? } else { desk };
    past.post(&desk, &format!("{path}/complete"), body).await;
    Ok(())
}

async fn membership(past: &mut Past, calendar: &Calendar, cast: &Cast) -> Result<(), WriteError> {
    let Some(gold) = cast.tier("gold") else { return Ok(()) };
    cast.invoice_at(past, calendar.days_ago(SOLD.0, SOLD.1)).await?;
    let Some(id) = sell(past, cast, &cast.people.customer2, gold).await? else { return Ok(()) };
    let lines: Vec<Value> = cast
        .menu
        .named("swedish-massage")
        .iter()
        .map(|service| json!({"serviceId": service, "staffId": cast.staff, "durationMinutes": 60}))
        .collect();
    past.go_to(calendar.days_ago(USED.0, USED.1));
    let desk = desk(past, cast).await?;
    past.post(&desk, &format!("/api/memberships/{id}/sessions"), json!({"services": lines})).await;
    Ok(())
}

/// Sells a membership as its tier says, from today on; its id.
async fn sell(past: &mut Past, cast: &Cast, customer: &User, tier: &Tier) -> Result<Option<String>, WriteError> {
    let desk = desk(past, cast).await?;
    let sold = json!({
        "customerId": customer.id,
        "tierId": tier.id,
        "hoursMinutes": tier.default_hours,
        "pricePaise": tier.default_price,
        "startDate": past.today(),
        "validityDays": tier.default_validity_days,
        "paymentMethod": "card",
    });
    let sold = past.post(&desk, "/api/memberships", sold).await;
    Ok(sold.and_then(|sold| text(sold.get("membership")?, "id")))
}

/// Yesterday's drawer: change was fetched, tea was bought, a little was sold for cash, and a little was missing in the
/// evening.
async fn drawer(past: &mut Past, calendar: &Calendar, cast: &Cast, received: &[Payment]) -> Result<(), WriteError> {
    let branch = &cast.places.open.id;
    past.go_to(calendar.days_ago(1, 10));
    let desk = desk(past, cast).await?;
    past.post(&desk, "/api/drawer/open", json!({"branchId": branch, "openingPaise": 200_000})).await;
    for (hour, kind, paise, note) in [(11, "in", 100_000, "Change from the bank"), (16, "out", 25_000, "Milk and tea")]
    {
        past.go_to(calendar.days_ago(1, hour));
        let movement = json!({"branchId": branch, "kind": kind, "amountPaise": paise, "note": note});
        past.post(&desk, "/api/drawer/movements", movement).await;
    }
    for (hour, minute, product, quantity) in COUNTER {
        let Some(product) = cast.products.get(product) else { continue };
        cast.invoice_at(past, at_counter(calendar, hour, minute)).await?;
        let lines = json!([{"productId": product.id, "quantity": quantity}]);
        past.post(&desk, "/api/sales", json!({"branchId": branch, "lines": lines, "paymentMethod": "cash"})).await;
    }
    // The visits of the day were paid while it was open, too.
    if let Some(mut till) = past.get::<Till>(&keys::till(branch)).await?.map(|till| till.record) {
        if let Some(open) = &mut till.open {
            received.iter().for_each(|payment| open.received.add(payment.method, payment.amount));
        }
        past.put(&till).await?;
    }
    past.go_to(calendar.days_ago(1, 21));
    let count = json!({
        "branchId": branch,
        "countedPaise": 321_700,
        "denominations": [
            {"valuePaise": 50_000, "count": 5}, {"valuePaise": 20_000, "count": 2}, {"valuePaise": 10_000, "count": 3},
            {"valuePaise": 1_000, "count": 1}, {"valuePaise": 500, "count": 1}, {"valuePaise": 100, "count": 2},
        ],
        "bankedPaise": 121_700,
        "note": "Change given wrongly, most likely",
    });
    past.post(&desk, "/api/drawer/close", count).await;
    Ok(())
}

async fn tags(past: &mut Past, cast: &Cast) -> Result<(), WriteError> {
    let manager = past.sign_in(&cast.people.manager, App::Admin).await?;
    let customers = [&cast.people.customer, &cast.people.customer2];
    for (at, (name, color)) in [("Regular", "#8E3B6F"), ("Spa Lover", "#2C7A4B"), ("VIP", "#C9A227")].iter().enumerate()
    {
        let made = past.post(&manager, "/api/tags", json!({"name": name, "color": color})).await;
        let id = made.and_then(|made| text(made.get("tag")?, "id"));
        if let (Some(id), Some(customer)) = (id, customers.get(at)) {
            past.post(&manager, &format!("/api/customers/{}/tags", customer.id), json!({"tagId": id})).await;
        }
    }
    let note = json!({"content": "Prefers a window seat and herbal tea."});
    past.ask(&manager, Method::POST, &format!("/api/customers/{}/notes", cast.people.customer.id), note).await;
    Ok(())
}

async fn desk(past: &mut Past, cast: &Cast) -> Result<SignedInUser, WriteError> {
    past.sign_in(&cast.people.receptionist, App::Admin).await
}

fn text(value: &Value, field: &str) -> Option<String> {
    value.get(field)?.as_str().map(str::to_owned)
}
