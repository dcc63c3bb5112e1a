//! The number a customer reads out at the desk.

use std::fmt;

use crate::catalogue::kind::ServiceType;
use crate::time::Month;

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
}
