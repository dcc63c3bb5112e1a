//! Requests about products and their stock.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use super::movement::StockMovementKind;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::gst::{GstRate, TARIFF_CODE_PATTERN, is_tariff_code};
use parlour_values::id::BranchId;
use parlour_values::input::{Clearable, Field, Int, Name, Problems, Read, Text, Trimmed, body, enum_fields, text_type};
use parlour_values::text_enum::text_enum;

/// One lakh rupees: what a line of a bill may cost.
const HIGHEST_PRICE: i64 = 10_000_000;
const MOST_PIECES: i64 = 1_000_000;

text_type! {
    /// A code of the Harmonised System of Nomenclature.
    pub struct HsnCode, most: 8, pattern: TARIFF_CODE_PATTERN, example: "3305",
        fits: is_tariff_code => "must be an HSN code of 4, 6 or 8 digits";
    /// The text that a scanner reads: printed digits, mostly, or letters.
    pub struct Barcode, most: 48, least: 1, pattern: r"^\s*[!-~]+\s*$", example: "8901030865278",
        taken: str::trim,
        fits: |text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
            => "must be the letters and digits of a barcode, without spaces";
}

/// A rate that goods can carry, in basis points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProductRate(GstRate);

impl ProductRate {
    pub fn rate(self) -> GstRate {
        self.0
    }
}

impl Field for ProductRate {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let bps = Int::<0, 10_000>::from_json(value, path, problems)?.as_u32();
        let rate = GstRate::IN_RETURNS.into_iter().find(|rate| rate.bps() == bps);
        if rate.is_none() {
            let known: Vec<String> = GstRate::IN_RETURNS.iter().map(|rate| rate.bps().to_string()).collect();
            problems.add(path, format!("must be a rate of GST: {}", known.join(", ")));
        }
        rate.map(Self)
    }

    fn field_schema() -> RefOr<Schema> {
        let known = GstRate::IN_RETURNS.map(GstRate::bps);
        ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some(known)).into()
    }
}

type Price = Int<0, HIGHEST_PRICE>;
type PieceCount = Int<0, MOST_PIECES>;

body! {
    pub struct ListProductsRequest {
        /// Found in the name, the brand or the barcode.
        q: Option<Text<0, 120>>,
        barcode: Option<Text<0, 120>>,
        is_active: Option<bool>,
        branch_id: Option<BranchId>,
        low: Option<bool>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct ProductRequest {
        branch_id: Option<BranchId>,
    }
}

body! {
    pub struct CreateProductRequest {
        name: Name<1, 120>,
        brand: Option<Name<1, 80>>,
        barcode: Option<Barcode>,
        hsn_code: HsnCode,
        gst_rate_bps: ProductRate,
        price_paise: Price,
        cost_paise: Option<Price>,
        reorder_at: Option<PieceCount>,
        is_active: Option<bool>,
    }
}

body! {
    /// The fields that change; those left out stay.
    pub struct PatchProductRequest {
        name: Option<Name<1, 120>>,
        brand: Clearable<Name<1, 80>>,
        barcode: Clearable<Barcode>,
        hsn_code: Option<HsnCode>,
        gst_rate_bps: Option<ProductRate>,
        price_paise: Option<Price>,
        cost_paise: Clearable<Price>,
        reorder_at: Clearable<PieceCount>,
        is_active: Option<bool>,
    }
}

text_enum! {
    /// How somebody moves stock by hand; the other movements are written by bills.
    pub enum MoveKind {
        Received => "received",
        Used => "used",
        Adjusted => "adjusted",
        Transferred => "transferred",
    }
}

enum_fields!(MoveKind);

impl MoveKind {
    pub const fn movement(self) -> StockMovementKind {
        match self {
            Self::Received => StockMovementKind::Received,
            Self::Used => StockMovementKind::Used,
            Self::Adjusted => StockMovementKind::Adjusted,
            Self::Transferred => StockMovementKind::Transferred,
        }
    }
}

body! {
    pub struct MoveStockRequest, checked {
        branch_id: BranchId,
        kind: MoveKind,
        /// Pieces; those of an adjustment may be negative.
        quantity: Int<{ -MOST_PIECES }, MOST_PIECES>,
        to_branch_id: Option<BranchId>,
        /// Of one piece.
        cost_paise: Option<Price>,
        note: Option<Trimmed<1, 200>>,
    }
}

impl MoveStockRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        match (read.kind, read.quantity.map(Int::get)) {
            (_, Some(0)) => problems.add("quantity", "must not be 0"),
            (Some(kind), Some(quantity)) if quantity < 0 && kind != MoveKind::Adjusted => {
                problems.add("quantity", "must be positive where nothing is adjusted");
            }
            _ => {}
        }
        let to = read.to_branch_id.given();
        match read.kind {
            Some(MoveKind::Transferred) if read.to_branch_id.is_left_out() => {
                problems.add("toBranchId", "is required for a transfer");
            }
            Some(MoveKind::Transferred) if to.is_some() && to == read.branch_id.as_ref() => {
                problems.add("toBranchId", "must be another branch");
            }
            Some(MoveKind::Received | MoveKind::Used | MoveKind::Adjusted) if to.is_some() => {
                problems.add("toBranchId", "must be left out where nothing is transferred");
            }
            _ => {}
        }
    }

    /// The pieces it adds to the stock of its branch, or takes from it.
    pub fn change(&self) -> i64 {
        let pieces = self.quantity.get();
        match self.kind {
            MoveKind::Received | MoveKind::Adjusted => pieces,
            MoveKind::Used | MoveKind::Transferred => pieces.saturating_neg(),
        }
    }
}

