//! The customer app's pages, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_customer_site::routes())
}
