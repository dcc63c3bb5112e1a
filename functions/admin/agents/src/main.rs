//! The desk's data that agents with a token may read, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_admin_agents::routes())
}
