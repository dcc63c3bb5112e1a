//! Sign-in and onboarding, as a Lambda: one per app, told which by `APP`.

use parlour::settings::App;

fn main() -> Result<(), parlour::lambda::Error> {
    let app = match std::env::var("APP").as_deref() {
        Ok("admin") => App::Admin,
        _ => App::Customer,
    };
    parlour::lambda::serve(parlour_auth::routes(app))
}
