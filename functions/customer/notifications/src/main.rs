//! A customer's notifications, push subscriptions and realtime token, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve_sending(parlour_customer_notifications::routes())
}
