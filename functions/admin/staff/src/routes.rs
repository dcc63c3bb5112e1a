//! The routes of this group: who may call each, what it takes and what it answers.

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
            role(Role::Manager, "Add a staff member; an unknown email is invited")
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
            role(Role::Manager, "Deactivate a staff member; a replacement takes their future bookings")
                .takes::<DeactivateRequest>()
                .answers::<StaffAnswer>(),
        )
}
