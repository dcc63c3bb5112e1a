//! Rosters, leave, blocks, closures, and one's own schedule, as a Lambda.

#[tokio::main]
async fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_admin_schedule::routes()).await
}
