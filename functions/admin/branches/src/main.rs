//! Branches and their settings, and the salon's branding, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_admin_branches::routes())
}
