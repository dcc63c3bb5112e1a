//! A customer's gems and membership, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_customer_account::routes())
}
