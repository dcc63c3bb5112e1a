//! Profiles in the table.

use serde_json::json;

use super::onboarding::{CompleteProfileRequest, OnboardingView, ProfileAnswer, ProfileError, ProfilePatchRequest};
use super::{ConsentEntry, Profile, ProfileView, directory};
use crate::auth::{Caller, User};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Record as _, Stored, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::contact::Phone;
use parlour_values::id::UserId;

/// Every write of a profile goes through here, so that the customer's directory row and the ledger of their consents change
/// in the same transaction.
pub fn save_profile(transaction: &mut Transaction<'_>, user: &User, read: Option<&Stored<Profile>>, profile: &Profile) {
    save_profile_among(transaction, directory::DirectoryChange::of(&user.id).person(user), read, profile);
}

/// The same for a write that changes further parts of the directory row.
pub fn save_profile_among(
    transaction: &mut Transaction<'_>,
    change: directory::DirectoryChange,
    read: Option<&Stored<Profile>>,
    profile: &Profile,
) {
    for line in ConsentEntry::of_change(read, profile, transaction.actor(), transaction.now()) {
        transaction.create(&line);
    }
    // Whoever writes a phone, its changes are counted here.
    let before = read.map_or(0, |read| read.phone_generation);
    let is_changed = read.is_some_and(|read| read.phone != profile.phone);
    let phone_generation = before.saturating_add(u32::from(is_changed));
    let profile = Profile { phone_generation, ..profile.clone() };
    transaction.save(read, &profile);
    change.profile(&profile).write(transaction);
}

pub struct Profiles<'a>(&'a Salon);

impl<'a> Profiles<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }

    pub(super) fn salon(&self) -> &Salon {
        self.0
    }
}

/// A completed onboarding, and whether it was the first.
pub struct CompletedProfile {
    pub answer: ProfileAnswer,
    pub is_first: bool,
}

impl Profiles<'_> {
    pub async fn onboarding(&self, user: &UserId) -> Result<OnboardingView, TableError> {
        let profile = self.read(user).await?;
        Ok(OnboardingView::of(profile.as_deref()))
    }

    /// The caller's own profile, once onboarding is complete.
    pub async fn own(&self, user: &UserId) -> Result<ProfileAnswer, Failure<ProfileError>> {
        let profile = self.read(user).await?.filter(|profile| profile.is_onboarded);
        profile.map(|profile| answer(&profile)).ok_or(ProfileError::NotOnboarded.into())
    }

    async fn read(&self, user: &UserId) -> Result<Option<Stored<Profile>>, TableError> {
        self.0.table.get(&keys::profile(user)).await
    }

    /// Completes onboarding, or updates the profile if it was complete.
    pub async fn complete(
        &self,
        caller: &Caller,
        request: CompleteProfileRequest,
    ) -> Result<CompletedProfile, Failure<ProfileError>> {
        let request = &ProfilePatchRequest::from(request);
        self.0
            .retry_on_conflict(|| async move {
                let (user, act) = (&caller.user, &caller.act);
                let (read, holder) = self.read_with(user, request.phone.as_ref()).await?;
                let before = match &read {
                    Some(read) => read.record.clone(),
                    None => Profile::bare(self.0.random.id(), user.id.clone(), act.at),
                };
                let is_first = !before.is_onboarded;
                let profile = Profile { is_onboarded: true, ..before.patched(request, act.at)? };
                let answer = answer(&profile);
                let mut transaction = self.0.transaction(act);
                if read.as_ref().is_none_or(|read| read.record != profile) {
                    self.move_phone(&mut transaction, user, read.as_deref(), request.phone.as_ref(), holder).await?;
                    save_profile(&mut transaction, user, read.as_ref(), &profile);
                    transaction.audit(
                        EventType::ProfileCompleted,
                        Profile::KIND,
                        user.id.as_str(),
                        json!({ "first": is_first }),
                    );
                }
                if is_first {
                    transaction.keep_response(&answer);
                } else {
                    transaction.keep_response_of_update(&answer);
                }
                transaction.commit().await?;
                Ok(CompletedProfile { answer, is_first })
            })
            .await
    }

    pub async fn patch(
        &self,
        caller: &Caller,
        request: &ProfilePatchRequest,
    ) -> Result<ProfileAnswer, Failure<ProfileError>> {
        self.0
            .retry_on_conflict(|| async move {
                let (user, act) = (&caller.user, &caller.act);
                let (read, holder) = self.read_with(user, request.phone.as_ref()).await?;
                let read = read.filter(|profile| profile.is_onboarded).ok_or(ProfileError::NotOnboarded)?;
                let profile = read.patched(request, act.at)?;
                if profile == read.record {
                    return Ok(answer(&profile));
                }
                let mut transaction = self.0.transaction(act);
                self.move_phone(&mut transaction, user, Some(&read), request.phone.as_ref(), holder).await?;
                save_profile(&mut transaction, user, Some(&read), &profile);
                transaction.audit(EventType::ProfileUpdated, Profile::KIND, user.id.as_str(), json!({}));
                transaction.commit().await?;
                Ok(answer(&profile))
            })
            .await
    }

    /// The profile, and the guard of the requested phone.
    async fn read_with(
        &self,
        user: &User,
        phone: Option<&Phone>,
    ) -> Result<(Option<Stored<Profile>>, Option<Stored<UniqueValue>>), TableError> {
        let own = keys::profile(&user.id);
        let phone = phone.map(|phone| keys::unique_value(Unique::Phone, phone.as_str()));
        let mut found = self.0.table.get_many([own.clone()].into_iter().chain(phone.clone())).await?;
        let holder = match phone {
            Some(phone) => found.take(&phone)?,
            None => None,
        };
        Ok((found.take(&own)?, holder))
    }

    /// A phone belongs to one profile: claims the new one and frees the old one.
    async fn move_phone(
        &self,
        transaction: &mut Transaction<'_>,
        user: &User,
        before: Option<&Profile>,
        asked: Option<&Phone>,
        holder: Option<Stored<UniqueValue>>,
    ) -> Result<(), Failure<ProfileError>> {
        let Some(asked) = asked else { return Ok(()) };
        match holder {
            Some(holder) if holder.holder == user.id.as_str() => {}
            Some(_) => return Err(ProfileError::PhoneTaken.into()),
            None => transaction.create(&UniqueValue::held_by(&user.id, Unique::Phone, asked.as_str())),
        }
        if let Some(given_up) = before.and_then(|before| before.phone.as_ref()).filter(|phone| *phone != asked) {
            let held: Option<Stored<UniqueValue>> =
                self.0.table.get(&keys::unique_value(Unique::Phone, given_up.as_str())).await?;
            if let Some(held) = held.filter(|held| held.holder == user.id.as_str()) {
                transaction.remove(&held);
            }
        }
        Ok(())
    }
}

fn answer(profile: &Profile) -> ProfileAnswer {
    ProfileAnswer { profile: ProfileView::from(profile) }
}
