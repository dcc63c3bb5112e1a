//! Memberships and their tiers, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_admin_memberships::routes())
}
