//! Pricing a sale: lines, discounts, tax, gems.

use crate::pricing::discount::line_discounts;
use crate::pricing::manual::{effective_bps, share_out};
use crate::pricing::redemption::redeem;
use crate::pricing::{BillDiscount, CheckoutError, LinePerson, PerkFacts, SaleItem, SaleLine};
use parlour_values::gems::Gems;
use parlour_values::gst::{GstRate, Split, split_lines};
use parlour_values::id::ServiceId;
use parlour_values::money::Paise;
use parlour_values::time::Minutes;

/// A line as it goes on the invoice: `price × quantity − discount = tax.total()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PricedLine {
    pub item: SaleItem,
    pub description: String,
    pub duration: Minutes,
    pub sac: String,
    pub rate: GstRate,
    /// Of one piece by the list.
    pub list: Paise,
    /// Of one piece. Nothing, when it was paid in gems or minutes: that is no rupee discount, the line is simply free.
    pub price: Paise,
    pub quantity: u32,
    /// The offer's discount on the line.
    pub offer: Paise,
    /// The desk's discount on this line.
    pub off: Paise,
    /// Its share of what the desk takes off the whole bill.
    pub share: Paise,
    pub tax: Split,
    pub person: Option<LinePerson>,
    /// The gems that paid for this line.
    pub redeemed: Option<Gems>,
    /// The minutes of a membership that paid for it.
    pub covered: Option<Minutes>,
}

impl PricedLine {
    pub fn gross(&self) -> Paise {
        self.price.times(self.quantity)
    }

    pub fn list_gross(&self) -> Paise {
        self.list.times(self.quantity)
    }

    pub fn discount(&self) -> Paise {
        self.offer.plus(self.off).plus(self.share)
    }

    pub fn total(&self) -> Paise {
        self.gross().minus(self.discount())
    }

    /// Whether gems or minutes paid for it.
    pub fn is_free(&self) -> bool {
        self.redeemed.is_some() || self.covered.is_some()
    }

    pub fn taken_off_by_hand(&self) -> Paise {
        self.list_gross().minus(self.gross()).max(Paise::ZERO).plus(self.off).plus(self.share)
    }
}

/// A priced sale. Its amounts are the sums of its lines, and `subtotal − discount = tax.total() = total − round_off`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    pub lines: Vec<PricedLine>,
    /// Before discounts, GST included.
    pub subtotal: Paise,
    /// The discounts of offer and desk; gems and minutes take nothing off.
    pub discount: Paise,
    /// What rounding to the paisa added to the desk's percentage.
    pub discount_added: Paise,
    /// The amount that rounding to the rupee added, or took off.
    pub round_off: Paise,
    pub total: Paise,
    pub tax: Split,
    pub gems_earned: Gems,
    pub gems_spent: Gems,
    /// The service gems paid for.
    pub redeemed: Option<ServiceId>,
    /// The minutes a membership pays for.
    pub minutes: Minutes,
}

impl Receipt {
    /// How much of the bill the desk takes off by hand, in hundredths of a percent.
    pub fn effective_bps(&self) -> u32 {
        effective_bps(&self.lines, self.discount_added)
    }

    /// The total to the rupee, half up, where the branch rounds. Tax and gems are of the amount before.
    pub fn rounded(self, to_rupee: bool) -> Self {
        if !to_rupee {
            return self;
        }
        let total = self.total.to_rupee();
        Self { round_off: total.minus(self.total), total, ..self }
    }
}

/// Prices a sale: the offer or the gems first, then what the desk takes off each line, then off the whole bill.
pub fn price(
    lines: &[SaleLine],
    perk: &PerkFacts<'_>,
    discount: Option<BillDiscount>,
) -> Result<Receipt, CheckoutError> {
    let nothing_off = vec![Paise::ZERO; lines.len()];
    let (offers, free) = match perk {
        PerkFacts::None => (nothing_off, None),
        PerkFacts::Offer { terms, service_type, today, used_today } => {
            (line_discounts(lines, *terms, *service_type, *today, *used_today)?, None)
        }
        PerkFacts::Gems { service, spendable } => (nothing_off, Some(redeem(lines, *service, *spendable)?)),
    };
    let mut drafts = Vec::with_capacity(lines.len());
    for (at, (line, offer)) in lines.iter().zip(offers).enumerate() {
        let redeemed = free.filter(|free| free.line == at).map(|free| free.gems);
        let draft = priced(line, offer, redeemed);
        if draft.total() < Paise::ZERO {
            return Err(CheckoutError::DiscountAboveLine { line: at });
        }
        drafts.push(draft);
    }
    let discount_added = match discount {
        Some(discount) => share_out(&mut drafts, discount)?,
        None => Paise::ZERO,
    };
    let mut receipt = Receipt { discount_added, ..total_up(drafts) };
    let earning = receipt.lines.iter().filter(|line| line.item.earns_gems()).map(PricedLine::total).sum();
    receipt.gems_earned = Gems::earned_on(earning);
    Ok(receipt)
}

