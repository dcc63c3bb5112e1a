//! The answer to the desk when a visit is over.

use serde::Serialize;
use utoipa::ToSchema;

use crate::invoices::{Invoice, InvoiceLineView, PaymentView, TipView};
use parlour_booking::bookings::{Booking, DeskBookingView};
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::id::InvoiceId;
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
    pub id: InvoiceId,
    pub invoice_number: DocumentNumber,
    pub total_paise: Paise,
    pub gst_paise: Paise,
    pub payments: Vec<PaymentView>,
    pub tip_paise: Paise,
    pub tips: Vec<TipView>,
    pub due_paise: Paise,
    #[serde(flatten)]
    #[schema(value_type = CompletedBill)]
    pub bill: Option<CompletedBill>,
}

/// The rest of the bill, which a dry run shows before it is paid: afterwards there is the invoice itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompletedBill {
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

impl From<&Invoice> for CompletedBill {
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
                id: invoice.id.clone(),
                invoice_number: invoice.number.clone(),
                total_paise: invoice.total,
                gst_paise: invoice.gst(),
                payments: invoice.payments.iter().map(PaymentView::from).collect(),
                tip_paise: invoice.tip(),
                tips: invoice.tips.iter().map(TipView::from).collect(),
                due_paise: invoice.due,
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
        self.invoice.bill = Some(CompletedBill::from(invoice));
        self
    }
}
