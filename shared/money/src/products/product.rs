//! A product, as it is kept.

use serde::{Deserialize, Serialize};

use super::request::{CreateProductRequest, PatchProductRequest};
use parlour_setup::branches::Branch;
use parlour_storage::events::Amounts;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::gst::GstRate;
use parlour_values::id::ProductId;
use parlour_values::money::Paise;
use parlour_values::slug::hyphenated;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Product {
    pub id: ProductId,
    pub name: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub brand: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub barcode: Option<String>,
    pub hsn_code: String,
    /// By law; invoices keep the rate that they were written with.
    pub gst: GstRate,
    /// With GST.
    pub price: Paise,
    /// The price one piece is bought for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cost: Option<Paise>,
    /// It is low where a branch has no more than this.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reorder_at: Option<u32>,
    pub is_active: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Product {
    pub fn new(id: ProductId, request: &CreateProductRequest, now: Instant) -> Self {
        Self {
            id,
            name: request.name.to_string(),
            brand: request.brand.as_ref().map(ToString::to_string),
            barcode: request.barcode.as_ref().map(|code| code.as_str().to_owned()),
            hsn_code: request.hsn_code.as_str().to_owned(),
            gst: request.gst_rate_bps.rate(),
            price: Paise(request.price_paise.get()),
            cost: request.cost_paise.map(|cost| Paise(cost.get())),
            reorder_at: request.reorder_at.map(|pieces| pieces.as_u32()),
            is_active: request.is_active.unwrap_or(true),
            created_at: now,
            updated_at: now,
        }
    }

    /// The product with the fields given.
    pub fn patched(&self, request: &PatchProductRequest, now: Instant) -> Self {
        let kept = self.clone();
        Self {
            name: request.name.clone().map_or(kept.name, String::from),
            brand: request.brand.clone().over(kept.brand),
            barcode: request.barcode.clone().map(|code| code.as_str().to_owned()).over(kept.barcode),
            hsn_code: request.hsn_code.as_ref().map_or(kept.hsn_code, |code| code.as_str().to_owned()),
            gst: request.gst_rate_bps.map_or(kept.gst, |rate| rate.rate()),
            price: request.price_paise.map_or(kept.price, |price| Paise(price.get())),
            cost: request.cost_paise.clone().map(|cost| Paise(cost.get())).over(kept.cost),
            reorder_at: request.reorder_at.clone().map(|pieces| pieces.as_u32()).over(kept.reorder_at),
            is_active: request.is_active.unwrap_or(kept.is_active),
            updated_at: now,
            ..kept
        }
    }

    /// No longer sold; what is in stock stays, and so do the invoices.
    pub fn deactivated(&self, now: Instant) -> Self {
        Self { is_active: false, updated_at: now, ..self.clone() }
    }

    /// Its price, cost and GST rate, for the audit log.
    pub fn amounts(&self) -> Amounts<3> {
        let rate = ("gstRateBps", Some(i64::from(self.gst.bps())));
        [("pricePaise", Some(self.price.0)), ("costPaise", self.cost.map(|cost| cost.0)), rate]
    }

    /// Its name as only one product may have it: case and space do not tell two apart.
    pub fn unique_name(&self) -> String {
        hyphenated(&self.name)
    }

    /// Whether so much of it at a branch is so little that it is to be ordered again.
    pub fn is_low(&self, on_hand: i64) -> bool {
        self.reorder_at.is_some_and(|limit| on_hand <= i64::from(limit))
    }

    /// The rate a branch charges: one without a GSTIN is unregistered and charges no GST.
    pub fn rate_at(&self, branch: &Branch) -> GstRate {
        if branch.is_registered_for_gst() { self.gst } else { GstRate::ZERO }
    }
}

impl Record for Product {
    const KIND: &'static str = "product";

    fn key(&self) -> Key {
        keys::product(&self.id)
    }
}

impl Product {
    /// For tests, here and in the crates above: a shampoo of ₹399 that is low at 2.
    pub fn sample(id: &str) -> Self {
        let then = Instant::from_millis(1_794_800_000_000);
        Self {
            id: id.into(),
            name: format!("Shampoo {id}"),
            brand: None,
            barcode: None,
            hsn_code: "3305".to_owned(),
            gst: GstRate::FIVE,
            price: Paise(39_900),
            cost: None,
            reorder_at: Some(2),
            is_active: true,
            created_at: then,
            updated_at: then,
        }
    }
}
