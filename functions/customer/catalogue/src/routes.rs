//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::branches::BranchesAnswer;
use parlour::branding::BrandingAnswer;
use parlour::catalogue::{CatalogueView, ServiceAnswer};
use parlour::health::Health;
use parlour::offers::OffersAnswer;
use parlour::settings::App;
use parlour::slots::{AvailabilityRequest, SlotsView};
use parlour::web::{Limit, Routes, public};

use crate::handlers::{availability, branches, branding, health, offers, openapi, services};

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/services",
            services::list,
            public("The catalogue: active categories with their active services")
                .limited(Limit::SERVICES)
                .answers::<CatalogueView>(),
        )
        .get(
            "/api/services/{slug}",
            services::by_slug,
            public("One service by its slug").limited(Limit::SERVICES).answers::<ServiceAnswer>(),
        )
        .get(
            "/api/availability",
            availability::slots,
            public("The slots of a branch on a day")
                .limited(Limit::AVAILABILITY)
                .asks::<AvailabilityRequest>()
                .answers::<SlotsView>(),
        )
        .get("/api/offers", offers::running, public("The offers that run today").answers::<OffersAnswer>())
        .get("/api/branches", branches::list, public("The branches that take bookings").answers::<BranchesAnswer>())
        .get(
            "/api/branding",
            branding::read,
            public("The salon's name, colour and contact details").answers::<BrandingAnswer>(),
        )
        .get(
            "/api/health",
            health::check,
            public("Whether the service is up, and which integrations are configured")
                .limited(Limit::HEALTH)
                .answers::<Health>(),
        )
        .get("/api/openapi.json", openapi::document, public("This app as an OpenAPI 3.1 document"))
}
