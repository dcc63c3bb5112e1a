//! The public reads: services, availability, offers, branches, branding, health, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_customer_catalogue::routes())
}
