//! Sign-in and onboarding, as a Lambda: one per app, told which by `APP`.

use parlour_settings::App;

fn main() -> Result<(), parlour_http::lambda::Error> {
    let app = match std::env::var("APP").as_deref() {
        Ok("admin") => App::Admin,
        _ => App::Customer,
    };
    parlour_http::lambda::serve(parlour_auth::routes(app))
}
