//! The data a link shows: first name, services, time and branch, and nothing else of the person.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Link, Linked, Links};
use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use crate::waitlist::TimeOffer;
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::branding::BrandingStore;
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::table::TableError;
use parlour_values::contact::BusinessPhone;
use parlour_values::id::BookingId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate, WithSeconds};

text_enum! {
    /// How a booking stands, or that its time is held for an answer.
    pub enum LinkStatus {
        Offered => "offered",
        Pending => "pending",
        Confirmed => "confirmed",
        InProgress => "in_progress",
        Completed => "completed",
        Cancelled => "cancelled",
        NoShow => "no_show",
        Rejected => "rejected",
    }

    /// The actions that a link allows now.
    pub enum LinkAction {
        Move => "move",
        Cancel => "cancel",
        /// Or decline.
        Accept => "accept",
        Invoice => "invoice",
    }
}

impl From<BookingStatus> for LinkStatus {
    fn from(status: BookingStatus) -> Self {
        match status {
            BookingStatus::Pending => Self::Pending,
            BookingStatus::Confirmed => Self::Confirmed,
            BookingStatus::InProgress => Self::InProgress,
            BookingStatus::Completed => Self::Completed,
            BookingStatus::Cancelled => Self::Cancelled,
            BookingStatus::NoShow => Self::NoShow,
            BookingStatus::Rejected => Self::Rejected,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    pub first_name: String,
    pub services: Vec<LinkService>,
    pub booking_date: IstDate,
    #[schema(value_type = String)]
    pub start_time: WithSeconds,
    #[schema(value_type = String)]
    pub end_time: WithSeconds,
    pub status: LinkStatus,
    pub branch: LinkBranch,
    pub can: Vec<LinkAction>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkService {
    pub name: String,
    #[schema(value_type = String)]
    pub start_time: WithSeconds,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkBranch {
    pub name: String,
    pub address: Option<String>,
    pub phone: Option<BusinessPhone>,
}

/// A booking that was moved by its link: when it is now, and nothing of the person.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MovedByLink {
    pub booking: MovedVisit,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedVisit {
    pub id: BookingId,
    pub booking_number: String,
    pub status: BookingStatus,
    pub booking_date: IstDate,
    #[schema(value_type = String)]
    pub start_time: WithSeconds,
    #[schema(value_type = String)]
    pub end_time: WithSeconds,
    pub reschedule_count: u32,
}

impl From<&Booking> for MovedByLink {
    fn from(booking: &Booking) -> Self {
        let booking = MovedVisit {
            id: booking.id.clone(),
            booking_number: booking.number.clone(),
            status: booking.status,
            booking_date: booking.date,
            start_time: WithSeconds(booking.time().start),
            end_time: WithSeconds(booking.time().end),
            reschedule_count: booking.reschedule_count,
        };
        Self { booking }
    }
}

/// A link to give to somebody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LinkAnswer {
    /// A secret: none in a dry run.
    pub url: Option<String>,
}

impl Links<'_> {
    pub async fn view(&self, link: &Link, now: Instant) -> Result<LinkView, TableError> {
        let first_name = link.caller.user.first_name().to_owned();
        let salon_phone = BrandingStore::of(self.0).read().await?.phone;
        let at = |branch: Option<&Branch>, name: &str| branch_view(branch, name, salon_phone.clone());
        match &link.to {
            Linked::Booking(booking) => {
                let branch = Branches::of(self.0).get(&booking.branch_id).await?;
                let at = at(branch.as_deref(), &booking.branch_name);
                Ok(of_booking(first_name, booking, branch.as_deref(), at, now))
            }
            Linked::Offer { wish, offer } => {
                let (branch, catalogue) =
                    (Branches::of(self.0).get(&wish.branch_id).await?, CatalogueStore::of(self.0).read().await?);
                Ok(of_offer(first_name, offer, at(branch.as_deref(), ""), &catalogue))
            }
        }
    }
}

/// A branch without a phone is reached by the salon's own.
fn branch_view(branch: Option<&Branch>, name: &str, salon_phone: Option<BusinessPhone>) -> LinkBranch {
    LinkBranch {
        name: branch.map_or_else(|| name.to_owned(), |branch| branch.name.clone()),
        address: branch.map(|branch| branch.address.clone()),
        phone: branch.and_then(|branch| branch.phone.clone()).or(salon_phone),
    }
}

fn of_booking(
    first_name: String,
    booking: &Booking,
    branch: Option<&Branch>,
    at: LinkBranch,
    now: Instant,
) -> LinkView {
    let timed = booking.services.iter().zip(booking.times());
    let can = [
        (LinkAction::Move, booking.may_be_moved(branch, now)),
        (LinkAction::Cancel, booking.may_be_cancelled(now)),
        (LinkAction::Invoice, booking.invoice_id.is_some()),
    ];
    LinkView {
        first_name,
        services: timed
            .map(|(service, time)| LinkService { name: service.name.clone(), start_time: time.start.with_seconds() })
            .collect(),
        booking_date: booking.date,
        start_time: booking.start.with_seconds(),
        end_time: booking.end.with_seconds(),
        status: booking.status.into(),
        branch: at,
        can: can.into_iter().filter(|(_, may)| *may).map(|(action, _)| action).collect(),
    }
}

fn of_offer(first_name: String, offer: &TimeOffer, branch: LinkBranch, catalogue: &Catalogue) -> LinkView {
    let named = offer.plan.iter().map(|part| LinkService {
        name: catalogue.service(&part.service_id).map(|service| service.name.clone()).unwrap_or_default(),
        start_time: part.time.start.with_seconds(),
    });
    LinkView {
        first_name,
        services: named.collect(),
        booking_date: offer.date,
        start_time: offer.start.with_seconds(),
        end_time: offer.end().with_seconds(),
        status: LinkStatus::Offered,
        branch,
        can: vec![LinkAction::Accept],
    }
}