#[cfg(test)]
mod tests {
    use parlour_values::input::{Body as _, Fields};
    use serde_json::json;

    use super::*;

    fn problems<T: parlour_values::input::Body>(body: &Value) -> Vec<String> {
        let mut problems = Problems::default();
        let _ = T::from_fields(Fields::of_object(body.as_object().unwrap(), "", &mut problems));
        problems.into_details().into_keys().collect()
    }

    #[test]
    fn a_product_carries_an_hsn_code_and_a_rate_of_the_law() {
        let product = |hsn: &str, bps: i64| {
            problems::<CreateProductRequest>(&json!({
                "name": "Shampoo", "hsnCode": hsn, "gstRateBps": bps, "pricePaise": 39_900,
            }))
        };
        for (hsn, bps) in [("3305", 0), ("330590", 500), ("33059040", 1800), ("3305", 4000), ("9615", 25)] {
            assert!(product(hsn, bps).is_empty(), "{hsn} {bps}");
        }
        for (hsn, bps) in [("330", 501), ("33059", 10_001), ("3305a", -1), ("", 1)] {
            assert_eq!(product(hsn, bps), ["gstRateBps", "hsnCode"], "{hsn} {bps}");
        }
    }

    #[test]
    fn only_an_adjustment_is_negative_and_only_a_transfer_has_an_aim() {
        let moved = |kind: &str, quantity: i64, to: Option<&str>| {
            let body = json!({ "branchId": "b1", "kind": kind, "quantity": quantity, "toBranchId": to });
            problems::<MoveStockRequest>(&body)
        };
        for kind in ["received", "used", "adjusted"] {
            assert!(moved(kind, 1, None).is_empty(), "{kind}");
            assert_eq!(moved(kind, 0, Some("b2")), ["quantity", "toBranchId"], "{kind}");
        }
        assert!(moved("adjusted", -1, None).is_empty());
        assert_eq!(moved("received", -1, None), ["quantity"]);
        assert_eq!(moved("used", -1, None), ["quantity"]);
        assert_eq!(moved("transferred", -1, None), ["quantity", "toBranchId"]);
        assert_eq!(moved("transferred", 1, Some("b1")), ["toBranchId"]);
        assert!(moved("transferred", 1, Some("b2")).is_empty());
        assert_eq!(moved("sold", 1, None), ["kind"]);
    }

    #[test]
    fn what_is_used_or_sent_away_falls() {
        let change = |kind: &str, quantity: i64| {
            let to = (kind == "transferred").then_some("b2");
            let body = json!({ "branchId": "b1", "kind": kind, "quantity": quantity, "toBranchId": to });
            let mut problems = Problems::default();
            let fields = Fields::of_object(body.as_object().unwrap(), "", &mut problems);
            MoveStockRequest::from_fields(fields).unwrap().change()
        };
        let changes = [("received", 2), ("used", 2), ("adjusted", -2), ("transferred", 2)].map(|(k, q)| change(k, q));
        assert_eq!(changes, [2, -2, -2, -2]);
    }
}
