//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::leads::{
    Captured, LeadAnswer, LeadDetailAnswer, LeadList, LeadNoteAnswer, LeadNoteRequest, ListLeadsRequest,
    ManualLeadRequest, PatchLeadRequest,
};
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{capture::capture, detail::detail, list::list, note::note, patch::patch};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/leads",
            list,
            role(Role::Receptionist, "Leads, newest first").asks::<ListLeadsRequest>().answers::<LeadList>(),
        )
        .post(
            "/api/leads",
            capture,
            role(Role::Receptionist, "Add a lead at the desk")
                .idempotent()
                .takes::<ManualLeadRequest>()
                .creates::<Captured>(),
        )
        .get("/api/leads/{id}", detail, role(Role::Receptionist, "A lead with its notes").answers::<LeadDetailAnswer>())
        .patch(
            "/api/leads/{id}",
            patch,
            role(Role::Receptionist, "Change a lead's status or owner")
                .takes::<PatchLeadRequest>()
                .answers::<LeadAnswer>(),
        )
        .post(
            "/api/leads/{id}/notes",
            note,
            role(Role::Receptionist, "Write a note")
                .idempotent()
                .takes::<LeadNoteRequest>()
                .creates::<LeadNoteAnswer>(),
        )
}
