//! A customer's gems, membership, calendar and data, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_customer_account::routes())
}
