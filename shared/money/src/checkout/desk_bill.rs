//! A bill as the checkout page shows it: with what the API's own view leaves to others.

use super::bill::{BillPerk, BillTerms};
use super::bill_view::BillView;
use super::{Checkout, CompleteError};
use parlour_booking::bookings::Booking;
use parlour_setup::branches::Branch;
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::table::Stored;
use parlour_values::gems::Gems;
use parlour_values::id::{BookingId, ServiceId};
use parlour_values::time::Minutes;

#[derive(Clone, Debug)]
pub struct DeskBill {
    pub booking: Booking,
    pub branch: Stored<Branch>,
    pub view: BillView,
    pub gems_earned: Gems,
    pub gems_spent: Gems,
    /// The services that the customer's gems could pay for, the dearest first.
    pub redeemable: Vec<ServiceForGems>,
    /// Whether the bill uses a membership that has ended, and not the one that the customer has now.
    pub uses_former_membership: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceForGems {
    pub id: ServiceId,
    pub name: String,
    pub gems: Gems,
}

impl Checkout<'_> {
    /// The bill of the visit. The minutes of the customer's membership are used where they pay for something and nobody
    /// has edited the bill: the page offers it like that, and nothing is stored by looking.
    pub async fn desk_bill(&self, act: &Act, id: &BookingId) -> Result<DeskBill, Failure<CompleteError>> {
        let open = self.open_booking(id).await?;
        let facts = self.bill_facts(&open.booking, open.bill.membership_id.as_ref(), act.at).await?;
        let context = facts.context(&open.booking);
        let mut bill = open.bill.clone();
        let usable = context.usable_minutes(&bill).is_some_and(|usable| usable.minutes > Minutes(0));
        if open.stored.is_none() && usable {
            bill.membership_id = context.active_membership.map(|membership| membership.id.clone());
        }
        let active = context.active_membership.map(|membership| &membership.id);
        let uses_former_membership = bill.membership_id.is_some() && bill.membership_id.as_ref() != active;
        let view = BillView::new(&bill, &context).map_err(CompleteError::from)?;
        let plain = BillTerms { perk: &BillPerk::None, uses_membership: false, ..bill.terms() };
        let priced = context.price(bill.terms()).or_else(|_| context.price(plain)).map_err(CompleteError::from)?;
        let redeemable = context.redeemable(&bill).into_iter().filter_map(|line| {
            Some(ServiceForGems { id: line.item.service()?.clone(), name: line.description, gems: line.gems_required? })
        });
        Ok(DeskBill {
            redeemable: redeemable.collect(),
            uses_former_membership,
            view,
            gems_earned: priced.receipt.gems_earned,
            gems_spent: priced.receipt.gems_spent,
            branch: facts.branch.clone(),
            booking: open.booking.record,
        })
    }
}
