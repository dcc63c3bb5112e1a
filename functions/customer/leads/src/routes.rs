//! The table of contents of this group.

use parlour::leads::{CaptureRequest, Captured};
use parlour::settings::App;
use parlour::web::{Limit, Routes, public};

use crate::handlers::capture::capture;

pub fn routes() -> Routes {
    Routes::new(App::Customer).post(
        "/api/leads",
        capture,
        public("Leave name and number")
            .limited(Limit::LEADS)
            .idempotent()
            .takes::<CaptureRequest>()
            .creates::<Captured>(),
    )
}
