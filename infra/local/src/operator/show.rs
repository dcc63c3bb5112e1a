//! `show`: a record as the desk sees it, and what happened to it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::{Args, ValueEnum};
use parlour_booking::bookings::{Booking, Bookings, DeskBookingView};
use parlour_booking::employment::Employment;
use parlour_money::billing::Billing;
use parlour_money::gems::GemsAccount;
use parlour_money::invoices::Invoice;
use parlour_money::memberships::{Membership, Memberships};
use parlour_people::auth::User;
use parlour_people::customers::{CustomerDetail, Customers, Profile};
use parlour_people::leads::{Lead, Leads};
use parlour_people::staff::StaffMember;
use parlour_people::users::Users;
use parlour_platform::operations::Operations;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::act::Act;
use parlour_storage::events::EventItem;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record, TableError};
use parlour_values::id::{BookingId, InvoiceId, LeadId, UserId};
use parlour_values::role::Role;
use serde::Serialize;
use serde_json::Value;

use super::lines::{Lines, NOTHING, plain, told};
use super::{DataLocation, OperatorError};

#[derive(Clone, Debug, Args)]
pub struct Show {
    /// The kind of record.
    kind: Kind,

    /// Its id; of a booking also its number, of a customer or user also their address.
    id: String,

    #[command(flatten)]
    pub(super) place: DataLocation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    Booking,
    Customer,
    User,
    Invoice,
    Membership,
    Lead,
    Staff,
    Branch,
}

/// A record in lines, and the names under which its events are found.
struct ShownRecord {
    lines: String,
    events: Vec<(&'static str, String)>,
}

/// The desk's view of a booking, and what else hangs on it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BookingRecord {
    #[serde(flatten)]
    view: DeskBookingView,
    branch_name: String,
    staff_name: Option<String>,
    invoice_id: Option<InvoiceId>,
    lead_id: Option<LeadId>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CustomerRecord {
    #[serde(flatten)]
    detail: CustomerDetail,
    email_verified: bool,
    is_active: bool,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Booking => "booking",
            Self::Customer => "customer",
            Self::User => "user",
            Self::Invoice => "invoice",
            Self::Membership => "membership",
            Self::Lead => "lead",
            Self::Staff => "staff member",
            Self::Branch => "branch",
        }
    }
}

impl Show {
    pub(super) async fn run(&self, salon: &Salon) -> Result<String, OperatorError> {
        let not_found = || OperatorError::NotFound { kind: self.kind, id: self.id.clone() };
        let ShownRecord { lines, events } = self.find(salon).await?.ok_or_else(not_found)?;
        let history = EventHistory::read(salon, &events).await?;
        Ok(format!("{}\n{}\n\nHistory, times in IST\n{}", self.kind.name(), lines, history.lines()))
    }

    async fn find(&self, salon: &Salon) -> Result<Option<ShownRecord>, OperatorError> {
        let id = self.id.as_str();
        match self.kind {
            Kind::Booking => booking(salon, id).await,
            Kind::Customer => customer(salon, &user_id(salon, id).await?).await,
            Kind::User => {
                let id = user_id(salon, id).await?;
                let user = known(Users::of(salon).get(&id).await)?;
                Ok(user.map(|user| ShownRecord {
                    events: events_of_person(&id),
                    ..ShownRecord::of::<User>(id.as_str(), &user)
                }))
            }
            Kind::Invoice => {
                // The links of an invoice are under the app that was asked, and here was none.
                let act = Act::of_operator(String::new(), salon.clock.now());
                Ok(known(Billing::of(salon).detail(&act, &id.into()).await)?
                    .map(|view| ShownRecord::of::<Invoice>(id, &view)))
            }
            Kind::Membership => Ok(known(Memberships::of(salon).detail(&id.into()).await)?
                .map(|view| ShownRecord::of::<Membership>(id, &view))),
            Kind::Lead => {
                Ok(known(Leads::of(salon).detail(&id.into()).await)?
                    .map(|view| ShownRecord::of::<Lead>(id, &view.lead)))
            }
            Kind::Staff => Ok(known(Employment::of(salon).view(&id.into()).await)?
                .map(|view| ShownRecord::of::<StaffMember>(id, &view))),
            Kind::Branch => {
                Ok(known(Branches::of(salon).detail(&id.into()).await)?
                    .map(|view| ShownRecord::of::<Branch>(id, &view)))
            }
        }
    }
}

