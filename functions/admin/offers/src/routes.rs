//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Routes, role};
use parlour_money::offers::{CreateOfferRequest, OfferAnswer, OfferList, OfferRowAnswer, PatchOfferRequest};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::create::create;
use crate::handlers::detail::detail;
use crate::handlers::list::list;
use crate::handlers::patch::patch;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/offers",
            list,
            role(Role::Manager, "Every offer, newest first")
                .id("offers.list")
                .about("All offers, past and inactive ones too, newest first.")
                .answers::<OfferList>(),
        )
        .post(
            "/api/offers",
            create,
            role(Role::Manager, "Create an offer")
                .id("offers.create")
                .about(
                    "Each type of offer needs its own amount: `discountPercentage`, `discountAmountPaise` or \
                     `comboPricePaise`.",
                )
                .idempotent()
                .takes::<CreateOfferRequest>()
                .creates::<OfferRowAnswer>(),
        )
        .get(
            "/api/offers/{id}",
            detail,
            role(Role::Manager, "An offer with its services")
                .id("offers.view")
                .about("One offer with its services.")
                .answers::<OfferAnswer>(),
        )
        .patch(
            "/api/offers/{id}",
            patch,
            role(Role::Manager, "Change an offer, switch it off or on")
                .id("offers.change")
                .about(
                    "Changes the fields given; `serviceIds` replaces all services, `isActive: false` alone switches \
                     it off.",
                )
                .takes::<PatchOfferRequest>()
                .answers::<OfferRowAnswer>(),
        )
}
