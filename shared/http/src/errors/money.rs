//! Error responses of completing, selling and billing.

use super::{Code, Refusal};
use parlour_money::billing::{BillingError, CreditProblem};
use parlour_money::checkout::CompleteError;
use parlour_money::memberships::MembershipError;
use parlour_money::memberships::rules::SessionRefusal;
use parlour_money::pricing::CheckoutError;

impl From<CompleteError> for Refusal {
    fn from(error: CompleteError) -> Self {
        match error {
            CompleteError::Unknown => Self::not_found("The booking"),
            CompleteError::WrongStatus(illegal) => {
                Self::new(Code::BookingInvalidStatusTransition, format!("Not possible: {illegal}."))
            }
            CompleteError::Price(error) => error.into(),
            CompleteError::Missing(_) => Self::internal(error),
            CompleteError::Numbers(exhausted) => Self::internal(exhausted),
        }
    }
}

impl From<CheckoutError> for Refusal {
    fn from(error: CheckoutError) -> Self {
        match error {
            CheckoutError::OfferWithGems => Self::invalid_field("offerId", error.to_string()),
            CheckoutError::DiscountAboveLine { line } => {
                Self::invalid_field(&format!("lines.{line}.discountPaise"), error.to_string())
            }
            CheckoutError::DiscountAboveBill => Self::invalid_field("discount.amountPaise", error.to_string()),
            CheckoutError::OfferExpired => Self::new(Code::OfferExpired, "This offer is not running."),
            CheckoutError::OfferNotApplicable => {
                Self::new(Code::OfferNotApplicable, "This offer does not apply to this booking.")
            }
            CheckoutError::GemsServiceNotRedeemable => {
                Self::new(Code::GemsServiceNotRedeemable, "No service of this booking can be had for gems.")
            }
            CheckoutError::GemsInsufficientBalance => {
                Self::new(Code::GemsInsufficientBalance, "The customer does not have enough gems.")
            }
        }
    }
}

impl From<MembershipError> for Refusal {
    fn from(error: MembershipError) -> Self {
        match error {
            MembershipError::Unknown => Self::not_found("The membership"),
            MembershipError::UnknownTier => Self::not_found("The tier"),
            MembershipError::TierTaken => Self::new(Code::Conflict, "Another tier already has this name."),
            MembershipError::ManagersOnly => Self::forbidden("This needs the role manager or above."),
            MembershipError::NoPrimaryBranch => Self::not_found("The primary branch"),
            MembershipError::Invalid(problems) => problems.into(),
            MembershipError::AlreadyActive => {
                Self::new(Code::MembershipAlreadyActive, "The customer already has an active membership.")
            }
            MembershipError::Session(refusal @ (SessionRefusal::NotBegun | SessionRefusal::InTheFuture)) => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {refusal}."))
            }
            MembershipError::Session(SessionRefusal::Expired) => {
                Self::new(Code::MembershipExpired, "The membership is not active any more.")
            }
            MembershipError::Session(refusal @ SessionRefusal::InsufficientHours { .. }) => {
                Self::new(Code::MembershipInsufficientHours, format!("Not possible: {refusal}."))
            }
            MembershipError::Ended(ended) => Self::new(Code::Conflict, format!("Not possible: {ended}.")),
            MembershipError::Numbers(exhausted) => Self::internal(exhausted),
        }
    }
}

impl From<BillingError> for Refusal {
    fn from(error: BillingError) -> Self {
        match error {
            BillingError::Unknown => Self::not_found("The invoice"),
            BillingError::UnknownNote => Self::not_found("The credit note"),
            BillingError::UnknownBranch => Self::invalid_field("branchId", "must be an existing branch"),
            BillingError::NoDocument => Self::not_found("The document"),
            BillingError::WrongStatus(_) | BillingError::SessionsUsed | BillingError::HasCreditNotes => {
                Self::new(Code::Conflict, format!("Not possible: {error}."))
            }
            BillingError::NotToday
            | BillingError::NoAddress
            | BillingError::NothingDue
            | BillingError::MoreThanDue { .. } => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {error}."))
            }
            BillingError::Credit(problem) => problem.into(),
            BillingError::Documents(error) => {
                tracing::error!(%error, "documents");
                Self::new(Code::UpstreamError, "The document store cannot be reached. Please try again shortly.")
            }
            BillingError::Numbers(exhausted) => Self::internal(exhausted),
        }
    }
}

impl From<CreditProblem> for Refusal {
    fn from(problem: CreditProblem) -> Self {
        match &problem {
            CreditProblem::UnknownPayment { at } => {
                Self::invalid_field(&format!("refunds.{at}.paymentId"), problem.to_string())
            }
            CreditProblem::RefundsDiffer { .. } => Self::invalid_field("refunds", problem.to_string()),
            CreditProblem::UnknownLine { list, at } => {
                Self::invalid_field(&format!("{list}.{at}.lineId"), problem.to_string())
            }
            CreditProblem::LinesDiffer { .. } => Self::invalid_field("lines", problem.to_string()),
            CreditProblem::TooMuch { .. }
            | CreditProblem::TooMuchOfPayment { .. }
            | CreditProblem::TooMuchOfLine { .. }
            | CreditProblem::NoProduct(_)
            | CreditProblem::TooManyPieces { .. } => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {problem}."))
            }
        }
    }
}
