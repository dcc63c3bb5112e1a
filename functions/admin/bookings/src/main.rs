//! Bookings at the front desk, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_admin_bookings::routes())
}
