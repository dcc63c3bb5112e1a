//! `/offers`: what the salon gives for less, and until when.

pub mod edit;
mod form;
pub mod list;
pub mod new;

use maud::Markup;
use parlour_money::offers::rules::OfferType;
use parlour_money::offers::{OfferRow, rules};
use parlour_pages::parts::{Tone, badge};
use parlour_values::time::IstDate;

/// A customer's saving, in a few words.
fn saving(offer: &OfferRow) -> String {
    match (offer.offer_type, offer.discount_percentage, offer.discount_amount_paise, offer.combo_price_paise) {
        (OfferType::Percentage, Some(percentage), _, _) => format!("{percentage}% off"),
        (OfferType::Flat, _, Some(amount), _) => format!("{amount} off"),
        (OfferType::ComboPrice, _, _, Some(price)) => format!("{price} together"),
        (OfferType::Percentage | OfferType::Flat | OfferType::ComboPrice, _, _, _) => "No amount set".to_owned(),
    }
}

fn state(offer: &OfferRow, today: IstDate) -> Markup {
    let (start, end) = (offer.start_date.ist_date(), offer.end_date.ist_date());
    if !offer.is_active {
        badge(Tone::Calm, "Switched off")
    } else if rules::is_over(end, today) {
        badge(Tone::Calm, "Over")
    } else if rules::is_running(offer.is_active, start, end, today) {
        badge(Tone::Good, "Running")
    } else {
        badge(Tone::Waiting, "Coming")
    }
}
