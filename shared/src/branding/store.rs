//! The branding in the table: one small item, read by every page and every message.

use std::convert::Infallible;

use serde_json::json;

use super::{Branding, BrandingPatch, BrandingView};
use crate::act::Act;
use crate::branches::Branch;
use crate::failure::Failure;
use crate::id::BranchId;
use crate::outbound::templates::Brand;
use crate::salon::Salon;
use crate::table::{Record as _, TableError, keys};

pub struct BrandingStore<'a>(&'a Salon);

impl Salon {
    pub fn branding(&self) -> BrandingStore<'_> {
        BrandingStore(self)
    }
}

impl BrandingStore<'_> {
    pub async fn read(&self) -> Result<Branding, TableError> {
        let found = self.0.table.get::<Branding>(&keys::branding()).await?;
        Ok(found.map(|found| found.record).unwrap_or_default())
    }

    /// In whose name something is sent; from a branch, with that branch's phone and address.
    pub async fn brand(&self, branch: Option<&BranchId>) -> Result<Brand, TableError> {
        let Some(branch) = branch else {
            return Ok(Brand::of(&self.0.settings, self.read().await?, None));
        };
        let (own, place) = (keys::branding(), keys::branch(branch));
        let mut found = self.0.table.get_many([own.clone(), place.clone()]).await?;
        let branding = found.take::<Branding>(&own)?.map(|found| found.record).unwrap_or_default();
        let branch = found.take::<Branch>(&place)?.map(|branch| branch.record);
        Ok(Brand::of(&self.0.settings, branding, branch))
    }

    pub async fn patch(&self, act: &Act, request: &BrandingPatch) -> Result<BrandingView, Failure<Infallible>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.0.table.get::<Branding>(&keys::branding()).await?;
                let kept = read.as_ref().map(|read| read.record.clone()).unwrap_or_default();
                let branding = kept.patched(request, act.at);
                let mut transaction = self.0.transaction(act);
                transaction.save(read.as_ref(), &branding);
                transaction.audit(
                    "branding.patch",
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
