//! The desk writes customers down and keeps what is known of them.

use std::sync::Arc;

use serde_json::json;

use super::admin::may_change;
use super::directory::{Customers, DirectoryChange};
use super::{
    CreateCustomerRequest, CustomerAnswer, CustomerCard, CustomerDetail, CustomerError, CustomerProfileRequest,
    EmailHolder, NewCustomer, PhoneHolders, Profile, save_profile_among,
};
use crate::auth::{Caller, User};
use crate::staff::StaffMember;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Record as _, Stored, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{StaffId, UserId};
use parlour_values::input::Clearable;
use parlour_values::time::Instant;

/// A customer as they were read, and as they are to be.
pub(super) struct Edit {
    pub user: Stored<User>,
    pub profile: Stored<Profile>,
    pub card: Option<Stored<CustomerCard>>,
    pub after: CustomerRecords,
}

/// The records that the desk has of a customer.
#[derive(Clone)]
pub(super) struct CustomerRecords {
    pub user: User,
    pub profile: Profile,
    pub card: CustomerCard,
}

impl Customers<'_> {
    /// Writes somebody down who is not known by their phone yet.
    pub async fn create(
        &self,
        act: &Act,
        request: &CreateCustomerRequest,
    ) -> Result<CustomerDetail, Failure<CustomerError>> {
        self.0.retry_on_conflict(|| self.write_new(act, request)).await
    }

    async fn write_new(
        &self,
        act: &Act,
        request: &CreateCustomerRequest,
    ) -> Result<CustomerDetail, Failure<CustomerError>> {
        let staff = self.known_staff(request.preferred_staff_id.as_ref()).await?;
        let email = request.email.as_ref();
        let wanted = PhoneHolders::keys(&request.phone).into_iter().chain(email.map(EmailHolder::key));
        let mut found = self.0.table.get_many(wanted).await?;
        let holders = PhoneHolders::among(&mut found, &request.phone)?;
        if let Some(refusal) = CustomerError::of_phone(&holders.customers(&self.0.table).await?, None) {
            return Err(refusal.into());
        }
        let new = NewCustomer::new(&self.0.random, act.at, &request.name, &request.phone, holders.written_down);
        let known = CustomerRecords {
            card: CustomerCard::empty(&new.user.id),
            user: new.user.clone(),
            profile: new.profile.clone(),
        };
        let known = known.with(&request.facts(), act.at);
        if known.profile.lacks_guardian(act.at.ist_date()) {
            return Err(CustomerError::GuardianMissing.into());
        }
        let new = NewCustomer { profile: known.profile, ..new };

        let answer =
            CustomerAnswer { customer: CustomerDetail::new(&new.user, &new.profile, Some(&known.card), &staff) };
        let mut transaction = self.0.transaction(act);
        new.write(&mut transaction);
        if let Some(email) = email {
            let holder = EmailHolder::among(&found, email)?;
            if holder.is_free(&self.0.table).await? {
                holder.give(&mut transaction, &new.user.id, email);
            }
        }
        if known.card.alerts.is_some() {
            transaction.create(&known.card);
        }
        transaction.audit(EventType::CustomerCreated, Profile::KIND, new.user.id.as_str(), json!({}));
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer.customer)
    }

    /// Those who work here, among whom the one who is named must be.
    async fn known_staff(
        &self,
        named: Option<&StaffId>,
    ) -> Result<Arc<Vec<Stored<StaffMember>>>, Failure<CustomerError>> {
        let staff = self.staff_for(named).await?;
        match named {
            Some(id) if !staff.iter().any(|member| member.id == *id) => Err(CustomerError::UnknownStaff.into()),
            _ => Ok(staff),
        }
    }

    /// Changes what the desk knows of somebody.
    pub async fn edit(
        &self,
        caller: &Caller,
        id: &UserId,
        request: &CustomerProfileRequest,
    ) -> Result<CustomerDetail, Failure<CustomerError>> {
        self.0.retry_on_conflict(|| self.write_edit(caller, id, request)).await
    }

    async fn write_edit(
        &self,
        caller: &Caller,
        id: &UserId,
        request: &CustomerProfileRequest,
    ) -> Result<CustomerDetail, Failure<CustomerError>> {
        let act = &caller.act;
        let own = [keys::user(id), keys::profile(id), keys::customer_card(id)];
        let new_phone = request.phone.iter().flat_map(PhoneHolders::keys);
        let mut found = self.0.table.get_many(own.iter().cloned().chain(new_phone)).await?;
        let [user, profile, card] = own;
        let (user, profile, card) =
            (found.take::<User>(&user)?, found.take::<Profile>(&profile)?, found.take::<CustomerCard>(&card)?);
        let user = user.filter(|user| !user.is_erased());
        let (user, profile) = user.zip(profile).ok_or(CustomerError::Unknown)?;
        may_change(caller, &user)?;
        if request.changes_email_of(&user) {
            return Err(CustomerError::EmailIsTheirs.into());
        }
        let before = CustomerRecords {
            user: user.record.clone(),
            profile: profile.record.clone(),
            card: card.as_deref().cloned().unwrap_or_else(|| CustomerCard::empty(id)),
        };
        let after = before.with(request, act.at);
        // Somebody who changes something else is not asked for it.
        let is_asked = request.date_of_birth.is_given() || request.guardian.is_given();
        if is_asked && after.profile.lacks_guardian(act.at.ist_date()) {
            return Err(CustomerError::GuardianMissing.into());
        }
        let staff = match request.preferred_staff_id {
            Clearable::Set(_) => self.known_staff(after.profile.preferred_staff_id.as_ref()).await?,
            Clearable::Keep | Clearable::Clear => self.staff_for(after.profile.preferred_staff_id.as_ref()).await?,
        };
        let edit = Edit { user, profile, card, after };
        let changed = edit.changed();
        if !changed.is_empty() {
            let mut transaction = self.0.transaction(act);
            if changed.contains(&"phone") {
                let phone = edit.after.profile.phone.as_ref();
                let holders = phone.map(|phone| PhoneHolders::among(&mut found, phone)).transpose()?;
                self.move_phone_at_desk(&mut transaction, &edit, holders).await?;
            }
            if changed.contains(&"email") {
                self.move_email(&mut transaction, &edit).await?;
            }
            edit.write(&mut transaction);
            let details = json!({ "fields": changed });
            transaction.audit(EventType::CustomerProfileChanged, Profile::KIND, id.as_str(), details);
            transaction.commit().await?;
        }
        let CustomerRecords { user, profile, card } = &edit.after;
        Ok(CustomerDetail::new(user, profile, Some(card), &staff))
    }

    /// The phone leads to this customer from now on, and the one before to nobody. Whoever signs in holds theirs among those
    /// who do; somebody whom the desk wrote down, among those.
    pub(super) async fn move_phone_at_desk(
        &self,
        transaction: &mut Transaction<'_>,
        edit: &Edit,
        holders: Option<PhoneHolders>,
    ) -> Result<(), Failure<CustomerError>> {
        let (before, after) = (&edit.profile.record, &edit.after);
        let Some((phone, holders)) = after.profile.phone.as_ref().zip(holders) else { return Ok(()) };
        let is_other = |id: &str| id != after.user.id.as_str();
        if let Some(refusal) = CustomerError::of_phone(&holders.customers(&self.0.table).await?, Some(&after.user.id)) {
            return Err(refusal.into());
        }
        let (what, held) = if after.user.signs_in() {
            (Unique::Phone, holders.signed_up)
        } else {
            (Unique::WalkinPhone, holders.written_down)
        };
        match held {
            Some(held) if !is_other(&held.holder) => {}
            // Somebody who is no customer, or no longer one, keeps the phone they sign in with.
            Some(held) if what == Unique::Phone => {
                let id = UserId::from(held.record.holder);
                let holder = self.0.table.get::<User>(&keys::user(&id)).await?;
                let first_name = holder.map(|holder| holder.first_name().to_owned()).unwrap_or_default();
                return Err(CustomerError::PhoneHeld { id, first_name }.into());
            }
            held => transaction.save(held.as_ref(), &UniqueValue::held_by(&after.user.id, what, phone.as_str())),
        }
        if let Some(given_up) = &before.phone {
            let mut found = self.0.table.get_many(PhoneHolders::keys(given_up)).await?;
            let PhoneHolders { signed_up, written_down } = PhoneHolders::among(&mut found, given_up)?;
            for held in signed_up.iter().chain(&written_down).filter(|held| !is_other(&held.holder)) {
                transaction.remove(held);
            }
        }
        Ok(())
    }

    /// The email that they leave leads to them, unless it leads to somebody else already; the one before does no longer.
    pub(super) async fn move_email(
        &self,
        transaction: &mut Transaction<'_>,
        edit: &Edit,
    ) -> Result<(), Failure<CustomerError>> {
        let id = &edit.after.user.id;
        if let Some(before) = &edit.profile.email {
            EmailHolder::read(&self.0.table, before).await?.give_up(transaction, id);
        }
        if let Some(email) = &edit.after.profile.email {
            let holder = EmailHolder::read(&self.0.table, email).await?;
            if holder.is_free(&self.0.table).await? {
                holder.give(transaction, id, email);
            }
        }
        Ok(())
    }
}

