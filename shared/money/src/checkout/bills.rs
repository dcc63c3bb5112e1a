//! Bills in the table: read, edited by version, approved, dropped.

use std::sync::Arc;

use serde_json::json;

use super::bill::{Approval, Bill};
use super::bill_request::{ApproveBillRequest, PutBillRequest};
use super::bill_view::BillView;
use super::edit::Menu;
use super::priced_bill::BillContext;
use super::{Checkout, CompleteError, OfferDay};
use crate::gems::GemsAccount;
use crate::memberships::rules::SessionRefusal;
use crate::memberships::{ActiveMembership, Membership, Memberships};
use crate::offers::{Offer, Offers};
use crate::products::{Product, Products};
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::Action;
use parlour_people::auth::Caller;
use parlour_people::pins::Pins;
use parlour_people::staff::Staff;
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Condition, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::gems::Gems;
use parlour_values::id::{BookingId, MembershipId, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

/// A booking that can be billed, with its bill where somebody has edited it.
pub(super) struct OpenBooking {
    pub booking: Stored<Booking>,
    pub stored: Option<Stored<Bill>>,
    /// As it was edited, or else as it was booked.
    pub bill: Bill,
}

impl OpenBooking {
    /// Lets the write go through only while the booking is as it was read. Where nothing is stored yet the booking moves
    /// on: whoever completes it as it was booked, at the same time, looks at it again.
    fn hold(&self, transaction: &mut Transaction<'_>) {
        if self.stored.is_some() {
            transaction.check(Booking::KIND, self.booking.key(), Condition::Version(self.booking.version));
        } else {
            transaction.replace(&self.booking, &self.booking);
        }
    }
}

/// The facts that the price of a bill depends on, as read.
pub(super) struct BillFacts {
    pub branch: Stored<Branch>,
    catalogue: Arc<Catalogue>,
    products: Arc<Vec<Stored<Product>>>,
    offers: Arc<Vec<Stored<Offer>>>,
    membership: Option<Stored<Membership>>,
    active_membership: Option<Stored<Membership>>,
    gems: Gems,
    offer_used_today: bool,
    now: Instant,
}

impl BillFacts {
    pub fn context<'a>(&'a self, booking: &Booking) -> BillContext<'a> {
        BillContext {
            branch: &self.branch,
            catalogue: &self.catalogue,
            products: &self.products,
            offers: &self.offers,
            service_type: booking.service_type,
            membership: self.membership.as_ref().map(|membership| &membership.record),
            active_membership: self.active_membership.as_ref().map(|membership| &membership.record),
            gems: self.gems,
            offer_used_today: self.offer_used_today,
            now: self.now,
        }
    }
}

