//! Notifications and realtime tokens of the admin app's users, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve_sending(parlour_admin_notifications::routes())
}