/// Prices what a membership is sold for, or its session at nothing: no perks, and gems are never earned on it.
pub fn price_membership(lines: &[SaleLine]) -> Receipt {
    total_up(lines.iter().map(|line| priced(line, Paise::ZERO, None)).collect())
}

/// The line before its tax and its share of the bill's discount are known.
fn priced(line: &SaleLine, offer: Paise, redeemed: Option<Gems>) -> PricedLine {
    let is_free = redeemed.is_some() || line.is_covered;
    PricedLine {
        item: line.item.clone(),
        description: line.description.clone(),
        duration: line.duration,
        sac: line.sac.clone(),
        rate: line.rate,
        list: line.list,
        price: if is_free { Paise::ZERO } else { line.price },
        quantity: line.quantity,
        offer,
        off: if is_free { Paise::ZERO } else { line.off },
        share: Paise::ZERO,
        tax: Split::default(),
        person: line.person.clone(),
        redeemed,
        covered: line.is_covered.then_some(line.duration),
    }
}

fn total_up(mut lines: Vec<PricedLine>) -> Receipt {
    let totals: Vec<(Paise, GstRate)> = lines.iter().map(|line| (line.total(), line.rate)).collect();
    for (line, tax) in lines.iter_mut().zip(split_lines(&totals)) {
        line.tax = tax;
    }
    let subtotal: Paise = lines.iter().map(PricedLine::gross).sum();
    let discount: Paise = lines.iter().map(PricedLine::discount).sum();
    let redeemed = lines.iter().find(|line| line.redeemed.is_some());
    Receipt {
        subtotal,
        discount,
        discount_added: Paise::ZERO,
        round_off: Paise::ZERO,
        total: subtotal.minus(discount),
        tax: lines.iter().map(|line| line.tax).sum(),
        gems_earned: Gems::ZERO,
        gems_spent: lines.iter().filter_map(|line| line.redeemed).sum(),
        redeemed: redeemed.and_then(|line| line.item.service()).cloned(),
        minutes: lines.iter().filter_map(|line| line.covered).sum(),
        lines,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pricing::{Discount, OfferMismatch, OfferTerms};
    use parlour_setup::catalogue::kind::ServiceType;
    use parlour_values::time::IstDate;

    pub fn line(service: &str, price: i64, gems: Option<i64>) -> SaleLine {
        let item = SaleItem::Service(service.into());
        SaleLine {
            duration: Minutes(30),
            gems_required: gems.map(Gems),
            ..SaleLine::new(item, service.to_owned(), Paise(price), "999721".to_owned(), GstRate::FIVE)
        }
    }

    /// A haircut at ₹999, colour at ₹2,499, a beard trim at ₹300.
    fn visit() -> Vec<SaleLine> {
        vec![line("haircut", 99_900, Some(120)), line("colour", 249_900, None), line("trim", 30_000, Some(40))]
    }

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    fn offer(discount: Discount, services: &[&str]) -> OfferTerms {
        OfferTerms {
            id: "offer".into(),
            discount: Some(discount),
            services: services.iter().map(|service| ServiceId::from(*service)).collect(),
            is_active: true,
            starts: day("2026-11-01"),
            ends: day("2026-11-30"),
        }
    }

    fn with_offer(lines: &[SaleLine], terms: Option<&OfferTerms>) -> Result<Receipt, CheckoutError> {
        price(
            lines,
            &PerkFacts::Offer { terms, service_type: ServiceType::Salon, today: day("2026-11-16"), used_today: false },
            None,
        )
    }

    fn with_gems(lines: &[SaleLine], service: Option<&str>, spendable: i64) -> Result<Receipt, CheckoutError> {
        let service = service.map(ServiceId::from);
        price(lines, &PerkFacts::Gems { service: service.as_ref(), spendable: Gems(spendable) }, None)
    }

    fn does_not_apply(mismatch: OfferMismatch) -> Result<Receipt, CheckoutError> {
        Err(CheckoutError::OfferNotApplicable(mismatch))
    }

    fn discounts(receipt: &Receipt) -> Vec<i64> {
        receipt.lines.iter().map(|line| line.discount().0).collect()
    }

    #[test]
    fn without_a_perk_the_lines_are_the_price() {
        let receipt = price(&visit(), &PerkFacts::None, None).unwrap();
        assert_eq!((receipt.subtotal, receipt.discount, receipt.total), (Paise(379_800), Paise::ZERO, Paise(379_800)));
        assert_eq!((receipt.tax.cgst, receipt.tax.taxable), (Paise(9_043), Paise(361_714)));
        assert_eq!((receipt.gems_earned, receipt.gems_spent), (Gems(37), Gems::ZERO));
    }

    #[test]
    fn a_percentage_is_taken_off_the_covered_services_only() {
        let terms = offer(Discount::Percentage(20), &["haircut", "trim", "massage"]);
        let receipt = with_offer(&visit(), Some(&terms)).unwrap();
        assert_eq!(discounts(&receipt), [19_980, 0, 6_000]);
        assert_eq!(
            (receipt.subtotal, receipt.discount, receipt.total),
            (Paise(379_800), Paise(25_980), Paise(353_820))
        );
        assert_eq!(receipt.gems_earned, Gems(35), "gems are earned on the discounted total");
    }

    #[test]
    fn a_percentage_rounds_half_up_to_the_paisa_once() {
        let terms = offer(Discount::Percentage(50), &["a", "b"]);
        let receipt = with_offer(&[line("a", 333, None), line("b", 332, None)], Some(&terms)).unwrap();
        assert_eq!((receipt.discount, discounts(&receipt)), (Paise(333), vec![167, 166]));
    }

    #[test]
    fn a_flat_amount_is_spread_over_the_covered_services() {
        let terms = offer(Discount::Flat(Paise(50_000)), &["haircut", "trim"]);
        let receipt = with_offer(&visit(), Some(&terms)).unwrap();
        assert_eq!((receipt.discount, discounts(&receipt)), (Paise(50_000), vec![38_453, 0, 11_547]));
    }

    #[test]
    fn a_flat_amount_never_takes_a_service_below_nothing() {
        let terms = offer(Discount::Flat(Paise(500_000)), &["trim"]);
        let receipt = with_offer(&visit(), Some(&terms)).unwrap();
        assert_eq!((receipt.discount, receipt.total), (Paise(30_000), Paise(349_800)));
    }

    #[test]
    fn a_combo_prices_its_services_together_and_leaves_the_rest() {
        let terms = offer(Discount::ComboPrice(Paise(299_900)), &["haircut", "colour"]);
        let receipt = with_offer(&visit(), Some(&terms)).unwrap();
        assert_eq!((receipt.discount, receipt.total), (Paise(49_900), Paise(329_900)));
        assert_eq!(receipt.lines[2].total(), Paise(30_000));
    }

    #[test]
    fn a_combo_covers_one_line_of_each_service_and_leaves_its_further_copies_at_their_price() {
        let terms = offer(Discount::ComboPrice(Paise(229_900)), &["haircut", "colour"]);
        let cut = || line("haircut", 79_900, None);
        let dearer = SaleLine { price: Paise(89_900), ..cut() };
        let lines = [cut(), line("colour", 199_900, None), dearer, cut(), cut()];
        let receipt = with_offer(&lines, Some(&terms)).unwrap();
        assert_eq!((receipt.discount, receipt.total), (Paise(59_900), Paise(229_900 + 3 * 79_900)));
        assert_eq!(discounts(&receipt).iter().filter(|discount| **discount > 0).count(), 2);
        assert!(receipt.lines[2].offer > Paise::ZERO, "the dearest of them");
        // One that a membership pays for is no part of it.
        let covered = SaleLine { is_covered: true, ..cut() };
        let receipt = with_offer(&[covered, cut(), line("colour", 199_900, None)], Some(&terms)).unwrap();
        assert_eq!((receipt.discount, receipt.total), (Paise(49_900), Paise(229_900)));
    }

    #[test]
    fn a_combo_needs_every_service_of_the_offer() {
        let terms = offer(Discount::ComboPrice(Paise(299_900)), &["haircut", "massage"]);
        assert_eq!(with_offer(&visit(), Some(&terms)), does_not_apply(OfferMismatch::ServicesMissing));
    }

    #[test]
    fn a_combo_dearer_than_its_services_charges_no_more_than_they_cost() {
        let terms = offer(Discount::ComboPrice(Paise(900_000)), &["haircut", "colour"]);
        assert_eq!(with_offer(&visit(), Some(&terms)).unwrap().discount, Paise::ZERO);
    }

    #[test]
    fn an_offer_unknown_inactive_or_out_of_its_dates_has_expired() {
        let terms = offer(Discount::Percentage(20), &["haircut"]);
        assert_eq!(with_offer(&visit(), None), Err(CheckoutError::OfferExpired));
        for (gone, ok) in [
            (OfferTerms { is_active: false, ..terms.clone() }, false),
            (OfferTerms { ends: day("2026-11-15"), ..terms.clone() }, false),
            (OfferTerms { starts: day("2026-11-17"), ..terms.clone() }, false),
            (OfferTerms { starts: day("2026-11-16"), ends: day("2026-11-16"), ..terms.clone() }, true),
        ] {
            assert_eq!(with_offer(&visit(), Some(&gone)).is_ok(), ok, "{gone:?}");
        }
    }

    #[test]
    fn an_offer_is_for_the_salon_for_its_services_and_once_a_day() {
        let terms = offer(Discount::Percentage(20), &["haircut"]);
        let today = day("2026-11-16");
        for (service_type, used_today, mismatch) in
            [(ServiceType::Spa, false, OfferMismatch::Spa), (ServiceType::Salon, true, OfferMismatch::UsedToday)]
        {
            let perk = PerkFacts::Offer { terms: Some(&terms), service_type, today, used_today };
            assert_eq!(price(&visit(), &perk, None), does_not_apply(mismatch));
        }
        let elsewhere = offer(Discount::Percentage(20), &["massage"]);
        assert_eq!(with_offer(&visit(), Some(&elsewhere)), does_not_apply(OfferMismatch::OtherServices));
        let unsaid = OfferTerms { discount: None, ..terms.clone() };
        assert_eq!(with_offer(&visit(), Some(&unsaid)), does_not_apply(OfferMismatch::NothingSaid));
        let over = OfferTerms { is_active: false, ..elsewhere };
        assert_eq!(with_offer(&visit(), Some(&over)), Err(CheckoutError::OfferExpired), "expired comes first");
    }

    #[test]
    fn gems_make_the_named_line_free_and_earn_nothing_on_it() {
        let receipt = with_gems(&visit(), Some("haircut"), 120).unwrap();
        assert_eq!((receipt.total, receipt.discount), (Paise(279_900), Paise::ZERO));
        assert_eq!((receipt.gems_spent, receipt.gems_earned), (Gems(120), Gems(27)));
        assert_eq!(receipt.redeemed, Some("haircut".into()));
        assert_eq!((receipt.lines[0].total(), receipt.lines[0].redeemed), (Paise::ZERO, Some(Gems(120))));
    }

    #[test]
    fn without_a_name_gems_pay_for_the_dearest_line_they_can() {
        assert_eq!(with_gems(&visit(), None, 120).unwrap().redeemed, Some("haircut".into()));
        assert_eq!(with_gems(&visit(), None, 119).unwrap().redeemed, Some("trim".into()));
        let twins = [line("a", 100, Some(9)), line("b", 100, Some(8)), line("c", 100, Some(8))];
        assert_eq!(with_gems(&twins, None, 10).unwrap().redeemed, Some("b".into()));
    }

    #[test]
    fn gems_are_refused_for_what_cannot_be_redeemed_or_afforded() {
        for (lines, service, spendable, refused) in [
            (visit(), Some("colour"), 1_000, CheckoutError::GemsServiceNotRedeemable),
            (visit(), Some("massage"), 1_000, CheckoutError::GemsServiceNotRedeemable),
            (visit(), Some("colour"), 0, CheckoutError::GemsServiceNotRedeemable),
            (visit(), Some("haircut"), 119, CheckoutError::GemsInsufficientBalance),
            (visit(), None, 39, CheckoutError::GemsInsufficientBalance),
            (vec![line("colour", 249_900, None)], None, 1_000, CheckoutError::GemsServiceNotRedeemable),
        ] {
            assert_eq!(with_gems(&lines, service, spendable), Err(refused), "{service:?} {spendable}");
        }
    }

    #[test]
    fn a_visit_paid_wholly_in_gems_costs_and_earns_nothing() {
        let receipt = with_gems(&[line("trim", 30_000, Some(40))], None, 40).unwrap();
        assert_eq!((receipt.subtotal, receipt.total, receipt.tax), (Paise::ZERO, Paise::ZERO, Split::default()));
        assert_eq!(receipt.gems_earned, Gems::ZERO);
    }

    #[test]
    fn memberships_earn_no_gems_and_sessions_cost_nothing() {
        let sold = price_membership(&[line("gold", 1_500_000, None)]);
        assert_eq!((sold.total, sold.tax.cgst, sold.gems_earned), (Paise(1_500_000), Paise(35_714), Gems::ZERO));
        assert_eq!(price_membership(&[line("massage", 0, None)]).total, Paise::ZERO);
    }

    #[test]
    fn whoever_takes_exactly_their_percentage_off_is_within_it() {
        let terms = offer(Discount::Percentage(25), &["cut"]);
        let perk = PerkFacts::Offer {
            terms: Some(&terms),
            service_type: ServiceType::Salon,
            today: day("2026-11-16"),
            used_today: false,
        };
        let priced = |discount| price(&[line("cut", 79_900, None)], &perk, Some(discount)).unwrap();
        let tenth = priced(BillDiscount::Percent(1_000));
        assert_eq!((tenth.total, tenth.effective_bps()), (Paise(53_932), 1_000), "5,992.5 is 5,993 of the money");
        assert_eq!(priced(BillDiscount::Amount(Paise(5_993))).effective_bps(), 1_001, "an amount is what it is");
    }

    fn any_discount() -> impl Strategy<Value = Discount> {
        prop_oneof![
            (1..=100_u32).prop_map(Discount::Percentage),
            (1..2_000_000_i64).prop_map(|amount| Discount::Flat(Paise(amount))),
            (1..2_000_000_i64).prop_map(|amount| Discount::ComboPrice(Paise(amount))),
        ]
    }

    fn sums_hold(receipt: &Receipt) -> Result<(), TestCaseError> {
        for line in &receipt.lines {
            prop_assert!(line.discount() >= Paise::ZERO && line.discount() <= line.gross());
            prop_assert!(line.tax.taxable >= Paise::ZERO && line.tax.cgst >= Paise::ZERO);
            prop_assert_eq!(line.tax.total(), line.total());
        }
        prop_assert_eq!(receipt.subtotal, receipt.lines.iter().map(PricedLine::gross).sum());
        prop_assert_eq!(receipt.subtotal.minus(receipt.discount), receipt.total);
        prop_assert_eq!(receipt.tax.total(), receipt.total);
        prop_assert_eq!(receipt.tax.cgst, receipt.tax.sgst);
        prop_assert_eq!(receipt.gems_earned.0, receipt.total.0 / 10_000);
        Ok(())
    }

    proptest! {
        #[test]
        fn every_offer_leaves_sums_that_hold(
            prices in prop::collection::vec((0..1_000_000_i64, any::<bool>()), 1..20), discount in any_discount()
        ) {
            let lines: Vec<SaleLine> =
                prices.iter().enumerate().map(|(at, (price, _))| line(&at.to_string(), *price, None)).collect();
            let covered: Vec<&str> =
                lines.iter().zip(&prices).filter(|(_, (_, covered))| *covered).map(|(line, _)| line.description.as_str()).collect();
            match with_offer(&lines, Some(&offer(discount, &covered))) {
                Ok(receipt) => {
                    sums_hold(&receipt)?;
                    for (line, (_, covered)) in receipt.lines.iter().zip(&prices) {
                        prop_assert!(*covered || line.discount() == Paise::ZERO);
                    }
                }
                Err(refused) => {
                    let elsewhere = CheckoutError::OfferNotApplicable(OfferMismatch::OtherServices);
                    prop_assert!(covered.is_empty() && refused == elsewhere);
                }
            }
        }

        #[test]
        fn every_bill_of_the_desk_leaves_sums_that_hold(
            lines in prop::collection::vec((0..200_000_i64, 0..200_000_i64, 1..4_u32, 0..100_u32, 0..4_usize), 1..40),
            discount in prop::option::of(prop_oneof![
                (0..=10_000_u32).prop_map(BillDiscount::Percent),
                (0..50_000_i64).prop_map(|amount| BillDiscount::Amount(Paise(amount))),
            ]),
            offered in prop::option::of(1..=100_u32),
        ) {
            let lines: Vec<SaleLine> = lines
                .into_iter()
                .enumerate()
                .map(|(at, (list, price, quantity, off, kind))| {
                    let item = match kind {
                        0 => SaleItem::Product(at.to_string().into()),
                        1 => SaleItem::Custom,
                        _ => SaleItem::Service(at.to_string().into()),
                    };
                    let rate = [GstRate::EIGHTEEN, GstRate::ZERO, GstRate::FIVE, GstRate::FIVE][kind];
                    let line = SaleLine::new(item, at.to_string(), Paise(list), "999721".to_owned(), rate);
                    let gross = Paise(price).times(quantity);
                    let off = gross.portion(i64::from(off), 200);
                    SaleLine { price: Paise(price), quantity, off, is_covered: kind == 3 && at % 5 == 0, ..line }
                })
                .collect();
            let covered: Vec<&str> = lines.iter().map(|line| line.description.as_str()).collect();
            let terms = offered.map(|percent| offer(Discount::Percentage(percent), &covered));
            let perk = terms.as_ref().map_or(PerkFacts::None, |terms| PerkFacts::Offer {
                terms: Some(terms),
                service_type: ServiceType::Salon,
                today: day("2026-11-16"),
                used_today: false,
            });
            let left: Paise = match price(&lines, &perk, None) {
                Ok(receipt) => receipt.total,
                Err(CheckoutError::OfferNotApplicable(_)) => return Ok(()),
                Err(refused) => {
                    let is_above = matches!(refused, CheckoutError::DiscountAboveLine { .. });
                    prop_assert!(is_above && offered.is_some(), "{refused}");
                    return Ok(());
                }
            };
            let receipt = match price(&lines, &perk, discount) {
                Ok(receipt) => receipt,
                Err(refused) => {
                    prop_assert_eq!(refused, CheckoutError::DiscountAboveBill);
                    prop_assert!(matches!(discount, Some(BillDiscount::Amount(amount)) if amount > left));
                    return Ok(());
                }
            };
            for (line, sold) in receipt.lines.iter().zip(&lines) {
                prop_assert!(line.total() >= Paise::ZERO);
                prop_assert_eq!(line.gross().minus(line.offer).minus(line.off).minus(line.share), line.total());
                prop_assert_eq!(line.tax.total(), line.total());
                prop_assert!(!sold.is_covered || line.total() == Paise::ZERO);
            }
            let shares: Paise = receipt.lines.iter().map(|line| line.share).sum();
            prop_assert_eq!(left.minus(shares), receipt.total);
            prop_assert_eq!(receipt.tax.total(), receipt.total);
            let earning: Paise =
                receipt.lines.iter().filter(|line| line.item.earns_gems()).map(PricedLine::total).sum();
            prop_assert_eq!(receipt.gems_earned.0, earning.0 / 10_000);
            prop_assert!(receipt.effective_bps() <= 10_000);
            let rounded = receipt.clone().rounded(true);
            prop_assert_eq!(rounded.total.minus(rounded.round_off), receipt.total);
        }

        #[test]
        fn gems_never_spend_more_than_there_is(
            prices in prop::collection::vec((0..1_000_000_i64, prop::option::of(1..500_i64)), 1..20), spendable in 0..500_i64
        ) {
            let lines: Vec<SaleLine> =
                prices.iter().enumerate().map(|(at, (price, gems))| line(&at.to_string(), *price, *gems)).collect();
            match with_gems(&lines, None, spendable) {
                Ok(receipt) => {
                    sums_hold(&receipt)?;
                    prop_assert!(receipt.gems_spent.0 <= spendable && receipt.discount == Paise::ZERO);
                    let free = receipt.lines.iter().filter(|line| line.redeemed.is_some()).count();
                    prop_assert_eq!(free, 1);
                }
                Err(CheckoutError::GemsServiceNotRedeemable) => prop_assert!(prices.iter().all(|(_, gems)| gems.is_none())),
                Err(refused) => {
                    prop_assert_eq!(refused, CheckoutError::GemsInsufficientBalance);
                    prop_assert!(prices.iter().all(|(_, gems)| gems.is_none_or(|gems| gems > spendable)));
                }
            }
        }
    }
}
