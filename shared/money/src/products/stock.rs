//! How much of a product a branch has. It changes only together with the movement that says why, in one transaction and
//! by its version, so that no two changes get lost in each other.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::movement::{OnInvoice, StockMovement, StockMovementKind};
use super::{OutOfStock, Product, ShortProduct};
use parlour_setup::branches::Branch;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::table::{Found, Key, Record, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, ProductId, Random};
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stock {
    pub branch_id: BranchId,
    pub product_id: ProductId,
    /// Below nothing where more was sold than anybody had counted.
    pub on_hand: i64,
    pub updated_at: Instant,
}

impl Record for Stock {
    const KIND: &'static str = "stock";

    fn key(&self) -> Key {
        keys::stock(&self.branch_id, &self.product_id)
    }
}

/// The stock of some products at one branch, as it was read: what a bill takes from, or gives back to. A transaction
/// changes a product's stock once, so what it sells in several lines is given at once.
pub struct BranchStock {
    branch_id: BranchId,
    /// Whether nothing may fall below zero.
    is_strict: bool,
    rows: BTreeMap<ProductId, Stored<Stock>>,
}

impl BranchStock {
    /// The keys to read, one for each product.
    pub fn keys<'a>(branch: &BranchId, products: impl IntoIterator<Item = &'a ProductId>) -> Vec<Key> {
        let mut keys: Vec<Key> = Vec::new();
        for product in products {
            let key = keys::stock(branch, product);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Out of what was read; a product without a row was never there.
    pub fn among<'a>(
        found: &Found,
        branch: &Branch,
        products: impl IntoIterator<Item = &'a ProductId>,
    ) -> Result<Self, TableError> {
        let mut rows = BTreeMap::new();
        for product in products {
            if let Some(row) = found.read::<Stock>(&keys::stock(&branch.id, product))? {
                rows.insert(product.clone(), row);
            }
        }
        Ok(Self { branch_id: branch.id.clone(), is_strict: branch.settings.strict_stock, rows })
    }

    pub fn on_hand(&self, product: &ProductId) -> i64 {
        self.rows.get(product).map_or(0, |row| row.on_hand)
    }

    /// Takes what a bill sells: each product with its pieces, a product of several lines several times. Where one falls to
    /// what it is to be ordered at, that is told as an event of its own.
    pub fn take(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        random: &Random,
        sold: &[(&Product, u32)],
        invoice: OnInvoice<'_>,
    ) -> Result<(), OutOfStock> {
        let products: BTreeMap<&ProductId, &Product> =
            sold.iter().map(|(product, _)| (&product.id, *product)).collect();
        let falls: BTreeMap<&ProductId, i64> =
            summed(sold.iter().map(|(product, pieces)| (&product.id, *pieces))).map(|(id, sum)| (id, -sum)).collect();
        self.must_hold(&falls, |id| products.get(&id).map_or("", |product| &product.name))?;
        for (id, quantity) in falls {
            let movement = StockMovement::new(random, act, id, &self.branch_id, StockMovementKind::Sold, quantity);
            let movement = self.write(transaction, movement.on(invoice));
            if let Some(product) = products.get(id) {
                tell_if_low(transaction, product, &movement);
            }
        }
        Ok(())
    }

    /// Gives back what was sold, where its invoice is voided or it is put back on the shelf.
    pub fn give_back<'a>(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        random: &Random,
        returned: impl IntoIterator<Item = (&'a ProductId, u32)>,
        invoice: OnInvoice<'_>,
    ) {
        for (id, quantity) in summed(returned) {
            let movement = StockMovement::new(random, act, id, &self.branch_id, StockMovementKind::Returned, quantity);
            self.write(transaction, movement.on(invoice));
        }
    }

    /// A movement that somebody made by hand.
    pub(super) fn change(
        &self,
        transaction: &mut Transaction<'_>,
        product: &Product,
        movement: StockMovement,
    ) -> Result<StockMovement, OutOfStock> {
        self.must_hold(&BTreeMap::from([(&product.id, movement.quantity)]), |_| &product.name)?;
        let movement = self.write(transaction, movement);
        tell_if_low(transaction, product, &movement);
        Ok(movement)
    }

    /// If the branch is strict, a fall below nothing is refused.
    fn must_hold<'a>(
        &self,
        changes: &BTreeMap<&ProductId, i64>,
        name: impl Fn(&ProductId) -> &'a str,
    ) -> Result<(), OutOfStock> {
        let is_short = |id: &ProductId, change: i64| change < 0 && self.on_hand(id).saturating_add(change) < 0;
        let short = changes.iter().filter(|(id, change)| self.is_strict && is_short(id, **change));
        let short =
            short.map(|(id, _)| ShortProduct { id: (*id).clone(), name: name(id).to_owned(), left: self.on_hand(id) });
        let short: Vec<ShortProduct> = short.collect();
        if short.is_empty() { Ok(()) } else { Err(OutOfStock { short }) }
    }

    /// The new stock and the movement that led to it.
    fn write(&self, transaction: &mut Transaction<'_>, movement: StockMovement) -> StockMovement {
        let on_hand = self.on_hand(&movement.product_id).saturating_add(movement.quantity);
        let movement = StockMovement { on_hand, ..movement };
        let stock = Stock {
            branch_id: self.branch_id.clone(),
            product_id: movement.product_id.clone(),
            on_hand,
            updated_at: movement.created_at,
        };
        transaction.save(self.rows.get(&movement.product_id), &stock);
        transaction.create(&movement);
        movement
    }
}