impl CustomerRecords {
    /// As the request has it; moments move with what they are of.
    pub(super) fn with(self, request: &CustomerProfileRequest, now: Instant) -> Self {
        let Self { mut user, mut profile, mut card } = self;
        let before = (user.clone(), profile.clone());
        if let Some(name) = &request.name {
            user.name = name.to_string();
        }
        profile.phone = request.phone.clone().or(profile.phone);
        if !user.signs_in() {
            profile.email = request.email.clone().over(profile.email);
        }
        profile.date_of_birth = request.date_of_birth.clone().map(|born| born.0).over(profile.date_of_birth);
        profile.guardian = request.guardian.clone().over(profile.guardian);
        profile.gender = request.gender.clone().over(profile.gender);
        profile.set_marketing_consent(request.marketing_consent, now);
        profile.set_whatsapp_consent(request.whatsapp_consent, now);
        profile.photos_consent = request.photos_consent.unwrap_or(profile.photos_consent);
        profile.health_notes_consent = request.health_notes_consent.unwrap_or(profile.health_notes_consent);
        profile.preferred_language = request.preferred_language.unwrap_or(profile.preferred_language);
        profile.channels = request.channels.clone().or(profile.channels);
        profile.preferred_staff_id = request.preferred_staff_id.clone().over(profile.preferred_staff_id);
        profile.gstin = request.gstin.clone().over(profile.gstin);
        profile.legal_name = request.legal_name.clone().over(profile.legal_name);
        card.alerts = request.alerts.clone().over(card.alerts).filter(|alerts| !alerts.is_empty());
        if user != before.0 {
            user.updated_at = now;
        }
        if profile != before.1 {
            profile.updated_at = now;
        }
        Self { user, profile, card }
    }
}

