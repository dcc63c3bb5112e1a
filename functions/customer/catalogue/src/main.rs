//! The public reads: services, availability, offers, branches, branding, health, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_customer_catalogue::routes())
}
