//! Products, found by their barcode or their name.

use super::outcome::RowOutcome;
use super::{ImportRow, Imports};
use parlour_money::products::{Barcode, CreateProductRequest, PatchProductRequest, Product, ProductError, Products};
use parlour_people::auth::Caller;
use parlour_storage::events::is_unchanged;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::Stored;
use parlour_values::input::Name;
use parlour_values::slug::hyphenated;

impl Imports<'_> {
    /// One behind the other: they are one list.
    pub(super) async fn products(&self, caller: &Caller, rows: &[ImportRow]) -> Result<Vec<RowOutcome>, Setback> {
        let mut outcomes = Vec::with_capacity(rows.len());
        for row in rows {
            outcomes.push(self.decided(|| self.product(caller, row)).await?);
        }
        Ok(outcomes)
    }

    async fn product(&self, caller: &Caller, row: &ImportRow) -> Result<RowOutcome, Failure<ProductError>> {
        let (store, today) = (Products::of(self.0), caller.act.at.ist_date());
        let products = store.all().await?;
        let Some(known) = known(row, &products) else {
            let request = match row.read_alone::<CreateProductRequest>(today) {
                Ok(request) => request,
                Err(problems) => return Ok(RowOutcome::Invalid(problems)),
            };
            return Ok(RowOutcome::created(&store.create(caller, &request).await?.id));
        };
        let request = match row.read_alone::<PatchProductRequest>(today) {
            Ok(request) => request,
            Err(problems) => return Ok(RowOutcome::Invalid(problems)),
        };
        if is_unchanged(&known.record, &known.patched(&request, caller.act.at)) {
            return Ok(RowOutcome::unchanged(&known.id));
        }
        store.patch(caller, &known.id, &request).await?;
        Ok(RowOutcome::updated(&known.id))
    }
}

fn known<'p>(row: &ImportRow, products: &'p [Stored<Product>]) -> Option<&'p Stored<Product>> {
    let barcode = row.field::<Barcode>("barcode");
    let by_code = |code: &Barcode| products.iter().find(|one| one.barcode.as_deref() == Some(code.as_str()));
    let name = row.field::<Name<1, 120>>("name").map(|name| hyphenated(&name));
    let by_name = |name: &String| products.iter().find(|one| one.unique_name() == *name);
    barcode.as_ref().and_then(by_code).or_else(|| name.as_ref().and_then(by_name))
}
