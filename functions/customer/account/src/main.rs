//! A customer's gems and membership, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_customer_account::routes())
}
