//! What the desk is told when a visit is over.

use serde::Serialize;
use utoipa::ToSchema;

use crate::invoices::{Invoice, InvoiceLineView};
use parlour_booking::bookings::{Booking, DeskBookingView};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::money::Paise;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Completed {
    pub booking: DeskBookingView,
    pub invoice: CompletedInvoice,
    pub gems_earned: Gems,
    pub discount_paise: Paise,
    /// In a dry run only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gems_redeemed: Option<Gems>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompletedInvoice {
    pub invoice_number: DocumentNumber,
    pub total_paise: Paise,
    pub gst_paise: Paise,
    #[serde(flatten)]
    #[schema(value_type = Bill)]
    pub bill: Option<Bill>,
}

/// The rest of the bill, which a dry run shows before it is paid: afterwards there is the invoice itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bill {
    #[schema(required = false)]
    pub subtotal_paise: Paise,
    #[schema(required = false)]
    pub discount_paise: Paise,
    #[schema(required = false)]
    pub taxable_value_paise: Paise,
    #[schema(required = false)]
    pub cgst_paise: Paise,
    #[schema(required = false)]
    pub sgst_paise: Paise,
    #[schema(required = false)]
    pub gst_amount_paise: Paise,
    #[schema(required = false)]
    pub round_off_paise: Paise,
    #[schema(required = false)]
    pub total_amount_paise: Paise,
    #[schema(required = false)]
    pub gems_earned: Gems,
    #[schema(required = false)]
    pub gems_redeemed: Gems,
    #[schema(required = false)]
    pub lines: Vec<InvoiceLineView>,
}

impl From<&Invoice> for Bill {
    fn from(invoice: &Invoice) -> Self {
        Self {
            subtotal_paise: invoice.subtotal,
            discount_paise: invoice.discount,
            taxable_value_paise: invoice.taxable,
            cgst_paise: invoice.cgst,
            sgst_paise: invoice.sgst,
            gst_amount_paise: invoice.gst(),
            round_off_paise: invoice.round_off,
            total_amount_paise: invoice.total,
            gems_earned: invoice.gems.earned,
            gems_redeemed: invoice.gems.spent,
            lines: invoice.lines.iter().map(InvoiceLineView::from).collect(),
        }
    }
}

impl Completed {
    pub fn new(booking: &Booking, invoice: &Invoice) -> Self {
        Self {
            booking: DeskBookingView::from(booking),
            invoice: CompletedInvoice {
                invoice_number: invoice.number.clone(),
                total_paise: invoice.total,
                gst_paise: invoice.gst(),
                bill: None,
            },
            gems_earned: invoice.gems.earned,
            discount_paise: invoice.discount,
            gems_redeemed: None,
        }
    }

    /// The same with the whole bill, for a dry run.
    pub fn billed(mut self, invoice: &Invoice) -> Self {
        self.gems_redeemed = Some(invoice.gems.spent);
        self.invoice.bill = Some(Bill::from(invoice));
        self
    }
}
