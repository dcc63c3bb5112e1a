//! Parts of the catalogue that several pages show: services with their pictures, offers in words.

use maud::{Markup, html};
use parlour_money::offers::rules::OfferType;
use parlour_money::offers::{Offer, OfferView};
use parlour_pages::parts::icon;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Words, format};
use parlour_setup::catalogue::{Catalogue, CategoryView, ServiceView};
use parlour_storage::table::Stored;
use parlour_values::money::Paise;
use parlour_values::time::IstDate;
use parlour_values::translations::Translated;

/// The offers of today, as the API lists them.
pub fn running(offers: &[Stored<Offer>], catalogue: &Catalogue, today: IstDate) -> Vec<OfferView> {
    let mut running: Vec<&Stored<Offer>> = offers.iter().filter(|offer| offer.is_running(today)).collect();
    running.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
    let services = catalogue.by_id();
    running.iter().map(|offer| OfferView::new(&offer.record, &services)).collect()
}

pub fn services(category: &CategoryView) -> &[ServiceView] {
    category.services.as_deref().unwrap_or_default()
}

pub fn picture(service: &ServiceView, category: &CategoryView) -> Markup {
    let motif = Motif::of_service(&service.name, &category.name, category.service_type);
    pictures::of_service(&service.image_url, motif)
}

/// The saving of an offer, in a few words.
pub fn saving(words: &Words, offer: &OfferView) -> String {
    let row = &offer.row;
    let amounts = (row.discount_percentage, row.discount_amount_paise, row.combo_price_paise);
    in_words(words, row.offer_type, amounts)
}

pub fn saving_of(words: &Words, offer: &Offer) -> String {
    let amounts = (offer.discount_percentage, offer.discount_amount, offer.combo_price);
    in_words(words, offer.offer_type, amounts)
}

fn in_words(
    words: &Words,
    kind: OfferType,
    (percent, amount, together): (Option<u32>, Option<Paise>, Option<Paise>),
) -> String {
    match kind {
        OfferType::Percentage => words.percent_off(percent.unwrap_or_default()),
        OfferType::Flat => words.amount_off(amount.unwrap_or_default().to_string()),
        OfferType::ComboPrice => words.together_for(together.unwrap_or_default().to_string()),
    }
}

/// Until which day it runs.
pub fn until(words: &Words, offer: &OfferView, today: IstDate) -> String {
    words.until_day(format::day(words, offer.row.end_date.ist_date(), today))
}

/// Their names in the reader's language, in a line.
pub fn names<'a, T: Translated + 'a>(words: &Words, things: impl IntoIterator<Item = &'a T>) -> String {
    things.into_iter().map(|thing| thing.name_in(words.language)).collect::<Vec<_>>().join(", ")
}

pub fn offer_card(words: &Words, offer: &OfferView, today: IstDate) -> Markup {
    html! {
        li.offer itemscope itemtype="https://schema.org/Offer" {
            p.offer-saving { (icon("tag")) (saving(words, offer)) }
            h3 itemprop="name" { (offer.row.name_in(words.language)) }
            @let description = offer.row.description_in(words.language);
            @if !description.is_empty() { p itemprop="description" { (description) } }
            @if !offer.services.is_empty() { p.fine { (names(words, &offer.services)) } }
            p.fine {
                time itemprop="validThrough" datetime=(offer.row.end_date.ist_date()) { (until(words, offer, today)) }
            }
            @if let Some(terms) = offer.row.terms.as_deref().filter(|text| !text.is_empty()) {
                details { summary { (words.terms()) } p.fine { (terms) } }
            }
        }
    }
}
