//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, role};
use parlour_people::leads::{
    Captured, LeadAnswer, LeadDetailAnswer, LeadList, LeadNoteAnswer, LeadNoteRequest, ListLeadsRequest,
    ManualLeadRequest, PatchLeadRequest,
};
use parlour_settings::App;
use parlour_values::role::Role;

use crate::handlers::capture::capture;
use crate::handlers::detail::detail;
use crate::handlers::list::list;
use crate::handlers::note::note;
use crate::handlers::patch::patch;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/leads",
            list,
            role(Role::Receptionist, "Leads, newest first")
                .id("leads.list")
                .about(
                    "Newest first, with the days since each was captured and whether nobody has spoken with them for \
                     too long.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .asks::<ListLeadsRequest>()
                .answers::<LeadList>(),
        )
        .post(
            "/api/leads",
            capture,
            role(Role::Receptionist, "Add a lead at the desk")
                .id("leads.capture")
                .about("A lead taken at the desk; its source is `manual`.")
                .idempotent()
                .takes::<ManualLeadRequest>()
                .creates::<Captured>(),
        )
        .get(
            "/api/leads/{id}",
            detail,
            role(Role::Receptionist, "A lead with its notes")
                .id("leads.view")
                .about("One lead with its notes, newest first.")
                .answers::<LeadDetailAnswer>(),
        )
        .patch(
            "/api/leads/{id}",
            patch,
            role(Role::Receptionist, "Change a lead's status or owner")
                .id("leads.change")
                .about(
                    "Moves it along (`new`, `contacted`, `follow_up`, `booked`, `won`, `lost`) or gives it to \
                     somebody; a move that is not allowed is refused. `lost` needs a reason, which is kept as a note.",
                )
                .takes::<PatchLeadRequest>()
                .answers::<LeadAnswer>(),
        )
        .post(
            "/api/leads/{id}/notes",
            note,
            role(Role::Receptionist, "Write a note")
                .id("leads.note")
                .about("Written in the caller's name. A note for a lead that does not exist fails with 500.")
                .idempotent()
                .takes::<LeadNoteRequest>()
                .creates::<LeadNoteAnswer>(),
        )
}
