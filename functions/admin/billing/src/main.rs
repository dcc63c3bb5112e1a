//! Invoices, credit notes, the day's takings, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_admin_billing::routes())
}
