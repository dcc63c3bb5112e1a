//! Branches and their settings, the salon's branding and its pictures, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_admin_branches::routes())
}
