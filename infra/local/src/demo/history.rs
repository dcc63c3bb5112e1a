//! What happened so far, lived through the apps themselves: visits, invoices, gems, a membership, tags and notes.

use axum::http::Method;
use chrono::TimeDelta;
use parlour_people::auth::User;
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_storage::table::WriteError;
use parlour_values::id::{ServiceId, StaffId, TierId};
use parlour_values::time::Instant;
use serde_json::{Value, json};

use super::calendar::Calendar;
use super::catalogue::Menu;
use super::past::{Guest, Past};
use super::people::People;
use super::places::Places;

/// How a visit ended.
#[derive(Clone, Copy, PartialEq)]
enum Ending {
    Paid(&'static str),
    PaidWithGems(&'static str),
    /// Half in cash and the rest by UPI, with a tip.
    Split,
    /// Some of it in cash; a manager left the rest due.
    LeftDue,
    NoShow,
    Cancelled,
    Rejected,
}

use Ending::{Cancelled, LeftDue, NoShow, Paid, PaidWithGems, Rejected, Split};

/// Days ago, whether the second customer came, services, how it ended; in the order it happened.
const VISITS: [(u64, bool, &[&str], Ending); 13] = [
    (170, false, &["haircut-and-styling"], Paid("upi")),
    (150, true, &["swedish-massage"], Paid("card")),
    (121, false, &["hair-spa", "manicure"], Paid("card")),
    (96, true, &["classic-facial"], Paid("cash")),
    (75, false, &["root-touch-up"], Paid("upi")),
    (61, true, &["deep-tissue-massage"], NoShow),
    (48, false, &["blow-dry", "pedicure"], PaidWithGems("blow-dry")),
    (36, true, &["head-and-shoulder-massage"], Paid("upi")),
    (29, false, &["haircut-and-styling"], Cancelled),
    (22, false, &["haircut-and-styling", "classic-facial"], Split),
    (15, true, &["body-scrub"], Rejected),
    (9, true, &["aroma-wrap"], LeftDue),
    (4, false, &["hair-spa"], Paid("upi")),
];

/// What the demo's past needs to know of the rest.
pub struct Cast<'a> {
    pub places: &'a Places,
    pub menu: &'a Menu,
    pub people: &'a People,
    /// Somebody of the open branch who can do everything.
    pub staff: StaffId,
    pub tier: TierId,
}

pub async fn live(salon: &Salon, calendar: &Calendar, cast: &Cast<'_>) -> Result<(), WriteError> {
    let mut past = Past::of(salon, calendar.days_ago(VISITS[0].0 + 10, 10));
    tags(&mut past, cast).await?;
    for (days, second, services, ending) in VISITS {
        let customer = if second { &cast.people.customer2 } else { &cast.people.customer };
        visit(&mut past, cast, customer, calendar.days_ago(days, 12), services, ending).await?;
        if days == 36 {
            past.go_to(calendar.days_ago(30, 11));
            membership(&mut past, calendar, cast).await?;
        }
    }
    drawer(&mut past, calendar, cast).await?;
    past.tell().await?;
    if let Some(shelf) = salon.outbound.documents() {
        past.print(shelf.as_ref()).await?;
    }
    past.go_to(calendar.now);
    for (person, app) in cast.people.with_feeds() {
        let reader = past.sign_in(person, app).await?;
        past.patch(&reader, "/api/notifications", json!({})).await;
    }
    past.end(calendar.now).await
}

/// Asked for a day ahead, approved an hour later, and what came of it on the day.
async fn visit(
    past: &mut Past,
    cast: &Cast<'_>,
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
    if ending == Rejected {
        past.patch(&desk, &path, json!({"action": "reject", "rejectionReason": "Fully booked that day"})).await;
        return Ok(());
    }
    past.patch(&desk, &path, json!({"action": "approve", "staffId": cast.staff})).await;
    if ending == Cancelled {
        past.go_to(start.minus(TimeDelta::hours(5)));
        past.post(&guest, &format!("{path}/cancel"), json!({"reason": "Something came up"})).await;
        return Ok(());
    }
    past.go_to(start.plus(TimeDelta::hours(3)));
    let end = format!("{path}/{}", if ending == NoShow { "noshow" } else { "complete" });
    let body = match ending {
        Paid(method) => json!({"paymentMethod": method}),
        PaidWithGems(slug) => {
            json!({"paymentMethod": "upi", "gemsRedeemedServiceId": cast.menu.named(slug).first()})
        }
        Split => split_in_half(past, cast, &desk, &path).await,
        LeftDue => json!({"leaveDue": true, "payments": [{"method": "cash", "amountPaise": 100_000}]}),
        NoShow | Cancelled | Rejected => json!({}),
    };
    let desk = if ending == LeftDue { past.sign_in(&cast.people.manager, App::Admin).await? } else { desk };
    past.post(&desk, &end, body).await;
    Ok(())
}

/// Half in cash, handed over in round notes, and the rest with a tip by UPI.
async fn split_in_half(past: &mut Past, cast: &Cast<'_>, desk: &Guest, booking: &str) -> Value {
    const TIP: i64 = 10_000;
    let bill = past.ask(desk, Method::GET, &format!("{booking}/bill"), json!({})).await;
    let total = bill.as_ref().and_then(|bill| bill.pointer("/bill/totals/totalPaise")?.as_i64()).unwrap_or(0);
    let half = total / 2;
    let notes = (half / 50_000).saturating_add(1).saturating_mul(50_000);
    json!({
        "payments": [
            {"method": "cash", "amountPaise": half, "tenderedPaise": notes},
            {"method": "upi", "amountPaise": total - half + TIP},
        ],
        "tips": [{"staffId": cast.staff, "amountPaise": TIP}],
    })
}

async fn membership(past: &mut Past, calendar: &Calendar, cast: &Cast<'_>) -> Result<(), WriteError> {
    let desk = desk(past, cast).await?;
    let sold = json!({
        "customerId": cast.people.customer2.id,
        "tierId": cast.tier,
        "hoursMinutes": 720,
        "pricePaise": 2_199_900,
        "startDate": calendar.today.minus_days(30),
        "validityDays": 180,
        "paymentMethod": "card",
    });
    let sold = past.post(&desk, "/api/memberships", sold).await;
    let Some(id) = sold.and_then(|sold| text(sold.get("membership")?, "id")) else { return Ok(()) };
    let lines: Vec<Value> = cast
        .menu
        .named("swedish-massage")
        .iter()
        .map(|service| json!({"serviceId": service, "staffId": cast.staff, "durationMinutes": 60}))
        .collect();
    past.go_to(calendar.days_ago(24, 16));
    let desk = self::desk(past, cast).await?;
    past.post(&desk, &format!("/api/memberships/{id}/sessions"), json!({"services": lines})).await;
    Ok(())
}

/// Yesterday's drawer: change was fetched, tea was bought, and a little was missing in the evening.
async fn drawer(past: &mut Past, calendar: &Calendar, cast: &Cast<'_>) -> Result<(), WriteError> {
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
    past.go_to(calendar.days_ago(1, 21));
    let count = json!({
        "branchId": branch,
        "countedPaise": 272_000,
        "denominations": [
            {"valuePaise": 50_000, "count": 4}, {"valuePaise": 20_000, "count": 2}, {"valuePaise": 10_000, "count": 3},
            {"valuePaise": 1_000, "count": 2},
        ],
        "bankedPaise": 72_000,
        "note": "Change given wrongly, most likely",
    });
    past.post(&desk, "/api/drawer/close", count).await;
    Ok(())
}

async fn tags(past: &mut Past, cast: &Cast<'_>) -> Result<(), WriteError> {
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

async fn desk(past: &mut Past, cast: &Cast<'_>) -> Result<Guest, WriteError> {
    past.sign_in(&cast.people.receptionist, App::Admin).await
}

fn text(value: &Value, field: &str) -> Option<String> {
    value.get(field)?.as_str().map(str::to_owned)
}
