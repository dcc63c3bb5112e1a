//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, public, role};
use parlour_pictures::{MOST_BYTES, PictureView};
use parlour_settings::App;
use parlour_setup::branches::{
    BranchAnswer, BranchList, CreateBranchRequest, ListBranchesRequest, PatchBranchRequest, SettingsAnswer,
    SettingsRequest,
};
use parlour_setup::branding::{BrandingAnswer, BrandingPatch};
use parlour_values::role::Role;

use crate::handlers::{branches, branding, pictures, settings};

pub fn routes() -> Routes {
    let owner = |summary| role(Role::Owner, summary);
    Routes::new(App::Admin)
        .get(
            "/api/branches",
            branches::list,
            owner("Every branch")
                .id("branches.list")
                .about("All of them, closed ones too.")
                .asks::<ListBranchesRequest>()
                .answers::<BranchList>(),
        )
        .post(
            "/api/branches",
            branches::create,
            owner("Create a branch")
                .id("branches.create")
                .about("The code is part of booking numbers and must not be taken. One branch is primary.")
                .idempotent()
                .takes::<CreateBranchRequest>()
                .creates::<BranchAnswer>(),
        )
        .get(
            "/api/branches/{id}",
            branches::detail,
            owner("One branch").id("branches.view").about("One branch.").answers::<BranchAnswer>(),
        )
        .patch(
            "/api/branches/{id}",
            branches::patch,
            owner("Change a branch, or make it the primary one")
                .id("branches.change")
                .about(
                    "Changes the fields given. A code that bookings carry stays; a branch becomes primary in place of \
                     the other one. A branch with bookings ahead stays operational: 409 with `details.bookingIds`. \
                     `hours` are those of the weekdays that have other ones than usual. `null` clears `gstin`, `phone` \
                     and `hours`.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .takes::<PatchBranchRequest>()
                .answers::<BranchAnswer>(),
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
        .patch(
            "/api/branding",
            branding::patch,
            owner("Change the salon's name, colour and contact details")
                .id("branding.change")
                .about("Changes the fields given; `null` clears one.")
                .takes::<BrandingPatch>()
                .answers::<BrandingAnswer>(),
        )
        .post(
            "/api/pictures",
            pictures::upload,
            role(Role::Manager, "Upload a picture")
                .id("pictures.upload")
                .about(
                    "The body is the picture itself, whatever its content type: JPEG, PNG or WebP by its own bytes, at most \
                     3,000,000 bytes and 40 million pixels. It is turned upright, scaled to 320, 640 and 1,280 pixels (the \
                     longest side; never enlarged) and kept without anything else that the file holds. `url` goes wherever \
                     an image address does (`imageUrl`, `logoUrl`); both apps serve it, `?w=320`, `640` or `1280` (the \
                     default) picks the size. The same picture has the same `url`.",
                )
                .refuses(&[Code::ServiceUnavailable])
                .takes_file(MOST_BYTES)
                .creates::<PictureView>(),
        )
        .get(
            "/api/branches/{id}/settings",
            settings::read,
            owner("How a branch takes bookings")
                .id("branches.settings")
                .about("Slot policy, confirmation, moves allowed, and how soon and how far ahead bookings go.")
                .answers::<SettingsAnswer>(),
        )
        .patch(
            "/api/branches/{id}/settings",
            settings::patch,
            owner("Change how a branch takes bookings")
                .id("branches.configure")
                .about(
                    "Changes the fields given; `null` clears `horizonDays`. Bookings are confirmed at once only where the \
                     slot policy is `staffed`.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .takes::<SettingsRequest>()
                .answers::<SettingsAnswer>(),
        )
}
