//! Commission rules and the pay of a month, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_admin_pay::routes())
}
