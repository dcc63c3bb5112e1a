//! A customer's gems, membership and calendar, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_customer_account::routes())
}
