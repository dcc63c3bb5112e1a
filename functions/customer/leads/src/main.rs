//! Leads from the landing page, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_customer_leads::routes())
}
