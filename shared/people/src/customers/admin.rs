//! Customers at the desk: details, notes, tags and the no-show override.

use std::sync::Arc;

use serde_json::json;

use super::directory::{Customers, DirectoryChange};
use super::{
    AssignRequest, CreateTagRequest, CustomerCard, CustomerCardView, CustomerDetail, CustomerNote, CustomerNoteAnswer,
    CustomerNoteRequest, CustomerNoteView, OverrideRequest, PhoneCustomers, Profile, ProfileView, SuspendedCustomer,
    Tag, TagAnswer, TagAssignment, TagView, save_profile,
};
use crate::auth::{Caller, User};
use crate::staff::{Staff, StaffMember};
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, is_unchanged};
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::reference::Reference;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Partition, Record as _, Stored, Table, TableError, Topic, UniqueValue, keys};
use parlour_values::done::Done;
use parlour_values::id::{StaffId, TagId, UserId};

#[derive(Debug, thiserror::Error)]
pub enum CustomerError {
    #[error("no user of this id has a profile")]
    Unknown,
    #[error("no such tag")]
    UnknownTag,
    #[error("the customer has no such booking")]
    UnknownBooking,
    #[error("a tag of this slug exists")]
    TagTaken,
    #[error("nobody of that id to merge from")]
    MergesUnknown,
    #[error("only a walk-in without a sign-in can be merged into somebody else")]
    NotAWalkIn,
    #[error("the walk-in is somebody else's already")]
    MergedElsewhere,
    #[error("both have an active membership")]
    BothAreMembers,
    #[error("they are to be erased")]
    ToBeErased,
    #[error("another customer has this phone")]
    PhoneHeld { id: UserId, first_name: String },
    #[error("a customer who is suspended has this phone")]
    Suspended(SuspendedCustomer),
    #[error("their role is above the caller's")]
    AboveOwn,
    #[error("somebody who signs in changes their email themselves")]
    EmailIsTheirs,
    #[error("no such staff member")]
    UnknownStaff,
    #[error("it is not said who answers for somebody under 18")]
    GuardianMissing,
}

impl Refused for CustomerError {}

impl CustomerError {
    pub fn phone_of(holder: &User) -> Self {
        Self::PhoneHeld { id: holder.id.clone(), first_name: holder.first_name().to_owned() }
    }

    /// The refusal of a phone that others have already who are customers, if any has it.
    pub fn of_phone(customers: &PhoneCustomers, own: Option<&UserId>) -> Option<Self> {
        let PhoneCustomers { bookable, suspended } = customers;
        let held = bookable.iter().find(|holder| Some(&holder.id) != own).map(|holder| Self::phone_of(holder));
        held.or_else(|| suspended.iter().find(|holder| Some(&holder.id) != own).cloned().map(Self::Suspended))
    }
}

/// Whoever works here may have a profile too: nobody changes a user whose role is above their own.
pub fn may_change(caller: &Caller, user: &User) -> Result<(), CustomerError> {
    if caller.user.role.satisfies(user.role) { Ok(()) } else { Err(CustomerError::AboveOwn) }
}

