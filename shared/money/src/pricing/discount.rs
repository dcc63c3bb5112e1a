//! The discount of an offer on each line.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::offers::rules::is_running;
use crate::pricing::{CheckoutError, Discount, OfferMismatch, OfferTerms, SaleLine};
use parlour_setup::catalogue::kind::ServiceType;
use parlour_values::id::ServiceId;
use parlour_values::money::Paise;
use parlour_values::time::IstDate;

/// The discount of every line, in their order. The offer is rounded once, over the lines it covers, and spread over them in
/// proportion to their prices.
pub fn line_discounts(
    lines: &[SaleLine],
    terms: Option<&OfferTerms>,
    service_type: ServiceType,
    today: IstDate,
    used_today: bool,
) -> Result<Vec<Paise>, CheckoutError> {
    let running = terms.filter(|offer| is_running(offer.is_active, offer.starts, offer.ends, today));
    let offer = running.ok_or(CheckoutError::OfferExpired)?;
    let covered = covered(lines, offer);
    if let Some(mismatch) = mismatch(lines, offer, service_type, used_today) {
        return Err(CheckoutError::OfferNotApplicable(mismatch));
    }
    let before: Paise = covered.iter().copied().sum();
    let off = match offer.discount.ok_or(CheckoutError::OfferNotApplicable(OfferMismatch::NothingSaid))? {
        Discount::Percentage(percent) => before.portion(i64::from(percent.min(100)), 100),
        Discount::Flat(amount) => amount,
        Discount::ComboPrice(together) => before.minus(together),
    };
    Ok(off.clamp(Paise::ZERO, before.max(Paise::ZERO)).spread(&covered, &covered))
}

fn mismatch(
    lines: &[SaleLine],
    offer: &OfferTerms,
    service_type: ServiceType,
    used_today: bool,
) -> Option<OfferMismatch> {
    let is_combo = matches!(offer.discount, Some(Discount::ComboPrice(_)));
    if service_type == ServiceType::Spa {
        Some(OfferMismatch::Spa)
    } else if used_today {
        Some(OfferMismatch::UsedToday)
    } else if !lines.iter().any(|line| covers(offer, line)) {
        Some(OfferMismatch::OtherServices)
    } else if is_combo && !has_every_service(lines, offer) {
        Some(OfferMismatch::ServicesMissing)
    } else {
        None
    }
}

/// The price that the offer is taken off, of every line: of all its services, or for a combination of one line of each.
fn covered(lines: &[SaleLine], offer: &OfferTerms) -> Vec<Paise> {
    let of_combination: Option<BTreeSet<usize>> = match offer.discount {
        Some(Discount::ComboPrice(_)) => Some(offer.services.iter().filter_map(|id| dearest(lines, id)).collect()),
        Some(Discount::Percentage(_) | Discount::Flat(_)) | None => None,
    };
    let is_covered = |at: usize, line: &SaleLine| match &of_combination {
        Some(places) => places.contains(&at),
        None => covers(offer, line),
    };
    let price = |(at, line): (usize, &SaleLine)| if is_covered(at, line) { line.gross() } else { Paise::ZERO };
    lines.iter().enumerate().map(price).collect()
}

/// The place of the dearest line of a service that is to be paid for, of equals the first.
fn dearest(lines: &[SaleLine], service: &ServiceId) -> Option<usize> {
    let of_service = |line: &SaleLine| !line.is_covered && line.item.service() == Some(service);
    let found = lines.iter().enumerate().filter(|(_, line)| of_service(line));
    found.max_by_key(|(at, line)| (line.gross(), Reverse(*at))).map(|(at, _)| at)
}

fn covers(offer: &OfferTerms, line: &SaleLine) -> bool {
    !line.is_covered && line.item.service().is_some_and(|service| offer.services.contains(service))
}

fn has_every_service(lines: &[SaleLine], offer: &OfferTerms) -> bool {
    offer.services.iter().all(|service| dearest(lines, service).is_some())
}
