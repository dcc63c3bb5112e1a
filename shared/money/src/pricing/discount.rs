//! The discount of an offer on each line.

use crate::offers::rules::is_running;
use crate::pricing::{CheckoutError, Discount, OfferTerms, SaleLine};
use parlour_setup::catalogue::kind::ServiceType;
use parlour_values::money::Paise;
use parlour_values::time::IstDate;

/// The discount of every line, in their order. The offer is rounded once, over the services it covers, and spread over
/// them in proportion to their prices.
pub fn line_discounts(
    lines: &[SaleLine],
    terms: Option<&OfferTerms>,
    service_type: ServiceType,
    today: IstDate,
    used_today: bool,
) -> Result<Vec<Paise>, CheckoutError> {
    let running = terms.filter(|offer| is_running(offer.is_active, offer.starts, offer.ends, today));
    let offer = running.ok_or(CheckoutError::OfferExpired)?;
    let covered: Vec<Paise> =
        lines.iter().map(|line| if covers(offer, line) { line.gross() } else { Paise::ZERO }).collect();
    if service_type == ServiceType::Spa || used_today || !lines.iter().any(|line| covers(offer, line)) {
        return Err(CheckoutError::OfferNotApplicable);
    }
    let before: Paise = covered.iter().copied().sum();
    let off = match offer.discount.ok_or(CheckoutError::OfferNotApplicable)? {
        Discount::Percentage(percent) => before.portion(i64::from(percent.min(100)), 100),
        Discount::Flat(amount) => amount,
        Discount::ComboPrice(_) if !has_every_service(lines, offer) => return Err(CheckoutError::OfferNotApplicable),
        Discount::ComboPrice(together) => before.minus(together),
    };
    Ok(off.clamp(Paise::ZERO, before.max(Paise::ZERO)).spread(&covered, &covered))
}

fn covers(offer: &OfferTerms, line: &SaleLine) -> bool {
    !line.is_covered && line.item.service().is_some_and(|service| offer.services.contains(service))
}

fn has_every_service(lines: &[SaleLine], offer: &OfferTerms) -> bool {
    let sold = |service| lines.iter().any(|line| !line.is_covered && line.item.service() == Some(service));
    offer.services.iter().all(sold)
}
