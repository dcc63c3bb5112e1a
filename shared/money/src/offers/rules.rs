//! The kinds of offer, when one runs, and how it is addressed.

use parlour_values::slug::slugify;
use parlour_values::text_enum::text_enum;
use parlour_values::time::IstDate;

text_enum! {
    pub enum OfferType {
        Percentage => "percentage",
        Flat => "flat",
        ComboPrice => "combo_price",
    }
}

impl OfferType {
    /// The field a new offer of this type must have.
    pub const fn required_field(self) -> &'static str {
        match self {
            Self::Percentage => "discountPercentage",
            Self::Flat => "discountAmountPaise",
            Self::ComboPrice => "comboPricePaise",
        }
    }
}

/// Both days are in it.
pub fn is_running(is_active: bool, start: IstDate, end: IstDate, today: IstDate) -> bool {
    is_active && start <= today && !is_over(end, today)
}

pub fn is_over(end: IstDate, today: IstDate) -> bool {
    end < today
}

/// The name as a slug, told apart from its namesakes by the suffix.
pub fn slug(name: &str, suffix: &str) -> String {
    match slugify(name) {
        words if words.is_empty() => suffix.to_owned(),
        words => format!("{words}-{suffix}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_runs_from_its_first_day_through_its_last() {
        let day = |text: &str| text.parse::<IstDate>().unwrap();
        let runs = |is_active, today| is_running(is_active, day("2026-11-10"), day("2026-11-20"), day(today));
        assert!(!runs(true, "2026-11-09"));
        assert!(runs(true, "2026-11-10"));
        assert!(runs(true, "2026-11-20"));
        assert!(!runs(true, "2026-11-21"));
        assert!(!runs(false, "2026-11-15"));
    }

    #[test]
    fn slugs_carry_the_name_and_the_suffix() {
        assert_eq!(slug("Diwali Glow 20%", "k3x9"), "diwali-glow-20-k3x9");
        assert_eq!(slug("***", "k3x9"), "k3x9");
    }

    #[test]
    fn each_type_asks_for_its_own_amount() {
        let fields: Vec<&str> = OfferType::ALL.iter().map(|kind| kind.required_field()).collect();
        assert_eq!(fields, ["discountPercentage", "discountAmountPaise", "comboPricePaise"]);
    }
}
