//! Notifications and realtime token of the people at work, as a Lambda.

#[tokio::main]
async fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve_sending(parlour_admin_notifications::routes()).await
}
