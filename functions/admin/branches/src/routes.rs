//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::branches::{
    BranchAnswer, BranchList, CreateBranchRequest, ListBranchesRequest, PatchBranchRequest, SettingsAnswer,
    SettingsRequest,
};
use parlour::branding::{BrandingAnswer, BrandingPatch};
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, public, role};

use crate::handlers::{branches, branding, settings};

pub fn routes() -> Routes {
    let owner = |summary| role(Role::Owner, summary);
    Routes::new(App::Admin)
        .get(
            "/api/branches",
            branches::list,
            owner("Every branch").asks::<ListBranchesRequest>().answers::<BranchList>(),
        )
        .post(
            "/api/branches",
            branches::create,
            owner("Create a branch").idempotent().takes::<CreateBranchRequest>().creates::<BranchAnswer>(),
        )
        .get("/api/branches/{id}", branches::detail, owner("One branch").answers::<BranchAnswer>())
        .patch(
            "/api/branches/{id}",
            branches::patch,
            owner("Change a branch, or make it the primary one")
                .takes::<PatchBranchRequest>()
                .answers::<BranchAnswer>(),
        )
        .get(
            "/api/branding",
            branding::read,
            public("The salon's name, colour and contact details").answers::<BrandingAnswer>(),
        )
        .patch(
            "/api/branding",
            branding::patch,
            owner("Change the salon's name, colour and contact details")
                .takes::<BrandingPatch>()
                .answers::<BrandingAnswer>(),
        )
        .get(
            "/api/branches/{id}/settings",
            settings::read,
            owner("How a branch takes bookings").answers::<SettingsAnswer>(),
        )
        .patch(
            "/api/branches/{id}/settings",
            settings::patch,
            owner("Change how a branch takes bookings").takes::<SettingsRequest>().answers::<SettingsAnswer>(),
        )
}
