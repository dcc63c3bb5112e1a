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

type NameList = List<Text<1, 200>, 0, 500>;

impl Imports<'_> {
    /// One behind the other: they are one list.
    pub(super) async fn staff(&self, caller: &Caller, rows: &[ImportRow]) -> Result<Vec<RowOutcome>, Setback> {
        let (branches, catalogue) = (Branches::of(self.0), CatalogueStore::of(self.0));
        let (branches, catalogue) = tokio::try_join!(branches.all(), catalogue.read())?;
        let mut outcomes = Vec::with_capacity(rows.len());
        for row in rows {
            outcomes.push(self.decided(|| self.member(caller, row, &branches, &catalogue)).await?);
        }
        Ok(outcomes)
    }

    async fn member(
        &self,
        caller: &Caller,
        row: &ImportRow,
        branches: &[Stored<Branch>],
        catalogue: &Catalogue,
    ) -> Result<RowOutcome, Failure<StaffError>> {
        let (employment, today) = (Employment::of(self.0), caller.act.at.ist_date());
        let email = row.field::<EmailAddress>("email").map(|email| email.for_matching());
        let staff = Staff::of(self.0).all().await?;
        let known = staff.iter().find(|member| email.as_ref().is_some_and(|email| member.email == *email));
        let (mut row, mut problems) = (row.clone(), Problems::on(Some(today)));
        name_branches(&mut row, branches, known.is_some(), &mut problems);
        name_services(&mut row, catalogue, &mut problems);
        if !problems.is_empty() {
            return Ok(RowOutcome::Invalid(problems));
        }
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

/// Puts the ids of the branches that have the row's codes into it. Codes that no branch has are another salon's, and are passed
/// over; a row that has no others says nothing of where somebody works who is there already.
fn name_branches(row: &mut ImportRow, branches: &[Stored<Branch>], is_there: bool, problems: &mut Problems) {
    if !row.has("branchCodes") {
        return;
    }
    let Some(codes) = row.field::<NameList>("branchCodes") else {
        problems.add("branchCodes", "must all be codes of branches");
        return;
    };
    let found = codes.iter().filter_map(|code| branches.iter().find(|branch| branch.code == **code));
    let ids: Vec<String> = found.map(|branch| branch.id.to_string()).collect();
    if !ids.is_empty() || codes.is_empty() {
        row.set("branchIds", ids);
        return;
    }
    // None of the codes is known: ids of this salon's own branches still say where somebody works.
    let own = |id: &str| branches.iter().any(|branch| branch.id.as_str() == id);
    if !row.field::<NameList>("branchIds").is_some_and(|given| given.iter().all(|id| own(id))) {
        if is_there {
            row.drop("branchIds");
        } else {
            row.set("branchIds", ids);
        }
    }
}

/// Puts the ids of the services that have the row's slugs into it.
fn name_services(row: &mut ImportRow, catalogue: &Catalogue, problems: &mut Problems) {
    if !row.has("serviceSlugs") {
        return;
    }
    let id_of = |slug: &str| catalogue.by_slug(slug).map(|service| service.id.to_string());
    let slugs = row.field::<NameList>("serviceSlugs");
    match slugs.and_then(|slugs| slugs.iter().map(|slug| id_of(slug)).collect::<Option<Vec<String>>>()) {
        Some(ids) => row.set("serviceIds", ids),
        None => problems.add("serviceSlugs", "must all be slugs of services"),
    }
}
