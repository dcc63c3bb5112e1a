//! The desk, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve_sending(parlour_admin_desk::routes())
}
