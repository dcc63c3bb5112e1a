//! The report on products: what was sold of each at each branch, what is there, and what that was bought for.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use utoipa::ToSchema;

use super::csv::{Cell, Csv};
use super::{CsvReport, ReportRequest, Reports};
use crate::products::{Product, Products};
use crate::summaries::{DayDetail, ProductSales};
use parlour_storage::table::TableError;
use parlour_values::id::{BranchId, ProductId};
use parlour_values::money::Paise;
use parlour_values::time::IstDate;

/// The products sold in these days, net of credit notes, and their stock now.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProductsReport {
    pub from: IstDate,
    pub to: IstDate,
    /// By name, then by branch.
    pub products: Vec<ProductRow>,
    pub totals: ProductTotals,
}

/// One product at one branch that sold it, or has or had it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductRow {
    pub product_id: ProductId,
    pub name: String,
    pub branch_id: BranchId,
    pub branch_name: String,
    /// Pieces on invoices that are not void, less those that came back.
    pub sold_quantity: i64,
    /// The amount paid for them, GST included.
    pub net_paise: Paise,
    /// The same without GST.
    pub taxable_paise: Paise,
    pub on_hand: i64,
    /// The stock at the price it is bought for; none where nobody said what that is.
    pub value_paise: Option<Paise>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductTotals {
    pub sold_quantity: i64,
    pub net_paise: Paise,
    pub taxable_paise: Paise,
    pub value_paise: Paise,
}

impl ProductTotals {
    fn of(rows: &[ProductRow]) -> Self {
        rows.iter().fold(Self::default(), |sum, row| Self {
            sold_quantity: sum.sold_quantity.saturating_add(row.sold_quantity),
            net_paise: sum.net_paise.plus(row.net_paise),
            taxable_paise: sum.taxable_paise.plus(row.taxable_paise),
            value_paise: sum.value_paise.plus(row.value_paise.unwrap_or_default()),
        })
    }
}

/// Missing stock is worth nothing, and no less.
fn value(product: Option<&Product>, on_hand: i64) -> Option<Paise> {
    let cost = product?.cost?;
    Some(Paise(cost.0.saturating_mul(on_hand.max(0))))
}

impl CsvReport for ProductsReport {
    fn csv(&self) -> Csv {
        let mut csv = Csv::new(&[
            "productId",
            "name",
            "branchId",
            "branchName",
            "soldQuantity",
            "netPaise",
            "taxablePaise",
            "onHand",
            "valuePaise",
        ]);
        for row in &self.products {
            csv.row([
                Cell::text(&row.product_id),
                Cell::text(&row.name),
                Cell::text(&row.branch_id),
                Cell::text(&row.branch_name),
                row.sold_quantity.into(),
                row.net_paise.into(),
                row.taxable_paise.into(),
                row.on_hand.into(),
                row.value_paise.map_or_else(|| Cell::text(""), Cell::from),
            ]);
        }
        csv
    }
}

impl Reports<'_> {
    pub async fn products(&self, request: &ReportRequest) -> Result<ProductsReport, TableError> {
        let range = request.range(self.0.clock.today());
        let store = Products::of(self.0);
        let (days, products, stock) = tokio::try_join!(
            self.days(range, request.branch_id.as_ref()),
            store.all(),
            store.on_hand_by_branch(request.branch_id.as_ref())
        )?;
        let known: BTreeMap<&ProductId, &Product> =
            products.iter().map(|product| (&product.id, &product.record)).collect();
        let mut rows = Vec::new();
        for (branch, on_hand) in &stock {
            let mut sold = DayDetail::default();
            let own = days.iter().filter(|day| day.branch_id == branch.id).filter_map(|day| day.detail.as_ref());
            own.for_each(|detail| sold.join(detail));
            let sold: BTreeMap<&ProductId, &ProductSales> =
                sold.products.iter().map(|sales| (&sales.product_id, sales)).collect();
            let ids: BTreeSet<&ProductId> = sold.keys().copied().chain(on_hand.keys()).collect();
            for id in ids {
                let (product, sales) = (known.get(id).copied(), sold.get(id).copied());
                let name = product.map(|product| &product.name).or(sales.map(|sales| &sales.name));
                let tally = sales.map(|sales| sales.tally).unwrap_or_default();
                let pieces = on_hand.get(id).copied().unwrap_or(0);
                rows.push(ProductRow {
                    product_id: id.clone(),
                    name: name.cloned().unwrap_or_default(),
                    branch_id: branch.id.clone(),
                    branch_name: branch.name.clone(),
                    sold_quantity: sales.map_or(0, |sales| sales.pieces),
                    net_paise: tally.total_paise,
                    taxable_paise: tally.taxable_paise,
                    on_hand: pieces,
                    value_paise: value(product, pieces),
                });
            }
        }
        rows.sort_by_cached_key(|row| (row.name.to_lowercase(), row.product_id.clone(), row.branch_id.clone()));
        Ok(ProductsReport { from: range.from, to: range.to, totals: ProductTotals::of(&rows), products: rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_worth_nothing_and_what_nobody_priced_is_not_said() {
        let shampoo = Product { cost: Some(Paise(24_000)), ..Product::sample("p1") };
        assert_eq!(value(Some(&shampoo), 3), Some(Paise(72_000)));
        assert_eq!(value(Some(&shampoo), -2), Some(Paise::ZERO));
        assert_eq!(value(Some(&Product::sample("p1")), 3), None);
    }
}
