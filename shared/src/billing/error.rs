//! Why something cannot be done with an invoice.

use crate::failure::Refused;
use crate::invoices::PaymentStatus;
use crate::invoices::number::SeriesExhausted;
use crate::memberships::rules::Ended;
use crate::money::Paise;
use crate::outbound::documents::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum BillingError {
    #[error("there is no such invoice")]
    Unknown,
    #[error("there is no such credit note")]
    UnknownNote,
    #[error("there is no such branch")]
    UnknownBranch,
    #[error("the invoice has no document yet")]
    NoDocument,
    #[error("the invoice is {0}")]
    WrongStatus(PaymentStatus),
    #[error("an invoice can be voided on its own day only")]
    NotToday,
    #[error("sessions of this membership have been used: void them first")]
    SessionsUsed,
    #[error("at most {left} can be given back")]
    TooMuch { left: Paise },
    #[error(transparent)]
    Documents(#[from] StoreError),
    #[error(transparent)]
    Numbers(#[from] SeriesExhausted),
}

impl Refused for BillingError {}

impl From<Ended> for BillingError {
    fn from(_: Ended) -> Self {
        Self::SessionsUsed
    }
}
