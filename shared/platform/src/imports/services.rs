//! Services, found by their slug. A category that is not there is made where the row says what it is.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::outcome::RowOutcome;
use super::{ImportRow, Imports};
use parlour_booking::resources::ResourceGroups;
use parlour_money::offers::Offers;
use parlour_people::auth::Caller;
use parlour_setup::catalogue::{
    Catalogue, CatalogueError, CatalogueStore, CreateCategoryRequest, CreateServiceRequest, Needs, PatchServiceRequest,
    Service, ServiceType, Slug,
};
use parlour_storage::events::is_unchanged;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::Stored;
use parlour_values::id::CategoryId;
use parlour_values::input::{Int, MAX_NUMBER, Name, Problems};
use parlour_values::slug::slugify;

/// Stands for a category that is still to be made while the rest of the row is read.
const TO_BE_MADE: &str = "to-be-made";

impl Imports<'_> {
    /// One behind the other: they are one catalogue.
    pub(super) async fn services(&self, caller: &Caller, rows: &[ImportRow]) -> Result<Vec<RowOutcome>, Setback> {
        let groups = match rows.iter().any(|row| row.has("needs")) {
            true => ResourceGroups::of(self.0).in_use().await?,
            false => BTreeSet::new(),
        };
        let mut outcomes = Vec::with_capacity(rows.len());
        for row in rows {
            outcomes.push(self.decided(|| self.service(caller, row, &groups)).await?);
        }
        Ok(outcomes)
    }

    async fn service(
        &self,
        caller: &Caller,
        row: &ImportRow,
        groups: &BTreeSet<String>,
    ) -> Result<RowOutcome, Failure<CatalogueError>> {
        let (store, act, today) = (CatalogueStore::of(self.0), &caller.act, caller.act.at.ist_date());
        let catalogue = store.read().await?;
        let mut row = row.clone();
        let mut problems = Problems::on(Some(today));
        let category = place(&mut row, &catalogue, &mut problems);
        let known = slug_of(&row).and_then(|slug| catalogue.by_slug(&slug));
        let own = known.map(|service| service.needs.as_slice()).unwrap_or_default();
        pass_over_unknown_needs(&mut row, groups, own);
        let Some(known) = known else {
            let request = row.read::<CreateServiceRequest>(&mut problems);
            let (Some(mut request), true) = (request, problems.is_empty()) else {
                return Ok(RowOutcome::Invalid(problems));
            };
            if let Some(category) = category {
                request.category_id = self.category(caller, &category).await?;
            }
            let created = store.create(act, &request).await?;
            return Ok(RowOutcome::created(&created.service.id));
        };
        if row.field::<Int<{ -MAX_NUMBER }, MAX_NUMBER>>("displayOrder").map(Int::get) == Some(known.display_order) {
            row.drop("displayOrder");
        }
        let request = row.read::<PatchServiceRequest>(&mut problems);
        let (Some(mut request), true) = (request, problems.is_empty()) else {
            return Ok(RowOutcome::Invalid(problems));
        };
        if category.is_none() && is_as_asked(known, &request, caller)? {
            return Ok(RowOutcome::unchanged(&known.id));
        }
        if let Some(category) = category {
            request.category_id = Some(self.category(caller, &category).await?);
        }
        Offers::of(self.0).patch_service(act, &known.id, &request).await?;
        Ok(RowOutcome::updated(&known.id))
    }

    async fn category(
        &self,
        caller: &Caller,
        request: &CreateCategoryRequest,
    ) -> Result<CategoryId, Failure<CatalogueError>> {
        let made = CatalogueStore::of(self.0).create_category(&caller.act, request).await?;
        Ok(made.id)
    }
}

fn is_as_asked(
    known: &Stored<Service>,
    request: &PatchServiceRequest,
    caller: &Caller,
) -> Result<bool, CatalogueError> {
    Ok(is_unchanged(&known.record, &known.patched(request, caller.act.at)?))
}

/// By its own, or by what its name makes.
fn slug_of(row: &ImportRow) -> Option<String> {
    let own = row.field::<Slug>("slug").map(|slug| slug.as_str().to_owned());
    own.or_else(|| Some(slugify(&row.field::<Name<1, 120>>("name")?)).filter(|_| !row.has("slug")))
}

/// Puts the id of the category into the row; the category to be made, where it is not there and the row says what it is.
fn place(row: &mut ImportRow, catalogue: &Catalogue, problems: &mut Problems) -> Option<CreateCategoryRequest> {
    if !row.has("categorySlug") {
        return None;
    }
    let slug = row.field::<Slug>("categorySlug");
    let known = slug.as_ref().and_then(|slug| catalogue.categories.iter().find(|one| one.slug == slug.as_str()));
    if let Some(known) = known {
        row.set("categoryId", known.id.as_str());
        return None;
    }
    row.set("categoryId", TO_BE_MADE);
    let name = row.field::<Name<1, 120>>("categoryName");
    let (Some(name), Some(slug), Some(service_type)) = (name, slug, row.field::<ServiceType>("serviceType")) else {
        problems.add("categorySlug", "must be an existing category, or a new one with categoryName and serviceType");
        return None;
    };
    Some(CreateCategoryRequest {
        name,
        slug: Some(slug),
        description: None,
        translations: None,
        service_type,
        display_order: None,
        is_active: None,
    })
}

/// Rooms are set up by hand, so a group without one may be another salon's, or still to come. A row that names no other says
/// nothing of what the service needs, and what it needs already (`own`) stays.
fn pass_over_unknown_needs(row: &mut ImportRow, groups: &BTreeSet<String>, own: &[String]) {
    let Some(needs) = row.field::<Needs>("needs") else { return };
    let is_known = |group: &str| groups.contains(group) || own.iter().any(|own| own == group);
    let known = needs.iter().filter(|need| is_known(&need.group));
    let known: Vec<Value> = known.map(|need| json!({ "group": &*need.group })).collect();
    if known.is_empty() && !needs.is_empty() {
        row.drop("needs");
    } else {
        row.set("needs", known);
    }
}
