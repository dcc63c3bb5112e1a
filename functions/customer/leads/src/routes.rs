//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Limit, Routes, public};
use parlour_people::leads::{CaptureRequest, Captured};
use parlour_settings::App;

use crate::handlers::capture::capture;

pub fn routes() -> Routes {
    Routes::new(App::Customer).post(
        "/api/leads",
        capture,
        public("Leave a name and a phone number")
            .id("leads.capture")
            .about("Leaves a name and a number from a campaign's page. Nothing personal is repeated in the answer.")
            .limited(Limit::LEADS)
            .idempotent()
            .takes::<CaptureRequest>()
            .creates::<Captured>(),
    )
}
