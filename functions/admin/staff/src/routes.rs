//! The table of contents of this group.

use parlour::role::Role;
use parlour::settings::App;
use parlour::staff::{AddStaffRequest, DeactivateRequest, ListStaffRequest, PatchStaffRequest, StaffAnswer, StaffList};
use parlour::web::{Routes, role};

use crate::handlers::{add::add, deactivate::deactivate, list::list, patch::patch, view::view};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get("/api/staff", list, role(Role::Manager, "Staff").asks::<ListStaffRequest>().answers::<StaffList>())
        .post(
            "/api/staff",
            add,
            role(Role::Manager, "Add somebody; an unknown email is invited")
                .idempotent()
                .takes::<AddStaffRequest>()
                .creates::<StaffAnswer>(),
        )
        .get("/api/staff/{id}", view, role(Role::Manager, "One staff member").answers::<StaffAnswer>())
        .patch(
            "/api/staff/{id}",
            patch,
            role(Role::Manager, "Change a staff member").takes::<PatchStaffRequest>().answers::<StaffAnswer>(),
        )
        .post(
            "/api/staff/{id}/deactivate",
            deactivate,
            role(Role::Manager, "Let somebody go; their future bookings go to a replacement")
                .takes::<DeactivateRequest>()
                .answers::<StaffAnswer>(),
        )
}
