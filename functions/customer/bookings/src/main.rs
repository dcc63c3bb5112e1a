//! A customer's bookings, as a Lambda.

#[tokio::main]
async fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_customer_bookings::routes()).await
}
