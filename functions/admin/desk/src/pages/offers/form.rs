//! The fields of an offer, new or not.

use maud::{Markup, html};
use parlour_money::offers::OfferView;
use parlour_money::offers::rules::OfferType;
use parlour_pages::parts::{Input, radios};
use parlour_setup::catalogue::Catalogue;

use crate::pages::fields::{Ticks, in_hindi, long_text, named, rupees, service_ticks};

pub fn fields(catalogue: &Catalogue, offer: Option<&OfferView>) -> Markup {
    let row = offer.map(|offer| &offer.row);
    let ticked = offer.map(|offer| offer.service_ids.as_slice()).unwrap_or_default();
    let kind = row.map_or(OfferType::Percentage, |row| row.offer_type);
    html! {
        (Input::new("name", "Name").value(row.map(|row| row.name.clone())).required().with("maxlength", "120"))
        div.whole { (radios("offerType", "Kind", named(OfferType::ALL, kind_word), Some(kind.as_str()))) }
        div data-when="offerType=percentage" {
            (Input::new("discountPercentage", "Percent off").kind("number").required().sent_type("number")
                .value(row.and_then(|row| row.discount_percentage).map(|percent| percent.to_string()))
                .with("min", "1").with("max", "100").with("step", "1"))
        }
        div data-when="offerType=flat" {
            (Input::new("discountAmountPaise", "Rupees off").kind("number").required().sent_type("rupees")
                .value(row.and_then(|row| row.discount_amount_paise).map(rupees))
                .with("min", "0.01").with("step", "0.01").with("inputmode", "decimal"))
        }
        div data-when="offerType=combo_price" {
            (Input::new("comboPricePaise", "Price together, in rupees").kind("number").required().sent_type("rupees")
                .value(row.and_then(|row| row.combo_price_paise).map(rupees))
                .with("min", "0.01").with("step", "0.01").with("inputmode", "decimal"))
        }
        (Input::new("startDate", "First day").kind("date").required().value(row.map(|row| row.start_date.ist_date().to_string())))
        (Input::new("endDate", "Last day").kind("date").required().value(row.map(|row| row.end_date.ist_date().to_string())))
        (Ticks { name: "serviceIds", legend: "Services", hint: None, groups: service_ticks(catalogue, ticked), needs_one: true })
        (long_text("description", "Description", 1000, row.and_then(|row| row.description.as_deref()))
            .hint("What customers read of it."))
        (in_hindi(None, row.map(|row| &row.translations), Some(1000)))
        (long_text("terms", "Terms", 1000, row.and_then(|row| row.terms.as_deref())).hint("The small print."))
    }
}

const fn kind_word(kind: OfferType) -> &'static str {
    match kind {
        OfferType::Percentage => "Percent off",
        OfferType::Flat => "Amount off",
        OfferType::ComboPrice => "One price together",
    }
}
