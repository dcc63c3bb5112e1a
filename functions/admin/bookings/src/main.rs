//! Bookings at the front desk, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_admin_bookings::routes())
}
