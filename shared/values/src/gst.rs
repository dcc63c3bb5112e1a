//! GST: which rate a service carries on a day, and how it is split out of prices that include it.

use serde::{Deserialize, Serialize};

use crate::money::Paise;
use crate::time::IstDate;

/// Services Accounting Code of hairdressing and barbers' services, where a service names no other.
pub const DEFAULT_SAC: &str = "999721";

/// How OpenAPI says [`is_tariff_code`].
pub const TARIFF_CODE_PATTERN: &str = "^([0-9]{4}|[0-9]{6}|[0-9]{8})$";

/// Whether it has the form of an HSN or services accounting code: four, six or eight digits.
pub fn is_tariff_code(text: &str) -> bool {
    matches!(text.len(), 4 | 6 | 8) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The classification that a code is of: services have an SAC, which begins with 99, and goods an HSN code.
pub fn tariff_of(code: &str) -> &'static str {
    if code.starts_with("99") { "SAC" } else { "HSN" }
}

/// A rate of GST in basis points (500 is 5 %), central and state halves together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct GstRate(u32);

impl GstRate {
    pub const ZERO: Self = Self(0);
    /// Beauty services (group 99972) since 2025-09-22, without input credit.
    pub const FIVE: Self = Self(500);
    /// The same services before that day.
    pub const EIGHTEEN: Self = Self(1800);

    /// Every rate that a line of a return may have; goods carry one of them.
    pub const IN_RETURNS: [Self; 13] = [
        Self::ZERO,
        Self(10),
        Self(25),
        Self(100),
        Self(150),
        Self(300),
        Self::FIVE,
        Self(600),
        Self(750),
        Self(1200),
        Self::EIGHTEEN,
        Self(2800),
        Self(4000),
    ];

    /// None above 100 %: no such rate exists, and up to there no split can turn negative.
    pub fn from_bps(bps: u32) -> Option<Self> {
        (bps <= 10_000).then_some(Self(bps))
    }

    pub fn bps(self) -> u32 {
        self.0
    }

    /// CGST or SGST alone, as printed: `2.5%`.
    pub fn half_label(self) -> String {
        percent(u64::from(self.0) * 50)
    }

    /// The whole rate, as printed: `5%`.
    pub fn label(self) -> String {
        percent(u64::from(self.0) * 100)
    }
}

impl TryFrom<u32> for GstRate {
    type Error = &'static str;

    fn try_from(bps: u32) -> Result<Self, Self::Error> {
        Self::from_bps(bps).ok_or("must be at most 10000 basis points")
    }
}

impl From<GstRate> for u32 {
    fn from(rate: GstRate) -> Self {
        rate.0
    }
}

/// `2.5%` from ten-thousandths of a percent, without trailing zeros.
fn percent(ten_thousandths: u64) -> String {
    let (whole, part) = (ten_thousandths / 10_000, ten_thousandths % 10_000);
    let digits = format!("{whole}.{part:04}");
    format!("{}%", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// A rate and the day it came into force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RateStep {
    pub from: IstDate,
    pub rate: GstRate,
}

/// The rates of one service over time: the national ones until the salon set its own.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RateSchedule {
    /// Own rates, by day. Before the first of them the national rates hold.
    steps: Vec<RateStep>,
}

impl RateSchedule {
    /// The rate that holds on `day`.
    pub fn on(&self, day: IstDate) -> GstRate {
        let own = self.steps.iter().filter(|step| step.from <= day).max_by_key(|step| step.from);
        own.map_or_else(|| national_rate(day), |step| step.rate)
    }

    /// A branch's rate on `day`: one without a GSTIN is unregistered and charges no GST.
    pub fn charged_by(&self, registered: bool, day: IstDate) -> GstRate {
        if registered { self.on(day) } else { GstRate::ZERO }
    }

    /// The same schedule with `rate` from `day` on; days before keep theirs, and so do invoices already issued.
    pub fn changed(&self, day: IstDate, rate: GstRate) -> Self {
        let mut steps: Vec<RateStep> = self.steps.iter().copied().filter(|step| step.from < day).collect();
        steps.push(RateStep { from: day, rate });
        Self { steps }
    }
}

/// The rate of beauty services by law on `day`.
pub fn national_rate(day: IstDate) -> GstRate {
    if (day.year(), day.month(), day.day()) >= (2025, 9, 22) { GstRate::FIVE } else { GstRate::EIGHTEEN }
}

/// An amount that includes GST, taken apart. The three always sum to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Split {
    pub taxable: Paise,
    pub cgst: Paise,
    pub sgst: Paise,
}

