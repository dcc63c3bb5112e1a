//! Leads from the landing page, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_customer_leads::routes())
}
