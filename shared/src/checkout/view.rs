//! What the desk is told when a visit is over.

use serde::Serialize;
use utoipa::ToSchema;

use crate::bookings::{Booking, DeskBookingView};
use crate::gems::Gems;
use crate::invoices::Invoice;
use crate::invoices::number::DocumentNumber;
use crate::money::Paise;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Completed {
    pub booking: DeskBookingView,
    pub invoice: CompletedInvoice,
    pub gems_earned: Gems,
    pub discount_paise: Paise,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompletedInvoice {
    pub invoice_number: DocumentNumber,
    pub total_paise: Paise,
    pub gst_paise: Paise,
}

impl Completed {
    pub fn new(booking: &Booking, invoice: &Invoice) -> Self {
        Self {
            booking: DeskBookingView::from(booking),
            invoice: CompletedInvoice {
                invoice_number: invoice.number.clone(),
                total_paise: invoice.total,
                gst_paise: invoice.gst(),
            },
            gems_earned: invoice.gems.earned,
            discount_paise: invoice.discount,
        }
    }
}
