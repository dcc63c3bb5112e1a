//! A customer's bookings, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_customer_bookings::routes())
}
