//! Reports the sales of the day on which the report was last due, once, with the products that are to be ordered and the
//! head of the audit chain.

use serde_json::Value;

use super::run::Run;
use super::support::reporting::{sales, send};
use super::{Job, JobError};
use parlour_money::products::{LowProduct, Products};
use parlour_senders::templates::{LowStock, Report};
use parlour_storage::events::head;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let day = run.due_on(Job::DailySalesReport);
    let before = day.minus_days(1);
    let mut facts = sales(run, day, day, (before, before)).await?;
    facts.audit_head = head(&run.salon.table).await?;
    facts.low_products = Products::of(run.salon).low().await?.into_iter().map(told).collect();
    send(run, &Report::Daily(facts), &day.to_string()).await
}

fn told(low: LowProduct) -> LowStock {
    let LowProduct { product, branch, on_hand } = low;
    LowStock { name: product.name, branch, on_hand }
}
