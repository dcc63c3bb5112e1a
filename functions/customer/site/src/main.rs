//! The customer app's pages, as a Lambda.

#[tokio::main]
async fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_customer_site::routes()).await
}
