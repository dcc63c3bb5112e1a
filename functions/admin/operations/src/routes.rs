//! The table of contents of this group.

use parlour::settings::App;
use parlour::web::Routes;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
}
