//! A customer's notifications, push subscriptions and realtime token, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve_sending(parlour_customer_notifications::routes())
}
