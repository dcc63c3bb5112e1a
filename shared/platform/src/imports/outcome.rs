//! The outcome of a row.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use parlour_values::input::Problems;
use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum ImportStatus {
        Created => "created",
        Updated => "updated",
        Unchanged => "unchanged",
        Invalid => "invalid",
    }
}

#[derive(Debug)]
pub(super) enum RowOutcome {
    Created(String),
    Updated(String),
    Unchanged(String),
    Invalid(Problems),
}

impl RowOutcome {
    pub fn created(id: impl ToString) -> Self {
        Self::Created(id.to_string())
    }

    pub fn updated(id: impl ToString) -> Self {
        Self::Updated(id.to_string())
    }

    pub fn unchanged(id: impl ToString) -> Self {
        Self::Unchanged(id.to_string())
    }

    pub fn refused(field: &str, message: impl Into<String>) -> Self {
        Self::Invalid(Problems::of(field, message))
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportAnswer {
    /// One for each row, in their order.
    pub results: Vec<ImportResult>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ImportResult {
    /// Counted from 1.
    #[schema(minimum = 1)]
    pub row: u32,
    pub status: ImportStatus,
    /// Of what was created, updated or found; null in a dry run where it would be created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Of an invalid row: field to messages, as where a request is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<BTreeMap<String, Vec<String>>>,
}

impl ImportResult {
    pub(super) fn of(row: u32, outcome: RowOutcome) -> Self {
        let (status, id, details) = match outcome {
            RowOutcome::Created(id) => (ImportStatus::Created, Some(id), None),
            RowOutcome::Updated(id) => (ImportStatus::Updated, Some(id), None),
            RowOutcome::Unchanged(id) => (ImportStatus::Unchanged, Some(id), None),
            RowOutcome::Invalid(problems) => (ImportStatus::Invalid, None, Some(problems.into_details())),
        };
        Self { row, status, id, details }
    }
}
