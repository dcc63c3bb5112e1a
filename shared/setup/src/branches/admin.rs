//! Managing branches. Codes are unique, and exactly one branch is primary.

use std::sync::Arc;

use serde_json::json;

use super::request::{CreateBranchRequest, ListBranchesRequest, PatchBranchRequest, SettingsRequest};
use super::{Branch, BranchAnswer, BranchError, BranchView, Branches, SettingsView};
use crate::branches::NumberSeries;
use crate::catalogue::ServiceType;
use parlour_storage::act::Act;
use parlour_storage::events::{EventType, is_unchanged};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Key, Partition, Record as _, Stored, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::document_number::{DocumentSeries, FinancialYear, series_code};
use parlour_values::id::BranchId;
use parlour_values::time::IstDate;

/// A decided change of a branch.
#[derive(Clone, Debug)]
pub struct BranchChange {
    /// All branches, as they were read.
    branches: Arc<Vec<Stored<Branch>>>,
    pub before: Stored<Branch>,
    pub after: Branch,
}

impl BranchChange {
    /// Whether the branch takes no more bookings.
    pub fn stops(&self) -> bool {
        self.before.is_operational() && !self.after.is_operational()
    }
}

impl Branches<'_> {
    /// In the order they were opened.
    pub async fn list(&self, request: &ListBranchesRequest) -> Result<(Vec<BranchView>, Meta), TableError> {
        let branches = self.all().await?;
        Ok(page_of(branches.iter().map(|branch| BranchView::from(&branch.record)), request.page, request.page_size))
    }

    pub async fn detail(&self, id: &BranchId) -> Result<BranchView, Failure<BranchError>> {
        let branch = self.get(id).await?.ok_or(BranchError::Unknown)?;
        Ok(BranchView::from(&branch.record))
    }

    pub async fn create(&self, act: &Act, request: &CreateBranchRequest) -> Result<BranchView, Failure<BranchError>> {
        self.0
            .retry_on_conflict(|| async move {
                let branches = self.all().await?;
                let primary = branches.iter().find(|branch| branch.is_primary);
                // The first branch is primary whatever the request says.
                let is_primary = request.is_primary == Some(true) || primary.is_none();
                let branch = Branch::new(self.0.random.id(), request, is_primary, act.at);
                must_be_free(&branch, &branches)?;
                let view = BranchView::from(&branch);
                let mut transaction = self.0.transaction(act);
                transaction.create(&branch);
                transaction.create(&UniqueValue::held_by(&branch.id, Unique::BranchCode, &branch.code));
                match primary {
                    Some(primary) if is_primary => transaction.replace(primary, &primary.stepped_down(act.at)),
                    Some(_) => {}
                    None => transaction.put_if(&first_primary(&branch), Condition::Absent),
                }
                transaction.audit(
                    EventType::BranchCreated,
                    Branch::KIND,
                    branch.id.as_str(),
                    json!({ "code": branch.code }),
                );
                transaction.keep_response(&BranchAnswer { branch: view.clone() });
                transaction.commit().await?;
                Ok(view)
            })
            .await
    }

    /// The change that a request makes to a branch, to be written by [`Self::write`].
    pub async fn change(
        &self,
        act: &Act,
        id: &BranchId,
        request: &PatchBranchRequest,
    ) -> Result<BranchChange, Failure<BranchError>> {
        let branches = self.all().await?;
        let before = branches.iter().find(|branch| branch.id == *id).ok_or(BranchError::Unknown)?.clone();
        let after = before.patched(request, act.at)?;
        Ok(BranchChange { branches, before, after })
    }

    /// Writes a change, unless the branch was changed since it was decided.
    pub async fn write(&self, act: &Act, change: &BranchChange) -> Result<BranchView, Failure<BranchError>> {
        let BranchChange { branches, before: read, after: branch } = change;
        if is_unchanged(&read.record, branch) {
            return Ok(BranchView::from(&read.record));
        }
        let mut transaction = self.0.transaction(act);
        if branch.code != read.code {
            self.rename(act, &mut transaction, read, branch, branches).await?;
        }
        if branch.is_primary
            && let Some(primary) = branches.iter().find(|other| other.is_primary && other.id != branch.id)
        {
            transaction.replace(primary, &primary.stepped_down(act.at));
        }
        transaction.replace(read, branch);
        transaction.audit(
            EventType::BranchUpdated,
            Branch::KIND,
            branch.id.as_str(),
            json!({ "code": branch.code, "status": branch.status, "isPrimary": branch.is_primary }),
        );
        match transaction.commit().await {
            Err(setback @ Setback::ConditionsFailed(_)) if setback.failed_at(UniqueValue::KIND) => {
                Err(BranchError::CodeTaken.into())
            }
            committed => committed.map(|()| BranchView::from(branch)).map_err(Failure::from),
        }
    }

    /// Takes a change back with which a branch stopped taking bookings. What may be of others since stays.
    pub async fn resume(&self, act: &Act, before: &Branch) -> Result<(), Failure<BranchError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.get(&before.id).await?.ok_or(BranchError::Unknown)?;
                let (code, is_primary) = (read.code.clone(), read.is_primary);
                let branch = Branch { code, is_primary, updated_at: act.at, ..before.clone() };
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &branch);
                transaction.audit(
                    EventType::BranchUpdated,
                    Branch::KIND,
                    branch.id.as_str(),
                    json!({ "code": branch.code, "status": branch.status, "isPrimary": branch.is_primary }),
                );
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// A code may change only while no number carries it. The transaction checks that no series exists, and whoever
    /// draws the first number of a series checks the branch's code, so that of two at the same moment one is retried.
    async fn rename(
        &self,
        act: &Act,
        transaction: &mut Transaction<'_>,
        read: &Stored<Branch>,
        branch: &Branch,
        branches: &[Stored<Branch>],
    ) -> Result<(), Failure<BranchError>> {
        let used = self.0.table.count(Partition::of(keys::series_partition(&branch.id)).at_most(1)).await?;
        if used > 0 {
            return Err(BranchError::CodeInUse.into());
        }
        must_be_free(branch, branches)?;
        transaction.delete("old_code", keys::unique_value(Unique::BranchCode, &read.code), Condition::Any);
        transaction.create(&UniqueValue::held_by(&branch.id, Unique::BranchCode, &branch.code));
        for series in series_of(&branch.id, act.at.ist_date()) {
            transaction.check("series", series, Condition::Absent);
        }
        Ok(())
    }

    pub async fn settings(&self, id: &BranchId) -> Result<SettingsView, Failure<BranchError>> {
        let branch = self.get(id).await?.ok_or(BranchError::Unknown)?;
        Ok(SettingsView::from(&branch.settings))
    }

    pub async fn set(
        &self,
        act: &Act,
        id: &BranchId,
        request: &SettingsRequest,
    ) -> Result<SettingsView, Failure<BranchError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.get(id).await?.ok_or(BranchError::Unknown)?;
                let branch = read.with_settings(request, act.at)?;
                let settings = SettingsView::from(&branch.settings);
                if is_unchanged(&read.record, &branch) {
                    return Ok(settings);
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &branch);
                transaction.audit(EventType::BranchSettingsChanged, Branch::KIND, id.as_str(), json!(settings));
                transaction.commit().await?;
                Ok(settings)
            })
            .await
    }
}

/// Every series that the first number of today could create.
fn series_of(branch: &BranchId, today: IstDate) -> impl Iterator<Item = Key> {
    let (month, year) = (today.calendar_month(), FinancialYear::of(today));
    let bookings = ServiceType::ALL.iter().map(move |kind| keys::booking_series(branch, month, kind.letter()));
    bookings.chain(DocumentSeries::ALL.iter().map(move |name| NumberSeries::key_of(*name, branch, year)))
}

/// Refuses another branch's code, and a code that document numbers would shorten to the same text.
fn must_be_free(branch: &Branch, branches: &[Stored<Branch>]) -> Result<(), BranchError> {
    let shown = series_code(&branch.code);
    let taken = branches.iter().any(|other| other.id != branch.id && series_code(&other.code) == shown);
    if taken { Err(BranchError::CodeTaken) } else { Ok(()) }
}

/// Guards against two first branches created at once: one of them loses on this item and is retried.
fn first_primary(branch: &Branch) -> UniqueValue {
    UniqueValue::held_by(&branch.id, Unique::PrimaryBranch, "primary")
}
