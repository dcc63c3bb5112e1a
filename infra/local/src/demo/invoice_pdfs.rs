//! The papers of the demo's invoices, which are printed when somebody asks for one.

use parlour_money::invoices::Invoices;
use parlour_setup::branding::BrandingStore;
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;

/// The paper that is kept under this key; none if it is no invoice's.
pub async fn print(salon: &Salon, key: &str) -> Result<Option<Vec<u8>>, TableError> {
    let Some(id) = key.strip_prefix("invoices/").and_then(|name| name.strip_suffix(".pdf")) else { return Ok(None) };
    let Some(invoice) =
        Invoices::of(salon).get(&id.into()).await?.filter(|invoice| invoice.pdf_key.as_deref() == Some(key))
    else {
        return Ok(None);
    };
    let brand = BrandingStore::of(salon).brand(Some(&invoice.branch_id)).await?;
    let document = invoice.document().headed(brand.letterhead());
    Ok(parlour_invoicing::paper::render(&document).ok())
}
