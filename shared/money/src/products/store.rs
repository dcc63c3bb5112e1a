//! Products: all in one partition of the table, kept in the process until one of them changes. Guard items keep names and
//! barcodes unique; they change in the same transaction as their product.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::json;

use super::view::{ProductAnswer, ProductView, Sees, StockView};
use super::{
    CreateProductRequest, ListProductsRequest, PatchProductRequest, Product, ProductError, ProductRequest, Stock,
};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branch, Branches};
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::events::{EventType, changed_fields, is_unchanged, with_amounts};
use parlour_storage::failure::Failure;
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::reference::Reference;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Partition, Record as _, Stored, Table, TableError, Topic, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, ProductId};

pub struct Products<'a>(pub(super) &'a Salon);

impl<'a> Products<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// A product of which a branch has so little that it is to be ordered again.
#[derive(Clone, Debug)]
pub struct LowProduct {
    pub product: Product,
    /// Its name.
    pub branch: String,
    pub on_hand: i64,
}

/// How much there is of each product at a branch.
type OnHand = BTreeMap<ProductId, i64>;

impl Products<'_> {
    /// Every product, active or not, by name.
    pub async fn all(&self) -> Result<Arc<Vec<Stored<Product>>>, TableError> {
        self.0.reference::<Product>(&Topic::Products).await
    }

    pub async fn get(&self, id: &ProductId) -> Result<Option<Stored<Product>>, TableError> {
        Ok(self.all().await?.iter().find(|product| product.id == *id).cloned())
    }

    /// By name. With a branch each says how much of it is there.
    pub async fn list(
        &self,
        caller: &Caller,
        request: &ListProductsRequest,
    ) -> Result<(Vec<ProductView>, Meta), Failure<ProductError>> {
        let products = self.all().await?;
        let wanted = request.q.as_deref().unwrap_or_default().trim().to_lowercase();
        let mut listed: Vec<&Product> = products
            .iter()
            .map(|product| &product.record)
            .filter(|product| request.is_active.is_none_or(|active| product.is_active == active))
            .filter(|product| {
                request.barcode.as_deref().is_none_or(|code| product.barcode.as_deref() == Some(code.trim()))
            })
            .filter(|product| product.is_called(&wanted))
            .collect();
        let here = match &request.branch_id {
            Some(id) => Some(self.on_hand_at(&self.branch(id, "branchId").await?.id).await?),
            None => None,
        };
        if let Some(low) = request.low {
            let places = match &here {
                Some(here) => vec![here.clone()],
                None => self.on_hand_by_branch(None).await?.into_iter().map(|(_, on_hand)| on_hand).collect(),
            };
            listed.retain(|product| is_low_in(&places, product) == low);
        }
        let (page, meta) = page_of(listed.into_iter(), request.page, request.page_size);
        let sees = Sees::of(caller);
        let views = page.into_iter().map(|product| ProductView {
            on_hand: here.as_ref().map(|here| here.get(&product.id).copied().unwrap_or(0)),
            ..ProductView::new(product, sees)
        });
        Ok((views.collect(), meta))
    }

    /// One product with its stock at every branch.
    pub async fn detail(
        &self,
        caller: &Caller,
        id: &ProductId,
        request: &ProductRequest,
    ) -> Result<ProductView, Failure<ProductError>> {
        let branches = Branches::of(self.0);
        let (product, branches) = tokio::try_join!(self.get(id), branches.all())?;
        let product = product.ok_or(ProductError::Unknown)?;
        if request.branch_id.as_ref().is_some_and(|asked| branches.iter().all(|branch| branch.id != *asked)) {
            return Err(ProductError::UnknownBranch("branchId").into());
        }
        let found = self.0.table.get_many(branches.iter().map(|branch| keys::stock(&branch.id, id))).await?;
        let mut stock = Vec::new();
        for branch in branches.iter() {
            if let Some(row) = found.read::<Stock>(&keys::stock(&branch.id, id))? {
                stock.push(StockView::from(&row.record));
            }
        }
        let at = |asked: &BranchId| stock.iter().find(|row| row.branch_id == *asked).map_or(0, |row| row.on_hand);
        Ok(ProductView {
            on_hand: request.branch_id.as_ref().map(at),
            stock: Some(stock),
            ..ProductView::new(&product, Sees::of(caller))
        })
    }

    pub async fn create(
        &self,
        caller: &Caller,
        request: &CreateProductRequest,
    ) -> Result<ProductView, Failure<ProductError>> {
        let act = &caller.act;
        self.0
            .retry_on_conflict(|| async move {
                let product = Product::new(self.0.random.id(), request, act.at);
                self.must_be_free(&product).await?;
                let view = ProductView::new(&product, Sees::of(caller));
                let mut transaction = self.0.transaction(act);
                transaction.create(&product);
                for (what, value) in product.unique_values() {
                    transaction.create(&UniqueValue::held_by(&product.id, what, value));
                }
                transaction.audit(
                    EventType::ProductCreated,
                    Product::KIND,
                    product.id.as_str(),
                    json!({ "hsnCode": product.hsn_code, "gstRateBps": product.gst, "pricePaise": product.price }),
                );
                transaction.keep_response(&ProductAnswer { product: view.clone() });
                transaction.commit().await?;
                Ok(view)
            })
            .await
    }

    pub async fn patch(
        &self,
        caller: &Caller,
        id: &ProductId,
        request: &PatchProductRequest,
    ) -> Result<ProductView, Failure<ProductError>> {
        let act = &caller.act;
        self.0
            .retry_on_conflict(|| async move {
                let read = self.get(id).await?.ok_or(ProductError::Unknown)?;
                let product = read.patched(request, act.at);
                if is_unchanged(&read.record, &product) {
                    return Ok(ProductView::new(&read, Sees::of(caller)));
                }
                self.must_be_free(&product).await?;
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &product);
                move_guards(&mut transaction, &read, &product);
                let changes = with_amounts(changed_fields(&read.record, &product), read.amounts(), product.amounts());
                transaction.audit(EventType::ProductUpdated, Product::KIND, id.as_str(), changes);
                transaction.commit().await?;
                Ok(ProductView::new(&product, Sees::of(caller)))
            })
            .await
    }

    /// Deactivates it; its stock and the invoices it is on stay as they are.
    pub async fn delete(&self, act: &Act, id: &ProductId) -> Result<(), Failure<ProductError>> {
        self.0
            .retry_on_conflict(|| async move {
                let read = self.get(id).await?.ok_or(ProductError::Unknown)?;
                if !read.is_active {
                    return Ok(());
                }
                let mut transaction = self.0.transaction(act);
                transaction.replace(&read, &read.deactivated(act.at));
                transaction.audit(
                    EventType::ProductDeactivated,
                    Product::KIND,
                    id.as_str(),
                    json!({ "isActive": false }),
                );
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// A request that loses the race for a name or a barcode reads again, and is told here which of them is taken.
    async fn must_be_free(&self, product: &Product) -> Result<(), Failure<ProductError>> {
        let products = self.all().await?;
        let others = || products.iter().filter(|other| other.id != product.id);
        if others().any(|other| other.unique_name() == product.unique_name()) {
            return Err(ProductError::NameTaken.into());
        }
        if product.barcode.is_some() && others().any(|other| other.barcode == product.barcode) {
            return Err(ProductError::BarcodeTaken.into());
        }
        Ok(())
    }

    pub(super) async fn branch(
        &self,
        id: &BranchId,
        field: &'static str,
    ) -> Result<Stored<Branch>, Failure<ProductError>> {
        Ok(Branches::of(self.0).get(id).await?.ok_or(ProductError::UnknownBranch(field))?)
    }

    async fn on_hand_at(&self, branch: &BranchId) -> Result<OnHand, TableError> {
        let rows = self.0.table.query::<Stock>(Partition::of(keys::branch_stock(branch))).await?;
        Ok(rows.into_iter().map(|row| (row.record.product_id, row.record.on_hand)).collect())
    }

    /// Each branch, or the one that is asked for, with what it has.
    pub async fn on_hand_by_branch(
        &self,
        asked: Option<&BranchId>,
    ) -> Result<Vec<(Stored<Branch>, OnHand)>, TableError> {
        let branches = Branches::of(self.0).all().await?;
        let branches: Vec<&Stored<Branch>> =
            branches.iter().filter(|branch| asked.is_none_or(|id| branch.id == *id)).collect();
        let stock =
            at_once::try_all(branches.iter().map(|branch| self.on_hand_at(&branch.id)).collect::<Vec<_>>()).await?;
        Ok(branches.into_iter().cloned().zip(stock).collect())
    }

    /// The active products that are low at a branch that is open and has or had them.
    pub async fn low(&self) -> Result<Vec<LowProduct>, TableError> {
        let (products, stock) = tokio::try_join!(self.all(), self.on_hand_by_branch(None))?;
        let mut low = Vec::new();
        for product in products.iter().filter(|product| product.is_active) {
            for (branch, on_hand) in stock.iter().filter(|(branch, _)| branch.is_operational()) {
                if let Some(on_hand) = on_hand.get(&product.id).copied().filter(|on_hand| product.is_low(*on_hand)) {
                    low.push(LowProduct { product: product.record.clone(), branch: branch.name.clone(), on_hand });
                }
            }
        }
        Ok(low)
    }
}

/// At one of these places, among those that have it; what no place ever had is low as well.
fn is_low_in(places: &[OnHand], product: &Product) -> bool {
    let mut there = places.iter().filter_map(|on_hand| on_hand.get(&product.id)).peekable();
    match there.peek() {
        None => product.is_low(0),
        Some(_) => there.any(|on_hand| product.is_low(*on_hand)),
    }
}

impl Product {
    /// The values that only one product may have.
    fn unique_values(&self) -> Vec<(Unique, String)> {
        let barcode = self.barcode.clone().map(|code| (Unique::ProductBarcode, code));
        std::iter::once((Unique::ProductName, self.unique_name())).chain(barcode).collect()
    }

    /// Whether this, in lower case, is in its name or its brand, or begins its barcode.
    fn is_called(&self, wanted: &str) -> bool {
        let brand = self.brand.as_deref().unwrap_or_default();
        let barcode = self.barcode.as_deref().unwrap_or_default();
        [&self.name, brand].iter().any(|text| text.to_lowercase().contains(wanted))
            || barcode.to_lowercase().starts_with(wanted)
    }
}

/// Gives up the name and the barcode that it no longer has, and takes the new ones.
fn move_guards(transaction: &mut Transaction<'_>, read: &Product, product: &Product) {
    let (before, after) = (read.unique_values(), product.unique_values());
    for (what, value) in before.iter().filter(|value| !after.contains(value)) {
        transaction.delete("old_value", keys::unique_value(*what, value), Condition::Any);
    }
    for (what, value) in after.iter().filter(|value| !before.contains(value)) {
        transaction.create(&UniqueValue::held_by(&product.id, *what, value));
    }
}

impl Reference for Product {
    type Loaded = Vec<Stored<Self>>;

    async fn load(table: &Table, _: &Topic) -> Result<Vec<Stored<Self>>, TableError> {
        let mut products = table.query::<Product>(Partition::of(keys::PRODUCTS)).await?;
        products.sort_by_cached_key(|product| (product.name.to_lowercase(), product.id.clone()));
        Ok(products)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_low_where_a_branch_has_too_little_and_where_none_ever_had_it() {
        let shampoo = Product::sample("p1");
        let at = |on_hand: i64| OnHand::from([(shampoo.id.clone(), on_hand)]);
        assert!(is_low_in(&[], &shampoo) && is_low_in(&[OnHand::new()], &shampoo));
        assert!(!is_low_in(&[OnHand::new(), at(3)], &shampoo));
        assert!(is_low_in(&[at(2), at(30)], &shampoo));
    }

    #[test]
    fn it_is_found_by_a_part_of_its_name_or_brand_or_the_beginning_of_its_barcode() {
        let shampoo = Product {
            name: "Neem Shampoo".to_owned(),
            brand: Some("Vana".to_owned()),
            barcode: Some("8901030865278".to_owned()),
            ..Product::sample("p1")
        };
        for wanted in ["", "sham", "m s", "van", "8901", "8901030865278"] {
            assert!(shampoo.is_called(wanted), "{wanted}");
        }
        for wanted in ["oil", "0865"] {
            assert!(!shampoo.is_called(wanted), "{wanted}");
        }
    }
}
