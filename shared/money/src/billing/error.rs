//! Why something cannot be done with an invoice.

use super::giving_back::CreditProblem;
use crate::drawer::NoOpenDrawer;
use parlour_people::customers::Unreached;
use parlour_senders::documents::StoreError;
use parlour_storage::failure::Refused;
use parlour_values::document_number::SeriesExhausted;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentStatus;

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
    #[error(transparent)]
    NobodyReceives(Unreached),
    #[error("credit notes were written for it")]
    HasCreditNotes,
    #[error("nothing is due")]
    NothingDue,
    #[error("only {due} is due")]
    MoreThanDue { due: Paise },
    #[error(transparent)]
    Credit(CreditProblem),
    #[error(transparent)]
    Documents(#[from] StoreError),
    #[error(transparent)]
    Drawer(#[from] NoOpenDrawer),
    #[error(transparent)]
    Numbers(#[from] SeriesExhausted),
}

impl Refused for BillingError {}
