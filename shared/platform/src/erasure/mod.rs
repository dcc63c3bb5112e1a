//! Erasing a customer: asked for, taken back, and carried out two days later.
//!
//! What goes: sessions, the accounts they signed in with, push subscriptions, the calendar's address, notes, alerts, tags,
//! consents, messages to them and about them, wishes, kept answers, drafts of bills and the snapshots of the directory. What
//! stays without them: bookings, memberships, leads and figures, of a "Former customer", and their place in the list of the
//! staff if they once worked here. Invoices and credit notes stay with
//! the name and the GSTIN that tax law wants.
//!
//! The first step makes the user nobody in one transaction, on condition that nothing stands in the way: nobody signs in
//! as them or books for them from then on. What follows is found by their id, and by the phone and the addresses that the
//! wish to be erased keeps until the last step takes it away. Each step looks for what is left, so it can be killed
//! anywhere and run again.

mod begin;
mod employment;
mod own;
mod papers;
mod told;

use parlour_booking::bookings::Bookings;
use parlour_people::auth::{Caller, User};
use parlour_people::customers::{Erasure, ErasureError, ErasureRequest, ErasureView, MergedWalkIn, Profile};
use parlour_senders::SendError;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::outbox::NotifiableEvent;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record as _, Stored, TableError, keys};
use parlour_values::id::{BookingId, UserId};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::Instant;
use serde_json::json;

use begin::ErasureStart;

/// Why it could not be carried out to the end; run again, it goes on.
#[derive(Debug, thiserror::Error)]
pub enum EraseError {
    #[error(transparent)]
    Setback(#[from] Setback),
    #[error("a paper could not be printed again: {0}")]
    Print(#[from] SendError),
}

impl From<TableError> for EraseError {
    fn from(error: TableError) -> Self {
        Self::Setback(error.into())
    }
}

/// The outcome of carrying it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erased {
    Now,
    /// It is tried again the next day.
    PutOff,
    /// It was taken back, put off, or done already.
    NotDue,
}

pub struct Erasures<'a>(&'a Salon);

impl<'a> Erasures<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// Somebody as they were read.
struct PersonToErase {
    user: Stored<User>,
    profile: Option<Stored<Profile>>,
    erasure: Option<Stored<Erasure>>,
}

impl PersonToErase {
    fn due(&self) -> Paise {
        self.profile.as_ref().map_or(Paise::ZERO, |profile| profile.due)
    }

    /// The walk-ins who have become them.
    fn merged(&self) -> impl Iterator<Item = &MergedWalkIn> {
        self.profile.iter().flat_map(|profile| &profile.opening).flat_map(|opening| &opening.merged)
    }
}

impl Erasures<'_> {
    /// The caller wants to be erased.
    pub async fn ask(&self, caller: &Caller, request: &ErasureRequest) -> Result<ErasureView, Failure<ErasureError>> {
        self.ask_for(&caller.act, &caller.user.id, request).await
    }

    /// Somebody is to be erased. Asked again, it stays as it was asked first.
    pub async fn ask_for(
        &self,
        act: &Act,
        id: &UserId,
        request: &ErasureRequest,
    ) -> Result<ErasureView, Failure<ErasureError>> {
        self.0.retry_on_conflict(|| self.write_asked(act, id, request)).await
    }

    async fn write_asked(
        &self,
        act: &Act,
        id: &UserId,
        request: &ErasureRequest,
    ) -> Result<ErasureView, Failure<ErasureError>> {
        let (person, booking_ids) = tokio::try_join!(self.person(id), self.open_bookings(id))?;
        let person = person.ok_or(ErasureError::Unknown)?;
        if let Some(erasure) = &person.erasure {
            return Ok(ErasureView::from(&erasure.record));
        }
        if person.user.role != Role::Customer {
            return Err(ErasureError::WorksHere.into());
        }
        let due = person.due();
        if !booking_ids.is_empty() || due > Paise::ZERO {
            let is_brought = person.profile.as_ref().is_some_and(|profile| profile.opening_due().is_some());
            return Err(ErasureError::InTheWay { booking_ids, due, is_brought }.into());
        }
        let reason = request.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        let erasure = Erasure::asked(id, reason.map(str::to_owned), act.at);
        let asked = NotifiableEvent::ErasureRequested { user_id: id.clone(), erase_on: erasure.erase_on };
        let mut transaction = self.0.transaction(act);
        transaction.create(&erasure);
        transaction.enqueue(erasure.message());
        transaction.enqueue(asked.message(act.at));
        let data = json!({ "eraseOn": erasure.erase_on });
        transaction.audit(EventType::CustomerErasureRequested, Profile::KIND, id.as_str(), data);
        transaction.commit().await?;
        Ok(ErasureView::from(&erasure))
    }

    /// The wish is taken back, while it can be.
    pub async fn take_back(&self, act: &Act, id: &UserId) -> Result<(), Failure<ErasureError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.0.table.get::<Erasure>(&keys::erasure(id)).await?;
                let read = read.filter(|erasure| erasure.begun.is_none()).ok_or(ErasureError::NotAsked)?;
                let mut transaction = self.0.transaction(act);
                transaction.remove(&read);
                transaction.audit(EventType::CustomerErasureWithdrawn, Profile::KIND, id.as_str(), json!({}));
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// When somebody is to be erased, if they are.
    pub async fn asked(&self, id: &UserId) -> Result<Option<ErasureView>, TableError> {
        let erasure = self.0.table.get::<Erasure>(&keys::erasure(id)).await?;
        Ok(erasure.map(|erasure| ErasureView::from(&erasure.record)))
    }

    async fn person(&self, id: &UserId) -> Result<Option<PersonToErase>, Failure<ErasureError>> {
        let wanted = [keys::user(id), keys::profile(id), keys::erasure(id)];
        let [user, profile, erasure] = wanted.clone();
        let mut found = self.0.table.get_many(wanted).await?;
        let Some(user) = found.take::<User>(&user)?.filter(|user| !user.is_erased()) else { return Ok(None) };
        Ok(Some(PersonToErase { user, profile: found.take(&profile)?, erasure: found.take(&erasure)? }))
    }

    async fn open_bookings(&self, id: &UserId) -> Result<Vec<BookingId>, Failure<ErasureError>> {
        Ok(Bookings::of(self.0).open_of(id).await?)
    }

    /// Carries it out, if this is the moment it was set for or it has begun already.
    pub async fn carry_out(&self, act: &Act, id: &UserId, erase_on: Instant) -> Result<Erased, EraseError> {
        let begun = self.0.retry_on_conflict(|| self.begin(act, id, erase_on)).await.map_err(Setback::from)?;
        let contact = match begun {
            ErasureStart::Now(contact) => contact,
            ErasureStart::PutOff => return Ok(Erased::PutOff),
            ErasureStart::NotDue => return Ok(Erased::NotDue),
        };
        let mut found = self.erase_visits(id).await?;
        self.erase_papers(id).await?;
        self.end_wishes(act, id).await?;
        self.erase_own(id).await?;
        self.erase_employment(id).await?;
        found.leads.extend(self.leads_of(&contact).await?);
        self.erase_leads(&found.leads).await?;
        self.erase_told(id, &found).await?;
        parlour_people::customers::Customers::of(self.0).forget_snapshots().await?;
        self.0.retry_on_conflict(|| self.finish(act, id)).await.map_err(Setback::from)?;
        Ok(Erased::Now)
    }
}
