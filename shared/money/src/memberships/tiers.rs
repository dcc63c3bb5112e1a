//! The tiers: one partition of the table, kept in the process until one of them changes. Every slug is held by a guard
//! item, so that two tiers created at the same time cannot share one.

use std::sync::Arc;

use serde_json::json;

use super::request::{CreateTierRequest, ListTiersRequest, PatchTierRequest};
use super::view::TierView;
use super::{MembershipError, Memberships, Tier};
use parlour_people::auth::Caller;
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, changed_fields, is_unchanged, with_amounts};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::reference::Reference;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Partition, Record as _, Stored, Table, TableError, Topic, UniqueValue, keys};
use parlour_values::id::TierId;
use parlour_values::role::Role;

impl Memberships<'_> {
    /// Every tier, active or not, by display order.
    pub async fn all_tiers(&self) -> Result<Arc<Vec<Stored<Tier>>>, TableError> {
        self.0.reference::<Tier>(&Topic::Tiers).await
    }

    /// The tiers that can be sold.
    pub async fn tiers(&self) -> Result<Vec<TierView>, TableError> {
        let tiers = self.all_tiers().await?;
        Ok(tiers.iter().filter(|tier| tier.is_active).map(|tier| TierView::from(&tier.record)).collect())
    }

    /// The tiers that can be sold; with `all`, which is a manager's to ask, the inactive ones too.
    pub async fn list_tiers(
        &self,
        caller: &Caller,
        request: &ListTiersRequest,
    ) -> Result<Vec<TierView>, Failure<MembershipError>> {
        if request.all != Some(true) {
            return Ok(self.tiers().await?);
        }
        if !caller.user.role.satisfies(Role::Manager) {
            return Err(MembershipError::ManagersOnly.into());
        }
        Ok(self.all_tiers().await?.iter().map(|tier| TierView::from(&tier.record)).collect())
    }

    pub async fn create_tier(
        &self,
        act: &Act,
        request: &CreateTierRequest,
    ) -> Result<TierView, Failure<MembershipError>> {
        let tiers = self.all_tiers().await?;
        let last = tiers.iter().map(|tier| tier.display_order).max().unwrap_or(-1);
        let tier = Tier::new(self.0.random.id(), request, last.saturating_add(1), act.at);
        if tiers.iter().any(|other| other.is_named(&tier.name)) {
            return Err(MembershipError::TierTaken.into());
        }
        let tier = Tier { slug: free_slug(&tiers, &tier.slug), ..tier };
        let view = TierView::from(&tier);
        let mut transaction = self.0.transaction(act);
        transaction.create(&tier);
        transaction.create(&UniqueValue::held_by(&tier.id, Unique::TierSlug, &tier.slug));
        transaction.audit(EventType::TierCreated, Tier::KIND, tier.id.as_str(), json!({ "slug": tier.slug }));
        transaction.keep_response(&view);
        match transaction.commit().await {
            Err(setback @ Setback::ConditionsFailed(_)) if setback.failed_at(UniqueValue::KIND) => {
                Err(MembershipError::TierTaken.into())
            }
            committed => Ok(committed.map(|()| view)?),
        }
    }

    pub async fn patch_tier(
        &self,
        act: &Act,
        id: &TierId,
        request: &PatchTierRequest,
    ) -> Result<TierView, Failure<MembershipError>> {
        self.0
            .retry_on_conflict(|| async move {
                let tiers = self.all_tiers().await?;
                let read = among(&tiers, id)?;
                let tier = read.patched(request, act.at);
                if is_unchanged(&read.record, &tier) {
                    return Ok(TierView::from(&read.record));
                }
                let is_renamed = tier.name != read.name;
                if is_renamed && tiers.iter().any(|other| other.id != *id && other.is_named(&tier.name)) {
                    return Err(MembershipError::TierTaken.into());
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(read, &tier);
                let changes = with_amounts(changed_fields(&read.record, &tier), read.amounts(), tier.amounts());
                transaction.audit(EventType::TierUpdated, Tier::KIND, id.as_str(), changes);
                transaction.commit().await?;
                Ok(TierView::from(&tier))
            })
            .await
    }

    /// Deactivates it; memberships sold with it stay as they are.
    pub async fn delete_tier(&self, act: &Act, id: &TierId) -> Result<(), Failure<MembershipError>> {
        self.0
            .retry_on_conflict(|| async move {
                let tiers = self.all_tiers().await?;
                let read = among(&tiers, id)?;
                if !read.is_active {
                    return Ok(());
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(read, &read.deactivated(act.at));
                transaction.audit(EventType::TierDeactivated, Tier::KIND, id.as_str(), json!({ "isActive": false }));
                Ok(transaction.commit().await?)
            })
            .await
    }
}

fn among<'a>(tiers: &'a [Stored<Tier>], id: &TierId) -> Result<&'a Stored<Tier>, MembershipError> {
    tiers.iter().find(|tier| tier.id == *id).ok_or(MembershipError::UnknownTier)
}

/// This slug, or the first one numbered after it: a tier that was renamed keeps the slug of the name it had. Not drawn, so
/// that two of one name that are created at the same time want the same one.
fn free_slug(tiers: &[Stored<Tier>], slug: &str) -> String {
    let is_free = |slug: &String| tiers.iter().all(|tier| tier.slug != *slug);
    let numbered = (2_u64..).map(|number| format!("{slug}-{number}"));
    std::iter::once(slug.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

impl Reference for Tier {
    type Loaded = Vec<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Vec<Stored<Self>>, TableError> {
        let mut tiers = table.query::<Tier>(Partition::of(keys::TIERS)).await?;
        tiers.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
        Ok(tiers)
    }
}
