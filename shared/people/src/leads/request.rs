//! Requests about leads.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::lead::Utm;
use super::status::LeadStatus;
use parlour_storage::paging::{Cursor, PageLimit};
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::id::{ServiceId, UserId};
use parlour_values::input::{Line, Name, Problems, Prose, Read, Trimmed, body, nullable, string_schema};

body! {
    /// The landing page's form.
    pub struct CaptureRequest {
        name: Name<1, 120>,
        phone: Phone,
        email: Option<EmailAddress>,
        service_interested_id: Option<ServiceId>,
        source: Option<Line<0, 40>>,
        utm_source: Option<Line<0, 120>>,
        utm_medium: Option<Line<0, 120>>,
        utm_campaign: Option<Line<0, 120>>,
        utm_content: Option<Line<0, 120>>,
        utm_term: Option<Line<0, 120>>,
    }
}

impl CaptureRequest {
    pub(super) fn utm(&self) -> Utm {
        let text = |field: &Option<Line<0, 120>>| field.as_deref().map(str::to_owned);
        Utm {
            source: text(&self.utm_source),
            medium: text(&self.utm_medium),
            campaign: text(&self.utm_campaign),
            content: text(&self.utm_content),
            term: text(&self.utm_term),
        }
    }
}

/// The desk's form: the same, but its source is always `manual`.
#[derive(Clone, Debug)]
pub struct ManualLeadRequest(pub CaptureRequest);

impl parlour_values::input::Body for ManualLeadRequest {
    fn read(fields: &mut parlour_values::input::Fields<'_>) -> Option<Self> {
        let request = CaptureRequest::read(fields);
        if !fields.problems.has("source") {
            let source = fields.take::<Option<Line<0, 40>>>("source").flatten();
            if source.is_some_and(|source| &*source != MANUAL) {
                fields.problems.add("source", "must be manual");
            }
        }
        request.map(Self)
    }
}

pub(super) const MANUAL: &str = "manual";

impl parlour_values::input::Field for ManualLeadRequest {
    type Read = Option<Self>;

    fn from_json(value: &serde_json::Value, path: &str, problems: &mut Problems) -> Option<Self> {
        CaptureRequest::from_json(value, path, problems).map(Self)
    }

    fn field_schema() -> RefOr<Schema> {
        let mut schema = CaptureRequest::field_schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            let source = string_schema().enum_values(Some([MANUAL]));
            object.properties.insert("source".to_owned(), nullable(source.into()));
        }
        schema
    }
}

body! {
    pub struct ListLeadsRequest {
        status: Option<LeadStatus>,
        limit: Option<PageLimit>,
        cursor: Option<Cursor>,
    }
}

body! {
    /// A move in the pipeline, a new owner, or both.
    pub struct PatchLeadRequest, checked {
        status: Option<LeadStatus>,
        reason: Option<Prose<0, 500>>,
        assigned_to: Option<UserId>,
    }
}

impl PatchLeadRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.status.is_left_out() && read.assigned_to.is_left_out() {
            problems.add("status", "is required where assignedTo is not given");
        }
        let is_blank = read.reason.given().is_none_or(|reason| reason.trim().is_empty());
        if read.status.given() == Some(&LeadStatus::Lost) && is_blank && !read.reason.is_invalid() {
            problems.add("reason", "is required when a lead is lost");
        }
    }
}

body! {
    pub struct LeadNoteRequest {
        content: Trimmed<1, 1000>,
    }
}
