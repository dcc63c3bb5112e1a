//! Requests about branches and their settings.

use super::BranchStatus;
use crate::branches::{Confirmation, SlotPolicy};
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::contact::BusinessPhone;
use parlour_values::gstin::Gstin;
use parlour_values::id::BranchId;
use parlour_values::input::{Clearable, Int, List, Name, Problems, Read, Trimmed, body, text_type};
use parlour_values::time::TimeOfDay;
use parlour_values::translations::TranslationsRequest;

/// Branches that a request names.
pub type BranchIds = List<BranchId, 0, 200>;

/// A branch has a name and no description.
type BranchTranslations = TranslationsRequest<0>;

text_type! {
    /// In booking and document numbers; the latter carry up to six characters as they are and longer ones shortened.
    pub struct BranchCode, most: 12, pattern: "^[A-Z0-9]{1,12}$",
        fits: |text| (1..=12).contains(&text.len()) && are_capitals_or_digits(text) => "must be 1 to 12 of A-Z and 0-9";
    pub struct BranchNumber, most: 2, pattern: "^[0-9]{2}$",
        fits: |text| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit()) => "must be two digits";
    /// As GST writes it (`29`).
    pub struct StateCode, most: 2, pattern: "^[A-Z0-9]{2}$",
        fits: |text| text.len() == 2 && are_capitals_or_digits(text) => "must be a state code of two characters";
    /// The address that UPI apps send money to: `salon@bank`.
    pub struct UpiId, most: 255, pattern: "^[A-Za-z0-9._-]{2,190}@[A-Za-z][A-Za-z0-9.-]{1,63}$",
        fits: |text| is_upi_id(text.as_bytes()) => "must be a UPI id such as salon@bank";
}

fn are_capitals_or_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

fn is_upi_id(text: &[u8]) -> bool {
    let Some(at) = text.iter().position(|byte| *byte == b'@') else { return false };
    let (account, handle) = (text.get(..at).unwrap_or_default(), text.get(at.saturating_add(1)..).unwrap_or_default());
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    (2..=190).contains(&account.len())
        && account.iter().all(|byte| plain(byte) || *byte == b'_')
        && (2..=64).contains(&handle.len())
        && handle.first().is_some_and(u8::is_ascii_alphabetic)
        && handle.iter().all(plain)
}

/// The weekdays whose hours are other ones than usual.
pub type Hours = List<HoursRequest, 0, 7>;

body! {
    /// The hours of a weekday, or that it is closed.
    pub struct HoursRequest, checked {
        weekday: Int<1, 7>,
        open: Option<TimeOfDay>,
        close: Option<TimeOfDay>,
        closed: Option<bool>,
    }
}

impl HoursRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.open.is_invalid() || read.close.is_invalid() || read.closed.is_invalid() {
            return;
        }
        let is_closed = read.closed.given() == Some(&true);
        let times = [("open", &read.open), ("close", &read.close)];
        for (field, _) in times.into_iter().filter(|(_, time)| time.is_given() == is_closed) {
            problems
                .add(field, if is_closed { "must be left out where it is closed" } else { "is required, or closed" });
        }
        if read.open.given().zip(read.close.given()).is_some_and(|(open, close)| close <= open) {
            problems.add("close", "must be after open");
        }
    }
}

fn check_weekdays(hours: Option<&Hours>, problems: &mut Problems) {
    let mut seen = std::collections::HashSet::new();
    for (at, day) in hours.into_iter().flat_map(|hours| hours.iter().enumerate()) {
        if !seen.insert(day.weekday.as_u32()) {
            problems.add(format!("hours.{at}.weekday"), "must not repeat");
        }
    }
}

body! {
    pub struct CreateBranchRequest, checked {
        name: Name<1, 120>,
        translations: Option<BranchTranslations>,
        code: BranchCode,
        number: BranchNumber,
        address: Trimmed<1, 500>,
        phone: Option<BusinessPhone>,
        state_code: StateCode,
        gstin: Option<Gstin>,
        status: BranchStatus,
        is_primary: Option<bool>,
        open_time: TimeOfDay,
        close_time: TimeOfDay,
        hours: Option<Hours>,
    }
}

impl CreateBranchRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_hours(read.open_time, read.close_time, problems);
        check_weekdays(read.hours.given(), problems);
        if let (Some(gstin), Some(state)) = (read.gstin.given(), &read.state_code)
            && !gstin.is_of(state.as_str())
        {
            problems.add("gstin", NOT_OF_THE_STATE);
        }
    }
}

/// The message for a GSTIN that was given out by another state.
pub const NOT_OF_THE_STATE: &str = "must begin with the stateCode";

fn check_hours(open: Option<TimeOfDay>, close: Option<TimeOfDay>, problems: &mut Problems) {
    if open.zip(close).is_some_and(|(open, close)| close <= open) {
        problems.add("closeTime", "must be after openTime");
    }
}

body! {
    /// Changes to a branch; fields left out stay.
    pub struct PatchBranchRequest, checked {
        name: Option<Name<1, 120>>,
        translations: Clearable<BranchTranslations>,
        code: Option<BranchCode>,
        number: Option<BranchNumber>,
        address: Option<Trimmed<1, 500>>,
        phone: Clearable<BusinessPhone>,
        state_code: Option<StateCode>,
        gstin: Clearable<Gstin>,
        status: Option<BranchStatus>,
        is_primary: Option<bool>,
        open_time: Option<TimeOfDay>,
        close_time: Option<TimeOfDay>,
        hours: Clearable<Hours>,
    }
}

impl PatchBranchRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_hours(read.open_time.given().copied(), read.close_time.given().copied(), problems);
        if let Some(Clearable::Set(hours)) = &read.hours {
            check_weekdays(Some(hours), problems);
        }
    }
}

body! {
    pub struct ListBranchesRequest {
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    /// Changes to a branch's settings; fields left out stay.
    pub struct SettingsRequest {
        slot_policy: Option<SlotPolicy>,
        max_reschedules: Option<Int<0, 100>>,
        change_window_minutes: Option<Int<0, 100_000>>,
        horizon_days: Clearable<Int<1, 3650>>,
        round_to_rupee: Option<bool>,
        desk_discount_bps: Option<Int<0, 10_000>>,
        upi_id: Clearable<UpiId>,
        strict_stock: Option<bool>,
        require_drawer: Option<bool>,
        confirmation: Option<Confirmation>,
        lead_minutes: Option<Int<0, 10_080>>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_numbers_and_gstins_have_their_forms() {
        assert!("BLR2".parse::<BranchCode>().is_ok() && "01".parse::<BranchNumber>().is_ok());
        for bad in ["", "blr", "B-1", "BANGALORENORTH", "ब"] {
            assert!(bad.parse::<BranchCode>().is_err(), "{bad}");
        }
        assert!(["1", "001", "a1", "ब"].iter().all(|bad| bad.parse::<BranchNumber>().is_err()));
        assert!("29AAAAA0000A1ZY".parse::<Gstin>().is_ok());
        assert!("asha.salon_1@okhdfcbank".parse::<UpiId>().is_ok());
        for bad in ["", "asha", "a@bank", "asha@b", "asha@1bank", "asha@@bank", "asha salon@bank", "आशा@bank"] {
            assert!(bad.parse::<UpiId>().is_err(), "{bad}");
        }
        for bad in ["", "29AAAAA0000A1Z5", "29AAAAA0000A1Z", "29AAAAA0000A1Y5", "2XAAAAA0000A1Z5", "29aaaaa0000a1z5"] {
            assert!(bad.parse::<Gstin>().is_err(), "{bad}");
        }
    }
}
