//! The customer app's pages, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_customer_site::routes())
}
