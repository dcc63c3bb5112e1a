//! Error responses of completing, selling and billing.

use serde_json::json;

use super::bookings::refused_by_status;
use super::{Code, Refusal};
use parlour_money::billing::{BillingError, CreditProblem};
use parlour_money::checkout::CompleteError;
use parlour_money::counter::CounterRefusal;
use parlour_money::drawer::{DrawerError, NoOpenDrawer};
use parlour_money::invoices::PaymentProblem;
use parlour_money::memberships::MembershipError;
use parlour_money::memberships::rules::SessionRefusal;
use parlour_money::pay::PayError;
use parlour_money::pricing::{CheckoutError, OfferMismatch};
use parlour_money::products::{OutOfStock, ProductError};
use parlour_money::reports::TaxFileError;
use parlour_money::upi::UpiError;

impl From<CompleteError> for Refusal {
    fn from(error: CompleteError) -> Self {
        match error {
            CompleteError::Unknown => Self::not_found("The booking"),
            CompleteError::WrongStatus { illegal, invoice_id } => {
                let refusal = refused_by_status(illegal);
                match invoice_id {
                    Some(id) => refusal.details(json!({ "invoiceId": id })),
                    None => refusal,
                }
            }
            CompleteError::StaleBill(bill) => {
                let message = "The bill was changed meanwhile. Please look at it again.";
                Self::new(Code::Conflict, message).details(json!({ "bill": bill }))
            }
            CompleteError::Invalid(problems) => problems.into(),
            CompleteError::Price(error) => error.into(),
            CompleteError::Membership(refusal) => MembershipError::Session(refusal).into(),
            CompleteError::Payment(PaymentProblem::HowMissing) => {
                Self::invalid_field("paymentMethod", "is required, unless payments says how it was paid")
            }
            CompleteError::Payment(problem) => Self::invalid_field("payments", problem.to_string()),
            CompleteError::Counter(refusal) => refusal.into(),
            CompleteError::NeedsApproval { limit_bps, effective_bps } => Self::new(
                Code::BusinessRuleViolation,
                format!(
                    "{}% is taken off, and the desk may take off {}%. A manager can approve it.",
                    percent(effective_bps),
                    percent(limit_bps)
                ),
            )
            .details(json!({ "limitBps": limit_bps, "effectiveBps": effective_bps })),
            CompleteError::ManagersOnly => Self::forbidden("This needs the role manager or above."),
            CompleteError::Customer(error) => error.into(),
            CompleteError::NothingToApprove | CompleteError::DueOfNobody => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {error}."))
            }
            CompleteError::Pin(error) => error.into(),
            CompleteError::Missing(_) => Self::internal(error),
            CompleteError::Numbers(exhausted) => Self::internal(exhausted),
        }
    }
}

/// `12.5` of 1,250 hundredths of a percent.
fn percent(bps: u32) -> String {
    let text = format!("{}.{:02}", bps / 100, bps % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl From<CounterRefusal> for Refusal {
    fn from(refusal: CounterRefusal) -> Self {
        match refusal {
            CounterRefusal::Stock(out) => out.into(),
            CounterRefusal::Drawer(error) => error.into(),
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
            CheckoutError::OfferNotApplicable(mismatch) => {
                Self::new(Code::OfferNotApplicable, format!("Not possible: {mismatch}.")).reason(match mismatch {
                    OfferMismatch::Spa => "NOT_FOR_THE_SPA",
                    OfferMismatch::OtherServices => "OTHER_SERVICES",
                    OfferMismatch::ServicesMissing => "SERVICES_MISSING",
                    OfferMismatch::UsedToday => "OFFER_USED_TODAY",
                    OfferMismatch::NothingSaid => "NOTHING_OFF",
                })
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
            MembershipError::Erased => Self::new(Code::Conflict, "This customer was erased."),
            MembershipError::Session(refusal @ (SessionRefusal::NotBegun | SessionRefusal::InTheFuture)) => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {refusal}."))
            }
            MembershipError::Session(SessionRefusal::Expired) => {
                Self::new(Code::MembershipExpired, "The membership is not active any more.")
            }
            MembershipError::Session(refusal @ SessionRefusal::InsufficientHours { .. }) => {
                Self::new(Code::MembershipInsufficientHours, format!("Not possible: {refusal}."))
            }
            MembershipError::Counter(refusal) => refusal.into(),
            MembershipError::Ended(ended) => Self::new(Code::Conflict, format!("Not possible: {ended}.")),
            MembershipError::Numbers(exhausted) => Self::internal(exhausted),
        }
    }
}

impl From<NoOpenDrawer> for Refusal {
    fn from(error: NoOpenDrawer) -> Self {
        Self::new(Code::Conflict, format!("Not possible: {error}."))
    }
}

impl From<DrawerError> for Refusal {
    fn from(error: DrawerError) -> Self {
        match error {
            DrawerError::UnknownBranch => Self::invalid_field("branchId", "must be an existing branch"),
            DrawerError::AlreadyOpen | DrawerError::NoneOpen => {
                Self::new(Code::Conflict, format!("Not possible: {error}."))
            }
            DrawerError::OtherThanLeft { .. } | DrawerError::DifferenceWithoutNote => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {error}."))
            }
        }
    }
}

impl From<UpiError> for Refusal {
    fn from(error: UpiError) -> Self {
        match error {
            UpiError::UnknownBranch => Self::invalid_field("branchId", "must be an existing branch"),
            UpiError::NoUpiId | UpiError::TooLong => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {error}."))
            }
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
            | BillingError::NobodyReceives(_)
            | BillingError::NothingDue
            | BillingError::MoreThanDue { .. } => {
                Self::new(Code::BusinessRuleViolation, format!("Not possible: {error}."))
            }
            BillingError::Credit(problem) => problem.into(),
            BillingError::Documents(error) => {
                tracing::error!(%error, "documents");
                Self::new(Code::UpstreamError, "The document store cannot be reached. Please try again shortly.")
            }
            BillingError::Drawer(error) => error.into(),
            BillingError::Numbers(exhausted) => Self::internal(exhausted),
        }
    }
}

impl From<ProductError> for Refusal {
    fn from(error: ProductError) -> Self {
        match error {
            ProductError::Unknown => Self::not_found("The product"),
            ProductError::NameTaken => Self::new(Code::Conflict, "Another product already has this name."),
            ProductError::BarcodeTaken => Self::new(Code::Conflict, "Another product already has this barcode."),
            ProductError::UnknownBranch(field) => Self::invalid_field(field, "must be an existing branch"),
            ProductError::OutOfStock(short) => short.into(),
        }
    }
}

impl From<OutOfStock> for Refusal {
    fn from(out: OutOfStock) -> Self {
        let ids: Vec<_> = out.short.iter().map(|short| &short.id).collect();
        Self::new(Code::Conflict, format!("Not possible: {out}.")).details(json!({ "productIds": ids }))
    }
}

impl From<PayError> for Refusal {
    fn from(error: PayError) -> Self {
        match error {
            PayError::UnknownStaff => Self::not_found("The staff member"),
            PayError::Invalid(problems) => problems.into(),
            PayError::Closed(_) => Self::new(Code::Conflict, format!("Not possible: {error}.")),
            PayError::NotOver(_) => Self::new(Code::BusinessRuleViolation, format!("Not possible: {error}.")),
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

impl From<TaxFileError> for Refusal {
    fn from(error: TaxFileError) -> Self {
        match error {
            TaxFileError::WhichRegistration => Self::invalid_field("gstin", error.to_string()),
            TaxFileError::UnknownRegistration => Self::not_found("The registration"),
        }
    }
}
