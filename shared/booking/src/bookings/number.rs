//! The number a customer reads out at the desk.

use std::fmt;

use parlour_setup::catalogue::kind::ServiceType;
use parlour_values::time::Month;

/// `BK-BLR-2611-H-00042`; a membership session's ends in `-M`. The month is that of creation. Five digits, more
/// only in a month that needs them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookingNumber<'a> {
    pub branch_code: &'a str,
    pub month: Month,
    pub service_type: ServiceType,
    pub sequence: u64,
    pub is_membership_session: bool,
}

/// The code of the branch, and the month in which the booking with this number was created; None where it is no whole
/// number.
pub fn code_and_month_of(number: &str) -> Option<(&str, Month)> {
    let mut parts = number.split('-');
    let ("BK", Some(code), Some(month)) = (parts.next()?, parts.next(), parts.next()?.split_at_checked(2)) else {
        return None;
    };
    let is_whole = matches!(parts.next(), Some("H" | "S"))
        && parts.next().is_some_and(|digits| digits.len() >= 5 && digits.bytes().all(|byte| byte.is_ascii_digit()));
    let month = is_whole.then(|| format!("20{}-{}", month.0, month.1).parse().ok()).flatten();
    month.map(|month| (code, month))
}

impl fmt::Display for BookingNumber<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { branch_code, month, service_type, sequence, is_membership_session } = self;
        let suffix = if *is_membership_session { "-M" } else { "" };
        write!(f, "BK-{branch_code}-{}-{}-{sequence:05}{suffix}", month.yymm(), service_type.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(service_type: ServiceType, sequence: u64, is_membership_session: bool) -> String {
        let month = "2026-03".parse().unwrap();
        BookingNumber { branch_code: "BLR1", month, service_type, sequence, is_membership_session }.to_string()
    }

    #[test]
    fn numbers_tell_the_branch_the_month_and_the_side_of_the_house() {
        assert_eq!(number(ServiceType::Salon, 42, false), "BK-BLR1-2603-H-00042");
        assert_eq!(number(ServiceType::Spa, 99_999, false), "BK-BLR1-2603-S-99999");
        assert_eq!(number(ServiceType::Spa, 7, true), "BK-BLR1-2603-S-00007-M");
        assert_eq!(number(ServiceType::Salon, 100_000, false), "BK-BLR1-2603-H-100000");
    }

    #[test]
    fn a_whole_number_tells_its_branch_and_month() {
        let march = "2026-03".parse().ok().map(|month| ("BLR1", month));
        for whole in ["BK-BLR1-2603-H-00042", "BK-BLR1-2603-S-00007-M", "BK-BLR1-2603-H-100000"] {
            assert_eq!(code_and_month_of(whole), march, "{whole}");
        }
        for part in
            ["", "BK", "BK-BLR1-2603-H", "BK-BLR1-2603-H-42", "BK-BLR1-2613-H-00042", "BK-BLR1-é03-H-00042", "00042"]
        {
            assert_eq!(code_and_month_of(part), None, "{part}");
        }
    }
}
