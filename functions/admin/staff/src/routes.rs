//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_people::staff::{
    AddStaffRequest, DeactivateRequest, ListStaffRequest, PatchStaffRequest, StaffAnswer, StaffList,
};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::add::add;
use crate::handlers::deactivate::deactivate;
use crate::handlers::list::list;
use crate::handlers::patch::patch;
use crate::handlers::view::view;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/staff",
            list,
            role(Role::Manager, "Staff")
                .id("staff.list")
                .about("By branch, service and state.")
                .asks::<ListStaffRequest>()
                .answers::<StaffList>(),
        )
        .post(
            "/api/staff",
            add,
            role(Role::Manager, "Add a staff member; an unknown email is invited")
                .id("staff.add")
                .about(
                    "An email that has no user is invited as `staff`. One that is staff already is refused: whoever is inactive \
                     comes back by `isActive`, and where nobody has signed in before the invite ended, \
                     `POST /api/users/invites` invites again.",
                )
                .idempotent()
                .people_only()
                .takes::<AddStaffRequest>()
                .creates::<StaffAnswer>(),
        )
        .get(
            "/api/staff/{id}",
            view,
            role(Role::Manager, "One staff member")
                .id("staff.view")
                .about("One staff member.")
                .answers::<StaffAnswer>(),
        )
        .patch(
            "/api/staff/{id}",
            patch,
            role(Role::Manager, "Change a staff member")
                .id("staff.change")
                .about("Changes the fields given.")
                .takes::<PatchStaffRequest>()
                .answers::<StaffAnswer>(),
        )
        .post(
            "/api/staff/{id}/deactivate",
            deactivate,
            role(Role::Manager, "Deactivate a staff member; a replacement takes their future bookings")
                .id("staff.deactivate")
                .about(
                    "Refused with `details.bookingIds` while they hold future bookings and nobody takes them; \
                     `reassignToStaffId` takes them one by one, and the deactivation comes last. Repeated after a \
                     failure it goes on.",
                )
                .refuses(&[Code::BookingSlotUnavailable])
                .takes::<DeactivateRequest>()
                .answers::<StaffAnswer>(),
        )
}
