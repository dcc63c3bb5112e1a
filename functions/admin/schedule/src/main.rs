//! Rosters, leave, blocks, closures, rooms, and one's own schedule, as a Lambda.

fn main() -> Result<(), parlour_http::lambda::Error> {
    parlour_http::lambda::serve(parlour_admin_schedule::routes())
}