impl Edit {
    /// The names of the fields that change.
    pub(super) fn changed(&self) -> Vec<&'static str> {
        let (user, profile, after) = (&self.user.record, &self.profile.record, &self.after);
        let alerts = self.card.as_ref().and_then(|card| card.alerts.as_ref());
        let fields = [
            ("name", user.name != after.user.name),
            ("phone", profile.phone != after.profile.phone),
            ("email", profile.email != after.profile.email),
            ("dateOfBirth", profile.date_of_birth != after.profile.date_of_birth),
            ("guardian", profile.guardian != after.profile.guardian),
            ("gender", profile.gender != after.profile.gender),
            ("marketingConsent", profile.marketing_consent != after.profile.marketing_consent),
            ("whatsappConsent", profile.whatsapp_consent != after.profile.whatsapp_consent),
            ("photosConsent", profile.photos_consent != after.profile.photos_consent),
            ("healthNotesConsent", profile.health_notes_consent != after.profile.health_notes_consent),
            ("preferredLanguage", profile.preferred_language != after.profile.preferred_language),
            ("channels", profile.channels != after.profile.channels),
            ("alerts", alerts != after.card.alerts.as_ref()),
            ("preferredStaffId", profile.preferred_staff_id != after.profile.preferred_staff_id),
            ("gstin", profile.gstin != after.profile.gstin),
            ("legalName", profile.legal_name != after.profile.legal_name),
        ];
        fields.into_iter().filter(|(_, changes)| *changes).map(|(name, _)| name).collect()
    }

    pub(super) fn write(&self, transaction: &mut Transaction<'_>) {
        let CustomerRecords { user, profile, card } = &self.after;
        let (changes_user, changes_profile) = (*user != self.user.record, *profile != self.profile.record);
        let mut row = DirectoryChange::of(&user.id);
        if changes_user {
            transaction.replace(&self.user, user);
            row = row.person(user);
        }
        if changes_profile {
            save_profile_among(transaction, row, Some(&self.profile), profile);
        } else {
            if changes_user {
                row.write(transaction);
            }
            transaction.check(Profile::KIND, self.profile.key(), Condition::Present);
        }
        if self.card.as_ref().map_or(card.alerts.is_some(), |read| read.record != *card) {
            transaction.save(self.card.as_ref(), card);
        }
    }
}

impl CustomerProfileRequest {
    /// Whether it would change the address that somebody signs in with.
    fn changes_email_of(&self, user: &User) -> bool {
        user.signs_in()
            && match &self.email {
                Clearable::Keep => false,
                Clearable::Clear => true,
                Clearable::Set(email) => !email.as_str().eq_ignore_ascii_case(&user.email),
            }
    }
}
