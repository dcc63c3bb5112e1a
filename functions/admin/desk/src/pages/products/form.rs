//! The fields of a product, new or not.

use maud::{Markup, html};
use parlour_money::products::ProductView;
use parlour_pages::parts::Input;
use parlour_values::gst::GstRate;
use parlour_values::money::Paise;

use crate::pages::fields::rupees;

/// `barcode` is what was scanned before the product was there.
pub fn fields(given: Option<&ProductView>, barcode: Option<String>) -> Markup {
    let text = |name, label| Input::new(name, label).with("data-empty", "null");
    let money = |name, label| {
        let field = Input::new(name, label).kind("number").sent_type("rupees").with("min", "0").with("max", "100000");
        field.with("step", "0.01").with("inputmode", "decimal")
    };
    html! {
        (Input::new("name", "Name").value(given.map(|product| product.name.clone())).required().with("maxlength", "120"))
        (text("brand", "Brand").value(given.and_then(|product| product.brand.clone())).with("maxlength", "80"))
        (text("barcode", "Barcode").value(given.and_then(|product| product.barcode.clone()).or(barcode))
            .hint("Scan it here, or type what is printed below it.").autocomplete("off").with("maxlength", "48"))
        (Input::new("hsnCode", "HSN").hint("On invoices: 4, 6 or 8 digits. Shampoo, hair oil, colour and serum are 3305.").required()
            .value(given.map(|product| product.hsn_code.clone()))
            .with("inputmode", "numeric").with("pattern", "[0-9]{4}([0-9]{2}){0,2}").with("maxlength", "8")
            .wrong("4, 6 or 8 digits, please."))
        (rate(given))
        (money("pricePaise", "Price in rupees").hint("GST included.").required().value(given.map(|product| rupees(product.price_paise))))
        (money("costPaise", "Cost in rupees").hint("What one piece is bought for. Only managers see it.")
            .with("data-empty", "null").value(given.and_then(|product| product.cost_paise).map(rupees)))
        (Input::new("reorderAt", "Order again at").kind("number").sent_type("number").hint("Pieces left. The day's report says what has fallen to it.")
            .value(given.and_then(|product| product.reorder_at).map(|pieces| pieces.to_string()))
            .with("data-empty", "null").with("min", "0").with("max", "1000000").with("step", "1").with("inputmode", "numeric"))
    }
}

/// One of the law's, those that goods of a salon have most often first. It is sent as the number of hundredths of a percent.
fn rate(given: Option<&ProductView>) -> Input<'static> {
    let usual = [GstRate::EIGHTEEN, GstRate::FIVE, GstRate::ZERO];
    let others = GstRate::IN_RETURNS.into_iter().filter(|rate| !usual.contains(rate));
    let rates = usual.into_iter().chain(others).map(GstRate::bps);
    let rates = rates.map(|bps| (bps.to_string(), format!("{} %", rupees(Paise(i64::from(bps))))));
    let chosen = given.map_or(GstRate::EIGHTEEN.bps(), |product| product.gst_rate_bps).to_string();
    Input::choice("gstRateBps", "GST", rates, Some(&chosen))
        .sent_type("number")
        .hint("Shampoo, hair oil and talcum powder 5 %, most other cosmetics 18 %, kajal and bindi none.")
}
