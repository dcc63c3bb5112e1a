//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_booking::teams::{AvailabilityRequest, SlotsView};
use parlour_http::{Code, Limit, Routes, public};
use parlour_money::offers::OffersAnswer;
use parlour_settings::App;
use parlour_setup::branches::BranchesAnswer;
use parlour_setup::branding::BrandingAnswer;
use parlour_setup::catalogue::{CatalogueView, ServiceAnswer};
use parlour_storage::health::Health;

use crate::handlers::{availability, branches, branding, health, offers, openapi, services};

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/services",
            services::list,
            public("The catalogue: active categories with their active services")
                .id("services.list")
                .about("Active categories in their order, each with its active services.")
                .revalidated()
                .limited(Limit::SERVICES)
                .answers::<CatalogueView>(),
        )
        .get(
            "/api/services/{slug}",
            services::by_slug,
            public("One service by its slug")
                .id("services.view")
                .about("A service that is on offer; one that is inactive, or in an inactive category, is not found.")
                .revalidated()
                .limited(Limit::SERVICES)
                .answers::<ServiceAnswer>(),
        )
        .get(
            "/api/availability",
            availability::slots,
            public("The slots of a branch on a day")
                .id("availability.list")
                .about(
                    "Half-hour slots from 10:00 to 21:00; none is available on a day that is closed, or further ahead \
                     than the branch takes bookings. Under the policy `open` all others are, but for those from which \
                     `serviceIds` would outlast the opening hours; under `staffed` those for which somebody is on \
                     shift and free, and able to do `serviceIds`. `explain=true` adds the reason to the others.",
                )
                .limited(Limit::AVAILABILITY)
                .asks::<AvailabilityRequest>()
                .answers::<SlotsView>(),
        )
        .get(
            "/api/offers",
            offers::running,
            public("The offers that run today")
                .id("offers.list")
                .about("Offers that are active and whose days include today, in their order.")
                .revalidated()
                .answers::<OffersAnswer>(),
        )
        .get(
            "/api/branches",
            branches::list,
            public("The branches that take bookings")
                .id("branches.list")
                .about("The branches that take bookings, with address and opening hours.")
                .revalidated()
                .answers::<BranchesAnswer>(),
        )
        .get(
            "/api/branding",
            branding::read,
            public("The salon's name, colour and contact details")
                .id("branding.view")
                .about("What pages, mails and documents speak in.")
                .revalidated()
                .answers::<BrandingAnswer>(),
        )
        .get(
            "/api/health",
            health::check,
            public("Whether the service is up, and which integrations are configured")
                .id("health.check")
                .about("`degraded` where a configured service is down; refused where the database cannot be reached.")
                .refuses(&[Code::ServiceUnavailable])
                .limited(Limit::HEALTH)
                .answers::<Health>(),
        )
        .get(
            "/api/openapi.json",
            openapi::document,
            public("This app as an OpenAPI 3.1 document")
                .id("api.document")
                .about("This document, with the address and the cookie that are in force where it is served.")
                .answers_document()
                .revalidated(),
        )
}