impl Split {
    pub fn gst(self) -> Paise {
        self.cgst.plus(self.sgst)
    }

    pub fn total(self) -> Paise {
        self.taxable.plus(self.gst())
    }

    pub fn plus(self, other: Self) -> Self {
        Self {
            taxable: self.taxable.plus(other.taxable),
            cgst: self.cgst.plus(other.cgst),
            sgst: self.sgst.plus(other.sgst),
        }
    }
}

impl std::iter::Sum for Split {
    fn sum<I: Iterator<Item = Self>>(splits: I) -> Self {
        splits.fold(Self::default(), Self::plus)
    }
}

/// Takes GST out of one amount: both halves are rounded half up alike, the taxable value is what is left.
pub fn split(total: Paise, rate: GstRate) -> Split {
    let bps = i64::from(rate.0);
    let half = total.portion(bps, 2 * (10_000 + bps));
    Split { taxable: total.minus(half).minus(half), cgst: half, sgst: half }
}

/// Takes GST out of the lines of one invoice. Lines of one rate are split together, so that the invoice is rounded
/// once per rate, and both halves are then spread over the lines by largest remainder.
pub fn split_lines(lines: &[(Paise, GstRate)]) -> Vec<Split> {
    let mut splits = vec![Split::default(); lines.len()];
    let mut rates: Vec<GstRate> = lines.iter().map(|(_, rate)| *rate).collect();
    rates.sort_unstable();
    rates.dedup();
    for rate in rates {
        let mine: Vec<(usize, Paise)> =
            lines.iter().enumerate().filter(|(_, line)| line.1 == rate).map(|(at, line)| (at, line.0)).collect();
        let totals: Vec<Paise> = mine.iter().map(|(_, total)| *total).collect();
        let whole = split(totals.iter().copied().sum(), rate);
        let cgst = whole.cgst.spread(&totals, &totals);
        // The state half falls on the same lines as the central one, but for lines of a single paisa, which hold only one.
        let room: Vec<Paise> = totals.iter().zip(&cgst).map(|(total, cgst)| total.minus(*cgst)).collect();
        let sgst = whole.sgst.spread(&totals, &room);
        for (((at, total), cgst), sgst) in mine.into_iter().zip(cgst).zip(sgst) {
            if let Some(split) = splits.get_mut(at) {
                *split = Split { taxable: total.minus(cgst).minus(sgst), cgst, sgst };
            }
        }
    }
    splits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::gst::*;

    #[test]
    fn services_have_an_sac_and_goods_an_hsn_code() {
        assert_eq!((tariff_of(DEFAULT_SAC), tariff_of("33051090")), ("SAC", "HSN"));
    }

    fn day(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    #[test]
    fn the_reference_amounts_split_as_published() {
        for (total, rate, half, taxable) in [
            (99_900, GstRate::EIGHTEEN, 7_619, 84_662),
            (99_900, GstRate::FIVE, 2_379, 95_142),
            (100_000, GstRate::FIVE, 2_381, 95_238),
            (118_000, GstRate::EIGHTEEN, 9_000, 100_000),
        ] {
            let split = split(Paise(total), rate);
            assert_eq!((split.cgst, split.sgst, split.taxable), (Paise(half), Paise(half), Paise(taxable)), "{total}");
        }
    }

    #[test]
    fn nothing_has_no_tax_and_no_rate_takes_none() {
        assert_eq!(split(Paise::ZERO, GstRate::FIVE), Split::default());
        assert_eq!(split(Paise(99_900), GstRate::ZERO).taxable, Paise(99_900));
    }

    #[test]
    fn the_national_rate_fell_on_the_22nd_of_september_2025() {
        let schedule = RateSchedule::default();
        assert_eq!(schedule.on(day("2025-09-21")), GstRate::EIGHTEEN);
        assert_eq!(schedule.on(day("2025-09-22")), GstRate::FIVE);
    }

    #[test]
    fn an_unregistered_branch_charges_no_gst() {
        let schedule = RateSchedule::default();
        assert_eq!(schedule.charged_by(true, day("2026-11-16")), GstRate::FIVE);
        assert_eq!(schedule.charged_by(false, day("2026-11-16")), GstRate::ZERO);
    }

    #[test]
    fn a_service_keeps_its_old_rate_for_the_days_before_a_change() {
        let schedule = RateSchedule::default().changed(day("2026-11-16"), GstRate::EIGHTEEN);
        assert_eq!(schedule.on(day("2026-11-15")), GstRate::FIVE);
        assert_eq!(schedule.on(day("2026-11-16")), GstRate::EIGHTEEN);
        let again = schedule.changed(day("2026-11-16"), GstRate::ZERO);
        assert_eq!(again.on(day("2026-11-16")), GstRate::ZERO);
        assert_eq!(again.on(day("2025-01-01")), GstRate::EIGHTEEN);
        assert_eq!(again, RateSchedule::default().changed(day("2026-11-16"), GstRate::ZERO), "its step is replaced");
        let later = schedule.changed(day("2026-11-20"), GstRate::ZERO);
        assert_eq!(later.on(day("2026-11-19")), GstRate::EIGHTEEN);
        assert_eq!(later.changed(day("2026-11-16"), GstRate::EIGHTEEN), schedule, "what was to follow is gone");
    }

    #[test]
    fn rates_are_printed_without_trailing_zeros() {
        assert_eq!((GstRate::FIVE.half_label(), GstRate::FIVE.label()), ("2.5%".to_owned(), "5%".to_owned()));
        assert_eq!(GstRate::EIGHTEEN.half_label(), "9%");
        assert_eq!(GstRate(25).half_label(), "0.125%");
        assert_eq!((GstRate::from_bps(10_000), GstRate::from_bps(10_001)), (Some(GstRate(10_000)), None));
        assert_eq!((GstRate::EIGHTEEN.bps(), GstRate::EIGHTEEN.label().as_str()), (1_800, "18%"));
    }

    #[test]
    fn three_equal_lines_share_the_rounding_of_their_sum() {
        // Each alone would give 2379, together 7137 of 299700: 7135.71 rounds to 7136.
        let lines = split_lines(&[(Paise(99_900), GstRate::FIVE); 3]);
        let halves: Vec<i64> = lines.iter().map(|line| line.cgst.0).collect();
        assert_eq!(halves, [2_379, 2_379, 2_378]);
        assert_eq!(lines.into_iter().sum::<Split>(), split(Paise(299_700), GstRate::FIVE));
    }

    #[test]
    fn lines_of_two_rates_are_split_apart() {
        let lines = split_lines(&[(Paise(118_000), GstRate::EIGHTEEN), (Paise(100_000), GstRate::FIVE)]);
        assert_eq!(lines, [split(Paise(118_000), GstRate::EIGHTEEN), split(Paise(100_000), GstRate::FIVE)]);
    }

    #[test]
    fn twenty_lines_of_a_single_paisa_never_go_below_nothing() {
        let lines = split_lines(&[(Paise(1), GstRate::EIGHTEEN); 20]);
        assert!(lines.iter().all(|line| line.taxable >= Paise::ZERO && line.total() == Paise(1)));
        assert_eq!(lines.into_iter().sum::<Split>(), split(Paise(20), GstRate::EIGHTEEN));
    }

    fn any_rate() -> impl Strategy<Value = GstRate> {
        prop_oneof![
            Just(GstRate::FIVE),
            Just(GstRate::EIGHTEEN),
            Just(GstRate::ZERO),
            (0..=10_000_u32).prop_map(GstRate)
        ]
    }

    proptest! {
        #[test]
        fn a_split_sums_to_its_amount_and_nothing_is_negative(total in 0..=10_000_000_000_i64, rate in any_rate()) {
            let split = split(Paise(total), rate);
            prop_assert_eq!(split.total(), Paise(total));
            prop_assert_eq!(split.cgst, split.sgst);
            prop_assert!(split.taxable >= Paise::ZERO && split.cgst >= Paise::ZERO);
        }

        #[test]
        fn lines_sum_to_the_split_of_each_rate(
            lines in prop::collection::vec((prop_oneof![0..=5_i64, 0..=10_000_000_i64], any_rate()), 0..25)
        ) {
            let lines: Vec<(Paise, GstRate)> = lines.into_iter().map(|(total, rate)| (Paise(total), rate)).collect();
            let splits = split_lines(&lines);
            for ((total, rate), line) in lines.iter().zip(&splits) {
                prop_assert_eq!(line.total(), *total);
                prop_assert!(line.taxable >= Paise::ZERO && line.cgst >= Paise::ZERO && line.sgst >= Paise::ZERO);
                if total.0 > 1 && rate.0 <= 2800 {
                    prop_assert_eq!(line.cgst, line.sgst);
                }
                let same: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].1 == *rate).collect();
                let together: Split = same.iter().map(|at| splits[*at]).sum();
                prop_assert_eq!(together, split(same.iter().map(|at| lines[*at].0).sum(), *rate));
            }
        }
    }
}
