//! Branches and their settings, as a Lambda.

#[tokio::main]
async fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_admin_branches::routes()).await
}
