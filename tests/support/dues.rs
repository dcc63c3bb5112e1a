//! Invoices that were not paid at once, by one method: written over those of completed visits.

use parlour_booking::bookings::Booking;
use parlour_money::invoices::{Invoice, Payment};
use parlour_people::customers::Profile;
use parlour_storage::table::keys;
use parlour_values::id::BookingId;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;

use crate::TestSalon;

impl TestSalon {
    pub async fn invoice_of(&self, booking: &BookingId) -> Invoice {
        let booking = self.stored::<Booking>(&keys::booking(booking)).await.expect("a booking");
        let id = booking.invoice_id.clone().expect("a completed visit");
        self.stored::<Invoice>(&keys::invoice(&id)).await.expect("an invoice").record
    }

    /// The invoice as it is paid like this, the rest being due, with other changes to it.
    pub async fn left_due(
        &self,
        invoice: &Invoice,
        paid: &[(PaymentMethod, i64)],
        change: impl FnOnce(&mut Invoice),
    ) -> Invoice {
        let mut invoice = invoice.clone();
        change(&mut invoice);
        let numbered = (1..).zip(paid).map(|(number, (method, amount))| Payment {
            id: number.to_string().into(),
            ..Payment::plain(*method, Paise(*amount), invoice.issued_at, Some("desk".to_owned()))
        });
        invoice.payments = numbered.collect();
        invoice.payment_method = paid.iter().max_by_key(|(_, amount)| *amount).map(|(method, _)| *method);
        invoice.due = invoice.total.plus(invoice.tip()).minus(invoice.received());
        invoice.payment_status = invoice.standing();
        self.put(&invoice).await;
        if let Some(customer) = &invoice.customer_id {
            let profile = self.profile_of(customer).await;
            self.put(&Profile { due: profile.due.plus(invoice.due), ..profile }).await;
        }
        invoice
    }
}
