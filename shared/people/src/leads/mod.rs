//! Leads: people who showed interest, and where each stands in the pipeline.

mod assignees;
mod lead;
mod pipeline;
mod request;
mod retention;
pub mod status;
mod store;
mod view;

pub use assignees::Assignee;
pub use lead::{Lead, LeadNote, Utm};
pub use pipeline::LeadError;
pub use request::{CaptureRequest, LeadNoteRequest, ListLeadsRequest, ManualLeadRequest, PatchLeadRequest};
pub use store::Leads;
pub use view::{
    Captured, LeadAnswer, LeadDetail, LeadDetailAnswer, LeadList, LeadListRow, LeadNoteAnswer, LeadRow, NoteRow,
    NoteView,
};
