//! Refusals by the rules of the API, as the details of a row.

use super::Imports;
use super::outcome::RowOutcome;
use parlour_booking::employment::StaffError;
use parlour_money::memberships::MembershipError;
use parlour_money::products::ProductError;
use parlour_people::customers::CustomerError;
use parlour_setup::catalogue::{CatalogueError, LEAVES_NO_WORK};
use parlour_storage::failure::{Failure, Refused, Setback};

/// A refusal is said in the row's result; any other failure ends the import.
pub(super) fn settled<R: Into<RowOutcome>>(done: Result<RowOutcome, Failure<R>>) -> Result<RowOutcome, Setback> {
    match done {
        Ok(outcome) => Ok(outcome),
        Err(Failure::Refused(refused)) => Ok(refused.into()),
        Err(Failure::Setback(setback)) => Err(setback),
    }
}

/// Whether another import was faster: what it made is found by the next attempt.
pub(super) trait Beaten {
    fn is_beaten(&self) -> bool;
}

impl Beaten for CatalogueError {
    fn is_beaten(&self) -> bool {
        matches!(self, Self::SlugTaken)
    }
}

impl Beaten for ProductError {
    fn is_beaten(&self) -> bool {
        matches!(self, Self::NameTaken | Self::BarcodeTaken)
    }
}

impl Beaten for StaffError {
    fn is_beaten(&self) -> bool {
        matches!(self, Self::AlreadyStaff)
    }
}

/// How many things with a name of their own one row makes: a service, and its category. Another import may be faster with each.
const NAMED_BY_A_ROW: usize = 2;

impl Imports<'_> {
    /// Decides on a row; again where another import was faster.
    pub(super) async fn decided<R, F>(&self, mut decide: impl FnMut() -> F) -> Result<RowOutcome, Setback>
    where
        R: Beaten + Refused + Into<RowOutcome>,
        F: Future<Output = Result<RowOutcome, Failure<R>>>,
    {
        let mut done = self.0.retry_on_conflict(&mut decide).await;
        for _ in 0..NAMED_BY_A_ROW {
            if !matches!(&done, Err(Failure::Refused(refused)) if refused.is_beaten()) {
                break;
            }
            self.0.table.forget_versions().await;
            done = self.0.retry_on_conflict(&mut decide).await;
        }
        settled(done)
    }
}

impl From<CustomerError> for RowOutcome {
    fn from(error: CustomerError) -> Self {
        let field = match &error {
            CustomerError::PhoneHeld { .. } | CustomerError::Suspended(_) => "phone",
            CustomerError::EmailIsTheirs => "email",
            CustomerError::UnknownStaff => "preferredStaffId",
            CustomerError::GuardianMissing => return Self::refused("guardian", "is required for somebody under 18"),
            CustomerError::UnknownTag | CustomerError::TagTaken => "tags",
            CustomerError::Unknown
            | CustomerError::AboveOwn
            | CustomerError::UnknownBooking
            | CustomerError::MergesUnknown
            | CustomerError::NotAWalkIn
            | CustomerError::MergedElsewhere
            | CustomerError::ToBeErased
            | CustomerError::BothAreMembers => "name",
        };
        Self::refused(field, error.to_string())
    }
}

impl From<CatalogueError> for RowOutcome {
    fn from(error: CatalogueError) -> Self {
        match error {
            CatalogueError::GemsMissing => {
                Self::refused("gemsRequired", "is required where a service can be had for gems")
            }
            CatalogueError::LeavesNoWork(field) => Self::refused(field, LEAVES_NO_WORK),
            CatalogueError::NeedsUnknownGroup(at) => {
                Self::refused(&format!("needs.{at}.group"), "must be a group with a room in use at some branch")
            }
            CatalogueError::SlugTaken => Self::refused("slug", "is that of another one"),
            CatalogueError::OnOffer(_) => Self::refused("isActive", "must be true while offers name the service"),
            CatalogueError::UnknownCategory | CatalogueError::NamesUnknownCategory => {
                Self::refused("categorySlug", "must be an existing category")
            }
            CatalogueError::UnknownService | CatalogueError::OrdersUnknownService => {
                Self::refused("slug", error.to_string())
            }
        }
    }
}

impl From<ProductError> for RowOutcome {
    fn from(error: ProductError) -> Self {
        let field = match &error {
            ProductError::BarcodeTaken => "barcode",
            ProductError::UnknownBranch(field) => field,
            ProductError::Unknown | ProductError::NameTaken | ProductError::OutOfStock(_) => "name",
        };
        Self::refused(field, error.to_string())
    }
}

impl From<MembershipError> for RowOutcome {
    fn from(error: MembershipError) -> Self {
        let field = match error {
            MembershipError::Invalid(problems) => return Self::Invalid(problems),
            MembershipError::AlreadyActive | MembershipError::Erased => "customerPhone",
            MembershipError::UnknownTier | MembershipError::TierTaken => "tierName",
            MembershipError::NoPrimaryBranch => "branchCode",
            MembershipError::Unknown
            | MembershipError::ManagersOnly
            | MembershipError::Session(_)
            | MembershipError::Counter(_)
            | MembershipError::Ended(_)
            | MembershipError::Numbers(_) => "externalId",
        };
        Self::refused(field, error.to_string())
    }
}

impl From<StaffError> for RowOutcome {
    fn from(error: StaffError) -> Self {
        let field = match error {
            StaffError::Invalid(problems) => return Self::Invalid(problems),
            StaffError::HoldsBookings(_) => "isActive",
            StaffError::Unknown | StaffError::AlreadyStaff | StaffError::UnknownReplacement => "email",
        };
        Self::refused(field, error.to_string())
    }
}
