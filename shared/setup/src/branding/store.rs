//! The branding: one small item, shown by every page and every message, and kept in the process until it changes.

use std::convert::Infallible;
use std::sync::Arc;

use serde_json::json;

use super::{Branding, BrandingPatch, BrandingView};
use crate::branches::Branches;
use parlour_senders::templates::Brand;
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, is_unchanged};
use parlour_storage::failure::Failure;
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Record as _, Stored, Table, TableError, Topic, keys};
use parlour_values::id::BranchId;

pub struct BrandingStore<'a>(&'a Salon);

impl<'a> BrandingStore<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl BrandingStore<'_> {
    pub async fn read(&self) -> Result<Branding, TableError> {
        let kept = self.kept().await?;
        Ok(kept.as_ref().as_ref().map(|found| found.record.clone()).unwrap_or_default())
    }

    async fn kept(&self) -> Result<Arc<Option<Stored<Branding>>>, TableError> {
        self.0.reference::<Branding>(&Topic::Branding).await
    }

    /// In whose name something is sent; from a branch, with that branch's phone and address.
    pub async fn brand(&self, branch: Option<&BranchId>) -> Result<Brand, TableError> {
        let salon = self.0.for_request();
        let branch = match branch {
            Some(branch) => Branches::of(&salon).get(branch).await?.map(|branch| branch.record),
            None => None,
        };
        Ok(BrandingStore::of(&salon).read().await?.brand(&salon.settings, branch))
    }

    pub async fn patch(&self, act: &Act, request: &BrandingPatch) -> Result<BrandingView, Failure<Infallible>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.kept().await?;
                let read = read.as_ref().as_ref();
                let kept = read.map(|read| read.record.clone()).unwrap_or_default();
                let branding = kept.patched(request, act.at);
                if is_unchanged(&kept, &branding) {
                    return Ok(BrandingView::from(kept));
                }
                let mut transaction = self.0.transaction(act);
                transaction.save(read, &branding);
                transaction.audit(
                    EventType::BrandingUpdated,
                    Branding::KIND,
                    Branding::KIND,
                    json!({ "fields": request.given() }),
                );
                transaction.commit().await?;
                Ok(BrandingView::from(branding))
            })
            .await
    }
}

impl Reference for Branding {
    type Loaded = Option<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Option<Stored<Self>>, TableError> {
        table.get(&keys::branding()).await
    }
}
