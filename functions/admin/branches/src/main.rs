//! Branches and their settings, and the salon's branding, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_admin_branches::routes())
}