impl Customers<'_> {
    /// User and profile in one round trip; None unless both exist.
    pub async fn person(&self, id: &UserId) -> Result<Option<(Stored<User>, Stored<Profile>)>, TableError> {
        let (user, profile) = (keys::user(id), keys::profile(id));
        let mut found = self.0.table.get_many([user.clone(), profile.clone()]).await?;
        let user = found.take::<User>(&user)?.filter(|user| !user.is_erased());
        Ok(user.zip(found.take(&profile)?))
    }

    pub async fn detail(&self, id: &UserId) -> Result<CustomerDetail, Failure<CustomerError>> {
        let wanted = [keys::user(id), keys::profile(id), keys::customer_card(id)];
        let [user, profile, card] = wanted.clone();
        let mut found = self.0.table.get_many(wanted).await?;
        let user = found.take::<User>(&user)?.filter(|user| !user.is_erased());
        let person = user.zip(found.take::<Profile>(&profile)?);
        let (user, profile) = person.ok_or(CustomerError::Unknown)?;
        let staff = self.staff_for(profile.preferred_staff_id.as_ref()).await?;
        Ok(CustomerDetail::new(&user, &profile, found.take::<CustomerCard>(&card)?.as_deref(), &staff))
    }

    /// Those who work here, where one of them is named.
    pub async fn staff_for(&self, named: Option<&StaffId>) -> Result<Arc<Vec<Stored<StaffMember>>>, TableError> {
        if named.is_none() {
            return Ok(Arc::default());
        }
        Staff::of(self.0).all().await
    }

    /// The facts that whoever serves them must know.
    pub async fn card(&self, id: &UserId) -> Result<CustomerCardView, TableError> {
        let card = self.0.table.get::<CustomerCard>(&keys::customer_card(id)).await?;
        Ok(card.as_deref().map(CustomerCardView::from).unwrap_or_default())
    }

    /// A manager sets the no-show count or the approval requirement by hand.
    pub async fn overrule(
        &self,
        caller: &Caller,
        id: &UserId,
        request: &OverrideRequest,
    ) -> Result<ProfileView, Failure<CustomerError>> {
        self.0
            .retry_on_conflict(|| async move {
                let act = &caller.act;
                let (user, read) = self.person(id).await?.ok_or(CustomerError::Unknown)?;
                may_change(caller, &user)?;
                let profile = Profile {
                    noshow_count: request.noshow_count.map_or(read.noshow_count, |count| count.as_u32()),
                    booking_requires_approval: request
                        .booking_requires_approval
                        .unwrap_or(read.booking_requires_approval),
                    // A setting that a manager decides by hand does not come back by itself.
                    approval_by_no_shows: read.approval_by_no_shows && request.booking_requires_approval.is_none(),
                    approval_is_lifted: read.approval_is_lifted && request.booking_requires_approval.is_none(),
                    updated_at: act.at,
                    ..read.record.clone()
                };
                if is_unchanged(&read.record, &profile) {
                    return Ok(ProfileView::from(&read.record));
                }
                let mut transaction = self.0.transaction(act);
                save_profile(&mut transaction, &user, Some(&read), &profile);
                transaction.audit(
                    EventType::CustomerUpdated,
                    Profile::KIND,
                    id.as_str(),
                    json!({
                        "noshowCount": profile.noshow_count,
                        "bookingRequiresApproval": profile.booking_requires_approval,
                    }),
                );
                transaction.commit().await?;
                Ok(ProfileView::from(&profile))
            })
            .await
    }

    /// Writes a note; the booking it names is the customer's (`Bookings::note_customer` looks).
    pub async fn note(
        &self,
        caller: &Caller,
        id: &UserId,
        request: CustomerNoteRequest,
    ) -> Result<CustomerNoteView, Failure<CustomerError>> {
        let note = CustomerNote {
            id: self.0.random.id(),
            customer_id: id.clone(),
            author_id: caller.user.id.clone(),
            booking_id: request.booking_id,
            kind: request.kind.unwrap_or_default(),
            pinned: request.pinned.unwrap_or_default(),
            is_reply: false,
            content: request.content.into(),
            created_at: caller.act.at,
        };
        self.0.retry_on_conflict(|| self.write_note(&caller.act, &note)).await
    }

    async fn write_note(&self, act: &Act, note: &CustomerNote) -> Result<CustomerNoteView, Failure<CustomerError>> {
        let (id, view) = (&note.customer_id, CustomerNoteView::from(note));
        let mut transaction = self.0.transaction(act);
        transaction.check(Profile::KIND, keys::profile(id), Condition::Present);
        transaction.check(Profile::KIND, keys::user(id), User::NOT_ERASED);
        transaction.create(note);
        if CustomerCard::takes(note) {
            let read = self.0.table.get::<CustomerCard>(&keys::customer_card(id)).await?;
            let card = read.as_deref().cloned().unwrap_or_else(|| CustomerCard::empty(id));
            transaction.save(read.as_ref(), &card.with_note(note.clone()));
        }
        transaction.audit(EventType::CustomerNoted, Profile::KIND, id.as_str(), json!({ "noteId": note.id }));
        transaction.keep_response(&CustomerNoteAnswer { note: view.clone() });
        match transaction.commit().await {
            Err(setback) if setback.failed_at(Profile::KIND) => Err(CustomerError::Unknown.into()),
            committed => committed.map(|()| view).map_err(Failure::from),
        }
    }

    /// All tags by name, ignoring case.
    pub async fn all_tags(&self) -> Result<Arc<Vec<Stored<Tag>>>, TableError> {
        self.0.reference::<Tag>(&Topic::Tags).await
    }

    pub async fn tags(&self) -> Result<Vec<TagView>, TableError> {
        Ok(self.all_tags().await?.iter().map(|tag| TagView::from(&tag.record)).collect())
    }

    pub async fn create_tag(&self, act: &Act, request: &CreateTagRequest) -> Result<TagView, Failure<CustomerError>> {
        let tag = Tag {
            id: self.0.random.id(),
            name: request.name.clone(),
            slug: request.name.slug(),
            color: request.color.clone(),
            description: request.description.as_deref().map(str::to_owned),
            created_at: act.at,
        };
        let view = TagView::from(&tag);
        let mut transaction = self.0.transaction(act);
        transaction.create(&tag);
        transaction.create(&UniqueValue::held_by(&tag.id, Unique::TagSlug, &tag.slug));
        transaction.audit(EventType::TagCreated, Tag::KIND, tag.id.as_str(), json!({ "slug": tag.slug }));
        transaction.keep_response(&TagAnswer { tag: view.clone() });
        match transaction.commit().await {
            Err(setback) if setback.failed_at(UniqueValue::KIND) => Err(CustomerError::TagTaken.into()),
            committed => committed.map(|()| view).map_err(Failure::from),
        }
    }

    /// Assigns a tag; an existing assignment stays as it is.
    pub async fn assign(
        &self,
        caller: &Caller,
        id: &UserId,
        request: &AssignRequest,
    ) -> Result<(), Failure<CustomerError>> {
        let tag = &request.tag_id;
        let (profile, assigned) = (keys::profile(id), keys::customer_tag(id, tag));
        let mut found = self.0.table.get_many([profile.clone(), assigned.clone()]).await?;
        if found.take::<Profile>(&profile)?.is_none() {
            return Err(CustomerError::Unknown.into());
        }
        if !self.all_tags().await?.iter().any(|known| known.id == *tag) {
            return Err(CustomerError::UnknownTag.into());
        }
        if found.take::<TagAssignment>(&assigned)?.is_some() {
            return self.assigned_before(&caller.act).await;
        }
        let mut transaction = self.0.transaction(&caller.act);
        transaction.create(&TagAssignment {
            customer_id: id.clone(),
            tag_id: tag.clone(),
            assigned_by: caller.user.id.clone(),
            assigned_at: caller.act.at,
        });
        transaction.check(Profile::KIND, profile, Condition::Present);
        transaction.check(Profile::KIND, keys::user(id), User::NOT_ERASED);
        DirectoryChange::of(id).tagged(tag).write(&mut transaction);
        transaction.audit(EventType::CustomerTagged, Profile::KIND, id.as_str(), json!({ "tagId": tag }));
        transaction.keep_response(&Done::OK);
        match transaction.commit().await {
            Err(setback) if setback.failed_at(TagAssignment::KIND) => self.assigned_before(&caller.act).await,
            Err(setback) if setback.failed_at(Profile::KIND) => Err(CustomerError::Unknown.into()),
            committed => Ok(committed?),
        }
    }

    /// Nothing changes, but the response is kept for a repeat under the same idempotency key.
    async fn assigned_before(&self, act: &Act) -> Result<(), Failure<CustomerError>> {
        let mut transaction = self.0.transaction(act);
        transaction.keep_response(&Done::OK);
        Ok(transaction.commit().await?)
    }

    /// Removes a tag; succeeds if it is not assigned.
    pub async fn unassign(&self, act: &Act, id: &UserId, tag: &TagId) -> Result<(), Failure<CustomerError>> {
        let (profile, assigned) = (keys::profile(id), keys::customer_tag(id, tag));
        let mut found = self.0.table.get_many([profile.clone(), assigned.clone()]).await?;
        if found.take::<Profile>(&profile)?.is_none() {
            return Err(CustomerError::Unknown.into());
        }
        if found.take::<TagAssignment>(&assigned)?.is_none() {
            return Ok(());
        }
        let mut transaction = self.0.transaction(act);
        transaction.delete(TagAssignment::KIND, assigned, Condition::Present);
        DirectoryChange::of(id).untagged(tag).write(&mut transaction);
        transaction.audit(EventType::CustomerUntagged, Profile::KIND, id.as_str(), json!({ "tagId": tag }));
        match transaction.commit().await {
            Err(setback) if setback.failed_at(TagAssignment::KIND) => Ok(()),
            committed => Ok(committed?),
        }
    }
}

impl Reference for Tag {
    type Loaded = Vec<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Vec<Stored<Self>>, TableError> {
        let mut tags: Vec<Stored<Self>> = table.query(Partition::of(keys::TAGS)).await?;
        tags.sort_by_cached_key(|tag: &Stored<Tag>| (tag.name.as_str().to_lowercase(), tag.id.clone()));
        Ok(tags)
    }
}