impl ShownRecord {
    fn of<R: Record>(id: &str, view: &impl Serialize) -> Self {
        Self { lines: Lines::of(view), events: vec![(R::KIND, id.to_owned())] }
    }
}

/// The view that was read, or nothing: a read refuses only what is not there.
fn known<T, R>(read: Result<T, Failure<R>>) -> Result<Option<T>, OperatorError> {
    match read {
        Ok(view) => Ok(Some(view)),
        Err(Failure::Refused(_)) => Ok(None),
        Err(Failure::Setback(setback)) => Err(setback.into()),
    }
}

async fn booking(salon: &Salon, id_or_number: &str) -> Result<Option<ShownRecord>, OperatorError> {
    let numbered = Bookings::of(salon).numbered(id_or_number).await?;
    let id = numbered.map_or_else(|| BookingId::from(id_or_number), |booking| booking.id);
    let Some(booking) = known(Bookings::of(salon).find(&id).await)? else { return Ok(None) };
    let booking = booking.record;
    let record = BookingRecord {
        branch_name: booking.branch_name.clone(),
        staff_name: booking.services.first().and_then(|service| service.staff_name.clone()),
        invoice_id: booking.invoice_id.clone(),
        lead_id: booking.lead_id.clone(),
        view: DeskBookingView::from(booking),
    };
    Ok(Some(ShownRecord::of::<Booking>(id.as_str(), &record)))
}

async fn customer(salon: &Salon, id: &UserId) -> Result<Option<ShownRecord>, OperatorError> {
    let (detail, user) = (Customers::of(salon).detail(id).await, Users::of(salon).get(id).await);
    let Some((detail, user)) = known(detail)?.zip(known(user)?) else { return Ok(None) };
    let record = CustomerRecord { detail, email_verified: user.email_verified, is_active: user.is_active };
    Ok(Some(ShownRecord { lines: Lines::of(&record), events: events_of_person(id) }))
}

/// By their address, if it is one.
async fn user_id(salon: &Salon, id_or_email: &str) -> Result<UserId, TableError> {
    let holder = match id_or_email.parse() {
        Ok(email) => Users::of(salon).holder_of(&email).await?,
        Err(_) => None,
    };
    Ok(holder.unwrap_or_else(|| id_or_email.into()))
}

/// A person's records are changed under the person's own id.
fn events_of_person(id: &UserId) -> Vec<(&'static str, String)> {
    [User::KIND, Profile::KIND, GemsAccount::KIND].map(|kind| (kind, id.to_string())).into()
}

/// Events, the oldest first, and the names of the people who did it.
struct EventHistory {
    events: Vec<EventItem>,
    names: BTreeMap<String, String>,
}

impl EventHistory {
    async fn read(salon: &Salon, of: &[(&str, String)]) -> Result<Self, OperatorError> {
        let mut events = Vec::new();
        for (kind, id) in of {
            events.extend(Operations::of(salon).history(kind, id).await?);
        }
        events.sort_by(|one: &EventItem, other| (one.at, &one.id).cmp(&(other.at, &other.id)));
        let mut names = BTreeMap::new();
        for event in events.iter().filter(|event| event.actor_role.parse::<Role>().is_ok()) {
            if !names.contains_key(&event.actor_id) {
                let user = known(Users::of(salon).get(&event.actor_id.as_str().into()).await)?;
                // A token acts under a role and is nobody.
                names.insert(event.actor_id.clone(), user.map(|user| user.name).unwrap_or_default());
            }
        }
        Ok(Self { events, names })
    }

    fn lines(&self) -> String {
        if self.events.is_empty() {
            return "nothing is kept of it\n".to_owned();
        }
        let mut lines = String::new();
        for event in &self.events {
            let (at, what, who) = (told(event.at), event.what, self.who(event));
            let _ = writeln!(lines, "{at}  {what}\n  by {who}, request {}", plain(&event.request_id));
            for (name, value) in event.data.as_object().into_iter().flatten() {
                let _ = writeln!(lines, "  {name}: {}", plain(&written(value)));
            }
        }
        lines
    }

    fn who(&self, event: &EventItem) -> String {
        let EventItem { actor_id, actor_role, .. } = event;
        match self.names.get(actor_id).filter(|name| !name.is_empty()) {
            Some(name) => format!("{} ({actor_role} {actor_id})", plain(name)),
            None if actor_id == actor_role => actor_role.clone(),
            None => format!("{actor_role} {actor_id}"),
        }
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => NOTHING.to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
