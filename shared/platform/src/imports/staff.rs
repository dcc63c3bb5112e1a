//! Staff, found by their email. Whoever has no user yet is invited, as where one is added; nothing is mailed.

use serde_json::json;

use super::outcome::RowOutcome;
use super::{ImportRow, Imports};
use parlour_booking::employment::{Employment, StaffError};
use parlour_people::auth::Caller;
use parlour_people::staff::{AddStaffRequest, PatchStaffRequest, Staff, StaffView};
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::Stored;
use parlour_values::contact::EmailAddress;
use parlour_values::input::{Clearable, List, Problems, Text};

type Names = List<Text<1, 200>, 0, 500>;

impl Imports<'_> {
    /// One behind the other: they are one list.
    pub(super) async fn staff(&self, caller: &Caller, rows: &[ImportRow]) -> Result<Vec<RowOutcome>, Setback> {
        let (branches, catalogue) = (Branches::of(self.0), CatalogueStore::of(self.0));
        let (branches, catalogue) = tokio::try_join!(branches.all(), catalogue.read())?;
        let mut outcomes = Vec::with_capacity(rows.len());
        for row in rows {
            let mut problems = Problems::on(Some(caller.act.at.ist_date()));
            let row = with_ids(row, &branches, &catalogue, &mut problems);
            if !problems.is_empty() {
                outcomes.push(RowOutcome::Invalid(problems));
                continue;
            }
            outcomes.push(self.decided(|| self.member(caller, &row)).await?);
        }
        Ok(outcomes)
    }

    async fn member(&self, caller: &Caller, row: &ImportRow) -> Result<RowOutcome, Failure<StaffError>> {
        let (employment, today) = (Employment::of(self.0), caller.act.at.ist_date());
        let email = row.field::<EmailAddress>("email").map(|email| email.for_matching());
        let staff = Staff::of(self.0).all().await?;
        let known = staff.iter().find(|member| email.as_ref().is_some_and(|email| member.email == *email));
        if let Some(known) = known {
            let request = match row.read_alone::<PatchStaffRequest>(today) {
                Ok(request) => request,
                Err(problems) => return Ok(RowOutcome::Invalid(problems)),
            };
            let before = StaffView::from(&known.record);
            let after = employment.patch(caller, &known.id, &request).await?;
            let is_same = json!(before) == json!(after);
            return Ok(if is_same { RowOutcome::unchanged(&known.id) } else { RowOutcome::updated(&known.id) });
        }
        let request = match row.read_alone::<AddStaffRequest>(today) {
            Ok(request) => request,
            Err(problems) => return Ok(RowOutcome::Invalid(problems)),
        };
        let added = employment.add(caller, &request).await?;
        if row.field::<bool>("isActive") == Some(false) {
            employment.patch(caller, &added.id, &leaves()).await?;
        }
        Ok(RowOutcome::created(&added.id))
    }
}

/// Somebody who had left before.
fn leaves() -> PatchStaffRequest {
    PatchStaffRequest {
        name: None,
        display_name: None,
        image_url: Clearable::Keep,
        branch_ids: None,
        service_ids: None,
        joined_on: None,
        is_active: Some(false),
    }
}

/// The row with the ids that this salon has for the branches' codes and the services' slugs.
fn with_ids(row: &ImportRow, branches: &[Stored<Branch>], catalogue: &Catalogue, problems: &mut Problems) -> ImportRow {
    let mut row = row.clone();
    let branch = |code: &str| branches.iter().find(|branch| branch.code == code).map(|branch| branch.id.to_string());
    if let Some(ids) = found(&row, "branchCodes", branch, "must all be codes of branches", problems) {
        row.set("branchIds", ids);
    }
    let service = |slug: &str| catalogue.by_slug(slug).map(|service| service.id.to_string());
    if let Some(ids) = found(&row, "serviceSlugs", service, "must all be slugs of services", problems) {
        row.set("serviceIds", ids);
    }
    row
}

fn found(
    row: &ImportRow,
    column: &str,
    id_of: impl Fn(&str) -> Option<String>,
    wrong: &str,
    problems: &mut Problems,
) -> Option<Vec<String>> {
    if !row.has(column) {
        return None;
    }
    let names = row.field::<Names>(column);
    let ids = names.and_then(|names| names.iter().map(|name| id_of(name)).collect::<Option<Vec<String>>>());
    if ids.is_none() {
        problems.add(column, wrong);
    }
    ids
}