/// Each product once, with all its pieces.
fn summed<'a>(pieces: impl IntoIterator<Item = (&'a ProductId, u32)>) -> impl Iterator<Item = (&'a ProductId, i64)> {
    let mut sums: BTreeMap<&ProductId, i64> = BTreeMap::new();
    for (id, pieces) in pieces {
        let sum = sums.entry(id).or_default();
        *sum = sum.saturating_add(i64::from(pieces));
    }
    sums.into_iter().filter(|(_, sum)| *sum > 0)
}

/// Once, when it falls there: a product that is low already says nothing new.
fn tell_if_low(transaction: &mut Transaction<'_>, product: &Product, movement: &StockMovement) {
    let before = movement.on_hand.saturating_sub(movement.quantity);
    if product.is_low(movement.on_hand) && !product.is_low(before) {
        let data = json!({
            "branchId": movement.branch_id, "onHand": movement.on_hand, "reorderAt": product.reorder_at,
        });
        transaction.audit_further(EventType::ProductLow, Product::KIND, product.id.as_str(), data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stock(is_strict: bool, rows: &[(&str, i64)]) -> BranchStock {
        let row = |product: &str, on_hand| Stock {
            branch_id: "main".into(),
            product_id: product.into(),
            on_hand,
            updated_at: Instant::from_millis(0),
        };
        let rows = rows.iter().map(|(id, on_hand)| ((*id).into(), Stored { record: row(id, *on_hand), version: 1 }));
        BranchStock { branch_id: "main".into(), is_strict, rows: rows.collect() }
    }

    #[test]
    fn a_product_of_several_lines_is_summed_and_read_once() {
        let (one, two) = (ProductId::from("p1"), ProductId::from("p2"));
        let lines = [(&two, 1), (&one, 2), (&two, 3), (&one, 0)];
        assert_eq!(summed(lines).collect::<Vec<_>>(), [(&one, 2), (&two, 4)]);
        assert_eq!(summed([(&one, 0)]).count(), 0);
        let keys = BranchStock::keys(&"main".into(), [&two, &one, &two]);
        assert_eq!(keys, [keys::stock(&"main".into(), &two), keys::stock(&"main".into(), &one)]);
    }

    #[test]
    fn stock_falls_below_nothing_unless_the_branch_is_strict() {
        let (one, two, three) = (ProductId::from("p1"), ProductId::from("p2"), ProductId::from("p3"));
        let falls = BTreeMap::from([(&one, -2), (&two, -2), (&three, -1)]);
        let rows = [("p1", 2), ("p2", 1)];
        let name = |id: &ProductId| if *id == two { "Shampoo" } else { "Oil" };
        assert_eq!(stock(false, &rows).must_hold(&falls, name), Ok(()));
        let refused = stock(true, &rows).must_hold(&falls, name).unwrap_err();
        assert_eq!(refused.short.iter().map(|short| &short.id).collect::<Vec<_>>(), [&two, &three]);
        assert_eq!(refused.to_string(), "there is not enough in stock of Shampoo (1 left), Oil (none left)");
        let rise = BTreeMap::from([(&two, 1)]);
        assert_eq!(
            stock(true, &[("p2", -5)]).must_hold(&rise, name),
            Ok(()),
            "what comes back is not asked how much there is"
        );
    }

    #[test]
    fn a_product_is_low_from_where_it_is_to_be_ordered_again() {
        let shampoo = Product::sample("p1");
        assert_eq!([3, 2, -1].map(|on_hand| shampoo.is_low(on_hand)), [false, true, true]);
        assert!(!Product { reorder_at: None, ..shampoo }.is_low(-1));
    }
}
