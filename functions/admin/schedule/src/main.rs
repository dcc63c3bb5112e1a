//! Rosters, leave, blocks, closures, and one's own schedule, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve(parlour_admin_schedule::routes())
}
