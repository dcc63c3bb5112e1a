//! What agents with a token may read at the desk, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_admin_agents::routes())
}