impl Checkout<'_> {
    /// The bill of the visit as things stand.
    pub async fn bill(&self, act: &Act, id: &BookingId) -> Result<BillView, Failure<CompleteError>> {
        let open = self.open_booking(id).await?;
        self.bill_of(act, &open).await
    }

    pub(super) async fn bill_of(&self, act: &Act, open: &OpenBooking) -> Result<BillView, Failure<CompleteError>> {
        let facts = self.bill_facts(&open.booking, open.bill.membership_id.as_ref(), act.at).await?;
        Ok(BillView::new(&open.bill, &facts.context(&open.booking)).map_err(CompleteError::from)?)
    }

    /// Replaces the bill by an edited one.
    pub async fn put_bill(
        &self,
        act: &Act,
        id: &BookingId,
        request: &PutBillRequest,
    ) -> Result<BillView, Failure<CompleteError>> {
        self.0.retry_on_conflict(|| self.write_bill(act, id, request)).await
    }

    async fn write_bill(
        &self,
        act: &Act,
        id: &BookingId,
        request: &PutBillRequest,
    ) -> Result<BillView, Failure<CompleteError>> {
        let salon = self.0;
        let open = self.at_version(act, id, request.version.as_u64()).await?;
        let (facts, staff) = tokio::try_join!(self.bill_facts(&open.booking, None, act.at), async {
            Ok(Staff::of(salon).all().await?)
        })?;
        let membership = match (request.use_membership, &facts.membership) {
            (Some(true), Some(active)) => Some(active.id.clone()),
            (Some(true), None) => return Err(CompleteError::Membership(SessionRefusal::Expired).into()),
            (Some(false) | None, _) => None,
        };
        let before = &open.bill;
        let people = before.staff_ids();
        let menu = Menu { catalogue: &facts.catalogue, products: &facts.products, staff: &staff, people: &people };
        let mut bill =
            before.edited(request, menu, membership, &salon.random, act.at).map_err(CompleteError::Invalid)?;
        bill.check_people(&open.booking).map_err(CompleteError::Invalid)?;
        let context = facts.context(&open.booking);
        let priced = context.price(bill.terms()).map_err(CompleteError::from)?;
        let effective = priced.receipt.effective_bps();
        let was = context.price(before.terms()).map_or(0, |before| before.receipt.effective_bps());
        if effective > was {
            bill.approval = None;
        }
        let mut transaction = salon.transaction(act);
        open.hold(&mut transaction);
        transaction.save(open.stored.as_ref(), &bill.clone().following(&open.booking));
        transaction.audit(
            EventType::BillEdited,
            Booking::KIND,
            id.as_str(),
            json!({ "version": bill.edition, "totalPaise": priced.receipt.total, "effectiveBps": effective }),
        );
        let view = BillView::priced(&bill, &priced, &context);
        transaction.keep_response(&super::bill_view::BillAnswer { bill: view.clone() });
        transaction.commit().await?;
        Ok(view)
    }

    /// Drops the edits; without any there is nothing to drop.
    pub async fn drop_bill(&self, act: &Act, id: &BookingId) -> Result<BillView, Failure<CompleteError>> {
        self.0
            .retry_on_conflict(|| async move {
                let open = self.open_booking(id).await?;
                let fresh = OpenBooking { booking: open.booking.clone(), stored: None, bill: Bill::of(&open.booking) };
                let view = self.bill_of(act, &fresh).await?;
                if let Some(stored) = &open.stored {
                    let mut transaction = self.0.transaction(act);
                    transaction.replace(&open.booking, &open.booking);
                    transaction.remove(stored);
                    let details = json!({ "version": stored.edition });
                    transaction.audit(EventType::BillDropped, Booking::KIND, id.as_str(), details);
                    transaction.keep_response(&super::bill_view::BillAnswer { bill: view.clone() });
                    transaction.commit().await?;
                }
                Ok(view)
            })
            .await
    }

    /// A manager's word for what this version takes off: by their own sign-in, or by their PIN at the desk.
    pub async fn approve_bill(
        &self,
        caller: &Caller,
        id: &BookingId,
        request: &ApproveBillRequest,
    ) -> Result<BillView, Failure<CompleteError>> {
        // The version is looked at first: a try of the PIN counts, whatever comes of the rest.
        let open = self.at_version(&caller.act, id, request.version.as_u64()).await?;
        if request.effective_bps.is_some() {
            let bill = self.bill_of(&caller.act, &open).await?;
            if request.is_of_another(bill.approval.effective_bps) {
                return Err(CompleteError::StaleBill(Box::new(bill)).into());
            }
        }
        let approver = self.approver(caller, request.approver_id.as_ref(), request.pin.as_ref()).await?;
        self.0.retry_on_conflict(|| self.write_approval(&caller.act, id, request, &approver)).await
    }

    /// The user who stands for it.
    pub(super) async fn approver(
        &self,
        caller: &Caller,
        approver: Option<&UserId>,
        pin: Option<&parlour_people::pins::Pin>,
    ) -> Result<UserId, Failure<CompleteError>> {
        if let (Some(approver), Some(pin)) = (approver, pin) {
            return match Pins::of(self.0).verify(&caller.act, approver, pin).await {
                Ok(()) => Ok(approver.clone()),
                Err(Failure::Refused(error)) => Err(CompleteError::Pin(error).into()),
                Err(Failure::Setback(setback)) => Err(Failure::Setback(setback)),
            };
        }
        if caller.user.role.satisfies(Role::Manager) {
            Ok(caller.user.id.clone())
        } else {
            Err(CompleteError::ManagersOnly.into())
        }
    }

    async fn write_approval(
        &self,
        act: &Act,
        id: &BookingId,
        request: &ApproveBillRequest,
        approver: &UserId,
    ) -> Result<BillView, Failure<CompleteError>> {
        let open = self.at_version(act, id, request.version.as_u64()).await?;
        let stored = open.stored.as_ref().ok_or(CompleteError::NothingToApprove)?;
        let facts = self.bill_facts(&open.booking, open.bill.membership_id.as_ref(), act.at).await?;
        let context = facts.context(&open.booking);
        let priced = context.price(open.bill.terms()).map_err(CompleteError::from)?;
        let bps = priced.receipt.effective_bps();
        if request.is_of_another(bps) {
            let bill = BillView::priced(&open.bill, &priced, &context);
            return Err(CompleteError::StaleBill(Box::new(bill)).into());
        }
        let approval = Some(Approval { by: approver.clone(), bps, at: act.at });
        let bill = Bill { approval: approval.clone(), ..open.bill.clone() };
        let mut transaction = self.0.transaction(act);
        open.hold(&mut transaction);
        transaction.replace(stored, &Bill { approval, ..stored.record.clone() });
        let details = json!({ "version": bill.edition, "approvedBy": approver, "effectiveBps": bps });
        transaction.audit(EventType::BillApproved, Booking::KIND, id.as_str(), details);
        let view = BillView::priced(&bill, &priced, &context);
        transaction.keep_response(&super::bill_view::BillAnswer { bill: view.clone() });
        transaction.commit().await?;
        Ok(view)
    }

    /// The booking with its bill in one read; refused unless it can be completed.
    pub(super) async fn open_booking(&self, id: &BookingId) -> Result<OpenBooking, Failure<CompleteError>> {
        let (booking_key, bill_key) = (keys::booking(id), keys::bill(id));
        let mut found = self.0.table.get_many([booking_key.clone(), bill_key.clone()]).await?;
        let booking = found.take::<Booking>(&booking_key)?.ok_or(CompleteError::Unknown)?;
        if let Err(illegal) = booking.status.after(Action::Complete) {
            return Err(CompleteError::WrongStatus { illegal, invoice_id: booking.invoice_id.clone() }.into());
        }
        let stored = found.take::<Bill>(&bill_key)?;
        let bill = match &stored {
            Some(stored) => self.with_people_of(&booking, stored.record.clone()).await?,
            None => Bill::of(&booking),
        };
        Ok(OpenBooking { booking, stored, bill })
    }

    /// The stored bill with its people of today; who works here matters only where it names somebody itself.
    async fn with_people_of(&self, booking: &Booking, stored: Bill) -> Result<Bill, TableError> {
        let staff = if stored.names_somebody() { Staff::of(self.0).all().await? } else { Arc::default() };
        Ok(stored.with_people_of(booking, |id| staff.iter().any(|member| member.id == *id && member.is_active)))
    }

    /// The same, refused unless the bill has this version.
    pub(super) async fn at_version(
        &self,
        act: &Act,
        id: &BookingId,
        version: u64,
    ) -> Result<OpenBooking, Failure<CompleteError>> {
        let open = self.open_booking(id).await?;
        if open.stored.as_ref().map_or(0, |stored| stored.edition) == version {
            return Ok(open);
        }
        let bill = self.bill_of(act, &open).await?;
        Err(CompleteError::StaleBill(Box::new(bill)).into())
    }

    /// With the membership that is named, or else with the customer's active one; the latter may be another.
    pub(super) async fn bill_facts(
        &self,
        booking: &Booking,
        named: Option<&MembershipId>,
        now: Instant,
    ) -> Result<BillFacts, Failure<CompleteError>> {
        let (salon, customer) = (self.0, &booking.customer_id);
        let (gems, offer_day) = (keys::gems(customer), keys::offer_day(customer, now.ist_date()));
        let active = keys::active_membership(customer);
        let (offers, products, catalogue) = (Offers::of(salon), Products::of(salon), CatalogueStore::of(salon));
        let (mut found, offers, products, catalogue, branch) = tokio::try_join!(
            salon.table.get_many([gems.clone(), offer_day.clone(), active.clone()]),
            offers.all(),
            products.all(),
            catalogue.read(),
            async { Branches::of(salon).get(&booking.branch_id).await },
        )?;
        let active = found.take::<ActiveMembership>(&active)?.map(|active| active.record.membership_id);
        let active = match active {
            Some(id) => Memberships::of(salon).get(&id).await?,
            None => None,
        };
        let membership = match named.filter(|named| active.as_ref().is_none_or(|active| active.id != **named)) {
            Some(other) => Memberships::of(salon).get(other).await?,
            None => active.clone(),
        };
        Ok(BillFacts {
            branch: branch.ok_or(CompleteError::Missing("branch"))?,
            catalogue,
            products,
            offers,
            membership,
            active_membership: active,
            gems: found.take::<GemsAccount>(&gems)?.map_or(Gems::ZERO, |gems| gems.account.spendable(now)),
            offer_used_today: found.take::<OfferDay>(&offer_day)?.is_some(),
            now,
        })
    }
}
